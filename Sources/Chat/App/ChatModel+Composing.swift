internal import Devices

// Pictures in the composer, and the pages of those that were sent (AS-02, PM-21).

extension ChatModel {
  /// The most pictures of a message: one where only the first is shown (AD-07).
  private var picturesMax: Int { policies.attachments == .first ? 1 : Attachment.numbers.count }

  /// Puts a picture from the picker into the composer of the open thread, as large as it will be sent; where a message has one only, in the
  /// place of another. What cannot be sent is told of (AS-02, AS-16).
  mutating func choose(_ picture: Picture) {
    guard let open = navigation.open, store.conversations[open]?.letsWrite(user) == true,
      offers(picture, for: nil)
    else { return }
    closeSheet()
    let others = policies.attachments == .first ? [] : navigation.pictures
    if let words = refusal(of: others + [picture]) {
      navigation.alert = words
    } else {
      navigation.pictures = others + [picture.compressed()]
    }
  }

  /// Removes a picture from the composer, by its number from 1 on.
  mutating func removePicture(_ number: Int) {
    guard navigation.pictures.indices.contains(number - 1) else { return }
    navigation.pictures.remove(at: number - 1)
  }

  /// What is told of pictures that cannot be sent; nil of others: pictures are made smaller, and videos are not.
  func refusal(of pictures: [Picture]) -> String? {
    let (text, limit) = (policies.text, Picture.attachmentBytesMax)
    if pictures.count > picturesMax { return text.counted(.tooManyPictures, picturesMax) }
    for picture in pictures {
      if picture.isCorrupt { return text[picture.format.isVideo ? .videoDamaged : .pictureDamaged] }
      let sent = picture.compressed()
      if max(sent.width, sent.height) > Picture.sideMax {
        return text.filled(.tooManyPixels, ["limit": text.number(Picture.sideMax)])
      }
      guard picture.format.isVideo, picture.byteCount > limit else { continue }
      return text.filled(
        .videoTooLarge, ["size": text.size(picture.byteCount), "limit": text.size(limit)])
    }
    return nil
  }

  /// Turns to the next or the previous picture of a message, in its bubble and on the full screen alike; there it fits the
  /// screen at first.
  mutating func swipe(_ id: MessageID, _ turn: PageTurn) {
    guard let message = store.messages[id] else { return }
    let projection = projection(clock: WallClock())
    let page = projection.page(of: message) + (turn == .next ? 1 : -1)
    guard projection.shown(of: message).indices.contains(page) else { return }
    navigation.pages[id] = page
    if case .picture = navigation.sheet?.subject { zoom(to: Screen.PictureViewer.zooms.lowerBound) }
    store.touch(id)
  }

  /// Forgets to which pictures of messages the person has turned, as the thread is left.
  mutating func turnToFirstPages() {
    // order: each is drawn anew, whichever comes first.
    for id in navigation.pages.keys { store.touch(id) }
    navigation.pages = [:]
  }
}

/// The direction in which a person turns the pictures of a message.
public enum PageTurn: String, Hashable, Codable, Sendable, CaseIterable, CustomStringConvertible {
  case next
  case previous

  public var description: String { rawValue }
}
