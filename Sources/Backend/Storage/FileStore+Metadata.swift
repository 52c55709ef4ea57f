/// A file with what is kept beside its content.
public struct FileMetadata: Hashable, Sendable {
  /// The file.
  public let file: StoredFile
  /// Counts the versions of the metadata of this file, from 1.
  public let metageneration: Int
  /// The app's own metadata; empty where there are none.
  public let custom: [String: String]
}

/// The content of a folder.
public struct FileListing: Hashable, Sendable {
  /// The files directly in it, in the order of their paths.
  public let items: [Path]
  /// The folders directly in it, in the order of their paths.
  public let prefixes: [Path]
}

/// Own metadata of a file, as far as it has changed since the file was stored.
struct ChangedMetadata: Sendable {
  /// The generation of the file that it belongs to.
  let generation: Int
  var metageneration = 1
  var custom: [String: String] = [:]
}

extension FileStore {
  /// A file's metadata for a reader.
  ///
  /// - Throws: ``StorageError`` where the rules refuse to get it, or there is no such file.
  public func metadata(
    of path: Path, as uid: String?, nowMilliseconds: Int64
  ) throws(StorageError) -> FileMetadata {
    let file = try download(path, as: uid, nowMilliseconds: nowMilliseconds)
    let changed = changed(file)
    return FileMetadata(
      file: file, metageneration: changed.metageneration, custom: changed.custom)
  }

  /// Changes a file's own metadata; names that aren't given stay.
  ///
  /// Source: Google Cloud Storage, "Objects: patch", which counts the metageneration up.
  ///
  /// - Throws: ``StorageError`` where the rules refuse an update, or there is no such file.
  public mutating func update(
    _ custom: [String: String], of path: Path, as uid: String?, nowMilliseconds: Int64
  ) throws(StorageError) -> FileMetadata {
    try check(request(.update, path, uid, nowMilliseconds))
    guard let file = file(at: path) else { throw .fileNotFound(path) }
    var changed = changed(file)
    changed.metageneration += 1
    for (name, value) in custom.sorted(by: { $0.key < $1.key }) {
      changed.custom[name] = value
    }
    metadata[path] = changed
    return FileMetadata(
      file: file, metageneration: changed.metageneration, custom: changed.custom)
  }

  /// The content of a folder, which needs no file to be there.
  ///
  /// - Throws: ``StorageError`` where the rules refuse to list it.
  public func list(
    _ folder: Path, as uid: String?, nowMilliseconds: Int64
  ) throws(StorageError) -> FileListing {
    try check(request(.list, folder, uid, nowMilliseconds))
    var items: [Path] = []
    var prefixes: [Path] = []
    for path in paths where folder.contains(path) && path.depth > folder.depth {
      if path.depth == folder.depth + 1 {
        items.append(path)
      } else if prefixes.last != path.prefix(folder.depth + 1) {
        prefixes.append(path.prefix(folder.depth + 1))
      }
    }
    return FileListing(items: items, prefixes: prefixes)
  }

  private func changed(_ file: StoredFile) -> ChangedMetadata {
    let changed = metadata[file.path]
    // What belonged to an earlier file of the path is gone with it.
    if let changed, changed.generation == file.generation { return changed }
    return ChangedMetadata(generation: file.generation)
  }
}
