import Simulator

/// Notices threads whose world has not begun a step for too long.
///
/// Real time is counted in looks, each for no more than ``longestLook``: a process that was stopped for
/// an hour does not blame its scenarios when it goes on.
struct HangWatch {
  /// A thread that is to be given up.
  struct Finding {
    let worker: Int
    let occupation: Workforce.Occupation
  }

  private struct Sighting {
    let ordinal: Int
    let world: ObjectIdentifier?
    let steps: UInt64
    var quiet: Duration
  }

  /// What one look counts for at the most.
  static let longestLook = Duration.milliseconds(250)

  private let patience: Duration
  private var sightings: [Int: Sighting] = [:]
  private var lastLook: SuspendingClock.Instant?

  init(patience: Duration) {
    self.patience = patience
  }

  /// Looks at every thread, and returns those that stood still for all of the patience.
  mutating func look(
    at busy: [(worker: Int, occupation: Workforce.Occupation)], now: SuspendingClock.Instant
  ) -> [Finding] {
    let passed = min(lastLook.map { $0.duration(to: now) } ?? .zero, Self.longestLook)
    lastLook = now
    var current: [Int: Sighting] = [:]
    var findings: [Finding] = []
    for (worker, occupation) in busy {
      var sighting = Sighting(
        ordinal: occupation.plan.ordinal, world: occupation.pulse.map(ObjectIdentifier.init),
        steps: occupation.pulse?.stepsBegun ?? 0, quiet: .zero)
      if let before = sightings[worker], before.ordinal == sighting.ordinal,
        before.world == sighting.world, before.steps == sighting.steps
      {
        sighting.quiet = before.quiet + passed
      }
      current[worker] = sighting
      if sighting.quiet >= patience {
        findings.append(Finding(worker: worker, occupation: occupation))
      }
    }
    sightings = current
    return findings
  }
}
