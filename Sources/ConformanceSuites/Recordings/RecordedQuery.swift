import Backend

/// A call that the platform's client refuses as malformed.
struct RejectedCall: Error {
  let problem: String
}

/// Builds queries, paths and data as an app does, through the same checks.
enum RecordedCall {
  private static let bounds = ["startAt", "startAfter", "endAt", "endBefore", "equalTo"]

  /// A query's parameters: first the order, then the bounds in the order of their names, then limits.
  static func parameters(_ json: JSON) throws(RejectedCall) -> QueryParameters {
    do throws(QueryError) {
      var query = QueryParameters.all
      switch json["orderBy"]?.string {
      case "child":
        query = try query.ordered(by: .child(Path(unchecked: json["child"]?.string ?? "")))
      case "key": query = try query.ordered(by: .key)
      case "value": query = try query.ordered(by: .value)
      case "priority": query = try query.ordered(by: .priority)
      default: break
      }
      for name in bounds {
        guard let bound = json[name]?.array, let first = bound.first else { continue }
        guard let value = scalar(first) else {
          return try refused("\(name) takes no object")
        }
        let key = bound.count > 1 ? bound[1].string.map { Key($0) } : nil
        switch name {
        case "startAt": query = try query.starting(at: value.scalar, key: key)
        case "startAfter": query = try query.starting(after: value.scalar, key: key)
        case "endAt": query = try query.ending(at: value.scalar, key: key)
        case "endBefore": query = try query.ending(before: value.scalar, key: key)
        default: query = try query.equal(to: value.scalar, key: key)
        }
      }
      if let count = json["limitToFirst"] { query = try query.limited(toFirst: limit(count)) }
      if let count = json["limitToLast"] { query = try query.limited(toLast: limit(count)) }
      return query
    } catch {
      throw RejectedCall(problem: error.description)
    }
  }

  /// A bound's value, which may be null; nil for what no bound can be.
  ///
  /// Source: firebase-ios-sdk, `FIRDatabaseQuery` (`validateIndexValueType:fromMethod:`); here the type of the call says it.
  private static func scalar(_ json: JSON) -> (scalar: Scalar?, Void)? {
    switch json {
    case .null: (nil, ())
    case .bool(let value): (.bool(value), ())
    case .number(let value): (.number(value), ())
    case .string(let value): (.string(value), ())
    case .array, .object: nil
    }
  }

  /// A limit; one that is no whole number is none at all, which is refused.
  private static func limit(_ json: JSON) -> Int { json.number.flatMap { Int(exactly: $0) } ?? 0 }

  private static func refused(_ problem: String) throws(QueryError) -> QueryParameters {
    throw .invalidBoundKey(problem)
  }

  /// Data to be written.
  static func node(_ json: JSON) throws(RejectedCall) -> Node {
    do throws(DataError) { return try Node(json) } catch {
      throw RejectedCall(problem: error.description)
    }
  }

  /// Data to be written with a priority.
  static func node(_ json: JSON, priority: JSON) throws(RejectedCall) -> Node {
    guard let priority = Priority(try node(priority)) else {
      throw RejectedCall(problem: "\(priority) is no priority")
    }
    return try node(json).updatingPriority(priority)
  }

  /// The children of an update, whose names are paths.
  static func changes(_ json: JSON) throws(RejectedCall) -> [PathChange] {
    guard let members = json.object else { throw RejectedCall(problem: "\(json) is no object") }
    var changes: [PathChange] = []
    for member in members {
      changes.append(PathChange(Path(unchecked: member.name), try node(member.value)))
    }
    return changes
  }
}
