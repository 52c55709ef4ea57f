internal import Simulator

/// One run of a server function: what it was told, and what it may do, with the rights of the project, so that rules don't
/// apply.
///
/// Each call takes its time (``BackendTiming/functionStep``), and between two calls the world goes on: what was read may
/// be out of date when something is written, another run of the same function may come in between, and a run can be cut
/// off between two effects, and begin anew. Then every call throws ``FunctionCut``, and nothing more of it takes effect.
///
/// Source: Firebase documentation, "Realtime Database triggers", "Retry asynchronous functions" and "Tips & tricks" (write
/// idempotent functions).
public struct FunctionRun: Sendable {
  /// The change that made the function run.
  public let event: FunctionEvent
  let function: String
  let id: FunctionRuntime.DeliveryID
  let host: BackendHost

  /// The server's clock, in milliseconds since 1970.
  public var nowMilliseconds: Int64 { host.milliseconds }

  /// Waits.
  public func sleep(for duration: Duration) async throws {
    try await host.pass(self, duration)
  }

  /// Reads a location.
  public func read(_ path: Path) async throws -> Node {
    try await host.read([path], by: self)[0]
  }

  /// Reads several locations, asked for at once. They are answered one after the other: others' writes may come in between
  /// (``BackendTiming/requestGap``), so that what they hold need not fit together.
  ///
  /// - Returns: The data in the order of `paths`.
  public func read(_ paths: [Path]) async throws -> [Node] {
    try await host.read(paths, by: self)
  }

  /// Replaces a location.
  public func set(_ path: Path, _ node: Node) async throws {
    try await host.set(path, node, by: self)
  }

  /// Replaces several paths below a location, all or none.
  public func update(_ path: Path, _ changes: [PathChange]) async throws {
    try await host.update(path, changes, by: self)
  }

  /// Replaces a location by what `change` makes of it, where nobody has come in between; else asks again.
  ///
  /// The first call of `change` is given what the client library holds of the location, which is nothing: a change that
  /// aborts on nothing never commits.
  ///
  /// Source: firebase-js-sdk, `repoStartTransaction` (which the Admin SDK uses): the first input is the state of the local
  /// cache; `MAX_TRANSACTION_RETRIES` is 25.
  ///
  /// - Parameter change: Gives the data that are to stand there; nil to leave the location as it is.
  /// - Returns: Whether something was committed, and the data that stand there as far as is known.
  /// - Throws: ``TransactionContention`` where others came in between 25 times.
  @discardableResult
  public func transaction(
    _ path: Path, _ change: @Sendable (Node) throws -> Node?
  ) async throws -> (isCommitted: Bool, data: Node) {
    var known = Node.empty
    for _ in 0..<Self.transactionAttemptsMost {
      guard let wanted = try change(known) else { return (false, known) }
      guard let other = try await host.replace(path, known, by: wanted, in: self) else {
        return (true, wanted)
      }
      known = other
    }
    throw TransactionContention(path: path)
  }

  /// Sends push messages, each to a device, in one call. Each is a request of its own: a run may be cut off between two
  /// (``BackendTiming/requestGap``).
  ///
  /// - Returns: For each message the reason why it was refused, nil where it was accepted, in the order of `messages`.
  ///
  /// Source: Firebase documentation, "Send messages to multiple devices" (`sendEach`).
  public func send(
    _ messages: [(message: PushMessage, token: PushToken)]
  ) async throws -> [PushError?] {
    try await host.send(messages, by: self)
  }

  /// Whether file storage has a file.
  public func hasFile(_ path: Path) async throws -> Bool {
    try await host.hasFile(path, by: self)
  }

  /// Deletes a file.
  public func deleteFile(_ path: Path) async throws {
    try await host.deleteFile(path, by: self)
  }

  /// Writes a line into the function's log, at once.
  public func log(_ text: String) async {
    await host.log(text, by: self)
  }

  private static let transactionAttemptsMost = 25
}

/// The run was cut off: its instance has ended, or it took too long. What it had done stays.
public struct FunctionCut: Error, CustomStringConvertible {
  public var description: String { "the run was cut off" }
}

/// A transaction of a function gave up, since others wrote at its location each time.
public struct TransactionContention: Error, CustomStringConvertible {
  /// The location.
  public let path: Path
  public var description: String {
    "the transaction at \(path) gave up: others wrote there each of 25 times"
  }
}

/// A push message on its way from a function to the push service, as the journal has it.
struct SentPush: Digestible {
  let message: PushMessage
  let token: PushToken

  func digest(into hash: inout StableHash) {
    message.digest(into: &hash)
    hash.mix(token.text)
  }
}
