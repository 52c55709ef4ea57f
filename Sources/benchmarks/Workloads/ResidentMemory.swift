import Glibc

/// The resident memory of the process, as Linux reports it under `/proc/self`.
enum ResidentMemory {
  /// Gives free memory back to the system and starts to watch for a new peak.
  ///
  /// - Returns: The bytes that are resident now.
  static func beginPeak() -> Int {
    if let trim = unsafe dlsym(nil, "malloc_trim") {
      typealias Trim = @convention(c) (Int) -> CInt
      _ = unsafe unsafeBitCast(trim, to: Trim.self)(0)
    }
    // proc(5): writing 5 resets the peak, VmHWM, to what is resident now.
    if let file = unsafe fopen("/proc/self/clear_refs", "w") {
      unsafe fputs("5", file)
      unsafe fclose(file)
    }
    return peak()
  }

  /// The most bytes that were resident since ``beginPeak()``; 0 where the system does not tell.
  static func peak() -> Int {
    guard let file = unsafe fopen("/proc/self/status", "r") else { return 0 }
    defer { unsafe fclose(file) }
    var line = [CChar](repeating: 0, count: 256)
    while unsafe fgets(&line, Int32(line.count), file) != nil {
      let words = String(
        decoding: line.prefix { $0 != 0 }.map(UInt8.init(bitPattern:)), as: UTF8.self
      )
      .split(whereSeparator: \.isWhitespace)
      if words.first == "VmHWM:", words.count > 1, let kilobytes = Int(words[1]) {
        return kilobytes * 1024
      }
    }
    return 0
  }
}
