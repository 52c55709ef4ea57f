import Chat
internal import Devices
internal import Simulator

/// A history of many messages that is imported into a conversation and opened on the phone of one of its two members.
struct LongThread: Workload {
  /// The number of messages that are imported.
  let messages: Int
  let name: String
  var isOnDemand = false
  var summary: String { "a thread of \(messages) imported messages is opened" }
  let isLarge = true
  let rounds = Rounds.once

  var figures: [Figure] {
    Cost.figures(of: name) + [Figure(name: "\(name)-open", unit: "s", better: .lesser)]
  }

  func measure() -> [Double] {
    var opened = 0.0
    let spent = Cost.measure(opened: &opened) { world, cost in
      let chat = try await ChatWorld(in: world)
      let (alice, bob) = try await chat.phones("Alice", "Bob")
      let conversation = try await alice.startConversation(with: bob)
      await alice.close()
      try await chat.untilQuiet()
      cost.begin([alice, bob])
      let ids = await chat.importMessages(messages, from: alice.userID, into: conversation)
      try await bob.expect(within: .hours(1)) { $0.badge == ids.count }
      await bob.open(conversation)
      let displayed = Set(ids.suffix(ChatPolicies().viewport))
      try await bob.expect { screen in
        Set(screen.thread?.bubbles.map(\.id) ?? []) == displayed
          && screen.badge == ids.count - displayed.count
      }
      cost.noteOpened()
      try await chat.untilQuiet()
      cost.end()
    }
    return spent + [opened]
  }
}
