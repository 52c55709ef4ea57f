import Simulator
import Testing

@testable import Devices

@Suite("The draws of a day")
struct DayDrawsTests {
  @Test("sizes lie around the borders, and are 0 only where that is asked for", arguments: [0, 1])
  func sizes(least: Int) {
    var sizes: Set<Int> = []
    for step in 1...20_000 {
      var draws = DayDraws(Choices(seed: 1), step: step)
      sizes.insert(draws.size(from: least))
    }
    #expect(sizes == Set([least...3, 9...12, 99...101, 499...501].flatMap(Array.init)))
  }

  @Test("a size without a least one is 1 or more")
  func someSize() {
    var draws = DayDraws(Choices(seed: 1), step: 1)
    #expect((1...1_000).allSatisfy { _ in draws.size() >= 1 })
  }
}
