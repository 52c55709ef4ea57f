/// A compiled rule expression.
///
/// A class, so that evaluating it counts one reference and not one for every part.
final class Program: Sendable {
  let operations: [Operation]
  let strings: [String]
  /// The keys to which each string leads when it names a child; nil for the empty string, which leads nowhere.
  let stringKeys: [[Key]?]
  let paths: [[Key]]
  let arguments: [Operation.Reference]
  let patterns: [Pattern]
  /// The operation that gives the rule's answer.
  let root: Operation.Reference
  /// Whether it reads `data`.
  let readsData: Bool
  /// Whether each operation looks at the database, directly or by an operand.
  let dataLookers: [Bool]
  let source: ExpressionSource
  /// The place of each operation in the source.
  private let ranges: [Range<Int>]

  init(_ draft: ProgramDraft, root: Operation.Reference) {
    operations = draft.operations
    strings = draft.strings
    stringKeys = draft.strings.map { Self.keys(in: $0) }
    paths = draft.paths
    arguments = draft.arguments
    patterns = draft.patterns
    self.root = root
    readsData = draft.readsData
    dataLookers = Self.dataLookers(in: draft)
    source = draft.source
    ranges = draft.ranges
  }

  /// The source text of an operation.
  func text(of reference: Operation.Reference) -> String {
    source.text(in: ranges[Int(reference)])
  }
}

/// A program while it is compiled.
struct ProgramDraft {
  var operations: [Operation] = []
  var ranges: [Range<Int>] = []
  var strings: [String] = []
  var paths: [[Key]] = []
  var arguments: [Operation.Reference] = []
  var patterns: [Pattern] = []
  var readsData = false
  let source: ExpressionSource

  init(source: ExpressionSource) { self.source = source }
}

/// A capture that a rule knows: its name with the `$` and the level of the key it takes.
struct Capture: Sendable {
  let name: String
  let level: Int
}
