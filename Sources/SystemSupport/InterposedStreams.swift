// Streams of the C library, and the other calls that open a file: as InterposedFiles. A stream stands for a descriptor of a
// container's file, which the library writes to within itself: what a full disk does not take is told by fclose(3).

#if canImport(Glibc) && (arch(x86_64) || arch(arm64))
  internal import Glibc
  internal import Synchronization

  @exclusivity(unchecked) nonisolated(unsafe) private var realFopen: UInt = 0
  @exclusivity(unchecked) nonisolated(unsafe) private var realFdopen: UInt = 0
  @exclusivity(unchecked) nonisolated(unsafe) private var realFclose: UInt = 0
  @exclusivity(unchecked) nonisolated(unsafe) private var realCreat: UInt = 0

  extension Interposed {
    static var streams: [Replacement] {
      unsafe [
        replacement("fopen", watchedFopen as Fopen, &realFopen),
        replacement("fopen64", watchedFopen as Fopen, &realFopen),
        replacement("fdopen", watchedFdopen as Fdopen, &realFdopen),
        replacement("fclose", watchedFclose as Fclose, &realFclose),
        replacement("creat", watchedCreat as Creat, &realCreat),
        replacement("creat64", watchedCreat as Creat, &realCreat),
      ]
    }

    /// Tells that code of a run opens a file of the machine which it may not, and sets errno; false where it may.
    static func refusesFile(
      _ path: UnsafePointer<CChar>?, _ flags: Int32, openedBy function: StaticString
    ) -> Bool {
      guard let path = unsafe path,
        unsafe ask({ receivers in unsafe receivers.file(path, flags) }) == false
      else { return false }
      tell(function)
      errno = EPERM
      return true
    }
  }

  private typealias Fopen =
    @convention(c) (UnsafePointer<CChar>?, UnsafePointer<CChar>?) -> UnsafeMutableRawPointer?
  private typealias Fdopen =
    @convention(c) (Int32, UnsafePointer<CChar>?) -> UnsafeMutableRawPointer?
  private typealias Fclose = @convention(c) (UnsafeMutableRawPointer?) -> Int32
  private typealias Creat = @convention(c) (UnsafePointer<CChar>?, UInt32) -> Int32

  /// The streams that stand for open files of containers, as words: the addresses of what the library calls FILE.
  private enum VirtualStreams {
    private struct State {
      var descriptors: [UInt: Int32] = [:]
      /// Those that ended with their process and that its objects may still close.
      var ended: Set<UInt> = []
    }

    private static let state = Mutex(State())
    // As a word that is there from the start: see VirtualDescriptors.
    @exclusivity(unchecked) nonisolated(unsafe) private static var hasAny: UInt = 0

    static func add(_ stream: UInt, _ descriptor: Int32) {
      unsafe Interposed.word(&hasAny).pointee.store(1, ordering: .releasing)
      state.withLock { state in
        state.descriptors[stream] = descriptor
        state.ended.remove(stream)
      }
    }

    /// Takes a stream out that is being closed: its descriptor, nil where it stands for no file of a container, and whether it
    /// was closed with its process.
    static func remove(_ stream: UInt) -> (descriptor: Int32?, hasEnded: Bool) {
      guard unsafe Interposed.word(&hasAny).pointee.load(ordering: .acquiring) != 0 else {
        return (nil, false)
      }
      return state.withLock { state in
        let hadEnded = state.ended.remove(stream) != nil
        return (state.descriptors.removeValue(forKey: stream), hadEnded)
      }
    }

    /// A stream that was opened may have the memory of one that has ended.
    static func opened(_ stream: UnsafeMutableRawPointer?) -> UnsafeMutableRawPointer? {
      if unsafe Interposed.word(&hasAny).pointee.load(ordering: .acquiring) != 0 {
        state.withLock { _ = $0.ended.remove(UInt(bitPattern: stream)) }
      }
      return unsafe stream
    }

    /// Takes the stream of a descriptor out because its process has ended; nil where it has none.
    static func end(_ descriptor: Int32) -> UInt? {
      guard unsafe Interposed.word(&hasAny).pointee.load(ordering: .acquiring) != 0 else {
        return nil
      }
      return state.withLock { state in
        // order: a descriptor has one stream.
        guard let stream = state.descriptors.first(where: { $0.value == descriptor })?.key else {
          return nil
        }
        state.descriptors[stream] = nil
        state.ended.insert(stream)
        return stream
      }
    }
  }

  /// The flags of open(2) that a mode of fopen(3) stands for.
  private func flags(of mode: UnsafePointer<CChar>) -> Int32 {
    let letters = unsafe String(cString: mode)
    var flags = letters.contains("+") ? O_RDWR : letters.hasPrefix("r") ? O_RDONLY : O_WRONLY
    if letters.hasPrefix("w") { flags |= O_CREAT | O_TRUNC }
    if letters.hasPrefix("a") { flags |= O_CREAT | O_APPEND }
    if letters.contains("x") { flags |= O_EXCL }
    if letters.contains("e") { flags |= O_CLOEXEC }
    return flags
  }

  @c(rehearsal_fopen)
  func watchedFopen(
    _ path: UnsafePointer<CChar>?, _ mode: UnsafePointer<CChar>?
  ) -> UnsafeMutableRawPointer? {
    // Others may call this before Swift can make a string.
    guard Interposed.isWatching, let path = unsafe path, let mode = unsafe mode else {
      return unsafe VirtualStreams.opened(
        unsafeBitCast(Interposed.real(&realFopen), to: Fopen.self)(path, mode))
    }
    let flags = unsafe flags(of: mode)
    guard let descriptor = unsafe openVirtually(path, flags, 0o666) else {
      if unsafe Interposed.refusesFile(path, flags, openedBy: "fopen") { return nil }
      let stream = unsafe VirtualStreams.opened(
        unsafeBitCast(Interposed.real(&realFopen), to: Fopen.self)(path, mode))
      // The library fills its own streams without asking anybody.
      if let file = unsafe stream?.assumingMemoryBound(to: FILE.self),
        isRandom(unsafe fileno(file))
      {
        Interposed.tell("fopen(\"/dev/urandom\")")
      }
      return unsafe stream
    }
    guard descriptor >= 0 else { return nil }
    guard let stream = unsafe fdopen(descriptor, mode) else {
      _ = watchedClose(descriptor)
      return nil
    }
    VirtualStreams.add(UInt(bitPattern: stream), descriptor)
    return UnsafeMutableRawPointer(stream)
  }

  /// Makes a stream of a descriptor.
  @c(rehearsal_fdopen)
  func watchedFdopen(
    _ descriptor: Int32, _ mode: UnsafePointer<CChar>?
  ) -> UnsafeMutableRawPointer? {
    unsafe VirtualStreams.opened(
      unsafeBitCast(Interposed.real(&realFdopen), to: Fdopen.self)(descriptor, mode))
  }

  @c(rehearsal_fclose)
  func watchedFclose(_ stream: UnsafeMutableRawPointer?) -> Int32 {
    let (descriptor, hasEnded) = VirtualStreams.remove(UInt(bitPattern: stream))
    if hasEnded { return 0 }
    let close = unsafe unsafeBitCast(Interposed.real(&realFclose), to: Fclose.self)
    if descriptor == nil, let stream = unsafe stream,
      unsafe Interposed.isStandard(fileno(stream.assumingMemoryBound(to: FILE.self))),
      Interposed.refuses("fclose")
    {
      return 0
    }
    guard let descriptor, let stream = unsafe stream else { return unsafe close(stream) }
    // The file takes what the stream still holds before anybody hears that it is closed.
    _ = unsafe fflush(stream.assumingMemoryBound(to: FILE.self))
    let saved = virtualSync(descriptor)
    let number = errno
    closeVirtually(descriptor)
    let closed = unsafe close(stream)
    guard saved == 0 else {
      errno = number
      return -1
    }
    return closed
  }

  /// Closes the stream of a descriptor whose process has ended; false where it has none.
  ///
  /// What it still holds is lost, as with the memory of a process. Its objects may close it again.
  func endStream(of descriptor: Int32) -> Bool {
    guard let address = VirtualStreams.end(descriptor) else { return false }
    let nowhere = unsafe systemOpen("/dev/null", O_WRONLY, 0)
    if nowhere >= 0 {
      systemDup2(nowhere, descriptor)
      _ = systemClose(nowhere)
    }
    _ = unsafe unsafeBitCast(Interposed.real(&realFclose), to: Fclose.self)(
      UnsafeMutableRawPointer(bitPattern: address))
    return true
  }

  @c(rehearsal_creat)
  func watchedCreat(_ path: UnsafePointer<CChar>?, _ mode: UInt32) -> Int32 {
    let flags = O_CREAT | O_WRONLY | O_TRUNC
    if Interposed.isWatching {
      if let opened = unsafe openVirtually(path, flags, mode) { return opened }
      if unsafe Interposed.refusesFile(path, flags, openedBy: "creat") { return -1 }
    }
    return unsafe unsafeBitCast(Interposed.real(&realCreat), to: Creat.self)(path, mode)
  }
#endif
