/// Real time, which nothing but a benchmark may look at.
enum Stopwatch {
  /// How many of `count` operations a second `body` does.
  static func perSecond(_ count: Int, _ body: () -> Void) -> Double {
    Double(count) / seconds(body)
  }

  /// How long `body` takes, in seconds.
  static func seconds(_ body: () -> Void) -> Double {
    ContinuousClock().measure(body) / .seconds(1)
  }
}
