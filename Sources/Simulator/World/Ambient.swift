#if canImport(Glibc)
  public import Glibc
#elseif canImport(Musl)
  public import Musl
#else
  public import Darwin
#endif

/// The world that the calling thread is driving at this moment, if any.
///
/// A thread-local by POSIX key: it is set only while a world is being driven, and it is how a job that
/// the runtime sends to the global executor finds its way back.
@usableFromInline
package enum Ambient {
  /// The key of the thread-local, made once per process.
  private static let key = makeKey()
  /// The key of the mark that a thread is calling whoever had a hook of the runtime before.
  private static let passing = makeKey()

  private static func makeKey() -> pthread_key_t {
    var key = pthread_key_t()
    let status = unsafe pthread_key_create(&key, nil)
    precondition(status == 0, "the system has no thread-local key left (error \(status))")
    return key
  }

  /// Marks the calling thread; false when it was marked already.
  static func beginPassing() -> Bool {
    guard unsafe pthread_getspecific(passing) == nil else { return false }
    let mark = unsafe UnsafeRawPointer(bitPattern: 1)
    _ = unsafe pthread_setspecific(passing, mark)
    return true
  }

  static func endPassing() { _ = pthread_setspecific(passing, nil) }

  /// The world being driven here.
  package static var world: World? {
    guard let address = unsafe pthread_getspecific(key) else { return nil }
    return unsafe Unmanaged<World>.fromOpaque(address).takeUnretainedValue()
  }

  /// Drives `world` from the calling thread for the length of `body`.
  ///
  /// A thread drives one world at a time: one that it was driving before stands still meanwhile.
  package static func drive<Result>(_ world: World, _ body: () -> Result) -> Result {
    _ = RuntimeHooks.begin()
    defer { RuntimeHooks.end() }
    let before = self.world
    before?.setDriver(0)
    let driver = world.driver
    enter(world, driver: thread)
    defer {
      world.setDriver(driver)
      enter(before, driver: thread)
    }
    return body()
  }

  private static func enter(_ world: World?, driver: UInt) {
    let address = unsafe world.map { unsafe Unmanaged.passUnretained($0).toOpaque() }
    _ = unsafe pthread_setspecific(key, address)
    RealWorld.watch(world != nil)
    world?.setDriver(driver)
  }

  /// Lets other threads run.
  static func yieldThread() { _ = sched_yield() }

  /// A number for the calling thread, unlike that of any other living thread, and never 0.
  @inlinable
  @inline(__always)
  static var thread: UInt { UInt(pthread_self()) }
}
