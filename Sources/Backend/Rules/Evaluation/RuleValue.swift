/// A value while a rule is evaluated.
enum RuleValue: Sendable {
  case null
  case bool(Bool)
  case number(Double)
  case string(String)
  /// An object or array among the claims of `auth`.
  case claims(JSON)
  /// The value of `val()` where there are children: equal to itself and to nothing else.
  ///
  /// Source: Firebase documentation, "Firebase Database Security Rules API", on `val()`.
  case children

  init(_ scalar: Scalar?) {
    switch scalar {
    case nil: self = .null
    case .bool(let value): self = .bool(value)
    case .number(let value): self = .number(value)
    case .string(let value): self = .string(value)
    }
  }

  init(_ node: Node) {
    self = node.hasChildren ? .children : RuleValue(node.scalar)
  }

  init(_ json: JSON) {
    switch json {
    case .null: self = .null
    case .bool(let value): self = .bool(value)
    case .number(let value): self = .number(value)
    case .string(let value): self = .string(value)
    case .array, .object: self = .claims(json)
    }
  }

  init(_ priority: Priority) { self.init(priority.node) }

  /// Sameness as `==` and `===` have it: no value equals one of another type.
  static func isSame(_ left: RuleValue, _ right: RuleValue) -> Bool {
    switch (left, right) {
    case (.null, .null), (.children, .children): true
    case (.bool(let a), .bool(let b)): a == b
    case (.number(let a), .number(let b)): a == b
    case (.string(let a), .string(let b)): isSame(a, b)
    case (.claims(let a), .claims(let b)): a == b
    default: false
    }
  }

  /// Whether the bytes are equal: Swift's == takes canonically equivalent strings for equal.
  private static func isSame(_ left: String, _ right: String) -> Bool {
    left == right && (left.utf8Span.isKnownASCII || TextOrder.same(left, right))
  }

  var kind: Kind {
    switch self {
    case .null: .null
    case .bool: .boolean
    case .number: .number
    case .string: .string
    case .claims: .claims
    case .children: .children
    }
  }

  enum Kind: UInt8, Sendable {
    case null, boolean, number, string, claims, children

    /// The kind as a message names it.
    var name: String {
      switch self {
      case .null: "null"
      case .boolean: "a boolean"
      case .number: "a number"
      case .string: "a string"
      case .claims: "an object of claims"
      case .children: "a node with children"
      }
    }
  }
}

extension RuleValue: CustomStringConvertible {
  var description: String {
    switch self {
    case .null: "null"
    case .bool(let value): "\(value)"
    case .number(let value): RuleValue.text(of: value)
    case .string(let value): JSON.string(value).description
    case .claims(let json): json.description
    case .children: "(children)"
    }
  }

  /// A number as it reads when it is added to a string: JavaScript's form.
  static func text(of number: Double) -> String {
    if number.isNaN { return "NaN" }
    if number.isInfinite { return number < 0 ? "-Infinity" : "Infinity" }
    if number == 0 { return "0" }
    // Swift's description has the same shortest digits and differs in where the exponent begins.
    let parts = number.magnitude.description.split(separator: "e")
    let mantissa = parts[0].split(separator: ".")
    let fraction = mantissa.count > 1 && mantissa[1] != "0" ? mantissa[1] : ""
    var point = mantissa[0].count + (parts.count > 1 ? Int(parts[1])! : 0)
    var digits = String(mantissa[0] + fraction)
    while digits.hasPrefix("0") {
      digits.removeFirst()
      point -= 1
    }
    while digits.hasSuffix("0") { digits.removeLast() }
    return (number < 0 ? "-" : "") + layOut(digits: digits, point: point)
  }

  /// Places the decimal point after `point` digits.
  private static func layOut(digits: String, point: Int) -> String {
    func zeros(_ count: Int) -> String { String(repeating: "0", count: count) }
    switch point {
    case digits.count...21: return digits + zeros(point - digits.count)
    case 1..<max(digits.count, 1) where point <= 21:
      return "\(digits.prefix(point)).\(digits.dropFirst(point))"
    case -5...0: return "0." + zeros(-point) + digits
    default:
      let fraction = digits.count > 1 ? "." + digits.dropFirst() : ""
      return "\(digits.prefix(1))\(fraction)e\(point > 0 ? "+" : "-")\(abs(point - 1))"
    }
  }
}

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
