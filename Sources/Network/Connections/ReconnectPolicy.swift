package import Simulator

/// A policy for the wait before a client connects again: exponential back-off with jitter, as a pure value.
///
/// The numbers are those of Firebase's Realtime Database client: a connection that was lost is tried again at once;
/// then come 1 s, 1.3 s, 1.69 s, … up to 30 s, of which 70 % are subject to chance.
package struct ReconnectPolicy: Sendable, Hashable {
  /// The first wait after a failure.
  package var initialDelay: Duration = .seconds(1)
  /// The factor by which each further wait is longer than the one before, up to the longest wait.
  package var factor: Double = 1.3
  /// The longest wait.
  package var maximumDelay: Duration = .seconds(30)
  /// The share of a wait, 0 to 1, that is subject to chance.
  package var jitter: Double = 0.7
  /// The time that a connection must last to count as a success, which makes up for all failures.
  package var successAfter: Duration = .seconds(30)

  /// The number of attempts since the last success.
  package private(set) var failures = 0
  private var base: Duration = .zero
  private var openedAt: Instant?

  /// The policy at its start: the first attempt is made at once.
  package init() {}

  /// Says what makes the policy impossible, or nil where nothing does.
  var flaw: String? {
    let flaw =
      Self.flaw("initialDelay", initialDelay) ?? Self.flaw("maximumDelay", maximumDelay)
      ?? Self.flaw("successAfter", successAfter)
    if let flaw { return flaw }
    if !(0...1_000).contains(factor) {
      return "ReconnectPolicy.factor to be a number from 0 to 1000; it is \(factor)"
    }
    if !(0...1).contains(jitter) {
      return "ReconnectPolicy.jitter to be a share from 0 to 1; it is \(jitter)"
    }
    return nil
  }

  private static func flaw(_ name: StaticString, _ time: Duration) -> String? {
    if time >= .zero, time <= .days(3_652) { return nil }
    return "ReconnectPolicy.\(name) to be from 0 s to ten years; it is \(time.stopwatch)"
  }

  /// The policy where it can be, the default where it cannot; the run has failed then.
  func checked(in world: World, at location: CodeLocation) -> ReconnectPolicy {
    guard let flaw else { return self }
    world.misuse(Misuse(flaw), at: location)
    return ReconnectPolicy()
  }

  /// The wait before the next attempt.
  ///
  /// - Parameter chance: A draw in [0, 1).
  package mutating func nextDelay(chance: Double) -> Duration {
    defer { failures += 1 }
    guard failures > 0 else { return .zero }
    base = base == .zero ? initialDelay : min(base * factor, maximumDelay)
    return base * (1 - jitter + jitter * chance)
  }

  /// Notes that a connection was opened.
  package mutating func opened(at now: Instant) {
    openedAt = now
  }

  /// Notes that it is over, and forgets earlier failures where it lasted long enough.
  package mutating func closed(at now: Instant) {
    if let openedAt, openedAt.duration(to: now) >= successAfter { reset() }
    openedAt = nil
  }

  /// Forgets all failures: the network came back, or the app came to the foreground.
  package mutating func reset() {
    failures = 0
    base = .zero
  }
}
