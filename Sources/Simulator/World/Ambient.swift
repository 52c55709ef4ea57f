internal import Glibc

/// The world that the calling thread is driving at this moment, if any.
///
/// A thread-local by POSIX key: it is set only while a world is being driven, and it is how a job that
/// the runtime sends to the global executor finds its way back.
enum Ambient {
  /// The key of the thread-local, made once per process.
  private static let key: pthread_key_t = {
    var key = pthread_key_t()
    let status = unsafe pthread_key_create(&key, nil)
    precondition(status == 0, "the system has no thread-local key left (error \(status))")
    return key
  }()

  /// The address of the world being driven here, for comparing only.
  @inline(__always)
  static var address: UnsafeMutableRawPointer? {
    unsafe pthread_getspecific(key)
  }

  /// The world being driven here.
  static var world: World? {
    guard let address = unsafe address else { return nil }
    return unsafe Unmanaged<World>.fromOpaque(address).takeUnretainedValue()
  }

  /// Drives `world` from the calling thread for the length of `body`.
  static func drive<Result>(_ world: World, _ body: () -> Result) -> Result {
    let before = unsafe address
    defer { _ = unsafe pthread_setspecific(key, before) }
    _ = unsafe pthread_setspecific(key, Unmanaged.passUnretained(world).toOpaque())
    return body()
  }
}
