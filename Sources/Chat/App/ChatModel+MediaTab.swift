internal import Backend
internal import Devices

// The media tab of a conversation, and the fetching of all that it lists (PM-17).

extension ChatModel {
  /// The number of pictures that are fetched at the same time, for threads and for the media tab; ours, so that the first is
  /// there soon on a slow network, and the link never idle between two.
  static let pictureDownloadsMax = 2

  /// Shows the photos and videos of the open conversation.
  mutating func openMedia(of id: ConversationID) {
    guard navigation.open == id, store.conversations[id]?.isMember == true else { return }
    closeSheet()
    stopTyping()
    navigation.sheet = Navigation.Sheet(subject: .media(id))
  }

  /// Lists only the media that a filter lets through.
  mutating func filterMedia(by filter: MediaFilter) {
    guard case .media = navigation.sheet?.subject else { return }
    navigation.sheet?.filter = filter
  }

  /// Fetches what the media tab lists and the phone lacks, the newest first; also what could not be fetched before.
  mutating func downloadAll() {
    guard case .media(let id) = navigation.sheet?.subject else { return }
    let filter = navigation.sheet?.filter ?? .all
    for place in projection(clock: WallClock()).missingMedia(in: id, filter) {
      store.queueFetch(at: place)
      pictureDownloads.waiting.append(place)
    }
    startPictureDownloads()
  }

  /// Fetches pictures that somebody looks at, before all that wait.
  mutating func fetchFirst(_ wanted: [String]) {
    if wanted.isEmpty { return }
    for place in wanted { store.queueFetch(at: place) }
    pictureDownloads.waiting.insert(contentsOf: wanted, at: 0)
    startPictureDownloads()
  }

  /// A file has come, or cannot be had: the next one is asked for.
  mutating func pictureDownloadEnded(at place: String) {
    guard pictureDownloads.running.remove(place) != nil else { return }
    startPictureDownloads()
  }

  private mutating func startPictureDownloads() {
    while pictureDownloads.running.count < Self.pictureDownloadsMax,
      !pictureDownloads.waiting.isEmpty
    {
      let place = pictureDownloads.waiting.removeFirst()
      // Nobody wants what was deleted meanwhile.
      guard store.isWanted(place) else {
        store.giveUpFetch(at: place)
        continue
      }
      let isFirst = pictureDownloads.running.insert(place).inserted
      if store.downloadState(at: place).isWaiting { store.fetch(.loading, at: place) }
      if isFirst { effects.append(.download(place)) }
    }
  }
}

/// The pictures that threads and the media tab ask for, by their places; no disk holds them.
struct PictureDownloads: Sendable {
  /// Those that are being fetched.
  var running: Set<String> = []
  /// Those that follow, in order.
  var waiting: [String] = []
}

extension ChatStore {
  /// Whether a message carries the file at a place, and this phone waits for it.
  func isWanted(_ place: String) -> Bool {
    guard let id = ChatPlaces.message(at: place),
      messages[id]?.attachments.contains(where: { $0.url == place }) == true
    else { return false }
    return downloadState(at: place).isUnderWay
  }
}
