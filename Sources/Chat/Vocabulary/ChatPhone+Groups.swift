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
    await gesture("add members", on: .conversation(conversation), fileID, filePath, line) {
      $0.changeMembers(.added, users, of: conversation)
    }
  }

  /// Removes members from a group in one action, as an admin can.
  public nonisolated func remove(
    _ users: UserID..., from conversation: ConversationID, fileID: String = #fileID,
    filePath: String = #filePath, line: Int = #line
  ) async {
    await gesture("remove members", on: .conversation(conversation), fileID, filePath, line) {
      $0.changeMembers(.removed, users, of: conversation)
    }
  }

  /// Opens the list of users who could be added to a group.
  public nonisolated func openPicker(
    in conversation: ConversationID, fileID: String = #fileID, filePath: String = #filePath,
    line: Int = #line
  ) async {
    await gesture(
      "open the picker", on: .conversation(conversation), isNavigation: true, fileID, filePath, line
    ) {
      $0.openPicker(in: conversation)
    }
  }

  /// Taps Add in the picker.
  public nonisolated func addPicked(
    fileID: String = #fileID, filePath: String = #filePath, line: Int = #line
  ) async {
    await gesture("add who is picked", on: .sheet, fileID, filePath, line) { $0.confirmPicker() }
  }

  // MARK: - Messages

  /// Changes the text of a message of one's own.
  public nonisolated func edit(
    _ message: MessageID, to text: String, fileID: String = #fileID,
    filePath: String = #filePath, line: Int = #line
  ) async {
    await gesture("edit", on: .message(message), fileID, filePath, line) {
      $0.edit(message, to: text)
    }
  }

  /// Deletes a message of one's own.
  public nonisolated func delete(
    _ message: MessageID, fileID: String = #fileID, filePath: String = #filePath,
    line: Int = #line
  ) async {
    await gesture("delete", on: .message(message), fileID, filePath, line) { $0.delete(message) }
  }

  // MARK: - Receipts

  /// Turns the switch for read receipts (C-40).
  public nonisolated func shareReceipts(
    _ isOn: Bool, fileID: String = #fileID, filePath: String = #filePath, line: Int = #line
  ) async {
    await gesture(isOn ? "share receipts" : "keep receipts private", fileID, filePath, line) {
      $0.shareReceipts(isOn)
    }
  }

  /// Asks who has read a message, by whichever touch the app binds to it; nothing opens on a message that has no
  /// receipts to show (C-09).
  public nonisolated func openReceipts(
    of message: MessageID, by touch: MessageTouch = .longPress, fileID: String = #fileID,
    filePath: String = #filePath, line: Int = #line
  ) async {
    await gesture(
      "\(touch) for receipts", on: .message(message), isNavigation: true, fileID, filePath, line
    ) { app in
      if touch.opensReceipts { app.openReceipts(of: message) }
    }
  }

  /// Taps a row of the sheet or of the picker.
  public nonisolated func tapRow(
    of user: UserID, fileID: String = #fileID, filePath: String = #filePath, line: Int = #line
  ) async {
    await gesture("tap a row", on: .sheet, isNavigation: true, fileID, filePath, line) {
      $0.tapRow(of: user)
    }
  }

  /// Taps Done on the sheet, or Cancel in the picker.
  public nonisolated func closeSheet(
    fileID: String = #fileID, filePath: String = #filePath, line: Int = #line
  ) async {
    await gesture("close the sheet", on: .sheet, isNavigation: true, fileID, filePath, line) {
      $0.closeSheet()
    }
  }
}

extension Phone where App == ChatApp {
  /// The readers of a message as this phone has them on its disk, with the backend's times, in milliseconds since 1970.
  public nonisolated func storedReadBy(_ message: MessageID) -> [UserID: Int64] {
    ChatStore.readTimes(of: message, in: disk.image)
  }
}

/// The gesture with which a person touches a message, and where (C-09).
public enum MessageTouch: String, Hashable, Sendable, CustomStringConvertible {
  /// A long press on the bubble or on its image.
  case longPress = "long press"
  /// A tap on the check marks or on the count of readers.
  case tapOnStatus = "tap on the check marks"
  /// A tap on the bubble itself.
  case tapOnBubble = "tap on the bubble"

  public var description: String { rawValue }

  /// Whether the app shows receipts for it: a tap on the bubble itself does nothing.
  var opensReceipts: Bool { self != .tapOnBubble }
}
