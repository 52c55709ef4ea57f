// Files that are cut off or made longer, and removed by the C library's own name for it: as InterposedFiles.

#if canImport(Glibc) && (arch(x86_64) || arch(arm64))
  internal import Glibc

  @exclusivity(unchecked) nonisolated(unsafe) private var realRemove: UInt = 0
  @exclusivity(unchecked) nonisolated(unsafe) private var realTruncate: UInt = 0
  @exclusivity(unchecked) nonisolated(unsafe) private var realFtruncate: UInt = 0

  extension Interposed {
    static var sizes: [Replacement] {
      unsafe [
        replacement("remove", virtualRemove as Path, &realRemove),
        replacement("truncate", virtualTruncate as Truncate, &realTruncate),
        replacement("truncate64", virtualTruncate as Truncate, &realTruncate),
        replacement("ftruncate", virtualFtruncate as Ftruncate, &realFtruncate),
        replacement("ftruncate64", virtualFtruncate as Ftruncate, &realFtruncate),
      ]
    }
  }

  private typealias Path = @convention(c) (UnsafePointer<CChar>?) -> Int32
  private typealias Truncate = @convention(c) (UnsafePointer<CChar>?, Int) -> Int32
  private typealias Ftruncate = @convention(c) (Int32, Int) -> Int32

  /// Removes a file or an empty folder.
  @c(rehearsal_remove)
  func virtualRemove(_ path: UnsafePointer<CChar>?) -> Int32 {
    let answer = unsafe Interposed.virtually(path) { files, path throws(FileFault) in
      if try files.status(of: path, followsLink: false).kind == .folder {
        try files.removeFolder(path)
      } else {
        try files.remove(path)
      }
      return 0
    }
    if let answer { return Int32(answer) }
    if Interposed.refusesChange("remove") { return -1 }
    return unsafe unsafeBitCast(Interposed.real(&realRemove), to: Path.self)(path)
  }

  /// Gives a file a size.
  @c(rehearsal_truncate)
  func virtualTruncate(_ path: UnsafePointer<CChar>?, _ size: Int) -> Int32 {
    if let descriptor = unsafe openVirtually(path, O_WRONLY, 0) {
      guard descriptor >= 0 else { return -1 }
      let answer = virtualFtruncate(descriptor, size)
      let number = errno
      _ = watchedClose(descriptor)
      errno = number
      return answer
    }
    if Interposed.refusesChange("truncate") { return -1 }
    return unsafe unsafeBitCast(Interposed.real(&realTruncate), to: Truncate.self)(path, size)
  }

  /// Gives an open file a size. What the program prints to belongs to all phones.
  @c(rehearsal_ftruncate)
  func virtualFtruncate(_ descriptor: Int32, _ size: Int) -> Int32 {
    if let (file, files) = VirtualDescriptors.file(descriptor) {
      let growth = size - file.byteCount
      let hasRoom = Interposed.attempt { () throws(FileFault) in
        if growth > 0 { try files.reserve(growth) }
        return 0
      }
      guard hasRoom == 0 else { return -1 }
    } else if Interposed.isStandard(descriptor), Interposed.refusesChange("ftruncate") {
      return -1
    }
    return unsafe unsafeBitCast(Interposed.real(&realFtruncate), to: Ftruncate.self)(
      descriptor, size)
  }
#endif
