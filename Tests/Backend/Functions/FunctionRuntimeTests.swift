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
    var runtime = FunctionRuntime([try ServerFunction("f", trigger, at: pattern) { _ in }])
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

  @Test(
    "a run is told the change, the wildcards and the author, and its delivery is over when it has ended"
  )
  func event() throws {
    var runtime = FunctionRuntime([
      try ServerFunction("f", .onCreate, at: "c/{chat}/m/{message}") { _ in }
    ])
    let actions = runtime.note(Self.commit(.empty, [("c/1/m/a", 1)], at: 50)) { _, _ in [30] }
    guard case .schedule(let id, "f", 30) = actions[0] else { throw TestProblem("\(actions)") }
    #expect(runtime.pendingCount == 1 && !runtime.isRunning(id))
    let event = try Self.begin(id, &runtime)
    #expect(event.parameters == ["chat": "1", "message": "a"])
    #expect(event.author == .administrator("test"))
    #expect(event.timeMilliseconds == 50)
    #expect(event.id == "1:f:/c/1/m/a")
    #expect(runtime.isRunning(id) && runtime.pendingCount == 1)
    #expect(runtime.awaitsRun { $0.path == "c/1/m/a" })
    #expect(!runtime.awaitsRun { $0.path == "c/1/m/b" })
    #expect(runtime.begin(id) == nil)
    runtime.countEffect(of: id)
    guard case .ended(_, "f", _, effects: 1)? = Self.end(id, &runtime).first else {
      throw TestProblem("it did not end")
    }
    #expect(runtime.pendingCount == 0)
    #expect(!runtime.awaitsRun { _ in true })
    #expect(Self.end(id, &runtime).isEmpty && runtime.begin(id) == nil)
  }

  private static func begin(
    _ id: FunctionRuntime.DeliveryID, _ runtime: inout FunctionRuntime
  ) throws -> FunctionEvent {
    guard let run = runtime.begin(id) else { throw TestProblem("\(id) does not run") }
    return run.event
  }

  private static func end(
    _ id: FunctionRuntime.DeliveryID, _ runtime: inout FunctionRuntime,
    because problem: String? = nil,
    at time: Int64 = 0, retryDelay: (Int) -> Int64 = { _ in 0 }
  ) -> [FunctionRuntime.Action] {
    runtime.end(id, problem: problem, nowMilliseconds: time, retryDelay: retryDelay)
  }

  @Test("an event that is delivered twice has one id, and an event is never lost")
  func duplicates() throws {
    var runtime = FunctionRuntime([try ServerFunction("f", .onWrite, at: "m") { _ in }])
    let twice = runtime.note(Self.commit(.empty, [("m", 1)])) { _, _ in [5, 9] }
    var ids: [String] = []
    for case .schedule(let delivery, _, _) in twice {
      if let run = runtime.begin(delivery) { ids.append(run.event.id) }
    }
    // Both are under way at once.
    #expect(ids == ["1:f:/m", "1:f:/m"] && runtime.pendingCount == 2)
    let none = runtime.note(Self.commit(.empty, [("m", 1)])) { _, _ in [] }
    #expect(none.count == 1)
  }

  @Test("a run that fails is repeated if the function asks for it, and dropped otherwise")
  func retries() throws {
    for retries in [true, false] {
      var runtime = FunctionRuntime([
        try ServerFunction("f", .onWrite, at: "m", retriesOnFailure: retries) { _ in }
      ])
      var actions = runtime.note(Self.commit(.empty, [("m", 1)])) { _, _ in [0] }
      var delays: [Int64] = []
      while case .schedule(let id, _, let delay)? = actions.last {
        delays.append(delay)
        let event = try Self.begin(id, &runtime)
        #expect(event.attempt == delays.count)
        actions = Self.end(id, &runtime, because: event.attempt < 3 ? "no" : nil) { attempt in
          attempt == 1 ? 1 : 9_999_999
        }
        // What is left of a run that failed is nobody any more.
        #expect(!runtime.isRunning(id) && runtime.begin(id) == nil)
      }
      let outcome =
        switch actions.last {
        case .ended: "done"
        case .failed(_, _, _, let problem, let isDropped): "\(problem) \(isDropped)"
        default: "?"
        }
      #expect(delays == (retries ? [0, 10_000, 600_000] : [0]))
      #expect(outcome == (retries ? "done" : "no true"))
      #expect(runtime.pendingCount == 0)
    }
  }

  @Test(
    "an interruption cuts off what is under way and on its way, and lets wait what waits for a further try"
  )
  func interruption() throws {
    var runtime = FunctionRuntime([
      try ServerFunction("f", .onWrite, at: "m", retriesOnFailure: true) { _ in }
    ])
    let actions = runtime.note(Self.commit(.empty, [("m", 1)])) { _, _ in [0, 0, 0] }
    let ids = actions.compactMap { if case .schedule(let id, _, _) = $0 { id } else { nil } }
    for id in ids.prefix(2) { _ = runtime.begin(id) }
    guard case .schedule(let waiting, _, _)? = Self.end(ids[0], &runtime, because: "no").last else {
      throw TestProblem("nothing is tried again")
    }
    let cut = runtime.interrupt(mayRun: { _ in false }, retryDelay: { _ in 20_000 })
    #expect(cut.count == 4 && runtime.pendingCount == 3)
    #expect(!runtime.isRunning(ids[1]) && Self.end(ids[1], &runtime).isEmpty)
    #expect(runtime.begin(ids[2]) == nil)
    #expect(runtime.begin(waiting)?.event.attempt == 2)
    #expect(runtime.interrupt(mayRun: { _ in false }, retryDelay: { _ in 0 }).count == 2)
  }

  @Test("one run is cut off by itself: what it had done counts, and the others go on")
  func interruptionOfOne() throws {
    for retries in [true, false] {
      var runtime = FunctionRuntime([
        try ServerFunction("f", .onWrite, at: "m", retriesOnFailure: retries) { _ in }
      ])
      let actions = runtime.note(Self.commit(.empty, [("m", 1)])) { _, _ in [0, 0] }
      let ids = actions.compactMap { if case .schedule(let id, _, _) = $0 { id } else { nil } }
      for id in ids { _ = runtime.begin(id) }
      runtime.countEffect(of: ids[0])
      #expect(runtime.effects(of: ids[0]) == 1 && runtime.effects(of: ids[1]) == 0)
      let cut = runtime.interrupt(
        ids[0], because: "a cut", mayRun: { _ in false }, retryDelay: { _ in 20_000 })
      guard case .failed(_, "f", _, "a cut", let isDropped)? = cut.first else {
        throw TestProblem("\(cut)")
      }
      #expect(isDropped == !retries && cut.count == (retries ? 2 : 1))
      #expect(runtime.effects(of: ids[0]) == nil && runtime.isRunning(ids[1]))
      #expect(
        runtime.interrupt(ids[0], because: "", mayRun: { _ in true }, retryDelay: { _ in 0 })
          .isEmpty)
    }
  }

  @Test("a failing event is given up after a day")
  func retryWindow() throws {
    var runtime = FunctionRuntime([
      try ServerFunction("f", .onWrite, at: "m", retriesOnFailure: true) { _ in }
    ])
    let actions = runtime.note(Self.commit(.empty, [("m", 1)])) { _, _ in [0] }
    guard case .schedule(let id, _, _) = actions[0] else { throw TestProblem("\(actions)") }
    let day: Int64 = 24 * 3_600_000
    _ = runtime.begin(id)
    let first = Self.end(id, &runtime, because: "always", at: day - 10_000)
    guard first.count == 2, case .schedule(let next, _, _) = first[1] else {
      throw TestProblem("\(first)")
    }
    _ = runtime.begin(next)
    let last = Self.end(next, &runtime, because: "always", at: day)
    guard case .failed(_, _, _, _, isDropped: true) = last[0] else { throw TestProblem("\(last)") }
    #expect(last.count == 1)
  }

  @Test("one write triggers at most 1,000 functions")
  func triggerLimit() throws {
    let many = Node(children: (0..<1_001).map { (Key("k\($0)"), Node(1)) })
    var runtime = FunctionRuntime([try ServerFunction("f", .onCreate, at: "m/{k}") { _ in }])
    let actions = runtime.note(Self.commit(.empty, [("m", many)])) { _, _ in [0] }
    #expect(runtime.pendingCount == 1_000)
    let skipped = actions.filter { if case .skipped = $0 { true } else { false } }
    #expect(skipped.count == 1)
  }

  @Test("an event beyond 1 MB is never delivered")
  func eventLimit() throws {
    let text = Node(.string(String(repeating: "x", count: 1_024 * 1_024)))
    var runtime = FunctionRuntime([try ServerFunction("f", .onCreate, at: "m") { _ in }])
    let actions = runtime.note(Self.commit(.empty, [("m", text)])) { _, _ in [0] }
    guard case .skipped(_, _, let problem) = actions[0] else { throw TestProblem("\(actions)") }
    #expect(problem.contains("1048582 bytes"))
    #expect(runtime.pendingCount == 0)
  }

  @Test("a function can't wait at all depths")
  func restPattern() {
    #expect(throws: PathPatternError.self) {
      try ServerFunction("f", .onWrite, at: "a/{x=**}") { _ in }
    }
  }
}
