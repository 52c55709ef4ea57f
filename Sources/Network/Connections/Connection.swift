internal import RehearsalCollections
public import Simulator

/// An event of a connection, told to its owner on the owner's lane.
public enum ConnectionEvent: Sendable {
  /// Messages pass both ways from now on.
  case opened
  /// A message of the other side: complete, in order and once.
  case received(any Payload)
  /// The connection is over; no event follows.
  case closed(ConnectionEnd)
}

/// One side of a connection: ordered, reliable messages in both directions while it lives.
///
/// It may be called at once from any lane of its world. Events come as steps of the owner's lane, never from within a
/// call of the owner. A thin shell: what it does is decided by `ConnectionMachine`.
public final class Connection: Sendable {
  /// Called on the owner's lane for each event.
  public typealias Handler = @Sendable (ConnectionEvent) -> Void

  /// The number that both sides share.
  public let identifier: ConnectionIdentifier
  /// The host of this side.
  public let local: NetworkHost
  /// The host of the other side.
  public let remote: NetworkHost
  /// The lane on which events are handled.
  public let lane: Lane

  let network: Network
  /// The place of this side in its network's registry.
  let number: UInt64
  let core: WorldBound<Core>

  /// The owner's event handler. It is in a structure because a closure that is handed through a generic box by itself
  /// is wrapped anew each time.
  struct EventHandler: Sendable {
    let call: Handler
  }

  /// A message that a rule delays, or that waits behind one.
  struct HeldMessage {
    let payload: any Payload
    let fate: MessageFate
    /// Nanoseconds since the world began; never earlier than that of the message before it.
    let dueAt: Int64
  }

  /// Somebody who waits until fewer bytes than a limit are under way.
  struct RoomWaiter: Sendable {
    let limit: Int
    let call: @Sendable () -> Void
  }

  /// The mutable state of a side.
  struct Core {
    var machine: ConnectionMachine
    var handler: EventHandler?
    var endpoint: Endpoint?
    /// Called when the side is over.
    var finished: (@Sendable () -> Void)?
    /// The way to the other side; a client learns it with the answer to its SYN.
    var route: Route?
    /// Messages that a rule delays, with all that were sent after them.
    var held = Deque<HeldMessage>()
    /// The owner has closed the connection, and messages that a rule delays are still to be sent.
    var closesAfterDelay = false
    /// Nothing passes any more, and nobody was told.
    var isSevered = false
    /// The time at which a segment last fell into a gap of coverage; kept only where faults from the seed have to come to rest.
    var lastLossInGap: Int64?
    var isDraining = false
    /// The messages that have come for a process that stands still, and that it has not read.
    var unreadCount = 0
    /// Those who wait until less is under way.
    var roomWaiters: [RoomWaiter] = []
    var timer = WorldTimer.none
    var armed: ConnectionMachine.Deadline?
    /// Since when, and from which step on, the machine has waited for its present deadline; kept only while
    /// causes are recorded.
    var waiting: (time: Int64, origin: Wait.Origin)?
    var idleTimer = WorldTimer.none
    var isIdleArmed = false
  }

  init(
    number: UInt64, machine: ConnectionMachine, from local: NetworkHost, to remote: NetworkHost,
    lane: Lane,
    network: Network
  ) {
    self.number = number
    self.identifier = machine.identifier
    self.local = local
    self.remote = remote
    self.lane = lane
    self.network = network
    core = WorldBound(Core(machine: machine), in: network.world)
  }

  /// Sends a message; before the connection is open it waits. On a connection that is over it goes nowhere.
  ///
  /// - Parameter request: The message that this one answers, for rules that look at both; see ``WireMessage/request``.
  public func send(_ payload: any Payload, inReplyTo request: (any Payload)? = nil) {
    let bytes = payload.byteCount
    guard 0...DirectionProfile.mostBytes ~= bytes else { return network.refuse(bytes, of: payload) }
    let verdict = network.isWatched ? verdict(on: payload, inReplyTo: request) : .pass
    switch verdict {
    case .pass: submit(payload, .delivered)
    case .delay(let time): submit(payload, .delivered, after: time.nanoseconds)
    case .drop: submit(payload, .dropped)
    case .breakConnection(let ending): submit(payload, .lost(ending))
    }
  }

