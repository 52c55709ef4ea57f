internal import Foundation
internal import Simulator

/// Timers of an app's run loop, on the virtual clock.
enum PhoneTimer {
  /// The interval that stands for none. Source: Apple, `scheduledTimer(withTimeInterval:repeats:block:)`.
  private static let leastInterval: TimeInterval = 0.0001

  /// Fires a timer after an interval, and again after each where it repeats, until it is invalidated.
  ///
  /// Nobody waits for a timer that comes round for ever: it is a timer of the background.
  static func start(
    every interval: TimeInterval, repeats: Bool, in process: SimulatedProcess,
    _ block: @escaping @Sendable (Timer) -> Void
  ) -> Timer {
    let interval = interval > 0 ? interval : leastInterval
    let timer = Timer(
      fire: Date(timeIntervalSinceNow: interval), interval: repeats ? interval : 0,
      repeats: repeats, block: block)
    plan(Held(timer: timer), every: .nanoseconds(Int64(interval * 1e9)), repeats, process.mainLane)
    return timer
  }

  /// `@unchecked Sendable`: a timer is touched on the thread that drives the world.
  private struct Held: @unchecked Sendable {
    let timer: Timer
  }

  private static func plan(
    _ held: Held, every interval: Duration, _ repeats: Bool, _ lane: Lane
  ) {
    lane.schedule(after: interval, background: repeats || interval >= .seconds(10)) {
      guard held.timer.isValid else { return }
      held.timer.fire()
      if repeats { plan(held, every: interval, repeats, lane) }
    }
  }
}
