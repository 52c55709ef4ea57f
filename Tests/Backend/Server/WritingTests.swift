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
    #expect(harness.update(1, .root, [("a", 1), ("b", 1)]) == .permissionDenied)
    #expect(
      harness.refusals.last?.description.contains("writing /b by alice is refused") == true)
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
