internal import Harness
import Simulator
import Testing

@testable import RehearsalCommand

@Suite("The queue of runs")
struct RunQueueTests {
  private static func run(_ ordinal: Int, digest: UInt64 = 0) -> FinishedRun {
    let configuration = RunConfiguration()
    return FinishedRun(
      plan: PlannedRun(ordinal: ordinal, scenario: Sample.fine, configuration: configuration),
      result: RunResult(
        scenario: "fine", configuration: configuration, outcome: .passed, digest: digest,
        virtualNanoseconds: 0, events: 0),
      wallTime: .zero)
  }

  /// Hands out all runs there are room for.
  private static func begin(_ queue: inout RunQueue) -> [Int] {
    var begun: [Int] = []
    while let next = queue.next() { begun.append(next) }
    return begun
  }

  @Test("no run begins further ahead of the results than the window allows")
  func window() {
    var queue = RunQueue(10..<20, window: 3)
    #expect(Self.begin(&queue) == [10, 11, 12])
    queue.finish(Self.run(11))
    #expect(queue.head == nil)
    #expect(Self.begin(&queue) == [])
    queue.finish(Self.run(10))
    #expect(queue.head?.plan.ordinal == 10)
    queue.advance()
    queue.advance()
    #expect(Self.begin(&queue) == [13, 14])
  }

  @Test("what is put back comes next, and only where it is not finished")
  func putBack() {
    var queue = RunQueue(0..<10)
    _ = (queue.next(), queue.next(), queue.next())
    queue.finish(Self.run(1))
    queue.putBack([0, 1, 2])
    #expect(Self.begin(&queue) == [0, 2, 3, 4, 5, 6, 7, 8, 9])
  }

  @Test("of a run that was played twice the first result counts")
  func twice() {
    var queue = RunQueue(0..<2)
    _ = Self.begin(&queue)
    queue.finish(Self.run(0, digest: 1))
    queue.finish(Self.run(0, digest: 2))
    #expect(queue.head?.result.digest == 1)
    queue.advance()
    queue.finish(Self.run(0, digest: 3))
    #expect(queue.head == nil)
    #expect(!queue.isDone)
  }

  @Test("a queue that was stopped is done once all that was begun is delivered")
  func stopping() {
    var queue = RunQueue(0..<100)
    _ = (queue.next(), queue.next())
    queue.stop()
    #expect(Self.begin(&queue) == [])
    queue.finish(Self.run(0))
    queue.advance()
    #expect(!queue.isDone)
    // Its process has died.
    queue.putBack([1])
    #expect(Self.begin(&queue) == [1])
    queue.finish(Self.run(1))
    queue.advance()
    #expect(queue.isDone)
  }

  @Test(
    "backwards, every run is handed out once, and none follows the one that it follows in the plan")
  func backwards() {
    var queue = RunQueue(5..<27, order: .backwards(block: 4))
    let begun = Self.begin(&queue)
    #expect(begun.sorted() == Array(5..<27))
    #expect(begun.prefix(8) == [8, 7, 6, 5, 12, 11, 10, 9])
    #expect(begun.suffix(2) == [26, 25])
    #expect(zip(begun, begun.dropFirst()).allSatisfy { $1 != $0 + 1 })
  }

  @Test("a queue of runs that are asked for hands out those, and is done with the others")
  func asked() {
    var queue = RunQueue(10..<14, order: .asked)
    #expect(Self.begin(&queue) == [])
    #expect(queue.isExhausted)
    queue.ask(for: [12, 11])
    #expect(!queue.isExhausted)
    #expect(Self.begin(&queue) == [12, 11])
    queue.finish(Self.run(11))
    queue.advance()
    #expect(queue.head?.plan.ordinal == 11)
    queue.advance()
    queue.finish(Self.run(12))
    queue.advance()
    queue.advance()
    #expect(queue.isDone)
  }
}
