import Backend

@testable import Devices

/// A history played: an engine, a server, and what a simple model expects of them.
struct HistoryRun {
  private let history: History
  private var engine: SyncEngine
  private var server = MiniServer()
  private var toServer: [ToServer] = []
  private var disk = DiskState()
  private var mirrors: [ListenerMirror] = []
  private var nextListener = 0
  private var refused: Set<WriteID> = []
  /// The transactions that were begun and have not ended.
  private var transactions: Set<TransactionID> = []
  /// The locations at which the next batch is refused.
  private var refusedPaths: Set<Path> = []
  private var nextTransaction = 0
  /// Whether what is told now is the answer to a batch that the server took.
  private var isCommitted = false
  private var staleLeaves = StaleLeaves()
  private var unshown = UnshownReverts()
  /// What the server told without tags, laid over each other.
  private var told = Node.empty
  /// The unfiltered listens of which all was told.
  private var toldPaths: Set<Path> = []
  /// What was told of windows of filtered queries in this process, and not told of whole locations since.
  private var windowed: [Path] = []
  /// What transactions went through.
  private(set) var census = TransactionCensus()
  /// The time of the phone's clock.
  private var milliseconds: Int64 = 5
  /// The listens that the server should have, from the actions alone.
  private var openListens: [ServerListen] = []

  init(_ history: History) {
    self.history = history
    engine = SyncEngine(persists: history.persists)
  }

  /// Plays a history to its end; what went wrong first, with the step.
  static func failure(of history: History) -> String? {
    var census = TransactionCensus()
    return failure(of: history, counting: &census)
  }

  /// Plays a history to its end and counts what transactions go through.
  static func failure(of history: History, counting census: inout TransactionCensus) -> String? {
    var run = HistoryRun(history)
    defer { census += run.census }
    for (index, step) in history.steps.enumerated() {
      if let failure = run.play(step) ?? run.check() { return "step \(index), \(step): \(failure)" }
    }
    if let failure = run.play(.connect) ?? run.play(.settle) ?? run.check() ?? run.checkQuiet() {
      return "at the end: \(failure)"
    }
    return nil
  }

  private mutating func play(_ step: HistoryStep) -> String? {
    switch step {
    case .listen(let query): return listen(to: query)
    case .unlisten(let position):
      if mirrors.isEmpty { return nil }
      let mirror = mirrors.remove(at: position % mirrors.count)
      return take(unlisten(mirror))
    case .revoke(let position):
      server.revoke(position)
      return nil
    case .set(let path, let node, let isVisible, let isRefused):
      // The mark must be there before the write is sent.
      if isRefused { refused.insert(engine.nextWriteID) }
      staleLeaves.note(node, at: path)
      return take(
        engine.overwrite(at: path, with: node, isVisible: isVisible, nowMilliseconds: 5).output)
    case .update(let path, let children, let isRefused):
      if isRefused { refused.insert(engine.nextWriteID) }
      for child in children { staleLeaves.note(child.node, at: path.appending(child.path)) }
      return take(engine.merge(at: path, children, nowMilliseconds: 5).output)
    case .transaction(let path, let update, let isVisible, let isRefused):
      return begin(at: path, update, isVisible: isVisible, isRefused: isRefused)
    case .remoteSet(let path, let node): server.apply(path, .overwrite(node))
    case .remoteUpdate(let path, let children): server.apply(path, .merge(children))
    case .deliverToServer(let count):
      for _ in 0..<min(count, toServer.count) { server.receive(toServer.removeFirst()) }
    case .deliverToClient(let count):
      for _ in 0..<count {
        if let failure = deliverToClient() { return failure }
      }
    case .connect:
      if engine.isConnected { return nil }
      openListens = []
      return take(engine.connected())
    case .disconnect: return disconnect()
    case .kill: return kill()
    case .settle:
      while engine.isConnected, !toServer.isEmpty || !server.outbox.isEmpty {
        if !toServer.isEmpty { server.receive(toServer.removeFirst()) }
        if let failure = deliverToClient() { return failure }
      }
      if engine.isConnected { return checkQuiet() }
    }
    return nil
  }

