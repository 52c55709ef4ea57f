import Foundation
import Simulator

/// The format and the destination of results.
struct ReportOutput {
  /// The format.
  let format: ResultFormat
  /// The file; nil for standard output.
  let path: String?
  /// The page of a report that shows the runs that did not pass; nil where none is written.
  var attachment: String?

  /// Reads `--format` and `--output`.
  init(_ arguments: ParsedArguments) throws(UsageError) {
    format = try arguments.format(.format, of: ResultFormat.allCases)
    path = arguments.text(.output)
    attachment = arguments.text(.report).map { URL(fileURLWithPath: $0).path }
  }

  /// The report of single runs.
  func report(to sink: ResultSink) -> any Report {
    switch format {
    case .text: TextReport(sink: sink)
    case .json: JSONReport(sink: sink)
    case .junit: JUnitReport(sink: sink, attachment: attachment)
    }
  }

  /// Tells on the console what went to a file, so that a failure is seen where the command ran.
  func note(_ outcome: Campaign.Outcome, on console: Console) {
    note(outcome.tally, wallTime: outcome.wallTime, on: console)
  }

  /// Tells on the console what went to a file.
  func note(_ tally: Tally, wallTime: Duration, on console: Console) {
    guard let path else { return }
    let line = SummaryText.line(tally, wallTime: wallTime, style: Style(hasColour: false))
    console.notes("\(line); results are in \(path)\n")
  }
}
