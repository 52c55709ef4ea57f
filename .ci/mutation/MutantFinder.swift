import SwiftOperators
import SwiftParser
import SwiftSyntax

/// Walks a file, knows the declaration it is in, and keeps the mutants that are found.
class MutantFinder: SyntaxVisitor {
  private let file: String
  let source: [UInt8]
  private let converter: SourceLocationConverter
  private(set) var mutants: [Mutant] = []
  private(set) var declarations: [String] = []

  init(file: String, tree: SourceFileSyntax) {
    self.file = file
    source = Array(tree.description.utf8)
    converter = SourceLocationConverter(fileName: file, tree: tree)
    super.init(viewMode: .sourceAccurate)
  }

  /// The tree of a source file, with operators in their precedence.
  static func tree(of text: String) -> SourceFileSyntax {
    OperatorTable.standardOperators.foldAll(Parser.parse(source: text), errorHandler: { _ in })
      .cast(SourceFileSyntax.self)
  }

  func range(_ node: some SyntaxProtocol) -> Range<Int> {
    node.positionAfterSkippingLeadingTrivia
      .utf8Offset..<node.endPositionBeforeTrailingTrivia.utf8Offset
  }

  func text(_ range: Range<Int>) -> String {
    String(decoding: source[range], as: UTF8.self).split(whereSeparator: \.isWhitespace).joined(
      separator: " ")
  }

  func add(
    _ kind: Mutant.Kind, _ node: some SyntaxProtocol, before: String? = nil, linesBelow: Int = 0,
    after: String,
    _ edit: Mutant.Edit
  ) {
    let position = node.positionAfterSkippingLeadingTrivia
    let before = before ?? text(range(node))
    var mutant = Mutant(
      file: file, line: converter.location(for: position).line + linesBelow,
      declaration: declarations.isEmpty ? "-" : declarations.joined(separator: "."), kind: kind,
      before: before.count > 90 ? String(before.prefix(87)) + "..." : before, after: after,
      edit: edit)
    mutant.ordinal =
      mutants.filter {
        $0.declaration == mutant.declaration && $0.kind == kind && $0.before == mutant.before
          && $0.after == after
      }.count
    mutants.append(mutant)
  }

  // MARK: - Declarations

  func enter(_ name: String) -> SyntaxVisitorContinueKind {
    declarations.append(name)
    return .visitChildren
  }

  override func visit(_ node: StructDeclSyntax) -> SyntaxVisitorContinueKind {
    enter(node.name.text)
  }
  override func visitPost(_ node: StructDeclSyntax) { declarations.removeLast() }
  override func visit(_ node: ClassDeclSyntax) -> SyntaxVisitorContinueKind {
    enter(node.name.text)
  }
  override func visitPost(_ node: ClassDeclSyntax) { declarations.removeLast() }
  override func visit(_ node: ActorDeclSyntax) -> SyntaxVisitorContinueKind {
    enter(node.name.text)
  }
  override func visitPost(_ node: ActorDeclSyntax) { declarations.removeLast() }
  override func visit(_ node: EnumDeclSyntax) -> SyntaxVisitorContinueKind { enter(node.name.text) }
  override func visitPost(_ node: EnumDeclSyntax) { declarations.removeLast() }
  override func visit(_ node: ExtensionDeclSyntax) -> SyntaxVisitorContinueKind {
    enter(node.extendedType.trimmedDescription)
  }
  override func visitPost(_ node: ExtensionDeclSyntax) { declarations.removeLast() }
  override func visit(_ node: InitializerDeclSyntax) -> SyntaxVisitorContinueKind { enter("init") }
  override func visitPost(_ node: InitializerDeclSyntax) { declarations.removeLast() }
  override func visit(_ node: SubscriptDeclSyntax) -> SyntaxVisitorContinueKind {
    enter("subscript")
  }
  override func visitPost(_ node: SubscriptDeclSyntax) { declarations.removeLast() }
  override func visit(_ node: VariableDeclSyntax) -> SyntaxVisitorContinueKind {
    guard node.parent?.is(MemberBlockItemSyntax.self) == true else { return .visitChildren }
    return enter(node.bindings.first?.pattern.trimmedDescription ?? "-")
  }
  override func visitPost(_ node: VariableDeclSyntax) {
    if node.parent?.is(MemberBlockItemSyntax.self) == true { declarations.removeLast() }
  }
  override func visit(_ node: FunctionDeclSyntax) -> SyntaxVisitorContinueKind {
    enter(node.name.text)
  }
  override func visitPost(_ node: FunctionDeclSyntax) { declarations.removeLast() }

  // Texts of types, patterns, attributes and parameters' types hold nothing that can be changed.
  override func visit(_ node: AttributeSyntax) -> SyntaxVisitorContinueKind { .skipChildren }
  override func visit(_ node: TypeAnnotationSyntax) -> SyntaxVisitorContinueKind { .skipChildren }
  override func visit(_ node: ExpressionPatternSyntax) -> SyntaxVisitorContinueKind {
    .skipChildren
  }
  override func visit(_ node: EnumCaseDeclSyntax) -> SyntaxVisitorContinueKind { .skipChildren }
  override func visit(_ node: KeyPathExprSyntax) -> SyntaxVisitorContinueKind { .skipChildren }
  override func visit(_ node: MacroExpansionExprSyntax) -> SyntaxVisitorContinueKind {
    .skipChildren
  }

  // MARK: - Results

  /// What a body gives: its only expression, or what stands behind each `return`.
  static func results(of statements: CodeBlockItemListSyntax) -> [ExprSyntax] {
    if statements.count == 1, case .expr(let expression) = statements.first!.item {
      return expression.is(SwitchExprSyntax.self) || expression.is(IfExprSyntax.self)
        ? [] : [expression]
    }
    let finder = ReturnFinder(viewMode: .sourceAccurate)
    for statement in statements { finder.walk(statement) }
    return finder.expressions
  }
}

/// The values that a body returns, but not those of closures and functions in it.
private final class ReturnFinder: SyntaxVisitor {
  private(set) var expressions: [ExprSyntax] = []
  override func visit(_ node: ClosureExprSyntax) -> SyntaxVisitorContinueKind { .skipChildren }
  override func visit(_ node: FunctionDeclSyntax) -> SyntaxVisitorContinueKind { .skipChildren }
  override func visit(_ node: ReturnStmtSyntax) -> SyntaxVisitorContinueKind {
    if let expression = node.expression { expressions.append(expression) }
    return .visitChildren
  }
}
