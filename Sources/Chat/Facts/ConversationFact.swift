public import Simulator

/// One conversation as this phone stores it.
public struct ConversationFact: Hashable, Sendable, Digestible {
  /// A member and the backend's time of joining.
  public struct Member: Hashable, Sendable, Digestible {
    /// The member's user.
    public let user: UserID
    /// The backend's time of joining, in milliseconds since 1970; ``founding`` for those who were there when the
    /// conversation was started.
    public let joinedMilliseconds: Int64

    /// The time of joining of those who were there from the start: before every message.
    public static let founding: Int64 = 0
  }

  /// How a user's membership has ended, as the backend has told them (C-34).
  public enum Departure: String, Hashable, Sendable {
    /// The user has left, on whichever of their phones.
    case left
    /// Somebody else has removed the user.
    case removed
  }

  /// The conversation's id.
  public let id: ConversationID
  /// Whether it is a group; stored, never inferred from its size (C-47).
  public let isGroup: Bool
  /// The members, by their ids.
  public var members: [Member]
  /// The members who may add and remove others.
  public var admins: Set<UserID>
  /// Whether this phone's user is a member still; an ex-member keeps what came so far, to read only (C-35).
  public var isMember: Bool
  /// How this phone's user came to be a member no longer; nil for members, and until the phone knows.
  public var departure: Departure?
  /// The time of joining of a membership that is over and that the members do not tell any more, in milliseconds since 1970: what
  /// ended an earlier one says nothing of it.
  var lastJoinedMilliseconds: Int64?
  /// The name that an admin has given to a group; nil where it is called by its members.
  public var name: String?
  /// The place in file storage of a group's photo; nil where it has none.
  public var photo: String?
  /// Whether it is over, since all but one member are gone (C-28): it is there to read only.
  public var isArchived: Bool
  /// What else it has: a description, roles, pinned messages, and who may write; nil where it has nothing of it.
  public var details: ConversationDetails?

  /// Whether its members may write and change it.
  var isLive: Bool { isMember && !isArchived }

  init(
    id: ConversationID, isGroup: Bool, members: [Member], admins: Set<UserID> = [],
    isMember: Bool = true, name: String? = nil, photo: String? = nil, isArchived: Bool = false,
    details: ConversationDetails? = nil
  ) {
    self.id = id
    self.isGroup = isGroup
    self.members = members.sorted { $0.user < $1.user }
    self.admins = admins
    self.isMember = isMember
    self.name = name
    self.photo = photo
    self.isArchived = isArchived
    self.details = details
  }

  /// The members by whom a conversation without a name is called, as far as there is room for them.
  struct TitleMembers: Hashable, Sendable {
    /// The most names that a title has; ours.
    static let limit = 8

    /// Those who are named, by their ids.
    let named: [UserID]
    /// Whether these are all.
    let areAll: Bool

    init(_ members: some Sequence<UserID>) {
      let first = Array(members.prefix(Self.limit + 1))
      areAll = first.count <= Self.limit
      named = areAll ? first : Array(first.dropLast())
    }
  }

  /// The members by whom a conversation is called for one of them: the others.
  func titleMembers(for viewer: UserID) -> TitleMembers {
    TitleMembers(members.lazy.map(\.user).filter { $0 != viewer })
  }

  /// Whether a user is a member.
  public func contains(_ user: UserID) -> Bool { members.contains { $0.user == user } }

  /// The recipients of a message: the members at the time when the backend accepted it who are members still, without
  /// its author (C-01, C-25, C-26).
  ///
  /// Both times are the backend's, so no clock of a phone can decide it; who joined in the very millisecond of a
  /// message belongs to its recipients, as JV-01 has it and the rules enforce.
  ///
  /// - Parameter receipt: The time of the first receipt or delivery: where no answer has told when the backend accepted the
  ///   message, it was before that.
  func recipients(
    of message: MessageFact, before receipt: @autoclosure () -> Int64?
  ) -> some Sequence<UserID> {
    let sent = message.serverMilliseconds ?? receipt() ?? .max
    let author = message.author
    return members.lazy.filter { $0.joinedMilliseconds <= sent && $0.user != author }.map(\.user)
  }
}
