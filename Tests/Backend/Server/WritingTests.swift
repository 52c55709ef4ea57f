import Backend
import Testing

@Suite("Writes at the server")
struct WritingTests {
  @Test("a write reaches its author's own listener before its response")
  func dataComesBeforeResponse() throws {
    var harness = try ServerHarness()
    harness.connect(1)
    harness.listen(1, "chats")
    harness.clear()
    harness.set(1, "chats/one", "hello")
    #expect(harness.lines(to: 1) == ["/chats/one = \"hello\"", "2 ok"])
  }

  @Test("a commit tells who wrote what, and the tree before and after")
  func commitDescribesWrite() throws {
    var harness = try ServerHarness(root: ["a": 1])
    harness.connect(1, as: "alice")
    harness.now = 5_000
    harness.set(1, "a", 2)
    let commit = try #require(harness.commits.last)
    #expect(commit.author == .client(ConnectionID(1), uid: "alice"))
    #expect(commit.kind == .put)
    #expect(commit.changes == [PathChange("a", 2)])
    #expect(commit.before == ["a": 1])
    #expect(commit.after == ["a": 2])
    #expect(commit.serverTimeMilliseconds == 5_000)
    #expect(commit.sequence == 1)
  }

  @Test("an update of several paths is one commit and one message to a listener above")
  func mergeIsAtomic() throws {
    var harness = try ServerHarness()
    harness.connect(1)
    harness.connect(2)
    harness.listen(2, .root)
    harness.clear()
    harness.update(1, "chats", [("two/name", "B"), ("one/name", "A")])
    #expect(harness.commits.count == 1)
    #expect(
      harness.lines(to: 2) == ["/chats merges /one/name = \"A\", /two/name = \"B\""])
  }

  @Test("an update is told to each listener below by its own part")
  func mergeIsSplit() throws {
    var harness = try ServerHarness(root: ["a": ["x": 1, "y": 1], "b": 1, "c": 1])
    harness.connect(1)
    for path: Path in ["a", "b", "c", "a/x/deep"] { harness.listen(1, path) }
    harness.connect(2)
    harness.clear()
    harness.update(2, .root, [("b", 2), ("a/y", 2), ("a/x", ["deep": true])])
    #expect(
      harness.lines(to: 1) == [
        "/a merges /x = {\"deep\":true}, /y = 2", "/a/x/deep = true", "/b = 2",
      ])
  }

  @Test("an update with one refused path writes none")
  func refusedMergeWritesNothing() throws {
    var harness = try ServerHarness(
      rules: #"{"rules": {"a": {".write": true}, "b": {".write": false}}}"#)
    harness.connect(1, as: "alice")
    harness.clear()
    let status = harness.update(1, .root, [("a", 1), ("b", 1)])
    guard case .permissionDenied(let text) = status else {
      Issue.record("status \(String(describing: status))")
      return
    }
    #expect(text.contains("writing /b by alice is refused"))
    #expect(harness.server.root.isEmpty)
    #expect(harness.commits.isEmpty)
    #expect(harness.refusals.map(\.paths) == [["a", "b"]])
  }

  @Test("an update whose paths lie within each other is invalid")
  func overlappingPaths() throws {
    var harness = try ServerHarness()
    harness.connect(1)
    let status = harness.update(1, .root, [("a", 1), ("a/b", 1)])
    guard case .invalid(let text) = status else {
      Issue.record("status \(String(describing: status))")
      return
    }
    #expect(text.contains("the update writes /a and also /a/b within it"))
  }

  @Test("an update that sets a child and its parent's priority keeps both")
  func mergedPriority() throws {
    var harness = try ServerHarness()
    harness.connect(1)
    harness.listen(1, .root)
    harness.update(1, "a", [(Path([.priority]), 7), ("b", 1)])
    #expect(harness.server.read("a").priority == .number(7))
    #expect(harness.clients[1]?.mirrors.first?.node == harness.server.root)
  }

  @Test("a transaction commits while the hash is current and is stale afterwards")
  func transaction() throws {
    var harness = try ServerHarness(root: ["n": 1])
    harness.connect(1)
    let hash = harness.server.read("n").dataHash
    #expect(harness.request(1, .put("n", 2, hash: hash)) == .ok)
    #expect(harness.request(1, .put("n", 3, hash: hash)) == .dataStale)
    #expect(harness.server.read("n") == 2)
    #expect(harness.commits.map(\.kind) == [.transaction])
  }

  @Test("a transaction of nothing carries the empty hash")
  func transactionOfNothing() throws {
    var harness = try ServerHarness()
    harness.connect(1)
    #expect(harness.request(1, .put("n", 1, hash: "")) == .ok)
    #expect(harness.request(1, .put("n", 2, hash: "")) == .dataStale)
  }

  @Test("stale data are told before rules that they would break")
  func staleBeforeRules() throws {
    var harness = try ServerHarness(
      rules: #"{"rules": {".write": "newData.val() === data.val() + 1"}}"#, root: 5)
    harness.connect(1)
    let stale = harness.request(1, .put(.root, 1, hash: ""))
    #expect(stale == .dataStale)
    #expect(harness.request(1, .put(.root, 6, hash: Node(5).dataHash)) == .ok)
  }

  @Test("server values are filled in from what stands there and the server's clock")
  func serverValues() throws {
    var harness = try ServerHarness(root: ["n": 40])
    harness.connect(1)
    harness.listen(1, .root)
    harness.now = 777
    harness.clear()
    harness.update(1, .root, [("n", Node(.increment(2))), ("t", Node(.timestamp))])
    #expect(harness.server.root == ["n": 42, "t": 777])
    #expect(harness.lines(to: 1).first == "/ merges /n = 42, /t = 777")
    #expect(harness.commits.last?.changes == [PathChange("n", 42), PathChange("t", 777)])
  }

  @Test("rules see server values filled in")
  func rulesSeeServerValues() throws {
    var harness = try ServerHarness(
      rules: #"{"rules": {".write": "newData.val() === now"}}"#)
    harness.connect(1)
    #expect(harness.set(1, .root, Node(.timestamp)) == .ok)
    #expect(harness.set(1, .root, 3) != .ok)
  }

  @Test("data beyond the limits are invalid, whoever writes them", arguments: [0, 1, 2, 3, 4, 5])
  func limits(which: Int) throws {
    let deep = Node(parsing: 33)
    let cases: [(Path, Node, String)] = [
      (Path([Key("a.b")]), 1, "holds U+2E"),
      ("a", [Key("x$y"): 1], "holds U+24"),
      ("a", [Key(String(repeating: "k", count: 769)): 1], "has 769 bytes"),
      (.root, deep, "33 levels deep"),
      (".info/connected", true, "holds U+2E"),
      (Path([Key("a"), .priority]), true, "priority"),
    ]
    let (path, node, expected) = cases[which]
    var harness = try ServerHarness()
    harness.connect(1)
    guard case .invalid(let text) = harness.set(1, path, node) else {
      Issue.record("\(path) was taken")
      return
    }
    #expect(text.contains(expected))
    harness.clear()
    harness.take(
      harness.server.administer(set: node, at: path, as: "function", nowMilliseconds: 0))
    #expect(harness.refusals.count == 1)
    #expect(harness.server.root.isEmpty)
  }

  @Test("a write of 32 levels is taken")
  func deepestWrite() throws {
    var harness = try ServerHarness()
    harness.connect(1)
    #expect(harness.set(1, .root, Node(parsing: 32)) == .ok)
  }

  @Test("a write of more than 16 MB is invalid")
  func largeWrite() throws {
    var harness = try ServerHarness()
    harness.connect(1)
    let text = Node(.string(String(repeating: "x", count: 9_000_000)))
    guard case .invalid(let problem) = harness.update(1, .root, [("a", text), ("b", text)]) else {
      Issue.record("18 MB were taken")
      return
    }
    #expect(problem.contains("18000004 bytes of JSON"))
    #expect(harness.set(1, "a", text) == .ok)
  }

  @Test("a trusted program writes past the rules, and listeners are told")
  func administration() throws {
    var harness = try ServerHarness(rules: #"{"rules": {".read": true, ".write": false}}"#)
    harness.connect(1)
    harness.listen(1, "a")
    harness.clear()
    harness.take(harness.server.administer(set: 1, at: "a/b", as: "welcome", nowMilliseconds: 9))
    #expect(harness.lines(to: 1) == ["/a/b = 1"])
    #expect(harness.commits.map(\.author) == [.administrator("welcome")])
    #expect(harness.set(1, "a", 1) != .ok)
  }

  @Test("writing what is there already tells nobody")
  func unchangedWrite() throws {
    var harness = try ServerHarness(root: ["a": ["b": 1]])
    harness.connect(1)
    harness.listen(1, .root)
    harness.clear()
    harness.set(1, "a", ["b": 1])
    #expect(harness.lines(to: 1) == ["2 ok"])
    #expect(harness.commits.count == 1)
  }

  @Test("a message after the end of its connection is dropped")
  func lateMessage() throws {
    var harness = try ServerHarness()
    harness.connect(1)
    harness.disconnect(1)
    harness.clear()
    #expect(harness.set(1, "a", 1) == nil)
    #expect(harness.actions.isEmpty)
    #expect(harness.server.root.isEmpty)
  }
}

extension Node {
  /// A chain of `depth` levels below the root.
  fileprivate init(parsing depth: Int) {
    self = (0..<depth).reduce(1) { node, _ in ["d": node] }
  }
}
