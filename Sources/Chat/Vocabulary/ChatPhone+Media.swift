public import Devices
internal import Simulator

// What a person does with the pictures of a conversation.

extension Phone where App == ChatApp {
  /// Deletes the picture of anybody's message from a group, as an admin of it; the text stays (PM-18).
  public nonisolated func deleteMedia(
    _ message: MessageID, fileID: String = #fileID, filePath: String = #filePath,
    line: Int = #line
  ) async {
    await perform(.deleteMedia(message), fileID: fileID, filePath: filePath, line: line)
  }

  /// Writes and submits a message with several pictures, up to nine with ``ChatPolicies/Attachments/carousel`` (PM-21).
  public nonisolated func send(
    _ text: String, pictures: [Picture], in conversation: ConversationID,
    fileID: String = #fileID, filePath: String = #filePath, line: Int = #line
  ) async throws -> MessageID {
    MessageID(
      try await made(
        by: .send(text, pictures: pictures, in: conversation), fileID: fileID, filePath: filePath,
        line: line))
  }

  /// Swipes to the next or the previous picture of a message, in its bubble or on the full screen (PM-21).
  public nonisolated func swipe(
    _ message: MessageID, to turn: PageTurn, fileID: String = #fileID,
    filePath: String = #filePath, line: Int = #line
  ) async {
    await perform(.swipe(message, turn), fileID: fileID, filePath: filePath, line: line)
  }

  /// Opens the photos and videos of a conversation: from the information on a group, or from the thread of a 1:1 one (PM-17).
  public nonisolated func openMedia(
    of conversation: ConversationID, fileID: String = #fileID, filePath: String = #filePath,
    line: Int = #line
  ) async {
    await perform(.openMedia(conversation), fileID: fileID, filePath: filePath, line: line)
  }

  /// Taps a row of the media tab, whose picture opens on the full screen: that of the message with the number, from 1 on.
  public nonisolated func openMediaRow(
    of message: MessageID, number: Int = 1, fileID: String = #fileID, filePath: String = #filePath,
    line: Int = #line
  ) async {
    await perform(
      .openMediaRow(message, number: number), fileID: fileID, filePath: filePath, line: line)
  }

  /// Lists only photos, only videos, or all, on the media tab.
  public nonisolated func filterMedia(
    by filter: MediaFilter, fileID: String = #fileID, filePath: String = #filePath,
    line: Int = #line
  ) async {
    await perform(.filterMedia(filter), fileID: fileID, filePath: filePath, line: line)
  }

  /// Fetches all that the media tab lists and the phone lacks.
  public nonisolated func downloadAll(
    fileID: String = #fileID, filePath: String = #filePath, line: Int = #line
  ) async {
    await perform(.downloadAll, fileID: fileID, filePath: filePath, line: line)
  }
}

extension Phone where App == ChatApp {
  /// The places of the pictures of messages of which this phone's disk has the files, in order.
  public nonisolated var keptPictures: [String] {
    disk.image.rows(in: ChatStore.fileTable).map(\.row.place)
      .filter { ChatPlaces.message(at: $0) != nil }.sorted()
  }

  /// The places of the photos of groups of which this phone's disk has the files, in order.
  public nonisolated var keptPhotos: [String] {
    disk.image.rows(in: ChatStore.fileTable).map(\.row.place)
      .filter { ChatPlaces.message(at: $0) == nil }.sorted()
  }
}
