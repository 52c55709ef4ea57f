public import Simulator

/// The chain of causes that led to the end of a measured latency, hop by hop.
///
/// The last cause of each step is followed back to the beginning of the measurement. Every nanosecond in
/// between belongs to exactly one hop, so the hops add up to the latency.
public struct CriticalPath: Hashable, Codable, Sendable {
  /// A stretch of a critical path.
  public struct Hop: Hashable, Codable, Sendable {
    /// The instant at which the hop begins.
    public let start: Instant
    /// The length of the hop in nanoseconds; above zero.
    public let nanoseconds: Int64
    /// The kind of waiting.
    public let kind: WaitKind
    /// The place: a link, a phone, a lane.
    public let place: String
    /// A readable description of the thing that waits.
    public let text: String
    /// Whether it had begun before the measurement did; only what fell into it is counted.
    public let beganBefore: Bool
    /// The lanes that ran one after the other when it was over.
    public let lanes: [String]
  }

  /// The hops in the order of time.
  public let hops: [Hop]
  /// The instant at which the measurement began.
  public let start: Instant
  /// The latency, in nanoseconds.
  public let nanoseconds: Int64

  /// The time that no seed and no schedule makes shorter, in nanoseconds.
  public var fixedNanoseconds: Int64 {
    hops.reduce(0) { $0 + ($1.kind.isFixed ? $1.nanoseconds : 0) }
  }
}

extension CriticalPath {
  /// Follows the causes of the step that ended a measurement.
  init(of measure: Measure, in trace: CausalTrace) {
    var backwards: [Hop] = []
    var lanes: [String] = []
    let since = measure.since
    var step = measure.step
    var instant = since + measure.nanoseconds
    while instant > since {
      guard let run = trace[step], run.instant == instant, let cause = run.cause else {
        backwards.append(.unknown(from: since, to: instant, lanes: lanes.reversed()))
        break
      }
      let name = trace.laneNames[run.lane]
      if lanes.last != name { lanes.append(name) }
      step = cause.step
      if let place = cause.timer {
        let timer = trace.timers[place]
        backwards += Self.hops(of: timer, until: instant, since: since, lanes: lanes.reversed())
        if timer.from < instant { lanes = [] }
        instant = timer.from
      } else {
        let before = trace[step]?.instant ?? 0
        if before < instant {
          backwards.append(
            .unknown(from: max(before, since), to: instant, lanes: lanes.reversed()))
          lanes = []
        }
        instant = before
      }
    }
    self.init(
      hops: Self.merged(backwards.reversed()), start: Instant(nanoseconds: since),
      nanoseconds: measure.nanoseconds)
  }

  /// The parts of a wait that fall behind `since`, the last one first.
  private static func hops(
    of timer: CausalTrace.SetTimer, until end: Int64, since: Int64, lanes: [String]
  ) -> [Hop] {
    var hops: [Hop] = []
    var from = timer.from
    for (index, part) in timer.wait.parts.enumerated() {
      let isLast = index == timer.wait.parts.count - 1
      let to = isLast ? end : min(end, from + max(0, part.nanoseconds))
      if to > max(from, since) {
        hops.append(
          Hop(
            start: Instant(nanoseconds: max(from, since)), nanoseconds: to - max(from, since),
            kind: part.kind, place: timer.wait.place, text: timer.wait.text,
            beganBefore: from < since, lanes: isLast ? lanes : []))
      }
      from = to
    }
    return hops.reversed()
  }

  /// Neighbours of one kind at one place are one: a timer that was set anew while the wait went on. What no luck shortens stays apart:
  /// two links one behind the other have a propagation each.
  private static func merged(_ hops: [Hop]) -> [Hop] {
    var result: [Hop] = []
    for hop in hops {
      if let last = result.last, last.kind == hop.kind, !hop.kind.isFixed,
        last.place == hop.place, last.text == hop.text
      {
        result[result.count - 1] = Hop(
          start: last.start, nanoseconds: last.nanoseconds + hop.nanoseconds, kind: hop.kind,
          place: hop.place, text: hop.text, beganBefore: last.beganBefore, lanes: hop.lanes)
      } else {
        result.append(hop)
      }
    }
    return result
  }
}

extension CriticalPath.Hop {
  fileprivate static func unknown(from: Int64, to: Int64, lanes: [String]) -> Self {
    Self(
      start: Instant(nanoseconds: from), nanoseconds: to - from, kind: .unknown, place: "world",
      text: "no cause was recorded", beganBefore: false, lanes: lanes)
  }
}
