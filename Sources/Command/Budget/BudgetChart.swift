import Foundation
internal import Harness
import Simulator

/// A budget's results as a drawing in SVG 1.1: for each measure, how its latencies are distributed on each
/// profile, and the budget.
///
/// It needs no font, script or style from elsewhere, and its bytes depend on the results alone.
struct BudgetChart {
  private let results: BudgetResults

  private static let width = 1180
  private static let plot = 160...740
  private static let laneHeight = 44
  private static let barPixels = 3
  private static let ink = "#1b1f24"
  private static let faint = "#6a737d"
  private static let within = "#2b6ca3"
  private static let over = "#c0392b"

  init(_ results: BudgetResults) {
    self.results = results
  }

  /// The whole file.
  var text: String {
    var body = ""
    var y = 44
    for group in results.groups { body += Self.panel(group, y: &y) }
    let captions = [
      "\(results.tally.runs) runs, seeds \(results.seeds), schedule \(results.schedule), "
        + "\(BuildMode.current.rawValue) build. The height of a bar is the logarithm of the number of its "
        + "runs; red is over budget.",
      "“over” counts the runs over budget; “at most” is the upper bound of their share at 95 % confidence.",
    ]
    for caption in captions {
      body += Self.text(caption, x: 20, y: y, size: 11, fill: Self.faint)
      y += 16
    }
    let height = y + 8
    return """
      <?xml version="1.0" encoding="UTF-8"?>
      <svg xmlns="http://www.w3.org/2000/svg" width="\(Self.width)" height="\(height)" \
      viewBox="0 0 \(Self.width) \(height)" font-family="Helvetica, Arial, sans-serif">
      <rect width="\(Self.width)" height="\(height)" fill="#ffffff"/>
      \(Self.text("Latency budgets", x: 20, y: 26, size: 17, weight: "bold"))\(body)</svg>

      """
  }

  // MARK: - A measure

  private static func panel(_ group: BudgetResults.Group, y: inout Int) -> String {
    let latencies = group.findings.flatMap {
      [$0.row.histogram.least, $0.row.histogram.greatest].compactMap(\.self)
    }
    let axis = LatencyAxis(
      latencies.map { max($0, group.limit / 1000) } + [group.limit], pixels: plot)
    var body = text(group.title, x: 20, y: y + 10, size: 14, weight: "bold")
    body += text("p50 / p99 / max", x: 758, y: y + 10, size: 11, fill: faint)
    body += text("over, at most", x: 1010, y: y + 10, size: 11, fill: faint)
    let top = y + 40
    var lane = top
    body += scale(axis, from: top, to: top + group.findings.count * laneHeight)
    for finding in group.findings {
      body += self.lane(finding, axis, limit: group.limit, y: lane)
      lane += laneHeight
    }
    body += budgetLine(axis.pixel(of: group.limit), group.limit, from: top, to: lane)
    y = lane + 46
    return body
  }

  private static func lane(
    _ finding: BudgetFinding, _ axis: LatencyAxis, limit: Int64, y: Int
  ) -> String {
    let base = y + laneHeight - 8
    let isKept = finding.verdict == .kept
    let title = ProfileName.title(finding.stage.profile)
    // The name of a recorded link would run into the plot.
    var body = text(title, x: 20, y: base - 6, size: title.count > 16 ? 10 : 13, weight: "bold")
    body += line(plot.lowerBound, base, plot.upperBound, base, "#d0d7de")
    for bar in bars(finding.row, axis, limit: limit) {
      body +=
        "<rect x=\"\(bar.x)\" y=\"\(base - bar.height)\" width=\"\(barPixels)\" "
        + "height=\"\(bar.height)\" fill=\"\(bar.isOver ? over : within)\"/>\n"
    }
    if finding.row.never > 0 {
      body += text(
        "never: \(finding.row.never)", x: plot.upperBound - 4, y: y + 12, size: 11, fill: over,
        anchor: "end")
    }
    let row = finding.row
    let times = [row.quantile(0.5), row.quantile(0.99), row.worst.nanoseconds]
      .map { $0.map { Duration.nanoseconds($0).stopwatch } ?? "never" }
    body += text(times.joined(separator: " / "), x: 758, y: base - 6, size: 11)
    body += text(
      "\(row.runsOver) of \(row.runs), \(ShareBound.percent(finding.overBound))", x: 1010,
      y: base - 14, size: 11)
    body += text(
      finding.verdict.word, x: 1010, y: base, size: 11, weight: "bold",
      fill: isKept ? within : over)
    return body
  }

