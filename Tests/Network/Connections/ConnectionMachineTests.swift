import Simulator
import Testing

@testable import Network

@Suite("The connection's state machine")
struct ConnectionMachineTests {
  private static let ms = Wire.millisecond

  @Test(
    "opening takes a round trip for TCP and one for TLS; the server learns of it half a round later"
  )
  func opening() {
    var wire = Wire(delay: 50 * Self.ms)
    wire.input(.client) { machine, now in machine.open(at: now, lookupDelay: 0) }
    wire.run(until: 199 * Self.ms)
    #expect("\(wire.client.state)" == "securing")
    wire.run(until: 200 * Self.ms)
    #expect("\(wire.client.state)" == "established")
    #expect("\(wire.server.state)" == "securing")
    wire.run(until: 250 * Self.ms)
    #expect("\(wire.server.state)" == "established")
    #expect(wire.events[.client] == ["opened"])
    #expect(wire.events[.server] == ["opened"])
  }

  @Test("a name look-up comes before the first SYN")
  func lookup() {
    var wire = Wire()
    wire.input(.client) { machine, now in machine.open(at: now, lookupDelay: 3_000 * Self.ms) }
    wire.run(until: 2_999 * Self.ms)
    #expect(wire.sent.isEmpty)
    wire.run(until: 3_000 * Self.ms)
    #expect(wire.sent.count == 1)
  }

