// The numbers of the C library that follow from a seed, which a receiver of Interposed keeps for watched threads: the
// library has one sequence of each kind for the whole process of the machine.

#if canImport(Glibc) && (arch(x86_64) || arch(arm64))
  internal import Glibc

  @exclusivity(unchecked) nonisolated(unsafe) private var realRand: UInt = 0
  @exclusivity(unchecked) nonisolated(unsafe) private var realSrand: UInt = 0
  @exclusivity(unchecked) nonisolated(unsafe) private var realRandom: UInt = 0
  @exclusivity(unchecked) nonisolated(unsafe) private var realSrandom: UInt = 0
  @exclusivity(unchecked) nonisolated(unsafe) private var realDrand48: UInt = 0
  @exclusivity(unchecked) nonisolated(unsafe) private var realLrand48: UInt = 0
  @exclusivity(unchecked) nonisolated(unsafe) private var realMrand48: UInt = 0
  @exclusivity(unchecked) nonisolated(unsafe) private var realSrand48: UInt = 0

  extension Interposed {
    static var sequences: [Replacement] {
      unsafe [
        replacement("rand", watchedRand as Word, &realRand),
        replacement("srand", watchedSrand as Seed, &realSrand),
        replacement("random", watchedRandom as Number, &realRandom),
        replacement("srandom", watchedSrandom as Seed, &realSrandom),
        replacement("drand48", watchedDrand48 as Fraction, &realDrand48),
        replacement("lrand48", watchedLrand48 as Number, &realLrand48),
        replacement("mrand48", watchedMrand48 as Number, &realMrand48),
        replacement("srand48", watchedSrand48 as LongSeed, &realSrand48),
      ]
    }
  }

  private typealias Word = @convention(c) () -> Int32
  private typealias Number = @convention(c) () -> Int
  private typealias Fraction = @convention(c) () -> Double
  private typealias Seed = @convention(c) (UInt32) -> Void
  private typealias LongSeed = @convention(c) (Int) -> Void

  /// Does something with a sequence of the code that is running; nil where the library is to do it.
  private func sequence(_ deed: UInt8, seed: UInt64 = 0) -> UInt64? {
    var number: UInt64 = 0
    let isDone = unsafe Interposed.ask { receivers in
      unsafe receivers.sequence(deed, seed, &number)
    }
    return isDone == true ? number : nil
  }

  /// The next number of 31 bits; `rand` and `random` draw from one sequence.
  @c(rehearsal_rand)
  func watchedRand() -> Int32 {
    if let drawn = sequence(Interposed.SequenceDeed.nextOfFeedback) { return Int32(drawn) }
    return unsafe unsafeBitCast(Interposed.real(&realRand), to: Word.self)()
  }

  /// The next number of 31 bits.
  @c(rehearsal_random)
  func watchedRandom() -> Int {
    if let drawn = sequence(Interposed.SequenceDeed.nextOfFeedback) { return Int(drawn) }
    return unsafe unsafeBitCast(Interposed.real(&realRandom), to: Number.self)()
  }

  /// Begins the sequence of a seed.
  @c(rehearsal_srand)
  func watchedSrand(_ seed: UInt32) {
    if sequence(Interposed.SequenceDeed.seedFeedback, seed: UInt64(seed)) != nil { return }
    unsafe unsafeBitCast(Interposed.real(&realSrand), to: Seed.self)(seed)
  }

  /// Begins the sequence of a seed.
  @c(rehearsal_srandom)
  func watchedSrandom(_ seed: UInt32) {
    if sequence(Interposed.SequenceDeed.seedFeedback, seed: UInt64(seed)) != nil { return }
    unsafe unsafeBitCast(Interposed.real(&realSrandom), to: Seed.self)(seed)
  }

  /// The next number from 0 up to 1, of 48 bits.
  @c(rehearsal_drand48)
  func watchedDrand48() -> Double {
    if let drawn = sequence(Interposed.SequenceDeed.nextOfProduct) {
      return Double(drawn) / Double(1 << 48)
    }
    return unsafe unsafeBitCast(Interposed.real(&realDrand48), to: Fraction.self)()
  }

  /// The next number of 31 bits.
  @c(rehearsal_lrand48)
  func watchedLrand48() -> Int {
    if let drawn = sequence(Interposed.SequenceDeed.nextOfProduct) { return Int(drawn >> 17) }
    return unsafe unsafeBitCast(Interposed.real(&realLrand48), to: Number.self)()
  }

  /// The next number of 32 bits, below 0 for one in two.
  @c(rehearsal_mrand48)
  func watchedMrand48() -> Int {
    if let drawn = sequence(Interposed.SequenceDeed.nextOfProduct) {
      return Int(Int32(truncatingIfNeeded: drawn >> 16))
    }
    return unsafe unsafeBitCast(Interposed.real(&realMrand48), to: Number.self)()
  }

  /// Begins the sequence of a seed.
  @c(rehearsal_srand48)
  func watchedSrand48(_ seed: Int) {
    let bits = UInt64(bitPattern: Int64(seed))
    if sequence(Interposed.SequenceDeed.seedProduct, seed: bits) != nil { return }
    unsafe unsafeBitCast(Interposed.real(&realSrand48), to: LongSeed.self)(seed)
  }
#endif
