/// One connection between a phone and the database; a phone that reconnects gets another.
public struct ConnectionID: Hashable, Comparable, Sendable {
  /// The connection's number, never used again.
  public let number: Int

  /// The connection of this number.
  public init(_ number: Int) { self.number = number }

  public static func < (left: ConnectionID, right: ConnectionID) -> Bool {
    left.number < right.number
  }
}

extension ConnectionID: CustomStringConvertible {
  /// The connection as `#7`.
  public var description: String { "#\(number)" }
}
