#if canImport(Glibc)
  internal import Glibc
#elseif canImport(Musl)
  internal import Musl
#else
  internal import Darwin
#endif

/// Files that belong to the process that writes them, as long as it lives (flock of Linux).
///
/// A lock says more than a process number: numbers are given again, and differ between containers that share a folder.
package enum LockedFile {
  /// The result of making a file.
  package enum Made: Hashable, Sendable {
    /// The file's descriptor, which holds the lock and is closed in programs that this one starts.
    case descriptor(Int32)
    /// The system's error number.
    case failed(Int32)
  }

  /// Makes a file that is not there yet, for this user alone where it will get another file's mode.
  package static func make(_ path: String, isPrivate: Bool) -> Made {
    let descriptor = unsafe open(
      path, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, isPrivate ? 0o600 : 0o666)
    guard descriptor >= 0 else { return .failed(errno) }
    // Where a file system has no locks, the number of the process must do.
    _ = flock(descriptor, LOCK_EX | LOCK_NB)
    return .descriptor(descriptor)
  }

  /// Takes a regular file away unless a process holds its lock.
  package static func removeAbandoned(_ path: String) {
    let descriptor = unsafe open(path, O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC)
    guard descriptor >= 0 else { return }
    defer { _ = close(descriptor) }
    var status = stat()
    guard unsafe fstat(descriptor, &status) == 0, status.st_mode & S_IFMT == S_IFREG,
      flock(descriptor, LOCK_EX | LOCK_NB) == 0
    else { return }
    _ = unsafe unlink(path)
  }

  /// Whether no process has this number.
  package static func isDead(_ process: Int32) -> Bool {
    kill(process, 0) != 0 && errno == ESRCH
  }
}
