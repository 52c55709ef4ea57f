// Reading and writing by Dispatch (DispatchIO), whose blocks run when the machine has done it: a receiver of Interposed is told.

#if canImport(Glibc) && (arch(x86_64) || arch(arm64))
  @exclusivity(unchecked) nonisolated(unsafe) private var realCreate: UInt = 0
  @exclusivity(unchecked) nonisolated(unsafe) private var realCreateByPath: UInt = 0
  @exclusivity(unchecked) nonisolated(unsafe) private var realRead: UInt = 0
  @exclusivity(unchecked) nonisolated(unsafe) private var realWrite: UInt = 0

  extension Interposed {
    static var channels: [Replacement] {
      unsafe [
        replacement("dispatch_io_create", watchedChannel as Create, &realCreate),
        replacement(
          "dispatch_io_create_with_path", watchedChannelByPath as CreateByPath, &realCreateByPath),
        replacement("dispatch_read", watchedRead as Read, &realRead),
        replacement("dispatch_write", watchedWrite as Write, &realWrite),
      ]
    }
  }

  private typealias Create =
    @convention(c) (UInt, Int32, UnsafeRawPointer?, UnsafeRawPointer?) -> UnsafeMutableRawPointer?
  private typealias CreateByPath =
    @convention(c) (
      UInt, UnsafePointer<CChar>?, Int32, UInt32, UnsafeRawPointer?, UnsafeRawPointer?
    ) -> UnsafeMutableRawPointer?
  private typealias Read =
    @convention(c) (Int32, Int, UnsafeRawPointer?, UnsafeRawPointer?) -> Void
  private typealias Write =
    @convention(c) (Int32, UnsafeRawPointer?, UnsafeRawPointer?, UnsafeRawPointer?) -> Void

  /// Makes a channel for an open file.
  @c(rehearsal_dispatch_io_create)
  func watchedChannel(
    _ type: UInt, _ descriptor: Int32, _ queue: UnsafeRawPointer?, _ block: UnsafeRawPointer?
  ) -> UnsafeMutableRawPointer? {
    Interposed.tell("dispatch_io_create")
    return unsafe unsafeBitCast(Interposed.real(&realCreate), to: Create.self)(
      type, descriptor, queue, block)
  }

  /// Makes a channel for a file of a path.
  @c(rehearsal_dispatch_io_create_with_path)
  func watchedChannelByPath(
    _ type: UInt, _ path: UnsafePointer<CChar>?, _ flags: Int32, _ mode: UInt32,
    _ queue: UnsafeRawPointer?, _ block: UnsafeRawPointer?
  ) -> UnsafeMutableRawPointer? {
    Interposed.tell("dispatch_io_create_with_path")
    return unsafe unsafeBitCast(Interposed.real(&realCreateByPath), to: CreateByPath.self)(
      type, path, flags, mode, queue, block)
  }

  /// Reads from an open file; code of a process hears nothing of it.
  @c(rehearsal_dispatch_read)
  func watchedRead(
    _ descriptor: Int32, _ count: Int, _ queue: UnsafeRawPointer?, _ block: UnsafeRawPointer?
  ) {
    if Interposed.refuses("dispatch_read") { return }
    unsafe unsafeBitCast(Interposed.real(&realRead), to: Read.self)(
      descriptor, count, queue, block)
  }

  /// Writes to an open file; code of a process hears nothing of it.
  @c(rehearsal_dispatch_write)
  func watchedWrite(
    _ descriptor: Int32, _ data: UnsafeRawPointer?, _ queue: UnsafeRawPointer?,
    _ block: UnsafeRawPointer?
  ) {
    if Interposed.refuses("dispatch_write") { return }
    unsafe unsafeBitCast(Interposed.real(&realWrite), to: Write.self)(
      descriptor, data, queue, block)
  }
#endif
