import Backend
import Testing

@Suite("Server functions")
struct FunctionRuntimeTests {
  private static func commit(
    _ before: Node, _ changes: [(Path, Node)], at time: Int64 = 0
  ) -> Commit {
    var server = DatabaseServer(rules: nil, root: before)
    let actions = server.administer(
      .root, changes.map { PathChange($0, $1) }, as: "test", nowMilliseconds: time)
    for case .committed(let commit) in actions { return commit }
    preconditionFailure("nothing was committed")
  }

  /// The events that a trigger sees, as `path: before -> after`.
  private static func events(
    _ trigger: ServerFunction.Trigger, _ pattern: String, _ commit: Commit
  ) throws -> [String] {
    var runtime = FunctionRuntime([try ServerFunction("f", trigger, at: pattern) { _ in [] }])
    var events: [String] = []
    _ = runtime.note(commit) { _, event in
      events.append("\(event.path): \(event.before) -> \(event.after)")
      return [0]
    }
    return events
  }

  @Test("each trigger sees its kind of change")
  func triggers() throws {
    let commit = Self.commit(
      ["m": ["old": 1, "gone": 1, "same": 1]],
      [("m", ["old": 2, "new": 1, "same": 1])])
    #expect(try Self.events(.onCreate, "m/{x}", commit) == ["/m/new: null -> 1"])
    #expect(try Self.events(.onUpdate, "m/{x}", commit) == ["/m/old: 1 -> 2"])
    #expect(try Self.events(.onDelete, "m/{x}", commit) == ["/m/gone: 1 -> null"])
    #expect(
      try Self.events(.onWrite, "m/{x}", commit) == [
        "/m/gone: 1 -> null", "/m/new: null -> 1", "/m/old: 1 -> 2",
      ])
  }

  @Test("a write below a function's location is one event for the location")
  func writesBelow() throws {
    let commit = Self.commit(
      ["m": ["a": ["x": 1]]], [("m/a/x", 2), ("m/a/y", 3), ("m/b/x", 1), ("n/a", 1)])
    #expect(
      try Self.events(.onWrite, "m/{id}", commit) == [
        "/m/a: {\"x\":1} -> {\"x\":2,\"y\":3}", "/m/b: null -> {\"x\":1}",
      ])
    #expect(try Self.events(.onCreate, "m/{id}", commit) == ["/m/b: null -> {\"x\":1}"])
  }

  @Test("a write above a function's location is an event for each that changed")
  func writesAbove() throws {
    let commit = Self.commit(
      ["c": ["1": ["m": ["a": 1]], "2": ["m": ["a": 1]]]],
      [(.root, ["c": ["1": ["m": ["a": 2]], "2": ["m": ["a": 1]], "3": ["other": 1]]])])
    #expect(try Self.events(.onWrite, "c/{c}/m/{m}", commit) == ["/c/1/m/a: 1 -> 2"])
  }

  @Test("a write that changes nothing triggers nothing")
  func unchanged() throws {
    #expect(try Self.events(.onWrite, "m", Self.commit(["m": 1], [("m", 1)])).isEmpty)
  }

  @Test("a run is told the change, the wildcards, the author and the tree as it stands")
  func event() throws {
    var runtime = FunctionRuntime([
      try ServerFunction("f", .onCreate, at: "c/{chat}/m/{message}") { event in
        [.log("\(event.parameters["chat"]!) \(event.parameters["message"]!)")]
      }
    ])
    let actions = runtime.note(Self.commit(.empty, [("c/1/m/a", 1)], at: 50)) { _, _ in [30] }
    guard case .schedule(let id, "f", 30) = actions[0] else { throw TestProblem("\(actions)") }
    #expect(runtime.pendingCount == 1)
    let run = runtime.run(id, in: ["later": 1], nowMilliseconds: 80) { _ in 0 }
    guard case .execute("f", let event, let effects) = run[0], case .log("1 a") = effects[0]
    else { throw TestProblem("\(run)") }
    #expect(event.author == .administrator("test"))
    #expect(event.timeMilliseconds == 50)
    #expect(event.nowMilliseconds == 80)
    #expect(event.root == ["later": 1])
    #expect(event.id == "1:f:/c/1/m/a")
    #expect(runtime.pendingCount == 0)
    #expect(runtime.run(id, in: .empty, nowMilliseconds: 0) { _ in 0 }.isEmpty)
  }

  @Test("an event that is delivered twice has one id, and an event is never lost")
  func duplicates() throws {
    var runtime = FunctionRuntime([try ServerFunction("f", .onWrite, at: "m") { _ in [] }])
    let twice = runtime.note(Self.commit(.empty, [("m", 1)])) { _, _ in [5, 9] }
    var ids: [String] = []
    for case .schedule(let delivery, _, _) in twice {
      let run = runtime.run(delivery, in: .empty, nowMilliseconds: 0) { _ in 0 }
      if case .execute(_, let event, _) = run[0] { ids.append(event.id) }
    }
    #expect(ids == ["1:f:/m", "1:f:/m"])
    let none = runtime.note(Self.commit(.empty, [("m", 1)])) { _, _ in [] }
    #expect(none.count == 1)
  }

  @Test("a run that fails is repeated if the function asks for it, and dropped otherwise")
  func retries() throws {
    for retries in [true, false] {
      var runtime = FunctionRuntime([
        try ServerFunction("f", .onWrite, at: "m", retriesOnFailure: retries) { event in
          if event.attempt < 3 { throw TestProblem("try \(event.attempt)") }
          return []
        }
      ])
      var actions = runtime.note(Self.commit(.empty, [("m", 1)])) { _, _ in [0] }
      var delays: [Int64] = []
      var outcome = ""
      while case .schedule(let id, _, let delay)? = actions.last {
        delays.append(delay)
        actions = runtime.run(id, in: .empty, nowMilliseconds: 0) { attempt in
          attempt == 1 ? 1 : 9_999_999
        }
      }
      switch actions.last {
      case .execute: outcome = "done"
      case .failed(_, _, let problem, let isDropped): outcome = "\(problem) \(isDropped)"
      default: outcome = "?"
      }
      #expect(delays == (retries ? [0, 10_000, 600_000] : [0]))
      #expect(outcome == (retries ? "done" : "\(TestProblem("try 1")) true"))
      #expect(runtime.pendingCount == 0)
    }
  }

  @Test("a failing event is given up after a day")
  func retryWindow() throws {
    var runtime = FunctionRuntime([
      try ServerFunction("f", .onWrite, at: "m", retriesOnFailure: true) { _ in
        throw TestProblem("always")
      }
    ])
    let actions = runtime.note(Self.commit(.empty, [("m", 1)])) { _, _ in [0] }
    guard case .schedule(let id, _, _) = actions[0] else { throw TestProblem("\(actions)") }
    let day: Int64 = 24 * 3_600_000
    let first = runtime.run(id, in: .empty, nowMilliseconds: day - 10_000) { _ in 0 }
    #expect(first.count == 2)
    let last = runtime.run(id, in: .empty, nowMilliseconds: day) { _ in 0 }
    guard case .failed(_, _, _, isDropped: true) = last[0] else { throw TestProblem("\(last)") }
    #expect(last.count == 1)
  }

  @Test("one write triggers at most 1,000 functions")
  func triggerLimit() throws {
    let many = Node(children: (0..<1_001).map { (Key("k\($0)"), Node(1)) })
    var runtime = FunctionRuntime([try ServerFunction("f", .onCreate, at: "m/{k}") { _ in [] }])
    let actions = runtime.note(Self.commit(.empty, [("m", many)])) { _, _ in [0] }
    #expect(runtime.pendingCount == 1_000)
    let skipped = actions.filter { if case .skipped = $0 { true } else { false } }
    #expect(skipped.count == 1)
  }

  @Test("an event beyond 1 MB is never delivered")
  func eventLimit() throws {
    let text = Node(.string(String(repeating: "x", count: 1_024 * 1_024)))
    var runtime = FunctionRuntime([try ServerFunction("f", .onCreate, at: "m") { _ in [] }])
    let actions = runtime.note(Self.commit(.empty, [("m", text)])) { _, _ in [0] }
    guard case .skipped(_, _, let problem) = actions[0] else { throw TestProblem("\(actions)") }
    #expect(problem.contains("1048582 bytes"))
    #expect(runtime.pendingCount == 0)
  }

  @Test("a function can't wait at all depths")
  func restPattern() {
    #expect(throws: PathPatternError.self) {
      try ServerFunction("f", .onWrite, at: "a/{x=**}") { _ in [] }
    }
  }
}
