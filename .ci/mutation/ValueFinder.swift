import SwiftSyntax

/// Finds the values of a file that can be others: what loops go through, what queries take and leave, what stands in where nothing
/// is, what a body gives, numbers and texts.
final class ValueFinder: MutantFinder {
  /// Stands for an expression while the mutant plays.
  private func replace(_ kind: Mutant.Kind, _ node: some SyntaxProtocol, by other: String) {
    add(
      kind, node, after: other,
      .init(range: range(node), prefix: "(mutant(§) ? \(other) : ", suffix: ")"))
  }

  // MARK: - Loops and fallbacks

  override func visit(_ node: ForStmtSyntax) -> SyntaxVisitorContinueKind {
    if node.whereClause == nil {
      add(
        .loopSkipped, node.sequence, after: "none",
        .init(range: range(node.sequence), suffix: " where !mutant(§)"))
    }
    return .visitChildren
  }

  override func visit(_ node: InfixOperatorExprSyntax) -> SyntaxVisitorContinueKind {
    let sign = node.operator.trimmedDescription
    switch sign {
    case "??":
      add(
        .fallbackTaken, node, after: text(range(node.rightOperand)),
        .init(range: range(node.leftOperand), prefix: "mutantNil(§, ", suffix: ")"))
    case "+=", "-=":
      let place = range(node)
      let turned =
        text(range(node.leftOperand)) + (sign == "+=" ? " -= " : " += ")
        + text(range(node.rightOperand))
      add(
        .signTurned, node, after: turned,
        .init(range: place, prefix: "if mutant(§) { \(turned) } else { ", suffix: " }"))
    default: break
    }
    return .visitChildren
  }

  // MARK: - Queries

  /// What a call or a property of the other end is called.
  private static let ends = [
    "first": "last", "last": "first", "min": "max", "max": "min", "firstIndex": "lastIndex",
    "lastIndex": "firstIndex", "prefix": "suffix", "suffix": "prefix", "dropFirst": "dropLast",
    "dropLast": "dropFirst", "removeFirst": "removeLast", "removeLast": "removeFirst",
    "hasPrefix": "hasSuffix", "union": "intersection", "intersection": "union",
    "formUnion": "formIntersection", "insert": "remove",
  ]
  /// Calls that give what they are made on, somehow changed.
  private static let passages: Set<String> = [
    "filter", "sorted", "reversed", "prefix", "suffix", "dropFirst", "dropLast", "union",
    "subtracting", "intersection", "drop", "merging",
  ]

  override func visit(_ node: FunctionCallExprSyntax) -> SyntaxVisitorContinueKind {
    let called = node.calledExpression
    if called.trimmedDescription == "assert" || called.trimmedDescription == "assertionFailure" {
      return .skipChildren
    }
    let place = range(node)
    let name: DeclReferenceExprSyntax? =
      called.as(MemberAccessExprSyntax.self)?.declName ?? called.as(DeclReferenceExprSyntax.self)
    guard let name else { return .visitChildren }
    if let other = Self.ends[name.baseName.text], let flat = flat(place) {
      let offset = range(name).lowerBound - place.lowerBound
      // The name is found again in the text of one line, whose blanks may be fewer.
      if let changed = flat.replacing(name.baseName.text, by: other, near: offset) {
        add(
          .endSwapped, node, after: other,
          .init(range: place, prefix: "(mutant(§) ? \(changed) : ", suffix: ")"))
      }
    }
    if let access = called.as(MemberAccessExprSyntax.self), let base = access.base,
      Self.passages.contains(name.baseName.text), let flat = flat(range(base))
    {
      add(
        .passageDropped, node, after: "without \(name.baseName.text)",
        .init(range: place, prefix: "(mutant(§) ? \(flat) : ", suffix: ")"))
    }
    return .visitChildren
  }

  override func visit(_ node: MemberAccessExprSyntax) -> SyntaxVisitorContinueKind {
    let name = node.declName.baseName.text
    let isCalled =
      node.parent?.as(FunctionCallExprSyntax.self)?.calledExpression.id == ExprSyntax(node).id
    if !isCalled, let base = node.base, ["first", "last"].contains(name),
      let flat = flat(range(base))
    {
      replace(.endSwapped, node, by: "\(flat).\(name == "first" ? "last" : "first")")
    }
    return .visitChildren
  }

  /// A text in one line; nil where that would change it.
  private func flat(_ range: Range<Int>) -> String? {
    let whole = String(decoding: source[range], as: UTF8.self)
    if whole.contains("\"\"\"") { return nil }
    return whole.split(whereSeparator: \.isNewline).map { line in
      line.range(of: "//").map { line.prefix(upTo: $0.lowerBound) } ?? line
    }.joined(separator: " ")
  }

  // MARK: - Results

  override func visit(_ node: FunctionDeclSyntax) -> SyntaxVisitorContinueKind {
    let kind = super.visit(node)
    if let type = node.signature.returnClause?.type.trimmedDescription, let body = node.body {
      empty(Self.results(of: body.statements), of: type)
    }
    return kind
  }

  override func visit(_ node: PatternBindingSyntax) -> SyntaxVisitorContinueKind {
    if let type = node.typeAnnotation?.type.trimmedDescription,
      case .getter(let statements) = node.accessorBlock?.accessors
    {
      empty(Self.results(of: statements), of: type)
    }
    return .visitChildren
  }

  private func empty(_ results: [ExprSyntax], of type: String) {
    let nothing =
      type.hasSuffix("?")
      ? "nil"
      : type.hasPrefix("[") && type.contains(":")
        ? "[:]"
        : type.hasPrefix("[") || type.hasPrefix("Set<")
          ? "[]" : ["Int": "0", "Int64": "0", "String": "\"\""][type]
    guard let nothing else { return }
    for result in results where result.trimmedDescription != nothing {
      replace(.resultEmptied, result, by: nothing)
    }
  }

  // MARK: - Texts and numbers

  override func visit(_ node: StringLiteralExprSyntax) -> SyntaxVisitorContinueKind {
    let literal = String(decoding: source[range(node)], as: UTF8.self)
    if literal.count > 2, !literal.contains("\\("), !literal.hasPrefix("\"\"\""),
      !literal.hasPrefix("#")
    {
      replace(.textChanged, node, by: "\"\(literal.dropFirst().dropLast())~\"")
    }
    return .visitChildren
  }

  override func visit(_ node: IntegerLiteralExprSyntax) -> SyntaxVisitorContinueKind {
    let value = node.literal.text.filter { $0 != "_" }
    if let number = Int(value), number > 2 {
      replace(.constantChanged, node, by: "\(number * 2)")
      replace(.constantChanged, node, by: "\(number / 2)")
    }
    return .visitChildren
  }
}

extension String {
  /// The text with another name for one that stands at an offset or a little before it.
  func replacing(_ name: String, by other: String, near offset: Int) -> String? {
    var found: Index?
    var start = startIndex
    while let place = self[start...].range(of: name) {
      guard distance(from: startIndex, to: place.lowerBound) <= offset else { break }
      found = place.lowerBound
      start = place.upperBound
    }
    guard let found else { return nil }
    return self[..<found] + other + self[index(found, offsetBy: name.count)...]
  }
}
