// Folders of a container, and what is asked of a volume: as InterposedFiles.

#if canImport(Glibc) && (arch(x86_64) || arch(arm64))
  internal import Glibc
  internal import Synchronization

  @exclusivity(unchecked) nonisolated(unsafe) private var realMkdir: UInt = 0
  @exclusivity(unchecked) nonisolated(unsafe) private var realRmdir: UInt = 0
  @exclusivity(unchecked) nonisolated(unsafe) private var realOpendir: UInt = 0
  @exclusivity(unchecked) nonisolated(unsafe) private var realReaddir: UInt = 0
  @exclusivity(unchecked) nonisolated(unsafe) private var realClosedir: UInt = 0
  @exclusivity(unchecked) nonisolated(unsafe) private var realRealpath: UInt = 0
  @exclusivity(unchecked) nonisolated(unsafe) private var realMktemp: UInt = 0
  @exclusivity(unchecked) nonisolated(unsafe) private var realMkstemp: UInt = 0
  @exclusivity(unchecked) nonisolated(unsafe) private var realStatvfs: UInt = 0
  @exclusivity(unchecked) nonisolated(unsafe) private var realGetxattr: UInt = 0
  @exclusivity(unchecked) nonisolated(unsafe) private var realSetxattr: UInt = 0
  @exclusivity(unchecked) nonisolated(unsafe) private var realListxattr: UInt = 0

  extension Interposed {
    static var folders: [Replacement] {
      unsafe [
        replacement("mkdir", virtualMkdir as PathAndMode, &realMkdir),
        replacement("rmdir", virtualRmdir as Path, &realRmdir),
        replacement("opendir", virtualOpendir as Opendir, &realOpendir),
        replacement("readdir", virtualReaddir as Readdir, &realReaddir),
        replacement("readdir64", virtualReaddir as Readdir, &realReaddir),
        replacement("closedir", virtualClosedir as Closedir, &realClosedir),
        replacement("realpath", virtualRealpath as Realpath, &realRealpath),
        replacement("mktemp", virtualMktemp as Mktemp, &realMktemp),
        replacement("mkstemp", virtualMkstemp as Mkstemp, &realMkstemp),
        replacement("mkstemp64", virtualMkstemp as Mkstemp, &realMkstemp),
        replacement("statvfs", virtualStatvfs as Statvfs, &realStatvfs),
        replacement("statvfs64", virtualStatvfs as Statvfs, &realStatvfs),
        replacement("getxattr", virtualGetxattr as Getxattr, &realGetxattr),
        replacement("setxattr", virtualSetxattr as Setxattr, &realSetxattr),
        replacement("listxattr", virtualListxattr as Listxattr, &realListxattr),
      ]
    }
  }

  private typealias Path = @convention(c) (UnsafePointer<CChar>?) -> Int32
  private typealias PathAndMode = @convention(c) (UnsafePointer<CChar>?, UInt32) -> Int32

  @c(rehearsal_mkdir)
  func virtualMkdir(_ path: UnsafePointer<CChar>?, _ mode: UInt32) -> Int32 {
    let answer = unsafe Interposed.virtually(path) { files, path throws(FileFault) in
      try files.makeFolder(path, mode: mode)
      return 0
    }
    if let answer { return Int32(answer) }
    if Interposed.refusesChange("mkdir") { return -1 }
    return unsafe unsafeBitCast(Interposed.real(&realMkdir), to: PathAndMode.self)(path, mode)
  }

  @c(rehearsal_rmdir)
  func virtualRmdir(_ path: UnsafePointer<CChar>?) -> Int32 {
    let answer = unsafe Interposed.virtually(path) { files, path throws(FileFault) in
      try files.removeFolder(path)
      return 0
    }
    if let answer { return Int32(answer) }
    if Interposed.refusesChange("rmdir") { return -1 }
    return unsafe unsafeBitCast(Interposed.real(&realRmdir), to: Path.self)(path)
  }

  // MARK: - Listing

  /// A folder that is being read: what it holds, sorted, as it was when it was opened.
  ///
  /// `@unchecked Sendable`: like a DIR of the C library it belongs to whoever has opened it.
  @safe private final class Listing: @unchecked Sendable {
    let entries: [(name: String, status: FileStatus)]
    var next = 0
    let place = UnsafeMutablePointer<dirent>.allocate(capacity: 1)

    init(_ entries: [(name: String, status: FileStatus)]) {
      self.entries = entries
      unsafe place.initialize(to: dirent())
    }

    deinit { unsafe place.deallocate() }

    /// The next entry; nil at the end.
    func step() -> UnsafeMutablePointer<dirent>? {
      guard next < entries.count else { return nil }
      let (name, status) = entries[next]
      next += 1
      unsafe place.pointee.d_ino = UInt(status.number)
      unsafe place.pointee.d_type =
        switch status.kind {
        case .file: UInt8(DT_REG)
        case .folder: UInt8(DT_DIR)
        case .link: UInt8(DT_LNK)
        }
      unsafe withUnsafeMutableBytes(of: &place.pointee.d_name) { letters in
        let bytes = name.utf8.prefix(letters.count - 1)
        unsafe letters.copyBytes(from: bytes)
        unsafe letters[bytes.count] = 0
      }
      return unsafe place
    }
  }

  /// The folders that are being read, by the addresses that stand for them.
  private let listings = Mutex<[UInt: Listing]>([:])
  @exclusivity(unchecked) nonisolated(unsafe) private var listingCount: UInt = 0

  private func listing(_ folder: UnsafeMutableRawPointer?) -> Listing? {
    guard unsafe Interposed.word(&listingCount).pointee.load(ordering: .acquiring) != 0 else {
      return nil
    }
    return listings.withLock { $0[UInt(bitPattern: folder)] }
  }

  private typealias Opendir = @convention(c) (UnsafePointer<CChar>?) -> UnsafeMutableRawPointer?
  private typealias Readdir = @convention(c) (UnsafeMutableRawPointer?) -> UnsafeMutableRawPointer?
  private typealias Closedir = @convention(c) (UnsafeMutableRawPointer?) -> Int32

  @c(rehearsal_opendir)
  func virtualOpendir(_ path: UnsafePointer<CChar>?) -> UnsafeMutableRawPointer? {
    let answer = unsafe Interposed.virtually(path) { files, path throws(FileFault) in
      let listing = Listing(try files.entries(of: path))
      let address = unsafe UInt(bitPattern: listing.place)
      listings.withLock { $0[address] = listing }
      unsafe Interposed.word(&listingCount).pointee.wrappingAdd(1, ordering: .acquiringAndReleasing)
      return Int(bitPattern: address)
    }
    guard let answer else {
      return unsafe unsafeBitCast(Interposed.real(&realOpendir), to: Opendir.self)(path)
    }
    return unsafe answer == -1 ? nil : UnsafeMutableRawPointer(bitPattern: answer)
  }

  @c(rehearsal_readdir)
  func virtualReaddir(_ folder: UnsafeMutableRawPointer?) -> UnsafeMutableRawPointer? {
    guard let listing = unsafe listing(folder) else {
      return unsafe unsafeBitCast(Interposed.real(&realReaddir), to: Readdir.self)(folder)
    }
    return unsafe listing.step().map { UnsafeMutableRawPointer($0) }
  }

  @c(rehearsal_closedir)
  func virtualClosedir(_ folder: UnsafeMutableRawPointer?) -> Int32 {
    guard unsafe listing(folder) != nil else {
      return unsafe unsafeBitCast(Interposed.real(&realClosedir), to: Closedir.self)(folder)
    }
    listings.withLock { $0[UInt(bitPattern: folder)] = nil }
    unsafe Interposed.word(&listingCount).pointee.wrappingSubtract(
      1, ordering: .acquiringAndReleasing)
    return 0
  }

  // MARK: - Paths

  private typealias Realpath =
    @convention(c) (UnsafePointer<CChar>?, UnsafeMutablePointer<CChar>?) ->
    UnsafeMutablePointer<CChar>?

  @c(rehearsal_realpath)
  func virtualRealpath(
    _ path: UnsafePointer<CChar>?, _ buffer: UnsafeMutablePointer<CChar>?
  ) -> UnsafeMutablePointer<CChar>? {
    var result: UnsafeMutablePointer<CChar>?
    let answer = unsafe Interposed.virtually(path) { files, path throws(FileFault) in
      let canonical = try files.canonical(path)
      if let buffer = unsafe buffer {
        unsafe result = strcpy(buffer, canonical)
      } else {
        unsafe result = strdup(canonical)
      }
      return 0
    }
    guard answer == nil else { return unsafe result }
    return unsafe unsafeBitCast(Interposed.real(&realRealpath), to: Realpath.self)(path, buffer)
  }

  private typealias Mktemp =
    @convention(c) (UnsafeMutablePointer<CChar>?) -> UnsafeMutablePointer<CChar>?
  private typealias Mkstemp = @convention(c) (UnsafeMutablePointer<CChar>?) -> Int32

  /// Puts letters that the process draws in place of the six X at the end of a path.
  private func fillTemplate(_ template: UnsafeMutablePointer<CChar>) -> Bool {
    guard
      unsafe Interposed.isVirtual(template)
        || Interposed.isRelative(template) && Interposed.hasWorkingFolder
    else { return false }
    var word: UInt64 = 0
    let isDrawn = unsafe Interposed.ask { receivers in
      unsafe withUnsafeMutableBytes(of: &word) { unsafe receivers.randomness($0.baseAddress!, 8) }
    }
    guard isDrawn == true else { return false }
    let letters = Array("abcdefghijklmnopqrstuvwxyz0123456789".utf8)
    let length = unsafe strlen(template)
    guard length >= 6 else { return false }
    for index in (length - 6)..<length {
      unsafe template[index] = CChar(letters[Int(word % UInt64(letters.count))])
      word /= UInt64(letters.count)
    }
    return true
  }

  /// Names a file that is not there.
  @c(rehearsal_mktemp)
  func virtualMktemp(_ template: UnsafeMutablePointer<CChar>?) -> UnsafeMutablePointer<CChar>? {
    if let template = unsafe template, unsafe fillTemplate(template) { return unsafe template }
    return unsafe unsafeBitCast(Interposed.real(&realMktemp), to: Mktemp.self)(template)
  }

  /// Names a file that is not there, and makes it.
  @c(rehearsal_mkstemp)
  func virtualMkstemp(_ template: UnsafeMutablePointer<CChar>?) -> Int32 {
    if let template = unsafe template, unsafe fillTemplate(template) {
      return unsafe openVirtually(template, O_RDWR | O_CREAT | O_EXCL, 0o600) ?? -1
    }
    if Interposed.refusesChange("mkstemp") { return -1 }
    return unsafe unsafeBitCast(Interposed.real(&realMkstemp), to: Mkstemp.self)(template)
  }

  // MARK: - Volumes and attributes

  private typealias Statvfs =
    @convention(c) (UnsafePointer<CChar>?, UnsafeMutableRawPointer?) -> Int32

  /// The size of the volume of a phone: 128 GB, as of the smallest iPhone since 2021.
  private let volumeBytes = 128_000_000_000

  @c(rehearsal_statvfs)
  func virtualStatvfs(_ path: UnsafePointer<CChar>?, _ place: UnsafeMutableRawPointer?) -> Int32 {
    let answer = unsafe Interposed.virtually(path) { files, path throws(FileFault) in
      _ = try files.status(of: path, followsLink: true)
      var volume = statvfs()
      volume.f_bsize = 4096
      volume.f_frsize = 4096
      volume.f_blocks = UInt(volumeBytes / 4096)
      volume.f_bfree = UInt(files.availableBytes / 4096)
      volume.f_bavail = volume.f_bfree
      volume.f_files = 1_000_000
      volume.f_ffree = 1_000_000
      volume.f_favail = 1_000_000
      volume.f_namemax = 255
      let filled = volume
      unsafe place.map { unsafe $0.assumingMemoryBound(to: statvfs.self).pointee = filled }
      return 0
    }
    if let answer { return Int32(answer) }
    return unsafe unsafeBitCast(Interposed.real(&realStatvfs), to: Statvfs.self)(path, place)
  }

  private typealias Getxattr =
    @convention(c) (UnsafePointer<CChar>?, UnsafePointer<CChar>?, UnsafeMutableRawPointer?, Int) ->
    Int
  private typealias Setxattr =
    @convention(c) (UnsafePointer<CChar>?, UnsafePointer<CChar>?, UnsafeRawPointer?, Int, Int32) ->
    Int32
  private typealias Listxattr =
    @convention(c) (UnsafePointer<CChar>?, UnsafeMutablePointer<CChar>?, Int) -> Int

  /// An extended attribute of a file; there are none in a container, and none can be set.
  @c(rehearsal_getxattr)
  func virtualGetxattr(
    _ path: UnsafePointer<CChar>?, _ name: UnsafePointer<CChar>?, _ value: UnsafeMutableRawPointer?,
    _ size: Int
  ) -> Int {
    if unsafe isOurs(path) {
      errno = ENODATA
      return -1
    }
    return unsafe unsafeBitCast(Interposed.real(&realGetxattr), to: Getxattr.self)(
      path, name, value, size)
  }

  @c(rehearsal_setxattr)
  func virtualSetxattr(
    _ path: UnsafePointer<CChar>?, _ name: UnsafePointer<CChar>?, _ value: UnsafeRawPointer?,
    _ size: Int, _ flags: Int32
  ) -> Int32 {
    if unsafe isOurs(path) {
      errno = ENOTSUP
      return -1
    }
    if Interposed.refusesChange("setxattr") { return -1 }
    return unsafe unsafeBitCast(Interposed.real(&realSetxattr), to: Setxattr.self)(
      path, name, value, size, flags)
  }

  @c(rehearsal_listxattr)
  func virtualListxattr(
    _ path: UnsafePointer<CChar>?, _ names: UnsafeMutablePointer<CChar>?, _ size: Int
  ) -> Int {
    if unsafe isOurs(path) { return 0 }
    return unsafe unsafeBitCast(Interposed.real(&realListxattr), to: Listxattr.self)(
      path, names, size)
  }

  private func isOurs(_ path: UnsafePointer<CChar>?) -> Bool {
    unsafe Interposed.virtually(path) { _, _ throws(FileFault) in 0 } != nil
  }
#endif
