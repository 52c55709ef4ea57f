import Testing

@testable import Backend

@Suite struct NodeTests {
  @Test("writing below a leaf keeps its priority and drops its value")
  func leafBecomesBranch() throws {
    let leaf = try Node(parsing: #"{".value": 7, ".priority": 3}"#)
    let branch = leaf.updating("a/b", to: true)
    #expect(try branch == Node(parsing: #"{".priority": 3, "a": {"b": true}}"#))
    #expect(leaf.updating("a/b", to: .empty) == leaf)
  }

  @Test("a node that loses its last child is gone, priority and all")
  func emptied() throws {
    let node = try Node(parsing: #"{"a": {".priority": "p", "b": {"c": 1}}, "d": 1}"#)
    let emptied = node.removing("a/b/c")
    #expect(emptied == ["d": 1])
    #expect(emptied.removing("d").isEmpty)
    #expect(emptied.removing("x/y") == emptied)
  }

  @Test("the child .priority is the priority")
  func priorityAsChild() {
    let node: Node = ["a": 1]
    let prioritized = node.updating("a/.priority", to: 5)
    #expect(prioritized["a/.priority"] == 5)
    #expect(prioritized["a"].priority == .number(5))
    #expect(prioritized != node)
    #expect(prioritized.hasPrioritizedChildren)
    #expect(prioritized.updating("a/.priority", to: .empty) == node)
    #expect(node.updating("b/.priority", to: 5) == node)
  }

  @Test("random changes agree with a dictionary", arguments: [3, 8, 9, 40, 2000])
  func randomChanges(_ keyCount: Int) {
    var random = SeededGenerator(seed: UInt64(keyCount))
    var model: [Int: Int] = [:]
    var node = Node.empty
    var kept: [(Node, [Int: Int])] = []
    for step in 0..<2000 {
      let number = Int(random.next() % UInt64(keyCount))
      if random.next() % 3 == 0 {
        model[number] = nil
        node = node.removing(Path([Key("k\(number)")]))
      } else {
        model[number] = step
        node = node.updating(child: Key("k\(number)"), to: Node(.number(Double(step))))
      }
      if step % 97 == 0 {
        kept.append((node, model))
        node.checkInvariants()
      }
    }
    for (node, model) in kept {
      let expected = Node(children: model.map { (Key("k\($0)"), Node(.number(Double($1)))) })
      expected.checkInvariants()
      #expect(node == expected)
      #expect(node.contentHash == expected.contentHash)
      #expect(node.byteCount == node.description.utf8.count)
      #expect(node.children.map(\.key) == model.keys.map { Key("k\($0)") }.sorted())
      #expect(node.childrenReversed.map(\.key) == node.children.map(\.key).reversed())
    }
  }

  @Test("many children at once are the same as one by one", arguments: [3, 8, 9, 40, 700])
  func manyChildren(_ keyCount: Int) {
    var random = SeededGenerator(seed: UInt64(keyCount))
    var node = Node.empty
    for step in 0..<60 {
      var changes: [ChildEntry] = []
      let density = 1 + random.next() % 9
      for key in (0..<keyCount).map({ Key("k\($0)") }).sorted()
      where random.next() % 10 < density {
        let value: Node = random.next() % 3 == 0 ? .empty : Node(.number(Double(step)))
        changes.append(ChildEntry(key: key, node: value))
      }
      if changes.isEmpty { continue }
      var expected = node
      for change in changes { expected = expected.updating(child: change.key, to: change.node) }
      node = node.updating(children: changes)
      node.checkInvariants()
      #expect(node == expected)
      #expect(node.byteCount == expected.byteCount)
    }
  }

  @Test("a node keeps its priority while any child remains, and a leaf while it has none")
  func manyChildrenAndPriorities() throws {
    let node = try Node(parsing: #"{"a": 1, ".priority": 3}"#)
    let changes = [ChildEntry(key: "a", node: .empty), ChildEntry(key: "b", node: 2)]
    #expect(try node.updating(children: changes) == Node(parsing: #"{"b": 2, ".priority": 3}"#))
    let removals = ["a", "b"].map { ChildEntry(key: $0, node: .empty) }
    #expect(node.updating(children: removals).isEmpty)
    let leaf = try Node(parsing: #"{".value": 7, ".priority": 3}"#)
    #expect(leaf.updating(children: removals) == leaf)
    #expect(try leaf.updating(children: changes) == Node(parsing: #"{"b": 2, ".priority": 3}"#))
  }

  @Test("many paths at once are the same as one by one", arguments: 0..<200)
  func manyPaths(_ seed: Int) {
    var random = SeededGenerator(seed: UInt64(seed))
    func number(_ bound: UInt64) -> Int { Int(random.next() % bound) }
    var node = Node.empty
    for _ in 0..<12 {
      var changes: [PathChange] = []
      for _ in 0..<(1 + number(20)) {
        var path = Path((0...number(3)).map { _ in Key("k\(number(4))") })
        if number(6) == 0 { path = path.child(.priority) }
        let overlaps = changes.contains { $0.path.contains(path) || path.contains($0.path) }
        if overlaps { continue }
        let isRemoval = number(seed % 2 == 0 ? 4 : 1000) == 0
        changes.append(PathChange(path, isRemoval ? .empty : Node(.number(Double(number(9))))))
      }
      changes.sort { $0.path < $1.path }
      let expected = changes.prioritiesLast.reduce(node) { $0.updating($1.path, to: $1.node) }
      node = node.updating(changes)
      node.checkInvariants()
      #expect(node == expected)
    }
  }

  @Test("ranges and neighbours agree with the sorted keys", arguments: [5, 100])
  func ranges(_ count: Int) {
    let node = Node(children: (0..<count).map { (Key("k\($0 * 2)"), 1) })
    let keys = node.children.map(\.key)
    for probe in (0..<count * 2).map({ Key("k\($0)") }) {
      #expect(node.children(from: probe).map(\.key) == keys.filter { $0 >= probe })
      #expect(
        node.childrenReversed(from: probe).map(\.key) == keys.filter { $0 <= probe }.reversed())
      #expect(node.child(before: probe)?.key == keys.last { $0 < probe })
      #expect(node.child(after: probe)?.key == keys.first { $0 > probe })
    }
    #expect(node.firstChild?.key == keys.first)
    #expect(node.lastChild?.key == keys.last)
  }

  @Test("a difference names what changed and nothing else", arguments: [6, 300])
  func differences(_ count: Int) {
    var random = SeededGenerator(seed: 11)
    let old = Node(children: (0..<count).map { (Key("k\($0)"), Node(.number(Double($0)))) })
    var new = old
    for step in 0..<count / 2 {
      let key = Key("k\(random.next() % UInt64(count + 20))")
      new = new.updating(child: key, to: step % 2 == 0 ? .empty : Node(.string("n\(step)")))
    }
    var rebuilt = old
    var differences = 0
    Node.forEachChildDifference(from: old, to: new) { key, before, after in
      #expect(old[child: key] == before ?? .empty)
      #expect(before != after)
      rebuilt = rebuilt.updating(child: key, to: after ?? .empty)
      differences += 1
    }
    #expect(rebuilt == new)
    #expect(differences > 0 && differences <= count / 2)
  }

  @Test("values order as documented")
  func valueOrder() {
    let sorted: [Node] = [
      .empty, false, true, -3, 0, 2.5, "", "Z", "a", "\u{1F600}", "\u{FF5E}", ["a": 1],
    ]
    for (position, left) in sorted.enumerated() {
      for (other, right) in sorted.enumerated() {
        #expect(left.compareValue(right).signum() == (position - other).signum())
      }
    }
    let priorities: [Priority] = [.none, .number(-1), .number(4), .string("0"), .string("a")]
    #expect(priorities.reversed().sorted() == priorities)
  }

  @Test("equal content hashes equal, any difference doesn't")
  func hashes() throws {
    let texts = [
      "null", "true", "false", "0", "1", #""""#, #""1""#, #"{"a":1}"#, #"{"a":{"b":1}}"#,
      #"{"b":1}"#,
      #"{".value":1,".priority":1}"#, #"{".value":1,".priority":"1"}"#, #"{".priority":1,"a":1}"#,
      #"{"a":{".value":1,".priority":1}}"#, #"{".sv":"timestamp"}"#, #"{".sv":{"increment":2}}"#,
      #"{"a":1,"b":2}"#, #"{"a":2,"b":1}"#,
    ]
    let nodes = try texts.map { try Node(parsing: $0) }
    #expect(Set(nodes.map(\.dataHash)).count == texts.count)
    for (text, node) in zip(texts, nodes) {
      #expect(try Node(parsing: text).dataHash == node.dataHash)
      #expect(try Node(parsing: node.description) == node)
      #expect(node.byteCount == node.description.utf8.count)
      node.checkInvariants()
    }
    #expect(Node.empty.dataHash.isEmpty)
    #expect(nodes[7].dataHash == "00eeea8c2de662f1")
  }

  @Test("server values take the clock and what is there")
  func serverValues() throws {
    let write = try Node(
      parsing: """
        {"at": {".sv": "timestamp"}, "n": {".sv": {"increment": 2}}, "m": {".sv": {"increment": -1}},
         "p": {".value": 1, ".priority": {".sv": "timestamp"}}, "x": "kept"}
        """)
    #expect(write.containsServerValues)
    let resolved = write.resolvingServerValues(
      existing: ["n": 40, "m": "no number"], nowMilliseconds: 99)
    #expect(!resolved.containsServerValues)
    let expected =
      #"{"at": 99, "n": 42, "m": -1, "p": {".value": 1, ".priority": 99}, "x": "kept"}"#
    #expect(try resolved == Node(parsing: expected))
  }
}
