internal import Harness
import Simulator

/// Notes fixed choices and knobs of replayed runs that nothing asked for: what they were about is there no more.
final class UnusedOverrides {
  private var lines: [String] = []

  /// The report, with an ear for its runs.
  func noting(_ report: any Report) -> any Report { Noting(report: report, notes: self) }

  /// Tells what was noted.
  func tell(on console: Console) {
    for line in lines { console.notes(line + "\n") }
  }

  /// The complaints about a run's fixed choices and knobs that nothing asked for, in sentences.
  static func complaints(about result: RunResult) -> [String] {
    result.unusedOverrides.map { key in
      "\(result.scenario): nothing asked for the fixed choice \(key); what it is about is there no more"
    }
      + result.unusedKnobs.map { knob in
        "\(result.scenario): nothing asked for the knob \(knob); the scenario pins it, or its world has no such knob"
      }
      + result.unusedStrikes.map { strike in
        "\(result.scenario): \(strike) was not used; \(strike.place) never came, or came behind the last line"
      }
      + result.faults.filter { $0.strike != nil && !$0.hasStruck }.map { fault in
        "\(result.scenario): \(fault.strike.map { "\($0)" } ?? "") found nothing to strike"
      }
  }

  private struct Noting: Report {
    var report: any Report
    let notes: UnusedOverrides

    mutating func begin(_ plan: RunPlan) throws(OutputFault) { try report.begin(plan) }

    mutating func add(_ run: FinishedRun) throws(OutputFault) {
      notes.lines += UnusedOverrides.complaints(about: run.result).map { "note: " + $0 }
      try report.add(run)
    }

    mutating func end(_ tally: Tally, wallTime: Duration) throws(OutputFault) {
      try report.end(tally, wallTime: wallTime)
    }
  }
}
