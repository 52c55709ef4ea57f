import Testing

@testable import Simulator

@Suite("Choices")
struct ChoicesTests {
  private static let loss = ChoiceStream("test.loss")
  private static let delay = ChoiceStream("test.delay")

  @Test("a draw depends on its key alone, not on what was drawn before it")
  func keyed() {
    let forwards = Choices(seed: 5)
    let backwards = Choices(seed: 5)
    let ordinals = Array(UInt64(0)..<100)
    let first = ordinals.map { forwards.draw(Self.loss, entity: 1, ordinal: $0) }
    let second = ordinals.reversed().map { ordinal in
      _ = backwards.draw(Self.delay, entity: 9, ordinal: ordinal)
      return backwards.draw(Self.loss, entity: 1, ordinal: ordinal)
    }
    #expect(first == second.reversed())
  }

  @Test("seed, stream, entity and ordinal each make another draw")
  func everyPartOfTheKeyCounts() {
    let choices = Choices(seed: 5)
    let draws: Set<UInt64> = [
      choices.draw(Self.loss, entity: 1, ordinal: 1),
      choices.draw(Self.loss, entity: 1, ordinal: 2),
      choices.draw(Self.loss, entity: 2, ordinal: 1),
      choices.draw(Self.delay, entity: 1, ordinal: 1),
      Choices(seed: 6).draw(Self.loss, entity: 1, ordinal: 1),
    ]
    #expect(draws.count == 5)
  }

  @Test("draws stay what they are: saved failures depend on it")
  func pinned() {
    #expect(StableHash.of("test.loss") == Self.loss.identifier)
    #expect(StableHash.of("") != StableHash.of("\0"))
    #expect(StableHash.of("ab") != StableHash.of("ba"))
    #expect(StableHash.finalize(0x9E37_79B9_7F4A_7C15) == 0xE220_A839_7B1D_CDAF)
  }

  @Test("an override fixes one draw and leaves all others", arguments: [UInt64(0), 42, .max])
  func overrides(fixed: UInt64) {
    let key = ChoiceKey(stream: Self.loss.identifier, entity: 1, ordinal: 3)
    let plain = Choices(seed: 5)
    let overridden = Choices(seed: 5, overrides: [key: fixed])
    for ordinal in UInt64(0)..<10 {
      let draw = overridden.draw(Self.loss, entity: 1, ordinal: ordinal)
      #expect(draw == (ordinal == 3 ? fixed : plain.draw(Self.loss, entity: 1, ordinal: ordinal)))
    }
  }

  /// Pearson's statistic for `counts` against equal expectations.
  private func chiSquare(_ counts: [Int]) -> Double {
    let expected = Double(counts.reduce(0, +)) / Double(counts.count)
    return counts.reduce(0) { $0 + (Double($1) - expected) * (Double($1) - expected) / expected }
  }

  /// The 99.9 % quantile of chi-square with 15 degrees of freedom.
  private static let limit15 = 37.697

  @Test("indices are uniform over ordinals, entities and seeds")
  func uniform() {
    var byOrdinal = Array(repeating: 0, count: 16)
    var byEntity = byOrdinal
    var bySeed = byOrdinal
    let choices = Choices(seed: 5)
    for number in UInt64(0)..<16_000 {
      byOrdinal[choices.index(below: 16, Self.loss, entity: 0, ordinal: number)] += 1
      byEntity[choices.index(below: 16, Self.loss, entity: number, ordinal: 0)] += 1
      bySeed[Choices(seed: number).index(below: 16, Self.loss, entity: 0, ordinal: 0)] += 1
    }
    #expect(chiSquare(byOrdinal) < Self.limit15)
    #expect(chiSquare(byEntity) < Self.limit15)
    #expect(chiSquare(bySeed) < Self.limit15)
  }

  @Test("consecutive draws are independent")
  func independent() {
    let choices = Choices(seed: 5)
    var pairs = Array(repeating: 0, count: 16)
    for ordinal in UInt64(0)..<16_000 {
      let first = choices.index(below: 4, Self.loss, entity: 0, ordinal: 2 * ordinal)
      let second = choices.index(below: 4, Self.loss, entity: 0, ordinal: 2 * ordinal + 1)
      pairs[4 * first + second] += 1
    }
    #expect(chiSquare(pairs) < Self.limit15)
  }

  @Test("a unit draw lies in [0, 1) and fills it evenly")
  func units() {
    let choices = Choices(seed: 7)
    var counts = Array(repeating: 0, count: 16)
    for ordinal in UInt64(0)..<16_000 {
      let unit = choices.unit(Self.loss, entity: 0, ordinal: ordinal)
      #expect(unit >= 0 && unit < 1)
      counts[Int(unit * 16)] += 1
    }
    #expect(chiSquare(counts) < Self.limit15)
    let highest = ChoiceKey(stream: Self.loss.identifier, entity: 0, ordinal: 0)
    let extreme = Choices(seed: 7, overrides: [highest: .max])
    #expect(extreme.unit(Self.loss, entity: 0, ordinal: 0) < 1)
    #expect(extreme.index(below: 3, Self.loss, entity: 0, ordinal: 0) == 2)
  }

  @Test(
    "a text mixed in by pieces has the hash of the whole",
    arguments: [
      [], [""], ["a"], ["lost, the interface of ", "Zoë", " is down"], ["1234567", "8", "9"],
      ["chats/", "-OAbcdefghijklmnopqr", "/x"],
    ])
  func pieces(_ pieces: [String]) {
    for isWithoutIDs in [false, true] {
      var (whole, joined) = (
        StableHash(withoutIDs: isWithoutIDs), StableHash(withoutIDs: isWithoutIDs)
      )
      whole.mix(pieces.joined())
      joined.mix(joining: pieces)
      #expect(joined.value == whole.value)
    }
  }

  @Test(
    "a number as hexadecimal text has sixteen digits",
    arguments: [
      (0, "0000000000000000"), (.max, "ffffffffffffffff"),
      (0x0123_4567_89AB_CDEF, "0123456789abcdef"),
    ] as [(UInt64, String)])
  func hexadecimal(number: UInt64, text: String) {
    #expect(Hexadecimal.text(number) == text)
  }
}
