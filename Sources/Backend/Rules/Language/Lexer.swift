/// Splits a rule expression into tokens.
struct Lexer {
  private let source: ExpressionSource
  private var offset = 0
  private var tokens: [Token] = []

  private init(_ source: ExpressionSource) { self.source = source }

  /// The tokens of the expression; the last one is `.end`.
  ///
  /// - Throws: `RulesError` for characters outside the language.
  static func tokens(of source: ExpressionSource) throws(RulesError) -> [Token] {
    var lexer = Lexer(source)
    while try lexer.scanToken() {}
    return lexer.tokens
  }

  /// Longer symbols before their beginnings; the last line is refused, but read whole so that the
  /// message can name it.
  private static let symbols = [
    "===", "!==", "==", "!=", "<=", ">=", "&&", "||",
    "**", "++", "--", "=>", "<<", ">>", "+=", "-=", "??", "?.",
    "<", ">", "!", "+", "-", "*", "/", "%", "?", ":", "(", ")", "[", "]", ",", ".",
    "=", ";", "{", "}", "&", "|", "^", "~", "`", "@", "#",
  ].map { Array($0.unicodeScalars) }

  private func scalar(_ ahead: Int = 0) -> Unicode.Scalar? {
    offset + ahead < source.scalars.count ? source.scalars[offset + ahead] : nil
  }

  private func malformed(_ what: String, _ remedy: String, at offset: Int) -> RulesError {
    RulesError(
      .malformedExpression(what: what, remedy: remedy), at: source.position(at: offset))
  }

  private mutating func append(_ kind: Token.Kind, from start: Int) {
    tokens.append(Token(kind: kind, range: start..<offset))
  }

  private mutating func scanToken() throws(RulesError) -> Bool {
    while let next = scalar(), next.properties.isWhitespace { offset += 1 }
    guard let first = scalar() else {
      append(.end, from: offset)
      return false
    }
    let digits: ClosedRange<Unicode.Scalar> = "0"..."9"
    if Lexer.beginsIdentifier(first) {
      scanIdentifier()
    } else if digits.contains(first) || (first == "." && scalar(1).map(digits.contains) == true) {
      try scanNumber()
    } else if first == "'" || first == "\"" {
      try scanString(quote: first)
    } else if first == "/", scalar(1) == "/" || scalar(1) == "*" {
      let what = "comments can't stand within a rule"
      throw malformed(what, "write them outside the string", at: offset)
    } else if first == "/", tokens.last?.endsOperand != true {
      try scanPattern()
    } else {
      try scanSymbol()
    }
    return true
  }

  private static func beginsIdentifier(_ scalar: Unicode.Scalar) -> Bool {
    scalar == "$" || scalar == "_" || scalar.properties.isAlphabetic
  }

  private mutating func scanIdentifier() {
    let start = offset
    while let next = scalar(),
      Lexer.beginsIdentifier(next) || next.properties.numericType == .decimal
    {
      offset += 1
    }
    append(.identifier(source.text(in: start..<offset)), from: start)
  }

  private mutating func scanNumber() throws(RulesError) {
    let start = offset
    let isHexadecimal = scalar() == "0" && (scalar(1) == "x" || scalar(1) == "X")
    while let next = scalar() {
      let isExponentSign =
        (next == "+" || next == "-") && !isHexadecimal && offset > start
        && (source.scalars[offset - 1] == "e" || source.scalars[offset - 1] == "E")
      guard
        next == "." || isExponentSign || (next.isASCII && next.properties.isAlphabetic)
          || ("0"..."9").contains(next)
      else { break }
      offset += 1
    }
    let text = source.text(in: start..<offset)
    let value =
      isHexadecimal ? UInt64(text.dropFirst(2), radix: 16).map { Double($0) } : Lexer.decimal(text)
    guard let value else {
      throw malformed("'\(text)' isn't a number", "write it as 12, 1.5 or 2e3", at: start)
    }
    append(.number(value), from: start)
  }

  /// A decimal number; neither the octal of old JavaScript nor words such as `infinity`.
  private static func decimal(_ text: String) -> Double? {
    let hasOctalForm = text.count > 1 && text.first == "0" && text.dropFirst().first!.isNumber
    guard !hasOctalForm, text.allSatisfy({ "0123456789.eE+-".contains($0) }) else { return nil }
    return Double(text.hasPrefix(".") ? "0" + text : text.hasSuffix(".") ? text + "0" : text)
  }

