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
