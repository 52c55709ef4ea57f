public import Devices
internal import Simulator

// What a person does with a composer and with conversations that are not on the screen.

extension Phone where App == ChatApp {
  /// Writes into the composer of the open thread.
  public nonisolated func type(
    _ text: String, fileID: String = #fileID, filePath: String = #filePath, line: Int = #line
  ) async {
    await perform(.type(text), fileID: fileID, filePath: filePath, line: line)
  }

  /// Removes a picture from the composer, by its number from 1 on.
  public nonisolated func removePicture(
    _ number: Int = 1, fileID: String = #fileID, filePath: String = #filePath, line: Int = #line
  ) async {
    await perform(.removePicture(number), fileID: fileID, filePath: filePath, line: line)
  }

  /// Taps Send; returns the id of the message, nil when there was nothing to send (DS-12).
  @discardableResult
  public nonisolated func submit(
    fileID: String = #fileID, filePath: String = #filePath, line: Int = #line
  ) async -> MessageID? {
    let id = await make(.submit, fileID: fileID, filePath: filePath, line: line)
    return id.map { MessageID($0) }
  }

  /// Marks a whole conversation as read without opening it (UN-08).
  public nonisolated func markRead(
    _ conversation: ConversationID, fileID: String = #fileID, filePath: String = #filePath,
    line: Int = #line
  ) async {
    await perform(.markRead(conversation), fileID: fileID, filePath: filePath, line: line)
  }

  /// Lets the app make a conversation's thread ready without showing it (FG-09).
  public nonisolated func prepare(
    _ conversation: ConversationID, fileID: String = #fileID, filePath: String = #filePath,
    line: Int = #line
  ) async {
    await perform(.prepare(conversation), fileID: fileID, filePath: filePath, line: line)
  }

  /// The time at which the status that this phone shows of its user's message came about, by the backend's clock, in
  /// milliseconds since 1970; nil for other messages, before the backend has it, and while it is not
  /// on the screen (DS-13).
  public nonisolated func statusUpdatedAt(_ message: MessageID) -> Int64? {
    display.screen?.bubble(message)?.statusMilliseconds
  }
}
