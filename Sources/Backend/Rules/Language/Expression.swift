/// The syntax tree of a rule.
struct Expression: Sendable {
  indirect enum Form: Sendable {
    case null
    case bool(Bool)
    case number(Double)
    case string(String)
    case pattern(String, ignoresCase: Bool)
    case array([Expression])
    case variable(String)
    /// `object.name`
    case member(Expression, name: String)
    /// `object[key]`
    case element(Expression, key: Expression)
    case call(Expression, [Expression])
    case not(Expression)
    case negate(Expression)
    case binary(Operator, Expression, Expression)
    case conditional(Expression, then: Expression, otherwise: Expression)
  }

  /// An operator between two operands.
  enum Operator: String, Sendable {
    case or = "||"
    case and = "&&"
    case equal = "=="
    case identical = "==="
    case unequal = "!="
    case unidentical = "!=="
    case less = "<"
    case lessOrEqual = "<="
    case greater = ">"
    case greaterOrEqual = ">="
    case add = "+"
    case subtract = "-"
    case multiply = "*"
    case divide = "/"
    case remainder = "%"

    /// The precedence of the operator, in JavaScript's order; a higher one binds more strongly.
    var precedence: Int {
      switch self {
      case .or: 1
      case .and: 2
      case .equal, .identical, .unequal, .unidentical: 3
      case .less, .lessOrEqual, .greater, .greaterOrEqual: 4
      case .add, .subtract: 5
      case .multiply, .divide, .remainder: 6
      }
    }
  }

  let form: Form
  /// Offsets of its scalars in the source.
  let range: Range<Int>
}
