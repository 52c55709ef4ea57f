import Simulator

/// Colours of a terminal (ECMA-48), or none.
///
/// Text is made visible before it is painted: colours are the only control sequences in results.
struct Style {
  /// Whether there are colours.
  let hasColour: Bool

  func good(_ text: String) -> String { paint(text, "32") }
  func bad(_ text: String) -> String { paint(text, "31") }
  func strong(_ text: String) -> String { paint(text, "1") }
  func faint(_ text: String) -> String { paint(text, "2") }
  func tinted(_ text: String) -> String { paint(text, "36") }

  /// The text in the colour of an outcome.
  func outcome(_ outcome: Outcome, _ text: String) -> String {
    outcome == .passed ? good(text) : bad(text)
  }

  private func paint(_ text: String, _ code: String) -> String {
    hasColour ? "\u{1B}[\(code)m\(text.visible)\u{1B}[0m" : text.visible
  }
}

extension String {
  /// The text with spaces to its right up to `width` characters.
  func padded(to width: Int) -> String {
    self + String(repeating: " ", count: Swift.max(0, width - count))
  }

  /// The text with spaces to its left up to `width` characters.
  func leftPadded(to width: Int) -> String {
    String(repeating: " ", count: Swift.max(0, width - count)) + self
  }

  /// The text, made visible, broken at spaces into lines of at most `width` characters, each behind `indent`.
  func wrapped(to width: Int, indent: String) -> String {
    var lines: [String] = []
    for paragraph in visible.split(separator: "\n", omittingEmptySubsequences: false) {
      var line = ""
      for word in paragraph.split(separator: " ") {
        if line.isEmpty {
          line = String(word)
        } else if line.count + 1 + word.count <= width {
          line += " " + word
        } else {
          lines.append(indent + line)
          line = String(word)
        }
      }
      lines.append(indent + line)
    }
    return lines.joined(separator: "\n")
  }
}

/// Rows of cells set in columns.
enum Columns {
  /// The rows as lines, made visible: columns two spaces apart, as wide as their widest cell.
  ///
  /// - Parameter right: The columns whose cells stand at the right, such as numbers.
  static func lines(_ rows: [[String]], right: Set<Int> = []) -> [String] {
    let rows = rows.map { $0.map(\.visibleLine) }
    var widths: [Int] = []
    for row in rows {
      for (column, cell) in row.enumerated() {
        if column == widths.count { widths.append(0) }
        widths[column] = max(widths[column], cell.count)
      }
    }
    return rows.map { row in
      var line = row.enumerated().map { column, cell in
        right.contains(column)
          ? cell.leftPadded(to: widths[column]) : cell.padded(to: widths[column])
      }.joined(separator: "  ")
      while line.last == " " { line.removeLast() }
      return line
    }
  }
}
