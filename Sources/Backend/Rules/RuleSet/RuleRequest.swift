/// An operation that rules decide about.
///
/// A class, since the scope of a rule and a refusal refer to it and none of them changes it.
final class RuleRequest: Sendable {
  let path: Path
  let auth: RuleAuth?
  /// Milliseconds since 1970.
  let now: Double
  let query: QueryParameters
  let before: Node
  /// The database as the write would leave it; nil for reads.
  let after: Node?

  init(
    path: Path, auth: RuleAuth?, nowMilliseconds: Int64, query: QueryParameters = .all,
    before: Node, after: Node?
  ) {
    self.path = path
    self.auth = auth
    now = Double(nowMilliseconds)
    self.query = query
    self.before = before
    self.after = after
  }

  /// The rule that grants the operation if any does.
  var granting: RuleKind { after == nil ? .read : .write }
}
