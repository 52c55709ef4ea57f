#if canImport(Glibc)
  internal import Glibc
#elseif canImport(Musl)
  internal import Musl
#else
  internal import Darwin
#endif

/// A call of the operating system that failed.
package struct SystemError: Error, Hashable, CustomStringConvertible {
  /// The action that failed, such as "start a process".
  package let action: String
  /// The system's error number, as in `errno`.
  package let code: Int32

  /// Describes a failed call.
  package init(_ action: String, code: Int32) {
    self.action = action
    self.code = code
  }

  /// The error of the call that has just failed on this thread.
  static func last(_ action: String) -> SystemError { SystemError(action, code: errno) }

  /// The system's own words for the error number, such as "No space left on device".
  package var reason: String {
    // The text is copied before anything else can change it.
    unsafe String(cString: strerror(code))
  }

  package var description: String {
    "cannot \(action): \(reason)" + (remedy.map { "; \($0)" } ?? "")
  }

  /// The remedy, where one is known.
  private var remedy: String? {
    switch code {
    case EAGAIN: "raise the limits on processes and memory (ulimit -u, ulimit -v), or end some"
    case EMFILE: "raise the limit on open files (ulimit -n), or give a smaller --jobs"
    case ENFILE: "the system has too many open files"
    case ENOMEM: "free some memory, or raise the limit on it (ulimit -v)"
    default: nil
    }
  }
}
