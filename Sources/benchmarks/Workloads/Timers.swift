internal import Harness
import Simulator

/// A thousand tasks that sleep on the virtual clock a thousand times each.
struct Timers: SingleWorkload {
  let name = "timers"
  let unit = "sleeps/s"
  let summary = "1000 tasks, each sleeping 1000 times for 1 to 1000 µs of virtual time"

  func run() -> Double {
    let sleepers = 1000
    let rounds = 1000
    let world = World(seed: 1)
    return Stopwatch.perSecond(sleepers * rounds) {
      world.run {
        let tasks = (0..<sleepers).map { number in
          let sleeper = Sleeper(lane: world.lane("sleeper \(number)"))
          return sleeper.spawn { await $0.sleep(rounds, as: number) }
        }
        for task in tasks { await task.value }
      }
    }
  }
}

/// An actor with a task that does nothing but sleep.
private actor Sleeper: LaneActor {
  nonisolated let lane: Lane

  init(lane: Lane) {
    self.lane = lane
  }

  func sleep(_ rounds: Int, as number: Int) async {
    for round in 0..<rounds {
      try? await lane.world.sleep(for: .microseconds(Delays.microseconds(number, round)))
    }
  }
}

/// The memory of a pending timer at the worst moment, while the queue grows.
struct TimerMemory: SingleWorkload {
  let name = "timer-memory"
  let unit = "bytes/timer"
  let summary = "peak memory of a world with 1 000 000 pending timers, by timer"
  let better = Better.lesser

  func run() -> Double {
    let timers = 1_000_000
    let world = World(seed: 1)
    let peak = "peak"
    world.run {
      let lane = world.lane("alarms")
      let before = ResidentMemory.beginPeak()
      for timer in 0..<timers {
        let delay = Duration.microseconds(Delays.microseconds(timer, timer))
        lane.schedule(after: delay) { world.measure("timer", .nanoseconds(timer)) }
      }
      world.measure(peak, .nanoseconds(ResidentMemory.peak() - before))
    }
    let bytes = world.measures.first { $0.name == peak }?.nanoseconds ?? 0
    return Double(bytes) / Double(timers)
  }
}

/// Plain closures at instants, the work that network simulators count, on the simulator's own queue of timers.
///
/// A thousand chains, each of whose events sets the next one, with the delays of ``Floor`` and ``Timers``.
struct Events: SingleWorkload {
  let name = "events"
  let unit = "events/s"
  let summary = "1000 closures on timers, each setting the next one 1 to 1000 µs later"

  func run() -> Double {
    let chains = 1000
    let rounds = 2000
    let world = World(seed: 1)
    let figure = Stopwatch.perSecond(chains * rounds) {
      let verdict = world.run {
        let lane = world.lane("events")
        for chain in 0..<chains { Self.set(0, of: rounds, in: chain, on: lane) }
        try await world.untilQuiet()
      }
      guard case .passed = verdict else { preconditionFailure("the events ended as \(verdict)") }
    }
    precondition(world.eventCount > chains * rounds, "only \(world.eventCount) steps")
    return figure
  }

  /// Sets an event of a chain, which sets the one after it.
  private static func set(_ round: Int, of rounds: Int, in chain: Int, on lane: Lane) {
    guard round < rounds else { return }
    let instant = lane.world.now.nanoseconds + Delays.nanoseconds(chain, round)
    lane.schedule(at: Instant(nanoseconds: instant)) {
      set(round + 1, of: rounds, in: chain, on: lane)
    }
  }
}
