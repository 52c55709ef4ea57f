import Backend
import Chat
import Devices
import Network
import Simulator
import Testing

/// A team's own rule: receipts are slow, everything else is as fast as the link.
private struct SlowReceipts: PacketRule {
  let name = "slow receipts"

  mutating func verdict(for message: WireMessage) -> PacketVerdict {
    let path: Path? =
      switch (message.payload as? ClientMessage)?.request {
      case .put(let path, _, _)?: path
      case .merge(let path, let changes)?:
        path.isRoot ? changes.first?.path : path
      default: nil
      }
    return path?.first == "receipts" ? .delay(.seconds(30)) : .pass
  }
}

@Suite("Messages on the wire, in the vocabulary of an app's world")
struct WireVocabularyTests {
  /// Alice writes to Bob, who reads it.
  private func play(
    schedule: Schedule = .fifo,
    _ prepare: @escaping @Sendable (ChatWorld, ChatPhone) -> Void,
    then check: @escaping @Sendable (ChatWorld, ChatPhone, MessageID) async throws -> Void
  ) -> World {
    let world = World(seed: 1, schedule: schedule, recording: true)
    let verdict = world.run {
      let chat = try await ChatWorld(in: world)
      let (alice, bob) = try await chat.phones("Alice", "Bob")
      let conversation = try await alice.startConversation(with: bob)
      let hello = try await alice.send("hello", in: conversation)
      try await bob.expect { $0.conversation(conversation)?.unread == 1 }
      prepare(chat, bob)
      await bob.open(conversation)
      try await check(chat, alice, hello)
    }
    #expect(verdict.outcome == .passed, "\(verdict)")
    return world
  }

  @Test(
    "a noted write has its instant, and noting it leaves the run as it was, event by event",
    arguments: [Schedule.fifo, .random])
  func noting(_ schedule: Schedule) {
    let read: @Sendable (ChatWorld, ChatPhone, MessageID) async throws -> Void = {
      _, alice, hello in
      try await alice.expect { $0.bubble(hello)?.status == .read }
    }
    let alone = play(schedule: schedule, { _, _ in }, then: read)
    let noted = play(
      schedule: schedule,
      { world, bob in
        let (write, asked) = (world.noteNextWrite(of: .receipt, by: bob), world.now)
        #expect(write.instant == nil)
        world.world.atEnd {
          #expect(write.instant.map { asked.duration(to: $0) < .seconds(1) } == true)
        }
      }, then: read)
    #expect(noted.journal.digest == alone.journal.digest)
    #expect(noted.journal.entries.map(\.text) == alone.journal.entries.map(\.text))
  }

  @Test("a rule of a team's own is put in force on a phone, and lifted")
  func ownRule() {
    let world = play { _, bob in
      bob.install(SlowReceipts(), .outgoing, for: .minutes(1))
    } then: { chat, alice, hello in
      try await alice.expect(
        all: .that(\.status, of: .bubble(hello), isNot: .read), for: .seconds(29))
      try await alice.expect(within: .seconds(2)) { $0.bubble(hello)?.status == .read }
      try await chat.advance(by: .minutes(1))
      #expect(chat.network.activeFaults.isEmpty)
    }
    #expect(
      world.journal.entries.contains {
        $0.kind == .fault && $0.text.hasPrefix("slow receipts, Bob → backend: ")
          && $0.text.hasSuffix(" is delayed by 30 s")
      })
  }
}
