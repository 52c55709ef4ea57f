/// A binary min-heap in one array.
///
/// `pop` sifts the hole down to a leaf and the last element up from there, which halves the
/// comparisons of the textbook version (Wegener: "Bottom-up heapsort", 1993).
@usableFromInline
package struct MinHeap<Element: Comparable> {
  @usableFromInline
  package private(set) var elements: ContiguousArray<Element> = []

  @inlinable
  package init() {}

  /// How many elements it holds.
  package var count: Int { elements.count }

  /// Whether it holds none.
  package var isEmpty: Bool { elements.isEmpty }

  /// The least element, left in place.
  package var first: Element? { elements.first }

  /// Adds an element.
  package mutating func push(_ element: Element) {
    elements.append(element)
    siftUp(from: elements.count - 1)
  }

  /// Takes the least element.
  package mutating func pop() -> Element? {
    guard let last = elements.popLast() else { return nil }
    guard let least = elements.first else { return last }
    let count = elements.count
    var hole = 0
    var child = 1
    while child < count {
      if child + 1 < count, elements[child + 1] < elements[child] { child += 1 }
      elements[hole] = elements[child]
      hole = child
      child = 2 * hole + 1
    }
    elements[hole] = last
    siftUp(from: hole)
    return least
  }

  /// Drops the elements that `isStale` names and restores the order of the others.
  package mutating func removeAll(where isStale: (Element) -> Bool) {
    let kept = elements.filter { !isStale($0) }
    elements = []
    for element in kept { push(element) }
  }

  private mutating func siftUp(from start: Int) {
    var index = start
    let element = elements[index]
    while index > 0 {
      let parent = (index - 1) / 2
      guard element < elements[parent] else { break }
      elements[index] = elements[parent]
      index = parent
    }
    elements[index] = element
  }
}
