import Backend
import Network
import Simulator
import Testing

@Suite("Server functions in the backend host")
struct HostFunctionTests {
  /// Copies each message's text to the log, and counts its runs.
  private static func copying(_ name: String = "copy") throws -> ServerFunction {
    try ServerFunction(name, .onCreate, at: "messages/{id}") { event in
      let id = event.parameters["id"] ?? ""
      return [
        .set(Path([Key("copies"), Key(id)]), event.after),
        .update("runs", [PathChange(Path([Key(id)]), Node(.increment(1)))]),
        .log("copied \(id)"),
      ]
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
    #expect(texts.contains { $0.contains("by copy") && $0.hasPrefix("commit") })
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
    let remember = try ServerFunction("remember", .onCreate, at: "messages/{id}") { event in
      // The guard that a function needs against "at least once".
      let mark = Path([Key("done"), Key(event.parameters["id"] ?? "")])
      guard event.root[mark].isEmpty else { return [.log("again: \(event.id)")] }
      return [.set(mark, true), .set("count", Node(.increment(1)))]
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
    ) { event in
      guard event.attempt >= 3 else { throw Unavailable() }
      return [.set("done", .init(.number(Double(event.attempt))))]
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
    let next = try ServerFunction("next", .onCreate, at: "copies/{id}") { event in
      [.set("chained", event.after)]
    }
    HostRig.run(functions: [try Self.copying(), next]) { rig in
      await rig.backend.administer(set: 7, at: "messages/1")
      try await rig.sleep(.milliseconds(1))
      #expect(await rig.backend.read("chained") == 7)
    }
  }

  private struct Unavailable: Error {}
}
