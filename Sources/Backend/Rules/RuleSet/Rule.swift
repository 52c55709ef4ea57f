/// One rule of a rule set, compiled.
struct Rule: Sendable {
  let kind: RuleKind
  let program: Program
  /// The location it stands at, as the rules file writes it: `/chats/$chat`.
  let place: String
  /// Names of the captures above and at the location, from the root down.
  let captureNames: [String]
}

/// A location in the rules file and the rules that stand there.
struct RuleNode: Sendable {
  /// Index of another node in the rule set.
  typealias Index = Int

  struct Child: Sendable {
    let key: Key
    let index: Index
  }

  var read: Rule?
  var write: Rule?
  var validate: Rule?
  /// Paths below each child, or `.value`, that queries may order by.
  var indexedChildren: [String] = []
  /// Children by name, in the order of the file.
  var children: [Child] = []
  var childIndices: [Key: Index] = [:]
  /// The child that takes every other key.
  var captureChild: Index?
  /// Whether a `.validate` rule stands here or below.
  var hasValidation = false
}
