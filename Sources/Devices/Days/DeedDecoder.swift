/// Reads values from trees of texts, as ``DeedEncoder`` writes them.
struct DeedDecoder: Decoder {
  let tree: DeedTree
  var codingPath: [any CodingKey] = []
  let userInfo: [CodingUserInfoKey: Any] = [:]

  /// The deed of a text.
  ///
  /// - Throws: `DecodingError` for a text that is none.
  static func value<Value: Decodable>(of type: Value.Type, in text: String) throws -> Value {
    guard let tree = DeedTree(json: text) else {
      throw DecodingError.dataCorrupted(
        DecodingError.Context(codingPath: [], debugDescription: "\"\(text)\" is no deed"))
    }
    return try DeedDecoder(tree: tree).read(type)
  }

  func container<Key: CodingKey>(keyedBy type: Key.Type) throws -> KeyedDecodingContainer<Key> {
    var members: [(key: String, value: DeedTree)] = []
    if case .object(let parts) = tree { members = parts }
    // A single value without a name stands there without an object around it; see ``DeedTree/unwrapped``.
    if Key(stringValue: "_0") != nil, !members.contains(where: { $0.key == "_0" }) {
      members = [("_0", tree)]
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
        codingPath: codingPath, debugDescription: "\(wanted) instead of \(tree.json)"))
  }

  fileprivate func read<Value: Decodable>(_ type: Value.Type) throws -> Value {
    if type == String.self, case .text(let text) = tree, let value = text as? Value {
      return value
    }
    if case .literal(let word) = tree {
      if type == Bool.self, let value = (word == "true") as? Value,
        word == "true" || word == "false"
      {
        return value
      }
      if let number = type as? any LosslessStringConvertible.Type,
        type is any BinaryInteger.Type || type is any BinaryFloatingPoint.Type
      {
        guard let value = number.init(word) as? Value else { throw misfit("a number") }
        return value
      }
    }
    if type == String.self { throw misfit("a text") }
    return try Value(from: self)
  }

  private struct Keyed<Key: CodingKey>: KeyedDecodingContainerProtocol {
    let decoder: DeedDecoder
    let members: [(key: String, value: DeedTree)]
    var codingPath: [any CodingKey] { decoder.codingPath }
    var allKeys: [Key] { members.compactMap { Key(stringValue: $0.key) } }

    func contains(_ key: Key) -> Bool { members.contains { $0.key == key.stringValue } }

    private func part(_ key: Key) throws -> DeedDecoder {
      guard let member = members.first(where: { $0.key == key.stringValue }) else {
        throw DecodingError.keyNotFound(
          key,
          DecodingError.Context(
            codingPath: codingPath, debugDescription: "there is no \(key.stringValue)"))
      }
      return DeedDecoder(tree: member.value, codingPath: codingPath + [key])
    }

    func decodeNil(forKey key: Key) throws -> Bool { try part(key).tree == .literal("null") }
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
    let elements: [DeedTree]
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
      guard !isAtEnd, elements[currentIndex] == .literal("null") else { return false }
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

    func decodeNil() -> Bool { decoder.tree == .literal("null") }
    func decode<Value: Decodable>(_ type: Value.Type) throws -> Value { try decoder.read(type) }
  }
}
