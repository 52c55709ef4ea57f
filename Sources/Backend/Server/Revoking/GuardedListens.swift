/// The listens whose permission depends on the data at one location.
struct GuardedListens: PathIndexEntry {
  /// In the order in which they began.
  private(set) var listens: [ListenID] = []

  init() {}

  var isEmpty: Bool { listens.isEmpty }

  mutating func insert(_ listen: ListenID) { listens.insert(listen, at: position(of: listen)) }

  mutating func remove(_ listen: ListenID) {
    let position = position(of: listen)
    if position < listens.count, listens[position] == listen { listens.remove(at: position) }
  }

  private func position(of listen: ListenID) -> Int {
    var (low, high) = (0, listens.count)
    while low < high {
      let middle = (low + high) / 2
      if listens[middle] < listen { low = middle + 1 } else { high = middle }
    }
    return low
  }
}
