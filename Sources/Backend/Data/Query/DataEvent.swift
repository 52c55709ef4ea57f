/// An event that a listener is told.
///
/// Source: Firebase documentation, "Listen for child events".
public struct DataEvent: Equatable, Sendable {
  /// The kinds of event, in the order in which one listener gets those of one change.
  public enum Kind: Int, CaseIterable, Sendable {
    case childRemoved
    case childAdded
    case childMoved
    case childChanged
    case value
  }

  /// The kind of event.
  public let kind: Kind
  /// The child that it happened to; nil for `value`.
  public let key: Key?
  /// The child, or with `value` the location's node; of a child that has gone, what it was.
  public let node: Node
  /// The child that now stands before this one; nil for the first, for removals and for `value`.
  public let previousKey: Key?

  /// An event.
  public init(_ kind: Kind, key: Key? = nil, node: Node, previousKey: Key? = nil) {
    self.kind = kind
    self.key = key
    self.node = node
    self.previousKey = previousKey
  }
}

/// The kinds of event that a listener wants.
public struct EventKinds: OptionSet, Hashable, Sendable {
  public let rawValue: Int

  public init(rawValue: Int) { self.rawValue = rawValue }

  /// One kind.
  public init(_ kind: DataEvent.Kind) { rawValue = 1 << kind.rawValue }

  /// The whole value, whenever it changes.
  public static let value = EventKinds(.value)
  /// All events about single children.
  public static let child: EventKinds = [
    EventKinds(.childRemoved), EventKinds(.childAdded), EventKinds(.childMoved),
    EventKinds(.childChanged),
  ]
  /// Every event.
  public static let all: EventKinds = [.value, .child]
}

extension ChildChanges {
  /// The events of these changes: removals, additions, moves, changes, then the value.
  ///
  /// - Parameters:
  ///   - current: the location's node after the changes.
  ///   - raisesValue: whether there is a `value` event at the end.
  package func events(in current: IndexedNode, raisesValue: Bool) -> [DataEvent] {
    if isEmpty { return raisesValue ? [DataEvent(.value, node: current.node)] : [] }
    var removed: [DataEvent] = []
    var added: [DataEvent] = []
    var moved: [DataEvent] = []
    var changed: [DataEvent] = []
    let changes = sorted(by: current.order)
    // Where every child there is has changed, as when a history comes, the one before is that of the change before.
    let areAll = changes.count { !$0.change.isRemoval } == current.node.childCount
    var last: Key?
    let entries = changes.span
    for index in entries.indices {
      let key = entries[index].key
      if case .removed(let node) = entries[index].change {
        removed.append(DataEvent(.childRemoved, key: key, node: node))
        continue
      }
      let node = entries[index].change.node
      let previous = areAll ? last : current.child(before: (key, node))?.key
      last = key
      if case .changed(let before, _) = entries[index].change {
        if current.order.compareValues(before, node) != 0 {
          moved.append(DataEvent(.childMoved, key: key, node: node, previousKey: previous))
        }
        changed.append(DataEvent(.childChanged, key: key, node: node, previousKey: previous))
      } else {
        added.append(DataEvent(.childAdded, key: key, node: node, previousKey: previous))
      }
    }
    // What is added alone, a hundred thousand children when a history comes, is not copied.
    var events = removed.isEmpty ? added : removed + added
    events += moved
    events += changed
    if raisesValue { events.append(DataEvent(.value, node: current.node)) }
    return events
  }
}