  @Test(
    "SYNs that are lost are repeated evenly at first, then with pauses that double, until the attempt times out"
  )
  func handshakeRetransmission() {
    var wire = Wire { _, _, _ in .lost }
    wire.input(.client) { machine, now in machine.open(at: now, lookupDelay: 0) }
    wire.run(until: 60_000 * Self.ms)
    #expect(
      wire.sent.map { $0.at / Self.ms } == [
        0, 1_000, 2_000, 3_000, 4_000, 5_000, 7_000, 11_000, 19_000,
      ])
    #expect(wire.events[.client] == ["closed: could not be opened in time", "finished"])
    #expect("\(wire.client.state)" == "closed")
  }

  /// Every segment of the handshake, lost once.
  @Test("the connection opens although any one segment of the handshake is lost", arguments: 0..<8)
  func handshakeSurvivesLoss(index: Int) {
    for side in [Wire.Side.client, .server] {
      var wire = Wire { sender, count, _ in sender == side && count == index ? .lost : .passes }
      wire.input(.client) { machine, now in machine.open(at: now, lookupDelay: 0) }
      wire.input(.client) { machine, now in _ = machine.send(Text("hello"), at: now) }
      wire.run(until: 20_000 * Self.ms)
      #expect(wire.events[.client] == ["opened"])
      #expect(wire.events[.server] == ["opened", "hello"])
    }
  }

  @Test(
    "messages arrive complete, in order and once whatever the wire does", arguments: UInt64(1)...40)
  func orderUnderChaos(seed: UInt64) {
    var draws = Draws(seed: seed)
    var fates: [Wire.Fate] = []
    for _ in 0..<2_000 {
      switch draws.next() % 10 {
      case 0: fates.append(.lost)
      case 1, 2: fates.append(.twice)
      case 3: fates.append(.late(Int64(draws.next() % 300) * Self.ms))
      default: fates.append(.passes)
      }
    }
    // The first segments pass, so that the test is about the stream; the handshake has its own.
    var wire = Wire { side, count, _ in
      count < 8 ? .passes : fates[(count * 2 + (side == .client ? 0 : 1)) % fates.count]
    }
    wire.input(.client) { machine, now in machine.open(at: now, lookupDelay: 0) }
    wire.run(until: 1_000 * Self.ms)
    var up: [String] = []
    var down: [String] = []
    for index in 0..<40 {
      let (first, second) = ("up \(index)", "down \(index)")
      up.append(first)
      down.append(second)
      let bytes = Int(draws.next() % 6_000)
      wire.input(.client) { machine, now in _ = machine.send(Text(first, bytes: bytes), at: now) }
      wire.input(.server) { machine, now in _ = machine.send(Text(second, bytes: 80), at: now) }
      wire.run(until: wire.now + Int64(draws.next() % 100) * Self.ms)
    }
    wire.run(until: wire.now + 60_000 * Self.ms)
    #expect(wire.events[.server] == ["opened"] + up)
    #expect(wire.events[.client] == ["opened"] + down)
    #expect(wire.client.sender.stream.isEmpty && wire.server.sender.stream.isEmpty)
  }

  @Test(
    "what a phone sends is sent again with a time-out that doubles six times, and given up at the 13th"
  )
  func backOff() {
    var wire = Wire.established()
    wire.fate = { _, _, _ in .lost }
    let start = wire.now
    wire.input(.client) { machine, now in _ = machine.send(Text("into the void"), at: now) }
    wire.run(until: start + 30_000 * Self.ms)
    #expect(wire.events[.client] == [], "30 s are not enough")
    wire.run(until: start + 600_000 * Self.ms)
    let sent = wire.sent.filter { $0.side == .client }.map { $0.at / Self.ms }
    let waits = zip(sent.dropFirst(), sent).map { $0 - $1 }
    // The round trip was 100 ms, and the time-out exceeds it by 200 ms at least.
    #expect(waits[0] >= 300 && waits[0] < 500)
    // The probe of the tail came first; it is no reason to back off.
    #expect(waits[1] >= 300 && waits[1] < 500)
    // 200 ms are added to each time-out, and do not double with it.
    let base = (waits[2] - 200) / 2
    let doubled = (1...11).map { (turn: Int) -> Int64 in base << Int64(min(turn, 6)) + 200 }
    #expect(Array(waits.dropFirst(2)) == doubled)
    #expect(
      wire.events[.client] == [
        "closed: timed out: nothing came back from the other side", "finished",
      ])
    // 511 times the time-out and 13 times what is added to it.
    let patience: Int64 = 511 * base + 13 * 200
    let ended: Int64 = ((wire.endedAt[.client] ?? start) - start) / Self.ms
    #expect(abs(ended - patience) < 1_000)
    #expect((60_000...160_000).contains(ended))
  }

  @Test("what a server of Linux sends is given up after the 924.6 s of 15 retransmissions")
  func patienceOfLinux() throws {
    var patient = ConnectionConfiguration()
    patient.silenceLimit = .days(1)
    var wire = Wire.established(configuration: patient)
    wire.fate = { side, _, _ in side == .server ? .lost : .passes }
    let start = wire.now
    wire.input(.server) { machine, now in _ = machine.send(Text("into the void"), at: now) }
    wire.run(until: start + 3_600_000 * Self.ms)
    let ended = try #require(wire.endedAt[.server])
    #expect((924_600...1_050_000).contains((ended - start) / Self.ms))
  }

  @Test("a stall within TLS outlasts the time to connect, and ends when the kernel gives up")
  func stallsWithinTLS() throws {
    for endsAtOnce in [false, true] {
      var configuration = ConnectionConfiguration()
      configuration.timesOutWithinTLS = endsAtOnce
      var wire = Wire(configuration: configuration) { side, count, _ in
        side == .client && count > 0 ? .lost : .passes
      }
      wire.input(.client) { machine, now in machine.open(at: now, lookupDelay: 0) }
      wire.run(until: 3_600_000 * Self.ms)
      let ended = try #require(wire.endedAt[.client])
      if endsAtOnce {
        #expect(ended == 30_000 * Self.ms)
        #expect(wire.events[.client] == ["closed: could not be opened in time", "finished"])
      } else {
        #expect((60_000...170_000).contains(ended / Self.ms))
        #expect(wire.events[.client] == ["closed: \(ConnectionEnd.timedOut)", "finished"])
      }
    }
  }

  @Test(
    "a server that gives a handshake up goes on telling so for 102 s, and a client that is reached again learns of it",
    arguments: [(50, true), (200, false)])
  func givenUpHandshake(darkSeconds: Int64, learns: Bool) {
    var isDark = true
    var wire = Wire { side, _, segment in
      if isDark, side == .server, case .piece = segment.kind { return .lost }
      return .passes
    }
    wire.input(.client) { machine, now in machine.open(at: now, lookupDelay: 0) }
    wire.run(until: darkSeconds * 1_000 * Self.ms)
    #expect("\(wire.client.state)" == "securing")
    #expect("\(wire.server.state)" == (learns ? "closing" : "closed"))
    isDark = false
    wire.run(until: 1_000_000 * Self.ms)
    let told = learns ? ["closed: could not be opened in time", "finished"] : []
    #expect((wire.events[.client] ?? []) == told)
    #expect(wire.events[.server] == ["finished"], "its app never knew of it")
  }

  @Test("a server that gives a silent connection up tells the client once it is reached again")
  func givenUpSilence() {
    var wire = Wire.established()
    var isDark = true
    wire.fate = { _, _, _ in isDark ? .lost : .passes }
    wire.run(until: wire.now + 80_000 * Self.ms)
    #expect(wire.events[.server] == ["closed: \(ConnectionEnd.timedOut)"])
    isDark = false
    wire.run(until: wire.now + 60_000 * Self.ms)
    #expect(wire.events[.client]?.first == "closed: closed by the other side")
    #expect("\(wire.server.state)" == "closed")
  }

  @Test("TLS that is done after the time to connect comes too late: the connection is closed")
  func lateTLS() {
    var impatient = ConnectionConfiguration()
    impatient.connectTimeout = .seconds(1)
    var wire = Wire(configuration: impatient)
    wire.server = ConnectionMachine(
      .server, wire.server.identifier, mtu: 1_500, configuration: ConnectionConfiguration())
    var isDark = true
    wire.fate = { side, count, _ in isDark && count > 0 ? .lost : .passes }
    wire.input(.client) { machine, now in machine.open(at: now, lookupDelay: 0) }
    wire.run(until: 2_000 * Self.ms)
    #expect("\(wire.client.state)" == "securing")
    isDark = false
    wire.run(until: 20_000 * Self.ms)
    #expect(wire.events[.client] == ["closed: could not be opened in time", "finished"])
    #expect(wire.events[.server] == ["finished"], "a reset tells it")
  }

  @Test(
    "where nothing is left to be acknowledged within TLS, the kernel's keep-alive ends it after two hours"
  )
  func keepAliveOfTheKernel() throws {
    var wire = Wire { side, _, segment in
      if side == .server, case .piece = segment.kind { return .lost }
      return .passes
    }
    wire.input(.client) { machine, now in machine.open(at: now, lookupDelay: 0) }
    wire.run(until: 24 * 3_600_000 * Self.ms)
    let ended = try #require(wire.endedAt[.client])
    #expect((7_800...7_810).contains(ended / (1_000 * Self.ms)), "2 h and 8 times 75 s")
    #expect(wire.events[.client] == ["closed: \(ConnectionEnd.timedOut)", "finished"])
  }

  @Test(
    "one lost piece of many is sent again after three acknowledgements in a row, without a time-out"
  )
  func fastRetransmission() {
    var wire = Wire.established()
    let start = wire.now
    wire.fate = { side, count, _ in side == .client && count == 2 ? .lost : .passes }
    wire.input(.client) { machine, now in
      for index in 0..<8 { _ = machine.send(Text("\(index)"), at: now) }
    }
    wire.run(until: start + 199 * Self.ms)
    #expect(wire.events[.server] == (0..<8).map { "\($0)" })
    #expect(wire.client.sender.estimate.timeout < 1_000 * Self.ms, "no time-out was backed off")
  }

  @Test("the first flight is ten segments, and the window doubles with each round trip")
  func slowStart() {
    var wire = Wire.established()
    let start = wire.now
    wire.input(.client) { machine, now in
      _ = machine.send(Text("large", bytes: 1_448 * 100), at: now)
    }
    wire.run(until: start + 260 * Self.ms)
    let flights = Dictionary(
      grouping: wire.sent.filter { $0.side == .client }, by: { ($0.at - start) / (100 * Self.ms) }
    ).mapValues(\.count)
    // The handshake's two pieces already widened the window of ten.
    let first = flights[0] ?? 0
    #expect((10...12).contains(first))
    #expect(flights[1] == 2 * first)
    #expect(wire.events[.server] == [])
    wire.run(until: start + 1_000 * Self.ms)
    #expect(wire.events[.server] == ["large"])
  }

  @Test(
    "a message is cut to the MTU, TLS record and headers included", arguments: [576, 1_280, 1_500])
  func segmentation(mtu: Int) {
    var wire = Wire.established(mtu: mtu)
    wire.input(.client) { machine, now in _ = machine.send(Text("x", bytes: 5_000), at: now) }
    wire.run(until: wire.now + 500 * Self.ms)
    let sizes = wire.sent.filter { $0.side == .client }.map(\.segment.byteCount)
    #expect(sizes.allSatisfy { $0 <= mtu })
    #expect(sizes.reduce(0, +) - 52 * sizes.count == 5_022)
    #expect(wire.events[.server] == ["x"])
  }

  @Test("an answer carries the acknowledgement; a phone that stays silent sends one after 100 ms")
  func delayedAcknowledgement() {
    var wire = Wire.established()
    let start = wire.now
    wire.input(.client) { machine, now in _ = machine.send(Text("question"), at: now) }
    wire.run(until: start + 50 * Self.ms)
    wire.input(.server) { machine, now in _ = machine.send(Text("answer"), at: now) }
    wire.run(until: start + 100 * Self.ms)
    #expect(wire.client.sender.stream.isEmpty)
    wire.run(until: start + 199 * Self.ms)
    #expect(wire.sent.count == 2)
    wire.run(until: start + 200 * Self.ms)
    #expect(wire.sent.count == 3)
  }

  @Test("an idle client sends a keep-alive every 45 s: two datagrams each")
  func keepAlive() {
    var wire = Wire.established()
    wire.run(until: wire.now + 24 * 3_600 * 1_000 * Self.ms)
    let probes = wire.sent.filter { $0.side == .client }.count
    #expect((1_900...1_920).contains(probes))
    #expect(wire.sent.count == 2 * probes)
    #expect(wire.sent.allSatisfy { $0.segment.isBackground })
    #expect("\(wire.client.state)" == "established" && "\(wire.server.state)" == "established")
  }

  @Test(
    "a half-open connection is noticed: by the server's silence limit after 75 s, by the client's kernel minutes later"
  )
  func halfOpen() {
    var wire = Wire.established()
    wire.fate = { _, _, _ in .lost }
    let heard = max(wire.client.lastHeard, wire.server.lastHeard)
    wire.run(until: heard + 74_000 * Self.ms)
    #expect("\(wire.client.state)" == "established")
    wire.run(until: heard + 76_000 * Self.ms)
    #expect("\(wire.server.state)" == "closing")
    #expect(wire.events[.server] == ["closed: \(ConnectionEnd.timedOut)"])
    // 45 s until its keep-alive, and 13 time-outs of that.
    wire.run(until: heard + 100_000 * Self.ms)
    #expect("\(wire.client.state)" == "established")
    wire.run(until: heard + 230_000 * Self.ms)
    #expect("\(wire.client.state)" == "closed")
    #expect(wire.events[.client]?.first == "closed: \(ConnectionEnd.timedOut)")
    #expect(wire.events[.server]?.first == "closed: \(ConnectionEnd.timedOut)")
  }

  @Test("closing delivers what was sent before it and tells the other side")
  func gracefulClose() {
    var wire = Wire.established()
    wire.input(.client) { machine, now in
      _ = machine.send(Text("last words"), at: now)
      machine.close(at: now)
      let isTaken = machine.send(Text("too late"), at: now)
      #expect(!isTaken)
    }
    #expect(wire.events[.client] == ["closed: closed by this side"])
    wire.run(until: wire.now + 2_000 * Self.ms)
    #expect(wire.events[.server] == ["last words", "closed: closed by the other side", "finished"])
    #expect(wire.events[.client] == ["closed: closed by this side", "finished"])
  }

  @Test("an abort resets the other side, and nothing is told twice")
  func abort() {
    var wire = Wire.established()
    wire.input(.server) { machine, now in
      machine.abort()
      machine.close(at: now)
      machine.abort()
    }
    wire.run(until: wire.now + 2_000 * Self.ms)
    #expect(wire.events[.server] == ["closed: closed by this side", "finished"])
    #expect(wire.events[.client] == ["closed: reset", "finished"])
    #expect(wire.sent.count == 1)
  }

  @Test("an interface that goes down closes this side at once and leaves the other half-open")
  func interfaceDown() {
    var wire = Wire.established()
    wire.input(.client) { machine, _ in machine.networkClosed(.interfaceDown) }
    #expect(wire.events[.client] == ["closed: network interface down", "finished"])
    wire.run(until: wire.now + 70_000 * Self.ms)
    #expect("\(wire.server.state)" == "established")
    wire.run(until: wire.now + 10_000 * Self.ms)
    #expect(wire.events[.server]?.first == "closed: \(ConnectionEnd.timedOut)")
    #expect(wire.sent.allSatisfy { $0.side == .server }, "its end, which nobody hears")
  }

  @Test(
    "for a process that does not read, the kernel takes 128 KiB and no more, until it reads again")
  func fullBuffer() {
    var wire = Wire.established()
    wire.clientRuns = false
    let before = wire.client.incoming.expected
    wire.input(.server) { machine, now in
      _ = machine.send(Text("large", bytes: 300_000), at: now)
    }
    wire.run(until: wire.now + 20_000 * Self.ms)
    let taken = wire.client.incoming.expected - before
    #expect((129_000...131_072).contains(taken))
    #expect(wire.events[.client] == [])
    wire.clientRuns = true
    wire.run(until: wire.now + 60_000 * Self.ms)
    #expect(wire.events[.client] == ["large"])
  }

  @Test("a lost message stops everything after it, once all before it has arrived")
  func loss() {
    var wire = Wire.established()
    wire.input(.server) { machine, now in
      _ = machine.send(Text("before"), at: now)
      _ = machine.send(Text("lost"), .lost(.reset), at: now)
      _ = machine.send(Text("after"), at: now)
    }
    #expect(wire.events[.server] == [], "what was sent before is not acknowledged yet")
    wire.run(until: wire.now + 1_000 * Self.ms)
    #expect(wire.events[.client] == ["before"])
    #expect(wire.events[.server] == ["loss"])
  }

  @Test("a server that hears nothing but a SYN forgets it without telling its app")
  func abandonedHandshake() {
    var wire = Wire { side, count, _ in side == .client && count > 0 ? .lost : .passes }
    wire.input(.client) { machine, now in machine.open(at: now, lookupDelay: 0) }
    wire.run(until: 100_000 * Self.ms)
    #expect(wire.events[.server] == ["finished"])
  }

  @Test("opening a connection twice is trapped with the state's name")
  func opensOnce() async {
    await #expect(processExitsWith: .failure) {
      var wire = Wire.established()
      wire.client.open(at: 0, lookupDelay: 0)
    }
  }
}
