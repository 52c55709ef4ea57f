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
}

extension Phone where App == ChatApp {
  /// The places of the pictures of messages of which this phone's disk has the files, in order.
  public nonisolated var keptPictures: [String] {
    disk.image.rows(in: ChatStore.fileTable).map(\.row.place)
      .filter { ChatPlaces.message(at: $0) != nil }.sorted()
  }
}
