/// The key of one draw. It names the decision, so that the draw can be recorded, overridden and shrunk.
public struct ChoiceKey: Hashable, Codable, Sendable, CustomStringConvertible {
  /// The identifier of the draw's ``ChoiceStream``.
  public let stream: UInt64
  /// The stable hash of what is decided about.
  public let entity: UInt64
  /// The number of the decision within its stream and entity, from 0.
  public let ordinal: UInt64
  /// The names behind the hashes, where they are known; equal keys may differ in that.
  private let names: Names?

  private struct Names: Sendable {
    let stream: String
    /// Nil for all draws of the stream.
    let entity: String?
  }

  /// Names one draw.
  public init(stream: UInt64, entity: UInt64, ordinal: UInt64) {
    self.init(stream: stream, entity: entity, ordinal: ordinal, names: nil)
  }

  /// Names one draw so that a person can read it.
  ///
  /// - Parameter entity: The text whose stable hash is the draw's entity.
  public init(_ stream: ChoiceStream, of entity: String, ordinal: UInt64) {
    self.init(
      stream: stream.identifier, entity: StableHash.of(entity), ordinal: ordinal,
      names: Names(stream: stream.name, entity: entity))
  }

  /// Names all draws of a stream that are not named one by one.
  public init(all stream: ChoiceStream) {
    self.init(
      stream: stream.identifier, entity: .max, ordinal: .max,
      names: Names(stream: stream.name, entity: nil))
  }

  private init(stream: UInt64, entity: UInt64, ordinal: UInt64, names: Names?) {
    self.stream = stream
    self.entity = entity
    self.ordinal = ordinal
    self.names = names
  }

  /// A key travels as the text of ``description``.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.singleValueContainer()
    guard let key = ChoiceKey(parsing: try container.decode(String.self)) else {
      throw DecodingError.dataCorruptedError(in: container, debugDescription: "no choice's key")
    }
    self = key
  }

  public func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(description)
  }

  public static func == (left: ChoiceKey, right: ChoiceKey) -> Bool {
    (left.stream, left.entity, left.ordinal) == (right.stream, right.entity, right.ordinal)
  }

  public func hash(into hasher: inout Hasher) {
    hasher.combine(stream)
    hasher.combine(entity)
    hasher.combine(ordinal)
  }

  /// The key as a token names it: `fault.strike@Bob.open#0`, `link.loss` for a whole stream, or three
  /// hexadecimal numbers where the names are not known.
  public var description: String {
    guard let names else {
      return [stream, entity, ordinal].map { String($0, radix: 16) }.joined(separator: ".")
    }
    guard let entity = names.entity else { return names.stream }
    return "\(names.stream)@\(PercentEncoding.text(entity))#\(ordinal)"
  }

  /// Reads what ``description`` wrote; nil for anything else.
  public init?(parsing text: some StringProtocol) {
    let words: [UInt64] = text.split(separator: ".").compactMap { PlainNumber.read($0, radix: 16) }
    if words.count == 3, text.split(separator: ".", omittingEmptySubsequences: false).count == 3 {
      self.init(stream: words[0], entity: words[1], ordinal: words[2])
      return
    }
    guard let at = text.firstIndex(of: "@") else {
      guard Self.isStream(text) else { return nil }
      self.init(all: ChoiceStream(String(text)))
      return
    }
    let rest = text[text.index(after: at)...]
    guard let mark = rest.lastIndex(of: "#"),
      let ordinal: UInt64 = PlainNumber.read(rest[rest.index(after: mark)...]),
      let entity = PercentEncoding.plain(rest[..<mark]), Self.isStream(text[..<at])
    else { return nil }
    self.init(ChoiceStream(String(text[..<at])), of: entity, ordinal: ordinal)
  }

  private static func isStream(_ text: some StringProtocol) -> Bool {
    "a"..."z" ~= (text.first ?? " ")
      && text.utf8.allSatisfy { 0x61...0x7A ~= $0 || 0x30...0x39 ~= $0 || $0 == 0x2E || $0 == 0x2D }
  }
}

/// Texts within tokens: every byte but letters, digits and a few marks as `%` and two digits (RFC 3986, 2.1).
package enum PercentEncoding {
  /// The text as a token holds it.
  package static func text(_ plain: String) -> String {
    plain.utf8.map { byte in
      let isPlain =
        0x61...0x7A ~= byte || 0x41...0x5A ~= byte || 0x30...0x39 ~= byte || byte == 0x2E
        || byte == 0x2D || byte == 0x5F
      if isPlain { return String(UnicodeScalar(byte)) }
      let digits = String(byte, radix: 16, uppercase: true)
      return "%" + (digits.count == 1 ? "0" : "") + digits
    }.joined()
  }

  /// Reads what ``text(_:)`` wrote; nil for anything else.
  package static func plain(_ text: some StringProtocol) -> String? {
    var bytes: [UInt8] = []
    var rest = Array(text.utf8)[...]
    while let byte = rest.popFirst() {
      guard byte == 0x25 else {
        bytes.append(byte)
        continue
      }
      guard rest.count >= 2,
        let value: UInt8 = PlainNumber.read(
          String(decoding: rest.prefix(2), as: UTF8.self), radix: 16)
      else { return nil }
      bytes.append(value)
      rest = rest.dropFirst(2)
    }
    return String(validating: bytes, as: UTF8.self)
  }
}

/// A named family of choices, such as "link.loss": all draws of one kind, over all entities.
///
/// The name is part of every draw's key, so it must never change its meaning: saved failures
/// refer to it.
public struct ChoiceStream: Hashable, Sendable, CustomStringConvertible {
  /// The name as it stands in tokens and journals.
  public let name: String
  /// The name's stable hash, computed once.
  public let identifier: UInt64

  /// Names a stream; make it a `static let`, so that the name is hashed once.
  public init(_ name: String) {
    self.name = name
    self.identifier = StableHash.of(name)
  }

  public static func == (left: ChoiceStream, right: ChoiceStream) -> Bool {
    left.identifier == right.identifier
  }

  public func hash(into hasher: inout Hasher) {
    hasher.combine(identifier)
  }

  public var description: String { name }
}
