internal import Simulator

/// The delay that the system puts in front of a background transfer that an app asks for behind the screen.
///
/// It doubles each time the system has resumed or launched the app for its transfers, and is over once the person opens the app
/// or once so much time has passed without another resumption. Source: Apple Developer Forums, thread 14854, "NSURLSession's
/// Resume Rate Limiter". Its first length is not published there; 60 s were seen in the logs of iOS 12.4 (thread 128813).
struct ResumeRateLimiter: Hashable, Sendable {
  /// The delay after the first resumption.
  static let first = Duration.seconds(60)
  /// The longest delay; ours, so that the doubling ends.
  static let longest = Duration.hours(24)

  private var delay = Duration.zero
  private var resumedAt = Instant.zero

  /// The system resumes or launches the app for its transfers.
  mutating func resumed(at now: Instant) {
    expire(at: now)
    delay = delay == .zero ? Self.first : min(delay + delay, Self.longest)
    resumedAt = now
  }

  /// The person has opened the app.
  mutating func reset() { delay = .zero }

  /// The time that a transfer waits that the app asks for behind the screen.
  mutating func wait(at now: Instant) -> Duration {
    expire(at: now)
    return delay == .zero ? .zero : delay - resumedAt.duration(to: now)
  }

  private mutating func expire(at now: Instant) {
    if resumedAt.duration(to: now) >= delay { delay = .zero }
  }
}
