import Simulator
import Synchronization
import Testing

@testable import Network

@Suite("Reconnecting")
struct ReconnectTests {
  @Test("the first attempt comes at once, then 1 s and 30 % more each time, up to 30 s")
  func backOff() {
    var policy = ReconnectPolicy()
    policy.jitter = 0
    let waits = (0..<20).map { _ in policy.nextDelay(chance: 0.5).nanoseconds / 1_000_000 }
    #expect(Array(waits.prefix(5)) == [0, 1_000, 1_300, 1_690, 2_197])
    #expect(waits.last == 30_000)
  }

  @Test("seventy percent of a wait are subject to chance")
  func jitter() {
    var shortest = ReconnectPolicy()
    var longest = ReconnectPolicy()
    _ = shortest.nextDelay(chance: 0)
    _ = longest.nextDelay(chance: 0)
    #expect(abs(shortest.nextDelay(chance: 0).nanoseconds - 300_000_000) <= 1)
    #expect(longest.nextDelay(chance: 0.999_999) > .milliseconds(999))
  }

  @Test("a connection that lasts 30 s makes up for all failures, a shorter one does not")
  func success() {
    var policy = ReconnectPolicy()
    for _ in 0..<5 { _ = policy.nextDelay(chance: 0) }
    policy.opened(at: .zero)
    policy.closed(at: Instant(nanoseconds: 29_000_000_000))
    #expect(policy.failures == 5)
    policy.opened(at: .zero)
    policy.closed(at: Instant(nanoseconds: 30_000_000_000))
    #expect(policy.failures == 0)
    #expect(policy.nextDelay(chance: 1) == .zero)
  }

  private static func reconnecting(_ rig: Rig, log: Log, isGreeted: Bool = false) throws -> (
    ReconnectingConnection, NetworkHost, NetworkHost
  ) {
    let (phone, backend) = try rig.service(phone: .lte, log: rig.log())
    let connection = ReconnectingConnection(
      from: phone, to: backend, service: "database", lane: rig.world.lane("phone"),
      on: rig.network, isGreeted: isGreeted
    ) { event in
      switch event {
      case .opened: log.add("opened")
      case .received(let payload): log.add(payload.summary)
      case .lost(let reason): log.add("lost: \(reason)")
      }
    }
    return (connection, phone, backend)
  }

  @Test("a connection that is reset is opened again at once")
  func reconnects() {
    Rig.run { rig in
      let log = rig.log()
      let (connection, phone, _) = try Self.reconnecting(rig, log: log)
      let isSent = connection.send(Note("no connection yet"))
      #expect(!isSent)
      connection.start()
      try await rig.sleep(.seconds(1))
      rig.network.reset(phone)
      try await rig.sleep(.seconds(3))
      #expect(log.texts == ["opened", "lost: reset", "opened"])
      let isSentNow = connection.send(Note("hello"))
      #expect(isSentNow)
      connection.stop()
      try await rig.sleep(.minutes(2))
      #expect(log.texts == ["opened", "lost: reset", "opened"])
    }
  }

  @Test(
    "refused connections are tried again with growing waits until one is accepted",
    arguments: [1, 2, 3])
  func backsOffInAWorld(seed: UInt64) {
    Rig.run(seed: seed) { rig in
      let log = rig.log()
      let (connection, _, backend) = try Self.reconnecting(rig, log: log)
      rig.network.reset(backend, for: .minutes(1))
      connection.start()
      try await rig.sleep(.minutes(2))
      let times = log.all.filter { $0.text == "lost: refused" }.map(\.at)
      let gaps = zip(times.dropFirst(), times).map { $1.duration(to: $0) }
      #expect(gaps[0] >= .milliseconds(300) && gaps[0] <= .milliseconds(1_200))
      #expect((5...20).contains(times.count))
      #expect(log.texts.last == "opened")
    }
  }

