import Foundation
import Testing

@testable import Network

@Suite("Elementary functions")
struct ElementaryFunctionsTests {
  @Test("the logarithm agrees with the C library's over the whole range of draws")
  func logarithmAgrees() {
    var draws = Draws(seed: 1)
    for _ in 0..<20_000 {
      let x = draws.next().unitAboveZero
      #expect(close(ElementaryFunctions.logarithm(x), Foundation.log(x)))
    }
    for x in [0x1p-53, 0.5, 1, 2, 1e9, .leastNormalMagnitude] {
      #expect(close(ElementaryFunctions.logarithm(x), Foundation.log(x)))
    }
  }

  @Test("the exponential agrees with the C library's and saturates outside its range")
  func exponentialAgrees() {
    var draws = Draws(seed: 2)
    for _ in 0..<20_000 {
      let x = draws.next().unit * 200 - 100
      #expect(close(ElementaryFunctions.exponential(x), Foundation.exp(x)))
    }
    #expect(ElementaryFunctions.exponential(0) == 1)
    #expect(ElementaryFunctions.exponential(1_000) == .infinity)
    #expect(ElementaryFunctions.exponential(-1_000) == 0)
  }

  @Test("the cosine agrees with the C library's in every quarter of a turn")
  func cosineAgrees() {
    var draws = Draws(seed: 3)
    for _ in 0..<20_000 {
      let turns = draws.next().unit
      let difference = ElementaryFunctions.cosine(turns: turns) - Foundation.cos(2 * .pi * turns)
      #expect(abs(difference) < 2e-15, "at \(turns) turns")
    }
    #expect(ElementaryFunctions.cosine(turns: 0) == 1)
    #expect(ElementaryFunctions.cosine(turns: 0.5) == -1)
    #expect(ElementaryFunctions.cosine(turns: 0.25) == 0)
  }

  private func close(_ value: Double, _ reference: Double) -> Bool {
    value == reference || abs(value - reference) <= 1e-14 * max(abs(reference), 1e-2)
  }
}
