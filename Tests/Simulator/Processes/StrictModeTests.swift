internal import TestSupport
import Testing

@testable import Simulator

#if os(Linux)
  @Suite("A strict run ends where something is tried with a process that has ended")
  struct StrictModeTests {
    /// What somebody keeps of a process beyond its end.
    ///
    /// `@unchecked Sendable`: used by the thread that drives its world.
    private final class Kept: @unchecked Sendable {
      var continuation: CheckedContinuation<Void, Never>?
      var task: Task<Void, Never>?
      var sleeper: Task<Void, Never>?
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

    /// How a run ended that was strict or not, and what went on in it until then.
    private struct Played {
      let verdict: Verdict
      let digest: UInt64
      let notes: [String]

      /// What leaked; nil where nothing did.
      var leak: String? {
        guard case .leaked(let text) = verdict else { return nil }
        return text
      }

      var isPassed: Bool { if case .passed = verdict { true } else { false } }
    }

    private struct Stage: Sendable {
      let world: World
      let trace: Trace
      let kept = Kept()

      func start(
        _ name: String, _ work: @escaping @MainActor @Sendable (Stage) async -> Void
      ) -> SimulatedProcess {
        let process = SimulatedProcess(name: name, mainLane: world.lane(name))
        process.mainLane.post {
          MainActor.assumeIsolated { kept.task = Task { await work(self) } }
        }
        return process
      }

      /// Notes something, but for code that is sent home at the end.
      func note(_ line: String) { if !world.isOver { trace.note(line) } }
    }

    private func play(
      strictly isStrict: Bool, seed: UInt64 = 1, _ schedule: Schedule = .fifo,
      scenario: @escaping @Sendable (Stage) async throws -> Void
    ) -> Played {
      let world = World(seed: seed, schedule: schedule)
      world.beStrict(isStrict)
      let stage = Stage(world: world, trace: Trace(in: world))
      var digest: UInt64 = 0
      let verdict = world.run {
        try await scenario(stage)
      } atVerdict: {
        digest = world.journal.digest
      }
      #expect(world.remains == nil)
      return Played(verdict: verdict, digest: digest, notes: stage.trace.all)
    }

    /// Plays a scenario strictly, where it must be told, and else, where it must pass.
    private func told(_ scenario: @escaping @Sendable (Stage) async throws -> Void) -> String {
      let plain = play(strictly: false, scenario: scenario)
      #expect(plain.isPassed, "\(plain.verdict)")
      #expect(plain.notes == [])
      let strict = play(strictly: true, scenario: scenario)
      #expect(strict.notes == [])
      #expect(strict.leak != nil, "\(strict.verdict)")
      return strict.leak ?? ""
    }

    /// Plays a scenario in which nothing is to be told: it goes the same way, strictly or not.
    private func expectSilence(
      seed: UInt64 = 1, _ schedule: Schedule = .fifo,
      _ scenario: @escaping @Sendable (Stage) async throws -> Void
    ) {
      let plain = play(strictly: false, seed: seed, schedule, scenario: scenario)
      let strict = play(strictly: true, seed: seed, schedule, scenario: scenario)
      #expect(plain.isPassed && strict.isPassed, "\(plain.verdict), \(strict.verdict)")
      #expect(plain.digest == strict.digest)
      #expect(plain.notes == strict.notes)
    }

    @Test("a task that the scenario resumes by a continuation")
    func continuation() {
      let text = told { stage in
        let alice = stage.start("Alice") { stage in
          await withCheckedContinuation { stage.kept.continuation = $0 }
          stage.note("Alice goes on")
        }
        try await stage.world.sleep(for: .seconds(1))
        alice.end("was killed by its person")
        try await stage.world.sleep(for: .seconds(1))
        stage.kept.continuation?.resume()
        try await stage.world.sleep(for: .seconds(1))
      }
      #expect(
        text.hasPrefix(
          "the scenario resumed a task of process Alice, which was killed by its person;"),
        "\(text)")
      #expect(text.contains("it ended at 1 s, and this came at 2 s"))
      #expect(text.contains("Keep a continuation"))
    }

    @Test("a task that another process resumes by a stream")
    func stream() {
      let text = told { stage in
        let (stream, continuation) = AsyncStream.makeStream(of: Int.self)
        let alice = stage.start("Alice") { stage in
          for await number in stream { stage.note("\(number)") }
        }
        _ = stage.start("Bob") { stage in
          try? await Task.sleep(for: .seconds(3))
          continuation.yield(1)
          continuation.finish()
        }
        try await stage.world.sleep(for: .seconds(1))
        alice.end()
        try await stage.world.sleep(for: .seconds(5))
      }
      #expect(
        text.hasPrefix("process Bob resumed a task of process Alice, which was ended;"), "\(text)")
      #expect(text.contains("it ended at 1 s, and this came at 3 s"))
    }

    @Test("a call of an actor; one that was sent before the end is none")
    func call() {
      let text = told { stage in
        let world = stage.world
        let alice = SimulatedProcess(name: "Alice", mainLane: world.lane("Alice"))
        let book = Guestbook(lane: alice.mainLane)
        alice.suspend()
        world.lane("killer").schedule(after: .seconds(1)) { alice.end() }
        #expect(await book.sign() == 1)
        try await world.sleep(for: .seconds(1))
        #expect(await book.sign() == 2)
        try await world.sleep(for: .seconds(1))
      }
      #expect(
        text.hasPrefix(
          """
          the scenario called an actor on lane Alice of process Alice, which was ended; it ended at 1 s, and this came at 2 s
          """),
        "\(text)")
      #expect(text.contains("Keep no object of a launch"))
    }

    @Test("something that is tried as the process in a step behind that of its end")
    func attempt() {
      let text = told { stage in
        let alice = SimulatedProcess(name: "Alice", mainLane: stage.world.lane("Alice"))
        alice.noteAttempt("live")
        alice.end()
        alice.noteAttempt("die")
        try await stage.world.sleep(for: .seconds(1))
        alice.noteAttempt("show a screen")
        try await stage.world.sleep(for: .seconds(1))
      }
      #expect(
        text.hasPrefix("the scenario tried to show a screen as process Alice, which was ended;"),
        "\(text)")
    }

    @Test("what ends with a process is silent, at whichever step it ends")
    func peace() {
      for step in 1...30 {
        expectSilence(seed: UInt64(step), step % 2 == 0 ? .fifo : .random) { stage in
          let world = stage.world
          let process = SimulatedProcess(name: "Alice", mainLane: world.lane("Alice"))
          process.mainLane.post {
            MainActor.assumeIsolated {
              let model = OrdinaryModel { line in stage.note(line) }
              model.fanOut()
              model.queue()
              model.sleep()
            }
          }
          let left = WorldBound(step, in: world)
          @Sendable func strike() {
            let isDue = left.withValue { left in
              left -= 1
              return left == 0
            }
            guard isDue else { return world.lane("next \(world.eventCount)").post(strike) }
            process.end()
          }
          world.lane("striker").post(strike)
          try await world.sleep(for: .hours(2))
        }
      }
    }

    @Test("a process may do what it likes in its last step, and its tasks be cancelled")
    func lastStep() {
      expectSilence { stage in
        let world = stage.world
        let alice = stage.start("Alice") { stage in
          stage.kept.sleeper = Task {
            try? await Task.sleep(for: .seconds(60))
            stage.note("woke up")
          }
          Task { await withCheckedContinuation { stage.kept.continuation = $0 } }
          try? await Task.sleep(for: .seconds(1))
          SimulatedProcess.asking?.end()
          stage.kept.continuation?.resume()
        }
        try await world.sleep(for: .seconds(2))
        #expect(!alice.isAlive)
        stage.kept.sleeper?.cancel()
        try await world.sleep(for: .seconds(2))
      }
    }

    @Test("a stall names the processes that have ended, where nothing else is known")
    func stall() {
      let played = play(strictly: false) { stage in
        let alice = stage.start("Alice") { _ in try? await Task.sleep(for: .seconds(5)) }
        try await stage.world.sleep(for: .seconds(1))
        alice.end("was killed by its person")
        await stage.kept.task?.value
      }
      guard case .stalled(let text) = played.verdict else {
        Issue.record("ended as \(played.verdict)")
        return
      }
      #expect(
        text.contains(
          "Nobody hears of code whose process has ended: Alice was killed by its person at 1 s"))
    }
  }
#endif
