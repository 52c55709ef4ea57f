import Simulator

/// The number of runs of a scenario that were different from each other, by their shapes.
///
/// It counts exactly up to ``limit`` different ones and estimates beyond, from the smallest of their hashes alone, so
/// that its size is bounded (Bar-Yossef, Jayram, Kumar, Sivakumar, Trevisan: "Counting distinct elements in a data
/// stream", RANDOM 2002). It does not depend on the order in which runs are added, and counts of shards join to that of
/// the whole.
struct Variety: Sendable {
  /// So many different runs are counted exactly.
  static let limit = 1 << 14

  /// The place of the first run of each shape, by the shape's hash; the smallest hashes only.
  private var firstPlaces: [UInt64: Int] = [:]
  /// Hashes above it are not kept: there were ``limit`` below.
  private var threshold = UInt64.max
  /// The number of runs that were added.
  private(set) var runs = 0

  /// Adds the run at a place in the order of the scenario's runs, or of all runs.
  mutating func add(_ shape: UInt64, at place: Int) {
    runs += 1
    note(StableHash.finalize(shape &+ 0x9E37_79B9_7F4A_7C15), at: place)
  }

  /// Adds what was counted elsewhere.
  mutating func add(_ other: Variety) {
    runs += other.runs
    threshold = min(threshold, other.threshold)
    // order: the earliest place of each is kept, whichever comes first.
    for (hash, place) in other.firstPlaces { note(hash, at: place) }
    prune()
  }

  private mutating func note(_ hash: UInt64, at place: Int) {
    guard hash <= threshold else { return }
    firstPlaces[hash] = min(firstPlaces[hash] ?? place, place)
    if firstPlaces.count >= 2 * Self.limit { prune() }
  }

  /// Keeps the smallest hashes.
  private mutating func prune() {
    let kept = smallest
    guard kept.isFull else { return }
    threshold = kept.hashes[Self.limit - 1]
    // order: which are kept does not depend on it.
    firstPlaces = firstPlaces.filter { $0.key <= threshold }
  }

  private var smallest: (hashes: ArraySlice<UInt64>, isFull: Bool) {
    // order: sorted.
    let sorted = firstPlaces.keys.filter { $0 <= threshold }.sorted()
    return (sorted.prefix(Self.limit), sorted.count >= Self.limit)
  }

  /// The number of different runs, and the place of the last one that was like none before it; nil where there was no
  /// run.
  var count: (distinct: Int, lastNew: Int?) {
    let (hashes, isFull) = smallest
    let lastNew = hashes.lazy.compactMap { firstPlaces[$0] }.max()
    guard isFull, let greatest = hashes.last, greatest > 0 else { return (hashes.count, lastNew) }
    // Of uniform hashes the k-th smallest lies at k - 1 parts of as many as there are.
    let estimate = Double(Self.limit - 1) / (Double(greatest) * 0x1p-64)
    return (min(runs, max(Self.limit, Int(estimate))), lastNew)
  }
}
