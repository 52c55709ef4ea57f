/// The columns that text takes on a terminal.
enum TextColumns {
  /// The columns of a character: 2 for wide ones, such as ideographs and emoji (UAX #11), and 1 for all others.
  static func width(_ character: Character) -> Int {
    guard let first = character.unicodeScalars.first else { return 0 }
    if character.unicodeScalars.contains("\u{FE0F}") { return 2 }
    if first.properties.isEmojiPresentation { return 2 }
    switch first.value {
    case 0x1100...0x115F, 0x2E80...0x303E, 0x3041...0xA4CF, 0xAC00...0xD7A3, 0xF900...0xFAFF,
      0xFE30...0xFE6F, 0xFF00...0xFF60, 0xFFE0...0xFFE6, 0x20000...0x3FFFD:
      return 2
    default: return 1
    }
  }

  /// The columns of a text.
  static func width(_ text: String) -> Int { text.reduce(0) { $0 + width($1) } }

  /// The text, cut to so many columns with an ellipsis at its end.
  static func cut(_ text: String, to columns: Int) -> String {
    guard width(text) > columns else { return text }
    var cut = ""
    var taken = 0
    for character in text {
      let next = width(character)
      guard taken + next < columns else { break }
      cut.append(character)
      taken += next
    }
    return columns > 0 ? cut + "…" : ""
  }

  /// The text, cut or followed by spaces, so that it takes exactly so many columns.
  static func fitted(_ text: String, to columns: Int) -> String {
    let cut = cut(text, to: columns)
    return cut + String(repeating: " ", count: max(0, columns - width(cut)))
  }

  /// The text in lines of at most so many columns, broken at spaces, and within words that are longer.
  static func wrapped(_ text: String, to columns: Int) -> [String] {
    guard columns > 0 else { return [] }
    var lines: [String] = []
    for paragraph in text.split(separator: "\n", omittingEmptySubsequences: false) {
      var line = ""
      for word in paragraph.split(separator: " ") {
        for piece in pieces(of: String(word), to: columns) {
          if line.isEmpty {
            line = piece
          } else if width(line) + 1 + width(piece) <= columns {
            line += " " + piece
          } else {
            lines.append(line)
            line = piece
          }
        }
      }
      lines.append(line)
    }
    return lines
  }

  private static func pieces(of word: String, to columns: Int) -> [String] {
    var pieces: [String] = []
    var piece = ""
    var taken = 0
    for character in word {
      let next = width(character)
      if taken + next > columns, !piece.isEmpty {
        pieces.append(piece)
        piece = ""
        taken = 0
      }
      piece.append(character)
      taken += next
    }
    return pieces + [piece]
  }
}
