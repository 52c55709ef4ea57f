/// The verdict of the rules on an operation.
public enum RuleVerdict: Sendable {
  case allowed
  case denied(RuleRefusal)

  /// Whether the operation may happen.
  public var isAllowed: Bool { if case .allowed = self { true } else { false } }

  /// The refusal; nil when the operation is allowed.
  public var refusal: RuleRefusal? { if case .denied(let refusal) = self { refusal } else { nil } }
}
