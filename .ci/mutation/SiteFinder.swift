import SwiftSyntax

/// Finds the conditions, operators, constants, statements and arguments of a file that can be changed.
final class SiteFinder: MutantFinder {
  /// Cases without values of the enumerations that are known, by name of a case; nil where two enumerations have it.
  private let siblings: [String: String]
  /// Constants of bodies that get their values later, which nothing may leave out.
  private var declaredWithoutValue: Set<String> = []

  init(file: String, tree: SourceFileSyntax, siblings: [String: String]) {
    self.siblings = siblings
    super.init(file: file, tree: tree)
  }

  private func flip(_ kind: Mutant.Kind, _ node: some SyntaxProtocol) {
    add(kind, node, after: "not", .init(range: range(node), prefix: "mutantFlip(§, ", suffix: ")"))
  }

  // MARK: - Declarations

  override func visit(_ node: VariableDeclSyntax) -> SyntaxVisitorContinueKind {
    if node.bindingSpecifier.text == "let" {
      for binding in node.bindings where binding.initializer == nil {
        declaredWithoutValue.insert(binding.pattern.trimmedDescription)
      }
    }
    return super.visit(node)
  }

  override func visit(_ node: FunctionDeclSyntax) -> SyntaxVisitorContinueKind {
    let kind = super.visit(node)
    if node.signature.returnClause?.type.trimmedDescription == "Bool", let body = node.body {
      for result in Self.results(of: body.statements) { flip(.resultNegated, result) }
    }
    return kind
  }

  override func visit(_ node: PatternBindingSyntax) -> SyntaxVisitorContinueKind {
    if node.typeAnnotation?.type.trimmedDescription == "Bool",
      case .getter(let statements) = node.accessorBlock?.accessors
    {
      for result in Self.results(of: statements) { flip(.resultNegated, result) }
    }
    return .visitChildren
  }

  // MARK: - Conditions

  override func visit(_ node: ConditionElementSyntax) -> SyntaxVisitorContinueKind {
    switch node.condition {
    case .expression(let expression): flip(.conditionNegated, expression)
    case .optionalBinding(let binding):
      add(
        .bindingRefused, binding, after: "never",
        .init(range: range(binding), suffix: ", !mutant(§)"))
    case .matchingPattern(let pattern):
      add(
        .bindingRefused, pattern, after: "never",
        .init(range: range(pattern), suffix: ", !mutant(§)"))
    default: break
    }
    return .visitChildren
  }

  override func visit(_ node: TernaryExprSyntax) -> SyntaxVisitorContinueKind {
    flip(.conditionNegated, node.condition)
    return .visitChildren
  }

  override func visit(_ node: WhereClauseSyntax) -> SyntaxVisitorContinueKind {
    flip(.conditionNegated, node.condition)
    return .visitChildren
  }

  /// Methods whose closure answers a question.
  private static let questions: Set<String> = [
    "filter", "contains", "allSatisfy", "first", "firstIndex", "last", "lastIndex", "removeAll",
    "prefix", "drop",
    "count", "partition",
  ]

  override func visit(_ node: ClosureExprSyntax) -> SyntaxVisitorContinueKind {
    guard node.statements.count == 1, case .expr(let expression) = node.statements.first!.item,
      let call = node.parent?.as(FunctionCallExprSyntax.self)
        ?? node.parent?.parent?.parent?.as(FunctionCallExprSyntax.self),
      let method = call.calledExpression.as(MemberAccessExprSyntax.self)?.declName.baseName.text,
      Self.questions.contains(method)
    else { return .visitChildren }
    flip(.resultNegated, expression)
    return .visitChildren
  }

  // MARK: - Operators

