import Testing

@testable import Network

@Suite("Bandwidth and queues")
struct TransmitterTests {
  @Test(
    "a datagram occupies the wire for its bits divided by the bandwidth, rounded up to a nanosecond",
    arguments: [
      (1_500, Bandwidth.megabits(1), 12_000_000), (1_500, .kilobits(240), 50_000_000),
      (1_500, .megabits(40), 300_000), (40, .kilobits(780), 410_257), (1, .bits(3), 2_666_666_667),
      (0, .bits(1), 0),
    ])
  func serialization(bytes: Int, bandwidth: Bandwidth, nanoseconds: Int64) {
    #expect(bandwidth.serialization(of: bytes) == .nanoseconds(nanoseconds))
  }

  @Test("a burst leaves after its total of bits, without an error that grows by rounding")
  func burstIsExact() {
    var wire = Transmitter(bandwidth: .bits(7_777_777), queueLimit: .max)
    var last: Int64 = 0
    for _ in 0..<100_000 { last = wire.offer(bytes: 333, at: 0)! }
    // ceil(100,000 · 333 · 8 · 10⁹ / 7,777,777)
    let bits: UInt64 = 100_000 * 333 * 8
    let (quotient, rest) = UInt64(7_777_777).dividingFullWidth(
      bits.multipliedFullWidth(by: 1_000_000_000))
    #expect(UInt64(last) == quotient + (rest > 0 ? 1 : 0))
  }

  @Test("a datagram waits for those before it, and not for a link that has fallen idle")
  func waitsInLine() {
    var wire = Transmitter(bandwidth: .megabits(8), queueLimit: 10_000)
    expectDeparture(of: 1_000, at: 0, 1_000_000, from: &wire)
    expectDeparture(of: 1_000, at: 400_000, 2_000_000, from: &wire)
    #expect(wire.backlog(at: 1_000_000) == 1_000)
    expectDeparture(of: 1_000, at: 9_000_000, 10_000_000, from: &wire)
  }

  @Test("the queue drops what does not fit and has room again once bytes have left")
  func tailDrop() {
    var wire = Transmitter(bandwidth: .megabits(8), queueLimit: 3_000)
    expectDeparture(of: 1_500, at: 0, 1_500_000, from: &wire)
    expectDeparture(of: 1_500, at: 0, 3_000_000, from: &wire)
    expectDeparture(of: 1, at: 0, nil, from: &wire)
    #expect(wire.backlog(at: 0) == 3_000)
    expectDeparture(of: 1_000, at: 999_999, nil, from: &wire)
    expectDeparture(of: 1_000, at: 1_000_000, 4_000_000, from: &wire)
  }

  @Test("an idle link takes a datagram larger than its queue")
  func idleLinkNeedsNoQueue() {
    var wire = Transmitter(bandwidth: .megabits(8), queueLimit: 0)
    expectDeparture(of: 1_500, at: 0, 1_500_000, from: &wire)
    expectDeparture(of: 1, at: 1, nil, from: &wire)
    expectDeparture(of: 1, at: 1_500_000, 1_501_000, from: &wire)
  }

  @Test("what was accepted leaves as planned when the bandwidth changes")
  func changeOfBandwidth() {
    var slow = Transmitter(bandwidth: .megabits(1), queueLimit: 10_000)
    expectDeparture(of: 1_000, at: 0, 8_000_000, from: &slow)
    var fast = Transmitter(bandwidth: .megabits(8), queueLimit: 10_000)
    fast.resume(after: slow.departure)
    expectDeparture(of: 1_000, at: 0, 9_000_000, from: &fast)
  }

  private func expectDeparture(
    of bytes: Int, at now: Int64, _ departure: Int64?, from wire: inout Transmitter,
    location: SourceLocation = #_sourceLocation
  ) {
    let actual = wire.offer(bytes: bytes, at: now)
    #expect(actual == departure, sourceLocation: location)
  }
}
