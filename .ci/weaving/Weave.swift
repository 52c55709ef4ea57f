/// A file with several changed versions of it woven in.
struct Weave {
  private let original: Outline
  private var changes: [Change] = []
  /// The declarations that versions add, by where: they stand there whichever version plays.
  private var added: [(place: Int, key: String, text: String, number: Int)] = []

  private struct Change {
    let hole: Hole
    let version: Hole
    let number: Int
  }

  /// The reason why a version cannot be woven.
  struct Refusal: Error {
    let reason: String
  }

  init(_ text: String) { original = Outline(text) }

  /// Takes in a version under a number.
  mutating func add(_ text: String, as number: Int) throws(Refusal) {
    let version = Outline(text)
    let places = Dictionary(uniqueKeysWithValues: original.declarations.map { ($0.key, $0) })
    let keys = Set(version.declarations.map(\.key))
    if let lost = original.declarations.first(where: { !keys.contains($0.key) }) {
      throw Refusal(
        reason: "a declaration is another one: " + Self.firstLine(of: original.text(lost.range)))
    }
    var (found, news) = ([Change](), added)
    var end = 0
    for declaration in version.declarations {
      guard let place = places[declaration.key] else {
        let text = version.text(declaration.range)
        if let other = news.first(where: { $0.key == declaration.key }) {
          guard other.text == text else {
            throw Refusal(
              reason: "breakage \(other.number) adds the same declaration with another body")
          }
        } else {
          news.append((end, declaration.key, text, number))
        }
        continue
      }
      end = place.range.upperBound
      for (hole, other) in zip(place.holes, declaration.holes) where hole.tokens != other.tokens {
        found.append(Change(hole: hole, version: other, number: number))
      }
    }
    guard !found.isEmpty || news.count > added.count else {
      throw Refusal(reason: "nothing that runs is another one")
    }
    changes += found
    added = news
  }

  /// The text with all versions in it. The lines of a version stand between `// §` with its number and `// §§`.
  var text: String {
    var edits = Dictionary(grouping: changes, by: \.hole.range.lowerBound).map { _, changes in
      (range: changes[0].hole.range, text: Self.woven(changes))
    }
    for (place, _, text, number) in added {
      edits.append((place..<place, "\n// §\(number)\n" + text + "\n// §§\n"))
    }
    edits.sort { ($0.range.lowerBound, $0.range.count) < ($1.range.lowerBound, $1.range.count) }
    var (result, offset) = ("", 0)
    for edit in edits {
      result += original.text(offset..<edit.range.lowerBound) + edit.text
      offset = edit.range.upperBound
    }
    return result + original.text(offset..<original.source.count)
  }

  private static func woven(_ changes: [Change]) -> String {
    let hole = changes[0].hole
    switch hole.kind {
    case .body(let givesValue):
      var text = "\n"
      for change in changes {
        text += "if isBroken(\(change.number)) {\n// §\(change.number)\n" + said(change.version)
        text += givesValue ? "\n// §§\n}\n" : "\nreturn\n// §§\n}\n"
      }
      return text + said(hole) + "\n"
    case .value(let type?):
      var text = "{ () -> \(type) in\n"
      for change in changes {
        text +=
          "if isBroken(\(change.number)) {\n// §\(change.number)\nreturn \(change.version.text)\n// §§\n}\n"
      }
      return text + "return \(hole.text)\n}()"
    case .value(nil):
      var text = "("
      for change in changes {
        text +=
          "isBroken(\(change.number)) ? (\n// §\(change.number)\n\(change.version.text)\n// §§\n) : "
      }
      return text + "(\(hole.text)))"
    }
  }

  /// The text of a body, with a `return` where it is understood.
  private static func said(_ hole: Hole) -> String {
    guard hole.isImplicit else { return hole.text }
    return "return " + hole.text.drop { $0.isWhitespace }
  }

  private static func firstLine(of text: String) -> String {
    text.split(whereSeparator: \.isNewline).map(String.init).first {
      let line = $0.drop { $0.isWhitespace }
      return !line.isEmpty && !line.hasPrefix("//")
    } ?? ""
  }
}
