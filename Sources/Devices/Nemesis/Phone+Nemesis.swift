internal import Backend
public import Harness
internal import Network
internal import Simulator

extension Phone {
  /// Lets faults from the seed befall the phone, in runs that have them.
  nonisolated func registerWithNemesis() {
    guard let nemesis = world.nemesis else { return }
    nemesis.register(FaultTarget(name, offers: linkFaults + appFaults, strikes: strikes))
    nemesis.expectRest { [weak self] in await self?.unfinished() ?? [] }
  }

  /// Lets the phone be one of those that heal first, or stay dark meanwhile.
  nonisolated func registerForHealing(with backend: BackendHost) {
    world.nemesis?.register(
      HealingMember(name) { [weak self] in
        await self?.talkedThrough() ?? []
      } darken: { [self] in
        let handle = partition()
        return FaultEnd { [self] in
          handle.end()
          // A handshake that the server gave up in the dark would wait for hours.
          network.resetUnopened(of: host)
        }
      } unfinished: { [weak self] in
        guard let self else { return [] }
        return await unfinished() + behind(backend)
      })
  }

  /// The locations that the app listens to; none while it is not in the foreground, or offline, and where a fault is about to
  /// suspend it: its client would never answer.
  private func talkedThrough() async -> [String] {
    guard lifeState == .foreground, !held.withValue({ $0.isSuspended }),
      network.isInterfaceUp(of: host), let database
    else { return [] }
    return await database.listened.map { $0.query.path.description }
  }

  /// The queries of which the phone does not know what the backend has, each after the phone's name.
  private func behind(_ backend: BackendHost) async -> [String] {
    guard lifeState == .foreground, network.isInterfaceUp(of: host), let database else { return [] }
    var found: [String] = []
    for (query, node) in await database.listened {
      let shown = await backend.shown(to: query)
      if node != shown {
        found.append("\(name): has not heard what the backend has at \(query)")
      }
    }
    return found
  }

  /// The writes that the backend has not answered although the phone could have reached it, each after the phone's
  /// name; none while the app is not in the foreground, or offline.
  private func unfinished() async -> [String] {
    guard lifeState == .foreground, network.isInterfaceUp(of: host), let database else { return [] }
    return await database.unfinished.map { "\(name): \($0)" } + unkept
  }

