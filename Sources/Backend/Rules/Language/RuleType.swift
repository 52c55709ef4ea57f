/// The type of a value, as far as it is known before evaluation.
enum RuleType: Sendable, Equatable {
  case boolean
  case number
  case string
  case null
  /// Any of the above: what `val()` gives.
  case primitive
  /// Anything that a claim can be.
  case any
  case snapshot
  case query

  /// Whether only evaluation can tell what the value is.
  var isOpen: Bool { self == .any || self == .primitive }

  var isPrimitive: Bool {
    switch self {
    case .boolean, .number, .string, .null, .primitive: true
    case .any, .snapshot, .query: false
    }
  }

  /// The type as a message names it.
  var name: String {
    switch self {
    case .boolean: "a boolean"
    case .number: "a number"
    case .string: "a string"
    case .null: "null"
    case .primitive: "a value known only when evaluated"
    case .any: "a value known only when evaluated"
    case .snapshot: "a snapshot"
    case .query: "the query"
    }
  }
}

/// A method of snapshots.
enum SnapshotMethod: String, CaseIterable, Sendable {
  case child, exists, getPriority, hasChild, hasChildren, isBoolean, isNumber, isString, parent, val
}

/// A method of strings.
enum StringMethod: String, CaseIterable, Sendable {
  case beginsWith, contains, endsWith, matches, replace, toLowerCase, toUpperCase
}

/// A property of the query that a read asks for.
enum QueryProperty: String, CaseIterable, Sendable {
  case endAt, endBefore, equalTo, limitToFirst, limitToLast
  case orderByChild, orderByKey, orderByPriority, orderByValue, startAfter, startAt

  var type: RuleType {
    switch self {
    case .orderByKey, .orderByPriority, .orderByValue: .boolean
    case .orderByChild: .string
    case .limitToFirst, .limitToLast: .number
    case .startAt, .startAfter, .endAt, .endBefore, .equalTo: .primitive
    }
  }
}
