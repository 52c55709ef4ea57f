import Foundation
import Testing

@testable import Network

@Suite("Loss models")
struct LossModelTests {
  private static let bursty = LossModel.gilbertElliott(p: 0.02, r: 0.25)

  @Test("random loss strikes at its rate, each datagram for itself", arguments: [1, 2, 3])
  func randomLoss(seed: UInt64) {
    let losses = Self.losses(of: .random(0.1), count: 40_000, seed: seed)
    // Pairs of neighbours: 00, 01, 10, 11 with the probabilities of two independent losses.
    var pairs = [0, 0, 0, 0]
    for index in stride(from: 0, to: losses.count - 1, by: 2) {
      pairs[(losses[index] ? 2 : 0) + (losses[index + 1] ? 1 : 0)] += 1
    }
    let expected = [0.81, 0.09, 0.09, 0.01].map { $0 * Double(losses.count / 2) }
    #expect(chiSquare(pairs, expected: expected) < chiSquareLimit(degrees: 3))
  }

  @Test(
    "Gilbert-Elliott bursts are as long as a geometric distribution says", arguments: [1, 5, 9])
  func burstLengths(seed: UInt64) {
    let bursts = Self.runs(of: true, in: Self.losses(of: Self.bursty, count: 200_000, seed: seed))
    var cells = [Int](repeating: 0, count: 12)
    for burst in bursts { cells[min(burst, 12) - 1] += 1 }
    let total = Double(bursts.count)
    // A burst lasts k datagrams with probability r(1-r)^(k-1): everything is lost in the bad state and nothing outside.
    let expected = (1...12).map { k in
      total * (k < 12 ? 0.25 * pow(0.75, Double(k - 1)) : pow(0.75, 11))
    }
    #expect(chiSquare(cells, expected: expected) < chiSquareLimit(degrees: 11))
    let mean = Double(bursts.reduce(0, +)) / total
    #expect(abs(mean - 1 / 0.25) < 0.15)
  }

  @Test("Gilbert-Elliott gaps between bursts last 1/p datagrams on average")
  func gapLengths() {
    let gaps = Self.runs(of: false, in: Self.losses(of: Self.bursty, count: 400_000, seed: 3))
    let mean = Double(gaps.reduce(0, +)) / Double(gaps.count)
    #expect(abs(mean - 1 / 0.02) < 2)
  }

  @Test(
    "the long-run loss is p/(p+r) of the bad state's and r/(p+r) of the good state's",
    arguments: [
      LossModel.gilbertElliott(p: 0.02, r: 0.25),
      .gilbertElliott(p: 0.05, r: 0.2, lossInBad: 0.6, lossInGood: 0.01),
      .gilbertElliott(p: 0.5, r: 0.5, lossInBad: 0.3, lossInGood: 0.1), .random(0.37), .none,
      .random(1),
    ])
  func longRunRate(model: LossModel) {
    let losses = Self.losses(of: model, count: 400_000, seed: 8)
    let rate = Double(losses.filter { $0 }.count) / Double(losses.count)
    #expect(abs(rate - model.rate) < 0.005)
  }

  @Test("a link without loss, or with nothing but loss, asks for no draw")
  func certainEventsNeedNoDraw() {
    var state = LossState()
    var asked = 0
    func verdict(_ model: LossModel) -> Bool {
      func happens(_ probability: Double) -> Bool {
        asked += 1
        return probability > 0
      }
      return state.loses(model, loss: happens, move: happens)
    }
    #expect(!verdict(.none))
    #expect(!verdict(.random(0)))
    #expect(verdict(.random(1)))
    #expect(asked == 0)
    #expect(!verdict(.gilbertElliott(p: 0.5, r: 0.5)))
    #expect(asked == 1, "the verdict of the good state is certain, its move is not")
  }

  private static func losses(of model: LossModel, count: Int, seed: UInt64) -> [Bool] {
    var state = LossState()
    var draws = Draws(seed: seed)
    return (0..<count).map { _ in
      state.loses(model, loss: { draws.next().unit < $0 }, move: { draws.next().unit < $0 })
    }
  }

  private static func runs(of value: Bool, in sequence: [Bool]) -> [Int] {
    var runs: [Int] = []
    var length = 0
    for element in sequence {
      if element == value {
        length += 1
      } else if length > 0 {
        runs.append(length)
        length = 0
      }
    }
    return runs
  }
}
