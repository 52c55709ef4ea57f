/// Every Swift name that a page shows as code is declared in the sources, a function with the labels that are shown.
struct VocabularyCheck {
  /// The things that examples are about: `bob.kill()` is about `kill()`.
  private static let receivers: Set<String> = [
    "alice", "bob", "world", "network", "backend", "services",
  ]
  /// Names that no source declares: those of Swift, of the package, and of what the build plugin makes.
  private static let others: Set<String> = [
    "Clock", "Rehearsals", "ScenarioIndex", "extension", "import", "let", "static", "true",
  ]
  private static let introducers: Set<String> = [
    "func", "var", "let", "case", "struct", "class", "actor", "enum", "protocol", "typealias",
    "associatedtype",
  ]

  private let names: Set<String>
  /// The labels of each function, in their order; `_` where there is none.
  private let labels: [String: [[String]]]

  init(_ files: [SourceFile]) {
    var names: Set<String> = []
    var labels: [String: [[String]]] = [:]
    for tokens in files.map(\.tokens) {
      for index in tokens.indices.dropLast() where Self.introducers.contains(tokens[index].text) {
        let name = tokens[index + 1].text
        names.insert(name)
        labels[name, default: []].append(Self.labels(after: index + 1, tokens))
      }
      for index in tokens.indices.dropLast() where tokens[index].text == "init" {
        labels["init", default: []].append(Self.labels(after: index, tokens))
      }
    }
    self.names = names
    self.labels = labels
  }

  /// The names of a page that no source declares.
  func findings(in page: Page) -> [Untidiness] {
    page.codeSpans.flatMap { span in
      problems(with: span.text).map { Untidiness(path: page.path, line: span.line, text: $0) }
    }
  }

  private func problems(with code: String) -> [String] {
    // A path of the repository, or the argument of a command.
    if code.contains("/") || code.hasPrefix("import ") { return [] }
    if let label = code.wholeMatch(of: /([a-zA-Z]+):/)?.output.1 {
      let isKnown = labels.values.contains { $0.contains { $0.contains(String(label)) } }
      return isKnown ? [] : ["no function takes “\(code)”"]
    }
    let tokens = Tokenizer.tokens(of: code)
    return tokens.indices.compactMap { problem(at: $0, tokens, in: code) }
  }

  private func problem(at index: Int, _ tokens: [Token], in code: String) -> String? {
    let name = tokens[index].text
    guard tokens[index].isWord, name != "_" else { return nil }
    let next = index + 1 < tokens.count ? tokens[index + 1].text : ""
    // A label is looked at with its function.
    if next == ":" || (Self.receivers.contains(name) && next == ".") { return nil }
    if Self.others.contains(name) { return nil }
    guard names.contains(name) else { return "“\(name)” of “\(code)” is declared nowhere" }
    guard next == "(" else { return nil }
    let asked = Self.labels(after: index, tokens)
    let isKnown =
      name.first?.isUppercase == true
      || (labels[name] ?? []).contains { Self.isPart(asked, of: $0) }
    return isKnown ? nil : "no “\(name)” takes the labels of “\(code)”"
  }

  /// Whether some labels stand in this order among others, which may have defaults or be a trailing closure.
  private static func isPart(_ asked: [String], of labels: [String]) -> Bool {
    var rest = labels[...]
    for label in asked {
      guard let found = rest.firstIndex(of: label) else { return false }
      rest = rest[(found + 1)...]
    }
    return true
  }

  /// The labels in the parentheses behind a name, be it declared `kill(atCommit number: Int, _ point: CrashPoint)`, written
  /// `kill(atCommit:_:)` or called `kill(atCommit: 3)`.
  private static func labels(after index: Int, _ tokens: [Token]) -> [String] {
    var opening = index + 1
    if opening < tokens.count, tokens[opening].text == "<" {
      while opening < tokens.count, !["(", "{"].contains(tokens[opening].text) { opening += 1 }
    }
    guard opening < tokens.count, tokens[opening].text == "(" else { return [] }
    let inner = tokens[(opening + 1)..<max(opening + 1, tokens.endOfGroup(openedAt: opening) - 1)]
    let written = inner.enumerated().allSatisfy { ($0.offset % 2 == 1) == ($0.element.text == ":") }
    if written, inner.last?.text == ":" { return inner.filter(\.isWord).map(\.text) }
    var found: [String] = []
    var position = inner.startIndex
    var isStart = true
    while position < inner.endIndex {
      let (text, next) = (tokens[position].text, tokens[position + 1])
      if isStart, tokens[position].isWord, next.text == ":" || next.isWord { found.append(text) }
      isStart = text == ","
      position =
        ["(", "[", "{"].contains(text) ? tokens.endOfGroup(openedAt: position) : position + 1
    }
    return found
  }
}
