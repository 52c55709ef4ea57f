// The randomness of the system, which a receiver of Interposed gives to watched threads.
//
// Two of the functions have variable arguments, which Swift cannot define. On Linux the ABIs of x86-64 (System V) and
// arm64 (AAPCS64) pass integers and pointers among them just as named ones, so functions with the greatest number of
// arguments that there can be stand for them; a register or a word of the stack that no caller has filled is read and
// passed on, but nobody looks at it.

#if canImport(Glibc) && (arch(x86_64) || arch(arm64))
  internal import Glibc

  @exclusivity(unchecked) nonisolated(unsafe) private var realGetrandom: UInt = 0
  @exclusivity(unchecked) nonisolated(unsafe) private var realSyscall: UInt = 0
  @exclusivity(unchecked) nonisolated(unsafe) private var realOpen: UInt = 0
  @exclusivity(unchecked) nonisolated(unsafe) private var realRead: UInt = 0
  @exclusivity(unchecked) nonisolated(unsafe) private var realClose: UInt = 0
  @exclusivity(unchecked) nonisolated(unsafe) private var realGetentropy: UInt = 0
  @exclusivity(unchecked) nonisolated(unsafe) private var realArc4random: UInt = 0
  @exclusivity(unchecked) nonisolated(unsafe) private var realArc4randomBuffer: UInt = 0
  @exclusivity(unchecked) nonisolated(unsafe) private var realArc4randomUniform: UInt = 0

  extension Interposed {
    static var randomness: [Replacement] {
      unsafe [
        replacement("getrandom", watchedGetrandom as Getrandom, &realGetrandom),
        replacement("getentropy", watchedGetentropy as Getentropy, &realGetentropy),
        replacement("arc4random", watchedArc4random as Arc4random, &realArc4random),
        replacement(
          "arc4random_buf", watchedArc4randomBuffer as Arc4randomBuffer, &realArc4randomBuffer),
        replacement(
          "arc4random_uniform", watchedArc4randomUniform as Arc4randomUniform,
          &realArc4randomUniform),
        replacement("syscall", watchedSyscall as Syscall, &realSyscall),
        replacement("open", watchedOpen as Open, &realOpen),
        replacement("open64", watchedOpen as Open, &realOpen),
        replacement("read", watchedRead as Read, &realRead),
        replacement("close", watchedClose as Close, &realClose),
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

  private typealias Getrandom = @convention(c) (UnsafeMutableRawPointer?, Int, UInt32) -> Int

  /// Fills a buffer with random bytes.
  @c(rehearsal_getrandom)
  func watchedGetrandom(_ buffer: UnsafeMutableRawPointer?, _ length: Int, _ flags: UInt32) -> Int {
    if unsafe fill(buffer, length) { return length }
    return unsafe unsafeBitCast(Interposed.real(&realGetrandom), to: Getrandom.self)(
      buffer, length, flags)
  }

  private typealias Getentropy = @convention(c) (UnsafeMutableRawPointer?, Int) -> Int32

  /// Fills a buffer of at most 256 bytes with random ones.
  @c(rehearsal_getentropy)
  func watchedGetentropy(_ buffer: UnsafeMutableRawPointer?, _ length: Int) -> Int32 {
    if length <= 256, unsafe fill(buffer, length) { return 0 }
    return unsafe unsafeBitCast(Interposed.real(&realGetentropy), to: Getentropy.self)(
      buffer, length)
  }

  private typealias Arc4random = @convention(c) () -> UInt32

  /// A random word; glibc has it since 2.36.
  @c(rehearsal_arc4random)
  func watchedArc4random() -> UInt32 {
    if let word = randomWord() { return word }
    return unsafe unsafeBitCast(Interposed.real(&realArc4random), to: Arc4random.self)()
  }

  private typealias Arc4randomBuffer = @convention(c) (UnsafeMutableRawPointer?, Int) -> Void

  /// Fills a buffer with random bytes.
  @c(rehearsal_arc4random_buf)
  func watchedArc4randomBuffer(_ buffer: UnsafeMutableRawPointer?, _ length: Int) {
    if unsafe fill(buffer, length) { return }
    unsafe unsafeBitCast(Interposed.real(&realArc4randomBuffer), to: Arc4randomBuffer.self)(
      buffer, length)
  }

  private typealias Arc4randomUniform = @convention(c) (UInt32) -> UInt32

  /// A random number below a bound, each as likely as the other.
  @c(rehearsal_arc4random_uniform)
  func watchedArc4randomUniform(_ bound: UInt32) -> UInt32 {
    guard let word = randomWord() else {
      return unsafe unsafeBitCast(
        Interposed.real(&realArc4randomUniform), to: Arc4randomUniform.self)(bound)
    }
    if bound < 2 { return 0 }
    // The words below the remainder would make the least numbers likelier.
    let remainder = (0 &- bound) % bound
    var drawn = word
    while drawn < remainder, let next = randomWord() { drawn = next }
    return drawn % bound
  }

  /// A word as a receiver draws it; nil where the system is to be asked.
  private func randomWord() -> UInt32? {
    var word: UInt32 = 0
    return unsafe withUnsafeMutableBytes(of: &word) { unsafe fill($0.baseAddress, $0.count) }
      ? word : nil
  }

  private typealias Syscall = @convention(c) (Int, Int, Int, Int, Int, Int, Int) -> Int

  /// Enters the kernel, which the Swift library does for random numbers.
  @c(rehearsal_syscall)
  func watchedSyscall(
    _ number: Int, _ first: Int, _ second: Int, _ third: Int, _ fourth: Int, _ fifth: Int,
    _ sixth: Int
  ) -> Int {
    #if arch(x86_64)
      let getrandom = 318
    #else
      let getrandom = 278
    #endif
    if number == getrandom, unsafe fill(UnsafeMutableRawPointer(bitPattern: first), second) {
      return second
    }
    return unsafe unsafeBitCast(Interposed.real(&realSyscall), to: Syscall.self)(
      number, first, second, third, fourth, fifth, sixth)
  }

  private typealias Open = @convention(c) (UnsafePointer<CChar>?, Int32, UInt32) -> Int32

  /// Opens a file of the machine.
  func systemOpen(_ path: UnsafePointer<CChar>, _ flags: Int32, _ mode: UInt32) -> Int32 {
    let own = unsafe Interposed.real(&realOpen)
    // As long as no calls are led here, a plain one reaches the library.
    guard own != 0 else { return unsafe open(path, flags, mode) }
    return unsafe unsafeBitCast(own, to: Open.self)(path, flags, mode)
  }

  /// Opens a file.
  @c(rehearsal_open)
  func watchedOpen(_ path: UnsafePointer<CChar>?, _ flags: Int32, _ mode: UInt32) -> Int32 {
    if let opened = unsafe openVirtually(path, flags, mode) { return opened }
    if unsafe Interposed.refusesFile(path, flags, openedBy: "open") { return -1 }
    return unsafe unsafeBitCast(Interposed.real(&realOpen), to: Open.self)(path, flags, mode)
  }

  /// Whether a watched thread would read random bytes of the machine's: from /dev/random or /dev/urandom, whoever opened it and
  /// under whatever number (random(4): character devices 1:8 and 1:9).
  func isRandom(_ descriptor: Int32) -> Bool {
    guard unsafe Interposed.ask({ _ in true }) != nil else { return false }
    var status = stat()
    guard unsafe systemFstat(descriptor, &status) == 0, status.st_mode & S_IFMT == S_IFCHR else {
      return false
    }
    return status.st_rdev == 0x108 || status.st_rdev == 0x109
  }

  private typealias Read = @convention(c) (Int32, UnsafeMutableRawPointer?, Int) -> Int

  /// Reads from a file, such as that of random bytes from which a UUID of Foundation comes.
  @c(rehearsal_read)
  func watchedRead(_ descriptor: Int32, _ buffer: UnsafeMutableRawPointer?, _ length: Int) -> Int {
    if isRandom(descriptor), unsafe fill(buffer, length) { return length }
    return unsafe unsafeBitCast(Interposed.real(&realRead), to: Read.self)(
      descriptor, buffer, length)
  }

  private typealias Close = @convention(c) (Int32) -> Int32

  /// Closes a file; the next one with the descriptor is another.
  @c(rehearsal_close)
  func watchedClose(_ descriptor: Int32) -> Int32 {
    if Interposed.isStandard(descriptor), Interposed.refuses("close") { return 0 }
    closeVirtually(descriptor)
    return systemClose(descriptor)
  }

  /// Closes a descriptor of the machine.
  func systemClose(_ descriptor: Int32) -> Int32 {
    let own = unsafe Interposed.real(&realClose)
    guard own != 0 else { return close(descriptor) }
    return unsafe unsafeBitCast(own, to: Close.self)(descriptor)
  }
#endif
