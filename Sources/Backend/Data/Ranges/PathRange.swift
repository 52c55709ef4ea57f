/// The paths behind a start, up to an end: how the platform's clients and servers name a part of a node.
///
/// Source: firebase-ios-sdk, `FRangeMerge` (`optExclusiveStart`, `optInclusiveEnd`).
public struct PathRange: Hashable, Sendable {
  /// The last path before the range; nil where the range begins with the first path of all.
  public let start: Path?
  /// The last path of the range, without what is below it; nil where the range has all that follows.
  public let end: Path?

  /// The paths behind one and up to another.
  public init(after start: Path?, through end: Path?) {
    self.start = start
    self.end = end
  }
}

/// The part of a range's bounds that a place below the node lies on, on a way down through the node.
struct RangePosition {
  let range: PathRange
  /// Number of keys from the node down to the place.
  let depth: Int
  /// Whether the place is the start of the range or above it.
  let isOnStart: Bool
  /// Whether the place is the end of the range or above it.
  let isOnEnd: Bool

  init(_ range: PathRange) {
    self.init(range, depth: 0, isOnStart: range.start != nil, isOnEnd: range.end != nil)
  }

  private init(_ range: PathRange, depth: Int, isOnStart: Bool, isOnEnd: Bool) {
    (self.range, self.depth, self.isOnStart, self.isOnEnd) = (range, depth, isOnStart, isOnEnd)
  }

  /// Whether everything at and below the place is in the range.
  var isInside: Bool { !isOnStart && !isOnEnd }

  /// Whether the place is the last of the range, so that nothing below it is.
  var isEnd: Bool { isOnEnd && range.end?.depth == depth }

  /// The first child of which anything can be in the range; nil for the first of all.
  var firstKey: Key? {
    guard isOnStart, let start = range.start, depth < start.depth else { return nil }
    return start[depth]
  }

  /// The last child of which anything can be in the range; nil for the last of all.
  var lastKey: Key? {
    guard isOnEnd, let end = range.end, depth < end.depth else { return nil }
    return end[depth]
  }

  /// Whether anything of a child can be in the range.
  func reaches(_ key: Key) -> Bool {
    if isEnd { return false }
    if let firstKey, key < firstKey { return false }
    if let lastKey, lastKey < key { return false }
    return true
  }

  /// The place of a child that the range reaches.
  func child(_ key: Key) -> RangePosition {
    RangePosition(
      range, depth: depth + 1, isOnStart: firstKey == key, isOnEnd: lastKey == key)
  }
}

extension Node {
  /// The node with nothing but those of its leaves and priorities that are in a range.
  ///
  /// A priority goes where no child of its node is in the range: nothing carries none.
  package func part(in range: PathRange) -> Node { part(at: RangePosition(range)) }

  private func part(at position: RangePosition) -> Node {
    if position.isInside { return self }
    guard case .branch(let body) = storage else { return position.isOnStart ? .empty : self }
    if position.isEnd { return .empty }
    var entries: ContiguousArray<ChildEntry> = []
    let children = position.firstKey.map { self.children(from: $0) } ?? self.children
    for (key, child) in children {
      guard position.reaches(key) else { break }
      let part = child.part(at: position.child(key))
      if !part.isEmpty { entries.append(ChildEntry(key: key, node: part)) }
    }
    let isPriorityIn = position.reaches(.priority) && !position.child(.priority).isOnStart
    return Node(BranchBody(entries: entries, priority: isPriorityIn ? body.priority : .none))
  }
}
