internal import RehearsalCollections

/// Counts what the backend did, by kind and by caller.
///
/// A scenario takes a reading before and one after; their difference says whether there was one batch,
/// or no write at all.
public struct Meter: Sendable {
  /// The counts so far.
  public private(set) var reading = MeterReading()
  private var rowsByCaller: [MeterCaller: Int] = [:]
  private var rowsByConnection = AscendingTable<ConnectionID, Int>()
  private var devices = AscendingTable<ConnectionID, String>()

  /// A meter at zero.
  public init() {}

  /// Says which device a connection comes from; before anything is counted for the connection.
  package mutating func attribute(_ connection: ConnectionID, to device: String) {
    devices[connection] = device
    rowsByConnection[connection] = nil
  }

  /// Forgets a connection that has ended; what was counted for it stays.
  package mutating func forget(_ connection: ConnectionID) {
    devices[connection] = nil
    rowsByConnection[connection] = nil
  }

  /// Adds to a count.
  public mutating func add(_ amount: Int = 1, to kind: MeterKind, for caller: MeterCaller) {
    let row = row(of: caller)
    reading.rows[row].counts[kind.rawValue] += amount
  }

  /// Counts a message from a client.
  package mutating func record(_ message: ClientMessage, from connection: ConnectionID) {
    let row = row(of: connection)
    count(1, .messagesUp, row)
    count(message.byteCount, .bytesUp, row)
  }

  /// Counts what a server did about a message.
  ///
  /// - Parameters:
  ///   - message: the request that caused the actions, if one did.
  ///   - connection: the connection that it came from.
  package mutating func record(
    _ actions: [ServerAction], causedBy message: ClientMessage? = nil,
    from connection: ConnectionID? = nil
  ) {
    // A span lends the actions, which a loop would copy.
    let actions = actions.span
    for index in actions.indices {
      switch actions[index] {
      case .send(let target, let sent): record(sent, to: target, message, connection)
      case .committed(let commit): record(commit)
      case .refused(let refusal):
        let row = row(of: refusal.author)
        if case .dataStale = refusal.cause {
          count(1, .staleTransactions, row)
        } else {
          count(1, .refusals, row)
        }
      case .warned: break
      }
    }
  }

  private mutating func record(
    _ sent: ServerMessage, to target: ConnectionID, _ message: ClientMessage?,
    _ connection: ConnectionID?
  ) {
    var row = row(of: target)
    switch sent {
    case .handshake: count(1, .connections, row)
    case .overwrite, .merge, .rangeMerge: count(1, .listenerEvents, row)
    case .response(_, .ok):
      guard target == connection, let message else { break }
      switch message.request {
      case .listen: count(1, .listens, row)
      case .authenticate(let token):
        signIn(target, as: token?.user)
        row = self.row(of: target)
      default: break
      }
    case .authenticationRevoked: signIn(target, as: nil)
    case .response, .answer, .revoked: break
    }
    count(1, .messagesDown, row)
    count(sent.byteCount, .bytesDown, row)
  }

  private mutating func record(_ commit: Commit) {
    let row = row(of: commit.author)
    count(1, .writes, row)
    if commit.kind == .transaction { count(1, .transactions, row) }
    if commit.kind == .merge || commit.changes.count > 1 {
      count(1, .batches, row)
      count(commit.changes.count, .batchedPaths, row)
      reading.rows[row].batchSizes.append(commit.changes.count)
    }
  }

  /// Counts what the function runtime did.
  package mutating func record(_ actions: [FunctionRuntime.Action]) {
    for action in actions {
      switch action {
      case .ended(_, let function, _, _):
        add(to: .functionRuns, for: MeterCaller(program: function))
      case .failed(_, let function, _, _, _):
        add(to: .functionRuns, for: MeterCaller(program: function))
        add(to: .functionFailures, for: MeterCaller(program: function))
      case .schedule, .skipped: break
      }
    }
  }

  private mutating func count(_ amount: Int, _ kind: MeterKind, _ row: Int) {
    reading.rows[row].counts[kind.rawValue] += amount
  }

  private mutating func signIn(_ connection: ConnectionID, as uid: String?) {
    rowsByConnection[connection] = row(
      of: MeterCaller(uid: uid, device: devices[connection]))
  }

  private mutating func row(of author: Author) -> Int {
    switch author {
    case .administrator(let name): return row(of: MeterCaller(program: name))
    case .client(let connection, let uid):
      // The row of the connection mostly is the caller's, and is found without a hash of texts.
      if let row = rowsByConnection[connection], reading.rows[row].caller.uid == uid { return row }
      return row(of: MeterCaller(uid: uid, device: devices[connection]))
    }
  }

  private mutating func row(of connection: ConnectionID) -> Int {
    if let row = rowsByConnection[connection] { return row }
    let row = row(of: MeterCaller(uid: nil, device: devices[connection]))
    rowsByConnection[connection] = row
    return row
  }

  private mutating func row(of caller: MeterCaller) -> Int {
    if let row = rowsByCaller[caller] { return row }
    let row = reading.rows.count
    rowsByCaller[caller] = row
    reading.rows.append(MeterReading.Row(caller: caller))
    return row
  }
}
