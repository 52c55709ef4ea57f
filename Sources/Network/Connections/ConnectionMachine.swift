internal import RehearsalCollections
import Simulator

/// One side of a connection as a pure value: TCP with TLS 1.3 over it, as far as an app can tell.
///
/// Inputs change the state; afterwards the owner asks ``nextAction(at:)`` until there is none. Times are nanoseconds of
/// any clock that does not run backwards.
struct ConnectionMachine {
  /// The role of a side.
  enum Role: Sendable {
    /// It opens the connection and keeps it alive.
    case client
    /// It accepts the connection and gives it up when it hears nothing.
    case server
  }

  /// An action that the owner must perform.
  enum Action {
    /// Send this to the other side.
    case transmit(Segment)
    /// Tell the app that its messages pass now.
    case opened
    /// Give the app a message: an item, not a payload, since code that handles a payload of any type is slow.
    case received(StreamItem)
    /// Tell the app that the connection is over; nothing is told after it.
    case closed(ConnectionEnd)
    /// Everything before a message that is lost has arrived: break the connection now.
    case reachedLoss(ConnectionBreak)
    /// Forget the connection.
    case finished
  }

  /// The times of the configuration in nanoseconds: reading a `Duration` takes a division of 128 bits.
  struct Limits {
    let connect: Int64
    let keepAlive: Int64
    let user: Int64
    let silence: Int64
    let connectEndsTLS: Bool

    /// Longer than any run, and still addable to an instant.
    static let unlimited: Int64 = 1 << 61
    /// The time that a client waits after its end for what it sent before to be acknowledged; ours.
    static let linger: Int64 = 30_000_000_000
    /// The time for which a server's kernel goes on sending what a closed connection still holds: eight time-outs that
    /// double from 200 ms on (Linux, `tcp_orphan_retries` and `tcp_retransmits_timed_out`).
    static let orphanLinger: Int64 = 102_200_000_000

    init(_ configuration: ConnectionConfiguration) {
      connect = configuration.connectTimeout.nanoseconds
      keepAlive = configuration.keepAliveInterval.nanoseconds
      user = configuration.userTimeout?.nanoseconds ?? Self.unlimited
      silence = configuration.silenceLimit.nanoseconds
      connectEndsTLS = configuration.timesOutWithinTLS
    }
  }

  let role: Role
  let identifier: ConnectionIdentifier
  let limits: Limits
  /// Whether TLS secures the connection.
  let isSecured: Bool
  let stack: HostStack
  /// The protocols that this side speaks within TLS.
  let protocols: [ApplicationProtocol]
  /// That which the handshake has chosen.
  var applicationProtocol: ApplicationProtocol?

  /// The state of the side in the connection's life.
  var state = State.opening(Opening())
  var sender: TransportSender
  var incoming = ReceiveStream()
  /// The acknowledgement that is owed to the other side.
  var policy: AcknowledgementPolicy

  /// The events that the app is to be told, in order.
  var news = Deque<Action>()
  /// A segment without stream data that is to be sent.
  var control: Segment.Kind?

  /// What has to do with an app that reads slowly, on either side.
  var reading = Reading()
  /// The bytes that came while the process was suspended.
  var unreadBytes = 0
  /// The keep-alives that the kernel sent while TLS stalled.
  var keepAliveProbes = 0

  /// Something that arrived twice, for the next acknowledgement to tell (RFC 2883).
  var duplicate: Range<UInt64>?
  /// The SYNs or their answers that were sent so far.
  var synchronizations = 0
  /// The time at which the server's answer to the SYN is sent again.
  var answerAgainAt: Int64 = .max
  /// The time at which anything was last heard from the other side.
  var lastHeard: Int64 = 0
  /// The time at which a byte last came that was new and no keep-alive.
  var lastByteHeard: Int64 = 0
  /// The time stamp to send back: that of the oldest segment that the next acknowledgement is news of (RFC 7323, 4.3).
  var echo: Int64?
  /// The offset that the last sent segment acknowledged: all before it had arrived.
  var lastAcknowledged: UInt64 = 0
  /// Whether the owner was told that everything before a message that is lost has arrived.
  var lossWasReached = false

  init(
    _ role: Role, _ identifier: ConnectionIdentifier, mtu: Int,
    configuration: ConnectionConfiguration
  ) {
    self.role = role
    self.identifier = identifier
    limits = Limits(configuration)
    isSecured = configuration.isSecured
    protocols = configuration.applicationProtocols
    stack = (configuration.system ?? (role == .client ? .darwin : .linux)).stack
    // The MTU less the headers, as it was when the connection was made. A smaller MTU later on is not discovered, as on
    // a path that swallows the ICMP messages about it.
    sender = TransportSender(
      stack, segmentBytes: max(mtu - Segment.headerBytes, 1), yields: configuration.yields)
    policy = AcknowledgementPolicy(stack)
  }

