import Testing

@testable import Network

@Suite("The sending half of TCP")
struct TransportSenderTests {
  private static let ms = TransportPath.millisecond

  @Test(
    "the first round trip makes a time-out of three, and Linux never lets four deviations fall below 200 ms"
  )
  func timeoutOfLinux() {
    var estimate = RoundTripEstimate(.linux)
    #expect(estimate.timeout == 1_000 * Self.ms)
    estimate.observe(300 * Self.ms, acknowledged: 0, sent: 0)
    #expect(estimate.timeout == 900 * Self.ms)
    for round in 1...60 {
      estimate.observe(300 * Self.ms, acknowledged: UInt64(round), sent: UInt64(round))
    }
    // Rounded up to a tick of 4 ms.
    #expect(estimate.timeout == 504 * Self.ms)
    estimate.backOff()
    #expect(estimate.timeout == 1_008 * Self.ms)
  }

  @Test("Darwin adds 200 ms to the round trip and its deviations, which may vanish")
  func timeoutOfDarwin() {
    var estimate = RoundTripEstimate(.darwin)
    for round in 1...200 {
      estimate.observe(300 * Self.ms, acknowledged: UInt64(round), sent: UInt64(round))
    }
    #expect(estimate.timeout >= 500 * Self.ms && estimate.timeout <= 502 * Self.ms)
  }

  @Test("a single lost message goes out again after two round trips and the allowance, as a probe")
  func tailLossProbe() {
    var path = TransportPath(delay: 150 * Self.ms) { $0 == 0 }
    path.write(300)
    path.run(until: 5_000 * Self.ms)
    #expect(path.sent.count == 2)
    // 800 ms of 4 ms each, and up to an eighth more in the timer wheel.
    let wait = path.sent[1].at - path.sent[0].at
    #expect(wait >= 800 * Self.ms && wait <= 832 * Self.ms)
    #expect(path.arrivals.count == 1)
  }

  @Test(
    "a lost segment that later ones have overtaken is sent again within a round trip and a half")
  func fastRetransmission() {
    var path = TransportPath { $0 == 2 }
    path.write(1_448 * 10)
    path.run(until: 130 * Self.ms)
    #expect(path.sent.count >= 11)
    #expect(path.sent[10].piece.start == 2 * 1_448)
    path.run(until: 1_000 * Self.ms)
    #expect(path.arrivals.count == 1)
    #expect(path.sender.window.threshold == 8, "cubic leaves seven tenths of twelve")
  }

  @Test("what was sent before a retransmission that has arrived is lost, though no gap is left")
  func overtakenByRetransmission() throws {
    // The first message is lost, the second arrives, the third is lost.
    var path = TransportPath { $0 == 0 || $0 == 2 }
    path.write(1_448)
    path.run(until: 10 * Self.ms)
    path.write(1_448)
    path.write(1_448)
    path.run(until: 5_000 * Self.ms)
    let repeated = try #require(path.sent.dropFirst(3).first { $0.piece.start == 0 })
    let last = try #require(path.sent.dropFirst(3).first { $0.piece.start == 2 * 1_448 })
    // At once with the acknowledgement of the retransmission: a round trip later.
    #expect(last.at == repeated.at + 100 * Self.ms)
    #expect(path.arrivals.count == 3)
  }

  @Test("small messages that are lost together go out again in one segment")
  func collapse() {
    var path = TransportPath { $0 < 6 }
    for _ in 0..<4 { path.write(300) }
    path.run(until: 10_000 * Self.ms)
    #expect(path.arrivals.count == 4)
    #expect(Set(path.arrivals.suffix(3)).count == 1)
    let last = path.sent.last { $0.piece.start == 0 }
    #expect(last?.piece.bytes == 1_200)
  }

  @Test(
    "an acknowledgement of a part of a segment neither puts its time-out off nor tells a round trip"
  )
  func partOfASegment() throws {
    // The first message arrives, and nothing that says so; the second one does not, nor does either again.
    var path = TransportPath { $0 > 0 }
    path.losesAcknowledgements = true
    path.write(300)
    path.write(300)
    path.run(until: 5_000 * Self.ms)
    let due = try #require(path.sender.deadline)
    let timeout = path.sender.estimate.timeout
    path.now = due - 10 * Self.ms
    path.sender.receive(
      TransportSender.Acknowledgement(
        upTo: 300, beyond: [], duplicate: nil, echo: 0, hasData: true), at: path.now)
    #expect(path.sender.deadline == due)
    #expect(path.sender.estimate.timeout == timeout)
    path.isLost = { _ in false }
    path.losesAcknowledgements = false
    path.run(until: due + 1_000 * Self.ms)
    #expect(path.arrivals.count == 2)
  }

