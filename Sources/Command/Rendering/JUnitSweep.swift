internal import Harness
import Simulator

/// A sweep as the XML that continuous integration systems read: a test case for each scenario with the story of the first
/// run that failed.
///
/// Its size depends on the number of scenarios only.
struct JUnitSweep {
  private struct Entry {
    var file = ""
    var line: Int?
    var seconds = 0.0
    var first: UInt64?
    var last: UInt64 = 0
    var problem: JUnitDocument.Problem?
    var printed = ""
  }

  private var entries: [String: Entry] = [:]
  private var document = JUnitDocument(name: "\(Program.name) sweep")

  /// A sweep of scenarios that were not played yet.
  ///
  /// - Parameter attachment: The file that shows runs that did not pass; nil for none.
  init(_ names: [String], attachment: String? = nil) {
    for name in names { entries[name] = Entry() }
    document.attachment = attachment
  }

  /// Counts the next run.
  mutating func add(_ run: FinishedRun) {
    let seed = run.result.configuration.seed
    var entry = entries[run.result.scenario] ?? Entry()
    entry.file = ScenarioFile.path(of: run.plan.scenario)
    entry.line = run.plan.scenario.location.line
    entry.seconds += Double(run.wallTime.nanoseconds) / 1e9
    entry.first = entry.first ?? seed
    entry.last = seed
    if entry.problem == nil, let problem = JUnitDocument.Problem(run) {
      entry.problem = problem
      entry.printed = run.printed
    }
    entries[run.result.scenario] = entry
  }

  /// The whole file.
  func text(_ ending: SweepEnding) -> String {
    var document = document
    for row in ending.tally.rows where row.passed + row.failed > 0 { document.add(entry(row)) }
    let complaints = ending.isJudged ? ending.tally.probeComplaints : []
    if !complaints.isEmpty {
      document.add(
        JUnitDocument.Case(
          name: "probes",
          problems: complaints.map {
            JUnitDocument.Problem(type: "unreached", message: $0, text: $0)
          }))
    }
    document.output = ending.extent.stopped.map { "stopped before the end: \($0)" }
    return document.text
  }

  private func entry(_ row: SweepTally.Row) -> JUnitDocument.Case {
    let entry = entries[row.scenario] ?? Entry()
    var result = JUnitDocument.Case(
      file: entry.file, line: entry.line, name: row.scenario, seconds: entry.seconds,
      output: entry.first.map { "seeds \($0)...\(entry.last)\n" + entry.printed } ?? "")
    guard row.failed > 0, let failure = row.firstFailure else { return result }
    result.problems = [
      JUnitDocument.Problem(
        isError: entry.problem?.isError ?? false, type: entry.problem?.type ?? "failed",
        message: "\(row.failed) of \(row.passed + row.failed) seeds failed: \(failure.summary)",
        text: entry.problem?.text ?? failure.replay)
    ]
    return result
  }
}
