internal import Backend
internal import Network
internal import Simulator

extension SyncClient {
  /// On an iPhone, what the client sends gives way to everything else on the link: it asks for the background service class, for
  /// which the kernel sends by LEDBAT++, and an attempt that stalls within TLS is not given up. On Android it asks for nothing, and
  /// gives up at once. Sources: firebase-ios-sdk, `FSRWebSocket` `_initializeStreams`; xnu, `in_tclass.c`
  /// (`sotc_by_netservicetype`, `set_tcp_stream_priority`); firebase-android-sdk, `tubesock` `WebSocket` (`close` while
  /// `CONNECTING`) and `WebsocketConnection` (`closeIfNeverConnected`).
  var configuration: ConnectionConfiguration {
    var configuration = ConnectionConfiguration()
    configuration.yields = !isOnAndroid
    configuration.timesOutWithinTLS = isOnAndroid
    return configuration
  }

  /// Whether it is the client for Android, which is told neither that the network is back, nor that the app comes to the foreground,
  /// nor that the clock was set: what ends is its own back-off, after 30 s at the most.
  ///
  /// Sources: firebase-android-sdk, `PersistentConnectionImpl` (`tryScheduleReconnect`) and `AndroidPlatform`
  /// (`newPersistentConnection`: the state of the app counts only with `setAutomaticResourceManagementEnabled`).
  var isOnAndroid: Bool { host.system == .linux }

  /// Closes the connection and stays away from the server until ``goOnline()``; what is written meanwhile waits.
  public func goOffline() {
    openAtFirstCall()
    guard !isSwitchedOff, let link = connection.withValue({ $0 }) else { return }
    isSwitchedOff = true
    link.stop()
    handle(.lost(.closedHere))
  }

  /// Connects again after ``goOffline()``.
  public func goOnline() {
    guard isSwitchedOff, let link = connection.withValue({ $0 }) else { return }
    isSwitchedOff = false
    link.networkCameBack()
    link.start()
  }

  /// The app comes to the foreground: a client without a connection tries at once, and forgets how often it failed.
  ///
  /// Source: firebase-ios-sdk, `FPersistentConnection` (`enteringForeground`). An attempt that is under way goes on.
  func enteredForeground() {
    guard process.isAlive, !isOnAndroid else { return }
    connection.withValue { $0 }?.networkCameBack()
  }

  /// The phone's clock was set: a client closes its connection, and opens another at once.
  ///
  /// Source: firebase-ios-sdk, `FPersistentConnection` (`systemClockDidChange:`).
  func systemClockChanged() {
    guard process.isAlive, !isSwitchedOff, !isOnAndroid, !waitsForFirstCall else { return }
    goOffline()
    goOnline()
  }

  /// What each call begins with: whether it is one that the platform takes; one that it refuses ends the run.
  func allows(_ call: String, _ check: () throws(DataError) -> Void) -> Bool {
    openAtFirstCall()
    return Self.allows(call, by: process.name, in: world, check)
  }

  /// The same for a call that a process of some name makes while the client's state is in use.
  static func allows(
    _ call: String, by caller: String, in world: World, _ check: () throws(DataError) -> Void
  ) -> Bool {
    do throws(DataError) {
      try check()
      return true
    } catch {
      world.fail(
        Failure(
          kind: "exception",
          expected:
            "\(caller) calls \(call) with what the database takes; the app crashes: \(error)"
        ))
      return false
    }
  }
}
