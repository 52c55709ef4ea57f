import Network
import Testing

@testable import Backend
@testable import Simulator

@Suite("A restart of the backend")
struct BackendRestartTests {
  /// Counts its runs for each message.
  private static func counting(_ name: String, retries: Bool) throws -> ServerFunction {
    try ServerFunction(
      name, .onCreate, at: "messages/{id}", retriesOnFailure: retries
    ) { run in
      let id = Path([Key(run.event.parameters["id"] ?? "")])
      try await run.update("runs", [PathChange(id, Node(.increment(1)))])
    }
  }

  /// Functions that take exactly a second.
  private static var aSecond: BackendTiming {
    var timing = BackendTiming.immediate
    timing.functionLatency = .seconds(1) ... .seconds(1)
    return timing
  }

  @Test(
    "connections, listeners and presence are gone at once, and what was committed stays",
    arguments: [ConnectionBreak.reset, .halfOpen])
  func presence(ending: ConnectionBreak) {
    HostRig.run { rig in
      let alice = try await rig.client("Alice", as: "alice")
      #expect(try await alice.put("online/alice", true) == .ok)
      #expect(try await alice.request(.onDisconnect("online/alice", .set(.empty))) == .ok)
      #expect(try await alice.put("notes/1", "milk") == .ok)
      let restart = rig.backend.restart(then: ending, for: .seconds(5))
      try await rig.sleep(.milliseconds(1))
      #expect(restart.isActive)
      #expect(await rig.backend.read("online/alice").isEmpty)
      #expect(await rig.backend.read("notes/1") == "milk")
      try await rig.sleep(.seconds(5))
      #expect(restart.hasEnded)
      alice.connect()
      #expect(try await alice.request(.authenticate(uid: "alice")) == .ok)
      #expect(try await alice.put("notes/2", "bread") == .ok)
    }
  }

  @Test("no connection can be opened while it lasts")
  func down() {
    HostRig.run { rig in
      let alice = try await rig.client("Alice", as: "alice")
      _ = rig.backend.restart(for: .seconds(5))
      let ends = WorldBound<[ConnectionEnd]>([], in: rig.world)
      func knock() {
        _ = rig.network.connect(
          from: alice.host, to: rig.backend.host, service: DatabaseService.name, lane: alice.lane
        ) { event in
          if case .closed(let end) = event { ends.withValue { $0.append(end) } }
        }
      }
      knock()
      try await rig.sleep(.seconds(4))
      #expect(ends.value == [.refused])
      try await rig.sleep(.seconds(1))
      knock()
      try await rig.sleep(.seconds(4))
      #expect(ends.value == [.refused])
    }
  }

  @Test("a function that retries is run again after an interruption, once")
  func retried() throws {
    HostRig.run(functions: [try Self.counting("count", retries: true)], timing: Self.aSecond) {
      rig in
      await rig.backend.administer(set: 1, at: "messages/1")
      try await rig.sleep(.milliseconds(500))
      _ = rig.backend.restart(for: .seconds(1))
      try await rig.sleep(.seconds(5))
      #expect(await rig.backend.read("runs/1").isEmpty)
      try await rig.sleep(.seconds(10))
      #expect(await rig.backend.read("runs/1") == 1)
      try await rig.sleep(.minutes(10))
      #expect(await rig.backend.read("runs/1") == 1)
    }
  }

  @Test(
    "whether one that does not retry is run again is left to the seed, as the platform leaves it open"
  )
  func perhaps() throws {
    var runs: Set<Bool> = []
    for seed in UInt64(1)...16 {
      let function = try Self.counting("count", retries: false)
      let world = World(seed: seed)
      let found = WorldBound<Bool?>(nil, in: world)
      let verdict = world.run {
        let network = Network(world: world)
        let backend = try BackendHost(
          rules: nil, functions: [function], timing: Self.aSecond, on: network)
        await backend.administer(set: 1, at: "messages/1")
        try await world.sleep(for: .milliseconds(500))
        _ = backend.restart(for: .seconds(1))
        try await world.sleep(for: .minutes(1))
        let count = await backend.read("runs/1")
        found.withValue { $0 = !count.isEmpty }
      }
      guard case .passed = verdict, let ran = found.value else {
        Issue.record("the world ended as \(verdict)")
        continue
      }
      runs.insert(ran)
    }
    #expect(runs == [true, false])
  }
}
