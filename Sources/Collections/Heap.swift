/// A binary min-heap in one array.
///
/// `pop` sifts the hole down to a leaf and the last element up from there, which halves the
/// comparisons of the textbook version (Wegener: "Bottom-up heapsort", 1993).
public struct Heap<Element: Comparable> {
  @usableFromInline var elements: ContiguousArray<Element> = []

  @inlinable public init() {}

  /// The number of elements.
  @inlinable public var count: Int { elements.count }

  /// Whether it holds none.
  @inlinable public var isEmpty: Bool { elements.isEmpty }

  /// The least element, left in place.
  @inlinable public var first: Element? { elements.first }

  /// Adds an element.
  @inlinable public mutating func push(_ element: Element) {
    elements.append(element)
    var span = elements.mutableSpan
    Self.siftUp(&span, from: span.count - 1)
  }

  /// Takes the least element.
  @inlinable public mutating func pop() -> Element? {
    guard let last = elements.popLast() else { return nil }
    guard !elements.isEmpty else { return last }
    // A span checks once that nobody else holds the array, not at every move.
    var span = elements.mutableSpan
    let least = span[0]
    let count = span.count
    var hole = 0
    var child = 1
    // Sound unchecked: `hole` < `child` < `child` + 1 < `count`. The lesser child is added up and not branched to: a
    // processor guesses wrong every other time.
    while child &+ 1 < count {
      let isRight = unsafe span[unchecked: child &+ 1] < span[unchecked: child]
      child &+= isRight ? 1 : 0
      unsafe span[unchecked: hole] = span[unchecked: child]
      hole = child
      child = 2 &* hole &+ 1
    }
    if child < count {
      span[hole] = span[child]
      hole = child
    }
    span[hole] = last
    Self.siftUp(&span, from: hole)
    return least
  }

  /// Drops the elements that `isStale` names and restores the order of the others.
  @inlinable public mutating func removeAll(where isStale: (Element) -> Bool) {
    let kept = elements.filter { !isStale($0) }
    elements = []
    for element in kept { push(element) }
  }

  @inlinable static func siftUp(_ span: inout MutableSpan<Element>, from start: Int) {
    var index = start
    let element = span[index]
    // Sound unchecked: a parent's index is at least 0 and below its child's.
    while index > 0 {
      let parent = (index - 1) / 2
      guard unsafe element < span[unchecked: parent] else { break }
      unsafe span[unchecked: index] = span[unchecked: parent]
      index = parent
    }
    span[index] = element
  }
}
