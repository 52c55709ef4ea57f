/// The name of a starter package and of its app's module.
struct StarterName: Hashable {
  /// The name.
  let text: String

  /// Takes a name that a Swift module can have beside those of the package and its dependency.
  init(_ text: String) throws(StarterError) {
    if let reason = Self.flaw(of: text) {
      throw .name(text, reason: reason, suggestion: Self.suggestion(for: text))
    }
    self.text = text
  }

  /// The target with the scenarios.
  var scenarios: String { text + "Scenarios" }
  /// The target with the tests.
  var tests: String { text + "Tests" }

  /// The name of the scenarios' catalog, as the plugin ScenarioIndex makes it: `shopScenarios` for `ShopScenarios`.
  var catalog: String {
    let capitals = scenarios.prefix { $0.isUppercase }
    // URLScenarios becomes urlScenarios.
    let isAcronym = capitals.count > 1 && capitals.count < scenarios.count
    let count = isAcronym ? capitals.count - 1 : capitals.count
    return scenarios.prefix(count).lowercased() + scenarios.dropFirst(count)
  }

  private static func flaw(of text: String) -> String? {
    guard let first = text.first else { return "it is empty" }
    guard text.allSatisfy({ isLetter($0) || isDigit($0) || $0 == "_" }) else {
      return "a module has letters from A to Z, digits and underscores"
    }
    guard isLetter(first) else { return "a module begins with a letter" }
    if taken.contains(where: { $0.lowercased() == text.lowercased() }) {
      return "another module of the build is called so"
    }
    return keywords.contains(text) ? "it is a keyword of Swift" : nil
  }

  /// A name that can be, made of the letters and digits of one that cannot.
  private static func suggestion(for text: String) -> String {
    let words = text.split { !isLetter($0) && !isDigit($0) }
    let joined = words.map { $0.prefix(1).uppercased() + $0.dropFirst() }.joined()
    let name = String(joined.drop { !isLetter($0) })
    if name.isEmpty { return "MyApp" }
    return flaw(of: name) == nil ? name : name + "App"
  }

  private static func isLetter(_ character: Character) -> Bool {
    ("a"..."z").contains(character) || ("A"..."Z").contains(character)
  }

  private static func isDigit(_ character: Character) -> Bool {
    ("0"..."9").contains(character)
  }

  /// The modules of the new package beside the app, of Rehearsal, and of the toolchain that they import.
  private static let taken = [
    "rehearse", "SystemSupport", "RehearsalCollections", "Simulator", "Harness",
    "Network", "Backend", "Devices", "Rehearsal", "RehearsalCommand", "RehearsalTesting", "Chat",
    "scenarios", "ScenarioIndex", "ScenarioIndexer", "Swift", "Foundation", "Testing", "XCTest",
    "Dispatch", "Synchronization", "Glibc", "Musl", "Darwin", "PackageDescription",
  ]

  /// Source: The Swift Programming Language, "Lexical Structure", keywords in declarations, statements and expressions.
  private static let keywords: Set<String> = [
    "associatedtype", "class", "deinit", "enum", "extension", "fileprivate", "func", "import",
    "init", "inout", "internal", "let", "open", "operator", "private", "precedencegroup",
    "protocol", "public", "rethrows", "static", "struct", "subscript", "typealias", "var",
    "break", "case", "catch", "continue", "default", "defer", "do", "else", "fallthrough", "for",
    "guard", "if", "in", "repeat", "return", "throw", "switch", "where", "while", "Any", "as",
    "await", "false", "is", "nil", "self", "Self", "super", "throws", "true", "try", "Type",
  ]
}
