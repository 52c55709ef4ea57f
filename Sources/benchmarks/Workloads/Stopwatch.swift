/// Real time, which nothing but a benchmark may look at.
enum Stopwatch {
  /// The number of operations per second, where `body` does `count` of them.
  static func perSecond(_ count: Int, _ body: () -> Void) -> Double {
    Double(count) / seconds(body)
  }

  /// The real time that `body` takes, in seconds.
  static func seconds(_ body: () -> Void) -> Double {
    ContinuousClock().measure(body) / .seconds(1)
  }
}
