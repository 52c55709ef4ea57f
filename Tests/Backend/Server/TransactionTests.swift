import Backend
import Testing

@Suite("Transactions at the server")
struct TransactionTests {
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

  @Test("stale data are told to a reader before rules that they would break")
  func staleBeforeRules() throws {
    var harness = try ServerHarness(
      rules: #"{"rules": {".read": true, ".write": "newData.val() === data.val() + 1"}}"#, root: 5)
    harness.connect(1)
    let stale = harness.request(1, .put(.root, 1, hash: ""))
    #expect(stale == .dataStale)
    #expect(harness.request(1, .put(.root, 6, hash: Node(5).dataHash)) == .ok)
  }

  @Test(
    "who may neither read nor write is denied whatever hash a write carries",
    arguments: ["", Node(5).dataHash, Node(6).dataHash, "no hash at all"])
  func hashTellsNothing(hash: String) throws {
    var harness = try ServerHarness(
      rules: """
        {"rules": {"n": {".read": "auth.uid === 'alice'", ".write": "auth.uid === 'alice'"}}}
        """, root: ["n": 5])
    harness.connect(1, as: "bob")
    harness.connect(2)
    for path: Path in ["n", "n/below", "elsewhere", .root, Path([Key("n"), .priority])] {
      #expect(harness.request(1, .put(path, 6, hash: hash)) == .permissionDenied)
      #expect(harness.request(2, .put(path, 6, hash: hash)) == .permissionDenied)
    }
    #expect(harness.server.root == ["n": 5])
  }

  @Test("who may write and not read is told that data are stale, once the rules allow the write")
  func blindWriter() throws {
    var harness = try ServerHarness(
      rules: #"{"rules": {"n": {".write": "newData.isNumber()"}}}"#, root: ["n": 5])
    harness.connect(1)
    #expect(harness.request(1, .put("n", "text", hash: "")) == .permissionDenied)
    #expect(harness.request(1, .put("n", 6, hash: "")) == .dataStale)
    #expect(harness.request(1, .put("n", 6, hash: Node(5).dataHash)) == .ok)
  }
}
