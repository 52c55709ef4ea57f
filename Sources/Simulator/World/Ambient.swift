internal import SystemSupport

#if canImport(Glibc)
  public import Glibc
#elseif canImport(Musl)
  public import Musl
#else
  public import Darwin
#endif

/// The world that the calling thread is driving at this moment, if any.
///
/// A thread-local: it is set only while a world is being driven, and it is how a job that
/// the runtime sends to the global executor finds its way back.
@usableFromInline
package enum Ambient {
  private static let driven = ThreadLocal()
  /// The mark that a thread is calling whoever had a hook of the runtime before.
  private static let passing = ThreadLocal()

  /// Marks the calling thread; false when it was marked already.
  static func beginPassing() -> Bool {
    guard unsafe passing.word == nil else { return false }
    unsafe passing.word = UnsafeMutableRawPointer(bitPattern: 1)
    return true
  }

  static func endPassing() { unsafe passing.word = nil }

  /// The world being driven here.
  package static var world: World? {
    guard let address = unsafe driven.word else { return nil }
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
    unsafe driven.word = world.map { unsafe Unmanaged.passUnretained($0).toOpaque() }
    RealWorld.watch(world != nil)
    world?.setDriver(driver)
  }

  /// A number for the calling thread, unlike that of any other living thread, and never 0.
  ///
  /// It stands here and not in SystemSupport because every entry to a world asks for it: from another module the compiler
  /// calls it, which is 0.4 % of a run's instructions. For the same reason it is inlined into other modules.
  @inlinable
  @inline(__always)
  static var thread: UInt {
    #if canImport(Darwin)
      // A pointer there, and a number elsewhere.
      unsafe UInt(bitPattern: pthread_self())
    #else
      UInt(pthread_self())
    #endif
  }
}
