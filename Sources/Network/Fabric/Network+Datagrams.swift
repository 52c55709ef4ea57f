internal import Harness
public import Simulator

extension Network {
  /// Takes a datagram from an endpoint and puts it on its way, if there is one.
  func transmit(_ cargo: Cargo, over route: Route) {
    if route.isVoid { return }
    recordSending(of: cargo, over: route)
    launch(cargo, over: route, ruleDelay: nil)
  }

  /// Loses a connection's datagram on which a rule has decided.
  func drop(_ segment: Segment, over route: Route) {
    if route.isVoid { return }
    let cargo = Cargo(segment)
    recordSending(of: cargo, over: route)
    recordLoss(of: cargo, over: route, .fault("a packet rule"))
  }

  private func launch(_ cargo: Cargo, over route: Route, ruleDelay: Int64?) {
    let now = world.now.nanoseconds
    let bytes = cargo.byteCount
    guard 0...DirectionProfile.mostBytes ~= bytes else { return refuse(bytes, of: cargo.payload) }
    let launch = fabric.withValue(parts: parts(of: route)) {
      $0.launch(
        cargo, bytes: bytes, over: route, at: now, ruleDelay: ruleDelay, choices: world.choices)
    }
    if case .undecided = launch { return decide(on: cargo, over: route) }
    if world.journal.isRecording { film(launch, cargo, over: route, isSecond: false) }
    follow(launch, cargo, over: route)
  }

  private func parts(of route: Route) -> [UInt32] {
    fabric.withValue(parts: []) { $0.parts(of: route) }
  }

  /// Asks the rules about a datagram. About those of a connection they were asked when it took the message.
  private func decide(on cargo: Cargo, over route: Route) {
    if let segment = cargo.segment, sieveLoses(segment, from: route.source.host) {
      return recordLoss(of: cargo, over: route, .fault("a loss of single segments"))
    }
    let verdict: PacketVerdict =
      cargo.segment != nil
      ? .pass
      : verdict(
        on: cargo.payload, inReplyTo: nil, from: route.source.host, to: route.destination.host,
        over: nil)
    switch verdict {
    case .pass: launch(cargo, over: route, ruleDelay: 0)
    case .delay(let time): launch(cargo, over: route, ruleDelay: time.nanoseconds)
    case .drop, .breakConnection: recordLoss(of: cargo, over: route, .fault("a packet rule"))
    }
  }

  /// Ends the run for a payload whose size cannot be; it goes nowhere.
  func refuse(_ bytes: Int, of payload: any Payload) {
    world.misuse(
      Misuse(
        "a payload's byteCount", given: "\(bytes) for \(payload.summary)",
        takes: "a number from 0 to \(DirectionProfile.mostBytes)"), at: nil)
  }

  @inline(__always)
  private func follow(_ launch: Fabric.Launch, _ cargo: Cargo, over route: Route) {
    switch launch {
    case .flies(let leg):
      schedule(leg, over: route, background: cargo.isBackground)
    case .fliesTwice(let first, let second):
      schedule(first, over: route, background: cargo.isBackground)
      schedule(second, over: route, background: cargo.isBackground)
    case .lost(let reason):
      recordLoss(of: cargo, over: route, reason)
    case .undecided:
      preconditionFailure("rules were asked before the datagram set out")
    }
  }

  private func schedule(_ leg: Fabric.Leg, over route: Route, background: Bool) {
    let instant = Instant(nanoseconds: leg.time)
    let flight = leg.flight
    world.explain(wait(for: leg, over: route))
    if leg.endsAtCore {
      lane.post(at: instant, background: background) { flight.route.network.advance(flight) }
    } else {
      route.destination.lane.postToSystem(at: instant, background: background) {
        flight.route.network.land(flight)
      }
    }
  }

