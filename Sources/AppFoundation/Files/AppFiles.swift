internal import Devices
internal import Simulator
internal import Synchronization
internal import SystemSupport

/// The files of an app's container on the phone's disk, as one launch of the app finds them.
///
/// Every call that changes a file or a folder is a commit of the disk, what is written to an open file one when it is synced
/// or closed: the end of the app takes nothing of it away, as the system writes its pages back. So a strike can come between
/// two calls, such as between the emptying of a file and its new contents, where an app that does not write atomically loses
/// both. The container's path differs from phone to phone, and with each
/// installation, update and restoration.
///
/// `@unchecked Sendable`: the steps of its process are one after another.
final class AppFiles: VirtualFiles, @unchecked Sendable {
  private let process: AppProcess
  private let machine: SimulatedProcess
  /// The path of the container, without a slash at its end.
  let container: String
  private var tree: FileTree
  private var open: [UInt64: VirtualFile] = [:]
  /// The number of the volume; see ``FileStatus/device``.
  private let device = UInt64(launchCount.add(1, ordering: .relaxed).newValue)

  /// The UTF-8 bytes of a path. Source: `PATH_MAX` of Darwin's sys/syslimits.h, which counts the NUL at the end.
  private static let longestPath = 1023
  private static let launchCount = Atomic<Int>(0)

  var workingFolder: String?

  /// Drawn for each launch.
  let processNumber: Int32

  private static let table = DiskTable<FileNode>("files")
  private static let numbers = ChoiceStream("process.number")

  init(of process: AppProcess, on machine: SimulatedProcess) {
    self.process = process
    self.machine = machine
    SQLiteChance.forget()
    container = "\(VirtualPaths.root)\(process.containerName)"
    let drawn = machine.world.choices.draw(
      Self.numbers, entity: machine.mainLane.identifier, ordinal: 0)
    processNumber = 100 + Int32(drawn % 99_900)
    tree = Self.stored(try? process.storedImage(), at: container, now: Self.now(on: machine))
    process.atWriteBack { [weak self] in self?.writeBack() }
    removeUnkept()
  }

  deinit { closeDescriptors() }

  /// Removes what `URLSession` has fetched into files that nobody moved, which the system may do when the app does not run, and here
  /// always does; and what is in no backup, after one was restored. Source: Apple, "File System Programming Guide".
  private func removeUnkept() {
    let isRestored = process.takeRestoration()
    func isKept(_ path: String) -> Bool {
      if path.hasPrefix("tmp/CFNetworkDownload_") { return false }
      return !isRestored || !path.hasPrefix("tmp/") && !path.hasPrefix("Library/Caches/")
    }
    // order: sorted, what is in a folder before the folder.
    let left = tree.nodes.keys.filter { !isKept($0) }.sorted(by: >)
    guard !left.isEmpty else { return }
    for path in left {
      try? tree.remove(path, isFolder: tree.nodes[path]?.kind == .folder, now: now)
    }
    try? commit()
  }

  private static func stored(_ image: DiskImage?, at root: String, now: Int64) -> FileTree {
    var nodes: [String: FileNode] = [:]
    for (path, node) in image?.rows(in: table) ?? [] { nodes[path] = node }
    return FileTree(nodes, at: root, now: now)
  }

  private static func now(on machine: SimulatedProcess) -> Int64 {
    machine.wallNanoseconds(at: machine.world.now)
  }

  private var now: Int64 { Self.now(on: machine) }

  var availableBytes: Int { process.availableBytes }

  // MARK: - Paths

  /// The path in the container of what a path leads to. Other containers are closed to an app.
  private func place(_ path: String, followsLink: Bool) throws(FileFault) -> String {
    try tree.resolve(names(path), followsLast: followsLink)
  }

  private func names(_ given: String) throws(FileFault) -> [String] {
    let path = given.hasPrefix("/") ? given : "\(workingFolder ?? "")/\(given)"
    guard path.hasPrefix(container) else { throw .notPermitted }
    guard path.utf8.count <= Self.longestPath else { throw .nameTooLong }
    let rest = path.dropFirst(container.count)
    guard rest.isEmpty || rest.first == "/" else { throw .notPermitted }
    return FileTree.names(String(rest))
  }

  private func absolute(_ place: String) -> String {
    place.isEmpty ? container : container + "/" + place
  }

  func canonical(_ path: String) throws(FileFault) -> String {
    let place = try place(path, followsLink: true)
    _ = try tree.node(place)
    return absolute(place)
  }

  func path(of number: UInt64) -> String? { tree.path(of: number).map(absolute) }

  // MARK: - Look

  func status(of path: String, followsLink: Bool) throws(FileFault) -> FileStatus {
    status(try tree.node(place(path, followsLink: followsLink)))
  }

  func status(of number: UInt64) -> FileStatus? {
    if let path = tree.path(of: number), let node = tree.nodes[path] { return status(node) }
    // It was removed while it is open.
    return open[number].map { file in
      var status = FileStatus(
        kind: .file, mode: 0o644, size: AnonymousFile.size(file.body.number), number: number,
        modified: now, created: now)
      status.device = device
      return status
    }
  }

