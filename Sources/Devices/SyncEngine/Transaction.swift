public import Backend

/// A transaction's name, which its owner chooses.
package struct TransactionID: Hashable, Sendable, CustomStringConvertible {
  /// The number.
  package let number: Int

  /// The transaction of a number.
  package init(_ number: Int) { self.number = number }

  package var description: String { "transaction \(number)" }
}

/// The update function of a transaction: from a location's value it makes the new one, or nil to give up. It may be
/// called several times and must depend on nothing but its argument.
public typealias TransactionUpdate = @Sendable (Node) -> Node?

/// The outcome of a transaction.
public enum TransactionOutcome: Equatable, Sendable {
  /// The server took the result, in which server values are as the client has estimated them.
  case committed(Node)
  /// The update gave up at this value.
  case abandoned(Node)
  /// It couldn't be carried out, and why: `set`, `maxretry`, `disconnect` or the server's reason.
  case failed(reason: String)
}

/// The result of one or more transactions on a location. The server takes it only where the location's data has a
/// certain hash.
package struct TransactionBatch: Equatable, Sendable {
  /// The batch's number, to be given with the answer.
  package let number: Int
  /// The location.
  package let path: Path
  /// Its new value; server values are placeholders.
  package let node: Node
  /// The hash of the value that the transactions began with.
  package let dataHash: String
}

/// A batch that was made without a connection.
struct UntransmittedBatch: Sendable {
  let batch: TransactionBatch
  /// The number of the first write that goes out after it.
  let place: WriteID
}

/// The server's answer to a batch.
package enum TransactionAnswer: Equatable, Sendable {
  /// The result stands.
  case committed
  /// The location has another value than the transactions began with.
  case stale
  /// The result is refused for good.
  case refused(reason: String)
}

/// A transaction that hasn't ended.
struct Transaction: Sendable {
  /// Times that a transaction is sent before it is given up. Source: the platform's clients.
  static let attemptsMax = 25

  enum Status: Equatable {
    /// Its result is shown and may be sent.
    case ready
    /// Its result was sent in a batch.
    case sent(batch: Int)
    /// Its result was sent, and a write has overtaken it since.
    case overtaken(batch: Int, reason: String)
  }

  let id: TransactionID
  let path: Path
  let update: TransactionUpdate
  /// Whether listeners see results before the server answers.
  let isVisible: Bool
  var status = Status.ready
  var attempts = 0
  /// The write that shows the result.
  var writeID: WriteID?
  /// The result with server values as placeholders.
  var result = Node.empty
  /// The result as it is shown, with estimates of server values.
  var shown = Node.empty
  /// Whether the batch left this client.
  var wasTransmitted = false

  var batch: Int? {
    switch status {
    case .ready: nil
    case .sent(let batch), .overtaken(let batch, _): batch
    }
  }
}
