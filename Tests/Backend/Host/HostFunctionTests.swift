import Backend
import Network
import Simulator
import Synchronization
import Testing

@Suite("Server functions in the backend host")
struct HostFunctionTests {
  /// Copies each message's text to the log, and counts its runs.
  private static func copying(_ name: String = "copy") throws -> ServerFunction {
    try ServerFunction(name, .onCreate, at: "messages/{id}") { run in
      let id = run.event.parameters["id"] ?? ""
      try await run.set(Path([Key("copies"), Key(id)]), run.event.after)
      try await run.update("runs", [PathChange(Path([Key(id)]), Node(.increment(1)))])
      await run.log("copied \(id)")
    }
  }

  @Test("a function runs after the commit, with the rights of the project")
  func runs() throws {
    let rules = #"{"rules": {"messages": {".write": true}}}"#
    let world = HostRig.run(rules: rules, functions: [try Self.copying()], recording: true) {
      rig in
      let alice = try await rig.client("Alice", as: "alice")
      #expect(try await alice.put("messages/1", "hi") == .ok)
      try await rig.sleep(.milliseconds(1))
      #expect(await rig.backend.read("copies/1") == "hi")
      let reading = await rig.backend.meter()
      #expect(reading[.functionRuns, program: "copy"] == 1)
      #expect(reading[.writes, program: "copy"] == 2)
    }
    let texts = world.journal.entries.map(\.text)
    #expect(texts.contains { $0.contains("function copy: copied 1") })
    #expect(texts.contains { $0.contains("by copy") && $0.hasPrefix("backend commit") })
  }

  @Test("a run takes the latency that was drawn, the first one a cold start more", arguments: 1...8)
  func latency(seed: UInt64) throws {
    let timing = BackendTiming()
    HostRig.run(seed: seed, functions: [try Self.copying()], timing: timing) { rig in
      let cold = timing.coldStart.lowerBound + timing.functionLatency.lowerBound
      let coldest = timing.coldStart.upperBound + timing.functionLatency.upperBound
      await rig.backend.administer(set: 1, at: "messages/1")
      try await rig.sleep(cold - .milliseconds(2))
      #expect(await rig.backend.read("copies/1").isEmpty)
      try await rig.sleep(coldest - cold + .milliseconds(2))
      #expect(await rig.backend.read("copies/1") == 1)

      await rig.backend.administer(set: 2, at: "messages/2")
      try await rig.sleep(timing.functionLatency.lowerBound - .milliseconds(2))
      #expect(await rig.backend.read("copies/2").isEmpty)
      try await rig.sleep(timing.functionLatency.upperBound)
      #expect(await rig.backend.read("copies/2") == 2)

      try await rig.sleep(timing.idleLimit + .seconds(1))
      await rig.backend.administer(set: 3, at: "messages/3")
      try await rig.sleep(cold - .milliseconds(2))
      #expect(await rig.backend.read("copies/3").isEmpty)
    }
  }

  @Test("seeds draw different latencies, the same seed the same")
  func draws() throws {
    let functions = [try Self.copying()]
    let times = ([1, 2, 1] as [UInt64]).map { seed in
      let arrival = HostRig.run(
        seed: seed, functions: functions, timing: BackendTiming(), recording: true
      ) { rig in
        await rig.backend.administer(set: 1, at: "messages/1")
        try await rig.sleep(.seconds(5))
      }
      return arrival.journal.entries.first { $0.text.contains("ran for") }?.instant
    }
    #expect(times[0] != nil)
    #expect(times[0] != times[1])
    #expect(times[0] == times[2])
  }

  @Test("with duplicates switched on, an event comes twice under one id")
  func duplicates() throws {
    var timing = BackendTiming()
    timing.duplicateProbability = 1
    let remember = try ServerFunction("remember", .onCreate, at: "messages/{id}") { run in
      // The guard that a function needs against "at least once".
      let mark = Path([Key("done"), Key(run.event.parameters["id"] ?? "")])
      guard try await run.read(mark).isEmpty else { return await run.log("again: \(run.event.id)") }
      try await run.set(mark, true)
      try await run.set("count", Node(.increment(1)))
    }
    let world = HostRig.run(
      functions: [try Self.copying(), remember], timing: timing, recording: true
    ) { rig in
      await rig.backend.administer(set: 1, at: "messages/1")
      try await rig.sleep(.minutes(1))
      #expect(await rig.backend.read("runs/1") == 2)
      #expect(await rig.backend.read("count") == 1)
      #expect(await rig.backend.meter()[.functionRuns, program: "remember"] == 2)
    }
    #expect(world.journal.entries.contains { $0.text.contains("again: 1:remember:/messages/1") })
  }

