internal import Backend

/// Writes values as JSON.
///
/// Foundation's encoder is not at hand below the command.
final class DeedEncoder: Encoder {
  let codingPath: [any CodingKey] = []
  let userInfo: [CodingUserInfoKey: Any] = [:]
  private var leaf: JSON?
  private var members: [(key: String, value: DeedEncoder)]?
  private var elements: [DeedEncoder]?
  /// Whether the members' names are data.
  private var isDictionary = false

  /// The text of a deed.
  static func text(of value: some Encodable) throws -> String { try tree(of: value).deedText }

  static func tree(of value: some Encodable) throws -> JSON {
    let encoder = DeedEncoder()
    try value.encode(to: encoder)
    return encoder.tree
  }

  private var tree: JSON {
    if let members {
      let tree = JSON.object(members.map { JSON.Member($0.key, $0.value.tree) })
      return isDictionary ? tree : tree.unwrapped
    }
    if let elements { return .array(elements.map(\.tree)) }
    return leaf ?? .object([])
  }

  func container<Key: CodingKey>(keyedBy type: Key.Type) -> KeyedEncodingContainer<Key> {
    members = members ?? []
    isDictionary = Key.takesAnything
    return KeyedEncodingContainer(Keyed<Key>(encoder: self))
  }

  func unkeyedContainer() -> any UnkeyedEncodingContainer {
    elements = elements ?? []
    return Unkeyed(encoder: self)
  }

  func singleValueContainer() -> any SingleValueEncodingContainer { Single(encoder: self) }

  fileprivate func member(_ key: any CodingKey) -> DeedEncoder {
    let encoder = DeedEncoder()
    members?.append((key.stringValue, encoder))
    return encoder
  }

  fileprivate func element() -> DeedEncoder {
    let encoder = DeedEncoder()
    elements?.append(encoder)
    return encoder
  }

  fileprivate func write(_ value: some Encodable) throws {
    switch value {
    case let text as String: leaf = .string(text)
    case let truth as Bool: leaf = .bool(truth)
    case let number as any BinaryInteger:
      // JSON's numbers hold whole ones up to 2^53.
      guard let double = Double("\(number)"), JSON.text(of: double) == "\(number)" else {
        throw EncodingError.invalidValue(
          value,
          EncodingError.Context(
            codingPath: codingPath, debugDescription: "\(number) has more digits than a deed keeps")
        )
      }
      leaf = .number(double)
    case let number as any BinaryFloatingPoint: leaf = .number(Double(number))
    default: try value.encode(to: self)
    }
  }

  private struct Keyed<Key: CodingKey>: KeyedEncodingContainerProtocol {
    let codingPath: [any CodingKey] = []
    let encoder: DeedEncoder

    mutating func encodeNil(forKey key: Key) {}
    mutating func encode(_ value: some Encodable, forKey key: Key) throws {
      try encoder.member(key).write(value)
    }
    mutating func nestedContainer<Nested: CodingKey>(
      keyedBy type: Nested.Type, forKey key: Key
    ) -> KeyedEncodingContainer<Nested> { encoder.member(key).container(keyedBy: type) }
    mutating func nestedUnkeyedContainer(forKey key: Key) -> any UnkeyedEncodingContainer {
      encoder.member(key).unkeyedContainer()
    }
    mutating func superEncoder() -> any Encoder { encoder }
    mutating func superEncoder(forKey key: Key) -> any Encoder { encoder.member(key) }
  }

  private struct Unkeyed: UnkeyedEncodingContainer {
    let codingPath: [any CodingKey] = []
    let encoder: DeedEncoder
    var count: Int { encoder.elements?.count ?? 0 }

    mutating func encodeNil() { encoder.element().leaf = .null }
    mutating func encode(_ value: some Encodable) throws { try encoder.element().write(value) }
    mutating func nestedContainer<Nested: CodingKey>(
      keyedBy type: Nested.Type
    ) -> KeyedEncodingContainer<Nested> { encoder.element().container(keyedBy: type) }
    mutating func nestedUnkeyedContainer() -> any UnkeyedEncodingContainer {
      encoder.element().unkeyedContainer()
    }
    mutating func superEncoder() -> any Encoder { encoder.element() }
  }

  private struct Single: SingleValueEncodingContainer {
    let codingPath: [any CodingKey] = []
    let encoder: DeedEncoder

    mutating func encodeNil() { encoder.leaf = .null }
    mutating func encode(_ value: some Encodable) throws { try encoder.write(value) }
  }
}

extension CodingKey {
  /// Whether any text is a key, as in a dictionary.
  static var takesAnything: Bool { Self(stringValue: "\u{0}") != nil }
}