  /// Asks the rules about a message; they do not see one that goes nowhere.
  private func verdict(
    on payload: any Payload, inReplyTo request: (any Payload)?
  ) -> PacketVerdict {
    let isOver = core.withValue { $0.machine.isOver || $0.closesAfterDelay }
    if isOver { return .pass }
    return network.verdict(
      on: payload, inReplyTo: request, from: local, to: remote, over: identifier)
  }

  /// Hands a message to the machine, or keeps it back for a time and behind those that are kept back already.
  private func submit(_ payload: any Payload, _ fate: MessageFate, after delay: Int64 = 0) {
    let isHeld = delay > 0 || core.withValue { !$0.held.isEmpty }
    if isHeld { return hold(payload, fate, for: delay) }
    input { core, now in _ = core.machine.send(payload, fate, at: now) }
  }

  private func hold(_ payload: any Payload, _ fate: MessageFate, for delay: Int64) {
    let now = network.world.now.nanoseconds
    let release = core.withValue { core -> Int64? in
      if core.closesAfterDelay { return nil }
      let last = core.held.isEmpty ? now : core.held[core.held.count - 1].dueAt
      let dueAt = max(last, now + delay)
      core.held.append(HeldMessage(payload: payload, fate: fate, dueAt: dueAt))
      return dueAt > last ? dueAt : nil
    }
    // Otherwise it goes with the message before it.
    guard let release else { return }
    network.world.explain(
      Wait(.held, at: "\(local.name)→\(remote.name)", "\(identifier) \(payload.summary)"))
    lane.schedule(at: Instant(nanoseconds: release)) { [self] in releaseDue() }
  }

  /// Sends the messages that have been kept back long enough.
  func releaseDue() {
    let now = network.world.now.nanoseconds
    while let message = core.withValue({ core in
      core.held.first.flatMap { $0.dueAt <= now ? core.held.popFirst() : nil }
    }) {
      input { core, now in
        _ = core.machine.send(message.payload, message.fate, at: now)
      }
    }
    if core.withValue({ $0.closesAfterDelay && $0.held.isEmpty }) { close() }
  }

  /// Closes the connection: what was sent before still arrives. The owner is told at once, or when the messages are
  /// sent that a rule delays.
  public func close() {
    let mustWait = core.withValue { core in
      core.closesAfterDelay = !core.held.isEmpty
      return core.closesAfterDelay
    }
    if mustWait { return }
    input { core, now in core.machine.close(at: now) }
  }

  /// Closes the connection at once with a reset, as a socket whose linger time is zero (socket(7), `SO_LINGER`).
  public func abort() {
    input { core, _ in core.machine.abort() }
  }

  /// True while messages pass in both directions, as far as this side knows.
  public var isOpen: Bool {
    core.withValue { $0.machine.isEstablished }
  }

  /// The protocol that the TLS handshake has chosen (ALPN, RFC 7301); nil before it is over, and where the sides have none in common.
  public var applicationProtocol: ApplicationProtocol? {
    core.withValue { $0.machine.applicationProtocol }
  }

  /// The time at which the other side last acknowledged something new, or since which something waits for its acknowledgement.
  public var lastProgress: Instant {
    Instant(nanoseconds: core.withValue { $0.machine.sender.progressAt })
  }

  /// The time at which a byte of a message last moved: the other side acknowledged it, or it came. Keep-alives are none.
  public var lastMovement: Instant {
    Instant(
      nanoseconds: core.withValue { max($0.machine.sender.movedAt, $0.machine.lastByteHeard) })
  }

  /// The progress of a connection that is not open, such as "in the TLS handshake", for a failure's story.
  var progress: String { core.withValue { $0.machine.state.progress } }

