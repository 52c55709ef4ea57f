/// A reason why a disk does not take a commit; nothing of the commit is on the disk then.
public enum DiskFailure: String, Hashable, Sendable {
  /// There is no room: `SQLITE_FULL` of SQLite, `NSFileWriteOutOfSpaceError` of Foundation, `ENOSPC` of the system.
  ///
  /// Source: SQLite, "Result and Error Codes", (13) SQLITE_FULL; Apple, `CocoaError.Code.fileWriteOutOfSpace`.
  case full
  /// The write failed, and the next one may not: `SQLITE_IOERR`, `EIO`.
  ///
  /// Source: SQLite, "Result and Error Codes", (10) SQLITE_IOERR.
  case writeFailed = "write failed"
  /// The phone is locked, and the app's files with it: `SQLITE_AUTH` of SQLite, `NSFileReadNoPermissionError` of Foundation, `EPERM`.
  ///
  /// They can be used again when ``PhoneApp/protectedDataBecameAvailable()`` is called. Source: Apple, "Encrypting Your App's Files".
  case protected
}

/// Thrown by ``AppProcess/commit(_:)`` and ``AppProcess/storedImage()``.
public enum CommitError: Error, Hashable, CustomStringConvertible, Sendable {
  /// The process died before it, or in the commit.
  case processGone(ProcessGone)
  /// The disk did not take the commit; the app may try again.
  case disk(DiskFailure)

  public var description: String {
    switch self {
    case .processGone(let gone): "\(gone)"
    case .disk(.full): "the disk is full"
    case .disk(.writeFailed): "writing to the disk failed"
    case .disk(.protected): "the phone is locked, and its files are protected"
    }
  }
}
