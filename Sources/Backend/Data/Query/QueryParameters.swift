/// The children of a location that a listener wants, and their order.
///
/// Without bounds and limit it is every child. Source: Firebase documentation, "Sort and filter
/// data".
public struct QueryParameters: Hashable, Sendable {
  /// An end of the range of children that a query asks for.
  public struct Bound: Hashable, Sendable {
    /// The value that the sort value is compared with; nil for null. With `QueryOrder.key` the key as a string.
    public let value: Scalar?
    /// Among children of this very sort value, where the range ends; nil for all or none of them.
    public let key: Key?
    /// Whether a child exactly at the bound belongs to the range.
    public let isInclusive: Bool

    /// A bound.
    public init(_ value: Scalar?, key: Key? = nil, isInclusive: Bool = true) {
      self.value = value
      self.key = key
      self.isInclusive = isInclusive
    }
  }

  /// The maximum number of children, and the end from which they are counted.
  public enum Limit: Hashable, Sendable {
    case first(Int)
    case last(Int)

    /// The most children.
    public var count: Int {
      switch self {
      case .first(let count), .last(let count): count
      }
    }

    /// Whether the children nearest the end are wanted.
    public var isFromEnd: Bool { if case .last = self { true } else { false } }
  }

  /// The order, the bounds and the limit that a query asks for.
  ///
  /// Shared and never changed; nil for `all`, which most listeners want: copies of it cost nothing.
  private final class Refinement: Sendable {
    let order: QueryOrder
    let isOrderGiven: Bool
    let start: Bound?
    let end: Bound?
    let limit: Limit?

    init(order: QueryOrder, isOrderGiven: Bool, start: Bound?, end: Bound?, limit: Limit?) {
      self.order = order
      self.isOrderGiven = isOrderGiven
      self.start = start
      self.end = end
      self.limit = limit
    }
  }

  private var refinement: Refinement?

  /// The order of the children.
  public var order: QueryOrder { refinement?.order ?? .priority }
  /// Whether an order was asked for.
  var isOrderGiven: Bool { refinement?.isOrderGiven ?? false }
  /// The beginning of the range; nil where it has none.
  public var start: Bound? { refinement?.start }
  /// The end of the range; nil where it has none.
  public var end: Bound? { refinement?.end }
  /// The limit on the number of children; nil where there is none.
  public var limit: Limit? { refinement?.limit }

  /// Every child, ordered by priority.
  public init() {}

  /// Every child, ordered by priority.
  public static let all = QueryParameters()

  init(order: QueryOrder, isOrderGiven: Bool, start: Bound?, end: Bound?, limit: Limit?) {
    refinement = Refinement(
      order: order, isOrderGiven: isOrderGiven, start: start, end: end, limit: limit)
  }

  /// Whether every child is wanted, in whatever order.
  public var loadsAllData: Bool {
    guard let refinement else { return true }
    return refinement.start == nil && refinement.end == nil && refinement.limit == nil
  }

  /// Whether this is `all`.
  public var isDefault: Bool { refinement == nil || (loadsAllData && order == .priority) }

  public static func == (left: QueryParameters, right: QueryParameters) -> Bool {
    if left.refinement === right.refinement { return true }
    return left.order == right.order && left.start == right.start && left.end == right.end
      && left.limit == right.limit
  }

  public func hash(into hasher: inout Hasher) {
    // Only what is set: most queries want everything.
    if order != .priority { hasher.combine(order) }
    if let start { hasher.combine(start) }
    if let end { hasher.combine(end) }
    if let limit { hasher.combine(limit) }
  }
}

extension QueryParameters {
  /// Whether a child lies within the range; the limit isn't looked at.
  public func isInRange(_ child: NodeChildren.Element) -> Bool {
    isAfterStart(child) && isBeforeEnd(child)
  }

  /// Whether a child doesn't lie before the range.
  func isAfterStart(_ child: NodeChildren.Element) -> Bool {
    guard let start else { return true }
    let order = compare(child, to: start)
    return order > 0 || (order == 0 && start.isInclusive)
  }

  /// Whether a child doesn't lie behind the range.
  func isBeforeEnd(_ child: NodeChildren.Element) -> Bool {
    guard let end else { return true }
    let order = compare(child, to: end)
    return order < 0 || (order == 0 && end.isInclusive)
  }

  /// Negative, zero or positive as a child stands before, at or after a bound.
  private func compare(_ child: NodeChildren.Element, to bound: Bound) -> Int {
    if order == .key {
      guard case .string(let text) = bound.value else { return 1 }
      return child.key.compare(Key(text))
    }
    let value = bound.value.map { Node($0) } ?? .empty
    let order = order.sortValue(of: child.node).compareValue(value)
    if order != 0 { return order }
    guard let key = bound.key else { return 0 }
    return child.key.compare(key)
  }
}

/// A location and which of its children are wanted: what a listener listens to.
public struct QuerySpec: Hashable, Sendable {
  /// The location.
  public let path: Path
  /// The children that are wanted, and their order.
  public let parameters: QueryParameters

  /// A query.
  public init(_ path: Path, _ parameters: QueryParameters = .all) {
    self.path = path
    self.parameters = parameters
  }
}

extension QuerySpec: CustomStringConvertible {
  /// The location with the parameters, if any, as `/a?{"i":"age","l":3,"vf":"l"}`.
  public var description: String {
    parameters.isDefault ? path.description : "\(path)?\(parameters)"
  }
}

extension QueryParameters: CustomStringConvertible {
  /// The parameters as the platform sends them over the wire, as one line of JSON.
  public var description: String { json.description }

  /// The parameters as the platform sends them over the wire.
  public var json: JSON {
    var members: [JSON.Member] = []
    func add(_ bound: Bound?, _ value: String, _ name: String, _ inclusive: String) {
      guard let bound else { return }
      members.append(.init(value, bound.value?.json ?? .null))
      if let key = bound.key { members.append(.init(name, .string(key.text))) }
      if !bound.isInclusive { members.append(.init(inclusive, .bool(false))) }
    }
    if order != .priority { members.append(.init("i", .string(order.description))) }
    add(start, "sp", "sn", "sin")
    add(end, "ep", "en", "ein")
    if let limit {
      members.append(.init("l", .number(Double(limit.count))))
      members.append(.init("vf", .string(limit.isFromEnd ? "r" : "l")))
    }
    return .object(members)
  }
}
