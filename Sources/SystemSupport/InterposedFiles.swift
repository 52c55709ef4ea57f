// Files: what code of a simulated process does with a path of its container goes to its VirtualFiles, and everything else to the
// system. A descriptor is a real one, of an anonymous file with the same bytes; so reading, writing, seeking, mapping and
// locking are the system's.

#if canImport(Glibc) && (arch(x86_64) || arch(arm64))
  internal import Glibc

  @exclusivity(unchecked) nonisolated(unsafe) private var realStat: UInt = 0
  @exclusivity(unchecked) nonisolated(unsafe) private var realLstat: UInt = 0
  @exclusivity(unchecked) nonisolated(unsafe) private var realFstat: UInt = 0
  @exclusivity(unchecked) nonisolated(unsafe) private var realAccess: UInt = 0
  @exclusivity(unchecked) nonisolated(unsafe) private var realUnlink: UInt = 0
  @exclusivity(unchecked) nonisolated(unsafe) private var realRename: UInt = 0
  @exclusivity(unchecked) nonisolated(unsafe) private var realLink: UInt = 0
  @exclusivity(unchecked) nonisolated(unsafe) private var realSymlink: UInt = 0
  @exclusivity(unchecked) nonisolated(unsafe) private var realReadlink: UInt = 0
  @exclusivity(unchecked) nonisolated(unsafe) private var realChmod: UInt = 0
  @exclusivity(unchecked) nonisolated(unsafe) private var realChown: UInt = 0
  @exclusivity(unchecked) nonisolated(unsafe) private var realUtimes: UInt = 0
  @exclusivity(unchecked) nonisolated(unsafe) private var realWrite: UInt = 0
  @exclusivity(unchecked) nonisolated(unsafe) private var realSendfile: UInt = 0
  @exclusivity(unchecked) nonisolated(unsafe) private var realPwrite: UInt = 0
  @exclusivity(unchecked) nonisolated(unsafe) private var realSync: UInt = 0

  extension Interposed {
    static var files: [Replacement] {
      unsafe [
        replacement("stat", virtualStat as Stat, &realStat),
        replacement("stat64", virtualStat as Stat, &realStat),
        replacement("lstat", virtualLstat as Stat, &realLstat),
        replacement("lstat64", virtualLstat as Stat, &realLstat),
        replacement("fstat", virtualFstat as Fstat, &realFstat),
        replacement("fstat64", virtualFstat as Fstat, &realFstat),
        replacement("access", virtualAccess as PathAndMode, &realAccess),
        replacement("unlink", virtualUnlink as Path, &realUnlink),
        replacement("rename", virtualRename as TwoPaths, &realRename),
        replacement("link", virtualLink as TwoPaths, &realLink),
        replacement("symlink", virtualSymlink as TwoPaths, &realSymlink),
        replacement("readlink", virtualReadlink as Readlink, &realReadlink),
        replacement("chmod", virtualChmod as PathAndMode, &realChmod),
        replacement("chown", virtualChown as Chown, &realChown),
        replacement("utimes", virtualUtimes as Utimes, &realUtimes),
        replacement("write", virtualWrite as Write, &realWrite),
        replacement("pwrite", virtualPwrite as Pwrite, &realPwrite),
        replacement("pwrite64", virtualPwrite as Pwrite, &realPwrite),
        replacement("sendfile", virtualSendfile as Sendfile, &realSendfile),
        replacement("sendfile64", virtualSendfile as Sendfile, &realSendfile),
        replacement("fsync", virtualSync as Sync, &realSync),
        replacement("fdatasync", virtualSync as Sync, &realSync),
      ]
    }

    /// Calls `body` with the files of the code that runs on the calling thread and with a path of theirs, which may lead from
    /// their ``VirtualFiles/workingFolder``, and sets errno where it throws; nil where the path is the system's.
    static func virtually(
      _ path: UnsafePointer<CChar>?,
      _ body: (any VirtualFiles, String) throws(FileFault) -> Int
    ) -> Int? {
      guard let path = unsafe path, unsafe isVirtual(path) || isRelative(path) else { return nil }
      let answer: Int?? = unsafe ask { receivers in
        guard let files = unsafe receivers.files(),
          unsafe !isRelative(path) || files.workingFolder != nil
        else { return nil }
        let name = unsafe String(cString: path)
        return attempt { () throws(FileFault) in try body(files, name) }
      }
      return answer ?? nil
    }

    static func isVirtual(_ path: UnsafePointer<CChar>) -> Bool {
      let root = VirtualPaths.root
      return unsafe strncmp(path, root.cString, root.utf8CodeUnitCount) == 0
    }

    static func isRelative(_ path: UnsafePointer<CChar>) -> Bool {
      let first = unsafe path.pointee
      return first != 0 && first != CChar(0x2F)
    }

    /// What `body` returns; -1 with errno where it throws.
    static func attempt(_ body: () throws(FileFault) -> Int) -> Int {
      do {
        return try body()
      } catch {
        errno = error.number
        return -1
      }
    }
  }

  extension FileFault {
    var number: Int32 {
      switch self {
      case .noSuchFile: ENOENT
      case .exists: EEXIST
      case .notFolder: ENOTDIR
      case .isFolder: EISDIR
      case .notEmpty: ENOTEMPTY
      case .noRoom: ENOSPC
      case .failed: EIO
      case .notPermitted: EPERM
      case .notLink: EINVAL
      case .tooManyLinks: ELOOP
      case .tooManyOpen: EMFILE
      case .nameTooLong: ENAMETOOLONG
      }
    }
  }

  extension FileStatus {
    /// Writes it as the C library has it.
    func write(to place: UnsafeMutablePointer<stat>) {
      var status = stat()
      switch kind {
      case .file: status.st_mode = S_IFREG | mode
      case .folder: status.st_mode = S_IFDIR | mode
      case .link: status.st_mode = S_IFLNK | mode
      }
      status.st_ino = UInt(number)
      status.st_dev = UInt(device)
      status.st_nlink = 1
      status.st_uid = getuid()
      status.st_gid = getgid()
      status.st_size = size
      status.st_blksize = 4096
      status.st_blocks = (size + 511) / 512
      let time = timespec(
        tv_sec: Int(modified / 1_000_000_000), tv_nsec: Int(modified % 1_000_000_000))
      status.st_mtim = time
      status.st_ctim = time
      status.st_atim = time
      unsafe place.pointee = status
    }
  }

  private typealias Path = @convention(c) (UnsafePointer<CChar>?) -> Int32
  private typealias TwoPaths =
    @convention(c) (UnsafePointer<CChar>?, UnsafePointer<CChar>?) -> Int32
  private typealias PathAndMode = @convention(c) (UnsafePointer<CChar>?, UInt32) -> Int32
  private typealias Stat =
    @convention(c) (UnsafePointer<CChar>?, UnsafeMutableRawPointer?) -> Int32
  private typealias Fstat = @convention(c) (Int32, UnsafeMutableRawPointer?) -> Int32

  /// Opens a file of a container; nil for one of the system.
  func openVirtually(_ path: UnsafePointer<CChar>?, _ flags: Int32, _ mode: UInt32) -> Int32? {
    let opened = unsafe Interposed.virtually(path) { files, path throws(FileFault) in
      var way = OpenWay()
      way.writes = flags & O_ACCMODE != O_RDONLY
      way.creates = flags & O_CREAT != 0
      way.isExclusive = flags & O_EXCL != 0
      way.truncates = flags & O_TRUNC != 0
      way.wantsFolder = flags & __O_DIRECTORY != 0
      way.mode = mode
      let file = try files.open(path, way)
      let number: Int32
      if file.isFolder {
        number = dup(file.body.number)
      } else {
        let kept = flags & ~(O_CREAT | O_EXCL | O_TRUNC | O_NOFOLLOW)
        number = unsafe systemOpen("/proc/self/fd/\(file.body.number)", kept, 0)
      }
      guard number >= 0 else {
        files.close(file)
        throw .tooManyOpen
      }
      VirtualDescriptors.add(number, file, of: files)
      return Int(number)
    }
    return opened.map { Int32($0) }
  }

  /// Notes that a descriptor is about to be closed.
  func closeVirtually(_ descriptor: Int32) {
    guard let (file, files) = VirtualDescriptors.remove(descriptor) else { return }
    if unsafe Interposed.ask({ _ in files.close(file) }) == nil { files.close(file) }
  }

  extension VirtualFiles {
    /// Closes the descriptors that the process has left open.
    package func closeDescriptors() {
      for number in VirtualDescriptors.removeAll(of: ObjectIdentifier(self)) {
        if !endStream(of: number) { _ = systemClose(number) }
      }
    }
  }

  @c(rehearsal_stat)
  func virtualStat(_ path: UnsafePointer<CChar>?, _ place: UnsafeMutableRawPointer?) -> Int32 {
    unsafe status(path, place, followsLink: true)
      ?? unsafeBitCast(Interposed.real(&realStat), to: Stat.self)(path, place)
  }

  @c(rehearsal_lstat)
  func virtualLstat(_ path: UnsafePointer<CChar>?, _ place: UnsafeMutableRawPointer?) -> Int32 {
    unsafe status(path, place, followsLink: false)
      ?? unsafeBitCast(Interposed.real(&realLstat), to: Stat.self)(path, place)
  }

  private func status(
    _ path: UnsafePointer<CChar>?, _ place: UnsafeMutableRawPointer?, followsLink: Bool
  ) -> Int32? {
    unsafe Interposed.virtually(path) { files, path throws(FileFault) in
      let status = try files.status(of: path, followsLink: followsLink)
      unsafe place.map { unsafe status.write(to: $0.assumingMemoryBound(to: stat.self)) }
      return 0
    }.map { Int32($0) }
  }

  @c(rehearsal_fstat)
  func virtualFstat(_ descriptor: Int32, _ place: UnsafeMutableRawPointer?) -> Int32 {
    if let (file, files) = VirtualDescriptors.file(descriptor),
      let status = files.status(of: file.number)
    {
      unsafe place.map { unsafe status.write(to: $0.assumingMemoryBound(to: stat.self)) }
      return 0
    }
    return unsafe unsafeBitCast(Interposed.real(&realFstat), to: Fstat.self)(descriptor, place)
  }

  /// The status of a descriptor of the machine.
  func systemFstat(_ descriptor: Int32, _ place: UnsafeMutablePointer<stat>) -> Int32 {
    let own = unsafe Interposed.real(&realFstat)
    // As long as no calls are led here, a plain one reaches the library.
    guard own != 0 else { return unsafe fstat(descriptor, place) }
    return unsafe unsafeBitCast(own, to: Fstat.self)(descriptor, place)
  }

  /// Whether a file is there; an app may do everything with its own.
  @c(rehearsal_access)
  func virtualAccess(_ path: UnsafePointer<CChar>?, _ mode: UInt32) -> Int32 {
    let answer = unsafe Interposed.virtually(path) { files, path throws(FileFault) in
      let status = try files.status(of: path, followsLink: true)
      let wanted = mode & 0o7
      guard status.mode >> 6 & wanted == wanted else { throw .notPermitted }
      return 0
    }
    if let answer { return Int32(answer) }
    return unsafe unsafeBitCast(Interposed.real(&realAccess), to: PathAndMode.self)(path, mode)
  }

  @c(rehearsal_unlink)
  func virtualUnlink(_ path: UnsafePointer<CChar>?) -> Int32 {
    let answer = unsafe Interposed.virtually(path) { files, path throws(FileFault) in
      try files.remove(path)
      return 0
    }
    if let answer { return Int32(answer) }
    if Interposed.refusesChange("unlink") { return -1 }
    return unsafe unsafeBitCast(Interposed.real(&realUnlink), to: Path.self)(path)
  }

  @c(rehearsal_rename)
  func virtualRename(_ path: UnsafePointer<CChar>?, _ new: UnsafePointer<CChar>?) -> Int32 {
    let answer = unsafe Interposed.virtually(path) { files, path throws(FileFault) in
      guard let new = unsafe new else { throw .noSuchFile }
      try files.rename(path, to: unsafe String(cString: new))
      return 0
    }
    if let answer { return Int32(answer) }
    if Interposed.refusesChange("rename") { return -1 }
    return unsafe unsafeBitCast(Interposed.real(&realRename), to: TwoPaths.self)(path, new)
  }

  /// Makes a hard link, which containers do not have.
  @c(rehearsal_link)
  func virtualLink(_ path: UnsafePointer<CChar>?, _ new: UnsafePointer<CChar>?) -> Int32 {
    let answer = unsafe Interposed.virtually(path) { _, _ throws(FileFault) in throw .notPermitted }
    if let answer { return Int32(answer) }
    if Interposed.refusesChange("link") { return -1 }
    return unsafe unsafeBitCast(Interposed.real(&realLink), to: TwoPaths.self)(path, new)
  }

  @c(rehearsal_symlink)
  func virtualSymlink(_ target: UnsafePointer<CChar>?, _ path: UnsafePointer<CChar>?) -> Int32 {
    let answer = unsafe Interposed.virtually(path) { files, path throws(FileFault) in
      try files.makeLink(path, to: unsafe target.map { unsafe String(cString: $0) } ?? "")
      return 0
    }
    if let answer { return Int32(answer) }
    if Interposed.refusesChange("symlink") { return -1 }
    return unsafe unsafeBitCast(Interposed.real(&realSymlink), to: TwoPaths.self)(target, path)
  }

  private typealias Readlink =
    @convention(c) (UnsafePointer<CChar>?, UnsafeMutablePointer<CChar>?, Int) -> Int

  @c(rehearsal_readlink)
  func virtualReadlink(
    _ path: UnsafePointer<CChar>?, _ buffer: UnsafeMutablePointer<CChar>?, _ size: Int
  ) -> Int {
    let answer = unsafe Interposed.virtually(path) { files, path throws(FileFault) in
      let target = try files.target(ofLink: path).utf8CString.dropLast().prefix(size)
      for (index, letter) in target.enumerated() { unsafe buffer?[index] = letter }
      return target.count
    }
    return unsafe answer
      ?? unsafeBitCast(Interposed.real(&realReadlink), to: Readlink.self)(path, buffer, size)
  }

  @c(rehearsal_chmod)
  func virtualChmod(_ path: UnsafePointer<CChar>?, _ mode: UInt32) -> Int32 {
    let answer = unsafe Interposed.virtually(path) { files, path throws(FileFault) in
      try files.setMode(mode, of: path)
      return 0
    }
    if let answer { return Int32(answer) }
    if Interposed.refusesChange("chmod") { return -1 }
    return unsafe unsafeBitCast(Interposed.real(&realChmod), to: PathAndMode.self)(path, mode)
  }

  private typealias Chown = @convention(c) (UnsafePointer<CChar>?, UInt32, UInt32) -> Int32

  /// Gives a file to somebody, which changes nothing in a container: everything is the app's.
  @c(rehearsal_chown)
  func virtualChown(_ path: UnsafePointer<CChar>?, _ user: UInt32, _ group: UInt32) -> Int32 {
    let answer = unsafe Interposed.virtually(path) { files, path throws(FileFault) in
      _ = try files.status(of: path, followsLink: true)
      return 0
    }
    if let answer { return Int32(answer) }
    if Interposed.refusesChange("chown") { return -1 }
    return unsafe unsafeBitCast(Interposed.real(&realChown), to: Chown.self)(path, user, group)
  }

  private typealias Utimes = @convention(c) (UnsafePointer<CChar>?, UnsafeRawPointer?) -> Int32

  @c(rehearsal_utimes)
  func virtualUtimes(_ path: UnsafePointer<CChar>?, _ times: UnsafeRawPointer?) -> Int32 {
    let answer = unsafe Interposed.virtually(path) { files, path throws(FileFault) in
      // The second of the two is that of the last change.
      let modified = unsafe times.map { unsafe $0.assumingMemoryBound(to: timeval.self)[1] }
      try files.setModified(
        modified.map { Int64($0.tv_sec) * 1_000_000_000 + Int64($0.tv_usec) * 1_000 }, of: path)
      return 0
    }
    if let answer { return Int32(answer) }
    if Interposed.refusesChange("utimes") { return -1 }
    return unsafe unsafeBitCast(Interposed.real(&realUtimes), to: Utimes.self)(path, times)
  }

  // MARK: - Open files

  private typealias Write = @convention(c) (Int32, UnsafeRawPointer?, Int) -> Int
  private typealias Pwrite = @convention(c) (Int32, UnsafeRawPointer?, Int, Int) -> Int
  private typealias Sync = @convention(c) (Int32) -> Int32

  /// Whether there is room for what is to be written to a descriptor; errno says it where there is none.
  private func reserve(_ count: Int, on descriptor: Int32) -> Bool {
    guard let (_, files) = VirtualDescriptors.file(descriptor) else { return true }
    return Interposed.attempt { () throws(FileFault) in
      try files.reserve(count)
      return 0
    } == 0
  }

  @c(rehearsal_write)
  func virtualWrite(_ descriptor: Int32, _ bytes: UnsafeRawPointer?, _ count: Int) -> Int {
    guard reserve(count, on: descriptor) else { return -1 }
    return unsafe unsafeBitCast(Interposed.real(&realWrite), to: Write.self)(
      descriptor, bytes, count)
  }

  @c(rehearsal_pwrite)
  func virtualPwrite(
    _ descriptor: Int32, _ bytes: UnsafeRawPointer?, _ count: Int, _ offset: Int
  ) -> Int {
    guard reserve(count, on: descriptor) else { return -1 }
    return unsafe unsafeBitCast(Interposed.real(&realPwrite), to: Pwrite.self)(
      descriptor, bytes, count, offset)
  }

  private typealias Sendfile = @convention(c) (Int32, Int32, UnsafeMutablePointer<Int>?, Int) -> Int

  /// Foundation copies a file by it; it names the number of bytes that the file has.
  @c(rehearsal_sendfile)
  func virtualSendfile(
    _ descriptor: Int32, _ source: Int32, _ offset: UnsafeMutablePointer<Int>?, _ count: Int
  ) -> Int {
    guard reserve(count, on: descriptor) else { return -1 }
    return unsafe unsafeBitCast(Interposed.real(&realSendfile), to: Sendfile.self)(
      descriptor, source, offset, count)
  }

  @c(rehearsal_fsync)
  func virtualSync(_ descriptor: Int32) -> Int32 {
    guard let (file, files) = VirtualDescriptors.file(descriptor) else {
      return unsafe unsafeBitCast(Interposed.real(&realSync), to: Sync.self)(descriptor)
    }
    let save = {
      Interposed.attempt { () throws(FileFault) in
        try files.save(file)
        return 0
      }
    }
    return unsafe Int32(Interposed.ask { _ in save() } ?? save())
  }
#endif
