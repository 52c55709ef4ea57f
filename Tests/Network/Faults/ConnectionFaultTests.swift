import Simulator
import Testing

@testable import Harness
@testable import Network

@Suite("Faults against connections")
struct ConnectionFaultTests {
  typealias Call = ConnectionTests.Call

  @Test(
    "airplane mode closes the phone's side at once; the backend stays half-open until it notices")
  func airplaneMode() {
    Rig.run { rig in
      let call = try ConnectionTests.call(rig)
      try await rig.sleep(.seconds(1))
      let backendSide = try #require(rig.network.peer(of: call.connection))
      let fault = rig.network.airplaneMode(call.phone)
      #expect(!rig.network.isInterfaceUp(of: call.phone))
      try await rig.sleep(.milliseconds(1))
      #expect(call.atPhone.texts.last == "closed: network interface down")
      try await rig.sleep(.seconds(70))
      #expect(backendSide.isOpen)
      try await rig.sleep(.seconds(10))
      #expect(call.atBackend.texts.last == "closed: \(ConnectionEnd.timedOut)")
      fault.end()
      #expect(rig.network.isInterfaceUp(of: call.phone))
    }
  }

  @Test("attempts to connect are reset, and connections that are open stay so")
  func unopened() {
    Rig.run { rig in
      let call = try ConnectionTests.call(rig)
      while call.connection.progress != "in the TLS handshake" {
        try await rig.sleep(.microseconds(100))
      }
      rig.network.breakSilently(call.phone)
      try await rig.sleep(.minutes(1))
      #expect(!call.connection.isOpen && call.atPhone.texts.isEmpty)
      rig.network.resetUnopened(of: call.backend)
      try await rig.sleep(.milliseconds(1))
      #expect(call.atPhone.texts == ["closed: \(ConnectionEnd.reset)"])
      let log = rig.log()
      let next = rig.network.connect(
        from: call.phone, to: call.backend, service: "database", lane: rig.world.lane("again")
      ) { log.add($0) }
      try await rig.sleep(.seconds(5))
      rig.network.resetUnopened(of: call.phone)
      try await rig.sleep(.milliseconds(1))
      #expect(next.isOpen && log.texts == ["opened"])
    }
  }

  @Test("without an interface a connection fails at once, and datagrams are lost")
  func noInterface() {
    Rig.run { rig in
      let call = try ConnectionTests.call(rig)
      try await rig.sleep(.seconds(1))
      let log = rig.log()
      rig.network.switchInterface(of: call.phone, on: false)
      _ = rig.network.connect(
        from: call.phone, to: call.backend, service: "database", lane: rig.world.lane("again")
      ) { log.add($0) }
      try await rig.sleep(.milliseconds(1))
      #expect(log.texts == ["closed: network interface down"])
    }
  }

  @Test("whoever observes an interface hears of each change, whoever made it")
  func observers() {
    Rig.run { rig in
      let log = rig.log()
      let host = try rig.network.addHost("Alice")
      rig.network.observeInterface(of: host, on: rig.world.lane("Alice")) { isUp in
        log.add(isUp ? "up" : "down")
      }
      rig.network.airplaneMode(host, for: .seconds(1))
      try await rig.sleep(.milliseconds(500))
      rig.network.switchInterface(of: host, on: false)
      try await rig.sleep(.seconds(1))
      rig.network.switchInterface(of: host, on: true)
      try await rig.sleep(.seconds(1))
      #expect(log.texts == ["down", "up"], "two reasons to be down are told once")
      #expect(log.first("up") == Instant(nanoseconds: 1_500_000_000))
    }
  }

  @Test("a handover closes the phone's side at once and leaves the other half-open")
  func handover() {
    Rig.run { rig in
      let call = try ConnectionTests.call(rig)
      try await rig.sleep(.seconds(1))
      try rig.network.handOver(call.phone, to: .lte)
      try await rig.sleep(.milliseconds(1))
      #expect(call.atPhone.texts.last == "closed: network interface down")
      #expect(call.atBackend.texts == ["opened"])
      #expect(rig.network.profile(of: call.phone) == .lte)
      // What is sent to the old address reaches nobody, who could reset the connection.
      let backendSide = try #require(rig.network.peer(of: call.connection))
      backendSide.send(Note("anybody there?"))
      try await rig.sleep(.seconds(60))
      #expect(backendSide.isOpen)
      #expect(call.atBackend.texts == ["opened"])
      try await rig.sleep(.minutes(2))
      #expect(call.atBackend.texts.count == 2, "the backend gives it up by itself")
      #expect(call.atBackend.texts.last != "closed: reset")
    }
  }

  @Test("a reset breaks both sides at once and is over; for a duration it refuses new connections")
  func reset() {
    Rig.run { rig in
      let call = try ConnectionTests.call(rig)
      try await rig.sleep(.seconds(1))
      let once = rig.network.reset(call.phone)
      #expect(once.hasEnded)
      try await rig.sleep(.milliseconds(1))
      #expect(call.atPhone.texts.last == "closed: reset")
      #expect(call.atBackend.texts.last == "closed: reset")

      let log = rig.log()
      let lasting = rig.network.reset(call.backend, for: .seconds(2))
      let lane = rig.world.lane("again")
      for _ in 0..<2 {
        _ = rig.network.connect(
          from: call.phone, to: call.backend, service: "database", lane: lane
        ) { log.add($0) }
        try await rig.sleep(.seconds(3))
      }
      #expect(lasting.hasEnded)
      #expect(log.texts == ["closed: refused", "opened"])
    }
  }

