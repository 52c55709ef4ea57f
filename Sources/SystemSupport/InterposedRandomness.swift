// The randomness of the system, as Interposed watches it.
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

  extension Interposed {
    static var randomness: [Replacement] {
      unsafe [
        replacement("getrandom", watchedGetrandom as Getrandom, &realGetrandom),
        replacement("syscall", watchedSyscall as Syscall, &realSyscall),
        replacement("open", watchedOpen as Open, &realOpen),
      ]
    }
  }

  private typealias Getrandom = @convention(c) (UnsafeMutableRawPointer?, Int, UInt32) -> Int

  /// Fills a buffer with random bytes.
  @c(rehearsal_getrandom)
  func watchedGetrandom(_ buffer: UnsafeMutableRawPointer?, _ length: Int, _ flags: UInt32) -> Int {
    Interposed.tell("getrandom")
    return unsafe unsafeBitCast(Interposed.real(&realGetrandom), to: Getrandom.self)(
      buffer, length, flags)
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
    if number == getrandom { Interposed.tell("getrandom") }
    return unsafe unsafeBitCast(Interposed.real(&realSyscall), to: Syscall.self)(
      number, first, second, third, fourth, fifth, sixth)
  }

  private typealias Open = @convention(c) (UnsafePointer<CChar>?, Int32, UInt32) -> Int32

  /// Opens a file, such as that of random bytes from which a UUID of Foundation comes.
  @c(rehearsal_open)
  func watchedOpen(_ path: UnsafePointer<CChar>?, _ flags: Int32, _ mode: UInt32) -> Int32 {
    // As static strings, since others take memory.
    let (unlimited, limited): (StaticString, StaticString) = ("/dev/urandom", "/dev/random")
    if let path = unsafe path,
      unsafe strcmp(path, unlimited.cString) == 0 || strcmp(path, limited.cString) == 0
    {
      Interposed.tell(#"open("/dev/urandom")"#)
    }
    return unsafe unsafeBitCast(Interposed.real(&realOpen), to: Open.self)(path, flags, mode)
  }
#endif
