/// Finds the declarations in `extension Scenarios`, and scenarios that would be lost.
struct ScenarioFinder {
  /// A `static let` or `static var` of an `extension Scenarios`.
  struct Declaration: Equatable {
    /// The name of the scenario, without back ticks.
    let name: String
    let line: Int
    /// Whether its type or its value is seen to be something else than a scenario or a family of them.
    var isOther = false
    /// The name as Swift code writes it: in back ticks where it is a keyword.
    var reference: String { Self.keywords.contains(name) ? "`\(name)`" : name }

    /// The words that must stand in back ticks to be a name.
    private static let keywords: Set<String> = [
      "Any", "Self", "as", "associatedtype", "break", "case", "catch", "class", "continue",
      "default", "defer", "deinit", "do", "else", "enum", "extension", "fallthrough", "false",
      "fileprivate", "for", "func", "guard", "if", "import", "in", "init", "inout", "internal",
      "is", "let", "nil", "operator", "precedencegroup", "private", "protocol", "public",
      "repeat", "rethrows", "return", "self", "static", "struct", "subscript", "super", "switch",
      "throw", "throws", "true", "try", "typealias", "var", "where", "while",
    ]
  }

  /// A scenario that stands where it cannot be found.
  struct Stray: Equatable {
    let line: Int
    let reason: String
  }

  /// The scope that surrounds a token.
  private enum Scope: Equatable {
    case scenarios
    /// The body of a function: scenarios made here are returned to whoever declares them.
    case function
    /// The body of a type, or of an extension of another one.
    case type(String)
    /// A closure, the body of a property or of a statement.
    case other
  }

  private(set) var declarations: [Declaration] = []
  private(set) var strays: [Stray] = []
  private let tokens: [SwiftToken]
  private var scopes: [Scope] = []
  private var index = 0
  /// The scope that the next opening brace begins.
  private var pending: Scope?
  /// The number of `#if` that are open.
  private var conditions = 0
  /// The numbers of round and square brackets that are open, by open brace.
  private var brackets: [Int] = [0]
  /// Whether the last declaration of an `extension Scenarios` was a property.
  private var isInProperty = false

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
      brackets.append(0)
    case "}":
      _ = scopes.popLast()
      if brackets.count > 1 { brackets.removeLast() }
    case "(", "[": brackets[brackets.count - 1] += 1
    case ")", "]": brackets[brackets.count - 1] -= 1
    case ",": reportSecondName()
    case "#":
      if text(at: 1) == "if" { conditions += 1 }
      if text(at: 1) == "endif" { conditions = max(0, conditions - 1) }
    case "extension":
      pending = isExtensionOfScenarios ? .scenarios : .type(text(at: 1) ?? "")
    case "func", "init", "subscript":
      isInProperty = false
      if text(at: -1) != "." { pending = .function }
    case "struct", "class", "enum", "actor", "protocol":
      if text(at: -1) != ".", token.kind == .word { pending = pending ?? .type(text(at: 1) ?? "") }
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

  /// `extension Scenarios`, or with the module's name before it.
  private var isExtensionOfScenarios: Bool {
    if text(at: 1) == "Scenarios" { return text(at: 2) != "." }
    return text(at: 2) == "." && text(at: 3) == "Scenarios" && text(at: 4) != "."
  }

  private mutating func declare() {
    isInProperty = false
    let place = (1...3).first { text(at: $0) == "let" || text(at: $0) == "var" } ?? 0
    // `static func`, or a modifier before it.
    guard place > 0, (1..<place).allSatisfy({ Self.modifiers.contains(text(at: $0) ?? "") }),
      let name = text(at: place + 1)
    else { return }
    isInProperty = true
    let line = tokens[index].line
    guard tokens[index + place + 1].kind == .word else {
      strays.append(
        Stray(line: line, reason: "a pattern declares no scenario; write one `static let` each"))
      return
    }
    guard name.allSatisfy({ $0.isLetter || $0.isNumber || $0 == "_" }) else {
      strays.append(
        Stray(
          line: line,
          reason: """
            `\(name)` is no name of a scenario, which is typed in commands: use letters, digits and underscores, and \
            say the rest in its title
            """))
      return
    }
    let modifiers = (1..<place).map { text(at: $0) } + [text(at: -1)]
    let isPrivate = modifiers.contains("private") || modifiers.contains("fileprivate")
    let isOther = isSomethingElse(behind: place + 2)
    if !isOther, let reason = obstacle(to: name, isPrivate: isPrivate) {
      strays.append(Stray(line: line, reason: reason))
    } else if !isPrivate, conditions == 0 {
      declarations.append(Declaration(name: name, line: line, isOther: isOther))
    }
  }

  /// The modifiers that may stand between `static` and `let`.
  private static let modifiers: Set<String> = [
    "private", "fileprivate", "internal", "package", "public", "nonisolated",
  ]

  /// The reason why the scenario that is declared here cannot stand in a catalog; nil where it can.
  private func obstacle(to name: String, isPrivate: Bool) -> String? {
    if isPrivate {
      return "\(name) is private, so that no catalog can hold it; take the word private away"
    }
    if conditions > 0 {
      return """
        \(name) stands within #if, and the catalog cannot know whether it is there; put the #if into the scenario's body
        """
    }
    if text(at: -1) == "MainActor", text(at: -2) == "@" {
      return """
        \(name) is isolated to the main actor, and no catalog can read it; take @MainActor away: the body of a scenario \
        can still be
        """
    }
    return nil
  }

  /// Whether the type that is written, or a literal value, shows that this is no scenario.
  ///
  /// - Parameter place: The place of what follows the name.
  private func isSomethingElse(behind place: Int) -> Bool {
    switch text(at: place) {
    case ":":
      var place = place + 1
      while let word = text(at: place), word != "=", word != "{", word != "static" {
        if word == "Scenario" { return false }
        place += 1
      }
      return true
    case "=":
      guard let value = text(at: place + 1), let first = value.first else { return false }
      return first == "\"" || first.isNumber || value == "true" || value == "false"
    default:
      return false
    }
  }

  /// `static let a = …, b = …`: the second would be lost.
  private mutating func reportSecondName() {
    guard isInProperty, scopes == [.scenarios], brackets.last == 0,
      let next = text(at: 2), next == "=" || next == ":"
    else { return }
    strays.append(
      Stray(
        line: tokens[index].line,
        reason: "\(text(at: 1) ?? "this") shares a declaration; write one `static let` each"))
  }

  /// A computed `var` without `static` in the extension could hold a scenario that no one reaches.
  private mutating func reportNonStatic() {
    guard scopes == [.scenarios],
      !(Self.modifiers.contains(text(at: -1) ?? "") && text(at: -2) == "static"),
      text(at: -1) != "static"
    else { return }
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
    guard !scopes.contains(.function) else { return }
    guard scopes.contains(.scenarios) else {
      strays.append(
        Stray(
          line: token.line,
          reason: """
            a scenario is declared outside of `extension Scenarios`, where nobody finds it; write \
            `extension Scenarios { static let name = Scenario(…) { … } }`
            """))
      return
    }
    guard case .type(let name) = scopes.last(where: { $0 != .other }) else { return }
    strays.append(
      Stray(
        line: token.line,
        reason: """
          a scenario is declared within \(name), where nobody finds it; move it out, right into `extension Scenarios`
          """))
  }

  private func text(at offset: Int) -> String? {
    let place = index + offset
    return tokens.indices.contains(place) ? tokens[place].text : nil
  }
}
