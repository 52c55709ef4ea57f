public import Simulator

/// The verdict of the rules on an operation.
public enum RuleVerdict: Sendable {
  case allowed
  case denied(RuleRefusal)

  /// Whether the operation may happen.
  public var isAllowed: Bool { if case .allowed = self { true } else { false } }

  /// The refusal; nil when the operation is allowed.
  public var refusal: RuleRefusal? { if case .denied(let refusal) = self { refusal } else { nil } }
}

/// The refusal of an operation by the rules.
///
/// Holds what was evaluated; the explanation is worked out when it is asked for.
public struct RuleRefusal: Sendable {
  /// The cause of a refusal by the security rules.
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
    scope.loadData()
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

extension RuleRefusal: Digestible {
  /// What was asked for by whom, and why it was refused. The rules and what they saw follow from it: telling them would cost as
  /// much as a hundred verdicts.
  public func digest(into hash: inout StableHash) {
    hash.mix(operation.rawValue)
    hash.mix(path.contentHash)
    hash.mix(UInt64(request.auth == nil ? 0 : 1))
    hash.mix(request.auth?.uid ?? "")
    switch cause {
    case .notGranted: hash.mix(UInt64(0))
    case .invalid(let place): hash.mix(place.contentHash)
    }
  }
}

/// A rule that spoke against an operation, with what it saw.
public struct RefusedRule: Sendable, Equatable {
  /// A sub-expression, capture or variable and its value, both as text.
  public struct Observation: Sendable, Equatable {
    /// The source text.
    public let expression: String
    /// The value it had.
    public let value: String
  }

  /// The kind of the rule.
  public let kind: RuleKind
  /// The location in the rules file, such as `/chats/$chat`.
  public let place: String
  /// The position in the rules file at which its expression begins.
  public let position: SourcePosition
  /// Its expression.
  public let source: String
  /// The location's captures, from the root down.
  public let captures: [Observation]
  /// The values that decided, in the order of evaluation.
  public let observations: [Observation]
  /// The reason why the rule had no answer; nil when it answered false.
  public let fault: String?
}

extension RefusedRule: CustomStringConvertible {
  public var description: String {
    var lines = ["\(kind.rawValue) of \(place) (line \(position.line), column \(position.column))"]
    lines[0] += fault.map { " has no answer: \($0)" } ?? " is false"
    lines.append("    " + source.split(whereSeparator: \.isWhitespace).joined(separator: " "))
    for (index, observation) in (captures + observations).enumerated() {
      lines.append("    \(index == 0 ? "where" : "  and") \(observation)")
    }
    return lines.joined(separator: "\n")
  }
}

extension RefusedRule.Observation: CustomStringConvertible {
  public var description: String { "\(expression) = \(value)" }
}
