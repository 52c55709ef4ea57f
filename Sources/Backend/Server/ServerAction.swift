/// An action that a `DatabaseServer` wants done after an input, or an event that it reports.
package enum ServerAction: Sendable {
  /// Sends a message over a connection; messages of one connection keep their order.
  case send(ConnectionID, ServerMessage)
  /// A write took effect. Comes before the messages that it causes.
  case committed(Commit)
  /// An operation had no effect.
  case refused(Refusal)
  /// Something worked, but the platform would log a warning about it.
  case warned(ConnectionID, String)
}

/// The kind of operation that a commit or a refusal was.
public enum OperationKind: String, Sendable {
  /// A listen, or one that was in force and no longer is.
  case listen
  /// A read without listening.
  case get
  /// A write of one location.
  case put
  /// A write of one location on condition of its hash.
  case transaction
  /// A write of several paths at once.
  case merge
  /// An operation stored for the end of a connection.
  case onDisconnect
  /// The same when it ran.
  case disconnection
  /// An operation of a server function or another trusted program.
  case administration
}

/// The author of an operation: a phone or a trusted program.
package enum Author: Hashable, Sendable {
  /// A phone, and who is signed in there.
  case client(ConnectionID, uid: String?)
  /// A trusted program, by name. Security rules don't apply to it.
  case administrator(String)

  /// The user who is signed in; nil for nobody and for programs.
  public var uid: String? { if case .client(_, let uid) = self { uid } else { nil } }

  /// The phone's connection; nil for programs.
  package var connection: ConnectionID? {
    if case .client(let connection, _) = self { connection } else { nil }
  }
}

extension Author: CustomStringConvertible {
  /// The author as `alice#7`, `nobody#7` or the program's name.
  public var description: String {
    switch self {
    case .client(let connection, let uid): "\(uid ?? "nobody")\(connection)"
    case .administrator(let name): name
    }
  }
}

/// One connection between a phone and the database; a phone that reconnects gets another.
package struct ConnectionID: Hashable, Comparable, Sendable {
  /// The connection's number, never used again.
  package let number: Int

  /// The connection of this number.
  package init(_ number: Int) { self.number = number }

  package static func < (left: ConnectionID, right: ConnectionID) -> Bool {
    left.number < right.number
  }
}

extension ConnectionID: CustomStringConvertible {
  /// The connection as `#7`.
  package var description: String { "#\(number)" }
}
