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

/// A step of a compiled rule; the steps form a tree by their indices in the program.
///
/// All payloads are plain numbers, so that evaluation copies a step without counting references.
enum Operation: Sendable {
  /// Index of another operation.
  typealias Reference = Int32

  /// The state of the database that a snapshot shows.
  enum Tree: UInt8, Sendable {
    /// As it stands.
    case before
    /// As the write would leave it.
    case after
  }

  enum SnapshotTest: UInt8, Sendable { case exists, hasChildren, isNumber, isString, isBoolean }

  enum TextTest: UInt8, Sendable { case contains, beginsWith, endsWith }

  enum Ordering: UInt8, Sendable { case less, lessOrEqual, greater, greaterOrEqual }

  enum Arithmetic: UInt8, Sendable { case subtract, multiply, divide, remainder }

  case null
  case bool(Bool)
  case number(Double)
  /// Index of a constant.
  case string(Int32)
  /// The key at a level of the way to the rule's location.
  case capture(level: Int32)
  case now
  case auth
  case authUID
  case query(QueryProperty)
  /// The query itself, which is no value.
  case wholeQuery
  /// A claim's member, or the length of a string that only evaluation finds.
  case member(Reference, name: Int32)
  case element(Reference, key: Reference)

  case root
  /// The rule's own location, or the one `up` levels above it.
  case location(Tree, up: Int32)
  /// A child at a constant path.
  case child(Reference, path: Int32)
  case childNamed(Reference, name: Reference)
  case parent(Reference)
  case value(Reference)
  case priority(Reference)
  case test(SnapshotTest, Reference)
  case hasChild(Reference, name: Reference)
  /// `count` references to names, from `first` on in the program's arguments.
  case hasChildren(Reference, first: Int32, count: Int32)

  case length(Reference)
  case testText(TextTest, Reference, Reference)
  case replace(Reference, Reference, Reference)
  case lowercased(Reference)
  case uppercased(Reference)
  case matches(Reference, pattern: Int32)
  /// `matches` with something that isn't a regular expression, which can only fail.
  case matchesNothing(Reference, Reference)

  case and(Reference, Reference)
  case or(Reference, Reference)
  case not(Reference)
  case negate(Reference)
  case add(Reference, Reference)
  case calculate(Arithmetic, Reference, Reference)
  case equal(Reference, Reference, isNegated: Bool)
  case compare(Ordering, Reference, Reference)
  case choose(Reference, then: Reference, otherwise: Reference)
}

extension Program {
  /// Whether the rule looks at the database.
  var looksAtData: Bool { looksAtData(root) }

  /// Whether an operation looks at the database, directly or by an operand.
  func looksAtData(_ reference: Operation.Reference) -> Bool { dataLookers[Int(reference)] }

  /// The operations that an operation takes its operands from.
  func operands(of reference: Operation.Reference) -> [Operation.Reference] {
    operations[Int(reference)].operands(among: arguments)
  }

  /// Finds, once for each program, which operations look at the database.
  static func dataLookers(in draft: ProgramDraft) -> [Bool] {
    var lookers: [Bool] = []
    for operation in draft.operations {
      switch operation {
      case .root, .location: lookers.append(true)
      default:
        // An operation is compiled after those that it takes its operands from.
        let operands = operation.operands(among: draft.arguments)
        lookers.append(operands.contains { lookers[Int($0)] })
      }
    }
    return lookers
  }
}

extension Operation {
  /// The operations that an operation takes its operands from.
  ///
  /// - Parameter arguments: the lists of operands of the program.
  func operands(among arguments: [Reference]) -> [Reference] {
    switch self {
    case .null, .bool, .number, .string, .capture, .now, .auth, .authUID, .query, .wholeQuery,
      .root, .location:
      []
    case .member(let base, _), .child(let base, _), .parent(let base), .value(let base),
      .priority(let base), .test(_, let base), .length(let base), .lowercased(let base),
      .uppercased(let base), .matches(let base, _), .not(let base), .negate(let base):
      [base]
    case .element(let left, let right), .childNamed(let left, let right),
      .hasChild(let left, let right), .testText(_, let left, let right),
      .matchesNothing(let left, let right), .and(let left, let right), .or(let left, let right),
      .add(let left, let right), .calculate(_, let left, let right),
      .equal(let left, let right, _), .compare(_, let left, let right):
      [left, right]
    case .replace(let a, let b, let c), .choose(let a, let b, let c): [a, b, c]
    case .hasChildren(let base, let first, let count):
      [base] + arguments[Int(first)..<Int(first + count)]
    }
  }
}
