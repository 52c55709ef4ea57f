import Foundation
import Simulator

/// Checks the lines of a result file one by one, and counts its runs anew.
///
/// Nothing that the file says about its runs as a whole is believed: tallies, latencies, probes, digest and checksums are
/// made from the lines of the runs, as the sweep made them, and must come out as the very lines that stand there.
struct ShardAudit {
  /// A line that cannot be what was written.
  struct Flaw: Error, Hashable {
    /// Its number, from 1.
    let number: Int
    /// The mistake in the line, to be read behind its number.
    let reason: String
  }

  /// One of the last two lines is unusable.
  struct EndFlaw: Error, Hashable {
    enum Place { case sweep, summary }
    let place: Place
    let reason: String
  }

  /// The runs that the file says that it holds.
  let extent: SweepExtent
  /// The real time that the file says the sweep took; the checksum of the real times covers it.
  let wallTime: Duration
  private(set) var total = Tally()
  private(set) var tally: SweepTally
  private(set) var seal = ResultSeal()

  private let layout: SweepLayout
  private let claim: SealLine.Checksum
  /// The lines behind the results, with the number of the first.
  private var ending: [[UInt8]] = []
  private var endingBytes = 0
  private var endingStart = 0

  /// So many bytes may stand behind the results: several hundred thousand lines.
  private static let longestEnding = 1 << 28

  private struct SealLine: Decodable {
    struct Checksum: Decodable {
      let lines: String
      let wallNs: UInt64
    }
    let checksum: Checksum?
  }

  private struct SummaryLine: Decodable {
    let wallNs: Int64
  }

  /// Begins with the last two lines, which say what the others should be.
  init(sweep: ArraySlice<UInt8>, summary: ArraySlice<UInt8>) throws(EndFlaw) {
    let decoder = JSONDecoder()
    decoder.keyDecodingStrategy = .convertFromSnakeCase
    func read<Line: Decodable>(
      _ type: Line.Type, _ line: ArraySlice<UInt8>, _ place: EndFlaw.Place
    ) throws(EndFlaw) -> Line {
      do {
        return try decoder.decode(type, from: Data(line))
      } catch {
        throw EndFlaw(place: place, reason: "lacks what it should hold")
      }
    }
    extent = try read(SweepExtent.self, sweep, .sweep)
    guard let checksum = try read(SealLine.self, sweep, .sweep).checksum else {
      throw EndFlaw(place: .sweep, reason: "holds no checksum; \(Self.remedy)")
    }
    claim = checksum
    do {
      layout = try SweepLayout(extent)
    } catch {
      throw EndFlaw(place: .sweep, reason: "contradicts itself: \(error.reason)")
    }
    guard LineCheck.verified(sweep) != nil else {
      throw EndFlaw(place: .sweep, reason: Self.changed)
    }
    let time = try read(SummaryLine.self, summary, .summary).wallNs
    guard time >= 0 else {
      throw EndFlaw(place: .summary, reason: "says that the sweep took less than no time")
    }
    wallTime = .nanoseconds(time)
    tally = SweepTally(extent.scenarios)
  }

  private static let changed = "was changed after it was written: its check is not that of its text"
  private static let remedy =
    "it was edited, or is of an older build; play the shard again with this build"

  // MARK: - Line by line

  /// Takes the next line, without its line feed.
  mutating func take(_ line: ArraySlice<UInt8>, number: Int) throws(Flaw) {
    switch JSONLine.kind(of: line) {
    case "result":
      guard ending.isEmpty else {
        throw Flaw(number: number, reason: "is a result behind the tallies, where none belongs")
      }
      try takeResult(line, number: number)
    case "shrunk" where ending.isEmpty:
      // It is told and not merged.
      do {
        var scanner = JSONScanner(line)
        try scanner.skip()
        try scanner.end()
      } catch {
        throw Flaw(number: number, reason: "is no JSON: \(error.reason)")
      }
    case "tally", "latency", "probe", "variety", "sweep", "summary":
      if ending.isEmpty { endingStart = number }
      ending.append(Array(line))
      endingBytes += line.count
      guard endingBytes <= Self.longestEnding else {
        throw Flaw(number: number, reason: "is one of too many behind the results")
      }
    default:
      throw Flaw(
        number: number,
        reason: JSONLine.strangeness(of: line)
          ?? "is no line of `\(Program.name) sweep --format json`")
    }
  }

