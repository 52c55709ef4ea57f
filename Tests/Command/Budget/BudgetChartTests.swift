import Foundation
import FoundationXML
internal import Harness
import Testing

@testable import RehearsalCommand
@testable import Simulator

@Suite("The drawing of a budget")
struct BudgetChartTests {
  private static func row(_ latencies: [Int64], limit: Int64) -> BudgetTally.Row {
    let sample = BudgetTally.Sample(seed: 1, nanoseconds: latencies.max(), place: 0)
    var row = BudgetTally.Row(stage: 0, measure: "it", limit: limit, worst: sample, best: sample)
    for latency in latencies { row.histogram.add(latency) }
    return row
  }

  @Test("latencies stand on a logarithmic axis: equal ratios are equally far apart")
  func axis() {
    let axis = LatencyAxis([1000, 1_000_000], pixels: 0...1000)
    let steps = [1000, 10_000, 100_000, 1_000_000].map { axis.pixel(of: $0) }
    #expect(abs((steps[1] - steps[0]) - (steps[2] - steps[1])) <= 1)
    #expect(abs((steps[2] - steps[1]) - (steps[3] - steps[2])) <= 1)
    #expect(axis.pixel(of: 0) == 0 && axis.pixel(of: .max) == 1000)
    #expect(axis.marks.contains(10_000) && axis.marks == axis.marks.sorted())
    #expect(axis.marks.allSatisfy(axis.bounds.contains))
  }

  @Test("an axis of nothing, of one latency and of all there are can be drawn")
  func extremes() {
    for latencies: [Int64] in [[], [0], [5], [1, .max / 4]] {
      let axis = LatencyAxis(latencies, pixels: 100...200)
      for latency in latencies { #expect((100...200).contains(axis.pixel(of: latency))) }
      #expect(axis.marks.count < 40)
    }
  }

  @Test("columns rise from left to right, the fuller the higher, and are red over the budget")
  func bars() {
    let limit: Int64 = 1_000_000
    let row = Self.row(
      Array(repeating: 10_000, count: 500) + [200_000, 5_000_000], limit: limit)
    let axis = LatencyAxis([10_000, 5_000_000, limit], pixels: 160...740)
    let bars = BudgetChart.bars(row, axis, limit: limit)
    #expect(bars.count == 3)
    #expect(bars.map(\.x) == bars.map(\.x).sorted())
    #expect(bars[0].height > bars[1].height && bars[1].height > 0)
    #expect(bars.map(\.isOver) == [false, false, true])
    let line = axis.pixel(of: limit)
    #expect(bars[1].x < line && bars[2].x > line)
  }

  @Test(
    "the drawing is well-formed, has the budget, a lane a profile, and needs nothing from elsewhere"
  )
  func drawing() throws {
    let scenario = Scenario("a <measure> & more") { (stage: Stage) in
      _ = stage.world.profileInForce()
      stage.world.measure("it", .milliseconds(20), limit: .milliseconds(50))
    }.named("drawn")
    let captured = Captured()
    let status = captured.run(
      "budget", "--profiles", "wifi,very-bad", "--seeds", "3", "--format", "svg",
      catalog: Sample.catalog(scenario))
    #expect(status == .passed)
    let parser = XMLParser(data: Data(captured.results.utf8))
    #expect(parser.parse(), "\(String(describing: parser.parserError))")
    #expect(captured.results.contains(">budget 50 ms</text>"))
    #expect(captured.results.contains(">Wi-Fi</text>"))
    #expect(captured.results.contains(">Very Bad Network</text>"))
    #expect(captured.results.contains("stroke-dasharray"))
    #expect(!captured.results.contains("href") && !captured.results.contains("url("))
  }
}
