/// Pieces of SVG 1.1: text that is cut or wrapped by the width that its letters take, and boxes.
enum SVG {
  /// The width of a letter as a share of its size: a little more than that of most letters of most fonts.
  private static let letter = 0.6

  /// A line of text.
  static func text(
    _ text: String, x: Double, y: Double, size: Double, fill: String, weight: String = "400",
    anchor: String = "start"
  ) -> String {
    "<text x=\"\(number(x))\" y=\"\(number(y))\" font-size=\"\(number(size))\" fill=\"\(fill)\" "
      + "font-weight=\"\(weight)\" text-anchor=\"\(anchor)\">\(escaped(text))</text>\n"
  }

  /// A box with round corners.
  static func box(
    x: Double, y: Double, width: Double, height: Double, radius: Double, fill: String
  ) -> String {
    "<rect x=\"\(number(x))\" y=\"\(number(y))\" width=\"\(number(width))\" "
      + "height=\"\(number(height))\" rx=\"\(number(radius))\" fill=\"\(fill)\"/>\n"
  }

  /// The width that a text takes.
  static func width(of text: String, size: Double) -> Double { Double(text.count) * size * letter }

  /// A text that fits into a width, with an ellipsis where it does not.
  static func cut(_ text: String, to width: Double, size: Double) -> String {
    let most = max(1, Int(width / (size * letter)))
    return text.count <= most ? text : text.prefix(most - 1) + "…"
  }

  /// The lines of a text in a width, words whole where they fit.
  static func lines(of text: String, in width: Double, size: Double) -> [String] {
    let most = max(4, Int(width / (size * letter)))
    var lines: [String] = []
    var line = ""
    for word in text.split(separator: " ") {
      var word = String(word)
      if !line.isEmpty, line.count + 1 + word.count > most {
        lines.append(line)
        line = ""
      }
      while word.count > most {
        lines.append(String(word.prefix(most)))
        word.removeFirst(most)
      }
      line += line.isEmpty ? word : " " + word
    }
    return lines + (line.isEmpty && !lines.isEmpty ? [] : [line])
  }

  /// A number with one digit behind the point, where it has any.
  static func number(_ value: Double) -> String {
    let tenths = Int((value * 10).rounded())
    return tenths % 10 == 0
      ? "\(tenths / 10)" : "\(tenths < 0 ? "-" : "")\(abs(tenths) / 10).\(abs(tenths) % 10)"
  }

  static func escaped(_ text: String) -> String {
    text.replacing("&", with: "&amp;").replacing("<", with: "&lt;").replacing(">", with: "&gt;")
  }
}
