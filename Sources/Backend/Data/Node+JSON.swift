extension Node {
  /// The data that a JSON document means.
  ///
  /// `.priority` and `.value` are those of the export format, `.sv` is a server value, and an array
  /// stands for children with the keys 0, 1 and so on. Null members are dropped.
  ///
  /// - Parameter place: The location of the document, for the errors' texts.
  /// - Throws: `DataError` for whatever the platform refuses.
  public init(_ json: JSON, at place: Path = .root) throws(DataError) {
    guard place.depth <= Limits.depthMax else {
      throw .pathTooDeep(place: place.description, depth: place.depth)
    }
    switch json {
    case .null: self = .empty
    case .bool(let value): self.init(.bool(value))
    case .number(let value):
      guard value.isFinite else { throw .numberNotFinite(place: place.description) }
      self.init(.number(value))
    case .string(let value):
      let bytes = value.utf8.count
      guard bytes <= Limits.stringBytesMax else {
        throw .stringTooLong(place: place.description, bytes: bytes)
      }
      self.init(.string(value))
    case .array(let elements):
      var children: [(Key, Node)] = []
      for (position, element) in elements.enumerated() {
        let key = Key(String(position))
        children.append((key, try Node(element, at: place.child(key))))
      }
      self.init(children: children)
    case .object(let members): try self.init(members, at: place)
    }
  }

  private init(_ members: [JSON.Member], at place: Path) throws(DataError) {
    var priority = Priority.none
    var value: Node?
    var children: [(Key, Node)] = []
    for member in members {
      switch member.name {
      case ".priority":
        guard let parsed = Priority(try Node(member.value, at: place)) else {
          throw .invalidPriority(place: place.description)
        }
        priority = parsed
      case ".value":
        let leaf = try Node(member.value, at: place)
        guard !leaf.hasChildren else { throw .misplacedValue(place: place.description) }
        value = leaf
      case ".sv":
        guard let parsed = ServerValue(member.value) else {
          throw .unknownServerValue(place: place.description)
        }
        value = Node(parsed)
      default:
        let key = try Key(validating: member.name, at: place.description)
        children.append((key, try Node(member.value, at: place.child(key))))
      }
    }
    guard value == nil || children.isEmpty else {
      throw .misplacedValue(place: place.description)
    }
    self = (value ?? Node(children: children)).updatingPriority(priority)
  }

  /// The data that a JSON text means.
  ///
  /// - Throws: `JSONError` for the text, `DataError` for what it means.
  public init(parsing text: String, at place: Path = .root) throws {
    try self.init(JSON(parsing: text), at: place)
  }

  /// The format in which a node is written as JSON.
  public enum Format: Sendable {
    /// Everything: priorities as `.priority` and `.value`, children always as an object.
    case export
    /// The format of a snapshot's `value`: no priorities, and an array where the keys look like one.
    case value
  }

  /// The node as a JSON document.
  public func json(_ format: Format = .export) -> JSON {
    let isExport = format == .export
    let bare: JSON
    if let scalar {
      bare = scalar.json
    } else if let serverValue {
      bare = serverValue.json
    } else if hasChildren {
      if !isExport, let array = array() { return array }
      var members: [JSON.Member] = []
      members.reserveCapacity(childCount + 1)
      if isExport, !priority.isNone { members.append(.init(".priority", priority.node.json())) }
      for (key, child) in children { members.append(.init(key.text, child.json(format))) }
      return .object(members)
    } else {
      return .null
    }
    guard isExport, !priority.isNone else { return bare }
    let prefix = JSON.Member(".priority", priority.node.json())
    if case .object(let members) = bare { return .object([prefix] + members) }
    return .object([prefix, .init(".value", bare)])
  }

  /// The children as an array when all keys are numbers from zero and the greatest is below
  /// twice their count.
  ///
  /// Source: Firebase blog, "Best Practices: Arrays in Firebase".
  private func array() -> JSON? {
    guard let last = lastChild?.key.integer, let first = firstChild?.key, first.integer ?? -1 >= 0,
      Int(last) < 2 * childCount
    else { return nil }
    var elements = [JSON](repeating: .null, count: Int(last) + 1)
    for (key, child) in children {
      guard let position = key.integer, String(position) == key.text else { return nil }
      elements[Int(position)] = child.json(.value)
    }
    return .array(elements)
  }
}

extension Node: CustomStringConvertible {
  /// The node as one line of JSON in export format.
  public var description: String { json().description }
}

extension Scalar {
  /// The value as JSON.
  public var json: JSON {
    switch self {
    case .bool(let value): .bool(value)
    case .number(let value): .number(value)
    case .string(let value): .string(value)
    }
  }
}

extension ServerValue {
  /// The placeholder that stands for the value on the wire.
  public var json: JSON {
    switch self {
    case .timestamp: .object([.init(".sv", .string("timestamp"))])
    case .increment(let delta):
      .object([.init(".sv", .object([.init("increment", .number(delta))]))])
    }
  }

  /// The server value that the content of `.sv` names.
  init?(_ json: JSON) {
    if json == .string("timestamp") {
      self = .timestamp
    } else if case .object(let members) = json, members.count == 1,
      let delta = json["increment"]?.number, delta.isFinite
    {
      self = .increment(delta)
    } else {
      return nil
    }
  }
}

extension Node: ExpressibleByBooleanLiteral, ExpressibleByStringLiteral,
  ExpressibleByIntegerLiteral, ExpressibleByFloatLiteral,
  ExpressibleByDictionaryLiteral
{
  public init(booleanLiteral value: Bool) { self.init(.bool(value)) }
  public init(stringLiteral value: String) { self.init(.string(value)) }
  public init(integerLiteral value: Int) { self.init(.number(Double(value))) }
  public init(floatLiteral value: Double) { self.init(.number(value)) }
  public init(dictionaryLiteral elements: (Key, Node)...) { self.init(children: elements) }
}
