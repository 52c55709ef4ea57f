/// A table of values by connection, in the order of the connections' numbers.
///
/// Connections are numbered as they open, so that a new one mostly goes to the end, and few are open at a time: looking
/// for one by halves takes a few comparisons where a dictionary would hash. One that ends leaves its place empty until
/// half of all places are so, which is when the others close up: thousands that end one after the other cost no more
/// each.
struct ConnectionTable<Value: Sendable>: Sendable {
  private struct Entry: Sendable {
    let connection: ConnectionID
    /// Nil while it is lent for a change, and where the connection has ended.
    var value: Value?

    /// Asked without a copy of the value, which comparing with nil would make.
    var isEmpty: Bool { if case .none = value { true } else { false } }
  }

  private var entries: ContiguousArray<Entry> = []
  private var emptyCount = 0

  /// Empty places up to which closing up isn't worth it.
  private static var fewMax: Int { 8 }

  /// The values, in the order of the connections.
  var all: [Value] { entries.compactMap(\.value) }

  /// The value of a connection; nil where it has none.
  subscript(connection: ConnectionID) -> Value? {
    get {
      let place = place(of: connection)
      return holds(connection, at: place) ? entries[place].value : nil
    }
    _modify {
      let place = place(of: connection)
      // Taken out, so that nothing of it is copied while it changes.
      let isThere = holds(connection, at: place)
      let wasEmpty = isThere && entries[place].isEmpty
      var value = isThere ? entries[place].value.take() : nil
      defer { put(value, for: connection, at: place, wasEmpty: wasEmpty) }
      yield &value
    }
  }

  private mutating func put(
    _ value: consuming Value?, for connection: ConnectionID, at place: Int, wasEmpty: Bool
  ) {
    let isThere = holds(connection, at: place)
    if let value {
      if isThere {
        entries[place].value = value
        if wasEmpty { emptyCount -= 1 }
      } else {
        entries.insert(Entry(connection: connection, value: value), at: place)
      }
    } else if isThere {
      // Taken out for the change already.
      if !wasEmpty { emptyCount += 1 }
      if emptyCount > Self.fewMax, emptyCount * 2 > entries.count { closeUp() }
    }
  }

  private mutating func closeUp() {
    entries.removeAll { $0.isEmpty }
    emptyCount = 0
  }

  private func holds(_ connection: ConnectionID, at place: Int) -> Bool {
    place < entries.count && entries.span[place].connection == connection
  }

  /// Returns the place of a connection, or the place that it would have.
  private func place(of connection: ConnectionID) -> Int {
    let entries = entries.span
    var (low, high) = (0, entries.count)
    while low < high {
      let middle = (low + high) / 2
      if entries[middle].connection < connection { low = middle + 1 } else { high = middle }
    }
    return low
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
