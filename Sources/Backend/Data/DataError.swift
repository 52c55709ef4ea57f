/// The reason why a key, path or value can't be stored.
public enum DataError: Error, Equatable, Sendable {
  /// A key is empty.
  case emptyKey(place: String)
  /// A key holds a character that the platform reserves.
  case forbiddenCharacter(key: String, character: Unicode.Scalar, place: String)
  /// A key is longer than `Limits.keyBytesMax`.
  case keyTooLong(key: String, bytes: Int, place: String)
  /// A path is deeper than `Limits.depthMax`.
  case pathTooDeep(place: String, depth: Int)
  /// A string value is longer than `Limits.stringBytesMax`.
  case stringTooLong(place: String, bytes: Int)
  /// A number is not finite.
  case numberNotFinite(place: String)
  /// A write's JSON is longer than `Limits.writeBytesMax`.
  case writeTooLarge(place: String, bytes: Int)
  /// A `.priority` is neither null, number, string nor a server value.
  case invalidPriority(place: String)
  /// A `.sv` names no server value that is known.
  case unknownServerValue(place: String)
  /// A `.value` stands beside children, or holds something that is no leaf.
  case misplacedValue(place: String)
  /// A multi-path update names a path twice or a path and its descendant.
  case overlappingPaths(outer: String, inner: String)
}

extension DataError: CustomStringConvertible {
  /// The problem, its place and the remedy.
  public var description: String {
    switch self {
    case .emptyKey(let place):
      "empty key at \(place): give every key at least one character"
    case .forbiddenCharacter(let key, let character, let place):
      "key \"\(key)\" at \(place) holds U+\(String(character.value, radix: 16, uppercase: true)): "
        + "encode . $ # [ ] / and control characters"
    case .keyTooLong(let key, let bytes, let place):
      "key \"\(key.prefix(24))…\" at \(place) has \(bytes) bytes: "
        + "keep keys within \(Limits.keyBytesMax) bytes of UTF-8"
    case .pathTooDeep(let place, let depth):
      "\(place) is \(depth) levels deep: nest at most \(Limits.depthMax)"
    case .stringTooLong(let place, let bytes):
      "the string at \(place) has \(bytes) bytes: "
        + "store at most \(Limits.stringBytesMax), larger data belongs into file storage"
    case .numberNotFinite(let place):
      "the number at \(place) is not finite: store a string or nothing instead"
    case .writeTooLarge(let place, let bytes):
      "the write at \(place) has \(bytes) bytes of JSON: "
        + "split it into writes of at most \(Limits.writeBytesMax)"
    case .invalidPriority(let place):
      "the priority at \(place) is of no allowed type: use null, a number or a string"
    case .unknownServerValue(let place):
      "unknown server value at \(place): use {\".sv\": \"timestamp\"} or "
        + "{\".sv\": {\"increment\": <number>}}"
    case .misplacedValue(let place):
      "\".value\" at \(place) must be a bool, number or string and have no siblings "
        + "but \".priority\""
    case .overlappingPaths(let outer, let inner):
      "the update writes \(outer) and also \(inner) within it: drop one of them"
    }
  }
}
