/// Nothing iterates over a set or a dictionary, whose order is another one in every process.
///
/// A heuristic: names that a type's files declare as sets or dictionaries, and `keys` and `values` of
/// anything. Where the order cannot reach an outcome, a comment says so: `// order: REASON`, on the line or
/// right above it.
struct OrderCheck: TidyCheck {
  /// What walks through a collection in its order.
  private static let walks: Set<String> = [
    "map", "flatMap", "compactMap", "forEach", "first", "reduce", "enumerated", "prefix", "suffix",
    "dropFirst", "joined", "popFirst", "makeIterator", "elementsEqual",
  ]
  /// What leaves an unordered collection as unordered as it was.
  private static let views: Set<String> = [
    "keys", "values", "lazy", "filter", "mapValues", "union",
  ]

  /// The unordered names of each type, gathered over all of its files.
  private let names: [String: Set<String>]

  init(_ files: [SourceFile]) {
    var names: [String: Set<String>] = [:]
    for file in files {
      names["\(file.layer)/\(file.subject)", default: []].formUnion(Self.unorderedNames(in: file))
    }
    self.names = names
  }

  func findings(in file: SourceFile) -> [Untidiness] {
    let names = names["\(file.layer)/\(file.subject)"] ?? []
    let tokens = file.tokens
    let found = tokens.indices.filter { index in
      isUnordered(at: index, tokens, names) && isWalked(from: index, tokens)
    }
    let lines = Set(found.map { tokens[$0].line }).sorted()
    return lines.filter { !isExplained($0, in: file) }.map { line in
      Untidiness(
        path: file.path, line: line,
        text: "iterates in no order; sort, or say why it can't matter with “// order: …”")
    }
  }

  private func isExplained(_ line: Int, in file: SourceFile) -> Bool {
    [file.comment(endingLine: line), file.comment(above: line)].contains { comment in
      guard let mark = comment.firstRange(of: "order: ") else { return false }
      return comment[mark.upperBound...].split(separator: " ").count >= 2
    }
  }

  /// Names that are declared with the type or with a value of a set or dictionary.
  private static func unorderedNames(in file: SourceFile) -> Set<String> {
    let tokens = file.tokens
    var names: Set<String> = []
    for index in tokens.indices.dropFirst() where index + 2 < tokens.count {
      guard tokens[index - 1].isWord, [":", "="].contains(tokens[index].text) else { continue }
      let isValue = tokens[index].text == "="
      let first = tokens[index + 1].text
      let next = tokens[index + 2].text
      let isNamed =
        first == "Set" && (next == "<" || (isValue && next == "("))
        || first == "Dictionary" && (next == "<" || (isValue && next == "("))
      if isNamed || (first == "[" && isDictionary(openedAt: index + 1, tokens)) {
        names.insert(tokens[index - 1].text)
      }
    }
    return names
  }

  /// Whether a bracket holds a key and a value: a colon that no inner bracket encloses.
  private static func isDictionary(openedAt index: Int, _ tokens: [Token]) -> Bool {
    var position = index + 1
    while position < tokens.count {
      switch tokens[position].text {
      case "(", "[", "{": position = tokens.endOfGroup(openedAt: position) - 1
      case "]", "?": return false
      case ":": return true
      default: break
      }
      position += 1
    }
    return false
  }

  /// Whether the token ends the name of an unordered collection.
  private func isUnordered(at index: Int, _ tokens: [Token], _ names: Set<String>) -> Bool {
    let token = tokens[index].text
    let isMember = index > 0 && tokens[index - 1].text == "."
    if isMember, token == "values" { return true }
    if isMember, token == "keys", index > 1 { return !isPath(tokens[index - 2]) }
    guard names.contains(token) else { return false }
    return !isMember || index < 2 || tokens[index - 2].text == "self"
      || ["store", "state", "engine", "server"].contains(tokens[index - 2].text)
  }

  /// Whether a name is that of a path of the database, whose keys are an array.
  private func isPath(_ token: Token) -> Bool {
    token.text.lowercased().hasSuffix("path") || token.text == ")"
  }

  /// Whether what begins with an unordered collection goes on to walk through it, and does not sort it.
  private func isWalked(from index: Int, _ tokens: [Token]) -> Bool {
    guard !becomesSet(index, tokens) else { return false }
    var isWalked = isBare(upTo: index, tokens)
    var position = index + 1
    while position + 1 < tokens.count, tokens[position].text == "." {
      let member = tokens[position + 1].text
      if member == "sorted" || member == "isEmpty" || member == "count" { return false }
      guard isWalked || Self.views.contains(member) || Self.walks.contains(member) else {
        return false
      }
      isWalked = isWalked || Self.walks.contains(member)
      position += 2
      while position < tokens.count, ["(", "{"].contains(tokens[position].text) {
        if tokens[position].text == "{", isForLoop(around: index, tokens) { return isWalked }
        position = tokens.endOfGroup(openedAt: position)
      }
    }
    guard position < tokens.count else { return isWalked }
    // A subscript takes one element, and a declaration or an assignment none.
    if position == index + 1, ["[", ":", "=", "("].contains(tokens[position].text) { return false }
    return isWalked
  }

  /// Whether the collection as a whole is what a loop runs over or what an array is made of.
  private func isBare(upTo index: Int, _ tokens: [Token]) -> Bool {
    let start = startOfChain(endingAt: index, tokens)
    guard start > 0 else { return false }
    if tokens[start - 1].text == "in" { return isForLoop(around: index, tokens) }
    return start > 1 && tokens[start - 1].text == "(" && tokens[start - 2].text == "Array"
      && !isSorted(after: tokens.endOfGroup(openedAt: start - 1), tokens)
  }

  /// Whether the collection is what a set or a dictionary is made of, which has no order either.
  private func becomesSet(_ index: Int, _ tokens: [Token]) -> Bool {
    let start = startOfChain(endingAt: index, tokens)
    return start > 1 && tokens[start - 1].text == "("
      && ["Set", "Dictionary"].contains(tokens[start - 2].text)
  }

  private func isSorted(after index: Int, _ tokens: [Token]) -> Bool {
    index + 1 < tokens.count && tokens[index].text == "." && tokens[index + 1].text == "sorted"
  }

  /// The first token of `a.b.c`, of which `index` is the last.
  private func startOfChain(endingAt index: Int, _ tokens: [Token]) -> Int {
    var start = index
    while start >= 2, tokens[start - 1].text == ".", tokens[start - 2].isWord { start -= 2 }
    return start
  }

  /// Whether the words before lead back to a `for … in` rather than to a closure's `in`.
  private func isForLoop(around index: Int, _ tokens: [Token]) -> Bool {
    let start = startOfChain(endingAt: index, tokens)
    guard start > 0, tokens[start - 1].text == "in" else { return false }
    for token in tokens[..<(start - 1)].reversed() {
      if token.text == "for" { return true }
      if token.text == "{" || token.text == "}" || token.text == "in" { return false }
    }
    return false
  }
}
