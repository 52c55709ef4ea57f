import Simulator
import Testing

@testable import Network

@Suite("Pieces that come too early")
struct EarlyArrivalTests {
  private func shuffled(_ count: Int, seed: UInt64) -> [UInt64] {
    let choices = Choices(seed: seed)
    let stream = ChoiceStream("shuffle")
    return (0..<UInt64(count)).map { ($0, choices.draw(stream, entity: 0, ordinal: $0)) }
      .sorted { $0.1 < $1.1 }.map(\.0)
  }

  @Test("the ranges tell exactly what came before its turn, in any order", arguments: 1...20)
  func ranges(seed: UInt64) {
    var stream = ReceiveStream()
    var missing = Set<UInt64>(0..<60)
    for number in shuffled(60, seed: seed) {
      missing.remove(number)
      let isNext = number == stream.expected
      let order = stream.receive(number..<number + 1, item: nil, inner: [])
      stream.checkInvariants()
      #expect(order == .early || isNext)
      #expect(stream.receive(number..<number + 1, item: nil, inner: []) == .repeated)
      let expected = missing.min() ?? 60
      let early = (expected..<60).filter { !missing.contains($0) }
      #expect(stream.expected == expected && stream.earlyRanges.flatMap { Array($0) } == early)
    }
    #expect(stream.earlyRanges.isEmpty)
  }
}
