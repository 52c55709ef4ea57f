public import Simulator

/// A latency that was observed in a run.
public struct Measure: Hashable, Sendable {
  /// The name of the measure, such as "receipt".
  public let name: String
  /// The time that it took on the virtual clock, in nanoseconds.
  public let nanoseconds: Int64
  /// The time that it was allowed to take, in nanoseconds; nil when no limit was given.
  public let limit: Int64?
  /// The instant at which it began, in nanoseconds since the world began.
  package let since: Int64
  /// The step that ended it, by its number.
  package let step: UInt64

  /// Describes an observation.
  package init(
    name: String, nanoseconds: Int64, limit: Int64? = nil, since: Int64 = 0, step: UInt64 = 0
  ) {
    self.name = name
    self.nanoseconds = nanoseconds
    self.limit = limit
    self.since = since
    self.step = step
  }
}

/// An expectation that took longer than its limit in a run that waits on; see ``RunConfiguration/overtime``.
public struct Overrun: Hashable, Codable, Sendable {
  /// The measure that it would have given; nil for an expectation that measures nothing.
  public let measure: String?
  /// The limit, in nanoseconds.
  public let limit: Int64
  /// The time that it took, in nanoseconds; nil when it never came true.
  public let nanoseconds: Int64?
  /// The place of the expectation.
  public let location: CodeLocation

  /// Describes an overrun.
  public init(measure: String?, limit: Int64, nanoseconds: Int64?, location: CodeLocation) {
    self.measure = measure
    self.limit = limit
    self.nanoseconds = nanoseconds
    self.location = location
  }
}

extension World {
  /// The latencies that expectations observed, in the order of their observation.
  public var measures: [Measure] {
    checkReader("the measures were read")
    return record.measures
  }

  /// The expectations that took longer than their limits, where the run lets them; see ``overtime``.
  public var overruns: [Overrun] {
    checkReader("the overruns were read")
    return record.overruns
  }

  /// The time that an expectation is given beyond its limit; zero where the limit is the end.
  public var overtime: Duration {
    checkReader("the overtime was read")
    return record.overtime
  }

  /// Keeps a latency that an expectation observed.
  ///
  /// - Parameters:
  ///   - limit: The time that it was allowed to take.
  ///   - since: The instant at which it began; by default `duration` ago.
  ///   - step: The step that ended it; by default the one that is running.
  public func measure(
    _ name: String, _ duration: Duration, limit: Duration? = nil, since: Instant? = nil,
    step: UInt64? = nil, fileID: String = #fileID, filePath: String = #filePath, line: Int = #line
  ) {
    let location = CodeLocation(fileID: fileID, filePath: filePath, line: line)
    guard takes(duration, "measure(\"\(name)\")", at: location) else { return }
    let (start, overflow) = now.nanoseconds.subtractingReportingOverflow(duration.nanoseconds)
    record.measures.append(
      Measure(
        name: name, nanoseconds: duration.nanoseconds, limit: limit?.nanoseconds,
        since: since?.nanoseconds ?? (overflow ? 0 : start),
        step: step ?? eventCount))
  }

  /// Keeps that an expectation took longer than its limit, or never came true.
  public func note(_ overrun: Overrun) {
    guard checkDriving("an overrun was noted") else { return }
    record.overruns.append(overrun)
  }

  /// Keeps the same with its beginning and the step that ended it, for its causes.
  ///
  /// - Parameter step: The step that ended it; nil where it never came true.
  package func note(_ overrun: Overrun, since: Instant, step: UInt64?) {
    if isTracing, record.overruns.isEmpty, let nanoseconds = overrun.nanoseconds, let step {
      record.late = Measure(
        name: overrun.measure ?? "", nanoseconds: nanoseconds, limit: overrun.limit,
        since: since.nanoseconds, step: step)
    }
    note(overrun)
  }
}
