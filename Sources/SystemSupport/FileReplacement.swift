#if canImport(Glibc)
  internal import Glibc
#elseif canImport(Musl)
  internal import Musl
#else
  internal import Darwin
#endif

/// Putting a finished file in the place of another one.
///
/// Each function returns the system's error number, or nil when it is done. Paths are passed as C strings for the
/// length of a call only.
package enum FileReplacement {
  /// Gives the file at `source` the name `destination`; whoever opens that name sees the old file or
  /// the new one, whole (rename of POSIX).
  ///
  /// Foundation's `replaceItemAt` is no substitute: on Linux it takes the old file away first.
  package static func move(_ source: String, to destination: String) -> Int32? {
    unsafe rename(source, destination) == 0 ? nil : errno
  }

  /// Gives a file the mode of another one, and its owner and group where this user may.
  package static func setAttributes(of path: String, from model: String) -> Int32? {
    var status = stat()
    guard unsafe stat(model, &status) == 0 else { return errno }
    // Before the mode: a change of owner takes the bits for the owner's rights away.
    _ = unsafe chown(path, status.st_uid, status.st_gid)
    return unsafe chmod(path, status.st_mode & 0o7777) == 0 ? nil : errno
  }

  /// Writes what the file at `source` holds into the one at `destination`, which stays the same file for all its names.
  ///
  /// The space is taken before anything is written over, so that a full disk leaves the old contents. What ends the
  /// process, or the machine, meanwhile leaves a file of both.
  package static func copy(_ source: String, into destination: String) -> Int32? {
    let from = unsafe open(source, O_RDONLY | O_CLOEXEC)
    guard from >= 0 else { return errno }
    defer { _ = close(from) }
    let to = unsafe open(destination, O_WRONLY | O_CLOEXEC)
    guard to >= 0 else { return errno }
    defer { _ = close(to) }
    var (new, old) = (stat(), stat())
    guard unsafe fstat(from, &new) == 0, unsafe fstat(to, &old) == 0 else { return errno }
    if new.st_size > 0 {
      let number = reserve(Int(new.st_size), in: to)
      // File systems that cannot do it say so; all other errors would come while the old contents go.
      guard [0, EOPNOTSUPP, EINVAL, ENOSYS].contains(number) else {
        _ = ftruncate(to, old.st_size)
        return number
      }
    }
    if let number = pump(from, to) { return number }
    guard ftruncate(to, new.st_size) == 0, makeDurable(to) == 0 else { return errno }
    return nil
  }

  private static func pump(_ source: Int32, _ destination: Int32) -> Int32? {
    var block = [UInt8](repeating: 0, count: 1 << 16)
    while true {
      let count = unsafe block.withUnsafeMutableBytes {
        unsafe read(source, $0.baseAddress, $0.count)
      }
      if count < 0, errno == EINTR { continue }
      guard count > 0 else { return count < 0 ? errno : nil }
      var start = 0
      while start < count {
        let written = unsafe block.withUnsafeBytes {
          unsafe write(destination, $0.baseAddress.map { unsafe $0 + start }, count - start)
        }
        if written < 0, errno == EINTR { continue }
        guard written > 0 else { return written < 0 ? errno : ENOSPC }
        start += written
      }
    }
  }
}

#if !canImport(Darwin)
  extension FileReplacement {
    /// Takes the space for the first bytes of an open file; returns the system's error number, or 0.
    fileprivate static func reserve(_ byteCount: Int, in file: Int32) -> Int32 {
      posix_fallocate(file, 0, off_t(byteCount))
    }

    /// Has the disk keep what was written to an open file; returns 0, or -1 with `errno`.
    fileprivate static func makeDurable(_ file: Int32) -> Int32 { fsync(file) }
  }
#endif
