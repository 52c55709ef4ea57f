internal import Backend
internal import Devices
internal import Simulator

/// A picture on its way to file storage, kept on the disk until it is there, so that a later process goes on with it.
struct UploadFact: KeyedRow, Hashable, Sendable {
  /// The use that is made of the file once it is stored.
  enum Purpose: Hashable, Sendable {
    /// It becomes the photo of a group (GI-05).
    case photo(of: ConversationID)
    /// It is a picture of a message, with its number.
    case message(MessageID, number: Int)
  }

  /// Its id: made by this phone, or that of the message with the picture's number.
  let id: Key
  /// The use that is made of the file once it is stored.
  let purpose: Purpose
  /// The picture.
  let picture: Picture
  /// The file's place in storage.
  let place: Path
  /// The number of the upload at the backend, of which a part is stored there; nil before it has begun.
  var session: FileStore.UploadID?
  /// The state of the picture.
  private(set) var state = UploadState.local
  /// The number of time-outs since there was progress.
  var timeouts = 0

  init(id: Key, purpose: Purpose, picture: Picture, place: Path) {
    self.id = id
    self.purpose = purpose
    self.picture = picture
    self.place = place
  }

  var rowKey: String { id.text }

  /// The id of the upload of a picture of a message, which no attempt changes (AS-20).
  static func id(of message: MessageID, number: Int) -> Key { Key("\(message.text)+\(number)") }

  /// Whether it waits for its author to try it again.
  var hasFailed: Bool { if case .failed = state { true } else { false } }

  /// Goes to another state; traps where the table of ``UploadState`` does not have the transition.
  mutating func become(_ next: UploadState) { state.become(next) }
}

/// A file of which this phone has the content.
struct FileFact: KeyedRow, Hashable, Sendable {
  /// Its place in storage, where no other file ever stands.
  let place: String
  /// Its content.
  let content: FileContent

  var rowKey: String { place }

  /// Its bytes where it is the picture of a message; 0 for others.
  var pictureByteCount: Int { ChatPlaces.message(at: place) == nil ? 0 : content.byteCount }
}
