// The number of the process, which stands in the names of files that Foundation writes atomically: that of the machine's process is
// another one in each run.

#if canImport(Glibc) && (arch(x86_64) || arch(arm64))
  internal import Glibc

  @exclusivity(unchecked) nonisolated(unsafe) private var realGetpid: UInt = 0

  extension Interposed {
    static var identity: [Replacement] {
      unsafe [replacement("getpid", virtualGetpid as Getpid, &realGetpid)]
    }
  }

  private typealias Getpid = @convention(c) () -> Int32

  /// The number of the machine's process.
  func systemGetpid() -> Int32 {
    let own = unsafe Interposed.real(&realGetpid)
    // As long as no calls are led here, a plain one reaches the library.
    guard own != 0 else { return getpid() }
    return unsafe unsafeBitCast(own, to: Getpid.self)()
  }

  @c(rehearsal_getpid)
  func virtualGetpid() -> Int32 {
    guard Interposed.isWatching,
      let number = unsafe Interposed.ask({ receivers in unsafe receivers.files()?.processNumber })
    else { return systemGetpid() }
    return number ?? systemGetpid()
  }
#else
  #if canImport(Glibc)
    internal import Glibc
  #elseif canImport(Musl)
    internal import Musl
  #else
    internal import Darwin
  #endif

  /// The number of the machine's process.
  func systemGetpid() -> Int32 { getpid() }
#endif
