public import Simulator

/// A location in the tree: the keys from the root down.
///
/// Dropping keys at either end shares storage and costs nothing; adding one copies the path.
public struct Path: Sendable {
  @usableFromInline var storage: ArraySlice<Key>

  /// The root.
  public static let root = Path()

  /// The root.
  public init() { storage = [] }

  /// The location that these keys lead to.
  public init(_ keys: some Sequence<Key>) { storage = ArraySlice(Array(keys)) }

  @inlinable init(slice: ArraySlice<Key>) { storage = slice }

  /// The keys from the root down.
  public var keys: ArraySlice<Key> { storage }
  /// Number of keys.
  @inlinable public var depth: Int { storage.count }
  /// Whether this is the root.
  @inlinable public var isRoot: Bool { storage.isEmpty }
  /// The key nearest the root.
  @inlinable public var first: Key? { storage.first }
  /// The key farthest from the root: the name of this location.
  @inlinable public var last: Key? { storage.last }
  /// The location above, nil at the root.
  public var parent: Path? { storage.isEmpty ? nil : Path(slice: storage.dropLast()) }
  /// The path without its first key; the root stays the root.
  @inlinable public var droppingFirst: Path { Path(slice: storage.dropFirst()) }

  /// The key so many steps below the root.
  @inlinable package subscript(depth: Int) -> Key { storage[storage.startIndex + depth] }

  /// The location of a child.
  @inlinable
  public func child(_ key: Key) -> Path {
    var result = self
    result.storage.append(key)
    return result
  }

  /// The location that `other` leads to from here.
  public func appending(_ other: Path) -> Path {
    if other.isRoot { return self }
    if isRoot { return other }
    return Path(slice: storage + other.storage)
  }

  /// Whether `other` is this location or lies below it.
  public func contains(_ other: Path) -> Bool { isPrefix(of: other, keys: depth) }

  /// Whether the first keys of another path are those of this one, which has so many.
  private func isPrefix(of other: Path, keys count: Int) -> Bool {
    // Spans lend their keys, where an iterator would count references to each.
    let (mine, others) = (storage.span, other.storage.span)
    guard count <= others.count else { return false }
    // From the end, where paths of one tree differ.
    for index in stride(from: count - 1, through: 0, by: -1) where mine[index] != others[index] {
      return false
    }
    return true
  }

  /// The way from `ancestor` down to here; nil when `ancestor` doesn't contain this location.
  public func relative(to ancestor: Path) -> Path? {
    guard ancestor.contains(self) else { return nil }
    return Path(slice: storage.dropFirst(ancestor.depth))
  }

  /// The first keys, at most `depth` of them.
  public func prefix(_ depth: Int) -> Path { Path(slice: storage.prefix(depth)) }
}

extension Path: Hashable, Comparable {
  public static func == (left: Path, right: Path) -> Bool {
    left.depth == right.depth && left.isPrefix(of: right, keys: left.depth)
  }

  /// A location stands before everything below it and siblings stand in key order.
  public static func < (left: Path, right: Path) -> Bool {
    let (mine, others) = (left.storage.span, right.storage.span)
    for index in 0..<min(mine.count, others.count) {
      let order = mine[index].compare(others[index])
      if order != 0 { return order < 0 }
    }
    return mine.count < others.count
  }

  public func hash(into hasher: inout Hasher) {
    for key in storage { hasher.combine(key) }
  }

  /// A hash of the path that is stable over processes.
  public var contentHash: UInt64 {
    storage.reduce(ContentHash.mix(UInt64(storage.count))) {
      ContentHash.combine($0, $1.contentHash)
    }
  }
}

extension Path: CustomStringConvertible, ExpressibleByStringInterpolation {
  /// The path as `/a/b`, the root as `/`.
  public var description: String {
    storage.isEmpty
      ? "/"
      : storage.reduce(into: "") { text, key in
        text += "/"
        text += key.text
      }
  }

  public init(stringLiteral value: String) { self.init(unchecked: value) }
}

extension Path: ExpressibleByArrayLiteral {
  /// The location that these keys lead to: `["items", item, "name"]`.
  public init(arrayLiteral elements: Key...) { self.init(elements) }
}

extension Path {
  /// The location written as `a/b/c`, unchecked; slashes at the ends and doubled ones don't count.
  public init(unchecked text: String) {
    self.init(
      text.utf8.split(separator: UInt8(ascii: "/")).map { Key(String(Substring($0))) })
  }

  /// The location written as `a/b/c`; slashes at the ends and doubled ones don't count.
  ///
  /// - Throws: `DataError` for a key that the platform refuses and for more than
  ///   `Limits.depthMax` levels.
  public init(parsing text: String) throws(DataError) {
    var keys: [Key] = []
    for part in text.utf8.split(separator: UInt8(ascii: "/")) {
      keys.append(try Key(validating: String(Substring(part)), at: "/\(text)"))
    }
    guard keys.count <= Limits.depthMax else {
      throw .pathTooDeep(place: "/\(text)", depth: keys.count)
    }
    self.init(keys)
  }

  /// Checks that no path is given twice or lies within another, as a multi-path update requires.
  ///
  /// - Throws: `DataError.overlappingPaths`.
  public static func checkDisjoint(_ paths: some Sequence<Path>) throws(DataError) {
    try checkDisjoint(sorted: paths.sorted().map { PathChange($0, .empty) })
  }

  /// Checks the same of the paths of changes that stand in their order.
  ///
  /// - Throws: `DataError.overlappingPaths`.
  static func checkDisjoint(sorted changes: [PathChange]) throws(DataError) {
    let span = changes.span
    for index in span.indices.dropFirst() where span[index - 1].path.contains(span[index].path) {
      throw .overlappingPaths(
        outer: span[index - 1].path.description, inner: span[index].path.description)
    }
  }
}

extension Path: Digestible {
  public func digest(into hash: inout StableHash) {
    guard hash.isWithoutIDs else { return hash.mix(contentHash) }
    for key in keys { key.digest(into: &hash) }
  }
}
