import Dispatch
import Foundation
internal import TestSupport
import Testing

@testable import Simulator

#if os(Linux)
  @Suite("Queues of Dispatch that have targets or barriers, or are not active yet")
  struct QueueTargetTests {
    private typealias Notes = CodeNotes

    private func play(
      seed: UInt64 = 1, _ body: @escaping @Sendable (Notes) -> Void
    ) -> PlayedCode { PlayedCode(seed: seed, schedule: .random, body) }

    private func lines(
      seed: UInt64 = 1, _ body: @escaping @Sendable (Notes) -> Void
    ) -> [String] {
      let played = play(seed: seed, body)
      #expect(played.verdict.outcome == .passed, "\(played.verdict)")
      return played.lines
    }

    private func leak(_ body: @escaping @Sendable (Notes) -> Void) -> String { play(body).leak }

    // MARK: - Targets

    @Test("queues with one serial target run their blocks one by one, as they came")
    func serialTarget() {
      for seed in 1...10 as ClosedRange<UInt64> {
        let lines = lines(seed: seed) { notes in
          let target = DispatchQueue(label: "target")
          let one = DispatchQueue(label: "one", target: target)
          let many = DispatchQueue(label: "many", attributes: .concurrent, target: target)
          for number in 1...3 {
            for queue in [one, many, target] {
              queue.async {
                dispatchPrecondition(condition: .onQueue(queue))
                dispatchPrecondition(condition: .onQueue(target))
                notes.lines.append("\(queue.label) \(number)")
              }
            }
          }
          one.async { dispatchPrecondition(condition: .notOnQueue(many)) }
        }
        #expect(lines == (1...3).flatMap { ["one \($0)", "many \($0)", "target \($0)"] })
      }
    }

    @Test("a block never waits for one of another queue with its serial target")
    func waitsForTarget() {
      let told = leak { _ in
        let target = DispatchQueue(label: "target")
        let (one, other) = (
          DispatchQueue(label: "one", target: target), DispatchQueue(label: "other", target: target)
        )
        one.async {
          let semaphore = DispatchSemaphore(value: 0)
          other.async { semaphore.signal() }
          semaphore.wait()
        }
      }
      #expect(told.contains("dispatch_semaphore_wait on lane Alice queue 1 target"), "\(told)")
      let sync = leak { _ in
        let target = DispatchQueue(label: "target")
        DispatchQueue(label: "one", target: target).async { target.sync {} }
      }
      #expect(sync.contains("the queue would wait for itself"), "\(sync)")
    }

    @Test("a queue whose target is the main one runs on the main actor")
    func mainTarget() {
      let lines = lines { notes in
        let queue = DispatchQueue(label: "own", target: .main)
        queue.async {
          dispatchPrecondition(condition: .onQueue(.main))
          MainActor.assumeIsolated { notes.lines.append("own") }
        }
        DispatchQueue.main.async {
          dispatchPrecondition(condition: .notOnQueue(queue))
          notes.lines.append("main")
        }
      }
      #expect(lines == ["own", "main"])
      let told = leak { _ in DispatchQueue(label: "own", target: .main).sync {} }
      #expect(told.contains("the queue would wait for itself"), "\(told)")
    }

    @Test("a target that is suspended holds its queues; what it keeps under a key is theirs")
    func suspendedTarget() {
      let lines = lines { notes in
        let key = DispatchSpecificKey<String>()
        let target = DispatchQueue(label: "target")
        target.setSpecific(key: key, value: "target's")
        let (one, other) = (
          DispatchQueue(label: "one", target: target), DispatchQueue(label: "other", target: target)
        )
        other.setSpecific(key: key, value: "its own")
        let note: @Sendable () -> Void = {
          notes.lines.append(DispatchQueue.getSpecific(key: key) ?? "nothing")
        }
        target.suspend()
        one.async(execute: note)
        other.async(execute: note)
        DispatchQueue.main.asyncAfter(deadline: .now() + 1) {
          note()
          target.resume()
          one.suspend()
          one.async { notes.lines.append("suspended itself") }
          other.async { notes.lines.append("not suspended") }
          DispatchQueue.main.asyncAfter(deadline: .now() + 1) { one.resume() }
        }
      }
      #expect(lines == ["nothing", "its own", "not suspended", "target's", "suspended itself"])
    }

    @Test("queues that lead to one that nobody has any more are known as long as they are")
    func forgottenTarget() {
      let lines = lines { notes in
        var kept: [DispatchQueue] = []
        for round in 1...50 {
          let queue = DispatchQueue(
            label: "own", target: DispatchQueue(label: "target", attributes: .concurrent))
          queue.async { notes.lines.append("\(round)") }
          if round.isMultiple(of: 10) { kept.append(queue) }
        }
        for queue in kept {
          DispatchQueue.main.asyncAfter(deadline: .now() + 1) {
            queue.async { notes.lines.append("kept") }
          }
        }
      }
      #expect(lines.count == 55)
      #expect(lines.suffix(5) == ["kept", "kept", "kept", "kept", "kept"])
    }

    // MARK: - Inactive queues

    @Test("an inactive queue runs its blocks once it is activated, on the target that it has then")
    func inactive() {
      let lines = lines { notes in
        let target = DispatchQueue(label: "target")
        let queue = DispatchQueue(label: "own", attributes: [.initiallyInactive, .concurrent])
        for number in 1...2 {
          queue.async {
            dispatchPrecondition(condition: .onQueue(target))
            notes.lines.append("block \(number)")
          }
        }
        queue.asyncAfter(deadline: .now() + 0.5) { notes.lines.append("late") }
        queue.setTarget(queue: target)
        DispatchQueue.main.asyncAfter(deadline: .now() + 1) {
          notes.lines.append("activates")
          queue.activate()
          queue.activate()
          queue.sync { notes.lines.append("behind them") }
        }
      }
      #expect(lines == ["activates", "block 1", "block 2", "late", "behind them"])
      let told = leak { _ in
        let queue = DispatchQueue(label: "own", attributes: .initiallyInactive)
        queue.sync {}
        queue.activate()
      }
      #expect(told.contains("not activated"), "\(told)")
    }

    @Test("a queue that its process leaves inactive goes with it")
    func leftInactive() {
      let world = World(seed: 1)
      let notes = Notes()
      let passed = world.mustPass {
        let process = SimulatedProcess(name: "Alice", mainLane: world.lane("Alice"))
        process.mainLane.post {
          let queue = DispatchQueue(label: "own", attributes: .initiallyInactive)
          queue.async { notes.lines.append("never") }
          DispatchQueue.main.asyncAfter(deadline: .now() + 2) { queue.activate() }
        }
        try await world.sleep(for: .seconds(1))
        process.end()
        try await world.sleep(for: .seconds(5))
      }
      #expect(passed)
      #expect(notes.lines == [])
    }

    // MARK: - Concurrent queues

    @Test("blocks of a concurrent queue begin in the order that the seed decides")
    func concurrent() {
      let orders = (1...20 as ClosedRange<UInt64>).map { seed in
        lines(seed: seed) { notes in
          let queue = DispatchQueue(label: "own", attributes: .concurrent)
          for number in 1...4 { queue.async { notes.lines.append("\(number)") } }
        }
      }
      #expect(orders.allSatisfy { $0.sorted() == ["1", "2", "3", "4"] })
      #expect(Set(orders).count > 4)
    }

    @Test("a block of a concurrent queue may wait for a later one, and for many")
    func waitsForLater() {
      for seed in 1...5 as ClosedRange<UInt64> {
        let lines = lines(seed: seed) { notes in
          let queue = DispatchQueue(label: "own", attributes: .concurrent)
          let semaphore = DispatchSemaphore(value: 0)
          queue.async {
            for _ in 1...12 { semaphore.wait() }
            notes.lines.append("first")
          }
          for _ in 1...12 { queue.async { semaphore.signal() } }
        }
        #expect(lines == ["first"])
      }
    }

    @Test("a barrier waits for the blocks before it and holds up those behind it", arguments: 0..<4)
    func barrier(way: Int) {
      for seed in 1...10 as ClosedRange<UInt64> {
        let lines = lines(seed: seed) { notes in
          let queue = DispatchQueue(label: "own", attributes: .concurrent)
          let group = DispatchGroup()
          let write: @Sendable () -> Void = { notes.lines.append("write") }
          for _ in 1...3 { queue.async { notes.lines.append("before") } }
          switch way {
          case 0: queue.async(flags: .barrier, execute: write)
          case 1: queue.async(group: group, flags: .barrier, execute: write)
          case 2: queue.async(execute: DispatchWorkItem(flags: .barrier, block: write))
          default: queue.sync(flags: .barrier, execute: write)
          }
          for _ in 1...3 { queue.async { notes.lines.append("behind") } }
          group.notify(queue: .main) {}
        }
        let before = Array(repeating: "before", count: 3)
        #expect(lines == before + ["write"] + Array(repeating: "behind", count: 3))
      }
    }

    @Test("who reads by sync waits for barriers alone")
    func reads() {
      var seen: Set<String> = []
      for seed in 1...20 as ClosedRange<UInt64> {
        let lines = lines(seed: seed) { notes in
          let queue = DispatchQueue(label: "own", attributes: .concurrent)
          nonisolated(unsafe) var guarded = 0
          nonisolated(unsafe) var unguarded = 0
          queue.async(flags: .barrier) { unsafe guarded = 1 }
          queue.async { unsafe unguarded = 1 }
          DispatchQueue.global().async {
            let found = queue.sync { unsafe (guarded, unguarded) }
            notes.lines.append("\(found.0) \(found.1)")
          }
        }
        seen.formUnion(lines)
      }
      #expect(seen == ["1 0", "1 1"])
    }

    @Test("a barrier that its own queue's block waits for is told")
    func waitsForItself() {
      let told = leak { _ in
        let queue = DispatchQueue(label: "own", attributes: .concurrent)
        queue.async {
          queue.sync {}
          queue.sync(flags: .barrier) {}
        }
      }
      #expect(told.contains("by dispatch_barrier_sync on lane Alice queue 1 own"), "\(told)")
    }

    @Test("barriers of a concurrent target hold up the queues that lead to it")
    func barrierOfTarget() {
      for seed in 1...10 as ClosedRange<UInt64> {
        let lines = lines(seed: seed) { notes in
          let target = DispatchQueue(label: "target", attributes: .concurrent)
          let one = DispatchQueue(label: "one", target: target)
          let other = DispatchQueue(label: "other", target: target)
          one.async { notes.lines.append("before") }
          other.async { notes.lines.append("before") }
          target.async(flags: .barrier) { notes.lines.append("write") }
          one.async { notes.lines.append("behind") }
          other.async { notes.lines.append("behind") }
        }
        #expect(lines == ["before", "before", "write", "behind", "behind"])
      }
    }

    // MARK: - Deadlines

    @Test("a deadline waits as long as the device slept; a wall deadline is due at the resumption")
    func suspendedProcess() {
      let world = World(seed: 1)
      let notes = Notes()
      let passed = world.mustPass {
        let process = SimulatedProcess(name: "Alice", mainLane: world.lane("Alice"))
        process.mainLane.post {
          let own = DispatchQueue(label: "own")
          let note: @Sendable (String) -> Void = { line in
            notes.lines.append("\(line) \(world.now.nanoseconds / 1_000_000_000)")
          }
          for queue in [DispatchQueue.main, own, .global()] {
            queue.asyncAfter(deadline: .now() + 10) { note("uptime") }
            queue.asyncAfter(wallDeadline: .now() + 10) { note("wall") }
          }
        }
        try await world.sleep(for: .seconds(4))
        process.suspend()
        try await world.sleep(for: .seconds(100))
        #expect(notes.lines == [])
        process.resume()
        try await world.sleep(for: .seconds(60))
      }
      #expect(passed)
      #expect(
        notes.lines == Array(repeating: "wall 104", count: 3)
          + Array(repeating: "uptime 110", count: 3))
    }
  }
#endif
