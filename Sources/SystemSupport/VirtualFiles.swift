/// The files of a simulated process, which stand for those of the machine where its code asks the C library for one.
///
/// Paths are absolute and begin with ``VirtualPaths/root``, or lead from the ``workingFolder`` that their code has set. The calls are those of POSIX by the same names; whoever implements
/// them knows nothing of descriptors: an open file is a ``VirtualFile``, whose bytes lie in an anonymous file.
package protocol VirtualFiles: AnyObject, Sendable {
  /// What is known of a file or folder.
  func status(of path: String, followsLink: Bool) throws(FileFault) -> FileStatus
  /// What is known of an open file, by its number.
  func status(of number: UInt64) -> FileStatus?
  /// The path of a file or folder by its number; nil once it was removed.
  func path(of number: UInt64) -> String?
  /// Opens a file or folder.
  func open(_ path: String, _ way: OpenWay) throws(FileFault) -> VirtualFile
  /// Makes what was written to an open file durable.
  func save(_ file: VirtualFile) throws(FileFault)
  /// A descriptor of an open file was closed.
  func close(_ file: VirtualFile)
  /// Asks for room before something is written to an open file.
  func reserve(_ byteCount: Int) throws(FileFault)
  func makeFolder(_ path: String, mode: UInt32) throws(FileFault)
  func removeFolder(_ path: String) throws(FileFault)
  func remove(_ path: String) throws(FileFault)
  func rename(_ path: String, to new: String) throws(FileFault)
  func makeLink(_ path: String, to target: String) throws(FileFault)
  func target(ofLink path: String) throws(FileFault) -> String
  func setMode(_ mode: UInt32, of path: String) throws(FileFault)
  /// Sets the time of the last change, in nanoseconds since 1970; nil for the present.
  func setModified(_ nanoseconds: Int64?, of path: String) throws(FileFault)
  /// What a folder holds, sorted by name, without "." and "..".
  func entries(of path: String) throws(FileFault) -> [(name: String, status: FileStatus)]
  /// The folder from which relative paths lead; nil as long as the code has gone to none, when they are the machine's.
  var workingFolder: String? { get set }
  /// The path without links, "." and "..".
  func canonical(_ path: String) throws(FileFault) -> String
  /// The number of the process whose files these are.
  var processNumber: Int32 { get }
  /// The bytes that are free on the volume.
  var availableBytes: Int { get }
}

/// Where the files of simulated processes lie.
package enum VirtualPaths {
  /// Source: the folders of an app on iOS ("About the iOS File System", File System Programming Guide), with the path that
  /// devices have for them.
  package static let root: StaticString = "/var/mobile/Containers/Data/Application/"
}

/// How a file is opened.
package struct OpenWay {
  package var writes = false
  package var creates = false
  package var isExclusive = false
  package var truncates = false
  package var wantsFolder = false
  package var mode: UInt32 = 0o644

  package init() {}
}

/// A file that is open, once for all descriptors that it has.
///
/// `@unchecked Sendable`: only the process whose file it is changes it, and its steps are one after another.
package final class VirtualFile: @unchecked Sendable {
  /// The number of the file in its tree.
  package let number: UInt64
  /// Whether it is a folder.
  package let isFolder: Bool
  /// The bytes of a file.
  package let body: Descriptor
  /// How many descriptors there are.
  package var descriptorCount = 0
  /// Whether one of them was opened for writing.
  package var isWritten = false

  package init(number: UInt64, isFolder: Bool) throws(FileFault) {
    self.number = number
    self.isFolder = isFolder
    do { body = try AnonymousFile.make("file of an app") } catch { throw .tooManyOpen }
  }

  /// The number of the bytes as they stand.
  package var byteCount: Int { AnonymousFile.size(body.number) }
  /// The bytes as they stand.
  package var bytes: [UInt8] { AnonymousFile.bytes(body.number) }
}

/// What stat(2) tells of a file.
package struct FileStatus {
  package enum Kind { case file, folder, link }

  package var kind: Kind
  package var mode: UInt32
  package var size: Int
  package var number: UInt64
  /// The number of the volume, another for each launch of each app: whoever keeps something of a file by both numbers for the
  /// length of the machine's process, as SQLite keeps locks, must not mistake one for another.
  package var device: UInt64 = 0
  /// In nanoseconds since 1970.
  package var modified: Int64
  package var created: Int64

  package init(
    kind: Kind, mode: UInt32, size: Int, number: UInt64, modified: Int64, created: Int64
  ) {
    self.kind = kind
    self.mode = mode
    self.size = size
    self.number = number
    self.modified = modified
    self.created = created
  }
}

/// Why a call on a file fails; errno(3) has a number for each.
package enum FileFault: Error {
  case noSuchFile, exists, notFolder, isFolder, notEmpty, noRoom, failed, notPermitted, notLink,
    tooManyLinks, tooManyOpen, nameTooLong
}
