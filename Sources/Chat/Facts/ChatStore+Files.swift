internal import Backend
internal import Devices

// Files: what is on its way to storage, and what this phone has.

extension ChatStore {
  mutating func put(_ upload: UploadFact) {
    guard uploads.updateValue(upload, forKey: upload.rowKey) != upload else { return }
    appearances.increase()
    if case .message(let id, _) = upload.purpose { touch(id) }
    uncommitted.put(upload, at: upload.rowKey, in: Self.uploadTable)
  }

  mutating func remove(_ upload: UploadFact) {
    guard uploads.removeValue(forKey: upload.rowKey) != nil else { return }
    appearances.increase()
    if case .message(let id, _) = upload.purpose { touch(id) }
    uncommitted.delete(upload.rowKey, in: Self.uploadTable)
  }

  mutating func put(_ file: FileFact) {
    guard files[file.place] != file else { return }
    var state = files[file.place] == nil ? downloadState(at: file.place) : .placeholder
    state.become(.shown)
    fetches[file.place] = nil
    pictureByteCount += file.pictureByteCount - (files[file.place]?.pictureByteCount ?? 0)
    files[file.place] = file
    appearances.increase()
    uncommitted.put(
      file, at: file.rowKey, in: Self.fileTable, fileByteCount: file.content.byteCount)
    pictureChanged(at: file.place)
  }

  mutating func removeFile(at place: String) {
    guard let file = files[place] else { return }
    var state = downloadState(at: place)
    state.become(.placeholder)
    files[place] = nil
    pictureByteCount -= file.pictureByteCount
    uncommitted.delete(place, in: Self.fileTable)
    pictureChanged(at: place)
  }

  /// Whether a group shows the photo at a place.
  func isPhotoOfAGroup(_ place: String) -> Bool {
    // order: whether there is one is the same in any.
    conversations.values.contains { $0.photo == place }
  }

  // MARK: - Pictures of messages

  /// The upload of a picture of a message; nil where none is on its way.
  func upload(of id: MessageID, number: Int) -> UploadFact? {
    uploads.isEmpty ? nil : uploads[UploadFact.id(of: id, number: number).text]
  }

  /// The uploads of the pictures of a message, in their order.
  func uploads(of id: MessageID) -> [UploadFact] {
    uploads.isEmpty ? [] : Attachment.numbers.compactMap { upload(of: id, number: $0) }
  }

  /// The places of the pictures of a message; of one that has none any more, those that this phone has: what
  /// it uploads is among them.
  func standingPlaces(of message: MessageFact) -> [String] {
    if !message.attachments.isEmpty {
      return message.attachments.map { ChatPlaces.place(of: $0, in: message) }
    }
    if files.isEmpty { return [] }
    let folder = ChatPlaces.folder(of: message)
    return files.keys.filter { $0.hasPrefix(folder) }.sorted()
  }

  /// The state of the picture at a place.
  func downloadState(at place: String) -> DownloadState {
    files[place] != nil ? .shown : fetches[place] ?? .placeholder
  }

  /// Whether a picture of a message was not uploaded, and waits for its author.
  func hasFailedUpload(of id: MessageID) -> Bool {
    uploads(of: id).contains(where: \.hasFailed)
  }

  /// Whether a picture of a message could not be fetched.
  func hasFailedDownload(of message: MessageFact) -> Bool {
    message.attachments.contains { attachment in
      guard let url = attachment.url, case .failed = downloadState(at: url) else { return false }
      return true
    }
  }

  /// Takes a picture that is not on this phone to another state; traps where the table of ``DownloadState`` does not have the
  /// transition. It is shown once its file is kept.
  mutating func fetch(_ next: DownloadState, at place: String) {
    var state = downloadState(at: place)
    state.become(next)
    fetches[place] = next
    pictureChanged(at: place)
  }

  /// A picture is wanted, for the first time or once more after it could not be had.
  mutating func queueFetch(at place: String) {
    if case .failed = downloadState(at: place) { return fetch(.retried, at: place) }
    fetch(.queued, at: place)
  }

  /// A picture that nobody wants is not fetched any more. Its message may come to have it again, which is asked for then.
  mutating func giveUpFetch(at place: String) {
    guard fetches[place]?.isUnderWay == true else { return }
    fetch(.placeholder, at: place)
    fetches[place] = nil
  }

  private mutating func pictureChanged(at place: String) {
    guard let id = ChatPlaces.message(at: place), let message = messages[id] else { return }
    touch(id)
    noteAwaited(message)
  }

  /// Notes whether a message has pictures that are uploaded and not on this phone.
  mutating func noteAwaited(_ message: MessageFact) {
    if message.attachments.contains(where: { $0.url.map { files[$0] == nil } ?? false }) {
      awaitingPictures.insert(message.id)
    } else {
      awaitingPictures.remove(message.id)
    }
  }
}