  /// The bytes that this side has sent and the other has not acknowledged, as a socket's send buffer holds them: those that wait for
  /// their turn as well, but not what a rule delays.
  public var bufferedBytes: Int { core.withValue { $0.machine.sender.stream.byteCount } }

  /// Calls `body` once, in a step of the owner's lane, when fewer bytes than `limit` are buffered, or the connection is over.
  public func whenBuffered(below limit: Int, _ body: @escaping @Sendable () -> Void) {
    core.withValue { $0.roomWaiters.append(RoomWaiter(limit: limit, call: body)) }
    tellRoom()
  }

  func tellRoom() {
    let ready = core.withValue { core -> [RoomWaiter] in
      guard !core.roomWaiters.isEmpty else { return [] }
      let bytes = core.machine.isOver ? 0 : core.machine.sender.stream.byteCount
      let ready = core.roomWaiters.filter { bytes < $0.limit }
      core.roomWaiters.removeAll { bytes < $0.limit }
      return ready
    }
    for waiter in ready { lane.post { waiter.call() } }
  }

  /// Lets messages wait in the system, or hands them on again. Of those that wait it takes 128 KiB, and the other side sends no more
  /// then (RFC 9293, 3.8.6). What has waited comes at once when reading goes on.
  ///
  /// By default a side reads at once.
  public func setReads(_ isReading: Bool) {
    input { core, _ in
      if isReading { core.machine.resumeReading() } else { core.machine.pauseReading() }
    }
  }

  /// The messages of this side that the other has not acknowledged, oldest first, for a failure's story.
  public var unacknowledged: [String] {
    core.withValue { $0.machine.story }
  }

  /// The network ends this side without a word to the other.
  func networkClosed(_ reason: ConnectionEnd) {
    input { core, _ in core.machine.networkClosed(reason) }
  }

  /// Lets go of everything at the end of the world.
  func dismantle() {
    let finished = core.withValue { core in
      core.endpoint?.close()
      core.endpoint = nil
      core.handler = nil
      core.route = nil
      defer { core.finished = nil }
      return core.finished
    }
    finished?()
  }

  /// Feeds the machine from a call of anybody; its news are posted, so that they never come from within the call.
  func input(_ body: (inout Core, Int64) -> Void) {
    let now = network.world.now.nanoseconds
    core.withValue { body(&$0, now) }
    drain(isOwnStep: false)
  }

  /// Feeds the machine in a step of the owner's lane, which is there to hear the news.
  func step(_ body: (inout Core, Int64) -> Void) {
    let now = network.world.now.nanoseconds
    core.withValue { body(&$0, now) }
    drain(isOwnStep: true)
  }
}

/// The reason why a connection is over, as the side that is told sees it.
public enum ConnectionEnd: Sendable, Hashable, CustomStringConvertible {
  /// This side closed it.
  case closedHere
  /// The other side closed it, after everything it had sent before.
  case closedByPeer
  /// The other side does not know the connection any more, or something between the two broke it.
  case reset
  /// Nobody listens there, or new connections are refused at present.
  case refused
  /// It could not be opened in time; see ``ConnectionConfiguration/connectTimeout``.
  case connectTimedOut
  /// Sent data stayed unacknowledged for too long, or nothing was heard for too long.
  case timedOut
  /// The network interface of this side is down, or its address changed.
  case interfaceDown
  /// The server's name could not be looked up.
  case nameNotFound
  /// The system took the socket from a suspended process.
  case reclaimed

  public var description: String {
    switch self {
    case .closedHere: "closed by this side"
    case .closedByPeer: "closed by the other side"
    case .reset: "reset"
    case .refused: "refused"
    case .connectTimedOut: "could not be opened in time"
    case .timedOut: "timed out: nothing came back from the other side"
    case .interfaceDown: "network interface down"
    case .nameNotFound: "name not found"
    case .reclaimed: "socket reclaimed by the system"
    }
  }
}
