internal import Backend
public import Harness
internal import RehearsalCollections
internal import Simulator

/// One client's conversation with the database over connections that come and go.
///
/// A pure state machine in the platform's order: after the handshake authentication, of which the app is told without waiting for
/// its answer that there is a connection; once that is answered all listens, then the unanswered writes in their order, then
/// the operations for a disconnection. Source: firebase-ios-sdk, `FPersistentConnection` (`onReady:atTime:sessionID:`,
/// `restoreAuth`, `restoreState`).
struct ClientSession: Sendable {
  /// The state of a session, with the data that only this state has.
  enum State: Sendable {
    /// There is no connection.
    case offline
    /// The connection stands; the server's first message has not come.
    case awaitingHandshake
    /// A token was sent and not answered; further ones may have followed it.
    case authenticating(lastNumber: Int)
    /// Requests may be sent.
    case ready(Requests)
  }

  /// The requests of one connection.
  struct Requests: Sendable {
    fileprivate(set) var lastNumber: Int
    fileprivate(set) var unanswered = AscendingTable<Int, RequestTarget>()
    fileprivate(set) var unansweredListens = 0
  }

  /// The subject of a request, kept until its answer comes.
  enum RequestTarget: Sendable {
    case listen(ServerListen)
    case write(WriteID)
    case transaction(TransactionBatch)
    /// The operation for a disconnection that was sent under this number.
    case onDisconnect(Int)
    /// The read that was sent under this number.
    case read(Int)
    case authentication
    case other
  }

  /// An action that the session asks of its owner, or an answer or news that it passes on.
  enum Action: Sendable {
    /// Send a message on the present connection.
    case send(ClientMessage)
    /// The server's clock is ahead of the local one by so many milliseconds.
    case clockOffset(Int64)
    /// The app may be told that there is a connection.
    case connected
    /// Everything the engine and the app want from the server may be sent now.
    case ready
    case listenAnswered(ServerListen, ResponseStatus)
    case writeAnswered(WriteID, ResponseStatus)
    case transactionAnswered(TransactionBatch, ResponseStatus)
    case onDisconnectAnswered(Int, ResponseStatus)
    case readAnswered(Int, ReadAnswer)
    case overwrite(Path, Node, tag: Int?)
    case merge(Path, [PathChange], tag: Int?)
    case rangeMerge(Path, [RangeMerge], tag: Int?)
    case revoked(QuerySpec, reason: String)
    /// Close the present connection, whose token the server does not take, and open another with a new token.
    case reconnectWithNewToken
  }

  /// The server's answer to a read.
  enum ReadAnswer: Sendable {
    case node(Node)
    case refused(ResponseStatus)
  }

  /// The token of the user to act as; nil for nobody.
  private(set) var token: IDToken?
  private(set) var state = State.offline
  /// Answers to writes and transactions that came while a listen was unanswered.
  private var held: [Action] = []

  /// The state in a word.
  enum Phase: String {
    case offline
    case connecting
    case authenticating
    case ready
  }

  /// The state without its data.
  var phase: Phase {
    switch state {
    case .offline: .offline
    case .awaitingHandshake: .connecting
    case .authenticating: .authenticating
    case .ready: .ready
    }
  }

  /// A session that is not connected.
  ///
  /// - Parameter token: The token of the user to act as; nil acts as nobody.
  init(token: IDToken?) {
    self.token = token
  }

  /// Whether requests may be sent.
  var isReady: Bool { if case .ready = state { true } else { false } }

  /// Whether the server has greeted: what `.info/connected` says.
  var isConnected: Bool {
    switch state {
    case .offline, .awaitingHandshake: false
    case .authenticating, .ready: true
    }
  }

  /// The writes that the server has answered, and of which the app isn't told yet.
  var heldWrites: Set<WriteID> {
    Set(held.compactMap { if case .writeAnswered(let id, _) = $0 { id } else { nil } })
  }

  /// The numbers of the batches that the server has answered, and of which the app isn't told yet.
  var heldBatches: Set<Int> {
    Set(
      held.compactMap {
        if case .transactionAnswered(let batch, _) = $0 { batch.number } else { nil }
      })
  }

  /// Gives away the answers that are held back, which wait for no listen any more.
  mutating func releaseHeld() -> [Action] {
    defer { held = [] }
    return held
  }

  /// The connection stands.
  mutating func opened() { state = .awaitingHandshake }

