public import Backend
internal import Devices

extension Screen {
  /// The picture of a message, as its bubble shows it: above the text (AD-01).
  public struct Photo: Hashable, Sendable, CustomStringConvertible {
    /// The place of its file in storage, there or to come.
    public let place: String
    /// The content that is drawn; nil where a placeholder stands for it (AD-02).
    public let content: FileContent?
    /// The share that is uploaded, over the picture, such as "45 %"; nil where none is on its way (AD-08).
    public let progress: String?
    /// The reason why it was not uploaded (AS-10) or fetched (AD-03); nil where there is none.
    public let failure: String?
    /// The width in points.
    public let width: Int
    /// The height in points.
    public let height: Int
    /// The words that VoiceOver says of it.
    public let label: String
    /// Whether it has the mark of a video that can be played.
    public let isVideo: Bool

    /// The picture in a line of a story.
    public var description: String {
      let words = [content == nil ? "placeholder" : "shown", progress, failure].compactMap(\.self)
      return "[\(isVideo ? "▶ " : "")\(width)×\(height) \(words.joined(separator: ", "))]"
    }
  }

  /// The picture of a message on the full screen (AD-05).
  public struct PictureViewer: Hashable, Sendable, CustomStringConvertible {
    /// The zooms that there are, in percent of the size that fits the screen.
    public static let zooms = 100...400

    /// The message that carries it.
    public let message: MessageID
    /// The content that is drawn; nil where a placeholder stands for it.
    public let content: FileContent?
    /// Whether it has the mark of a video that can be played.
    public let isVideo: Bool
    /// The number of the picture, such as "2 of 3"; nil where the message has one only (PM-21).
    public let pageLabel: String?
    /// The zoom in percent.
    public let zoom: Int
    /// The control that deletes the picture from its group; nil for who may not (PM-18).
    public let delete: String?
    /// The control that closes the viewer, as a swipe down does (``ChatGesture/swipeDown``).
    public let close: String

    public var description: String {
      "[ \(isVideo ? "▶ " : "")picture \(pageLabel.map { "\($0) " } ?? "")of \(message), \(zoom) % ]  \(delete.map { "\($0)  " } ?? "")\(close)"
    }
  }

  /// The picture on the full screen; nil where none is.
  public var pictureViewer: PictureViewer? {
    if case .picture(let viewer) = sheet { viewer } else { nil }
  }

  /// The picture in the composer, before it is sent (AS-02).
  public struct Preview: Hashable, Sendable, CustomStringConvertible {
    /// The name of the picture in the library.
    public let name: String
    /// The content that is drawn small.
    public let thumbnail: FileContent
    /// The size of the file that will be sent, such as "1.9 MB".
    public let size: String
    /// Whether it has the mark of a video.
    public let isVideo: Bool

    public var description: String { "[\(isVideo ? "▶ " : "")\(name), \(size)]" }
  }
}

extension ScreenProjection {
  /// The attachments of a message that are shown: the first alone, or all of them (AD-07, PM-21).
  func shown(of message: MessageFact) -> ArraySlice<Attachment> {
    policies.attachments == .first ? message.attachments.prefix(1) : message.attachments[...]
  }

  /// The page to which the person has turned, from 0 on.
  func page(of message: MessageFact) -> Int {
    navigation.pages.isEmpty ? 0 : navigation.pages[message.id] ?? 0
  }

  /// The number of the page that is shown, in words; nil where there is one only.
  func pageLabel(of message: MessageFact) -> String? {
    let count = shown(of: message).count
    guard count > 1 else { return nil }
    let text = policies.text
    return text.filled(
      .pageNumber, ["page": text.number(page(of: message) + 1), "all": text.number(count)])
  }

  /// A picture of a message.
  func photo(_ attachment: Attachment, of message: MessageFact) -> Screen.Photo {
    let place = ChatPlaces.place(of: attachment, in: message)
    let upload = store.upload(of: message.id, number: attachment.number)
    let (width, height) = PhotoSize.fitting(
      width: attachment.width, height: attachment.height, at: navigation.traits.textSize,
      on: navigation.traits.width)
    return Screen.Photo(
      place: place, content: store.files[place]?.content,
      // What was not sent waits for its author, as its picture does.
      progress: message.hasFailed ? nil : progress(of: upload),
      failure: failure(of: upload, at: place, attachment),
      width: width, height: height, label: policies.text[label(of: place, attachment)],
      isVideo: attachment.isVideo)
  }

  /// A picture that is here says that it can be opened (AX-02).
  private func label(of place: String, _ attachment: Attachment) -> ChatText.Phrase {
    if attachment.isVideo {
      return store.files[place] == nil ? .spokenVideoPlaceholder : .spokenVideo
    }
    return store.files[place] == nil ? .spokenPlaceholder : .spokenPhoto
  }

