internal import Synchronization

#if canImport(Glibc)
  internal import Glibc
#elseif canImport(Musl)
  internal import Musl
#else
  internal import Darwin
#endif

/// The message and the exit status that stand in for another exit status.
private let replacement = Mutex<(status: Int32, substitute: Int32, message: String)?>(nil)

extension CurrentProcess {
  /// Whether ``replaceExitStatus(_:with:message:)`` has an effect: the C library must tell the status to its exit
  /// handlers, as glibc does (on_exit(3)).
  package static var canReplaceExitStatus: Bool {
    #if canImport(Glibc)
      true
    #else
      false
    #endif
  }

  /// Ends the process with `substitute` and a message on standard error where it would have ended with `status`.
  ///
  /// The last call counts. Only an end by exit(3) is seen.
  package static func replaceExitStatus(
    _ status: Int32, with substitute: Int32, message: String
  ) {
    #if canImport(Glibc)
      let isFirst = replacement.withLock { current in
        defer { current = (status, substitute, message) }
        return current == nil
      }
      guard isFirst else { return }
      _ = unsafe on_exit(
        { status, _ in
          guard let found = replacement.withLock({ $0 }), found.status == status else { return }
          CurrentProcess.flushPrinted()
          try? StandardDescriptors.write(found.message, to: StandardDescriptors.error)
          CurrentProcess.end(status: found.substitute)
        }, nil)
    #endif
  }

  /// The exit status of Swift Testing where no test was selected, EX_UNAVAILABLE (sysexits.h).
  package static var noTestsFoundStatus: Int32 { 69 }
}
