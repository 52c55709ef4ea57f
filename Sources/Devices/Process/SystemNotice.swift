internal import Simulator

/// What the system tells a running app of its phone, which Foundation hands on by a notification.
package enum SystemNotice: Sendable {
  /// Low Power Mode was switched.
  case powerStateChanged
  /// Times read differently from now on.
  case timesChanged
}

extension AppProcess {
  /// Whether the phone spares its battery.
  package var isLowPowerModeEnabled: Bool { lowPower?.withValue { $0 } ?? false }

  /// Calls `body`, on the app's main thread, for each notice of the system from now on.
  package func observeNotices(_ body: @escaping @Sendable (SystemNotice) -> Void) {
    noticed.withValue { $0.append(body) }
  }

  func tell(_ notice: SystemNotice) {
    for body in noticed.withValue({ $0 }) { body(notice) }
  }
}
