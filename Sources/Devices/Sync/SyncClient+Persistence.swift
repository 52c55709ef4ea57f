public import Backend
public import Harness
internal import Simulator

/// The settings of a client that hold from its start.
struct PersistenceSettings: Sendable {
  /// Whether the queue of writes and the cache are kept on disk.
  var isEnabled = false
  /// The bytes that the cache may take.
  var cacheBytes = CachePolicy().bytesMax
  /// Whether the client has started.
  var isFrozen = false

  /// The sizes that the platform allows. Source: firebase-ios-sdk, `FIRDatabaseConfig` (`setPersistenceCacheSizeBytes:`).
  static let cacheBytesAllowed = 1_048_576...104_857_600
}

extension SyncClient {
  /// Whether the queue of writes and the cache of the server's data are kept on the phone's disk, and survive the process; by
  /// default false.
  ///
  /// An app sets it while it is made, before its first step; later ends the run, as it crashes an app. With it, listeners are
  /// answered from the cache at once, also without a connection; at the next launch the writes that wait are sent again, and
  /// nobody hears how they come out. Transactions are not kept. Sources: firebase-ios-sdk, `FIRDatabase`
  /// (`setPersistenceEnabled:`, `assertUnfrozen:`), `FRepo` (`restoreWrites`).
  public nonisolated var isPersistenceEnabled: Bool {
    get { persistence.withValue { $0.isEnabled } }
    set { configure("isPersistenceEnabled") { $0.isEnabled = newValue } }
  }

  /// The bytes that the cache may take before the data are pruned to which nobody listens, those first that were used least
  /// recently; 10 MiB by default, and within 1 and 100 MiB.
  ///
  /// The size is looked at once in more than 1,000 news from the server. Sources: firebase-ios-sdk, `FIRDatabaseConfig`,
  /// `FCachePolicy`.
  public nonisolated var persistenceCacheBytes: Int {
    get { persistence.withValue { $0.cacheBytes } }
    set {
      let isAllowed = PersistenceSettings.cacheBytesAllowed.contains(newValue)
      configure("persistenceCacheBytes", isAllowed: isAllowed) { $0.cacheBytes = newValue }
    }
  }

  private nonisolated func configure(
    _ setting: String, isAllowed: Bool = true, _ change: (inout PersistenceSettings) -> Void
  ) {
    let isFrozen = persistence.withValue { settings in
      if isAllowed, !settings.isFrozen { change(&settings) }
      return settings.isFrozen
    }
    if isAllowed, !isFrozen { return }
    let flaw =
      isFrozen
      ? "it is set after the database was used"
      : "the cache must have between 1 and 100 MiB"
    lane.world.fail(
      Failure(
        kind: "exception",
        expected:
          "\(process.name) sets \(setting) to what the database takes; the app crashes: \(flaw)"
      ))
  }

  /// Keeps the data of a query up to date although nobody listens, or ceases to; as long as it is kept, it is not pruned.
  ///
  /// It holds for this launch. Source: firebase-ios-sdk, `FSyncTree` (`keepQuery:synced:`); as there, a query whose listen the
  /// server has refused since counts as kept.
  public func keepSynced(_ query: QuerySpec, _ isKept: Bool = true) {
    let isAllowed = allows("keepSynced") { () throws(DataError) in
      try CallCheck.reference(query.path)
    }
    guard isAllowed else { return }
    tellEngineTime()
    if isKept, keptQueries[query] == nil {
      let id = nextListener()
      keptQueries[query] = id
      perform(engine.listen(to: query, as: id, for: []))
    } else if !isKept, let id = keptQueries.removeValue(forKey: query) {
      perform(engine.unlisten(id, from: query))
    }
  }

  /// Gives up all writes and transactions that wait for an answer, and the operations for a disconnection that wait for a
  /// connection. Listeners see what stands without them; who made them is told `write_canceled`.
  ///
  /// What the server has answered already, behind a listen that it has not, is told as it was answered, and before the rest.
  ///
  /// The platform does this only when asked: to sign in as another user gives up nothing, and what waits goes out in the new
  /// user's name. Source: firebase-ios-sdk, `FRepo` and `FPersistentConnection` (`purgeOutstandingWrites`).
  public func purgeOutstandingWrites() {
    openAtFirstCall()
    let heldWrites = session.heldWrites
    let purged = engine.pendingWrites.map(\.id).filter { !heldWrites.contains($0) }
    perform(engine.purge(reason: Self.cancelled, keeping: session.heldBatches))
    execute(session.releaseHeld())
    for id in purged {
      guard process.isAlive else { return }
      takeCompletion(of: id)?(.refused(Self.cancelled))
    }
    for request in takeQueuedOnDisconnects() {
      guard process.isAlive else { return }
      request.completion?(.refused(Self.cancelled))
    }
  }

  private static let cancelled = "write_canceled"

  /// Tells the engine the time, for what the disk keeps of queries.
  func tellEngineTime() {
    if engine.keepsOnDisk { engine.deviceMilliseconds = process.wallMilliseconds }
  }

  /// Takes up what the disk holds, and keeps there what comes.
  func openDisk() {
    let settings = persistence.withValue { settings in
      settings.isFrozen = true
      return settings
    }
    // Where the phone's lock still keeps the files closed, this launch goes on without them; what is there stays as it is. Ours: the
    // client of iOS deletes a store that it cannot open, and raises an exception where that does not help
    // (`FLevelDBStorageEngine` `createDB:`).
    guard settings.isEnabled, let image = try? process.storedImage() else { return }
    engine = SyncEngine(persists: true)
    if let state = image.row("state", in: Self.table) {
      engine = SyncEngine(restoring: state, nowMilliseconds: process.wallMilliseconds)
      world.probe(.databaseRestored)
      if engine.hasPendingWrites { world.probe(.writesRestored) }
      if engine.disk != state { commit() }
    }
    engine.cachePolicy.bytesMax = settings.cacheBytes
  }

  /// Makes the disk hold what it is to hold.
  ///
  /// - Returns: Whether the process is alive.
  @discardableResult
  func commit() -> Bool {
    guard let state = engine.disk else { return true }
    var transaction = DiskTransaction()
    transaction.put(state, at: "state", in: Self.table, fileByteCount: state.byteCount)
    do throws(CommitError) {
      try process.commit(transaction, isOfApp: false)
    } catch .disk {
      // Firebase's client tells its log of a cache that it could not write, and goes on; the answer to the saving of a
      // write is not even looked at. Source: firebase-ios-sdk, FLevelDBStorageEngine.m, updateServerCache and
      // saveUserOverwrite. Kinder than there: the next commit holds all that this one should have held.
    } catch {
      return false
    }
    return true
  }
}

extension Probe {
  /// A launch found the database's cache or queue on the disk.
  public static let databaseRestored = Probe("the database was restored from the disk")
  /// A launch found writes in the database's queue on the disk.
  public static let writesRestored = Probe("queued writes were restored from the disk")
}
