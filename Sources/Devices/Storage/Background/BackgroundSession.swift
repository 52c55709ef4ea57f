internal import Backend
internal import Network
internal import Simulator

/// The uploads to file storage that a phone's system carries out for its app, in a process of its own; see ``TransferDaemon``.
final class BackgroundSession: SystemSession {
  /// The longest time that an upload may take to make progress: seven days (Apple,
  /// `URLSessionConfiguration.timeoutIntervalForResource`).
  static let limit = Duration.days(7)

  /// An upload that the app has handed over.
  private struct Upload {
    /// Counts the uploads of the phone.
    let number: Int
    let path: Path
    /// The client that carries it out, as the user who was signed in when it was handed over.
    let client: StorageClient
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
    /// One for each user who has handed uploads over, in their order.
    var clients: [(user: String?, client: StorageClient)] = []
  }

  private let state: WorldBound<State>
  let daemon: TransferDaemon
  private let account: PhoneAccount
  private let makeClient: @Sendable (_ user: String?, _ number: Int) -> StorageClient

  /// A session without uploads, whose process runs from the first upload on.
  ///
  /// - Parameter makeClient: Makes the client of a user, by the number of users so far.
  init(
    by daemon: TransferDaemon, for account: PhoneAccount, in world: World,
    makeClient: @escaping @Sendable (_ user: String?, _ number: Int) -> StorageClient
  ) {
    self.daemon = daemon
    self.account = account
    self.makeClient = makeClient
    state = WorldBound(State(), in: world)
  }

  var identifier: String? { nil }

  /// The places of the uploads that are under way or of whose end the app has not heard.
  var paths: [Path] { state.withValue { $0.uploads.map(\.path) } }

  /// Whether the app has yet to hear of the end of an upload, and none is under way.
  var isToBeHeard: Bool {
    state.withValue { state in
      !state.uploads.isEmpty && state.uploads.allSatisfy { $0.result != nil }
    }
  }

  func appRuns() {}

  /// Takes an upload over; one to a place that it has in hand already is the same.
  ///
  /// It goes on as the user who is signed in now, whoever is later. Source: Apple, `URLSession`: a task has the headers of its request
  /// from its creation on, and with them the token.
  func upload(
    _ content: FileContent, to path: Path, contentType: String, resuming upload: FileStore.UploadID,
    yields: Bool
  ) {
    guard state.withValue({ state in !state.uploads.contains { $0.path == path } }) else { return }
    let client = runningClient()
    let number = state.withValue { state in
      state.last += 1
      state.uploads.append(Upload(number: state.last, path: path, client: client))
      return state.last
    }
    daemon.admit(on: client.lane) { [weak self] in
      client.post { client in
        self?.begin(number, content, to: path, contentType, resuming: upload, yields, client)
      }
    }
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
    let user = account.presentUser
    let (known, count) = state.withValue { state in
      (state.clients.first { $0.user == user }?.client, state.clients.count)
    }
    if let known { return known }
    let client = makeClient(user, count + 1)
    state.withValue { $0.clients.append((user, client)) }
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
    if isLast { daemon.ended(self) }
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

  func removeAll() {
    let ended = state.withValue { state -> [Upload] in
      defer { state.uploads = [] }
      return state.uploads
    }
    stop(ended, because: .closedByPerson)
  }

  private func stop(_ uploads: [Upload], because error: TransferError) {
    for (_, client) in state.withValue({ $0.clients }) {
      let transfers = uploads.filter { $0.client === client }.compactMap(\.transfer)
      guard !transfers.isEmpty else { continue }
      client.post { client in
        for transfer in transfers { client.cancel(transfer, because: error) }
      }
    }
  }

  func report() -> [String] {
    state.withValue(parts: [], { $0.clients }).flatMap { $0.client.report() }
  }
}
