import Backend

/// A transaction's function as the recordings describe it.
///
/// It gets the current value without priorities and returns the new one; the location's own priority stays.
struct RecordedFunction: Sendable {
  private let json: JSON

  init(_ json: JSON) { self.json = json }

  /// The new value; nil to give up.
  func callAsFunction(_ current: Node) -> Node? {
    result(current.updatingPriority(.none).json(.value)).flatMap {
      try? Node($0).updatingPriority(current.priority)
    }
  }

  private func result(_ current: JSON) -> JSON? {
    if let amount = json["add"]?.number { return .number((current.number ?? 0) + amount) }
    if let value = json["replace"] { return value }
    if json["abort"] == .bool(true) { return nil }
    guard let field = json["addToField"]?.array, field.count == 2, let name = field[0].string,
      let amount = field[1].number
    else { return nil }
    guard let members = current.object else {
      let otherwise = json["otherwise"] ?? .null
      return otherwise == .string("same") ? current : otherwise
    }
    let sum = (current[name]?.number ?? 0) + amount
    return .object(members.filter { $0.name != name } + [.init(name, .number(sum))])
  }

  /// Whether the function is one that the recordings describe.
  var isKnown: Bool {
    ["add", "replace", "abort", "addToField"].contains { json[$0] != nil }
  }
}