  /// What the disk has not taken although it has room, after the phone's name.
  nonisolated var unkept: [String] {
    guard let process = runningProcess, process.isCommitDue, !disk.isFull else { return [] }
    return ["\(name): what its disk did not take is not on it yet"]
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
      FaultOffer(.silentBreak) { [weak self] _ in
        guard let self else { return nil }
        network.breakSilently(host)
        return FaultEnd(aftermath: network.noticingMax) { [self] in
          network.resetUnopened(of: host)
        }
      },
      offer(.latePush) { phone, strike in phone.delayNextPush(by: strike.duration) },
      offer(.captivePortal) { phone, _ in phone.joinCaptivePortal() },
      FaultOffer(.noNames) { [weak self] _ in
        guard let self else { return nil }
        // What it knows would serve it for minutes: the connections go, and the names with them.
        network.changeAddress(of: host)
        let names = loseNames()
        return FaultEnd { names.end() }
      },
      FaultOffer(.handover) { [weak self] strike in
        guard let self, network.isInterfaceUp(of: host) else { return nil }
        let profile = network.profile(of: host)
        handOver(to: strike.unit(0) < 0.5 ? profile : .lte)
        return FaultEnd { [self] in handOver(to: profile) }
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
        guard let self, isInHand else { return nil }
        post { $0.crashInForeground() }
        return FaultEnd { [self] in post { $0.relaunchAndRestore() } }
      },
      FaultOffer(.killAtCommit, weight: 2) { [weak self] strike in
        guard let self, isInHand, !disk.hasCrash else { return nil }
        disk.crash(atCommit: 1, strike.unit(0) < 0.5 ? .beforeCommit : .afterCommit) {
          [weak self] in
          self?.crashAtOnce()
        }
        return FaultEnd { [self] in
          disk.cancelCrash()
          post { $0.relaunchAndRestore() }
        }
      },
      FaultOffer(.suspension) { [weak self] _ in self?.beginSuspension() },
      FaultOffer(.reclaimedSockets) { [weak self] _ in
        self?.beginSuspension { $0.reclaimSockets() }
      },
      FaultOffer(.memoryKill) { [weak self] _ in
        guard let self else { return nil }
        let screen = display.screen
        return beginSuspension { phone in
          phone.held.withValue { $0.screen = screen }
          phone.killForMemory()
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
      FaultOffer(.fullDisk) { [weak self] _ in
        guard let self, !disk.isFull else { return nil }
        disk.setFull(true)
        return FaultEnd(aftermath: Self.diskRetryMax) { [self] in disk.setFull(false) }
      },
      FaultOffer(.failedCommit) { [weak self] _ in
        guard let self, !disk.isFull else { return nil }
        disk.failCommit(1)
        return FaultEnd(aftermath: Self.diskRetryMax) { [self] in disk.failCommit(nil) }
      },
    ]
  }

  /// The time within which an app should try a failed commit again; ours.
  nonisolated static var diskRetryMax: Duration { .seconds(10) }

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

  /// Whether the app is on the screen, and no fault has taken it away.
  nonisolated var isInHand: Bool {
    lifeState == .foreground && !held.withValue { $0.isGone }
  }

  private func crashInForeground() {
    guard isInHand else { return }
    dropPhone()
    try? die("was killed by a fault from the seed")
  }

  /// Lets the process die within the present step; its phone learns of it by a step of its own.
  nonisolated func crashAtOnce() {
    dropPhone()
    endProcess("was killed by a fault from the seed")
  }

  nonisolated func dropPhone() {
    let screen = display.screen
    held.withValue { held in
      held.isGone = true
      held.isReturning = false
      held.screen = screen
    }
    display.lookAway()
  }

  /// The person launches the app again and goes back to where they were.
  func relaunchAndRestore() {
    guard held.withValue({ $0.isGone && !$0.isSuspended }) else { return }
    guard lifeState == .terminated, (try? start()) != nil, let app = runningApp else {
      return resumeGestures()
    }
    if let screen = held.withValue({ $0.screen }), let restore = App.navigation(restoring: screen) {
      app.post { restore($0) }
    }
    resumeGestures(in: app)
  }

  /// Lets the gestures go on once an app that is back has taken up its first step.
  func resumeGestures(in app: App) {
    held.withValue { $0.isReturning = true }
    app.post { [weak self] _ in self?.resumeGestures() }
  }

  /// Lets the gestures go on that wait for an app which has died as it came back: nothing brings it back once more.
  func giveUpReturn() {
    if held.withValue({ $0.isReturning }) { resumeGestures() }
  }

  nonisolated func resumeGestures() {
    let waiting = held.withValue { held in
      defer { held = HeldPhone() }
      return held.waiting
    }
    display.lookAgain()
    for continuation in waiting { continuation.resume(returning: ()) }
  }

  /// Waits until the person has the app in their hands again, where a fault from the seed has taken it away.
  ///
  /// Every gesture begins with it: nobody can touch an app that is gone.
  public nonisolated func waitUntilUsable() async throws {
    guard world.nemesis != nil else { return }
    let name = name
    let reason: @Sendable () -> String = { "for \(name)'s app to be launched again" }
    // Another fault may take it away before the person gets to touch it.
    while held.withValue({ $0.isGone }) {
      try await world.withContinuation(reason) { continuation in
        held.withValue { $0.waiting.append(continuation) }
      }
    }
  }
}

/// The state of a phone whose app was taken away by a fault: the last screen, and the gestures that wait for the
/// relaunch.
struct HeldPhone<Screen: Sendable>: Sendable {
  /// Whether the app is gone.
  var isGone = false
  /// Whether it is gone because it is suspended, and comes back by itself.
  var isSuspended = false
  /// Whether it is back and has not taken up its first step.
  var isReturning = false
  /// The last screen of the app before it died.
  var screen: Screen?
  /// The gestures that wait until the app is usable again.
  var waiting: [WorldContinuation<Void>] = []
}

// What can befall a phone by itself. Saved failures refer to the names.

extension FaultKind {
  /// Nothing passes between the phone and the backend, and nobody is told.
  public static let partition: FaultKind = "partition"
  /// The phone is not heard, and hears.
  public static let outboundPartition: FaultKind = "partition, not heard"
  /// The phone does not hear, and is heard.
  public static let inboundPartition: FaultKind = "partition, hears nothing"
  /// The phone loses its network interface, as in a tunnel, and knows.
  public static let noInterface: FaultKind = "no interface"
  /// The link comes and goes.
  public static let flap: FaultKind = "flap"
  /// Everything takes several times as long.
  public static let slowLink: FaultKind = "slow link"
  /// All connections are reset.
  public static let reset: FaultKind = "reset"
  /// The app dies, and its person launches it again and goes back to where they were.
  public static let kill: FaultKind = "kill"
  /// The app dies in its next commit to the disk, before or after it is durable.
  public static let killAtCommit: FaultKind = "kill at a commit"
  /// Nothing passes any more on the connections that the phone has, and nobody is told.
  public static let silentBreak: FaultKind = "silent break"
  /// The app goes to the background, is suspended there at once, and comes back.
  public static let suspension: FaultKind = "suspension"
  /// The app is suspended, and the system takes its sockets.
  public static let reclaimedSockets: FaultKind = "reclaimed sockets"
  /// The app is suspended and ended for its memory; its person launches it again and goes back to where they were.
  public static let memoryKill: FaultKind = "ended for its memory"
  /// The phone's address changes, and changes back.
  public static let handover: FaultKind = "handover"
  /// Everything connects, and nothing arrives.
  public static let captivePortal: FaultKind = "captive portal"
  /// No name can be looked up.
  public static let noNames: FaultKind = "no names"
  /// The clock on the wall is wrong.
  public static let clockJump: FaultKind = "clock jump"
  /// Each commit keeps the app's main actor waiting.
  public static let slowDisk: FaultKind = "slow disk"
  /// There is no room on the disk for anything more.
  public static let fullDisk: FaultKind = "full disk"
  /// The disk does not take the app's next commit.
  public static let failedCommit: FaultKind = "failed commit"
  /// The next push message is late.
  public static let latePush: FaultKind = "late push"

  /// All kinds that can befall a phone.
  public static let ofPhones: [FaultKind] = [
    .partition, .outboundPartition, .inboundPartition, .noInterface, .flap, .slowLink, .reset,
    .silentBreak, .kill, .killAtCommit, .suspension, .clockJump, .slowDisk, .latePush, .handover,
    .captivePortal, .noNames, .reclaimedSockets, .memoryKill, .fullDisk, .failedCommit,
  ]
}
