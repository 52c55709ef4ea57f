import Foundation

/// The folder into which a starter package is written, beside what is there already.
struct StarterFolder {
  private let root: URL

  /// A folder, which need not be there yet.
  init(_ path: String) {
    root = URL(fileURLWithPath: path).standardizedFileURL
  }

  /// The folder's name.
  var name: String { root.lastPathComponent }

  /// Requires that no file stands where the package will have one, and nothing but folders where it will have a folder.
  func requireRoom(for paths: [String]) throws(StarterError) {
    for path in paths {
      var place = root.appendingPathComponent(path)
      // A link that leads nowhere is something, too.
      if Self.type(of: place.path) != nil { throw .exists(place.path) }
      while place.path != root.path {
        place.deleteLastPathComponent()
        if Self.exists(place.path), !Self.isFolder(place.path) { throw .noFolder(place.path) }
      }
    }
    // The folders above, too, as far as they are there.
    var above = root.deletingLastPathComponent()
    while !Self.exists(above.path), above.path != "/" { above.deleteLastPathComponent() }
    if !Self.isFolder(above.path) { throw .noFolder(above.path) }
  }

  /// Writes all files or none: where one cannot be written, those before it go, with the folders that were made.
  ///
  /// - Throws: ``StarterFault``.
  func write(_ files: [StarterFile]) throws(StarterFault) {
    var made: [URL] = []
    do {
      for file in files {
        let place = root.appendingPathComponent(file.path)
        try make(place.deletingLastPathComponent(), &made)
        try Data(file.text.utf8).write(to: place, options: .withoutOverwriting)
        made.append(place)
      }
    } catch {
      for place in made.reversed() { try? FileManager.default.removeItem(at: place) }
      throw StarterFault(folder: root.path, reason: "\((error as NSError).localizedDescription)")
    }
  }

  /// Makes a folder and those above it that are not there.
  private func make(_ folder: URL, _ made: inout [URL]) throws {
    guard !Self.isFolder(folder.path) else { return }
    try make(folder.deletingLastPathComponent(), &made)
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: false)
    made.append(folder)
  }

  private static func type(of path: String) -> FileAttributeType? {
    (try? FileManager.default.attributesOfItem(atPath: path))?[.type] as? FileAttributeType
  }

  private static func exists(_ path: String) -> Bool { type(of: path) != nil }

  /// Whether a folder is there, be it at the end of a link.
  private static func isFolder(_ path: String) -> Bool {
    type(of: URL(fileURLWithPath: path).resolvingSymlinksInPath().path) == .typeDirectory
  }
}

/// A starter package that could not be written although there is room for it, as on a full disk.
struct StarterFault: Error, CustomStringConvertible {
  let folder: String
  let reason: String
  var description: String {
    "the package could not be written to \(folder), and nothing is left of it: \(reason)"
  }
}
