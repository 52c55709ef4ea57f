import Chat
internal import Devices

/// Many phones in one world, in pairs that start a conversation, write one message and read it, one pair after the other.
struct PhonePairs: Workload {
  /// The number of phones.
  let phones: Int
  var isOnDemand = false
  var name: String { "phones-\(phones)" }
  var summary: String { "\(phones) phones in pairs; in each pair one message is read" }
  let isLarge = true
  let rounds = Rounds.once
  var figures: [Figure] { Cost.figures(of: name) }

  func measure() -> [Double] {
    Cost.measure { world, cost in
      let chat = try await ChatWorld(in: world)
      cost.begin([])
      let phones = try await chat.phones((1...phones).map { "Phone \($0)" })
      cost.count(phones)
      for pair in stride(from: 0, to: phones.count - 1, by: 2) {
        let (alice, bob) = (phones[pair], phones[pair + 1])
        let conversation = try await alice.startConversation(with: bob)
        let hello = try await alice.send("hello", in: conversation)
        await bob.open(conversation)
        try await alice.expect { $0.bubble(hello)?.status == .read }
      }
      try await chat.untilQuiet()
      cost.end()
    }
  }
}
