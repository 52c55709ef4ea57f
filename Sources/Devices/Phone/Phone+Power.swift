internal import Backend
internal import Harness
internal import Network
internal import Simulator

// Low Power Mode, as the phone's person switches it.

extension Phone {
  /// Whether the phone spares its battery.
  public nonisolated var isLowPowerModeEnabled: Bool { lowPower.withValue { $0 } }

  /// Switches Low Power Mode; the app is told (``PhoneApp/powerStateChanged()``).
  ///
  /// While it is on, the system does not refresh apps in the background: background pushes wait, as a task does that wants the
  /// network, and uploads that an app begins behind the screen. All of it happens once the mode is off; pushes also when the
  /// person opens the app. Notifications come as ever. Sources: Apple, "React to Low Power Mode on iPhones" and
  /// `UIApplication.backgroundRefreshStatus`; that a background push waits, and is not lost, is ours. An Android phone's is not
  /// modelled: there nothing waits.
  public func setLowPowerMode(
    _ isOn: Bool, fileID: StaticString = #fileID, filePath: StaticString = #filePath,
    line: Int = #line
  ) {
    world.reaches(fileID, filePath, line)
    guard isOn != isLowPowerModeEnabled else { return }
    world.moment("\(name).low-power-\(isOn ? "on" : "off")")
    lowPower.withValue { $0 = isOn }
    world.journal.record(
      JournalNote(.life, "low power mode \(isOn ? "on" : "off")"), about: host.subject)
    // A suspended app hears of it when it runs again.
    tellRunningApp { $0.powerStateChanged() }
    guard transport == .apns else { return }
    transfers.setDefers(isOn)
    guard !isOn else { return }
    releasePush()
    if network.isInterfaceUp(of: host) { wakeWithNetwork() }
  }

  /// Whether the system leaves an app behind the screen alone that would do something there.
  var sparesBackground: Bool { transport == .apns && isLowPowerModeEnabled }
}