  /// The picture of a message on the full screen, of several the one to which the person has turned; nil once it is gone.
  func pictureViewer(of id: MessageID) -> Screen.PictureViewer? {
    guard let message = store.messages[id] else { return nil }
    let shown = shown(of: message)
    guard shown.indices.contains(page(of: message)) else { return nil }
    let attachment = shown[page(of: message)]
    let place = ChatPlaces.place(of: attachment, in: message)
    return Screen.PictureViewer(
      message: id, content: store.files[place]?.content, isVideo: attachment.isVideo,
      pageLabel: pageLabel(of: message), zoom: navigation.sheet?.zoom ?? 100,
      delete: offersMediaDeletion(of: message) ? policies.text[.deleteMedia] : nil,
      close: policies.text[.closePicture])
  }

  private func progress(of upload: UploadFact?) -> String? {
    let percent: Int
    switch upload?.state {
    case .queued, .retried: percent = 0
    case .uploading(let share): percent = share
    case .uploaded: percent = 100
    case .local, .failed, nil: return nil
    }
    return policies.text.filled(.uploadedShare, ["percent": policies.text.number(percent)])
  }

  private func failure(
    of upload: UploadFact?, at place: String, _ attachment: Attachment
  ) -> String? {
    if case .failed(let reason) = upload?.state {
      switch reason {
      case .disconnected: return policies.text[.uploadDisconnected]
      case .timedOut: return policies.text[.uploadTimedOut]
      case .refused: return policies.text[attachment.isVideo ? .videoRefused : .uploadRefused]
      }
    }
    guard case .failed(let reason) = store.downloadState(at: place) else { return nil }
    switch reason {
    case .timedOut: return policies.text[.downloadTimedOut]
    case .unavailable:
      return policies.text[attachment.isVideo ? .videoUnavailable : .downloadUnavailable]
    }
  }

  /// The controls of the picture of a message: retry where it was not uploaded, reload where it was not fetched, and for
  /// admins its deletion.
  func pictureControls(of message: MessageFact) -> [Screen.Bubble.Control] {
    let ofAdmins: [Screen.Bubble.Control] = offersMediaDeletion(of: message) ? [.deleteMedia] : []
    if store.hasFailedUpload(of: message.id) { return [.retry] + ofAdmins }
    return (store.hasFailedDownload(of: message) ? [.reload] : []) + ofAdmins
  }

  /// The picture in the composer.
  func preview(of picture: Picture) -> Screen.Preview {
    Screen.Preview(
      name: picture.name, thumbnail: picture.content, size: policies.text.size(picture.byteCount),
      isVideo: picture.format.isVideo)
  }
}

extension ChatText {
  /// A size in bytes in words: in megabytes with one digit behind the decimal separator, in kilobytes below one.
  ///
  /// A thousand bytes are a kilobyte, as files are counted on the platform. Source: Apple, `ByteCountFormatter.CountStyle.file`.
  func size(_ bytes: Int) -> String {
    if bytes < 1_000_000 {
      return filled(.kilobytes, ["count": number(bytes == 0 ? 0 : max(1, bytes / 1_000))])
    }
    let tenths = (bytes + 50_000) / 100_000
    return filled(.megabytes, ["count": locale.decimal(tenths: tenths)])
  }
}

/// The size at which pictures are drawn in bubbles (AD-06).
enum PhotoSize {
  /// The largest height in points.
  static let heightMax = 300

  /// The size in points of a picture of so many pixels: as large as both limits let it be, with its proportions, and at least
  /// a point wide and high.
  ///
  /// It grows as body text does, up to the largest of the sizes that are not accessibility sizes: at that one and beyond it
  /// is as large as the limits (AX-03). That is ours: as large at the usual size, it could not grow with larger text.
  static func fitting(
    width: Int, height: Int, at textSize: TextSize = .large,
    on screenWidth: Int = PhoneTraits.usualWidth
  ) -> (width: Int, height: Int) {
    // 75 % of the screen's width.
    let widthLimit = max(1, screenWidth * 75 / 100)
    let (widthMax, heightMax) = (
      min(widthLimit, scaled(widthLimit, at: textSize)),
      min(Self.heightMax, scaled(Self.heightMax, at: textSize))
    )
    if widthMax * height <= heightMax * width {
      return (max(1, widthMax), max(1, widthMax * height / width))
    }
    return (max(1, heightMax * width / height), heightMax)
  }

  /// A limit as long as it is for text of this size.
  private static func scaled(_ limit: Int, at textSize: TextSize) -> Int {
    limit * textSize.bodyPoints / TextSize.extraExtraExtraLarge.bodyPoints
  }
}
