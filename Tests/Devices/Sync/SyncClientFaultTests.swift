import Backend
import Network
import Simulator
import Testing

@testable import Devices

@Suite("Database client under faults")
struct SyncClientFaultTests {
  @Test("a client that ends its connection is missed at once")
  func missesCleanly() {
    DeviceRig.run { rig in
      let (a, b) = (try rig.client("a"), try rig.client("b"))
      await b.listen(to: "here")
      await a.set("here", to: true)
      await a.sync.onDisconnect("here", .set(Node(.bool(false))))
      try await rig.sleep(.seconds(10))
      #expect(rig.log.texts(of: "b: value ").last == "true")
      a.process.end()
      try await rig.sleep(.seconds(1))
      #expect(rig.log.texts(of: "b: value ").last == "false")
    }
  }

  @Test("a client that vanishes without a word is missed once a keep-alive is overdue")
  func missesSilently() {
    DeviceRig.run { rig in
      let (a, b) = (try rig.client("a"), try rig.client("b"))
      await b.listen(to: "here")
      await a.set("here", to: true)
      await a.sync.onDisconnect("here", .set(Node(.bool(false))))
      try await rig.sleep(.seconds(10))
      rig.network.partition([a.host], from: [rig.backend.host])
      try await rig.sleep(.seconds(30))
      #expect(rig.log.texts(of: "b: value ").last == "true", "nobody can know yet")
      // 45 s between keep-alives and 30 s for an overdue one.
      try await rig.sleep(.seconds(50))
      #expect(rig.log.texts(of: "b: value ").last == "false")
    }
  }

  @Test("a listener is restored on a new connection and hears what happened meanwhile, once")
  func restoresListens() {
    DeviceRig.run { rig in
      let (a, b) = (try rig.client("a"), try rig.client("b"))
      await a.listen(to: "list", for: .child)
      await b.set("list/x", to: 1)
      try await rig.sleep(.seconds(1))
      rig.network.switchInterface(of: a.host, on: false)
      await b.set("list/y", to: 2)
      try await rig.sleep(.seconds(60))
      rig.network.switchInterface(of: a.host, on: true)
      try await rig.sleep(.seconds(2))
      await b.set("list/z", to: 3)
      try await rig.sleep(.seconds(1))
      #expect(
        rig.log.texts(of: "a: ") == ["childAdded x 1", "childAdded y 2", "childAdded z 3"])
    }
  }

  @Test("a listener whose data become forbidden is told, and hears no more of them")
  func revokes() {
    let rules = """
      {"rules": {"open": {".read": true, ".write": true},
      "secret": {".read": "root.child('open').val() === true", ".write": true}}}
      """
    DeviceRig.run(rules: rules) { rig in
      let (a, b) = (try rig.client("a"), try rig.client("b"))
      await b.set("open", to: true)
      await b.set("secret", to: 1)
      try await rig.sleep(.seconds(1))
      await a.listen(to: "secret")
      try await rig.sleep(.seconds(1))
      await b.set("open", to: false)
      try await rig.sleep(.seconds(1))
      await b.set("secret", to: 2)
      try await rig.sleep(.seconds(1))
      let heard = rig.log.texts(of: "a: ")
      #expect(heard.count == 2 && heard[0] == "value 1" && heard[1].hasPrefix("cancelled"))
    }
  }

  @Test("a listener that ends hears no more")
  func unlistens() {
    DeviceRig.run { rig in
      let a = try rig.client("a")
      let id = await a.listen(to: "x")
      try await rig.sleep(.seconds(1))
      await a.sync.unlisten(id, from: QuerySpec("x"))
      await a.set("x", to: 1)
      try await rig.sleep(.seconds(1))
      #expect(rig.log.texts == ["a: value null", "a: /x committed"])
    }
  }

  @Test("watchers are told how the connection is, now and at each change")
  func watchesConnection() {
    DeviceRig.run { rig in
      let a = try rig.client("a", user: "alice")
      let log = rig.log
      await a.sync.watchConnection { log.add($0 ? "up" : "down") }
      try await rig.sleep(.seconds(1))
      rig.network.switchInterface(of: a.host, on: false)
      try await rig.sleep(.seconds(1))
      rig.network.switchInterface(of: a.host, on: true)
      try await rig.sleep(.seconds(1))
      #expect(rig.log.texts == ["down", "up", "down", "up"])
    }
  }

  @Test("a watcher that is taken back hears nothing more, and the others go on")
  func unwatchesConnection() {
    DeviceRig.run { rig in
      let a = try rig.client("a", user: "alice")
      let log = rig.log
      let number = await a.sync.watchConnection { log.add($0 ? "first up" : "first down") }
      await a.sync.watchConnection { log.add($0 ? "up" : "down") }
      try await rig.sleep(.seconds(1))
      await a.sync.unwatchConnection(number)
      rig.network.switchInterface(of: a.host, on: false)
      try await rig.sleep(.seconds(1))
      #expect(rig.log.texts == ["first down", "down", "first up", "up", "down"])
    }
  }

  @Test(
    "nothing that the client of a dead process does or hears can be observed", arguments: 1...10)
  func isSilentWhenDead(seed: UInt64) {
    DeviceRig.run(seed: seed, schedule: .random) { rig in
      let (a, b) = (try rig.client("a"), try rig.client("b"))
      await a.listen(to: "x")
      try await rig.sleep(.seconds(1))
      rig.network.hold(from: [a.host], to: [rig.backend.host], direction: .bothWays)
      await a.set("x", to: 1)
      let before = rig.log.texts(of: "a: ")
      a.process.end()
      await a.set("y", to: 1)
      await a.listen(to: "y")
      await b.set("x", to: 2)
      try await rig.sleep(.minutes(10))
      #expect(rig.log.texts(of: "a: ") == before)
      #expect(await rig.backend.read("y").isEmpty)
    }
  }

  @Test("a process that dies before its client has started leaves no connection behind")
  func neverStarts() {
    DeviceRig.run { rig in
      let a = try rig.client("a")
      a.process.end()
      try await rig.sleep(.minutes(1))
      #expect(rig.connectionCount == 0)
    }
  }

  @Test("the story of a failure tells the connection's state and what waits to be sent")
  func reports() {
    let world = World(seed: 1)
    let client = WorldBound<TestClient?>(nil, in: world)
    var lines: [String] = []
    let main: @Sendable () async throws -> Void = {
      let network = Network(world: world)
      let rig = DeviceRig(
        world: world, network: network, backend: try BackendHost(rules: nil, on: network),
        log: Log(in: world))
      let a = try rig.client("a")
      client.withValue { $0 = a }
      try await rig.sleep(.seconds(1))
      rig.network.switchInterface(of: a.host, on: false)
      await a.set("x", to: 1)
    }
    world.run(main) { lines = client.withValue { $0 }?.sync.report() ?? [] }
    #expect(lines.count == 2)
    #expect(lines.first?.contains("offline") == true && lines.last?.contains("/x") == true)
  }
}
