/// Something that an app must do, observable in a scenario.
public struct Requirement: Hashable, Sendable {
  /// The kind of statement that a requirement makes.
  public enum Kind: String, Hashable, Sendable, CaseIterable {
    /// It holds always.
    case safety = "S"
    /// It comes true eventually.
    case liveness = "L"
    /// It comes true within a time.
    case timed = "T"
    /// It bounds a number of operations.
    case cost = "C"
    /// It is about what a screen shows.
    case screen = "U"
    /// It keeps what held before.
    case regression = "R"
    /// It is something that the backend must refuse.
    case refusal = "X"
  }

  /// The identifier that scenarios use, such as "OF-02".
  public let id: String
  /// The kind of statement that it makes.
  public let kind: Kind
  /// The statement, in one sentence.
  public let statement: String
  /// The area of the app that it belongs to, such as "1:1 read receipts".
  public let area: String

  /// Describes a requirement.
  public init(_ id: String, _ kind: Kind, _ statement: String, area: String = "") {
    self.id = id
    self.kind = kind
    self.statement = statement
    self.area = area
  }
}

/// The requirements of an app, by area: what scenarios say that they cover.
public protocol RequirementCatalog: Sendable {
  /// Every requirement, the areas one after the other.
  var requirements: [Requirement] { get }
  /// The proofs of them that were recorded; nil where none are kept.
  var proofs: [RequirementProof]? { get }
}

extension RequirementCatalog {
  /// Nil: no proofs are kept.
  public var proofs: [RequirementProof]? { nil }
}

/// Requirements as a table of text.
///
/// `# AREA title` begins an area, `ID KIND statement` is a row of it; see ``Requirement/Kind`` for the kinds:
///
/// ```
/// # SL Shared list
/// SL-01 L An item that was added offline is on every phone once its own is back.
/// SL-02 S A ticked item never comes back by itself.
/// ```
public struct RequirementTable: RequirementCatalog {
  public let requirements: [Requirement]
  public let proofs: [RequirementProof]?

  /// Makes a catalogue from the rows of a text, and of proofs where they are kept.
  ///
  /// Traps on a malformed row, because the rows are part of the source.
  public init(_ text: String, proofs: [RequirementProof]? = nil) {
    var area = ""
    var requirements: [Requirement] = []
    for line in text.split(separator: "\n") {
      let words = line.split(separator: " ", maxSplits: 2).map(String.init)
      precondition(words.count == 3, "the row \"\(line)\" lacks an id, a kind or a statement")
      if words[0] == "#" {
        area = words[2]
        continue
      }
      guard let kind = Requirement.Kind(rawValue: words[1]) else {
        preconditionFailure("the row \"\(line)\" has the unknown kind \"\(words[1])\"")
      }
      requirements.append(Requirement(words[0], kind, words[2], area: area))
    }
    self.requirements = requirements
    self.proofs = proofs
  }
}
