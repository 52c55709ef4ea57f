internal import Foundation
internal import Simulator

/// Timers of an app's run loop, on the virtual clock.
enum PhoneTimer {
  /// The interval that stands for none. Source: Apple, `scheduledTimer(withTimeInterval:repeats:block:)`.
  private static let leastInterval: TimeInterval = 0.0001
  private static let century: TimeInterval = 3_155_760_000

  /// A timer that fires after an interval once it is added to a run loop. Foundation on Linux has it fire at once. Source: Apple,
  /// `init(timeInterval:repeats:block:)`.
  static func make(
    every interval: TimeInterval, repeats: Bool, _ block: @escaping @Sendable (Timer) -> Void
  ) -> Timer {
    let interval = interval > 0 ? interval : leastInterval
    return Timer(
      fire: Date(timeIntervalSinceNow: interval), interval: repeats ? interval : 0,
      repeats: repeats, block: block)
  }

  /// Fires a timer after an interval, and again after each where it repeats, until it is invalidated.
  ///
  /// Nobody waits for a timer that comes round for ever: it is a timer of the background.
  static func start(
    every interval: TimeInterval, repeats: Bool, in process: SimulatedProcess,
    _ block: @escaping @Sendable (Timer) -> Void
  ) -> Timer {
    let timer = make(every: interval, repeats: repeats, block)
    add(timer, in: process)
    return timer
  }

  /// Fires a timer of the main run loop at its date, and again after each interval that it has, until it is invalidated. One that
  /// was added already, such as for another mode of the loop, fires no more often.
  static func add(_ timer: Timer, in process: SimulatedProcess) {
    let added = process.singleton { Added() }
    guard timer.isValid, added.plans[ObjectIdentifier(timer)] == nil else { return }
    plan(Held(timer: timer, added: added), after: delay(of: timer), process.mainLane)
  }

  /// A timer that the main run loop has fires at its new date instead, such as never for `.distantFuture`.
  ///
  /// Source: Apple, `Timer.fireDate`.
  static func dateChanged(of timer: Timer, in process: SimulatedProcess) {
    let added = process.singleton { Added() }
    guard !added.isTellingDate, timer.isValid, added.plans[ObjectIdentifier(timer)] != nil else {
      return
    }
    plan(Held(timer: timer, added: added), after: delay(of: timer), process.mainLane)
  }

  /// The time until the date of a timer. A date tells tenths of microseconds at best.
  private static func delay(of timer: Timer) -> TimeInterval {
    (max(timer.fireDate.timeIntervalSinceNow, 0) * 1e6).rounded() / 1e6
  }

  /// The timers that the run loop of a process has, each with what is to fire it.
  private final class Added {
    var plans: [ObjectIdentifier: Plan] = [:]
    var planCount = 0
    /// Whether a date is set only for code that asks.
    var isTellingDate = false
  }

  private struct Plan {
    let number: Int
    var timer = WorldTimer.none
  }

  /// `@unchecked Sendable`: a timer is touched on the thread that drives the world.
  private struct Held: @unchecked Sendable {
    let timer: Timer
    let added: Added
    var id: ObjectIdentifier { ObjectIdentifier(timer) }
  }

  /// Fires a timer after a delay, instead of when it was to fire before.
  private static func plan(_ held: Held, after delay: TimeInterval, _ lane: Lane) {
    let (added, interval) = (held.added, held.timer.timeInterval)
    added.planCount += 1
    let number = added.planCount
    added.plans[held.id]?.timer.cancel()
    added.plans[held.id] = Plan(number: number)
    // A century is never: beyond it a delay has no number of nanoseconds.
    let wait = Duration.nanoseconds(Int64(min(delay, century) * 1e9))
    let timer = lane.schedule(after: wait, background: interval > 0 || wait >= .seconds(10)) {
      guard held.added.plans[held.id]?.number == number else { return }
      if held.timer.isValid { held.timer.fire() }
      // Its block may have set another date.
      guard held.added.plans[held.id]?.number == number else { return }
      guard interval > 0, held.timer.isValid else {
        held.added.plans[held.id] = nil
        return
      }
      plan(held, after: interval, lane)
      held.added.isTellingDate = true
      held.timer.fireDate = Date(timeIntervalSinceNow: interval)
      held.added.isTellingDate = false
    }
    added.plans[held.id]?.timer = timer
  }
}
