#if canImport(Glibc)
  internal import Glibc
#elseif canImport(Musl)
  internal import Musl
#else
  internal import Darwin
#endif

/// A text file of the real machine, read whole: input of a scenario, such as a team's rules file.
///
/// The contents must be the same in every run.
public enum TextFile {
  /// The bytes that a file may have unless the caller says otherwise.
  public static let usualLimit = 1 << 24

  /// The text of a file.
  ///
  /// Only regular files are read: a pipe or a device may never end.
  ///
  /// - Parameters:
  ///   - path: A relative path counts from the working directory of the process.
  ///   - limit: The bytes that it may have.
  public static func read(_ path: String, limit: Int = usualLimit) throws(TextFileError) -> String {
    // Opening, reading and closing share nothing with a world, and take no time of it. Opening a pipe would wait for
    // somebody who writes to it, were it not for O_NONBLOCK.
    let descriptor = unsafe open(path, O_RDONLY | O_NONBLOCK | O_CLOEXEC)
    guard descriptor >= 0 else { throw TextFileError(path: path, reason: reason(for: errno)) }
    defer { _ = close(descriptor) }
    var status = stat()
    guard unsafe fstat(descriptor, &status) == 0 else {
      throw TextFileError(path: path, reason: reason(for: errno))
    }
    guard status.st_mode & S_IFMT == S_IFREG else {
      let isFolder = status.st_mode & S_IFMT == S_IFDIR
      throw TextFileError(
        path: path,
        reason: isFolder ? reason(for: EISDIR) : "it is a pipe or a device; give a regular file")
    }
    let bytes = try contents(of: descriptor, path: path, limit: limit)
    guard let text = String(validating: bytes, as: UTF8.self) else {
      throw TextFileError(
        path: path, reason: "line \(invalidLine(of: bytes)) is no UTF-8 text; save it as UTF-8")
    }
    return text
  }

  private static func contents(
    of descriptor: Int32, path: String, limit: Int
  ) throws(TextFileError) -> [UInt8] {
    var bytes: [UInt8] = []
    var block = [UInt8](repeating: 0, count: 64 * 1_024)
    while true {
      let count = unsafe block.withUnsafeMutableBytes {
        unsafe systemRead(descriptor, $0.baseAddress, $0.count)
      }
      if count < 0, errno == EINTR { continue }
      guard count >= 0 else { throw TextFileError(path: path, reason: reason(for: errno)) }
      if count == 0 { return bytes }
      bytes += block[..<count]
      guard bytes.count <= limit else {
        throw TextFileError(
          path: path, reason: "it has more than \(limit) bytes, too many for what it should hold")
      }
    }
  }

  /// The number of the first line that is no UTF-8.
  private static func invalidLine(of bytes: [UInt8]) -> Int {
    let lines = bytes.split(separator: 0x0A, omittingEmptySubsequences: false)
    return (lines.firstIndex { String(validating: $0, as: UTF8.self) == nil } ?? 0) + 1
  }

  private static func reason(for code: Int32) -> String {
    switch code {
    case ENOENT:
      "there is no such file; give a path from the directory in which the command runs"
    case EACCES: "this user may not read it; change its rights or its owner"
    case EISDIR: "it is a directory; give a file in it"
    default: unsafe String(cString: strerror(code))
    }
  }
}

/// A file that cannot be read.
public struct TextFileError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The path as it was given.
  public let path: String
  /// The problem and its remedy.
  public let reason: String

  public var description: String { "\(path): \(reason)" }
}