  @Test("a function that fails is tried again after 10 s, then after 20 s and more")
  func retries() throws {
    let flaky = try ServerFunction(
      "flaky", .onCreate, at: "messages/{id}", retriesOnFailure: true
    ) { run in
      guard run.event.attempt >= 3 else { throw Unavailable() }
      try await run.set("done", .init(.number(Double(run.event.attempt))))
    }
    let once = try ServerFunction("once", .onCreate, at: "messages/{id}") { _ in
      throw Unavailable()
    }
    HostRig.run(functions: [flaky, once]) { rig in
      await rig.backend.administer(set: 1, at: "messages/1")
      try await rig.sleep(.seconds(29))
      #expect(await rig.backend.read("done").isEmpty)
      try await rig.sleep(.seconds(8))
      #expect(await rig.backend.read("done") == 3)
      let reading = await rig.backend.meter()
      #expect(reading[.functionRuns, program: "flaky"] == 3)
      #expect(reading[.functionFailures, program: "flaky"] == 2)
      #expect(reading[.functionFailures, program: "once"] == 1)
    }
  }

  @Test("a function's write makes other functions run")
  func chains() throws {
    let next = try ServerFunction("next", .onCreate, at: "copies/{id}") { run in
      try await run.set("chained", run.event.after)
    }
    HostRig.run(functions: [try Self.copying(), next]) { rig in
      await rig.backend.administer(set: 7, at: "messages/1")
      try await rig.sleep(.milliseconds(1))
      #expect(await rig.backend.read("chained") == 7)
    }
  }

  private static func increased(_ node: Node) -> Node {
    if case .number(let count) = node.scalar { Node(.number(count + 1)) } else { 1 }
  }

  /// Calls that take exactly 10 ms each.
  private static var tenMilliseconds: BackendTiming {
    var timing = BackendTiming.immediate
    timing.functionStep = .milliseconds(10) ... .milliseconds(10)
    return timing
  }

  @Test(
    "the world goes on between two calls: what was read may be out of date, and another run comes in between"
  )
  func interleaving() throws {
    let careless = try ServerFunction("careless", .onCreate, at: "messages/{id}") { run in
      try await run.set("careless", Self.increased(try await run.read("careless")))
    }
    let careful = try ServerFunction("careful", .onCreate, at: "messages/{id}") { run in
      try await run.transaction("careful") { Self.increased($0) }
    }
    HostRig.run(functions: [careless, careful], timing: Self.tenMilliseconds) { rig in
      await rig.backend.administer(set: ["1": 1, "2": 1, "3": 1], at: "messages")
      try await rig.sleep(.seconds(1))
      #expect(await rig.backend.read("careless") == 1)
      #expect(await rig.backend.read("careful") == 3)
    }
  }

  @Test("a reading of several locations is cut by what others write, but one location is not")
  func cutReading() throws {
    let seen = Mutex<[[Node]]>([])
    let function = try ServerFunction("f", .onCreate, at: "messages/{id}") { run in
      let values = try await run.read(["pair/a", "pair/b", "pair"])
      #expect(values[2].isEmpty || values[2][child: "a"] == values[2][child: "b"])
      seen.withLock { $0.append([values[0], values[1]]) }
    }
    var timing = BackendTiming.immediate
    timing.requestGap = .milliseconds(10) ... .milliseconds(10)
    HostRig.run(functions: [function], timing: timing) { rig in
      for number in 1...40 {
        await rig.backend.administer(set: 1, at: "messages/\(number)")
        try await rig.sleep(.milliseconds(5))
        let value = Node(.number(Double(number)))
        let pair = [PathChange("a", value), PathChange("b", value)]
        await rig.backend.administer("pair", pair, as: "operator")
        try await rig.sleep(.milliseconds(20))
      }
    }
    let pairs = seen.withLock { $0 }
    #expect(pairs.contains { $0[0] == $0[1] } && pairs.contains { $0[0] != $0[1] })
  }

