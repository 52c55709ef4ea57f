/// One token of Swift source: a word, or a single character of punctuation.
struct Token: Hashable, CustomStringConvertible {
  let text: String
  /// Counted from 1.
  let line: Int

  var description: String { text }

  /// Whether it is a keyword or a name.
  var isWord: Bool { text.first.map { $0.isLetter || $0 == "_" } ?? false }
}

/// Splits Swift source into tokens; comments and the text of strings leave none.
///
/// Code inside of string interpolations is kept: a clock can be read there as well as anywhere else.
struct Tokenizer {
  private let characters: [Character]
  private var position = 0
  private var line = 1
  private var tokens: [Token] = []

  private init(_ source: String) {
    characters = Array(source)
  }

  /// All tokens of the source.
  static func tokens(of source: String) -> [Token] {
    var tokenizer = Tokenizer(source)
    while tokenizer.peek() != nil { tokenizer.step() }
    return tokenizer.tokens
  }

  /// Takes what comes next: white space, a comment, a string, a word, or a character of punctuation.
  private mutating func step() {
    guard let character = peek() else { return }
    if character.isWhitespace {
      advance()
    } else if starts(with: "//") {
      while let character = peek(), !character.isNewline { advance() }
    } else if starts(with: "/*") {
      skipBlockComment()
    } else if character == "\"" || (character == "#" && isRawString()) {
      takeString()
    } else if Self.isPartOfWord(character) {
      takeWord()
    } else {
      if character != "`" { tokens.append(Token(text: String(character), line: line)) }
      advance()
    }
  }

  private static func isPartOfWord(_ character: Character) -> Bool {
    character.isLetter || character.isNumber || character == "_"
  }

  private mutating func takeWord() {
    var text = ""
    while let character = peek(), Self.isPartOfWord(character) {
      text.append(character)
      advance()
    }
    tokens.append(Token(text: text, line: line))
  }

  /// Block comments nest in Swift.
  private mutating func skipBlockComment() {
    var depth = 0
    repeat {
      if starts(with: "/*") {
        depth += 1
        advance(by: 2)
      } else if starts(with: "*/") {
        depth -= 1
        advance(by: 2)
      } else {
        advance()
      }
    } while depth > 0 && peek() != nil
  }

  private func isRawString() -> Bool {
    var index = position
    while index < characters.count, characters[index] == "#" { index += 1 }
    return index < characters.count && characters[index] == "\""
  }

  /// Skips the text of a literal with any number of `#`, on one line or on many.
  private mutating func takeString() {
    var hashes = ""
    while peek() == "#" {
      hashes += "#"
      advance()
    }
    let quote = starts(with: "\"\"\"") ? "\"\"\"" : "\""
    advance(by: quote.count)
    while peek() != nil {
      if starts(with: quote + hashes) {
        return advance(by: quote.count + hashes.count)
      } else if starts(with: "\\" + hashes + "(") {
        advance(by: 1 + hashes.count)
        takeInterpolation()
      } else if hashes.isEmpty, peek() == "\\" {
        advance(by: 2)
      } else {
        advance()
      }
    }
  }

  /// Takes the tokens of an interpolation with the parentheses around it.
  private mutating func takeInterpolation() {
    var depth = 0
    repeat {
      let before = tokens.count
      step()
      for token in tokens[before...] where token.text == "(" || token.text == ")" {
        depth += token.text == "(" ? 1 : -1
      }
    } while depth > 0 && peek() != nil
  }

  private func peek() -> Character? {
    position < characters.count ? characters[position] : nil
  }

  private func starts(with text: String) -> Bool {
    var index = position
    for character in text {
      guard index < characters.count, characters[index] == character else { return false }
      index += 1
    }
    return true
  }

  private mutating func advance(by count: Int = 1) {
    for _ in 0..<count where position < characters.count {
      if characters[position].isNewline { line += 1 }
      position += 1
    }
  }
}
