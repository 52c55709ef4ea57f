internal import Backend

/// The id of a user's account.
public struct UserID: Hashable, Comparable, Sendable, CustomStringConvertible,
  ExpressibleByStringLiteral
{
  /// The id as a child's name in the database.
  let key: Key

  /// The id as the database has it: a valid key.
  public var text: String { key.text }

  /// The user of an id.
  public init(_ text: String) { self.init(Key(text)) }

  init(_ key: Key) { self.key = key }

  public init(stringLiteral text: String) { self.init(text) }

  public static func < (left: UserID, right: UserID) -> Bool { left.text < right.text }

  public var description: String { text }

  /// The hash of its key, as sets and dictionaries ask for it.
  public func _rawHashValue(seed: Int) -> Int { key._rawHashValue(seed: seed) }

  /// The author of messages that the backend writes; nobody can sign in as that (C-33).
  public static let system: UserID = "system"
}

/// The id of a conversation, made by the phone that started it.
public struct ConversationID: Hashable, Comparable, Sendable, CustomStringConvertible {
  /// The id as a child's name in the database.
  let key: Key

  /// The id as the database has it: a push id.
  public var text: String { key.text }

  /// The conversation of an id.
  public init(_ text: String) { self.init(Key(text)) }

  init(_ key: Key) { self.key = key }

  public static func < (left: ConversationID, right: ConversationID) -> Bool {
    left.text < right.text
  }

  public var description: String { text }

  /// The hash of its key, as sets and dictionaries ask for it.
  public func _rawHashValue(seed: Int) -> Int { key._rawHashValue(seed: seed) }
}

/// The id of a message, made by the phone that sent it, and the same for every retry.
public struct MessageID: Hashable, Comparable, Sendable, CustomStringConvertible {
  /// The id as a child's name in the database.
  let key: Key

  /// The id as the database has it: a push id.
  public var text: String { key.text }

  /// The message of an id.
  public init(_ text: String) { self.init(Key(text)) }

  init(_ key: Key) { self.key = key }

  public static func < (left: MessageID, right: MessageID) -> Bool { left.text < right.text }

  public var description: String { text }

  /// The hash of its key, as sets and dictionaries ask for it.
  public func _rawHashValue(seed: Int) -> Int { key._rawHashValue(seed: seed) }
}
