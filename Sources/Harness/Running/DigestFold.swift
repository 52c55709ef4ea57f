internal import Simulator

/// One digest over the digests of many runs, in their order.
///
/// It is a polynomial modulo 2⁶⁴ over the finalised digests, so that folds of neighbouring blocks join
/// to the fold of the whole: shards of a sweep give the digest of the sweep.
public struct DigestFold: Hashable, Sendable {
  /// The digest of all runs so far.
  public private(set) var value: UInt64
  /// The number of runs folded in so far.
  public private(set) var count: UInt64

  private static let base: UInt64 = 0xD6E8_FEB8_6659_FD93

  /// The fold of no runs, or of `count` runs that was computed elsewhere.
  public init(value: UInt64 = 0, count: UInt64 = 0) {
    self.value = value
    self.count = count
  }

  /// Folds in the digest of the next run.
  public mutating func append(_ digest: UInt64) {
    value = value &* Self.base &+ StableHash.finalize(digest &+ 0x9E37_79B9_7F4A_7C15)
    count += 1
  }

  /// Folds in the runs of the block that follows.
  public mutating func append(_ block: DigestFold) {
    value = value &* Self.power(of: block.count) &+ block.value
    count += block.count
  }

  /// ``base`` to the power of `exponent`, by squaring.
  private static func power(of exponent: UInt64) -> UInt64 {
    var result: UInt64 = 1
    var square = base
    var rest = exponent
    while rest > 0 {
      if rest & 1 == 1 { result &*= square }
      square &*= square
      rest >>= 1
    }
    return result
  }
}
