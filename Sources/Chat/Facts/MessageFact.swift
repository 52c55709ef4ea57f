public import Simulator

/// The progress of one's own message on its way to the backend, as this phone knows it.
public enum SubmissionState: Hashable, Sendable {
  /// It waits in the outbox, or was sent and not answered.
  case queued
  /// The backend has it.
  case accepted
  /// The backend refused it for good, and why.
  case failed(reason: String)

  /// Whether a message may go from this state to `next` (DS-01, MO-03, C-53).
  ///
  /// Failed is left by a retry, or by the backend having the message after all: what a killed process had sent may arrive
  /// after its successor was refused. What the backend has stays accepted whatever comes later; repeating a state is no
  /// change.
  public func canBecome(_ next: SubmissionState) -> Bool {
    switch (self, next) {
    case (.queued, _), (.failed, _), (.accepted, .accepted): true
    case (.accepted, _): false
    }
  }
}

/// One message as this phone stores it.
///
/// A reference to content that never changes, since a message is handed from hand to hand and to the disk, and kept by
/// several: a copy counts one reference, and a change makes a content of its own.
public struct MessageFact: Sendable {
  /// The facts of a message.
  private struct Content: Equatable, Sendable {
    let id: MessageID
    let conversation: ConversationID
    let author: UserID
    var text: String
    var attachments: [Attachment]
    var revision: Int
    var isDeleted: Bool
    var isMediaDeleted: Bool
    let notice: MembershipNotice?
    let localMilliseconds: Int64
    var serverMilliseconds: Int64?
    var guessedMilliseconds: Int64?
    var submission: SubmissionState
  }

  private final class Shared: Sendable {
    let content: Content

    init(_ content: Content) { self.content = content }
  }

  private var shared: Shared

  /// The message's id.
  public var id: MessageID { shared.content.id }
  /// The conversation that it belongs to.
  public var conversation: ConversationID { shared.content.conversation }
  /// The user who wrote it; ``UserID/system`` for messages of the backend.
  public var author: UserID { shared.content.author }
  /// The text as its author wrote it last.
  public var text: String {
    get { shared.content.text }
    set { change { $0.text = newValue } }
  }
  /// The pictures that it carries, in their order; nothing is allocated where there are none.
  public var attachments: [Attachment] {
    get { shared.content.attachments }
    set { change { $0.attachments = newValue } }
  }
  /// The number of times that its author has changed the text.
  public var revision: Int {
    get { shared.content.revision }
    set { change { $0.revision = newValue } }
  }
  /// Whether its author has deleted it; what remains is a tombstone, whose receipts stay (C-55).
  public var isDeleted: Bool {
    get { shared.content.isDeleted }
    set { change { $0.isDeleted = newValue } }
  }
  /// Whether an admin of the group has deleted its picture; the text stays (PM-18).
  public var isMediaDeleted: Bool {
    get { shared.content.isMediaDeleted }
    set { change { $0.isMediaDeleted = newValue } }
  }
  /// The change of the members that it tells of; only in messages of the system.
  public var notice: MembershipNotice? { shared.content.notice }
  /// The time that it shows, by the backend's clock, in milliseconds since 1970: when it was written, as far as this phone
  /// knew the backend's clock then, and for what was written elsewhere, when the backend accepted it.
  public var localMilliseconds: Int64 { shared.content.localMilliseconds }
  /// The time at which the backend accepted it, by the backend's clock, in milliseconds since 1970; nil while that is
  /// unknown.
  public var serverMilliseconds: Int64? {
    get { shared.content.serverMilliseconds }
    set { change { $0.serverMilliseconds = newValue } }
  }
  /// The time by which it stands in its thread, in milliseconds since 1970, where the backend has accepted it and this phone
  /// was not told when: the rules show no time to an author who was removed before the answer came (JV-06).
  public var guessedMilliseconds: Int64? {
    get { shared.content.guessedMilliseconds }
    set { change { $0.guessedMilliseconds = newValue } }
  }
  /// The progress on the way to the backend; only for messages of one's own.
  public var submission: SubmissionState {
    get { shared.content.submission }
    set { change { $0.submission = newValue } }
  }

  init(
    id: MessageID, conversation: ConversationID, author: UserID, text: String,
    attachments: [Attachment] = [], revision: Int = 0, isDeleted: Bool = false,
    isMediaDeleted: Bool = false, notice: MembershipNotice? = nil, localMilliseconds: Int64,
    serverMilliseconds: Int64? = nil, guessedMilliseconds: Int64? = nil,
    submission: SubmissionState
  ) {
    shared = Shared(
      Content(
        id: id, conversation: conversation, author: author, text: text,
        attachments: attachments, revision: revision, isDeleted: isDeleted,
        isMediaDeleted: isMediaDeleted, notice: notice, localMilliseconds: localMilliseconds,
        serverMilliseconds: serverMilliseconds, guessedMilliseconds: guessedMilliseconds,
        submission: submission))
  }

  private mutating func change(_ body: (inout Content) -> Void) {
    var content = shared.content
    body(&content)
    shared = Shared(content)
  }

  typealias PlaceInThread = (server: Int64, id: MessageID)

  /// The key by which a thread is sorted: the backend's time, or a guess of it, with messages that the backend has not accepted
  /// at the end.
  ///
  /// Messages of the same millisecond, and those that wait, are ordered by their ids, which grow with each that a phone
  /// makes: the phones' own times would give each phone an order of its own, and a clock can be set back.
  var placeInThread: PlaceInThread {
    (serverMilliseconds ?? guessedMilliseconds ?? .max, id)
  }

  /// Whether the backend refused it for good, and nobody has tried it again.
  var hasFailed: Bool { if case .failed = submission { true } else { false } }

  /// Whether anybody can have read it: neither what the system tells nor a tombstone is marked or counted
  /// (C-33, C-55).
  var isReadable: Bool { author != .system && !isDeleted }
}

extension MessageFact: Equatable {
  public static func == (left: MessageFact, right: MessageFact) -> Bool {
    left.shared === right.shared || left.shared.content == right.shared.content
  }
}

/// A change of the members that the backend has accepted; rendered anew for every viewer (C-27).
public struct MembershipNotice: Hashable, Sendable, Digestible {
  /// The kind of a change of a group's members.
  public enum Kind: String, Hashable, Sendable {
    case added
    case removed
    /// The group was created.
    case created
  }

  /// The kind of the change.
  public let kind: Kind
  /// The user who made the change.
  public let actor: UserID
  /// The users who were added or removed, by their ids.
  public let users: [UserID]

  /// The accounts that its words name, or a team's own words may name of several.
  var namedUsers: [UserID] { [actor] + ConversationFact.TitleMembers(users).named }
}
