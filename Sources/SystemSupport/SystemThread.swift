#if canImport(Glibc)
  package import Glibc
#elseif canImport(Musl)
  package import Musl
#else
  package import Darwin
#endif

/// A thread of the operating system with a stack of a chosen size.
package enum SystemThread {
  /// Lets the calling thread wait for real.
  package static func sleep(milliseconds: UInt32) { _ = usleep(milliseconds * 1000) }

  /// Lets other threads run.
  package static func yield() { _ = sched_yield() }

  private final class Body {
    let run: @Sendable () -> Void
    init(_ run: @escaping @Sendable () -> Void) { self.run = run }
  }

  /// Starts a thread; it ends with `body`.
  ///
  /// Signal handlers that ask for it run on a stack of their own there, so that a stack overflow can be told.
  ///
  /// - Parameters:
  ///   - stackBytes: The size of its stack.
  ///   - watch: Counters, and which of them is set to 1 when the stack overflows.
  package static func start(
    stackBytes: Int, overflow watch: (counters: SharedCounters, index: Int)? = nil,
    _ body: @escaping @Sendable () -> Void
  ) throws(SystemError) {
    var attributes = pthread_attr_t()
    unsafe pthread_attr_init(&attributes)
    defer { unsafe pthread_attr_destroy(&attributes) }
    unsafe pthread_attr_setstacksize(&attributes, stackBytes)
    unsafe pthread_attr_setdetachstate(&attributes, Int32(PTHREAD_CREATE_DETACHED))
    let box = Body {
      if let watch { StackOverflow.watch(on: watch.counters, watch.index, bytes: stackBytes) }
      body()
    }
    let context = unsafe Unmanaged.passRetained(box).toOpaque()
    #if canImport(Darwin)
      var thread: pthread_t?
    #else
      var thread = pthread_t()
    #endif
    let code = unsafe pthread_create(
      &thread, &attributes,
      { context in
        #if canImport(Darwin)
          unsafe Unmanaged<Body>.fromOpaque(context).takeRetainedValue().run()
        #else
          unsafe Unmanaged<Body>.fromOpaque(context!).takeRetainedValue().run()
        #endif
        return nil
      }, context)
    guard code == 0 else {
      unsafe Unmanaged<Body>.fromOpaque(context).release()
      throw SystemError("start a thread", code: code)
    }
  }
}

/// A word that each thread has of its own, by a key of POSIX; nil until the thread sets it.
package struct ThreadLocal: Sendable {
  @usableFromInline let key: pthread_key_t

  /// Takes a key, which is never given back: to be made once per process.
  package init() {
    var key = pthread_key_t()
    let status = unsafe pthread_key_create(&key, nil)
    precondition(status == 0, "the system has no thread-local key left (error \(status))")
    self.key = key
  }

  /// The calling thread's word.
  @inlinable package var word: UnsafeMutableRawPointer? {
    @inline(__always) get { unsafe pthread_getspecific(key) }
    nonmutating set { _ = unsafe pthread_setspecific(key, newValue) }
  }
}
