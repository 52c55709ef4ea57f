// Locks and semaphores for which code of a simulated process waits up to a moment: by the clocks of its phone.

#if canImport(Glibc) && (arch(x86_64) || arch(arm64))
  internal import Glibc

  @exclusivity(unchecked) nonisolated(unsafe) private var realTimedLock: UInt = 0
  @exclusivity(unchecked) nonisolated(unsafe) private var realClockLock: UInt = 0
  @exclusivity(unchecked) nonisolated(unsafe) private var realTimedRead: UInt = 0
  @exclusivity(unchecked) nonisolated(unsafe) private var realTimedWrite: UInt = 0
  @exclusivity(unchecked) nonisolated(unsafe) private var realTimedSemaphore: UInt = 0
  @exclusivity(unchecked) nonisolated(unsafe) private var realSemaphore: UInt = 0

  extension Interposed {
    static var locks: [Replacement] {
      unsafe [
        replacement("pthread_mutex_timedlock", watchedTimedLock as Timed, &realTimedLock),
        replacement("pthread_mutex_clocklock", watchedClockLock as Clocked, &realClockLock),
        replacement("pthread_rwlock_timedrdlock", watchedTimedRead as Timed, &realTimedRead),
        replacement("pthread_rwlock_timedwrlock", watchedTimedWrite as Timed, &realTimedWrite),
        replacement("sem_timedwait", watchedTimedSemaphore as Timed, &realTimedSemaphore),
        replacement("sem_wait", watchedSemaphore as Wait, &realSemaphore),
      ]
    }

    /// Tries to take something until a moment: as long as it is taken, blocks run that wait for other queues. Where none is left, the
    /// receiver is told, and the code goes on as if the moment had come.
    ///
    /// - Parameter nanoseconds: How long it is until the moment, or the greatest number for never.
    fileprivate static func take(
      for nanoseconds: Int64, _ function: StaticString, _ attempt: () -> Bool
    ) -> Bool {
      if attempt() { return true }
      guard nanoseconds != 0 else { return false }
      while unsafe ask({ receivers in unsafe receivers.meanwhile() }) == true {
        if attempt() { return true }
      }
      tell(function, for: nanoseconds)
      return false
    }
  }

  private typealias Timed = @convention(c) (UnsafeMutableRawPointer?, UnsafeRawPointer?) -> Int32
  private typealias Clocked =
    @convention(c) (UnsafeMutableRawPointer?, Int32, UnsafeRawPointer?) -> Int32
  private typealias Wait = @convention(c) (UnsafeMutableRawPointer?) -> Int32

  /// Locks a mutex until a moment of the wall clock, as `NSLock.lock(before:)` does.
  @c(rehearsal_pthread_mutex_timedlock)
  func watchedTimedLock(_ mutex: UnsafeMutableRawPointer?, _ until: UnsafeRawPointer?) -> Int32 {
    if Interposed.isAskedByProcess, let lock = unsafe mutex {
      let isTaken = Interposed.take(
        for: unsafe Interposed.nanoseconds(until: until, by: CLOCK_REALTIME),
        "pthread_mutex_timedlock"
      ) { unsafe pthread_mutex_trylock(lock.assumingMemoryBound(to: pthread_mutex_t.self)) == 0 }
      return isTaken ? 0 : ETIMEDOUT
    }
    return unsafe unsafeBitCast(Interposed.real(&realTimedLock), to: Timed.self)(mutex, until)
  }

  /// Locks a mutex until a moment of a clock.
  @c(rehearsal_pthread_mutex_clocklock)
  func watchedClockLock(
    _ mutex: UnsafeMutableRawPointer?, _ clock: Int32, _ until: UnsafeRawPointer?
  ) -> Int32 {
    if Interposed.isAskedByProcess, let lock = unsafe mutex {
      let isTaken = Interposed.take(
        for: unsafe Interposed.nanoseconds(until: until, by: clock), "pthread_mutex_clocklock"
      ) { unsafe pthread_mutex_trylock(lock.assumingMemoryBound(to: pthread_mutex_t.self)) == 0 }
      return isTaken ? 0 : ETIMEDOUT
    }
    return unsafe unsafeBitCast(Interposed.real(&realClockLock), to: Clocked.self)(
      mutex, clock, until)
  }

  /// Locks for reading until a moment of the wall clock.
  @c(rehearsal_pthread_rwlock_timedrdlock)
  func watchedTimedRead(_ lock: UnsafeMutableRawPointer?, _ until: UnsafeRawPointer?) -> Int32 {
    if Interposed.isAskedByProcess, let place = unsafe lock {
      let isTaken = Interposed.take(
        for: unsafe Interposed.nanoseconds(until: until, by: CLOCK_REALTIME),
        "pthread_rwlock_timedrdlock"
      ) {
        unsafe pthread_rwlock_tryrdlock(place.assumingMemoryBound(to: pthread_rwlock_t.self)) == 0
      }
      return isTaken ? 0 : ETIMEDOUT
    }
    return unsafe unsafeBitCast(Interposed.real(&realTimedRead), to: Timed.self)(lock, until)
  }

  /// Locks for writing until a moment of the wall clock.
  @c(rehearsal_pthread_rwlock_timedwrlock)
  func watchedTimedWrite(_ lock: UnsafeMutableRawPointer?, _ until: UnsafeRawPointer?) -> Int32 {
    if Interposed.isAskedByProcess, let place = unsafe lock {
      let isTaken = Interposed.take(
        for: unsafe Interposed.nanoseconds(until: until, by: CLOCK_REALTIME),
        "pthread_rwlock_timedwrlock"
      ) {
        unsafe pthread_rwlock_trywrlock(place.assumingMemoryBound(to: pthread_rwlock_t.self)) == 0
      }
      return isTaken ? 0 : ETIMEDOUT
    }
    return unsafe unsafeBitCast(Interposed.real(&realTimedWrite), to: Timed.self)(lock, until)
  }

  /// Waits for a semaphore of POSIX until a moment of the wall clock.
  @c(rehearsal_sem_timedwait)
  func watchedTimedSemaphore(
    _ semaphore: UnsafeMutableRawPointer?, _ until: UnsafeRawPointer?
  ) -> Int32 {
    if Interposed.isAskedByProcess, let place = unsafe semaphore {
      let isTaken = Interposed.take(
        for: unsafe Interposed.nanoseconds(until: until, by: CLOCK_REALTIME), "sem_timedwait"
      ) { unsafe sem_trywait(place.assumingMemoryBound(to: sem_t.self)) == 0 }
      if isTaken { return 0 }
      errno = ETIMEDOUT
      return -1
    }
    return unsafe unsafeBitCast(Interposed.real(&realTimedSemaphore), to: Timed.self)(
      semaphore, until)
  }

  /// Waits for a semaphore of POSIX. Code of a process that would wait for ever goes on.
  @c(rehearsal_sem_wait)
  func watchedSemaphore(_ semaphore: UnsafeMutableRawPointer?) -> Int32 {
    if Interposed.isAskedByProcess, let place = unsafe semaphore {
      _ = Interposed.take(for: .max, "sem_wait") {
        unsafe sem_trywait(place.assumingMemoryBound(to: sem_t.self)) == 0
      }
      return 0
    }
    return unsafe unsafeBitCast(Interposed.real(&realSemaphore), to: Wait.self)(semaphore)
  }
#endif
