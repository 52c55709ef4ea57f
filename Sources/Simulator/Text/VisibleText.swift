/// Text of a run as a person may see it: what a terminal would act upon is written out.
///
/// Messages, names and file names come from scenarios and from outside; raw, they could move the cursor, change
/// colours, hide what stands beside them, or turn it around. Written out are the control characters of ASCII and of ISO
/// 6429 (C0, DEL, C1), the separators of lines and paragraphs, and the marks of Unicode's bidirectional algorithm (UAX
/// 9): as `\u{1B}`, and the frequent ones as `\r`, `\t`, `\0`. Results for programs (JSON, XML) are escaped by their
/// own rules instead.
extension String {
  /// The text with its line feeds and tabs, and everything else written out.
  package var visible: String { writingOut { $0.isHidden && $0 != "\n" && $0 != "\t" } }

  /// The text as part of one line: line feeds and tabs are written out too.
  package var visibleLine: String { writingOut(\.isHidden) }

  private func writingOut(_ isWritten: (Unicode.Scalar) -> Bool) -> String {
    // Nearly every text has nothing to write out, and ASCII is seen to have nothing at a glance.
    guard utf8.contains(where: { $0 < 0x20 || $0 >= 0x7F }),
      unicodeScalars.contains(where: isWritten)
    else { return self }
    var text = ""
    for scalar in unicodeScalars {
      if isWritten(scalar) {
        text += scalar.writtenOut
      } else {
        text.unicodeScalars.append(scalar)
      }
    }
    return text
  }
}

extension Unicode.Scalar {
  /// The scalar as a literal of Swift names it, such as `\u{1B}`.
  package var writtenOut: String {
    switch self {
    case "\n": #"\n"#
    case "\r": #"\r"#
    case "\t": #"\t"#
    case "\0": #"\0"#
    default: #"\u{\#(String(value, radix: 16, uppercase: true))}"#
    }
  }

  /// Whether a terminal or a browser acts upon it instead of showing it.
  package var isHidden: Bool {
    switch value {
    case 0..<0x20, 0x7F..<0xA0, 0x2028, 0x2029: true
    case 0x061C, 0x200E, 0x200F, 0x202A...0x202E, 0x2066...0x2069: true
    default: false
    }
  }
}

/// Whole numbers as they are typed and kept: digits alone.
///
/// The initialisers of Swift's integers take a sign as well, so that `+5`, `-0` and `5` would be three texts for one
/// number.
package enum PlainNumber {
  /// Reads a number; nil for an empty text, a sign, a space, and what does not fit.
  ///
  /// - Parameter radix: 10, or 16 for digits in either case.
  @inlinable package static func read<Number: FixedWidthInteger>(
    _ text: some StringProtocol, as _: Number.Type = Number.self, radix: Int = 10
  ) -> Number? {
    guard text.utf8.first.map({ $0 != 0x2B && $0 != 0x2D }) ?? false else { return nil }
    return Number(text, radix: radix)
  }

  /// Whether a text is digits alone, however many.
  package static func isDigits(_ text: some StringProtocol) -> Bool {
    !text.isEmpty && text.utf8.allSatisfy { 0x30...0x39 ~= $0 }
  }
}