  private func status(_ node: FileNode) -> FileStatus {
    var status = node.status
    status.device = device
    if let file = open[node.number], file.isWritten {
      status.size = AnonymousFile.size(file.body.number)
    }
    return status
  }

  func entries(of path: String) throws(FileFault) -> [(name: String, status: FileStatus)] {
    try tree.entries(of: place(path, followsLink: true)).map { ($0.name, status($0.node)) }
  }

  func target(ofLink path: String) throws(FileFault) -> String {
    guard case .link(let target) = try tree.node(place(path, followsLink: false)).content else {
      throw .notLink
    }
    return target
  }

  // MARK: - Change

  func makeFolder(_ path: String, mode: UInt32) throws(FileFault) {
    _ = try tree.make(.folder, at: place(path, followsLink: false), mode: mode, now: now)
    try commit()
  }

  func removeFolder(_ path: String) throws(FileFault) {
    try tree.remove(place(path, followsLink: false), isFolder: true, now: now)
    try commit()
  }

  func remove(_ path: String) throws(FileFault) {
    try tree.remove(place(path, followsLink: false), isFolder: false, now: now)
    try commit()
  }

  func rename(_ path: String, to new: String) throws(FileFault) {
    try tree.rename(
      place(path, followsLink: false), to: place(new, followsLink: false), now: now)
    try commit()
  }

  func makeLink(_ path: String, to target: String) throws(FileFault) {
    _ = try tree.make(
      .link(to: target), at: place(path, followsLink: false), mode: 0o755, now: now)
    try commit()
  }

  func setMode(_ mode: UInt32, of path: String) throws(FileFault) {
    let place = try place(path, followsLink: true)
    guard try tree.node(place).mode != mode & 0o7777 else { return }
    tree.setMode(mode, of: place)
    try commit()
  }

  func setModified(_ nanoseconds: Int64?, of path: String) throws(FileFault) {
    let place = try place(path, followsLink: true)
    _ = try tree.node(place)
    tree.setModified(nanoseconds ?? now, of: place)
    try commit()
  }

  // MARK: - Open files

  func open(_ path: String, _ way: OpenWay) throws(FileFault) -> VirtualFile {
    let place = try place(path, followsLink: true)
    if tree.nodes[place] == nil {
      guard way.creates else { throw .noSuchFile }
      _ = try tree.make(.file([]), at: place, mode: way.mode, now: now)
      try commit()
    } else if way.creates, way.isExclusive {
      throw .exists
    }
    let node = try tree.node(place)
    let isFolder = node.kind == .folder
    if isFolder, way.writes { throw .isFolder }
    if way.wantsFolder, !isFolder { throw .notFolder }
    let file: VirtualFile
    if let known = open[node.number] {
      file = known
    } else {
      file = try VirtualFile(number: node.number, isFolder: isFolder)
      if case .file(let bytes) = node.content {
        AnonymousFile.fill(file.body.number, with: bytes)
      }
    }
    if way.truncates, way.writes, node.byteCount > 0 || open[node.number] != nil {
      AnonymousFile.empty(file.body.number)
      if node.byteCount > 0 {
        tree.write([], to: place, now: now)
        try commit()
      }
    }
    open[node.number] = file
    file.descriptorCount += 1
    file.isWritten = file.isWritten || way.writes
    return file
  }

  func save(_ file: VirtualFile) throws(FileFault) {
    guard file.isWritten, let path = tree.path(of: file.number),
      case .file(let kept) = tree.nodes[path]?.content
    else { return }
    let bytes = file.bytes
    guard bytes != kept else { return }
    tree.write(bytes, to: path, now: now)
    try commit()
  }

  func close(_ file: VirtualFile) {
    try? save(file)
    file.descriptorCount -= 1
    if file.descriptorCount <= 0 { open[file.number] = nil }
  }

  /// What was written before to files that are open, and is not on the disk yet, has taken its room as well.
  func reserve(_ byteCount: Int) throws(FileFault) {
    let available = process.availableBytes
    guard byteCount <= available else { throw .noRoom }
    // order: a sum is the same in any.
    let pending = open.values.reduce(0) { sum, file in
      guard file.isWritten, let path = tree.path(of: file.number) else { return sum }
      return sum + max(0, file.byteCount - (tree.nodes[path]?.byteCount ?? 0))
    }
    guard byteCount <= available - pending else { throw .noRoom }
  }

  /// The app ends: what it has written to files that are open is kept.
  private func writeBack() {
    for number in open.keys.sorted() {
      if let file = open[number] { try? save(file) }
    }
  }

  private func commit() throws(FileFault) {
    var transaction = DiskTransaction()
    for path in tree.takeChanged() {
      if let node = tree.nodes[path] {
        let byteCount = node.kind == .file ? node.byteCount : 0
        transaction.put(node, at: path, in: Self.table, fileByteCount: byteCount)
      } else {
        transaction.delete(path, in: Self.table)
      }
    }
    do {
      try process.commit(transaction)
    } catch {
      // Nothing of it is on the disk.
      if let image = try? process.storedImage() {
        tree = Self.stored(image, at: container, now: now)
      }
      if case .disk(.full) = error { throw .noRoom }
      throw .failed
    }
  }
}
