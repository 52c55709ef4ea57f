import Foundation
import Synchronization
import TestSupport
import Testing

@testable import Simulator

@Suite("What crosses the border of a world is reported")
struct LeakTests {
  /// Runs `body` on a thread of its own and returns when it is done.
  private static func onForeignThread(_ body: @escaping @Sendable () -> Void) {
    let done = DispatchSemaphore(value: 0)
    Thread.detachNewThread {
      body()
      done.signal()
    }
    done.wait()
  }

  private func leak(_ body: @escaping @Sendable (World) async throws -> Void) -> String? {
    let world = World(seed: 1)
    let verdict = world.run { try await body(world) }
    if case .leaked(let reason) = verdict { return reason }
    Issue.record("ended as \(verdict)")
    return nil
  }

  @Test("a continuation resumed by another thread ends the run as leaked, naming the lane")
  func continuation() {
    let reason = leak { world in
      let kept = WorldBound<CheckedContinuation<Void, Never>?>(nil, in: world)
      let phone = world.lane("phone").spawn {
        await withCheckedContinuation { continuation in kept.withValue { $0 = continuation } }
      }
      try await world.sleep(for: .seconds(1))
      if let continuation = kept.withValue({ $0 }) {
        Self.onForeignThread { continuation.resume() }
      }
      await phone.value
    }
    #expect(reason?.contains("lane phone came from a thread outside of the simulation") == true)
  }

  @Test("a post from another thread ends the run as leaked, naming the lane")
  func post() {
    let reason = leak { world in
      let lane = world.lane("phone")
      Self.onForeignThread { lane.post {} }
      try await world.sleep(for: .seconds(1))
    }
    #expect(reason?.contains("lane phone") == true)
  }

  @Test("a task, timer or cancellation from another thread ends the run as leaked")
  func otherRoads() {
    let spawned = leak { world in
      let lane = world.lane("phone")
      Self.onForeignThread { lane.spawn {} }
      try await world.sleep(for: .seconds(1))
    }
    #expect(spawned?.contains("a task was started on lane phone") == true)
    let timed = leak { world in
      let lane = world.lane("phone")
      Self.onForeignThread { lane.schedule(after: .seconds(1)) {} }
      try await world.sleep(for: .seconds(1))
    }
    #expect(timed?.contains("a timer was set on lane phone") == true)
    let cancelled = leak { world in
      let task = world.lane("phone").spawn { try? await world.sleep(for: .seconds(1)) }
      try await world.sleep(for: .milliseconds(1))
      Self.onForeignThread { task.cancel() }
      await task.value
    }
    #expect(cancelled?.contains("a task of lane phone was cancelled") == true)
    let resumed = leak { world in
      try await world.withContinuation({ "for news" }) { (continuation: WorldContinuation<Void>) in
        Self.onForeignThread { continuation.resume(returning: ()) }
      }
    }
    #expect(resumed?.contains("a waiting task was resumed") == true)
  }

  @Test("Task.sleep takes virtual time and no real time, wherever it is called")
  func systemSleep() {
    let began = SuspendingClock.now
    func slept(_ body: @escaping @Sendable (World) async throws -> Void) -> Instant {
      let world = World(seed: 1)
      #expect(world.mustPass { try await body(world) })
      return world.now
    }
    let hour = Instant.zero.advanced(by: .hours(1))
    #expect(slept { _ in try await Task.sleep(for: .seconds(3600)) } == hour)
    #expect(slept { _ in try await Task.sleep(for: .seconds(3600), clock: .suspending) } == hour)
    #expect(slept { _ in try await Task.sleep(nanoseconds: 3_600_000_000_000) } == hour)
    #expect(
      slept { _ in try await Task { try await Task.sleep(for: .seconds(3600)) }.value } == hour)
    #expect(slept { world in await Dozer(lane: world.lane("dozer")).doze() } == hour)
    #expect(began.duration(to: .now) < .seconds(600))
  }

  @Test("two worlds on two threads give the traces that each gives alone")
  func sideBySide() {
    let seeds: [UInt64] = [11, 22]
    let alone = seeds.map(Self.story)
    let together = Mutex<[UInt64: Story]>([:])
    let threads = seeds.map { seed in
      Thread {
        for _ in 0..<5 {
          let story = Self.story(seed: seed)
          together.withLock { stories in
            if let known = stories[seed], known != story { stories[seed] = Story() }
            if stories[seed] == nil { stories[seed] = story }
          }
        }
      }
    }
    for thread in threads { thread.start() }
    while threads.contains(where: { !$0.isFinished }) { Thread.sleep(forTimeInterval: 0.001) }
    #expect(together.withLock { stories in seeds.map { stories[$0] } } == alone)
    #expect(alone[0] != alone[1])
  }

  private struct Story: Equatable {
    var lines: [String] = []
    var digest: UInt64 = 0
  }

  /// A run that takes every road to an executor, in an order that the seed decides.
  private static func story(seed: UInt64) -> Story {
    let world = World(seed: seed, schedule: .random)
    let trace = Trace(in: world)
    world.run {
      await withTaskGroup(of: Void.self) { group in
        for index in 0..<20 {
          group.addTask {
            for _ in 0..<20 { try? await world.sleep(for: .milliseconds(1 + index % 3)) }
            await Task.detached { trace.note("detached \(index)") }.value
            await MainActor.run { trace.note("main \(index)") }
          }
        }
      }
    }
    return Story(lines: trace.all, digest: world.journal.digest)
  }
}

/// An actor that sleeps on a clock of the system.
private actor Dozer: LaneActor {
  nonisolated let lane: Lane

  init(lane: Lane) {
    self.lane = lane
  }

  func doze() async { try? await Task.sleep(for: .seconds(3600)) }
}
