import Dispatch
import Foundation
internal import TestSupport
import Testing

@testable import Simulator

#if os(Linux)
  @Suite("Code of a process that waits, that goes on when a block has run, or makes threads")
  struct WaitingCodeTests {
    private typealias Notes = CodeNotes

    private func play(_ body: @escaping @Sendable (Notes) -> Void) -> (Verdict, [String]) {
      let played = PlayedCode(body)
      return (played.verdict, played.lines)
    }

    private func passes(_ expected: [String], _ body: @escaping @Sendable (Notes) -> Void) {
      let (verdict, lines) = play(body)
      #expect(verdict.outcome == .passed, "\(verdict)")
      #expect(lines == expected)
    }

    private func leak(_ body: @escaping @Sendable (Notes) -> Void) -> String {
      PlayedCode(body).leak
    }

    @Test("concurrentPerform runs each turn once, within the call")
    func concurrentPerform() {
      passes(["0", "1", "2", "behind it"]) { notes in
        DispatchQueue.concurrentPerform(iterations: 3) { notes.lines.append("\($0)") }
        notes.lines.append("behind it")
      }
    }

    @Test(
      "who waits for a semaphore, a group, an item or a condition goes on when a block brings it")
    func waitsForBlocks() {
      passes(["signals", "waited", "works", "ended", "item", "ran", "sets", "is set"]) { notes in
        let (queue, other) = (DispatchQueue(label: "own"), DispatchQueue.global())
        let semaphore = DispatchSemaphore(value: 0)
        queue.async {
          notes.lines.append("signals")
          semaphore.signal()
        }
        semaphore.wait()
        notes.lines.append("waited")
        let group = DispatchGroup()
        queue.async(group: group) { notes.lines.append("works") }
        #expect(group.wait(timeout: .now() + 1) == .success)
        notes.lines.append("ended")
        let work: @Sendable () -> Void = { notes.lines.append("item") }
        let item = DispatchWorkItem(block: work)
        other.async(execute: item)
        item.wait()
        notes.lines.append("ran")
        let condition = NSCondition()
        queue.async {
          condition.lock()
          notes.lines.append("sets")
          condition.broadcast()
          condition.unlock()
        }
        condition.lock()
        while notes.lines.last != "sets" { condition.wait() }
        condition.unlock()
        notes.lines.append("is set")
      }
    }

    @Test("a block that runs meanwhile may wait itself; the first of all runs first")
    func nested() {
      passes(["second", "first", "end"]) { notes in
        let (first, second) = (DispatchQueue(label: "first"), DispatchQueue(label: "second"))
        let (outer, inner) = (DispatchSemaphore(value: 0), DispatchSemaphore(value: 0))
        first.async {
          inner.wait()
          notes.lines.append("first")
          outer.signal()
        }
        second.async {
          dispatchPrecondition(condition: .onQueue(second))
          notes.lines.append("second")
          inner.signal()
        }
        outer.wait()
        dispatchPrecondition(condition: .onQueue(.main))
        notes.lines.append("end")
      }
    }

    @Test("who looks without waiting is not told")
    func looks() {
      passes(["timed out", "timed out", "timed out"]) { notes in
        let semaphore = DispatchSemaphore(value: 0)
        if semaphore.wait(timeout: .now()) == .timedOut { notes.lines.append("timed out") }
        let group = DispatchGroup()
        group.enter()
        if group.wait(wallTimeout: .now()) == .timedOut { notes.lines.append("timed out") }
        group.leave()
        if !NSConditionLock(condition: 1).tryLock(whenCondition: 2) {
          notes.lines.append("timed out")
        }
      }
    }

    @Test("a wait that nothing ends is told with the time that was asked for")
    func told() {
      let semaphore = leak { _ in
        _ = DispatchSemaphore(value: 0).wait(timeout: .now() + .seconds(3))
      }
      #expect(semaphore.contains("by dispatch_semaphore_wait on lane Alice"), "\(semaphore)")
      #expect(semaphore.contains("the thread would wait for 3 s"), "\(semaphore)")
      let main = leak { _ in
        let semaphore = DispatchSemaphore(value: 0)
        DispatchQueue.main.async { semaphore.signal() }
        semaphore.wait()
      }
      #expect(main.contains("the thread would wait for ever"), "\(main)")
      let condition = leak { _ in
        let condition = NSCondition()
        condition.lock()
        condition.wait()
        condition.unlock()
      }
      #expect(condition.contains("by pthread_cond_wait on lane Alice"), "\(condition)")
      #expect(condition.contains("told()"), "\(condition)")
      let limited = leak { _ in
        let condition = NSCondition()
        condition.lock()
        #expect(!condition.wait(until: Date(timeIntervalSinceNow: 60)))
        condition.unlock()
      }
      #expect(limited.contains("pthread_cond_wait"), "\(limited)")
      #expect(limited.contains("let a task await it"), "\(limited)")
    }

    @Test("who waits for a lock until a date gets what a block unlocks, by the phone's clock")
    func timedLocks() {
      passes(["unlocks", "locked", "opens", "opened", "free"]) { notes in
        let (queue, lock) = (DispatchQueue(label: "own"), NSLock())
        lock.lock()
        queue.async {
          notes.lines.append("unlocks")
          lock.unlock()
        }
        if lock.lock(before: Date(timeIntervalSinceNow: 3_600)) { notes.lines.append("locked") }
        #expect(!lock.lock(before: Date(timeIntervalSinceNow: -1)))
        lock.unlock()
        let conditions = NSConditionLock(condition: 1)
        queue.async {
          conditions.lock()
          notes.lines.append("opens")
          conditions.unlock(withCondition: 2)
        }
        if conditions.lock(whenCondition: 2, before: Date(timeIntervalSinceNow: 3_600)) {
          notes.lines.append("opened")
          conditions.unlock()
        }
        let recursive = NSRecursiveLock()
        recursive.lock()
        if recursive.lock(before: Date(timeIntervalSinceNow: 3_600)) { notes.lines.append("free") }
        recursive.unlock()
        recursive.unlock()
      }
    }

    @Test("a lock that nothing unlocks until a date is told with the time by the phone's clock")
    func toldLocks() {
      // The phone's clock is years apart from the machine's: the wait would end at once, or in years.
      for years in [-30, 30] {
        let world = World(seed: 1)
        let verdict = world.run {
          let process = SimulatedProcess(name: "Alice", mainLane: world.lane("Alice")) {
            TrueTime.nanoseconds(at: $0) + Int64(years) * 31_536_000_000_000_000
          }
          process.mainLane.post {
            let lock = NSLock()
            lock.lock()
            #expect(!lock.lock(before: Date(timeIntervalSinceNow: 60)))
            lock.unlock()
          }
          try await world.sleep(for: .seconds(5))
        }
        guard case .leaked(let reason) = verdict else {
          Issue.record("ended as \(verdict)")
          continue
        }
        #expect(reason.contains("by pthread_mutex_timedlock on lane Alice"), "\(reason)")
        #expect(reason.contains("the thread would wait for 1:00"), "\(reason)")
      }
      let semaphore = leak { _ in
        var semaphore = sem_t()
        unsafe sem_init(&semaphore, 0, 0)
        unsafe sem_wait(&semaphore)
        unsafe sem_destroy(&semaphore)
      }
      #expect(semaphore.contains("by sem_wait on lane Alice"), "\(semaphore)")
      #expect(semaphore.contains("the thread would wait for ever"), "\(semaphore)")
    }

    @Test("a thread is told, and does nothing")
    func threads() {
      let detached = leak { notes in
        Thread.detachNewThread { notes.lines.append("never") }
      }
      #expect(detached.contains("by pthread_create on lane Alice"), "\(detached)")
      #expect(detached.contains("threads()"), "\(detached)")
      #expect(detached.contains("WaitingCodeTests.swift:"), "\(detached)")
      #expect(detached.contains("use a task"), "\(detached)")
      let (started, lines) = play { notes in Thread { notes.lines.append("never") }.start() }
      #expect(started.outcome == .leaked)
      #expect(lines == [])
      let posix = leak { _ in
        var thread = pthread_t()
        #expect(unsafe pthread_create(&thread, nil, { _ in fatalError("it runs") }, nil) == 0)
        pthread_join(thread, nil)
      }
      #expect(posix.contains("by pthread_create on lane Alice"), "\(posix)")
    }

    @Test("a source of events is told, with its place")
    func sources() {
      let told = leak { _ in
        let source = DispatchSource.makeUserDataAddSource()
        source.setEventHandler {}
        source.resume()
        source.cancel()
      }
      #expect(told.contains("by dispatch_source_create on lane Alice"), "\(told)")
      #expect(told.contains("sources()"), "\(told)")
    }

    @Test("what reads and writes when the machine likes is told, with its place")
    func channels() {
      for call in [
        "dispatch_io_create", "dispatch_io_create_with_path", "dispatch_read", "dispatch_write",
      ] {
        let told = leak { notes in
          let queue = DispatchQueue.global()
          switch call {
          case "dispatch_io_create":
            DispatchIO(type: .stream, fileDescriptor: 0, queue: queue) { _ in }.close()
          case "dispatch_io_create_with_path":
            unsafe DispatchIO(
              type: .random, path: "/dev/null", oflag: O_RDONLY, mode: 0, queue: queue
            ) {
              _ in
            }?
            .close()
          case "dispatch_read":
            DispatchIO.read(fromFileDescriptor: 0, maxLength: 1, runningHandlerOn: queue) { _, _ in
              notes.lines.append("never")
            }
          default:
            DispatchIO.write(toFileDescriptor: 1, data: .empty, runningHandlerOn: queue) { _, _ in
              notes.lines.append("never")
            }
          }
        }
        #expect(told.contains("by \(call) on lane Alice"), "\(told)")
        #expect(told.contains("channels()"), "\(told)")
        #expect(told.contains("use FileHandle"), "\(told)")
      }
    }

    @Test("a queue that is suspended keeps its blocks until it is resumed as often")
    func suspended() {
      passes(["by another", "resumed", "kept", "waited for"]) { notes in
        let queue = DispatchQueue(label: "own")
        queue.suspend()
        queue.suspend()
        queue.async { notes.lines.append("kept") }
        DispatchQueue.main.async {
          queue.resume()
          DispatchQueue(label: "other").sync { notes.lines.append("by another") }
          DispatchQueue.main.asyncAfter(deadline: .now() + 1) {
            notes.lines.append("resumed")
            queue.resume()
            DispatchQueue.main.async {
              queue.sync { notes.lines.append("waited for") }
            }
          }
        }
      }
      let told = leak { _ in
        let queue = DispatchQueue(label: "own")
        queue.suspend()
        queue.sync {}
        queue.resume()
      }
      #expect(told.contains("by dispatch_sync on lane Alice"), "\(told)")
      #expect(told.contains("one of its targets is suspended"), "\(told)")
    }

    @Test("a suspended queue stays so while its process is suspended and resumed")
    func suspendedProcess() {
      let world = World(seed: 1)
      let notes = Notes()
      let passed = world.mustPass {
        let process = SimulatedProcess(name: "Alice", mainLane: world.lane("Alice"))
        process.mainLane.post {
          let queue = DispatchQueue(label: "own")
          queue.suspend()
          queue.async { notes.lines.append("kept") }
          DispatchQueue.main.asyncAfter(deadline: .now() + 2) {
            notes.lines.append("resumes")
            queue.resume()
          }
        }
        try await world.sleep(for: .seconds(1))
        process.suspend()
        process.resume()
        try await world.sleep(for: .seconds(5))
      }
      #expect(passed)
      #expect(notes.lines == ["resumes", "kept"])
    }

    @Test("code of a queue finds what the queue keeps under a key")
    func specific() {
      passes(["1", "1", "nil", "2"]) { notes in
        let key = DispatchSpecificKey<Int>()
        let note: @Sendable () -> Void = {
          notes.lines.append(DispatchQueue.getSpecific(key: key).map { "\($0)" } ?? "nil")
        }
        let (own, other) = (DispatchQueue(label: "own"), DispatchQueue(label: "other"))
        own.setSpecific(key: key, value: 1)
        other.setSpecific(key: key, value: 2)
        own.sync(execute: note)
        own.async {
          note()
          DispatchQueue.main.async {
            note()
            other.async(execute: note)
          }
        }
      }
    }
  }
#endif