  @Test("a transaction is told of nothing first: one that aborts on nothing never commits")
  func transactions() throws {
    let seen = Mutex<[Node]>([])
    let function = try ServerFunction("f", .onCreate, at: "messages/{id}") { run in
      let result = try await run.transaction("count") { known in
        seen.withLock { $0.append(known) }
        return Self.increased(known)
      }
      #expect(result.isCommitted && result.data == 6)
      let other = try await run.transaction("count") { $0.isEmpty ? nil : 7 }
      #expect(!other.isCommitted && other.data.isEmpty)
    }
    HostRig.run(functions: [function], timing: Self.tenMilliseconds) { rig in
      await rig.backend.administer(set: 5, at: "count")
      await rig.backend.administer(set: 1, at: "messages/1")
      try await rig.sleep(.seconds(1))
      #expect(await rig.backend.read("count") == 6)
    }
    #expect(seen.withLock { $0 } == [.empty, 5])
  }

  @Test("a run that is cut off between two effects does nothing more, and begins anew")
  func cut() throws {
    let function = try ServerFunction(
      "f", .onCreate, at: "messages/{id}", retriesOnFailure: true
    ) { run in
      let times = PathChange("first", Node(.increment(1)))
      try await run.update("runs", [times])
      do { try await run.set("second", run.event.after) } catch {
        // Whoever goes on all the same gets no farther.
        try await run.set("afterwards", true)
      }
    }
    HostRig.run(functions: [function], timing: Self.tenMilliseconds) { rig in
      await rig.backend.administer(set: 1, at: "messages/1")
      try await rig.sleep(.milliseconds(15))
      _ = rig.backend.restart(for: .seconds(1))
      try await rig.sleep(.seconds(5))
      #expect(await rig.backend.read("runs/first") == 1)
      #expect(await rig.backend.read("second").isEmpty)
      try await rig.sleep(.seconds(20))
      #expect(await rig.backend.read("runs/first") == 2)
      #expect(await rig.backend.read("second") == 1)
      #expect(await rig.backend.read("afterwards").isEmpty)
    }
  }

  @Test("a run that is cut off between two pushes has told some phones, and tells all later")
  func cutPushes() throws {
    let tokens = (1...6).map { PushToken("phone\($0)") }
    let function = try ServerFunction(
      "f", .onCreate, at: "messages/{id}", retriesOnFailure: true
    ) { run in
      let push = PushMessage(notification: .init(title: "Alice", body: "hello"))
      let answers = try await run.send(tokens.map { (push, $0) })
      #expect(answers == tokens.map { .malformedToken($0) })
    }
    var timing = BackendTiming.immediate
    timing.requestGap = .milliseconds(10) ... .milliseconds(10)
    let world = HostRig.run(functions: [function], timing: timing, recording: true) { rig in
      await rig.backend.administer(set: 1, at: "messages/1")
      try await rig.sleep(.milliseconds(5))
      _ = rig.backend.restart(for: .seconds(1))
      try await rig.sleep(.seconds(30))
    }
    let sent = world.journal.entries.map(\.text).filter { $0.contains("f sends to") }
    #expect((tokens.count + 1..<2 * tokens.count).contains(sent.count))
    for token in tokens { #expect(sent.contains { $0.hasSuffix(token.text) }) }
  }

  @Test("a run that takes too long is ended, and counts as failed")
  func timeout() throws {
    let function = try ServerFunction(
      "f", .onCreate, at: "messages/{id}", timeout: .seconds(2)
    ) { run in
      try await run.set("before", true)
      try await run.sleep(for: .seconds(3))
      try await run.set("after", true)
    }
    HostRig.run(functions: [function], timing: Self.tenMilliseconds) { rig in
      await rig.backend.administer(set: 1, at: "messages/1")
      try await rig.sleep(.seconds(10))
      #expect(await rig.backend.read("before") == true)
      #expect(await rig.backend.read("after").isEmpty)
      #expect(await rig.backend.meter()[.functionFailures, program: "f"] == 1)
    }
  }

  private struct Unavailable: Error {}
}
