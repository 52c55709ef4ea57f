import Simulator
import Testing

@testable import Chat

@Suite("Receipt pacer")
struct ReceiptPacerTests {
  private static let window = Duration.milliseconds(500)

  /// The instants at which marks made at certain times are flushed, in milliseconds.
  private func flushes(of marks: [Int]) -> [(flush: Int, marks: [Int])] {
    var pacer = ReceiptPacer(window: Self.window)
    var flushes: [(flush: Int, marks: [Int])] = []
    var collected: [Int] = []
    var timer: Int?
    func instant(_ time: Int) -> Instant { .zero.advanced(by: .milliseconds(time)) }
    func flush(at time: Int) {
      flushes.append((time, collected))
      collected = []
    }
    func elapse(until time: Int) {
      guard let due = timer, due <= time else { return }
      timer = nil
      pacer.timerFired(at: instant(due))
      flush(at: due)
    }
    for mark in marks {
      elapse(until: mark)
      collected.append(mark)
      switch pacer.marked(at: instant(mark)) {
      case .flushNow: flush(at: mark)
      case .flushAfter(let delay): timer = mark + Int(delay.nanoseconds / 1_000_000)
      case .wait: break
      }
    }
    elapse(until: .max)
    #expect(collected.isEmpty, "marks were left behind")
    return flushes
  }

  @Test(
    "marks are flushed at the leading edge, at the end of the window, then a second apart",
    arguments: [
      ([0], [0]),
      ([0, 100, 200], [0, 500]),
      ([0, 100, 600, 700], [0, 500, 1500]),
      ([0, 100, 1499, 1501, 2000], [0, 500, 1500, 2500]),
      ([0, 1000], [0, 1000]),
      ([0, 100, 1500, 1600], [0, 500, 1500, 2000]),
      // Not a leading edge: a second has not passed since the last flush.
      ([0, 600, 1200], [0, 600, 1600]),
    ])
  func paces(marks: [Int], expected: [Int]) {
    #expect(flushes(of: marks).map(\.flush) == expected)
  }

  @Test(
    "no mark is lost or held back for more than a second, and no second has too many flushes",
    arguments: 1...200)
  func keepsPace(seed: UInt64) {
    let choices = Choices(seed: seed)
    var time = 0
    let marks = (0..<60).map { ordinal in
      // Bursts and pauses: gaps from 0 to 63 ms, or up to 2 s.
      let draw = choices.draw(Simulator.Stream("test"), entity: 0, ordinal: UInt64(ordinal))
      time += Int(draw % 4 == 0 ? draw / 4 % 2048 : draw / 4 % 64)
      return time
    }
    let flushes = flushes(of: marks)
    #expect(flushes.flatMap(\.marks) == marks)
    for flush in flushes {
      for mark in flush.marks { #expect((0...1000).contains(flush.flush - mark)) }
    }
    let times = flushes.map(\.flush)
    for (first, second) in zip(times, times.dropFirst()) { #expect(second - first >= 500) }
    // Of two flushes within a second the first is a leading edge: a second without any goes before it.
    for (index, time) in times.enumerated().dropFirst(2) where time - times[index - 1] < 1000 {
      #expect(times[index - 1] - times[index - 2] >= 1000)
    }
  }
}
