package import Backend

/// The client's half of a realtime database. It decides what listeners see while local writes are unanswered, the
/// connection comes and goes, and the process dies.
///
/// A pure value that takes inputs from the app, the server and the disk, and answers with events for listeners and
/// actions. It holds no clock, no connection and no disk. Copies share structure, so keeping one is cheap.
///
/// News of one change must come to filtered queries first and to whole locations after them: news of a child moves the
/// windows of the queries above it, in which it may lack the room that the queries' own news would make.
///
/// The rules are those of the platform's clients: local writes show at once, in order, over what
/// the server told; the server's answer replaces them or takes them back; a listener hears of
/// children in the order removed, added, moved, changed, value.
package struct SyncEngine: Sendable {
  /// The views of every listened location.
  var points = PathTree<SyncPoint>()
  /// The writes that the server hasn't answered.
  var writes = WriteTree()
  /// The queries other than the default ones by their tags.
  var queriesByTag: [Int: QuerySpec] = [:]
  var nextTag = 1
  var nextWrite = 0
  var nextListen = 0
  /// The locations where listens were stopped on this connection: news of them may still be on the way.
  var stopped = PathTree<Bool>()
  /// The transactions that haven't ended, in the order in which they were begun.
  var transactions: [Transaction] = []
  var nextBatch = 0
  /// The batches that were made without a connection, in order: each goes out once, in its place among the writes.
  var untransmitted: [UntransmittedBatch] = []
  /// The server's clock as last estimated, for transactions that run again.
  var lastMilliseconds: Int64 = 0
  /// The large nodes that other engines hold, too; nil for one by itself.
  var pool: NodePool?
  /// Whether there is a connection.
  package internal(set) var isConnected = false
  /// The phone's own clock as its owner last told it, in milliseconds since 1970; only needed with a disk.
  package var deviceMilliseconds: Int64 = 0
  /// When the cache on disk is pruned.
  var cachePolicy = CachePolicy()
  /// The news from the server since the size of the cache was last looked at.
  var updatesSinceCheck = 0
  /// The contents of the disk once all actions were carried out; nil when nothing is kept on disk.
  package internal(set) var disk: DiskState?

  /// Whether anything is kept on disk; asked without a copy of it, which comparing with nil would make.
  package var keepsOnDisk: Bool { if case .none = disk { false } else { true } }

  /// An engine that knows nothing.
  ///
  /// - Parameter persists: whether writes and data are kept on disk.
  package init(persists: Bool = false) { disk = persists ? DiskState() : nil }

  /// The writes that the server hasn't answered, in order, those of transactions included.
  package var pendingWrites: [PendingWrite] { writes.all }

  /// The number that the next write gets.
  package var nextWriteID: WriteID { WriteID(nextWrite) }

  /// Whether any write waits for the server's answer.
  package var hasPendingWrites: Bool { writes.count > 0 }

  /// The data that a query shows, and whether they are complete; nil when nobody listens to it.
  package func shown(_ query: QuerySpec) -> (node: Node, isComplete: Bool)? {
    guard let view = view(query) else { return nil }
    return (view.event.node, view.event.isComplete)
  }

  /// All that a query shows, given what listeners and own writes say; nil unless they say all of it.
  ///
  /// Source: firebase-ios-sdk, `FSyncTree` (`getServerValue:`).
  package func complete(_ query: QuerySpec) -> Node? {
    if let view = view(query), view.event.isComplete { return view.event.node }
    let known = completeServerNode(at: query.path).map { KnownData(node: $0, isComplete: true) }
    let view = View(
      query, tag: nil, known: known ?? KnownData(), overlay: writes.overlay[query.path])
    return view.event.isComplete ? view.event.node : nil
  }

  /// The listeners' queries that the server was asked for, in the order of asking.
  package var serverListens: [ServerListen] {
    var found: [ServerListen] = []
    points.forEachValue { point in
      let views = point.views.span
      for index in views.indices {
        if let listen = views[index].serverListen { found.append(listen) }
      }
    }
    return found.sorted { $0.number < $1.number }
  }

  /// The number under which the server can tell about a query alone; nil for the default query of a
  /// location and for what nobody listens to.
  package func tag(of query: QuerySpec) -> Int? { view(query)?.tag }

  func view(_ query: QuerySpec) -> View? {
    guard let point = points.value(at: query.path) else { return nil }
    return point.viewIndex(of: query).map { point.views[$0] }
  }

  /// The server's data of a location; nil unless some view knows all of it.
  func completeServerNode(at path: Path) -> Node? {
    var known: Node?
    _ = points.contains(along: path) { depth, point in
      let node = point.completeServerNode(at: path.dropping(first: depth))
      // A window may be ahead of or behind the listen of a whole location, which counts for more: other
      // listeners see what that one told.
      guard let node, point.hasCompleteView else {
        known = known ?? node
        return false
      }
      known = node
      return true
    }
    return known
  }

  /// A connection stands: everything that the server must be told anew, listens first, then the
  /// unanswered writes and the batches that never left, in the order in which they were made.
  ///
  /// Source: firebase-ios-sdk, `FPersistentConnection` (`restoreState`), which sends all outstanding puts by their index.
  ///
  /// - Parameter answered: writes that the server has answered on an earlier connection.
  package mutating func connected(without answered: Set<WriteID> = []) -> Output {
    isConnected = true
    stopped = PathTree()
    var output = Output()
    output.actions = serverListens.map { .startListening($0) }
    let batches = transmitBatches()
    var next = batches.startIndex
    let inTransaction = Set(transactions.compactMap(\.writeID))
    for write in writes.all where !inTransaction.contains(write.id) && !answered.contains(write.id)
    {
      while next < batches.endIndex, batches[next].place <= write.id {
        output.actions.append(.sendTransaction(batches[next].batch))
        next += 1
      }
      output.actions.append(.send(write))
    }
    for waiting in batches[next...] { output.actions.append(.sendTransaction(waiting.batch)) }
    return output
  }

  /// The connection is gone. Transactions whose result was sent and not answered fail, since nobody
  /// knows whether the server took it.
  ///
  /// - Parameter answered: the numbers of batches that the server has answered.
  package mutating func disconnected(keeping answered: Set<Int> = []) -> Output {
    isConnected = false
    var output = failSentTransactions(reason: "disconnect", but: answered)
    output.actions += persistKeys()
    return output
  }
}
