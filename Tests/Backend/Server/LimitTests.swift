import Backend
import Testing

@Suite("The limits of writes")
struct LimitTests {
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
    #expect(problem.contains("18000015 bytes of JSON"))
    #expect(harness.set(1, "a", text) == .ok)
  }

  @Test("the keys and paths of an update count for the 16 MB of a write")
  func largePaths() throws {
    var harness = try ServerHarness()
    harness.connect(1)
    let long = String(repeating: "k", count: 700)
    let changes = (0..<30_000).map { (Path([Key("\(long)\($0)")]), Node(true)) }
    for base: Path in [.root, "below/here"] {
      guard case .invalid(let problem) = harness.update(1, base, changes) else {
        Issue.record("21 MB of paths were taken at \(base)")
        return
      }
      #expect(problem.contains("bytes of JSON: split it into writes of at most 16777216"))
    }
    let operation = OnDisconnectOperation.update(changes.map { PathChange($0, $1) })
    guard case .invalid = harness.request(1, .onDisconnect(.root, operation)) else {
      Issue.record("21 MB of paths were stored")
      return
    }
    #expect(harness.server.root.isEmpty)
    #expect(harness.update(1, .root, Array(changes.prefix(20_000))) == .ok)
  }

  @Test("the path that an update is addressed to counts once, and not for each of its parts")
  func pathsAreRelative() throws {
    var harness = try ServerHarness()
    harness.connect(1)
    let base = Path((0..<20).map { Key(String(repeating: "p", count: 700) + "\($0)") })
    let changes = (0..<2_000).map { (Path([Key("c\($0)")]), Node(1)) }
    #expect(harness.update(1, base, changes) == .ok)
  }

  @Test(
    "a number that isn't finite is invalid wherever it stands",
    arguments: [Double.infinity, -.infinity, .nan, .signalingNaN])
  func notFinite(value: Double) throws {
    var harness = try ServerHarness(root: ["n": 1])
    harness.connect(1)
    let writes: [(Path, Node)] = [
      ("n", Node(.number(value))),
      ("n", ["deep": ["er": Node(.number(value))]]),
      ("n", Node(1).updatingPriority(.number(value))),
      ("n", ["deep": Node(1).updatingPriority(.number(value))]),
      (Path([Key("n"), .priority]), Node(.number(value))),
      ("n", Node(.increment(value))),
      ("other", Node(.increment(value))),
      ("n", Node(1).updatingPriority(.serverValue(.increment(value)))),
      (Path([Key("n"), .priority]), Node(.increment(value))),
    ]
    for (path, node) in writes {
      for request in [
        ClientRequest.put(path, node, hash: nil), .merge(.root, [PathChange(path, node)]),
        .onDisconnect(path, .set(node)),
      ] {
        guard case .invalid(let problem) = harness.request(1, request) else {
          Issue.record("\(path) = \(node) was taken by \(request.summary)")
          continue
        }
        #expect(problem.contains("is not finite"))
      }
    }
    #expect(harness.server.root == ["n": 1])
  }

  @Test("an increment that leaves the range of numbers is invalid, and what stood there stays")
  func overflowingIncrement() throws {
    var harness = try ServerHarness(root: ["n": Node(.number(1.7e308))])
    harness.connect(1)
    harness.listen(1, .root)
    harness.clear()
    for delta in [1.7e308, .greatestFiniteMagnitude] {
      guard case .invalid(let problem) = harness.set(1, "n", Node(.increment(delta))) else {
        Issue.record("1.7e308 + \(delta) was taken")
        return
      }
      #expect(problem.contains("the number at /n is not finite"))
    }
    harness.update(1, .root, [("m", 1), ("n", Node(.increment(1.7e308)))])
    #expect(harness.commits.isEmpty)
    #expect(harness.server.root == ["n": Node(.number(1.7e308))])
    #expect(harness.set(1, "n", Node(.increment(-1.7e308))) == .ok)
    #expect(harness.server.root == ["n": 0])
  }

  @Test("whether an increment overflows is told only to those who may write")
  func overflowTellsNothing() throws {
    var harness = try ServerHarness(
      rules: #"{"rules": {"n": {".write": "auth !== null"}}}"#,
      root: ["n": Node(.number(1.7e308))])
    harness.connect(1)
    #expect(harness.set(1, "n", Node(.increment(1.7e308))) == .permissionDenied)
  }

  @Test("an operation stored for the end of a connection cannot overflow a number either")
  func overflowAtDisconnection() throws {
    var harness = try ServerHarness(root: ["n": 1])
    harness.connect(1)
    #expect(
      harness.request(1, .onDisconnect("n", .set(Node(.increment(1.7e308))))) == .ok)
    harness.set(1, "n", Node(.number(1.7e308)))
    harness.clear()
    harness.disconnect(1)
    #expect(harness.server.root == ["n": Node(.number(1.7e308))])
    #expect(harness.refusals.map(\.kind) == [.disconnection])
  }

  @Test("a node nested without end is refused, and held and let go like any other")
  func endlessNesting() throws {
    var harness = try ServerHarness()
    harness.connect(1)
    for depth in [33, 999, 1_000, 1_001, 1_033, 100_000] {
      let node = (0..<depth).reduce(Node(1)) { node, _ in ["d": node, "e": 1] }
      node.checkInvariants()
      for request in [
        ClientRequest.put("a", node, hash: nil), .merge(.root, [PathChange("a", node)]),
        .onDisconnect("a", .set(node)),
      ] {
        guard case .invalid(let problem) = harness.request(1, request) else {
          Issue.record("\(depth) levels were taken")
          return
        }
        #expect(problem.contains("levels deep: nest at most 32"))
      }
    }
    #expect(harness.server.root.isEmpty)
  }

  @Test("a path of very many keys is refused wherever a request has one")
  func endlessPaths() throws {
    var harness = try ServerHarness()
    harness.connect(1)
    let path = Path((0..<200_000).map { _ in Key("a") })
    let query = QuerySpec(path)
    let ordered = QuerySpec("a", try QueryParameters.all.ordered(by: .child(path)).equal(to: 1))
    for request in [
      ClientRequest.put(path, 1, hash: nil), .put(path, 1, hash: "x"),
      .merge(path, [PathChange("b", 1)]), .merge(.root, [PathChange(path, 1)]),
      .listen(query, tag: nil, hash: nil), .listen(ordered, tag: 1, hash: nil),
      .onDisconnect(path, .set(1)), .onDisconnect(.root, .update([PathChange(path, 1)])),
    ] {
      guard case .invalid = harness.request(1, request) else {
        Issue.record("\(request.summary.prefix(30)) was taken")
        continue
      }
    }
    #expect(harness.request(1, .unlisten(query, tag: nil)) == .ok)
    #expect(harness.request(1, .onDisconnect(path, .cancel)) == .ok)
  }

  @Test("a node that is larger than any memory, by children that share theirs, is refused at once")
  func sharedChildren() throws {
    var harness = try ServerHarness()
    harness.connect(1)
    let keys = (0..<10).map { Key("k\($0)") }
    let bomb = (0..<30).reduce(Node(1)) { node, _ in Node(children: keys.map { ($0, node) }) }
    guard case .invalid(let problem) = harness.set(1, "a", bomb) else {
      Issue.record("10 to the power of 30 leaves were taken")
      return
    }
    #expect(problem.contains("bytes of JSON"))
  }
}

extension Node {
  /// A chain of `depth` levels below the root.
  fileprivate init(parsing depth: Int) {
    self = (0..<depth).reduce(1) { node, _ in ["d": node] }
  }
}
