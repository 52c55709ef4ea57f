/// No clock of the real world, no randomness of the system, no queue and no output below the command.
struct OutsideWorldCheck: TidyCheck {
  /// A sequence of tokens that must not occur.
  private struct Pattern {
    let tokens: [String]
    let remedy: String
    /// Words that make it harmless when they stand before it: a declaration or a member of that name.
    var harmlessAfter: Set<String> = []
    /// An argument that makes the call harmless.
    var harmlessWith: String?
  }

  private static let clock = "ask the world's clock"
  private static let choices = "draw from the world's choices"

  private static let patterns: [Pattern] = [
    Pattern(tokens: ["Date", "(", ")"], remedy: clock),
    Pattern(tokens: ["Date", ".", "now"], remedy: clock),
    Pattern(tokens: ["ContinuousClock"], remedy: clock),
    Pattern(tokens: ["SuspendingClock"], remedy: clock),
    Pattern(tokens: ["clock_gettime"], remedy: clock),
    Pattern(tokens: ["Task", ".", "sleep"], remedy: "sleep on the world's clock"),
    Pattern(tokens: ["DispatchQueue"], remedy: "use a lane"),
    Pattern(tokens: ["UUID", "(", ")"], remedy: choices),
    Pattern(tokens: ["SystemRandomNumberGenerator"], remedy: choices),
    Pattern(tokens: [".", "random", "(", ")"], remedy: choices),
    Pattern(tokens: [".", "random", "(", "in"], remedy: choices, harmlessWith: "using"),
    Pattern(tokens: [".", "shuffled", "("], remedy: choices, harmlessWith: "using"),
    Pattern(tokens: [".", "shuffle", "("], remedy: choices, harmlessWith: "using"),
    Pattern(tokens: [".", "randomElement", "("], remedy: choices, harmlessWith: "using"),
    Pattern(
      tokens: ["print", "("], remedy: "write to the journal", harmlessAfter: ["func", "."]),
    Pattern(
      tokens: ["debugPrint", "("], remedy: "write to the journal", harmlessAfter: ["func", "."]),
  ]

  private static let patternsByStart = Dictionary(grouping: patterns) { $0.tokens[0] }

  /// Where the kernel stands in for the system, and names what it stands for.
  private static let substitutes = "Sources/Simulator/Processes/"

  func findings(in file: SourceFile) -> [Untidiness] {
    guard !file.path.contains(Self.substitutes) else { return [] }
    return file.tokens.indices.flatMap { index in
      let patterns = Self.patternsByStart[file.tokens[index].text] ?? []
      return patterns.filter { occurs($0, at: index, in: file.tokens) }.map { pattern in
        Untidiness(
          path: file.path, line: file.tokens[index].line,
          text: "“\(pattern.tokens.joined())” reaches out of the world; \(pattern.remedy)")
      }
    }
  }

  private func occurs(_ pattern: Pattern, at index: Int, in tokens: [Token]) -> Bool {
    let end = index + pattern.tokens.count
    guard end <= tokens.count,
      tokens[index..<end].elementsEqual(pattern.tokens, by: { $0.text == $1 })
    else { return false }
    if index > 0, pattern.harmlessAfter.contains(tokens[index - 1].text) { return false }
    guard let label = pattern.harmlessWith else { return true }
    guard let opening = pattern.tokens.firstIndex(of: "(") else { return true }
    let arguments = tokens[end..<tokens.endOfGroup(openedAt: index + opening)]
    return !arguments.contains { $0.text == label }
  }
}

extension [Token] {
  /// The index after the bracket that closes the one at `index`; the end when none does.
  func endOfGroup(openedAt index: Int) -> Int {
    var depth = 0
    for position in index..<count {
      switch self[position].text {
      case "(", "[", "{": depth += 1
      case ")", "]", "}":
        depth -= 1
        if depth == 0 { return position + 1 }
      default: break
      }
    }
    return count
  }
}
