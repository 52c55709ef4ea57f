import Simulator
import TestSupport
import Testing

@testable import Network

@Suite("Orders of what lanes do with a network that come to the same")
struct NetworkReductionTests {
  @Test("random programs end in the same states", arguments: 0..<2)
  func random(part: UInt64) {
    var comparison = ReductionComparison()
    for seed in (part * 30)..<(part * 30 + 30) {
      comparison.add("seed \(seed)", NetworkProgram(seed: seed).end(in:))
    }
    #expect(comparison.differing.isEmpty)
    #expect(comparison.compared > 15)
    #expect(comparison.reduced < comparison.plain)
  }
}

/// A small program of three lanes on two phones, which open and close connections, watch interfaces and switch them.
private struct NetworkProgram: Sendable {
  enum Deed {
    case connect
    case send
    case close
    case observe
    case stopObserving
    case switchOff
    case switchOn
    case resetAll
    case nothing
  }

  /// The deeds of each lane, one a step.
  let lanes: [[Deed]]

  init(seed: UInt64) {
    var draws = ProgramDraws(seed: seed)
    lanes = (0..<3).map { _ in
      (0..<(1 + draws.next(below: 2))).map { _ in
        switch draws.next(below: 16) {
        case 0, 1, 2, 3: .connect
        case 4, 5: .send
        case 6, 7: .close
        case 8, 9, 10: .observe
        case 11: .stopObserving
        case 12: .switchOff
        case 13: .switchOn
        case 14: .resetAll
        default: .nothing
        }
      }
    }
  }

  /// The state of a lane.
  private struct Strand {
    var connections: [Connection] = []
    var observers: [UInt64] = []
    var notes: [String] = []
  }

  func end(in world: World) -> String {
    let strands = lanes.map { _ in WorldBound(Strand(), in: world) }
    let served = WorldBound<[String]>([], in: world)
    let verdict = world.run {
      let network = Network(world: world)
      let server = try network.addHost("server")
      let phones = [
        try network.addHost("A", on: .wifi), try network.addHost("B", on: .lte),
      ]
      try network.listen(
        on: server, service: "echo", lane: world.lane("server", isConfined: true)
      ) { connection in
        let name = "\(connection.identifier) of \(connection.remote)"
        return { event in served.withValue { $0.append("\(name): \(Self.text(of: event))") } }
      }
      let own = lanes.indices.map { world.lane("lane \($0)", isConfined: true) }
      @Sendable func perform(_ deed: Deed, _ lane: Int) {
        let (strand, phone) = (strands[lane], phones[lane % 2])
        let open = strand.withValue { $0.connections.last }
        switch deed {
        case .connect:
          let number = strand.withValue { $0.connections.count }
          let connection = network.connect(
            from: phone, to: server, service: "echo", lane: own[lane]
          ) { event in
            strand.withValue { $0.notes.append("\(number) \(Self.text(of: event))") }
          }
          strand.withValue {
            $0.connections.append(connection)
            $0.notes.append("\(connection.identifier)")
          }
        case .send: open?.send(Note("lane \(lane)"))
        case .close: open?.close()
        case .observe:
          let number = network.observeInterface(of: phone, on: own[lane]) { isUp in
            strand.withValue { $0.notes.append("up: \(isUp)") }
          }
          strand.withValue { $0.observers.append(number) }
        case .stopObserving:
          if let number = strand.withValue({ $0.observers.popLast() }) {
            network.stopObservingInterface(of: phone, number)
          }
        case .switchOff: network.switchInterface(of: phone, on: false)
        case .switchOn: network.switchInterface(of: phone, on: true)
        case .resetAll: network.reset(phone)
        case .nothing: break
        }
      }
      @Sendable func post(_ lane: Int, _ place: Int) {
        guard place < lanes[lane].count else { return }
        own[lane].post {
          perform(lanes[lane][place], lane)
          post(lane, place + 1)
        }
      }
      world.exploreFromHere()
      for lane in lanes.indices { post(lane, 0) }
      try await world.untilQuiet()
    }
    return Ambient.drive(world) {
      let notes = strands.map { $0.withValue { $0.notes } }
      return "\(verdict.outcome) \(notes) \(served.withValue { $0 })"
    }
  }

  private static func text(of event: ConnectionEvent) -> String {
    switch event {
    case .opened: "opened"
    case .received(let payload): payload.summary
    case .closed(let reason): "\(reason)"
    }
  }
}
