/// A database's security rules, compiled.
///
/// Parsing and type checks happen here once; deciding about an operation never parses. The
/// language is that of Firebase Realtime Database, see "Firebase Database Security Rules API".
public struct RuleSet: Sendable {
  let nodes: [RuleNode]

  /// The rules that a rules file holds: JSON with comments, `{"rules": {…}}`.
  ///
  /// - Throws: the first `RulesError` in the file, with its place.
  public init(_ text: String) throws(RulesError) {
    var builder = RuleSetBuilder()
    try builder.build(try RulesDocumentParser.parse(text))
    nodes = builder.nodes
  }

  /// Returns the index of the rules for a child of a location: those under its own name, else those under a capture.
  func child(_ key: Key, of index: RuleNode.Index) -> RuleNode.Index? {
    // Hashes are compared first: few locations have so many names that a table would be faster.
    for place in nodes[index].children.indices
    where nodes[index].children[place].key.contentHash == key.contentHash {
      let child = nodes[index].children[place]
      if child.key == key { return child.index }
    }
    return nodes[index].captureChild
  }

  /// Returns the entries of `.indexOn` at a location: paths below each child, or `.value`.
  public func indexedChildren(at path: Path) -> [String] {
    var index = 0
    for key in path.keys {
      guard let next = child(key, of: index) else { return [] }
      index = next
    }
    return nodes[index].indexedChildren
  }

  /// Whether a query at `path` that is ordered so finds an index.
  ///
  /// Keys and priorities are always indexed. Source: Firebase documentation, "Index your data".
  public func isIndexed(_ order: QueryOrder, at path: Path) -> Bool {
    switch order {
    case .key, .priority: return true
    case .value: return indexedChildren(at: path).contains(".value")
    case .child(let wanted):
      return indexedChildren(at: path).contains { Path(unchecked: $0) == wanted }
    }
  }
}