  @Test(
    "connections that were stopped cost nothing when the interface flaps, and can be started again")
  func stopsObserving() {
    func stepsOfAFlap(stopped count: Int) -> UInt64 {
      let steps = Mutex<UInt64>(0)
      Rig.run { rig in
        let log = rig.log()
        let (connection, phone, backend) = try Self.reconnecting(rig, log: log)
        connection.start()
        for _ in 0..<count {
          let other = ReconnectingConnection(
            from: phone, to: backend, service: "database", lane: rig.world.lane("app"),
            on: rig.network
          ) { _ in }
          other.start()
          other.stop()
        }
        try await rig.sleep(.seconds(5))
        let before = rig.world.eventCount
        rig.network.airplaneMode(phone, for: .seconds(1))
        try await rig.sleep(.seconds(5))
        let after = rig.world.eventCount
        steps.withLock { $0 = after - before }
        connection.stop()
        connection.start()
        try await rig.sleep(.seconds(5))
        #expect(log.texts.last == "opened")
        #expect(log.texts.count == 4)
      }
      return steps.withLock { $0 }
    }
    #expect(stepsOfAFlap(stopped: 0) == stepsOfAFlap(stopped: 1))
  }

  @Test("a connection that its owner gives up is lost, and another one opens")
  func reconnectsOnRequest() {
    Rig.run { rig in
      let log = rig.log()
      let (connection, _, _) = try Self.reconnecting(rig, log: log)
      connection.reconnect()
      connection.start()
      try await rig.sleep(.seconds(1))
      connection.reconnect()
      #expect(log.texts == ["opened", "lost: closed by this side"])
      try await rig.sleep(.seconds(5))
      #expect(log.texts == ["opened", "lost: closed by this side", "opened"])
    }
  }

  @Test("a server that does not greet in the time to connect is given up, one that does is not")
  func greeting() {
    Rig.run { rig in
      let log = rig.log()
      let (connection, phone, backend) = try Self.reconnecting(rig, log: log, isGreeted: true)
      connection.start()
      try await rig.sleep(.seconds(29))
      #expect(log.texts == ["opened"])
      try await rig.sleep(.seconds(2))
      #expect(log.texts.prefix(2) == ["opened", "lost: could not be opened in time"])

      let polite = rig.log()
      try rig.network.listen(on: backend, service: "greeter", lane: rig.world.lane("greeter")) {
        $0.send(Note("welcome"))
        return { _ in }
      }
      let greeted = ReconnectingConnection(
        from: phone, to: backend, service: "greeter", lane: rig.world.lane("greeted"),
        on: rig.network, isGreeted: true
      ) { event in
        switch event {
        case .opened: polite.add("opened")
        case .received(let payload): polite.add(payload.summary)
        case .lost(let reason): polite.add("lost: \(reason)")
        }
      }
      greeted.start()
      try await rig.sleep(.minutes(2))
      #expect(polite.texts == ["opened", "welcome"])
    }
  }

  @Test("without an interface nothing is tried; when it is back a connection opens at once")
  func interface() {
    Rig.run { rig in
      let log = rig.log()
      let (connection, phone, _) = try Self.reconnecting(rig, log: log)
      connection.start()
      try await rig.sleep(.seconds(1))
      let fault = rig.network.airplaneMode(phone)
      try await rig.world.untilQuiet()
      #expect(log.texts == ["opened", "lost: network interface down"])
      try await rig.sleep(.hours(1))
      let back = rig.world.now
      fault.end()
      try await rig.sleep(.seconds(1))
      let opened = try #require(log.all.last)
      #expect(opened.text == "opened")
      #expect(back.duration(to: opened.at) < .milliseconds(300))
    }
  }

  @Test("attempts that come round for ever do not keep a world from being quiet")
  func quiet() {
    Rig.run { rig in
      let log = rig.log()
      let (connection, phone, backend) = try Self.reconnecting(rig, log: log)
      rig.network.partition([phone], from: [backend])
      connection.start()
      try await rig.world.untilQuiet()
      #expect(log.texts.filter { $0.hasPrefix("lost") }.count >= 3)
    }
  }
}
