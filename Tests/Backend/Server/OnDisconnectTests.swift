import Backend
import Testing

@Suite("Operations stored for the end of a connection")
struct OnDisconnectTests {
  @Test("they run in order when the connection ends, with the time of that moment")
  func run() throws {
    var harness = try ServerHarness()
    harness.connect(1, as: "alice")
    harness.connect(2)
    harness.listen(2, .root)
    harness.request(1, .onDisconnect("online/alice", .set(.empty)))
    harness.request(1, .onDisconnect("seen", .set(Node(.timestamp))))
    harness.request(
      1, .onDisconnect("log", .update([PathChange("a", 1), PathChange("b", 2)])))
    harness.set(1, "online/alice", true)
    harness.now = 9_999
    harness.clear()
    harness.disconnect(1)
    #expect(
      harness.lines(to: 2) == [
        "/online/alice = null", "/seen = 9999", "/log merges /a = 1, /b = 2",
      ])
    #expect(harness.commits.map(\.kind) == [.disconnection, .disconnection, .disconnection])
    #expect(harness.commits.first?.author == .client(ConnectionID(1), uid: "alice"))
  }

  @Test("a cancelled location and all below it are left alone")
  func cancel() throws {
    var harness = try ServerHarness()
    harness.connect(1)
    harness.request(1, .onDisconnect("a/b", .set(1)))
    harness.request(1, .onDisconnect("c", .update([PathChange("x", 1), PathChange("y", 1)])))
    harness.request(1, .onDisconnect("a", .cancel))
    harness.request(1, .onDisconnect("c/y", .cancel))
    harness.disconnect(1)
    #expect(harness.server.root == ["c": ["x": 1]])
  }

  @Test("a later operation takes the place of an earlier one there and below")
  func replace() throws {
    var harness = try ServerHarness()
    harness.connect(1)
    harness.request(1, .onDisconnect("a/b", .set(1)))
    harness.request(1, .onDisconnect("a", .set(2)))
    harness.clear()
    harness.disconnect(1)
    #expect(harness.commits.count == 1)
    #expect(harness.server.root == ["a": 2])
  }

  @Test("an operation below another changes what that sets, and to cancel it leaves the rest alone")
  func overlap() throws {
    let old: Node = ["child": "old", "other": "old"]
    var harness = try ServerHarness(root: ["a": old, "b": old, "c": old])
    harness.connect(1)
    for path in ["a", "b", "c"] as [Path] {
      harness.request(1, .onDisconnect(path, .set(["child": "parent", "parent": true])))
      harness.request(1, .onDisconnect(path.child("child"), .set("child")))
    }
    harness.request(1, .onDisconnect("b/child", .cancel))
    harness.request(1, .onDisconnect("c/child/x", .cancel))
    harness.clear()
    harness.disconnect(1)
    #expect(harness.server.root["a"] == ["child": "child", "parent": true])
    // As recorded of the service: the set has become a write of its other children.
    #expect(harness.server.root["b"] == ["child": "old", "other": "old", "parent": true])
    // Below a value without children there is nothing to cancel, and what is above it was split to find out.
    #expect(harness.server.root["c"] == ["child": "child", "other": "old", "parent": true])
  }

  @Test("the rules are asked when it is stored, and again when it runs")
  func rulesAreAskedTwice() throws {
    var harness = try ServerHarness(
      rules: """
        {"rules": {"open": {".write": "auth === null"},
          "mine": {".write": "root.child('open').val() === true"}}}
        """, root: ["open": true])
    harness.connect(1, as: "alice")
    #expect(harness.request(1, .onDisconnect("open", .set(1))) != .ok)
    #expect(harness.request(1, .onDisconnect("mine", .set(1))) == .ok)
    harness.connect(2)
    harness.set(2, "open", false)
    harness.clear()
    harness.disconnect(1)
    #expect(harness.commits.isEmpty)
    #expect(harness.refusals.map(\.kind) == [.disconnection])
    #expect(harness.server.read("mine").isEmpty)
  }

  @Test("they aren't told to the connection that has ended")
  func notToldToItself() throws {
    var harness = try ServerHarness()
    harness.connect(1)
    harness.listen(1, .root)
    harness.request(1, .onDisconnect("a", .set(1)))
    harness.clear()
    harness.disconnect(1)
    #expect(harness.lines(to: 1).isEmpty)
    #expect(harness.server.root == ["a": 1])
  }
}
