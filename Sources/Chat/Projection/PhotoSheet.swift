public import Devices

extension Screen {
  /// The photo picker in front of the thread: the photos of the library, or a text where the app may not see them (AS-01).
  public struct PhotoSheet: Hashable, Sendable, CustomStringConvertible {
    /// The sheet's title.
    public let title: String
    /// What the app may see of the library.
    public let access: PhotoAccess
    /// The text that stands instead of photos; nil where there are photos, and behind the prompt.
    public let notice: String?
    /// The control that leads to Settings; nil where it would change nothing.
    public let settings: String?
    /// The control that closes the sheet.
    public let cancel: String

    /// Whether a photo can be chosen.
    public var canChoose: Bool { access.showsPhotos }

    /// The sheet drawn with characters.
    public var description: String {
      let lines = [notice.map { "  \($0)" }, settings.map { "  → \($0)" }].compactMap(\.self)
      return (["[ \(title): \(access.rawValue) ]  \(cancel)"] + lines).joined(separator: "\n")
    }
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
  /// The photo picker.
  func photoSheet() -> Screen.PhotoSheet {
    let isDenied = navigation.photoAccess == .denied
    return Screen.PhotoSheet(
      title: policies.text[.photosTitle], access: navigation.photoAccess,
      notice: isDenied ? policies.text[.photosDenied] : nil,
      settings: isDenied ? policies.text[.openSettings] : nil, cancel: policies.text[.cancel])
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
