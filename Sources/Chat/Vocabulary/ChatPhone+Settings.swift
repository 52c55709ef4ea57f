public import Devices
internal import Simulator

// What a person sets for a conversation on the list, for themselves alone.

extension Phone where App == ChatApp {
  /// Has a conversation raise no notifications for a while, on all phones of the user (PM-01).
  public nonisolated func mute(
    _ conversation: ConversationID, for span: MuteSpan, fileID: String = #fileID,
    filePath: String = #filePath, line: Int = #line
  ) async {
    await perform(.mute(conversation, for: span), fileID: fileID, filePath: filePath, line: line)
  }

  /// Has a conversation raise notifications again.
  public nonisolated func unmute(
    _ conversation: ConversationID, fileID: String = #fileID, filePath: String = #filePath,
    line: Int = #line
  ) async {
    await perform(.unmute(conversation), fileID: fileID, filePath: filePath, line: line)
  }

  /// Moves a conversation to the user's archive, on all phones of the user (PM-15).
  public nonisolated func archive(
    _ conversation: ConversationID, fileID: String = #fileID, filePath: String = #filePath,
    line: Int = #line
  ) async {
    await perform(.archive(conversation), fileID: fileID, filePath: filePath, line: line)
  }

  /// Takes a conversation out of the archive.
  public nonisolated func unarchive(
    _ conversation: ConversationID, fileID: String = #fileID, filePath: String = #filePath,
    line: Int = #line
  ) async {
    await perform(.unarchive(conversation), fileID: fileID, filePath: filePath, line: line)
  }
}
