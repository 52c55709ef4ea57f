internal import Glibc

/// Putting a finished file in the place of another one.
package enum FileReplacement {
  /// Gives the file at `source` the name `destination`; whoever opens that name sees the old file or
  /// the new one, whole (rename of POSIX).
  ///
  /// Foundation's `replaceItemAt` is no substitute: on Linux it takes the old file away first.
  ///
  /// - Returns: The system's error number, or nil when it is done.
  package static func move(_ source: String, to destination: String) -> Int32? {
    // The strings are passed as C strings for the length of the call only.
    unsafe rename(source, destination) == 0 ? nil : errno
  }
}
