internal import Harness
import Simulator

/// Collects the runs of a command for a report, and has those that it shows played once more and recorded.
///
/// Runs that are not shown cost nothing more than counting.
final class ReportGallery {
  /// The number of failing runs that are recorded at the most, unless all runs are asked for.
  static let failingMost = 20
  /// The number of runs of one kind of failure that are recorded at the most, unless all runs are asked for.
  static let alikeMost = 3
  /// The number of passing runs that are recorded where none failed: a report of a few runs shows them.
  static let passingMost = 8
  /// The number of runs that are listed.
  private static let listedMost = 2000

  private let engine: RunEngine
  private let takesAll: Bool
  private let files: [ReportFile]
  private var runs: [FinishedRun] = []
  private var passing: [FinishedRun] = []
  /// Runs that failed as plainer ones do, and are listed only.
  private var others: [FinishedRun] = []
  /// The number of runs of each kind of failure, and the plainest of them, in the order of their playing.
  private var kinds: [String: (count: Int, plainest: [FinishedRun])] = [:]
  private var order: [String] = []
  private var tally = Tally()
  private var latencies = ReportLatencies()
  private var probes: [String: Int] = [:]
  private var faults: [String: Int] = [:]
  private var coverage = ReportCoverage()
  private let command: String

  /// Opens the files of `--report`, `--chrome-trace` and `--pcap`; nil where there are none.
  init?(
    _ subcommand: any Subcommand.Type, _ arguments: ParsedArguments, engine: RunEngine,
    on console: Console
  ) throws(UsageError) {
    var files: [ReportFile] = []
    if let path = arguments.text(.report) {
      files.append(try ReportFile(report: path, on: console))
    }
    for (option, content) in [
      (CommandOption.chromeTrace, ReportFile.Content.chromeTrace), (.packets, .packets),
    ] {
      guard let path = arguments.text(option) else { continue }
      do {
        files.append(try ReportFile(content, path, on: console))
      } catch {
        for file in files { file.abandon() }
        throw error
      }
    }
    guard !files.isEmpty else { return nil }
    self.engine = engine
    command = ReportCommand.text(of: subcommand, arguments)
    takesAll = arguments.has(.reportAll)
    self.files = files
  }

  /// Takes a run that was played.
  ///
  /// - Parameter stage: The words by which its latencies are told from those of other runs; empty where they are not.
  func add(_ run: FinishedRun, stage: String = "") {
    tally.add(run.result)
    latencies.add(run.result, stage: stage)
    coverage.add(run.result)
    for probe in run.result.probes { probes[probe.name, default: 0] += 1 }
    for fault in run.result.faults where fault.hasStruck {
      faults[fault.kind.name, default: 0] += 1
    }
    guard let kind = Self.kind(of: run.result) else {
      if takesAll { runs.append(run) } else { keepPassing(run) }
      return
    }
    if takesAll { runs.append(run) }
    if kinds[kind] == nil { order.append(kind) }
    var group = kinds[kind] ?? (0, [])
    group.count += 1
    group.plainest.append(run)
    if group.plainest.count > Self.alikeMost,
      let longest = group.plainest.indices.max(by: {
        group.plainest[$0].result.events < group.plainest[$1].result.events
      })
    {
      let other = group.plainest.remove(at: longest)
      if others.count < Self.listedMost { others.append(other) }
    }
    kinds[kind] = group
  }

  /// The kinds of failures, the most frequent first.
  private var ranked: [String] {
    order.sorted { (kinds[$1]?.count ?? 0, $0) < (kinds[$0]?.count ?? 0, $1) }
  }

  /// The failing runs that are recorded: the plainest of each kind, then the second of each, and so on.
  private var failing: [FinishedRun] {
    let groups = ranked.map { kind in
      (kinds[kind]?.plainest ?? []).sorted {
        ($0.result.events, $0.plan.ordinal) < ($1.result.events, $1.plan.ordinal)
      }
    }
    let inTurn = (0..<Self.alikeMost).flatMap { place in
      groups.compactMap { $0.indices.contains(place) ? $0[place] : nil }
    }
    return Array(inTurn.prefix(Self.failingMost))
  }

  /// The kind of what is wrong with a run; nil where nothing is.
  static func kind(of result: RunResult) -> String? {
    guard result.outcome == .passed else { return "\(FailureKind(of: result))" }
    // In a budget's runs expectations are waited for beyond their limits.
    guard let overrun = result.overruns.first else { return nil }
    let limit = Duration.nanoseconds(overrun.limit).stopwatch
    return "\(overrun.measure ?? "an expectation") over \(limit) in \(result.scenario)"
  }

  private func keepPassing(_ run: FinishedRun) {
    if passing.count < Self.listedMost { passing.append(run) }
  }

