/// One of several equal parts of a sweep.
struct Shard: Hashable, CustomStringConvertible {
  /// Which part it is, from 1.
  let index: Int
  /// How many parts there are.
  let count: Int

  /// The whole as its only part.
  static let whole = Shard(index: 1, count: 1)

  private init(index: Int, count: Int) {
    self.index = index
    self.count = count
  }

  /// Reads `I/K`; nil for anything else.
  init?(_ text: String) {
    let parts = text.split(separator: "/", omittingEmptySubsequences: false)
    guard parts.count == 2, let index = Int(parts[0]), let count = Int(parts[1]),
      count <= 1_000_000, index >= 1, index <= count
    else { return nil }
    self.init(index: index, count: count)
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
