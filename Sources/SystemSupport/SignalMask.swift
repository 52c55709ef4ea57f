#if canImport(Glibc)
  internal import Glibc
#elseif canImport(Musl)
  internal import Musl
#else
  internal import Darwin
#endif

/// The signals that reach the calling thread and the threads that it starts.
package enum SignalMask {
  /// Lets a signal through that the parent of this process may have blocked.
  package static func unblock(_ number: Int32) {
    var signals = sigset_t()
    unsafe sigemptyset(&signals)
    unsafe sigaddset(&signals, number)
    unsafe pthread_sigmask(SIG_UNBLOCK, &signals, nil)
  }

  /// Whether the parent of this process had it ignore a signal, as `nohup` does with SIGHUP.
  package static func isIgnored(_ number: Int32) -> Bool {
    var action = sigaction()
    guard unsafe sigaction(number, nil, &action) == 0 else { return false }
    // Functions cannot be compared; SIG_IGN is the address 1.
    #if canImport(Glibc)
      let function = unsafe action.__sigaction_handler.sa_handler
    #elseif canImport(Musl)
      let function = unsafe action.__sa_handler.sa_handler
    #else
      let function = unsafe action.__sigaction_u.__sa_handler
    #endif
    let handler = unsafe unsafeBitCast(function, to: Int.self)
    let ignoring = unsafe unsafeBitCast(SIG_IGN, to: Int.self)
    return handler == ignoring
  }
}
