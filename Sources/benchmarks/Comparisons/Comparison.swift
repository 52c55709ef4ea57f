/// Something that is counted, not timed: a table that comes out the same wherever it is made.
///
/// To add one, conform a type and name it in ``Comparisons/all``.
protocol Comparison: Sendable {
  /// The name of the comparison on the command line.
  var name: String { get }
  /// The subject of the comparison, in one line, for `--help`.
  var summary: String { get }
  /// Makes the table.
  ///
  /// - Parameter receive: Takes each row as it is made; the first one holds the titles.
  func make(_ receive: ([String]) -> Void)
}

/// The comparisons there are; they run only when they are named.
enum Comparisons {
  /// Add a comparison here.
  static let all: [any Comparison] = [ScheduleComparison()]
}