  /// Client: begins to open the connection.
  mutating func open(at now: Int64, lookupDelay: Int64) {
    guard role == .client, case .opening(let opening) = state, case .idle = opening.step else {
      preconditionFailure("open() on a \(role) in state \(state); it opens once, and only a client")
    }
    let openBy = now + limits.connect
    if lookupDelay > 0 {
      step(to: .lookingUp(until: now + lookupDelay, openBy: openBy))
    } else {
      synchronize(at: now, openBy: openBy)
    }
  }

  mutating func synchronize(at now: Int64, openBy: Int64) {
    let resendAt = stack.expiry(synchronizationTimeout, from: now)
    synchronizations += 1
    step(to: .synchronizing(resendAt: resendAt, openBy: openBy))
    control = .synchronize
  }

  /// The time after which the next SYN or its answer is sent again. The first ones come evenly on the side that
  /// connects (`tcp_syn_linear_timeouts` of Linux 6.5, `tcp_syn_backoff` of xnu).
  var synchronizationTimeout: Int64 {
    let even = role == .client ? stack.evenSynchronizations : 1
    let doublings = min(max(synchronizations + 1 - even, 0), 16)
    return min(stack.initialTimeout << Int64(doublings), stack.maximumTimeout)
  }

  /// Puts an item on the stream.
  mutating func put(_ item: StreamItem, _ fate: MessageFate = .delivered, at now: Int64) {
    sender.append(item, bytes: item.byteCount(isSecured: isSecured), fate, at: now)
  }

  /// Takes the next step of the opening, with the messages that wait for its end.
  mutating func step(to step: Opening.Step) {
    guard case .opening(var opening) = state else {
      preconditionFailure("a \(role) in state \(state) took the step \(step) of the opening")
    }
    opening.step = step
    state = .opening(opening)
  }

  /// Takes a message of the app; false where the connection is over and the message goes nowhere.
  ///
  /// - Parameter fate: The decision of a rule on the message; see ``Action/reachedLoss(_:)``.
  mutating func send(
    _ payload: any Payload, _ fate: MessageFate = .delivered, at now: Int64
  ) -> Bool {
    switch state {
    case .established:
      put(.message(payload), fate, at: now)
      return true
    case .opening(var opening):
      // The state lets go of the messages first, so that none of them is copied.
      state = .opening(Opening(step: opening.step))
      opening.messages.append((payload, fate))
      state = .opening(opening)
      return true
    case .closing, .closed:
      return false
    }
  }

  /// The app is done: what it sent before still arrives, nothing that comes in is delivered any more.
  mutating func close(at now: Int64) {
    switch state {
    case .established:
      // What arrived and was not told yet is not wanted any more.
      news.removeAll()
      reading.held = []
      news.append(.closed(.closedHere))
      beginClosing(at: now, peerHasEnded: false)
    case .opening:
      abort()
    case .closing, .closed:
      break
    }
  }

  mutating func beginClosing(at now: Int64, peerHasEnded: Bool) {
    let linger = role == .server ? Limits.orphanLinger : Limits.linger
    state = .closing(
      Closing(endBy: now + min(limits.user, linger), peerHasEnded: peerHasEnded))
    put(.end, at: now)
  }

  /// Server: closes a connection that was silent for too long, or did not come to be open in time. Its kernel goes on
  /// sending what it holds, the end last, so that a client that is reached again learns of it.
  mutating func giveUp(because reason: ConnectionEnd, at now: Int64) {
    switch state {
    case .opening where answerAgainAt != .max:
      // The client was never heard: there is nobody to tell.
      end(reason)
    case .opening:
      beginClosing(at: now, peerHasEnded: false)
    case .established:
      releaseHeld()
      news.append(.closed(reason))
      beginClosing(at: now, peerHasEnded: false)
    case .closing, .closed:
      break
    }
  }

  /// The app is gone: nothing more is sent but a reset.
  mutating func abort(because reason: ConnectionEnd = .closedHere) {
    switch state {
    case .opening(let opening):
      end(reason)
      if opening.isKnownToPeer { control = .reset }
    case .established:
      news.removeAll()
      reading.held = []
      end(reason)
      control = .reset
    case .closing:
      end(.closedHere)
      control = .reset
    case .closed:
      break
    }
  }

  /// The network ended the connection on this side without a word to the other.
  mutating func networkClosed(_ reason: ConnectionEnd) {
    if !isClosed { end(reason) }
  }

  /// The connection is over for this side.
  mutating func end(_ reason: ConnectionEnd, wasFoundHalfOpen: Bool = false) {
    switch state {
    case .opening:
      // A server's app does not learn of a connection before it is open.
      if role == .client { news.append(.closed(reason)) }
    case .established:
      releaseHeld()
      news.append(.closed(reason))
    case .closing:
      releaseHeld()
    case .closed:
      preconditionFailure("a \(role) in state \(state) ended once more: \(reason)")
    }
    state = .closed(Closed(wasFoundHalfOpen: wasFoundHalfOpen))
    control = nil
    sender.removeAll()
    policy.clear()
  }

  /// The app's messages that the other side has not acknowledged, for a failure's story.
  var story: [String] {
    guard case .opening(let opening) = state else { return sender.stream.story }
    return sender.stream.story
      + opening.messages.map { "\($0.payload.summary), waiting for the connection to open" }
  }
}
