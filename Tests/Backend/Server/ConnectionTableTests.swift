import Testing

@testable import Backend

@Suite("a table by connection")
struct ConnectionTableTests {
  @Test("it holds what a dictionary holds, in the order of the numbers, through every change")
  func likeADictionary() {
    var table = ConnectionTable<[Int]>()
    var model: [Int: [Int]] = [:]
    var state: UInt64 = 7
    func draw(_ bound: Int) -> Int {
      state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      return Int(state >> 33) % bound
    }
    for step in 0..<5_000 {
      let number = draw(40)
      switch draw(4) {
      case 0:
        table[ConnectionID(number)] = nil
        model[number] = nil
      case 1:
        table[ConnectionID(number)]?.append(step)
        model[number]?.append(step)
      default:
        table[ConnectionID(number)] = [step]
        model[number] = [step]
      }
      #expect(table[ConnectionID(number)] == model[number])
      #expect(table.all == model.sorted { $0.key < $1.key }.map(\.value))
    }
  }
}
