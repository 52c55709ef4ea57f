public import Backend
public import Devices
internal import Harness
internal import Simulator

extension ChatWorld {
  /// The pictures of messages in file storage, by their places.
  public func storedPictures() async -> [StoredFile] {
    var files: [StoredFile] = []
    for path in await backend.storage.paths where ChatPlaces.message(at: path.description) != nil {
      if let file = await backend.storage.file(at: path) { files.append(file) }
    }
    return files
  }

  /// The place in file storage of a picture of a message, uploaded or still to come, as a phone has it in the message's record;
  /// `number` counts the pictures of the message from 1 on.
  ///
  /// - Throws: `RequirementFailed` where the phone has no such picture; the run has failed then.
  public func placeOfPicture(
    _ number: Int = 1, of message: MessageID, on phone: ChatPhone, fileID: String = #fileID,
    filePath: String = #filePath, line: Int = #line
  ) throws -> Path {
    let fact = phone.storedMessage(message)
    let attachment = fact?.attachments.first { $0.number == number }
    let place = fact.flatMap { fact in attachment.map { ChatPlaces.place(of: $0, in: fact) } }
    try require(
      place != nil, "\(phone.name) to have picture \(number) of \(message) in its record",
      fileID: fileID, filePath: filePath, line: line)
    return Path(unchecked: place ?? "")
  }

  /// Requires file storage to have so many pictures of messages, each stored once.
  ///
  /// - Throws: `RequirementFailed`; the run has failed then.
  public func expectPictures(
    _ count: Int, fileID: String = #fileID, filePath: String = #filePath, line: Int = #line
  ) async throws {
    let files = await storedPictures()
    try require(
      files.count == count && files.allSatisfy { $0.generation == 1 },
      "file storage to have \(count) pictures, each once; it has "
        + "\(files.map { "\($0.path), generation \($0.generation)" })",
      fileID: fileID, filePath: filePath, line: line)
  }
}
