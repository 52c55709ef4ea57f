internal import Harness
import Simulator

/// The seal by which the lines of a sweep are checked as a whole: two folds over them, in their order.
///
/// The seals of the results of neighbouring shards join to the seal of both. The sweep's line carries the seal of all
/// lines before it as `checksum`.
struct ResultSeal: Hashable, Sendable {
  /// The fold of the lines' checks.
  private(set) var lines = DigestFold()
  /// The fold of the real times of the runs.
  private(set) var wallTimes = DigestFold()

  /// Takes in the next line.
  mutating func add(check: UInt32) { lines.append(UInt64(check)) }

  /// Takes in the line of the next run.
  mutating func add(check: UInt32, wallNanoseconds: Int64) {
    add(check: check)
    wallTimes.append(UInt64(bitPattern: wallNanoseconds))
  }

  /// Takes in the lines of the block that follows.
  mutating func add(_ block: ResultSeal) {
    lines.append(block.lines)
    wallTimes.append(block.wallTimes)
  }

  /// The checksum of all real times, with that of the summary as the last.
  ///
  /// It has 53 bits, which every reader of JSON keeps.
  private func wallTimeNumber(summary wallTime: Duration) -> UInt64 {
    var all = wallTimes
    all.append(UInt64(bitPattern: wallTime.nanoseconds))
    return StableHash.finalize(all.value) >> 11
  }

  /// The checksum as it stands in the sweep's line; what leaves every `wall_ns` out compares the rest.
  func member(summary wallTime: Duration) -> JSONValue.Member {
    JSONValue.Member(
      name: "checksum",
      value: .members([
        "lines": .string(Hexadecimal.text(lines.value)),
        "wall_ns": .unsigned(wallTimeNumber(summary: wallTime)),
      ]))
  }
}
