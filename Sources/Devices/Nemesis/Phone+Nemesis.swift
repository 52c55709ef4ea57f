internal import Backend
internal import Harness
internal import Network
internal import Simulator

extension Phone {
  /// Lets faults from the seed befall the phone, in runs that have them.
  nonisolated func registerWithNemesis() {
    guard let nemesis = world.nemesis else { return }
    nemesis.register(FaultTarget(name, offers: linkFaults + appFaults))
    nemesis.expectRest { [weak self] in await self?.unfinished() ?? [] }
  }

  /// The writes that the backend has not answered although the phone could have reached it, each after the phone's
  /// name; none while the app is not in the foreground, or offline.
  private func unfinished() async -> [String] {
    guard lifeState == .foreground, network.isInterfaceUp(of: host), let database else { return [] }
    return await database.unfinished.map { "\(name): \($0)" }
  }

  nonisolated var linkFaults: [FaultOffer] {
    [
      offer(.partition) { phone, _ in phone.partition() },
      offer(.outboundPartition) { phone, _ in phone.partition(.outgoing) },
      offer(.inboundPartition) { phone, _ in phone.partition(.incoming) },
      offer(.flap) { phone, strike in
        phone.flap(
          down: .milliseconds(20 + Int(strike.unit(0) * 2_000)),
          up: .milliseconds(20 + Int(strike.unit(1) * 2_000)))
      },
      offer(.slowLink) { phone, strike in
        phone.slow(
          by: 1 + strike.unit(0) * 9, plus: .milliseconds(Int(strike.unit(1) * 1_000)))
      },
      offer(.reset) { phone, _ in phone.resetConnections() },
      offer(.latePush) { phone, strike in
        phone.network.delayNext(from: phone.server, to: phone.host, by: strike.duration) {
          $0 is PushServerMessage
        }
      },
      FaultOffer(.noInterface) { [weak self] _ in
        guard let self, network.isInterfaceUp(of: host) else { return nil }
        let handle = network.airplaneMode(host)
        return FaultEnd { [self] in
          handle.end()
          if network.isInterfaceUp(of: host) { noteReconnection() }
        }
      },
    ]
  }

  nonisolated var appFaults: [FaultOffer] {
    [
      FaultOffer(.kill, weight: 2) { [weak self] _ in
        guard let self, lifeState == .foreground else { return nil }
        post { $0.crashInForeground() }
        return FaultEnd { [self] in post { $0.relaunchAndRestore() } }
      },
      FaultOffer(.killAtCommit, weight: 2) { [weak self] strike in
        guard let self, lifeState == .foreground, !disk.hasCrash else { return nil }
        disk.crash(atCommit: 1, strike.unit(0) < 0.5 ? .beforeCommit : .afterCommit) {
          [weak self] in
          guard let self else { return }
          dropPhone()
          endProcess()
          post { try? $0.die() }
        }
        return FaultEnd { [self] in
          disk.cancelCrash()
          post { $0.relaunchAndRestore() }
        }
      },
      FaultOffer(.clockJump) { [weak self] strike in
        guard let self else { return nil }
        let jump = Duration.seconds(Int((strike.unit(0) - 0.5) * 4 * 3_600))
        post { $0.setClock { $0.skew += jump } }
        return FaultEnd { [self] in post { $0.setClock { $0.skew -= jump } } }
      },
      FaultOffer(.slowDisk) { [weak self] strike in
        guard let self else { return nil }
        let latency = Duration.milliseconds(5 + Int(strike.unit(0) * 2_000))
        disk.slow { [weak self] in self?.stallApp(for: latency) }
        return FaultEnd { [self] in disk.slow(nil) }
      },
    ]
  }

  private nonisolated func offer(
    _ kind: FaultKind, _ begin: @escaping @Sendable (Phone, FaultStrike) -> FaultHandle
  ) -> FaultOffer {
    FaultOffer(kind) { [weak self] strike in
      guard let self else { return nil }
      let handle = begin(self, strike)
      return FaultEnd { handle.end() }
    }
  }

  // MARK: - The app dies under its person's hands

  private func crashInForeground() {
    guard lifeState == .foreground else { return }
    dropPhone()
    try? die()
  }

  private nonisolated func dropPhone() {
    let screen = display.screen
    held.withValue { held in
      held.isGone = true
      held.screen = screen
    }
    display.pauseObservation()
  }

  /// The person launches the app again and goes back to where they were.
  private func relaunchAndRestore() {
    guard held.withValue({ $0.isGone }) else { return }
    guard lifeState == .terminated, (try? start()) != nil, let app = runningApp else {
      return resumeGestures()
    }
    if let screen = held.withValue({ $0.screen }), let restore = App.navigation(restoring: screen) {
      app.post { restore($0) }
    }
    app.post { [weak self] _ in self?.resumeGestures() }
  }

  private nonisolated func resumeGestures() {
    let waiting = held.withValue { held in
      defer { held = HeldPhone() }
      return held.waiting
    }
    display.resumeObservation()
    for continuation in waiting { continuation.resume(returning: ()) }
  }

  /// Waits until the person has the app in their hands again, where a fault from the seed has taken it away.
  ///
  /// Every gesture begins with it: nobody can touch an app that is gone.
  public nonisolated func waitUntilUsable() async throws {
    guard world.nemesis != nil, held.withValue({ $0.isGone }) else { return }
    let name = name
    let reason: @Sendable () -> String = { "for \(name)'s app to be launched again" }
    try await world.withContinuation(reason) { continuation in
      held.withValue { $0.waiting.append(continuation) }
    }
  }
}

/// The state of a phone whose app was taken away by a fault: the last screen, and the gestures that wait for the
/// relaunch.
struct HeldPhone<Screen: Sendable>: Sendable {
  /// Whether the app is gone.
  var isGone = false
  /// The last screen of the app before it died.
  var screen: Screen?
  /// The gestures that wait until the app is usable again.
  var waiting: [WorldContinuation<Void>] = []
}
