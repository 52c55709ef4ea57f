public import Devices
internal import Simulator

// What a person does in a group, with messages that are there already, and with receipts.

extension Phone where App == ChatApp {
  // MARK: - Members

  /// Adds users to a group in one action, as an admin can.
  public nonisolated func add(
    _ users: UserID..., to conversation: ConversationID, fileID: String = #fileID,
    filePath: String = #filePath, line: Int = #line
  ) async {
    await perform(.add(users, to: conversation), fileID: fileID, filePath: filePath, line: line)
  }

  /// Removes members from a group in one action, as an admin can.
  public nonisolated func remove(
    _ users: UserID..., from conversation: ConversationID, fileID: String = #fileID,
    filePath: String = #filePath, line: Int = #line
  ) async {
    await perform(
      .remove(users, from: conversation), fileID: fileID, filePath: filePath, line: line)
  }

  /// Opens the list of users who could be added to a group.
  public nonisolated func openPicker(
    in conversation: ConversationID, fileID: String = #fileID, filePath: String = #filePath,
    line: Int = #line
  ) async {
    await perform(.openPicker(conversation), fileID: fileID, filePath: filePath, line: line)
  }

  /// Taps Add in the picker.
  public nonisolated func addPicked(
    fileID: String = #fileID, filePath: String = #filePath, line: Int = #line
  ) async {
    await perform(.addPicked, fileID: fileID, filePath: filePath, line: line)
  }

  // MARK: - Messages

  /// Changes the text of a message of one's own.
  public nonisolated func edit(
    _ message: MessageID, to text: String, fileID: String = #fileID,
    filePath: String = #filePath, line: Int = #line
  ) async {
    await perform(.edit(message, to: text), fileID: fileID, filePath: filePath, line: line)
  }

  /// Deletes a message of one's own.
  public nonisolated func delete(
    _ message: MessageID, fileID: String = #fileID, filePath: String = #filePath,
    line: Int = #line
  ) async {
    await perform(.delete(message), fileID: fileID, filePath: filePath, line: line)
  }

  // MARK: - Receipts

  /// Turns the switch for read receipts (C-40).
  public nonisolated func shareReceipts(
    _ isOn: Bool, fileID: String = #fileID, filePath: String = #filePath, line: Int = #line
  ) async {
    await perform(.shareReceipts(isOn), fileID: fileID, filePath: filePath, line: line)
  }

  /// Asks who has read a message, by whichever touch the app binds to it; nothing opens on a message that has no
  /// receipts to show (C-09).
  public nonisolated func openReceipts(
    of message: MessageID, by touch: MessageTouch = .longPress, fileID: String = #fileID,
    filePath: String = #filePath, line: Int = #line
  ) async {
    await perform(
      .openReceipts(of: message, by: touch), fileID: fileID, filePath: filePath, line: line)
  }

  /// Taps a row of the sheet or of the picker.
  public nonisolated func tapRow(
    of user: UserID, fileID: String = #fileID, filePath: String = #filePath, line: Int = #line
  ) async {
    await perform(.tapRow(user), fileID: fileID, filePath: filePath, line: line)
  }

  /// Taps Done on the sheet, or Cancel in the picker.
  public nonisolated func closeSheet(
    fileID: String = #fileID, filePath: String = #filePath, line: Int = #line
  ) async {
    await perform(.closeSheet, fileID: fileID, filePath: filePath, line: line)
  }
}

extension Phone where App == ChatApp {
  /// The readers of a message as this phone has them on its disk, with the backend's times, in milliseconds since 1970.
  public nonisolated func storedReadBy(_ message: MessageID) -> [UserID: Int64] {
    ChatStore.readTimes(of: message, in: disk.image)
  }

  /// A message as this phone has it on its disk; nil where it has none.
  public nonisolated func storedMessage(_ message: MessageID) -> MessageFact? {
    ChatStore(of: userID, restoring: disk.image).messages[message]
  }
}
