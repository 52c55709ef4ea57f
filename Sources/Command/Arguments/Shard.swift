import Simulator

/// One of several equal parts of a sweep.
struct Shard: Hashable, CustomStringConvertible {
  /// The number of this part, from 1.
  let index: Int
  /// The number of parts.
  let count: Int

  /// The whole as its only part.
  static let whole = Shard(index: 1, count: 1)

  /// More parts than this are a slip of the finger.
  static let limit = 1_000_000

  private init(index: Int, count: Int) {
    self.index = index
    self.count = count
  }

  /// Reads `I/K`.
  init(parsing text: String) throws(Misfit) {
    let parts = text.split(separator: "/", omittingEmptySubsequences: false)
    guard parts.count == 2 else {
      throw Misfit("a shard is I/K, such as 1/4 for the first of four, or auto")
    }
    count = try WholeNumber("the number of shards, behind the /,", in: 1...Self.limit)
      .read(parts[1])
    index = try WholeNumber("the place of one of \(count) shards, before the /,", in: 1...count)
      .read(parts[0])
  }

  /// Reads `I/K`; nil for anything else.
  init?(_ text: String) {
    guard let shard = try? Shard(parsing: text) else { return nil }
    self = shard
  }

  /// The part's share of `total` runs: neighbours share no run and leave none out.
  func part(of total: Int) -> Range<Int> {
    bound(index - 1, of: total)..<bound(index, of: total)
  }

  private func bound(_ index: Int, of total: Int) -> Int {
    let product = total.multipliedFullWidth(by: index)
    return count.dividingFullWidth(product).quotient
  }

  var description: String { "\(index)/\(count)" }
}
