internal import Backend
internal import Devices

extension BackendLedger {
  /// Whether a change of somebody else's message takes its pictures away and nothing else, by an admin of a living group, who
  /// stands there with the backend's time (PM-18).
  func isMediaDeletion(
    by user: UserID, _ before: Node, _ after: Node, in conversation: ConversationID,
    _ commit: Commit
  ) -> Bool {
    let group = commit.before[ChatPaths.conversation(conversation)]
    guard case .bool(true) = group[child: "isGroup"].scalar, group[child: "archivedAt"].isEmpty,
      !group[child: "admins"][child: user.key].isEmpty,
      before[child: "mediaDeletedAt"].isEmpty, !before[child: "attachments"].isEmpty,
      case .string(user.text) = after[child: "mediaDeletedBy"].scalar,
      case .number(Double(commit.serverTimeMilliseconds)) = after[child: "mediaDeletedAt"].scalar
    else { return false }
    let marks: [Key] = ["mediaDeletedAt", "mediaDeletedBy"]
    return before.updating(child: "attachments", to: .empty)
      == marks.reduce(after) { $0.updating(child: $1, to: .empty) }
  }
}
