internal import Harness
import Simulator

/// The result of searching one scenario: what a ``FindingReport`` writes of it.
protocol ReportedFinding {
  /// The headings of the table's columns; all but the first and, where it is wordy, the last stand on the right.
  static var headings: [String] { get }
  /// The columns that stand on the right.
  static var rightColumns: Set<Int> { get }
  /// The runs of the search.
  var tally: Tally { get }
  /// The time that the search took.
  var wallTime: Duration { get }
  /// The cells of the table's row.
  var row: [String] { get }
  /// The lines of JSON, in order.
  var lines: [String] { get }
  /// The stories of what failed; empty where nothing did.
  func stories(_ style: Style) -> String
  /// The findings as JUnit's XML; nil where the search has no such form.
  static func junit(_ findings: [Self]) -> String?
}

extension ReportedFinding {
  static func junit(_ findings: [Self]) -> String? { nil }
}

/// Writes what searches of scenarios found: a table with stories, JSON Lines, or JUnit's XML.
struct FindingReport<Finding: ReportedFinding> {
  private let format: ResultFormat
  private let sink: ResultSink
  private let style: Style
  private var findings: [Finding] = []
  private var tally = Tally()
  private var wallTime = Duration.zero

  init(format: ResultFormat, sink: ResultSink) {
    self.format = format
    self.sink = sink
    style = Style(hasColour: sink.hasColour)
  }

  /// Whether a run failed.
  var hasFailures: Bool { tally.failed > 0 }

  /// Takes the next finding; its lines are written at once.
  mutating func add(_ finding: Finding) throws(OutputFault) {
    findings.append(finding)
    tally.add(finding.tally)
    wallTime += finding.wallTime
    guard format == .json else { return }
    for line in finding.lines { try sink.write(line) }
    try sink.flush()
  }

  /// Writes what stands behind the last finding.
  func end() throws(OutputFault) {
    switch format {
    case .json: try sink.write(JSONLine.summary(tally, wallTime: wallTime))
    case .text: try sink.write(text)
    case .junit: try sink.write(Finding.junit(findings) ?? text)
    }
  }

  private var text: String {
    let lines = Columns.lines(
      [Finding.headings] + findings.map(\.row), right: Finding.rightColumns)
    let table = ([style.strong(lines[0])] + lines.dropFirst()).joined(separator: "\n")
    return table + "\n\n" + findings.map { $0.stories(style) }.joined()
      + SummaryText.line(tally, wallTime: wallTime, style: style) + "\n"
  }
}
