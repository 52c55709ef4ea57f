/// Checks the types of an expression and lowers it to a program.
///
/// Types follow the platform: `&&`, `||`, `!` and `?` want what is certain to be a boolean; other
/// operators and arguments accept what only evaluation can tell; equality takes anything but
/// snapshots. Sources: Firebase documentation, "Firebase Database Security Rules API", and verdicts
/// that targaryen's authors recorded on a live database.
struct ExpressionCompiler {
  /// An expression that has been lowered.
  struct Lowered {
    let type: RuleType
    let reference: Operation.Reference
  }

  let kind: RuleKind
  let captures: [Capture]
  var program: ProgramDraft

  /// The program of a rule's expression.
  ///
  /// - Throws: `RulesError` for malformed syntax and for types that can't fit.
  static func compile(
    _ source: ExpressionSource, kind: RuleKind, captures: [Capture]
  ) throws(RulesError) -> Program {
    let expression = try ExpressionParser.parse(source)
    var compiler = ExpressionCompiler(
      kind: kind, captures: captures, program: ProgramDraft(source: source))
    let result = try compiler.lower(expression)
    guard result.type == .boolean else {
      throw compiler.error(.notBoolean(found: result.type.name), at: expression)
    }
    return Program(compiler.program, root: result.reference)
  }

  func error(_ fault: RulesError.Fault, at expression: Expression) -> RulesError {
    RulesError(fault, at: program.source.position(at: expression.range.lowerBound))
  }

  mutating func emit(
    _ operation: Operation, _ type: RuleType, for expression: Expression
  ) -> Lowered {
    program.operations.append(operation)
    program.ranges.append(expression.range)
    return Lowered(type: type, reference: Int32(program.operations.count - 1))
  }

  mutating func constant(_ text: String) -> Int32 {
    program.strings.append(text)
    return Int32(program.strings.count - 1)
  }

  mutating func lower(_ expression: Expression) throws(RulesError) -> Lowered {
    switch expression.form {
    case .null: return emit(.null, .null, for: expression)
    case .bool(let value): return emit(.bool(value), .boolean, for: expression)
    case .number(let value): return emit(.number(value), .number, for: expression)
    case .string(let text): return emit(.string(constant(text)), .string, for: expression)
    case .pattern:
      let allowed = "as the argument of matches()"
      throw error(.misplacedLiteral("a regular expression", allowed: allowed), at: expression)
    case .array:
      let allowed = "as the argument of hasChildren()"
      throw error(.misplacedLiteral("an array", allowed: allowed), at: expression)
    case .variable(let name): return try lowerVariable(name, expression)
    case .member(let object, let name):
      return try lowerProperty(of: object, name: name, expression)
    case .element(let object, let key): return try lowerElement(of: object, key: key, expression)
    case .call(let callee, let arguments):
      return try lowerCall(of: callee, arguments, expression)
    case .not(let operand):
      let lowered = try lower(operand, as: .boolean, of: "!", side: "operand")
      return emit(.not(lowered.reference), .boolean, for: expression)
    case .negate(let operand):
      let lowered = try lower(operand)
      try check(lowered, is: [.number], operand, of: "-", side: "operand")
      return emit(.negate(lowered.reference), .number, for: expression)
    case .binary(let symbol, let left, let right):
      return try lowerBinary(symbol, left, right, expression)
    case .conditional(let test, let then, let otherwise):
      let condition = try lower(test, as: .boolean, of: "?", side: "condition")
      let first = try lower(then)
      let second = try lower(otherwise)
      return emit(
        .choose(condition.reference, then: first.reference, otherwise: second.reference),
        Self.union(first.type, second.type), for: expression)
    }
  }

  private static func union(_ left: RuleType, _ right: RuleType) -> RuleType {
    if left == right { return left }
    return left.isPrimitive && right.isPrimitive ? .primitive : .any
  }

