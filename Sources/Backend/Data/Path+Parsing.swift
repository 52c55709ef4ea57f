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
    let sorted = paths.sorted()
    for (outer, inner) in zip(sorted, sorted.dropFirst()) where outer.contains(inner) {
      throw .overlappingPaths(outer: outer.description, inner: inner.description)
    }
  }
}
