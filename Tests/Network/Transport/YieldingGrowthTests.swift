import Testing

@testable import Network

@Suite("The window of a sender that gives way")
struct YieldingGrowthTests {
  private static let ms: Int64 = 1_000_000

  /// A link with one queue: the round trip is 100 ms and what waits in it, at 10 ms a segment.
  private struct Path {
    var window = CubicWindow(.darwin, yields: true)
    var now: Int64 = 0
    /// The segments of somebody else in the queue.
    var others = 0
    private var acknowledged: UInt64 = 0

    var queue: Int64 { max(Int64(window.size + others) * 10 * ms - 100 * ms, 0) }

    /// Lets one round trip pass, in which all of the window is acknowledged.
    mutating func pass() {
      let roundTrip = 100 * ms + queue
      now += roundTrip
      for _ in 0..<window.size {
        acknowledged += 1_448
        window.observe(roundTrip, acknowledged: acknowledged, sent: acknowledged, at: now)
        window.grow(1, at: now)
      }
    }
  }

  @Test("begins with two segments, fills the link, and keeps the queue near 40 ms")
  func target() {
    var path = Path()
    #expect(path.window.size == 2)
    var queues: [Int64] = []
    var sizes: [Int] = []
    for round in 1...400 {
      path.pass()
      if round > 50 {
        queues.append(path.queue)
        sizes.append(path.window.size)
      }
    }
    #expect(queues.max() ?? 0 <= 60 * Self.ms)
    // The link holds ten segments; most rounds use all of it.
    #expect(sizes.count { $0 >= 10 } * 10 >= sizes.count * 7)
  }

  @Test("shrinks to its least while somebody else fills the queue, and comes back")
  func yields() {
    var path = Path()
    for _ in 1...60 { path.pass() }
    path.others = 40
    for _ in 1...30 { path.pass() }
    #expect(path.window.size == 2)
    path.others = 0
    var largest = 0
    for _ in 1...100 {
      path.pass()
      largest = max(largest, path.window.size)
    }
    #expect(largest >= 10)
  }

  @Test("drains the queue from time to time, for a tenth of the time at most")
  func slowdowns() {
    var path = Path()
    var atLeast = 0
    for round in 1...1_000 {
      path.pass()
      if round > 50, path.window.size == 2 { atLeast += 1 }
    }
    #expect(atLeast > 5 && atLeast < 100)
  }

  @Test("halves its window at a loss, and keeps two segments")
  func losses() {
    var window = CubicWindow(.darwin, yields: true)
    window.set(20)
    window.reduceThreshold()
    #expect(window.threshold == 10)
    window.set(2)
    window.reduceThreshold()
    #expect(window.threshold == 2)
  }
}
