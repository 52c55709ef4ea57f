internal import Simulator

/// Something about a phone that has just changed.
public enum PhoneObservation<Screen: Sendable>: Sendable {
  /// The app shows another screen; nil when it is gone.
  case screen(Screen?)
  /// The app's life took a turn.
  case life(LifeState)
  /// A transaction is durable; nil when everything on the disk was erased.
  case disk(DiskTransaction?)
}

/// Someone who hears of every turn of an app's life.
struct AppObserver {
  /// Whether it tells by itself what it touches that the world doesn't keep.
  let isConfined: Bool
  let life: (LifeState) -> Void
  /// Told that a slow disk keeps the app waiting, and until when.
  let wait: (Instant) -> Void
}

extension Phone {
  /// Calls `look` at each change of the screen, of the app's life and of the disk, in the very step of the change.
  ///
  /// An observation is true at the instant of the call. An observer must change nothing in its world; it may only end
  /// the run.
  public nonisolated func observe(
    _ look: @escaping @Sendable (PhoneObservation<App.Screen>) -> Void
  ) {
    observe(
      isConfined: false, screen: { look(.screen($0)) }, life: { look(.life($0)) },
      wait: { _ in }, disk: { look(.disk($0)) })
  }

  /// The same, with one who looks for each kind of change.
  ///
  /// - Parameter isConfined: Whether they tell by themselves what they touch that the world doesn't keep.
  nonisolated func observe(
    isConfined: Bool, screen: @escaping (App.Screen?) -> Void, life: @escaping (LifeState) -> Void,
    wait: @escaping (Instant) -> Void, disk: @escaping (DiskTransaction?) -> Void
  ) {
    _ = display.watch(isConfined: isConfined, .everything, screen)
    appObservers.withValue {
      $0.append(AppObserver(isConfined: isConfined, life: life, wait: wait))
    }
    self.disk.observe(isConfined: isConfined, disk)
  }
}
