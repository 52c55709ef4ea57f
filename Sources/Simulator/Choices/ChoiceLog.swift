/// The choices among alternatives that a run came to, in their order.
///
/// `@unchecked Sendable`: confined to the thread that drives the world.
public final class ChoiceLog: @unchecked Sendable {
  /// One choice among alternatives.
  struct Entry {
    let key: ChoiceKey
    /// What was chosen, from 0.
    let option: Int
    /// How many alternatives there were.
    let count: Int
  }

  private(set) var entries: [Entry] = []
  private(set) var isClosed = false

  /// An empty log.
  public init() {}

  func note(_ key: ChoiceKey, _ option: Int, _ count: Int) {
    if count > 1, !isClosed { entries.append(Entry(key: key, option: option, count: count)) }
  }

  /// Notes nothing any more: what follows the verdict of a run decides nothing.
  func close() { isClosed = true }

  /// The draw that leads to an alternative, whether it is drawn or overridden.
  static func bits(for option: Int, among count: Int) -> UInt64 {
    // The least number whose product with `count` reaches `option` times 2⁶⁴.
    let (quotient, remainder) = UInt64(count).dividingFullWidth((UInt64(option), 0))
    return remainder == 0 ? quotient : quotient + 1
  }
}
