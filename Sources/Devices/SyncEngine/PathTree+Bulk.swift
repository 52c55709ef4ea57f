internal import Backend

extension PathTree {
  /// Values at many paths, built in one pass where no path lies within another.
  ///
  /// Else each value takes the place of what those before it put at its path and below.
  init(values: [(path: Path, value: Value)]) {
    self.init()
    if values.count == 1 {
      self[values[0].path] = PathTree(values[0].value)
      return
    }
    let isSorted = Self.areAll(values) { $0 < $1 }
    let sorted = isSorted ? values : values.sorted { $0.path < $1.path }
    if Self.areAll(sorted, { !$0.contains($1) }) {
      self.init(disjoint: sorted.span, 0..<sorted.count, from: 0)
    } else {
      for (path, value) in values { self[path] = PathTree(value) }
    }
  }

  /// Whether something holds of each path and the one that follows it.
  private static func areAll(
    _ values: [(path: Path, value: Value)], _ holds: (Path, Path) -> Bool
  ) -> Bool {
    let span = values.span
    for index in span.indices.dropFirst() where !holds(span[index - 1].path, span[index].path) {
      return false
    }
    return true
  }

  /// The tree below the first keys, which all paths of a range share.
  private init(
    disjoint values: Span<(path: Path, value: Value)>, _ range: Range<Int>, from depth: Int
  ) {
    self.init()
    guard let first = range.first else { return }
    if values[first].path.depth == depth {
      value = values[first].value
      return
    }
    var entries: [Entry] = []
    var start = first
    while start < range.upperBound {
      let key = values[start].path[depth]
      // All of them have the key where the last one has.
      var end = range.upperBound
      if values[end - 1].path[depth] != key {
        end = start + 1
        while values[end].path[depth] == key { end += 1 }
      }
      entries.append(
        Entry(key: key, tree: PathTree(disjoint: values, start..<end, from: depth + 1)))
      start = end
    }
    keep(entries)
  }

  /// Takes children in key order in the form that suits their number.
  private mutating func keep(_ entries: [Entry]) {
    let areFew = entries.count <= Self.fewMax
    few = areFew ? entries : []
    many = areFew ? SortedTree() : SortedTree(sorted: entries)
  }

  /// Lays another tree over this one, in one walk down both.
  ///
  /// - Parameter join: gets the trees of a location that the other tree reaches, and says whether that settles
  ///   them; if not, the walk goes on with the children of the other one.
  mutating func join<Other>(
    _ other: PathTree<Other>, _ join: (inout PathTree, PathTree<Other>) -> Bool
  ) {
    if join(&self, other) { return }
    let fewOthers = other.few.span
    for index in fewOthers.indices {
      update(child: fewOthers[index].key) { $0.join(fewOthers[index].tree, join) }
    }
    guard other.many.root != nil else { return }
    var children = many.root == nil ? SortedTree(sorted: few) : many
    children.update(
      sorted: Array(other.many), by: { $0.key.compare($1.key) },
      with: { other, mine in
        var tree = mine?.tree ?? PathTree()
        tree.join(other.tree, join)
        return tree.isEmpty ? nil : Entry(key: other.key, tree: tree)
      })
    if children.count > Self.fewMax { (few, many) = ([], children) } else { keep(Array(children)) }
  }

  /// Every value passed through a function; what it answers nil to goes.
  func compactMapValues<Other>(_ transform: (Path, Value) -> Other?) -> PathTree<Other> {
    compactMapValues(under: .root, transform)
  }

  private func compactMapValues<Other>(
    under path: Path, _ transform: (Path, Value) -> Other?
  ) -> PathTree<Other> {
    var mapped = PathTree<Other>(value.flatMap { transform(path, $0) })
    var entries: [PathTree<Other>.Entry] = []
    func map(_ entry: Entry) {
      let tree = entry.tree.compactMapValues(under: path.child(entry.key), transform)
      if !tree.isEmpty { entries.append(PathTree<Other>.Entry(key: entry.key, tree: tree)) }
    }
    for entry in few { map(entry) }
    if many.root != nil { for entry in many { map(entry) } }
    mapped.keep(entries)
    return mapped
  }
}
