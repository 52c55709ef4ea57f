/// A node with its children in the order of a query, kept up to date change by change.
///
/// In the order of the keys there is no index to keep. In any other order a change costs O(log n).
public struct IndexedNode: Sendable {
  /// One child's place in the order.
  private struct Place: SortedEntry {
    let order: QueryOrder
    /// The value by which the child is sorted.
    let value: Node
    let key: Key

    init(_ order: QueryOrder, _ child: NodeChildren.Element) {
      self.order = order
      value = order.sortValue(of: child.node)
      key = child.key
    }

    func compare(_ other: Place) -> Int {
      let order = value.compareValue(other.value)
      return order == 0 ? key.compare(other.key) : order
    }
  }

  /// One child.
  public typealias Element = NodeChildren.Element

  /// The node.
  public private(set) var node: Node
  /// The order.
  public let order: QueryOrder
  /// Nil where the order is that of the keys.
  private var index: SortedTree<Place>?

  /// A node in an order: costs O(n log n) unless the order is that of the keys.
  public init(_ node: Node, order: QueryOrder) {
    self.node = node
    self.order = order
    rebuild()
  }

  private mutating func rebuild() {
    guard !order.isKeyOrder(in: node) else {
      index = nil
      return
    }
    var places = node.children.map { Place(order, $0) }
    places.sort { $0.compare($1) < 0 }
    index = SortedTree(sorted: places)
  }

  /// Takes another node; costs O(d log n) where it differs from this one by d changes.
  public mutating func replace(with new: Node) {
    let old = node
    node = new
    guard var places = index, !order.isKeyOrder(in: new) else { return rebuild() }
    Node.forEachChildDifference(from: old, to: new) { key, before, after in
      if let before { places.remove(Place(order, (key, before))) }
      if let after { places.insert(Place(order, (key, after))) }
    }
    index = places
  }

  /// Goes on with an equal node, which may share more with others.
  package mutating func adopt(_ equal: Node) {
    assert(equal == node, "only an equal node stands in for another one")
    node = equal
  }

  /// Takes another child.
  public mutating func update(child key: Key, to child: Node) {
    let old = index == nil ? .empty : node[child: key]
    node = node.updating(child: key, to: child)
    guard var places = index, !order.isKeyOrder(in: node) else {
      if !order.isKeyOrder(in: node) { rebuild() } else { index = nil }
      return
    }
    if !old.isEmpty { places.remove(Place(order, (key, old))) }
    if !child.isEmpty { places.insert(Place(order, (key, child))) }
    index = places
  }

  /// Takes many other children at once, given in key order, each key once, none of them `.priority`.
  package mutating func update(children changes: [ChildEntry]) {
    if changes.isEmpty { return }
    let old = node
    node = node.updating(children: changes)
    guard var places = index, !order.isKeyOrder(in: node) else {
      if !order.isKeyOrder(in: node) { rebuild() } else { index = nil }
      return
    }
    for change in changes {
      let before = old[child: change.key]
      if !before.isEmpty { places.remove(Place(order, (change.key, before))) }
      if !change.node.isEmpty { places.insert(Place(order, (change.key, change.node))) }
    }
    index = places
  }

  /// Takes another priority for the node itself.
  public mutating func updatePriority(_ priority: Priority) {
    node = node.updatingPriority(priority)
  }

  /// The first child.
  public var first: Element? { index.map { element($0.first) } ?? node.firstChild }

  /// The last child.
  public var last: Element? { index.map { element($0.last) } ?? node.lastChild }

  /// The last child that stands before a place, which need not be taken.
  public func child(before place: Element) -> Element? {
    guard let index else {
      return isBeyondAll(place) ? node.lastChild : node.child(before: place.key)
    }
    return element(index.predecessor(of: Place(order, place)))
  }

  /// The first child that stands after a place, which need not be taken.
  public func child(after place: Element) -> Element? {
    guard let index else { return isBeyondAll(place) ? nil : node.child(after: place.key) }
    return element(index.successor(of: Place(order, place)))
  }

  /// The first child of which the condition holds, given that it holds of all after it.
  func firstChild(from condition: (Element) -> Bool) -> Element? {
    guard let index else {
      return node.childMap.firstEntry { condition(($0.key, $0.node)) }.map { ($0.key, $0.node) }
    }
    return element(index.firstEntry { condition(($0.key, node[child: $0.key])) })
  }

  /// The last child of which the condition holds, given that it holds of all before it.
  func lastChild(upTo condition: (Element) -> Bool) -> Element? {
    guard let index else {
      return node.childMap.lastEntry { condition(($0.key, $0.node)) }.map { ($0.key, $0.node) }
    }
    return element(index.lastEntry { condition(($0.key, node[child: $0.key])) })
  }

  /// Whether a place stands after all children, though these are in key order: with a priority it stands
  /// after those that have none.
  private func isBeyondAll(_ place: Element) -> Bool {
    order == .priority && !place.node.priority.isNone
  }

  private func element(_ place: Place?) -> Element? {
    place.map { ($0.key, node[child: $0.key]) }
  }

  /// The children in the order.
  public var children: [Element] {
    guard let index else { return Array(node.children) }
    return index.map { ($0.key, node[child: $0.key]) }
  }

  /// Traps where the index doesn't belong to the node.
  public func checkInvariants() {
    node.checkInvariants()
    guard let index else {
      return precondition(order.isKeyOrder(in: node), "an index is missing")
    }
    index.checkInvariants()
    precondition(index.count == node.childCount, "an index has \(index.count) places")
    for place in index {
      let value = order.sortValue(of: node[child: place.key])
      precondition(value == place.value, "the index is out of date for \(place.key)")
    }
  }
}

extension IndexedNode {
  /// The children that a query wants of this node, as a node without priority.
  ///
  /// Costs O(log n) and the size of the window. The query must be in this node's order.
  public func window(of query: QueryParameters) -> Node {
    precondition(query.order == order, "a window in the order \(query.order) of \(order)")
    if query.loadsAllData { return node }
    let isReverse = query.limit?.isFromEnd ?? false
    let most = query.limit?.count ?? .max
    var entries: [(Key, Node)] = []
    var cursor =
      isReverse
      ? lastChild(upTo: { query.isBeforeEnd($0) }) : firstChild(from: { query.isAfterStart($0) })
    while let child = cursor, entries.count < most {
      guard isReverse ? query.isAfterStart(child) : query.isBeforeEnd(child) else { break }
      entries.append((child.key, child.node))
      cursor = isReverse ? self.child(before: child) : self.child(after: child)
    }
    return Node(children: entries)
  }
}
