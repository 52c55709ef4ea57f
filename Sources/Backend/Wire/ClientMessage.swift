/// A message that a phone sends to the database over its connection.
///
/// Each request carries a number that its response repeats; numbers count from 1 on each connection.
public struct ClientMessage: Sendable {
  /// The request's number on this connection.
  public let number: Int
  /// The request.
  public let request: ClientRequest

  /// Numbers a request.
  public init(number: Int, _ request: ClientRequest) {
    self.number = number
    self.request = request
  }
}

/// A request that a client can make of the database.
public enum ClientRequest: Sendable {
  /// Acts as a user from now on; nil signs out. A phone of this backend is believed.
  case authenticate(uid: String?)
  /// Wants to be told what a query shows, now and after each change.
  ///
  /// - tag: Numbers a filtered query, so that pushes can name it; nil for a whole location.
  /// - hash: The hash of what the client still has of it; when it is current nothing is sent.
  indirect case listen(QuerySpec, tag: Int?, hash: String?)
  /// Wants to be told no longer.
  indirect case unlisten(QuerySpec, tag: Int?)
  /// Replaces a location; with a hash only if the location's data still has it (a transaction).
  case put(Path, Node, hash: String?)
  /// Replaces several paths below a location, all or none.
  case merge(Path, [PathChange])
  /// Stores something for the server to do when this connection ends.
  case onDisconnect(Path, OnDisconnectOperation)
}

/// One path of a multi-path write, relative to the location written.
public struct PathChange: Hashable, Sendable {
  /// The path.
  public let path: Path
  /// The new data at the path.
  public let node: Node

  /// One path and its new data.
  public init(_ path: Path, _ node: Node) {
    self.path = path
    self.node = node
  }

  public static func == (left: PathChange, right: PathChange) -> Bool {
    left.path == right.path && left.node == right.node
  }

  public func hash(into hasher: inout Hasher) {
    hasher.combine(path)
    hasher.combine(node.contentHash)
  }
}

/// An operation that the server performs at a location when the client's connection has ended.
public enum OnDisconnectOperation: Sendable {
  /// Replaces it.
  case set(Node)
  /// Replaces several paths below it, all or none.
  case update([PathChange])
  /// Does nothing any more: cancels what was stored at and below it.
  case cancel
}
