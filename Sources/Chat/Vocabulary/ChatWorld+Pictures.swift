public import Backend
internal import Devices
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
