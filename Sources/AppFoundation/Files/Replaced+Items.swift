internal import Foundation
internal import Simulator
internal import SystemSupport

// `replaceItemAt`, by which an app puts a file in the place of another at once. The library's own on Linux takes the old file away and
// fails then (6.3.1); in a container it does what the platform promises.

extension Replaced {
  static var items: [Interposed.Replacement] {
    let replaceAt: ReplaceAt = { try Replaced.replaceItem($0, with: $1, backup: $2, $3) }
    return unsafe [
      Interposed.replacement(
        """
        $s20FoundationEssentials11FileManagerC0A0E13replaceItemAt_04withfG006backupF4Name7optionsAA3URLVSgAJ_AJSSSg\
        AC0F18ReplacementOptionsVtKF
        """, replaceAt, &realReplaceAt),
      Interposed.replacement(
        """
        $s20FoundationEssentials11FileManagerC0A0E11replaceItem2at04withF2At06backupF4Name7optionsAA3URLVSgAK_AKSSSg\
        AC0F18ReplacementOptionsVtKF
        """, replaceAt, &realReplace),
    ]
  }

  private typealias ReplaceAt =
    @convention(thin) (URL, URL, String?, FileManager.ItemReplacementOptions) throws -> URL?

  /// The library's method with the object that it is called on: that is handed over where a closure has what it captured.
  private struct Method {
    let call: (URL, URL, String?, FileManager.ItemReplacementOptions) throws -> URL?
  }

  /// Gives an item the place of another; where there is none, it is moved there, which is ours.
  ///
  /// Source: Apple, `replaceItem(at:withItemAt:backupItemName:options:resultingItemURL:)`: no data are lost on the way, and a
  /// backup is removed in the end unless it is wanted. The metadata are the new item's whatever the options say; ours.
  private static func replaceItem(
    _ original: URL, with new: URL, backup: String?, _ options: FileManager.ItemReplacementOptions
  ) throws -> URL? {
    let manager = FileManager.default
    guard manager is PhoneFileManager else {
      let method = unsafe unsafeBitCast((Interposed.real(&realReplaceAt), manager), to: Method.self)
      return try method.call(original, new, backup, options)
    }
    let backup = backup.map { original.deletingLastPathComponent().appending(path: $0) }
    if let backup, manager.fileExists(atPath: original.path) {
      if manager.fileExists(atPath: backup.path) { try manager.removeItem(at: backup) }
      if options.contains(.withoutDeletingBackupItem) {
        try manager.copyItem(at: original, to: backup)
      }
    }
    var isFolder = false
    if manager.fileExists(atPath: original.path, isDirectory: &isFolder), isFolder {
      // The system has a call for two folders to change places; a container has not.
      try manager.removeItem(at: original)
    }
    guard unsafe rename(new.path, original.path) == 0 else {
      let code: CocoaError.Code =
        switch errno {
        case ENOENT: .fileNoSuchFile
        case ENOSPC: .fileWriteOutOfSpace
        default: .fileWriteUnknown
        }
      throw CocoaError(code, userInfo: [NSFilePathErrorKey: new.path])
    }
    return original
  }
}

@exclusivity(unchecked) nonisolated(unsafe) private var realReplaceAt: UInt = 0
@exclusivity(unchecked) nonisolated(unsafe) private var realReplace: UInt = 0
