import Backend
import Network
import Simulator
import Testing

@Suite("onDisconnect through the backend host")
struct HostOnDisconnectTests {
  /// A phone on a link of 50 ms that is online and has told the server what to do when it is gone.
  private static func presence(_ rig: HostRig) async throws -> RawClient {
    let alice = try await rig.client("Alice", as: "alice", on: fiftyMilliseconds)
    let goodbye = Node(.timestamp)
    #expect(try await alice.put("online/alice", true) == .ok)
    #expect(try await alice.request(.onDisconnect("online/alice", .set(.empty))) == .ok)
    #expect(try await alice.request(.onDisconnect("lastSeen/alice", .set(goodbye))) == .ok)
    return alice
  }

  private static let fiftyMilliseconds = LinkProfile(
    "50 ms", down: DirectionProfile(latency: .constant(.milliseconds(50))),
    up: DirectionProfile(latency: .constant(.milliseconds(50))))

  @Test("a clean close fires it as soon as the close arrives")
  func cleanClose() {
    HostRig.run { rig in
      let alice = try await Self.presence(rig)
      alice.close()
      let arrival = rig.backend.milliseconds + 50
      try await rig.sleep(.milliseconds(49))
      #expect(await rig.backend.read("online/alice") == true)
      try await rig.sleep(.milliseconds(2))
      #expect(await rig.backend.read("online/alice").isEmpty)
      #expect(await rig.backend.read("lastSeen/alice") == Node(.number(Double(arrival))))
    }
  }

  @Test("a reset fires it at once")
  func reset() {
    HostRig.run { rig in
      let alice = try await Self.presence(rig)
      rig.network.reset(alice.host)
      try await rig.sleep(.milliseconds(1))
      #expect(await rig.backend.read("online/alice").isEmpty)
    }
  }

  @Test(
    "a silent loss fires it once the server has heard nothing for the 75 s of its silence limit",
    arguments: [false, true])
  func silence(airplaneMode: Bool) {
    HostRig.run { rig in
      let alice = try await Self.presence(rig)
      // The acknowledgement of the last answer is the last that the server hears.
      try await rig.sleep(.milliseconds(200))
      if airplaneMode {
        rig.network.airplaneMode(alice.host)
      } else {
        rig.network.partition([alice.host], from: [rig.backend.host])
      }
      let cut = rig.backend.milliseconds
      try await rig.sleep(.seconds(74))
      #expect(await rig.backend.read("online/alice") == true)
      try await rig.sleep(.seconds(2))
      #expect(await rig.backend.read("online/alice").isEmpty)
      let limit = ConnectionConfiguration().silenceLimit
      #expect(limit == .seconds(75))
      let seen = await rig.backend.read("lastSeen/alice").scalar
      guard case .number(let time)? = seen else {
        Issue.record("the last time is \(String(describing: seen))")
        return
      }
      // The answer took 50 ms, its acknowledgement waited up to 40 ms and took 50 ms: at most 200 ms before the cut.
      #expect(Int64(time) - cut <= 75_000)
      #expect(Int64(time) - cut >= 75_000 - 200)
    }
  }

  @Test("something that the server sent and that stays unacknowledged makes it fire no earlier")
  func unacknowledged() {
    HostRig.run { rig in
      let alice = try await Self.presence(rig)
      // The acknowledgement of the last answer does not get through any more.
      rig.network.partition([alice.host], from: [rig.backend.host])
      try await rig.sleep(.seconds(74))
      #expect(await rig.backend.read("online/alice") == true)
      try await rig.sleep(.seconds(2))
      #expect(await rig.backend.read("online/alice").isEmpty)
    }
  }

  @Test("a partition that ends within the limit fires nothing")
  func shortPartition() {
    HostRig.run { rig in
      let alice = try await Self.presence(rig)
      try await rig.sleep(.milliseconds(200))
      rig.network.partition([alice.host], from: [rig.backend.host], for: .seconds(20))
      try await rig.sleep(.minutes(10))
      #expect(await rig.backend.read("online/alice") == true)
    }
  }

  @Test("one that the rules no longer allow when it runs is refused and told")
  func refusedAtTheEnd() {
    let rules = """
      {"rules": {".read": true, "open": {".write": true},
        "online": {".write": "root.child('open').val() === true"}}}
      """
    let world = HostRig.run(rules: rules, recording: true) { rig in
      let alice = try await rig.client("Alice", as: "alice")
      try await alice.put("open", true)
      #expect(try await alice.request(.onDisconnect("online", .set(1))) == .ok)
      try await alice.put("open", false)
      alice.close()
      try await rig.sleep(.seconds(1))
      #expect(await rig.backend.read("online").isEmpty)
      #expect(await rig.backend.meter()[.refusals, uid: "alice"] == 1)
    }
    #expect(
      world.journal.entries.contains {
        $0.text.hasPrefix("refused disconnection of /online") && $0.text.contains("open")
      })
  }
}
