extension RuleSet {
  /// Whether `auth` may read or listen at `path`.
  ///
  /// - Parameters:
  ///   - path: The location, which a `.read` rule there or anywhere above it can grant.
  ///   - query: The order and the limits that the reader asks for.
  ///   - auth: The caller; nil for nobody signed in.
  ///   - root: The database as it stands.
  ///   - nowMilliseconds: The server's time, in milliseconds since 1970.
  public func verdict(
    onReading path: Path, query: QueryParameters = .all, as auth: RuleAuth?, in root: Node,
    at nowMilliseconds: Int64
  ) -> RuleVerdict {
    let request = RuleRequest(
      path: path, auth: auth, nowMilliseconds: nowMilliseconds, query: query, before: root,
      after: nil)
    return isGranted(request)
      ? .allowed : .denied(RuleRefusal(cause: .notGranted, request: request, rules: self))
  }

  /// Whether `auth` may write at `path`.
  ///
  /// A `.write` rule at the location or above has to grant it. Then `.validate` rules have to hold
  /// at the location, above it and at everything below it, wherever the write leaves data; a
  /// write that deletes the location isn't validated. Sources: Firebase documentation, "Validating
  /// data"; for locations above, verdicts recorded in production (pyric, issue 201).
  ///
  /// - Parameters:
  ///   - path: The location.
  ///   - auth: The caller; nil for nobody signed in.
  ///   - before: The database as it stands.
  ///   - after: The database as the write would leave it, server values filled in.
  ///   - nowMilliseconds: The server's time, in milliseconds since 1970.
  public func verdict(
    onWriting path: Path, as auth: RuleAuth?, from before: Node, to after: Node,
    at nowMilliseconds: Int64
  ) -> RuleVerdict {
    let request = RuleRequest(
      path: path, auth: auth, nowMilliseconds: nowMilliseconds, before: before, after: after)
    if let cause = refusalCause(request) {
      return .denied(RuleRefusal(cause: cause, request: request, rules: self))
    }
    return .allowed
  }

  /// Whether `auth` may update all of `paths` at once.
  ///
  /// Each path has to pass by itself, with `newData` showing the database after the whole update.
  ///
  /// - Parameters:
  ///   - paths: The locations that the update writes.
  ///   - auth: The caller; nil for nobody signed in.
  ///   - before: The database as it stands.
  ///   - after: The database as the whole update would leave it, server values filled in.
  ///   - nowMilliseconds: The server's time, in milliseconds since 1970.
  /// - Returns: `.allowed`, or the refusal of the first path that doesn't pass.
  public func verdict(
    onUpdating paths: some Sequence<Path>, as auth: RuleAuth?, from before: Node, to after: Node,
    at nowMilliseconds: Int64
  ) -> RuleVerdict {
    for path in paths {
      let verdict = verdict(onWriting: path, as: auth, from: before, to: after, at: nowMilliseconds)
      if !verdict.isAllowed { return verdict }
    }
    return .allowed
  }

  /// Whether a rule on the way from the root to the location grants the operation.
  private func isGranted(_ request: RuleRequest) -> Bool {
    var scope = RuleScope(request)
    var index = 0
    if Self.holds(nodes[index].read, &scope) { return true }
    for key in request.path.keys {
      guard let next = child(key, of: index) else { return false }
      scope.descend()
      index = next
      if Self.holds(nodes[index].read, &scope) { return true }
    }
    return false
  }

  /// Whether there is a rule and it is true; one that fails to evaluate is false.
  private static func holds(_ rule: Rule?, _ scope: inout RuleScope) -> Bool {
    guard let rule else { return false }
    if rule.program.readsData { scope.loadData() }
    do throws(EvaluationFault) { return try rule.program.isTrue(in: scope) } catch { return false }
  }

  /// Returns the reason to refuse a write; nil where there is none.
  private func refusalCause(_ request: RuleRequest) -> RuleRefusal.Cause? {
    var scope = RuleScope(request)
    var index = 0
    var isGranted = Self.holds(nodes[index].write, &scope)
    var invalid = invalidity(at: index, &scope)
    var isBelowRules = false
    for key in request.path.keys {
      // The data is followed to the end even where rules end, to see whether this is a deletion.
      let next = isBelowRules ? nil : child(key, of: index)
      scope.descend()
      guard let next else {
        isBelowRules = true
        continue
      }
      index = next
      if !isGranted { isGranted = Self.holds(nodes[index].write, &scope) }
      if invalid == nil { invalid = invalidity(at: index, &scope) }
    }
    guard isGranted else { return .notGranted }
    if scope.newData.isEmpty { return nil }
    if invalid != nil || isBelowRules { return invalid }
    return invalidity(below: index, &scope)
  }

  private func invalidity(
    at index: RuleNode.Index, _ scope: inout RuleScope
  ) -> RuleRefusal.Cause? {
    guard let rule = nodes[index].validate, !scope.newData.isEmpty else { return nil }
    return Self.holds(rule, &scope) ? nil : .invalid(at: scope.path)
  }

  /// The first invalid location below this one, in the order of keys.
  private func invalidity(
    below index: RuleNode.Index, _ scope: inout RuleScope
  ) -> RuleRefusal.Cause? {
    guard nodes[index].hasValidation, scope.newData.hasChildren else { return nil }
    let node = nodes[index]
    if let capture = node.captureChild, nodes[capture].hasValidation {
      for (key, _) in scope.newData.children {
        guard let next = child(key, of: index) else { continue }
        if let cause = invalidity(from: next, key, &scope) { return cause }
      }
      return nil
    }
    for child in node.children where nodes[child.index].hasValidation {
      if let cause = invalidity(from: child.index, child.key, &scope) {
        return cause
      }
    }
    return nil
  }

  /// The first invalid location at or below a child.
  private func invalidity(
    from index: RuleNode.Index, _ key: Key, _ scope: inout RuleScope
  ) -> RuleRefusal.Cause? {
    guard nodes[index].hasValidation else { return nil }
    scope.descend(to: key)
    defer { scope.ascend() }
    guard !scope.newData.isEmpty else { return nil }
    return invalidity(at: index, &scope) ?? invalidity(below: index, &scope)
  }
}

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
