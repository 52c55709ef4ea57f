internal import Backend
public import Devices
internal import Harness
public import Simulator

/// The chat app's main actor: it feeds the model, keeps its facts, and carries out what it wants done.
public actor ChatApp: PhoneApp {
  /// The configuration of every launch.
  public struct Configuration: Sendable {
    /// The settings where the stories leave a choice.
    public var policies: ChatPolicies
    /// The observer that records the person's actions for the invariants; the app itself never reads it.
    var observer: InvariantObserver?

    /// A configuration; by default with the settings of the requirements.
    public init(policies: ChatPolicies = ChatPolicies()) {
      self.policies = policies
    }
  }

  public nonisolated let lane: Lane
  let services: PhoneServices<Screen>
  /// The process and the database among the services: to reach for them there copies them all.
  let process: AppProcess
  let database: SyncClient
  nonisolated let configuration: Configuration
  let user: UserID
  private(set) var model: ChatModel
  /// Begins with room for what each phone follows, as each enlargement hashes all feeds again.
  private var listeners: [Feed: ListenerID] = Dictionary(minimumCapacity: 10)
  /// Set while times on a sheet will read differently later.
  private var sheetTimer = WorldTimer.none
  /// Fires when the next muting ends, at this time of the backend's in milliseconds since 1970.
  private var muteTimer = (timer: WorldTimer.none, due: Instant?.none)
  /// Whether the end of a muting is reckoned again on each connection.
  private var hearsTime = false
  var shown: Screen?
  private var drawn = ProjectionCache()
  /// The value of ``ProjectionCache/names`` when the named accounts were last followed.
  private var followedNames = ChangeCount()
  /// The inputs when the screen was last drawn: the value of ``ChatStore/appearances``, which is nil where the screen must
  /// be drawn anew, the phone's clock, and where the person was.
  var shownAppearances: ChangeCount?
  private var shownClock = WallClock()
  private var shownNavigation = Shared(Navigation())
  private var isFlushPlanned = false
  /// Whether the disk was read. Not yet in an app that was launched behind the screen of a phone that nobody has unlocked since it
  /// was switched on: it knows nothing then, shows nothing and tells nothing.
  private var isStarted = false
  /// The responses to notifications that came before.
  private var postponed: [(NotificationResponse, DeliveredNotification)] = []
  /// The changes that the disk has not taken; they wait for room, in front of the next ones.
  var unkept = DiskTransaction()
  /// Set while the disk does not take changes.
  var keepTimer: WorldTimer?
  /// The number on the icon as this process has set it last.
  var shownBadge: Int?
  /// The groups of the invitations that were on the screen when the notifications were last made right.
  var shownInvitations: [ConversationID] = []
  /// Whether the notifications of those that ended before this launch are gone.
  var hasClearedInvitations = false
  /// The task for which the app goes on in the background.
  private var backgroundTask: Int?
  /// The key of the present connection among those on which this user writes.
  var typingSlot: Key = "none"
  /// The connections on which the backend was told that this user writes, and not yet that they do no more.
  var typingPlaces: [ConversationID: Set<Key>] = [:]
  /// The number of connections on which this launch has said that the phone is connected.
  var presenceConnections = 0
  /// The present connection, once the backend knows how to take back what is said on it.
  var armedConnection: Key?
  /// The end of the phone's token by the backend's clock, in milliseconds since 1970; nil where it has none.
  var tokenExpiry: Int64?
  /// The connections of which this launch has said that they are there, for each word that the backend has not answered.
  var unansweredWords: [Key] = []
  /// The connections whose words may stand at the backend.
  var formerWords: Set<Key> = []
  private var keys = PushIDGenerator()
  private var keyOrdinal: UInt64 = 0
  /// The time of the last id, in milliseconds since 1970.
  private var keyMilliseconds = Int64.min

  private static let keyStream = ChoiceStream("chat.id")
  private static let fileStream = ChoiceStream("chat.file")
  private static let installationStream = ChoiceStream("chat.installation")

  public static var isConfined: Bool { true }

  public static var keepsOwnBadge: Bool { true }

  public func significantTimeChange() { timesChanged() }

  public static func visible(_ screen: Screen) -> Screen { screen.visible }

  public init(services: PhoneServices<Screen>, configuration: Configuration) {
    lane = services.lane
    self.services = services
    process = services.process
    database = services.database
    var configuration = configuration
    configuration.policies.text.locale = services.locale
    self.configuration = configuration
    user = UserID(services.user)
    model = ChatModel(user: user, policies: configuration.policies, restoring: DiskImage())
    if configuration.policies.persistsDatabase { database.isPersistenceEnabled = true }
  }

  public func start() {
    guard let image = try? process.storedImage() else { return }
    isStarted = true
    model = ChatModel(user: user, policies: configuration.policies, restoring: image)
    model.navigation.isForeground = !services.isLaunchedBehindScreen
    model.navigation.traits = services.traits
    model.navigation.photoAccess = services.photos.access
    if model.store.marks.lastNumber == 0 { model.store.marks.installation = installationKey() }
    model.start(at: process.monotonicNow)
    keyMilliseconds = model.store.lastOwnKeyTime.map { $0 + 1 } ?? .min
    connectUploads()
    watchPhotos()
    let place = configuration.policies.sharesPresence ? replacePresencePlace(in: image) : nil
    if let place, configuration.policies.persistsDatabase {
      model.store.uncommitted.put(place, at: PresencePlace.rowKey, in: PresencePlace.table)
    }
    flush()
    if let place { announcePresence(at: place) }
    if configuration.policies.persistsDatabase { endFormerTyping(in: image) }
    if configuration.policies.showsTyping || configuration.policies.resumesUploads {
      watchConnection()
    }
    if configuration.policies.usesPush {
      register()
      // Only once: the answer is the system's to keep.
      if services.notifications.permission == .notDetermined {
        services.notifications.requestPermission(on: self) { _, _ in }
      }
    }
  }

  public func protectedDataBecameAvailable() {
    guard !isStarted else { return }
    start()
    for (response, notification) in postponed { answer(response, to: notification) }
  }

  public func shouldPresent(_ notification: DeliveredNotification) -> Bool {
    wantsBanner(notification)
  }

  public func tapped(_ notification: DeliveredNotification) {
    change { model, _ in model.show(notification.conversation) }
  }

  public static var notificationResponses: [NotificationResponse] {
    [.dismissed, .action(markAsRead), .reply("")]
  }

  /// The action of notifications that marks as read what they tell of (PM-07).
  public static let markAsRead = "Mark as Read"

  public func responded(_ response: NotificationResponse, to notification: DeliveredNotification) {
    guard isStarted else { return postponed.append((response, notification)) }
    answer(response, to: notification)
  }

  public func received(
    _ data: [String: String], completionHandler: @escaping @Sendable () -> Void
  ) {
    clearNotifications(by: data)
    // Heard first is all that the database's client has received and could not tell a suspended app: the number on the icon
    // would be that of half of it.
    database.post { [weak self] _ in self?.post { _ in completionHandler() } }
  }

  public func lifeChanged(to state: LifeState) {
    change { model, _ in model.setForeground(state == .foreground) }
    if state == .foreground, !model.navigation.pictures.isEmpty { measureRoom() }
    keepBackgroundTask(wanted: state == .background)
  }

  /// Asks for more time in the background while there are news for the backend, and gives it back once there are none.
  private func keepBackgroundTask(wanted: Bool) {
    let isWanted = wanted && model.hasNews && configuration.policies.usesBackgroundTask
    if isWanted, backgroundTask == nil {
      backgroundTask = process.beginBackgroundTask { [weak self] in
        self?.assumeIsolated { $0.keepBackgroundTask(wanted: false) }
      }
    } else if !isWanted, let task = backgroundTask.take() {
      process.endBackgroundTask(task)
    }
  }

  /// Shows the news that wait to be kept and drawn: nothing is touched that nobody has seen.
  public func drawPending() {
    if isFlushPlanned { flush() }
  }

  /// Carries out a gesture of the person.
  ///
  /// - Returns: The id of what it has made, such as a message; nil where it has made nothing.
  @discardableResult
  func perform(_ gesture: ChatGesture) -> Key? {
    configuration.observer?.made(gesture)
    if keepTimer != nil, gesture == .answerAlert {
      flush()
      return nil
    }
    if case .answerPrompt(let answer) = gesture { services.photos.answerPrompt(answer) }
    if case .selectMorePhotos(let pictures) = gesture { services.photos.selectMore(pictures) }
    if case .choose = gesture { measureRoom() }
    guard model.hasEffect(gesture) else { return nil }
    let id = gesture.needsID ? nextKey() : nil
    let token = model.carriesPictures(gesture) ? fileToken() : nil
    let time = database.serverMilliseconds
    change { $0.perform(gesture, as: id, token: token, localMilliseconds: time, at: $1) }
    return id.flatMap { model.hasMade($0, by: gesture) ? $0 : nil }
  }

  // MARK: - The model's surroundings

  /// Changes the model by a gesture; its consequences are on the disk and on the screen on return.
  func change(_ body: (inout ChatModel, Instant) -> Void) {
    guard process.isAlive, isStarted else { return }
    body(&model, process.monotonicNow)
    flush()
  }

  /// Changes the model by news; news that come together are kept, shown and answered together.
  func ingest(_ body: (inout ChatModel, Instant) -> Void) {
    guard process.isAlive else { return }
    body(&model, process.monotonicNow)
    guard !isFlushPlanned else { return }
    isFlushPlanned = true
    post { $0.flush() }
  }

  /// Keeps the facts, then shows the screen, then tells the outside: what a person sees or the backend
  /// hears survives a crash at any step (I-17).
  func flush() {
    isFlushPlanned = false
    guard process.isAlive, isStarted else { return }
    model.fulfilIntents(at: process.monotonicNow)
    model.flushDeliveries(at: process.monotonicNow)
    model.closeSheetWithoutSubject()
    model.dropIdleQuestion()
    model.followProfiles()
    model.followPictures()
    model.tidyPictures()
    let photos = photosInView()
    if photos != model.navigation.photos { model.navigation.photos = photos }
    guard keep(model.store.takeUncommitted()) else { return markStaying() }
    keepMutesRight()
    showIfChanged()
    // What is on the screen now is seen, and not before (I-06).
    model.markDisplayed(at: process.monotonicNow)
    let marks = model.store.takeUncommitted()
    if !marks.isEmpty {
      guard keep(marks) else { return }
      showIfChanged()
    }
    if configuration.policies.usesPush { tidyNotifications() }
    let effects = model.effects
    model.effects = []
    for effect in effects { execute(effect) }
    if backgroundTask != nil { keepBackgroundTask(wanted: true) }
    // What was read in a tunnel is told although the phone is in a pocket when it comes out.
    if !model.navigation.isForeground { process.setWakesWithNetwork(model.hasNews) }
  }

  /// Marks what stays on the screen until the disk has room: it is seen, wherever in the app the person goes meanwhile.
  private func markStaying() {
    guard let shown else { return }
    let unkept = Set(unkept.changes.compactMap { ($0.row as? MessageFact)?.id })
    model.markDisplayed(on: shown, without: unkept, at: process.monotonicNow)
  }

  /// Draws the screen unless nothing has changed that it shows; how long ago something was changes by its own timer.
  private func showIfChanged() {
    let clock = process.clock
    // What is compared fastest comes first.
    if shownAppearances != model.store.appearances || shownClock != clock
      || shownNavigation != model.sharedNavigation
    {
      return show(at: clock)
    }
    assert(
      model.navigation.sheet != nil || shown == model.projection(clock: process.clock).screen(),
      "something on the screen is out of date")
  }

  private func show(at clock: WallClock) {
    shownAppearances = model.store.appearances
    shownClock = clock
    shownNavigation = model.sharedNavigation
    // Before the facts are shared: to change them while they are would copy them.
    let touched = model.store.takeTouched()
    // As `model.projection` makes it, for which the whole model would be copied.
    let projection = ScreenProjection(
      facts: model.sharedStore, user: user, place: model.sharedNavigation,
      policies: configuration.policies, clock: clock,
      localMilliseconds: process.wallMilliseconds)
    keepTimesRight(projection)
    drawn.forget(touched)
    let screen = projection.screen(reusing: &drawn)
    assert(screen == projection.screen(), "a bubble on the screen is out of date")
    if followedNames != drawn.names {
      followedNames = drawn.names
      model.followNames(of: drawn.namedUsers)
    }
    guard screen != shown else { return }
    let before = shown
    shown = screen
    services.show(screen, screen.changes(since: before))
    announceChanges(since: before)
  }

  /// Draws the screen again when a time on the sheet in front of it reads differently.
  private func keepTimesRight(_ projection: ScreenProjection) {
    sheetTimer.cancel()
    guard let delay = projection.millisecondsUntilTimesChange() else { return }
    sheetTimer = process.schedule(
      after: .milliseconds(delay), on: lane, background: true
    ) { [weak self] in
      self?.post { $0.timesChanged() }
    }
  }

  /// Shows muted conversations as such until their time is over by the backend's clock (C-48).
  private func keepMutesRight() {
    let present = database.serverMilliseconds
    let delay = model.endMutes(at: present).map { Duration.milliseconds($0 - present) }
    let due = delay.map { process.monotonicNow.advanced(by: $0) }
    if due == nil, muteTimer.due == nil { return }
    // It is reckoned again where the phone has learned what the backend's clock shows, or its own was set; less is rounding.
    if let due, let earlier = muteTimer.due,
      abs(due.nanoseconds - earlier.nanoseconds) < 1_000_000_000
    {
      return
    }
    muteTimer.timer.cancel()
    muteTimer.due = due
    guard let delay else { return }
    hearTime()
    muteTimer.timer = process.schedule(after: delay, on: lane, background: true) { [weak self] in
      self?.post { app in
        app.muteTimer.due = nil
        app.flush()
      }
    }
  }

  /// Reckons the end of a muting again on each connection, with which the phone learns what the backend's clock shows: nothing
  /// else need be told then.
  private func hearTime() {
    guard !hearsTime else { return }
    hearsTime = true
    database.post { [weak self] database in
      database.watchConnection { isConnected in
        if isConnected { self?.post { $0.flush() } }
      }
    }
  }

  private func timesChanged() {
    shownAppearances = nil
    flush()
  }

  private func execute(_ effect: ChatEffect) {
    switch effect {
    case .follow(let feed): follow(feed)
    case .unfollow(let feed): unfollow(feed)
    case .write(let operation, let path, let changes):
      database.post { database in
        database.update(path, changes) { [weak self] outcome in
          self?.post { app in
            let time = app.database.serverMilliseconds
            app.ingest { $0.settled(operation, outcome, localMilliseconds: time, at: $1) }
          }
        }
      }
    case .upload(let fact): upload(fact)
    case .startUploadTimer(let id, let delay): startUploadTimer(id, delay)
    case .cancelUpload(let place): cancelUpload(to: place)
    case .download(let place): download(place)
    case .setBadge: if let shown { services.notifications.setBadge(shown.badge) }
    case .askForPhotos: askForPhotos()
    case .openSettings: services.openSettings()
    case .startReceiptTimer(let delay):
      lane.world.explain(Wait(.pacing, at: lane.name, "the next batch of receipts"))
      process.schedule(after: delay, on: lane) { [weak self] in
        self?.post { $0.change { $0.receiptTimerFired(at: $1) } }
      }
    case .startDeliveryTimer(let delay):
      lane.world.explain(Wait(.pacing, at: lane.name, "the next batch of deliveries"))
      process.schedule(after: delay, on: lane) { [weak self] in
        self?.post { $0.change { model, _ in model.deliveryTimerFired() } }
      }
    case .armTyping(let id): armTyping(in: id)
    case .tellTyping(let id, let time): tellTyping(in: id, milliseconds: time)
    case .endTyping(let id): endTyping(in: id)
    case .startTypingTimer(let due):
      process.schedule(after: max(.zero, process.monotonicNow.duration(to: due)), on: lane) {
        [weak self] in
        self?.post { $0.change { $0.typingTimerFired(at: $1) } }
      }
    case .startPresenceTimer(let due):
      // An hour later there may be nothing else to do.
      process.schedule(
        after: max(.zero, process.monotonicNow.duration(to: due)), on: lane, background: true
      ) { [weak self] in
        self?.post { $0.change { $0.presenceTimerFired(at: $1) } }
      }
    }
  }

  private func follow(_ feed: Feed) {
    let query = feed.query(for: user)
    let kinds = feed.kinds(persists: configuration.policies.persistsDatabase)
    database.post { database in
      let listener = database.listen(to: query, for: kinds) { [weak self] content in
        self?.post { $0.received(content, from: feed) }
      }
      // The database and the app have lanes of their own, so the listener's number comes as news too.
      self.post { $0.listeners[feed] = listener }
    }
  }

  private func unfollow(_ feed: Feed) {
    let query = feed.query(for: user)
    database.post { [weak self] database in
      self?.post { app in
        guard let listener = app.listeners.removeValue(forKey: feed) else { return }
        app.database.post { $0.unlisten(listener, from: query) }
      }
    }
  }

  private func received(_ content: RaisedEvent.Content, from feed: Feed) {
    ingest { $0.received(content, from: feed, at: $1) }
  }

  /// The next id: behind all that this phone has made, whatever its clock has shown since, and across launches.
  ///
  /// Messages that the backend takes within one millisecond stand in the order of their ids, which must be that of their
  /// writing (I-19).
  func nextKey() -> Key {
    keyOrdinal += 1
    keyMilliseconds = max(keyMilliseconds, database.serverMilliseconds)
    let choices = lane.world.choices
    let entity = lane.identifier
    let high = choices.draw(Self.keyStream, entity: entity, ordinal: 2 * keyOrdinal)
    let low = choices.draw(Self.keyStream, entity: entity, ordinal: 2 * keyOrdinal + 1)
    return keys.next(at: keyMilliseconds, random: UInt128(high) << 64 | UInt128(low))
  }

  /// A name for this installation of the app: other chance for each instant of the launch.
  private func installationKey() -> Key {
    let time = UInt64(bitPattern: process.wallMilliseconds)
    let choices = lane.world.choices
    let draw = choices.draw(Self.installationStream, entity: lane.identifier, ordinal: time)
    return Key(String(draw, radix: 36))
  }

  /// 128 bits of chance in 32 digits. Keys of the database would not do: two of the same millisecond differ by one.
  private func fileToken() -> Key {
    keyOrdinal += 1
    let choices = lane.world.choices
    let digits = (0...1).map { half in
      let draw = choices.draw(
        Self.fileStream, entity: lane.identifier, ordinal: 2 * keyOrdinal + UInt64(half))
      let text = String(draw, radix: 16)
      return String(repeating: "0", count: 16 - text.count) + text
    }
    return Key(digits.joined())
  }
}
