import Backend
import Network
import Simulator
import Testing

@testable import Devices

@Suite("Reading once, and calls that the platform refuses")
struct SyncClientReadTests {
  typealias Call = @Sendable (isolated SyncClient) -> Void

  /// Calls with what the platform's client takes for malformed.
  private static let refusedCalls: [Call] = [
    { $0.set("a.b", to: 1) },
    { $0.set("a", to: ["b": ["c#": 1]]) },
    { $0.set(".info/connected", to: 1) },
    { $0.set("a", to: Node(.number(.nan))) },
    { $0.set(Path(["a", .priority]), to: true) },
    { $0.update("a", [PathChange("b", 1), PathChange("b/c", 2)]) },
    { $0.update("a", [PathChange("b", 1), PathChange("b", 2)]) },
    { $0.transaction("a$", update: { $0 }, ended: { _ in }) },
    { $0.transaction("a", update: { _ in Node(.number(.nan)) }, ended: { _ in }) },
    { $0.transaction("a", update: { _ in ["b": ["c#": 1]] }, ended: { _ in }) },
    { $0.onDisconnect("a[", .cancel) },
    { $0.get(QuerySpec("a]")) { _ in } },
    { $0.listen(to: QuerySpec("a.b")) { _ in } },
  ]

  /// Reads a location and writes the outcome down as "name: got value" or "name: failed reason".
  private static func get(_ client: TestClient, _ query: QuerySpec) async {
    let (name, log) = (client.name, client.log)
    await client.sync.get(query) { result in
      switch result {
      case .success(let node): log.add("\(name): got \(node)")
      case .failure(let failure): log.add("\(name): failed \(failure)")
      }
    }
  }

  @Test("a read comes behind the own writes, and leaves nothing behind")
  func behindWrites() {
    DeviceRig.run { rig in
      let (a, b) = (try rig.client("a"), try rig.client("b"))
      try await rig.sleep(.seconds(1))
      await b.set("x/other", to: 1)
      try await rig.sleep(.seconds(1))
      await a.set("x/mine", to: 2)
      await Self.get(a, QuerySpec("x"))
      try await rig.sleep(.seconds(1))
      #expect(rig.log.texts(of: "a: got ") == [#"{"mine":2,"other":1}"#])
      #expect(await rig.backend.meter().callers.isEmpty == false)
      #expect(await a.sync.listened.isEmpty)
    }
  }

  @Test("what a listener or an own write says is read at once, without the server")
  func fromListener() {
    DeviceRig.run { rig in
      let a = try rig.client("a")
      await a.listen(to: "x")
      try await rig.sleep(.seconds(1))
      rig.network.switchInterface(of: a.host, on: false)
      await Self.get(a, QuerySpec("x/y"))
      await a.set("z", to: 7)
      await Self.get(a, QuerySpec("z"))
      #expect(rig.log.texts(of: "a: got ") == ["null", "7"])
    }
  }

  @Test(
    "without a connection a read fails after three seconds; one that has begun goes out with it")
  func offline() {
    DeviceRig.run { rig in
      let a = try rig.client("a", user: "a")
      try await rig.sleep(.seconds(1))
      await a.sync.goOffline()
      try await rig.sleep(.seconds(1))
      await Self.get(a, QuerySpec("x"))
      try await rig.sleep(.milliseconds(2_900))
      #expect(rig.log.texts(of: "a: ").isEmpty)
      try await rig.sleep(.milliseconds(200))
      #expect(rig.log.texts(of: "a: ") == ["failed \(ReadFailure.offline)"])
      await Self.get(a, QuerySpec("x"))
      await a.sync.goOnline()
      try await rig.sleep(.seconds(5))
      #expect(rig.log.texts(of: "a: ").last == "got null")
      #expect(rig.log.texts(of: "a: ").count == 2)
    }
  }

  @Test("a read that orders by what has no index is refused, a listener is served")
  func unindexed() {
    DeviceRig.run(rules: #"{"rules": {".read": true, ".write": true}}"#) { rig in
      let a = try rig.client("a")
      let query = QuerySpec(
        "x", try QueryParameters.all.ordered(by: .child("n")).limited(toLast: 1))
      await a.set("x", to: ["p": ["n": 2], "q": ["n": 1]])
      try await rig.sleep(.seconds(1))
      await Self.get(a, query)
      try await rig.sleep(.seconds(1))
      #expect(rig.log.texts(of: "a: failed ").count == 1)
      let log = rig.log
      await a.sync.listen(to: query, for: .value) { content in
        if case .data(let event) = content { log.add("a: sees \(event.node)") }
      }
      try await rig.sleep(.seconds(1))
      #expect(rig.log.texts(of: "a: sees ").last == #"{"p":{"n":2}}"#)
    }
  }

  @Test("an update of nothing is committed at once, also without a connection")
  func emptyUpdate() {
    DeviceRig.run { rig in
      let a = try rig.client("a")
      let log = rig.log
      await a.sync.update("x", []) { log.add("a: \($0)") }
      await a.sync.onDisconnect("x", .update([])) { log.add("a: \($0)") }
      #expect(rig.log.texts(of: "a: ") == ["committed", "committed"])
    }
  }

  @Test(
    "a call that the platform refuses ends the run",
    arguments: refusedCalls)
  func refused(call: @escaping Call) {
    let world = World(seed: 1)
    let verdict = DeviceRig.verdict(in: world) { rig in
      let a = try rig.client("a")
      a.sync.post(call)
      try await rig.sleep(.seconds(1))
    }
    guard case .failed(let failure) = verdict else {
      Issue.record("the run ended as \(verdict)")
      return
    }
    #expect(failure.kind == "exception" && failure.expected.contains("the app crashes"))
  }

  @Test(
    "calls that are right are carried out", arguments: [Path("a/b"), "0", "ä", ["a", .priority]])
  func allowed(path: Path) {
    DeviceRig.run { rig in
      let a = try rig.client("a")
      await a.set(path, to: 1)
      try await rig.sleep(.seconds(1))
      #expect(rig.log.texts(of: "a: ").count == 1)
    }
  }

  @Test(
    "who signs out loses what the rules give to users only; who signs in gets it by asking anew")
  func signsOut() {
    let rules = #"{"rules": {".read": "auth.uid === 'b'", ".write": "auth != null"}}"#
    DeviceRig.run(rules: rules) { rig in
      let a = try rig.client("a", user: "b")
      await a.listen(to: "x")
      try await rig.sleep(.seconds(1))
      await a.sync.signIn(as: nil)
      await a.set("x", to: 1)
      try await rig.sleep(.seconds(1))
      #expect(
        rig.log.texts == [
          "a: value null", "a: value 1", "a: cancelled permission denied", "a: /x refused",
        ])
      await a.sync.signIn(as: "b")
      await a.listen(to: "x")
      await a.set("x", to: 2)
      try await rig.sleep(.seconds(1))
      #expect(rig.log.texts(of: "a: value ").last == "2")
      #expect(rig.log.texts.last == "a: /x committed")
      await a.sync.goOffline()
      await a.sync.signIn(as: "c")
      await a.sync.goOnline()
      try await rig.sleep(.seconds(2))
      #expect(rig.log.texts.last == "a: cancelled permission denied")
    }
  }
}
