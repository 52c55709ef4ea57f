/// Parses a rule expression, JavaScript's expression syntax as far as the rules language has it.
struct ExpressionParser {
  /// Levels of nesting that an expression may have.
  static let depthMax = 256

  private let source: ExpressionSource
  private let tokens: [Token]
  private var index = 0
  private var depth = 0

  private init(_ source: ExpressionSource, _ tokens: [Token]) {
    self.source = source
    self.tokens = tokens
  }

  /// The one expression that `source` holds.
  ///
  /// - Throws: `RulesError` where it isn't one.
  static func parse(_ source: ExpressionSource) throws(RulesError) -> Expression {
    var parser = ExpressionParser(source, try Lexer.tokens(of: source))
    let expression = try parser.parseConditional()
    guard parser.current.kind == .end else { throw parser.unexpected() }
    return expression
  }

  private var current: Token { tokens[index] }

  private mutating func take(_ symbol: String) -> Bool {
    guard current.kind == .symbol(symbol) else { return false }
    index += 1
    return true
  }

  private func unexpected(wanted: String? = nil) -> RulesError {
    let token = current
    let (what, remedy): (String, String) =
      switch token.kind {
      case .symbol("="): ("a rule can't assign", "compare with == or ===")
      case .symbol(";"): ("a rule is a single expression", "join conditions with && or ||")
      case .symbol(let text) where ["&", "|"].contains(text):
        ("there is no operator \(text)", "write \(text)\(text)")
      default:
        if let wanted {
          ("\(wanted) should stand here, but \(token.description) does", "insert it")
        } else {
          ("\(token.description) can't stand here", "check what comes before it")
        }
      }
    return RulesError(
      .malformedExpression(what: what, remedy: remedy),
      at: source.position(at: token.range.lowerBound))
  }

  private mutating func expect(_ symbol: String) throws(RulesError) {
    guard take(symbol) else { throw unexpected(wanted: "'\(symbol)'") }
  }

  private mutating func enter() throws(RulesError) {
    depth += 1
    guard depth <= Self.depthMax else {
      throw RulesError(
        .expressionTooDeep(max: Self.depthMax), at: source.position(at: current.range.lowerBound))
    }
  }

  private mutating func parseConditional() throws(RulesError) -> Expression {
    try enter()
    defer { depth -= 1 }
    let test = try parseBinary(atLeast: 1)
    guard take("?") else { return test }
    let then = try parseConditional()
    try expect(":")
    let otherwise = try parseConditional()
    return Expression(
      form: .conditional(test, then: then, otherwise: otherwise),
      range: test.range.lowerBound..<otherwise.range.upperBound)
  }

  private mutating func parseBinary(atLeast precedence: Int) throws(RulesError) -> Expression {
    var left = try parseUnary()
    var length = 0
    while case .symbol(let symbol) = current.kind,
      let found = Expression.Operator(rawValue: symbol),
      found.precedence >= precedence
    {
      length += 1
      // A chain of operators leans left, so each link is one level of the tree.
      guard depth + length <= Self.depthMax else {
        throw RulesError(
          .expressionTooDeep(max: Self.depthMax),
          at: source.position(at: current.range.lowerBound))
      }
      index += 1
      let right = try parseBinary(atLeast: found.precedence + 1)
      left = Expression(
        form: .binary(found, left, right),
        range: left.range.lowerBound..<right.range.upperBound)
    }
    return left
  }

  private mutating func parseUnary() throws(RulesError) -> Expression {
    try enter()
    defer { depth -= 1 }
    let start = current.range.lowerBound
    if take("!") {
      let operand = try parseUnary()
      return Expression(form: .not(operand), range: start..<operand.range.upperBound)
    }
    if take("-") {
      let operand = try parseUnary()
      return Expression(form: .negate(operand), range: start..<operand.range.upperBound)
    }
    return try parsePostfix()
  }

  private mutating func parsePostfix() throws(RulesError) -> Expression {
    var result = try parsePrimary()
    var length = 0
    while true {
      let start = result.range.lowerBound
      length += 1
      guard depth + length <= Self.depthMax else {
        throw RulesError(
          .expressionTooDeep(max: Self.depthMax),
          at: source.position(at: current.range.lowerBound))
      }
      if take(".") {
        guard case .identifier(let name) = current.kind else {
          throw unexpected(wanted: "a property or method")
        }
        index += 1
        result = Expression(form: .member(result, name: name), range: start..<previousEnd)
      } else if take("[") {
        let key = try parseConditional()
        try expect("]")
        result = Expression(form: .element(result, key: key), range: start..<previousEnd)
      } else if take("(") {
        let arguments = try parseList(until: ")")
        result = Expression(form: .call(result, arguments), range: start..<previousEnd)
      } else {
        return result
      }
    }
  }

  private var previousEnd: Int { tokens[index - 1].range.upperBound }

  private mutating func parseList(until end: String) throws(RulesError) -> [Expression] {
    var elements: [Expression] = []
    if take(end) { return elements }
    repeat { elements.append(try parseConditional()) } while take(",")
    try expect(end)
    return elements
  }

  private mutating func parsePrimary() throws(RulesError) -> Expression {
    let token = current
    func made(_ form: Expression.Form) -> Expression { Expression(form: form, range: token.range) }
    switch token.kind {
    case .number(let value):
      index += 1
      return made(.number(value))
    case .string(let value):
      index += 1
      return made(.string(value))
    case .pattern(let text, let ignoresCase):
      index += 1
      return made(.pattern(text, ignoresCase: ignoresCase))
    case .identifier(let name):
      index += 1
      switch name {
      case "true": return made(.bool(true))
      case "false": return made(.bool(false))
      case "null": return made(.null)
      default: return made(.variable(name))
      }
    case .symbol("("):
      index += 1
      let inner = try parseConditional()
      try expect(")")
      return Expression(form: inner.form, range: token.range.lowerBound..<previousEnd)
    case .symbol("["):
      index += 1
      let elements = try parseList(until: "]")
      return Expression(form: .array(elements), range: token.range.lowerBound..<previousEnd)
    default: throw unexpected(wanted: "a value")
    }
  }
}
