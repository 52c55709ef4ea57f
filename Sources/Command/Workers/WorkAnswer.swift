import Foundation
internal import Harness
import Simulator

/// A message of a worker to the process that started it.
enum WorkAnswer {
  /// It is there and waits for orders.
  case ready
  /// A run is over.
  case finished(Finish)
  /// An entry of the journal of the run that is being recorded.
  case entry(JournalLine)
  /// It cannot work; with the reason.
  case unable(String)

  /// A run that is over.
  struct Finish {
    /// The run; only its place in the plan travels, the receiver knows the rest.
    let plan: PlannedRun
    /// The result of the run.
    let result: RunResult
    /// The real time that it took.
    let wallTime: Duration
    /// The choices that it came to, where they were asked for.
    var log: ChoiceLog?
    /// The critical paths of its measures, where they were asked for.
    var paths: [CriticalPath] = []
    /// All that happened, where it was asked for.
    var recording: Recording?
    /// The output that the run printed.
    var printed = ""
    /// The step that took longest in real time, where one was slow.
    var slowest: SlowStep?
  }

  /// The parts of a result that few runs have: they travel as JSON.
  private struct Rest: Codable {
    var overruns: [Overrun] = []
    var faults: [FaultRecord] = []
    var unusedOverrides: [ChoiceKey] = []
    var unusedKnobs: [String] = []
    var points: [StrikePointCount] = []
    var unusedStrikes: [Strike] = []
    var failure: FailureSignature?
    var story: FailureStory?
    var remains: String?
    var statics: [SharedStatic] = []
    var choices: [ChoiceLog.Entry]?
    var beginning: ChoiceLog.Beginning?
    var footprints: FootprintLog.Content?
    var leavesOrdersOut = false
    var sharesQueues = false
    var paths: [CriticalPath] = []

    var isEmpty: Bool {
      overruns.isEmpty && faults.isEmpty && unusedOverrides.isEmpty && unusedKnobs.isEmpty
        && points.isEmpty && unusedStrikes.isEmpty && failure == nil && story == nil
        && remains == nil && statics.isEmpty && choices == nil && paths.isEmpty
    }
  }

  private enum Kind: UInt8 {
    case ready
    case finished
    case entry
    case unable
  }

  /// The answer as bytes.
  var payload: [UInt8] {
    var writer = ByteWriter()
    switch self {
    case .ready: writer.write(Kind.ready.rawValue)
    case .finished(let finish):
      writer.write(Kind.finished.rawValue)
      Self.write(finish, to: &writer)
    case .entry(let line):
      writer.write(Kind.entry.rawValue)
      writer.write(line.digest)
      writer.write(line.nanoseconds)
      writer.write(line.kind.rawValue)
      writer.write(line.subject)
      writer.write(line.text)
      writer.write(line.place?.fileID ?? "")
      writer.write(line.place?.filePath ?? "")
      writer.write(UInt64(line.place?.line ?? 0))
    case .unable(let reason):
      writer.write(Kind.unable.rawValue)
      writer.write(reason)
    }
    return writer.bytes
  }

  /// Reads an answer.
  ///
  /// - Parameter plan: Finds the run of a place in the plan.
  init(
    _ payload: ArraySlice<UInt8>, plan: (Int) -> PlannedRun?
  ) throws(ByteReader.Malformed) {
    var reader = ByteReader(payload)
    guard let kind = Kind(rawValue: try reader.byte()) else { throw ByteReader.Malformed() }
    switch kind {
    case .ready: self = .ready
    case .finished: self = .finished(try Self.finish(&reader, plan))
    case .entry:
      let digest = try reader.number()
      let nanoseconds = try reader.signed()
      guard let kind = Journal.Kind(rawValue: try reader.byte()) else {
        throw ByteReader.Malformed()
      }
      var line = JournalLine(
        digest: digest, nanoseconds: nanoseconds, kind: kind, subject: try reader.text(),
        text: try reader.text())
      let (file, path) = (try reader.text(), try reader.text())
      let number = Int(truncatingIfNeeded: try reader.number())
      if number > 0 { line.place = CodeLocation(fileID: file, filePath: path, line: number) }
      self = .entry(line)
    case .unable: self = .unable(try reader.text())
    }
  }