  /// The process dies, and another takes up what the disk holds.
  private mutating func kill() -> String? {
    if !history.persists { return nil }
    toServer = []
    server.disconnect()
    if disk != engine.disk { return "the disk's changes don't lead to the engine's image" }
    let inTransaction = Set(engine.transactions.compactMap(\.writeID))
    let queue = engine.pendingWrites.filter { !inTransaction.contains($0.id) }
    let known = engine.listened.filter { toldPaths.contains($0.query.path) }
    census.died += transactions.count
    milliseconds += 1
    engine = SyncEngine(restoring: disk, nowMilliseconds: milliseconds)
    disk = disk.reopened(nowMilliseconds: milliseconds)
    mirrors = []
    openListens = []
    toldPaths = []
    transactions = []
    defer { windowed = [] }
    let restored = engine.pendingWrites
    if restored.map(\.id) != queue.map(\.id) || restored.map(\.change) != queue.map(\.change) {
      return "the queue was \(queue), restored is \(restored)"
    }
    if disk != engine.disk { return "the restored image isn't the disk's" }
    return cacheDifference(from: known)
  }

  /// What the last process was told of whole locations to which it listened, the cache must hold.
  ///
  /// Leaves at one level only: elsewhere the platform's guess at a write above the location may stand for what was told. And what
  /// the server says of a filtered query's window goes into the cache at once, whatever other queries were told: null of what has
  /// left it. Source: firebase-ios-sdk, `FSyncTree` (`applyTaggedQueryMergeAtPath:changedChildren:tagId:`).
  private func cacheDifference(from known: [(query: QuerySpec, node: Node?)]) -> String? {
    guard history.isShaped else { return nil }
    for (query, node) in known where query.parameters.loadsAllData {
      guard let node else { continue }
      if windowed.contains(where: { $0.contains(query.path) || query.path.contains($0) }) {
        continue
      }
      let cached = disk.knownData(of: query)
      if !cached.isComplete { return "the cache doesn't hold \(query) whole" }
      if cached.node != node { return "the cache holds \(cached.node) of \(query), not \(node)" }
    }
    return nil
  }

  private mutating func listen(to query: QuerySpec) -> String? {
    let id = ListenerID(nextListener)
    nextListener += 1
    mirrors.append(ListenerMirror(id: id, query: query))
    return take(engine.listen(to: query, as: id))
  }

  private mutating func begin(
    at path: Path, _ update: HistoryUpdate, isVisible: Bool, isRefused: Bool
  ) -> String? {
    let id = TransactionID(nextTransaction)
    nextTransaction += 1
    census.begun += 1
    transactions.insert(id)
    if isRefused { refusedPaths.insert(path) }
    switch update {
    case .replace(let node): staleLeaves.note(node, at: path)
    case .claim(let key, let node): staleLeaves.note(node, at: path.child(key))
    }
    return take(
      engine.beginTransaction(
        id, at: path, isVisible: isVisible, nowMilliseconds: 5, update: update.function))
  }

  private mutating func unlisten(_ mirror: ListenerMirror) -> Output {
    engine.unlisten(mirror.id, from: mirror.query)
  }

  private mutating func disconnect() -> String? {
    toServer = []
    server.disconnect()
    return take(engine.disconnected())
  }

