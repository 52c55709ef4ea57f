/// The refusal of an operation by the rules.
///
/// Holds what was evaluated; the explanation is worked out when it is asked for.
public struct RuleRefusal: Sendable {
  /// The cause of a refusal.
  public enum Cause: Sendable, Equatable {
    /// No rule on the way to the location granted it.
    case notGranted
    /// The `.validate` rule for this location was false.
    case invalid(at: Path)
  }

  /// The cause of the refusal.
  public let cause: Cause
  private let request: RuleRequest
  private let ruleSet: RuleSet

  init(cause: Cause, request: RuleRequest, rules: RuleSet) {
    self.cause = cause
    self.request = request
    ruleSet = rules
  }

  /// The location that was to be read or written.
  public var path: Path { request.path }

  /// `.read` or `.write`: what was asked for.
  public var operation: RuleKind { request.granting }

  /// The rules that were false: the one that found data invalid, or all that could have granted.
  public var rules: [RefusedRule] {
    var scope = RuleScope(request)
    var index = 0
    var result = [refusedRule(at: index, scope)]
    for (level, key) in (place ?? path).keys.enumerated() {
      guard let next = ruleSet.child(key, of: index) else { break }
      if level < path.depth { scope.descend() } else { scope.descend(to: key) }
      scope.loadData()
      index = next
      result.append(refusedRule(at: index, scope))
    }
    return result.compactMap { $0 }
  }

  /// The location whose data is invalid.
  private var place: Path? { if case .invalid(let place) = cause { place } else { nil } }

  /// The rule that spoke against the operation at a location on the way.
  private func refusedRule(at index: RuleNode.Index, _ scope: RuleScope) -> RefusedRule? {
    let node = ruleSet.nodes[index]
    let rule: Rule? =
      if let place {
        scope.depth == place.depth ? node.validate : nil
      } else {
        operation == .read ? node.read : node.write
      }
    return rule.map { RefusedRule($0, scope) }
  }
}

extension RuleRefusal: CustomStringConvertible {
  public var description: String {
    let rules = rules
    let asked =
      request.granting == .read ? "reading \(path)" : "writing \(path)"
    let asker =
      request.auth.map { "by \($0.uid ?? "somebody without uid")" } ?? "by nobody signed in"
    let reason: String
    switch cause {
    case .notGranted where rules.isEmpty:
      reason = "the rules file has no \(operation.rawValue) rule there or above"
    case .notGranted: reason = "no \(operation.rawValue) rule there or above grants it"
    case .invalid(let place): reason = "the data at \(place) would be invalid"
    }
    return (["\(asked) \(asker) is refused: \(reason)"] + rules.map { "  \($0)" })
      .joined(separator: "\n")
  }
}
