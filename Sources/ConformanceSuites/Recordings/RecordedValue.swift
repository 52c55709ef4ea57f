import Backend

/// The comparison of recorded values with data.
enum RecordedValue {
  /// Whether data are as recorded, without their priorities.
  ///
  /// - Parameter times: The instants that a recorded server time may stand for, milliseconds since 1970.
  static func matches(_ json: JSON, _ node: Node, _ times: ClosedRange<Double>) -> Bool {
    switch json {
    case .null: return node.isEmpty
    case .bool(let value): return node.scalar == .bool(value)
    case .number(let value): return node.scalar == .number(value)
    case .string(let value): return node.scalar == .string(value)
    case .array(let elements):
      let members = elements.enumerated().map { JSON.Member("\($0.offset)", $0.element) }
      return childrenMatch(members, node) { matches($0, $1, times) }
    case .object(let members):
      if json[".any"] == .string("serverTime") {
        guard case .number(let value)? = node.scalar else { return false }
        return value == value.rounded() && times.contains(value)
      }
      return childrenMatch(members, node) { matches($0, $1, times) }
    }
  }

  /// Whether data are as recorded, with their priorities: an object's as `.priority`, any other value's beside `.value`.
  static func matchesExport(_ json: JSON, _ node: Node, _ times: ClosedRange<Double>) -> Bool {
    guard case .object(let members) = json, json[".any"] == nil else {
      let bare = node.updatingPriority(.none)
      guard node.priority.isNone else { return false }
      guard case .array(let elements) = json else { return matches(json, bare, times) }
      let members = elements.enumerated().map { JSON.Member("\($0.offset)", $0.element) }
      return childrenMatch(members, node) { matchesExport($0, $1, times) }
    }
    guard matches(json[".priority"] ?? .null, node.priority.node, times) else { return false }
    if let value = json[".value"] {
      return matches(value, node.updatingPriority(.none), times)
    }
    return childrenMatch(members.filter { $0.name != ".priority" }, node) {
      matchesExport($0, $1, times)
    }
  }

  private static func childrenMatch(
    _ members: [JSON.Member], _ node: Node, _ matches: (JSON, Node) -> Bool
  ) -> Bool {
    let present = members.filter { !$0.value.isNull }
    guard present.count == node.childCount, node.scalar == nil else { return false }
    return present.allSatisfy { matches($0.value, node[child: Key($0.name)]) }
  }
}

/// What a listener or a reader was shown.
struct RecordedSnapshot: Sendable {
  let node: Node
  /// The order of the children.
  let order: QueryOrder
  /// The key of the location; nil for the root.
  let key: Key?

  init(_ node: Node, of query: QuerySpec) {
    self.node = node
    order = query.parameters.order
    key = query.path.last
  }

  /// The children's keys in the order of the query.
  var keys: [String] { IndexedNode(node, order: order).children.map(\.key.text) }

  /// The first of the recorded members that differs, for those that a snapshot has; nil where none does.
  func difference(_ name: String, _ json: JSON, _ times: ClosedRange<Double>) -> String? {
    switch name {
    case "value":
      if RecordedValue.matches(json, node, times) { return nil }
      return "value \(node.json(.value)) instead of \(json)"
    case "export":
      if RecordedValue.matchesExport(json, node, times) { return nil }
      return "export \(node.json()) instead of \(json)"
    case "exists":
      return json == .bool(!node.isEmpty) ? nil : "exists is \(!node.isEmpty)"
    case "keys":
      let keys = JSON.array(keys.map { .string($0) })
      return keys == json ? nil : "keys \(keys) instead of \(json)"
    case "childCount":
      return json.number == Double(node.childCount) ? nil : "\(node.childCount) children"
    case "key":
      let key: JSON = key.map { .string($0.text) } ?? .null
      return key == json ? nil : "key \(key) instead of \(json)"
    case "priority":
      if RecordedValue.matches(json, node.priority.node, times) { return nil }
      return "priority \(node.priority.node) instead of \(json)"
    default: return "\(name) can't be compared"
    }
  }
}