  private mutating func deliverToClient() -> String? {
    if server.outbox.isEmpty { return nil }
    let message = server.outbox.removeFirst()
    switch message {
    case .overwrite(let path, let node, let tag):
      let isWindow = tag != nil && openListens.contains { $0.tag == tag && $0.query.path == path }
      // A window's children join those that are there.
      let children = node.children.map { PathChange(path.child($0.key), $0.node) }
      tell(isWindow ? children : [PathChange(path, node)], tag: tag)
      return take(engine.serverOverwrite(at: path, with: node, tag: tag))
    case .merge(let path, let children, let tag):
      tell(children.map { PathChange(path.appending($0.path), $0.node) }, tag: tag)
      return take(engine.serverMerge(at: path, children, tag: tag))
    case .rangeMerge(let path, let merges, let tag):
      // What they are laid over was told whole, or is not compared.
      let laid = merges.reduce(told[path]) { $1.applied(to: $0) }
      tell([PathChange(path, laid)], tag: tag)
      return take(engine.serverRangeMerge(at: path, merges, tag: tag))
    case .completed(let listen, let node):
      if listen.tag == nil, openListens.contains(where: { $0.number == listen.number }) {
        tell([PathChange(listen.query.path, node)], tag: nil)
        toldPaths.insert(listen.query.path)
      }
      return take(engine.listenCompleted(listen))
    case .acknowledge(let id): return take(engine.acknowledge(id))
    case .refuse(let id): return take(engine.revert(id))
    case .answer(let batch, let answer):
      isCommitted = answer == .committed
      if answer == .stale { census.stale += 1 }
      defer { isCommitted = false }
      return take(engine.transactionAnswered(batch, answer))
    case .revoke(let listen):
      if !openListens.contains(where: { $0.number == listen.number }) { return nil }
      openListens.removeAll { $0.query == listen.query }
      toldPaths.remove(listen.query.path)
      return take(engine.listenRevoked(listen.query, reason: "permission_denied"))
    }
  }

  /// Notes what the server says of locations, to whoever has the tag, or to all.
  private mutating func tell(_ changes: [PathChange], tag: Int?) {
    for change in changes {
      if tag != nil {
        windowed.append(change.path)
      } else {
        told = told.updating(change.path, to: change.node)
        windowed.removeAll { change.path.contains($0) }
      }
    }
  }

  /// Follows an output, as a shell would.
  private mutating func take(_ output: Output) -> String? {
    milliseconds += 1
    engine.deviceMilliseconds = milliseconds
    census.note(engine.transactions)
    unshown.note(engine.pendingWrites)
    var last: [ListenerID: DataEvent.Kind] = [:]
    var cancelled: [ListenerID] = []
    var news = mirrors.map { _ in [DataEvent]() }
    let hasTransactions = !transactions.isEmpty
    for event in output.events {
      // A transaction's own listener has nobody behind it.
      if event.content == .cancelled(reason: "permission_denied"), event.listener.number < 0 {
        continue
      }
      guard let index = mirrors.firstIndex(where: { $0.id == event.listener }) else {
        return "\(event.listener) is told something and isn't there"
      }
      switch event.content {
      case .cancelled: cancelled.append(event.listener)
      case .data(let data):
        if let earlier = last[event.listener],
          earlier.rawValue > data.kind.rawValue || earlier == .value
        {
          // Transactions that end or run again tell of one change after the other.
          if !hasTransactions { return "\(event.listener) is told \(data.kind) after \(earlier)" }
          if let failure = mirrors[index].take(news[index]) {
            return "\(mirrors[index].query): \(failure)"
          }
          news[index] = []
        }
        last[event.listener] = data.kind
        news[index].append(data)
      }
    }
    for index in mirrors.indices {
      if let failure = mirrors[index].take(news[index]) {
        return "\(mirrors[index].query): \(failure)"
      }
    }
    mirrors.removeAll { cancelled.contains($0.id) }
    for action in output.actions {
      if let failure = execute(action) { return failure }
    }
    return nil
  }

  /// The compound hash that goes with a listen, whatever the size: each leaf is a range, or each third.
  private func compoundHash(for listen: ServerListen) -> CompoundHash? {
    guard listen.dataHash != nil, let view = engine.view(listen.query) else { return nil }
    var leaves = 0
    return CompoundHash(view.server.node) { _, _ in
      leaves += 1
      return listen.number.isMultiple(of: 2) || leaves.isMultiple(of: 3)
    }
  }

