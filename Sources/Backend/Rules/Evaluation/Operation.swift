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