  override func visit(_ node: InfixOperatorExprSyntax) -> SyntaxVisitorContinueKind {
    guard let sign = node.operator.as(BinaryOperatorExprSyntax.self)?.operator else {
      return .visitChildren
    }
    let calls = [
      "<": ("mutantLess", "<="), "<=": ("mutantLessOrEqual", "<"), ">": ("mutantGreater", ">="),
      ">=": ("mutantGreaterOrEqual", ">"), "+": ("mutantSum", "-"), "-": ("mutantDifference", "+"),
    ]
    switch sign.text {
    case "&&", "||":
      let isAnd = sign.text == "&&"
      for operand in [node.leftOperand, node.rightOperand] {
        // Of a chain only the single operands.
        let inner = operand.as(InfixOperatorExprSyntax.self)?.operator.trimmedDescription
        if inner == sign.text { continue }
        add(
          .operandDropped, operand, after: isAnd ? "true" : "false",
          .init(
            range: range(operand), prefix: isAnd ? "(mutant(§) || (" : "(!mutant(§) && (",
            suffix: "))"))
      }
    case "==", "!=":
      let parent = node.parent
      let isFlipped =
        parent?.is(ConditionElementSyntax.self) == true
        || mutants.contains { $0.edit.range == range(node) && $0.after == "not" }
      if !isFlipped { flip(.conditionNegated, node) }
    case let text:
      guard let (function, after) = calls[text] else { break }
      add(
        "<=>=".contains(text) ? .boundaryMoved : .signTurned, node, after: after,
        .init(
          range: range(node), prefix: "\(function)(§, ", suffix: ")", replaced: range(sign),
          replacement: ","))
    }
    return .visitChildren
  }

  // MARK: - Constants

  override func visit(_ node: IntegerLiteralExprSyntax) -> SyntaxVisitorContinueKind {
    let value = node.literal.text.filter { $0 != "_" }
    guard let number = Int(value) else { return .visitChildren }
    add(
      .constantChanged, node, after: "\(number + 1)",
      .init(range: range(node), prefix: "(mutant(§) ? \(number + 1) : ", suffix: ")"))
    return .visitChildren
  }

  override func visit(_ node: BooleanLiteralExprSyntax) -> SyntaxVisitorContinueKind {
    if mutants.contains(where: { $0.edit.range == range(node) }) { return .visitChildren }
    let other = node.literal.text == "true" ? "false" : "true"
    add(
      .constantChanged, node, after: other,
      .init(range: range(node), prefix: "(mutant(§) ? \(other) : ", suffix: ")"))
    return .visitChildren
  }

  override func visit(_ node: MemberAccessExprSyntax) -> SyntaxVisitorContinueKind {
    guard node.base == nil, let other = siblings[node.declName.baseName.text],
      node.parent?.is(FunctionCallExprSyntax.self) != true
        || node.parent?.as(FunctionCallExprSyntax.self)?
          .calledExpression.id != ExprSyntax(node).id,
      node.parent?.is(MemberAccessExprSyntax.self) != true
    else { return .visitChildren }
    add(
      .caseChanged, node, after: "." + other,
      .init(range: range(node), prefix: "(mutant(§) ? .\(other) : ", suffix: ")"))
    return .visitChildren
  }

  /// Rules are texts; a clause of a conjunction or an alternative of a disjunction goes.
  override func visit(_ node: StringLiteralExprSyntax) -> SyntaxVisitorContinueKind {
    let place = range(node)
    let whole = String(decoding: source[place], as: UTF8.self)
    for change in RuleClauses.all(in: whole) {
      add(
        .clauseDropped, node, before: "\(change.place) \(change.before)", linesBelow: change.line,
        after: change.clause,
        // A chain: the compiler takes 256 levels of calls in calls, and rules have more clauses.
        .init(
          range: place,
          suffix:
            ".mutantRule(§, #\"\(change.before)\"#, #\"\(change.after)\"#, \(change.occurrence))"))
    }
    return .visitChildren
  }

  // MARK: - Statements and arguments

  override func visit(_ node: CodeBlockItemSyntax) -> SyntaxVisitorContinueKind {
    guard let list = node.parent?.as(CodeBlockItemListSyntax.self) else { return .visitChildren }
    var isDropped = false
    switch node.item {
    case .expr(let expression):
      // The only statement may be a value.
      let isValue =
        list.count == 1 && (list.parent?.is(ClosureExprSyntax.self) == true || givesValue(list))
      isDropped =
        !isValue && Self.isAction(expression)
        && !(declarations.last == "init" && Self.initializes(expression))
        && !givesFirstValue(expression)
    case .stmt(let statement):
      isDropped =
        statement.as(ReturnStmtSyntax.self)?.expression == nil
        && statement.is(ReturnStmtSyntax.self)
        || statement.is(BreakStmtSyntax.self) || statement.is(ContinueStmtSyntax.self)
      // The end of a guard's body has to leave.
      if list.parent?.parent?.is(GuardStmtSyntax.self) == true { isDropped = false }
      // A case that does nothing says so.
      if list.count == 1, list.parent?.is(SwitchCaseSyntax.self) == true { isDropped = false }
    default: break
    }
    if isDropped {
      add(
        .statementDropped, node, after: "nothing",
        .init(range: range(node), prefix: "if !mutant(§) { ", suffix: " }"))
    }
    return .visitChildren
  }

