internal import RehearsalCollections

/// The number of a listen, in the order in which listens began.
struct ListenID: Hashable, Comparable, Sendable {
  let number: Int

  static func < (left: ListenID, right: ListenID) -> Bool { left.number < right.number }
}

/// A listener to tell about a location, with its tag.
struct Subscriber: Sendable {
  let listen: ListenID
  let connection: ConnectionID
  let tag: Int?
}

extension [Subscriber] {
  /// Takes out the subscriber of a listen; the others keep their order, which is that of listens.
  mutating func remove(_ listen: ListenID) {
    var (low, high) = (0, count)
    while low < high {
      let middle = (low + high) / 2
      if self[middle].listen < listen { low = middle + 1 } else { high = middle }
    }
    if low < count, self[low].listen == listen { remove(at: low) }
  }
}

/// All that is listened to at one location.
struct ListenedLocation: PathTrieValue {
  /// Those who want everything.
  private(set) var complete: [Subscriber] = []
  /// Those who want a part, by query; those with the same query share a window.
  private(set) var windows: [QueryWindow] = []
  /// The location's children in each order that a window needs.
  private var indexes: [IndexedNode] = []

  init() {}

  var isEmpty: Bool { complete.isEmpty && windows.isEmpty }

  /// Adds a listener.
  ///
  /// - Parameter node: The data at the location.
  /// - Returns: The part of it that the query shows.
  mutating func add(_ subscriber: Subscriber, to parameters: QueryParameters, of node: Node) -> Node
  {
    if parameters.loadsAllData {
      complete.append(subscriber)
      return node
    }
    if let position = windows.firstIndex(where: { $0.parameters == parameters }) {
      windows[position].subscribers.append(subscriber)
      return windows[position].shown(of: index(parameters.order, of: node))
    }
    let index = index(parameters.order, of: node)
    var window = QueryWindow(parameters, over: index)
    window.subscribers.append(subscriber)
    windows.append(window)
    return window.shown(of: index)
  }

  /// Takes out a listener.
  mutating func remove(_ listen: ListenID, from parameters: QueryParameters) {
    if parameters.loadsAllData { return complete.remove(listen) }
    guard let position = windows.firstIndex(where: { $0.parameters == parameters }) else { return }
    windows[position].subscribers.remove(listen)
    guard windows[position].subscribers.isEmpty else { return }
    windows.remove(at: position)
    if !windows.contains(where: { $0.parameters.order == parameters.order }) {
      indexes.removeAll { $0.order == parameters.order }
    }
  }

  private mutating func index(_ order: QueryOrder, of node: Node) -> IndexedNode {
    if let index = indexes.first(where: { $0.order == order }) { return index }
    indexes.append(IndexedNode(node, order: order))
    return indexes[indexes.count - 1]
  }

  /// Moves every window to another state of the location.
  ///
  /// - Parameter body: gets each window's subscribers and what changed for them, if anything did.
  mutating func updateWindows(
    from before: Node, to after: Node, _ body: ([Subscriber], [WindowChange]) -> Void
  ) {
    var differences: [WindowChange] = []
    Node.forEachChildDifference(from: before, to: after) { key, old, new in
      differences.append(WindowChange(key: key, before: old ?? .empty, after: new ?? .empty))
    }
    for position in indexes.indices { indexes[position].replace(with: after) }
    if differences.isEmpty { return }
    for position in windows.indices {
      let order = windows[position].parameters.order
      guard let index = indexes.first(where: { $0.order == order }) else {
        preconditionFailure("a window ordered by \(order) has no index")
      }
      let changes = windows[position].update(differences, over: index)
      if !changes.isEmpty { body(windows[position].subscribers, changes) }
    }
  }
}
