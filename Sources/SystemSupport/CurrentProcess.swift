#if canImport(Glibc)
  internal import Glibc
#elseif canImport(Musl)
  internal import Musl
#else
  internal import Darwin
#endif

/// Operations of a process on itself.
package enum CurrentProcess {
  /// A path that leads to the running program.
  package static var programPath: String {
    #if os(Linux)
      // It leads there even where the program's file was replaced meanwhile (proc(5)).
      return "/proc/self/exe"
    #else
      return loadedPath ?? CommandLine.arguments.first ?? ""
    #endif
  }

  /// Lets this process open as many files as the system allows it to.
  package static func raiseDescriptorLimit() {
    var limit = rlimit()
    #if canImport(Glibc)
      let kind = __rlimit_resource_t(RLIMIT_NOFILE.rawValue)
    #else
      let kind = RLIMIT_NOFILE
    #endif
    guard unsafe getrlimit(kind, &limit) == 0 else { return }
    limit.rlim_cur = limit.rlim_max
    _ = unsafe setrlimit(kind, &limit)
  }

  /// Ends the process at once, without any handler.
  package static func end(status: Int32) -> Never { _exit(status) }

  /// Ends the process as a failed assertion does, so that a backtrace is printed where one is wanted.
  package static func abort(blaming thread: ThreadIdentifier) -> Never {
    thread.signal(SIGABRT)
    // The handler of that thread ends the process; where it hangs, this does.
    sleep(30)
    _exit(128 + SIGABRT)
  }

  /// A thread by the name that the system has for it.
  package struct ThreadIdentifier: Sendable {
    /// The bits of a `pthread_t`, which is a number on Linux and a pointer on Darwin.
    let bits: UInt
  }

  /// Ignores signals that a terminal or a supervisor sends to a whole group of processes.
  ///
  /// The process that started this one decides what is to be done about them.
  package static func ignoreGroupSignals() {
    for number in [SIGHUP, SIGINT, SIGQUIT, SIGTERM, SIGUSR1, SIGUSR2, SIGALRM, SIGXCPU] {
      _ = signal(number, SIG_IGN)
    }
  }

  /// Writes out what the program has printed and the C library still holds.
  package static func flushPrinted() { _ = fflush(nil) }

  /// The variable from which the C library reads its tunables, once, when a program starts.
  package static let tunablesVariable = "GLIBC_TUNABLES"

  /// The tunables for a process that plays runs: those that are set already, and what they do not say themselves.
  ///
  /// A run frees all its objects together, more of a size than glibc keeps for a thread by default. Where it keeps 500 of
  /// each, a run takes some 6 % less time.
  ///
  /// - Parameter own: The tunables that are set already.
  package static func tunables(over own: String?) -> String {
    let kept = "glibc.malloc.tcache_count"
    guard let own, !own.isEmpty else { return "\(kept)=500" }
    return own.contains(kept) ? own : "\(own):\(kept)=500"
  }

  /// Starts the program anew in this process, with another value of a variable.
  package static func restart(setting variable: String, to value: String) throws(SystemError)
    -> Never
  {
    guard unsafe setenv(variable, value, 1) == 0 else { throw .last("set \(variable)") }
    unsafe execv(programPath, CommandLine.unsafeArgv)
    throw .last("start the program anew")
  }
}

#if !canImport(Darwin)
  extension CurrentProcess.ThreadIdentifier {
    /// The calling thread.
    package static var current: Self { Self(bits: pthread_self()) }

    /// Sends the thread a signal.
    fileprivate func signal(_ number: Int32) { _ = pthread_kill(bits, number) }
  }
#endif
