#if canImport(Glibc)
  internal import Glibc
#elseif canImport(Musl)
  internal import Musl
#else
  internal import Darwin
#endif

/// What a process can do to itself.
package enum CurrentProcess {
  /// A path that leads to the running program.
  package static var programPath: String {
    #if os(Linux)
      // It leads there even where the program's file was replaced meanwhile (proc(5)).
      return "/proc/self/exe"
    #else
      return CommandLine.arguments.first ?? ""
    #endif
  }

  /// Ends the process at once, without any handler.
  package static func end(status: Int32) -> Never { _exit(status) }

  /// Ends the process as a failed assertion does, so that a backtrace is printed where one is wanted.
  package static func abort(blaming thread: ThreadIdentifier) -> Never {
    _ = pthread_kill(thread.value, SIGABRT)
    // The handler of that thread ends the process; where it hangs, this does.
    sleep(30)
    _exit(128 + SIGABRT)
  }

  /// A thread by the name that the system has for it.
  package struct ThreadIdentifier: Sendable {
    fileprivate let value: pthread_t

    /// The calling thread.
    package static var current: ThreadIdentifier { ThreadIdentifier(value: pthread_self()) }
  }

  /// Ignores signals that a terminal or a supervisor sends to a whole group of processes.
  ///
  /// The process that started this one decides what is to be done about them.
  package static func ignoreGroupSignals() {
    for number in [SIGINT, SIGTERM, SIGHUP] { _ = signal(number, SIG_IGN) }
  }

  /// Writes out what the program has printed and the C library still holds.
  package static func flushPrinted() { _ = fflush(nil) }
}
