internal import SystemSupport

/// The files of an app's container by their paths in it, such as "Documents/messages.json"; that of the container is "".
///
/// What a verb changes stands in ``changed`` until somebody takes it. There are no hard links, which is ours.
struct FileTree {
  private(set) var nodes: [String: FileNode]
  /// The paths that were made, changed or removed since they were last taken.
  private(set) var changed: Set<String> = []
  private var lastNumber: UInt64
  private var paths: [UInt64: String] = [:]
  /// The path of the container, without a slash at its end.
  private let root: String

  /// The folders that an app finds when it is installed. Library/Application Support is not among them: an app makes it.
  /// Source: "About the iOS File System", File System Programming Guide.
  static let firstFolders = [
    "", "Documents", "Library", "Library/Caches", "Library/Preferences", "tmp",
  ]
  private static let mostLinks = 32
  /// The UTF-8 bytes of a name. Source: `NAME_MAX` of Darwin's sys/syslimits.h, the limit that APFS keeps.
  private static let longestName = 255

  /// - Parameter nodes: The files that lie on the disk.
  init(_ nodes: [String: FileNode], at root: String, now: Int64) {
    self.nodes = nodes
    self.root = root
    // order: a maximum, and into a dictionary.
    lastNumber = nodes.values.map(\.number).max() ?? 0
    // order: into a dictionary.
    for (path, node) in nodes { paths[node.number] = path }
    for path in Self.firstFolders where nodes[path] == nil {
      insert(.folder, at: path, mode: 0o755, now: now)
    }
    changed = []
  }

  mutating func takeChanged() -> [String] {
    defer { changed = [] }
    return changed.sorted()
  }

  func path(of number: UInt64) -> String? { paths[number] }

  // MARK: - Look

  /// The path of what a path leads to, without "." and "..", and without links but for a last one that is not to be followed.
  ///
  /// - Parameter way: The names between the slashes.
  func resolve(
    _ way: [String], followsLast: Bool, links: Int = 0
  ) throws(FileFault) -> String {
    guard links < Self.mostLinks else { throw .tooManyLinks }
    var parts: [String] = []
    for (index, name) in way.enumerated() {
      if name == "." || name.isEmpty { continue }
      if name == ".." {
        _ = parts.popLast()
        continue
      }
      let place = parts.joined(separator: "/")
      guard let folder = nodes[place] else { throw .noSuchFile }
      guard case .folder = folder.content else { throw .notFolder }
      guard name.utf8.count <= Self.longestName else { throw .nameTooLong }
      let path = Self.path(place, name)
      let isLast = index == way.count - 1
      if case .link(let target) = nodes[path]?.content, followsLast || !isLast {
        return try resolve(
          names(of: target, from: parts) + way[(index + 1)...], followsLast: followsLast,
          links: links + 1)
      }
      parts.append(name)
    }
    return parts.joined(separator: "/")
  }

  /// The names of what a link leads to, from the container on. A whole path that was stored before the app was updated leads nowhere.
  private func names(of target: String, from folder: [String]) throws(FileFault) -> [String] {
    guard target.hasPrefix("/") else { return folder + Self.names(target) }
    guard target == root || target.hasPrefix(root + "/") else { throw .noSuchFile }
    return Self.names(String(target.dropFirst(root.count)))
  }

  func node(_ path: String) throws(FileFault) -> FileNode {
    guard let node = nodes[path] else { throw .noSuchFile }
    return node
  }

  /// What a folder holds, sorted by name.
  func entries(of path: String) throws(FileFault) -> [(name: String, node: FileNode)] {
    guard case .folder = try node(path).content else { throw .notFolder }
    let prefix = path.isEmpty ? "" : path + "/"
    // order: sorted below.
    return nodes.compactMap { other, node in
      guard other != path, other.hasPrefix(prefix) else { return nil }
      let name = other.dropFirst(prefix.count)
      return name.contains("/") ? nil : (String(name), node)
    }.sorted { $0.name < $1.name }
  }

