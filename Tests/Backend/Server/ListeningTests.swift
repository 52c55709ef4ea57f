import Backend
import Testing

@Suite("Listens at the server")
struct ListeningTests {
  @Test("a handshake carries the server's time")
  func handshake() throws {
    var harness = try ServerHarness()
    harness.now = 42
    harness.connect(7)
    #expect(harness.lines(to: 7) == ["handshake 42 session-7"])
  }

  @Test("a listen is answered with the data, then with its response")
  func initialData() throws {
    var harness = try ServerHarness(root: ["a": ["b": 1]])
    harness.connect(1)
    harness.clear()
    harness.listen(1, "a")
    #expect(harness.lines(to: 1) == ["/a = {\"b\":1}", "1 ok"])
    harness.listen(1, "none")
    #expect(harness.lines(to: 1).suffix(2) == ["/none = null", "2 ok"])
  }

  @Test("a listen whose hash is current is answered with its response alone")
  func currentHash() throws {
    var harness = try ServerHarness(root: ["a": ["b": 1]])
    harness.connect(1)
    harness.clear()
    harness.listen(1, "a", hash: ListenHash(of: ["b": 1]))
    harness.listen(1, "none", hash: ListenHash(of: .empty))
    #expect(harness.lines(to: 1) == ["1 ok", "2 ok"])
    harness.set(1, "a/b", 2)
    #expect(harness.lines(to: 1).suffix(2) == ["/a/b = 2", "3 ok"])
  }

  @Test("a listen with a compound hash is answered with the ranges that differ")
  func ranges() throws {
    let held = Node(children: (100..<200).map { (Key("\($0)"), "twenty characters 12") })
    var harness = try ServerHarness(root: ["list": held.updating("150", to: "changed")])
    harness.connect(1)
    harness.clear()
    harness.listen(1, "list", hash: ListenHash(of: held), holding: held)
    let lines = harness.lines(to: 1)
    #expect(lines.count == 2 && lines[0].hasPrefix("/list ranges /") && lines[1] == "1 ok")
    #expect(lines[0].count < 1_000, "\(lines[0])")
    #expect(harness.clients[1]?.mirrors.first?.node == harness.server.read("list"))
    // Data with priorities are told whole.
    harness.set(1, "list/150/.priority", 1)
    harness.clear()
    harness.connect(2)
    harness.listen(2, "list", hash: ListenHash(of: held), holding: held)
    #expect(harness.lines(to: 2).dropFirst().first?.hasPrefix("/list = {") == true)
  }

  @Test("a query without an index is told in ranges of the whole location")
  func unindexedRanges() throws {
    let list = Node(children: (100..<200).map { (Key("\($0)"), Node(.number(Double($0)))) })
    var harness = try ServerHarness(
      rules: #"{"rules": {".read": true, ".write": true}}"#, root: ["list": list])
    harness.connect(1)
    harness.clear()
    let query = try QueryParameters().ordered(by: .value).limited(toLast: 60)
    let held = ViewFilter(query).shown(of: list).updating("199", to: "old")
    harness.listen(1, "list", query, tag: 1, hash: ListenHash(of: held), holding: held)
    #expect(harness.clients[1]?.mirrors.first?.node == list)
  }

  @Test("a filtered listen's hash is that of its window")
  func currentWindowHash() throws {
    var harness = try ServerHarness(root: ["a": 1, "b": 2, "c": 3])
    harness.connect(1)
    harness.clear()
    let query = try QueryParameters().ordered(by: .key).limited(toLast: 2)
    harness.listen(1, .root, query, tag: 1, hash: ListenHash(of: ["b": 2, "c": 3]))
    #expect(harness.lines(to: 1) == ["1 ok"])
  }

  @Test("a window over a limit tells what enters and what leaves in one message")
  func windowMoves() throws {
    var harness = try ServerHarness(root: ["a": 1, "b": 2, "c": 3])
    harness.connect(1)
    let query = try QueryParameters().ordered(by: .key).limited(toLast: 2)
    harness.listen(1, .root, query, tag: 5)
    harness.connect(2)
    harness.clear()
    harness.set(2, "d", 4)
    harness.set(2, "a", 9)
    harness.set(2, "d", .empty)
    harness.set(2, "c", ["deep": 1])
    harness.set(2, "c/deep", 2)
    #expect(
      harness.lines(to: 1) == [
        "/ merges /b = null, /d = 4 tag 5",
        "/ merges /b = 2, /d = null tag 5",
        "/c = {\"deep\":1} tag 5",
        "/c/deep = 2 tag 5",
      ])
  }

