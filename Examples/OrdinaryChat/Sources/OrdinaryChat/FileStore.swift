import Foundation

/// What the app keeps in files: messages that wait to be sent, and pictures, which have their messages' ids for names.
///
/// A picture that waits to be sent is nobody else's, and is kept for certain. Any other can be fetched again: the system may remove it
/// from the caches.
struct FileStore {
  /// The messages that wait, encoded.
  var outbox: Data? {
    (try? file("outbox.json", in: .applicationSupportDirectory)).flatMap {
      try? Data(contentsOf: $0)
    }
  }

  func keepOutbox(_ data: Data) throws {
    try data.write(to: file("outbox.json", in: .applicationSupportDirectory), options: .atomic)
  }

  /// Where a picture of one's own is until the server has it.
  func waiting(_ id: UUID) throws -> URL {
    try file("\(id).jpeg", in: .applicationSupportDirectory)
  }

  private func cached(_ id: UUID) throws -> URL { try file("\(id).jpeg", in: .cachesDirectory) }

  /// Asks for the folder each time: its path is another one after an update of the app.
  private func file(_ name: String, in folder: FileManager.SearchPathDirectory) throws -> URL {
    try FileManager.default.url(for: folder, in: .userDomainMask, appropriateFor: nil, create: true)
      .appending(path: name)
  }

  func keepForSending(_ photo: Data, _ id: UUID) throws {
    try photo.write(to: waiting(id), options: .atomic)
  }

  func keep(_ photo: Data, _ id: UUID) throws {
    try photo.write(to: cached(id), options: .atomic)
  }

  /// The server has it.
  func wasSent(_ id: UUID) throws {
    try FileManager.default.moveItem(at: waiting(id), to: cached(id))
  }

  /// Whether there is something to show.
  func has(_ id: UUID) -> Bool {
    [try? waiting(id), try? cached(id)].contains { file in
      file.map { FileManager.default.fileExists(atPath: $0.path) } ?? false
    }
  }
}
