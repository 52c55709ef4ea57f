internal import Harness
import Simulator

/// Takes the results of runs, in order, and writes them in one format.
protocol Report {
  /// Writes what stands before the first result.
  mutating func begin(_ plan: RunPlan) throws(OutputFault)
  /// Takes the next result.
  mutating func add(_ run: FinishedRun) throws(OutputFault)
  /// Writes what stands behind the last result.
  mutating func end(_ tally: Tally, wallTime: Duration) throws(OutputFault)
}

/// The table and the stories.
struct TextReport: Report {
  private let sink: ResultSink
  private let style: Style
  private var table: RunTable
  private var stories: [String] = []

  init(sink: ResultSink) {
    self.sink = sink
    style = Style(hasColour: sink.hasColour)
    table = RunTable(names: [], style: style)
  }

  mutating func begin(_ plan: RunPlan) throws(OutputFault) {
    table = RunTable(names: plan.names + plan.labels, style: style)
    try sink.write(table.header)
    try sink.flush()
  }

  mutating func add(_ run: FinishedRun) throws(OutputFault) {
    if let story = StoryText(run, style: style) { stories.append(story.text) }
    try sink.write(table.row(run))
    try sink.flush()
  }

  mutating func end(_ tally: Tally, wallTime: Duration) throws(OutputFault) {
    try sink.write("\n")
    for story in stories { try sink.write(story) }
    try sink.write(SummaryText.line(tally, wallTime: wallTime, style: style) + "\n")
  }
}

/// JSON Lines: a line a run and a summary.
struct JSONReport: Report {
  private let sink: ResultSink

  init(sink: ResultSink) {
    self.sink = sink
  }

  mutating func begin(_ plan: RunPlan) {}

  mutating func add(_ run: FinishedRun) throws(OutputFault) {
    try sink.write(JSONLine.result(run))
  }

  mutating func end(_ tally: Tally, wallTime: Duration) throws(OutputFault) {
    try sink.write(JSONLine.summary(tally, wallTime: wallTime))
  }
}

/// The results of many runs as one line of text.
enum SummaryText {
  /// Such as `39 passed, 1 failed (40 runs in 1.2 s, digest 0123456789abcdef)`.
  static func line(_ tally: Tally, wallTime: Duration, style: Style) -> String {
    let passed = style.good("\(tally.passed) passed")
    let counts = tally.failed == 0 ? passed : passed + ", " + style.bad("\(tally.failed) failed")
    let runs = tally.runs == 1 ? "1 run" : "\(tally.runs) runs"
    return counts
      + " (\(runs) in \(wallTime.brief), digest \(Hexadecimal.text(tally.digest.value)))"
      + Self.remains(tally)
  }

  /// A line more, where worlds could not be taken down.
  private static func remains(_ tally: Tally) -> String {
    guard let reason = tally.firstRemains else { return "" }
    let worlds = tally.remains == 1 ? "1 world" : "\(tally.remains) worlds"
    return
      "\n\(worlds) could not be taken down and kept memory; the first because \(reason.visibleLine)"
  }
}
