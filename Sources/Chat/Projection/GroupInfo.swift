public import Backend

extension Screen {
  /// The information on a group (GI-02).
  public struct GroupInfo: Hashable, Sendable {
    /// The group.
    public let conversation: ConversationID
    /// The group's name; those of its other members where it has none.
    public let title: String
    /// The place of its photo in file storage; nil where it has none.
    public let photo: String?
    /// The content of the photo as this phone draws it; nil where there is none, and until it is here.
    public let picture: FileContent?
    /// The mark of a photo of the viewer's that is on its way; nil where none is.
    public let uploading: String?
    /// The words that tell what the group is about (PM-11); nil where there are none.
    public let description: String?
    /// That only admins may write (PM-10); nil where everybody may.
    public let writing: String?
    /// The heading above the members, with their number.
    public let heading: String
    /// The rows that are drawn, by their ids; all of them when there are few (PB-08).
    public let members: [MemberRow]
    /// Those who are invited and have not answered (PM-09).
    public let guests: [GuestRow]
    /// Whether the viewer may change the name, the photo, the description and who may write (GI-04).
    public let canEdit: Bool
    /// The control that opens the picker; nil for who may not add anybody (MR-16).
    public let add: String?
    /// The control that shows how much is written, and by whom; for admins alone (PM-19).
    public let statistics: String?
    /// The control that leaves the group; nil where nobody can.
    public let leave: String?
    /// The control that opens the media tab (PM-17).
    public let media: String
    /// The control that closes the sheet.
    public let done: String

    /// The users of the members' rows.
    public var users: [UserID] { members.map(\.user) }
    /// The names in the members' rows.
    public var names: [String] { members.map(\.name) }
  }

  /// A member of a group, on the information on it.
  public struct MemberRow: Hashable, Sendable {
    /// The member's user.
    public let user: UserID
    /// The name that is shown.
    public let name: String
    /// The mark of an admin or a moderator; nil for others.
    public let role: String?
    /// Whether the viewer may give the member another role (PM-16).
    public let canGiveRole: Bool
    /// The mark of one who is added and of whom the backend has not answered (MA-09); nil for others.
    public let pending: String?
    /// The control that removes the member; nil for who may not (MR-16).
    public let remove: String?
  }

  /// A question that a person answers before something is done that cannot be undone (MR-01, MR-05).
  public struct Question: Hashable, Sendable {
    /// The words of the question.
    public let text: String
    /// The control that says yes, such as "Remove".
    public let confirm: String
    /// The control that says no.
    public let cancel: String
  }

  /// The information on a group that is shown; nil when none is.
  public var groupInfo: GroupInfo? {
    if case .group(let info) = sheet { info } else { nil }
  }
}

extension ScreenProjection {
  /// The information on a group.
  func groupInfo(of conversation: ConversationFact) -> Screen.GroupInfo {
    let text = policies.text
    let mayChange = conversation.lets(user)
    let pending = store.unansweredAdditions(to: conversation.id)
    // order: whichever comes first, there is one or none.
    let isUploading = store.uploads.values.contains { $0.purpose == .photo(of: conversation.id) }
    let rows = conversation.members.prefix(rowLimit).map { member in
      Screen.MemberRow(
        user: member.user, name: name(of: member.user),
        role: role(of: member.user, in: conversation),
        canGiveRole: conversation.lets(user, giveRoleTo: member.user),
        pending: pending.contains(member.user) ? text[.pending] : nil,
        remove: member.user != user && conversation.lets(user, remove: [member.user])
          ? text[.remove] : nil)
    }
    return Screen.GroupInfo(
      conversation: conversation.id, title: title(of: conversation), photo: conversation.photo,
      picture: conversation.photo.flatMap { store.files[$0]?.content },
      uploading: isUploading ? text[.uploading] : nil,
      description: conversation.details?.description,
      writing: conversation.details?.isAdminsOnly == true ? text[.onlyAdminsWrite] : nil,
      heading: text.counted(.membersHeading, conversation.members.count),
      members: rows, guests: guests(of: conversation), canEdit: mayChange,
      add: mayChange ? text[.add] : nil,
      statistics: mayChange ? text[.statistics] : nil,
      leave: conversation.lets(user, remove: [user]) ? text[.leave] : nil,
      media: text[.mediaTitle], done: text[.done])
  }

  private func role(of member: UserID, in conversation: ConversationFact) -> String? {
    switch conversation.role(of: member) {
    case .admin: policies.text[.admin]
    case .moderator: policies.text[.moderator]
    case .member: nil
    }
  }

  /// The users whose rows the information on a group draws.
  func usersOnInfo(of id: ConversationID) -> [UserID] {
    guard let conversation = store.conversations[id], conversation.isMember else { return [] }
    let guests = conversation.details?.invited.keys.sorted() ?? []
    return conversation.members.prefix(rowLimit).map(\.user) + guests
  }

  /// The question in front of everything; none where there is nothing left to ask.
  func question() -> Screen.Question? {
    guard let question = navigation.question,
      let conversation = store.conversations[question.conversation],
      conversation.lets(user, remove: question.users),
      question.users.contains(where: conversation.contains)
    else { return nil }
    let text = policies.text
    // Somebody may have been added since.
    let archives =
      question.archives
      && conversation.members.count { !question.users.contains($0.user) } == 1
    let isLeaving = question.users == [user]
    let phrase: ChatText.Phrase =
      archives ? .askArchive : isLeaving ? .askLeave : .askRemove
    return Screen.Question(
      text: text.filled(
        phrase, ["users": names(of: question.users), "group": title(of: conversation)]),
      confirm: text[archives ? .archive : isLeaving ? .leave : .remove],
      cancel: text[.cancel])
  }
}
