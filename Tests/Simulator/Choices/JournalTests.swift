import Testing

@testable import Simulator

@Suite("The journal")
struct JournalTests {
  /// A message whose bits its text does not tell.
  private struct Message: JournalEvent {
    let number: Int
    let bits: UInt64

    var kind: Journal.Kind { .message }
    var text: String { "message \(number)" }
    func digest(into hash: inout StableHash) {
      hash.mix(Int64(number))
      hash.mix(bits)
    }
  }

  private func run(
    seed: UInt64 = 1, recording: Bool = false, bits: UInt64 = 7, delay: Duration = .seconds(1)
  ) -> World {
    let world = World(seed: seed, schedule: .random, recording: recording)
    world.run {
      let phones = (0..<4).map { world.lane("phone \($0)") }
      for (index, phone) in phones.enumerated() {
        phone.spawn {
          try? await world.sleep(for: delay)
          world.journal.record(Message(number: index, bits: bits), about: JournalSource("link"))
        }
      }
      try await world.untilQuiet()
    }
    return world
  }

  @Test("recording does not change the run")
  func recordingIsSilent() {
    let plain = run()
    let recorded = run(recording: true)
    #expect(plain.journal.digest == recorded.journal.digest)
    #expect(plain.eventCount == recorded.eventCount)
    #expect(plain.journal.entries.isEmpty)
    #expect(!recorded.journal.entries.isEmpty)
  }

  @Test("a reader of the entries takes them in place of the journal, which keeps none")
  func reader() {
    let world = World(seed: 1, recording: true)
    let read = WorldBound(0, in: world)
    world.journal.onEntry = { entry in read.withValue { $0 += entry.text == "told" ? 1 : 0 } }
    world.run {
      for _ in 0..<100 {
        world.journal.record(JournalNote(.life, "told"), about: JournalSource("phone"))
      }
    }
    #expect(read.withValue { $0 } == 100)
    #expect(world.journal.entries.isEmpty)
  }

  @Test("the digest notices another seed, other bits and another instant")
  func digestNotices() {
    let digests = [run(), run(seed: 2), run(bits: 8), run(delay: .nanoseconds(1_000_000_001))]
      .map(\.journal.digest)
    #expect(Set(digests).count == 4)
    #expect(run().journal.digest == digests[0])
  }

  @Test("entries tell what happened when and to whom, and end in the digest of the run")
  func entries() {
    let journal = run(recording: true).journal
    let messages = journal.entries.filter { $0.kind == .message }
    #expect(messages.map(\.text).sorted() == (0..<4).map { "message \($0)" })
    #expect(messages.allSatisfy { $0.instant == Instant(nanoseconds: 1_000_000_000) })
    #expect(messages.allSatisfy { $0.subject == "link" })
    #expect(journal.entries.last?.digest == journal.digest)
    #expect(Set(journal.entries.map(\.digest)).count == journal.entries.count)
  }
}
