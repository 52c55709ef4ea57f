// Files that are named by a path from a folder that is open (openat(2) and its kind): as InterposedFiles. Each becomes the call with
// the whole path.

#if canImport(Glibc) && (arch(x86_64) || arch(arm64))
  internal import Glibc

  @exclusivity(unchecked) nonisolated(unsafe) private var realOpenat: UInt = 0
  @exclusivity(unchecked) nonisolated(unsafe) private var realStat: UInt = 0
  @exclusivity(unchecked) nonisolated(unsafe) private var realAccess: UInt = 0
  @exclusivity(unchecked) nonisolated(unsafe) private var realUnlink: UInt = 0
  @exclusivity(unchecked) nonisolated(unsafe) private var realMkdir: UInt = 0
  @exclusivity(unchecked) nonisolated(unsafe) private var realRename: UInt = 0
  @exclusivity(unchecked) nonisolated(unsafe) private var realRenameNoting: UInt = 0
  @exclusivity(unchecked) nonisolated(unsafe) private var realLink: UInt = 0
  @exclusivity(unchecked) nonisolated(unsafe) private var realSymlink: UInt = 0
  @exclusivity(unchecked) nonisolated(unsafe) private var realReadlink: UInt = 0
  @exclusivity(unchecked) nonisolated(unsafe) private var realChmod: UInt = 0
  @exclusivity(unchecked) nonisolated(unsafe) private var realTimes: UInt = 0

  extension Interposed {
    static var relatives: [Replacement] {
      unsafe [
        replacement("openat", relativeOpen as Open, &realOpenat),
        replacement("openat64", relativeOpen as Open, &realOpenat),
        replacement("fstatat", relativeStat as Stat, &realStat),
        replacement("fstatat64", relativeStat as Stat, &realStat),
        replacement("faccessat", relativeAccess as Access, &realAccess),
        replacement("unlinkat", relativeUnlink as Flagged, &realUnlink),
        replacement("mkdirat", relativeMkdir as Mode, &realMkdir),
        replacement("renameat", relativeRename as Rename, &realRename),
        replacement("renameat2", relativeRenameNoting as TwoPaths, &realRenameNoting),
        replacement("linkat", relativeLink as Link, &realLink),
        replacement("symlinkat", relativeSymlink as Symlink, &realSymlink),
        replacement("readlinkat", relativeReadlink as Readlink, &realReadlink),
        replacement("fchmodat", relativeChmod as Access, &realChmod),
        replacement("utimensat", relativeTimes as Times, &realTimes),
      ]
    }
  }

  private typealias Letters = UnsafePointer<CChar>
  private typealias Open = @convention(c) (Int32, Letters?, Int32, UInt32) -> Int32
  private typealias Stat =
    @convention(c) (Int32, Letters?, UnsafeMutableRawPointer?, Int32) ->
    Int32
  private typealias Access = @convention(c) (Int32, Letters?, UInt32, Int32) -> Int32
  private typealias Flagged = @convention(c) (Int32, Letters?, Int32) -> Int32
  private typealias Mode = @convention(c) (Int32, Letters?, UInt32) -> Int32
  private typealias Rename = @convention(c) (Int32, Letters?, Int32, Letters?) -> Int32
  private typealias TwoPaths = @convention(c) (Int32, Letters?, Int32, Letters?, UInt32) -> Int32
  private typealias Link = @convention(c) (Int32, Letters?, Int32, Letters?, Int32) -> Int32
  private typealias Symlink = @convention(c) (Letters?, Int32, Letters?) -> Int32
  private typealias Readlink =
    @convention(c) (Int32, Letters?, UnsafeMutablePointer<CChar>?, Int) -> Int
  private typealias Times = @convention(c) (Int32, Letters?, UnsafeRawPointer?, Int32) -> Int32

  /// The whole path that a path from an open folder stands for; nil where it leads into no container.
  private func whole(_ folder: Int32, _ path: UnsafePointer<CChar>?) -> String? {
    guard Interposed.isWatching, let path = unsafe path else { return nil }
    if unsafe path.pointee == CChar(0x2F) {
      return unsafe Interposed.isVirtual(path) ? String(cString: path) : nil
    }
    guard let (file, files) = VirtualDescriptors.file(folder),
      let parent = files.path(of: file.number)
    else {
      guard folder == AT_FDCWD, Interposed.hasWorkingFolder else { return nil }
      return unsafe String(cString: path)
    }
    return unsafe "\(parent)/\(String(cString: path))"
  }

  @c(rehearsal_openat)
  func relativeOpen(
    _ folder: Int32, _ path: UnsafePointer<CChar>?, _ flags: Int32, _ mode: UInt32
  ) -> Int32 {
    if let whole = unsafe whole(folder, path), let opened = unsafe openVirtually(whole, flags, mode)
    {
      return opened
    }
    if Interposed.isWatching, unsafe Interposed.refusesFile(path, flags, openedBy: "openat") {
      return -1
    }
    return unsafe unsafeBitCast(Interposed.real(&realOpenat), to: Open.self)(
      folder, path, flags, mode)
  }

  @c(rehearsal_fstatat)
  func relativeStat(
    _ folder: Int32, _ path: UnsafePointer<CChar>?, _ place: UnsafeMutableRawPointer?,
    _ flags: Int32
  ) -> Int32 {
    // AT_EMPTY_PATH, which the C library's module leaves out.
    if flags & 0x1000 != 0, unsafe path?.pointee == 0,
      VirtualDescriptors.file(folder) != nil
    {
      return unsafe virtualFstat(folder, place)
    }
    if let whole = unsafe whole(folder, path) {
      return flags & AT_SYMLINK_NOFOLLOW != 0
        ? unsafe virtualLstat(whole, place) : unsafe virtualStat(whole, place)
    }
    return unsafe unsafeBitCast(Interposed.real(&realStat), to: Stat.self)(
      folder, path, place, flags)
  }

  @c(rehearsal_faccessat)
  func relativeAccess(
    _ folder: Int32, _ path: UnsafePointer<CChar>?, _ mode: UInt32, _ flags: Int32
  ) -> Int32 {
    if let whole = unsafe whole(folder, path) { return unsafe virtualAccess(whole, mode) }
    return unsafe unsafeBitCast(Interposed.real(&realAccess), to: Access.self)(
      folder, path, mode, flags)
  }

  @c(rehearsal_unlinkat)
  func relativeUnlink(_ folder: Int32, _ path: UnsafePointer<CChar>?, _ flags: Int32) -> Int32 {
    if let whole = unsafe whole(folder, path) {
      return flags & AT_REMOVEDIR != 0 ? unsafe virtualRmdir(whole) : unsafe virtualUnlink(whole)
    }
    if Interposed.refusesChange("unlinkat") { return -1 }
    return unsafe unsafeBitCast(Interposed.real(&realUnlink), to: Flagged.self)(folder, path, flags)
  }

  @c(rehearsal_mkdirat)
  func relativeMkdir(_ folder: Int32, _ path: UnsafePointer<CChar>?, _ mode: UInt32) -> Int32 {
    if let whole = unsafe whole(folder, path) { return unsafe virtualMkdir(whole, mode) }
    if Interposed.refusesChange("mkdirat") { return -1 }
    return unsafe unsafeBitCast(Interposed.real(&realMkdir), to: Mode.self)(folder, path, mode)
  }

  // MARK: - Two paths

  /// Renames a file where both paths lead into a container; nil where the system is to do it.
  ///
  /// - Parameter keepsOther: Whether a file that has the new name already is left alone.
  private func rename(
    _ folder: Int32, _ path: UnsafePointer<CChar>?, _ newFolder: Int32,
    _ new: UnsafePointer<CChar>?, keepsOther: Bool = false
  ) -> Int32? {
    guard let from = unsafe whole(folder, path) else { return nil }
    guard let to = unsafe whole(newFolder, new) else {
      errno = EPERM
      return -1
    }
    var status = stat()
    if keepsOther, unsafe virtualLstat(to, &status) == 0 {
      errno = EEXIST
      return -1
    }
    return unsafe virtualRename(from, to)
  }

  @c(rehearsal_renameat)
  func relativeRename(
    _ folder: Int32, _ path: UnsafePointer<CChar>?, _ newFolder: Int32,
    _ new: UnsafePointer<CChar>?
  ) -> Int32 {
    if let answer = unsafe rename(folder, path, newFolder, new) { return answer }
    if Interposed.refusesChange("renameat") { return -1 }
    return unsafe unsafeBitCast(Interposed.real(&realRename), to: Rename.self)(
      folder, path, newFolder, new)
  }

  /// Renames with flags: of them containers have RENAME_NOREPLACE alone.
  @c(rehearsal_renameat2)
  func relativeRenameNoting(
    _ folder: Int32, _ path: UnsafePointer<CChar>?, _ newFolder: Int32,
    _ new: UnsafePointer<CChar>?, _ flags: UInt32
  ) -> Int32 {
    let noReplacement: UInt32 = 1
    if flags & ~noReplacement != 0, unsafe whole(folder, path) != nil {
      errno = EINVAL
      return -1
    }
    if let answer = unsafe rename(
      folder, path, newFolder, new, keepsOther: flags & noReplacement != 0)
    {
      return answer
    }
    if Interposed.refusesChange("renameat2") { return -1 }
    return unsafe unsafeBitCast(Interposed.real(&realRenameNoting), to: TwoPaths.self)(
      folder, path, newFolder, new, flags)
  }

  /// Makes a hard link, which containers do not have.
  @c(rehearsal_linkat)
  func relativeLink(
    _ folder: Int32, _ path: UnsafePointer<CChar>?, _ newFolder: Int32,
    _ new: UnsafePointer<CChar>?, _ flags: Int32
  ) -> Int32 {
    if unsafe whole(folder, path) != nil || whole(newFolder, new) != nil {
      errno = EPERM
      return -1
    }
    if Interposed.refusesChange("linkat") { return -1 }
    return unsafe unsafeBitCast(Interposed.real(&realLink), to: Link.self)(
      folder, path, newFolder, new, flags)
  }

  @c(rehearsal_symlinkat)
  func relativeSymlink(
    _ target: UnsafePointer<CChar>?, _ folder: Int32, _ path: UnsafePointer<CChar>?
  ) -> Int32 {
    if let whole = unsafe whole(folder, path) { return unsafe virtualSymlink(target, whole) }
    if Interposed.refusesChange("symlinkat") { return -1 }
    return unsafe unsafeBitCast(Interposed.real(&realSymlink), to: Symlink.self)(
      target, folder, path)
  }

  @c(rehearsal_readlinkat)
  func relativeReadlink(
    _ folder: Int32, _ path: UnsafePointer<CChar>?, _ buffer: UnsafeMutablePointer<CChar>?,
    _ size: Int
  ) -> Int {
    if let whole = unsafe whole(folder, path) { return unsafe virtualReadlink(whole, buffer, size) }
    return unsafe unsafeBitCast(Interposed.real(&realReadlink), to: Readlink.self)(
      folder, path, buffer, size)
  }

  // MARK: - Attributes

  @c(rehearsal_fchmodat)
  func relativeChmod(
    _ folder: Int32, _ path: UnsafePointer<CChar>?, _ mode: UInt32, _ flags: Int32
  ) -> Int32 {
    if let whole = unsafe whole(folder, path) { return unsafe virtualChmod(whole, mode) }
    if Interposed.refusesChange("fchmodat") { return -1 }
    return unsafe unsafeBitCast(Interposed.real(&realChmod), to: Access.self)(
      folder, path, mode, flags)
  }

  /// Sets the times of a file, by nanoseconds; of the two that of the last change is kept.
  @c(rehearsal_utimensat)
  func relativeTimes(
    _ folder: Int32, _ path: UnsafePointer<CChar>?, _ times: UnsafeRawPointer?, _ flags: Int32
  ) -> Int32 {
    if let whole = unsafe whole(folder, path) {
      // What bits/stat.h calls UTIME_NOW and UTIME_OMIT.
      let (now, omitted) = ((1 << 30) - 1, (1 << 30) - 2)
      let modified = unsafe times.map { unsafe $0.assumingMemoryBound(to: timespec.self)[1] }
      guard let modified, modified.tv_nsec != now else { return unsafe virtualUtimes(whole, nil) }
      var status = stat()
      guard modified.tv_nsec != omitted else { return unsafe virtualStat(whole, &status) }
      let moment = timeval(tv_sec: modified.tv_sec, tv_usec: modified.tv_nsec / 1000)
      return unsafe withUnsafeBytes(of: (moment, moment)) { bytes in
        unsafe virtualUtimes(whole, bytes.baseAddress)
      }
    }
    if Interposed.refusesChange("utimensat") { return -1 }
    return unsafe unsafeBitCast(Interposed.real(&realTimes), to: Times.self)(
      folder, path, times, flags)
  }
#endif
