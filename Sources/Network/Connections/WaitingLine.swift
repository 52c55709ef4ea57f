/// A first-in first-out queue with access by position, at constant amortised cost.
struct WaitingLine<Element> {
  private var elements: ContiguousArray<Element?> = []
  private var head = 0

  var count: Int { elements.count - head }
  var isEmpty: Bool { head == elements.count }

  /// The element that waited longest.
  var first: Element? { isEmpty ? nil : elements[head] }

  /// The element this many places behind the first.
  subscript(offset: Int) -> Element {
    get {
      guard let element = elements[head + offset] else {
        preconditionFailure("place \(offset) of the line is empty; it has \(count) elements")
      }
      return element
    }
    set { elements[head + offset] = newValue }
  }

  mutating func append(_ element: Element) {
    elements.append(element)
  }

  mutating func popFirst() -> Element? {
    guard head < elements.count else { return nil }
    let element = elements[head].take()
    head += 1
    if head == elements.count {
      elements.removeAll(keepingCapacity: head < 64)
      head = 0
    } else if head >= 32 && head * 2 >= elements.count {
      elements.removeFirst(head)
      head = 0
    }
    return element
  }

  mutating func removeAll() {
    elements = []
    head = 0
  }

  /// The elements in order, for stories.
  var all: [Element] { elements[head...].compactMap { $0 } }
}
