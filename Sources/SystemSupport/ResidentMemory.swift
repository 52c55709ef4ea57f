#if canImport(Glibc)
  internal import Glibc
#elseif canImport(Musl)
  internal import Musl
#else
  internal import Darwin
#endif

/// The resident memory of this process.
package enum ResidentMemory {
  /// The present resident size in bytes; nil where the system does not tell.
  package static var present: Int? {
    #if os(Linux)
      // statm(5): the second number is the resident size in pages.
      return number(in: "/proc/self/statm", word: 1).map { $0 * Int(getpagesize()) }
    #else
      return residentBytes
    #endif
  }

  /// The greatest resident size so far in bytes. A program starts with that of the process that started it.
  package static var peak: Int {
    var usage = rusage()
    #if canImport(Glibc)
      _ = unsafe getrusage(__rusage_who_t(RUSAGE_SELF.rawValue), &usage)
    #else
      _ = unsafe getrusage(RUSAGE_SELF, &usage)
    #endif
    #if os(Linux)
      return usage.ru_maxrss * 1024
    #else
      // In bytes there (getrusage(2)).
      return usage.ru_maxrss
    #endif
  }

  /// The greatest resident size of this program so far in bytes; nil where the system does not tell.
  package static var highest: Int? {
    #if os(Linux)
      // status(5): VmHWM, in kB.
      return text(of: "/proc/self/status")?.split(separator: "\n")
        .first { $0.hasPrefix("VmHWM:") }?.split(separator: " ").dropFirst().first
        .flatMap { Int($0) }.map { $0 * 1024 }
    #else
      return peak
    #endif
  }

  #if os(Linux)
    private static func number(in path: String, word: Int) -> Int? {
      let words = text(of: path)?.split(separator: " ") ?? []
      return words.indices.contains(word) ? Int(words[word]) : nil
    }

    private static func text(of path: String) -> String? {
      let file = unsafe open(path, O_RDONLY | O_CLOEXEC)
      guard file >= 0 else { return nil }
      defer { _ = close(file) }
      var bytes = [UInt8](repeating: 0, count: 4096)
      let count = unsafe bytes.withUnsafeMutableBytes { unsafe read(file, $0.baseAddress, 4096) }
      return count > 0 ? String(decoding: bytes[..<count], as: UTF8.self) : nil
    }
  #endif
}
