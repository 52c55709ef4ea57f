internal import Backend
internal import Network
internal import Simulator

/// The uploads that a phone's system carries out for its app, in a process of its own.
///
/// They go on while the app is suspended, and after it has died or was ended for its memory; the system tries again by itself when
/// the network is lost. They end when the person closes the app, and go without a word with a reinstallation. Once all have
/// ended, the system resumes the app, or launches it behind the screen. Source: Apple, "Downloading files in the background",
/// `URLSessionConfiguration.background(withIdentifier:)`, and Quinn, Apple Developer Forums, thread 14855.
final class BackgroundSession: Sendable {
  /// The longest time that an upload may take to make progress: seven days (Apple,
  /// `URLSessionConfiguration.timeoutIntervalForResource`).
  static let limit = Duration.days(7)

  /// An upload that the app has handed over.
  private struct Upload {
    /// Counts the uploads of the phone.
    let number: Int
    let path: Path
    /// The number of its transfer, once it was begun.
    var transfer: TransferID?
    /// How it ended; nil while it is under way. It waits here until the app hears of it.
    var result: Result<StoredFile, TransferError>?
  }

  /// The app that hears of the uploads.
  struct Listener {
    let progress: @Sendable (Path, TransferProgress) -> Void
    let ended: @Sendable (Path) -> Void
  }

  private struct State {
    /// In the order in which they were handed over.
    var uploads: [Upload] = []
    var last = 0
    var listener: Listener?
    var client: StorageClient?
    var limiter = ResumeRateLimiter()
    /// Whether uploads that are asked for behind the screen wait, as in Low Power Mode.
    var defers = false
    /// Begins those that have waited, in the order in which they were handed over.
    var deferred: [@Sendable () -> Void] = []
  }

  private let state: WorldBound<State>
  private let world: World
  private let name: String
  private let makeClient: @Sendable () -> StorageClient
  private let allEnded: @Sendable () -> Void

  /// A session without uploads, whose process runs from the first upload on.
  ///
  /// - Parameter allEnded: Told, on the session's lane, that no upload is under way any more.
  init(
    of phone: String, in world: World, makeClient: @escaping @Sendable () -> StorageClient,
    allEnded: @escaping @Sendable () -> Void
  ) {
    self.world = world
    self.makeClient = makeClient
    self.allEnded = allEnded
    name = phone
    state = WorldBound(State(), in: world)
  }

  /// The places of the uploads that are under way or of whose end the app has not heard.
  var paths: [Path] { state.withValue { $0.uploads.map(\.path) } }

  /// Whether the app has yet to hear of the end of an upload, and none is under way.
  var isToBeHeard: Bool {
    state.withValue { state in
      !state.uploads.isEmpty && state.uploads.allSatisfy { $0.result != nil }
    }
  }

  /// Takes an upload over; one to a place that it has in hand already is the same.
  ///
  /// - Parameter isBehindScreen: Whether the app asks for it behind the screen, so that it may have to wait.
  func upload(
    _ content: FileContent, to path: Path, contentType: String, resuming upload: FileStore.UploadID,
    yields: Bool, isBehindScreen: Bool
  ) {
    let now = world.now
    let (number, wait) = state.withValue { state -> (Int?, Duration) in
      if state.uploads.contains(where: { $0.path == path }) { return (nil, .zero) }
      state.last += 1
      state.uploads.append(Upload(number: state.last, path: path))
      return (state.last, isBehindScreen ? state.limiter.wait(at: now) : .zero)
    }
    guard let number else { return }
    let client = runningClient()
    let begin: @Sendable () -> Void = { [weak self] in
      client.post { client in
        self?.begin(number, content, to: path, contentType, resuming: upload, yields, client)
      }
    }
    let isDeferred = state.withValue { state in
      guard isBehindScreen, state.defers else { return false }
      state.deferred.append(begin)
      return true
    }
    if isDeferred { return }
    if wait == .zero { begin() } else { client.schedule(after: wait) { _ in begin() } }
  }

  /// Lets uploads wait from now on that the app asks for behind the screen, or begins those that have waited.
  ///
  /// Such are discretionary, which Low Power Mode puts off. Source: Apple, `URLSessionConfiguration.isDiscretionary`: transfers that
  /// are started in the background always are.
  func setDefers(_ defers: Bool) {
    let due = state.withValue { state in
      state.defers = defers
      guard !defers else { return [@Sendable () -> Void]() }
      defer { state.deferred = [] }
      return state.deferred
    }
    for begin in due { begin() }
  }

