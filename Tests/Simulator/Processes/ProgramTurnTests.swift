import Foundation
import Simulator
import Synchronization
import Testing

@Suite("Runs of one program that play code on the main actor")
struct ProgramTurnTests {
  /// What two runs on two threads tell each other.
  private final class Marks: Sendable {
    let firstIsIn = Atomic<Bool>(false)
    let secondRuns = Atomic<Bool>(false)
    let secondIsIn = Atomic<Bool>(false)
    let sawSecond = Atomic<Bool>(false)
  }

  /// Plays a world on a thread of its own.
  private static func play(
    _ scenario: @escaping @Sendable (World) async throws -> Void
  ) async -> Outcome {
    await withCheckedContinuation { continuation in
      Thread.detachNewThread {
        let world = World(seed: 1)
        continuation.resume(returning: world.run { try await scenario(world) }.outcome)
      }
    }
  }

  private static func waitFor(_ mark: borrowing Atomic<Bool>) {
    while !mark.load(ordering: .acquiring) { sched_yield() }
  }

  @Test("a second one waits until the first is over")
  func turns() async {
    let marks = Marks()
    async let first = Self.play { world in
      await MainActor.run {
        marks.firstIsIn.store(true, ordering: .releasing)
        Self.waitFor(marks.secondRuns)
      }
      // The second one has all the time that it needs to come in.
      for _ in 0..<20_000 { sched_yield() }
      try await world.sleep(for: .seconds(1))
      await MainActor.run {
        marks.sawSecond.store(
          marks.secondIsIn.load(ordering: .acquiring), ordering: .releasing)
      }
    }
    async let second = Self.play { _ in
      Self.waitFor(marks.firstIsIn)
      marks.secondRuns.store(true, ordering: .releasing)
      await MainActor.run { marks.secondIsIn.store(true, ordering: .releasing) }
    }
    #expect(await first == .passed)
    #expect(await second == .passed)
    let sawSecond = marks.sawSecond.load(ordering: .acquiring)
    let secondCame = marks.secondIsIn.load(ordering: .acquiring)
    #expect(!sawSecond && secondCame)
  }

  @Test("one that plays nothing on the main actor waits for nobody")
  func plain() async {
    let marks = Marks()
    async let first = Self.play { _ in
      await MainActor.run {
        marks.firstIsIn.store(true, ordering: .releasing)
        Self.waitFor(marks.secondRuns)
      }
    }
    async let second = Self.play { world in
      Self.waitFor(marks.firstIsIn)
      try await world.sleep(for: .seconds(1))
      marks.secondRuns.store(true, ordering: .releasing)
    }
    #expect(await first == .passed)
    #expect(await second == .passed)
  }

  @Test("a run within a run has the turn with it")
  func within() {
    let verdict = World(seed: 1).run {
      await MainActor.run {}
      let inner = World(seed: 2).run { await MainActor.run {} }
      #expect(inner.outcome == .passed)
      await MainActor.run {}
    }
    #expect(verdict.outcome == .passed)
  }
}
