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

  /// Takes the events of one change in; what is wrong with them, nil when nothing is.
  ///
  /// Places are those after the whole change, so that what moves is taken out before anything is put in.
  mutating func take(_ events: [DataEvent]) -> String? {
    let moving = Set(events.filter { $0.kind == .childMoved }.compactMap(\.key))
    for key in moving.sorted() where !children.contains(where: { $0.key == key }) {
      return "\(key) moves and wasn't there"
    }
    children.removeAll { moving.contains($0.key) }
    var arriving: [DataEvent] = []
    for event in events {
      guard let key = event.key else {
        value = event.node
        continue
      }
      let position = children.firstIndex { $0.key == key }
      switch event.kind {
      case .childRemoved:
        guard let position else { return "\(key) is removed and wasn't there" }
        if children[position].node != event.node { return "\(key) is removed as another" }
        children.remove(at: position)
      case .childAdded, .childMoved:
        if position != nil { return "\(key) is added and was there" }
        arriving.append(event)
      case .childChanged, .value: break
      }
    }
    return insert(arriving) ?? change(events)
  }

  private mutating func insert(_ arriving: [DataEvent]) -> String? {
    var waiting = arriving
    while !waiting.isEmpty {
      let ready = waiting.firstIndex { event in
        guard let previous = event.previousKey else { return true }
        return children.contains { $0.key == previous }
      }
      guard let ready else { return "nothing comes before \(waiting.compactMap(\.key))" }
      let event = waiting.remove(at: ready)
      let previous = children.firstIndex { $0.key == event.previousKey }
      if let key = event.key {
        children.insert((key, event.node), at: previous.map { $0 + 1 } ?? 0)
      }
    }
    return nil
  }

  private mutating func change(_ events: [DataEvent]) -> String? {
    for event in events where event.kind == .childChanged {
      guard let position = children.firstIndex(where: { $0.key == event.key }) else {
        return "\(event) changes what isn't there"
      }
      children[position].node = event.node
      let previous = position == 0 ? nil : children[position - 1].key
      if previous != event.previousKey { return "\(event) comes after \(previous?.text ?? "none")" }
    }
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
