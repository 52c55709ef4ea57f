internal import Backend

/// When the cache on disk is pruned, and how much of it.
///
/// Source: firebase-ios-sdk, `FLRUCachePolicy` (FCachePolicy.m).
struct CachePolicy: Sendable {
  /// The bytes that the cache may take.
  var bytesMax = 10 * 1024 * 1024

  /// The number of news from the server after which the size is looked at with the next one.
  static let updatesBetweenChecks = 1_000
  /// The number of queries without a listener that are kept.
  static let queriesMax = 1_000
  /// The share of the queries without a listener that is forgotten at once.
  static let prunedShare = 0.2

  /// Whether the cache has to be pruned.
  func isExceeded(byBytes bytes: Int, prunableQueries: Int) -> Bool {
    bytes > bytesMax || prunableQueries > Self.queriesMax
  }

  /// The number of queries to forget.
  static func prunedCount(of prunable: Int) -> Int {
    max(prunable - queriesMax, Int((Double(prunable) * prunedShare).rounded(.up)))
  }
}

/// The locations of a cache that are pruned, and those below them that are kept.
///
/// Source: firebase-ios-sdk, `FPruneForest`.
struct PruneForest: Sendable {
  private var tree = PathTree<Bool>()

  /// Whether a location is pruned.
  private(set) var prunesAnything = false

  /// Prunes what is at and below a location; to be called before anything is kept.
  mutating func prune(_ path: Path) {
    if tree.contains(along: path, where: { $1 }) { return }
    tree[path] = PathTree(true)
    prunesAnything = true
  }

  /// Keeps what is at and below a location.
  mutating func keep(_ path: Path) {
    if tree.contains(along: path, where: { !$1 }) { return }
    tree[path] = PathTree(false)
    prunesAnything = false
    tree.visit { if $1 { prunesAnything = true } }
  }

  /// What remains of a cache.
  func pruned(_ cache: Node) -> Node { Self.pruned(cache, by: tree, isPruned: false) }

  private static func pruned(_ node: Node, by tree: PathTree<Bool>, isPruned: Bool) -> Node {
    let isPruned = tree.value ?? isPruned
    guard tree.hasChildren, node.hasChildren else { return isPruned ? .empty : node }
    var rest = isPruned ? .empty : node
    tree.forEachChild { key, below in
      rest = rest.updating(child: key, to: pruned(node[child: key], by: below, isPruned: isPruned))
    }
    return rest
  }
}

extension Node {
  /// The bytes of the node in the platform's cache: a row for each leaf, with its path.
  ///
  /// Source: firebase-ios-sdk, `FLevelDBStorageEngine` (`serverCacheKey`, `serverCacheEstimatedSizeInBytes`).
  var cachedBytes: Int { cachedBytes(keyBytes: "/server_cache/".utf8.count) }

  private func cachedBytes(keyBytes: Int) -> Int {
    if isEmpty { return 0 }
    var sum = 0
    if hasChildren {
      for (key, child) in children {
        sum += child.cachedBytes(keyBytes: keyBytes + key.text.utf8.count + 1)
      }
    } else if priority.isNone {
      return keyBytes + byteCount
    } else {
      sum = updatingPriority(.none).cachedBytes(keyBytes: keyBytes + ".value/".utf8.count)
    }
    if !priority.isNone { sum += keyBytes + ".priority/".utf8.count + priority.node.byteCount }
    return sum
  }
}
