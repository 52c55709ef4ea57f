internal import Backend
internal import Devices
internal import Simulator

/// A picture on its way to file storage, kept on the disk until it is there, so that a later process goes on with it.
struct UploadFact: KeyedRow, Hashable, Sendable {
  /// The use that is made of the file once it is stored.
  enum Purpose: Hashable, Sendable {
    /// It becomes the photo of a group (GI-05).
    case photo(of: ConversationID)
  }

  /// Its id, made by this phone.
  let id: Key
  /// The use that is made of the file once it is stored.
  let purpose: Purpose
  /// The picture.
  let picture: Picture
  /// The file's place in storage.
  let place: Path
  /// The number of the upload at the backend, of which a part is stored there; nil before it has begun.
  var session: FileStore.UploadID?

  var rowKey: String { id.text }
}

/// A file of which this phone has the content.
struct FileFact: KeyedRow, Hashable, Sendable {
  /// Its place in storage, where no other file ever stands.
  let place: String
  /// Its content.
  let content: FileContent

  var rowKey: String { place }
}
