import Simulator

/// A line on the terminal that says how far the runs are; nothing when nobody watches.
struct Progress {
  private let console: Console
  private let total: Int
  private let begin: SuspendingClock.Instant
  private let line: ((Tally) -> String)?
  private var shownAt: SuspendingClock.Instant?

  private static let interval = Duration.milliseconds(200)

  /// - Parameter line: The line for what was played; nil for the usual one.
  init(
    console: Console, total: Int, begin: SuspendingClock.Instant, line: ((Tally) -> String)? = nil
  ) {
    self.line = line
    self.console = console
    self.total = total
    self.begin = begin
  }

  /// Shows where things stand, a few times a second at the most.
  mutating func show(_ tally: Tally, now: SuspendingClock.Instant) {
    guard console.isWatched else { return }
    if let shownAt, shownAt.duration(to: now) < Self.interval { return }
    shownAt = now
    console.progress(
      line?(tally) ?? Self.line(tally, of: total, after: begin.duration(to: now)))
  }

  /// Such as `412 of 10000 runs, 103/s, 1 failed, 7 probes reached, about 1:33 left`.
  static func line(_ tally: Tally, of total: Int, after time: Duration) -> String {
    let seconds = Double(time.nanoseconds) / 1e9
    var parts = ["\(tally.runs) of \(total) runs"]
    if tally.runs > 0, seconds > 0 {
      let rate = Double(tally.runs) / seconds
      parts.append(rate < 10 ? "\((rate * 10).rounded() / 10)/s" : "\(Int(rate))/s")
      if tally.failed > 0 { parts.append("\(tally.failed) failed") }
      let probes = tally.probes.count
      if probes > 0 { parts.append("\(probes) probe\(probes == 1 ? "" : "s") reached") }
      let left = Duration.seconds(Int((Double(total - tally.runs) / rate).rounded(.up)))
      parts.append("about \(left.brief) left")
    }
    return parts.joined(separator: ", ")
  }
}
