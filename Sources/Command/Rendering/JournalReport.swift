import Simulator

/// Another report with everything that happened in each run before it.
struct JournalReport: Report {
  private var report: any Report
  private let sink: ResultSink
  private let format: ResultFormat

  init(_ report: any Report, sink: ResultSink, format: ResultFormat) {
    self.report = report
    self.sink = sink
    self.format = format
  }

  mutating func begin(_ plan: RunPlan) throws(OutputFault) { try report.begin(plan) }

  mutating func add(_ run: FinishedRun) throws(OutputFault) {
    if !(run.result.story?.isAbandoned ?? false) {
      for entry in Runner.record(run.plan.scenario, run.plan.configuration).entries {
        try sink.write(line(entry))
      }
    }
    try report.add(run)
  }

  mutating func end(_ tally: Tally, wallTime: Duration) throws(OutputFault) {
    try report.end(tally, wallTime: wallTime)
  }

  private func line(_ entry: Journal.Entry) -> String {
    guard format == .json else {
      let event = "\(entry.subject): \(entry.text)".visibleLine
      return "\("\(entry.instant)".leftPadded(to: 16))  \(event)\n"
    }
    return JSONLine.text(
      kind: "event",
      [
        "ns": .integer(entry.instant.nanoseconds),
        "subject": .string(entry.subject),
        "text": .string(entry.text),
        "digest": .string(Hexadecimal.text(entry.digest)),
      ])
  }
}
