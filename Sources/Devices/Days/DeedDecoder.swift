internal import Backend

/// Reads values from JSON as ``DeedEncoder`` writes it.
struct DeedDecoder: Decoder {
  let tree: JSON
  var codingPath: [any CodingKey] = []
  let userInfo: [CodingUserInfoKey: Any] = [:]

  /// The deed of a text.
  ///
  /// - Throws: `DecodingError` for a text that is none.
  static func value<Value: Decodable>(of type: Value.Type, in text: String) throws -> Value {
    let tree: JSON
    do {
      tree = try JSON(parsing: text)
    } catch {
      throw DecodingError.dataCorrupted(
        DecodingError.Context(
          codingPath: [], debugDescription: "\"\(text)\" is no deed", underlyingError: error))
    }
    return try DeedDecoder(tree: tree).read(type)
  }

  func container<Key: CodingKey>(keyedBy type: Key.Type) throws -> KeyedDecodingContainer<Key> {
    var members: [JSON.Member] = []
    if case .object(let parts) = tree { members = parts }
    // A single value without a name stands there without an object around it; see `JSON.unwrapped`.
    if Key(stringValue: "_0") != nil, !Key.takesAnything,
      !members.contains(where: { $0.name == "_0" })
    {
      members = [JSON.Member("_0", tree)]
    } else if members.isEmpty {
      guard case .object = tree else { throw misfit("an object") }
    }
    return KeyedDecodingContainer(Keyed<Key>(decoder: self, members: members))
  }

  func unkeyedContainer() throws -> any UnkeyedDecodingContainer {
    guard case .array(let elements) = tree else { throw misfit("a list") }
    return Unkeyed(decoder: self, elements: elements)
  }

  func singleValueContainer() -> any SingleValueDecodingContainer { Single(decoder: self) }

  fileprivate func misfit(_ wanted: String) -> DecodingError {
    DecodingError.dataCorrupted(
      DecodingError.Context(
        codingPath: codingPath, debugDescription: "\(wanted) instead of \(tree.deedText)"))
  }

  fileprivate func read<Value: Decodable>(_ type: Value.Type) throws -> Value {
    // What a text or a literal is must be read here: such a type would ask for itself, over and over.
    if type == String.self {
      guard case .string(let text) = tree, let value = text as? Value else {
        throw misfit("a text")
      }
      return value
    }
    if type == Bool.self {
      guard case .bool(let truth) = tree, let value = truth as? Value else {
        throw misfit("true or false")
      }
      return value
    }
    if let number = type as? any LosslessStringConvertible.Type,
      type is any BinaryInteger.Type || type is any BinaryFloatingPoint.Type
    {
      guard case .number(let double) = tree,
        let value = number.init(JSON.text(of: double)) as? Value
      else {
        throw misfit("a number")
      }
      return value
    }
    return try Value(from: self)
  }

  private struct Keyed<Key: CodingKey>: KeyedDecodingContainerProtocol {
    let decoder: DeedDecoder
    let members: [JSON.Member]
    var codingPath: [any CodingKey] { decoder.codingPath }
    var allKeys: [Key] { members.compactMap { Key(stringValue: $0.name) } }

    func contains(_ key: Key) -> Bool { members.contains { $0.name == key.stringValue } }

    private func part(_ key: Key) throws -> DeedDecoder {
      guard let member = members.first(where: { $0.name == key.stringValue }) else {
        throw DecodingError.keyNotFound(
          key,
          DecodingError.Context(
            codingPath: codingPath, debugDescription: "there is no \(key.stringValue)"))
      }
      return DeedDecoder(tree: member.value, codingPath: codingPath + [key])
    }

    func decodeNil(forKey key: Key) throws -> Bool { try part(key).tree == .null }
    func decode<Value: Decodable>(_ type: Value.Type, forKey key: Key) throws -> Value {
      try part(key).read(type)
    }
    func nestedContainer<Nested: CodingKey>(
      keyedBy type: Nested.Type, forKey key: Key
    ) throws -> KeyedDecodingContainer<Nested> { try part(key).container(keyedBy: type) }
    func nestedUnkeyedContainer(forKey key: Key) throws -> any UnkeyedDecodingContainer {
      try part(key).unkeyedContainer()
    }
    func superDecoder() -> any Decoder { decoder }
    func superDecoder(forKey key: Key) throws -> any Decoder { try part(key) }
  }

  private struct Unkeyed: UnkeyedDecodingContainer {
    let decoder: DeedDecoder
    let elements: [JSON]
    var currentIndex = 0
    var codingPath: [any CodingKey] { decoder.codingPath }
    var count: Int? { elements.count }
    var isAtEnd: Bool { currentIndex == elements.count }

    private mutating func next() throws -> DeedDecoder {
      guard !isAtEnd else { throw decoder.misfit("a longer list") }
      defer { currentIndex += 1 }
      return DeedDecoder(tree: elements[currentIndex], codingPath: codingPath)
    }

    mutating func decodeNil() throws -> Bool {
      guard !isAtEnd, elements[currentIndex] == .null else { return false }
      currentIndex += 1
      return true
    }
    mutating func decode<Value: Decodable>(_ type: Value.Type) throws -> Value {
      try next().read(type)
    }
    mutating func nestedContainer<Nested: CodingKey>(
      keyedBy type: Nested.Type
    ) throws -> KeyedDecodingContainer<Nested> { try next().container(keyedBy: type) }
    mutating func nestedUnkeyedContainer() throws -> any UnkeyedDecodingContainer {
      try next().unkeyedContainer()
    }
    mutating func superDecoder() throws -> any Decoder { try next() }
  }

  private struct Single: SingleValueDecodingContainer {
    let decoder: DeedDecoder
    var codingPath: [any CodingKey] { decoder.codingPath }

    func decodeNil() -> Bool { decoder.tree == .null }
    func decode<Value: Decodable>(_ type: Value.Type) throws -> Value { try decoder.read(type) }
  }
}
