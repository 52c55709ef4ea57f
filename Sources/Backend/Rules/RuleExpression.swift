/// A single rule expression, compiled, to be evaluated outside a rule set.
public struct RuleExpression: Sendable {
  private let program: Program
  private let captureCount: Int

  /// An expression as it would stand in a rules file.
  ///
  /// - Parameters:
  ///   - text: The expression.
  ///   - kind: The kind of rule, which decides about the variables it knows.
  ///   - captures: Names of captures above it, each with its `$`, from the root down.
  /// - Throws: `RulesError`, with places in `text`.
  public init(
    _ text: String, kind: RuleKind = .read, captures: [String] = []
  ) throws(RulesError) {
    program = try ExpressionCompiler.compile(
      ExpressionSource(text), kind: kind, captures: captures)
    captureCount = captures.count
  }

  /// The expression's answer at `path`, whose last keys the captures take.
  ///
  /// - Parameters:
  ///   - path: The location of the rule; `data` and `newData` show it.
  ///   - auth: Who asks; nil for nobody signed in.
  ///   - before: The database as it stands.
  ///   - after: The database as a write would leave it; as it stands where left out.
  ///   - query: What a read asks for.
  ///   - nowMilliseconds: The server's time, in milliseconds since 1970.
  /// - Throws: `RuleEvaluationError` where a value doesn't fit its operation; a rule then counts as
  ///   false.
  public func evaluate(
    at path: Path = .root, as auth: RuleAuth?, in before: Node, leaving after: Node? = nil,
    query: QueryParameters = .all, nowMilliseconds: Int64 = 0
  ) throws(RuleEvaluationError) -> Bool {
    precondition(path.depth >= captureCount, "\(path) has no keys for \(captureCount) captures")
    var scope = RuleScope(
      auth: auth, now: Double(nowMilliseconds), query: query, before: before,
      after: after ?? before,
      depth: path.depth)
    let firstCapture = path.depth - captureCount
    for (depth, key) in path.keys.enumerated() {
      scope.descend(to: key, capturing: depth >= firstCapture)
    }
    do throws(EvaluationFault) {
      return try program.isTrue(in: scope)
    } catch {
      throw RuleEvaluationError(
        description: error.description(of: program.text(of: error.operation)))
    }
  }
}

/// An expression that had no answer, since a value didn't fit its operation.
public struct RuleEvaluationError: Error, Sendable, Equatable, CustomStringConvertible {
  /// What was wrong and which sub-expression it was.
  public let description: String
}
