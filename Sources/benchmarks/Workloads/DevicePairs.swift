import Chat
internal import Devices
internal import Simulator

/// A hundred phones in pairs, and a thousand: in each pair both look at their chat, and both write ten messages.
///
/// Each phone has the same to do in both worlds, so ten times the phones should cost ten times as much.
struct DevicePairs: Workload {
  let name = "devices"
  let summary =
    "100 and 1,000 phones in pairs that write ten messages each: what ten times the phones cost"
  let isLarge = true
  let rounds = Rounds(warmUp: 0, measured: 3)

  let figures = [
    Figure(name: "devices-100", unit: "s", better: .lesser),
    Figure(name: "devices-1000", unit: "s", better: .lesser),
    Figure(name: "devices-ratio", unit: "times", better: .lesser, aim: 12),
    Figure(name: "devices-memory", unit: "KB/phone", better: .lesser),
  ]

  private static let messages = 10

  func measure() -> [Double] {
    let few = Self.play(phones: 100)
    let many = Self.play(phones: 1_000)
    return [few.seconds, many.seconds, many.seconds / few.seconds, many.bytes / 1_000 / 1e3]
  }

  /// Plays a world; the processor's seconds, and the most bytes that were resident beyond those before it.
  private static func play(phones count: Int) -> (seconds: Double, bytes: Double) {
    let before = ResidentMemory.beginPeak()
    let begun = ProcessorTime.seconds
    let world = World(seed: 1, bounds: Bounds(events: .max, eventsPerInstant: 100_000_000))
    let verdict = world.run {
      let chat = try await ChatWorld(in: world)
      let phones = try await chat.phones((1...count).map { "Phone \($0)" })
      var chats: [ConversationID] = []
      for pair in stride(from: 0, to: count, by: 2) {
        chats.append(
          try await phones[pair].startConversation(
            withUsers: [phones[pair + 1].userID], isGroup: false))
      }
      try await chat.untilQuiet()
      for (pair, id) in chats.enumerated() { await phones[2 * pair + 1].open(id) }
      var last: [MessageID] = []
      for number in 1...messages {
        last = []
        for (index, phone) in phones.enumerated() {
          last.append(try await phone.send("message \(number)", in: chats[index / 2]))
        }
        try await chat.advance(by: .seconds(2))
      }
      for (phone, message) in zip(phones, last) {
        try await phone.expect { $0.bubble(message)?.status == .read }
      }
    }
    guard case .passed = verdict else { fatalError("the world ended as \(verdict)") }
    return (ProcessorTime.seconds - begun, Double(ResidentMemory.peak() - before))
  }
}
