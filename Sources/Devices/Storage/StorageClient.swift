public import Backend
internal import Harness
internal import Network
public import Simulator

/// The file storage client of one process: uploads, downloads and deletions over one connection.
///
/// It lives on a lane of its own and connects only while there is something to transfer. A transfer survives the loss
/// of the connection: it goes on where the backend is. All handlers are called on the client's lane, never after the
/// process's end.
///
/// The limit of a transfer counts from the last byte that moved on the connection, also within a chunk and of another transfer,
/// for which it waits. Source: Apple, `URLSessionConfiguration.timeoutIntervalForRequest`, whose timer new data reset.
public actor StorageClient: LaneActor {
  /// Told with every chunk that is stored or received.
  public typealias ProgressHandler = @Sendable (TransferProgress) -> Void

  public nonisolated let lane: Lane
  private let process: AppProcess
  private let network: Network
  private let host: NetworkHost
  private let server: NetworkHost
  private let strikePlaces: PhoneStrikePlaces?
  private var queue: TransferQueue
  private let link: WorldBound<ReconnectingConnection?>
  private var isLinkRunning = false
  /// The beginning of the present connection, or of the attempts to open one.
  private var linkBegan = Instant.zero
  private var yields = false
  private var isWatchingInterface = false
  private var idleTimer = WorldTimer.none
  private var watches: [TransferID: Watch] = [:]

  /// The handlers of a transfer, and the limit of the time that it may make no progress.
  private struct Watch {
    let progress: ProgressHandler
    let ended: @Sendable (TransferQueue.End) -> Void
    var answered: @Sendable (StorageAnswer) -> Void = { _ in }
    let retryLimit: Duration
    /// Whether the transfer ends when the phone loses its network.
    var endsWithNetwork = false
    /// Whether the time without a network counts for nothing.
    var waitsForNetwork = false
    var lastProgress: Instant
    var timer = WorldTimer.none
  }

  /// The longest time that a transfer may make no progress: ten minutes, the default of Firebase's storage clients.
  public static var retryLimit: Duration { .minutes(10) }
  /// The time after which an idle connection is closed.
  static let idleLimit = Duration.minutes(1)

  init(
    lane: Lane, process: AppProcess, user: String?, from host: NetworkHost, to server: NetworkHost,
    on network: Network, strikePlaces: PhoneStrikePlaces? = nil
  ) {
    self.lane = lane
    self.process = process
    self.strikePlaces = strikePlaces
    self.network = network
    self.host = host
    self.server = server
    queue = TransferQueue(user: user)
    link = WorldBound(nil, in: lane.world)
  }

  // MARK: - What an app asks for

  /// Uploads a file; it appears at its path with its last byte.
  ///
  /// - Parameters:
  ///   - content: The content of the file.
  ///   - contentType: Its media type.
  ///   - upload: An upload of an earlier run of the app to go on with, from ``TransferProgress/upload``.
  ///   - retryLimit: The longest time that it may make no progress, for want of a network or otherwise.
  ///   - endsWithNetwork: Whether it ends with ``TransferError/networkLost`` when the phone's interface goes down after it has
  ///     begun, as an app does that watches the network's path. By default it waits for the next network. Source: Apple,
  ///     `NWPathMonitor`.
  ///   - waitsForNetwork: Whether the limit counts only while the phone's interface is up. Source: Apple,
  ///     `URLSessionConfiguration.waitsForConnectivity`, under which the timer of a request begins once there is a connection.
  ///   - ended: Told the stored file, or why there is none.
  @discardableResult
  public func upload(
    _ content: FileContent, to path: Path, contentType: String = "image/jpeg",
    resuming upload: FileStore.UploadID? = nil, retryLimit: Duration = retryLimit,
    endsWithNetwork: Bool = false, waitsForNetwork: Bool = false,
    progress: @escaping ProgressHandler = { _ in },
    ended: @escaping @Sendable (Result<StoredFile, TransferError>) -> Void
  ) -> TransferID {
    begin(
      .upload(content, contentType: contentType, resuming: upload), path,
      Watch(
        progress: progress, ended: Self.requiringFile(ended), retryLimit: retryLimit,
        endsWithNetwork: endsWithNetwork, waitsForNetwork: waitsForNetwork,
        lastProgress: lane.world.now))
  }

  /// Announces a file that somebody else uploads, such as a background session; nothing is there before its last byte is.
  ///
  /// Source: Google Cloud Storage documentation, "Resumable uploads": the session's URI is good for a week.
  ///
  /// - Parameters:
  ///   - waitsForNetwork: Whether the limit counts only while the phone's interface is up.
  ///   - ended: Told the number under which the backend knows the upload, or why it has none.
  @discardableResult
  public func beginUpload(
    byteCount: Int, to path: Path, contentType: String, retryLimit: Duration = retryLimit,
    waitsForNetwork: Bool = false,
    ended: @escaping @Sendable (Result<FileStore.UploadID, TransferError>) -> Void
  ) -> TransferID {
    let question = StorageCommand.beginUpload(path, byteCount: byteCount, contentType: contentType)
    return ask(question, path, retryLimit, waitsForNetwork: waitsForNetwork, ended) {
      if case .begun(let upload) = $0 { upload } else { nil }
    }
  }

  /// Downloads a file.
  ///
  /// - Parameters:
  ///   - retryLimit: The longest time that it may make no progress.
  ///   - waitsForNetwork: Whether the limit counts only while the phone's interface is up.
  ///   - ended: Told the file, or why there is none.
  @discardableResult
  public func download(
    _ path: Path, retryLimit: Duration = retryLimit, waitsForNetwork: Bool = false,
    progress: @escaping ProgressHandler = { _ in },
    ended: @escaping @Sendable (Result<StoredFile, TransferError>) -> Void
  ) -> TransferID {
    begin(
      .download, path,
      Watch(
        progress: progress, ended: Self.requiringFile(ended), retryLimit: retryLimit,
        waitsForNetwork: waitsForNetwork, lastProgress: lane.world.now))
  }

  /// Removes a file.
  ///
  /// - Parameter ended: Told nil, or why it is still there.
  @discardableResult
  public func delete(
    _ path: Path, retryLimit: Duration = retryLimit,
    ended: @escaping @Sendable (TransferError?) -> Void
  ) -> TransferID {
    let watch = Watch(
      progress: { _ in },
      ended: { end in
        if case .failure(let error) = end { ended(error) } else { ended(nil) }
      }, retryLimit: retryLimit, lastProgress: lane.world.now)
    return begin(.deletion, path, watch)
  }

  /// Asks for a file's metadata.
  @discardableResult
  public func metadata(
    of path: Path, retryLimit: Duration = retryLimit,
    ended: @escaping @Sendable (Result<FileMetadata, TransferError>) -> Void
  ) -> TransferID {
    ask(.metadata(path), path, retryLimit, ended) {
      if case .metadata(let metadata) = $0 { metadata } else { nil }
    }
  }

  /// Changes a file's own metadata; names that aren't given stay.
  @discardableResult
  public func updateMetadata(
    of path: Path, _ custom: [String: String], retryLimit: Duration = retryLimit,
    ended: @escaping @Sendable (Result<FileMetadata, TransferError>) -> Void
  ) -> TransferID {
    ask(.updateMetadata(path, custom), path, retryLimit, ended) {
      if case .metadata(let metadata) = $0 { metadata } else { nil }
    }
  }

  /// Lists the files and folders directly in a folder.
  @discardableResult
  public func list(
    _ path: Path, retryLimit: Duration = retryLimit,
    ended: @escaping @Sendable (Result<FileListing, TransferError>) -> Void
  ) -> TransferID {
    ask(.list(path), path, retryLimit, ended) {
      if case .listing(let listing) = $0 { listing } else { nil }
    }
  }

  private func ask<Value: Sendable>(
    _ question: StorageCommand, _ path: Path, _ retryLimit: Duration,
    waitsForNetwork: Bool = false,
    _ ended: @escaping @Sendable (Result<Value, TransferError>) -> Void,
    value: @escaping @Sendable (StorageAnswer) -> Value?
  ) -> TransferID {
    var watch = Watch(
      progress: { _ in },
      ended: { end in
        if case .failure(let error) = end { ended(.failure(error)) }
      }, retryLimit: retryLimit, waitsForNetwork: waitsForNetwork, lastProgress: lane.world.now)
    watch.answered = { answer in
      if let value = value(answer) { ended(.success(value)) }
    }
    return begin(.question(question), path, watch)
  }

  /// Cancels the uploads to a place, which end with ``TransferError/cancelled``.
  public func cancelUploads(to path: Path) {
    for id in queue.uploads(to: path) { cancel(id) }
  }

  /// Cancels a transfer, which ends with ``TransferError/cancelled``; does nothing for one that has ended.
  public func cancel(_ id: TransferID) { cancel(id, because: .cancelled) }

  func cancel(_ id: TransferID, because error: TransferError) {
    perform(queue.giveUp(id, because: error))
  }

  /// Has what the client sends give way to everything else on the link, or not; a connection that stands already stays as it is.
  ///
  /// The kernel then sends by LEDBAT++, which backs off once a queue of 40 ms stands on the path; what comes from the backend is
  /// sent as ever. Source: Apple, `URLRequest.NetworkServiceType.background`; xnu, `tcp_ledbat.c`.
  public func setYields(_ yields: Bool) { self.yields = yields }

  /// Acts as another user from now on, or as nobody: as the one who is signed in on the phone.
  func signIn(as user: String?) { perform(queue.signIn(as: user)) }

  /// Describes the transfers under way, for the story of a failure; called between steps.
  nonisolated func report() -> [String] {
    inspect { $0.queue.story }
  }

  /// A handler that gets the file of every success: uploads and downloads always have one.
  private static func requiringFile(
    _ ended: @escaping @Sendable (Result<StoredFile, TransferError>) -> Void
  ) -> @Sendable (TransferQueue.End) -> Void {
    { end in
      switch end {
      case .success(let file?): ended(.success(file))
      case .success(nil): preconditionFailure("a transfer that is no deletion ended without a file")
      case .failure(let error): ended(.failure(error))
      }
    }
  }

  // MARK: - Transfers

  private func begin(
    _ job: TransferQueue.Job, _ path: Path, _ watch: Watch
  ) -> TransferID {
    let (id, actions) = queue.begin(job, path)
    guard process.isAlive else { return id }
    watches[id] = watch
    if watch.endsWithNetwork || watch.waitsForNetwork { watchInterface() }
    watchForStandstill(id, after: watch.retryLimit)
    connect()
    perform(actions)
    return id
  }

  private func watchForStandstill(_ id: TransferID, after delay: Duration) {
    watches[id]?.timer = process.schedule(after: delay, on: lane) { [weak self] in
      self?.assumeIsolated { $0.checkForStandstill(id) }
    }
  }

  private func checkForStandstill(_ id: TransferID) {
    guard let watch = watches[id] else { return }
    let now = lane.world.now
    if watch.waitsForNetwork, !network.isInterfaceUp(of: host) {
      watches[id]?.lastProgress = now
      return watchForStandstill(id, after: watch.retryLimit)
    }
    let link = link.withValue { $0 }
    // Requests are served in order: while bytes of another one move, this one waits for its turn.
    let idle = max(watch.lastProgress, link?.lastMovement ?? .zero).duration(to: now)
    if idle >= watch.retryLimit {
      perform(queue.giveUp(id, because: .retryLimitExceeded(watch.retryLimit)))
      // A request that has timed out takes its connection along, on which nothing moved for as long: the next one may not hang
      // on it. One that was opened meanwhile is left to the others.
      if linkBegan.duration(to: now) >= watch.retryLimit { link?.reconnect() }
    } else {
      watchForStandstill(id, after: watch.retryLimit - idle)
    }
  }

  /// Ends those uploads with the network that the app wants to end then; the limits of others begin anew with the next one.
  private func watchInterface() {
    guard !isWatchingInterface else { return }
    isWatchingInterface = true
    let number = network.observeInterface(of: host, on: lane) { [weak self] _ in
      self?.assumeIsolated { $0.interfaceChanged() }
    }
    process.atEnd { [network, host] in network.stopObservingInterface(of: host, number) }
  }

  private func interfaceChanged() {
    // What was told while the app was suspended may be over.
    guard process.isAlive else { return }
    let isUp = network.isInterfaceUp(of: host)
    for id in watches.keys.sorted() {
      if isUp, watches[id]?.waitsForNetwork == true { watches[id]?.lastProgress = lane.world.now }
      guard !isUp, watches[id]?.endsWithNetwork == true, queue.hasBegun(id) else { continue }
      perform(queue.giveUp(id, because: .networkLost))
    }
  }

  private func perform(_ actions: [TransferQueue.Action]) {
    for action in actions {
      guard process.isAlive else { return }
      switch action {
      case .send(let message):
        (strikePlaces?.sent).pass { _ = link.withValue { $0 }?.send(message) }
      case .progress(let id, let progress):
        watches[id]?.lastProgress = lane.world.now
        watches[id]?.progress(progress)
      case .answered(let id, let answer):
        watches[id]?.answered(answer)
      case .ended(let id, let end):
        let watch = watches.removeValue(forKey: id)
        watch?.timer.cancel()
        watch?.ended(end)
        if queue.isEmpty { planToHangUp() }
      }
    }
  }

  // MARK: - The connection

  private func connect() {
    idleTimer.cancel()
    guard !isLinkRunning else { return }
    isLinkRunning = true
    linkBegan = lane.world.now
    if let link = link.withValue({ $0 }) {
      // What an earlier connection went through says nothing about this one.
      link.networkCameBack()
      link.start()
      return
    }
    var configuration = StorageChannel.configuration
    configuration.yields = yields
    let link = ReconnectingConnection(
      from: host, to: server, service: StorageChannel.name, lane: lane, on: network,
      configuration: configuration
    ) { [weak self] event in
      self?.assumeIsolated { $0.handle(event) }
    }
    self.link.withValue { $0 = link }
    let cell = self.link
    process.atEnd {
      let link = cell.withValue { cell in
        defer { cell = nil }
        return cell
      }
      link?.stop()
    }
    link.start()
  }

  private func planToHangUp() {
    idleTimer.cancel()
    idleTimer = process.schedule(after: Self.idleLimit, on: lane, background: true) {
      [weak self] in
      self?.assumeIsolated { $0.hangUp() }
    }
  }

  private func hangUp() {
    guard queue.isEmpty else { return }
    isLinkRunning = false
    queue.lost()
    link.withValue { $0 }?.stop()
  }

  private func handle(_ event: ReconnectingConnection.Event) {
    guard process.isAlive else { return }
    switch event {
    case .opened: perform(queue.connected())
    case .received(let payload):
      guard let message = payload as? StorageServerMessage else { return }
      (strikePlaces?.received).pass { perform(queue.received(message)) }
    case .lost:
      linkBegan = lane.world.now
      queue.lost()
    }
  }
}