  /// The connection is gone, and with it all answers that were awaited; those that are held back stay.
  mutating func lost() { state = .offline }

  /// Acts with a token, which may be another user's, or as nobody, on this connection and on those that follow.
  ///
  /// Source: firebase-ios-sdk, `FPersistentConnection` (`refreshAuthToken:`), which tells the server once there is a connection,
  /// and restores nothing.
  mutating func authenticate(by token: IDToken?) -> [Action] {
    self.token = token
    let request = ClientRequest.authenticate(token)
    switch state {
    case .offline, .awaitingHandshake: return []
    case .authenticating(let lastNumber):
      state = .authenticating(lastNumber: lastNumber + 1)
      return [.send(ClientMessage(number: lastNumber + 1, request))]
    case .ready: return self.request(request, about: .authentication)
    }
  }

  /// Sends a request if the session is ready; otherwise it is named again once it is.
  mutating func request(_ request: ClientRequest, about subject: RequestTarget) -> [Action] {
    guard case .ready(var requests) = state else { return [] }
    // The state lets go of the requests first, so that none of them is copied.
    state = .offline
    requests.lastNumber += 1
    requests.unanswered[requests.lastNumber] = subject
    if case .listen = subject { requests.unansweredListens += 1 }
    state = .ready(requests)
    return [.send(ClientMessage(number: requests.lastNumber, request))]
  }

  /// Takes in a message of the server; one that is malformed, or that nobody asked for, is ignored.
  ///
  /// Source: firebase-ios-sdk, `FPersistentConnection` (`onDataPushWithAction:`) and `FConnection`, which log what is malformed
  /// and go on, and drop answers to requests that are not known.
  ///
  /// - Parameter localMilliseconds: The phone's own clock, for the estimate of its offset.
  mutating func received(_ message: ServerMessage, localMilliseconds: Int64) -> [Action] {
    guard message.isWellFormed else { return [] }
    switch message {
    case .handshake(let serverTime, _):
      return greeted(offset: serverTime - localMilliseconds)
    case .response(let number, let status):
      return answered(number, status)
    case .answer(let number, let node):
      return answered(number, .ok, with: node)
    case .overwrite(let path, let node, let tag):
      return [.overwrite(path, node, tag: tag)]
    case .merge(let path, let changes, let tag):
      return [.merge(path, changes, tag: tag)]
    case .rangeMerge(let path, let merges, let tag):
      return [.rangeMerge(path, merges, tag: tag)]
    case .revoked(let query, let reason):
      return [.revoked(query, reason: reason)]
    case .authenticationRevoked:
      // Nothing is sent as somebody whom the server takes for nobody. Source: firebase-ios-sdk, `FPersistentConnection`
      // (`onAuthRevokedWithStatus:andReason:`), which closes the connection and authenticates on the next.
      if case .offline = state { return [] }
      token = nil
      return [.reconnectWithNewToken]
    }
  }

  private mutating func greeted(offset: Int64) -> [Action] {
    guard case .awaitingHandshake = state else { return [] }
    guard let token else {
      state = .ready(Requests(lastNumber: 0))
      return [.clockOffset(offset), .ready, .connected]
    }
    state = .authenticating(lastNumber: 1)
    return [
      .clockOffset(offset), .send(ClientMessage(number: 1, .authenticate(token))), .connected,
    ]
  }

  /// - Parameter node: The data that the answer brings, if it is one to a read.
  private mutating func answered(
    _ number: Int, _ status: ResponseStatus, with node: Node? = nil
  ) -> [Action] {
    switch state {
    case .offline, .awaitingHandshake:
      return []
    case .authenticating(let lastNumber):
      guard (1...lastNumber).contains(number) else { return [] }
      if status != .ok { return refusedToken() }
      guard number == 1 else { return [] }
      state = .ready(Requests(lastNumber: lastNumber))
      return [.ready]
    case .ready(var requests):
      state = .offline
      let subject = requests.unanswered[number].take()
      if case .listen? = subject { requests.unansweredListens -= 1 }
      let isListening = requests.unansweredListens > 0
      state = .ready(requests)
      guard let subject else { return [] }
      return passOn(told(subject, status, node), about: subject, isListening: isListening)
    }
  }

