internal import Backend

/// The reason why a read brought nothing.
public enum ReadFailure: Error, Hashable, Sendable, CustomStringConvertible {
  /// The security rules refuse it.
  case permissionDenied
  /// The query orders by what has no index; the text says which to add.
  case indexNotDefined(String)
  /// There was no connection for ``SyncClient/readLimit``, and nothing in the cache.
  case offline
  /// The query cannot be.
  case invalid(String)

  init(_ status: ResponseStatus) {
    switch status {
    case .permissionDenied: self = .permissionDenied
    case .indexNotDefined(let index): self = .indexNotDefined(index)
    case .ok, .dataStale, .expiredToken: self = .invalid(status.text)
    case .invalid(let problem): self = .invalid(problem)
    }
  }

  /// The problem and, where there is one, the remedy.
  public var description: String {
    switch self {
    case .permissionDenied: ResponseStatus.permissionDenied.text
    case .indexNotDefined(let index): "the query has no index: \(index)"
    case .offline: "the client is offline, nobody listens there, and the cache doesn't hold it"
    case .invalid(let problem): problem
    }
  }
}

/// The reads that the server was to be asked for and has not answered.
///
/// A read is sent once. One that was sent when the connection broke is never answered. Source: firebase-ios-sdk,
/// `FPersistentConnection` (`getDataAtPath:withParams:withCallback:`, `sendGet:`, `onDisconnect:withReason:`).
struct OutstandingReads: Sendable {
  /// One read.
  struct Read: Sendable {
    let query: QuerySpec
    let completion: SyncClient.ReadCompletion
  }

  private var waiting: [(number: Int, read: Read)] = []
  private var sent: [Int: Read] = [:]
  private var last = 0

  /// Keeps a read until there is a connection, and returns its number.
  mutating func add(_ read: Read) -> Int {
    last += 1
    waiting.append((last, read))
    return last
  }

  /// The reads that wait for a connection, in the order of asking; from now on they count as sent.
  mutating func takeWaiting() -> [(number: Int, query: QuerySpec)] {
    defer { waiting = [] }
    for (number, read) in waiting { sent[number] = read }
    return waiting.map { ($0.number, $0.read.query) }
  }

  /// Gives up a read that still waits for a connection; nil where it does not.
  mutating func giveUp(_ number: Int) -> Read? {
    guard let index = waiting.firstIndex(where: { $0.number == number }) else { return nil }
    return waiting.remove(at: index).read
  }

  /// The server answered a read; returns it, or nil for one of an earlier connection.
  mutating func answered(_ number: Int) -> Read? { sent.removeValue(forKey: number) }

  /// The connection is lost: what was sent is never answered.
  mutating func connectionLost() { sent = [:] }
}
