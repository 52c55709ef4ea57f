import RehearsalCollections
import TestSupport
import Testing

@Suite("Queues against naive models")
struct QueueTests {
  @Test("a heap gives back what a sorted list gives", arguments: 0..<12)
  func heap(seed: UInt64) {
    var numbers = FixedNumbers(seed: seed)
    var heap = Heap<Int>()
    var model: [Int] = []
    for _ in 0..<2000 {
      switch numbers.next(below: 20) {
      case 0..<11:
        let number = numbers.next(below: 100)
        heap.push(number)
        model.append(number)
        model.sort()
      case 11..<19:
        #expect(heap.pop() == (model.isEmpty ? nil : model.removeFirst()))
      default:
        let divisor = 2 + numbers.next(below: 5)
        heap.removeAll { $0 % divisor == 0 }
        model.removeAll { $0 % divisor == 0 }
      }
      #expect(heap.count == model.count)
      #expect(heap.isEmpty == model.isEmpty)
      #expect(heap.first == model.first)
    }
    while let least = heap.pop() { #expect(least == model.removeFirst()) }
    #expect(model.isEmpty)
  }

  @Test("a deque gives back what a list gives", arguments: 0..<12)
  func ring(seed: UInt64) {
    var numbers = FixedNumbers(seed: seed)
    var ring = Deque<Int>()
    var model: [Int] = []
    for step in 0..<3000 {
      // Waves of growing and shrinking, so that the buffer wraps and grows while wrapped.
      let growth = step / 300 % 2 == 0 ? 6 : 3
      switch numbers.next(below: 10) {
      case 0..<growth:
        ring.append(step)
        model.append(step)
      default:
        #expect(ring.popFirst() == (model.isEmpty ? nil : model.removeFirst()))
      }
      ring.checkInvariants()
      #expect(ring.count == model.count)
      #expect(ring.isEmpty == model.isEmpty)
      #expect(ring.first == model.first)
      #expect(ring.elements == model)
    }
    while let next = ring.popFirst() { #expect(next == model.removeFirst()) }
    #expect(model.isEmpty)
  }

  @Test("a deque that keeps so many holds the last ones", arguments: 1..<10)
  func lastOnes(limit: Int) {
    var ring = Deque<Int>()
    for number in 0..<50 {
      ring.append(number, keeping: limit)
      ring.checkInvariants()
      #expect(ring.elements == Array((0...number).suffix(limit)))
    }
  }
}
