public import Backend

/// The media of a conversation that the media tab lists.
public enum MediaFilter: String, Hashable, Codable, Sendable, CaseIterable, CustomStringConvertible
{
  case all
  case photos
  case videos

  public var description: String { rawValue }
}

extension Screen {
  /// The photos and videos of a conversation, the newest first (PM-17).
  public struct MediaSheet: Hashable, Sendable {
    /// The conversation.
    public let conversation: ConversationID
    /// The sheet's title.
    public let title: String
    /// The filter that is chosen.
    public let filter: MediaFilter
    /// The words of the filters, in the order of ``MediaFilter``.
    public let filters: [String]
    /// The rows that are drawn; all of them when there are few (PB-08).
    public let rows: [MediaRow]
    /// The number of photos and videos that the filter lets through.
    public let count: Int
    /// The words where there are none; nil where there are.
    public let empty: String?
    /// The control that fetches all that the phone lacks; nil where it lacks none, or all of it is on its way.
    public let downloadAll: String?
    /// The control that closes the sheet.
    public let done: String
  }

  /// A photo or a video on the media tab.
  public struct MediaRow: Hashable, Sendable {
    /// The message that carries it.
    public let message: MessageID
    /// Its number in the message, from 1 on.
    public let number: Int
    /// Whether it has the mark of a video.
    public let isVideo: Bool
    /// The name of who sent it.
    public let author: String
    /// The time of day of the message.
    public let time: String
    /// The content that is drawn; nil where this phone has not got it.
    public let content: FileContent?
    /// The words that say whether it is on the phone, on its way, or why not.
    public let state: String
    /// Whether it could not be sent or fetched.
    public let hasFailed: Bool
    /// The control that deletes it from the group; nil for who may not (PM-18).
    public let delete: String?
  }

  /// The media tab that is shown; nil when none is.
  public var mediaSheet: MediaSheet? {
    if case .media(let sheet) = sheet { sheet } else { nil }
  }
}

extension ScreenProjection {
  /// The media that the media tab lists, of the newest message first: of those that the backend has and that this viewer may
  /// see, who joined before them (C-25).
  func media(
    in id: ConversationID, _ filter: MediaFilter
  ) -> [(message: MessageFact, attachment: Attachment)] {
    let joined = store.joinTime(in: id) ?? .min
    return ordered(in: id).reversed().compactMap { store.messages[$0] }.flatMap { message in
      let isListed =
        message.submission == .accepted
        && message.serverMilliseconds ?? .max >= joined
      return (isListed ? shown(of: message) : []).filter { attachment in
        filter == .all || attachment.isVideo == (filter == .videos)
      }.map { (message, $0) }
    }
  }

  /// The places of the files of the media tab that this phone lacks, has not asked for, and could get.
  func missingMedia(in id: ConversationID, _ filter: MediaFilter) -> [String] {
    media(in: id, filter).compactMap { item in
      guard let url = item.attachment.url else { return nil }
      switch store.downloadState(at: url) {
      case .placeholder, .failed: return url
      case .queued, .retried, .loading, .shown: return nil
      }
    }
  }

  /// The authors of the rows that the media tab draws, by their ids.
  func authorsOfMedia(in id: ConversationID) -> [UserID] {
    let filter = navigation.sheet?.filter ?? .all
    return Set(media(in: id, filter).prefix(rowLimit).map(\.message.author)).subtracting([user])
      .sorted()
  }

  /// The places of the files of the rows that the media tab draws.
  func placesOfMedia(in id: ConversationID) -> [String] {
    media(in: id, navigation.sheet?.filter ?? .all).prefix(rowLimit).map {
      ChatPlaces.place(of: $0.attachment, in: $0.message)
    }
  }

  /// The media tab of a conversation.
  func mediaSheet(of conversation: ConversationFact) -> Screen.MediaSheet {
    let text = policies.text
    let filter = navigation.sheet?.filter ?? .all
    let media = media(in: conversation.id, filter)
    let missing = missingMedia(in: conversation.id, filter).count
    return Screen.MediaSheet(
      conversation: conversation.id, title: text[.mediaTitle], filter: filter,
      filters: [text[.allMedia], text[.photosOnly], text[.videosOnly]],
      rows: media.prefix(rowLimit).map { row(of: $0.attachment, in: $0.message) },
      count: media.count, empty: media.isEmpty ? text[.noMedia] : nil,
      downloadAll: missing > 0 ? text.counted(.downloadAll, missing) : nil, done: text[.done])
  }

  private func row(of attachment: Attachment, in message: MessageFact) -> Screen.MediaRow {
    let photo = photo(attachment, of: message)
    return Screen.MediaRow(
      message: message.id, number: attachment.number, isVideo: photo.isVideo,
      author: message.author == user ? policies.text[.you] : name(of: message.author),
      time: policies.text.digits(in: TimeOfDay.text(message.localMilliseconds, in: clock)),
      content: photo.content, state: state(of: photo, attachment),
      hasFailed: photo.failure != nil,
      delete: offersMediaDeletion(of: message) ? policies.text[.deleteMedia] : nil)
  }

  private func state(of photo: Screen.Photo, _ attachment: Attachment) -> String {
    if let words = photo.failure ?? photo.progress { return words }
    if photo.content != nil { return policies.text[.mediaHere] }
    if attachment.url == nil { return policies.text[.mediaToCome] }
    let isLoading = store.downloadState(at: photo.place).isUnderWay
    return policies.text[isLoading ? .mediaLoading : .mediaElsewhere]
  }
}
