import Network
public import Simulator

/// The push service on the network: a thin shell around `PushService` with a connection for each phone.
///
/// A message that was sent and not confirmed when its connection ends waits for the phone again.
public actor PushHost: LaneActor {
  public nonisolated let lane: Lane
  private let timing: BackendTiming
  private let meter: WorldBound<Meter>
  private let subject: JournalSource
  private var service = PushService()
  private var links: [PushToken: Link] = [:]
  private var lastConnection = 0
  private var draws: UInt64 = 0

  /// The present connection of a token, and the messages sent over it.
  private struct Link {
    /// Nil while the phone has no connection.
    var connection: (number: Int, Connection)?
    /// Messages that were sent over it and are not confirmed.
    var unconfirmed: [PushID: AcceptedPush] = [:]
    /// Counts deliveries, to key their latencies.
    var deliveryCount: UInt64 = 0
  }

  /// The state of one connection, touched on the lane only.
  private struct Caller {
    var number = 0
    /// The token of its phone, behind former ones that reach it still.
    var tokens: [PushToken] = []
  }

  private static let random = ChoiceStream("push.random")
  private static let latency = ChoiceStream("push.latency")
  private static let duplicate = ChoiceStream("push.duplicate")
  private static let duplicateDelay = ChoiceStream("push.duplicate-delay")

  init(
    lane: Lane, on host: NetworkHost, of network: Network, timing: BackendTiming,
    meter: WorldBound<Meter>
  ) throws(NetworkError) {
    self.lane = lane
    self.timing = timing
    self.meter = meter
    subject = JournalSource(lane.name)
    try network.listen(
      on: host, service: PushChannel.name, lane: lane, configuration: PushChannel.configuration
    ) { [weak self] connection in
      let caller = WorldBound(Caller(), in: connection.lane.world)
      return { [weak self] event in
        self?.assumeIsolated { $0.handle(event, of: connection, caller) }
      }
    }
  }

  /// Takes a message for a phone; what becomes of it stands in the journal.
  ///
  /// - Parameter program: The name of the program that sends it, for the meter.
  public func send(_ message: PushMessage, to token: PushToken, as program: String = "scenario") {
    send(message, to: token, as: program) { _ in }
  }

  /// Sends a message and tells whether it was accepted.
  ///
  /// - Parameter answered: Called at once with the reason of a refusal; with nil where the message was accepted.
  package func send(
    _ message: PushMessage, to token: PushToken, as program: String = "scenario",
    _ answered: (PushError?) -> Void
  ) {
    let actions = service.send(
      message, to: token, nowMilliseconds: milliseconds, random: draw(for: token))
    if case .accepted? = actions.first {
      meter.withValue {
        $0.add(to: .pushes, for: MeterCaller(program: program))
        $0.add(message.payloadByteCount, to: .pushBytes, for: MeterCaller(program: program))
      }
    }
    execute(actions)
    if case .refused(_, let error)? = actions.first { answered(error) } else { answered(nil) }
  }

  /// Sends messages, one after the other.
  ///
  /// - Returns: For each the reason why it was refused; nil where it was accepted.
  func send(
    _ messages: ArraySlice<(message: PushMessage, token: PushToken)>, as program: String
  ) -> [PushError?] {
    messages.map { message, token in
      var refusal: PushError?
      send(message, to: token, as: program) { refusal = $0 }
      return refusal
    }
  }

  /// Messages that wait for a phone.
  public func storedCount(for token: PushToken) -> Int { service.storedCount(for: token) }

  private var milliseconds: Int64 { TrueTime.milliseconds(at: lane.world.now) }

  private func draw(for token: PushToken) -> UInt64 {
    draws += 1
    return lane.world.choices.draw(
      Self.random, entity: StableHash.of(token.text), ordinal: draws)
  }

  // MARK: - What connections bring

  private func handle(
    _ event: ConnectionEvent, of connection: Connection, _ caller: WorldBound<Caller>
  ) {
    switch event {
    case .opened:
      lastConnection += 1
      caller.withValue { $0.number = lastConnection }
    case .received(let payload):
      guard let message = payload as? PushClientMessage else { return connection.close() }
      receive(message, over: connection, caller)
    case .closed:
      let (number, tokens) = caller.withValue { ($0.number, $0.tokens) }
      for token in tokens { closed(number, of: token) }
    }
  }

  private func receive(
    _ message: PushClientMessage, over connection: Connection, _ caller: WorldBound<Caller>
  ) {
    switch message {
    case .register(let transport):
      let token = newToken(for: connection.remote, by: transport)
      bind(token, to: connection, caller)
      connection.send(PushServerMessage.registered(token))
    case .resume(let token):
      guard service.isRegistered(token, nowMilliseconds: milliseconds) else {
        connection.send(PushServerMessage.unknown(token))
        return
      }
      bind(token, to: connection, caller)
    case .unregister(let token):
      links[token] = nil
      note(token, "unregistered")
      execute(service.unregister(token))
    case .retire(let token, let former):
      note(token, "is its phone's no more")
      execute(service.retire(token, as: former, nowMilliseconds: milliseconds))
    case .dozing(let isDozing):
      for token in caller.withValue({ $0.tokens }) {
        execute(service.setDozing(isDozing, token, nowMilliseconds: milliseconds))
      }
    case .received(let id):
      for token in caller.withValue({ $0.tokens }) { links[token]?.unconfirmed[id] = nil }
    }
  }

  private func newToken(
    for phone: NetworkHost, by transport: PushTransport
  ) -> PushToken {
    draws += 1
    let random = lane.world.choices.draw(
      Self.random, entity: phone.subject.identifier, ordinal: draws)
    let token = service.register(random: random, transport: transport)
    note(token, "given to \(phone.name)")
    return token
  }

  /// Lets a connection stand for a token; one that did so before has gone without a word.
  private func bind(_ token: PushToken, to connection: Connection, _ caller: WorldBound<Caller>) {
    let number = caller.withValue { caller in
      if !caller.tokens.contains(token) { caller.tokens.append(token) }
      return caller.number
    }
    var link = links[token] ?? Link()
    let unconfirmed = link.unconfirmed
    let former = link.connection
    link.connection = (number, connection)
    link.unconfirmed = [:]
    links[token] = link
    if let former, former.number != number { former.1.abort() }
    execute(service.setReachable(true, token, nowMilliseconds: milliseconds))
    giveBack(unconfirmed, to: token)
  }

  private func closed(_ number: Int, of token: PushToken) {
    guard let link = links[token], link.connection?.number == number else { return }
    links[token]?.connection = nil
    links[token]?.unconfirmed = [:]
    execute(service.setReachable(false, token, nowMilliseconds: milliseconds))
    giveBack(link.unconfirmed, to: token)
  }

  private func giveBack(_ pushes: [PushID: AcceptedPush], to token: PushToken) {
    for push in pushes.values.sorted(by: { $0.id < $1.id }) { giveBack(push, to: token) }
  }

  private func giveBack(_ push: AcceptedPush, to token: PushToken) {
    execute(
      service.giveBack(push, to: token, nowMilliseconds: milliseconds, random: draw(for: token)))
  }

  // MARK: - What the service wants done

  private func execute(_ actions: [PushAction]) {
    for action in actions {
      switch action {
      case .accepted(let id, let token): note(token, "push #\(id.number) accepted")
      case .refused(let token, let error): note(token, "push refused: \(error)")
      case .deliver(let token, let push): plan(push, to: token)
      case .tellDeletedMessages(let token, let count):
        links[token]?.connection?.1.send(PushServerMessage.deletedMessages(count: count))
      case .dropped(let token, let push, let loss):
        note(token, "push #\(push.id.number) dropped: \(loss.rawValue)")
      case .wake(let token, let time):
        schedule(after: .milliseconds(time - milliseconds)) { host in
          host.execute(host.service.wake(token, nowMilliseconds: host.milliseconds))
        }
      }
    }
  }

  /// Sends a message after a time of its own, so that messages overtake each other.
  private func plan(_ push: AcceptedPush, to token: PushToken) {
    let ordinal = links[token]?.deliveryCount ?? 0
    links[token]?.deliveryCount = ordinal + 1
    let latency = lane.world.choices.duration(
      within: timing.pushLatency, Self.latency, entity: StableHash.of(token.text),
      ordinal: ordinal)
    lane.world.explain(Wait(.processing, at: "push", "push #\(push.id.number)"))
    schedule(after: latency) { $0.deliver(push, to: token) }
    let choices = lane.world.choices
    let entity = StableHash.of(token.text)
    let isDoubled = choices.happens(
      timing.pushDuplicateProbability, Self.duplicate, entity: entity, ordinal: ordinal)
    guard isDoubled else { return }
    let later = choices.duration(
      within: timing.duplicateDelay, Self.duplicateDelay, entity: entity, ordinal: ordinal)
    schedule(after: latency + later) { $0.sendAgain(push, to: token) }
  }

  /// Sends the second copy of a message, where the device still has a connection.
  private func sendAgain(_ push: AcceptedPush, to token: PushToken) {
    links[token]?.connection?.1.send(PushServerMessage.message(push.id, push.message))
  }

  private func deliver(_ push: AcceptedPush, to token: PushToken) {
    guard let connection = links[token]?.connection?.1 else {
      giveBack(push, to: token)
      return
    }
    links[token]?.unconfirmed[push.id] = push
    connection.send(PushServerMessage.message(push.id, push.message))
  }

  private func note(_ token: PushToken, _ text: String) {
    lane.world.journal.record(JournalNote(.backend, "\(token): \(text)"), about: subject)
  }
}