  @Test(
    "the acknowledgement after the commit is lost, with everything after it, and the connection is reset"
  )
  func loseAcknowledgement() {
    Rig.run { rig in
      let call = try ConnectionTests.call(rig)
      try await rig.sleep(.seconds(1))
      rig.network.loseNext(from: call.backend, to: call.phone) { $0.summary == "re: put 2" }
      for index in 1...3 { call.connection.send(Note("put \(index)")) }
      try await rig.sleep(.seconds(2))
      #expect(call.atBackend.texts == ["opened", "put 1", "put 2", "put 3", "closed: reset"])
      #expect(call.atPhone.texts == ["opened", "re: put 1", "closed: reset"])
      #expect(rig.network.activeFaults == [])
    }
  }

  @Test("lost and half-open: nobody is told, and each side finds out by its own time-out")
  func loseHalfOpen() {
    Rig.run { rig in
      let call = try ConnectionTests.call(rig)
      try await rig.sleep(.seconds(1))
      rig.network.loseNext(from: call.backend, to: call.phone, then: .halfOpen) {
        $0.summary == "re: put 2"
      }
      for index in 1...3 { call.connection.send(Note("put \(index)")) }
      try await rig.sleep(.seconds(2))
      #expect(call.atPhone.texts == ["opened", "re: put 1"])
      #expect(call.connection.isOpen)
      #expect(rig.network.unacknowledged.contains { $0.contains("re: put 2") })
      call.connection.send(Note("put 4"))
      try await rig.sleep(.minutes(3))
      #expect(call.atBackend.texts.last == "closed: \(ConnectionEnd.timedOut)")
      #expect(!call.atBackend.texts.contains("put 4"))
      #expect(call.atPhone.texts == ["opened", "re: put 1", "closed: \(ConnectionEnd.timedOut)"])
    }
  }

  @Test("a dropped segment comes again by retransmission; the message is late, not lost")
  func dropSegment() {
    Rig.run { rig in
      let call = try ConnectionTests.call(rig)
      try await rig.sleep(.seconds(1))
      let drop = rig.network.dropNext(from: call.phone, to: call.backend) { $0.summary == "b" }
      for text in ["a", "b", "c"] { call.connection.send(Note(text)) }
      try await rig.sleep(.seconds(2))
      #expect(drop.hasEnded)
      #expect(call.atBackend.texts == ["opened", "a", "b", "c"])
      let (a, b) = (
        try #require(call.atBackend.first("a")), try #require(call.atBackend.first("b"))
      )
      // One round trip, when the other side tells of the one behind it.
      #expect(a.duration(to: b) >= .milliseconds(100))
    }
  }

  @Test("a delayed message keeps its place: those after it wait with it")
  func delayMessage() {
    Rig.run { rig in
      let call = try ConnectionTests.call(rig)
      try await rig.sleep(.seconds(1))
      rig.network.delayNext(from: call.phone, to: call.backend, by: .seconds(60)) {
        $0.summary == "b"
      }
      for text in ["a", "b", "c"] { call.connection.send(Note(text)) }
      try await rig.sleep(.seconds(59))
      #expect(call.atBackend.texts == ["opened", "a"])
      call.connection.send(Note("d"))
      try await rig.sleep(.seconds(2))
      #expect(call.atBackend.texts == ["opened", "a", "b", "c", "d"])
      #expect(call.connection.isOpen)
      rig.network.delayNext(from: call.phone, to: call.backend, by: .seconds(1))
      call.connection.send(Note("e"))
      call.connection.close()
      try await rig.sleep(.seconds(2))
      #expect(call.atBackend.texts.suffix(2) == ["e", "closed: closed by the other side"])
    }
  }

  @Test("a short partition costs time, not messages; a long one costs the connection")
  func partitions() {
    Rig.run { rig in
      let call = try ConnectionTests.call(rig)
      try await rig.sleep(.seconds(1))
      rig.network.partition([call.phone], from: [call.backend], for: .seconds(5))
      call.connection.send(Note("patient"))
      try await rig.sleep(.seconds(15))
      #expect(call.atPhone.texts == ["opened", "re: patient"])
      rig.network.partition([call.phone], from: [call.backend], for: .minutes(6))
      call.connection.send(Note("doomed"))
      try await rig.sleep(.minutes(5))
      #expect(call.atPhone.texts.last == "closed: \(ConnectionEnd.timedOut)")
    }
  }

  @Test("what backs off behind a gap of coverage has the time to come to rest that it takes")
  func restBehindGap() {
    let world = World(seed: 1)
    let nemesis = Nemesis(FaultPlan(budget: 0, recovery: .seconds(5)), in: world)
    world.record.nemesis = nemesis
    // Without coverage from 40 to 55 s. What is sent then is sent once more after 1, 2, 4, 8, 16 seconds.
    let profile = LinkProfile(
      "in and out", down: DirectionProfile(latency: .constant(.milliseconds(50))),
      up: DirectionProfile(latency: .constant(.milliseconds(50))),
      radio: RadioProfile(
        sleepsAfter: .minutes(10), wakeUp: .zero,
        gaps: RadioProfile.Gaps(
          every: .constant(.seconds(40)), length: .constant(.seconds(15)), losesDatagrams: true)))
    let verdict = world.run {
      let rig = Rig(world: world, network: Network(world: world))
      let call = try ConnectionTests.call(rig, over: profile)
      nemesis.expectRest {
        call.atPhone.texts.contains("re: hello") ? [] : ["nobody has answered Alice"]
      }
      try await rig.sleep(.seconds(41))
      #expect(!call.connection.waitsBehindGap)
      call.connection.send(Note("hello"))
      try await rig.sleep(.seconds(2))
      #expect(call.connection.waitsBehindGap)
      try await nemesis.finish()
      #expect(world.now > Instant.zero.advanced(by: .seconds(55)))
      #expect(!call.connection.waitsBehindGap)
    }
    #expect("\(verdict)" == "passed")
  }
}
