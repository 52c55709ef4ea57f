internal import Synchronization

#if canImport(Glibc)
  internal import Glibc
#elseif canImport(Musl)
  internal import Musl
#else
  internal import Darwin
#endif

/// Functions of the C library whose calls are led here first, to tell a receiver of those of watched threads.
///
/// Once there is a receiver, the tables by which the program's images call other images (``CallTables``) have functions
/// of this module in place of the library's; each passes the call on. What a library calls within itself is not seen,
/// nor what an image calls that is loaded later. Only Linux with glibc, on x86-64 and arm64, is watched; on Darwin and
/// on Musl nothing is.
///
/// A function here may be called within the Swift runtime, such as by `swift_once`, and by signal handlers. So unless
/// it has something to tell it uses neither globals with a lazy initializer nor metadata nor memory: what it knows
/// lies in words that the compiler initializes statically and that are accessed atomically.
package enum Interposed {
  /// A function of the library and the one that stands for it.
  @unsafe package struct Replacement {
    let name: StaticString
    let function: UnsafeRawPointer
    /// A word for the address of the library's own function.
    let real: UnsafeMutablePointer<UInt>
  }

  /// Receives the name of a function as a watched thread calls it, before the call goes on, and the address to which
  /// the function will return.
  ///
  /// The thread is not watched meanwhile: what the receiver itself asks for is its own affair.
  package typealias Receiver = @convention(c) (UnsafePointer<CChar>, UnsafeRawPointer) -> Void

  /// A function, by the type that it shares with the library's, to stand for the one of this name.
  package static func replacement<Function>(
    _ name: StaticString, _ function: Function, _ real: UnsafeMutablePointer<UInt>
  ) -> Replacement {
    unsafe Replacement(
      name: name, function: unsafeBitCast(function, to: UnsafeRawPointer.self), real: real)
  }

  /// Sets the receiver, for the whole process; to be called once, before any thread is watched.
  ///
  /// - Parameter others: Further functions to be led elsewhere, of any library; they tell the receiver nothing.
  package static func observe(_ receiver: Receiver, beside others: [Replacement]) {
    var key = pthread_key_t()
    let status = unsafe pthread_key_create(&key, nil)
    precondition(status == 0, "the system has no thread-local key left (error \(status))")
    unsafe word(&markKey).pointee.store(UInt(key), ordering: .relaxed)
    unsafe word(&receiverAddress).pointee.store(
      UInt(bitPattern: unsafeBitCast(receiver, to: UnsafeRawPointer.self)), ordering: .releasing)
    #if canImport(Glibc) && (arch(x86_64) || arch(arm64))
      let found = unsafe (replacements + others).filter { replacement in
        guard let real = unsafe DynamicLinker.symbol("\(replacement.name)") else { return false }
        unsafe word(replacement.real).pointee.store(UInt(bitPattern: real), ordering: .releasing)
        return true
      }
      unsafe CallTables.replace(found)
    #endif
  }

  /// Watches the calling thread from now on, or no longer; returns whether it was watched before.
  ///
  /// Without a receiver nothing is watched.
  package static func watch(_ isWatched: Bool) -> Bool {
    guard unsafe word(&receiverAddress).pointee.load(ordering: .acquiring) != 0 else {
      return false
    }
    let before = isMarked
    mark(isWatched)
    return before
  }

  #if canImport(Glibc) && (arch(x86_64) || arch(arm64))
    private static var replacements: [Replacement] { unsafe clocks + randomness + queues }
    private static let functions = unsafe Set(
      replacements.map { unsafe UInt(bitPattern: $0.function) })
  #else
    private static let functions: Set<UInt> = []
  #endif

  // `@exclusivity(unchecked)`: the runtime's check of an access takes thread-local memory, which may not be there yet;
  // every access is one atomic operation.

  /// The receiver, or 0.
  @exclusivity(unchecked) nonisolated(unsafe) private static var receiverAddress: UInt = 0
  /// The key of the mark that a watched thread has; made before there is a receiver.
  @exclusivity(unchecked) nonisolated(unsafe) private static var markKey: UInt = 0

  /// A statically initialized word, for atomic access.
  @inline(__always)
  static func word(_ place: UnsafeMutablePointer<UInt>) -> UnsafePointer<Atomic<UInt>> {
    unsafe UnsafePointer(
      UnsafeMutableRawPointer(place).assumingMemoryBound(to: Atomic<UInt>.self))
  }

  private static var isMarked: Bool {
    let key = unsafe pthread_key_t(
      truncatingIfNeeded: word(&markKey).pointee.load(ordering: .relaxed))
    return unsafe pthread_getspecific(key) != nil
  }

  private static func mark(_ isWatched: Bool) {
    let key = unsafe pthread_key_t(
      truncatingIfNeeded: word(&markKey).pointee.load(ordering: .relaxed))
    _ = unsafe pthread_setspecific(key, UnsafeRawPointer(bitPattern: isWatched ? 1 : 0))
  }

  /// Tells the receiver that `function` is called, if the calling thread is watched.
  @inline(__always)
  static func tell(_ function: StaticString) {
    let receiver = unsafe word(&receiverAddress).pointee.load(ordering: .acquiring)
    guard receiver != 0, isMarked else { return }
    tell(receiver, function)
  }

  @inline(never)
  private static func tell(_ receiver: UInt, _ function: StaticString) {
    mark(false)
    defer { mark(true) }
    guard let receiver = unsafe UnsafeRawPointer(bitPattern: receiver) else { return }
    let caller = unsafe CallFrames.caller(of: functions) ?? receiver
    unsafe unsafeBitCast(receiver, to: Receiver.self)(function.cString, caller)
  }

  /// The address of the library's own function; known before anything is led here.
  package static func real(_ place: UnsafeMutablePointer<UInt>) -> UInt {
    unsafe word(place).pointee.load(ordering: .relaxed)
  }
}

extension StaticString {
  var cString: UnsafePointer<CChar> {
    unsafe UnsafeRawPointer(utf8Start).assumingMemoryBound(to: CChar.self)
  }
}
