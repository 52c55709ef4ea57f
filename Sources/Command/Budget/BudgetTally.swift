internal import Harness
import Simulator

/// The tally of a budget's latencies; its size does not depend on the number of seeds.
struct BudgetTally: Sendable {
  /// A seed and the latency that it gave.
  struct Sample: Hashable, Sendable {
    let seed: UInt64
    /// The latency in nanoseconds; nil when the expectation never came true.
    let nanoseconds: Int64?
    /// The place of the latency among the measures of its run; nil when it has none.
    let place: Int?
  }

  /// One measure with one limit, on one stage.
  struct Row: Sendable {
    /// The stage's place in the plan.
    let stage: Int
    /// The measure's name.
    let measure: String
    /// The budget, in nanoseconds.
    let limit: Int64
    /// All latencies.
    var histogram = LatencyHistogram()
    /// The number of times that the expectation did not come true, not even in overtime.
    var never = 0
    /// The number of runs in which it was over the budget.
    var runsOver = 0
    /// The number of runs in which it was measured, or never came true.
    var runs = 0
    /// The worst of all; the first of equals.
    var worst: Sample
    /// The best of all; the first of equals.
    var best: Sample

    /// A latency that at least `share` of all did not exceed; nil where that is one that never came.
    func quantile(_ share: Double) -> Int64? {
      guard never > 0 else { return histogram.quantile(share) }
      let total = Double(histogram.count) + Double(never)
      let wanted = (share * total).rounded(.up)
      guard wanted <= Double(histogram.count) else { return nil }
      return histogram.quantile(min(1, wanted / Double(histogram.count)))
    }
  }

  /// The notes on a stage beside its latencies.
  struct StageNotes: Sendable {
    /// The number of runs that were played.
    var runs = 0
    /// The number of runs that did not come to their end, for another reason than a measure that never came.
    var broken = 0
    /// The first of them.
    var firstBroken: SweepTally.Failure?
    /// The number of runs that had an expectation without a measure that took longer than its limit.
    var slow = 0
    /// The seed of the last of them, so that a run counts once.
    fileprivate var slowSeed: UInt64?
    /// The first of these expectations.
    var firstSlow: Overrun?
  }

  /// The rows, by stage and then in the order of their first observation.
  private(set) var rows: [Row] = []
  /// The notes, by stage.
  private(set) var notes: [StageNotes]

  /// A tally of nothing.
  init(stages: Int) {
    notes = Array(repeating: StageNotes(), count: stages)
  }

  /// Counts the next run of a stage.
  mutating func add(_ result: RunResult, stage: Int) {
    notes[stage].runs += 1
    let seed = result.configuration.seed
    var seen: [Int: Bool] = [:]
    for (place, measure) in result.measures.enumerated() {
      guard let limit = measure.limit else { continue }
      let sample = Sample(seed: seed, nanoseconds: measure.nanoseconds, place: place)
      let row = row(stage, measure.name, limit, sample)
      rows[row].histogram.add(measure.nanoseconds)
      seen[row] = (seen[row] ?? false) || measure.nanoseconds > limit
    }
    var isExplained = result.outcome == .passed
    for overrun in result.overruns {
      guard let measure = overrun.measure else {
        notes[stage].slow += notes[stage].slowSeed == seed ? 0 : 1
        notes[stage].slowSeed = seed
        notes[stage].firstSlow = notes[stage].firstSlow ?? overrun
        continue
      }
      guard overrun.nanoseconds == nil else { continue }
      let sample = Sample(seed: seed, nanoseconds: nil, place: nil)
      let row = row(stage, measure, overrun.limit, sample)
      rows[row].never += 1
      seen[row] = true
      isExplained = true
    }
    // order: each entry changes a row of its own.
    for (row, isOver) in seen {
      rows[row].runs += 1
      if isOver { rows[row].runsOver += 1 }
    }
    guard !isExplained else { return }
    notes[stage].broken += 1
    if notes[stage].firstBroken == nil {
      notes[stage].firstBroken = SweepTally.Failure(
        replay: "\(result.token)", summary: result.story?.statement ?? result.outcome.rawValue)
    }
  }

  /// The place of a row, made when it is first asked for; takes note of the sample.
  private mutating func row(
    _ stage: Int, _ measure: String, _ limit: Int64, _ sample: Sample
  ) -> Int {
    let known = rows.firstIndex {
      $0.stage == stage && $0.measure == measure && $0.limit == limit
    }
    guard let known else {
      rows.append(
        Row(stage: stage, measure: measure, limit: limit, worst: sample, best: sample))
      return rows.count - 1
    }
    let latency = sample.nanoseconds ?? .max
    if latency > rows[known].worst.nanoseconds ?? .max { rows[known].worst = sample }
    if latency < rows[known].best.nanoseconds ?? .max { rows[known].best = sample }
    return known
  }
}
