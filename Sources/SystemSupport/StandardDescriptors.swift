#if canImport(Glibc)
  internal import Glibc
#elseif canImport(Musl)
  internal import Musl
#else
  internal import Darwin
#endif

/// The three descriptors that a process is started with.
package enum StandardDescriptors {
  /// The number of standard output.
  package static var output: Int32 { STDOUT_FILENO }
  /// The number of standard error.
  package static var error: Int32 { STDERR_FILENO }

  /// Fills the places of those that the parent closed, so that no other file takes one of the three numbers.
  ///
  /// A write to a place that was filled fails with "Bad file descriptor", as it would have without.
  package static func fill() {
    for number in [STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO] where fcntl(number, F_GETFD) < 0 {
      let mode = number == STDIN_FILENO ? O_WRONLY : O_RDONLY
      let opened = unsafe open("/dev/null", mode)
      guard opened >= 0, opened != number else { continue }
      _ = dup2(opened, number)
      _ = close(opened)
    }
  }

  /// Whether a descriptor is a terminal.
  package static func isTerminal(_ number: Int32) -> Bool { isatty(number) == 1 }

  /// Writes all of a text, waiting where need be.
  package static func write(_ text: String, to number: Int32) throws(SystemError) {
    var rest = Array(text.utf8)[...]
    while !rest.isEmpty {
      let count = try Descriptor.write(rest, to: number)
      rest.removeFirst(count)
      // Somebody else may have told a shared terminal or pipe not to wait.
      if !rest.isEmpty { _ = try Descriptor.wait(reading: [], writing: [number], milliseconds: -1) }
    }
  }
}
