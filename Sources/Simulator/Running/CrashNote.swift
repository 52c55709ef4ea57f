internal import Glibc
internal import Synchronization

/// What is told when a step ends the whole process: a trap cannot be caught, but it can be named.
///
/// Each thread keeps a note of what it is doing; a signal handler writes the note of the thread that
/// trapped to standard error before the process ends.
package enum CrashNote {
  /// Signals by which a trap, a failed assertion or a wild access ends a process.
  private static let signals = [SIGILL, SIGTRAP, SIGABRT, SIGBUS, SIGFPE, SIGSEGV]

  /// Where each thread keeps its note, a C string.
  private static let key: pthread_key_t = {
    var key = pthread_key_t()
    let status = unsafe pthread_key_create(&key, nil)
    precondition(status == 0, "the system has no thread-local key left (error \(status))")
    return key
  }()

  /// What handled the signals before, by their numbers. `nonisolated(unsafe)`: written once, in
  /// ``install()``, before any handler can run.
  private nonisolated(unsafe) static var former: [sigaction] = Array(
    repeating: sigaction(), count: 65)

  /// Whether several threads play, so that a second one may trap.
  private static let isCrowded = Atomic<Bool>(true)

  /// Begins to listen; called once, before threads are started.
  package static func install() {
    _ = key
    isCrowded.store(true, ordering: .relaxed)
    for number in signals {
      var action = sigaction()
      unsafe action.__sigaction_handler.sa_handler = { number in CrashNote.tell(number) }
      action.sa_flags = Int32(SA_ONSTACK) | Int32(bitPattern: UInt32(SA_NODEFER))
      unsafe sigaction(number, &action, &former[Int(number)])
    }
  }

  /// Says how many threads are about to keep notes.
  package static func expect(threads: Int) {
    isCrowded.store(threads > 1, ordering: .relaxed)
  }

  /// Keeps `note` as that of the calling thread for the length of `body`.
  package static func during<Result>(_ note: String, _ body: () -> Result) -> Result {
    unsafe note.withCString { text in
      unsafe pthread_setspecific(key, text)
      defer { pthread_setspecific(key, nil) }
      return body()
    }
  }

  /// Writes the note, and gives the signal back: the instruction that trapped is run again when this
  /// returns. Calls only what is safe in a signal handler.
  ///
  /// Where one thread plays, the former handler comes next, which prints the runtime's backtrace. Where
  /// several play, the process ends at once: the program that prints the backtrace can hang when a
  /// second thread traps, and would keep the streams of this process open for ever.
  private static func tell(_ number: Int32) {
    if let text = unsafe pthread_getspecific(key) {
      unsafe write(STDERR_FILENO, text, strlen(text.assumingMemoryBound(to: CChar.self)))
    }
    if isCrowded.load(ordering: .relaxed) {
      signal(number, SIG_DFL)
    } else {
      unsafe sigaction(number, &former[Int(number)], nil)
    }
  }
}
