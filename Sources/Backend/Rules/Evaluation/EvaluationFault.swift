/// The reason why a rule has no answer: it then counts as false.
struct EvaluationFault: Error {
  enum Kind: Sendable {
    /// The operation needs a value of one kind and got another.
    case wrongKind(needed: RuleValue.Kind, found: RuleValue.Kind)
    /// Only numbers and strings can be added.
    case notAddable(found: RuleValue.Kind)
    /// Only numbers and strings have an order, and only among their like.
    case notComparable(RuleValue.Kind, RuleValue.Kind)
    /// A snapshot or the query itself stands for a value, as a branch of `? :`.
    case notValue
    /// `parent()` of the root.
    case noParent
    /// `matches` wants a regular expression.
    case notPattern(found: RuleValue.Kind)
    /// The operation makes a string of more than `Limits.ruleTextBytesMax`.
    case textTooLong
  }

  let kind: Kind
  /// The operation whose value was wrong.
  let operation: Operation.Reference

  /// The fault as a sentence about `text`, the source of the operation.
  func description(of text: String) -> String {
    switch kind {
    case .wrongKind(let needed, let found):
      "\(text) is \(found.name) where \(needed.name) is needed"
    case .notAddable(let found): "\(text) is \(found.name), which can't be added"
    case .notComparable(let left, let right):
      "\(text) compares \(left.name) with \(right.name)"
    case .notValue: "\(text) is no value that could be compared or passed on"
    case .noParent: "\(text) asks for the parent of the root"
    case .textTooLong: "\(text) makes a string of more than \(Limits.ruleTextBytesMax) bytes"
    case .notPattern(let found): "\(text) is \(found.name) where a regular expression is needed"
    }
  }
}
