import Backend
import Devices

/// What a client sends.
enum ToServer {
  case listen(ServerListen, CompoundHash?)
  case unlisten(ServerListen)
  case write(PendingWrite, isRefused: Bool)
  case transaction(TransactionBatch, isRefused: Bool)
}

/// What a server sends.
enum ToClient {
  case overwrite(Path, Node, tag: Int?)
  case merge(Path, [PathChange], tag: Int?)
  case rangeMerge(Path, [RangeMerge], tag: Int?)
  /// All of a listen's data was told, and is this.
  case completed(ServerListen, Node)
  case acknowledge(WriteID)
  case refuse(WriteID)
  case answer(TransactionBatch, TransactionAnswer)
  case revoke(ServerListen)
}

/// A server of one client that applies writes in the order in which they arrive and tells what follows.
struct MiniServer {
  private(set) var data = Node.empty
  private var listens: [(listen: ServerListen, window: Node)] = []
  var outbox: [ToClient] = []
  private var clock: Int64 = 1

  /// What a query wants, the simple way.
  static func window(of query: QueryParameters, in node: Node) -> Node {
    if query.loadsAllData { return node }
    var children = node.children.filter { query.isInRange($0) }
    children.sort { query.order.compare($0, $1) < 0 }
    switch query.limit {
    case .first(let count): children = Array(children.prefix(count))
    case .last(let count): children = Array(children.suffix(count))
    case nil: break
    }
    return Node(children: children.map { ($0.key, $0.node) })
  }

  mutating func receive(_ message: ToServer) {
    switch message {
    case .listen(let listen, let compound):
      let window = Self.window(of: listen.query.parameters, in: data[listen.query.path])
      listens.append((listen, window))
      if listen.dataHash != window.dataHash {
        if let merges = compound?.merges(for: window) {
          outbox.append(.rangeMerge(listen.query.path, merges, tag: listen.tag))
        } else {
          outbox.append(.overwrite(listen.query.path, window, tag: listen.tag))
        }
      }
      outbox.append(.completed(listen, window))
    case .unlisten(let listen):
      listens.removeAll { $0.listen.query == listen.query }
    case .write(let write, let isRefused):
      if isRefused {
        outbox.append(.refuse(write.id))
      } else {
        apply(write.path, write.change)
        outbox.append(.acknowledge(write.id))
      }
    case .transaction(let batch, let isRefused):
      if data[batch.path].dataHash != batch.dataHash {
        outbox.append(.answer(batch, .stale))
      } else if isRefused {
        outbox.append(.answer(batch, .refused(reason: "permission_denied")))
      } else {
        apply(batch.path, .overwrite(batch.node))
        outbox.append(.answer(batch, .committed))
      }
    }
  }

  /// Takes back the permission of the listen at a position.
  mutating func revoke(_ position: Int) {
    guard !listens.isEmpty else { return }
    outbox.append(.revoke(listens.remove(at: position % listens.count).listen))
  }

  /// Forgets the connection.
  mutating func disconnect() {
    listens = []
    outbox = []
  }

  mutating func apply(_ path: Path, _ change: WriteChange) {
    clock += 1
    var targets: [Path] = []
    let children: [PathChange]
    switch change {
    case .overwrite(let node): children = [.init(.root, node)]
    case .merge(let merged):
      // What is set first, then what is removed, then priorities: all at once, none lost in between.
      let values = merged.filter { $0.path.last != .priority }
      children =
        values.filter { !$0.node.isEmpty } + values.filter(\.node.isEmpty)
        + merged.filter { $0.path.last == .priority }
    }
    for child in children {
      let target = path.appending(child.path)
      let existing = data[target]
      let node = child.node.resolvingServerValues(existing: existing, nowMilliseconds: clock)
      data = data.updating(target, to: node)
      targets.append(target)
    }
    // Windows first: what is told about a single child moves them too, as if it had to make room.
    let (filtered, whole) = (
      listens.indices.filter { listens[$0].listen.tag != nil },
      listens.indices.filter { listens[$0].listen.tag == nil }
    )
    for index in filtered + whole { tell(index, about: targets) }
  }

  private mutating func tell(_ index: Int, about targets: [Path]) {
    let (listen, old) = listens[index]
    let path = listen.query.path
    let touched = targets.filter { $0.contains(path) || path.contains($0) }
    guard !touched.isEmpty else { return }
    let new = Self.window(of: listen.query.parameters, in: data[path])
    listens[index].window = new
    if listen.tag == nil {
      if touched.count == 1 {
        let place = touched[0].contains(path) ? path : touched[0]
        outbox.append(.overwrite(place, data[place], tag: nil))
      } else {
        let children = touched.map {
          PathChange(Path($0.keys.dropFirst(path.depth)), data[$0])
        }
        outbox.append(.merge(path, children, tag: nil))
      }
      return
    }
    if new == old { return }
    if touched.count == 1, touched[0].depth > path.depth + 1, let tag = listen.tag {
      let key = touched[0].keys[touched[0].keys.startIndex + path.depth]
      let keys = new.children.map(\.key)
      if !new[child: key].isEmpty, keys == old.children.map(\.key) {
        outbox.append(.overwrite(touched[0], data[touched[0]], tag: tag))
        return
      }
    }
    var children: [PathChange] = []
    Node.forEachChildDifference(from: old, to: new) { key, _, after in
      children.append(.init(Path([key]), after ?? .empty))
    }
    outbox.append(.merge(path, children, tag: listen.tag))
  }
}
