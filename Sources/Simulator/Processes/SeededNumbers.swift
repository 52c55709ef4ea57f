internal import SystemSupport

/// The two sequences of numbers that the C library keeps for a process, such as by `random` and by `drand48`.
///
/// No chance is in them: until its code gives a seed, a process draws the same numbers in each launch and on each phone,
/// and after a seed those of that seed. The numbers are glibc's; those of an iPhone are others, and as certain.
///
/// Source: POSIX, `random`, `rand` and `drand48`; glibc 2.36, stdlib/random_r.c and drand48-iter.c.
final class SeededNumbers {
  /// The words of the additive feedback generator, of which each is the sum of those 3 and 31 before it.
  private var words: [UInt32] = []
  private var turn = 0
  /// The state of the linear congruential generator; 0 until its code gives a seed, as glibc has it.
  private var product: UInt64 = 0

  private static let degree = 31
  private static let separation = 3
  /// The numbers that the first generator passes over after a seed.
  private static let passed = 310

  init() { seed(1) }

  /// Does one of ``Interposed/SequenceDeed``; the number that it draws, or 0 for a seed.
  func perform(_ deed: UInt8, seed: UInt64) -> UInt64 {
    switch deed {
    case Interposed.SequenceDeed.seedFeedback:
      self.seed(UInt32(truncatingIfNeeded: seed))
    case Interposed.SequenceDeed.nextOfFeedback:
      return UInt64(nextOfFeedback())
    case Interposed.SequenceDeed.seedProduct:
      product = (seed & 0xffff_ffff) << 16 | 0x330e
    default:
      product = (product &* 0x5_deec_e66d &+ 0xb) & 0xffff_ffff_ffff
      return product
    }
    return 0
  }

  private func seed(_ seed: UInt32) {
    var word = Int32(bitPattern: seed == 0 ? 1 : seed)
    words = [UInt32(bitPattern: word)]
    for _ in 1..<Self.degree {
      // The product modulo 2^31 - 1, as signed words have it (Schrage).
      word = 16_807 &* (word % 127_773) &- 2_836 &* (word / 127_773)
      if word < 0 { word &+= .max }
      words.append(UInt32(bitPattern: word))
    }
    turn = 0
    for _ in 0..<Self.passed { _ = nextOfFeedback() }
  }

  /// The next number of 31 bits.
  private func nextOfFeedback() -> UInt32 {
    let place = (turn + Self.separation) % Self.degree
    words[place] &+= words[turn]
    turn = (turn + 1) % Self.degree
    return words[place] >> 1
  }
}

extension SystemAnswers {
  /// Does something with a sequence of the code that is running; nil where no world is driven.
  static func perform(_ deed: UInt8, seed: UInt64) -> UInt64? {
    guard let world = Ambient.world else { return nil }
    guard let process = world.currentProcess else {
      world.footprints?.touchEverything()
      let numbers = world.seededNumbers ?? SeededNumbers()
      world.seededNumbers = numbers
      return numbers.perform(deed, seed: seed)
    }
    return process.singleton { SeededNumbers() }.perform(deed, seed: seed)
  }
}
