import Foundation
internal import TestSupport
import Testing

@testable import Simulator

#if os(Linux)
  @Suite("Ordinary code runs in a process of its own, on its device's time and its world's chance")
  struct SimulatedProcessTests {
    /// A world with processes that run an ``OrdinaryModel`` each.
    private final class Bench: @unchecked Sendable {
      let world: World
      /// What the models saw, with the process and the instant.
      var seen: [String] = []
      var processes: [SimulatedProcess] = []

      init(seed: UInt64 = 1, schedule: Schedule = .fifo) {
        world = World(seed: seed, schedule: schedule)
      }

      /// Starts a process whose device's clock is wrong by so many seconds, and has its model do something.
      @discardableResult
      func start(
        _ name: String, skew: Int64 = 0,
        _ work: @escaping @MainActor @Sendable (OrdinaryModel) -> Void
      ) -> SimulatedProcess {
        let process = SimulatedProcess(name: name, mainLane: world.lane(name)) {
          TrueTime.nanoseconds(at: $0) + skew * 1_000_000_000
        }
        processes.append(process)
        process.mainLane.post {
          MainActor.assumeIsolated {
            let model = OrdinaryModel { [unowned self] line in
              if !world.isOver { seen.append("\(name) \(line)") }
            }
            work(model)
          }
        }
        return process
      }

      /// Runs the scenario and returns what the models saw.
      func play(_ scenario: @escaping @Sendable () async throws -> Void) -> [String] {
        #expect(world.mustPass(scenario))
        #expect(world.remains == nil)
        return seen
      }

      func lines(of name: String) -> [String] {
        seen.filter { $0.hasPrefix("\(name) ") }.map { String($0.dropFirst(name.count + 1)) }
      }
    }

    @Test(
      "every clock of the system shows the device's time: the wall clock its skew, the others how long it has run"
    )
    func clocks() {
      let bench = Bench()
      _ = bench.play {
        try await bench.world.sleep(for: .seconds(5))
        bench.start("Alice") { $0.readClocks() }
        bench.start("Bob", skew: 3600) { $0.readClocks() }
        try await bench.world.sleep(for: .seconds(1))
      }
      #expect(
        bench.lines(of: "Alice") == [
          "date 1767614405.0", "uptime 100005.0", "dispatch 100005000000000", "time 1767614405",
        ])
      #expect(bench.lines(of: "Bob").first == "date 1767618005.0")
      #expect(bench.lines(of: "Bob").last == "time 1767618005")
      #expect(bench.lines(of: "Bob")[1] == "uptime 100005.0")
    }

    @Test("code of no process reads the true time")
    func scenarioClock() {
      let read = Bench()
      _ = read.play {
        try await Task.sleep(for: .seconds(90))
        read.seen.append("\(Date().timeIntervalSince1970) \(read.world.now)")
      }
      #expect(read.seen == ["1767614490.0 1:30.000"])
    }

    @Test("randomness and identifiers are drawn by the seed, for each process apart")
    func randomness() {
      func drawn(_ seed: UInt64) -> (alice: [String], bob: [String]) {
        let bench = Bench(seed: seed)
        _ = bench.play {
          bench.start("Alice") { $0.draw() }
          bench.start("Bob") { $0.draw() }
          try await bench.world.sleep(for: .seconds(1))
        }
        return (bench.lines(of: "Alice"), bench.lines(of: "Bob"))
      }
      let (first, again, other) = (drawn(1), drawn(1), drawn(2))
      #expect(first == again)
      #expect(first.alice.count == 5)
      for index in first.alice.indices {
        #expect(first.alice[index] != first.bob[index])
        #expect(first.alice[index] != other.alice[index])
      }
    }

    #if canImport(Glibc)
      @Test("what is read from a random file of the system is drawn, under any descriptor")
      func randomFiles() {
        func drawn() -> [String] {
          let bench = Bench(seed: 1)
          _ = bench.play {
            bench.start("Alice") {
              $0.draw()
              $0.drawFromFile()
            }
            try await bench.world.sleep(for: .seconds(1))
          }
          return bench.lines(of: "Alice")
        }
        let usual = drawn()
        #expect(usual.count == 6)
        // As in a program with many files and sockets open.
        let opened = (0..<100).map { _ in unsafe open("/dev/null", O_RDONLY) }
        let beside = drawn()
        for descriptor in opened { close(descriptor) }
        #expect(beside == usual)
      }

      @Test("numbers that follow from a seed are glibc's, for each process from the beginning")
      func seededNumbers() {
        for worldSeed: UInt64 in [1, 2] {
          let bench = Bench(seed: worldSeed)
          _ = bench.play {
            bench.start("Alice") { $0.drawSeeded() }
            bench.start("Bob") {
              $0.drawSeeded()
              $0.drawSeeded(42)
              $0.drawSeeded(42)
            }
            try await bench.world.sleep(for: .seconds(1))
            bench.seen.append("\(random())")
          }
          // The machine's own, as a program of C prints them.
          let unseeded = [
            "random 1804289383 846930886", "kept 1681692777",
            "48 3.907985046680551e-14 2116118 178803790",
          ]
          let seeded = [
            "random 71876166 708592740", "kept 1483128881",
            "48 0.7445250000610066 735945821 477107655",
          ]
          #expect(bench.lines(of: "Alice") == unseeded)
          #expect(bench.lines(of: "Bob") == unseeded + seeded + seeded)
          #expect(bench.seen.last == "1804289383")
        }
      }
    #endif

    @Test(
      "Task.sleep and ContinuousClock sleep on virtual time, to the nanosecond, and can be cancelled"
    )
    func sleeping() {
      let bench = Bench()
      _ = bench.play {
        bench.start("Alice") { $0.sleep() }
        try await bench.world.sleep(for: .seconds(5))
      }
      #expect(
        bench.lines(of: "Alice") == [
          "cancelled after 1.0 seconds", "slept 1.5 seconds", "slept 1.750000001 seconds",
          "slept 2.0 seconds",
        ])
      #expect(bench.world.now == Instant(nanoseconds: 5_000_000_000))
    }

    @Test("a sleep of the scenario is one of the world's")
    func scenarioSleep() {
      let bench = Bench()
      _ = bench.play {
        try await Task.sleep(for: .hours(1))
        try await Task.sleep(for: .seconds(60), clock: .suspending)
        try await Task.sleep(nanoseconds: 1)
        async let child: Void = Task.sleep(for: .seconds(1))
        try await child
      }
      #expect(bench.world.now == Instant(nanoseconds: 3_661_000_000_001))
    }

    @Test("blocks of Dispatch run on virtual time, those of one queue in order")
    func queues() {
      let bench = Bench()
      let hourLater = bench.play {
        bench.start("Alice") { $0.queue() }
        try await bench.world.sleep(for: .hours(2))
      }
      let lines = bench.lines(of: "Alice")
      #expect(hourLater.count == 7)
      #expect(
        lines.filter { $0.hasPrefix("serial") } == (1...3).map { "serial \($0) 1767614400.0" })
      #expect(lines.suffix(2) == ["after 500000000", "an hour later"])
      #expect(Set(lines.prefix(5)).isSuperset(of: ["main", "global"]))
    }

    @Test("who waits for a queue finds what was given to it before, and runs as that queue")
    func syncQueues() {
      for seed in 1...10 as ClosedRange<UInt64> {
        let bench = Bench(seed: seed, schedule: .random)
        _ = bench.play {
          bench.start("Alice") { $0.waitForQueues() }
          try await bench.world.sleep(for: .seconds(1))
        }
        #expect(
          bench.lines(of: "Alice") == [
            "read 2", "still the main actor", "before", "from the worker",
          ])
      }
    }

    @Test("what waits for a work item runs once the item has run")
    func workItems() {
      let bench = Bench()
      _ = bench.play {
        bench.start("Alice") { $0.runItem() }
        try await bench.world.sleep(for: .seconds(5))
      }
      #expect(
        bench.lines(of: "Alice") == ["item", "item has run", "waited: success", "told late"])
    }

    @Test(
      "what waits for a group of Dispatch runs behind all its parts; a semaphore that is free is taken"
    )
    func dispatchGroups() {
      let bench = Bench()
      _ = bench.play {
        bench.start("Alice") {
          $0.group()
          $0.takeWhatIsFree()
        }
        try await bench.world.sleep(for: .seconds(5))
      }
      let lines = bench.lines(of: "Alice")
      #expect(lines.first == "taken, success")
      #expect(Set(lines.dropFirst().prefix(2)) == ["part 1", "part 2"])
      #expect(lines.suffix(2) == ["part 3", "all parts"])
    }

    @Test("groups and streams of two processes end in each as they should")
    func fanOut() {
      let bench = Bench(seed: 3, schedule: .random)
      _ = bench.play {
        for name in ["Alice", "Bob"] { bench.start(name) { $0.fanOut() } }
        try await bench.world.sleep(for: .seconds(5))
      }
      for name in ["Alice", "Bob"] {
        #expect(bench.lines(of: name) == ["stream 1", "stream 2", "stream ended", "group 1234"])
      }
    }

    @Test("the main actors of two processes interleave as the seed decides, each in its own order")
    func interleaving() {
      var orders: Set<[String]> = []
      for seed in 1...50 as ClosedRange<UInt64> {
        func order() -> [String] {
          let bench = Bench(seed: seed, schedule: .random)
          let seen = bench.play {
            for name in ["Alice", "Bob"] { bench.start(name) { $0.count(to: 4) } }
            try await bench.world.sleep(for: .seconds(1))
          }
          #expect(bench.lines(of: "Alice") == ["1", "2", "3", "4"])
          #expect(bench.lines(of: "Bob") == ["1", "2", "3", "4"])
          return seen
        }
        let first = order()
        #expect(first == order())
        orders.insert(first)
      }
      #expect(orders.count > 20)
    }

    @Test(
      "a process that ends does nothing more: no task, no timer, no block, at whichever step it ends"
    )
    func ending() {
      for step in 1...60 {
        let bench = Bench()
        let seen = bench.play {
          let process = bench.start("Alice") { model in
            model.fanOut()
            model.queue()
            model.sleep()
          }
          let steps = WorldBound((left: step, seen: -1), in: bench.world)
          @Sendable func strike() {
            let isDue = steps.withValue { steps in
              steps.left -= 1
              return steps.left == 0
            }
            guard isDue else {
              return bench.world.lane("next \(bench.world.eventCount)").post(strike)
            }
            process.end()
            steps.withValue { $0.seen = bench.seen.count }
          }
          bench.world.lane("striker").post(strike)
          try await bench.world.sleep(for: .hours(2))
          steps.withValue { #expect($0.seen == bench.seen.count) }
        }
        #expect(seen.count < 16)
      }
    }

    @Test(
      "a process that is suspended does nothing until it is resumed, and misses nothing that is due"
    )
    func suspension() {
      let bench = Bench()
      _ = bench.play {
        let process = bench.start("Alice") { $0.sleep() }
        try await bench.world.sleep(for: .milliseconds(1200))
        process.suspend()
        let count = bench.seen.count
        try await bench.world.sleep(for: .seconds(10))
        #expect(bench.seen.count == count)
        process.resume()
        try await bench.world.sleep(for: .seconds(1))
      }
      #expect(
        bench.lines(of: "Alice") == [
          "cancelled after 1.0 seconds", "slept 11.2 seconds", "slept 11.450000001 seconds",
          "slept 11.450000001 seconds",
        ])
    }

    /// Something of a process that others ask.
    private actor Guestbook: LaneActor {
      nonisolated let lane: Lane
      private var guests = 0

      init(lane: Lane) { self.lane = lane }

      func sign() -> Int {
        guests += 1
        return guests
      }
    }

    @Test(
      "what others have sent to a process that stands still goes on once it ends",
      arguments: [false, true])
    func visitors(isSlow: Bool) {
      let world = World(seed: 1)
      let passed = world.mustPass {
        let process = SimulatedProcess(name: "Alice", mainLane: world.lane("Alice"))
        let book = Guestbook(lane: process.mainLane)
        // A slow disk stops the lane alone.
        if isSlow { process.mainLane.freeze() } else { process.suspend() }
        world.lane("killer").schedule(after: .seconds(1)) { process.end() }
        let began = world.now
        #expect(await book.sign() == 1)
        #expect(began.duration(to: world.now) == .seconds(1))
        #expect(await book.sign() == 2)
      }
      #expect(passed)
    }

    @Test("a suspending clock stands still while the device sleeps, a continuous one runs on")
    func suspendingClock() {
      let bench = Bench()
      _ = bench.play {
        let continuous = bench.start("Alice") { $0.tick(on: .continuous, every: .seconds(3)) }
        let suspending = bench.start("Bob") { $0.tick(on: .suspending, every: .seconds(3)) }
        try await bench.world.sleep(for: .seconds(2))
        for process in [continuous, suspending] { process.suspend() }
        try await bench.world.sleep(for: .seconds(60))
        for process in [continuous, suspending] { process.resume() }
        try await bench.world.sleep(for: .milliseconds(500))
        #expect(bench.lines(of: "Alice") == ["tick"])
        #expect(bench.lines(of: "Bob").isEmpty)
        try await bench.world.sleep(for: .milliseconds(600))
        #expect(bench.lines(of: "Bob") == ["tick"])
      }
    }

    @Test("a task that sleeps for ever, cancelled or not, keeps no world from ending")
    func endless() {
      let bench = Bench()
      let seen = bench.play {
        bench.start("Alice") { _ in
          Task { while true { try? await Task.sleep(for: .seconds(30)) } }
          Task.detached {
            await unsafe withUnsafeContinuation { (_: UnsafeContinuation<Void, Never>) in }
          }
        }
        try await bench.world.sleep(for: .seconds(100))
      }
      #expect(seen.isEmpty)
    }

    @Test("worlds on two threads have clocks and chance of their own")
    func sideBySide() async {
      @Sendable func lines(_ seed: UInt64) -> [String] {
        let bench = Bench(seed: seed, schedule: .random)
        return bench.play {
          bench.start("Alice") {
            $0.draw()
            $0.queue()
            $0.fanOut()
          }
          bench.start("Bob", skew: 60) {
            $0.readClocks()
            $0.sleep()
          }
          try await bench.world.sleep(for: .seconds(5))
        }
      }
      let alone = (1...4).map { lines($0) }
      let together = await withTaskGroup(of: (Int, [String]).self) { group in
        for index in 0..<4 { group.addTask { (index, lines(UInt64(index + 1))) } }
        return await group.reduce(into: [Int: [String]]()) { $0[$1.0] = $1.1 }
      }
      #expect((0..<4).map { together[$0] } == alone)
    }
  }
#endif
