#if canImport(Glibc)
  internal import Glibc
#elseif canImport(Musl)
  internal import Musl
#else
  internal import Darwin
#endif

/// A number that tells the contents of files apart. It is no protection against files that are made to have the same.
package enum FileDigest {
  /// The number of a file's contents; nil where it cannot be read.
  package static func of(_ path: String) -> UInt64? {
    let descriptor = unsafe open(path, O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else { return nil }
    defer { _ = close(descriptor) }
    var block = [UInt64](repeating: 0, count: 1 << 15)
    var (digest, length) = (UInt64(0x9E37_79B9_7F4A_7C15), 0)
    while true {
      let count = unsafe block.withUnsafeMutableBytes {
        unsafe read(descriptor, $0.baseAddress, $0.count)
      }
      if count < 0, errno == EINTR { continue }
      guard count >= 0 else { return nil }
      if count == 0 { break }
      length += count
      // A piece may end within a word: bytes of the piece before it stand behind.
      unsafe block.withUnsafeMutableBytes { bytes in
        for place in count..<min((count + 7) & ~7, bytes.count) { unsafe bytes[place] = 0 }
      }
      for place in 0..<(count + 7) / 8 {
        digest = (digest ^ UInt64(littleEndian: block[place])) &* 0xD6E8_FEB8_6659_FD93
        digest ^= digest >> 32
      }
    }
    return (digest ^ UInt64(length)) &* 0xD6E8_FEB8_6659_FD93
  }
}
