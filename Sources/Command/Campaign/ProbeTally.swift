internal import Harness
import Simulator

/// The counts of how often the runs of one scenario reached a probe.
struct ProbeTally: Hashable, Sendable {
  /// The probe's name.
  let name: String
  /// The number of runs in which it was reached.
  var runs: UInt64 = 0
  /// The number of times that it was reached in all runs together.
  var times: UInt64 = 0
  /// Whether the scenario declares it.
  var isDeclared = false
  /// The number of runs after which it must have been reached; nil where it may be missed.
  var expectedWithin: Int?

  /// A probe that was not reached yet.
  init(declaring probe: Probe) {
    name = probe.name
    isDeclared = true
    if case .within(let seeds) = probe.rarity { expectedWithin = seeds }
  }

  /// The tally of one run.
  init(_ count: ProbeCount) {
    name = count.name
    runs = 1
    times = count.count
  }

  /// A tally with counts from elsewhere.
  init(name: String, runs: UInt64, times: UInt64, isDeclared: Bool, expectedWithin: Int?) {
    self.name = name
    self.runs = runs
    self.times = times
    self.isDeclared = isDeclared
    self.expectedWithin = expectedWithin
  }

  /// Adds the counts of another tally; a count that is full stays so.
  mutating func add(_ other: ProbeTally) {
    runs += other.runs
    let (sum, overflow) = times.addingReportingOverflow(other.times)
    times = overflow ? .max : sum
    isDeclared = isDeclared || other.isDeclared
    expectedWithin = expectedWithin ?? other.expectedWithin
  }

  /// Whether so many runs should have reached it and none did.
  func isMissed(after played: Int) -> Bool {
    runs == 0 && expectedWithin.map { played >= $0 } ?? false
  }
}

extension SweepTally.Row {
  /// Adds to what was counted of a probe.
  mutating func add(_ tally: ProbeTally) {
    if let index = probes.firstIndex(where: { $0.name == tally.name }) {
      probes[index].add(tally)
    } else {
      probes.append(tally)
    }
  }

  /// Puts a probe that the scenario declares behind those that it declared before.
  ///
  /// For runs that were counted before it was known what is declared.
  mutating func declare(_ name: String, expectedWithin seeds: Int?) {
    let place = probes.firstIndex { $0.name == name }
    let counted = place.map { probes.remove(at: $0) }
    let probe = ProbeTally(
      name: name, runs: counted?.runs ?? 0, times: counted?.times ?? 0, isDeclared: true,
      expectedWithin: seeds)
    probes.insert(probe, at: probes.prefix(while: \.isDeclared).count)
  }

  /// The probes that the scenario declares and none of its runs reached, though there were enough.
  var missedProbes: [ProbeTally] { probes.filter { $0.isMissed(after: passed + failed) } }
}

extension SweepTally {
  /// The complaints about probes that were never reached, in sentences.
  var probeComplaints: [String] {
    rows.flatMap { row in
      row.missedProbes.map { probe in
        """
        \(row.scenario) never reached “\(probe.name)” in \(row.passed + row.failed) runs; play more seeds, \
        mend the scenario, or mark the probe rare
        """
      }
    }
  }
}
