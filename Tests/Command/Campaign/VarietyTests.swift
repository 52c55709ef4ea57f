import Simulator
import Testing

@testable import RehearsalCommand

@Suite("The variety of a sweep")
struct VarietyTests {
  private static func variety(_ shapes: [UInt64], from place: Int = 0) -> Variety {
    var variety = Variety()
    for (index, shape) in shapes.enumerated() { variety.add(shape, at: place + index) }
    return variety
  }

  @Test("different runs are counted once, and the last new one is known")
  func counts() {
    let variety = Self.variety([1, 2, 1, 3, 3, 1])
    #expect(variety.runs == 6)
    #expect(variety.count == (3, 3))
    #expect(Variety().count == (0, nil))
    #expect(Self.variety([0]).count == (1, 0))
  }

  @Test("the count does not depend on order, and shards join to the whole", arguments: [1, 2, 5])
  func joins(parts: Int) {
    let shapes = (0..<60_000).map { UInt64($0 % 47_000) }
    let whole = Self.variety(shapes)
    let size = shapes.count / parts
    var joined = Variety()
    for part in (0..<parts).reversed() {
      joined.add(
        Self.variety(Array(shapes[part * size..<(part + 1) * size]), from: part * size))
    }
    #expect(joined.count == whole.count)
    #expect(joined.runs == whole.runs)
  }

  @Test("up to its limit it counts exactly, and estimates beyond")
  func estimates() {
    let few = Self.variety((0..<UInt64(Variety.limit - 1)).map { $0 })
    #expect(few.count.distinct == Variety.limit - 1)
    let many = Self.variety((0..<200_000).map { $0 % 100_000 })
    #expect((97_000...103_000).contains(many.count.distinct))
  }

  @Test("a sweep says how many runs were different, and to what later seeds bring nothing new")
  func text() {
    let captured = Captured()
    captured.run(
      "sweep", "fine", "fails", "races", "--seeds", "40",
      catalog: Sample.catalog(Sample.fine, Sample.fails, Sample.races))
    #expect(captured.results.contains("different"))
    #expect(
      captured.results.contains(
        "8 of 120 runs were different from each other, counted by scenario.\n"))
    #expect(
      captured.results.contains(
        "The later half of the seeds brought nothing new to fine (1), fails (1), races (6)."))
  }
}
