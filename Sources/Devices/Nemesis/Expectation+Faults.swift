internal import Harness
internal import Simulator

extension Expectation {
  /// Goes on waiting where faults from the seed allow it: a limit that was missed is binding only from the end of
  /// the last fault and the time to recover from it on (see ``FaultPlan``).
  func afterFaults(
    _ reached: (instant: Instant, step: UInt64)?, _ deadline: Instant, _ limit: Duration,
    _ holds: @escaping @Sendable (Screen) -> Bool
  ) async throws -> (reached: (instant: Instant, step: UInt64)?, deadline: Instant) {
    var (reached, deadline) = (reached, deadline)
    while reached.map({ $0.instant > deadline }) ?? true,
      let later = world.nemesis?.binding(limit), later > deadline
    {
      deadline = later
      if reached == nil, world.now < deadline {
        reached = try await firstChange(until: deadline) { $0.map(holds) ?? false }
      }
    }
    return (reached, deadline)
  }

  /// Describes the extension of a limit by the run's faults, for a failure's text; empty when faults extended nothing.
  func allowance(_ limit: Duration) -> String {
    // A limit that ended later than that owes nothing to faults.
    guard let binding = world.nemesis?.binding(limit),
      binding.duration(to: world.now) <= .nanoseconds(1)
    else { return "" }
    return "; faults from the seed gave it until \(binding), and none strikes any more"
  }
}
