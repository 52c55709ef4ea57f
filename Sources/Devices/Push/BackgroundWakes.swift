internal import Backend
internal import Simulator

/// What an iPhone's system allows an app of background pushes: messages without a notification that wake it.
///
/// Source: Apple, "Pushing background updates to your App": not more than two or three an hour; of those that are held the
/// newest is kept; it is delivered when the person launches the app, and discarded when they close it. That it is three
/// within any hour, and that the held one is delivered as soon as there is room again, is ours.
struct BackgroundWakes: Sendable {
  static let limit = 3
  static let period = Duration.hours(1)

  /// A message that waits for its turn.
  struct Held: Sendable {
    let id: PushID
    let message: PushMessage
  }

  private var wakes: [Instant] = []
  private(set) var held: Held?

  /// Takes the right to wake the app now, where there is one.
  mutating func take(at now: Instant) -> Bool {
    wakes.removeAll { $0.advanced(by: Self.period) <= now }
    guard wakes.count < Self.limit else { return false }
    wakes.append(now)
    return true
  }

  /// The instant from which the app may be woken again.
  func next(after now: Instant) -> Instant {
    guard wakes.count >= Self.limit, let first = wakes.first else { return now }
    return max(now, first.advanced(by: Self.period))
  }

  /// Holds a message.
  ///
  /// - Returns: The older one that it takes the place of.
  mutating func hold(_ push: Held) -> Held? {
    defer { held = push }
    return held
  }

  /// The message that was held, which is held no more.
  mutating func release() -> Held? { held.take() }
}
