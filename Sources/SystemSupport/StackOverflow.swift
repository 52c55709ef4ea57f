#if canImport(Glibc)
  internal import Glibc
#elseif canImport(Musl)
  internal import Musl
#else
  internal import Darwin
#endif

/// Tells a stack overflow from other wild accesses.
///
/// The handler only stores a word and returns; what trapped traps again and meets the handler that was there before,
/// such as that of Swift's backtraces. It touches no global of Swift's: the first access to one takes a lock, which the
/// thread that trapped may hold. What it needs lies at the beginning of the stack on which it runs.
enum StackOverflow {
  /// The data that the handler reads.
  @unsafe private struct State {
    let counters: Unmanaged<SharedCounters>
    let index: Int
    let stack: Range<UInt>
    var segv = sigaction()
    var bus = sigaction()
  }

  /// The size of the handler's stack, which is also what its address is a multiple of.
  private static var alternateBytes: Int { 256 << 10 }
  /// The room for what the handler looks at.
  private static var header: Int { unsafe (MemoryLayout<State>.size + 63) & ~63 }
  /// The distance in bytes from the end of the stack within which an access counts as an overflow: the guard and one
  /// large frame.
  private static var margin: UInt { 1 << 20 }

  /// Begins to watch the calling thread.
  ///
  /// - Parameters:
  ///   - counters: The counters in which an overflow is noted, by setting the counter of a number to 1.
  ///   - bytes: The size of the thread's stack.
  static func watch(on counters: SharedCounters, _ index: Int, bytes: Int) {
    var place: UInt8 = 0
    let here = unsafe withUnsafePointer(to: &place) { UInt(bitPattern: $0) }
    let end = here &- UInt(bytes)
    // Lent to the system for as long as the thread lives, which is as long as the process does.
    let base = UnsafeMutableRawPointer.allocate(
      byteCount: alternateBytes, alignment: alternateBytes)
    let state = unsafe base.bindMemory(to: State.self, capacity: 1)
    unsafe state.initialize(
      to: State(
        counters: Unmanaged.passRetained(counters), index: index,
        stack: (end &- margin)..<(end &+ margin)))
    var alternate = unsafe stack_t()
    unsafe alternate.ss_sp = base + header
    unsafe alternate.ss_size = alternateBytes - header
    unsafe sigaltstack(&alternate, nil)
    var action = sigaction()
    action.sa_flags = Int32(SA_SIGINFO) | Int32(SA_ONSTACK)
    #if canImport(Darwin)
      unsafe action.__sigaction_u.__sa_sigaction = { number, information, _ in
        unsafe StackOverflow.handle(number, information)
      }
    #else
      unsafe action.__sigaction_handler.sa_sigaction = { number, information, _ in
        unsafe StackOverflow.handle(number, information)
      }
    #endif
    unsafe sigaction(SIGSEGV, &action, &state.pointee.segv)
    unsafe sigaction(SIGBUS, &action, &state.pointee.bus)
  }

  /// Notes an access near the end of the stack, and leaves the signal to whoever had it before.
  ///
  /// On a thread that has no such stack nothing is known; there the signal ends the process.
  private static func handle(_ number: Int32, _ information: UnsafeMutablePointer<siginfo_t>?) {
    var alternate = unsafe stack_t()
    guard unsafe sigaltstack(nil, &alternate) == 0,
      unsafe alternate.ss_size == alternateBytes - header, let top = unsafe alternate.ss_sp
    else {
      _ = signal(number, SIG_DFL)
      return
    }
    let address = UInt(bitPattern: top) & ~UInt(alternateBytes - 1)
    guard
      let state = unsafe UnsafeMutableRawPointer(bitPattern: address)?
        .assumingMemoryBound(to: State.self)
    else { return }
    if let information = unsafe information {
      #if canImport(Darwin)
        let fault = unsafe UInt(bitPattern: information.pointee.si_addr)
      #else
        let fault = unsafe UInt(bitPattern: information.pointee._sifields._sigfault.si_addr)
      #endif
      if unsafe state.pointee.stack.contains(fault) {
        unsafe state.pointee.counters._withUnsafeGuaranteedRef {
          $0[unsafe state.pointee.index] = 1
        }
      }
    }
    if number == SIGBUS {
      unsafe sigaction(number, &state.pointee.bus, nil)
    } else {
      unsafe sigaction(number, &state.pointee.segv, nil)
    }
  }
}
