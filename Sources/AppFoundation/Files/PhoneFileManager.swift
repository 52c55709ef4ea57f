internal import Foundation

/// `FileManager.default` of an app on a phone: its folders are those of the app's container, as on iOS. All else is the library's,
/// which asks the C library.
///
/// `@unchecked Sendable`: as its class; what it has does not change.
final class PhoneFileManager: FileManager, @unchecked Sendable {
  private let home: URL

  init(container: String) {
    home = URL(filePath: container, directoryHint: .isDirectory)
    super.init()
  }

  override var homeDirectoryForCurrentUser: URL { home }

  override var temporaryDirectory: URL { folder("tmp") }

  /// Source: "About the iOS File System", File System Programming Guide; `FileManager.SearchPathDirectory`.
  override func urls(for directory: SearchPathDirectory, in domains: SearchPathDomainMask) -> [URL]
  {
    guard domains.contains(.userDomainMask) else { return [] }
    let name: String? =
      switch directory {
      case .documentDirectory: "Documents"
      case .libraryDirectory: "Library"
      case .cachesDirectory: "Library/Caches"
      case .applicationSupportDirectory: "Library/Application Support"
      case .preferencePanesDirectory: "Library/PreferencePanes"
      case .autosavedInformationDirectory: "Library/Autosave Information"
      case .desktopDirectory: "Desktop"
      case .downloadsDirectory: "Downloads"
      case .moviesDirectory: "Movies"
      case .musicDirectory: "Music"
      case .picturesDirectory: "Pictures"
      case .sharedPublicDirectory: "Public"
      case .trashDirectory: ".Trash"
      default: nil
      }
    return name.map { [folder($0)] } ?? []
  }

  private func folder(_ name: String) -> URL {
    home.appending(path: name, directoryHint: .isDirectory)
  }
}
