import Glibc

/// The time that the processor has spent on this process, which a busy machine stretches far less than real time.
enum ProcessorTime {
  /// The seconds that it has spent so far, of the process and of the system for it.
  static var seconds: Double {
    var time = timespec()
    unsafe clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time)
    return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
  }
}
