import Backend
import Foundation
import HostileWire
import Network
import Simulator
import Testing

@testable import Devices

@Suite("A client of a database that lies")
struct LyingServerTests {
  /// How many lies are told; `REHEARSAL_WIRE_MESSAGES` asks for more or fewer.
  static let count: Int =
    ProcessInfo.processInfo.environment["REHEARSAL_WIRE_MESSAGES"].flatMap { Int($0) } ?? 4_000

  private static let paths: [Path] = ["open", "open/a", "open/b", "open/a/c", "own", "guarded/1"]

  @Test(
    "whatever the server says, the app lives, and shows what is so once the server says it",
    arguments: [(1, false), (2, true)])
  func survives(seed: UInt64, persists: Bool) {
    DeviceRig.run(seed: seed) { rig in
      let server = try LyingServer("liar", seed: seed, rig)
      let process = rig.process("phone")
      let sync = SyncClient(
        lane: rig.world.lane("phone/sync"), process: process,
        account: PhoneAccount(of: "alice", by: nil, in: rig.world),
        from: try rig.network.addHost("phone", on: .perfect), to: server.host, on: rig.network,
        persists: persists)
      sync.post { $0.start() }
      var wire = HostileWire(seed: 100 + seed)
      var told = 0
      while told < Self.count / 2 {
        for _ in 0..<20 {
          await Self.use(sync, &wire)
          server.write(wire.pick(Self.paths), ["a": 1, "n": Node(.number(Double(told)))])
          let count = wire.draw(10)
          server.lie(count)
          told += count
          try await rig.sleep(.milliseconds(wire.draw(30)))
          await sync.checkInvariants()
        }
        server.repent()
        // The last lies are still on their way.
        try await rig.sleep(.seconds(1))
        let shown = WorldBound<[QuerySpec: Node]>([:], in: rig.world)
        let queries = try Self.paths.flatMap {
          [
            QuerySpec($0),
            QuerySpec($0, try QueryParameters.all.ordered(by: .key).limited(toLast: 2)),
          ]
        }
        var listeners: [(ListenerID, QuerySpec)] = []
        for query in queries {
          let id = await sync.listen(to: query, for: .value) { content in
            if case .data(let event) = content { shown.withValue { $0[query] = event.node } }
          }
          listeners.append((id, query))
        }
        try await rig.sleep(.minutes(3))
        await sync.checkInvariants()
        let unfinished = await sync.unfinished
        #expect(unfinished.isEmpty, "after \(told) lies")
        for query in queries {
          let all = IndexedNode(server.read(query.path), order: query.parameters.order)
          let expected = all.window(of: query.parameters)
          let seen = shown.withValue { $0[query] }
          #expect(seen == expected, "\(query) after \(told) lies")
          if seen != expected { return }
        }
        for (id, query) in listeners { await sync.unlisten(id, from: query) }
      }
      #expect(process.isAlive)
    }
  }

  /// One thing that an app does.
  private static func use(_ sync: SyncClient, _ wire: inout HostileWire) async {
    let path = wire.pick(paths)
    switch wire.draw(6) {
    case 0: await sync.set(path, to: ["a": Node(.increment(1)), "t": Node(.timestamp)])
    case 1: await sync.update(path, [PathChange("a", 1), PathChange("b/c", "x")])
    case 2:
      await sync.transaction(path, update: { _ in ["a": 2] }, ended: { _ in })
    case 3: await sync.onDisconnect(path, .set(1))
    case 4: await sync.onDisconnect(path, .cancel)
    default: await sync.listen(to: QuerySpec(path)) { _ in }
    }
  }

  @Test("malformed messages are ignored, and the connection and its listens go on")
  func ignores() {
    DeviceRig.run { rig in
      let server = try LyingServer("liar", seed: 1, rig)
      let log = rig.log
      let sync = SyncClient(
        lane: rig.world.lane("phone/sync"), process: rig.process("phone"),
        account: PhoneAccount(of: nil, by: nil, in: rig.world),
        from: try rig.network.addHost("phone", on: .perfect), to: server.host, on: rig.network)
      sync.post { $0.start() }
      await sync.listen(to: QuerySpec("a"), for: .value) { content in
        if case .data(let event) = content { log.add("\(event.node)") }
      }
      try await rig.sleep(.seconds(1))
      let deep = (0..<100).reduce(Node(1)) { node, _ in ["d": node] }
      let messages: [ServerMessage] = [
        .overwrite(Path((0..<100_000).map { _ in Key("a") }), 1, tag: nil),
        .overwrite("a", deep, tag: nil), .overwrite("a", [".priority": 1], tag: nil),
        .overwrite("a", ["x": Node(.number(.nan))], tag: nil),
        .overwrite("a", Node(.timestamp), tag: nil),
        .overwrite(Path([Key("a"), .priority, Key("b")]), 1, tag: nil),
        .merge("a", [PathChange("b", deep)], tag: nil),
        .merge(Path([Key("a"), .priority]), [PathChange("b", 1)], tag: nil),
        .merge("a", [PathChange("b/.priority/c", 1)], tag: nil),
        .handshake(serverTimeMilliseconds: .max, session: ""),
        .handshake(serverTimeMilliseconds: .min, session: ""),
        .response(number: -1, .ok), .response(number: .min, .dataStale),
        .response(number: 99, .permissionDenied),
        .overwrite("elsewhere", 1, tag: nil), .overwrite("a", 1, tag: 12),
        .overwrite("a", 1, tag: -12), .merge("a", [], tag: nil),
        .revoked(QuerySpec("elsewhere"), reason: ""),
      ]
      for message in messages { server.say(message) }
      try await rig.sleep(.seconds(1))
      server.write("a", 7)
      try await rig.sleep(.seconds(1))
      #expect(rig.log.texts == ["null", "7"])
      #expect(abs(sync.serverMilliseconds - TrueTime.milliseconds(at: rig.world.now)) < 1_000)
    }
  }
}
