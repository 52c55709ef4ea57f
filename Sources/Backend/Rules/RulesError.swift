/// A rules file that can't be used: what is wrong, where, and what to do.
public struct RulesError: Error, Sendable, Equatable {
  /// The problem.
  public let fault: Fault
  /// The position of the problem in the rules file.
  public let position: SourcePosition

  init(_ fault: Fault, at position: SourcePosition) {
    self.fault = fault
    self.position = position
  }

  /// A problem that a rules file can have.
  public enum Fault: Sendable, Equatable {
    /// The file isn't JSON with comments.
    case malformedDocument(what: String, remedy: String)
    /// A name stands twice in one object.
    case duplicateKey(String, first: SourcePosition)
    /// The outermost object isn't `{"rules": {…}}`.
    case notRules(found: String)
    /// A key begins with a dot and is none of the platform's rules.
    case unknownRule(String)
    /// A rule or a location has a value of the wrong kind.
    case wrongValue(of: String, expected: String, found: String)
    /// A key has characters that no location can have.
    case invalidKey(String)
    /// An object has two captures.
    case secondCapture(String, first: String)
    /// A capture has the name of one above it.
    case repeatedCapture(String)

    /// The expression isn't well-formed.
    case malformedExpression(what: String, remedy: String)
    /// The expression is nested too deep.
    case expressionTooDeep(max: Int)
    /// There is no variable of that name.
    case unknownVariable(String, known: [String])
    /// The variable exists, but not in this kind of rule.
    case unavailableVariable(String, rule: String)
    /// The value has no such property or method.
    case unknownMember(String, of: String, known: [String])
    /// A method is named without being called.
    case uncalledMethod(String)
    /// Something that isn't a method is called.
    case notCallable(String)
    /// `[ ]` on a value that has no keys.
    case notIndexable(String)
    /// A method is called with too many or too few arguments.
    case wrongArgumentCount(of: String, expected: Int, found: Int)
    /// A method is called with an argument of the wrong type.
    case wrongArgument(of: String, expected: String, found: String)
    /// An operator has an operand of the wrong type.
    case wrongOperand(of: String, side: String, expected: String, found: String)
    /// An ordering operator compares values of different types.
    case mixedComparison(String, left: String, right: String)
    /// A regular expression or an array stands where it can't be used.
    case misplacedLiteral(String, allowed: String)
    /// The regular expression is outside the platform's dialect.
    case invalidPattern(what: String, remedy: String)
    /// The expression isn't a condition.
    case notBoolean(found: String)
  }
}

extension RulesError: CustomStringConvertible {
  public var description: String {
    "rules, line \(position.line), column \(position.column): \(fault.what); \(fault.remedy)"
  }
}

extension RulesError.Fault {
  /// The problem, as half a sentence.
  public var what: String {
    switch self {
    case .malformedDocument(let what, _): what
    case .duplicateKey(let key, let first): "\"\(key)\" stands already at \(first)"
    case .notRules(let found): "the file should be {\"rules\": {…}} and has \(found)"
    case .unknownRule(let name): "there is no rule \"\(name)\""
    case .wrongValue(let key, let expected, let found):
      "\"\(key)\" takes \(expected) and has \(found)"
    case .invalidKey(let key): "no location can be named \"\(key)\""
    case .secondCapture(let name, let first): "\(name) stands beside \(first)"
    case .repeatedCapture(let name): "\(name) is captured above already"
    case .malformedExpression(let what, _): what
    case .expressionTooDeep(let max): "the expression is nested more than \(max) levels deep"
    case .unknownVariable(let name, _): "there is no variable \(name)"
    case .unavailableVariable(let name, let rule): "\(name) is not known in a \(rule) rule"
    case .unknownMember(let name, let type, _): "\(type) has no property or method '\(name)'"
    case .uncalledMethod(let name): "\(name) is a method"
    case .notCallable(let text): "\(text) isn't a method"
    case .notIndexable(let type): "\(type) can't be looked into with [ ]"
    case .wrongArgumentCount(let method, let expected, let found):
      "\(method) takes \(expected) argument\(expected == 1 ? "" : "s") and got \(found)"
    case .wrongArgument(let method, let expected, let found):
      "\(method) takes \(expected) and got \(found)"
    case .wrongOperand(let symbol, let side, let expected, let found):
      "the \(side) of \(symbol) must be \(expected) and is \(found)"
    case .mixedComparison(let symbol, let left, let right):
      "\(symbol) compares \(left) with \(right)"
    case .misplacedLiteral(let literal, _): "\(literal) can't stand here"
    case .invalidPattern(let what, _): what
    case .notBoolean(let found): "a rule must be true or false and this is \(found)"
    }
  }

  /// The remedy, as half a sentence.
  public var remedy: String {
    switch self {
    case .malformedDocument(_, let remedy), .malformedExpression(_, let remedy),
      .invalidPattern(_, let remedy):
      remedy
    case .duplicateKey: "merge the two"
    case .notRules: "wrap all rules in one object under \"rules\""
    case .unknownRule: "use .read, .write, .validate or .indexOn"
    case .wrongValue(_, let expected, _): "give it \(expected)"
    case .invalidKey:
      "use a key without . $ # [ ] / and control characters, or a capture such as $id"
    case .secondCapture: "keep one capture per level"
    case .repeatedCapture: "rename one of them"
    case .expressionTooDeep: "split the rule"
    case .unknownVariable(_, let known): "known here: \(known.joined(separator: ", "))"
    case .unavailableVariable("newData", _): "use data, or move the condition to .write"
    case .unavailableVariable: "move the condition to .read"
    case .unknownMember(_, _, let known): "known: \(known.joined(separator: ", "))"
    case .uncalledMethod(let name): "call it: \(name)()"
    case .notCallable: "remove the parentheses"
    case .notIndexable: "use .child('key') on snapshots, [ ] only on auth"
    case .wrongArgumentCount: "pass as many as it takes"
    case .wrongArgument(_, let expected, _): "pass \(expected)"
    case .wrongOperand(_, _, "a boolean", _): "compare it, as in … == true or … != null"
    case .wrongOperand(_, _, let expected, _): "give it \(expected)"
    case .mixedComparison: "compare values of one type"
    case .misplacedLiteral(_, let allowed): "it is allowed only \(allowed)"
    case .notBoolean: "compare it with something"
    }
  }
}
