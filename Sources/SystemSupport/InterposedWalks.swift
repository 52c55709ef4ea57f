// Walks through a folder and all that is in it (fts(3)), by which Foundation enumerates and removes folders: as InterposedFiles.

#if canImport(Glibc) && (arch(x86_64) || arch(arm64))
  internal import Glibc
  internal import Synchronization

  @exclusivity(unchecked) nonisolated(unsafe) private var realOpen: UInt = 0
  @exclusivity(unchecked) nonisolated(unsafe) private var realRead: UInt = 0
  @exclusivity(unchecked) nonisolated(unsafe) private var realSet: UInt = 0
  @exclusivity(unchecked) nonisolated(unsafe) private var realClose: UInt = 0

  extension Interposed {
    static var walks: [Replacement] {
      unsafe [
        replacement("fts_open", virtualWalkOpen as Open, &realOpen),
        replacement("fts64_open", virtualWalkOpen as Open, &realOpen),
        replacement("fts_read", virtualWalkRead as Read, &realRead),
        replacement("fts64_read", virtualWalkRead as Read, &realRead),
        replacement("fts_set", virtualWalkSet as Set, &realSet),
        replacement("fts64_set", virtualWalkSet as Set, &realSet),
        replacement("fts_close", virtualWalkClose as Close, &realClose),
        replacement("fts64_close", virtualWalkClose as Close, &realClose),
      ]
    }
  }

  private typealias Open =
    @convention(c) (UnsafePointer<UnsafePointer<CChar>?>?, Int32, UnsafeRawPointer?) ->
    UnsafeMutableRawPointer?
  private typealias Read = @convention(c) (UnsafeMutableRawPointer?) -> UnsafeMutableRawPointer?
  private typealias Set =
    @convention(c) (UnsafeMutableRawPointer?, UnsafeMutableRawPointer?, Int32) -> Int32
  private typealias Close = @convention(c) (UnsafeMutableRawPointer?) -> Int32

  /// What fts.h says, which the module of the C library leaves out.
  private enum Walked {
    static let folder: UInt16 = 1
    static let file: UInt16 = 8
    static let folderAgain: UInt16 = 6
    static let missing: UInt16 = 10
    static let link: UInt16 = 12
    static let skip: Int32 = 4
  }

  /// A walk: what is met, in its order, each folder before and after what is in it.
  ///
  /// `@unchecked Sendable`: like an FTS of the C library it belongs to whoever has opened it.
  @safe private final class Walk: @unchecked Sendable {
    private struct Stop {
      let path: String
      let kind: UInt16
      let level: Int16
      let status: FileStatus?
    }

    private var stops: [Stop] = []
    private var next = 0
    /// An FTSENT with its stat and the letters of its path behind it, anew for each stop.
    private var entry: UnsafeMutableRawPointer?
    /// Stands for the walk.
    let place = UnsafeMutableRawPointer.allocate(byteCount: 8, alignment: 8)

    init(_ roots: [String], in files: any VirtualFiles) {
      for root in roots { visit(root, level: 0, in: files) }
    }

    deinit {
      unsafe place.deallocate()
      unsafe entry?.deallocate()
    }

    private func visit(_ path: String, level: Int16, in files: any VirtualFiles) {
      guard let status = try? files.status(of: path, followsLink: false) else {
        stops.append(Stop(path: path, kind: Walked.missing, level: level, status: nil))
        return
      }
      let kind =
        switch status.kind {
        case .file: Walked.file
        case .folder: Walked.folder
        case .link: Walked.link
        }
      stops.append(Stop(path: path, kind: kind, level: level, status: status))
      guard kind == Walked.folder else { return }
      let folder = path.hasSuffix("/") ? path : path + "/"
      for entry in (try? files.entries(of: path)) ?? [] {
        visit(folder + entry.name, level: level + 1, in: files)
      }
      stops.append(Stop(path: path, kind: Walked.folderAgain, level: level, status: status))
    }

    /// Leaves out what is in the folder that was met last.
    func skip() {
      guard next > 0, stops[next - 1].kind == Walked.folder else { return }
      let level = stops[next - 1].level
      while next < stops.count, stops[next].level > level { next += 1 }
    }

    /// The next stop as an FTSENT; nil at the end.
    func step() -> UnsafeMutableRawPointer? {
      guard next < stops.count else { return nil }
      let stop = stops[next]
      next += 1
      unsafe entry?.deallocate()
      let letters = Array(stop.path.utf8CString)
      let name = stop.path.utf8.lastIndex(of: UInt8(ascii: "/")).map {
        stop.path[$0...].dropFirst()
      }
      let nameLetters = Array((name.map(String.init) ?? stop.path).utf8CString)
      let statOffset = Layout.name + (nameLetters.count + 15) / 16 * 16 + 16
      let pathOffset = statOffset + MemoryLayout<stat>.size
      let memory = UnsafeMutableRawPointer.allocate(
        byteCount: pathOffset + letters.count, alignment: 16)
      unsafe memory.initializeMemory(as: UInt8.self, repeating: 0, count: pathOffset)
      let path = unsafe memory + pathOffset
      unsafe path.copyMemory(from: letters, byteCount: letters.count)
      unsafe (memory + Layout.name).copyMemory(from: nameLetters, byteCount: nameLetters.count)
      let status = unsafe (memory + statOffset).bindMemory(to: stat.self, capacity: 1)
      unsafe stop.status?.write(to: status)
      unsafe memory.storeBytes(
        of: path, toByteOffset: Layout.accessPath, as: UnsafeMutableRawPointer.self)
      unsafe memory.storeBytes(
        of: path, toByteOffset: Layout.path, as: UnsafeMutableRawPointer.self)
      unsafe memory.storeBytes(
        of: stop.status == nil ? ENOENT : 0, toByteOffset: Layout.error, as: Int32.self)
      unsafe memory.storeBytes(
        of: UInt16(truncatingIfNeeded: letters.count - 1), toByteOffset: Layout.pathLength,
        as: UInt16.self)
      unsafe memory.storeBytes(
        of: UInt16(truncatingIfNeeded: nameLetters.count - 1), toByteOffset: Layout.nameLength,
        as: UInt16.self)
      unsafe memory.storeBytes(
        of: stop.status?.number ?? 0, toByteOffset: Layout.number, as: UInt64.self)
      unsafe memory.storeBytes(of: stop.level, toByteOffset: Layout.level, as: Int16.self)
      unsafe memory.storeBytes(of: stop.kind, toByteOffset: Layout.level + 2, as: UInt16.self)
      unsafe memory.storeBytes(
        of: status, toByteOffset: Layout.status, as: UnsafeMutablePointer<stat>.self)
      unsafe entry = memory
      return unsafe memory
    }
  }

  /// Where the members of an FTSENT lie: after the number of links, of which the type differs, everything is eight bytes earlier
  /// on arm64. Source: fts.h of the GNU C library.
  private enum Layout {
    static let accessPath = 40
    static let path = 48
    static let error = 56
    static let pathLength = 64
    static let nameLength = 66
    static let number = 72
    #if arch(x86_64)
      static let level = 96
      static let status = 104
    #else
      static let level = 92
      static let status = 104
    #endif
    static let name = 112
  }

  /// The walks that are under way, by the addresses that stand for them.
  private let walks = Mutex<[UInt: Walk]>([:])

  private func walk(_ place: UnsafeMutableRawPointer?) -> Walk? {
    walks.withLock { $0[UInt(bitPattern: place)] }
  }

  @c(rehearsal_fts_open)
  func virtualWalkOpen(
    _ roots: UnsafePointer<UnsafePointer<CChar>?>?, _ options: Int32, _ order: UnsafeRawPointer?
  ) -> UnsafeMutableRawPointer? {
    let answer = unsafe Interposed.virtually(roots?.pointee) { files, _ throws(FileFault) in
      var paths: [String] = []
      var index = 0
      while let path = unsafe roots?[index] {
        paths.append(unsafe String(cString: path))
        index += 1
      }
      let walk = Walk(paths, in: files)
      let address = unsafe UInt(bitPattern: walk.place)
      walks.withLock { $0[address] = walk }
      return Int(bitPattern: address)
    }
    guard let answer else {
      return unsafe unsafeBitCast(Interposed.real(&realOpen), to: Open.self)(roots, options, order)
    }
    return unsafe UnsafeMutableRawPointer(bitPattern: answer)
  }

  @c(rehearsal_fts_read)
  func virtualWalkRead(_ place: UnsafeMutableRawPointer?) -> UnsafeMutableRawPointer? {
    guard let walk = unsafe walk(place) else {
      return unsafe unsafeBitCast(Interposed.real(&realRead), to: Read.self)(place)
    }
    errno = 0
    return unsafe walk.step()
  }

  @c(rehearsal_fts_set)
  func virtualWalkSet(
    _ place: UnsafeMutableRawPointer?, _ entry: UnsafeMutableRawPointer?, _ instruction: Int32
  ) -> Int32 {
    guard let walk = unsafe walk(place) else {
      return unsafe unsafeBitCast(Interposed.real(&realSet), to: Set.self)(
        place, entry, instruction)
    }
    if instruction == Walked.skip { walk.skip() }
    return 0
  }

  @c(rehearsal_fts_close)
  func virtualWalkClose(_ place: UnsafeMutableRawPointer?) -> Int32 {
    let known = walks.withLock { $0.removeValue(forKey: UInt(bitPattern: place)) }
    guard known == nil else { return 0 }
    return unsafe unsafeBitCast(Interposed.real(&realClose), to: Close.self)(place)
  }
#endif
