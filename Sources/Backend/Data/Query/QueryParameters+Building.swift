extension QueryParameters {
  /// The query in an order.
  ///
  /// - Throws: `QueryError` for a second order, a reserved path, or bounds that don't suit the order.
  public func ordered(by order: QueryOrder) throws(QueryError) -> QueryParameters {
    if isOrderGiven {
      throw .orderedTwice(by: order.description, already: self.order.description)
    }
    if case .child(let path) = order {
      let reserved: Set<String> = ["$key", "$value", "$priority"]
      if path.isRoot || path.keys.contains(where: { $0.isReserved || reserved.contains($0.text) }) {
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

  private func checkBounds() throws(QueryError) {
    guard isOrderGiven else { return }
    for bound in [start, end] {
      guard let bound else { continue }
      if order == .key {
        guard case .string = bound.value else { throw .keyBoundNotString }
        guard bound.key == nil else { throw .keyBoundWithKey }
      }
      if order == .priority, case .bool = bound.value { throw .priorityBoundIsBool }
    }
  }
}