  /// Records the runs that are shown and writes the file; the sentence says what is in it.
  func finish(on console: Console) throws -> String {
    let shown =
      takesAll ? runs : order.isEmpty ? Array(passing.prefix(Self.passingMost)) : failing
    let documents = try record(shown, on: console)
    var index = ReportIndex(
      command: command, tally: tally, rows: rows(shown, documents),
      failures: ranked.map { kind in
        let story = kinds[kind]?.plainest.lazy.compactMap(\.result.story).first
        let summary = story.map { story in
          story.names.applied(to: ([story.summary] + story.facts.prefix(1)).joined(separator: ": "))
        }
        return (kind, kinds[kind]?.count ?? 0, summary ?? "")
      })
    index.latencies = latencies.rows
    index.probes = probes.sorted { ($1.value, $0.key) < ($0.value, $1.key) }
      .map { ($0.key, $0.value) }
    index.faults = faults.sorted { ($1.value, $0.key) < ($0.value, $1.key) }
      .map { ($0.key, $0.value) }
    index.coverage = coverage
    let recorded = documents.count == 1 ? "1 run" : "\(documents.count) runs"
    let written = try files.map { file in
      "\(file.path) (\((try file.write(index, documents) + 999) / 1000) kB)"
    }
    return "\(recorded) of \(tally.runs) to look at in \(written.joined(separator: " and "))"
  }

  /// Leaves no file behind; for a command that did not come to its end.
  func abandon() { for file in files { file.abandon() } }

  private func rows(_ shown: [FinishedRun], _ documents: [RunDocument]) -> [ReportIndex.Row] {
    var rows: [ReportIndex.Row] = []
    for (film, run) in shown.enumerated() {
      var row = ReportIndex.Row(run)
      row.film = documents.indices.contains(film) ? film : nil
      rows.append(row)
    }
    guard !takesAll else { return rows }
    // Failing runs first: those that are not recorded can be played again by their commands.
    let recorded = Set(shown.map(\.plan.ordinal))
    let plainest = order.flatMap { kinds[$0]?.plainest ?? [] }
      .filter { !recorded.contains($0.plan.ordinal) }
    let failing = (others + plainest).sorted { $0.plan.ordinal < $1.plan.ordinal }
    let passed = order.isEmpty ? passing.dropFirst(Self.passingMost) : passing[...]
    return rows + (failing + passed).prefix(Self.listedMost).map { ReportIndex.Row($0) }
  }

  /// Plays the runs once more, with everything recorded.
  private func record(_ runs: [FinishedRun], on console: Console) throws -> [RunDocument] {
    guard !runs.isEmpty else { return [] }
    let plans = runs.map(\.plan)
    let plan = RunPlan(names: plans.map(\.scenario.name), total: plans.count) { number in
      PlannedRun(
        ordinal: number, scenario: plans[number].scenario,
        configuration: plans[number].configuration, regression: plans[number].regression)
    }
    var documents: [RunDocument] = []
    let recorder = RunEngine(host: engine.host, jobs: engine.jobs)
    _ = try recorder.play(plan, mode: .film) {
      console.notes("\(Program.name): \($0)\n")
    } deliver: {
      film in
      let run = runs[documents.count]
      documents.append(
        RunDocument(
          run: run, recording: film.recording,
          differs: film.recording != nil && film.result.digest != run.result.digest))
      return .goOn
    }
    return documents
  }
}

extension ReportGallery {
  /// Plays something, and then writes the report, where there is one.
  static func following<Result>(
    _ gallery: ReportGallery?, on console: Console, _ play: () throws -> Result
  ) throws -> Result {
    do {
      let result = try play()
      if let gallery { console.notes("\(try gallery.finish(on: console))\n") }
      return result
    } catch {
      gallery?.abandon()
      throw error
    }
  }
}

extension ReportGallery? {
  /// Another report whose runs are collected as well, where there is a gallery.
  func noting(_ report: any Report) -> any Report {
    map { GalleryReport(report, $0) } ?? report
  }
}

/// Another report whose runs a gallery takes as well.
struct GalleryReport: Report {
  private var report: any Report
  private let gallery: ReportGallery

  init(_ report: any Report, _ gallery: ReportGallery) {
    self.report = report
    self.gallery = gallery
  }

  mutating func begin(_ plan: RunPlan) throws(OutputFault) { try report.begin(plan) }

  mutating func add(_ run: FinishedRun) throws(OutputFault) {
    gallery.add(run)
    try report.add(run)
  }

  mutating func end(_ tally: Tally, wallTime: Duration) throws(OutputFault) {
    try report.end(tally, wallTime: wallTime)
  }
}
