/// One rule of a rule set, compiled.
///
/// A class, so that reaching a rule counts one reference and not one for every part of its program.
final class Rule: Sendable {
  let kind: RuleKind
  let program: Program
  /// The location it stands at, as the rules file writes it: `/chats/$chat`.
  let place: String
  /// The captures above and at the location, from the root down.
  let captures: [Capture]

  init(kind: RuleKind, program: Program, place: String, captures: [Capture]) {
    self.kind = kind
    self.program = program
    self.place = place
    self.captures = captures
  }
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
  /// The child that takes every other key.
  var captureChild: Index?
  /// Whether a `.validate` rule stands here or below.
  var hasValidation = false
}
