internal import Harness
import Simulator

/// The table of runs, row by row as they are finished.
struct RunTable {
  private let style: Style
  private let nameWidth: Int

  /// A table wide enough for these names.
  init(names: [String], style: Style) {
    self.style = style
    nameWidth = min(60, max("scenario".count, names.map(\.count).max() ?? 0))
  }

  /// The titles of the columns.
  var header: String {
    style.strong(
      row(
        "scenario", "outcome".padded(to: Self.outcomeWidth), "virtual", "wall", "events",
        "worst latency")) + "\n"
  }

  /// The row of one run.
  func row(_ run: FinishedRun) -> String {
    let result = run.result
    let outcome = result.outcome.rawValue.padded(to: Self.outcomeWidth)
    let isAbandoned = result.story?.isAbandoned ?? false
    return row(
      run.plan.label.visibleLine, style.outcome(result.outcome, outcome),
      isAbandoned ? "?" : Duration.nanoseconds(result.virtualNanoseconds).stopwatch,
      run.wallTime.brief, "\(result.events)", Self.worst(of: result.measures)) + "\n"
  }

  private static let outcomeWidth = 9

  private func row(
    _ name: String, _ outcome: String, _ virtual: String, _ wall: String, _ events: String,
    _ latency: String
  ) -> String {
    [
      name.padded(to: nameWidth), outcome, virtual.leftPadded(to: 16), wall.leftPadded(to: 9),
      events.leftPadded(to: 9), latency,
    ].joined(separator: "  ")
  }

  /// The greatest latency that was measured and its name, or a dash.
  private static func worst(of measures: [Measure]) -> String {
    guard let worst = measures.max(by: { $0.nanoseconds < $1.nanoseconds }) else { return "-" }
    return "\(worst.name.visibleLine) \(Duration.nanoseconds(worst.nanoseconds).stopwatch)"
  }
}

extension Duration {
  /// A real time with two or three digits; more would only be noise.
  var brief: String {
    let nanoseconds = nanoseconds
    let unit: Int64
    switch nanoseconds {
    case ..<1_000_000: unit = 1_000
    case ..<1_000_000_000: unit = 100_000
    case ..<60_000_000_000: unit = 10_000_000
    default: unit = 1_000_000_000
    }
    let text = Duration.nanoseconds(nanoseconds / unit * unit).stopwatch
    return text.hasSuffix(".000") ? String(text.dropLast(4)) : text
  }
}
