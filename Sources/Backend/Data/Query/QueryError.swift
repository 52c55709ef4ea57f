/// The reason why a query can't be built.
public enum QueryError: Error, Equatable, Sendable {
  /// A second order.
  case orderedTwice(by: String, already: String)
  /// A child path to order by that is empty or reserved.
  case invalidOrderPath(String)
  /// A second start, or a start beside an equality.
  case startedTwice
  /// A second end, or an end beside an equality.
  case endedTwice
  /// A second limit.
  case limitedTwice
  /// A limit of no children.
  case limitNotPositive(Int)
  /// A bound that is a number but not finite, which JSON cannot say.
  case boundNotFinite
  /// A bound of the order by key that is no string.
  case keyBoundNotString
  /// A bound of the order by key with a further key.
  case keyBoundWithKey
  /// A bound of the order by priority that can't be a priority.
  case priorityBoundIsBool
}

extension QueryError: CustomStringConvertible {
  /// The problem and the remedy.
  public var description: String {
    switch self {
    case .orderedTwice(let order, let already):
      "ordered by \(order) after it was ordered by \(already): order a query once"
    case .invalidOrderPath(let path):
      "\"\(path)\" is no child to order by: name a child, or order by key, value or priority"
    case .startedTwice: "the range has a start already: give one of startAt, startAfter, equalTo"
    case .endedTwice: "the range has an end already: give one of endAt, endBefore, equalTo"
    case .limitedTwice: "the query has a limit already: give one of limitToFirst, limitToLast"
    case .limitNotPositive(let count): "limit of \(count): ask for at least one child"
    case .boundNotFinite: "a bound of the query is not finite: pass a finite number"
    case .keyBoundNotString: "a bound of a query ordered by key is no string: pass the key"
    case .keyBoundWithKey:
      "a bound of a query ordered by key has a second key: pass the key as the value only"
    case .priorityBoundIsBool:
      "a bound of a query ordered by priority is a bool: pass null, a number or a string"
    }
  }
}
