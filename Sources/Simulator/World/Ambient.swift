internal import SystemSupport

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
    enter(world, driver: SystemThread.current)
    defer {
      world.setDriver(driver)
      enter(before, driver: SystemThread.current)
    }
    return body()
  }

  private static func enter(_ world: World?, driver: UInt) {
    unsafe driven.word = world.map { unsafe Unmanaged.passUnretained($0).toOpaque() }
    RealWorld.watch(world != nil)
    world?.setDriver(driver)
  }
}
