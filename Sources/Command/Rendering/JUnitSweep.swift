internal import Harness
import Simulator

/// A sweep as the XML that continuous integration systems read: a test case for each scenario and its seeds, with
/// the story of the first run that failed.
///
/// Its size depends on the number of scenarios only.
struct JUnitSweep {
  private struct Case {
    var file = ""
    var seconds = 0.0
    var first: UInt64?
    var last: UInt64 = 0
    var story: String?
  }

  private var cases: [String: Case] = [:]

  /// A sweep of scenarios that were not played yet.
  init(_ names: [String]) {
    for name in names { cases[name] = Case() }
  }

  /// Counts the next run.
  mutating func add(_ run: FinishedRun) {
    let seed = run.result.configuration.seed
    var entry = cases[run.result.scenario] ?? Case()
    entry.file = ScenarioFile.path(of: run.plan.scenario)
    entry.seconds += Double(run.wallTime.nanoseconds) / 1e9
    entry.first = entry.first ?? seed
    entry.last = seed
    entry.story = entry.story ?? StoryText(run, style: Style(hasColour: false))?.text
    cases[run.result.scenario] = entry
  }

  /// The whole file.
  func text(_ ending: SweepEnding) -> String {
    let played = ending.tally.rows.filter { $0.passed + $0.failed > 0 }
    let failures = played.count { $0.failed > 0 }
    let complaints = ending.isJudged ? ending.tally.probeComplaints : []
    let stop = ending.extent.stopped.map { reason in
      "  <system-out>stopped before the end: \(JUnitReport.escaped(reason))</system-out>\n"
    }
    let seconds = played.reduce(0) { $0 + (cases[$1.scenario]?.seconds ?? 0) }
    let body =
      played.map(text).joined()
      + complaints.map(Self.complaint).joined() + (stop ?? "")
    return """
      <?xml version="1.0" encoding="UTF-8"?>
      <testsuite name="\(Program.name) sweep" tests="\(played.count + complaints.count)" \
      failures="\(failures + complaints.count)" errors="0" time="\(JUnitReport.decimal(seconds))">
      \(body)</testsuite>

      """
  }

  private func text(_ row: SweepTally.Row) -> String {
    let entry = cases[row.scenario] ?? Case()
    let range = entry.first.map { "\($0)...\(entry.last)" } ?? ""
    let head =
      "  <testcase classname=\"\(JUnitReport.escaped(entry.file))\" "
      + "name=\"\(JUnitReport.escaped("\(row.scenario) seeds \(range)"))\" "
      + "time=\"\(JUnitReport.decimal(entry.seconds))\""
    guard row.failed > 0, let failure = row.firstFailure else { return head + "/>\n" }
    let message = "\(row.failed) of \(row.passed + row.failed) seeds failed: \(failure.summary)"
    return head + ">\n    <failure type=\"failed\" message=\"" + JUnitReport.escaped(message)
      + "\">"
      + JUnitReport.escaped(entry.story ?? failure.replay) + "</failure>\n  </testcase>\n"
  }

  private static func complaint(_ text: String) -> String {
    "  <testcase classname=\"\(Program.name)\" name=\"probe\"><failure type=\"unreached\" message=\""
      + JUnitReport.escaped(text) + "\"/></testcase>\n"
  }
}
