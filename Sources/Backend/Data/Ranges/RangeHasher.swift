/// Hashes a node leaf by leaf, from one end of a range to the next.
///
/// What ends a range is the caller's business. The platform hashes a text of the range (`FCompoundHashBuilder`); only the
/// length of that text matters here, by which its clients split, so the text is counted and not written.
struct RangeHasher {
  /// The keys down to the present place, behind them what remains of those of the last leaf.
  private var keys: [Key] = []
  private var depth = 0
  /// How many of the present keys the text of the range has opened.
  private var openDepth = 0
  private var lastDepth = 0
  /// The length of the range's text so far in UTF-16 code units; zero while the range has no leaf.
  private(set) var length = 0
  /// The hash of the range's leaves with their paths; zero while it has none.
  private(set) var hash: UInt64 = 0

  /// Whether the range has a leaf.
  var hasLeaves: Bool { length > 0 }

  /// Whether the present place lies behind a path.
  func isBehind(_ path: Path) -> Bool {
    for index in 0..<min(depth, path.depth) {
      let order = keys[index].compare(path[index])
      if order != 0 { return order > 0 }
    }
    return depth > path.depth
  }

  /// Whether the present place is that of a priority.
  var isAtPriority: Bool { depth > 0 && keys[depth - 1].isPriority }

  /// The present place.
  var path: Path { Path(keys.prefix(depth)) }

  /// The place of the last leaf.
  var lastPath: Path { Path(keys.prefix(lastDepth)) }

  /// Goes on to a child.
  mutating func descend(to key: Key) {
    if depth == keys.count { keys.append(key) } else { keys[depth] = key }
    depth += 1
  }

  /// Goes back to the parent.
  mutating func ascend() {
    depth -= 1
    openDepth = min(openDepth, depth)
  }

  /// Adds the leaf at the present place.
  mutating func add(_ leaf: Node) {
    if hasLeaves {
      // What the last leaf left open is closed; a comma follows.
      length += lastDepth - openDepth + 1
    } else {
      (length, openDepth) = (1, 0)
    }
    hash = ContentHash.combine(hash, UInt64(openDepth))
    for key in keys[openDepth..<depth] {
      // "key":(
      length += Self.quotedLength(of: key.text) + 2
      hash = ContentHash.combine(hash, key.contentHash)
    }
    length += Self.length(of: leaf)
    hash = ContentHash.combine(hash, leaf.contentHash)
    (openDepth, lastDepth) = (depth, depth)
  }

  /// Ends the range: what follows belongs to the next.
  mutating func endRange() { (length, hash) = (0, 0) }

  /// Source: firebase-ios-sdk, `FSnapshotUtilities` (`appendHashRepresentationForLeafNode:`, version 2).
  private static func length(of leaf: Node) -> Int {
    var length = 0
    if !leaf.priority.isNone {
      length += "priority::".utf8.count + self.length(of: leaf.priority.node)
    }
    switch leaf.scalar {
    case .number?, nil: length += "number:".utf8.count + 16
    case .bool(let value)?: length += "boolean:".utf8.count + (value ? 4 : 5)
    case .string(let text)?: length += "string:".utf8.count + quotedLength(of: text)
    }
    return length
  }

  /// The length of a text in quotes, with a backslash before each quote and backslash.
  private static func quotedLength(of text: String) -> Int {
    var length = text.utf16.count + 2
    for byte in text.utf8 where byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "\\") {
      length += 1
    }
    return length
  }
}

extension Node {
  /// Goes through all leaves, and the priorities of parents as leaves named `.priority`, in the order of their paths.
  ///
  /// - Parameter visit: gets the hasher at the leaf's place, and the leaf.
  func visitLeaves(
    _ hasher: inout RangeHasher, _ visit: (inout RangeHasher, Node) -> Void
  ) {
    guard case .branch(let body) = storage else {
      if !isEmpty { visit(&hasher, self) }
      return
    }
    var priority = body.priority.isNone ? nil : body.priority.node
    func visitPriority() {
      guard let leaf = priority.take() else { return }
      hasher.descend(to: .priority)
      visit(&hasher, leaf)
      hasher.ascend()
    }
    for (key, child) in children {
      if priority != nil, key > .priority { visitPriority() }
      hasher.descend(to: key)
      child.visitLeaves(&hasher, visit)
      hasher.ascend()
    }
    visitPriority()
  }
}
