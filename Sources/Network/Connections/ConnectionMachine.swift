internal import RehearsalCollections
import Simulator

/// One side of a connection as a pure value: TCP with TLS 1.3 over it, as far as an app can tell.
///
/// Inputs change the state; afterwards the owner asks ``nextAction(at:)`` until there is none. Times are nanoseconds of
/// any clock that does not run backwards.
struct ConnectionMachine {
  /// Which side it is.
  enum Role: Sendable {
    /// It opens the connection and keeps it alive.
    case client
    /// It accepts the connection and gives it up when it hears nothing.
    case server
  }

  /// Where the side is in the connection's life.
  enum State: Equatable {
    /// Client: nothing was asked for yet. Server: no SYN came yet.
    case idle
    /// Client: the server's name is being looked up, until this time.
    case lookingUp(until: Int64)
    /// Client: SYN was sent, no answer yet.
    case synchronizing
    /// The stream works; TLS is not done. Client: waits for the server's hello. Server: waits for the client's finished.
    case securing
    /// The app's messages pass both ways.
    case established
    /// The app was told that it is over; what was sent before still arrives, then the end of the stream.
    case closing
    /// Over. Nothing is sent any more, and what arrives is ignored.
    case closed
  }

  /// What the owner has to do.
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
    let delayedAcknowledgement: Int64

    init(_ configuration: ConnectionConfiguration) {
      connect = configuration.connectTimeout.nanoseconds
      keepAlive = configuration.keepAliveInterval.nanoseconds
      user = configuration.userTimeout.nanoseconds
      silence = configuration.silenceLimit.nanoseconds
      delayedAcknowledgement = configuration.delayedAcknowledgement.nanoseconds
    }
  }

  let role: Role
  let identifier: ConnectionIdentifier
  let limits: Limits
  /// The largest piece: the MTU less the headers, as it was when the connection was made. A smaller MTU later on is not
  /// discovered, as on a path that swallows the ICMP messages about it.
  let segmentBytes: Int

  var state = State.idle
  var outgoing = SendStream()
  var incoming = ReceiveStream()
  var retransmission: RetransmissionTimer
  var window = CongestionWindow()

  /// Messages of the app that wait for the connection to open.
  var early: [(payload: any Payload, fate: MessageFate)] = []
  /// What the app is to be told, in order.
  var news = Deque<Action>()
  /// A segment without stream data that is to be sent.
  var control: Segment.Kind?

  /// When the connection must be open.
  var openBy: Int64 = .max
  /// When to send again what was not acknowledged.
  var retransmitAt: Int64?
  /// When something was last acknowledged, or first sent after all had been.
  var lastProgress: Int64 = 0
  /// When anything was last heard from the other side.
  var lastHeard: Int64 = 0
  /// The time stamp to send back: that of the oldest segment that the next acknowledgement is news of (RFC 7323, 4.3).
  var echo: Int64?
  /// What the last segment that was sent acknowledged.
  var lastAcknowledged: UInt64 = 0

  /// How many pieces arrived that no segment has acknowledged yet.
  var owedAcknowledgements = 0
  /// An acknowledgement must not wait for data to ride on.
  var mustAcknowledge = false
  /// When an acknowledgement has waited long enough.
  var acknowledgeAt: Int64?
  /// What is to be acknowledged is more than keep-alives.
  var owesForeground = false

  var wasOpened = false
  var wasTold = false
  var peerEnded = false
  var lossWasReached = false
  /// Whether nothing but a keep-alive went unanswered when the connection was given up.
  var wasFoundHalfOpen = false
  var wasFinished = false

  init(
    _ role: Role, _ identifier: ConnectionIdentifier, mtu: Int,
    configuration: ConnectionConfiguration
  ) {
    self.role = role
    self.identifier = identifier
    limits = Limits(configuration)
    segmentBytes = max(mtu - Segment.headerBytes, 1)
    retransmission = RetransmissionTimer(configuration)
  }

  /// Client: begins to open the connection.
  mutating func open(at now: Int64, lookupDelay: Int64) {
    guard role == .client, state == .idle else {
      preconditionFailure("open() on a \(role) in state \(state); it opens once, and only a client")
    }
    openBy = now + limits.connect
    if lookupDelay > 0 {
      state = .lookingUp(until: now + lookupDelay)
    } else {
      synchronize(at: now)
    }
  }

  mutating func synchronize(at now: Int64) {
    state = .synchronizing
    control = .synchronize
    retransmitAt = now + retransmission.timeout
  }

  /// True where messages of the app go nowhere.
  var isOver: Bool { state == .closing || state == .closed }

  /// Takes a message of the app; false where the connection is over and the message goes nowhere.
  ///
  /// - Parameter fate: What a rule has decided on the message; see ``Action/reachedLoss(_:)``.
  mutating func send(_ payload: any Payload, _ fate: MessageFate = .delivered) -> Bool {
    switch state {
    case .idle, .lookingUp, .synchronizing, .securing:
      early.append((payload, fate))
      return true
    case .established:
      outgoing.append(.message(payload), fate)
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
      tell(.closed(.closedHere))
      beginClosing(at: now)
    case .idle, .lookingUp, .synchronizing, .securing:
      abort()
    case .closing, .closed:
      break
    }
  }

  mutating func beginClosing(at now: Int64) {
    state = .closing
    openBy = now + limits.user
    outgoing.append(.end)
  }

  /// The app is gone: nothing more is sent but a reset.
  mutating func abort() {
    if !wasTold { news.removeAll() }
    switch state {
    case .idle, .lookingUp:
      end(.closedHere)
    case .synchronizing, .securing, .established, .closing:
      end(.closedHere)
      control = .reset
    case .closed:
      break
    }
  }

  /// The network ended the connection on this side without a word to the other.
  mutating func networkClosed(_ reason: ConnectionEnd) {
    if state != .closed { end(reason) }
  }

  /// The connection is over for this side.
  mutating func end(_ reason: ConnectionEnd) {
    tell(.closed(reason))
    state = .closed
    control = nil
    outgoing.removeAll()
    early = []
    retransmitAt = nil
    acknowledgeAt = nil
    mustAcknowledge = false
  }

  mutating func tell(_ action: Action) {
    if case .closed = action {
      guard !wasTold else { return }
      wasTold = true
      // A server's app does not learn of a connection before it is open.
      guard role == .client || wasOpened else { return }
    }
    news.append(action)
  }

  /// What the app sent and the other side has not acknowledged, for a failure's story.
  var story: [String] {
    outgoing.story + early.map { "\($0.payload.summary), waiting for the connection to open" }
  }
}
