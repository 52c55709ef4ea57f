import Backend
import Network
import Simulator
import Testing

@Suite("Functions that are cut off behind an effect")
struct CutFunctionTests {
  private static let here = CodeLocation(
    fileID: "Tests/Here.swift", filePath: "Here.swift", line: 7)

  /// Counts up at `first`, removes a file, and counts up at `last`.
  private static func counting() throws -> ServerFunction {
    try ServerFunction("count", .onCreate, at: "messages/{id}", retriesOnFailure: true) { run in
      try await run.update("runs", [PathChange("first", Node(.increment(1)))])
      try await run.deleteFile("pictures/1")
      try await run.transaction("runs/last") { known in
        if case .number(let count) = known.scalar { Node(.number(count + 1)) } else { 1 }
      }
    }
  }

  @Test("what stands before the cut is done twice, what stands behind it once", arguments: 1...3)
  func behindEach(effect: Int) throws {
    let world = HostRig.run(functions: [try Self.counting()], recording: true) { rig in
      let cuts = await rig.backend.cut("count", afterEffect: effect, times: 1, at: Self.here)
      await rig.backend.administer(set: 1, at: "messages/1")
      try await rig.sleep(.seconds(5))
      #expect(cuts.count == 1)
      #expect(await rig.backend.read("runs/first") == 1)
      #expect(await rig.backend.read("runs/last") == (effect == 3 ? 1 : .empty))
      try await rig.sleep(.seconds(30))
      #expect(await rig.backend.read("runs/first") == 2)
      #expect(await rig.backend.read("runs/last") == (effect == 3 ? 2 : 1))
    }
    let texts = world.journal.entries.map(\.text)
    #expect(
      texts.contains { $0.contains("count failed") && $0.contains("after effect \(effect);") })
    let deletions = texts.filter { $0.contains("count deletes") }
    #expect(deletions.count == (effect == 1 ? 1 : 2))
  }

  @Test("as many runs are cut off as were asked for, and no other function")
  func times() throws {
    let other = try ServerFunction("other", .onCreate, at: "messages/{id}") { run in
      try await run.set("other", true)
      try await run.set("afterwards", true)
    }
    HostRig.run(functions: [try Self.counting(), other]) { rig in
      let cuts = await rig.backend.cut("count", afterEffect: 1, times: 2, at: Self.here)
      await rig.backend.administer(set: 1, at: "messages/1")
      try await rig.sleep(.seconds(5))
      #expect(await rig.backend.read("afterwards") == true)
      try await rig.sleep(.minutes(2))
      #expect(cuts.count == 2)
      #expect(await rig.backend.read("runs/first") == 3)
      #expect(await rig.backend.read("runs/last") == 1)
    }
  }

  @Test(
    "a cut between two push messages sends those before it alone, and a run of fewer effects is not cut off"
  )
  func betweenPushes() throws {
    let tokens = (1...4).map { PushToken("phone\($0)") }
    let function = try ServerFunction(
      "tell", .onCreate, at: "messages/{id}", retriesOnFailure: true
    ) { run in
      _ = try await run.send(tokens.map { (PushMessage(data: ["a": "b"]), $0) })
    }
    let world = HostRig.run(functions: [function], recording: true) { rig in
      let never = await rig.backend.cut("tell", afterEffect: 5, times: 1, at: Self.here)
      let cuts = await rig.backend.cut("tell", afterEffect: 3, times: 1, at: Self.here)
      await rig.backend.administer(set: 1, at: "messages/1")
      try await rig.sleep(.minutes(1))
      #expect(cuts.count == 1 && never.count == 0)
    }
    let sent = world.journal.entries.map(\.text).filter { $0.contains("tell sends to") }
    let numbers = sent.compactMap { $0.last.map { String($0) } }
    #expect(numbers == ["1", "2", "3", "1", "2", "3", "4"])
  }

  @Test("a name that no function has ends the run, and the names are told")
  func unknownName() throws {
    let functions = [try Self.counting()]
    for (name, effect, told) in [
      ("cuont", 1, "cuont"), ("count", 0, "a number from 1 to 1000000"),
    ] {
      let world = World(seed: 1)
      let verdict = world.run {
        let network = Network(world: world)
        let backend = try BackendHost(rules: nil, functions: functions, on: network)
        _ = await backend.cut(name, afterEffect: effect, times: 1, at: Self.here)
      }
      guard case .failed(let failure) = verdict else { throw TestProblem("\(verdict)") }
      #expect(failure.kind == Misuse.kind && failure.expected.contains(told))
      #expect(failure.expected.contains("cutFunction(_:afterEffect:times:)"))
      #expect(effect == 0 || failure.expected.contains("(count)"))
      #expect(failure.location == Self.here)
    }
  }
}
