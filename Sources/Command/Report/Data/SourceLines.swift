import Foundation

/// Lines of a source file, as a report shows them.
struct SourceLines {
  /// The number of the first line, from 1.
  let first: Int
  /// The lines.
  let lines: [String]

  /// Lines before the first one that is named.
  private static let before = 3
  /// Lines behind the last one that is named, up to the end of its declaration.
  private static let behind = 40
  /// More lines than this are not shown.
  private static let most = 600

  /// Reads the lines around a range of them; nil where the file cannot be read.
  init?(_ path: String, around range: ClosedRange<Int>) {
    guard let source = try? String(contentsOfFile: path, encoding: .utf8) else { return nil }
    self.init(source: source, around: range)
  }

  /// Takes the lines around a range of them; nil where the text has no such lines.
  init?(source: String, around range: ClosedRange<Int>) {
    let all = source.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
    guard range.lowerBound >= 1, range.upperBound <= all.count else { return nil }
    let start = max(1, range.lowerBound - Self.before)
    var end = range.upperBound
    // A declaration of an extension ends with a bracket that is indented by two.
    while end < min(all.count, range.upperBound + Self.behind), !Self.ends(all[end - 1]) {
      end += 1
    }
    first = start
    lines = Array(all[(start - 1)..<min(end, start - 1 + Self.most)])
  }

  private static func ends(_ line: String) -> Bool { line == "  }" || line == "}" }
}
