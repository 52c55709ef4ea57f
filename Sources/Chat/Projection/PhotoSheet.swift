public import Devices

extension Screen {
  /// The photo picker, in front of the thread or of the information on a group: the photos of the library that the app may
  /// see, or a text where it may see none (AS-01).
  public struct PhotoSheet: Hashable, Sendable, CustomStringConvertible {
    /// The sheet's title.
    public let title: String
    /// What the app may see of the library.
    public let access: PhotoAccess
    /// The group whose photo is chosen; nil where a picture is chosen for the composer.
    public let group: ConversationID?
    /// The rows that are drawn, the newest first; all of them when there are few (PB-08).
    public let rows: [PhotoRow]
    /// The number of photos that the app may see.
    public let count: Int
    /// The words where there are none; nil where there are, and where the app may not see any.
    public let empty: String?
    /// The control that lets the person select more photos for the app; nil unless the library is limited.
    public let select: String?
    /// The text that stands instead of photos; nil where the app may see them, and behind the prompt.
    public let notice: String?
    /// The control that leads to Settings; nil where it would change nothing.
    public let settings: String?
    /// The control that closes the sheet.
    public let cancel: String

    init(
      title: String, access: PhotoAccess, group: ConversationID? = nil, rows: [PhotoRow] = [],
      count: Int = 0, empty: String? = nil, select: String? = nil, notice: String?,
      settings: String?, cancel: String
    ) {
      self.title = title
      self.access = access
      self.group = group
      self.rows = rows
      self.count = count
      self.empty = empty
      self.select = select
      self.notice = notice
      self.settings = settings
      self.cancel = cancel
    }

    /// Whether the app may show photos to choose from.
    public var canChoose: Bool { access.showsPhotos }
    /// The pictures of the rows.
    public var pictures: [Picture] { rows.map(\.picture) }
    /// The names in the rows.
    public var names: [String] { rows.map(\.name) }

    /// The sheet drawn with characters.
    public var description: String {
      var lines = rows.map { "  \($0.isVideo ? "▶ " : "")\($0.name)  \($0.time)" }
      if rows.count < count { lines.append("  …") }
      lines += [empty, notice].compactMap(\.self).map { "  \($0)" }
      lines += [select, settings].compactMap(\.self).map { "  → \($0)" }
      return (["[ \(title): \(access.rawValue) ]  \(cancel)"] + lines).joined(separator: "\n")
    }
  }

  /// A photo or a video in the photo picker.
  public struct PhotoRow: Hashable, Sendable {
    /// The picture, whose thumbnail is drawn.
    public let picture: Picture
    /// The day and the time of day at which it came into the library.
    public let time: String

    /// The name that is shown.
    public var name: String { picture.name }
    /// Whether it has the mark of a video.
    public var isVideo: Bool { picture.format.isVideo }
  }

  /// The system's prompt for the photo library, in front of the app.
  public struct PhotoPrompt: Hashable, Sendable, CustomStringConvertible {
    /// The question, with the app's reason for it.
    public let text: String
    /// The control that lets the person select some photos.
    public let limit: String
    /// The control that allows all photos.
    public let allow: String
    /// The control that allows none.
    public let deny: String

    public var description: String { "\(text)  \(limit)  \(allow)  \(deny)" }
  }

  /// The photo picker that is shown; nil when none is.
  public var photoSheet: PhotoSheet? {
    if case .photos(let sheet) = sheet { sheet } else { nil }
  }
}

extension ScreenProjection {
  /// The photo picker, for the composer or for the photo of a group.
  func photoSheet(of group: ConversationID?) -> Screen.PhotoSheet {
    let (access, photos) = (navigation.photoAccess, navigation.photos)
    let isDenied = access == .denied
    return Screen.PhotoSheet(
      title: policies.text[.photosTitle], access: access, group: group,
      rows: photos.photos.map { row(of: $0) }, count: photos.count,
      empty: access.showsPhotos && photos.count == 0 ? policies.text[.noPhotos] : nil,
      select: access == .limited ? policies.text[.selectMorePhotos] : nil,
      notice: isDenied ? policies.text[.photosDenied] : nil,
      settings: isDenied ? policies.text[.openSettings] : nil, cancel: policies.text[.cancel])
  }

  private func row(of photo: LibraryPhoto) -> Screen.PhotoRow {
    let day = TimeOfDay.dateText(ofDay: TimeOfDay.day(photo.milliseconds, in: clock))
    let time = "\(day) \(TimeOfDay.text(photo.milliseconds, in: clock))"
    return Screen.PhotoRow(picture: photo.picture, time: policies.text.digits(in: time))
  }

  /// The system's prompt; nil where it asks for nothing.
  func photoPrompt() -> Screen.PhotoPrompt? {
    guard navigation.isAskedForPhotos else { return nil }
    return Screen.PhotoPrompt(
      text: policies.text[.photosPrompt], limit: policies.text[.limitPhotos],
      allow: policies.text[.allowPhotos], deny: policies.text[.denyPhotos])
  }

  /// The warning at the pictures in the composer that there is hardly room for them (AS-18).
  func storageWarning() -> String? {
    guard !navigation.pictures.isEmpty else { return nil }
    let byteCount = navigation.pictures.reduce(0) { $0 + $1.byteCount }
    guard navigation.freeBytes < byteCount + Self.storageMargin else { return nil }
    return policies.text.filled(
      .storageLow,
      [
        "size": policies.text.size(byteCount),
        "free": policies.text.size(navigation.freeBytes),
      ])
  }

  /// The bytes that should be left beside a picture, for the system and other apps; ours.
  static let storageMargin = 50_000_000
}
