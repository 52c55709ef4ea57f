// What verbs require of the numbers, durations and instants that they are given. Each requirement is false where it is
// not met, and the run has failed then. Texts are made only in that case, and what is met costs its comparison.

extension World {
  /// The longest duration that a verb takes: a hundred years of 365.25 days.
  ///
  /// Sums of a few of them still fit into the 63 bits of nanoseconds that a world counts.
  public static let longestDuration: Duration = .hours(876_600)

  /// Requires a duration from a least one to ``longestDuration``.
  ///
  /// - Parameter verb: The verb with the label of the argument, such as `Bob.partition(for:)`.
  @inlinable
  @inline(__always)
  public func takes(
    _ duration: Duration, atLeast least: Duration = .zero, _ verb: @autoclosure () -> String,
    at location: CodeLocation?
  ) -> Bool {
    takes(
      duration >= least && duration <= Self.longestDuration, verb(), given: duration.stopwatch,
      takes: "a duration from \(least.stopwatch) to 100 years", at: location)
  }

  /// Requires a duration of at most ``longestDuration`` either way.
  @inlinable
  @inline(__always)
  public func takes(
    signed duration: Duration, upTo most: Duration = longestDuration,
    _ verb: @autoclosure () -> String, at location: CodeLocation?
  ) -> Bool {
    takes(
      duration >= .zero - most && duration <= most, verb(), given: duration.stopwatch,
      takes: "a duration from -\(most.stopwatch) to \(most.stopwatch)", at: location)
  }

  /// Requires an instant that is not over, and that the run can reach.
  @inlinable
  @inline(__always)
  public func takes(
    planned instant: Instant, _ verb: @autoclosure () -> String, at location: CodeLocation?
  ) -> Bool {
    takes(
      instant >= now && instant <= lastInstant, verb(), given: "\(instant)",
      takes: "an instant from now, \(now), to the run's last, \(lastInstant)", at: location)
  }

  /// Requires an instant that the run can reach, in the past or to come.
  @inlinable
  @inline(__always)
  public func takes(
    _ instant: Instant, _ verb: @autoclosure () -> String, at location: CodeLocation?
  ) -> Bool {
    takes(
      instant >= .zero && instant <= lastInstant, verb(), given: "\(instant)",
      takes: "an instant from the world's beginning to the run's last, \(lastInstant)",
      at: location)
  }

  /// Requires a number within bounds, which no NaN is.
  @inlinable
  @inline(__always)
  public func takes<Number: Numeric & Comparable>(
    _ number: Number, in range: ClosedRange<Number>, _ verb: @autoclosure () -> String,
    at location: CodeLocation?
  ) -> Bool {
    takes(
      range.contains(number), verb(), given: "\(number)",
      takes: "a number from \(range.lowerBound) to \(range.upperBound)", at: location)
  }

  /// Requires something else of an argument.
  ///
  /// - Parameters:
  ///   - condition: Whether the verb takes it; asked only within the world's own run.
  ///   - takes: A description of the arguments that the verb takes, such as "at least one host".
  @inlinable
  @inline(__always)
  public func takes(
    _ condition: @autoclosure () -> Bool, _ verb: @autoclosure () -> String,
    given: @autoclosure () -> String, takes: @autoclosure () -> String,
    at location: CodeLocation?
  ) -> Bool {
    guard isOwnRun("\(verb()) was called", at: location) else { return false }
    if condition() { return true }
    refuse(verb(), given: given(), takes: takes(), at: location)
    return false
  }

  @usableFromInline
  @inline(never)
  func refuse(_ verb: String, given: String, takes: String, at location: CodeLocation?) {
    misuse(Misuse(verb, given: given, takes: takes), at: location)
  }
}
