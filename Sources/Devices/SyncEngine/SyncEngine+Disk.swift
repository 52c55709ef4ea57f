package import Backend

extension SyncEngine {
  /// An engine of what the disk holds after the process died: the writes wait in their order again, and queries that were
  /// complete show at once what they showed.
  ///
  /// Listeners and transactions don't survive. Nothing is raised, since nobody listens yet. What server values come to is
  /// estimated anew, by the clock of the launch and without the data of the cache, so that an increment shows as if it began
  /// at zero. Source: firebase-ios-sdk, `FRepo` (`restoreWrites`).
  ///
  /// - Parameter nowMilliseconds: the phone's own clock; the server's isn't known yet.
  package init(restoring state: DiskState, nowMilliseconds: Int64 = 0) {
    self.init(persists: true)
    deviceMilliseconds = nowMilliseconds
    disk = state.reopened(nowMilliseconds: nowMilliseconds)
    for write in state.writes {
      let shown = resolve(write.change, at: write.path, nowMilliseconds: nowMilliseconds)
      _ = add(
        PendingWrite(
          id: write.id, path: write.path, change: write.change, shown: shown,
          isVisible: write.isVisible))
    }
  }

  /// Makes a change in the image of the disk and says that it is to be made on the disk.
  mutating func persist(_ change: DiskChange) -> [SyncAction] {
    guard keepsOnDisk else { return [] }
    disk?.apply(change)
    return [.persist(change)]
  }

  // MARK: - What the server tells

  /// Keeps what the server told.
  ///
  /// Of what has left a filtered query's window the server says null, which takes it from the cache, also where another query
  /// still has it. Source: firebase-ios-sdk, `FSyncTree` (`applyTaggedQueryMergeAtPath:changedChildren:tagId:`).
  mutating func persistServerChange(
    at path: Path, _ change: WriteChange, of query: QuerySpec?
  ) -> [SyncAction] {
    guard keepsOnDisk else { return [] }
    var actions: [SyncAction] = []
    switch change {
    case .merge(let children): actions += persist(.cacheMerged(path, children))
    case .overwrite(let node):
      if let query, path == query.path, !query.parameters.loadsAllData {
        // A window's children join those that other queries brought.
        let children = node.children.map { PathChange(Path([$0.key]), $0.node) }
        actions += persist(.cacheMerged(path, children))
        actions += persistCompletion(of: query)
      } else {
        actions += persist(.cacheOverwritten(path, node))
        actions += persistCompletion(of: QuerySpec(path))
      }
    }
    return actions + pruneIfDue()
  }

  /// Keeps that the cache holds all that a query wants; with the whole of a location also that of all queries below it.
  ///
  /// Source: firebase-ios-sdk, `FTrackedQueryManager` (`setQueryComplete:`, `setQueriesCompleteAtPath:`).
  mutating func persistCompletion(of query: QuerySpec) -> [SyncAction] {
    guard let disk else { return [] }
    let concerned =
      query.parameters.loadsAllData
      ? disk.trackedQueries(below: query.path) : [disk.tracked(query)].compactMap { $0 }
    var actions: [SyncAction] = []
    for tracked in concerned where !tracked.isComplete {
      var tracked = tracked
      tracked.isComplete = true
      actions += persist(.queryTracked(tracked))
    }
    return actions
  }

  // MARK: - What is listened to

  /// Keeps that somebody begins or ceases to want a query.
  ///
  /// Source: firebase-ios-sdk, `FTrackedQueryManager` (`setQueryActive:`, `setQueryInactive:`). As there, the last one of two
  /// queries of a whole location that only differ in their order makes both count as not listened to.
  package mutating func track(_ query: QuerySpec, isActive: Bool) -> Output {
    var output = Output()
    guard let disk else { return output }
    var tracked =
      disk.tracked(query)
      ?? TrackedQuery(
        TrackedQuery.normalized(query), number: disk.nextQuery, lastUseMilliseconds: 0,
        isActive: isActive)
    tracked.isActive = isActive
    tracked.lastUseMilliseconds = deviceMilliseconds
    output.actions = persist(.queryTracked(tracked))
    return output
  }

