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
      let order = stream.receive(number: number, item: nil)
      stream.checkInvariants()
      #expect(order == .early || isNext)
      #expect(stream.receive(number: number, item: nil) == .repeated)
      let expected = missing.min() ?? 60
      let early = (expected..<60).filter { !missing.contains($0) }
      #expect(stream.expected == expected && stream.earlyRanges.flatMap { Array($0) } == early)
    }
    #expect(stream.earlyRanges.isEmpty)
  }

  @Test(
    "a sender that hears only what is new believes lost what one that looks at all would",
    arguments: 1...20)
  func losses(seed: UInt64) {
    let count = 60
    var sender = SendStream()
    for _ in 0..<count { sender.append(.keepAlive) }
    while sender.nextPiece(window: count, segmentBytes: 1000) != nil {}
    var receiver = ReceiveStream()
    var arrived: Set<UInt64> = []
    for number in shuffled(count, seed: seed) {
      arrived.insert(number)
      _ = receiver.receive(number: number, item: nil)
      _ = sender.acknowledge(upTo: receiver.expected)
      _ = sender.acknowledge(receiver.earlyRanges)
      sender.checkInvariants()
      // All were sent once, in order: overtaken are those that three or more behind them have reached.
      let newest = arrived.max() ?? 0
      let lost = (receiver.expected..<UInt64(count)).filter {
        !arrived.contains($0) && $0 + 3 <= newest
      }
      let underWay =
        count - Int(receiver.expected) - lost.count
        - receiver.earlyRanges.reduce(0) { $0 + $1.count }
      #expect(sender.inFlight == underWay)
    }
    #expect(sender.isEmpty)
  }
}
