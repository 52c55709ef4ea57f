import Foundation
import Simulator
import TestSupport
import Testing

@testable import Network

@Suite("Recorded links")
struct DeliveryTraceTests {
  private func trace(_ times: [Int]) throws -> DeliveryTrace {
    try DeliveryTrace(parsing: times.map { "\($0)\n" }.joined(), name: "test")
  }

  private func wire(
    _ times: [Int], start: Int64 = 0, queueLimit: Int = .max
  ) throws -> TraceTransmitter {
    TraceTransmitter(try trace(times), queueLimit: queueLimit, startingAt: start * 1_000_000)
  }

  /// Milliseconds at which a datagram leaves that comes at `milliseconds`.
  private func leaving(
    _ bytes: Int, at milliseconds: Double, _ wire: inout TraceTransmitter
  ) -> Double? {
    wire.offer(bytes: bytes, at: Int64(milliseconds * 1e6)).map { Double($0) / 1e6 }
  }

  @Test("a trace knows its period and its mean")
  func figures() throws {
    let trace = try DeliveryTrace(parsing: "0\r\n5\r\n5\r\n10", name: "a")
    #expect(trace.period == .milliseconds(10))
    #expect(trace.count == 4)
    #expect(trace.meanBandwidth == .bits(4_800_000))
    #expect(try trace == DeliveryTrace(parsing: "0\n5\n5\n10\n", name: "a"))
    #expect(try trace != DeliveryTrace(parsing: "0\n5\n6\n10\n", name: "a"))
  }