  /// Keeps the keys of the windows that have changed.
  ///
  /// Source: firebase-ios-sdk, `FSyncPoint` (`setTrackedQueryKeys:forQuery:`), which takes those that are shown, with own writes.
  mutating func persistKeys() -> [SyncAction] {
    guard keepsOnDisk, !queriesByTag.isEmpty else { return [] }
    var actions: [SyncAction] = []
    for tag in queriesByTag.keys.sorted() {
      guard let query = queriesByTag[tag], !query.parameters.loadsAllData,
        let keys = takeNewKeys(of: query), var tracked = disk?.tracked(query), tracked.keys != keys
      else { continue }
      tracked.keys = keys
      actions += persist(.queryTracked(tracked))
    }
    return actions
  }

  /// The keys that a query shows, if others than when they were last asked for; in an order that says nothing.
  private mutating func takeNewKeys(of query: QuerySpec) -> [Key]? {
    points.update(query.path) { point in
      guard let index = point?.viewIndex(of: query), point?.views[index].hasNewKeys ?? false else {
        return nil
      }
      point?.views[index].hasNewKeys = false
      return point?.views[index].event.node.children.map(\.key)
    }
  }

  // MARK: - What becomes of writes

  /// Keeps a guess at what the server made of a write that it has accepted, where nobody listens to the whole location and so
  /// hears what it really made.
  ///
  /// The guess is what was shown: the estimates of server values stay in the cache, and count as complete. Source:
  /// firebase-ios-sdk, `FPersistenceManager` (`applyUserWrite:toServerCacheAtPath:`).
  mutating func persistGuess(of write: PendingWrite) -> [SyncAction] {
    guard keepsOnDisk, write.isVisible else { return [] }
    var actions: [SyncAction] = []
    for (path, node) in write.targets {
      guard let disk, !disk.hasActiveDefaultQuery(at: path) else { continue }
      actions += persist(.cacheOverwritten(path, node))
      guard !disk.isWithinCompleteLocation(path) else { continue }
      var tracked =
        disk.tracked(QuerySpec(path))
        ?? TrackedQuery(
          QuerySpec(path), number: disk.nextQuery, lastUseMilliseconds: deviceMilliseconds,
          isActive: false)
      tracked.isComplete = true
      actions += persist(.queryTracked(tracked))
    }
    return actions
  }

  // MARK: - Pruning

  /// Looks at the size of the cache every so many news, and forgets queries without a listener until it is small enough, those
  /// first that were used least recently.
  ///
  /// Source: firebase-ios-sdk, `FPersistenceManager` (`doPruneCheckAfterServerUpdate`), `FTrackedQueryManager`
  /// (`pruneOldQueries:`). Among queries of one time the older is forgotten first, which is ours.
  private mutating func pruneIfDue() -> [SyncAction] {
    updatesSinceCheck += 1
    guard updatesSinceCheck > CachePolicy.updatesBetweenChecks else { return [] }
    updatesSinceCheck = 0
    var actions: [SyncAction] = []
    while let disk {
      let prunable = disk.trackedQueries.filter { !$0.isActive }
      guard
        cachePolicy.isExceeded(byBytes: disk.cache.cachedBytes, prunableQueries: prunable.count)
      else { break }
      let (forgotten, isAnythingPruned) = prune(prunable)
      actions += forgotten
      if !isAnythingPruned { break }
    }
    return actions
  }

  private mutating func prune(_ prunable: [TrackedQuery]) -> ([SyncAction], isAnythingPruned: Bool)
  {
    let oldestFirst = prunable.sorted {
      ($0.lastUseMilliseconds, $0.number) < ($1.lastUseMilliseconds, $1.number)
    }
    let count = CachePolicy.prunedCount(of: oldestFirst.count)
    var forest = PruneForest()
    var actions: [SyncAction] = []
    for tracked in oldestFirst.prefix(count) {
      forest.prune(tracked.query.path)
      actions += persist(.queryForgotten(tracked.query))
    }
    for tracked in disk?.trackedQueries ?? [] { forest.keep(tracked.query.path) }
    if forest.prunesAnything, let cache = disk?.cache {
      actions += persist(.cacheOverwritten(.root, forest.pruned(cache)))
    }
    return (actions, forest.prunesAnything)
  }
}
