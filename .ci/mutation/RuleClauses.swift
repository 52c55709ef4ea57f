/// The clauses of security rules that are written in a text.
enum RuleClauses {
  /// A rule with one clause less.
  struct Change {
    /// The rule's text in quotation marks, before and after.
    let before: String
    let after: String
    /// The number among equal rules of the text, from 0.
    let occurrence: Int
    /// The clause that went.
    let clause: String
    /// The name of what the rule is for, as far as its line or the one above it says so.
    let place: String
    /// The number of lines above it in the literal.
    let line: Int
  }

  /// The changes of the rules in a literal; none where it holds no rules.
  static func all(in literal: String) -> [Change] {
    guard literal.contains("\".validate\"") || literal.contains("\".write\"") else { return [] }
    var changes: [Change] = []
    var seen: [String: Int] = [:]
    var place = ""
    for (number, line) in literal.split(
      omittingEmptySubsequences: false, whereSeparator: \.isNewline
    ).enumerated() {
      if let colon = line.range(of: "\": {") {
        place = String(line[..<colon.lowerBound].trimmingSpaces.dropFirst())
      }
      for kind in ["\".read\": ", "\".write\": ", "\".validate\": "] {
        var rest = line[...]
        while let start = rest.range(of: kind)?.upperBound {
          rest = rest[start...]
          guard rest.first == "\"", let end = rest.dropFirst().firstIndex(of: "\"") else {
            continue
          }
          let rule = String(rest[rest.index(after: start)..<end])
          let quoted = kind + "\"" + rule + "\""
          let occurrence = seen[quoted, default: 0]
          seen[quoted] = occurrence + 1
          for (clause, after) in without(Array(rule)) {
            changes.append(
              Change(
                before: quoted, after: kind + "\"" + after + "\"", occurrence: occurrence,
                clause: clause,
                place: place, line: number))
          }
        }
      }
    }
    return changes
  }

  /// A rule without each of its clauses in turn; the only clause becomes true.
  private static func without(_ rule: [Character]) -> [(clause: String, rule: String)] {
    var changes: [(String, String)] = []
    /// Operands between two places at one depth.
    func divide(_ range: Range<Int>) {
      var (depth, isQuoted, start) = (0, false, range.lowerBound)
      var operands: [Range<Int>] = []
      var groups: [Range<Int>] = []
      var opened = 0
      var index = range.lowerBound
      while index < range.upperBound {
        let character = rule[index]
        if character == "'" { isQuoted.toggle() }
        if !isQuoted {
          if character == "(" {
            if depth == 0 { opened = index + 1 }
            depth += 1
          } else if character == ")" {
            depth -= 1
            if depth == 0 { groups.append(opened..<index) }
          } else if depth == 0, index + 1 < range.upperBound, rule[index] == rule[index + 1],
            character == "&" || character == "|"
          {
            operands.append(start..<index)
            start = index + 2
            index += 1
          }
        }
        index += 1
      }
      operands.append(start..<range.upperBound)
      for (place, operand) in operands.enumerated() {
        let clause = String(rule[operand]).trimmingSpaces
        if operands.count == 1 {
          if range == rule.indices { changes.append((clause, "true")) }
          continue
        }
        // With the operator before it; of the first one the operator behind it.
        let gone =
          place == 0
          ? operand.lowerBound..<operands[1].lowerBound
          : operands[place - 1].upperBound..<operand.upperBound
        let after = (rule[..<gone.lowerBound] + rule[gone.upperBound...])
        changes.append((clause, String(after).trimmingSpaces))
      }
      for group in groups where operands.count > 1 || group.count < range.count {
        if rule[group].contains("&") || rule[group].contains("|") { divide(group) }
      }
    }
    divide(rule.indices)
    return changes
  }
}

extension StringProtocol {
  /// The text without blanks at its ends.
  var trimmingSpaces: String {
    var text = self[...]
    while text.first == " " { text = text.dropFirst() }
    while text.last == " " { text = text.dropLast() }
    return String(text)
  }

  /// The place of a text.
  func range(of other: String) -> Range<Index>? {
    var start = startIndex
    while start < endIndex {
      if self[start...].hasPrefix(other) { return start..<index(start, offsetBy: other.count) }
      start = index(after: start)
    }
    return nil
  }
}
