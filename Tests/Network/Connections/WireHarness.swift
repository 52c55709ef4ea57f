import Simulator

@testable import Network

/// Two machines on a scripted wire: no world, no links, a clock of its own.
struct Wire {
  enum Side { case client, server }

  /// What happens to the n-th segment of a side.
  enum Fate {
    case passes
    case lost
    case twice
    /// It takes this much longer than the others.
    case late(Int64)
  }

  static let millisecond: Int64 = 1_000_000

  var client: ConnectionMachine
  var server: ConnectionMachine
  var now: Int64 = 0
  let delay: Int64
  var fate: (Side, Int, Segment) -> Fate
  var sent: [(side: Side, at: Int64, segment: Segment)] = []
  var events: [Side: [String]] = [.client: [], .server: []]
  /// Whether the client's process runs; the kernel below it does always.
  var clientRuns = true
  /// The time at which a side was told that it is over.
  var endedAt: [Side: Int64] = [:]
  private var counts: [Side: Int] = [.client: 0, .server: 0]
  private var underWay: [(at: Int64, order: Int, to: Side, segment: Segment)] = []
  private var order = 0

  init(
    delay: Int64 = 50 * millisecond, mtu: Int = 1_500,
    configuration: ConnectionConfiguration = ConnectionConfiguration(),
    fate: @escaping (Side, Int, Segment) -> Fate = { _, _, _ in .passes }
  ) {
    let identifier = ConnectionIdentifier(number: 1)
    client = ConnectionMachine(.client, identifier, mtu: mtu, configuration: configuration)
    server = ConnectionMachine(.server, identifier, mtu: mtu, configuration: configuration)
    self.delay = delay
    self.fate = fate
  }

  /// A wire with an established connection.
  static func established(
    delay: Int64 = 50 * millisecond, mtu: Int = 1_500,
    configuration: ConnectionConfiguration = ConnectionConfiguration()
  ) -> Wire {
    var wire = Wire(delay: delay, mtu: mtu, configuration: configuration)
    wire.input(.client) { machine, now in machine.open(at: now, lookupDelay: 0) }
    wire.run(until: 1_000 * millisecond)
    precondition("\(wire.client.state)" == "established" && "\(wire.server.state)" == "established")
    wire.counts = [.client: 0, .server: 0]
    wire.sent = []
    wire.events = [.client: [], .server: []]
    return wire
  }

  /// Feeds one side's machine and carries its actions out.
  mutating func input(_ side: Side, _ body: (inout ConnectionMachine, Int64) -> Void) {
    switch side {
    case .client: body(&client, now)
    case .server: body(&server, now)
    }
    drain(side)
  }

  private mutating func drain(_ side: Side) {
    while let action = side == .client
      ? client.nextAction(at: now) : server.nextAction(at: now)
    {
      switch action {
      case .transmit(let segment): transmit(segment, from: side)
      case .opened: events[side]?.append("opened")
      case .received(let item): events[side]?.append(item.summary)
      case .closed(let reason):
        events[side]?.append("closed: \(reason)")
        endedAt[side] = now
      case .reachedLoss: events[side]?.append("loss")
      case .finished: events[side]?.append("finished")
      }
    }
    client.sender.checkInvariants()
    server.sender.checkInvariants()
    client.incoming.checkInvariants()
    server.incoming.checkInvariants()
  }

  private mutating func transmit(_ segment: Segment, from side: Side) {
    sent.append((side, now, segment))
    let count = counts[side] ?? 0
    counts[side] = count + 1
    let to: Side = side == .client ? .server : .client
    func post(_ time: Int64) {
      order += 1
      underWay.append((time, order, to, segment))
    }
    switch fate(side, count, segment) {
    case .passes: post(now + delay)
    case .lost: break
    case .twice:
      post(now + delay)
      post(now + delay)
    case .late(let extra): post(now + delay + extra)
    }
  }

  /// Lets time pass, step by step, until nothing is left to do or the limit is reached.
  mutating func run(until limit: Int64) {
    while true {
      let arrival = underWay.map(\.at).min()
      let timers = [
        client.deadline()?.time, server.deadline()?.time, client.idleDeadline(),
        server.idleDeadline(),
      ].compactMap { $0 }
      guard let next = ([arrival].compactMap { $0 } + timers).min(), next <= limit else { break }
      now = max(now, next)
      if let index = underWay.indices.filter({ underWay[$0].at <= now }).min(by: {
        (underWay[$0].at, underWay[$0].order) < (underWay[$1].at, underWay[$1].order)
      }) {
        let arrived = underWay.remove(at: index)
        let ownerRuns = arrived.to == .server || clientRuns
        input(arrived.to) { machine, now in
          machine.receive(arrived.segment, at: now, ownerRuns: ownerRuns)
        }
      } else {
        for side in [Side.client, .server] {
          input(side) { machine, now in machine.elapse(at: now) }
        }
      }
    }
    now = max(now, limit)
  }
}

/// A text as a message.
struct Text: Payload {
  let text: String
  let byteCount: Int

  init(_ text: String, bytes: Int = 100) {
    self.text = text
    byteCount = bytes
  }

  func digest(into hash: inout StableHash) { hash.mix(text) }
  var summary: String { text }
}