  /// A datagram has passed its sender's uplink and comes to its receiver's downlink.
  private func advance(_ flight: Flight) {
    let now = world.now.nanoseconds
    let launch = fabric.withValue(parts: parts(of: flight.route)) {
      $0.advance(flight, at: now, choices: world.choices)
    }
    if world.journal.isRecording {
      film(launch, flight.cargo, over: flight.route, isSecond: true)
    }
    follow(launch, flight.cargo, over: flight.route)
  }

  /// A datagram is at its destination's door; the destination's lane is running.
  private func land(_ flight: Flight) {
    switch fabric.withValue(parts: parts(of: flight.route), { $0.land(flight) }) {
    case .arrived:
      receive(flight)
    case .lost(let reason):
      recordLoss(of: flight.cargo, over: flight.route, reason)
    case .held:
      break
    }
  }

  private func receive(_ flight: Flight) {
    let route = flight.route
    guard let receiver = route.destination.current.receiver else {
      recordLoss(of: flight.cargo, over: route, .noReceiver)
      refuse(flight)
      return
    }
    // The content was hashed once, when it was sent.
    world.journal.record(
      .message, about: route.subject, flight.cargo.bits ^ 1,
      "arrived \(flight.cargo.payload.summary)")
    world.recorder?.ended(flight.cargo.bits, on: route.subject, .arrived)
    receiver(Datagram(flight: flight))
  }

  /// Puts released datagrams before their destination's door again.
  func schedule(released: [(flight: Flight, time: Int64)]) {
    for (flight, time) in released {
      let leg = Fabric.Leg(flight: flight, time: time, endsAtCore: false)
      schedule(leg, over: flight.route, background: flight.cargo.isBackground)
    }
  }

  private func recordSending(of cargo: Cargo, over route: Route) {
    world.journal.record(
      .message, about: route.subject, cargo.bits, "sent \(cargo.payload.summary)")
    guard let recorder = world.recorder else { return }
    recorder.sent(cargo.bits, on: route.subject)
    recorder.tell(cargo.payload.detail)
    guard let segment = cargo.segment else { return }
    recorder.add(
      segment.recorded, from: route.source.host.name, to: route.destination.host.name)
  }

  private func recordLoss(of cargo: Cargo, over route: Route, _ reason: DropReason) {
    world.journal.record(DatagramLoss(cargo: cargo, reason: reason), about: route.subject)
    world.recorder?.ended(cargo.bits, on: route.subject, .lost)
    // Asked for only where faults from the seed have to come to rest.
    if case .noCoverage = reason, let segment = cargo.segment, world.nemesis != nil {
      noteLossInGap(of: segment)
    }
  }
}

/// A datagram does not arrive.
private struct DatagramLoss: JournalEvent {
  let cargo: Cargo
  let reason: DropReason

  var kind: Journal.Kind { .message }

  func digest(into hash: inout StableHash) {
    hash.mix(cargo.bits ^ 2)
    reason.digest(into: &hash)
  }

  var shape: UInt64? { 1 }

  var text: String { "\(reason): \(cargo.payload.summary)" }
}

/// The content of a datagram or of a connection's message.
///
/// The network never looks inside; it needs the size, the content's share of a run's digest, and a line for stories.
public protocol Payload: Sendable, Digestible {
  /// The size in bytes as it would be on the wire, headers below it not counted.
  var byteCount: Int { get }

  /// One short line for a person, such as `put /chats/1/messages`.
  var summary: String { get }

  /// The values that it carries, such as `/chats/1/title = "Hike"`, for a report; empty where the summary says all.
  var detail: String { get }

  /// True for traffic that comes round for ever, such as a keep-alive: a world with nothing else to do counts as quiet.
  var isBackground: Bool { get }

  /// Whether it answers a request of the other side, or begins to.
  var isAnswer: Bool { get }
}

extension Payload {
  public var isBackground: Bool { false }

  public var isAnswer: Bool { false }

  public var detail: String { "" }

  /// The payload as one of a type; nil where it is another's. Quicker than a cast, for what is asked of every message.
  package func exactly<Message: Payload>(_ type: Message.Type) -> Message? {
    Simulator.exactly(self, as: type)
  }
}
