import Backend
import Devices

/// What a listener believes, from nothing but the events that it was told.
struct ListenerMirror {
  let id: ListenerID
  let query: QuerySpec
  private(set) var children: [(key: Key, node: Node)] = []
  private(set) var value: Node?

  init(id: ListenerID, query: QuerySpec) {
    self.id = id
    self.query = query
  }

  /// Takes an event in; what is wrong with it, nil when nothing is.
  mutating func take(_ event: DataEvent) -> String? {
    guard let key = event.key else {
      value = event.node
      return nil
    }
    let position = children.firstIndex { $0.key == key }
    switch event.kind {
    case .value: return "a value event has a key"
    case .childRemoved:
      guard let position else { return "\(key) is removed and wasn't there" }
      if children[position].node != event.node { return "\(key) is removed as another" }
      children.remove(at: position)
    case .childAdded:
      if position != nil { return "\(key) is added and was there" }
      return insert(key, event.node, after: event.previousKey)
    case .childMoved:
      guard let position else { return "\(key) moves and wasn't there" }
      children.remove(at: position)
      return insert(key, event.node, after: event.previousKey)
    case .childChanged:
      guard let position else { return "\(key) changes and wasn't there" }
      children[position].node = event.node
      let previous = position == 0 ? nil : children[position - 1].key
      if previous != event.previousKey {
        return "\(key) changes after \(event.previousKey?.text ?? "nothing"), "
          + "which is after \(previous?.text ?? "nothing")"
      }
    }
    return nil
  }

  private mutating func insert(_ key: Key, _ node: Node, after previous: Key?) -> String? {
    var position = 0
    if let previous {
      guard let found = children.firstIndex(where: { $0.key == previous }) else {
        return "\(key) comes after \(previous), which isn't there"
      }
      position = found + 1
    }
    children.insert((key, node), at: position)
    return nil
  }

  /// What differs from what the engine says that it shows.
  func difference(from shown: (node: Node, isComplete: Bool)) -> String? {
    let expected = IndexedNode(shown.node, order: query.parameters.order).children
    if children.map(\.key) != expected.map(\.key) {
      return "believes in \(children.map(\.key)), shown are \(expected.map(\.key))"
    }
    for (mine, child) in zip(children, expected) where mine.node != child.node {
      return "believes \(mine.key) to be \(mine.node), shown is \(child.node)"
    }
    if shown.isComplete, value != shown.node {
      return "was last told the value \(value?.description ?? "never"), shown is \(shown.node)"
    }
    return nil
  }
}
