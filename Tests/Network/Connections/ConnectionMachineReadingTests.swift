import Testing

@testable import Network

@Suite("An app that reads slowly holds the other side back")
struct ConnectionMachineReadingTests {
  private static let ms = Wire.millisecond

  /// A wire on which the server sends a hundred messages of 10 kB while the client's app has paused.
  private static func paused() -> Wire {
    var wire = Wire.established()
    wire.input(.client) { machine, _ in machine.pauseReading() }
    wire.input(.server) { machine, now in
      for number in 0..<100 { _ = machine.send(Text("\(number)", bytes: 10_000), at: now) }
    }
    wire.run(until: wire.now + 20_000 * ms)
    return wire
  }

  private static let all = (0..<100).map(String.init)

  @Test("its system takes 128 KiB, and the other side sends no more and does not give up")
  func window() {
    var wire = Self.paused()
    let buffered = wire.client.incoming.expected - wire.client.reading.readTo
    #expect((129_000...150_000).contains(buffered), "\(buffered)")
    #expect(wire.events[.client] == [])
    #expect(wire.server.sender.stream.byteCount > 800_000)
    let sent = wire.server.sender.stream.end
    wire.run(until: wire.now + 3_600_000 * Self.ms)
    #expect(wire.server.sender.stream.end == sent)
    #expect(wire.events[.server] == [])
    let resumed = wire.now
    wire.input(.client) { machine, _ in machine.resumeReading() }
    #expect((wire.events[.client]?.count ?? 0) >= 12)
    wire.run(until: wire.now + 10_000 * Self.ms)
    #expect(wire.events[.client] == Self.all)
    #expect(wire.sent.last.map { $0.at < resumed + 3_000 * Self.ms } == true)
  }

  @Test("the word that there is room again may be lost: the other side asks for it")
  func lostWord() {
    var wire = Self.paused()
    let resumed = wire.now
    wire.fate = { side, _, _ in side == .client ? .lost : .passes }
    wire.input(.client) { machine, _ in machine.resumeReading() }
    wire.fate = { _, _, _ in .passes }
    wire.run(until: wire.now + 120_000 * Self.ms)
    #expect(wire.events[.client] == Self.all)
    let firstPiece = wire.sent.first { $0.side == .server && $0.at > resumed && $0.segment.isPiece }
    #expect((firstPiece?.at ?? 0) > resumed + 200 * Self.ms)
  }

  @Test("it pauses again and again, and gets all in order, and then the end")
  func often() {
    var wire = Self.paused()
    wire.input(.server) { machine, now in machine.close(at: now) }
    for _ in 0..<4 {
      wire.input(.client) { machine, _ in machine.resumeReading() }
      wire.input(.client) { machine, _ in machine.pauseReading() }
      wire.run(until: wire.now + 300 * Self.ms)
    }
    let before = wire.events[.client] ?? []
    #expect(before == Array(Self.all.prefix(before.count)) && before.count > 40, "\(before)")
    wire.input(.client) { machine, _ in machine.resumeReading() }
    wire.run(until: wire.now + 60_000 * Self.ms)
    let told = wire.events[.client]?.filter { $0 != "finished" }
    #expect(told == Self.all + ["closed: closed by the other side"])
  }

  @Test("what has not been read comes before the end of the connection")
  func reset() {
    var wire = Self.paused()
    wire.input(.server) { machine, _ in machine.abort() }
    wire.run(until: wire.now + 1_000 * Self.ms)
    let told = wire.events[.client] ?? []
    #expect(told.count > 12 && told.prefix(12).elementsEqual(Self.all.prefix(12)))
    #expect(told.dropLast().last?.hasPrefix("closed") == true)
  }
}

extension Segment {
  fileprivate var isPiece: Bool { if case .piece = kind { true } else { false } }
}
