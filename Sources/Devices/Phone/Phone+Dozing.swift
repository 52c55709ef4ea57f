internal import Backend
internal import Harness
internal import Network
internal import Simulator

/// An Android phone that lies still: whether it dozes, and how long it goes on before its system wakes up for a moment.
///
/// Source: AOSP, `DeviceIdleController` (`IDLE_TIMEOUT`, `IDLE_FACTOR`, `MAX_IDLE_TIMEOUT`, `IDLE_PENDING_TIMEOUT`,
/// `MAX_IDLE_PENDING_TIMEOUT`).
struct Doze {
  private static let longest: (doze: Duration, window: Duration) = (.hours(6), .minutes(10))

  var isOn = false
  /// The time to the next maintenance window.
  private(set) var pause = Duration.hours(1)
  /// The length of that window.
  private(set) var window = Duration.minutes(5)
  var timer = WorldTimer.none

  /// Goes on to the times behind the next window, which are longer.
  mutating func lengthen() {
    pause = min(pause + pause, Self.longest.doze)
    window = min(window + window, Self.longest.window)
  }
}

extension Phone {
  /// Lets an Android phone doze, as one does that has lain still for a while, unplugged and with its screen off, or ends that.
  ///
  /// While it dozes, push messages of normal priority wait at their service; those of high priority come. Those that wait
  /// come in a maintenance window: after an hour, for 5 min, then two, four, and each six hours later, for 10 min. The
  /// person ends it by opening the app. It changes nothing about an iPhone, or a phone with the app in front.
  ///
  /// Sources: Android Developers, "Optimize for Doze and App Standby"; Android Developers Blog, "How Google Cloud Messaging
  /// handles Doze in Android 6.0 Marshmallow". That what an app does behind the screen goes on is ours.
  public func setDozing(
    _ isOn: Bool, fileID: StaticString = #fileID, filePath: StaticString = #filePath,
    line: Int = #line
  ) {
    world.reaches(fileID, filePath, line)
    if isOn, transport != .fcmAndroid || lifeState.isInFront { return }
    changeDozing(to: isOn)
  }

  /// Somebody has the phone in their hands.
  func wakeFromDoze() { changeDozing(to: false) }

  private func changeDozing(to isOn: Bool) {
    guard isOn != doze.isOn else { return }
    world.journal.record(
      JournalNote(.life, isOn ? "dozes" : "dozes no more"), about: host.subject)
    doze.timer.cancel()
    doze = Doze()
    doze.isOn = isOn
    notifications.setDozing(isOn)
    if isOn { awaitMaintenance() }
  }

  private func awaitMaintenance() {
    doze.timer = schedule(after: doze.pause, background: true) { phone in
      phone.world.journal.record(
        JournalNote(.life, "maintenance window"), about: phone.host.subject)
      phone.notifications.setDozing(false)
      phone.doze.timer = phone.schedule(after: phone.doze.window, background: true) { phone in
        phone.doze.lengthen()
        phone.notifications.setDozing(true)
        phone.awaitMaintenance()
      }
    }
  }
}
