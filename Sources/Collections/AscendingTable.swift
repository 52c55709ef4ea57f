/// Values by keys that mostly come in ascending order, such as the numbers of connections.
///
/// A new key mostly goes to the end: looking for one by halves takes a few comparisons where a dictionary would hash. A
/// value that goes leaves its place empty until half of all places are so, which is when the others close up: thousands
/// that go one after the other cost no more each.
public struct AscendingTable<Key: Comparable, Value> {
  @usableFromInline struct Entry {
    @usableFromInline let key: Key
    /// Nil while it is lent for a change, and where the value has gone.
    @usableFromInline var value: Value?

    @inlinable init(key: Key, value: Value?) {
      self.key = key
      self.value = value
    }

    /// Asked without a copy of the value, which comparing with nil would make.
    @inlinable var isEmpty: Bool { if case .none = value { true } else { false } }
  }

  @usableFromInline var entries: ContiguousArray<Entry> = []
  @usableFromInline var emptyCount = 0

  /// Empty places up to which closing up isn't worth it.
  @inlinable static var fewMax: Int { 8 }

  /// The values for which a table has room once it has one.
  @inlinable static var firstCapacity: Int { 4 }

  /// Makes an empty table.
  @inlinable public init() {}

  /// The number of values.
  @inlinable public var count: Int { entries.count - emptyCount }

  /// The number of places, empty ones included.
  @inlinable public var placeCount: Int { entries.count }

  /// The keys, in order.
  @inlinable public var keys: [Key] { entries.compactMap { $0.isEmpty ? nil : $0.key } }

  /// The values in the order of their keys.
  @inlinable public var all: [Value] { entries.compactMap(\.value) }

  /// The value with the least key of which the condition holds.
  @inlinable public func firstValue(where condition: (Value) -> Bool) -> Value? {
    for entry in entries { if let value = entry.value, condition(value) { return value } }
    return nil
  }

  /// The value of a key; nil where there is none.
  @inlinable public subscript(key: Key) -> Value? {
    get {
      let place = place(of: key)
      return holds(key, at: place) ? entries[place].value : nil
    }
    _modify {
      let place = place(of: key)
      // Taken out, so that nothing of it is copied while it changes.
      let isThere = holds(key, at: place)
      let wasEmpty = isThere && entries[place].isEmpty
      var value = isThere ? entries[place].value.take() : nil
      // Taken once more, since what is handed over otherwise is a copy.
      defer { put(value.take(), for: key, at: place, wasEmpty: wasEmpty) }
      yield &value
    }
  }

  @inlinable mutating func put(
    _ value: consuming Value?, for key: Key, at place: Int, wasEmpty: Bool
  ) {
    let isThere = holds(key, at: place)
    if let value {
      if isThere {
        entries[place].value = value
        if wasEmpty { emptyCount -= 1 }
      } else if place == entries.count {
        // By far the most often, and a tenth of the work. Few tables stay smaller than what is reserved.
        if entries.isEmpty { entries.reserveCapacity(Self.firstCapacity) }
        entries.append(Entry(key: key, value: value))
      } else {
        entries.insert(Entry(key: key, value: value), at: place)
      }
    } else if isThere {
      // Taken out for the change already.
      if !wasEmpty { emptyCount += 1 }
      if emptyCount > Self.fewMax, emptyCount * 2 > entries.count { closeUp() }
    }
  }

  @inlinable mutating func closeUp() {
    entries.removeAll { $0.isEmpty }
    emptyCount = 0
  }

  @inlinable func holds(_ key: Key, at place: Int) -> Bool {
    place < entries.count && entries.span[place].key == key
  }

  /// Returns the place of a key, or the place that it would have.
  @inlinable func place(of key: Key) -> Int {
    let entries = entries.span
    var (low, high) = (0, entries.count)
    while low < high {
      let middle = (low + high) / 2
      if entries[middle].key < key { low = middle + 1 } else { high = middle }
    }
    return low
  }

  /// Traps where the structure contradicts itself; for tests, after every step.
  public func checkInvariants() {
    let keys = entries.map(\.key)
    precondition(zip(keys, keys.dropFirst()).allSatisfy { $0 < $1 }, "keys are out of order")
    precondition(emptyCount == entries.count { $0.isEmpty }, "empty places are miscounted")
    precondition(emptyCount <= max(Self.fewMax, entries.count / 2), "too many places are empty")
  }
}

extension AscendingTable: Sendable where Key: Sendable, Value: Sendable {}
extension AscendingTable.Entry: Sendable where Key: Sendable, Value: Sendable {}
