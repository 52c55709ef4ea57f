import Devices
import Simulator
import Testing

@Suite("Crash points, enumerated")
struct CrashPointTests {
  /// How many points the script has at the least: each of 16 writes joins and leaves the queue on the disk,
  /// each of 20 operations is sent and answered, and each commit and message has two sides.
  static let pointsAtLeast = 2 * (2 * 16 + 2 * 20)

  @Test(
    "a kill before or after any commit and any message loses no write and repeats none that counts",
    arguments: [(Schedule.fifo, 1 as UInt64, 1), (.random, 2, 5)])
  func everyPoint(schedule: Schedule, seed: UInt64, step: Int) throws {
    let script = try CrashScript.twentyOperations()
    let undisturbed = CrashRun.run(script, dying: nil, seed: seed, schedule: schedule)
    #expect(undisturbed.violations(of: script) == [])
    #expect(undisturbed.repeatedIncrements(of: script) == [])
    #expect(undisturbed.ledger.acknowledged.count == script.writes.count)
    // A write is put on the disk and taken off it again; an operation is sent and answered.
    #expect(undisturbed.commitCount >= 2 * script.writes.count)
    #expect(undisturbed.messageCount >= 2 * (script.writes.count + script.queries.count))

    let points = CrashPoint.all(
      commits: undisturbed.commitCount, messages: undisturbed.messageCount)
    // Were the disk or the radio to count less, this would go on to pass with less and less.
    #expect(points.count >= Self.pointsAtLeast)
    #expect(Set(points).count == points.count)
    var repeated: [CrashPoint: [Int]] = [:]
    // All in one order, and every fifth in another.
    for place in stride(from: 0, to: points.count, by: step) {
      let point = points[place]
      let record = CrashRun.run(script, dying: point, seed: seed, schedule: schedule)
      let violations = record.violations(of: script)
      #expect(violations == [], "killed \(point)")
      let increments = record.repeatedIncrements(of: script)
      if !increments.isEmpty { repeated[point] = increments }
      if let death = record.ledger.death {
        // An increment is no idempotent write: as in production it counts twice when the process dies after
        // the increment was sent and before its acknowledgement was written down, and only then.
        #expect(death.unacknowledged.isSuperset(of: increments), "killed \(point)")
      }
    }
    // Such points are among those tried, for every increment where they are all of them.
    let all = Set(repeated.values.joined())
    #expect(step == 1 ? all == Set(script.increments) : !all.isEmpty)
  }

  @Test("the script is of twenty writes and reads that the backend's journal tells apart")
  func script() throws {
    let script = try CrashScript.twentyOperations()
    #expect(script.writes.count + script.queries.count == 20)
    #expect(Set(script.writes.map(\.signature)).count == script.writes.count)
  }
}
