public import Simulator

/// What happens to a connection, as its owner is told on the owner's lane.
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
/// call of the owner. A thin shell: what it does is decided by ``ConnectionMachine``.
public final class Connection: Sendable {
  /// Called on the owner's lane for each event.
  public typealias Handler = @Sendable (ConnectionEvent) -> Void

  /// The number that both sides share.
  public let identifier: ConnectionIdentifier
  /// The host of this side.
  public let local: Host
  /// The host of the other side.
  public let remote: Host
  /// The lane on which events are handled.
  public let lane: Lane

  let network: Network
  /// The place of this side in its network's registry.
  let number: UInt64
  let core: Confined<Core>

  /// Who handles events; in a structure, because a closure that is handed through a generic box by itself is wrapped
  /// anew each time.
  struct EventHandler: Sendable {
    let call: Handler
  }

  /// What changes in the life of a side.
  struct Core {
    var machine: ConnectionMachine
    var handler: EventHandler?
    var endpoint: Endpoint?
    /// Called when the side is over.
    var finished: (@Sendable () -> Void)?
    /// The way to the other side; a client learns it with the answer to its SYN.
    var route: Route?
    /// Messages that a fault delays, with all that were sent after them.
    var delayed: [any Payload]?
    /// The owner has closed the connection, and messages that a fault delays are still to be sent.
    var closesAfterDelay = false
    /// What a fault does once everything before a lost message has arrived.
    var ending: ConnectionBreak?
    /// Nothing passes any more, and nobody was told.
    var isSevered = false
    var isDraining = false
    var timer = Timer.none
    var armed: ConnectionMachine.Deadline?
    /// Since when, and from which step on, the machine has waited for its present deadline; kept only while
    /// causes are recorded.
    var waiting: (time: Int64, origin: Wait.Origin)?
    var idleTimer = Timer.none
    var isIdleArmed = false
  }

  init(
    number: UInt64, machine: ConnectionMachine, from local: Host, to remote: Host, lane: Lane,
    network: Network
  ) {
    self.number = number
    self.identifier = machine.identifier
    self.local = local
    self.remote = remote
    self.lane = lane
    self.network = network
    core = Confined(Core(machine: machine), in: network.world)
  }

  /// Sends a message; before the connection is open it waits. On a connection that is over it goes nowhere.
  public func send(_ payload: any Payload) {
    let bytes = payload.byteCount
    guard 0...DirectionProfile.mostBytes ~= bytes else { return network.refuse(bytes, of: payload) }
    let isDelayed = core.withValue { core in
      guard core.delayed != nil else { return false }
      core.delayed?.append(payload)
      return true
    }
    if isDelayed { return }
    switch network.spring(forMessage: payload, from: local, to: remote) {
    case .delay(let time): delay(payload, by: .nanoseconds(time))
    case .lose(let ending): submit(payload, losing: ending)
    case .drop, nil: submit(payload, losing: nil)
    }
  }

  private func submit(_ payload: any Payload, losing ending: ConnectionBreak?) {
    input { core, _ in
      let isTaken = core.machine.send(payload, isLost: ending != nil)
      if isTaken, let ending { core.ending = ending }
    }
  }

  /// Keeps a message and all that follow it back.
  private func delay(_ payload: any Payload, by time: Duration) {
    core.withValue { $0.delayed = [payload] }
    network.world.explain(
      Wait(.held, at: "\(local.name)→\(remote.name)", "\(identifier) \(payload.summary)"))
    lane.schedule(after: time) { [self] in
      let messages = core.withValue { core in
        defer { core.delayed = nil }
        return core.delayed ?? []
      }
      for message in messages { send(message) }
      if core.withValue({ $0.closesAfterDelay }) { close() }
    }
  }

  /// Closes the connection: what was sent before still arrives. The owner is told at once, or when the messages are
  /// sent that a fault delays.
  public func close() {
    let mustWait = core.withValue { core in
      core.closesAfterDelay = core.delayed != nil
      return core.closesAfterDelay
    }
    if mustWait { return }
    input { core, now in core.machine.close(at: now) }
  }

  /// Closes the connection at once with a reset, as the operating system does for a process that died.
  public func abort() {
    input { core, _ in core.machine.abort() }
  }

  /// True while messages pass in both directions, as far as this side knows.
  public var isOpen: Bool {
    core.withValue { $0.machine.state == .established }
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
