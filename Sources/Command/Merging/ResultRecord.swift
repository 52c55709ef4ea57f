internal import Harness
import Simulator

/// The content of a result line about one run, as far as the ending of a sweep counts it.
struct ResultRecord {
  /// The scenario.
  let scenario: String
  /// The seed.
  let seed: UInt64
  /// The schedule's name.
  let schedule: String
  /// The digest of the run.
  let digest: UInt64
  /// The shape of the run.
  let shape: UInt64
  /// The real time that the run took.
  let wallNanoseconds: Int64
  /// The latencies that were observed.
  let measures: [Measure]
  /// The probes that were reached.
  let probes: [ProbeTally]
  /// The failure, in short; nil for a run that passed.
  let failure: SweepTally.Failure?
  /// The reason why the run's world could not be taken down; nil where it was.
  let remains: String?

  /// Reads a line without its line feed.
  ///
  /// Members that it does not know are passed over: a newer build may write more of them.
  init(parsing line: ArraySlice<UInt8>) throws(JSONScanner.Flaw) {
    var draft = Draft()
    var scanner = JSONScanner(line)
    try scanner.members { name, scanner throws(JSONScanner.Flaw) in
      try draft.read(name, from: &scanner)
    }
    try scanner.end()
    scenario = try Self.present(draft.scenario, "scenario")
    seed = try Self.present(draft.seed, "seed")
    schedule = try Self.present(draft.schedule, "schedule")
    digest = try Self.present(draft.digest, "digest")
    shape = try Self.present(draft.shape, "shape")
    wallNanoseconds = try Self.present(draft.wallNanoseconds, "wall_ns")
    measures = try Self.present(draft.measures, "measures")
    probes = draft.probes ?? []
    remains = draft.remains
    let outcome = try Self.present(draft.outcome, "outcome")
    let failure = try Self.present(draft.failure, "failure")
    guard (outcome == Outcome.passed.rawValue) == (failure == nil) else {
      throw JSONScanner.Flaw(
        reason: "its outcome is \(outcome)"
          + (failure == nil ? ", and it tells no failure" : ", and it tells a failure"))
    }
    self.failure = failure
  }

  private static func present<Value>(
    _ value: Value?, _ name: String
  ) throws(JSONScanner.Flaw) -> Value {
    guard let value else { throw JSONScanner.Flaw(reason: "it has no \(name)") }
    return value
  }

  /// The members as they come.
  private struct Draft {
    var scenario: String?
    var seed: UInt64?
    var schedule: String?
    var outcome: String?
    var digest: UInt64?
    var shape: UInt64?
    var wallNanoseconds: Int64?
    var measures: [Measure]?
    var probes: [ProbeTally]?
    var remains: String?
    /// Nil before it was read; nil within for a run that passed.
    var failure: SweepTally.Failure??

    mutating func read(
      _ name: String, from scanner: inout JSONScanner
    ) throws(JSONScanner.Flaw) {
      func once<Value>(_ value: inout Value?, _ new: Value) throws(JSONScanner.Flaw) {
        guard value == nil else { throw JSONScanner.Flaw(reason: "it has two of \(name)") }
        value = new
      }
      switch name {
      case "scenario": try once(&scenario, try scanner.string())
      case "seed": try once(&seed, try scanner.integer(UInt64.self))
      case "schedule": try once(&schedule, try scanner.string())
      case "outcome": try once(&outcome, try scanner.string())
      case "digest": try once(&digest, try Self.digest(from: &scanner, name))
      case "shape": try once(&shape, try Self.digest(from: &scanner, name))
      case "wall_ns":
        let time = try scanner.integer(Int64.self)
        guard time >= 0 else { throw JSONScanner.Flaw(reason: "its wall_ns is below 0") }
        try once(&wallNanoseconds, time)
      case "measures": try once(&measures, try Self.measures(from: &scanner))
      case "probes": try once(&probes, try Self.probes(from: &scanner))
      case "remains": try once(&remains, try scanner.string())
      case "failure":
        try once(&failure, scanner.takeNull() ? nil : try Self.failure(from: &scanner))
      default: try scanner.skip()
      }
    }

    private static func digest(
      from scanner: inout JSONScanner, _ name: String
    ) throws(JSONScanner.Flaw) -> UInt64 {
      let text = try scanner.string()
      guard let digest = UInt64(text, radix: 16), Hexadecimal.text(digest) == text else {
        throw JSONScanner.Flaw(reason: "its \(name) is not sixteen hexadecimal digits")
      }
      return digest
    }

    private static func measures(
      from scanner: inout JSONScanner
    ) throws(JSONScanner.Flaw) -> [Measure] {
      var measures: [Measure] = []
      try scanner.elements { scanner throws(JSONScanner.Flaw) in
        let (name, number) = try pair("ns", Int64.self, from: &scanner)
        measures.append(Measure(name: name, nanoseconds: number))
      }
      return measures
    }

    private static func probes(
      from scanner: inout JSONScanner
    ) throws(JSONScanner.Flaw) -> [ProbeTally] {
      var probes: [ProbeTally] = []
      try scanner.elements { scanner throws(JSONScanner.Flaw) in
        let (name, count) = try pair("count", UInt64.self, from: &scanner)
        probes.append(
          ProbeTally(name: name, runs: 1, times: count, isDeclared: false, expectedWithin: nil))
      }
      return probes
    }

    /// A name and a number.
    private static func pair<Number: FixedWidthInteger>(
      _ member: String, _ type: Number.Type, from scanner: inout JSONScanner
    ) throws(JSONScanner.Flaw) -> (String, Number) {
      var text: String?
      var number: Number?
      try scanner.members { name, scanner throws(JSONScanner.Flaw) in
        switch name {
        case "name": text = try scanner.string()
        case member: number = try scanner.integer(type)
        default: try scanner.skip()
        }
      }
      return (try present(text, "name"), try present(number, member))
    }

    private static func failure(
      from scanner: inout JSONScanner
    ) throws(JSONScanner.Flaw) -> SweepTally.Failure {
      var summary: String?
      var replay: String?
      try scanner.members { name, scanner throws(JSONScanner.Flaw) in
        switch name {
        case "summary": summary = try scanner.string()
        case "replay": replay = try scanner.string()
        default: try scanner.skip()
        }
      }
      return SweepTally.Failure(
        replay: try present(replay, "replay"), summary: try present(summary, "summary"))
    }
  }
}