  /// Whether it gives a constant its value that was declared without one.
  private func givesFirstValue(_ expression: ExprSyntax) -> Bool {
    guard let assignment = expression.as(InfixOperatorExprSyntax.self),
      assignment.operator.is(AssignmentExprSyntax.self),
      let name = assignment.leftOperand.as(DeclReferenceExprSyntax.self)?.baseName.text
    else { return false }
    return declaredWithoutValue.contains(name)
  }

  private func givesValue(_ list: CodeBlockItemListSyntax) -> Bool {
    guard let block = list.parent?.as(CodeBlockSyntax.self) else {
      // A getter's body, or a case of a switch.
      return list.parent?.is(AccessorBlockSyntax.self) == true
    }
    if let function = block.parent?.as(FunctionDeclSyntax.self) {
      return function.signature.returnClause != nil
    }
    return false
  }

  /// Initializers have to set what their value holds.
  private static func initializes(_ expression: ExprSyntax) -> Bool {
    if let inner = expression.as(TryExprSyntax.self) { return initializes(inner.expression) }
    return expression.as(InfixOperatorExprSyntax.self)?.operator.is(AssignmentExprSyntax.self)
      == true
      || expression.as(FunctionCallExprSyntax.self)?.calledExpression.trimmedDescription.hasSuffix(
        ".init") == true
  }

  private static func isAction(_ expression: ExprSyntax) -> Bool {
    if let inner = expression.as(TryExprSyntax.self) { return isAction(inner.expression) }
    if let inner = expression.as(AwaitExprSyntax.self) { return isAction(inner.expression) }
    // Traps end a body.
    let called = expression.as(FunctionCallExprSyntax.self)?.calledExpression.trimmedDescription
    if let called, called.hasSuffix("Failure") || called.hasPrefix("fatal") || called == "assert" {
      return false
    }
    return expression.is(FunctionCallExprSyntax.self) || expression.is(InfixOperatorExprSyntax.self)
      || expression.is(OptionalChainingExprSyntax.self)
      || expression.is(MemberAccessExprSyntax.self)
  }

  /// Functions whose arguments may change places.
  private static let symmetric: Set<String> = ["min", "max", "Swift.min", "Swift.max"]

  override func visit(_ node: FunctionCallExprSyntax) -> SyntaxVisitorContinueKind {
    let called = node.calledExpression.trimmedDescription
    // What debug builds check is no behaviour.
    if called == "assert" || called == "assertionFailure" { return .skipChildren }
    let arguments = Array(node.arguments)
    guard arguments.count >= 2, !Self.symmetric.contains(called) else { return .visitChildren }
    for (first, second) in zip(arguments, arguments.dropFirst()) {
      let (left, right) = (range(first.expression), range(second.expression))
      if text(left) == text(right) || source[left.lowerBound] == 0x26
        || source[right.lowerBound] == 0x26
      {
        continue
      }
      if first.expression.is(ClosureExprSyntax.self) || second.expression.is(ClosureExprSyntax.self)
      {
        continue
      }
      let whole = range(node)
      let swapped = [
        whole.lowerBound..<left.lowerBound, right, left.upperBound..<right.lowerBound, left,
        right.upperBound..<whole.upperBound,
      ].map { String(decoding: source[$0], as: UTF8.self) }.joined()
      let flat = swapped.split(whereSeparator: \.isNewline).map { line in
        line.range(of: "//").map { line.prefix(upTo: $0.lowerBound) } ?? line
      }.joined(separator: " ")
      if swapped.contains("\"\"\"") { continue }
      add(
        .argumentsSwapped, node, after: "\(text(right)), \(text(left))",
        .init(range: whole, prefix: "(mutant(§) ? \(flat) : ", suffix: ")"))
    }
    return .visitChildren
  }
}
