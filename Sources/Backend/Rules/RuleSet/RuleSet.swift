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

/// One rule of a rule set, compiled.
///
/// A class, so that reaching a rule counts one reference and not one for every part of its program.
final class Rule: Sendable {
  let kind: RuleKind
  let program: Program
  /// The location it stands at, as the rules file writes it: `/chats/$chat`.
  let place: String
  /// The captures above and at the location, from the root down.
  let captures: [Capture]

  init(kind: RuleKind, program: Program, place: String, captures: [Capture]) {
    self.kind = kind
    self.program = program
    self.place = place
    self.captures = captures
  }
}

/// A location in the rules file and the rules that stand there.
struct RuleNode: Sendable {
  /// Index of another node in the rule set.
  typealias Index = Int

  struct Child: Sendable {
    let key: Key
    let index: Index
  }

  var read: Rule?
  var write: Rule?
  var validate: Rule?
  /// Paths below each child, or `.value`, that queries may order by.
  var indexedChildren: [String] = []
  /// Children by name, in the order of the file.
  var children: [Child] = []
  /// The child that takes every other key.
  var captureChild: Index?
  /// Whether a `.validate` rule stands here or below.
  var hasValidation = false
}

/// The rules that decide about operations.
public enum RuleKind: String, Sendable, Hashable {
  case read = ".read"
  case write = ".write"
  case validate = ".validate"

  /// The variables that such a rule knows besides captures.
  ///
  /// Source: Firebase documentation, "Firebase Database Security Rules API".
  var variables: [String] {
    switch self {
    case .read: ["auth", "data", "now", "query", "root"]
    case .write, .validate: ["auth", "data", "newData", "now", "root"]
    }
  }
}
