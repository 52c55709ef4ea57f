import Simulator

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
