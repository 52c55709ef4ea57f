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

    /// The picture in a line of a story.
    public var description: String {
      let words = [content == nil ? "placeholder" : "shown", progress, failure].compactMap(\.self)
      return "[\(width)×\(height) \(words.joined(separator: ", "))]"
    }
  }

  /// The picture of a message on the full screen (AD-05).
  public struct PictureViewer: Hashable, Sendable, CustomStringConvertible {
    /// The zooms that there are, in percent of the size that fits the screen.
    public static let zooms = 100...400

    /// The message that carries it.
    public let message: MessageID
    /// The content that is drawn.
    public let content: FileContent
    /// The zoom in percent.
    public let zoom: Int
    /// The control that closes the viewer, as a swipe down does.
    public let close: String

    public var description: String { "[ picture of \(message), \(zoom) % ]  \(close)" }
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

    public var description: String { "[\(name), \(size)]" }
  }
}

extension ScreenProjection {
  /// The picture of a message; nil where it carries none.
  func photo(of message: MessageFact) -> Screen.Photo? {
    guard let attachment = message.attachment, let place = store.picturePlace(of: message) else {
      return nil
    }
    let upload = store.uploads[message.id.text]
    let (width, height) = PhotoSize.fitting(
      width: attachment.width, height: attachment.height, at: navigation.traits.textSize)
    return Screen.Photo(
      place: place, content: store.files[place]?.content,
      progress: progress(of: upload), failure: failure(of: upload, at: place),
      width: width, height: height, label: policies.text[label(of: place)])
  }

  /// A picture that is here says that it can be opened (AX-02).
  private func label(of place: String) -> ChatText.Phrase {
    store.files[place] == nil ? .spokenPlaceholder : .spokenPhoto
  }

  /// The picture of a message on the full screen; nil once it is gone.
  func pictureViewer(of id: MessageID) -> Screen.PictureViewer? {
    guard let message = store.messages[id], let place = store.picturePlace(of: message),
      let content = store.files[place]?.content
    else { return nil }
    return Screen.PictureViewer(
      message: id, content: content, zoom: navigation.sheet?.zoom ?? 100,
      close: policies.text[.closePicture])
  }

  private func progress(of upload: UploadFact?) -> String? {
    let percent: Int
    switch upload?.state {
    case .queued: percent = 0
    case .uploading(let share): percent = share
    case .uploaded: percent = 100
    case .local, .failed, nil: return nil
    }
    return policies.text.filled(.uploadedShare, ["percent": policies.text.number(percent)])
  }

  private func failure(of upload: UploadFact?, at place: String) -> String? {
    if case .failed(let reason) = upload?.state {
      switch reason {
      case .disconnected: return policies.text[.uploadDisconnected]
      case .timedOut: return policies.text[.uploadTimedOut]
      case .refused: return policies.text[.uploadRefused]
      }
    }
    guard case .failed(let reason) = store.downloadState(at: place) else { return nil }
    switch reason {
    case .timedOut: return policies.text[.downloadTimedOut]
    case .unavailable: return policies.text[.downloadUnavailable]
    }
  }

  /// The controls of the picture of a message: retry where it was not uploaded, reload where it was not fetched.
  func pictureControls(of message: MessageFact) -> [Screen.Bubble.Control] {
    if store.hasFailedUpload(of: message.id) { return [.retry] }
    return store.hasFailedDownload(of: message) ? [.reload] : []
  }

  /// The picture in the composer.
  func preview(of picture: Picture) -> Screen.Preview {
    Screen.Preview(
      name: picture.name, thumbnail: picture.content, size: policies.text.size(picture.byteCount))
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
  /// The width of the screen in points: that of an iPhone 15.
  static let screenWidth = 393
  /// The largest width: 75 % of the screen's.
  static let widthMax = screenWidth * 75 / 100
  /// The largest height in points.
  static let heightMax = 300

  /// The size in points of a picture of so many pixels: as large as both limits let it be, with its proportions, and at least
  /// a point wide and high.
  ///
  /// It is smaller with smaller text, as body text is, and as large as the limits from the usual size on (AX-03).
  static func fitting(
    width: Int, height: Int, at textSize: TextSize = .large
  ) -> (width: Int, height: Int) {
    let (widthMax, heightMax) = (
      min(Self.widthMax, textSize.scaled(Self.widthMax)),
      min(Self.heightMax, textSize.scaled(Self.heightMax))
    )
    if widthMax * height <= heightMax * width {
      return (widthMax, max(1, widthMax * height / width))
    }
    return (max(1, heightMax * width / height), heightMax)
  }
}
