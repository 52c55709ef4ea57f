/// The role of a member of a group, which says what they may do (PM-16).
///
/// | | admin | moderator | member |
/// |---|---|---|---|
/// | read, and write where not only admins may | ✓ | ✓ | ✓ |
/// | leave | ✓ | ✓ | ✓ |
/// | pin messages | ✓ | ✓ | |
/// | remove members | all | those without a role | |
/// | add members, change name, photo and description, give roles, write where only admins may | ✓ | | |
///
/// An admin stays one until they leave: a group never is without one, and the backend's rules cannot count admins.
public enum GroupRole: String, Hashable, Codable, Sendable, CaseIterable {
  case admin
  case moderator
  case member
}

extension ConversationFact {
  /// The role of a user; that of who is no member means nothing.
  public func role(of user: UserID) -> GroupRole {
    if admins.contains(user) { return .admin }
    return moderators.contains(user) ? .moderator : .member
  }

  /// The moderators; the mark of one who has become an admin means nothing.
  var moderators: Set<UserID> { details?.moderators ?? [] }

  /// Whether a member may add users and change the group itself: admins alone (MR-16).
  func lets(_ member: UserID) -> Bool {
    isLive && isGroup && admins.contains(member)
  }

  /// Whether a member may remove users: an admin anybody, a moderator those without a role, everybody themselves (C-30).
  func lets(_ member: UserID, remove users: [UserID]) -> Bool {
    guard isLive, isGroup else { return false }
    if users == [member] { return true }
    return switch role(of: member) {
    case .admin: true
    case .moderator: users.allSatisfy { role(of: $0) == .member }
    case .member: false
    }
  }

  /// Whether a member may write messages (PM-10).
  func letsWrite(_ member: UserID) -> Bool {
    isLive && (details?.isAdminsOnly != true || admins.contains(member))
  }

  /// Whether a member may pin messages: both of two, and who has a role in a group (PM-12, PM-16).
  func letsPin(_ member: UserID) -> Bool {
    isLive && (!isGroup || role(of: member) != .member)
  }

  /// Whether a member may give another one another role: admins, to who is none.
  func lets(_ member: UserID, giveRoleTo other: UserID) -> Bool {
    lets(member) && contains(other) && !admins.contains(other)
  }
}
