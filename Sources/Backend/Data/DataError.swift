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

/// The platform's published limits on data, keys and paths.
///
/// Source: Firebase Realtime Database documentation, "Realtime Database Limits".
public enum Limits {
  /// Levels of child nodes below the root.
  public static let depthMax = 32
  /// Levels of children that a node can have in memory, stored or not (ours): what is nested deeper is cut down to it.
  ///
  /// A message that is too deep can so be held and refused; without a bound its release would end the process.
  static let nestingMax = 1_000
  /// UTF-8 bytes of one key.
  public static let keyBytesMax = 768
  /// UTF-8 bytes of one string value (10 MB).
  public static let stringBytesMax = 10 * 1024 * 1024
  /// JSON bytes of one write from a client SDK (16 MB).
  public static let writeBytesMax = 16 * 1024 * 1024
  /// UTF-8 bytes of a string that a rules expression makes; a longer one is an evaluation error.
  ///
  /// Ours, since the platform publishes no bound: what can be stored can be made. Without a bound six nested `replace`
  /// are enough to fill a machine.
  public static let ruleTextBytesMax = stringBytesMax
  /// JSON bytes of one answer to a read or listen (256 MB).
  public static let readBytesMax = 256 * 1024 * 1024
}
