/// A first-in first-out queue with access by position, at constant amortised cost.
struct WaitingLine<Element> {
  /// The elements from `head` up to `end`; before and behind them are places that are used again.
  private var elements: ContiguousArray<Element?> = []
  private var head = 0
  private var end = 0

  var count: Int { end - head }
  var isEmpty: Bool { head == end }

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
    if end < elements.count {
      elements[end] = element
    } else {
      elements.append(element)
    }
    end += 1
  }

  mutating func popFirst() -> Element? {
    guard head < end else { return nil }
    let element = elements[head].take()
    head += 1
    if head == end {
      if head >= 64 { elements = [] }
      head = 0
      end = 0
    } else if head >= 32 && head * 2 >= end {
      elements.removeFirst(head)
      end -= head
      head = 0
    }
    return element
  }

  mutating func removeAll() {
    elements = []
    head = 0
    end = 0
  }

  /// The elements in order, for stories.
  var all: [Element] { elements[head..<end].compactMap { $0 } }
}