  /// A column of the histogram.
  struct Bar: Hashable {
    let x: Int
    let height: Int
    let isOver: Bool
  }

  /// The columns of a row, from left to right: each stands for the latencies that fall onto it.
  ///
  /// A column at the budget that holds both kinds is drawn as over it only when it begins there.
  static func bars(_ row: BudgetTally.Row, _ axis: LatencyAxis, limit: Int64) -> [Bar] {
    var counts: [Int: (count: UInt64, isOver: Bool)] = [:]
    let least = row.histogram.least ?? 0
    let greatest = row.histogram.greatest ?? 0
    for (index, count) in row.histogram.buckets {
      let bounds = LatencyHistogram.bounds(ofBucket: index)
      let low = max(bounds.lowerBound, least)
      let high = min(bounds.upperBound, greatest)
      let pixel = axis.pixel(of: low + (high - low) / 2)
      let column = (pixel - plot.lowerBound) / barPixels
      let before = counts[column] ?? (0, false)
      counts[column] = (before.count + count, before.isOver || high > limit)
    }
    let highest = log1p(Double(counts.values.map(\.count).max() ?? 1))
    return counts.sorted { $0.key < $1.key }.map { column, entry in
      let share = log1p(Double(entry.count)) / highest
      return Bar(
        x: plot.lowerBound + column * barPixels,
        height: 3 + Int((share * Double(laneHeight - 17)).rounded()), isOver: entry.isOver)
    }
  }

  private static func scale(_ axis: LatencyAxis, from top: Int, to bottom: Int) -> String {
    axis.marks.map { mark in
      let x = axis.pixel(of: mark)
      return line(x, top, x, bottom, "#eaeef2")
        + text(
          Duration.nanoseconds(mark).stopwatch, x: x, y: bottom + 14, size: 11, fill: faint,
          anchor: "middle")
    }.joined()
  }

  private static func budgetLine(_ x: Int, _ limit: Int64, from top: Int, to bottom: Int) -> String
  {
    "<line x1=\"\(x)\" y1=\"\(top - 4)\" x2=\"\(x)\" y2=\"\(bottom)\" stroke=\"\(ink)\" "
      + "stroke-width=\"2\" stroke-dasharray=\"6 3\"/>\n"
      + text(
        "budget \(Duration.nanoseconds(limit).stopwatch)", x: x, y: top - 8, size: 12,
        weight: "bold", anchor: "middle")
  }

  // MARK: - Elements

  private static func line(_ x1: Int, _ y1: Int, _ x2: Int, _ y2: Int, _ stroke: String) -> String {
    "<line x1=\"\(x1)\" y1=\"\(y1)\" x2=\"\(x2)\" y2=\"\(y2)\" stroke=\"\(stroke)\"/>\n"
  }

  private static func text(
    _ text: String, x: Int, y: Int, size: Int, weight: String = "normal", fill: String = ink,
    anchor: String = "start"
  ) -> String {
    "<text x=\"\(x)\" y=\"\(y)\" font-size=\"\(size)\" font-weight=\"\(weight)\" "
      + "fill=\"\(fill)\" text-anchor=\"\(anchor)\">\(JUnitDocument.escaped(text))</text>\n"
  }
}
