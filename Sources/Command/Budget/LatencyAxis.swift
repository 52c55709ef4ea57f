import Foundation
import Simulator

/// A logarithmic axis of latencies: where each stands in a drawing, and where its marks are.
struct LatencyAxis {
  /// The first and the last latency on the axis, in nanoseconds.
  let bounds: ClosedRange<Int64>
  /// The pixels that the axis covers.
  let pixels: ClosedRange<Int>

  /// An axis on which all of `latencies` have their place, with a margin at both ends.
  init(_ latencies: [Int64], pixels: ClosedRange<Int>) {
    let least = max(1, latencies.min() ?? 1)
    let greatest = max(least, latencies.max() ?? 1)
    bounds = max(1, Int64(Double(least) * 0.8))...Int64(Double(greatest) * 1.25) + 1
    self.pixels = pixels
  }

  /// The pixel of a latency; one beyond an end of the axis is drawn at that end.
  func pixel(of nanoseconds: Int64) -> Int {
    let value = min(max(nanoseconds, bounds.lowerBound), bounds.upperBound)
    let whole = log(Double(bounds.upperBound)) - log(Double(bounds.lowerBound))
    let share = (log(Double(value)) - log(Double(bounds.lowerBound))) / whole
    return pixels.lowerBound + Int((share * Double(pixels.count - 1)).rounded())
  }

  /// The latencies that are marked: 1, 2 and 5 times powers of ten, the fewer the longer the axis is.
  var marks: [Int64] {
    let decades = log10(Double(bounds.upperBound)) - log10(Double(bounds.lowerBound))
    let digits: [Int64] = decades > 5 ? [1] : decades > 2.5 ? [1, 3] : [1, 2, 5]
    var marks: [Int64] = []
    var unit: Int64 = 1
    while unit <= bounds.upperBound {
      marks += digits.map { $0 * unit }.filter(bounds.contains)
      let (next, overflow) = unit.multipliedReportingOverflow(by: 10)
      if overflow { break }
      unit = next
    }
    return marks
  }
}
