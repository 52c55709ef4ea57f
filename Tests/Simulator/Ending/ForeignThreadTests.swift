import Foundation
internal import Harness
import TestSupport
import Testing

@testable import Simulator

@Suite("A thread that does not play a run is told by whatever of the run it touches")
struct ForeignThreadTests {
  /// The reason of the leak of a run in which a foreign thread does something.
  private func leak(
    overrides: [ChoiceKey: UInt64] = [:], log: ChoiceLog? = nil,
    _ deed: @escaping @Sendable (World) -> Void
  ) -> String? {
    let world = World(seed: 1, overrides: overrides, recording: true, log: log)
    let verdict = world.run {
      let done = DispatchSemaphore(value: 0)
      Thread.detachNewThread {
        deed(world)
        done.signal()
      }
      func wait() { done.wait() }
      wait()
      try await world.sleep(for: .seconds(1))
    }
    if case .leaked(let reason) = verdict { return reason }
    Issue.record("ended as \(verdict)")
    return nil
  }

  @Test("writing into the journal, and nothing is written")
  func record() {
    let reason = leak { world in
      world.journal.record(JournalNote(.scenario, "stranger"), about: JournalSource("stranger"))
      #expect(!world.journal.entries.contains { $0.text == "stranger" })
    }
    #expect(reason?.contains("“stranger” was written into the journal from a thread") == true)
  }

  @Test("reading the journal, its digest or the clock")
  func reading() {
    #expect(leak { _ = $0.journal.digest }?.contains("the digest was read") == true)
    #expect(leak { _ = $0.journal.entries }?.contains("the journal was read") == true)
    #expect(leak { _ = $0.now }?.contains("the virtual clock was read") == true)
    #expect(leak { _ = $0.clock.now }?.contains("the virtual clock was read") == true)
  }

  @Test("making a lane, a reporter, a measure, an ending, or asking for the profile")
  func furnishing() {
    #expect(leak { _ = $0.lane("new") }?.contains("lane new was made") == true)
    #expect(leak { $0.addReporter("r") { [] } }?.contains("a reporter was added") == true)
    #expect(leak { $0.measure("m", .seconds(1)) }?.contains("measure(\"m\") was called") == true)
    #expect(leak { $0.atEnd {} }?.contains("something was left for the end") == true)
    #expect(leak { _ = $0.profileInForce() }?.contains("profile was asked for") == true)
  }

  @Test("making a choice that is noted or fixed")
  func choices() {
    let stream = ChoiceStream("test")
    let key = ChoiceKey(stream: stream.identifier, entity: 0, ordinal: 0)
    let noted = leak(log: ChoiceLog()) {
      _ = $0.choices.index(below: 5, stream, entity: 0, ordinal: 0)
    }
    #expect(noted?.contains("a choice was made from a thread") == true)
    let fixed = leak(overrides: [key: 7]) { world in
      #expect(world.choices.draw(stream, entity: 0, ordinal: 0) == 7)
      #expect(world.choices.unusedOverrides == [key])
    }
    #expect(fixed?.contains("a choice was made from a thread") == true)
  }

  @Test("asking whether a task waits")
  func continuation() {
    let world = World(seed: 1)
    let verdict = world.run {
      try await world.withContinuation({ "for news" }) { (continuation: WorldContinuation<Void>) in
        let done = DispatchSemaphore(value: 0)
        Thread.detachNewThread {
          _ = continuation.isWaiting
          done.signal()
        }
        done.wait()
      }
    }
    guard case .leaked(let reason) = verdict else {
      Issue.record("ended as \(verdict)")
      return
    }
    #expect(reason.contains("a waiting task was asked about"))
  }

  @Test("a world that stands still may be read by every thread, before its run and after it")
  func standingStill() {
    let world = World(seed: 1, recording: true)
    world.journal.record(JournalNote(.scenario, "before"), about: JournalSource("test"))
    #expect(world.now == .zero)
    #expect(world.mustPass { try await world.sleep(for: .seconds(1)) })
    #expect(world.now == Instant.zero.advanced(by: .seconds(1)))
    #expect(world.journal.entries.first?.text == "before")
    #expect(world.pulse.leak == nil)
  }
}
