package import Backend
package import Simulator

/// A change of what the disk holds for an engine.
package enum DiskChange: Equatable, Sendable {
  /// A write joins the queue.
  case writeAdded(PendingWrite)
  /// A write leaves the queue.
  case writeRemoved(WriteID)
  /// The server's data at a location became this.
  case cacheOverwritten(Path, Node)
  /// The server's data at these paths below a location became these.
  case cacheMerged(Path, [PathChange])
  /// All that a query wants is in the cache.
  case queryCompleted(QuerySpec, keys: [Key])
}

/// The part of an engine's state that is kept on disk: the queue of writes, and the cache of the server's data.
///
/// `SyncEngine(restoring:)` makes an engine from it.
package struct DiskState: Sendable {
  /// The writes that the server hadn't answered, in order.
  package private(set) var writes: [PendingWrite] = []
  /// The server's data as last told, of all queries together.
  package private(set) var cache = Node.empty
  /// The queries whose data the cache holds whole, with the keys in the window of filtered ones.
  private var completed = PathTree<[CompletedQuery]>()

  private struct CompletedQuery: Sendable {
    let parameters: QueryParameters
    var keys: [Key]
  }

  /// An empty disk.
  package init() {}

  /// Makes a change.
  package mutating func apply(_ change: DiskChange) {
    switch change {
    case .writeAdded(let write): writes.append(write)
    case .writeRemoved(let id):
      if let index = writes.firstIndex(where: { $0.id == id }) { writes.remove(at: index) }
    case .cacheOverwritten(let path, let node): cache = cache.updating(path, to: node)
    case .cacheMerged(let path, let children):
      for child in children { cache = cache.updating(path.appending(child.path), to: child.node) }
    case .queryCompleted(let query, let keys):
      completed.update(query.path) { queries in
        let others = queries?.filter { $0.parameters != query.parameters } ?? []
        queries = others + [CompletedQuery(parameters: query.parameters, keys: keys)]
      }
    }
  }

  /// Whether all that a query wants is in the cache.
  package func isComplete(_ query: QuerySpec) -> Bool { knownData(of: query).isComplete }

  func knownData(of query: QuerySpec) -> KnownData {
    let isWhole = completed.contains(along: query.path) { _, queries in
      queries.contains { $0.parameters.isDefault }
    }
    let node = cache[query.path]
    if isWhole { return KnownData(node: node, isComplete: true) }
    let queries = completed.value(at: query.path) ?? []
    if let found = queries.first(where: { $0.parameters == query.parameters }) {
      // order: an array, in the order of the query's window.
      let children = found.keys.map { ($0, node[child: $0]) }
      return KnownData(node: Node(children: children), isComplete: true, isFiltered: true)
    }
    // Children that belong to no query that is whole may be old or may lack parts.
    var known = Node.empty
    for (key, tree) in completed[query.path].children
    where tree.value?.contains(where: { $0.parameters.isDefault }) ?? false {
      known = known.updating(child: key, to: node[child: key])
    }
    return KnownData(node: known)
  }
}

extension DiskState: Digestible {
  /// Mixes in what equality compares.
  package func digest(into hash: inout StableHash) {
    hash.mix(UInt64(writes.count))
    for write in writes { write.digest(into: &hash) }
    cache.digest(into: &hash)
    for (query, keys) in completedQueries {
      query.path.digest(into: &hash)
      hash.mix(query.parameters.description)
      keys.digest(into: &hash)
    }
  }
}

extension DiskState: Equatable {
  /// Same writes, same data, same complete queries.
  package static func == (left: DiskState, right: DiskState) -> Bool {
    left.writes == right.writes && left.cache == right.cache
      && left.completedQueries.elementsEqual(right.completedQueries) { $0 == $1 }
  }

  /// The queries whose data the cache holds whole, with the keys in their windows.
  private var completedQueries: [(QuerySpec, [Key])] {
    var all: [(QuerySpec, [Key])] = []
    completed.visit { path, queries in
      all += queries.map { (QuerySpec(path, $0.parameters), $0.keys) }
    }
    return all
  }
}
