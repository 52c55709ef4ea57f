internal import Harness
import Simulator

/// A budget's results for a person: a table for each measure, and where the time of the worst run went.
struct BudgetText {
  private let results: BudgetResults
  private let style: Style

  init(_ results: BudgetResults, style: Style) {
    self.results = results
    self.style = style
  }

  /// All of it.
  var text: String {
    let path = results.backendPath.map { ["backend behind \($0)\n"] } ?? []
    let parts = path + results.groups.map(group) + notes + [conclusion]
    return parts.joined(separator: "\n")
  }

  // MARK: - A measure

  private func group(_ group: BudgetResults.Group) -> String {
    var rows = [
      ["link", "runs", "p50", "p90", "p99", "p99.9", "max", "over", "at most", "verdict"]
    ]
    rows += group.findings.map(Self.cells)
    let lines = Columns.lines(rows, right: [1, 2, 3, 4, 5, 6, 7, 8])
    let table = lines.enumerated().map { index, line in
      "  " + (index == 0 ? style.faint(line) : painted(line, group.findings[index - 1].verdict))
    }
    let reasons = group.findings.compactMap { finding -> String? in
      guard case .impossible(let reason) = finding.verdict else { return nil }
      return "\(ProfileName.title(finding.stage.profile)) cannot keep it: \(reason)"
        .wrapped(to: 92, indent: "  ")
    }
    return
      ([style.strong(group.title)] + table + reasons + [""]
      + group.findings.flatMap(worst)).joined(separator: "\n")
  }

  private static func cells(_ finding: BudgetFinding) -> [String] {
    let row = finding.row
    return [ProfileName.title(finding.stage.profile), "\(row.runs)"]
      + [0.5, 0.9, 0.99, 0.999].map { time(row.quantile($0)) }
      + [
        time(row.worst.nanoseconds), "\(row.runsOver)", ShareBound.percent(finding.overBound),
        finding.verdict.word,
      ]
  }

  private static func time(_ nanoseconds: Int64?) -> String {
    nanoseconds.map { Duration.nanoseconds($0).stopwatch } ?? "never"
  }

  private func painted(_ line: String, _ verdict: BudgetFinding.Verdict) -> String {
    verdict == .kept ? line : style.bad(line)
  }

  // MARK: - The worst run

  private func worst(_ finding: BudgetFinding) -> [String] {
    if finding.row.worst.nanoseconds == 0 { return [] }
    let link = ProfileName.title(finding.stage.profile)
    let head =
      "  \(link), the worst: seed \(finding.row.worst.seed), "
      + "`\(Program.name) replay \(Self.words(finding.worstToken))`"
    guard let path = finding.worstPath else {
      return [
        head,
        "    not within \(BudgetPlan.overtime.stopwatch) behind the limit; its story tells why",
        "",
      ]
    }
    var rows = path.hops.map { hop in
      [
        Duration.nanoseconds(hop.start.nanoseconds - path.start.nanoseconds).stopwatch,
        Self.exact(hop.nanoseconds), hop.kind.name, hop.place,
        Self.shortened(hop.text) + (hop.beganBefore ? " (began before)" : ""),
      ]
    }
    rows.append(["", Self.exact(path.nanoseconds), "in all", "", ""])
    return [head] + Columns.lines(rows, right: [0, 1]).map { "    " + $0 } + [""]
  }

  private static func shortened(_ text: String) -> String {
    text.count > 60 ? text.prefix(59) + "…" : text
  }

  /// Nanoseconds in groups of three, so that a column can be added up by eye.
  static func exact(_ nanoseconds: Int64) -> String {
    let digits = Array(String(nanoseconds))
    var text = ""
    for (index, digit) in digits.enumerated() {
      if index > 0, (digits.count - index) % 3 == 0 { text += "\u{2009}" }
      text.append(digit)
    }
    return text + " ns"
  }

  private static func words(_ token: ReplayToken) -> String {
    (token.shellWord + ProfileName.traceOption(for: token)).visibleLine
  }

  private static func words(_ token: String) -> String {
    (try? ReplayToken(parsing: token)).map { words($0) } ?? token
  }

  // MARK: - The rest

  private var notes: [String] {
    var lines: [String] = []
    for (stage, note) in zip(results.plan.stages, results.notes) {
      let link = stage.profile.map { " on \(ProfileName.title($0))" } ?? ""
      let name = stage.scenario + link
      if let failure = note.firstBroken {
        let text =
          "✗ \(name): \(note.broken) of \(note.runs) runs failed for another reason; the "
          + "first: \(failure.summary); `\(Program.name) replay \(Self.words(failure.replay))`"
        lines.append(style.bad(text.wrapped(to: 96, indent: "")) + "\n")
      }
      if let slow = note.firstSlow {
        let time = slow.nanoseconds.map { Duration.nanoseconds($0).stopwatch } ?? "for ever"
        let text =
          "note: \(name): in \(note.slow) of \(note.runs) runs something that is not "
          + "measured took longer than its limit; the first: \(time) instead of "
          + "\(Duration.nanoseconds(slow.limit).stopwatch) at "
          + "\(ScenarioFile.path(of: slow.location)):\(slow.location.line)"
        lines.append(text.wrapped(to: 96, indent: "") + "\n")
      }
    }
    if !results.unmeasured.isEmpty {
      let text =
        "note: no expectation was measured in " + results.unmeasured.joined(separator: ", ")
      lines.append(text.wrapped(to: 96, indent: "") + "\n")
    }
    return lines
  }

  private var conclusion: String {
    let kept = results.findings.count { $0.verdict == .kept }
    let impossible = results.findings.count {
      if case .impossible = $0.verdict { true } else { false }
    }
    let exceeded = results.findings.count - kept - impossible
    var parts = [style.good("\(kept) kept")]
    if exceeded > 0 { parts.append(style.bad("\(exceeded) exceeded")) }
    if impossible > 0 { parts.append(style.bad("\(impossible) that cannot be kept")) }
    let stop = results.stopped.map { "stopped before the end (\($0))\n" } ?? ""
    return stop + "budgets: " + parts.joined(separator: ", ")
      + " (\(results.tally.runs) runs, seeds \(results.seeds), schedule \(results.schedule), "
      + "\(BuildMode.current.rawValue) build, \(results.wallTime.brief)).\n"
      + style.faint(
        "\"over\" counts the runs over budget, \"at most\" bounds their share at 95 % confidence; "
          + "quantiles are at most 1.6 % too high.") + "\n"
  }
}
