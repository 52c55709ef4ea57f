internal import Backend
public import Harness
internal import Simulator

/// One client's conversation with the database over connections that come and go.
///
/// A pure state machine in the platform's order: after the handshake authentication, and once that is
/// answered all listens, then the unanswered writes in their order, then the operations for a
/// disconnection (see the restore order of Firebase's `PersistentConnection`; firebase-js-sdk #2501).
struct ClientSession: Sendable {
  /// The phases of a session.
  enum Phase: Sendable {
    /// There is no connection.
    case offline
    /// The connection stands; the server's first message has not come.
    case awaitingHandshake
    /// The credential was sent and not answered.
    case authenticating
    /// Requests may be sent.
    case ready
  }

  /// The subject of a request, kept until its answer comes.
  enum RequestTarget: Sendable {
    case authentication
    case listen(ServerListen)
    case write(WriteID)
    case transaction(TransactionBatch)
    case other
  }

  /// An action that the session asks of its owner, or an answer or news that it passes on.
  enum Action: Sendable {
    /// Send a message on the present connection.
    case send(ClientMessage)
    /// The server's clock is ahead of the local one by so many milliseconds.
    case clockOffset(Int64)
    /// Everything the engine and the app want from the server may be sent now.
    case ready
    case listenAnswered(ServerListen, ResponseStatus)
    case writeAnswered(WriteID, ResponseStatus)
    case transactionAnswered(TransactionBatch, ResponseStatus)
    case overwrite(Path, Node, tag: Int?)
    case merge(Path, [PathChange], tag: Int?)
    case revoked(QuerySpec, reason: String)
    /// Close the present connection and open another.
    case reconnect
  }

  private let user: String?
  private(set) var phase = Phase.offline
  private var lastNumber = 0
  private var unanswered: [Int: RequestTarget] = [:]

  /// A session that is not connected.
  ///
  /// - Parameter user: The id of the user to act as; nil acts as nobody.
  init(user: String?) {
    self.user = user
  }

  /// The connection stands.
  mutating func opened() {
    phase = .awaitingHandshake
    lastNumber = 0
    unanswered = [:]
  }

  /// The connection is gone, and with it all answers that were awaited.
  mutating func lost() {
    phase = .offline
    unanswered = [:]
  }

  /// Sends a request if the session is ready; otherwise it is named again once it is.
  mutating func request(_ request: ClientRequest, about subject: RequestTarget) -> [Action] {
    guard phase == .ready else { return [] }
    return [number(request, subject)]
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
    case .overwrite(let path, let node, let tag):
      return [.overwrite(path, node, tag: tag)]
    case .merge(let path, let changes, let tag):
      return [.merge(path, changes, tag: tag)]
    case .revoked(let query, let reason):
      return [.revoked(query, reason: reason)]
    case .authenticationRevoked:
      // Nothing is sent as somebody whom the server takes for nobody. Source: firebase-ios-sdk, `FPersistentConnection`
      // (`onAuthRevokedWithStatusCode:andReason:`), which closes the connection and authenticates on the next.
      return phase == .offline ? [] : [.reconnect]
    }
  }

  private mutating func greeted(offset: Int64) -> [Action] {
    guard phase == .awaitingHandshake else { return [] }
    guard let user else {
      phase = .ready
      return [.clockOffset(offset), .ready]
    }
    phase = .authenticating
    return [.clockOffset(offset), number(.authenticate(uid: user), .authentication)]
  }

  private mutating func answered(_ number: Int, _ status: ResponseStatus) -> [Action] {
    guard let subject = unanswered.removeValue(forKey: number) else { return [] }
    switch subject {
    case .authentication:
      // A refused credential leaves the client acting as nobody; the rules then decide.
      phase = .ready
      return [.ready]
    case .listen(let listen): return [.listenAnswered(listen, status)]
    case .write(let id): return [.writeAnswered(id, status)]
    case .transaction(let batch): return [.transactionAnswered(batch, status)]
    case .other: return []
    }
  }

  private mutating func number(_ request: ClientRequest, _ subject: RequestTarget) -> Action {
    lastNumber += 1
    unanswered[lastNumber] = subject
    return .send(ClientMessage(number: lastNumber, request))
  }
}

extension ServerMessage {
  /// Whether the message is one that a database can send: the data such as can be stored, the time one that there is.
  ///
  /// Costs the number of keys and changes: the data aren't looked into.
  var isWellFormed: Bool {
    switch self {
    case .handshake(let time, _): return Self.times.contains(time)
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
