import Backend
import Devices

/// One step of a random history. A step says all about itself, so that a history stays meaningful when
/// steps before it are left out.
enum HistoryStep: Equatable, Sendable {
  case listen(QuerySpec)
  /// Removes the listener at this position, modulo their number.
  case unlisten(Int)
  /// The server takes the permission of the listen at this position, modulo their number.
  case revoke(Int)
  case set(Path, Node, isVisible: Bool, isRefused: Bool)
  case update(Path, [PathChange], isRefused: Bool)
  /// A transaction that makes the location so.
  case transaction(Path, HistoryUpdate, isVisible: Bool, isRefused: Bool)
  /// Another client writes.
  case remoteSet(Path, Node)
  case remoteUpdate(Path, [PathChange])
  /// So many messages reach the server.
  case deliverToServer(Int)
  /// So many messages reach the client.
  case deliverToClient(Int)
  case connect
  case disconnect
  /// The process dies and starts again from what the disk holds.
  case kill
  /// Everything under way arrives.
  case settle
}

/// What the update function of a transaction does.
enum HistoryUpdate: Equatable, Sendable {
  /// It replaces what is there.
  case replace(Node)
  /// It sets a child where there is none, and gives up where there is one.
  case claim(Key, Node)

  /// The function.
  var function: TransactionUpdate {
    { current in
      switch self {
      case .replace(let node): node
      case .claim(let key, let node):
        current[child: key].isEmpty ? current.updating(child: key, to: node) : nil
      }
    }
  }
}

/// A sequence of steps with what it plays in.
struct History: Sendable {
  /// Whether leaves stand at one level only and nothing has priorities, so that what is shown can be
  /// foretold at every step and not only once all is quiet.
  let isShaped: Bool
  let persists: Bool
  var steps: [HistoryStep]

  /// The history that a seed decides.
  init(seed: UInt64) {
    var draw = HistoryDraw(seed: seed)
    isShaped = draw.one(in: 2)
    persists = draw.one(in: 2)
    draw.isShaped = isShaped
    steps = [.connect]
    let length = 8 + draw.number(below: 50)
    for _ in 0..<length { steps.append(draw.step()) }
  }
}

/// Draws the parts of a history.
private struct HistoryDraw {
  private var random: SplitMix
  var isShaped = true

  init(seed: UInt64) { random = SplitMix(seed: seed) }

  mutating func number(below bound: Int) -> Int { Int(random.next() % UInt64(bound)) }

  mutating func one(in count: Int) -> Bool { number(below: count) == 0 }

  mutating func pick<Element>(_ elements: [Element]) -> Element {
    elements[number(below: elements.count)]
  }

  mutating func step() -> HistoryStep {
    switch number(below: 100) {
    case 0..<16: return .listen(pick(Self.queries))
    case 16..<22: return .unlisten(number(below: 8))
    case 22..<23: return .revoke(number(below: 8))
    case 23..<38:
      let path = path()
      return .set(path, node(at: path), isVisible: !one(in: 10), isRefused: one(in: 4))
    case 38..<46:
      let (path, children) = merge()
      return .update(path, children, isRefused: one(in: 4))
    case 46..<52:
      let path = path()
      return .remoteSet(path, node(at: path))
    case 52..<55:
      return transaction()
    case 55..<58:
      let (path, children) = merge()
      return .remoteUpdate(path, children)
    case 58..<72: return .deliverToServer(1 + number(below: 4))
    case 72..<90: return .deliverToClient(1 + number(below: 6))
    case 90..<92: return .disconnect
    case 92..<95: return .connect
    case 95..<97: return .kill
    default: return .settle
    }
  }

  private static let tops: [Key] = ["a", "b"]
  private static let items: [Key] = ["1", "2", "10", "c", "d", "e", "f"]
  private static let fields: [Key] = ["n", "s"]

  private mutating func path() -> Path {
    var path = Path([pick(Self.tops)])
    let depth = number(below: 10)
    if depth >= 1 { path = path.child(pick(Self.items)) }
    if depth >= 6 { path = path.child(pick(Self.fields)) }
    if !isShaped, one(in: 12) { path = path.child(.priority) }
    return path
  }