  @Test(
    "what is no trace is refused with its line",
    arguments: [
      ("", nil, "it holds no times"), ("\n5\n", 1, "“” is no number"), ("5\nx\n", 2, "“x” is no"),
      ("5\n-1\n", 2, "“-1” is no number"), ("5\n1.5\n", 2, "“1.5” is no number"),
      ("5\n4\n", 2, "4 comes after 5, and times never fall"), ("0\n0\n", 2, "has to be above 0"),
      ("1000000001\n", 1, "no number of milliseconds from 0 to 1000000000"),
      ("99999999999999999999\n", 1, "is no number"), ("1\n\n2\n", 2, "“” is no number"),
    ] as [(String, Int?, String)])
  func malformed(text: String, line: Int?, words: String) throws {
    let error = try #require(throws: DeliveryTraceError.self) {
      try DeliveryTrace(parsing: text, name: "bad")
    }
    #expect(error.description.contains(words))
    #expect(error.description.hasPrefix(line.map { "bad, line \($0): " } ?? "bad: "))
    #expect(error.line == line)
  }

  @Test("a file that is not there is told by its path")
  func noFile() throws {
    let error = try #require(throws: DeliveryTraceError.self) {
      try LinkProfile.trace(up: "/no/such/trace", down: "/no/such/trace")
    }
    #expect(error.description.hasPrefix("/no/such/trace: there is no such file"))
  }

  @Test("small packets share an opportunity, and a packet may be carried by two")
  func sharing() throws {
    var wire = try wire([10, 20, 30])
    #expect(leaving(700, at: 1, &wire) == 10)
    #expect(leaving(700, at: 2, &wire) == 10)
    #expect(leaving(200, at: 3, &wire) == 20)
    #expect(leaving(1_400, at: 4, &wire) == 20)
    #expect(leaving(1, at: 4, &wire) == 30)
    #expect(leaving(4_500, at: 4, &wire) == 60)
  }

  @Test("an opportunity that finds the queue empty is lost, also in the very millisecond")
  func lostOpportunities() throws {
    var wire = try wire([10, 10, 10, 50])
    #expect(leaving(1_500, at: 10, &wire) == 50)
    #expect(leaving(1_500, at: 50, &wire) == 60)
    #expect(leaving(1_500, at: 50, &wire) == 60)
    #expect(leaving(1_500, at: 59.999_999, &wire) == 60)
    #expect(leaving(1_500, at: 60, &wire) == 100)
  }

  @Test("the trace begins again with its last number added")
  func rounds() throws {
    var wire = try wire([0, 3, 7])
    let times = [1.0, 5, 7, 8, 13.5, 700, 701].map { leaving(1_500, at: $0, &wire) }
    #expect(times == [3, 7, 10, 14, 14, 703, 707])
  }

  @Test("a recording begins at any of its instants")
  func start() throws {
    var late = try wire([10, 20, 30], start: 25)
    #expect(leaving(1_500, at: 0, &late) == 5)
    #expect(leaving(1_500, at: 5, &late) == 15)
    var again = try wire([10, 20, 30], start: 30)
    #expect(leaving(1_500, at: 0, &again) == 10)
  }

  @Test("the queue drops what does not fit, and has room again once packets have left")
  func queue() throws {
    var wire = try wire([10, 20, 30], queueLimit: 2_000)
    #expect(leaving(1_500, at: 0, &wire) == 10)
    #expect(leaving(600, at: 0, &wire) == nil)
    #expect(leaving(500, at: 0, &wire) == 20)
    #expect(leaving(1_501, at: 9, &wire) == nil)
    #expect(leaving(1_500, at: 10, &wire) == 30)
  }

  @Test("what was accepted before a change of profiles leaves as it was going to")
  func change() throws {
    var direction = LinkDirection(
      name: "a", profile: DirectionProfile(bandwidth: .kilobits(12)))
    let choices = Choices(seed: 1)
    #expect(arrival(direction.pass(bytes: 1_500, at: 0, choices: choices)) == 1_000_000_000)
    let recorded = LinkProfile.trace(
      up: try trace([100]), down: try trace([100]), latency: .zero)
    direction.adopt(recorded.up, start: recorded.recordedStart(of: "a"))
    let next = try #require(arrival(direction.pass(bytes: 1_500, at: 0, choices: choices)))
    #expect(next > 1_000_000_000 && next <= 1_100_000_000)
    direction.adopt(DirectionProfile(bandwidth: .kilobits(12)))
    #expect(
      arrival(direction.pass(bytes: 1_500, at: 0, choices: choices)) == next + 1_000_000_000)
  }

  private func arrival(_ passage: LinkDirection.Passage) -> Int64? {
    guard case .arrives(let arrival) = passage else { return nil }
    return arrival.time
  }

  @Test("both directions begin at the same instant, which differs from seed to seed")
  func drawnStart() throws {
    let times = Array(1...997)
    let profile = LinkProfile.trace(
      up: try trace(times), down: try trace(times + [1_500]), latency: .zero)
    var places: Set<Int64> = []
    for seed in 1...50 as ClosedRange<UInt64> {
      let start = try #require(profile.recordedStart(of: "Alice"))
      let place = start.place(by: Choices(seed: seed))
      #expect((0..<1_500_000_000).contains(place))
      #expect(place == profile.recordedStart(of: "Alice")?.place(by: Choices(seed: seed)))
      #expect(place != profile.recordedStart(of: "Bob")?.place(by: Choices(seed: seed)))
      places.insert(place)
    }
    #expect(places.count == 50)
  }

  @Test("a flow that always has something to send gets what was recorded", arguments: [64, 1_500])
  func saturated(bytes: Int) throws {
    // A link that falls silent for a second now and then, as a moving phone's does.
    var times: [Int] = []
    var time = 0
    for step in 0..<20_000 {
      time += step % 400 == 0 ? 1_000 : Int(StableHash.finalize(UInt64(step)) % 8)
      times.append(time)
    }
    let trace = try trace(times)
    var wire = TraceTransmitter(trace, queueLimit: .max, startingAt: 12_345_678_901)
    var sent = 0
    var last: Int64 = 0
    while last < 2 * trace.period.nanoseconds {
      let departure = wire.offer(bytes: bytes, at: max(0, last - 50_000_000))
      last = try #require(departure)
      sent += bytes
    }
    let rate = Double(sent) * 8 / (Double(last) / 1e9)
    let recorded = Double(trace.meanBandwidth.bitsPerSecond)
    #expect(abs(rate / recorded - 1) < 0.02)
  }

  @Test("a profile with a trace and a bandwidth is refused")
  func both() throws {
    let direction = DirectionProfile(bandwidth: .megabits(1), trace: try trace([10]))
    #expect(throws: ProfileError.self) { try LinkProfile("x", bothWays: direction).validate() }
  }

  @Test("a recorded link is known by its name once its files were read, and not before")
  func naming() throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let file = folder.appending(path: "some.up").path
    try "3\n4\n\(Int.random(in: 5...900_000_000))\n".write(
      toFile: file, atomically: true, encoding: .utf8)
    let plain = try LinkProfile.trace(up: file, down: file)
    #expect(throws: ProfileError.unread(name: plain.name)) { try LinkProfile.named(plain.name) }
    #expect(LinkProfile.traceFiles(of: plain.name) == nil)
    let added = try LinkProfile.addTrace(up: file, down: file)
    #expect(try LinkProfile.named(plain.name.lowercased().replacing(" ", with: "")) == added)
    #expect(try #require(LinkProfile.traceFiles(of: plain.name)) == (file, file))
  }
}
