internal import Harness
import Network
public import Simulator

/// File storage on the network: a thin shell around ``FileStore``.
public actor StorageHost: LaneActor {
  public nonisolated let lane: Lane
  private let meter: WorldBound<Meter>
  private let subject: JournalSource
  private let strikePlaces: BackendStrikePlaces?
  private nonisolated let fileObserver: WorldBound<(@Sendable (StoredFile) -> Void)?>
  private var store: FileStore

  init(
    lane: Lane, rules: StorageRules, on host: NetworkHost, of network: Network,
    meter: WorldBound<Meter>, strikePlaces: BackendStrikePlaces?
  ) throws(NetworkError) {
    self.lane = lane
    self.meter = meter
    self.strikePlaces = strikePlaces
    subject = JournalSource(lane.name)
    fileObserver = WorldBound(nil, in: lane.world)
    store = FileStore(rules: rules)
    try network.listen(on: host, service: StorageChannel.name, lane: lane) {
      [weak self] connection in
      let uid = WorldBound<String?>(nil, in: connection.lane.world)
      return { [weak self] event in
        guard case .received(let payload) = event else { return }
        guard let message = payload as? StorageClientMessage else { return connection.close() }
        self?.assumeIsolated { $0.receive(message, over: connection, uid) }
      }
    }
  }

  /// The file at a path, past all rules, for assertions of a scenario.
  public func file(at path: Path) -> StoredFile? { store.file(at: path) }

  /// The paths of all files, in order.
  public var paths: [Path] { store.paths }

  /// Whether there is no file.
  package var isEmpty: Bool { store.isEmpty }

  /// Every file, to be compared at the end of a run.
  var finalState: [FinalState] {
    // No closure here: it would ask for the actor's executor, and none runs between two steps.
    var states: [FinalState] = []
    for path in store.paths {
      if let file = store.file(at: path) { states.append(FinalState("\(path)", file)) }
    }
    return states
  }

  /// Removes a file as a trusted program does; does nothing where there is none.
  public func administer(delete path: Path, as program: String = "scenario") {
    let wasThere = store.administer(delete: path)
    note("\(path) \(wasThere ? "deleted" : "is not there to be deleted") by \(program)")
  }

  /// Tells of every file that is stored, in the step that stores its last byte.
  nonisolated func observeFiles(_ look: @escaping @Sendable (StoredFile) -> Void) {
    fileObserver.withValue { $0 = look }
  }

  /// Asks for a file to be stored, as a program does that speaks the protocol without the app: only the rules stop it.
  ///
  /// - Returns: Whether it was stored.
  public func takes(
    _ content: FileContent, at path: Path, contentType: String = "image/jpeg", from user: String?
  ) -> Bool {
    let now = TrueTime.milliseconds(at: lane.world.now)
    do throws(StorageError) {
      let id = try store.beginUpload(
        to: path, byteCount: content.byteCount, contentType: contentType, as: user,
        nowMilliseconds: now)
      let progress = try store.store(
        content.chunk(from: 0, byteCount: content.byteCount), in: id, nowMilliseconds: now)
      if case .complete(let file) = progress { tell(file) }
      return true
    } catch {
      note("refused: \(error)")
      return false
    }
  }

  /// Asks for a file, as a program without the app does; returns whether the user may have it.
  public func shows(_ path: Path, to user: String?) -> Bool {
    let now = TrueTime.milliseconds(at: lane.world.now)
    return (try? store.download(path, as: user, nowMilliseconds: now)) != nil
  }

  /// Asks for what is in a folder, as a program without the app does; returns whether the user may know.
  public func lists(_ folder: Path, to user: String?) -> Bool {
    let now = TrueTime.milliseconds(at: lane.world.now)
    return (try? store.list(folder, as: user, nowMilliseconds: now)) != nil
  }

  /// Asks for a file to be removed, as a program without the app does; returns whether it was.
  public func removes(_ path: Path, from user: String?) -> Bool {
    let now = TrueTime.milliseconds(at: lane.world.now)
    return (try? store.delete(path, as: user, nowMilliseconds: now)) != nil
  }

  private func receive(
    _ message: StorageClientMessage, over connection: Connection, _ uid: WorldBound<String?>
  ) {
    if case .authenticate(let user) = message.request {
      uid.withValue { $0 = user }
      return
    }
    let user = uid.withValue { $0 }
    let caller = MeterCaller(uid: user, device: connection.remote.name)
    let answer: StorageAnswer?
    do throws(StorageError) {
      answer = try execute(message.request, as: user, caller)
    } catch {
      if case .unauthorized = error { count(1, .refusals, caller) }
      note("refused: \(error)")
      answer = .refused(error)
    }
    guard let answer else { return }
    let due = strikePlaces?.answer(to: connection.remote)
    _ = due?.strikeBefore()
    connection.send(StorageServerMessage(number: message.number, answer))
    due?.strikeAfter()
  }

  private func execute(
    _ command: StorageCommand, as uid: String?, _ caller: MeterCaller
  ) throws(StorageError) -> StorageAnswer? {
    let now = TrueTime.milliseconds(at: lane.world.now)
    switch command {
    case .authenticate: return nil
    case .beginUpload(let path, let bytes, let type):
      return .begun(
        try store.beginUpload(
          to: path, byteCount: bytes, contentType: type, as: uid, nowMilliseconds: now))
    case .queryUpload(let id):
      return .progress(try store.progress(of: id, nowMilliseconds: now))
    case .store(let chunk, let id):
      count(chunk.byteCount, .uploadBytes, caller)
      let progress = try store.store(chunk, in: id, nowMilliseconds: now)
      if case .complete(let file) = progress {
        count(1, .uploads, caller)
        lane.world.journal.record(
          .backend, about: subject, file,
          "\(path(of: file)) stored, \(file.content.byteCount) bytes by \(uid ?? "nobody")")
        tell(file)
      }
      return .progress(progress)
    case .cancelUpload(let id):
      store.cancel(id)
      return nil
    case .describe(let path):
      return .file(try store.download(path, as: uid, nowMilliseconds: now))
    case .read(let path, let generation, let offset, let bytes):
      let file = try store.download(path, as: uid, nowMilliseconds: now)
      guard file.generation == generation else { throw .fileReplaced(path) }
      let chunk = file.content.chunk(from: offset, byteCount: bytes)
      count(chunk.byteCount, .downloadBytes, caller)
      if chunk.end == file.content.byteCount { count(1, .downloads, caller) }
      return .data(chunk)
    case .delete(let path):
      try store.delete(path, as: uid, nowMilliseconds: now)
      note("\(path) deleted by \(uid ?? "nobody")")
      return .deleted
    case .metadata(let path):
      return .metadata(try store.metadata(of: path, as: uid, nowMilliseconds: now))
    case .updateMetadata(let path, let custom):
      return .metadata(try store.update(custom, of: path, as: uid, nowMilliseconds: now))
    case .list(let path):
      return .listing(try store.list(path, as: uid, nowMilliseconds: now))
    }
  }

  private func tell(_ file: StoredFile) { fileObserver.withValue { $0 }?(file) }

  private func path(of file: StoredFile) -> String {
    file.generation == 1 ? "\(file.path)" : "\(file.path) (generation \(file.generation))"
  }

  private func count(_ amount: Int, _ kind: MeterKind, _ caller: MeterCaller) {
    meter.withValue { $0.add(amount, to: kind, for: caller) }
  }

  private func note(_ text: String) {
    lane.world.journal.record(JournalNote(.backend, text), about: subject)
  }
}