  /// Holds answers to writes back while a listen is unanswered, and lets them go behind the answer of the last such listen.
  ///
  /// Source: firebase-ios-sdk, `FPersistentConnection` (`sendPut:`, `sendListen:`, `ackPuts`). What is held survives the loss of the
  /// connection, and is let go when a listen is answered on a later one.
  private mutating func passOn(
    _ actions: [Action], about subject: RequestTarget, isListening: Bool
  ) -> [Action] {
    switch subject {
    case .write, .transaction:
      guard isListening else { return actions }
      held += actions
      return []
    case .listen:
      if isListening || held.isEmpty { return actions }
      return actions + releaseHeld()
    case .onDisconnect, .read, .authentication, .other: return actions
    }
  }

  /// The server does not take the token.
  ///
  /// Source: firebase-ios-sdk, `FPersistentConnection` (`sendAuthAndRestoreStateAfterComplete:`), which closes the connection, and
  /// forces an exchange of the token before the next.
  private mutating func refusedToken() -> [Action] {
    token = nil
    return [.reconnectWithNewToken]
  }

  private mutating func told(
    _ subject: RequestTarget, _ status: ResponseStatus, _ node: Node?
  ) -> [Action] {
    switch subject {
    case .listen(let listen): [.listenAnswered(listen, status)]
    case .write(let id): [.writeAnswered(id, status)]
    case .transaction(let batch): [.transactionAnswered(batch, status)]
    case .onDisconnect(let number): [.onDisconnectAnswered(number, status)]
    case .read(let number):
      [.readAnswered(number, node.map { .node($0) } ?? .refused(status))]
    case .authentication: status == .ok ? [] : refusedToken()
    case .other: []
    }
  }
}

extension ClientSession.State: CustomStringConvertible {
  /// The state's name, such as `awaitingHandshake`.
  var description: String {
    switch self {
    case .offline: "offline"
    case .awaitingHandshake: "awaitingHandshake"
    case .authenticating: "authenticating"
    case .ready: "ready"
    }
  }
}

extension ServerMessage {
  /// Whether the message is one that a database can send: the data such as can be stored, the time one that there is.
  ///
  /// Costs the number of keys and changes: the data aren't looked into.
  var isWellFormed: Bool {
    switch self {
    case .handshake(let time, _): return Self.times.contains(time)
    case .answer(_, let node): return Self.canHold(0, node)
    case .overwrite(let path, let node, _):
      return Self.isFine(path) && Self.canHold(path.depth, node)
    case .merge(let path, let changes, _):
      guard Self.isFine(path) else { return false }
      for change in changes {
        let isBelowPriority = path.last == .priority && !change.path.isRoot
        guard Self.isFine(change.path), !isBelowPriority,
          Self.canHold(path.depth + change.path.depth, change.node)
        else { return false }
      }
      return true
    case .rangeMerge(let path, let merges, _):
      return Self.isFine(path) && merges.allSatisfy { Self.canHold(path.depth, $0.updates) }
    case .response, .revoked, .authenticationRevoked: return true
    }
  }

  /// The range of a date, in milliseconds from 1970 (ECMA-262, "Time Values and Time Range").
  private static let times: ClosedRange<Int64> = -8_640_000_000_000_000...8_640_000_000_000_000

  /// Whether data can stand so many levels below the root, or one level deeper: that of a priority.
  private static func canHold(_ depth: Int, _ node: Node) -> Bool {
    node.isRegular && depth + node.height <= Limits.depthMax + 1 && !node.containsServerValues
  }

  /// Whether all keys can be stored, but that the last may be the place of a priority.
  private static func isFine(_ path: Path) -> Bool {
    let keys = path.keys.span
    guard keys.count <= Limits.depthMax + 1 else { return false }
    for index in keys.indices where !keys[index].isValid {
      if index != keys.count - 1 || keys[index] != .priority { return false }
    }
    return true
  }
}

extension Probe {
  /// An app died with writes that the backend had not answered.
  public static let killedWithQueuedWrites = Probe("killed with writes in the queue")
  /// A write whose answer never came was sent again on another connection, and committed.
  public static let resendCommitted = Probe("a resend was committed")
  /// A write whose answer never came was sent again on another connection, and refused: mostly because
  /// it had been committed the first time.
  public static let resendRefused = Probe("a resend was refused")
  /// A write that was made without a connection was refused once there was one.
  public static let queuedWriteRefused = Probe("a write was refused after reconnecting")
  /// The backend took a listener away that it had granted.
  public static let listenerRevoked = Probe("a listener was revoked")
}
