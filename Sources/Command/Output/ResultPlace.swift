import Foundation
import Simulator
internal import SystemSupport

/// The target of a result file's path.
enum ResultPlace: Hashable {
  /// A regular file, or none yet, at the end of all links.
  case file(String, exists: Bool)
  /// A pipe or a device, which cannot be replaced.
  case stream(String)

  /// As many links as Linux follows (path_resolution(7)).
  private static let linksMost = 40

  /// Follows links, also to a file that is not there yet.
  ///
  /// - Throws: ``UsageError/unwritable(path:reason:)`` for a folder, and for links that lead in a circle.
  init(_ path: String) throws(UsageError) {
    var place = path
    var links = 0
    while let target = try? FileManager.default.destinationOfSymbolicLink(atPath: place) {
      links += 1
      guard links <= Self.linksMost else {
        throw .unwritable(path: path, reason: "its links lead in a circle")
      }
      place = target.hasPrefix("/") ? target : Self.folder(of: place) + "/" + target
    }
    let type =
      (try? FileManager.default.attributesOfItem(atPath: place))?[.type] as? FileAttributeType
    switch type {
    case .typeDirectory?: throw .unwritable(path: path, reason: "it is a folder")
    case .typeRegular?: self = .file(place, exists: true)
    // Some links below /proc lead to what has no name.
    case nil where FileManager.default.fileExists(atPath: path): self = .stream(path)
    case nil:
      guard !place.hasSuffix("/") else {
        throw .unwritable(path: path, reason: "it names a folder; name a file in it")
      }
      self = .file(place, exists: false)
    default: self = .stream(place)
    }
  }

  /// The folder of a path, `.` for a name alone.
  static func folder(of path: String) -> String {
    guard let slash = path.lastIndex(of: "/") else { return "." }
    return slash == path.startIndex ? "/" : String(path[..<slash])
  }

  /// The part of a path behind its last slash.
  static func name(of path: String) -> String {
    path.lastIndex(of: "/").map { String(path[path.index(after: $0)...]) } ?? path
  }
}

/// The files in which results stand until they are whole: `.NAME.PROCESS.part` beside NAME.
enum UnfinishedResults {
  /// The file of this process for a result file.
  static func path(for place: String) -> String {
    name(for: place, process: ProcessInfo.processInfo.processIdentifier)
  }

  private static func name(for place: String, process: Int32) -> String {
    "\(ResultPlace.folder(of: place))/.\(ResultPlace.name(of: place)).\(process).part"
  }

  /// Takes away what processes left behind that were killed while they wrote the same result file.
  ///
  /// A file goes only if its name is exactly one of ours, no process has its number, and nobody holds its lock.
  static func removeAbandoned(for place: String) {
    let folder = ResultPlace.folder(of: place)
    let (head, tail) = (".\(ResultPlace.name(of: place)).", ".part")
    for name in (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
    where name.hasPrefix(head) && name.hasSuffix(tail) {
      let number = name.dropFirst(head.count).dropLast(tail.count)
      guard let process: Int32 = PlainNumber.read(number), process > 0, "\(process)" == number,
        LockedFile.isDead(process)
      else { continue }
      LockedFile.removeAbandoned("\(folder)/\(name)")
    }
  }
}
