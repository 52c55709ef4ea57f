import Simulator

/// Takes the runs of a sweep: a line a run as JSON, the first story and a table as text, or a test case for
/// each scenario as JUnit's XML.
struct SweepReport {
  private let sink: ResultSink
  private let format: ResultFormat
  private let style: Style
  private(set) var tally: SweepTally
  private var seal = ResultSeal()
  private var hasFailed = false
  private var cases: JUnitSweep

  init(_ plan: RunPlan, _ output: ReportOutput, sink: ResultSink) {
    self.sink = sink
    format = output.format
    style = Style(hasColour: sink.hasColour)
    tally = SweepTally(plan.names, probes: plan.probes)
    cases = JUnitSweep(plan.names, attachment: output.attachment)
  }

  /// Takes the next run; the first that fails is told at once.
  mutating func add(_ run: FinishedRun) throws(OutputFault) {
    tally.add(run.result, at: run.plan.ordinal)
    switch format {
    case .json:
      let (line, check) = LineCheck.sealed(JSONLine.result(run))
      seal.add(check: check, wallNanoseconds: run.wallTime.nanoseconds)
      return try sink.write(line)
    case .junit: return cases.add(run)
    case .text: break
    }
    guard !hasFailed, let story = StoryText(run, style: style) else { return }
    hasFailed = true
    try sink.write(story.text)
    try sink.flush()
  }

  /// Writes what stands behind the last run, and returns it.
  @discardableResult
  func end(
    _ extent: SweepExtent, _ total: Tally, wallTime: Duration
  ) throws(OutputFault) -> SweepEnding {
    let ending = SweepEnding(
      tally: tally, extent: extent, total: total, wallTime: wallTime, seal: seal)
    if format == .junit {
      try sink.write(cases.text(ending))
    } else {
      try ending.write(to: sink, format: format)
    }
    return ending
  }
}

/// The lines behind the last run of a sweep.
struct SweepEnding {
  let tally: SweepTally
  let extent: SweepExtent
  let total: Tally
  let wallTime: Duration
  /// The seal of the lines of the runs.
  let seal: ResultSeal

  /// The lines behind the results, each with its check.
  var lines: [String] {
    JSONLine.sweep(tally, extent, seal: seal, wallTime: wallTime)
      + [LineCheck.sealed(JSONLine.summary(total, wallTime: wallTime)).line]
  }

  /// Whether these are the runs of a whole sweep, which should have reached every probe; of a shard only the
  /// merged result can tell.
  var isJudged: Bool { extent.shard == "\(Shard.whole)" }

  /// The exit status of the command where every run passed.
  var statusOfProbes: ExitStatus {
    isJudged && !tally.probeComplaints.isEmpty ? .failed : .passed
  }

  func write(to sink: ResultSink, format: ResultFormat) throws(OutputFault) {
    if format == .json {
      for line in lines { try sink.write(line) }
      return
    }
    let style = Style(hasColour: sink.hasColour)
    try sink.write(SweepTable(tally, style: style).text)
    try sink.write(ProbeTable(tally, style: style).text(isJudged: isJudged))
    if let reason = extent.stopped {
      let whole = extent.shard == "1/1" ? "" : ", shard \(extent.shard)"
      try sink.write("stopped before the end (\(reason.visible)) of \(extent.total) runs\(whole)\n")
    }
    try sink.write(SummaryText.line(total, wallTime: wallTime, style: style) + "\n")
  }
}