  private mutating func transaction() -> HistoryStep {
    var path = path()
    if path.last == .priority { path = path.prefix(path.depth - 1) }
    var update = HistoryUpdate.replace(node(at: path))
    if path.depth <= 2, one(in: 2) {
      let key = path.depth == 1 ? pick(Self.items) : pick(Self.fields)
      update = .claim(key, node(at: path.child(key)))
    }
    return .transaction(path, update, isVisible: !one(in: 10), isRefused: one(in: 6))
  }

  private mutating func merge() -> (Path, [PathChange]) {
    let base: Path = one(in: 4) ? .root : Path([pick(Self.tops)])
    var children: [PathChange] = []
    // Many at once go through the engine another way than few.
    let count = one(in: 4) ? 24 : 1 + number(below: 3)
    for _ in 0..<count {
      var path = path()
      if path.depth == base.depth { path = path.child(pick(Self.items)) }
      let relative = Path(path.keys.dropFirst(base.depth))
      if children.contains(where: { $0.path.contains(relative) || relative.contains($0.path) }) {
        continue
      }
      children.append(.init(relative, node(at: base.appending(relative))))
    }
    return (base, children)
  }

  private mutating func node(at path: Path) -> Node {
    if one(in: 4) { return .empty }
    if path.last == .priority { return Node(.number(Double(number(below: 3)))) }
    if !isShaped, one(in: 8) { return leaf() }
    var node: Node
    switch path.depth {
    case 1:
      node = .empty
      for _ in 0..<number(below: 6) {
        let key = pick(Self.items)
        node = node.updating(child: key, to: self.node(at: path.child(key)))
      }
    case 2:
      node = .empty
      for key in Self.fields where !one(in: 3) { node = node.updating(child: key, to: leaf()) }
    default: node = leaf()
    }
    if !isShaped, one(in: 6) {
      node = node.updatingPriority(.number(Double(number(below: 3))))
    }
    return node
  }

  private mutating func leaf() -> Node {
    if !isShaped, one(in: 12) { return Node(.increment(Double(number(below: 3)))) }
    return one(in: 4)
      ? Node(.string("s\(number(below: 3))")) : Node(.number(Double(number(below: 4))))
  }

  private static let queries: [QuerySpec] = {
    var parameters: [QueryParameters] = [.all, .all, .all, .all]
    func add(_ make: () throws(QueryError) -> QueryParameters) {
      do throws(QueryError) { parameters.append(try make()) } catch { fatalError("\(error)") }
    }
    let all = QueryParameters()
    for order in [QueryOrder.key, .value, .priority, .child("n")] {
      add { () throws(QueryError) in try all.ordered(by: order).limited(toFirst: 2) }
      add { () throws(QueryError) in try all.ordered(by: order).limited(toLast: 2) }
      add { () throws(QueryError) in try all.ordered(by: order).limited(toLast: 1) }
    }
    add { () throws(QueryError) in try all.ordered(by: .child("n")) }
    add { () throws(QueryError) in try all.ordered(by: .child("n")).starting(at: 1) }
    add { () throws(QueryError) in try all.ordered(by: .child("n")).starting(after: 1, key: "c") }
    add { () throws(QueryError) in
      try all.ordered(by: .child("n")).starting(at: 1).ending(at: 2).limited(toFirst: 2)
    }
    add { () throws(QueryError) in
      try all.ordered(by: .child("n")).ending(before: 3).limited(toLast: 2)
    }
    add { () throws(QueryError) in try all.ordered(by: .child("n")).equal(to: 1) }
    add { () throws(QueryError) in try all.ordered(by: .child("n")).equal(to: nil) }
    add { () throws(QueryError) in try all.ordered(by: .child("s")).starting(at: "s1") }
    add { () throws(QueryError) in try all.ordered(by: .key).starting(at: "10").ending(at: "d") }
    add { () throws(QueryError) in
      try all.ordered(by: .key).starting(after: "2").limited(toFirst: 2)
    }
    add { () throws(QueryError) in try all.ordered(by: .value).starting(at: 1).limited(toFirst: 1) }
    let paths: [Path] = [.root, "a", "a", "a", "b", "a/c", "a/1"]
    return paths.flatMap { path in parameters.map { QuerySpec(path, $0) } }
  }()
}

/// A random sequence that its seed decides.
struct SplitMix: RandomNumberGenerator {
  private var state: UInt64

  init(seed: UInt64) { state = ContentHash.mix(seed) }

  mutating func next() -> UInt64 {
    state &+= 0x9e37_79b9_7f4a_7c15
    return ContentHash.mix(state)
  }
}
