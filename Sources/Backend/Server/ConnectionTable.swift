/// Something for each connection, in the order of their numbers.
///
/// Connections are numbered as they open, so that a new one mostly goes to the end, and few are open at a time: looking
/// for one by halves takes a few comparisons where a dictionary would hash.
struct ConnectionTable<Value: Sendable>: Sendable {
  private struct Entry: Sendable {
    let connection: ConnectionID
    /// Nil only while it is lent for a change.
    var value: Value?
  }

  private var entries: ContiguousArray<Entry> = []

  /// What there is, in the order of the connections.
  var all: [Value] { entries.compactMap(\.value) }

  /// What there is for a connection; nil where there is nothing.
  subscript(connection: ConnectionID) -> Value? {
    get {
      let place = place(of: connection)
      return holds(connection, at: place) ? entries[place].value : nil
    }
    _modify {
      let place = place(of: connection)
      // Taken out, so that nothing of it is copied while it changes.
      var value = holds(connection, at: place) ? entries[place].value.take() : nil
      defer { put(value, for: connection, at: place) }
      yield &value
    }
  }

  private mutating func put(_ value: consuming Value?, for connection: ConnectionID, at place: Int)
  {
    let isThere = holds(connection, at: place)
    if let value {
      if isThere {
        entries[place].value = value
      } else {
        entries.insert(Entry(connection: connection, value: value), at: place)
      }
    } else if isThere {
      entries.remove(at: place)
    }
  }

  private func holds(_ connection: ConnectionID, at place: Int) -> Bool {
    place < entries.count && entries.span[place].connection == connection
  }

  /// Where a connection stands, or would.
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
