public import Backend
internal import Harness
public import Network
public import Simulator

/// A phone in someone's hand: the hardware and the system around one app.
///
/// The actor runs on the phone's own lane; the app's main actor and the database client run on lanes of
/// their own, so that the schedule decides how what the three do interleaves.
public actor Phone<App: PhoneApp>: LaneActor {
  /// The name, unique in its world, such as "Alice" or "Bob's iPad".
  public nonisolated let name: String
  /// The id of the user who is signed in.
  public nonisolated let user: String
  public nonisolated let lane: Lane
  /// The phone as the network knows it.
  public nonisolated let host: NetworkHost
  /// The phone's display: the app's screen as the person sees it.
  public nonisolated let display: Display<App.Screen>
  /// The phone's disk. Its contents survive the app's process.
  public nonisolated let disk: Disk
  /// The phone's notification centre, which shows notifications and the badge beside the app.
  public nonisolated let notifications: NotificationCentre

  /// The service that brings the phone its push messages.
  public nonisolated let transport: PushTransport

  nonisolated let network: Network
  nonisolated let server: NetworkHost
  nonisolated let configuration: App.Configuration
  nonisolated let account: PhoneAccount
  nonisolated let wallClock: WorldBound<WallClock>
  nonisolated let localeInForce: WorldBound<PhoneLocale>
  nonisolated let lowPower: WorldBound<Bool>
  nonisolated let traitsInForce: WorldBound<PhoneTraits>
  nonisolated let photos: PhotoLibrary
  nonisolated let voiceOver: VoiceOver
  nonisolated let keychain: Keychain
  /// The part of the system that transfers what the app has handed over.
  nonisolated let transfers: TransferDaemon
  /// The uploads to file storage that the system carries out for the app.
  nonisolated let uploads: BackgroundSession
  private nonisolated let subject: JournalSource
  nonisolated let running: WorldBound<Running?>

  private nonisolated let life: WorldBound<LifeState>
  var suspension = WorldTimer.none
  /// The times for which the system lets the app run behind the screen.
  var timesBehindScreen = TimesBehindScreen()
  /// What the bundle of the installed app says of it.
  public internal(set) var bundle: AppBundle
  /// What the system allows of background pushes.
  var wakes = BackgroundWakes()
  /// Whether the person has closed the app, or never launched it.
  var isClosed = true
  /// What the person lets the app do with notifications.
  var lock = PhoneLock() {
    didSet { keychain.setLock(lock) }
  }
  /// Fires when a locked phone throws a key away.
  var lockTimer = WorldTimer.none
  /// The notifications that the app's extension has in hand.
  var servedNotifications: [Int: ServedNotification] = [:]
  var serviceCount = 0
  /// Fires when daylight saving time begins or ends on the wall.
  var zoneTimer = WorldTimer.none
  /// Whether a suspended app has yet to be told that its times read differently.
  var isTimeChangeDue = false
  /// Whether a suspended app has yet to be told that it is to look differently.
  var isTraitsChangeDue = false
  /// Makes room again on a disk that is full for a while.
  var diskRoom = WorldTimer.none
  /// Whether an Android phone lies still, and when its system next wakes up.
  var doze = Doze()
  /// The times that the system gives the app behind the screen.
  var backgroundTimes = BackgroundTimes()
  /// The number of times that the app was launched.
  package internal(set) var launchCount = 0
  /// The instant at which the phone was switched on last; nil where it has been on since before the world began.
  var bootedAt: Instant?
  nonisolated let reconnection: WorldBound<Instant>
  nonisolated let held: WorldBound<HeldPhone<App.Screen>>
  /// The instant up to which a slow disk keeps the app's main actor waiting.
  nonisolated let stalledUntil: WorldBound<Instant>
  nonisolated let appObservers: WorldBound<[AppObserver]>
  /// The counters of events at which faults can strike; nil in runs without such.
  private nonisolated let strikePlaces: PhoneStrikePlaces?

  /// The way from the phone's system to the phone.
  private struct Relay {
    weak var phone: Phone?
  }

  /// One launch of the app.
  struct Running {
    let process: AppProcess
    let app: App
    let database: SyncClient
    let storage: StorageClient

    /// The lanes on which the process runs.
    var lanes: [Lane] { [app.lane, database.lane, storage.lane] }
  }

  /// Sets up a phone that is switched on and has never run the app.
  ///
  /// A clock that cannot be ends the run as misused.
  ///
  /// - Parameter accounts: The accounts of the backend; without them the user's tokens have no end.
  /// - Throws: ``NetworkError`` when the name is taken or the profile is impossible.
  public init(
    name: String, user: String, on profile: LinkProfile, clock: WallClock = WallClock(),
    locale: PhoneLocale = .english, transport: PushTransport = .apns, network: Network,
    server: NetworkHost, accounts: AccountService? = nil, configuration: App.Configuration,
    fileID: String = #fileID,
    filePath: String = #filePath, line: Int = #line
  ) throws(NetworkError) {
    let world = network.world
    let location = CodeLocation(fileID: fileID, filePath: filePath, line: line)
    if let flaw = clock.flaw { world.misuse(Misuse(flaw), at: location) }
    self.name = name
    self.user = user
    self.network = network
    self.server = server
    self.configuration = configuration
    bundle = App.bundle(for: configuration)
    self.transport = transport
    host = try network.addHost(name, on: profile, system: transport.system)
    subject = host.subject
    account = PhoneAccount(of: user, by: accounts, in: world)
    lane = world.lane(name, isConfined: true, fileID: fileID, filePath: filePath, line: line)
    wallClock = WorldBound(clock.flaw == nil ? clock : WallClock(), in: world)
    localeInForce = WorldBound(locale, in: world)
    lowPower = WorldBound(false, in: world)
    traitsInForce = WorldBound(PhoneTraits(), in: world)
    life = WorldBound(.terminated, in: world)
    photos = PhotoLibrary(in: world, of: host.subject)
    voiceOver = VoiceOver(in: world, of: host.subject, life: life)
    keychain = Keychain(in: world, of: host.subject)
    running = WorldBound(nil, in: world)
    reconnection = WorldBound(.zero, in: world)
    held = WorldBound(HeldPhone(), in: world)
    stalledUntil = WorldBound(.zero, in: world)
    appObservers = WorldBound([], in: world)
    if let recorder = world.recorder {
      recorder.addPhone(name, of: user, on: profile.name, "\(network.profile(of: host))")
    }
    display = Display(in: world, of: host.subject)
    disk = Disk(in: world, of: host.subject)
    let relay = WorldBound<Relay>(Relay(), in: world)
    notifications = NotificationCentre(in: world, of: host.subject) { [host] in
      PushClient(
        lane: world.lane("\(name)/push", isConfined: App.isConfined), from: host, to: server,
        on: network, transport: transport,
        deliver: { id, message in
          relay.withValue { $0.phone }?.post { $0.received(id, message) }
        },
        tellDeleted: { count in
          relay.withValue { $0.phone }?.post { $0.pushMessagesDeleted(count) }
        })
    }
    transfers = TransferDaemon(
      of: name, from: host, on: network, life: life, wallClock: wallClock
    ) { session in relay.withValue { $0.phone }?.post { $0.transfersEnded(in: session) } }
    uploads = BackgroundSession(by: transfers, for: account, in: world) {
      [host, wallClock, disk] user, number in
      let label = number == 1 ? name : "\(name)#\(number)"
      return Self.backgroundClient(
        of: label, user, from: host, to: server, on: network, disk, wallClock)
    }
    transfers.add(uploads)
    strikePlaces = world.nemesis.map { PhoneStrikePlaces(of: name, $0) }
    disk.count(by: strikePlaces?.commit)
    relay.withValue { $0.phone = self }
    world.addReporter("on \(name)") { [running, name, transfers] in
      guard let running = running.withValue({ $0 }) else {
        return ["\(name)'s app is not running"] + transfers.report()
      }
      return running.app.inspect { $0.unfinishedWork }
        + (App.usesDatabase ? running.database.report() : []) + running.storage.report()
        + transfers.report()
    }
    if world.isTold { world.addHoldup { [weak self] in self?.holdup() } }
    world.atEnd { [running] in
      running.withValue { $0 }?.process.end()
      running.withValue { $0 = nil }
    }
    registerWithNemesis()
    film(wallClock.withValue { $0 })
    if clock.zone.saving != nil { post { $0.awaitZoneChange() } }
  }

  /// The world of the phone.
  public nonisolated var world: World { lane.world }

  /// The main actor of the app on the screen, for gestures.
  ///
  /// - Throws: ``LifeError`` when it is not in the foreground: nobody can touch it then.
  public nonisolated func app() throws(LifeError) -> App {
    try runningAppAndProcess().app
  }

  nonisolated func runningAppAndProcess() throws(LifeError) -> (app: App, process: AppProcess) {
    let state = lifeState
    guard state == .foreground, let running = running.withValue({ $0 }) else {
      throw LifeError(phone: name, state: state, event: .gesture)
    }
    return (running.app, running.process)
  }

  /// Whether the app runs and the phone has a network interface that is up.
  ///
  /// Faults from the seed do not count: an app or an interface that one has taken away for a while still counts as
  /// there, as the person has not taken it away.
  public nonisolated var isOnline: Bool {
    guard world.nemesis == nil else {
      return (lifeState != .terminated || held.withValue { $0.isGone })
        && network.isInterfaceSwitchedOn(of: host)
    }
    return running.withValue { $0 != nil } && network.isInterfaceUp(of: host)
  }

  /// The state of the app's life.
  public nonisolated var lifeState: LifeState { life.withValue { $0 } }

  /// The instant at which the phone last got its network back; the world's beginning if it never lost it.
  public nonisolated var reconnected: Instant { reconnection.withValue { $0 } }

  // MARK: - Life

  /// Launches the app.
  ///
  /// - Throws: ``LifeError`` when it runs already.
  public func launch(
    fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: Int = #line
  ) async throws {
    world.reaches(fileID, filePath, line)
    world.moment("\(name).launch")
    try await waitUntilUsable()
    try start()
  }

  /// Launches the app, on the screen or behind it; behind it is told that it is in the background.
  func start(behindScreen: Bool = false) throws(LifeError) {
    try transition(on: behindScreen ? .launchBehind : .launch)
    if behindScreen { display.cover(true) } else { cameToScreen() }
    stalledUntil.withValue { $0 = .zero }
    launchCount += 1
    let label = launchCount == 1 ? name : "\(name)#\(launchCount)"
    let mainLane = world.lane("\(label)/main", isConfined: App.isConfined)
    let machine = SimulatedProcess(name: label, mainLane: mainLane, bootedAt: bootedAt) {
      [wallClock] instant in
      wallClock.withValue { $0 }.nanoseconds(at: instant)
    }
    let process = AppProcess(
      name: label, world: world, disk: disk, wallClock: wallClock, locale: locale,
      machine: machine, lowPower: lowPower, bundle: bundle, bootedAt: bootedAt)
    let database = SyncClient(
      lane: process.lane("sync", isConfined: App.isConfined), process: process,
      account: account, from: host, to: server, on: network, strikePlaces: strikePlaces)
    let storage = StorageClient(
      lane: process.lane("storage", isConfined: App.isConfined), process: process,
      user: account.presentUser, from: host, to: server, on: network, strikePlaces: strikePlaces)
    account.tell { [weak storage] user in storage?.post { $0.signIn(as: user) } }
    process.atEnd { [account] in account.tell(nil) }
    let services = PhoneServices(
      lane: mainLane, process: process, database: database,
      network: AppNetwork(network: network, host: host, process: machine),
      storage: storage,
      notifications: AppNotifications(centre: notifications, process: process) {
        [weak self] provisionally, told in
        self?.post { $0.askForPermission(provisionally: provisionally, for: process, told: told) }
      },
      user: user, locale: locale, traits: traits,
      photos: AppPhotoLibrary(library: photos, process: process),
      voiceOver: AppVoiceOver(voiceOver: voiceOver, process: process),
      backgroundSession: AppBackgroundSession(session: uploads, process: process),
      keychain: AppKeychain(keychain: keychain, process: process),
      lowPower: lowPower, isLaunchedBehindScreen: behindScreen, display: display,
      openSettings: { [weak self] in self?.post { $0.showSettings(for: process) } })
    if let step = strikePlaces?.step {
      machine.observeSteps { step.arrive()?.strikeAfter() }
      process.atEnd { machine.observeSteps(nil) }
    }
    let app = App(services: services, configuration: configuration)
    running.withValue {
      $0 = Running(process: process, app: app, database: database, storage: storage)
    }
    if App.usesDatabase { database.post { $0.start() } }
    app.post { $0.start() }
    guard behindScreen else {
      transfers.appOpened()
      return releasePush()
    }
    tellApp()
    limitTimeBehindScreen()
  }

  /// Ends the app at once, as a person's swipe does: what is not on the disk is gone, and nothing wakes the app until it is
  /// launched again.
  ///
  /// Source: Apple, "Pushing background updates to your App". For an end that the person has not meant, see
  /// ``killForMemory(fileID:filePath:line:)`` and ``kill(atCommit:_:fileID:filePath:line:)``.
  ///
  /// - Throws: ``LifeError`` when it is not running.
  public func kill(
    fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: Int = #line
  ) async throws {
    world.reaches(fileID, filePath, line)
    world.moment("\(name).kill")
    try await waitUntilUsable()
    try die("was killed by its person")
    closedByPerson()
  }

  /// - Parameter manner: How the app ends, in words that can follow its name.
  func die(_ manner: String = "was ended") throws(LifeError) {
    try transition(on: .terminate)
    let ended = running.withValue { running in
      defer { running = nil }
      return running
    }
    suspension.cancel()
    timesBehindScreen.finishAll()
    isTimeChangeDue = false
    isTraitsChangeDue = false
    ended?.process.end(manner)
    _ = notifications.takeAsking()
    notifications.showPrompt(false)
    display.show(nil, "the app is gone from the screen")
    display.cover(false)
    giveUpReturn()
  }

  /// Puts the app in the background; after a while, which is longer where it has asked for more, it is suspended: see
  /// ``BackgroundTimes``.
  ///
  /// - Throws: ``LifeError`` when it is not in the foreground.
  public func enterBackground(
    fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: Int = #line
  ) async throws {
    world.reaches(fileID, filePath, line)
    world.moment("\(name).background")
    try await waitUntilUsable()
    try leaveScreen()
  }

  func leaveScreen() throws(LifeError) {
    try transition(on: .enterBackground)
    notifications.showPrompt(false)
    display.cover(true)
    tellApp()
    timesBehindScreen.begin(until: world.now.advanced(by: backgroundTimes.plain))
    suspension = schedule(after: backgroundTimes.plain) { $0.backgroundTimeIsOver() }
  }

  /// Suspends the app in the background: it keeps its memory, and no code of it runs. Its sockets live on in the kernel, which
  /// acknowledges what comes until a buffer is full, and the app reads all of it when it runs again. The backend misses
  /// what the app itself would say, and gives a connection up on which nothing else is under way.
  ///
  /// - Throws: ``LifeError`` when it is not in the background.
  public func suspend(
    fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: Int = #line
  ) throws(LifeError) {
    world.reaches(fileID, filePath, line)
    try transition(on: .suspend)
    suspension.cancel()
    timesBehindScreen.finishAll()
    runningProcess?.machine?.suspendInTurn()
  }

  /// Brings the app back to the foreground.
  ///
  /// - Throws: ``LifeError`` when it is not in the background.
  public func enterForeground(
    fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: Int = #line
  ) async throws {
    world.reaches(fileID, filePath, line)
    world.moment("\(name).foreground")
    try await waitUntilUsable()
    try comeForward()
  }

  func comeForward() throws(LifeError) {
    suspension.cancel()
    timesBehindScreen.finishAll()
    _ = running.withValue { $0 }?.process.awaitBackgroundTasks {}
    try transition(on: .enterForeground)
    display.cover(false)
    transfers.appOpened()
    wakeFromDoze()
    unlockWhereLocked()
    runningProcess?.machine?.resume()
    database?.post { $0.enteredForeground() }
    tellApp()
    releasePush()
    tellDueTraits()
    if isTimeChangeDue {
      isTimeChangeDue = false
      tellTimeChange()
    }
    showDuePrompt()
  }

  /// Lets the process die at once; its phone learns of it by a step of its own.
  ///
  /// - Parameter manner: How it ends, in words that can follow its name.
  nonisolated func endProcess(_ manner: String) {
    running.withValue { $0 }?.process.end(manner, isKnown: false)
    post { try? $0.die(manner) }
  }

  /// The process of the running app; nil where it is not running.
  nonisolated var runningProcess: AppProcess? { running.withValue { $0 }?.process }

  /// ``database`` for who looks at the phone from outside.
  nonisolated var presentDatabase: SyncClient? { running.withValue { $0 }?.database }

  /// The work that is not finished, and what it waits for, for the story of a failure.
  private nonisolated func holdup() -> Holdup {
    guard let database = presentDatabase else {
      return Holdup(owner: name, work: [], obstacle: "does not run the app")
    }
    let holdup = database.holdup(of: name)
    let isSuspended = lifeState == .suspended
    return Holdup(
      owner: name, work: holdup.work,
      obstacle: isSuspended ? "has its app suspended" : holdup.obstacle)
  }

  /// Whether a slow disk keeps a part of the app waiting.
  nonisolated var isKeptWaiting: Bool {
    running.withValue { $0 }?.lanes.contains { $0.isFrozen } ?? false
  }

  /// The running app's client of the database; nil where it is not running.
  var database: SyncClient? { running.withValue { $0 }?.database }

  nonisolated func transition(on event: LifeEvent) throws(LifeError) {
    let state = lifeState
    guard let next = state.after(event) else {
      throw LifeError(phone: name, state: state, event: event)
    }
    life.withValue { $0 = next }
    world.journal.record(
      JournalNote(.life, "\(event.rawValue) → \(next.rawValue)"), about: subject)
    world.recorder?.change(.life, of: name, to: next.rawValue)
    tellObservers { $0.life(next) }
  }

  nonisolated func tellObservers(_ tell: (AppObserver) -> Void) {
    for observer in appObservers.withValue({ $0 }) {
      if !observer.isConfined { world.callsForeignCode() }
      tell(observer)
    }
  }

  func tellApp() {
    let state = lifeState
    tellRunningApp { $0.lifeChanged(to: state) }
  }

  /// The running app's main actor; nil where it is not running.
  var runningApp: App? { running.withValue { $0 }?.app }

  func tellRunningApp(_ body: @escaping @Sendable (isolated App) -> Void) {
    runningApp?.post(body)
  }
}
