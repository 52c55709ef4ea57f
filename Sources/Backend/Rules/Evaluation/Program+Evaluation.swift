extension Program {
  /// The rule's answer.
  ///
  /// - Throws: `EvaluationFault` where values don't fit their operations.
  func isTrue(in scope: RuleScope) throws(EvaluationFault) -> Bool { try truth(root, scope) }

  /// The value of an operation that was checked to be boolean.
  func truth(_ reference: Operation.Reference, _ scope: RuleScope) throws(EvaluationFault) -> Bool {
    switch operations[Int(reference)] {
    case .bool(let value): return value
    case .and(let left, let right):
      guard try truth(left, scope) else { return false }
      return try truth(right, scope)
    case .or(let left, let right):
      if try truth(left, scope) { return true }
      return try truth(right, scope)
    case .not(let operand): return try !truth(operand, scope)
    case .equal(let left, let right, let isNegated):
      return try isSame(left, right, scope) != isNegated
    case .compare(let ordering, let left, let right):
      return try compare(ordering, left, right, reference, scope)
    case .test(let test, let base): return Self.test(test, try node(base, scope))
    case .hasChild(let base, let name):
      return try !child(of: try node(base, scope), name, scope).isEmpty
    case .hasChildren(let base, let first, let count):
      // Names are all evaluated before any is looked up, so that a wrong one is always a fault.
      let parent = try node(base, scope)
      var hasAll = true
      for name in arguments[Int(first)..<Int(first + count)] {
        if try child(of: parent, name, scope).isEmpty { hasAll = false }
      }
      return hasAll
    case .testText(let test, let base, let other):
      return Self.test(test, try text(base, scope), try text(other, scope))
    case .matches(let base, let pattern):
      return patterns[Int(pattern)].matches(try text(base, scope))
    case .matchesNothing(let base, let other):
      _ = try text(base, scope)
      throw EvaluationFault(
        kind: .notPattern(found: try value(other, scope).kind), operation: other)
    default:
      let result = try value(reference, scope)
      guard case .bool(let answer) = result else {
        throw fault(reference, needed: .boolean, found: result)
      }
      return answer
    }
  }

  private func fault(
    _ reference: Operation.Reference, needed: RuleValue.Kind, found: RuleValue
  ) -> EvaluationFault {
    EvaluationFault(kind: .wrongKind(needed: needed, found: found.kind), operation: reference)
  }

  /// The value of any operation but a snapshot.
  func value(
    _ reference: Operation.Reference, _ scope: RuleScope
  ) throws(EvaluationFault) -> RuleValue {
    switch operations[Int(reference)] {
    case .null: return .null
    case .bool(let value): return .bool(value)
    case .number(let value): return .number(value)
    case .string(let index): return .string(strings[Int(index)])
    case .capture(let level): return .string(scope.key(at: Int(level)).text)
    case .now: return .number(scope.request.now)
    case .auth: return scope.request.auth.map { RuleValue($0.claims) } ?? .null
    case .authUID:
      guard let auth = scope.request.auth else { return .null }
      return auth.uid.map(RuleValue.string) ?? auth.claims["uid"].map(RuleValue.init) ?? .null
    case .query(let property): return scope.request.query.ruleValue(of: property)
    case .member(let base, let name):
      return Self.member(strings[Int(name)], of: try value(base, scope))
    case .element(let base, let key):
      return Self.element(try value(key, scope), of: try value(base, scope))
    case .value(let base): return RuleValue(try node(base, scope))
    case .priority(let base): return RuleValue(try node(base, scope).priority)
    case .length(let base): return .number(Double(try text(base, scope).utf16.count))
    case .replace(let base, let old, let new):
      let (old, text, new) = (
        try text(old, scope), try text(base, scope), try text(new, scope)
      )
      return try bounded(Self.replacing(old, in: text, with: new), reference)
    case .lowercased(let base):
      return try bounded(try text(base, scope).lowercased(), reference)
    case .uppercased(let base):
      return try bounded(try text(base, scope).uppercased(), reference)
    case .negate(let operand): return .number(-(try number(operand, scope)))
    case .add(let left, let right): return try sum(left, right, reference, scope)
    case .calculate(let arithmetic, let left, let right):
      return .number(
        Self.calculate(arithmetic, try number(left, scope), try number(right, scope)))
    case .choose(let test, let then, let otherwise):
      return try value(try truth(test, scope) ? then : otherwise, scope)
    case .and, .or, .not, .equal, .compare, .test, .hasChild, .hasChildren, .testText, .matches,
      .matchesNothing:
      return .bool(try truth(reference, scope))
    case .wholeQuery, .root, .location, .child, .childNamed, .parent:
      throw EvaluationFault(kind: .notValue, operation: reference)
    }
  }

  func text(
    _ reference: Operation.Reference, _ scope: RuleScope
  ) throws(EvaluationFault) -> String {
    let result = try value(reference, scope)
    guard case .string(let text) = result else {
      throw fault(reference, needed: .string, found: result)
    }
    return text
  }

  private func number(
    _ reference: Operation.Reference, _ scope: RuleScope
  ) throws(EvaluationFault) -> Double {
    let result = try value(reference, scope)
    guard case .number(let number) = result else {
      throw fault(reference, needed: .number, found: result)
    }
    return number
  }

  /// Equality; with the literal `null` nothing is read that isn't needed.
  private func isSame(
    _ left: Operation.Reference, _ right: Operation.Reference, _ scope: RuleScope
  ) throws(EvaluationFault) -> Bool {
    if case .null = operations[Int(right)], case .auth = operations[Int(left)] {
      return scope.request.auth == nil
    }
    return RuleValue.isSame(try value(left, scope), try value(right, scope))
  }

  private func compare(
    _ ordering: Operation.Ordering, _ left: Operation.Reference, _ right: Operation.Reference,
    _ reference: Operation.Reference, _ scope: RuleScope
  ) throws(EvaluationFault) -> Bool {
    let (a, b) = (try value(left, scope), try value(right, scope))
    switch (a, b) {
    case (.number(let a), .number(let b)):
      switch ordering {
      case .less: return a < b
      case .lessOrEqual: return a <= b
      case .greater: return a > b
      case .greaterOrEqual: return a >= b
      }
    case (.string(let a), .string(let b)):
      return Self.holds(ordering, TextOrder.compare(a, b))
    case (.null, .null): return Self.holds(ordering, 0)
    default:
      throw EvaluationFault(kind: .notComparable(a.kind, b.kind), operation: reference)
    }
  }

  private static func holds(_ ordering: Operation.Ordering, _ order: Int) -> Bool {
    switch ordering {
    case .less: order < 0
    case .lessOrEqual: order <= 0
    case .greater: order > 0
    case .greaterOrEqual: order >= 0
    }
  }

  /// A string that an operation made; nil stands for one that is too long.
  private func bounded(
    _ text: String?, _ reference: Operation.Reference
  ) throws(EvaluationFault) -> RuleValue {
    guard let text, text.utf8.count <= Limits.ruleTextBytesMax else {
      throw EvaluationFault(kind: .textTooLong, operation: reference)
    }
    return .string(text)
  }

  private func sum(
    _ left: Operation.Reference, _ right: Operation.Reference, _ reference: Operation.Reference,
    _ scope: RuleScope
  ) throws(EvaluationFault) -> RuleValue {
    switch (try value(left, scope), try value(right, scope)) {
    case (.number(let a), .number(let b)): return .number(a + b)
    case (.string(let a), .string(let b)): return try bounded(a + b, reference)
    case (.number(let a), .string(let b)): return try bounded(RuleValue.text(of: a) + b, reference)
    case (.string(let a), .number(let b)): return try bounded(a + RuleValue.text(of: b), reference)
    case (let a, let b):
      let isLeftWrong = a.kind != .number && a.kind != .string
      throw EvaluationFault(
        kind: .notAddable(found: isLeftWrong ? a.kind : b.kind),
        operation: isLeftWrong ? left : right)
    }
  }

  private static func calculate(
    _ arithmetic: Operation.Arithmetic, _ left: Double, _ right: Double
  ) -> Double {
    switch arithmetic {
    case .subtract: left - right
    case .multiply: left * right
    // Not infinity, as in JavaScript: recorded verdicts have 1/0 as NaN.
    case .divide: right == 0 ? .nan : left / right
    case .remainder: left.truncatingRemainder(dividingBy: right)
    }
  }
}
