import Foundation
import Testing

@Suite struct HistoryTests {
  /// How many histories are played; `REHEARSAL_HISTORIES` asks for more or fewer.
  static let count: UInt64 =
    ProcessInfo.processInfo.environment["REHEARSAL_HISTORIES"].flatMap { UInt64($0) } ?? 500

  private static let isLong = ProcessInfo.processInfo.environment["REHEARSAL_HISTORIES"] != nil

  @Test(
    "random histories agree with a simple model at every step and with the server in the end",
    arguments: [0, 1])
  func histories(_ half: UInt64) {
    var census = TransactionCensus()
    for seed in 0..<Self.count / 2 {
      let history = History(seed: seed * 2 + half)
      guard HistoryRun.failure(of: history, counting: &census) != nil else { continue }
      let shrunk = history.shrunk()
      let steps = shrunk.steps.map { "  \($0)" }.joined(separator: "\n")
      Issue.record(
        """
        seed \(seed * 2 + half), shaped \(history.isShaped), persists \(history.persists): \
        \(HistoryRun.failure(of: shrunk) ?? "")
        \(steps)
        """)
      return
    }
    // Each state is reached, and each way out.
    for name in [
      "ready", "sent", "waiting for a connection", "overtaken", "overtaken before it was sent",
      "sent again", "committed", "abandoned", "failed: set", "failed: disconnect",
      "failed: permission_denied",
    ] { #expect(census[name] > 0, "\(name)") }
    #expect(census.stale > 0 && census.died > 0)
    if Self.isLong { print("half \(half) of \(Self.count) histories:\n\(census)") }
  }
}
