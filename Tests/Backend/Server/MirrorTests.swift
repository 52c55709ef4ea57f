import Backend
import Testing

/// Random clients against one server: what each has been told must be what the server has.
@Suite("Mirrors of the database")
struct MirrorTests {
  @Test("clients that apply what they are told have what the server has", arguments: 0..<24)
  func mirrors(seed: UInt64) throws {
    var generator = SeededGenerator(seed: seed)
    var harness = try ServerHarness()
    for client in 1...4 { harness.connect(client, as: "user\(client)") }
    for _ in 0..<200 {
      try Self.step(&harness, &generator)
      try Self.compare(harness)
    }
    #expect(harness.server.commitCount > 50)
  }

  private static func step(
    _ harness: inout ServerHarness, _ generator: inout SeededGenerator
  ) throws {
    harness.now += 1
    let client = Int.random(in: 1...4, using: &generator)
    switch Int.random(in: 0..<20, using: &generator) {
    case 0..<9: harness.set(client, path(&generator), node(&generator, depth: 2))
    case 9..<13:
      let base = path(&generator)
      var changes: [(Path, Node)] = []
      for _ in 0..<Int.random(in: 1...4, using: &generator) {
        let path = path(&generator)
        if !path.isRoot, !changes.contains(where: { $0.0.contains(path) || path.contains($0.0) }) {
          changes.append((path, node(&generator, depth: 1)))
        }
      }
      harness.update(client, base, changes)
    case 13:
      let path = path(&generator)
      let hash = Bool.random(using: &generator) ? harness.server.read(path).dataHash : "old"
      harness.request(client, .put(path, node(&generator, depth: 1), hash: hash))
    case 14:
      // Listens anew, as after a reconnection, with the hashes of what was held.
      guard let mirror = harness.clients[client]?.mirrors.randomElement(using: &generator),
        let held = mirror.node
      else { break }
      let often = Int.random(in: 1...4, using: &generator)
      var leaves = 0
      let compound = CompoundHash(held) { _, _ in
        leaves += 1
        return leaves.isMultiple(of: often)
      }
      harness.request(client, .unlisten(mirror.spec, tag: mirror.tag))
      for _ in 0..<Int.random(in: 0...3, using: &generator) {
        harness.set(client, path(&generator), node(&generator, depth: 2))
      }
      harness.listen(
        client, mirror.spec.path, mirror.spec.parameters, tag: mirror.tag,
        hash: ListenHash(held.dataHash, compound: compound), holding: held)
    case 15..<18:
      let spec = try spec(&generator)
      // A tag of its own for each filtered query.
      let tag = spec.parameters.loadsAllData ? nil : Int(harness.now)
      harness.listen(client, spec.path, spec.parameters, tag: tag)
    case 18:
      if let mirror = harness.clients[client]?.mirrors.randomElement(using: &generator) {
        harness.request(client, .unlisten(mirror.spec, tag: mirror.tag))
      }
    default:
      if Int.random(in: 0..<4, using: &generator) == 0 {
        harness.request(client, .onDisconnect(path(&generator), .set("gone")))
        harness.disconnect(client)
        harness.connect(client, as: "user\(client)")
      }
    }
  }

  private static func compare(_ harness: ServerHarness) throws {
    for (client, state) in harness.clients {
      for mirror in state.mirrors {
        let node = harness.server.read(mirror.spec.path)
        let expected = ViewFilter(mirror.spec.parameters).shown(of: node)
        try #require(
          mirror.node == expected,
          "client \(client) has \(mirror.node ?? .empty) of \(mirror.spec), not \(expected)")
      }
    }
  }

  private static func path(_ generator: inout SeededGenerator) -> Path {
    var keys: [Key] = []
    for _ in 0..<Int.random(in: 0...3, using: &generator) { keys.append(key(&generator)) }
    if Int.random(in: 0..<25, using: &generator) == 0 { keys.append("n") }
    return Path(keys)
  }

  private static func key(_ generator: inout SeededGenerator) -> Key {
    Key(["a", "b", "c", "1", "10", "n"].randomElement(using: &generator)!)
  }

  private static func node(_ generator: inout SeededGenerator, depth: Int) -> Node {
    let number = Node(.number(Double(Int.random(in: 0..<6, using: &generator))))
    switch Int.random(in: 0..<8, using: &generator) {
    case 0: return .empty
    case 1: return number
    case 2: return number.updatingPriority(.number(Double.random(in: 0..<3, using: &generator)))
    case 3: return Bool.random(using: &generator) ? Node(.timestamp) : Node(.increment(2))
    default:
      if depth == 0 { return number }
      var children: [(Key, Node)] = []
      for _ in 0..<Int.random(in: 0...4, using: &generator) {
        children.append((key(&generator), node(&generator, depth: depth - 1)))
      }
      return Node(children: children)
    }
  }

  private static func spec(_ generator: inout SeededGenerator) throws -> QuerySpec {
    var query = QueryParameters()
    let order = [QueryOrder.priority, .key, .value, .child("n"), .child("a/b")]
      .randomElement(using: &generator)!
    if Bool.random(using: &generator) { query = try query.ordered(by: order) }
    if Bool.random(using: &generator) {
      let bound: Scalar = query.order == .key ? "b" : 2
      switch Int.random(in: 0..<5, using: &generator) {
      case 0: query = try query.starting(at: bound)
      case 1: query = try query.starting(after: bound)
      case 2: query = try query.ending(at: bound)
      case 3: query = try query.ending(before: bound)
      default: query = try query.equal(to: bound)
      }
    }
    if Bool.random(using: &generator) {
      let count = Int.random(in: 1...3, using: &generator)
      query =
        Bool.random(using: &generator)
        ? try query.limited(toFirst: count) : try query.limited(toLast: count)
    }
    // As the platform's clients do: whatever its order, a query of everything is its location.
    return QuerySpec(path(&generator), query.loadsAllData ? .all : query)
  }
}
