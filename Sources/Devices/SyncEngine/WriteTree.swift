internal import Backend

/// The local writes that the server hasn't answered, in order, and what the visible ones make of the
/// tree.
struct WriteTree: Sendable {
  private struct Entry: SortedEntry {
    let write: PendingWrite
    /// The write's targets as a tree, where they are many: it takes long to make.
    var targetTree: PathTree<Node>?

    func compare(_ other: Entry) -> Int { write.id.number - other.write.id.number }
  }

  /// Targets up to which one by one is faster than all in one walk.
  private static let fewTargetsMax = 4

  private var entries = SortedTree<Entry>()
  /// The writes that touch a location, in order.
  private var idsByTarget = PathTree<[WriteID]>()
  /// The effect of the visible writes on the tree.
  private(set) var overlay = Overlay()

  /// No writes.
  init() {}

  /// The writes, in order.
  var all: [PendingWrite] { entries.map(\.write) }

  /// Number of writes.
  var count: Int { entries.count }

  /// The write of a number.
  subscript(id: WriteID) -> PendingWrite? { entries.find(Self.probe(id))?.write }

  private static func probe(_ id: WriteID) -> Entry {
    Entry(
      write: PendingWrite(
        id: id, path: .root, change: .merge([]), shown: .merge([]), isVisible: false))
  }

  /// Adds a write, whose number must be greater than all others.
  mutating func add(_ write: PendingWrite) {
    precondition(
      entries.last.map { $0.write.id < write.id } ?? true, "\(write.id) is added out of order")
    let targets = write.targets
    if targets.count > Self.fewTargetsMax { return addMany(write) }
    entries.insert(Entry(write: write))
    for target in targets {
      idsByTarget.update(target.path) { $0 = ($0 ?? []) + [write.id] }
      if write.isVisible { overlay.add(target.path, target.node) }
    }
  }

  private mutating func addMany(_ write: PendingWrite) {
    let (id, targets) = (write.id, write.targetTree)
    entries.insert(Entry(write: write, targetTree: targets))
    idsByTarget.join(targets) { mine, theirs in
      if theirs.value != nil { mine.value = (mine.value ?? []) + [id] }
      return false
    }
    if write.isVisible { overlay.add(targets) }
  }

  /// Removes a write.
  ///
  /// - Returns: whether that can change what is seen; it can't when the write was hidden or when
  ///   a later one replaces all of it.
  mutating func remove(_ write: PendingWrite) -> Bool {
    let kept = entries.find(Entry(write: write))?.targetTree
    entries.remove(Entry(write: write))
    if entries.root == nil {
      (idsByTarget, overlay) = (PathTree(), Overlay())
      return write.isVisible
    }
    let paths = write.targets.map(\.path)
    if let kept { forget(write.id, at: kept) } else { forget(write.id, at: paths) }
    guard write.isVisible, !isShadowed(write) else { return false }
    if let kept {
      rebuildOverlay(aroundMany: paths, kept)
    } else {
      for path in paths { rebuildOverlay(around: path) }
    }
    return true
  }

  private mutating func forget(_ id: WriteID, at paths: [Path]) {
    for path in paths {
      idsByTarget.update(path) { ids in
        ids?.removeAll { $0 == id }
        if ids?.isEmpty ?? true { ids = nil }
      }
    }
  }

  private mutating func forget(_ id: WriteID, at targets: PathTree<Node>) {
    idsByTarget.join(targets) { mine, theirs in
      if theirs.value != nil {
        mine.value?.removeAll { $0 == id }
        if mine.value?.isEmpty ?? false { mine.value = nil }
      }
      return mine.isEmpty
    }
  }

  /// Lays the remaining writes over each other once more at many paths, none of them within another.
  ///
  /// - Parameter tree: The paths as a tree.
  private mutating func rebuildOverlay(aroundMany paths: [Path], _ tree: PathTree<Node>) {
    // Where no other write touches what a path belongs to, nothing is left.
    var (touched, untouched): ([Path], [(path: Path, value: Bool)]) = ([], [])
    for path in paths {
      if isTouched(path) { touched.append(path) } else { untouched.append((path, true)) }
    }
    if touched.isEmpty { return overlay.clear(tree) }
    overlay.clear(PathTree(values: untouched))
    for path in touched { rebuildOverlay(around: path) }
  }

  /// Whether a write touches what a path belongs to.
  private func isTouched(_ path: Path) -> Bool { idsByTarget.hasValues(around: path) }

  /// Whether a later visible write replaces the whole of a write's location.
  private func isShadowed(_ write: PendingWrite) -> Bool {
    idsByTarget.contains(along: write.path) { _, ids in
      ids.contains { $0 > write.id && self[$0]?.isVisible ?? false }
    }
  }

  /// Lays the remaining writes over each other once more wherever one touches what a path belongs to.
  private mutating func rebuildOverlay(around path: Path) {
    let top = path.prefix(overlay.coveringDepth(of: path) ?? path.depth)
    overlay.clear(top)
    for (target, node) in targets(around: top, where: \.isVisible) { overlay.add(target, node) }
  }

  /// The values that writes put at, above and below a path, in order of writing.
  private func targets(
    around path: Path, where isWanted: (PendingWrite) -> Bool
  ) -> [(path: Path, node: Node)] {
    var ids: Set<WriteID> = []
    for (_, found) in idsByTarget.valuesAlong(path) { ids.formUnion(found) }
    idsByTarget[path].visit { _, found in ids.formUnion(found) }
    var targets: [(path: Path, node: Node)] = []
    for id in ids.sorted() {
      guard let write = self[id], isWanted(write) else { continue }
      targets += write.targets.filter { $0.path.contains(path) || path.contains($0.path) }
    }
    return targets
  }

  /// The value of a location: all writes but the excluded ones, hidden ones included, laid over the server's data.
  func node(at path: Path, over server: Node?, excluding excluded: Set<WriteID> = []) -> Node {
    var node = server ?? .empty
    for target in targets(around: path, where: { !excluded.contains($0.id) }) {
      if let relative = target.path.relative(to: path) {
        node = node.updating(relative, to: target.node)
      } else if let relative = path.relative(to: target.path) {
        node = target.node[relative]
      }
    }
    return node
  }

  /// Traps where what the writes make of the tree is out of date.
  func checkInvariants() {
    entries.checkInvariants()
    idsByTarget.checkInvariants()
    overlay.checkInvariants()
    var expected = Overlay()
    for write in all where write.isVisible {
      for target in write.targets { expected.add(target.path, target.node) }
    }
    // A write that is taken back changes nothing where a later one replaces all of it. If it had hidden a leaf above, and the
    // later one only removes, the leaf stays hidden, as on the platform. Source: firebase-ios-sdk, `FWriteTree` (`removeWriteId:`).
    let removesWithinAnother = all.contains { write in
      write.isVisible
        && write.targets.contains { target in
          target.node.isEmpty
            && expected.coveringDepth(of: target.path).map { $0 < target.path.depth } ?? false
        }
    }
    precondition(
      removesWithinAnother || expected.isSame(as: overlay), "the overlay is out of date")
  }
}
