// What verbs require of the numbers, durations and instants that they are given. Each requirement is false where it is
// not met, and the run has failed then. Texts are made only in that case.

extension World {
  /// The longest duration that a verb takes: a hundred years of 365.25 days.
  ///
  /// Sums of a few of them still fit into the 63 bits of nanoseconds that a world counts.
  public static let longestDuration: Duration = .hours(876_600)

  /// Requires a duration from a least one to ``longestDuration``.
  ///
  /// - Parameter verb: The verb with the label of the argument, such as `Bob.partition(for:)`.
  public func takes(
    _ duration: Duration, atLeast least: Duration = .zero, _ verb: @autoclosure () -> String,
    at location: SourceLocation?
  ) -> Bool {
    guard isOwnRun("\(verb()) was called", at: location) else { return false }
    if duration >= least, duration <= Self.longestDuration { return true }
    misuse(
      Misuse(
        verb(), given: duration.stopwatch,
        takes: "a duration from \(least.stopwatch) to 100 years"), at: location)
    return false
  }

  /// Requires a duration of at most ``longestDuration`` either way.
  public func takes(
    signed duration: Duration, upTo most: Duration = longestDuration,
    _ verb: @autoclosure () -> String, at location: SourceLocation?
  ) -> Bool {
    guard isOwnRun("\(verb()) was called", at: location) else { return false }
    if duration >= .zero - most, duration <= most { return true }
    misuse(
      Misuse(
        verb(), given: duration.stopwatch,
        takes: "a duration from -\(most.stopwatch) to \(most.stopwatch)"), at: location)
    return false
  }

  /// Requires an instant that is not over, and that the run can reach.
  public func takes(
    planned instant: Instant, _ verb: @autoclosure () -> String, at location: SourceLocation?
  ) -> Bool {
    guard isOwnRun("\(verb()) was called", at: location) else { return false }
    if instant >= now, instant <= lastInstant { return true }
    misuse(
      Misuse(
        verb(), given: "\(instant)",
        takes: "an instant from now, \(now), to the run's last, \(lastInstant)"),
      at: location)
    return false
  }

  /// Requires an instant that the run can reach, in the past or to come.
  public func takes(
    _ instant: Instant, _ verb: @autoclosure () -> String, at location: SourceLocation?
  ) -> Bool {
    guard isOwnRun("\(verb()) was called", at: location) else { return false }
    if instant >= .zero, instant <= lastInstant { return true }
    misuse(
      Misuse(
        verb(), given: "\(instant)",
        takes: "an instant from the world's beginning to the run's last, \(lastInstant)"),
      at: location)
    return false
  }

  /// Requires a whole number within bounds.
  public func takes(
    _ number: Int, in range: ClosedRange<Int>, _ verb: @autoclosure () -> String,
    at location: SourceLocation?
  ) -> Bool {
    guard isOwnRun("\(verb()) was called", at: location) else { return false }
    if range.contains(number) { return true }
    misuse(
      Misuse(
        verb(), given: "\(number)",
        takes: "a number from \(range.lowerBound) to \(range.upperBound)"), at: location)
    return false
  }

  /// Requires a number within bounds, which no NaN is.
  public func takes(
    _ number: Double, in range: ClosedRange<Double>, _ verb: @autoclosure () -> String,
    at location: SourceLocation?
  ) -> Bool {
    guard isOwnRun("\(verb()) was called", at: location) else { return false }
    if range.contains(number) { return true }
    misuse(
      Misuse(
        verb(), given: "\(number)",
        takes: "a number from \(range.lowerBound) to \(range.upperBound)"), at: location)
    return false
  }

  /// Requires something else of an argument.
  ///
  /// - Parameter takes: What the verb takes, such as "at least one host".
  public func takes(
    _ condition: Bool, _ verb: @autoclosure () -> String, given: @autoclosure () -> String,
    takes: @autoclosure () -> String, at location: SourceLocation?
  ) -> Bool {
    guard isOwnRun("\(verb()) was called", at: location) else { return false }
    if condition { return true }
    misuse(Misuse(verb(), given: given(), takes: takes()), at: location)
    return false
  }
}