  @Test("a range tells children as they come into it and go out of it")
  func rangeMoves() throws {
    var harness = try ServerHarness(root: ["a": ["n": 1], "b": ["n": 5]])
    harness.connect(1)
    let query = try QueryParameters().ordered(by: .child("n")).starting(at: 4)
    harness.listen(1, .root, query, tag: 1)
    harness.connect(2)
    harness.clear()
    harness.set(2, "a/n", 4)
    harness.set(2, "b/n", 3)
    harness.set(2, "b/n", 2)
    #expect(harness.lines(to: 1) == ["/a = {\"n\":4} tag 1", "/b = null tag 1"])
  }

  @Test("a query without bounds is its location, in whatever order")
  func unboundedQuery() throws {
    var harness = try ServerHarness(root: ["a": 1])
    harness.connect(1)
    harness.listen(1, .root, try QueryParameters().ordered(by: .value))
    harness.clear()
    harness.set(1, "b", 2)
    #expect(harness.lines(to: 1) == ["/b = 2", "2 ok"])
    harness.request(1, .unlisten(QuerySpec(.root), tag: nil))
    #expect(harness.server.activeListenCount == 0)
  }

  @Test("a query that has no index is served with a warning")
  func missingIndex() throws {
    var harness = try ServerHarness(
      rules: #"{"rules": {".read": true, "a": {".indexOn": "n"}}}"#)
    harness.connect(1)
    let query = try QueryParameters().ordered(by: .child("n")).limited(toFirst: 1)
    harness.clear()
    #expect(harness.listen(1, "a", query, tag: 1) == .ok)
    #expect(harness.listen(1, "b", query, tag: 2) == .ok)
    let warnings = harness.actions.compactMap {
      if case .warned(_, let text) = $0 { text } else { nil }
    }
    #expect(warnings.count == 1)
    #expect(warnings.first?.contains("add \".indexOn\": \"n\" at /b") == true)
  }

  @Test("a write elsewhere tells nothing")
  func unrelatedWrite() throws {
    var harness = try ServerHarness()
    harness.connect(1)
    harness.listen(1, "a/b")
    harness.clear()
    harness.set(1, "a/c", 1)
    harness.set(1, "x", 1)
    #expect(harness.lines(to: 1) == ["2 ok", "3 ok"])
  }

  @Test("replacing an ancestor tells only those below whose data changed")
  func replacedAncestor() throws {
    var harness = try ServerHarness(root: ["a": ["b": 1, "c": 1]])
    harness.connect(1)
    for path: Path in ["a/b", "a/c", "a/d"] { harness.listen(1, path) }
    harness.clear()
    harness.set(1, "a", ["b": 1, "c": 2])
    #expect(harness.lines(to: 1) == ["/a/c = 2", "4 ok"])
  }

  @Test("nobody is told after unlisten or the end of the connection")
  func endedListens() throws {
    var harness = try ServerHarness()
    harness.connect(1)
    harness.connect(2)
    harness.listen(1, "a")
    harness.listen(2, "a")
    harness.request(1, .unlisten(QuerySpec("a"), tag: nil))
    harness.disconnect(2)
    harness.connect(3)
    harness.clear()
    harness.set(3, "a", 1)
    #expect(harness.lines(to: 1).isEmpty)
    #expect(harness.lines(to: 2).isEmpty)
    #expect(harness.server.activeListenCount == 0)
  }

  @Test("listeners are told in the order of their listens, and each in the order of commits")
  func orderOfDelivery() throws {
    var harness = try ServerHarness()
    for client in [3, 1, 2] {
      harness.connect(client)
      harness.listen(client, "a")
    }
    harness.clear()
    harness.set(2, "a", 1)
    harness.set(2, "a", 2)
    let told = harness.actions.compactMap { action -> String? in
      guard case .send(let id, .overwrite(_, let node, _)) = action else { return nil }
      return "\(id)=\(node)"
    }
    #expect(told == ["#3=1", "#1=1", "#2=1", "#3=2", "#1=2", "#2=2"])
  }
}
