import Glibc

/// Real time, which nothing but a benchmark may look at.
enum Stopwatch {
  /// The number of operations per second, where `body` does `count` of them.
  static func perSecond(_ count: Int, _ body: () -> Void) -> Double {
    Double(count) / seconds(body)
  }

  /// The instant of now.
  static var now: ContinuousClock.Instant { ContinuousClock().now }

  /// The real time from an instant until now, in seconds.
  static func seconds(since start: ContinuousClock.Instant) -> Double {
    start.duration(to: now) / .seconds(1)
  }

  /// The real time that `body` takes, in seconds.
  static func seconds(_ body: () -> Void) -> Double {
    ContinuousClock().measure(body) / .seconds(1)
  }
}

/// The time that the processor has spent on this process, which a busy machine stretches far less than real time.
enum ProcessorTime {
  /// The seconds that it has spent so far, of the process and of the system for it.
  static var seconds: Double {
    var time = timespec()
    unsafe clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time)
    return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
  }
}

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
