/// Why the rules refused an operation.
///
/// Holds what was evaluated; the explanation is worked out when it is asked for.
public struct RuleRefusal: Sendable {
  /// What spoke against the operation.
  public enum Cause: Sendable, Equatable {
    /// No rule on the way to the location granted it.
    case notGranted
    /// The `.validate` rule for this location was false.
    case invalid(at: Path)
  }

  /// What spoke against the operation.
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
    switch cause {
    case .notGranted:
      var result: [RefusedRule] = []
      walk(to: request.path) { node, scope in
        if let rule = request.granting == .read ? node.read : node.write {
          result.append(RefusedRule(rule, scope))
        }
      }
      return result
    case .invalid(let place):
      var result: RefusedRule?
      walk(to: place) { node, scope in
        if scope.depth == place.depth, let rule = node.validate {
          result = RefusedRule(rule, scope)
        }
      }
      return result.map { [$0] } ?? []
    }
  }

  /// Visits the rules at every location from the root down to `path`.
  private func walk(to path: Path, _ visit: (RuleNode, RuleScope) -> Void) {
    var scope = request.rootScope
    var index = 0
    visit(ruleSet.nodes[index], scope)
    for key in path.keys {
      guard let next = ruleSet.child(key, of: index) else { return }
      scope.descend(to: key, capturing: next.isCapture)
      index = next.index
      visit(ruleSet.nodes[index], scope)
    }
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
