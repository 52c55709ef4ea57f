import Dispatch
import Foundation
import Observation

#if canImport(Glibc)
  import Glibc

  /// A function whose address lies in a word of the program, as in SQLite's table of system calls.
  @section("test_calls")
  private let keptRandom: @convention(c) () -> Int = random
#endif

/// Code as teams write it, without a word of the simulator: it keeps what it sees of time, chance and order.
@MainActor @Observable
final class OrdinaryModel {
  private(set) var lines: [String] = []
  private let note: @MainActor (String) -> Void

  init(note: @escaping @MainActor (String) -> Void) { self.note = note }

  private func add(_ line: String) {
    lines.append(line)
    note(line)
  }

  func readClocks() {
    add("date \(Date().timeIntervalSince1970)")
    add("uptime \(ProcessInfo.processInfo.systemUptime)")
    add("dispatch \(DispatchTime.now().uptimeNanoseconds)")
    add("time \(time(nil))")
  }

  func draw() {
    add("uuid \(UUID())")
    add("number \(Int.random(in: 0..<1_000_000))")
    add("order \((0..<10).shuffled())")
    var generator = SystemRandomNumberGenerator()
    add("word \(generator.next())")
    #if canImport(Glibc)
      var bytes: (UInt64, UInt64) = (0, 0)
      let result = unsafe getentropy(&bytes, 16)
      add("entropy \(result) \(bytes)")
    #endif
  }

  #if canImport(Glibc)
    /// Reads random bytes from a file of the system.
    func drawFromFile() {
      let handle = FileHandle(forReadingAtPath: "/dev/random")
      add("file \((try? handle?.read(upToCount: 8)).map { [UInt8]($0) } ?? [])")
    }

    /// Draws numbers that follow from a seed, or from none.
    func drawSeeded(_ seed: UInt32? = nil) {
      if let seed {
        srandom(seed)
        srand48(Int(seed))
      }
      add("random \(random()) \(rand())")
      add("kept \(keptRandom())")
      add("48 \(drand48()) \(lrand48()) \(mrand48())")
    }
  #endif

  func sleep() {
    let began = ContinuousClock.now
    Task {
      try? await Task.sleep(for: .milliseconds(1500))
      add("slept \(began.duration(to: .now))")
      try? await Task.sleep(nanoseconds: 250_000_001)
      add("slept \(began.duration(to: .now))")
      try? await ContinuousClock().sleep(until: began.advanced(by: .seconds(2)))
      add("slept \(began.duration(to: .now))")
    }
    Task {
      let sleeper = Task { try await Task.sleep(for: .seconds(100)) }
      try? await Task.sleep(for: .seconds(1))
      sleeper.cancel()
      _ = try? await sleeper.value
      add("cancelled after \(began.duration(to: .now))")
    }
  }

  /// Ticks on a clock for as long as nobody cancels it.
  func tick(on clock: some Clock<Duration>, every interval: Duration) {
    Task {
      while !Task.isCancelled {
        try? await Task.sleep(for: interval, clock: clock)
        add("tick")
      }
    }
  }

  func queue() {
    let began = DispatchTime.now()
    DispatchQueue.main.async { MainActor.assumeIsolated { self.add("main") } }
    DispatchQueue.main.asyncAfter(deadline: began + 0.5) {
      let after = DispatchTime.now().uptimeNanoseconds - began.uptimeNanoseconds
      MainActor.assumeIsolated { self.add("after \(after)") }
    }
    DispatchQueue.main.asyncAfter(wallDeadline: .now() + 3600) {
      MainActor.assumeIsolated { self.add("an hour later") }
    }
    let serial = DispatchQueue(label: "serial")
    for turn in 1...3 {
      serial.async {
        let stamp = Date().timeIntervalSince1970
        DispatchQueue.main.async {
          MainActor.assumeIsolated { self.add("serial \(turn) \(stamp)") }
        }
      }
    }
    DispatchQueue.global().async {
      Task { @MainActor in self.add("global") }
    }
  }

  /// Three parts of a group, of which one is a task, and what comes behind them.
  func group() {
    let group = DispatchGroup()
    for part in 1...2 {
      DispatchQueue.global().async(group: group) {
        DispatchQueue.main.async { MainActor.assumeIsolated { self.add("part \(part)") } }
      }
    }
    group.enter()
    Task {
      try? await Task.sleep(for: .seconds(2))
      add("part 3")
      group.leave()
    }
    group.notify(queue: .main) { MainActor.assumeIsolated { self.add("all parts") } }
  }

  /// A value behind a queue, as thread-safe wrappers have it, and a worker that waits for the main thread.
  func waitForQueues() {
    let guarded = DispatchQueue(label: "guarded", attributes: .concurrent)
    nonisolated(unsafe) var value = 0
    guarded.async(flags: .barrier) { unsafe value = 1 }
    guarded.async(flags: .barrier) { unsafe value += 1 }
    let read = guarded.sync { unsafe value }
    add("read \(read)")
    guarded.sync {
      dispatchPrecondition(condition: .onQueue(guarded))
      dispatchPrecondition(condition: .onQueue(.main))
      add("still the main actor")
    }
    guarded.sync(flags: .barrier) { dispatchPrecondition(condition: .onQueue(guarded)) }
    let worker = DispatchQueue(label: "worker")
    DispatchQueue.main.async { MainActor.assumeIsolated { self.add("before") } }
    worker.async {
      DispatchQueue.main.sync {
        dispatchPrecondition(condition: .notOnQueue(worker))
        MainActor.assumeIsolated { self.add("from the worker") }
      }
      dispatchPrecondition(condition: .onQueue(worker))
      guarded.sync { dispatchPrecondition(condition: .onQueue(worker)) }
      dispatchPrecondition(condition: .notOnQueue(.main))
    }
  }

  /// A work item, with what waits for it, before and after it has run.
  func runItem() {
    let work: @Sendable () -> Void = { MainActor.assumeIsolated { self.add("item") } }
    let item = DispatchWorkItem(block: work)
    item.notify(queue: .main) { MainActor.assumeIsolated { self.add("item has run") } }
    DispatchQueue.main.asyncAfter(deadline: .now() + 1, execute: item)
    Task {
      try? await Task.sleep(for: .seconds(2))
      add("waited: \(item.wait(timeout: .distantFuture))")
      item.notify(queue: .main) { MainActor.assumeIsolated { self.add("told late") } }
    }
  }

  /// Takes a semaphore that is free, and an empty group.
  func takeWhatIsFree() {
    let semaphore = DispatchSemaphore(value: 1)
    semaphore.wait()
    semaphore.signal()
    add("taken, \(DispatchGroup().wait(timeout: .distantFuture))")
  }

  /// Steps of the main actor between those of whoever shares it.
  func count(to end: Int) {
    Task {
      for number in 1...end {
        add("\(number)")
        await Task.yield()
      }
    }
  }

  func fanOut() {
    Task.detached {
      let sum = await withTaskGroup(of: Int.self) { group in
        for number in 1...4 {
          group.addTask {
            try? await Task.sleep(for: .milliseconds(number))
            return number
          }
        }
        return await group.reduce(into: "") { $0 += "\($1)" }
      }
      await self.add("group \(sum)")
    }
    let (numbers, continuation) = AsyncStream<Int>.makeStream()
    Task {
      for await number in numbers { add("stream \(number)") }
      add("stream ended")
    }
    continuation.yield(1)
    continuation.yield(2)
    continuation.finish()
  }
}
