internal import Devices

// The pictures of messages that this phone has, of which the least recently shown make room for others.

extension ChatModel {
  /// Notes the pictures that are on the screen, and removes those that were not shown for longest while all of them are larger
  /// than ``ChatPolicies/pictureCacheBytes``. They are placeholders again, and fetched once somebody looks (AD-02).
  ///
  /// What is on the screen stays, and so does a picture of this phone's own that the backend does not have yet.
  mutating func tidyPictures() {
    let limit = policies.pictureCacheBytes
    guard store.pictureByteCount > 0 else { return }
    let shown = shownPictures()
    noteShown(shown)
    guard store.pictureByteCount > limit else { return }
    var candidates: [(turn: Int, place: String)] = []
    // order: sorted below, and no two have one place.
    for place in store.files.keys where !shown.contains(place) {
      guard let id = ChatPlaces.message(at: place), store.uploads(of: id).isEmpty else { continue }
      candidates.append((pictureTurns[place] ?? 0, place))
    }
    candidates.sort { ($0.turn, $0.place) < ($1.turn, $1.place) }
    for (_, place) in candidates where store.pictureByteCount > limit {
      store.removeFile(at: place)
    }
  }

  /// The places of the pictures of the messages on the screen, also of the one that covers it, and of the rows of the media tab.
  private func shownPictures() -> Set<String> {
    guard navigation.isForeground, let open = navigation.open else { return [] }
    let projection = projection(clock: WallClock())
    var messages = projection.displayed(in: open)
    var rows: [String] = []
    switch navigation.sheet?.subject {
    case .picture(let id): messages.append(id)
    case .media(let id): rows = projection.placesOfMedia(in: id)
    default: break
    }
    return Set(
      rows
        + messages.flatMap { id -> [String] in
          guard let message = store.messages[id], !message.attachments.isEmpty else { return [] }
          return projection.shown(of: message).map { ChatPlaces.place(of: $0, in: message) }
        })
  }

  /// Gives the pictures on the screen the next turn, once for as long as they are the same.
  private mutating func noteShown(_ places: Set<String>) {
    guard places != lastShownPictures else { return }
    lastShownPictures = places
    pictureTurn += 1
    // order: all get the same turn.
    for place in places { pictureTurns[place] = pictureTurn }
  }
}
