import Testing

@testable import Backend

@Suite struct QueryTests {
  @Test("what contradicts itself is refused where the platform refuses it")
  func contradictions() throws {
    let all = QueryParameters()
    let started = try all.starting(at: 1)
    #expect(throws: QueryError.startedTwice) { try started.starting(after: 2) }
    #expect(throws: QueryError.startedTwice) { try started.equal(to: 2) }
    #expect(throws: QueryError.endedTwice) { try all.equal(to: 1).ending(before: 2) }
    #expect(throws: QueryError.limitedTwice) { try all.limited(toFirst: 1).limited(toLast: 1) }
    #expect(throws: QueryError.limitNotPositive(0)) { try all.limited(toFirst: 0) }
    #expect(throws: QueryError.orderedTwice(by: ".key", already: ".value")) {
      try all.ordered(by: .value).ordered(by: .key)
    }
    for path: Path in [.root, "$key", "a/.priority"] {
      #expect(throws: QueryError.self) { try all.ordered(by: .child(path)) }
    }
    #expect(throws: QueryError.keyBoundNotString) { try started.ordered(by: .key) }
    #expect(throws: QueryError.keyBoundWithKey) {
      try all.ordered(by: .key).starting(at: "a", key: "b")
    }
    #expect(throws: QueryError.priorityBoundIsBool) {
      try all.ordered(by: .priority).ending(at: true)
    }
    // Without an order, that of priorities is in force, and a bound is checked at once.
    #expect(throws: QueryError.priorityBoundIsBool) { try all.starting(at: false) }
    #expect(throws: QueryError.invalidBoundKey("b/c")) { try all.starting(at: 1, key: "b/c") }
    #expect(throws: QueryError.invalidBoundKey("")) { try all.equal(to: 1, key: "") }
    #expect(throws: QueryError.self) { try all.ordered(by: .child("a.b")) }
  }

  @Test("a query is written as on the wire")
  func wire() throws {
    let query = try QueryParameters().ordered(by: .child("a/b")).starting(after: 3, key: "k")
      .ending(at: "z").limited(toLast: 2)
    #expect(
      QuerySpec("rooms", query).description
        == #"/rooms?{"i":"a/b","sp":3,"sn":"k","sin":false,"ep":"z","l":2,"vf":"r"}"#)
    #expect(QuerySpec("rooms").description == "/rooms")
    #expect(QueryParameters.all.isDefault)
    #expect(try QueryParameters().ordered(by: .priority) == .all)
    #expect(try !QueryParameters().ordered(by: .key).isDefault)
    #expect(try QueryParameters().ordered(by: .key).loadsAllData)
  }

  /// Children of every kind of value, some with priorities.
  private static let node: Node = [
    "n1": ["v": 1], "n2": ["v": 1], "t": ["v": true], "f": ["v": false], "s": ["v": "x"],
    "o": ["v": ["w": 1]], "none": 7, "7": ["v": 0.5],
  ]

  @Test("an order puts null, false, true, numbers, strings and objects behind each other")
  func order() {
    let indexed = IndexedNode(Self.node, order: .child("v"))
    #expect(indexed.children.map(\.key) == ["none", "f", "t", "7", "n1", "n2", "s", "o"])
    #expect(indexed.first?.key == "none")
    #expect(indexed.last?.key == "o")
  }

  @Test(
    "ranges take in and leave out what lies at their bounds",
    arguments: [
      (try QueryParameters().starting(at: 1), ["n1", "n2", "s", "o"]),
      (try QueryParameters().starting(after: 1), ["s", "o"]),
      (try QueryParameters().starting(at: 1, key: "n2"), ["n2", "s", "o"]),
      (try QueryParameters().starting(after: 1, key: "n1"), ["n2", "s", "o"]),
      (try QueryParameters().ending(at: 0.5), ["none", "f", "t", "7"]),
      (try QueryParameters().ending(before: 0.5), ["none", "f", "t"]),
      (try QueryParameters().ending(at: 1, key: "n1"), ["none", "f", "t", "7", "n1"]),
      (try QueryParameters().ending(before: 1, key: "n2"), ["none", "f", "t", "7", "n1"]),
      (try QueryParameters().equal(to: nil), ["none"]),
      (try QueryParameters().equal(to: 1), ["n1", "n2"]),
      (try QueryParameters().equal(to: 1, key: "n2"), ["n2"]),
      (
        try QueryParameters().ordered(by: .child("v")).starting(at: true).limited(toFirst: 2),
        ["t", "7"]
      ),
      (
        try QueryParameters().ordered(by: .child("v")).starting(at: true).ending(at: 1).limited(
          toLast: 2), ["n1", "n2"]
      ),
    ])
  func ranges(_ query: QueryParameters, _ expected: [Key]) throws {
    let order = QueryOrder.child("v")
    let query = try query.order == order ? query : query.ordered(by: order)
    let indexed = IndexedNode(Self.node, order: query.order)
    let window = indexed.window(of: query)
    #expect(indexed.children.map(\.key).filter { !window[child: $0].isEmpty } == expected)
    #expect(window.childCount == expected.count)
    #expect(ViewFilter(query).shown(of: Self.node) == window)
  }

  @Test("a window in the order of keys is cut from both ends", arguments: [4, 40])
  func keyWindows(_ count: Int) throws {
    let node = Node(children: (10..<10 + count).map { (Key("k\($0)"), 1) })
    let keys = node.children.map(\.key)
    let byKey = try QueryParameters().ordered(by: .key).starting(after: "k11")
    let indexed = IndexedNode(node, order: .key)
    #expect(indexed.window(of: try byKey.limited(toFirst: 1)).children.map(\.key) == [keys[2]])
    #expect(
      indexed.window(of: try byKey.limited(toLast: 1)).children.map(\.key) == [keys[count - 1]])
    #expect(indexed.window(of: try byKey.ending(before: "k13")).children.map(\.key) == [keys[2]])
  }

  @Test(
    "an index that follows changes is the one made anew",
    arguments: [QueryOrder.priority, .key, .value, .child("v")])
  func incremental(_ order: QueryOrder) {
    var random = SeededGenerator(seed: 5)
    var indexed = IndexedNode(.empty, order: order)
    for step in 0..<600 {
      let key = Key("k\(random.next() % 40)")
      var child: Node =
        random.next() % 4 == 0 ? .empty : ["v": Node(.number(Double(random.next() % 5)))]
      if step > 200, random.next() % 3 == 0 { child = child.updatingPriority(.number(2)) }
      if step % 5 == 0 {
        indexed.replace(with: indexed.node.updating(child: key, to: child))
      } else {
        indexed.update(child: key, to: child)
      }
      indexed.checkInvariants()
    }
    let anew = IndexedNode(indexed.node, order: order)
    #expect(indexed.children.map(\.key) == anew.children.map(\.key))
    let sorted = indexed.node.children.sorted { order.compare($0, $1) < 0 }
    #expect(indexed.children.map(\.key) == sorted.map(\.key))
    for (before, after) in zip(sorted, sorted.dropFirst()) {
      #expect(indexed.child(after: before)?.key == after.key)
      #expect(indexed.child(before: after)?.key == before.key)
    }
    let beyond = (["v": 99] as Node).updatingPriority(.number(9))
    #expect(indexed.child(before: ("zz", beyond))?.key == sorted.last?.key)
    #expect(indexed.child(after: ("zz", beyond)) == nil)
  }
}
