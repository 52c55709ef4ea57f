internal import Backend

/// The operations that a client wants done when its connection is lost, on their way to the server and there.
///
/// Source: firebase-ios-sdk, `FPersistentConnection` (`onDisconnectQueue`, emptied by `restoreState`) and `FRepo`
/// (`onDisconnect`, a tree of what was acknowledged).
struct OnDisconnectRequests: Sendable {
  /// One operation.
  struct Request: Sendable {
    let path: Path
    let operation: OnDisconnectOperation
    /// Called with the server's answer.
    let completion: SyncClient.Completion?
  }

  /// Those that wait for a connection, in the order of asking.
  private var queued: [Request] = []
  /// Those that were sent on this connection and are not answered.
  private var sent: [Int: Request] = [:]
  private var lastSent = 0
  /// What the server will do.
  private var acknowledged = OnDisconnectQueue()

  /// Keeps a request until there is a connection.
  mutating func queue(_ request: Request) { queued.append(request) }

  /// Gives away the requests that waited; they are sent once and then forgotten.
  mutating func takeQueued() -> [Request] {
    defer { queued = [] }
    return queued
  }

  /// Keeps a request until it is answered, and returns its number.
  mutating func send(_ request: Request) -> Int {
    lastSent += 1
    sent[lastSent] = request
    return lastSent
  }

  /// The server answered a request; returns it, or nil for one of an earlier connection.
  mutating func answered(_ number: Int, isAccepted: Bool) -> Request? {
    guard let request = sent.removeValue(forKey: number) else { return nil }
    if isAccepted { acknowledged.take(request.operation, at: request.path) }
    return request
  }

  /// The connection is lost: the server does what it has acknowledged, and nothing else of what was sent is known.
  ///
  /// - Returns: What the server does, in order; absolute paths.
  mutating func connectionLost() -> [PathChange] {
    defer { (sent, acknowledged) = ([:], OnDisconnectQueue()) }
    return acknowledged.operations.flatMap(\.changes)
  }
}

extension OnDisconnectQueue {
  /// Stores or cancels an operation.
  fileprivate mutating func take(_ operation: OnDisconnectOperation, at path: Path) {
    switch operation {
    case .cancel: cancel(path)
    case .set(let node): store([PathChange(path, node)], at: path)
    case .update(let changes):
      store(changes.map { PathChange(path.appending($0.path), $0.node) }, at: path)
    }
  }
}
