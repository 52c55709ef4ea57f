import Simulator
import Synchronization
import Testing

@testable import Network

@Suite("A network's lifetime")
struct LifetimeTests {
  /// Remembers objects without keeping them.
  private struct Memory: Sendable {
    var isSet = false
    weak var world: World?
    weak var network: Network?
    weak var connection: Connection?
  }

  @Test("nothing of a network is left when its world is gone, whatever was under way")
  func nothingLeaks() {
    let memory = Mutex(Memory())
    Rig.run { rig in
      let call = try ConnectionTests.call(rig)
      let log = rig.log()
      let reconnecting = ReconnectingConnection(
        from: call.phone, to: call.backend, service: "database", lane: rig.world.lane("again"),
        on: rig.network
      ) { _ in log.add("event") }
      reconnecting.start()
      call.connection.send(Note("first"))
      try await rig.sleep(.seconds(1))
      rig.network.hold(from: [call.phone], to: [call.backend])
      rig.network.flap(call.backend, down: .seconds(1), up: .seconds(1))
      rig.network.loseNext(
        from: call.backend, to: call.phone, at: rig.world.now.advanced(by: .days(1)))
      call.connection.send(Note("held"))
      try await rig.sleep(.milliseconds(100))
      memory.withLock {
        $0 = Memory(
          isSet: true, world: rig.world, network: rig.network, connection: call.connection)
      }
    }
    memory.withLock { memory in
      #expect(memory.isSet)
      #expect(memory.world == nil)
      #expect(memory.network == nil)
      #expect(memory.connection == nil)
    }
  }
}
