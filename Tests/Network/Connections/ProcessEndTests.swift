import Simulator
import Testing

@testable import Network

@Suite("Connections of a process that ends")
struct ProcessEndTests {
  /// A phone's process with a connection to a backend.
  private struct Call: Sendable {
    let process: SimulatedProcess
    let phone: NetworkHost
    let backend: NetworkHost
    let connection: Connection
    let atPhone: Log
    let atBackend: Log
    /// What the backend has accepted.
    let accepted: WorldBound<Connection?>
  }

  private static func call(_ rig: Rig) async throws -> Call {
    let (atPhone, atBackend) = (rig.log(), rig.log())
    let phone = try rig.network.addHost("Alice", on: ConnectionTests.fifty)
    let backend = try rig.network.addHost("backend")
    let accepted = WorldBound<Connection?>(nil, in: rig.world)
    try rig.network.listen(on: backend, service: "database", lane: rig.world.lane("backend")) {
      connection in
      accepted.withValue { $0 = connection }
      return { atBackend.add($0) }
    }
    let process = SimulatedProcess(name: "Alice", mainLane: rig.world.lane("Alice/main"))
    let connection = rig.network.connect(
      from: phone, to: backend, service: "database", lane: process.mainLane
    ) { atPhone.add($0) }
    try await rig.sleep(.seconds(1))
    return Call(
      process: process, phone: phone, backend: backend, connection: connection, atPhone: atPhone,
      atBackend: atBackend, accepted: accepted)
  }

  @Test("a killed process's peer gets what was sent before, then the end; the dead get nothing")
  func killed() {
    Rig.run { rig in
      let call = try await Self.call(rig)
      call.connection.send(Note("last words"))
      call.process.end("was killed")
      call.accepted.withValue { $0 }?.send(Note("too late"))
      try await rig.sleep(.seconds(1))
      #expect(call.atBackend.texts == ["opened", "last words", "closed: closed by the other side"])
      #expect(call.atPhone.texts == ["opened"])
      #expect(!call.connection.isOpen)
    }
  }

  @Test("a dead path hides the end, which comes through when the path heals in time")
  func deadPath() {
    Rig.run { rig in
      let call = try await Self.call(rig)
      rig.network.partition([call.phone], from: [call.backend], for: .seconds(5))
      call.process.end("was killed")
      try await rig.sleep(.seconds(4))
      #expect(call.atBackend.texts == ["opened"])
      try await rig.sleep(.seconds(20))
      #expect(call.atBackend.texts == ["opened", "closed: closed by the other side"])
    }
  }

  @Test("a process that has not read what came leaves a reset", arguments: [true, false])
  func unread(isSuspended: Bool) {
    Rig.run { rig in
      let call = try await Self.call(rig)
      if isSuspended { call.process.suspend() } else { call.connection.setReads(false) }
      call.accepted.withValue { $0 }?.send(Note("nobody reads this"))
      try await rig.sleep(.seconds(1))
      call.process.end("was killed")
      try await rig.sleep(.seconds(1))
      #expect(call.atBackend.texts == ["opened", "closed: reset"])
      #expect(call.atPhone.texts == ["opened"])
    }
  }

  @Test("a process that was suspended and has read all since leaves an end")
  func readSince() {
    Rig.run { rig in
      let call = try await Self.call(rig)
      call.process.suspend()
      call.accepted.withValue { $0 }?.send(Note("news"))
      try await rig.sleep(.seconds(1))
      call.process.resume()
      try await rig.sleep(.seconds(1))
      call.process.end("was killed")
      try await rig.sleep(.seconds(1))
      #expect(call.atBackend.texts == ["opened", "closed: closed by the other side"])
      #expect(call.atPhone.texts == ["opened", "news"])
    }
  }

  @Test("a connection that a library closes at the process's end goes on closing, unread or not")
  func closedByLibrary() {
    Rig.run { rig in
      let call = try await Self.call(rig)
      call.process.suspend()
      call.accepted.withValue { $0 }?.send(Note("nobody reads this"))
      try await rig.sleep(.seconds(1))
      call.process.atEnd { call.connection.close() }
      call.process.end("was killed")
      try await rig.sleep(.seconds(1))
      #expect(call.atBackend.texts == ["opened", "closed: closed by the other side"])
    }
  }

  @Test("what a rule delays had left the process, and comes before the end")
  func delayed() {
    Rig.run { rig in
      let call = try await Self.call(rig)
      rig.network.delayNext(from: call.phone, to: call.backend, by: .seconds(3))
      call.connection.send(Note("slow"))
      call.process.end("was killed")
      try await rig.sleep(.seconds(2))
      #expect(call.atBackend.texts == ["opened"])
      try await rig.sleep(.seconds(2))
      #expect(call.atBackend.texts == ["opened", "slow", "closed: closed by the other side"])
    }
  }

  @Test("a server's process takes its listener and its connections along")
  func server() {
    Rig.run { rig in
      let log = rig.log()
      let phone = try rig.network.addHost("Alice", on: ConnectionTests.fifty)
      let host = try rig.network.addHost("server")
      let process = SimulatedProcess(name: "server", mainLane: rig.world.lane("server/main"))
      try rig.network.listen(on: host, service: "s", lane: process.mainLane) { _ in { _ in } }
      let lane = rig.world.lane("phone")
      _ = rig.network.connect(from: phone, to: host, service: "s", lane: lane) { log.add($0) }
      try await rig.sleep(.seconds(1))
      process.end("has crashed")
      try await rig.sleep(.seconds(1))
      #expect(log.texts == ["opened", "closed: closed by the other side"])
      _ = rig.network.connect(from: phone, to: host, service: "s", lane: lane) { log.add($0) }
      try await rig.sleep(.seconds(1))
      #expect(log.texts.last == "closed: refused")
    }
  }

  @Test("a process that has ended opens nothing")
  func endedBefore() {
    Rig.run { rig in
      let call = try await Self.call(rig)
      call.process.end("was killed")
      _ = rig.network.connect(
        from: call.phone, to: call.backend, service: "database", lane: call.process.mainLane
      ) { call.atPhone.add($0) }
      try await rig.sleep(.seconds(2))
      #expect(call.atBackend.texts == ["opened", "closed: closed by the other side"])
    }
  }
}