  private mutating func scanString(quote: Unicode.Scalar) throws(RulesError) {
    let start = offset
    offset += 1
    var text = String.UnicodeScalarView()
    while let next = scalar() {
      offset += 1
      switch next {
      case quote:
        append(.string(String(text)), from: start)
        return
      case "\\": if let decoded = try scanEscape() { text.append(decoded) }
      default: text.append(next)
      }
    }
    throw malformed("this string never ends", "close it with \(quote)", at: start)
  }

  /// The scalar that an escape stands for; nil where a line break is escaped away.
  private mutating func scanEscape() throws(RulesError) -> Unicode.Scalar? {
    let start = offset - 1
    guard let next = scalar() else {
      throw malformed("this string never ends", "close it", at: start)
    }
    offset += 1
    switch next {
    case "n": return "\n"
    case "t": return "\t"
    case "r": return "\r"
    case "b": return "\u{8}"
    case "f": return "\u{C}"
    case "v": return "\u{B}"
    case "0": return "\0"
    case "\n": return nil
    case "x": return try scanHexadecimal(digits: 2, from: start)
    case "u": return try scanHexadecimal(digits: 4, from: start)
    default: return next
    }
  }

  private mutating func scanHexadecimal(
    digits: Int, from start: Int
  ) throws(RulesError) -> Unicode.Scalar {
    let end = min(offset + digits, source.scalars.count)
    let text = source.text(in: offset..<end)
    guard end == offset + digits, let code = UInt32(text, radix: 16), text.first != "+",
      let scalar = Unicode.Scalar(code)
    else {
      throw malformed("this escape names no character", "write the character itself", at: start)
    }
    offset = end
    return scalar
  }

  private mutating func scanPattern() throws(RulesError) {
    let start = offset
    offset += 1
    var isInSet = false
    while let next = scalar(), next != "\n" {
      if next == "\\" {
        offset += 1
      } else if next == "[" {
        isInSet = true
      } else if next == "]" {
        isInSet = false
      } else if next == "/", !isInSet {
        break
      }
      offset += 1
    }
    guard scalar() == "/" else {
      throw malformed("this regular expression never ends", "close it with /", at: start)
    }
    let body = source.text(in: start + 1..<offset)
    offset += 1
    let flagsStart = offset
    while let next = scalar(), Lexer.beginsIdentifier(next) { offset += 1 }
    let flags = source.text(in: flagsStart..<offset)
    guard flags.isEmpty || flags == "i" else {
      let what = "the platform's regular expressions know no flags '\(flags)'"
      throw malformed(what, "use i alone or none", at: flagsStart)
    }
    append(.pattern(body, ignoresCase: flags == "i"), from: start)
  }

  private mutating func scanSymbol() throws(RulesError) {
    let start = offset
    for symbol in Lexer.symbols where source.scalars[start...].starts(with: symbol) {
      offset += symbol.count
      append(.symbol(source.text(in: start..<offset)), from: start)
      return
    }
    let what = "'\(source.scalars[start])' isn't part of the rules language"
    throw malformed(what, "remove it", at: start)
  }
}

/// A word of a rule expression.
struct Token: Sendable {
  enum Kind: Sendable, Equatable {
    case identifier(String)
    case number(Double)
    case string(String)
    case pattern(String, ignoresCase: Bool)
    case symbol(String)
    case end
  }

  let kind: Kind
  /// Offsets of its scalars in the expression.
  let range: Range<Int>

  /// The token as a message names it.
  var description: String {
    switch kind {
    case .identifier(let name): "'\(name)'"
    case .number: "a number"
    case .string: "a string"
    case .pattern: "a regular expression"
    case .symbol(let text): "'\(text)'"
    case .end: "the end of the rule"
    }
  }

  /// Whether a value ends with this token, so that a '/' after it divides.
  var endsOperand: Bool {
    switch kind {
    case .identifier, .number, .string, .pattern: true
    case .symbol(let text): text == ")" || text == "]"
    case .end: false
    }
  }
}
