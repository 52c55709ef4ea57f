import Simulator
import Testing

@testable import Chat

@Suite("Receipt pacer")
struct ReceiptPacerTests {
  private static let window = Duration.milliseconds(500)

  /// One flush, in milliseconds: when it was handed over, when the backend had it, and what it held.
  private struct Flush: Equatable {
    let begun: Int
    let committed: Int
    let marks: [Int]
  }

  /// A pacer with a network whose ways there and back take `latencies`, in turn.
  private struct Rig {
    var pacer = ReceiptPacer(window: ReceiptPacerTests.window)
    let latencies: [Int]
    var flushes: [Flush] = []
    var collected: [Int] = []
    private var timer: Int?
    private var answer: Int?

    init(latencies: [Int]) {
      self.latencies = latencies
    }

    static func instant(_ time: Int) -> Instant { .zero.advanced(by: .milliseconds(time)) }

    mutating func ask(at time: Int) {
      guard !collected.isEmpty else { return }
      switch pacer.next(at: Self.instant(time)) {
      case .flushNow:
        let there = latencies[flushes.count * 2 % latencies.count]
        let back = latencies[(flushes.count * 2 + 1) % latencies.count]
        flushes.append(Flush(begun: time, committed: time + there, marks: collected))
        answer = time + there + back
        collected = []
      case .flushAfter(let delay): timer = time + Int(delay.nanoseconds / 1_000_000)
      case .wait: break
      }
    }

    mutating func elapse(until time: Int) {
      while let due = [timer, answer].compactMap(\.self).min(), due <= time {
        if timer == due {
          timer = nil
          pacer.timerFired()
        } else {
          answer = nil
          pacer.answered(hasWritten: true, at: Self.instant(due))
        }
        ask(at: due)
      }
    }
  }

  private func flushes(of marks: [Int], latencies: [Int] = [0]) -> [Flush] {
    var rig = Rig(latencies: latencies)
    for mark in marks {
      rig.elapse(until: mark)
      rig.collected.append(mark)
      rig.ask(at: mark)
      rig.elapse(until: mark)
    }
    rig.elapse(until: .max)
    #expect(rig.collected.isEmpty, "marks were left behind")
    return rig.flushes
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
    #expect(flushes(of: marks).map(\.begun) == expected)
  }

  @Test(
    "while a flush is under way marks wait for its answer, however long it takes, and go out together"
  )
  func waitsForAnswer() {
    let found = flushes(of: [0, 1000, 5000, 60_000], latencies: [90_000, 100])
    #expect(found.map(\.begun) == [0, 90_100])
    #expect(found.map(\.marks) == [[0], [1000, 5000, 60_000]])
  }

  @Test("no pause is due after a flush that wrote nothing")
  func skipsPause() {
    var pacer = ReceiptPacer(window: Self.window)
    #expect(pacer.next(at: .zero) == .flushNow)
    pacer.answered(hasWritten: false, at: Rig.instant(10))
    #expect(pacer.next(at: Rig.instant(10)) == .flushNow)
    pacer.answered(hasWritten: true, at: Rig.instant(20))
    #expect(pacer.next(at: Rig.instant(20)) == .flushAfter(.milliseconds(490)))
    #expect(pacer.next(at: Rig.instant(30)) == .wait)
  }

  @Test("a pause in which another phone has told of all that waited is one of silence")
  func nothingWaited() {
    for isAwaited in [true, false] {
      var pacer = ReceiptPacer(window: Self.window)
      _ = pacer.next(at: .zero)
      pacer.answered(hasWritten: true, at: Rig.instant(20))
      _ = pacer.next(at: Rig.instant(100))
      pacer.timerFired(isAwaited: isAwaited)
      // A leading flush is followed by the window, and any other by a second.
      #expect(pacer.next(at: Rig.instant(9_000)) == .flushNow)
      pacer.answered(hasWritten: true, at: Rig.instant(9_020))
      let pause = isAwaited ? 1_010 : 490
      #expect(pacer.next(at: Rig.instant(9_010)) == .flushAfter(.milliseconds(pause)))
    }
  }

  // MARK: - Across the end of the app

  /// A pacer whose second flush, one at the end of a window, was answered at 520 ms.
  private func paused() -> ReceiptPacer {
    var pacer = ReceiptPacer(window: Self.window)
    _ = pacer.next(at: .zero)
    pacer.answered(hasWritten: true, at: Rig.instant(20))
    _ = pacer.next(at: Rig.instant(100))
    pacer.timerFired()
    #expect(pacer.next(at: Rig.instant(500)) == .flushNow)
    pacer.answered(hasWritten: true, at: Rig.instant(520))
    return pacer
  }

  private func relaunched(
    _ before: ReceiptPacer, hasFlight: Bool = false, at time: Int
  ) -> ReceiptPacer {
    var pacer = ReceiptPacer(window: Self.window, resuming: before.pace)
    pacer.launched(hasFlight: hasFlight, at: Rig.instant(time))
    return pacer
  }

