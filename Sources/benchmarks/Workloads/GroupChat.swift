import Chat
internal import Devices

/// A group in which everybody looks at the chat, and twenty messages are written and read by all.
///
/// The facts about each message at each member reach the phone of each member: with n members, about 40 n² facts.
struct GroupChat: Workload {
  /// The number of members of the group.
  let members: Int
  var name: String { "group-\(members)" }
  var summary: String { "20 messages read by all of a group of \(members)" }
  let isLarge = true

  var rounds: Rounds {
    switch members {
    case ...16: Rounds()
    case ...64: Rounds(warmUp: 0, measured: 2)
    default: .once
    }
  }

  var figures: [Figure] { Cost.figures(of: name) }

  private static let messages = 20

  func measure() -> [Double] {
    Cost.measure { world, cost in
      let chat = try await ChatWorld(in: world)
      let phones = try await chat.phones((1...members).map { "Member \($0)" })
      let group = try await phones[0].startConversation(
        with: Array(phones.dropFirst()), isGroup: true)
      for phone in phones.dropFirst() { await phone.open(group) }
      try await chat.untilQuiet()
      cost.begin(phones)
      for number in 0..<Self.messages {
        _ = try await phones[number % members].send("message \(number)", in: group)
      }
      try await chat.untilQuiet()
      cost.end()
      let read = "Read by \(members - 1) of \(members - 1)"
      try await phones[0].expect { screen in
        screen.thread?.bubbles.count == Self.messages
          && screen.thread?.bubbles.contains { $0.receiptLabel == read } == true
      }
    }
  }
}
