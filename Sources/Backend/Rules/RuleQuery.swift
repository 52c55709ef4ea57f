/// What a read asks for, as `query` shows it to `.read` rules.
public struct RuleQuery: Sendable, Equatable {
  /// What the children are ordered by.
  public enum Order: Sendable, Equatable {
    case key
    case value
    case priority
    /// A child, or a path of children below each.
    case child(String)
  }

  /// What the children are ordered by; by key where the reader names nothing.
  public var order: Order
  /// The first value that is included.
  public var startAt: Scalar?
  /// The value after which the result starts.
  public var startAfter: Scalar?
  /// The last value that is included.
  public var endAt: Scalar?
  /// The value before which the result ends.
  public var endBefore: Scalar?
  /// The only value that is included.
  public var equalTo: Scalar?
  /// How many children are wanted from the start.
  public var limitToFirst: Int?
  /// How many children are wanted from the end.
  public var limitToLast: Int?

  /// All children, in this order.
  public init(order: Order = .key) { self.order = order }

  func value(of property: QueryProperty) -> RuleValue {
    switch property {
    case .orderByKey: .bool(order == .key)
    case .orderByValue: .bool(order == .value)
    case .orderByPriority: .bool(order == .priority)
    case .orderByChild: if case .child(let path) = order { .string(path) } else { .null }
    case .startAt: RuleValue(startAt)
    case .startAfter: RuleValue(startAfter)
    case .endAt: RuleValue(endAt)
    case .endBefore: RuleValue(endBefore)
    case .equalTo: RuleValue(equalTo)
    case .limitToFirst: RuleValue(limitToFirst.map { .number(Double($0)) })
    case .limitToLast: RuleValue(limitToLast.map { .number(Double($0)) })
    }
  }
}
