/// A rule that spoke against an operation, with what it saw.
public struct RefusedRule: Sendable, Equatable {
  /// A sub-expression, capture or variable and its value, both as text.
  public struct Observation: Sendable, Equatable {
    /// The source text.
    public let expression: String
    /// The value it had.
    public let value: String
  }

  /// The kind of the rule.
  public let kind: RuleKind
  /// The location in the rules file, such as `/chats/$chat`.
  public let place: String
  /// The position in the rules file at which its expression begins.
  public let position: SourcePosition
  /// Its expression.
  public let source: String
  /// The location's captures, from the root down.
  public let captures: [Observation]
  /// The values that decided, in the order of evaluation.
  public let observations: [Observation]
  /// The reason why the rule had no answer; nil when it answered false.
  public let fault: String?
}

extension RefusedRule: CustomStringConvertible {
  public var description: String {
    var lines = ["\(kind.rawValue) of \(place) (line \(position.line), column \(position.column))"]
    lines[0] += fault.map { " has no answer: \($0)" } ?? " is false"
    lines.append("    " + source.split(whereSeparator: \.isWhitespace).joined(separator: " "))
    for (index, observation) in (captures + observations).enumerated() {
      lines.append("    \(index == 0 ? "where" : "  and") \(observation)")
    }
    return lines.joined(separator: "\n")
  }
}

extension RefusedRule.Observation: CustomStringConvertible {
  public var description: String { "\(expression) = \(value)" }
}
