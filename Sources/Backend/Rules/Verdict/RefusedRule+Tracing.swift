extension RefusedRule {
  /// Evaluates a rule once more and notes what it saw.
  init(_ rule: Rule, _ scope: RuleScope) {
    kind = rule.kind
    place = rule.place
    position = rule.program.source.start
    source = rule.program.source.text
    captures = rule.captures.map {
      Observation(
        expression: $0.name, value: RuleValue.string(scope.key(at: $0.level).text).description)
    }
    var trace = RuleTrace(program: rule.program, scope: scope)
    trace.observe(rule.program.root)
    observations = trace.observations
    do throws(EvaluationFault) {
      _ = try rule.program.isTrue(in: scope)
      fault = nil
    } catch {
      fault = error.description(of: rule.program.text(of: error.operation))
    }
  }
}

/// Collects the values of the sub-expressions that an evaluation looks at.
private struct RuleTrace {
  /// Observations that a trace keeps; a rule with more is cut short.
  static let observationsMax = 32
  /// Characters of a value that are shown.
  static let valueLengthMax = 120

  let program: Program
  let scope: RuleScope
  private(set) var observations: [RefusedRule.Observation] = []

  init(program: Program, scope: RuleScope) {
    self.program = program
    self.scope = scope
  }

  private func isTrue(_ reference: Operation.Reference) -> Bool {
    do throws(EvaluationFault) { return try program.truth(reference, scope) } catch { return false }
  }

  private mutating func record(_ reference: Operation.Reference, _ detail: String = "") {
    let expression = program.text(of: reference)
    guard observations.count < Self.observationsMax,
      !observations.contains(where: { $0.expression == expression })
    else { return }
    // A value that can't be had is explained by what it was to be made of.
    guard let value = try? program.value(reference, scope) else { return }
    let text = Self.shortened(value).description
    let shown =
      text.count > Self.valueLengthMax ? text.prefix(Self.valueLengthMax) + "…" : text[...]
    observations.append(.init(expression: expression, value: shown + detail))
  }

  /// A value whose description begins as the whole value's, without quoting megabytes of it.
  private static func shortened(_ value: RuleValue) -> RuleValue {
    guard case .string(let text) = value, text.utf8.count > 4 * valueLengthMax else { return value }
    return .string(String(text.prefix(valueLengthMax + 1)))
  }

  /// Notes what an operation that gives a value looks at, leaving out what it skips.
  mutating func observe(_ reference: Operation.Reference) {
    switch program.operations[Int(reference)] {
    case .null, .bool, .number, .string, .capture, .wholeQuery: break
    case .now, .query, .authUID: record(reference)
    case .auth: recordAuth(reference)
    case .member(let base, _): observeClaim(base, of: reference)
    case .element(let base, let key):
      observe(key)
      observeClaim(base, of: reference)
    case .value(let base), .priority(let base), .test(_, let base):
      observeSnapshot(base)
      record(reference)
    case .hasChild(let base, let name):
      observeSnapshot(base)
      observe(name)
      record(reference)
    case .hasChildren(let base, let first, let count):
      observeSnapshot(base)
      let names = program.arguments[Int(first)..<Int(first + count)]
      for name in names { observe(name) }
      record(reference, lacking(names, base))
    case .length(let base), .lowercased(let base), .uppercased(let base),
      .matches(let base, _):
      observe(base)
      record(reference)
    case .testText(_, let base, let other), .matchesNothing(let base, let other):
      observe(base)
      observe(other)
      record(reference)
    case .replace(let base, let old, let new):
      for part in [base, old, new] { observe(part) }
      record(reference)
    case .and(let left, let right):
      observe(left)
      if isTrue(left) { observe(right) }
    case .or(let left, let right):
      observe(left)
      if !isTrue(left) { observe(right) }
    case .not(let operand), .negate(let operand): observe(operand)
    case .add(let left, let right), .calculate(_, let left, let right),
      .equal(let left, let right, _), .compare(_, let left, let right):
      observe(left)
      observe(right)
    case .choose(let test, let then, let otherwise):
      observe(test)
      observe(isTrue(test) ? then : otherwise)
    case .root, .location, .child, .childNamed, .parent: observeSnapshot(reference)
    }
  }

  /// Notes the names that lead to a snapshot.
  private mutating func observeSnapshot(_ reference: Operation.Reference) {
    switch program.operations[Int(reference)] {
    case .child(let base, _), .parent(let base): observeSnapshot(base)
    case .childNamed(let base, let name):
      observeSnapshot(base)
      observe(name)
    case .choose(let test, let then, let otherwise):
      observe(test)
      observeSnapshot(isTrue(test) ? then : otherwise)
    default: break
    }
  }

  /// Notes a claim, and what it was looked up in only where that is itself missing.
  private mutating func observeClaim(
    _ base: Operation.Reference, of reference: Operation.Reference
  ) {
    if case .null? = try? program.value(base, scope) { observe(base) }
    record(reference)
  }

  /// Notes who is signed in, by id alone: the claims would fill the page.
  private mutating func recordAuth(_ reference: Operation.Reference) {
    guard !observations.contains(where: { $0.expression == "auth" }) else { return }
    let value =
      scope.request.auth.map { "{uid: \($0.uid.map { "\"\($0)\"" } ?? "null"), …}" } ?? "null"
    observations.append(.init(expression: "auth", value: value))
  }

  /// The names that a `hasChildren` didn't find.
  private func lacking(
    _ names: ArraySlice<Operation.Reference>, _ base: Operation.Reference
  ) -> String {
    guard let parent = try? program.node(base, scope) else { return "" }
    let missing = names.filter { (try? program.child(of: parent, $0, scope).isEmpty) == true }
    guard !missing.isEmpty else { return "" }
    let texts = missing.map { (try? program.value($0, scope).description) ?? "?" }
    return " for lack of \(texts.joined(separator: ", "))"
  }
}
