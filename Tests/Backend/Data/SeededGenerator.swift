import Backend

/// A random sequence that its seed decides.
struct SeededGenerator: RandomNumberGenerator {
  private var state: UInt64

  init(seed: UInt64) { state = ContentHash.mix(seed) }

  mutating func next() -> UInt64 {
    state &+= 0x9e37_79b9_7f4a_7c15
    return ContentHash.mix(state)
  }
}
