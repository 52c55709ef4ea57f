import Backend
internal import Harness
import Simulator

extension JSONLine {
  /// The lines of a budget: one for each measure on each profile, one for each stage that has something to
  /// tell, and a summary.
  static func budget(_ results: BudgetResults) -> String {
    results.findings.map { finding($0, results.backendPath?.name) }.joined()
      + zip(results.plan.stages, results.notes).map(notes).joined()
      + summary(results.tally, wallTime: results.wallTime)
  }

  private static func finding(_ finding: BudgetFinding, _ backendPath: String?) -> String {
    let row = finding.row
    var reason: String?
    if case .impossible(let text) = finding.verdict { reason = text }
    return text(
      kind: "budget",
      [
        "scenario": .string(finding.stage.scenario),
        "profile": .optional(finding.stage.profile),
        "path": .optional(backendPath),
        "measure": .string(row.measure),
        "budget_ns": .integer(row.limit),
        "runs": .integer(Int64(row.runs)),
        "samples": .unsigned(row.histogram.count),
        "never": .integer(Int64(row.never)),
        "min_ns": .optional(row.histogram.least),
        "p50_ns": .optional(row.quantile(0.5)),
        "p90_ns": .optional(row.quantile(0.9)),
        "p99_ns": .optional(row.quantile(0.99)),
        "p999_ns": .optional(row.quantile(0.999)),
        "max_ns": .optional(row.never > 0 ? nil : row.histogram.greatest),
        "runs_over": .integer(Int64(row.runsOver)),
        "over_upper_per_million": .integer(Int64((finding.overBound * 1e6 - 1e-6).rounded(.up))),
        "verdict": .string(finding.verdict.word),
        "reason": .optional(reason),
        "worst": worst(finding),
        "buckets": .array(
          row.histogram.buckets.map { .array([.integer(Int64($0.index)), .unsigned($0.count)]) }),
      ])
  }

  private static func worst(_ finding: BudgetFinding) -> JSONValue {
    .members([
      "seed": .unsigned(finding.row.worst.seed),
      "ns": .optional(finding.row.worst.nanoseconds),
      "replay": .string("\(finding.worstToken)"),
      "path": .array(
        (finding.worstPath?.hops ?? []).map { hop in
          .members([
            "start_ns": .integer(hop.start.nanoseconds),
            "ns": .integer(hop.nanoseconds),
            "kind": .string(hop.kind.name),
            "place": .string(hop.place),
            "text": .string(hop.text),
            "began_before": .boolean(hop.beganBefore),
            "lanes": .strings(hop.lanes),
          ])
        }),
    ])
  }

  private static func notes(_ stage: BudgetPlan.Stage, _ notes: BudgetTally.StageNotes) -> String {
    guard notes.broken > 0 || notes.slow > 0 else { return "" }
    return text(
      kind: "budget-note",
      [
        "scenario": .string(stage.scenario),
        "profile": .optional(stage.profile),
        "runs": .integer(Int64(notes.runs)),
        "runs_failed_otherwise": .integer(Int64(notes.broken)),
        "first_failure": notes.firstBroken.map {
          .members(["replay": .string($0.replay), "summary": .string($0.summary)])
        } ?? .null,
        "runs_slow_elsewhere": .integer(Int64(notes.slow)),
      ])
  }
}
