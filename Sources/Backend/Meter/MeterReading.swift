internal import Simulator

/// The state of a meter at an instant, or the difference between two.
public struct MeterReading: Sendable {
  /// One caller's counts.
  struct Row: Sendable {
    let caller: MeterCaller
    var counts = [Int](repeating: 0, count: MeterKind.allCases.count)
    /// Sizes of batches, in the order of their commits.
    var batchSizes: [Int] = []
  }

  /// In the order in which callers first appeared.
  var rows: [Row] = []

  /// Nothing counted.
  public init() {}

  /// A count over all callers.
  public subscript(kind: MeterKind) -> Int { total(kind) { _ in true } }

  /// A user's count, over all devices.
  public subscript(kind: MeterKind, uid uid: String) -> Int { total(kind) { $0.uid == uid } }

  /// A device's count, over all users.
  public subscript(kind: MeterKind, device device: String) -> Int {
    total(kind) { $0.device == device }
  }

  /// A program's count.
  public subscript(kind: MeterKind, program program: String) -> Int {
    total(kind) { $0.program == program }
  }

  /// A count over the callers that are meant.
  public func total(_ kind: MeterKind, of isMeant: (MeterCaller) -> Bool) -> Int {
    rows.reduce(0) { isMeant($1.caller) ? $0 + $1.counts[kind.rawValue] : $0 }
  }

  /// Returns the number of paths that each batch wrote, caller by caller and in the order of commits.
  public func batchSizes(of isMeant: (MeterCaller) -> Bool = { _ in true }) -> [Int] {
    rows.flatMap { isMeant($0.caller) ? $0.batchSizes : [] }
  }

  /// Everybody for whom anything was counted.
  public var callers: [MeterCaller] {
    rows.filter { $0.counts.contains { $0 != 0 } }.map(\.caller)
  }

  /// Returns the counts since an earlier reading of the same meter.
  ///
  /// Readings of different meters, or in the wrong order, end the run as misused and give the later one.
  public static func - (later: MeterReading, earlier: MeterReading) -> MeterReading {
    var result = later
    let isLater =
      earlier.rows.count <= later.rows.count
      && zip(earlier.rows, later.rows).allSatisfy { before, after in
        before.caller == after.caller && before.batchSizes.count <= after.batchSizes.count
      }
    guard isLater else {
      World.misuse(
        Misuse(
          "the difference of two readings to be that of a later one and an earlier one of the same meter"
        ))
      return later
    }
    for (index, row) in earlier.rows.enumerated() {
      for kind in result.rows[index].counts.indices {
        result.rows[index].counts[kind] -= row.counts[kind]
      }
      result.rows[index].batchSizes.removeFirst(row.batchSizes.count)
    }
    return result
  }
}

extension MeterReading: CustomStringConvertible {
  /// A line for each caller with everything that isn't zero.
  public var description: String {
    rows.compactMap { row in
      let counts = MeterKind.allCases.compactMap { kind in
        let count = row.counts[kind.rawValue]
        return count == 0 ? nil : "\(kind) \(count)"
      }
      return counts.isEmpty ? nil : "\(row.caller): \(counts.joined(separator: ", "))"
    }
    .joined(separator: "\n")
  }
}
