/// Turns the document of a rules file into nodes.
struct RuleSetBuilder {
  private(set) var nodes: [RuleNode] = []

  /// Compiles the whole file.
  mutating func build(_ document: RulesDocument) throws(RulesError) {
    guard case .object(let members) = document.content else {
      throw RulesError(.notRules(found: document.kindName), at: document.position)
    }
    if let other = members.first(where: { $0.name != "rules" }) {
      throw RulesError(.notRules(found: "\"\(other.name)\""), at: other.position)
    }
    guard let rules = members.first else {
      throw RulesError(.notRules(found: "nothing in it"), at: document.position)
    }
    _ = try build(rules, place: "", level: 0, captures: [])
  }

  /// Compiles a location and all below it; its index.
  private mutating func build(
    _ member: RulesDocument.Member, place: String, level: Int, captures: [Capture]
  ) throws(RulesError) -> RuleNode.Index {
    guard case .object(let members) = member.value.content else {
      throw RulesError(
        .wrongValue(
          of: member.name, expected: "an object of rules", found: member.value.kindName),
        at: member.value.position)
    }
    let index = nodes.count
    nodes.append(RuleNode())
    var node = RuleNode()
    var captureName: String?
    for member in members {
      if member.name.hasPrefix(".") {
        try addRule(member, to: &node, place: place, captures: captures)
      } else if member.name.hasPrefix("$") {
        try checkCapture(member, beside: captureName, above: captures)
        captureName = member.name
        node.captureChild = try build(
          member, place: "\(place)/\(member.name)", level: level + 1,
          captures: captures + [Capture(name: member.name, level: level)])
      } else {
        let key = try key(of: member)
        let child = try build(
          member, place: "\(place)/\(member.name)", level: level + 1, captures: captures)
        node.children.append(.init(key: key, index: child))
      }
    }
    let below = node.children.map(\.index) + (node.captureChild.map { [$0] } ?? [])
    node.hasValidation = node.validate != nil || below.contains { nodes[$0].hasValidation }
    nodes[index] = node
    return index
  }

  private func checkCapture(
    _ member: RulesDocument.Member, beside: String?, above: [Capture]
  ) throws(RulesError) {
    let name = member.name
    if let beside { throw RulesError(.secondCapture(name, first: beside), at: member.position) }
    if above.contains(where: { $0.name == name }) {
      throw RulesError(.repeatedCapture(name), at: member.position)
    }
    let isNamed = name.unicodeScalars.dropFirst().allSatisfy {
      $0 == "_" || $0.properties.isAlphabetic || $0.properties.numericType == .decimal
    }
    guard name.count > 1, isNamed else {
      throw RulesError(.invalidKey(name), at: member.position)
    }
  }

  private func key(of member: RulesDocument.Member) throws(RulesError) -> Key {
    guard let key = try? Key(validating: member.name) else {
      throw RulesError(.invalidKey(member.name), at: member.position)
    }
    return key
  }

  private func addRule(
    _ member: RulesDocument.Member, to node: inout RuleNode, place: String, captures: [Capture]
  ) throws(RulesError) {
    if member.name == ".indexOn" {
      node.indexedChildren = try indexedChildren(member)
      return
    }
    guard let kind = RuleKind(rawValue: member.name) else {
      throw RulesError(.unknownRule(member.name), at: member.position)
    }
    let program = try ExpressionCompiler.compile(
      try source(of: member), kind: kind, captures: captures)
    let rule = Rule(
      kind: kind, program: program, place: place.isEmpty ? "/" : place, captures: captures)
    switch kind {
    case .read: node.read = rule
    case .write: node.write = rule
    case .validate: node.validate = rule
    }
  }

  /// The expression of a rule; a boolean stands for the expression of that name.
  private func source(
    of member: RulesDocument.Member
  ) throws(RulesError) -> ExpressionSource {
    switch member.value.content {
    case .string(let source): return source
    case .bool(let value):
      let scalars = Array("\(value)".unicodeScalars)
      let start = member.value.position
      return ExpressionSource(
        scalars: scalars,
        positions: (0...scalars.count).map {
          SourcePosition(line: start.line, column: start.column + $0)
        })
    default:
      throw RulesError(
        .wrongValue(
          of: member.name, expected: "a boolean or an expression in quotes",
          found: member.value.kindName), at: member.value.position)
    }
  }

  private func indexedChildren(
    _ member: RulesDocument.Member
  ) throws(RulesError) -> [String] {
    func text(_ document: RulesDocument) throws(RulesError) -> String {
      guard case .string(let source) = document.content else {
        throw RulesError(
          .wrongValue(
            of: ".indexOn", expected: "a string or an array of strings",
            found: document.kindName), at: document.position)
      }
      return source.text
    }
    guard case .array(let elements) = member.value.content else {
      return [try text(member.value)]
    }
    var result: [String] = []
    for element in elements { result.append(try text(element)) }
    return result
  }
}
