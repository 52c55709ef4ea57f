/// How far a message of one's own has got on its way to the backend, as this phone knows it.
public enum SubmissionState: Hashable, Sendable {
  /// It waits in the outbox, or was sent and not answered.
  case queued
  /// The backend has it.
  case accepted
  /// The backend refused it for good, and why.
  case failed(reason: String)
}

/// One message as this phone stores it.
public struct MessageFact: Hashable, Sendable {
  /// The message's id.
  public let id: MessageID
  /// The conversation that it belongs to.
  public let conversation: ConversationID
  /// Who wrote it.
  public let author: UserID
  /// What it says.
  public var text: String
  /// When it was written by the clock of this phone, or came to it; milliseconds since 1970.
  public let localMilliseconds: Int64
  /// When the backend took it, by its own clock; nil while that is unknown.
  public var serverMilliseconds: Int64?
  /// Only for messages of one's own: how far it has got.
  public var submission: SubmissionState

  typealias PlaceInThread = (server: Int64, local: Int64, id: MessageID)

  /// What a thread is sorted by: the backend's time, with what the backend has not taken at the end.
  var placeInThread: PlaceInThread { (serverMilliseconds ?? .max, localMilliseconds, id) }
}

/// One conversation as this phone stores it.
public struct ConversationFact: Hashable, Sendable {
  /// The conversation's id.
  public let id: ConversationID
  /// Whether it is a group; stored, never inferred from its size (C-47).
  public let isGroup: Bool
  /// The members.
  public var members: Set<UserID>
}

/// A receipt of one user for one message.
public struct ReceiptKey: Hashable, Comparable, Sendable {
  /// The message.
  public let message: MessageID
  /// Who has it, or has read it.
  public let user: UserID

  public static func < (left: ReceiptKey, right: ReceiptKey) -> Bool {
    (left.message, left.user) < (right.message, right.user)
  }
}

/// That this phone's user has seen a message, and whether the backend knows.
public struct SeenFact: Hashable, Sendable {
  /// The message.
  public let message: MessageID
  /// Its conversation.
  public let conversation: ConversationID
  /// Whether the backend has acknowledged the receipt, or refused it for good (C-18).
  public var isSettled: Bool
}
