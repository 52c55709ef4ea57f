/// A 64-bit hash that is the same in every process and on every machine.
///
/// Swift's `Hasher` is seeded per process and would make digests differ from run to run.
public enum ContentHash {
  /// The hash of a string's UTF-8 bytes (FNV-1a with a final mix).
  public static func of(_ text: String) -> UInt64 {
    var state: UInt64 = 0xcbf2_9ce4_8422_2325
    for byte in text.utf8 { state = (state ^ UInt64(byte)) &* 0x0000_0100_0000_01b3 }
    return mix(state)
  }

  /// Spreads every bit of a value over the whole word (the finaliser of SplitMix64).
  @inlinable
  public static func mix(_ value: UInt64) -> UInt64 {
    var z = value &+ 0x9e37_79b9_7f4a_7c15
    z = (z ^ (z >> 30)) &* 0xbf58_476d_1ce4_e5b9
    z = (z ^ (z >> 27)) &* 0x94d0_49bb_1331_11eb
    return z ^ (z >> 31)
  }

  /// Folds a further value into a hash; order matters.
  @inlinable
  public static func combine(_ state: UInt64, _ value: UInt64) -> UInt64 {
    mix((state << 23 | state >> 41) ^ (value &* 0xff51_afd7_ed55_8ccd))
  }
}
