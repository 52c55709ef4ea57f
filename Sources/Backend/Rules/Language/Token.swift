/// A word of a rule expression.
struct Token: Sendable {
  enum Kind: Sendable, Equatable {
    case identifier(String)
    case number(Double)
    case string(String)
    case pattern(String, ignoresCase: Bool)
    case symbol(String)
    case end
  }

  let kind: Kind
  /// Offsets of its scalars in the expression.
  let range: Range<Int>

  /// The token as a message names it.
  var description: String {
    switch kind {
    case .identifier(let name): "'\(name)'"
    case .number: "a number"
    case .string: "a string"
    case .pattern: "a regular expression"
    case .symbol(let text): "'\(text)'"
    case .end: "the end of the rule"
    }
  }

  /// Whether a value ends with this token, so that a '/' after it divides.
  var endsOperand: Bool {
    switch kind {
    case .identifier, .number, .string, .pattern: true
    case .symbol(let text): text == ")" || text == "]"
    case .end: false
    }
  }
}
