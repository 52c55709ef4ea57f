#if canImport(Glibc)
  internal import Glibc
#elseif canImport(Musl)
  internal import Musl
#else
  internal import Darwin
#endif

/// A file without a name: it is gone with the last descriptor.
package enum AnonymousFile {
  /// Makes an empty file.
  ///
  /// - Parameter purpose: The purpose of the file, as tools that list descriptors show it.
  package static func make(_ purpose: String) throws(SystemError) -> Descriptor {
    if let number = inMemory(purpose) { return Descriptor(owning: number) }
    // Six of these are replaced by a name that nobody has (mkstemp of POSIX).
    let template = "/tmp/rehearse." + String(repeating: "X", count: 6)
    var name = Array(template.utf8CString)
    let number = unsafe name.withUnsafeMutableBufferPointer { unsafe mkstemp($0.baseAddress!) }
    guard number >= 0 else { throw .last("make a temporary file") }
    _ = unsafe name.withUnsafeBufferPointer { unsafe unlink($0.baseAddress!) }
    _ = fcntl(number, F_SETFD, FD_CLOEXEC)
    return Descriptor(owning: number)
  }

  /// A file in memory, which needs no folder that can be written; nil where the system has none.
  private static func inMemory(_ purpose: String) -> Int32? {
    #if os(Linux)
      typealias Make = @convention(c) (UnsafePointer<CChar>, UInt32) -> Int32
      // The function is in every C library of the last years, and in none of the modules that Swift imports.
      guard let place = unsafe DynamicLinker.symbol("memfd_create") else { return nil }
      let make = unsafe unsafeBitCast(place, to: Make.self)
      let closesOnExec: UInt32 = 1
      let number = unsafe make("rehearse " + purpose, closesOnExec)
      return number >= 0 ? number : nil
    #else
      return nil
    #endif
  }

  /// Makes every write to the file go to its end, wherever that is by then.
  package static func appendOnly(_ file: Descriptor) throws(SystemError) {
    let flags = fcntl(file.number, F_GETFL)
    guard flags >= 0, fcntl(file.number, F_SETFL, flags | O_APPEND) >= 0 else {
      throw .last("change a descriptor")
    }
  }

  /// The size of an open file, in bytes.
  package static func size(_ number: Int32) -> Int {
    var status = stat()
    guard unsafe fstat(number, &status) == 0 else { return 0 }
    return Int(status.st_size)
  }

  /// The contents of an open file.
  package static func bytes(_ number: Int32) -> [UInt8] {
    let size = size(number)
    guard size > 0 else { return [] }
    var bytes = [UInt8](repeating: 0, count: size)
    let count = unsafe bytes.withUnsafeMutableBytes {
      unsafe pread(number, $0.baseAddress, $0.count, 0)
    }
    return count == size ? bytes : Array(bytes.prefix(max(0, count)))
  }

  /// Gives an open file other contents.
  package static func fill(_ number: Int32, with bytes: [UInt8]) {
    _ = ftruncate(number, 0)
    var written = 0
    while written < bytes.count {
      let count = unsafe bytes.withUnsafeBytes {
        unsafe pwrite(number, $0.baseAddress! + written, $0.count - written, off_t(written))
      }
      guard count > 0 else { return }
      written += count
    }
  }

  /// Returns the contents of an open file as text, up to a limit, and empties the file.
  ///
  /// - Parameter limit: The number of bytes to keep; of a longer file the last ones.
  package static func take(_ number: Int32, limit: Int) -> String {
    let size = size(number)
    guard size > 0 else { return "" }
    let first = max(0, size - limit)
    var bytes = [UInt8](repeating: 0, count: size - first)
    let count = unsafe bytes.withUnsafeMutableBytes {
      unsafe pread(number, $0.baseAddress, $0.count, off_t(first))
    }
    _ = ftruncate(number, 0)
    guard count > 0 else { return "" }
    return String(decoding: bytes[..<count], as: UTF8.self)
  }

  /// Empties an open file.
  package static func empty(_ number: Int32) { _ = ftruncate(number, 0) }
}
