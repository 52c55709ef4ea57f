/// One token of Swift source, as far as finding declarations needs it.
struct SwiftToken {
  enum Kind {
    /// A keyword or name.
    case word
    /// A single character of punctuation.
    case punctuation
    /// A string literal, whose text is a quotation mark.
    case literal
  }

  let kind: Kind
  let text: String
  let line: Int
}

/// Splits Swift source into words, punctuation and string literals; comments leave no token.
///
/// Code inside of string interpolations is skipped with its string: no declaration can stand there.
struct SwiftTokenizer {
  private let characters: [Character]
  private var position = 0
  private var line = 1

  init(_ source: String) {
    characters = Array(source)
  }

  /// All tokens of the source.
  static func tokens(of source: String) -> [SwiftToken] {
    var tokenizer = SwiftTokenizer(source)
    var tokens: [SwiftToken] = []
    while let token = tokenizer.next() { tokens.append(token) }
    return tokens
  }

  private mutating func next() -> SwiftToken? {
    while let character = peek() {
      if character.isNewline || character.isWhitespace {
        advance()
      } else if starts(with: "//") {
        while let character = peek(), !character.isNewline { advance() }
      } else if starts(with: "/*") {
        skipBlockComment()
      } else if character == "\"" || (character == "#" && isRawString()) {
        let token = SwiftToken(kind: .literal, text: "\"", line: line)
        skipString()
        return token
      } else if character == "`" {
        return quotedWord()
      } else if character.isLetter || character == "_" {
        return word()
      } else {
        let token = SwiftToken(kind: .punctuation, text: String(character), line: line)
        advance()
        return token
      }
    }
    return nil
  }

  private mutating func word() -> SwiftToken {
    let startLine = line
    var text = ""
    while let character = peek(),
      character.isLetter || character.isNumber || character == "_"
    {
      text.append(character)
      advance()
    }
    return SwiftToken(kind: .word, text: text, line: startLine)
  }

  /// A name in back ticks, which may hold nearly anything (SE-0451).
  private mutating func quotedWord() -> SwiftToken {
    let startLine = line
    var text = ""
    advance()
    while let character = peek(), character != "`", !character.isNewline {
      text.append(character)
      advance()
    }
    advance()
    return SwiftToken(kind: .word, text: text, line: startLine)
  }

  /// Block comments nest in Swift.
  private mutating func skipBlockComment() {
    var depth = 0
    while peek() != nil {
      if starts(with: "/*") {
        depth += 1
        advance(by: 2)
      } else if starts(with: "*/") {
        depth -= 1
        advance(by: 2)
        if depth == 0 { return }
      } else {
        advance()
      }
    }
  }

  private func isRawString() -> Bool {
    var index = position
    while index < characters.count, characters[index] == "#" { index += 1 }
    return index < characters.count && characters[index] == "\""
  }

  /// Skips a literal with any number of `#`, on one line or on many, with its interpolations.
  private mutating func skipString() {
    var hashes = ""
    while peek() == "#" {
      hashes += "#"
      advance()
    }
    let quote = starts(with: "\"\"\"") ? "\"\"\"" : "\""
    advance(by: quote.count)
    while peek() != nil {
      if starts(with: quote + hashes) {
        advance(by: quote.count + hashes.count)
        return
      } else if starts(with: "\\" + hashes + "(") {
        advance(by: 2 + hashes.count)
        skipInterpolation()
      } else if hashes.isEmpty, peek() == "\\" {
        advance(by: 2)
      } else if quote == "\"", peek()?.isNewline ?? false {
        // No literal of one line: what follows is read all the same.
        return
      } else {
        advance()
      }
    }
  }

  private mutating func skipInterpolation() {
    var depth = 1
    while depth > 0, let character = peek() {
      switch character {
      case "(": depth += 1
      case ")": depth -= 1
      case "\"":
        skipString()
        continue
      default: break
      }
      advance()
    }
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
