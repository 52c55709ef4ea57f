/// A single rule expression, compiled, to be evaluated outside a rule set.
package struct RuleExpression: Sendable {
  private let program: Program
  private let captureCount: Int

  /// An expression as it would stand in a rules file.
  ///
  /// - Parameters:
  ///   - text: The expression.
  ///   - kind: The kind of rule, which decides about the variables it knows.
  ///   - captures: Names of captures, each with its `$`, one for each key from the root down.
  /// - Throws: `RulesError`, with places in `text`.
  package init(
    _ text: String, kind: RuleKind = .read, captures: [String] = []
  ) throws(RulesError) {
    captureCount = captures.count
    program = try ExpressionCompiler.compile(
      ExpressionSource(text), kind: kind,
      captures: captures.enumerated().map { Capture(name: $1, level: $0) })
  }

  /// The expression's answer at `path`, whose keys the captures take.
  ///
  /// - Parameters:
  ///   - path: The location of the rule; `data` and `newData` show it.
  ///   - auth: The caller; nil for nobody signed in.
  ///   - before: The database as it stands.
  ///   - after: The database as a write would leave it; as it stands where left out.
  ///   - query: The query of a read.
  ///   - nowMilliseconds: The server's time, in milliseconds since 1970.
  /// - Throws: `RuleEvaluationError` where a value doesn't fit its operation; a rule then counts as
  ///   false.
  package func evaluate(
    at path: Path = .root, as auth: RuleAuth?, in before: Node, leaving after: Node? = nil,
    query: QueryParameters = .all, nowMilliseconds: Int64 = 0
  ) throws(RuleEvaluationError) -> Bool {
    guard path.depth >= captureCount else {
      throw RuleEvaluationError(
        description:
          "\(path) has \(path.depth) keys for \(captureCount) captures: give a deeper one")
    }
    let request = RuleRequest(
      path: path, auth: auth, nowMilliseconds: nowMilliseconds, query: query, before: before,
      after: after ?? before)
    var scope = RuleScope(request)
    for _ in path.keys { scope.descend() }
    scope.loadData()
    do throws(EvaluationFault) {
      return try program.isTrue(in: scope)
    } catch {
      throw RuleEvaluationError(
        description: error.description(of: program.text(of: error.operation)))
    }
  }
}

/// An expression that had no answer, since a value didn't fit its operation.
package struct RuleEvaluationError: Error, Sendable, Equatable, CustomStringConvertible {
  /// The problem, and the sub-expression that has it.
  package let description: String
}
