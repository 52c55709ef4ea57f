internal import Harness
import Simulator

/// Another report with everything that happened in each run before it.
struct JournalReport: Report {
  private var report: any Report
  private let sink: ResultSink
  private let format: ResultFormat
  private let host: RunEngine.Host

  init(
    _ report: any Report, sink: ResultSink, format: ResultFormat, host: RunEngine.Host
  ) {
    self.host = host
    self.report = report
    self.sink = sink
    self.format = format
  }

  mutating func begin(_ plan: RunPlan) throws(OutputFault) { try report.begin(plan) }

  mutating func add(_ run: FinishedRun) throws(OutputFault) {
    if !(run.result.story?.isAbandoned ?? false) {
      let recorder = try recorder(of: run)
      while let entry = recorder.next() { try sink.write(line(entry)) }
    }
    try report.add(run)
  }

  mutating func end(_ tally: Tally, wallTime: Duration) throws(OutputFault) {
    try report.end(tally, wallTime: wallTime)
  }

  private func recorder(of run: FinishedRun) throws(OutputFault) -> Recorder {
    do throws(WorkerFault) {
      return try Recorder(run.plan, on: host)
    } catch {
      throw OutputFault(reason: "\(error)")
    }
  }

  private func line(_ entry: JournalLine) -> String {
    let instant = Instant(nanoseconds: entry.nanoseconds)
    guard format == .json else {
      let event = "\(entry.subject): \(entry.text)".visibleLine
      return "\("\(instant)".leftPadded(to: 16))  \(event)\n"
    }
    return JSONLine.text(
      kind: "event",
      [
        "ns": .integer(entry.nanoseconds),
        "subject": .string(entry.subject),
        "text": .string(entry.text),
        "digest": .string(Hexadecimal.text(entry.digest)),
      ])
  }
}
