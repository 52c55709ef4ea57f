import Testing

@testable import RehearsalCommand

@Suite("Upper bounds of shares")
struct ShareBoundTests {
  @Test("no hit in n draws is 3/n", arguments: [(1, 1.0), (3, 1.0), (100, 0.03), (10_000, 0.0003)])
  func ruleOfThree(draws: Int, bound: Double) {
    #expect(abs(ShareBound.upper(hits: 0, of: draws) - bound) < 1e-12)
  }

  // From tables of the one-sided bound of Clopper and Pearson: 1 - betainv(0.05, n - k, k + 1).
  @Test(
    "hits give the bound of Clopper and Pearson",
    arguments: [(1, 10, 0.3941633), (5, 10, 0.7775589), (9, 10, 0.9948838), (2, 100, 0.0616196)])
  func clopperPearson(hits: Int, draws: Int, bound: Double) {
    #expect(abs(ShareBound.upper(hits: hits, of: draws) - bound) < 1e-6)
  }

  @Test("the bound falls with the draws, rises with the hits and covers the share that was seen")
  func monotonous() {
    var last = 0.0
    for hits in 0...1000 {
      let bound = ShareBound.upper(hits: hits, of: 1000)
      #expect(bound >= last && bound >= Double(hits) / 1000 && bound <= 1)
      last = bound
    }
    #expect(ShareBound.upper(hits: 50, of: 1_000_000) < ShareBound.upper(hits: 50, of: 100_000))
    #expect(ShareBound.upper(hits: 1000, of: 1000) == 1)
    #expect(ShareBound.upper(hits: 0, of: 0) == 1)
  }

  @Test(
    "a share reads as per cent, rounded up",
    arguments: [
      (0, "0 %"), (0.0003, "0.03 %"), (0.00030001, "0.031 %"), (0.015, "1.5 %"), (0.125, "13 %"),
      (0.5, "50 %"), (1, "100 %"), (3e-6, "0.0003 %"),
    ])
  func percent(share: Double, text: String) {
    #expect(ShareBound.percent(share) == text)
  }
}
