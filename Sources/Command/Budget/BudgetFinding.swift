internal import Harness
import Network
import Simulator

/// Whether a budget is kept on one stage, and why it is as slow as it is.
struct BudgetFinding: Sendable {
  /// The verdict on a budget.
  enum Verdict: Hashable, Sendable {
    /// Kept as far as was asked for.
    case kept
    /// Exceeded by some seeds.
    case exceeded
    /// Exceeded by every seed, and by what no seed can change; with the arithmetic.
    case impossible(String)

    /// The verdict as a word.
    var word: String {
      switch self {
      case .kept: "pass"
      case .exceeded: "fail"
      case .impossible: "cannot be kept"
      }
    }
  }

  /// The latencies that were measured.
  let row: BudgetTally.Row
  /// The stage on which they were measured.
  let stage: BudgetPlan.Stage
  /// The greatest share of runs over budget that there may be, at 95 % confidence.
  let overBound: Double
  /// Whether it is kept.
  let verdict: Verdict
  /// The run that took the longest, or never came to it.
  let worstToken: ReplayToken
  /// The critical path of that run; nil when the expectation never came true.
  let worstPath: CriticalPath?

  /// Plays the worst run of a row once more with its causes recorded, and the best one where even that is
  /// over budget.
  ///
  /// - Parameter allowed: The share of runs that may be over budget; nil for none of those played.
  init(
    _ row: BudgetTally.Row, _ plan: BudgetPlan, allowed: Double?, by session: RunSession
  ) throws(WorkerFault) {
    self.row = row
    stage = plan.stages[row.stage]
    overBound = ShareBound.upper(hits: row.runsOver, of: row.runs)
    let first = plan.runs[row.stage]
    func configuration(_ sample: BudgetTally.Sample) -> RunConfiguration {
      var configuration = first.configuration
      configuration.seed = sample.seed
      return configuration
    }
    func path(_ sample: BudgetTally.Sample) throws(WorkerFault) -> CriticalPath? {
      guard let place = sample.place else { return nil }
      let paths = try session.play(first.scenario, configuration(sample), .trace).paths
      return paths.indices.contains(place) ? paths[place] : nil
    }
    worstToken = ReplayToken(
      scenario: first.scenario.name, configuration: configuration(row.worst), mode: .current)
    worstPath = try path(row.worst)
    let isKept = if let allowed { overBound <= allowed } else { row.runsOver == 0 }
    if isKept {
      verdict = .kept
    } else if let best = row.best.nanoseconds, best > row.limit,
      let reason = Self.arithmetic(try path(row.best), limit: row.limit)
    {
      verdict = .impossible(reason)
    } else {
      verdict = .exceeded
    }
  }

  /// The sum of what no luck shortens on the way of the fastest run; nil where it is within the limit.
  ///
  /// It is a bound for every run that takes as many trips as the fastest one did.
  static func arithmetic(_ path: CriticalPath?, limit: Int64) -> String? {
    guard let path, path.fixedNanoseconds > limit else { return nil }
    var terms: [(kind: WaitKind, nanoseconds: Int64, count: Int64)] = []
    for hop in path.hops where hop.kind.isFixed {
      if let place = terms.firstIndex(where: {
        $0.kind == hop.kind && $0.nanoseconds == hop.nanoseconds
      }) {
        terms[place].count += 1
      } else {
        terms.append((hop.kind, hop.nanoseconds, 1))
      }
    }
    let trips = terms.filter { $0.kind == .propagation }.map {
      "\($0.count) × \(Duration.nanoseconds($0.nanoseconds).stopwatch) of \($0.kind.name)"
    }
    var others: [(kind: WaitKind, nanoseconds: Int64)] = []
    for term in terms where term.kind != .propagation {
      let sum = term.nanoseconds * term.count
      if let place = others.firstIndex(where: { $0.kind == term.kind }) {
        others[place].nanoseconds += sum
      } else {
        others.append((term.kind, sum))
      }
    }
    let rest = others.map { "\(Duration.nanoseconds($0.nanoseconds).stopwatch) of \($0.kind.name)" }
    let sum = Duration.nanoseconds(path.fixedNanoseconds).stopwatch
    return (trips + rest).joined(separator: " + ")
      + " = \(sum), on the way of the fastest run, is more than "
      + "\(Duration.nanoseconds(limit).stopwatch)"
  }
}