  // MARK: - Change

  mutating func make(
    _ content: FileNode.Content, at path: String, mode: UInt32, now: Int64
  ) throws(FileFault) -> FileNode {
    guard nodes[path] == nil else { throw .exists }
    guard case .folder = try node(Self.parent(path)).content else { throw .notFolder }
    touch(Self.parent(path), now: now)
    return insert(content, at: path, mode: mode, now: now)
  }

  /// Gives a file other bytes.
  mutating func write(_ bytes: [UInt8], to path: String, now: Int64) {
    nodes[path]?.content = .file(bytes)
    nodes[path]?.modified = now
    changed.insert(path)
  }

  mutating func remove(_ path: String, isFolder: Bool, now: Int64) throws(FileFault) {
    guard !Self.firstFolders.contains(path) else { throw .notPermitted }
    let node = try node(path)
    if case .folder = node.content {
      guard isFolder else { throw .isFolder }
      guard try entries(of: path).isEmpty else { throw .notEmpty }
    } else if isFolder {
      throw .notFolder
    }
    drop(path)
    touch(Self.parent(path), now: now)
  }

  /// Moves a file, or a folder with all that is in it; a file in its new place goes.
  mutating func rename(_ path: String, to new: String, now: Int64) throws(FileFault) {
    guard !Self.firstFolders.contains(path), !new.hasPrefix(path + "/") else { throw .notPermitted }
    let kind = try node(path).kind
    guard case .folder = try node(Self.parent(new)).content else { throw .notFolder }
    guard path != new else { return }
    if nodes[new] != nil {
      try requireReplaceable(new, by: kind)
      drop(new)
    }
    // order: each moves by itself.
    for other in nodes.keys where other == path || other.hasPrefix(path + "/") {
      guard let node = nodes.removeValue(forKey: other) else { continue }
      let place = new + other.dropFirst(path.count)
      nodes[place] = node
      paths[node.number] = place
      changed.formUnion([other, place])
    }
    touch(Self.parent(path), now: now)
    touch(Self.parent(new), now: now)
  }

  /// Requires that what is there may make room for something of a kind that moves there.
  private func requireReplaceable(_ path: String, by moved: FileStatus.Kind) throws(FileFault) {
    let there = try node(path).kind
    if moved == .folder {
      guard there == .folder else { throw .notFolder }
      guard try entries(of: path).isEmpty else { throw .notEmpty }
    } else if there == .folder {
      throw .isFolder
    }
  }

  mutating func setMode(_ mode: UInt32, of path: String) {
    nodes[path]?.mode = mode & 0o7777
    changed.insert(path)
  }

  mutating func setModified(_ nanoseconds: Int64, of path: String) {
    nodes[path]?.modified = nanoseconds
    changed.insert(path)
  }

  @discardableResult
  private mutating func insert(
    _ content: FileNode.Content, at path: String, mode: UInt32, now: Int64
  ) -> FileNode {
    lastNumber += 1
    let node = FileNode(
      number: lastNumber, content: content, mode: mode & 0o7777, created: now, modified: now)
    nodes[path] = node
    paths[node.number] = path
    changed.insert(path)
    return node
  }

  private mutating func drop(_ path: String) {
    if let node = nodes.removeValue(forKey: path) { paths[node.number] = nil }
    changed.insert(path)
  }

  private mutating func touch(_ folder: String, now: Int64) {
    nodes[folder]?.modified = now
    changed.insert(folder)
  }

  // MARK: - Paths

  static func names(_ path: String) -> [String] {
    path.split(separator: "/", omittingEmptySubsequences: true).map(String.init)
  }

  static func path(_ folder: String, _ name: String) -> String {
    folder.isEmpty ? name : folder + "/" + name
  }

  static func parent(_ path: String) -> String {
    path.lastIndex(of: "/").map { String(path[..<$0]) } ?? ""
  }
}
