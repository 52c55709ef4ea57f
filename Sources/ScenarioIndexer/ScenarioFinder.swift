/// Finds the declarations in `extension Scenarios`, and scenarios that would be lost.
struct ScenarioFinder {
  /// A `static let` or `static var` of an `extension Scenarios`.
  struct Declaration: Equatable {
    let name: String
    let line: Int
  }

  /// A scenario that stands where it cannot be found.
  struct Stray: Equatable {
    let line: Int
    let reason: String
  }

  /// What surrounds a token.
  private enum Scope {
    case scenarios
    /// The body of a function: scenarios made here are returned to whoever declares them.
    case function
    case other
  }

  private(set) var declarations: [Declaration] = []
  private(set) var strays: [Stray] = []
  private let tokens: [SwiftToken]
  private var scopes: [Scope] = []
  private var index = 0
  /// What the next opening brace begins.
  private var pending: Scope?

  init(source: String) {
    tokens = SwiftTokenizer.tokens(of: source)
    while index < tokens.count {
      visit(tokens[index])
      index += 1
    }
  }

  private mutating func visit(_ token: SwiftToken) {
    switch token.text {
    case "{":
      scopes.append(pending ?? .other)
      pending = nil
    case "}":
      _ = scopes.popLast()
    case "extension":
      pending = text(at: 1) == "Scenarios" && text(at: 2) != "." ? .scenarios : .other
    case "func", "init", "subscript":
      if text(at: -1) != "." { pending = .function }
    case "struct", "class", "enum", "actor", "protocol":
      pending = pending ?? .other
    case "static":
      if scopes == [.scenarios] { declare() }
    case "let", "var":
      reportNonStatic()
    case "Scenario":
      reportStray(token)
    default:
      break
    }
  }

  private mutating func declare() {
    guard let keyword = text(at: 1), keyword == "let" || keyword == "var",
      let name = text(at: 2)
    else { return }
    declarations.append(Declaration(name: name, line: tokens[index].line))
  }

  /// A computed `var` without `static` in the extension could hold a scenario that no one reaches.
  private mutating func reportNonStatic() {
    guard scopes == [.scenarios], text(at: -1) != "static" else { return }
    strays.append(
      Stray(
        line: tokens[index].line,
        reason: "\(text(at: 1) ?? "this") is not static; declare it as `static let`"))
  }

  /// `Scenario(` or `Scenario.init(` must stand in an `extension Scenarios` or in a function.
  private mutating func reportStray(_ token: SwiftToken) {
    let isMade = text(at: 1) == "(" || (text(at: 1) == "." && text(at: 2) == "init")
    let isNamed = text(at: -1) == ":" || (text(at: -1) == "[" && text(at: -2) == ":")
    let isProperty = isNamed && (text(at: 1) == "=" || (text(at: 1) == "]" && text(at: 2) == "="))
    guard isMade || isProperty else { return }
    guard !scopes.contains(where: { $0 == .scenarios || $0 == .function }) else { return }
    strays.append(
      Stray(
        line: token.line,
        reason: """
          a scenario is declared outside of `extension Scenarios`, where nobody finds it; write \
          `extension Scenarios { static let name = Scenario(…) { … } }`
          """))
  }

  private func text(at offset: Int) -> String? {
    let place = index + offset
    return tokens.indices.contains(place) ? tokens[place].text : nil
  }
}
