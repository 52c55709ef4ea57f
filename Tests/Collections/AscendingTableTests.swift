import RehearsalCollections
import TestSupport
import Testing

@Suite("Ascending tables against dictionaries")
struct AscendingTableTests {
  @Test("a table holds what a dictionary holds, in the order of the keys", arguments: 0..<4)
  func model(seed: UInt64) {
    var numbers = FixedNumbers(seed: seed)
    var table = AscendingTable<Int, [Int]>()
    var model: [Int: [Int]] = [:]
    for step in 0..<2000 {
      // Keys that come in order, and some that come late.
      let key = numbers.next(below: 4) == 0 ? numbers.next(below: 1 + step / 20) : step / 20
      switch numbers.next(below: 5) {
      case 0, 1:
        table[key] = nil
        model[key] = nil
      case 2:
        table[key]?.append(step)
        model[key]?.append(step)
      default:
        table[key] = [step]
        model[key] = [step]
      }
      table.checkInvariants()
      #expect(table[key] == model[key])
      #expect(table.count == model.count)
      #expect(table.all == model.sorted { $0.key < $1.key }.map(\.value))
      let even = model.sorted { $0.key < $1.key }.first { $0.value[0] % 2 == 0 }?.value
      #expect(table.firstValue { $0[0] % 2 == 0 } == even)
    }
  }

  @Test("places of values that went are given up")
  func closingUp() {
    var table = AscendingTable<Int, Int>()
    for key in 0..<10_000 {
      table[key] = key
      if key >= 10 { table[key - 10] = nil }
      #expect(table.placeCount <= 2 * 11 + 8)
    }
    #expect(table.all == Array(9_990..<10_000))
  }

  @Test("a value changes in its place, without a copy")
  func inPlace() {
    final class Storage {}
    struct Value { var storage = Storage() }
    var table = AscendingTable<Int, Value>()
    table[1] = Value()
    var isAlone: Bool?
    func look(_ value: inout Value) { isAlone = isKnownUniquelyReferenced(&value.storage) }
    if table[1] != nil { look(&table[1]!) }
    #expect(isAlone == true)
  }
}
