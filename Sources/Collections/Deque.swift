/// A first-in first-out queue in a ring: constant amortised time, and no allocation at rest.
///
/// Offsets count from the element that waited longest.
public struct Deque<Element> {
  /// The capacity up to which an empty queue keeps its memory.
  @inlinable static var keptMax: Int { 1_024 }

  @usableFromInline var storage: ContiguousArray<Element?> = []
  @usableFromInline var head = 0
  /// The number of elements.
  @inlinable public var count: Int { held }
  @usableFromInline var held = 0

  /// Makes an empty queue.
  @inlinable public init() {}

  /// Whether nothing waits.
  @inlinable public var isEmpty: Bool { count == 0 }

  /// The element that waited longest, left in place.
  @inlinable public var first: Element? { count == 0 ? nil : storage[head] }

  /// The elements, the one that waited longest first.
  @inlinable public var elements: [Element] { (0..<count).map { self[$0] } }

  /// The element at `offset` from the front; traps where there is none.
  @inlinable public subscript(offset: Int) -> Element {
    get {
      guard offset < count, let element = storage[place(of: offset)] else {
        preconditionFailure("offset \(offset) lies beyond the \(count) elements of the queue")
      }
      return element
    }
    set {
      precondition(
        offset < count, "offset \(offset) lies beyond the \(count) elements of the queue")
      storage[place(of: offset)] = newValue
    }
  }

  /// Adds an element at the end.
  @inlinable public mutating func append(_ element: consuming Element) {
    if count == storage.count { grow() }
    storage[place(of: count)] = element
    held &+= 1
  }

  /// Adds an element at the end; where there are `limit` already, the one that waited longest goes.
  @inlinable public mutating func append(_ element: consuming Element, keeping limit: Int) {
    if count >= limit { _ = popFirst() }
    append(element)
  }

  /// Takes the element that waited longest.
  @inlinable public mutating func popFirst() -> Element? {
    guard count > 0 else { return nil }
    let element = storage[head].take()
    head = (head &+ 1) & (storage.count &- 1)
    held &-= 1
    if count == 0, storage.count > Self.keptMax { storage = [] }
    return element
  }

  /// Takes out the elements that `isWanted` names, in their order; the others keep theirs.
  @inlinable public mutating func removeAll(where isWanted: (Element) -> Bool) -> [Element] {
    var removed: [Element] = []
    for _ in 0..<count {
      guard let element = popFirst() else { break }
      if isWanted(element) { removed.append(element) } else { append(element) }
    }
    return removed
  }

  /// Drops all elements and the memory that they took.
  @inlinable public mutating func removeAll() {
    storage = []
    head = 0
    held = 0
  }

  /// Traps where the structure contradicts itself; for tests, after every step.
  @inlinable public func checkInvariants() {
    precondition(storage.isEmpty || storage.count & (storage.count - 1) == 0)
    precondition(count <= storage.count && (storage.isEmpty || head < storage.count))
    for offset in storage.indices {
      precondition((storage[place(of: offset)] != nil) == (offset < count))
    }
  }

  @inlinable func place(of offset: Int) -> Int { (head &+ offset) & (storage.count &- 1) }

  /// Doubles the capacity, which stays a power of two so that a mask finds a place.
  @inlinable mutating func grow() {
    if storage.isEmpty {
      // A literal is written down at once; most queues never need more.
      storage = [nil, nil, nil, nil]
      head = 0
      return
    }
    // Not made of nils and then filled: the standard library does that by code for any element, which takes ten times
    // as long.
    let capacity = storage.count * 2
    var larger: ContiguousArray<Element?> = []
    larger.reserveCapacity(capacity)
    for offset in 0..<count { larger.append(storage[place(of: offset)].take()) }
    while larger.count < capacity { larger.append(nil) }
    storage = larger
    head = 0
  }
}

extension Deque: Sendable where Element: Sendable {}
