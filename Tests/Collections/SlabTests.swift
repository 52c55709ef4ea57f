import RehearsalCollections
import TestSupport
import Testing

@Suite("Slabs against dictionaries")
struct SlabTests {
  @Test("a slab gives back what a dictionary by slot gives", arguments: 0..<4)
  func model(seed: UInt64) {
    var numbers = FixedNumbers(seed: seed)
    var slab = Slab<Int>()
    var model: [Int: Int] = [:]
    var freed: [Int] = []
    for step in 0..<2000 {
      // Waves of growing and shrinking, so that slots are freed in any order and used again.
      let growth = step / 200 % 2 == 0 ? 6 : 3
      let used = model.keys.sorted()
      switch numbers.next(below: 10) {
      case 0..<growth:
        let next = slab.nextSlot
        let slot = slab.insert(step).slot
        #expect(slot == next)
        #expect(slot == freed.popLast() ?? used.count, "the slot that was freed last, or a new one")
        model[slot] = step
      case 9 where !used.isEmpty:
        let slot = used[numbers.next(below: used.count)]
        slab[slot] += 1
        model[slot]? += 1
      default:
        guard !used.isEmpty else { continue }
        let slot = used[numbers.next(below: used.count)]
        #expect(slab.remove(at: slot) == model.removeValue(forKey: slot))
        freed.append(slot)
      }
      slab.checkInvariants()
      #expect(slab.count == model.count)
      #expect(slab.isEmpty == model.isEmpty)
      #expect(slab.elements == model.sorted { $0.key < $1.key }.map(\.value))
      for (slot, element) in model { #expect(slab[slot] == element) }
    }
  }

  @Test("a generation finds the element that it was told for, and none that came later")
  func generations() {
    var slab = Slab<String>()
    let (first, generation) = slab.insert("first")
    #expect(slab.holds(first, generation: generation))
    #expect(!slab.holds(first + 1, generation: generation))
    _ = slab.remove(at: first)
    #expect(!slab.holds(first, generation: generation))
    let (second, later) = slab.insert("second")
    #expect(second == first)
    #expect(!slab.holds(first, generation: generation))
    #expect(slab.holds(second, generation: later))
  }

  @Test("an element that is taken out is let go of")
  func release() {
    final class Thing {}
    var slab = Slab<Thing>()
    weak var left: Thing?
    do {
      let thing = Thing()
      left = thing
      let slot = slab.insert(thing).slot
      _ = slab.remove(at: slot)
    }
    #expect(left == nil)
    #expect(slab.slotCount == 1)
  }
}
