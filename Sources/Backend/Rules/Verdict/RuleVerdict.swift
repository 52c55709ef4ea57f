/// What the rules say about an operation.
public enum RuleVerdict: Sendable {
  case allowed
  case denied(RuleRefusal)

  /// Whether the operation may happen.
  public var isAllowed: Bool { if case .allowed = self { true } else { false } }

  /// Why it may not; nil when it may.
  public var refusal: RuleRefusal? { if case .denied(let refusal) = self { refusal } else { nil } }
}
