import SwiftParser
import SwiftSyntax

/// A place of a file where texts can stand side by side, one of them chosen when the program runs.
struct Hole {
  /// The kinds of places.
  enum Kind {
    /// The statements of a function or an accessor; whether they give a value.
    case body(givesValue: Bool)
    /// A value: of a stored property, or of a parameter that is left out; its type where that is known.
    case value(type: String?)
  }

  let kind: Kind
  /// The bytes between the braces, or those of the expression.
  let range: Range<Int>
  /// The text of these bytes.
  let text: String
  /// Its tokens: texts that differ in white space or comments alone are the same.
  let tokens: [String]
  /// Whether the text is one expression that gives the value of a body without saying `return`.
  let isImplicit: Bool
}

/// A declaration of a file, without what is in its holes and without its members.
struct Declaration {
  /// The declarations around it, and its own tokens.
  let key: String
  /// The declarations around it.
  let path: String
  let holes: [Hole]
  /// The bytes of the declaration with the comments before it; of a type, up to the brace that opens it.
  let range: Range<Int>
}

/// The declarations of a file, in their order.
struct Outline {
  let source: [UInt8]
  private(set) var declarations: [Declaration] = []

  init(_ text: String) {
    source = Array(text.utf8)
    var seen: [String: Int] = [:]
    let tree = Parser.parse(source: text)
    for item in tree.statements { add(Syntax(item), in: "", &seen) }
  }

  func text(_ range: Range<Int>) -> String { String(decoding: source[range], as: UTF8.self) }

  private mutating func add(_ node: Syntax, in path: String, _ seen: inout [String: Int]) {
    let inner = node.children(viewMode: .sourceAccurate).first {
      $0.asProtocol((any DeclGroupSyntax).self) != nil
    }
    let group =
      node.asProtocol((any DeclGroupSyntax).self) ?? inner?.asProtocol((any DeclGroupSyntax).self)
    let end = group?.memberBlock.leftBrace.endPositionBeforeTrailingTrivia ?? node.endPosition
    let finder = HoleFinder(source: source)
    if group == nil { finder.walk(node) }
    let tokens = node.tokens(viewMode: .sourceAccurate).filter { token in
      token.position < end
        && !finder.holes.contains {
          $0.range.contains(token.positionAfterSkippingLeadingTrivia.utf8Offset)
        }
    }
    let head = path + "\n" + tokens.map(\.text).joined(separator: " ")
    seen[head, default: 0] += 1
    let key = head + "\n\(seen[head]!)"
    declarations.append(
      Declaration(
        key: key, path: path, holes: finder.holes, range: node.position.utf8Offset..<end.utf8Offset)
    )
    for member in group?.memberBlock.members ?? [] { add(Syntax(member), in: key, &seen) }
  }
}

/// Finds the holes of a declaration; what is inside a hole belongs to it.
private final class HoleFinder: SyntaxVisitor {
  private let source: [UInt8]
  private(set) var holes: [Hole] = []

  init(source: [UInt8]) {
    self.source = source
    super.init(viewMode: .sourceAccurate)
  }

  private func add(
    _ kind: Hole.Kind, _ range: Range<Int>, _ content: some SyntaxProtocol, isImplicit: Bool = false
  ) {
    holes.append(
      Hole(
        kind: kind, range: range, text: String(decoding: source[range], as: UTF8.self),
        tokens: content.tokens(viewMode: .sourceAccurate).map(\.text), isImplicit: isImplicit))
  }

  private func add(
    _ statements: CodeBlockItemListSyntax, _ left: TokenSyntax, _ right: TokenSyntax,
    givesValue: Bool
  ) {
    let range =
      left.endPositionBeforeTrailingTrivia
      .utf8Offset..<right.positionAfterSkippingLeadingTrivia.utf8Offset
    add(
      .body(givesValue: givesValue), range, statements,
      isImplicit: givesValue && Self.isImplicit(statements))
  }

  private static func isImplicit(_ statements: CodeBlockItemListSyntax) -> Bool {
    guard statements.count == 1, let item = statements.first?.item else { return false }
    switch item {
    case .stmt(let statement):
      guard let inner = statement.as(ExpressionStmtSyntax.self)?.expression else { return false }
      return !LeavingFinder.leaves(inner)
    case .expr(let expression):
      let isControl = expression.is(SwitchExprSyntax.self) || expression.is(IfExprSyntax.self)
      return !isControl || !LeavingFinder.leaves(expression)
    default: return false
    }
  }

  override func visit(_ node: FunctionDeclSyntax) -> SyntaxVisitorContinueKind {
    walk(node.signature)
    if let body = node.body {
      let type = node.signature.returnClause?.type.trimmedDescription ?? "Void"
      add(
        body.statements, body.leftBrace, body.rightBrace, givesValue: type != "Void" && type != "()"
      )
    }
    return .skipChildren
  }

  override func visit(_ node: InitializerDeclSyntax) -> SyntaxVisitorContinueKind {
    walk(node.signature)
    if let body = node.body {
      add(body.statements, body.leftBrace, body.rightBrace, givesValue: false)
    }
    return .skipChildren
  }

  override func visit(_ node: DeinitializerDeclSyntax) -> SyntaxVisitorContinueKind {
    if let body = node.body {
      add(body.statements, body.leftBrace, body.rightBrace, givesValue: false)
    }
    return .skipChildren
  }

  override func visit(_ node: AccessorDeclSyntax) -> SyntaxVisitorContinueKind {
    if let body = node.body {
      add(
        body.statements, body.leftBrace, body.rightBrace,
        givesValue: node.accessorSpecifier.text == "get")
    }
    return .skipChildren
  }

  override func visit(_ node: AccessorBlockSyntax) -> SyntaxVisitorContinueKind {
    guard case .getter(let statements) = node.accessors else { return .visitChildren }
    add(statements, node.leftBrace, node.rightBrace, givesValue: true)
    return .skipChildren
  }

  override func visit(_ node: InitializerClauseSyntax) -> SyntaxVisitorContinueKind {
    var type = node.parent?.as(PatternBindingSyntax.self)?.typeAnnotation?.type.trimmedDescription
    if type == nil, node.value.is(StringLiteralExprSyntax.self),
      node.parent?.is(PatternBindingSyntax.self) == true
    {
      type = "String"
    }
    let range =
      node.value.positionAfterSkippingLeadingTrivia
      .utf8Offset..<node.value.endPositionBeforeTrailingTrivia.utf8Offset
    add(.value(type: type), range, node.value)
    return .skipChildren
  }
}

/// Whether something returns from the body around it.
private final class LeavingFinder: SyntaxVisitor {
  private var leaves = false

  static func leaves(_ node: some SyntaxProtocol) -> Bool {
    let finder = LeavingFinder(viewMode: .sourceAccurate)
    finder.walk(node)
    return finder.leaves
  }

  override func visit(_ node: ReturnStmtSyntax) -> SyntaxVisitorContinueKind {
    leaves = true
    return .skipChildren
  }
  override func visit(_ node: ClosureExprSyntax) -> SyntaxVisitorContinueKind { .skipChildren }
  override func visit(_ node: FunctionDeclSyntax) -> SyntaxVisitorContinueKind { .skipChildren }
}