  @Test("a pause that was due when the app died is kept by the next process")
  func keepsPauseOverKill() {
    var pacer = relaunched(paused(), at: 600)
    #expect(pacer.next(at: Rig.instant(600)) == .flushAfter(.milliseconds(920)))
    pacer.timerFired()
    #expect(pacer.next(at: Rig.instant(1520)) == .flushNow)
    var late = relaunched(paused(), at: 1520)
    #expect(late.next(at: Rig.instant(1520)) == .flushNow)
  }

  @Test(
    "a flush that was under way when the app died goes on, and owes the pause that it owed",
    arguments: [true, false])
  func keepsFlightOverKill(isLeading: Bool) {
    var pacer = ReceiptPacer(window: Self.window)
    #expect(pacer.next(at: .zero) == .flushNow)
    if !isLeading {
      pacer.answered(hasWritten: true, at: Rig.instant(20))
      pacer.timerFired()
      #expect(pacer.next(at: Rig.instant(500)) == .flushNow)
    }
    pacer = relaunched(pacer, hasFlight: true, at: 550)
    #expect(pacer.next(at: Rig.instant(560)) == .wait)
    pacer.answered(hasWritten: true, at: Rig.instant(600))
    let next = pacer.next(at: Rig.instant(600))
    #expect(next == (isLeading ? .flushNow : .flushAfter(.seconds(1))))
  }

  @Test("what the clock cannot have shown, as it began anew, is forgotten", arguments: [0, 1, 10])
  func forgetsOtherClock(time: Int) {
    var longAgo = ReceiptPacer(window: Self.window)
    _ = longAgo.next(at: Rig.instant(5000))
    longAgo.answered(hasWritten: true, at: Rig.instant(5020))
    var pacer = relaunched(longAgo, at: time)
    #expect(pacer.next(at: Rig.instant(time)) == .flushNow)
    var underWay = longAgo
    _ = underWay.next(at: Rig.instant(9000))
    pacer = relaunched(underWay, hasFlight: true, at: time)
    #expect(pacer.next(at: Rig.instant(time)) == .wait)
    pacer.answered(hasWritten: true, at: Rig.instant(time + 700))
    #expect(pacer.next(at: Rig.instant(time + 700)) == .flushNow)
  }

  @Test("whether a flush was at the leading edge is known under another clock, too")
  func keepsEdgeUnderOtherClock() {
    var pacer = ReceiptPacer(window: Self.window)
    _ = pacer.next(at: Rig.instant(5000))
    pacer.answered(hasWritten: true, at: Rig.instant(5020))
    pacer.timerFired()
    #expect(pacer.next(at: Rig.instant(5500)) == .flushNow)
    pacer = relaunched(pacer, hasFlight: true, at: 10)
    pacer.answered(hasWritten: true, at: Rig.instant(150))
    #expect(pacer.next(at: Rig.instant(150)) == .flushAfter(.seconds(1)))
  }

  @Test(
    "whatever was kept, nothing waits for longer than a second after a launch", arguments: 0...60)
  func boundsWait(tick: Int) {
    var pacer = relaunched(paused(), at: tick * 50)
    switch pacer.next(at: Rig.instant(tick * 50)) {
    case .flushNow: break
    case .flushAfter(let delay): #expect(delay <= .seconds(1))
    case .wait: Issue.record("it waits for what nothing ends")
    }
  }

  @Test(
    "no mark is lost, and at the backend no second has too many flushes, however latencies vary",
    arguments: 1...200)
  func keepsPace(seed: UInt64) {
    let choices = Choices(seed: seed)
    var time = 0
    func draw(_ name: String, _ ordinal: Int) -> Int {
      Int(
        choices.draw(
          ChoiceStream("test"), entity: StableHash.of(name), ordinal: UInt64(ordinal)) % 4096)
    }
    let marks = (0..<60).map { ordinal in
      // Bursts and pauses: gaps from 0 to 63 ms, or up to 2 s.
      let gap = draw("gap", ordinal)
      time += gap % 4 == 0 ? gap / 2 : gap / 4 % 64
      return time
    }
    let latencies = (0..<40).map { draw("latency", $0) % (seed % 2 == 0 ? 50 : 1500) }
    let found = flushes(of: marks, latencies: latencies)
    #expect(found.flatMap(\.marks) == marks)
    let times = found.map(\.committed)
    let trailing = times.indices.dropFirst().filter { times[$0] - times[$0 - 1] < 1000 }
    for (first, second) in zip(trailing, trailing.dropFirst()) {
      #expect(times[second] - times[first] >= 1000)
    }
    for flush in found where seed % 2 == 0 {
      for mark in flush.marks { #expect((0...1100).contains(flush.begun - mark)) }
    }
  }
}
