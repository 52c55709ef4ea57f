internal import Network

/// A connection as a server has it, by whatever version of HTTP.
protocol ServerEnd: AnyObject, Sendable {
  /// Orders the connections of a server by their beginning.
  var order: UInt64 { get }
  /// Takes what happens to the connection.
  func handle(_ event: ConnectionEvent)
  /// Closes the connection as soon as it has nothing under way.
  func retire()
  /// Breaks the connection at once.
  func abort()
}