  private static func write(_ finish: Finish, to writer: inout ByteWriter) {
    let result = finish.result
    writer.write(UInt64(finish.plan.ordinal))
    writer.write(UInt8(Outcome.allCases.firstIndex(of: result.outcome) ?? 0))
    writer.write(result.followsProfile ? 1 as UInt8 : 0)
    writer.write(result.hostsOrdinaryCode ? 1 as UInt8 : 0)
    writer.write(result.digest)
    writer.write(result.finalDigest)
    writer.write(result.shape)
    writer.write(result.virtualNanoseconds)
    writer.write(result.events)
    writer.write(finish.wallTime.nanoseconds)
    writer.write(UInt64(result.measures.count))
    for measure in result.measures {
      writer.write(measure.name)
      writer.write(measure.nanoseconds)
      writer.write(measure.limit == nil ? 0 as UInt8 : 1)
      writer.write(measure.limit ?? 0)
      writer.write(measure.since)
      writer.write(measure.step)
    }
    writer.write(UInt64(result.probes.count))
    for probe in result.probes {
      writer.write(probe.name)
      writer.write(probe.count)
    }
    writer.write(result.day?.description ?? "")
    writer.write(UInt64(result.coverage.count))
    for feature in result.coverage { writer.write(feature) }
    writer.write(finish.printed)
    writer.write(finish.slowest?.step ?? 0)
    writer.write(finish.slowest?.time.nanoseconds ?? 0)
    let rest = Rest(
      overruns: result.overruns, faults: result.faults, unusedOverrides: result.unusedOverrides,
      unusedKnobs: result.unusedKnobs.map(\.name), points: result.points,
      unusedStrikes: result.unusedStrikes, failure: result.failure,
      story: result.story, remains: result.remains, statics: result.staticsInCommon,
      choices: finish.log?.entries,
      beginning: finish.log?.beginning, footprints: finish.log?.footprints?.content,
      leavesOrdersOut: finish.log?.leavesOrdersOut ?? false,
      sharesQueues: finish.log?.sharesQueues ?? false, paths: finish.paths)
    // Texts and whole numbers only: nothing that JSON lacks.
    let data = rest.isEmpty ? Data() : (try? JSONEncoder().encode(rest)) ?? Data()
    writer.write(block: data)
    writer.write(block: finish.recording?.payload ?? [])
  }

  private static func finish(
    _ reader: inout ByteReader, _ plan: (Int) -> PlannedRun?
  ) throws(ByteReader.Malformed) -> Finish {
    guard let ordinal = Int(exactly: try reader.number()), let run = plan(ordinal) else {
      throw ByteReader.Malformed()
    }
    let outcome = Int(try reader.byte())
    guard Outcome.allCases.indices.contains(outcome) else { throw ByteReader.Malformed() }
    let followsProfile = try reader.byte() == 1
    let hostsOrdinaryCode = try reader.byte() == 1
    let digest = try reader.number()
    let finalDigest = try reader.number()
    let shape = try reader.number()
    let virtual = try reader.signed()
    let events = try reader.number()
    let wallTime = try reader.signed()
    var measures: [Measure] = []
    for _ in 0..<(try reader.number()) {
      let name = try reader.text()
      let nanoseconds = try reader.signed()
      let hasLimit = try reader.byte() == 1
      let limit = try reader.signed()
      measures.append(
        Measure(
          name: name, nanoseconds: nanoseconds, limit: hasLimit ? limit : nil,
          since: try reader.signed(), step: try reader.number()))
    }
    var probes: [ProbeCount] = []
    for _ in 0..<(try reader.number()) {
      probes.append(ProbeCount(name: try reader.text(), count: try reader.number()))
    }
    let day = try reader.text()
    var coverage: [String] = []
    for _ in 0..<(try reader.number()) { coverage.append(try reader.text()) }
    let printed = try reader.text()
    let slowest = SlowStep(
      step: try reader.number(), time: .nanoseconds(try reader.signed()))
    let block = try reader.block()
    let film = try reader.block()
    var rest = Rest()
    if !block.isEmpty {
      guard let decoded = try? JSONDecoder().decode(Rest.self, from: Data(block)) else {
        throw ByteReader.Malformed()
      }
      rest = decoded
    }
    var result = RunResult(
      scenario: run.scenario.name, configuration: run.configuration,
      outcome: Outcome.allCases[outcome], digest: digest, virtualNanoseconds: virtual,
      events: events, story: rest.story)
    result.finalDigest = finalDigest
    result.shape = shape
    result.measures = measures
    result.probes = probes
    result.overruns = rest.overruns
    result.followsProfile = followsProfile
    result.hostsOrdinaryCode = hostsOrdinaryCode
    result.faults = rest.faults
    result.unusedOverrides = rest.unusedOverrides
    result.unusedKnobs = rest.unusedKnobs.compactMap { Knob(named: $0) }
    result.points = rest.points
    result.unusedStrikes = rest.unusedStrikes
    result.failure = rest.failure
    result.remains = rest.remains
    result.staticsInCommon = rest.statics
    result.day = day.isEmpty ? nil : try? Day(parsing: day)
    result.coverage = coverage
    var recording = film.isEmpty ? nil : try Recording(film)
    recording?.paths = rest.paths
    return Finish(
      plan: run, result: result, wallTime: .nanoseconds(wallTime),
      log: rest.choices.map {
        ChoiceLog(
          $0, beginning: rest.beginning, footprints: rest.footprints.map(FootprintLog.init),
          leavesOrdersOut: rest.leavesOrdersOut, sharesQueues: rest.sharesQueues)
      },
      paths: rest.paths, recording: recording, printed: printed,
      slowest: slowest.step == 0 ? nil : slowest)
  }
}
