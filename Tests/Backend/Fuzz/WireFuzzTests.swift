import Foundation
import HostileWire
import Testing

@Suite("Hostile messages")
struct WireFuzzTests {
  /// How many messages are sent; `REHEARSAL_WIRE_MESSAGES` asks for more or fewer.
  static let count: Int =
    ProcessInfo.processInfo.environment["REHEARSAL_WIRE_MESSAGES"].flatMap { Int($0) } ?? 8_000

  @Test(
    "whatever a client sends, the server answers once and others see what they should",
    arguments: 0..<2)
  func clients(seed: Int) throws {
    var run = try WireFuzzRun(seed: UInt64(seed))
    for step in 0..<(Self.count / 2) {
      if let failure = run.play() {
        Issue.record("seed \(seed), message \(step), \(run.last): \(failure)")
        return
      }
    }
    if let failure = run.finish() { Issue.record("seed \(seed), at the end: \(failure)") }
    #expect(run.commitCount > Self.count / 100, "hardly anything was written")
  }
}
