// The folder from which relative paths lead: the machine's process has one, and each launch of an app that sets it one of its own.

#if canImport(Glibc) && (arch(x86_64) || arch(arm64))
  internal import Glibc

  @exclusivity(unchecked) nonisolated(unsafe) private var realChdir: UInt = 0
  @exclusivity(unchecked) nonisolated(unsafe) private var realFchdir: UInt = 0
  @exclusivity(unchecked) nonisolated(unsafe) private var realGetcwd: UInt = 0

  extension Interposed {
    static var workingFolder: [Replacement] {
      unsafe [
        replacement("chdir", virtualChdir as Path, &realChdir),
        replacement("fchdir", virtualFchdir as Number, &realFchdir),
        replacement("getcwd", virtualGetcwd as Getcwd, &realGetcwd),
      ]
    }

    /// Whether the code that runs on the calling thread has set the folder from which its relative paths lead.
    static var hasWorkingFolder: Bool {
      unsafe isWatching
        && ask({ receivers in unsafe receivers.files()?.workingFolder != nil }) == true
    }
  }

  private typealias Path = @convention(c) (UnsafePointer<CChar>?) -> Int32
  private typealias Number = @convention(c) (Int32) -> Int32
  private typealias Getcwd =
    @convention(c) (UnsafeMutablePointer<CChar>?, Int) -> UnsafeMutablePointer<CChar>?

  /// Goes to a folder. That of the machine is one for all phones: code of a process is told so, and stays where it is.
  @c(rehearsal_chdir)
  func virtualChdir(_ path: UnsafePointer<CChar>?) -> Int32 {
    let answer = unsafe Interposed.virtually(path) { files, path throws(FileFault) in
      guard try files.status(of: path, followsLink: true).kind == .folder else {
        throw .notFolder
      }
      files.workingFolder = try files.canonical(path)
      return 0
    }
    if let answer { return Int32(answer) }
    if Interposed.refusesChange("chdir") { return -1 }
    return unsafe unsafeBitCast(Interposed.real(&realChdir), to: Path.self)(path)
  }

  /// Goes to a folder that is open.
  @c(rehearsal_fchdir)
  func virtualFchdir(_ descriptor: Int32) -> Int32 {
    if let (file, files) = VirtualDescriptors.file(descriptor) {
      guard file.isFolder, let path = files.path(of: file.number) else {
        errno = ENOTDIR
        return -1
      }
      files.workingFolder = path
      return 0
    }
    if Interposed.refusesChange("fchdir") { return -1 }
    return unsafe unsafeBitCast(Interposed.real(&realFchdir), to: Number.self)(descriptor)
  }

  /// Tells the folder.
  @c(rehearsal_getcwd)
  func virtualGetcwd(
    _ buffer: UnsafeMutablePointer<CChar>?, _ size: Int
  ) -> UnsafeMutablePointer<CChar>? {
    let folder =
      Interposed.isWatching
      ? unsafe Interposed.ask { receivers in unsafe receivers.files()?.workingFolder } ?? nil : nil
    guard let folder else {
      return unsafe unsafeBitCast(Interposed.real(&realGetcwd), to: Getcwd.self)(buffer, size)
    }
    guard let buffer = unsafe buffer else { return unsafe strdup(folder) }
    guard folder.utf8.count < size else {
      errno = ERANGE
      return nil
    }
    return unsafe strcpy(buffer, folder)
  }
#endif
