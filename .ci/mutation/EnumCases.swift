import SwiftSyntax

/// A file's text and tree.
struct SourceFileSyntaxBox {
  let text: String
  let tree: SourceFileSyntax

  init(text: String) {
    self.text = text
    tree = MutantFinder.tree(of: text)
  }
}

/// The cases without values of a program's enumerations.
enum EnumCases {
  /// The next case of the same enumeration by a case's name; names that two enumerations or a static member have are
  /// missing, since only types could tell which is meant.
  static func siblings(in trees: [SourceFileSyntax]) -> [String: String] {
    let finder = Finder(viewMode: .sourceAccurate)
    for tree in trees { finder.walk(tree) }
    var siblings: [String: String] = [:]
    var ambiguous = finder.statics
    for cases in finder.enumerations where cases.count > 1 {
      for (index, name) in cases.enumerated() {
        if siblings[name] != nil { ambiguous.insert(name) }
        siblings[name] = cases[(index + 1) % cases.count]
      }
    }
    for name in ambiguous { siblings[name] = nil }
    return siblings
  }

  private final class Finder: SyntaxVisitor {
    private(set) var enumerations: [[String]] = []
    private(set) var statics: Set<String> = []

    override func visit(_ node: EnumDeclSyntax) -> SyntaxVisitorContinueKind {
      let cases = node.memberBlock.members.compactMap { $0.decl.as(EnumCaseDeclSyntax.self) }
      enumerations.append(
        cases.flatMap(\.elements).filter { $0.parameterClause == nil }.map(\.name.text))
      return .visitChildren
    }

    override func visit(_ node: VariableDeclSyntax) -> SyntaxVisitorContinueKind {
      if node.modifiers.contains(where: { $0.name.text == "static" }) {
        for binding in node.bindings { statics.insert(binding.pattern.trimmedDescription) }
      }
      return .visitChildren
    }
  }
}