  private func begin(
    _ number: Int, _ content: FileContent, to path: Path, _ contentType: String,
    resuming upload: FileStore.UploadID, _ yields: Bool, _ client: isolated StorageClient
  ) {
    // It may have been cancelled while it waited.
    guard state.withValue({ $0.uploads.contains { $0.number == number && $0.result == nil } })
    else { return }
    client.setYields(yields)
    let transfer = client.upload(
      content, to: path, contentType: contentType, resuming: upload, retryLimit: Self.limit,
      progress: { [weak self] progress in self?.progressed(number, progress) },
      ended: { [weak self] result in self?.ended(number, result) })
    state.withValue { state in
      guard let place = state.uploads.firstIndex(where: { $0.number == number }) else { return }
      state.uploads[place].transfer = transfer
    }
  }

  private func runningClient() -> StorageClient {
    if let client = state.withValue({ $0.client }) { return client }
    let client = makeClient()
    state.withValue { $0.client = client }
    return client
  }

  private func progressed(_ number: Int, _ progress: TransferProgress) {
    let (path, listener) = state.withValue { state in
      (state.uploads.first { $0.number == number }?.path, state.listener)
    }
    if let path { listener?.progress(path, progress) }
  }

  private func ended(_ number: Int, _ result: Result<StoredFile, TransferError>) {
    let (path, listener, isLast) = state.withValue { state -> (Path?, Listener?, Bool) in
      guard let place = state.uploads.firstIndex(where: { $0.number == number }) else {
        return (nil, nil, false)
      }
      state.uploads[place].result = result
      return (
        state.uploads[place].path, state.listener,
        state.uploads.allSatisfy { $0.result != nil }
      )
    }
    guard let path else { return }
    listener?.ended(path)
    if isLast { allEnded() }
  }

  /// Has an app hear of everything from now on, and of what has ended while nobody heard.
  func connect(_ listener: Listener) {
    let ended = state.withValue { state in
      state.listener = listener
      return state.uploads.filter { $0.result != nil }.map(\.path)
    }
    for path in ended { listener.ended(path) }
  }

  /// The process that heard has died.
  func disconnect() { state.withValue { $0.listener = nil } }

  /// Takes the end of an upload for the app, which hears of it only once; nil where there is none.
  func takeResult(at path: Path) -> Result<StoredFile, TransferError>? {
    state.withValue { state in
      guard let place = state.uploads.firstIndex(where: { $0.path == path && $0.result != nil })
      else { return nil }
      return state.uploads.remove(at: place).result
    }
  }

  /// Cancels the upload to a place, of which nobody hears any more.
  func cancel(to path: Path) {
    let ended = state.withValue { state -> [Upload] in
      defer { state.uploads.removeAll { $0.path == path } }
      return state.uploads.filter { $0.path == path }
    }
    stop(ended, because: .cancelled)
  }

  /// The person has closed the app: everything under way ends, of which the app hears when it is launched.
  ///
  /// Source: Apple, "Downloading files in the background": the system cancels all of the session's background transfers, with the
  /// reason `NSURLErrorCancelledReasonUserForceQuitApplication`.
  func closedByPerson() {
    let ended = state.withValue { state -> [Upload] in
      let ended = state.uploads.filter { $0.result == nil }
      for place in state.uploads.indices where state.uploads[place].result == nil {
        state.uploads[place].result = .failure(.closedByPerson)
      }
      return ended
    }
    stop(ended, because: .closedByPerson)
  }

  /// The app was deleted, and with it all that it has handed over.
  func removeAll() {
    let ended = state.withValue { state -> [Upload] in
      defer { state.uploads = [] }
      return state.uploads
    }
    stop(ended, because: .closedByPerson)
  }

  private func stop(_ uploads: [Upload], because error: TransferError) {
    let transfers = uploads.compactMap(\.transfer)
    guard !transfers.isEmpty, let client = state.withValue({ $0.client }) else { return }
    client.post { client in
      for transfer in transfers { client.cancel(transfer, because: error) }
    }
  }

  /// The system resumes or launches the app for its uploads.
  func noteResumption() {
    let now = world.now
    state.withValue { $0.limiter.resumed(at: now) }
  }

  /// The person has the app in front of them.
  func appOpened() {
    if state.withValue(parts: [], { $0.last }) > 0 { state.withValue { $0.limiter.reset() } }
  }

  /// The uploads under way, a line each, for the story of a failure.
  func report() -> [String] { state.withValue(parts: [], { $0.client })?.report() ?? [] }
}
