extension QueryParameters {
  /// Returns the value of a property of `query` in the rules, for this query.
  ///
  /// A query that asks for no order counts as ordered by key. Source: the defaults of targaryen's
  /// queries, which were compared with a live database.
  func ruleValue(of property: QueryProperty) -> RuleValue {
    let order = isOrderGiven || self.order != .priority ? self.order : .key
    // On the wire an equality is two equal bounds.
    let isEquality = start != nil && start == end
    switch property {
    case .orderByKey: return .bool(order == .key)
    case .orderByValue: return .bool(order == .value)
    case .orderByPriority: return .bool(order == .priority)
    case .orderByChild:
      if case .child = order { return .string(order.description) } else { return .null }
    case .equalTo: return isEquality ? RuleValue(start?.value) : .null
    case .startAt: return isEquality ? .null : Self.value(of: start, isInclusive: true)
    case .startAfter: return Self.value(of: start, isInclusive: false)
    case .endAt: return isEquality ? .null : Self.value(of: end, isInclusive: true)
    case .endBefore: return Self.value(of: end, isInclusive: false)
    case .limitToFirst:
      if case .first(let count) = limit { return .number(Double(count)) } else { return .null }
    case .limitToLast:
      if case .last(let count) = limit { return .number(Double(count)) } else { return .null }
    }
  }

  private static func value(of bound: Bound?, isInclusive: Bool) -> RuleValue {
    bound.map { $0.isInclusive == isInclusive ? RuleValue($0.value) : .null } ?? .null
  }
}
