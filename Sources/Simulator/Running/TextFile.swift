internal import Glibc

/// A text file of the real machine, read whole: input of a scenario, such as a team's rules file.
///
/// It stands in the kernel because the system's calls take pointers; what is read must be the same in every run.
public enum TextFile {
  /// The text of a file.
  ///
  /// - Parameter path: A relative path counts from the working directory of the process.
  public static func read(_ path: String) throws(TextFileError) -> String {
    // Opening, reading and closing share nothing with a world, and take no time of it.
    let descriptor = unsafe open(path, O_RDONLY)
    guard descriptor >= 0 else { throw TextFileError(path: path, reason: reason(for: errno)) }
    defer { _ = close(descriptor) }
    var bytes: [UInt8] = []
    var block = [UInt8](repeating: 0, count: 64 * 1_024)
    while true {
      let count = unsafe block.withUnsafeMutableBytes {
        unsafe Glibc.read(descriptor, $0.baseAddress, $0.count)
      }
      if count < 0, errno == EINTR { continue }
      guard count >= 0 else { throw TextFileError(path: path, reason: reason(for: errno)) }
      if count == 0 { break }
      bytes += block[..<count]
    }
    guard let text = String(validating: bytes, as: UTF8.self) else {
      throw TextFileError(path: path, reason: "it is no UTF-8 text")
    }
    return text
  }

  private static func reason(for code: Int32) -> String {
    switch code {
    case ENOENT: "there is no such file"
    case EACCES: "this user may not read it"
    case EISDIR: "it is a directory"
    default: unsafe String(cString: strerror(code))
    }
  }
}

/// A file that cannot be read.
public struct TextFileError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The path as it was given.
  public let path: String
  /// What the system says.
  public let reason: String

  public var description: String {
    "\(path): \(reason); give a path from the directory in which the command runs"
  }
}
