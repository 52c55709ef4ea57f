import Harness
import Simulator
import Testing

@Suite("The fold of many digests")
struct DigestFoldTests {
  private static func fold(_ digests: some Sequence<UInt64>) -> DigestFold {
    var fold = DigestFold()
    for digest in digests { fold.append(digest) }
    return fold
  }

  @Test(
    "folds of neighbouring blocks join to the fold of the whole", arguments: [0, 1, 7, 64, 100])
  func blocksJoin(cut: Int) {
    let digests = (0..<100).map { UInt64($0) &* 0x1234_5678_9ABC_DEF1 }
    var joined = Self.fold(digests[..<cut])
    joined.append(Self.fold(digests[cut...]))
    #expect(joined == Self.fold(digests))
  }

  @Test("the order of runs matters")
  func orderMatters() {
    #expect(Self.fold([1, 2]).value != Self.fold([2, 1]).value)
  }

  @Test("a run with digest zero counts")
  func zeroCounts() {
    #expect(Self.fold([0]).value != Self.fold([]).value)
    #expect(Self.fold([0, 0]).value != Self.fold([0]).value)
  }
}