  private mutating func execute(_ action: SyncAction) -> String? {
    switch action {
    case .startListening(let listen):
      if openListens.contains(where: { $0.query == listen.query }) {
        return "the listen of \(listen.query) is started twice"
      }
      openListens.append(listen)
      if engine.isConnected { toServer.append(.listen(listen, compoundHash(for: listen))) }
    case .stopListening(let listen):
      guard let index = openListens.firstIndex(where: { $0.query == listen.query }) else {
        return "\(listen.query) is stopped and wasn't started"
      }
      openListens.remove(at: index)
      toldPaths.remove(listen.query.path)
      if engine.isConnected { toServer.append(.unlisten(listen)) }
    case .send(let write):
      if engine.isConnected {
        toServer.append(.write(write, isRefused: refused.contains(write.id)))
      }
    case .persist(let change): disk.apply(change)
    case .sendTransaction(let batch):
      guard engine.isConnected else { break }
      let isRefused = refusedPaths.remove(batch.path) != nil
      toServer.append(.transaction(batch, isRefused: isRefused))
    case .endTransaction(let id, let outcome):
      guard transactions.remove(id) != nil else { return "\(id) ends and was not under way" }
      census.note(outcome)
      if case .committed = outcome, !isCommitted { return "\(id) is committed, and nobody took it" }
    }
    return nil
  }
}

extension HistoryRun {
  /// What must hold after every step.
  private func check() -> String? {
    engine.checkInvariants()
    for mirror in mirrors {
      guard let shown = engine.shown(mirror.query) else { return "\(mirror.query) has no view" }
      if let difference = mirror.difference(from: shown) { return "\(mirror.query) \(difference)" }
      if history.isShaped, let difference = modelDifference(mirror.query, shown) {
        return "\(mirror.query) \(difference)"
      }
    }
    let listens = openListens.map(\.number).sorted()
    if listens != engine.serverListens.map(\.number) {
      return "the actions lead to other listens than the engine has"
    }
    return nil
  }

  /// Where all was told, a query shows what the server told with the visible writes laid over it.
  private func modelDifference(
    _ query: QuerySpec, _ shown: (node: Node, isComplete: Bool)
  ) -> String? {
    let isTold = (0...query.path.depth).contains { toldPaths.contains(query.path.prefix($0)) }
    guard isTold, !unshown.concern(query.path) else { return nil }
    var node = told
    for write in engine.pendingWrites where write.isVisible {
      switch write.shown {
      case .overwrite(let whole): node = node.updating(write.path, to: whole)
      case .merge(let children):
        for child in children {
          node = node.updating(write.path.appending(child.path), to: child.node)
        }
      }
    }
    let expected = MiniServer.window(of: query.parameters, in: node[query.path])
    if !shown.isComplete { return "isn't complete, though all was told" }
    return shown.node == expected ? nil : "shows \(shown.node), the model \(expected)"
  }

  /// What must hold once nothing is under way.
  private func checkQuiet() -> String? {
    if engine.hasPendingWrites { return "writes are left: \(engine.pendingWrites)" }
    if !transactions.isEmpty {
      return "transactions never end: \(transactions.map(\.number).sorted())"
    }
    for mirror in mirrors {
      guard let shown = engine.shown(mirror.query) else { return "\(mirror.query) has no view" }
      let expected = MiniServer.window(
        of: mirror.query.parameters, in: server.data[mirror.query.path])
      if !shown.isComplete { return "\(mirror.query) is never complete" }
      let query = mirror.query
      if !staleLeaves.explain(shown.node, insteadOf: expected, at: query.path) {
        return "\(mirror.query) shows \(shown.node), the server has \(expected)"
      }
    }
    return nil
  }
}