  private mutating func lowerVariable(
    _ name: String, _ expression: Expression
  ) throws(RulesError) -> Lowered {
    if let capture = captures.first(where: { $0.name == name }) {
      return emit(.capture(level: Int32(capture.level)), .string, for: expression)
    }
    switch name {
    case "auth": return emit(.auth, .any, for: expression)
    case "now": return emit(.now, .number, for: expression)
    case "root": return emit(.root, .snapshot, for: expression)
    case "data":
      program.readsData = true
      return emit(.location(.before, up: 0), .snapshot, for: expression)
    case "newData" where kind != .read:
      return emit(.location(.after, up: 0), .snapshot, for: expression)
    case "query" where kind == .read: return emit(.wholeQuery, .query, for: expression)
    case "newData", "query":
      throw error(.unavailableVariable(name, rule: kind.rawValue), at: expression)
    default:
      throw error(
        .unknownVariable(name, known: kind.variables + captures.map(\.name)), at: expression)
    }
  }

  /// Lowers an operand whose type has to be certain.
  private mutating func lower(
    _ operand: Expression, as type: RuleType, of symbol: String, side: String
  ) throws(RulesError) -> Lowered {
    let lowered = try lower(operand)
    guard lowered.type == type else {
      throw error(
        .wrongOperand(of: symbol, side: side, expected: type.name, found: lowered.type.name),
        at: operand)
    }
    return lowered
  }

  /// Checks an operand that may also prove right only when evaluated.
  private func check(
    _ lowered: Lowered, is types: [RuleType], _ operand: Expression, of symbol: String,
    side: String
  ) throws(RulesError) {
    guard types.contains(lowered.type) || lowered.type.isOpen else {
      let expected = types.map(\.name).joined(separator: " or ")
      throw error(
        .wrongOperand(of: symbol, side: side, expected: expected, found: lowered.type.name),
        at: operand)
    }
  }

  private mutating func lowerBinary(
    _ symbol: Expression.Operator, _ left: Expression, _ right: Expression,
    _ expression: Expression
  ) throws(RulesError) -> Lowered {
    if symbol == .and || symbol == .or {
      let first = try lower(left, as: .boolean, of: symbol.rawValue, side: "left side").reference
      let second = try lower(right, as: .boolean, of: symbol.rawValue, side: "right side").reference
      return emit(
        symbol == .and ? .and(first, second) : .or(first, second), .boolean, for: expression)
    }
    let first = try lower(left)
    let second = try lower(right)
    let types = Self.operandTypes(of: symbol)
    try check(first, is: types, left, of: symbol.rawValue, side: "left side")
    try check(second, is: types, right, of: symbol.rawValue, side: "right side")
    let (a, b) = (first.reference, second.reference)
    switch symbol {
    case .add: return emit(.add(a, b), Self.sum(first.type, second.type), for: expression)
    case .subtract: return emit(.calculate(.subtract, a, b), .number, for: expression)
    case .multiply: return emit(.calculate(.multiply, a, b), .number, for: expression)
    case .divide: return emit(.calculate(.divide, a, b), .number, for: expression)
    case .remainder: return emit(.calculate(.remainder, a, b), .number, for: expression)
    case .equal, .identical:
      return emit(.equal(a, b, isNegated: false), .boolean, for: expression)
    case .unequal, .unidentical:
      return emit(.equal(a, b, isNegated: true), .boolean, for: expression)
    case .less, .lessOrEqual, .greater, .greaterOrEqual, .or, .and:
      guard first.type == second.type || first.type.isOpen || second.type.isOpen else {
        throw error(
          .mixedComparison(symbol.rawValue, left: first.type.name, right: second.type.name),
          at: expression)
      }
      return emit(.compare(Self.ordering(symbol), a, b), .boolean, for: expression)
    }
  }

  private static func operandTypes(of symbol: Expression.Operator) -> [RuleType] {
    switch symbol {
    case .add: [.number, .string]
    case .subtract, .multiply, .divide, .remainder: [.number]
    case .less, .lessOrEqual, .greater, .greaterOrEqual: [.number, .string, .null]
    case .equal, .identical, .unequal, .unidentical: [.boolean, .number, .string, .null]
    case .and, .or: [.boolean]
    }
  }

  private static func ordering(_ symbol: Expression.Operator) -> Operation.Ordering {
    switch symbol {
    case .less: .less
    case .lessOrEqual: .lessOrEqual
    case .greater: .greater
    case .greaterOrEqual: .greaterOrEqual
    default: preconditionFailure("\(symbol.rawValue) doesn't order")
    }
  }

  private static func sum(_ left: RuleType, _ right: RuleType) -> RuleType {
    if left == .string || right == .string { return .string }
    return left == .number && right == .number ? .number : .primitive
  }
}
