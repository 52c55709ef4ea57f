internal import Harness
import Simulator

/// The results of many runs, counted.
struct Tally: Sendable {
  /// The number of runs that were played.
  var runs: Int { passed + failed }
  /// The number of runs that passed.
  private(set) var passed = 0
  /// The number of runs that ended in any other way.
  private(set) var failed = 0
  /// The fold of their digests, in order.
  private(set) var digest = DigestFold()

  /// The names of the probes that were reached in a run.
  private(set) var probes: Set<String> = []
  /// The number of runs that left a world behind that could not be taken down.
  private(set) var remains = 0
  /// The reason why the first of those could not.
  private(set) var firstRemains: String?

  /// Counts the next run.
  mutating func add(_ result: RunResult) {
    add(
      hasPassed: result.outcome == .passed, digest: result.digest, remains: result.remains)
    for probe in result.probes where probe.count > 0 { probes.insert(probe.name) }
  }

  /// Counts the next run by what is known of it.
  ///
  /// - Parameter remains: The reason why its world could not be taken down; nil where it was.
  mutating func add(hasPassed: Bool, digest: UInt64, remains reason: String? = nil) {
    if hasPassed { passed += 1 } else { failed += 1 }
    if let reason {
      remains += 1
      firstRemains = firstRemains ?? reason
    }
    self.digest.append(digest)
  }

  /// Counts the runs of the block that follows.
  mutating func add(_ block: Tally) {
    passed += block.passed
    failed += block.failed
    probes.formUnion(block.probes)
    remains += block.remains
    firstRemains = firstRemains ?? block.firstRemains
    digest.append(block.digest)
  }

  /// Counts nothing yet.
  init() {}

  /// Counts what was counted elsewhere.
  init(passed: Int, failed: Int, digest: UInt64) {
    self.passed = passed
    self.failed = failed
    self.digest = DigestFold(value: digest, count: UInt64(passed + failed))
  }
}
