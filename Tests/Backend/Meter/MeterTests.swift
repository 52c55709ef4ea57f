import Backend
import Testing

@Suite("The meter")
struct MeterTests {
  /// A server whose every step is metered.
  private struct Metered {
    var server = DatabaseServer(rules: nil)
    var meter = Meter()
    private var number = 0

    mutating func connect(_ id: Int, as uid: String, on device: String) {
      meter.attribute(ConnectionID(id), to: device)
      meter.record(server.connect(ConnectionID(id), nowMilliseconds: 0))
      request(id, .authenticate(uid: uid))
    }

    mutating func request(_ id: Int, _ request: ClientRequest) {
      number += 1
      let (message, connection) = (ClientMessage(number: number, request), ConnectionID(id))
      meter.record(message, from: connection)
      let actions = server.receive(message, from: connection, nowMilliseconds: 0)
      meter.record(actions, causedBy: message, from: connection)
    }
  }

  private func metered() -> Metered {
    var metered = Metered()
    metered.connect(1, as: "alice", on: "Alice's phone")
    metered.connect(2, as: "bob", on: "Bob's phone")
    metered.connect(3, as: "bob", on: "Bob's tablet")
    return metered
  }

  @Test("the difference of two readings says that there was one batch of three, by whom")
  func oneBatch() {
    var metered = metered()
    metered.request(2, .put("before", 1, hash: nil))
    metered.request(2, .merge(.root, [PathChange("x", 1), PathChange("y", 1)]))
    let before = metered.meter.reading
    metered.request(
      2,
      .merge(.root, [PathChange("a", 1), PathChange("b", 1), PathChange("c", 1)]))
    let difference = metered.meter.reading - before
    #expect(difference[.batches] == 1)
    #expect(difference[.batchedPaths] == 3)
    #expect(difference[.writes] == 1)
    #expect(difference[.writes, uid: "bob"] == 1)
    #expect(difference[.writes, device: "Bob's phone"] == 1)
    #expect(difference[.writes, device: "Bob's tablet"] == 0)
    #expect(difference[.writes, uid: "alice"] == 0)
    #expect(difference.batchSizes() == [3])
    #expect(difference.batchSizes { $0.uid == "alice" }.isEmpty)
    #expect(difference.callers.map(\.description) == ["bob on Bob's phone"])
  }

  @Test("where nothing was written the difference says so")
  func noWrite() {
    var metered = metered()
    let before = metered.meter.reading
    metered.request(1, .listen(QuerySpec("a"), tag: nil, hash: nil))
    let difference = metered.meter.reading - before
    #expect(difference[.writes] == 0)
    #expect(difference[.listens, uid: "alice"] == 1)
    #expect(difference[.listenerEvents, uid: "alice"] == 1)
  }

  @Test("pushes of data are counted for those who get them")
  func listenerEvents() {
    var metered = metered()
    for id in 1...3 { metered.request(id, .listen(QuerySpec("a"), tag: nil, hash: nil)) }
    let before = metered.meter.reading
    metered.request(1, .put("a/x", 1, hash: nil))
    let difference = metered.meter.reading - before
    #expect(difference[.listenerEvents] == 3)
    #expect(difference[.listenerEvents, uid: "bob"] == 2)
    #expect(difference[.messagesUp] == 1)
    #expect(difference[.messagesDown] == 4)
  }

  @Test("bytes are those of the messages as JSON")
  func bytes() {
    var metered = metered()
    let before = metered.meter.reading
    metered.request(1, .put("a/x", ["k": "v"], hash: nil))
    let difference = metered.meter.reading - before
    #expect(
      difference[.bytesUp]
        == #"{"t":"d","d":{"r":4,"a":"p","b":{"p":"/a/x","d":{"k":"v"}}}}"#.utf8.count)
    #expect(
      difference[.bytesDown]
        == #"{"t":"d","d":{"r":4,"b":{"s":"ok","d":""}}}"#.utf8.count)
    let push = ServerMessage.overwrite("a/x", 12, tag: 34)
    #expect(
      push.byteCount
        == #"{"t":"d","d":{"a":"d","b":{"p":"/a/x","d":12,"t":34}}}"#.utf8.count)
    let merge = ServerMessage.merge("a", [PathChange("b/c", 1), PathChange("d", 2)], tag: nil)
    #expect(
      merge.byteCount
        == #"{"t":"d","d":{"a":"m","b":{"p":"/a","d":{"b/c":1,"d":2}}}}"#.utf8.count)
  }

  @Test("transactions and stale ones, refusals and programs are told apart")
  func kinds() {
    var metered = metered()
    let before = metered.meter.reading
    metered.request(1, .put("a", 1, hash: ""))
    metered.request(1, .put("a", 2, hash: ""))
    metered.request(1, .put(Path([Key("a.b")]), 2, hash: nil))
    metered.meter.record(
      metered.server.administer(set: 1, at: "b", as: "welcome", nowMilliseconds: 0))
    metered.meter.add(120, to: .uploadBytes, for: MeterCaller(uid: "alice"))
    let difference = metered.meter.reading - before
    #expect(difference[.transactions] == 1)
    #expect(difference[.staleTransactions] == 1)
    #expect(difference[.refusals] == 1)
    #expect(difference[.writes] == 2)
    #expect(difference[.writes, program: "welcome"] == 1)
    #expect(difference[.uploadBytes, uid: "alice"] == 120)
    #expect(
      difference.description.contains("welcome: writes 1"))
  }

  @Test("function runs and failures are counted by function")
  func functions() throws {
    var meter = Meter()
    var runtime = FunctionRuntime([
      try ServerFunction("good", .onWrite, at: "a") { _ in },
      try ServerFunction("bad", .onWrite, at: "a") { _ in },
    ])
    var server = DatabaseServer(rules: nil)
    for case .committed(let commit) in server.administer(
      set: 1, at: "a", as: "test", nowMilliseconds: 0)
    {
      for case .schedule(let id, let name, _) in runtime.note(commit, deliver: { _, _ in [0] }) {
        _ = runtime.begin(id)
        let problem = name == "bad" ? "no" : nil
        meter.record(runtime.end(id, problem: problem, nowMilliseconds: 0) { _ in 0 })
      }
    }
    #expect(meter.reading[.functionRuns] == 2)
    #expect(meter.reading[.functionRuns, program: "good"] == 1)
    #expect(meter.reading[.functionFailures, program: "bad"] == 1)
  }
}
