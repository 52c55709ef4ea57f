/// A first-in first-out queue whose operations cost constant amortised time and no allocation at rest.
struct RingBuffer<Element> {
  private var storage: ContiguousArray<Element?> = []
  private var head = 0
  /// How many elements wait.
  private(set) var count = 0

  /// Whether nothing waits.
  var isEmpty: Bool { count == 0 }

  /// Adds an element at the end.
  mutating func append(_ element: consuming Element) {
    if count == storage.count { grow() }
    storage[(head &+ count) & (storage.count &- 1)] = element
    count &+= 1
  }

  /// Takes the element that waited longest.
  mutating func popFirst() -> Element? {
    guard count > 0 else { return nil }
    let element = storage[head].take()
    head = (head &+ 1) & (storage.count &- 1)
    count &-= 1
    return element
  }

  /// Takes the element at `offset` from the front and puts the last one in its place.
  mutating func swapRemove(at offset: Int) -> Element {
    precondition(offset < count, "offset \(offset) lies beyond the \(count) elements of the queue")
    let mask = storage.count - 1
    let last = storage[(head + count - 1) & mask].take()
    count -= 1
    if offset == count { return last! }
    let element = storage[(head + offset) & mask].take()
    storage[(head + offset) & mask] = last
    return element!
  }

  /// Takes out the elements that `isWanted` names, in their order; the others keep theirs.
  mutating func removeAll(where isWanted: (Element) -> Bool) -> [Element] {
    var removed: [Element] = []
    for _ in 0..<count {
      guard let element = popFirst() else { break }
      if isWanted(element) { removed.append(element) } else { append(element) }
    }
    return removed
  }

  /// Doubles the capacity, which stays a power of two so that a mask finds a place.
  private mutating func grow() {
    var larger = ContiguousArray<Element?>(repeating: nil, count: max(16, storage.count * 2))
    for offset in 0..<count {
      larger[offset] = storage[(head + offset) & (storage.count - 1)].take()
    }
    storage = larger
    head = 0
  }
}