  private mutating func takeResult(_ line: ArraySlice<UInt8>, number: Int) throws(Flaw) {
    let record: ResultRecord
    do throws(JSONScanner.Flaw) {
      record = try ResultRecord(parsing: line)
    } catch {
      throw Flaw(number: number, reason: "is no result: \(error.reason)")
    }
    let place = extent.first + total.runs
    guard place < extent.end else {
      throw Flaw(
        number: number,
        reason: """
          is one result too many: by the sweep's line, the file ends before place \(extent.end) ("end")
          """)
    }
    let planned = layout[place]
    guard (record.scenario, record.seed, record.schedule) == planned else {
      throw Flaw(
        number: number,
        reason: """
          holds \(record.scenario) with seed \(record.seed), schedule \(record.schedule), where \
          place \(place) of the sweep is \(planned.scenario) with seed \(planned.seed), schedule \
          \(planned.schedule)\(extent.stopped.map { " (the file says: \($0))" } ?? "")
          """)
    }
    guard let check = LineCheck.verified(line) else {
      throw Flaw(
        number: number,
        reason: LineCheck.hasCheck(line) ? Self.changed : "has no check at its end; \(Self.remedy)")
    }
    seal.add(check: check, wallNanoseconds: record.wallNanoseconds)
    total.add(
      hasPassed: record.failure == nil, digest: record.digest, remains: record.remains)
    tally.add(
      record.scenario, failure: record.failure, measures: record.measures, probes: record.probes,
      shape: record.shape, at: place)
  }

  // MARK: - What stands behind the results

  /// Compares the lines behind the results with those that the results give.
  mutating func finish() throws(Flaw) {
    guard extent.first + total.runs == extent.end else {
      let missing = layout[extent.first + total.runs]
      throw Flaw(
        number: endingStart,
        reason: """
          stands where the result of \(missing.scenario) with seed \(missing.seed) belongs: by the \
          sweep's line, the file ends before place \(extent.end) ("end")
          """)
    }
    takeDeclarations()
    let lines = SweepEnding(
      tally: tally, extent: extent, total: total, wallTime: wallTime, seal: seal
    ).lines
    for (index, line) in lines.enumerated() {
      let bytes = Array(line.utf8.dropLast())
      guard index < ending.count else { break }
      guard ending[index] != bytes else { continue }
      throw Flaw(
        number: endingStart + index, reason: difference(of: ending[index], from: bytes[...]))
    }
    guard ending.count == lines.count else {
      throw Flaw(number: endingStart + lines.count, reason: "is one too many behind the results")
    }
  }

  private struct ProbeLine: Decodable {
    let scenario: String
    let probe: String
    let declared: Bool
    let expectedWithin: Int?
  }

  /// Takes the probes that scenarios declare from the lines of the probes, which their own checks keep: no result holds
  /// them.
  private mutating func takeDeclarations() {
    let decoder = JSONDecoder()
    decoder.keyDecodingStrategy = .convertFromSnakeCase
    for line in ending where JSONLine.kind(of: line[...]) == "probe" {
      guard LineCheck.verified(line[...]) != nil,
        let probe = try? decoder.decode(ProbeLine.self, from: Data(line)), probe.declared
      else { continue }
      _ = tally.change(probe.scenario) { row in
        row.declare(probe.probe, expectedWithin: probe.expectedWithin)
      }
    }
  }

  private func difference(of line: [UInt8], from expected: ArraySlice<UInt8>) -> String {
    let (text, right) = (LineCheck.text(of: line[...]), LineCheck.text(of: expected))
    guard text != right else { return Self.changed }
    let names = (Self.name(of: text), Self.name(of: right))
    guard names.0 == names.1 else {
      guard LineCheck.verified(line[...]) != nil else { return Self.changed }
      return "is \(names.0), where \(names.1) belongs by the results before it"
    }
    if JSONLine.kind(of: text) == "sweep" {
      return right.firstRange(of: Array(#""lines":"\#(claim.lines)""#.utf8)) != nil
        ? #"holds another checksum of the real times: a "wall_ns" of this file was changed"#
        : "holds another checksum of the lines before it than they have: some were changed or lost"
    }
    let common = zip(text, right).prefix { $0 == $1 }.count
    let start = text.prefix(common).lastIndex(of: UInt8(ascii: ",")).map { $0 + 1 } ?? common
    func excerpt(_ line: ArraySlice<UInt8>) -> String {
      let part = line.dropFirst(start)
      return String(decoding: part.prefix(60), as: UTF8.self) + (part.count > 60 ? "…" : "")
    }
    return """
      does not agree with the results before it: it reads `\(excerpt(text))`, where they make it \
      `\(excerpt(right))`
      """
  }

  private struct Name: Decodable {
    let kind: String
    let scenario: String?
    let measure: String?
    let probe: String?
  }

  /// Such as `the latency line of fine, “turn”`.
  private static func name(of line: ArraySlice<UInt8>) -> String {
    guard let name = try? JSONDecoder().decode(Name.self, from: Data(line + [0x7D])) else {
      return "no JSON"
    }
    return "the \(name.kind) line" + (name.scenario.map { " of \($0)" } ?? "")
      + ((name.measure ?? name.probe).map { ", “\($0)”" } ?? "")
  }
}
