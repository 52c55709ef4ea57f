internal import Glibc

/// Which signals reach the calling thread and those that it starts.
package enum SignalMask {
  /// Lets a signal through that the parent of this process may have blocked.
  package static func unblock(_ number: Int32) {
    var signals = sigset_t()
    unsafe sigemptyset(&signals)
    unsafe sigaddset(&signals, number)
    unsafe pthread_sigmask(SIG_UNBLOCK, &signals, nil)
  }
}
