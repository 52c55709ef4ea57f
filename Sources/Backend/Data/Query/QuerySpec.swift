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
