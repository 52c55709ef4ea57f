/// What a rule sees while it is evaluated at one location.
struct RuleScope: Sendable {
  let auth: RuleAuth?
  /// Milliseconds since 1970.
  let now: Double
  let query: QueryParameters
  /// The nodes from the root down to the rule's location, as the database stands.
  private(set) var before: [Node]
  /// The same as the write would leave them; empty for reads.
  private(set) var after: [Node]
  /// The way from the root to the rule's location.
  private(set) var keys: [Key] = []
  /// The values of the captures above and at the location, from the root down.
  private(set) var captures: [Key] = []

  /// What a rule at the root sees, with room for `depth` levels below it.
  init(
    auth: RuleAuth?, now: Double, query: QueryParameters, before: Node, after: Node?, depth: Int
  ) {
    self.auth = auth
    self.now = now
    self.query = query
    self.before = []
    self.before.reserveCapacity(depth + 1)
    self.before.append(before)
    self.after = []
    if let after {
      self.after.reserveCapacity(depth + 1)
      self.after.append(after)
    }
    keys.reserveCapacity(depth)
  }

  var depth: Int { keys.count }

  /// Moves to a child, whose key a capture may take.
  mutating func descend(to key: Key, capturing: Bool) {
    keys.append(key)
    before.append(before[before.count - 1][child: key])
    if !after.isEmpty { after.append(after[after.count - 1][child: key]) }
    if capturing { captures.append(key) }
  }

  /// Moves back to the parent.
  mutating func ascend(capturing: Bool) {
    keys.removeLast()
    before.removeLast()
    if !after.isEmpty { after.removeLast() }
    if capturing { captures.removeLast() }
  }

  /// The node at the location in the state that the write would leave.
  var newData: Node { after[after.count - 1] }

  func root(of tree: Operation.Tree) -> Node { tree == .before ? before[0] : after[0] }
}
