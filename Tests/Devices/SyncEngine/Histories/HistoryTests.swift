import Foundation
import Testing

@Suite struct HistoryTests {
  /// How many histories are played; `REHEARSAL_HISTORIES` asks for more or fewer.
  static let count: UInt64 =
    ProcessInfo.processInfo.environment["REHEARSAL_HISTORIES"].flatMap { UInt64($0) } ?? 500

  @Test(
    "random histories agree with a simple model at every step and with the server in the end",
    arguments: [0, 1])
  func histories(_ half: UInt64) {
    for seed in 0..<Self.count / 2 {
      let history = History(seed: seed * 2 + half)
      guard HistoryRun.failure(of: history) != nil else { continue }
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
  }
}
