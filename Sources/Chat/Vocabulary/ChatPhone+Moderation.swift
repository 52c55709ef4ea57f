public import Devices
internal import Simulator

// What admins and moderators do in a group, what anybody pins, and how conversations are found.

extension Phone where App == ChatApp {
  /// Gives a group a description, on the information on it; none where it is empty (PM-11).
  public nonisolated func describe(
    _ group: ConversationID, as text: String, fileID: String = #fileID,
    filePath: String = #filePath, line: Int = #line
  ) async {
    await perform(.describe(group, as: text), fileID: fileID, filePath: filePath, line: line)
  }

  /// Turns the switch on the information on a group by which only its admins may write (PM-10).
  public nonisolated func letOnlyAdminsWrite(
    _ isOn: Bool, in group: ConversationID, fileID: String = #fileID,
    filePath: String = #filePath, line: Int = #line
  ) async {
    await perform(
      .letOnlyAdminsWrite(isOn, in: group), fileID: fileID, filePath: filePath, line: line)
  }

  /// Gives a member another role, on the information on a group (PM-16).
  public nonisolated func give(
    _ role: GroupRole, to member: UserID, in group: ConversationID, fileID: String = #fileID,
    filePath: String = #filePath, line: Int = #line
  ) async {
    await perform(
      .giveRole(role, to: member, in: group), fileID: fileID, filePath: filePath, line: line)
  }

  /// Pins a message of the open thread (PM-12).
  public nonisolated func pin(
    _ message: MessageID, fileID: String = #fileID, filePath: String = #filePath,
    line: Int = #line
  ) async {
    await perform(.pin(message), fileID: fileID, filePath: filePath, line: line)
  }

  /// Has a message of the open thread pinned no more.
  public nonisolated func unpin(
    _ message: MessageID, fileID: String = #fileID, filePath: String = #filePath,
    line: Int = #line
  ) async {
    await perform(.unpin(message), fileID: fileID, filePath: filePath, line: line)
  }

  /// Invites users to a group; they are members once they have said yes (PM-09).
  public nonisolated func invite(
    _ users: UserID..., to group: ConversationID, fileID: String = #fileID,
    filePath: String = #filePath, line: Int = #line
  ) async {
    await perform(.invite(users, to: group), fileID: fileID, filePath: filePath, line: line)
  }

  /// Takes an invitation back, on the information on the group.
  public nonisolated func withdraw(
    _ user: UserID, from group: ConversationID, fileID: String = #fileID,
    filePath: String = #filePath, line: Int = #line
  ) async {
    await perform(.withdraw(user, from: group), fileID: fileID, filePath: filePath, line: line)
  }

  /// Says yes to an invitation, on the conversation list.
  public nonisolated func accept(
    _ group: ConversationID, fileID: String = #fileID, filePath: String = #filePath,
    line: Int = #line
  ) async {
    await perform(
      .answerInvitation(group, accepts: true), fileID: fileID, filePath: filePath, line: line)
  }

  /// Says no to an invitation, on the conversation list.
  public nonisolated func decline(
    _ group: ConversationID, fileID: String = #fileID, filePath: String = #filePath,
    line: Int = #line
  ) async {
    await perform(
      .answerInvitation(group, accepts: false), fileID: fileID, filePath: filePath, line: line)
  }

  /// Taps Statistics, on the information on a group (PM-19).
  public nonisolated func openStatistics(
    of group: ConversationID, fileID: String = #fileID, filePath: String = #filePath,
    line: Int = #line
  ) async {
    await perform(.openStatistics(group), fileID: fileID, filePath: filePath, line: line)
  }

  /// Writes into the field above the conversation list; `#` before the name of a tag (PM-13, PM-14).
  public nonisolated func search(
    _ words: String, fileID: String = #fileID, filePath: String = #filePath, line: Int = #line
  ) async {
    await perform(.search(words), fileID: fileID, filePath: filePath, line: line)
  }

  /// Gives a conversation a tag, for this user alone and on all their phones; none where it is empty (PM-14).
  public nonisolated func tag(
    _ conversation: ConversationID, as tag: String, fileID: String = #fileID,
    filePath: String = #filePath, line: Int = #line
  ) async {
    await perform(.tag(conversation, as: tag), fileID: fileID, filePath: filePath, line: line)
  }
}
