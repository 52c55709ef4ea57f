/// An operation that rules decide about.
struct RuleRequest: Sendable {
  let path: Path
  let auth: RuleAuth?
  /// Milliseconds since 1970.
  let now: Double
  let query: QueryParameters
  let before: Node
  /// The database as the write would leave it; nil for reads.
  let after: Node?

  /// The rule that grants the operation if any does.
  var granting: RuleKind { after == nil ? .read : .write }

  /// What a rule at the root sees.
  var rootScope: RuleScope {
    RuleScope(
      auth: auth, now: now, query: query, before: before, after: after, depth: path.depth)
  }
}
