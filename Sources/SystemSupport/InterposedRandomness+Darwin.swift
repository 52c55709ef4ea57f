// The randomness of Darwin's C library and of Swift's, which a receiver of Interposed gives to watched threads.

#if canImport(Darwin)
  internal import Darwin

  @exclusivity(unchecked) nonisolated(unsafe) private var realSwift: UInt = 0
  @exclusivity(unchecked) nonisolated(unsafe) private var realEntropy: UInt = 0
  @exclusivity(unchecked) nonisolated(unsafe) private var realWord: UInt = 0
  @exclusivity(unchecked) nonisolated(unsafe) private var realBuffer: UInt = 0
  @exclusivity(unchecked) nonisolated(unsafe) private var realUniform: UInt = 0
  @exclusivity(unchecked) nonisolated(unsafe) private var realIdentifier: UInt = 0

  extension Interposed {
    static var randomness: [Replacement] {
      unsafe [
        // SystemRandomNumberGenerator calls it, in the program's image where the compiler has laid its code there.
        replacement("swift_stdlib_random", watchedSwiftRandom as Fill, &realSwift),
        replacement("getentropy", watchedEntropy as Entropy, &realEntropy),
        replacement("arc4random", watchedRandomWord as Word, &realWord),
        replacement("arc4random_buf", watchedRandomBuffer as Fill, &realBuffer),
        replacement("arc4random_uniform", watchedRandomUniform as Uniform, &realUniform),
        replacement("uuid_generate", watchedIdentifier as Identifier, &realIdentifier),
        replacement("uuid_generate_random", watchedIdentifier as Identifier, &realIdentifier),
      ]
    }
  }

  /// Fills a buffer as a receiver does; false where the system is to be asked.
  @inline(__always)
  private func fill(_ buffer: UnsafeMutableRawPointer?, _ length: Int) -> Bool {
    guard let buffer = unsafe buffer else { return false }
    return unsafe Interposed.ask { receivers in unsafe receivers.randomness(buffer, length) }
      ?? false
  }

  private typealias Fill = @convention(c) (UnsafeMutableRawPointer?, Int) -> Void

  /// Fills a buffer for the standard library.
  @c(rehearsal_swift_stdlib_random)
  func watchedSwiftRandom(_ buffer: UnsafeMutableRawPointer?, _ length: Int) {
    if unsafe fill(buffer, length) { return }
    unsafe unsafeBitCast(Interposed.real(&realSwift), to: Fill.self)(buffer, length)
  }

  private typealias Entropy = @convention(c) (UnsafeMutableRawPointer?, Int) -> Int32

  /// Fills a buffer of at most 256 bytes.
  @c(rehearsal_getentropy)
  func watchedEntropy(_ buffer: UnsafeMutableRawPointer?, _ length: Int) -> Int32 {
    if length <= 256, unsafe fill(buffer, length) { return 0 }
    return unsafe unsafeBitCast(Interposed.real(&realEntropy), to: Entropy.self)(buffer, length)
  }

  private typealias Word = @convention(c) () -> UInt32

  /// A random word.
  @c(rehearsal_arc4random)
  func watchedRandomWord() -> UInt32 {
    randomWord() ?? (unsafe unsafeBitCast(Interposed.real(&realWord), to: Word.self)())
  }

  /// Fills a buffer.
  @c(rehearsal_arc4random_buf)
  func watchedRandomBuffer(_ buffer: UnsafeMutableRawPointer?, _ length: Int) {
    if unsafe fill(buffer, length) { return }
    unsafe unsafeBitCast(Interposed.real(&realBuffer), to: Fill.self)(buffer, length)
  }

  private typealias Uniform = @convention(c) (UInt32) -> UInt32

  /// A random number below a bound, each as likely as the other.
  @c(rehearsal_arc4random_uniform)
  func watchedRandomUniform(_ bound: UInt32) -> UInt32 {
    guard let word = randomWord() else {
      return unsafe unsafeBitCast(Interposed.real(&realUniform), to: Uniform.self)(bound)
    }
    if bound < 2 { return 0 }
    // The words below the remainder would make the least numbers likelier.
    let remainder = (0 &- bound) % bound
    var drawn = word
    while drawn < remainder, let next = randomWord() { drawn = next }
    return drawn % bound
  }

  private typealias Identifier = @convention(c) (UnsafeMutableRawPointer?) -> Void

  /// Makes a UUID of sixteen bytes, of which version 4 and its variant take six bits (RFC 9562).
  @c(rehearsal_uuid_generate)
  func watchedIdentifier(_ bytes: UnsafeMutableRawPointer?) {
    guard let bytes = unsafe bytes, unsafe fill(bytes, 16) else {
      return unsafe unsafeBitCast(Interposed.real(&realIdentifier), to: Identifier.self)(bytes)
    }
    let bits = unsafe bytes.assumingMemoryBound(to: UInt8.self)
    unsafe bits[6] = bits[6] & 0x0f | 0x40
    unsafe bits[8] = bits[8] & 0x3f | 0x80
  }

  /// A word as a receiver draws it; nil where the system is to be asked.
  private func randomWord() -> UInt32? {
    var word: UInt32 = 0
    return unsafe withUnsafeMutableBytes(of: &word) { unsafe fill($0.baseAddress, $0.count) }
      ? word : nil
  }
#endif
