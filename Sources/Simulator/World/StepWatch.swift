/// Counts a run's steps against its ``Bounds``.
///
/// All bounds of steps come down to one number, the step at which the run is exhausted unless the clock moves on; so a
/// step costs one comparison. Since it only grows as the clock moves, it is reckoned anew when a step comes near to
/// what it was.
struct StepWatch {
  /// The steps before the limit from which on it is noted which lanes run them.
  private static let noted: UInt64 = 1_000
  /// The nanoseconds of a moment.
  private static let moment: Int64 = 10_000_000

  /// The bound from which the limit comes.
  private enum Bound {
    case run
    case instant
    case moment
  }

  /// The number of a step up to which none is noted.
  private(set) var beginning: UInt64
  /// The number of the last step that may run.
  private(set) var limit: UInt64
  private var bound: Bound
  /// The bound of a moment for 64 lanes.
  private let perMoment: UInt64
  /// The instant at which the present moment began, in nanoseconds.
  private var momentStart: Int64 = 0
  /// The number of steps that ran before the present moment.
  private var stepsBeforeMoment: UInt64 = 0
  private var stepsBeforeInstant: UInt64 = 0
  /// The number of noted steps of each lane, by its place in the world.
  private var tally: [Int: Int] = [:]

  init(_ bounds: Bounds) {
    (limit, bound) = (bounds.events, .run)
    beginning = 0
    // So few that the product with the lanes still fits into a word.
    perMoment = min(bounds.eventsPerMoment, 1 << 32)
    reckon(lanes: 0, bounds)
  }

  /// The clock has moved: whatever ran at the instant before is over.
  @inline(__always)
  mutating func clockMoved(to nanoseconds: Int64, after steps: UInt64) {
    if nanoseconds &- momentStart > Self.moment {
      momentStart = nanoseconds
      stepsBeforeMoment = steps
    }
    stepsBeforeInstant = steps
  }

  private mutating func reckon(lanes: Int, _ bounds: Bounds) {
    let instant = Self.sum(stepsBeforeInstant, bounds.eventsPerInstant)
    let moment = stepsBeforeMoment &+ perMoment &* UInt64(1 &+ lanes &>> 6)
    limit = bounds.events
    bound = .run
    if moment < limit { (limit, bound) = (moment, .moment) }
    if instant <= limit { (limit, bound) = (instant, .instant) }
    beginning = limit > Self.noted ? limit - Self.noted : 0
  }

  /// Notes who runs a step near the limit; true where it lies beyond.
  ///
  /// - Parameter lanes: The number of lanes; it may have grown since the clock moved.
  mutating func note(_ step: UInt64, on lane: Int, lanes: Int, _ bounds: Bounds) -> Bool {
    reckon(lanes: lanes, bounds)
    if step > beginning {
      tally[lane, default: 0] += 1
    } else if !tally.isEmpty {
      tally = [:]
    }
    return step > limit
  }

  /// Returns the reason for which the run is exhausted.
  ///
  /// - Parameter name: The name of a lane.
  func reason(at now: Instant, _ bounds: Bounds, name: (Int) -> String) -> String {
    // order: the greatest is one, by its count and then its place.
    let most = tally.max { ($0.value, -$0.key) < ($1.value, -$1.key) }
    // order: a sum is the same in any.
    let total = tally.values.reduce(0, +)
    let who =
      most.map { "; of the last \(total), \($0.value) ran on lane \(name($0.key))" } ?? ""
    switch bound {
    case .run:
      return """
        the run took more than \(bounds.events) steps; raise the bound if the scenario needs them\(who)
        """
    case .instant:
      return """
        more than \(bounds.eventsPerInstant) steps ran at \(now) without the clock moving: a task \
        loops without waiting for anything. Let it sleep on the world's clock, or wait for a change\(who)
        """
    case .moment:
      return """
        more than \(limit - stepsBeforeMoment) steps ran in the 10 ms up to \(now): something comes round for \
        ever after next to no time, such as a sleep, an advance or a fault of a few nanoseconds. Let it wait for \
        longer, or for a change\(who)
        """
    }
  }

  /// A sum that a bound without end does not overflow.
  private static func sum(_ steps: UInt64, _ bound: UInt64) -> UInt64 {
    let (sum, overflow) = steps.addingReportingOverflow(bound)
    return overflow ? .max : sum
  }
}

extension World {
  /// A step has run so near to a bound that it is noted on which lane.
  @inline(never)
  func noteLateStep(on lane: Lane) {
    guard stepWatch.note(stepCount, on: lane.index, lanes: lanes.count, bounds),
      reachedVerdict == nil
    else { return }
    reachedVerdict = .exhausted(
      stepWatch.reason(at: now, bounds) { index in
        (lanes + taskLanes.lanes).first { $0.index == index }?.name ?? "?"
      })
  }
}
