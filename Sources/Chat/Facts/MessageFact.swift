/// How far a message of one's own has got on its way to the backend, as this phone knows it.
public enum SubmissionState: Hashable, Sendable {
  /// It waits in the outbox, or was sent and not answered.
  case queued
  /// The backend has it.
  case accepted
  /// The backend refused it for good, and why.
  case failed(reason: String)

  /// Whether a message may go from this state to `next` (DS-01, MO-03, C-53).
  ///
  /// Failed is left only by a retry, and what the backend has stays accepted whatever comes later; repeating a state is
  /// no change.
  public func canBecome(_ next: SubmissionState) -> Bool {
    switch (self, next) {
    case (.queued, _), (.accepted, .accepted), (.failed, .failed), (.failed, .queued): true
    case (.accepted, _), (.failed, .accepted): false
    }
  }
}

/// One message as this phone stores it.
public struct MessageFact: Hashable, Sendable {
  /// The message's id.
  public let id: MessageID
  /// The conversation that it belongs to.
  public let conversation: ConversationID
  /// Who wrote it; ``UserID/system`` for what the backend tells.
  public let author: UserID
  /// What it says, as its author wrote it last.
  public var text: String
  /// The image that it carries: where it stands in file storage.
  public var image: String?
  /// How often its author has changed the text.
  public var revision = 0
  /// Whether its author has deleted it; what remains is a tombstone, whose receipts stay (C-55).
  public var isDeleted = false
  /// Which change of the members it tells of; only in messages of the system.
  public var notice: MembershipNotice?
  /// When it was written by the clock of this phone, or came to it; milliseconds since 1970.
  public let localMilliseconds: Int64
  /// When the backend took it, by its own clock; nil while that is unknown.
  public var serverMilliseconds: Int64?
  /// Only for messages of one's own: how far it has got.
  public var submission: SubmissionState

  typealias PlaceInThread = (server: Int64, local: Int64, id: MessageID)

  /// What a thread is sorted by: the backend's time, with what the backend has not taken at the end.
  ///
  /// Within a millisecond of the backend the ids decide: the phones' own times would give each phone an order of
  /// its own.
  var placeInThread: PlaceInThread {
    serverMilliseconds.map { ($0, 0, id) } ?? (.max, localMilliseconds, id)
  }

  /// Whether anybody can have read it: neither what the system tells nor a tombstone is marked or counted
  /// (C-33, C-55).
  var isReadable: Bool { author != .system && !isDeleted }
}

/// A change of the members that the backend has accepted; rendered anew for every viewer (C-27).
public struct MembershipNotice: Hashable, Sendable {
  /// What was done.
  public enum Kind: String, Hashable, Sendable {
    case added
    case removed
  }

  /// What was done.
  public let kind: Kind
  /// Who did it.
  public let actor: UserID
  /// To whom, by their ids.
  public let users: [UserID]
}
