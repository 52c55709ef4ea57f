import Foundation
internal import Harness
import Simulator

/// The results of one shard in a file of JSON Lines, every line of which was checked.
struct ShardFile {
  /// The file as it was typed.
  let path: String
  /// The runs that it holds.
  let extent: SweepExtent
  /// The results of the runs, counted from their lines.
  let total: Tally
  /// The same results, counted by scenario.
  let tally: SweepTally
  /// The checksums of the lines of the runs.
  let seal: ResultSeal
  /// The real time that they took.
  let wallTime: Duration

  /// Reads the file from end to end; only what stands behind the runs is kept.
  ///
  /// - Throws: ``UsageError/unreadable(path:reason:)`` with the number of the first line that cannot be what was written.
  init(_ path: String) throws(UsageError) {
    var lines = try ByteLines(path)
    func flaw(_ reason: String) -> UsageError { .unreadable(path: path, reason: reason) }
    if let first = try lines.next(), let reason = JSONLine.strangeness(of: first) {
      throw flaw("line 1 \(reason)")
    }
    lines = try ByteLines(path)
    guard let (sweep, summary) = try lines.lastTwo(), JSONLine.kind(of: summary) == "summary" else {
      throw flaw(
        "it does not end with a summary; it was cut off, or is not of `\(Program.name) sweep`")
    }
    guard JSONLine.kind(of: sweep) == "sweep" else {
      throw flaw(
        "line \(try Self.count(path) - 1) should be the sweep's, the last but one, and is not")
    }
    var audit: ShardAudit
    do {
      audit = try ShardAudit(sweep: sweep, summary: summary)
    } catch {
      let number = try Self.count(path) - (error.place == .sweep ? 1 : 0)
      throw flaw("line \(number) \(error.reason)")
    }
    do {
      while let line = try lines.next() { try audit.take(line, number: lines.number) }
      try audit.finish()
    } catch let error as ShardAudit.Flaw {
      throw flaw("line \(error.number) \(error.reason)")
    } catch let error as UsageError {
      throw error
    } catch {
      throw flaw(ResultSink.reason(of: error))
    }
    self.path = path
    extent = audit.extent
    total = audit.total
    tally = audit.tally
    seal = audit.seal
    wallTime = audit.wallTime
  }

  private static func count(_ path: String) throws(UsageError) -> Int {
    var lines = try ByteLines(path)
    while try lines.next() != nil {}
    return lines.number
  }

  /// Copies the lines of the runs.
  ///
  /// - Throws: ``UsageError`` where they are no longer those that were checked.
  func copyResults(to sink: ResultSink) throws {
    var lines = try ByteLines(path)
    var left = total.runs
    var checks = DigestFold()
    while left > 0, let line = try lines.next() {
      guard let check = LineCheck.verified(line) else { break }
      checks.append(UInt64(check))
      left -= 1
      try sink.write(line: line)
      if Interrupts.isAsked { throw Interrupted() }
    }
    guard left == 0, checks == seal.lines else {
      throw UsageError.unreadable(path: path, reason: "it was changed while it was merged")
    }
  }
}

/// Somebody asked the command to stop, and it has nothing to show.
struct Interrupted: Error {}

extension JSONLine {
  private static let head = Array("{\"version\":\(version),\"kind\":\"".utf8)

  /// The kind of a line: the second member of each, behind the version; nil for what is no line of this version.
  static func kind(of line: ArraySlice<UInt8>) -> String? {
    guard line.starts(with: head) else { return nil }
    let rest = line.dropFirst(head.count)
    guard let end = rest.prefix(20).firstIndex(of: UInt8(ascii: "\"")) else { return nil }
    return String(decoding: rest[..<end], as: UTF8.self)
  }

  /// The reason why something is no line of this version; nil for one that is.
  static func strangeness(of line: ArraySlice<UInt8>) -> String? {
    let version = #"{"version":"#
    if line.last == UInt8(ascii: "\r") {
      return "ends with a carriage return; the file was converted, take it as it was written"
    }
    guard kind(of: line) == nil else { return nil }
    let number = line.dropFirst(version.utf8.count).prefix { $0 &- 0x30 < 10 }.prefix(9)
    let text = String(decoding: number, as: UTF8.self)
    return line.starts(with: version.utf8) && !text.isEmpty && text != "\(Self.version)"
      ? "is of version \(text) of the format, and this build reads version \(Self.version)"
      : "is no line of `\(Program.name) sweep --format json`"
  }
}
