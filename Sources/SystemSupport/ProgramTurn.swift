#if canImport(Glibc)
  internal import Glibc
#elseif canImport(Musl)
  internal import Musl
#else
  internal import Darwin
#endif

/// The turn to run code that shares the program's statics: one thread has it at a time, and may take it again within.
package enum ProgramTurn {
  /// A mutex that lives as long as the program.
  ///
  /// `@unchecked Sendable`: threads do nothing with the address but lock and unlock what is there.
  @safe private struct Lock: @unchecked Sendable {
    let mutex: UnsafeMutablePointer<pthread_mutex_t>

    init() {
      unsafe mutex = .allocate(capacity: 1)
      unsafe mutex.initialize(to: pthread_mutex_t())
      var attributes = pthread_mutexattr_t()
      unsafe pthread_mutexattr_init(&attributes)
      unsafe pthread_mutexattr_settype(&attributes, Int32(PTHREAD_MUTEX_RECURSIVE))
      let status = unsafe pthread_mutex_init(mutex, &attributes)
      unsafe pthread_mutexattr_destroy(&attributes)
      precondition(status == 0, "the system has no mutex left (error \(status))")
    }
  }

  private static let lock = Lock()

  /// Takes the turn where no other thread has it; false where one has.
  package static func tryBegin() -> Bool { unsafe pthread_mutex_trylock(lock.mutex) == 0 }

  /// Waits for the turn, and takes it.
  package static func begin() { _ = unsafe pthread_mutex_lock(lock.mutex) }

  /// Gives the turn back; to be called by the thread that has it.
  package static func end() { _ = unsafe pthread_mutex_unlock(lock.mutex) }
}
