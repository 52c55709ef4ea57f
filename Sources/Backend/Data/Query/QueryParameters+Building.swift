extension QueryParameters {
  /// The query in an order.
  ///
  /// - Throws: `QueryError` for a second order, a reserved path, or bounds that don't suit the order.
  public func ordered(by order: QueryOrder) throws(QueryError) -> QueryParameters {
    if isOrderGiven {
      throw .orderedTwice(by: order.description, already: self.order.description)
    }
    if case .child(let path) = order {
      // `$key`, `$value` and `$priority` hold a reserved character, too.
      if path.isRoot || !path.keys.allSatisfy(\.isValid) {
        throw .invalidOrderPath(order.description)
      }
    }
    let query = QueryParameters(
      order: order, isOrderGiven: true, start: start, end: end, limit: limit)
    try query.checkBounds()
    return query
  }

  /// The children from a value on; with `key`, among those of this value from that key on.
  public func starting(at value: Scalar?, key: Key? = nil) throws(QueryError) -> QueryParameters {
    try starting(Bound(value, key: key))
  }

  /// The children after a value; with `key`, also those of this value after that key.
  public func starting(
    after value: Scalar?, key: Key? = nil
  ) throws(QueryError) -> QueryParameters {
    try starting(Bound(value, key: key, isInclusive: false))
  }

  /// The children up to a value; with `key`, among those of this value up to that key.
  public func ending(at value: Scalar?, key: Key? = nil) throws(QueryError) -> QueryParameters {
    try ending(Bound(value, key: key))
  }

  /// The children before a value; with `key`, also those of this value before that key.
  public func ending(
    before value: Scalar?, key: Key? = nil
  ) throws(QueryError) -> QueryParameters {
    try ending(Bound(value, key: key, isInclusive: false))
  }

  /// The children of a value; with `key`, the one of that key when it has this value.
  public func equal(to value: Scalar?, key: Key? = nil) throws(QueryError) -> QueryParameters {
    try starting(Bound(value, key: key)).ending(Bound(value, key: key))
  }

  /// The first children of the range.
  public func limited(toFirst count: Int) throws(QueryError) -> QueryParameters {
    try limited(.first(count))
  }

  /// The last children of the range.
  public func limited(toLast count: Int) throws(QueryError) -> QueryParameters {
    try limited(.last(count))
  }

  private func starting(_ bound: Bound) throws(QueryError) -> QueryParameters {
    if start != nil { throw .startedTwice }
    let query = QueryParameters(
      order: order, isOrderGiven: isOrderGiven, start: bound, end: end, limit: limit)
    try query.checkBounds()
    return query
  }

  private func ending(_ bound: Bound) throws(QueryError) -> QueryParameters {
    if end != nil { throw .endedTwice }
    let query = QueryParameters(
      order: order, isOrderGiven: isOrderGiven, start: start, end: bound, limit: limit)
    try query.checkBounds()
    return query
  }

  private func limited(_ limit: Limit) throws(QueryError) -> QueryParameters {
    if self.limit != nil { throw .limitedTwice }
    guard limit.count > 0 else { throw .limitNotPositive(limit.count) }
    return QueryParameters(
      order: order, isOrderGiven: isOrderGiven, start: start, end: end, limit: limit)
  }

  /// Checks what no query that came over a wire as JSON can have, whoever built it: the platform's clients refuse
  /// numbers that are not finite and reserved paths when a query is built (firebase-ios-sdk, `FValidation`).
  ///
  /// - Throws: ``QueryError`` for bounds that are not finite and for an order by what can be no path.
  func checkWire() throws(QueryError) {
    for bound in [start, end] {
      if case .number(let value)? = bound?.value, !value.isFinite { throw .boundNotFinite }
    }
    guard case .child(let path) = order else { return }
    if path.isRoot || path.depth > Limits.depthMax || !path.keys.allSatisfy(\.isValid) {
      throw .invalidOrderPath(order.description)
    }
  }

  /// Checks bounds against the order that the query has by now, which is that of priorities unless another was given: so bounds
  /// of another order come after it.
  ///
  /// Source: firebase-ios-sdk, `FIRDatabaseQuery` (`validateQueryEndpointsForParams:`, called for each bound).
  private func checkBounds() throws(QueryError) {
    for bound in [start, end] {
      guard let bound else { continue }
      if let key = bound.key, !key.isValid { throw .invalidBoundKey(key.text) }
      if order == .key {
        guard case .string = bound.value else { throw .keyBoundNotString }
        guard bound.key == nil else { throw .keyBoundWithKey }
      }
      if order == .priority, case .bool = bound.value { throw .priorityBoundIsBool }
    }
  }
}

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
  /// A bound's further key that can be no key.
  case invalidBoundKey(String)
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
    case .invalidBoundKey(let key):
      "\"\(key)\" is no key for a bound: pass one without . $ # [ ] / and control characters"
    case .priorityBoundIsBool:
      "a bound of a query ordered by priority is a bool: pass null, a number or a string"
    }
  }
}
