import Dispatch
import Foundation
internal import TestSupport
import Testing

@testable import Simulator

#if os(Linux)
  @Suite("Timers of Dispatch fire on virtual time")
  struct QueueTimerTests {
    /// What timers have done, and those that are kept.
    ///
    /// `@unchecked Sendable`: it is touched on the thread that drives the world, and read behind it.
    private final class Notes: @unchecked Sendable {
      var lines: [String] = []
      var timer: (any DispatchSourceTimer)?

      /// Notes how many milliseconds have passed.
      func note(_ line: String, since start: DispatchTime) {
        let passed = DispatchTime.now().uptimeNanoseconds - start.uptimeNanoseconds
        lines.append("\(line) \(passed / 1_000_000)")
      }
    }

    /// Plays code on the main lane of a process, and what is done to the process.
    private func play(
      _ body: @escaping @Sendable (Notes) -> Void,
      meanwhile: @escaping @Sendable (World, SimulatedProcess) async throws -> Void = { _, _ in }
    ) -> [String] {
      let world = World(seed: 1)
      let notes = Notes()
      let passed = world.mustPass {
        let process = SimulatedProcess(name: "Alice", mainLane: world.lane("Alice"))
        process.mainLane.post { body(notes) }
        try await meanwhile(world, process)
        try await world.sleep(for: .seconds(60))
      }
      #expect(passed)
      #expect(world.remains == nil)
      return notes.lines
    }

    @Test("one that repeats fires on its queue until it is cancelled, then runs its last block")
    func repeats() {
      let lines = play { notes in
        let (queue, start) = (DispatchQueue(label: "own"), DispatchTime.now())
        let timer = DispatchSource.makeTimerSource(queue: queue)
        timer.schedule(deadline: start + 1, repeating: .milliseconds(500))
        timer.setEventHandler {
          dispatchPrecondition(condition: .onQueue(queue))
          notes.note("fires", since: start)
          if notes.lines.count == 3 { notes.timer?.cancel() }
        }
        timer.setCancelHandler { notes.note("cancelled \(timer.isCancelled)", since: start) }
        notes.timer = timer
        timer.resume()
        #expect(!timer.isCancelled)
      }
      #expect(lines == ["fires 1000", "fires 1500", "fires 2000", "cancelled true 2000"])
    }

    @Test("one that does not repeat fires once, by either clock, and again when it is set again")
    func once() {
      let lines = play { notes in
        let start = DispatchTime.now()
        let timer = DispatchSource.makeTimerSource(queue: .main)
        timer.schedule(wallDeadline: .now() + 2)
        timer.setEventHandler {
          notes.note("fires", since: start)
          if notes.lines.count == 1 { notes.timer?.schedule(deadline: .now() + 3) }
        }
        notes.timer = timer
        timer.activate()
      }
      #expect(lines == ["fires 2000", "fires 5000"])
    }

    @Test("what came due while it was suspended is one firing, once it is resumed")
    func suspended() {
      let lines = play { notes in
        let start = DispatchTime.now()
        let timer = DispatchSource.makeTimerSource(queue: .main)
        timer.schedule(deadline: start + 1, repeating: 1)
        timer.setEventHandler {
          notes.note("fires", since: start)
          if notes.lines.count == 4 { notes.timer?.cancel() }
        }
        notes.timer = timer
        timer.resume()
        DispatchQueue.main.asyncAfter(deadline: start + 1.5) { notes.timer?.suspend() }
        DispatchQueue.main.asyncAfter(deadline: start + 4.5) { notes.timer?.resume() }
      }
      #expect(lines == ["fires 1000", "fires 4500", "fires 5000", "fires 6000"])
    }

    @Test("one that was never resumed, that nobody has any more, or whose process ended fires not")
    func silent() {
      let lines = play { notes in
        let timers = (0..<2).map { _ in DispatchSource.makeTimerSource(queue: .main) }
        for timer in timers {
          timer.schedule(deadline: .now() + 1, repeating: 1)
          timer.setEventHandler { notes.lines.append("fires") }
        }
        timers[0].resume()
        notes.timer = timers[1]
      }
      #expect(lines == [])
      let ended = play { notes in
        let start = DispatchTime.now()
        let timer = DispatchSource.makeTimerSource(queue: .main)
        timer.schedule(deadline: start + 1, repeating: 1)
        timer.setEventHandler { notes.note("fires", since: start) }
        notes.timer = timer
        timer.resume()
      } meanwhile: { world, process in
        try await world.sleep(for: .milliseconds(2_500))
        process.end()
      }
      #expect(ended == ["fires 1000", "fires 2000"])
    }

    @Test("while its process is suspended it waits: by its clock the device slept")
    func suspendedProcess() {
      let lines = play { notes in
        let start = DispatchTime.now()
        let timer = DispatchSource.makeTimerSource(queue: .main)
        timer.schedule(deadline: start + 1, repeating: 1)
        timer.setEventHandler {
          notes.note("fires", since: start)
          if notes.lines.count == 3 { notes.timer?.cancel() }
        }
        notes.timer = timer
        timer.resume()
      } meanwhile: { world, process in
        try await Self.suspend(process, from: 1_500, for: 10_000, in: world)
      }
      #expect(lines == ["fires 1000", "fires 2000", "fires 3000"])
    }

    @Test("one by the wall clock fires once at the resumption, for all that came due")
    func suspendedProcessByWallClock() {
      let lines = play { notes in
        let start = DispatchTime.now()
        let timer = DispatchSource.makeTimerSource(queue: .main)
        timer.schedule(wallDeadline: .now() + 1, repeating: 1)
        timer.setEventHandler {
          notes.note("fires", since: start)
          if notes.lines.count == 3 { notes.timer?.cancel() }
        }
        notes.timer = timer
        timer.resume()
      } meanwhile: { world, process in
        try await Self.suspend(process, from: 1_500, for: 10_000, in: world)
      }
      // Resumed at 11.5 s, of which it slept for 10.
      #expect(lines == ["fires 1000", "fires 1500", "fires 2000"])
    }

    /// Suspends a process, by milliseconds of the world.
    private static func suspend(
      _ process: SimulatedProcess, from start: Int, for length: Int, in world: World
    ) async throws {
      try await world.sleep(for: .milliseconds(start))
      process.suspend()
      try await world.sleep(for: .milliseconds(length))
      process.resume()
    }
  }
#endif
