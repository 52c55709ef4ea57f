internal import Harness
import Simulator

/// The statement that broke in a run, told in the same words wherever it breaks: in any scenario, in a generated day, on any
/// phone. Failures of one statement are one class.
///
/// An invariant, an oracle or a verdict is its text without names, numbers and quotations. An expectation is the condition in
/// its source, so that `$0.bubble(hello).status == .read` is one statement in all scenarios that expect it; where the source
/// cannot be read it is the line. A crash is its cause and the function in which it came.
enum BrokenStatement {
  /// The statement that a story tells of.
  static func text(of result: RunResult) -> String {
    guard let story = result.story else { return FailureKind(of: result).description }
    if result.outcome == .crashed, let failure = result.failure {
      return "\(failure)" + (function(in: story).map { " in \($0)" } ?? "")
    }
    let kind = story.kind ?? result.outcome.rawValue
    if kind == "expectation", let location = story.location {
      guard let source = SourceQuote(location)?.statement else { return "\(kind) at \(location)" }
      return "\(kind): \(shape(of: source))".visibleLine
    }
    var first = story.summary.split(separator: "\n").first.map(String.init) ?? ""
    // What follows is the remedy.
    if story.isAbandoned { first = String(first.prefix { $0 != ":" }) }
    return "\(kind): \(plain(first, names: names(in: result)))".visibleLine
  }

  /// The names of phones and users, in lower case.
  private static func names(in result: RunResult) -> Set<String> {
    var names: Set<String> = []
    for phone in result.day?.phones ?? [] {
      names.insert(phone.name.lowercased())
      names.insert(phone.user.lowercased())
    }
    // A capital letter tells phones from the backend and other parts of a world.
    for timeline in result.story?.lastEvents ?? []
    where timeline.subject.first?.isUppercase ?? false {
      names.insert(timeline.subject.prefix(while: \.isLetter).lowercased())
    }
    return names
  }

  /// The function in which a process ended; nil where no trace tells.
  static func function(in story: FailureStory) -> String? {
    story.crash.lazy.compactMap { $0.wholeMatch(of: /(.+) at \S+\.swift:\d+.*/)?.1 }.first
      .map(String.init)
  }

  /// A text with `*` for names and ids, `#` for numbers, and nothing between quotation marks.
  static func plain(_ text: String, names: Set<String>) -> String {
    var plain = ""
    var rest = text.replacing(/“[^”]*”/, with: "“”").replacing(/[-_0-9A-Za-z]{16,}/) {
      $0.0.contains(where: \.isNumber) ? "*" : String($0.0)
    }[...]
    while let first = rest.first {
      guard first.isLetter || first.isNumber else {
        plain.append(rest.removeFirst())
        continue
      }
      let word = rest.prefix { $0.isLetter || $0.isNumber }
      rest = rest.dropFirst(word.count)
      let letters = word.prefix { $0.isLetter }
      if names.contains(letters.lowercased()), word.dropFirst(letters.count).allSatisfy(\.isNumber)
      {
        plain += "*"
      } else if first.isNumber, plain.last != "$" {
        plain += "#" + word.drop { $0.isNumber }
      } else {
        plain += word
      }
    }
    // A name of several words is one name, and a fraction one number.
    return plain.replacing(/\*(?: \*)+/, with: "*").replacing(/#(?:[.,:]#)+/, with: "#")
  }

  /// A statement's condition: what stands in its closure, else all of it, with `_` for arguments, `#` for numbers and nothing
  /// in texts.
  static func shape(of source: String) -> String {
    let condition: Substring
    if let open = source.firstIndex(of: "{"), let close = source.lastIndex(of: "}"), open < close {
      condition = source[source.index(after: open)..<close]
    } else {
      return plain(source.replacing(/"[^"]*"/, with: "\"\""), names: [])
    }
    let text = condition.replacing(/"[^"]*"/, with: "\"\"")
    var shape = ""
    var depth = 0
    var isEmpty = true
    for character in text {
      if ")]".contains(character) {
        depth -= 1
        if depth == 0, !isEmpty { shape += "_" }
      }
      if depth <= 0 { shape.append(character) }
      if depth > 0, !character.isWhitespace { isEmpty = false }
      if "([".contains(character) {
        if depth == 0 { isEmpty = true }
        depth += 1
      }
    }
    return plain(shape.split(whereSeparator: \.isWhitespace).joined(separator: " "), names: [])
  }
}