  @Test("what waits for the window shares segments, whatever the writes were")
  func coalescing() {
    var path = TransportPath()
    path.write(1_448 * 12 + 100)
    path.write(50)
    path.run(until: 1_000 * Self.ms)
    #expect(path.sent.map(\.piece.bytes) == Array(repeating: 1_448, count: 12) + [150])
    #expect(path.arrivals.count == 2 && path.arrivals[0] == path.arrivals[1])
  }

  @Test("messages written one by one have segments of their own")
  func noCoalescing() {
    var path = TransportPath()
    for _ in 0..<3 { path.write(100) }
    #expect(path.sent.map(\.piece.bytes) == [100, 100, 100])
  }

  @Test("of messages written in one step the first goes out alone, the others together")
  func burst() {
    var path = TransportPath()
    path.write(100, 200, 300, 400)
    #expect(path.sent.map(\.piece.bytes) == [100, 900])
    path.run(until: 1_000 * Self.ms)
    #expect(path.arrivals.count == 4)
  }

  @Test("the window falls back after a pause, by a half for each time-out")
  func idleRestart() {
    var path = TransportPath()
    path.write(1_448 * 300)
    path.run(until: 2_000 * Self.ms)
    #expect(path.sender.window.size > 100)
    path.run(until: 20_000 * Self.ms)
    path.write(1_448 * 300)
    #expect(path.sender.stream.inFlight == 10)
  }

  @Test(
    "a sender that gives way counts bytes, and begins anew after a pause with two segments of them")
  func yieldingWindow() {
    var path = TransportPath(.darwin, yields: true)
    for _ in 1...9 {
      path.write(300)
      path.now += 1
    }
    #expect(path.sent.count == 9, "nine small messages are less than two segments")
    path.write(300)
    #expect(path.sent.count == 9, "and ten are more")
    path.run(until: 1_000 * Self.ms)
    path.write(1_448 * 100)
    #expect(path.sender.stream.inFlight == 2)
    path.run(until: 20_000 * Self.ms)
    #expect(path.arrivals.count == 11 && path.sender.window.size > 2)
    path.write(1_448 * 100)
    #expect(path.sender.stream.inFlight == 2)
  }

  @Test("a time-out that the other side's time stamps show to be needless is undone")
  func undoneTimeout() {
    // The acknowledgements take longer than the time-out: the path has become slow, nothing is lost.
    var path = TransportPath(delay: 600 * Self.ms)
    path.sender.estimate = RoundTripEstimate(.linux)
    path.sender.estimate.observe(10 * Self.ms, acknowledged: 0, sent: 0)
    path.write(1_448 * 10)
    path.run(until: 5_000 * Self.ms)
    #expect(path.sent.count > 10, "it was sent again")
    #expect(path.arrivals.count == 1)
    #expect(path.sender.window.size >= 10)
    #expect(path.sender.mode == .open)
  }

  @Test(
    "data that nothing answers is given up after the kernel's number of time-outs",
    arguments: [(HostStack.linux, 15, 18), (HostStack.darwin, 2, 3)])
  func givesUp(stack: HostStack, least: Int, most: Int) {
    var sender = TransportSender(stack, segmentBytes: 1_448)
    sender.estimate.observe(100 * Self.ms, acknowledged: 0, sent: 0)
    sender.append(.keepAlive, bytes: 100, at: 0)
    var now: Int64 = 0
    while sender.nextPiece(at: now) != nil {}
    while let deadline = sender.deadline {
      now = deadline
      if !sender.elapse(at: now) { break }
      while sender.nextPiece(at: now) != nil {}
    }
    let minutes = Int(now / (60_000 * Self.ms))
    #expect(least...most ~= minutes)
  }

  @Test("everything arrives in order and once whatever the path loses", arguments: UInt64(1)...60)
  func chaos(seed: UInt64) {
    var draws = Draws(seed: seed)
    let share = draws.next() % 40
    let losses = (0..<4_000).map { _ in draws.next() % 100 < share }
    var path = TransportPath { $0 < losses.count && losses[$0] }
    var count = 0
    for _ in 0..<30 {
      path.write(Int(draws.next() % 20_000) + 1)
      count += 1
      path.run(until: path.now + Int64(draws.next() % 200) * Self.ms)
    }
    path.run(until: path.now + 3_600_000 * Self.ms)
    #expect(path.arrivals.count == count)
    #expect(path.sender.stream.isEmpty)
    #expect(path.sender.deadline == nil)
  }
}
