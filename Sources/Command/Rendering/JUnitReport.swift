internal import Harness
import Simulator

/// The results of single runs as the XML that continuous integration systems read.
struct JUnitReport: Report {
  private let sink: ResultSink
  private var document = JUnitDocument(name: Program.name)
  private var seeds: [UInt64] = []

  /// - Parameter attachment: The file that shows the runs that did not pass; nil for none.
  init(sink: ResultSink, attachment: String? = nil) {
    self.sink = sink
    document.attachment = attachment
  }

  mutating func begin(_ plan: RunPlan) {}

  mutating func add(_ run: FinishedRun) {
    let result = run.result
    let seed = result.configuration.seed
    if !seeds.contains(seed) { seeds.append(seed) }
    let strikes = (result.configuration.strikes ?? []).map { " \($0)" }.joined()
    let regression = run.plan.regression.map { " (regression \($0))" } ?? ""
    document.add(
      JUnitDocument.Case(
        file: ScenarioFile.path(of: run.plan.scenario), line: run.plan.scenario.location.line,
        name: result.scenario + strikes + regression,
        seconds: Double(run.wallTime.nanoseconds) / 1e9,
        problems: JUnitDocument.Problem(run).map { [$0] } ?? [], output: run.printed))
  }

  mutating func end(_ tally: Tally, wallTime: Duration) throws(OutputFault) {
    document.seeds = seeds.isEmpty ? nil : seeds.map { "\($0)" }.joined(separator: ", ")
    try sink.write(document.text)
  }
}
