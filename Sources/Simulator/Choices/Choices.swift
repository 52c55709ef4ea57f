/// The one source of everything undetermined in a world.
///
/// A draw is keyed by what it decides (stream, entity, ordinal) and computed by hashing the seed with
/// that key, not by its position in a sequence: one more draw somewhere shifts no other, and a saved
/// failure survives unrelated edits.
public final class Choices: Sendable {
  /// The seed of the world; together with the overrides it fixes every draw.
  public let seed: UInt64
  /// Draws fixed by hand, by replay or by shrinking.
  public let overrides: [ChoiceKey: UInt64]
  private let hasOverrides: Bool
  /// The log of choices among alternatives; nil unless an exploration needs them.
  package let log: ChoiceLog?
  /// Whether the order of a ``Schedule/fifo`` world can differ from that of arrival.
  let decidesSchedule: Bool
  /// The fixed draws that were asked for; nil where none are fixed.
  private let taken: UsedOverrides?
  /// The world whose choices they are.
  let owner = WorldOwner()

  /// Makes the choices of one world.
  ///
  /// - Parameters:
  ///   - overrides: Draws fixed by hand.
  ///   - log: The log that records choices among alternatives.
  public init(seed: UInt64, overrides: [ChoiceKey: UInt64] = [:], log: ChoiceLog? = nil) {
    self.seed = seed
    self.overrides = overrides
    self.log = log
    hasOverrides = !overrides.isEmpty
    // order: whether any key is of these streams does not depend on it.
    decidesSchedule =
      log != nil
      || overrides.keys.contains {
        $0.stream == ExplorationQueue.stream.identifier || $0.stream == World.dueStream.identifier
      }
    taken = overrides.isEmpty ? nil : UsedOverrides()
    log?.owner = owner
  }

  /// Sixty-four uniform bits for the `ordinal`-th decision of `stream` about `entity`.
  ///
  /// - Parameters:
  ///   - entity: A stable hash of what is decided about, such as a link's name.
  ///   - ordinal: Counts the decisions of this stream about this entity.
  public func draw(_ stream: ChoiceStream, entity: UInt64, ordinal: UInt64) -> UInt64 {
    if hasOverrides, let fixed = fixed(stream, entity, ordinal) { return fixed }
    return drawn(stream, entity: entity, ordinal: ordinal)
  }

  /// Returns the bits that the seed alone gives, ignoring overrides.
  package func drawn(_ stream: ChoiceStream, entity: UInt64, ordinal: UInt64) -> UInt64 {
    let base = StableHash.finalize(seed ^ stream.identifier &+ 0x9E37_79B9_7F4A_7C15)
    let keyed = StableHash.finalize(base ^ entity &* 0xD6E8_FEB8_6659_FD93)
    return StableHash.finalize(keyed &+ (ordinal &+ 1) &* 0x9E37_79B9_7F4A_7C15)
  }

  private func fixed(_ stream: ChoiceStream, _ entity: UInt64, _ ordinal: UInt64) -> UInt64? {
    let exact = ChoiceKey(stream: stream.identifier, entity: entity, ordinal: ordinal)
    for key in [exact, ChoiceKey(all: stream)] {
      if let fixed = overrides[key] {
        if owner.mayWrite("a choice was made") { taken?.keys.insert(key) }
        return fixed
      }
    }
    return nil
  }

  /// The fixed draws that nothing asked for, in the order in which a token names them.
  public var unusedOverrides: [ChoiceKey] {
    owner.checkReader("the choices that were not taken were read")
    // order: sorted by their texts.
    return overrides.keys.filter { !(taken?.keys.contains($0) ?? false) }
      .sorted { $0.description < $1.description }
  }

  /// A uniform number in [0, 1) with 53 bits.
  public func unit(_ stream: ChoiceStream, entity: UInt64, ordinal: UInt64) -> Double {
    Double(draw(stream, entity: entity, ordinal: ordinal) >> 11) * 0x1p-53
  }

  /// A uniform number in 0..<`bound`, by the multiply-high method; 0, and a ``Misuse``, for a bound below 1.
  ///
  /// Its bias is below `bound` / 2⁶⁴ (Lemire: "Fast random integer generation in an interval", 2019).
  public func index(
    below bound: Int, _ stream: ChoiceStream, entity: UInt64, ordinal: UInt64
  ) -> Int {
    guard bound > 0 else {
      World.misuse(
        Misuse("Choices.index(below:)", given: "\(bound)", takes: "at least one candidate"))
      return 0
    }
    let bits = draw(stream, entity: entity, ordinal: ordinal)
    let index = Int(bits.multipliedFullWidth(by: UInt64(bound)).high)
    log?.note(stream, entity, ordinal, .index(index, count: bound))
    return index
  }

  /// Whether something happens that has a probability; what is certain or impossible needs no draw.
  @inline(__always)
  public func happens(
    _ probability: Double, _ stream: ChoiceStream, entity: UInt64, ordinal: UInt64
  ) -> Bool {
    if probability <= 0 { return false }
    if probability >= 1 { return true }
    let happens = unit(stream, entity: entity, ordinal: ordinal) < probability
    if let log { log.note(stream, entity, ordinal, .chance(happens)) }
    return happens
  }

  /// One of `count` alternatives: the first, unless the draw is overridden.
  ///
  /// An exploration tries the others in turn; a seed does not vary them.
  func option(among count: Int, _ stream: ChoiceStream, entity: UInt64, ordinal: UInt64) -> Int {
    let bits = hasOverrides ? fixed(stream, entity, ordinal) ?? 0 : 0
    let option = Int(bits.multipliedFullWidth(by: UInt64(count)).high)
    log?.note(stream, entity, ordinal, .index(option, count: count))
    return option
  }
}

/// The overrides that were used.
///
/// `@unchecked Sendable`: confined to the thread that drives the world.
private final class UsedOverrides: @unchecked Sendable {
  var keys: Set<ChoiceKey> = []
}
