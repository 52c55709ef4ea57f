package import Backend
package import Simulator

/// A change of what the disk holds for an engine.
package enum DiskChange: Equatable, Sendable {
  /// A write joins the queue.
  case writeAdded(PendingWrite)
  /// A write leaves the queue.
  case writeRemoved(WriteID)
  /// All writes leave the queue.
  case writesPurged
  /// The server's data at a location became this.
  case cacheOverwritten(Path, Node)
  /// The server's data at these paths below a location became these.
  case cacheMerged(Path, [PathChange])
  /// A query is tracked, or what is kept of it became this.
  case queryTracked(TrackedQuery)
  /// A query isn't tracked any more.
  case queryForgotten(QuerySpec)
}

/// The part of an engine's state that is kept on disk: the queue of writes, the cache of the server's data, and the queries
/// that the cache holds.
///
/// `SyncEngine(restoring:nowMilliseconds:)` makes an engine from it. Source: firebase-ios-sdk, `FPersistenceManager` and
/// `FTrackedQueryManager`.
package struct DiskState: Sendable {
  /// The writes that the server hadn't answered, in order.
  package private(set) var writes: [PendingWrite] = []
  /// The server's data as last told, of all queries together, and the guesses at what it made of writes.
  package private(set) var cache = Node.empty
  private var queries = PathTree<[TrackedQuery]>()
  /// The number that the next tracked query gets.
  private(set) var nextQuery = 0

  /// An empty disk.
  package init() {}

  /// Makes a change.
  package mutating func apply(_ change: DiskChange) {
    switch change {
    case .writeAdded(let write): writes.append(write)
    case .writeRemoved(let id):
      if let index = writes.firstIndex(where: { $0.id == id }) { writes.remove(at: index) }
    case .writesPurged: writes = []
    case .cacheOverwritten(let path, let node): cache = cache.updating(path, to: node)
    case .cacheMerged(let path, let children):
      for child in children { cache = cache.updating(path.appending(child.path), to: child.node) }
    case .queryTracked(let tracked):
      nextQuery = max(nextQuery, tracked.number + 1)
      queries.update(tracked.query.path) { queries in
        let others = queries?.filter { $0.query != tracked.query } ?? []
        queries = others + [tracked]
      }
    case .queryForgotten(let query):
      queries.update(query.path) { queries in
        queries?.removeAll { $0.query == query }
        if queries?.isEmpty ?? true { queries = nil }
      }
    }
  }

  /// The state as a launch finds it: nobody listens yet, and what was listened to when the process died was used until now.
  ///
  /// Source: firebase-ios-sdk, `FTrackedQueryManager` (`initWithStorageEngine:clock:`).
  package func reopened(nowMilliseconds: Int64) -> DiskState {
    var state = self
    for tracked in trackedQueries where tracked.isActive {
      var tracked = tracked
      tracked.isActive = false
      tracked.lastUseMilliseconds = nowMilliseconds
      state.apply(.queryTracked(tracked))
    }
    return state
  }

  /// The bytes of the queue and of the cache as JSON.
  package var byteCount: Int {
    writes.reduce(cache.byteCount) { sum, write in
      write.change.children.reduce(sum) { $0 + $1.node.byteCount }
    }
  }
}

extension DiskState {
  /// What is kept of a query; nil for one that isn't tracked.
  package func tracked(_ query: QuerySpec) -> TrackedQuery? {
    let query = TrackedQuery.normalized(query)
    return queries.value(at: query.path)?.first { $0.query == query }
  }

  /// All tracked queries, in the order in which they were first tracked.
  package var trackedQueries: [TrackedQuery] { trackedQueries(below: .root) }

  /// The tracked queries of a location and of those below it, in the order in which they were first tracked.
  func trackedQueries(below path: Path) -> [TrackedQuery] {
    var all: [TrackedQuery] = []
    queries[path].visit { _, queries in all += queries }
    return all.sorted { $0.number < $1.number }
  }

  /// Whether somebody listens to the whole of a location.
  func hasActiveDefaultQuery(at path: Path) -> Bool {
    queries.contains(along: path) { _, queries in
      queries.contains { $0.query.parameters.isDefault && $0.isActive }
    }
  }

  /// Whether a location is part of one that the cache holds whole.
  func isWithinCompleteLocation(_ path: Path) -> Bool {
    queries.contains(along: path) { _, queries in
      queries.contains { $0.query.parameters.isDefault && $0.isComplete }
    }
  }

  /// Whether all that a query wants is in the cache.
  package func isComplete(_ query: QuerySpec) -> Bool {
    isWithinCompleteLocation(query.path) || tracked(query)?.isComplete ?? false
  }

  /// What the cache knows of a query.
  ///
  /// Of a location that isn't whole those children are known that a filtered query shows, or that are whole by themselves;
  /// also where that query was never answered. Source: firebase-ios-sdk, `FPersistenceManager` (`serverCacheForQuery:`) and
  /// `FTrackedQueryManager` (`knownCompleteChildrenAtPath:`).
  func knownData(of query: QuerySpec) -> KnownData {
    let node = cache[query.path]
    if let tracked = tracked(query), tracked.isComplete, !query.parameters.loadsAllData {
      let known = Self.children(tracked.keys, of: node)
      return KnownData(node: known, isComplete: true, isFiltered: true)
    }
    if isComplete(query) { return KnownData(node: node, isComplete: true) }
    var keys: [Key] = []
    for tracked in queries.value(at: query.path) ?? [] { keys += tracked.keys }
    queries[query.path].forEachChild { key, tree in
      let isWhole = tree.value?.contains { $0.query.parameters.isDefault && $0.isComplete }
      if isWhole ?? false { keys.append(key) }
    }
    return KnownData(node: Self.children(keys, of: node))
  }

  private static func children(_ keys: [Key], of node: Node) -> Node {
    var known = Node.empty
    for key in keys {
      let child = node[child: key]
      if !child.isEmpty { known = known.updating(child: key, to: child) }
    }
    return known
  }
}

extension DiskState: Digestible {
  /// Mixes in what equality compares.
  package func digest(into hash: inout StableHash) {
    hash.mix(UInt64(writes.count))
    for write in writes { write.digest(into: &hash) }
    cache.digest(into: &hash)
    for tracked in trackedQueries { tracked.digest(into: &hash) }
  }
}

extension DiskState: Equatable {
  /// Same writes, same data, same tracked queries.
  package static func == (left: DiskState, right: DiskState) -> Bool {
    left.writes == right.writes && left.cache == right.cache
      && left.trackedQueries == right.trackedQueries
  }
}
