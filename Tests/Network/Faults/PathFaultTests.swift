import Simulator
import Testing

@testable import Network

@Suite("Faults between hosts")
struct PathFaultTests {
  private static let tenMilliseconds = LinkProfile(
    "ten", bothWays: DirectionProfile(latency: .constant(.milliseconds(10))))

  /// Sends a numbered note each way every 100 ms and returns what arrived by name.
  private static func traffic(
    over link: (a: NetworkHost, b: NetworkHost, there: Route, back: Route), rounds: Int, rig: Rig
  ) async throws {
    for index in 0..<rounds {
      link.there.send(Note("\(index)"))
      link.back.send(Note("\(index)"))
      try await rig.sleep(.milliseconds(100))
    }
  }

  @Test("a partition loses everything between its groups, both ways, until its handle ends it")
  func partition() {
    Rig.run { rig in
      let log = rig.log()
      let link = try rig.pair(Self.tenMilliseconds, log: log)
      let fault = rig.network.partition([link.a], from: [link.b])
      #expect(fault.isActive)
      #expect(rig.network.activeFaults.map(\.name) == ["partition A | B"])
      try await Self.traffic(over: link, rounds: 3, rig: rig)
      #expect(log.texts == [])
      fault.end()
      #expect(!fault.isActive && fault.hasEnded)
      #expect(rig.network.activeFaults == [])
      try await Self.traffic(over: link, rounds: 1, rig: rig)
      #expect(Set(log.texts) == ["0", "A: 0"])
    }
  }

  @Test("a one-way partition loses only what goes from the first group to the second")
  func oneWayPartition() {
    Rig.run { rig in
      let log = rig.log()
      let link = try rig.pair(Self.tenMilliseconds, log: log)
      rig.network.partition([link.a], from: [link.b], direction: .oneWay)
      try await Self.traffic(over: link, rounds: 2, rig: rig)
      #expect(log.texts == ["A: 0", "A: 1"])
    }
  }

  @Test("a partition takes what is under way, and hosts outside of it are not touched")
  func partitionTakesWhatIsUnderWay() {
    Rig.run { rig in
      let log = rig.log()
      let link = try rig.pair(Self.tenMilliseconds, log: log)
      let other = try rig.network.addHost("C")
      let atC = rig.network.endpoint(on: other, lane: rig.world.lane("C")) {
        log.add("C: \($0.payload.summary)")
      }
      link.there.send(Note("doomed"))
      rig.network.route(from: link.there.source, to: atC).send(Note("fine"))
      rig.network.partition([link.a], from: [link.b])
      try await rig.sleep(.seconds(1))
      #expect(log.texts == ["C: fine"])
    }
  }

  @Test(
    "a fault at an instant, for a duration, begins and ends by itself; a host added later is in it too"
  )
  func timing() {
    Rig.run { rig in
      let log = rig.log()
      let link = try rig.pair(log: log)
      let fault = rig.network.isolate(
        link.b, at: Instant(nanoseconds: 200_000_000), for: .milliseconds(200))
      let late = try rig.network.addHost("late")
      let source = rig.network.endpoint(on: late, lane: rig.world.lane("late")) { _ in }
      let route = rig.network.route(from: source, to: link.there.destination)
      #expect(!fault.isActive && !fault.hasEnded)
      try await rig.sleep(.milliseconds(50))
      for index in 0..<5 {
        link.there.send(Note("\(index)"))
        route.send(Note("late \(index)"))
        try await rig.sleep(.milliseconds(100))
      }
      #expect(log.texts == ["0", "late 0", "1", "late 1", "4", "late 4"])
      #expect(fault.hasEnded)
    }
  }

  @Test("a fault that is ended before its instant never begins")
  func cancelled() {
    Rig.run { rig in
      let log = rig.log()
      let link = try rig.pair(log: log)
      let fault = rig.network.isolate(link.a, at: Instant(nanoseconds: 1_000_000))
      fault.end()
      try await rig.sleep(.milliseconds(10))
      #expect(!fault.isActive)
      link.there.send(Note("passes"))
      try await rig.sleep(.milliseconds(10))
      #expect(log.texts == ["passes"])
    }
  }

  @Test("isolated hosts reach nobody, not even each other")
  func isolate() {
    Rig.run { rig in
      let log = rig.log()
      let link = try rig.pair(log: log)
      let fault = rig.network.isolate(link.a, link.b)
      try await Self.traffic(over: link, rounds: 1, rig: rig)
      #expect(log.texts == [])
      fault.end()
      try await Self.traffic(over: link, rounds: 1, rig: rig)
      #expect(Set(log.texts) == ["0", "A: 0"])
    }
  }

  @Test("held datagrams wait, those under way included, and arrive in order at the release")
  func hold() {
    Rig.run(schedule: .random) { rig in
      let log = rig.log()
      let link = try rig.pair(Self.tenMilliseconds, log: log)
      link.there.send(Note("first"))
      let fault = rig.network.hold(from: [link.a], to: [link.b])
      link.there.send(Note("second"))
      link.there.send(Note("third"))
      link.back.send(Note("free"))
      try await rig.sleep(.seconds(1))
      #expect(log.texts == ["A: free"])
      let held = rig.network.inFlight
      #expect(held.map(\.summary) == ["first", "second", "third"])
      #expect(held.allSatisfy { $0.heldBy == "hold A → B" })
      #expect("\(held[0])".contains("A→B first, sent at 0 s, held by hold A → B"))
      fault.end()
      link.there.send(Note("fourth"))
      try await rig.sleep(.seconds(1))
      #expect(log.texts == ["A: free", "first", "second", "third", "fourth"])
      #expect(log.first("first") == Instant(nanoseconds: 1_000_000_000))
      #expect(rig.network.inFlight.isEmpty)
    }
  }

  @Test("slowness multiplies and adds up")
  func slow() {
    Rig.run { rig in
      let log = rig.log()
      let link = try rig.pair(Self.tenMilliseconds, log: log)
      rig.network.slow(link.a, by: 3)
      let second = rig.network.slow(link.b, by: 2, plus: .milliseconds(5))
      link.there.send(Note("both"))
      try await rig.sleep(.seconds(1))
      #expect(log.first("both") == Instant(nanoseconds: 65_000_000))
      second.end()
      link.there.send(Note("one"))
      try await rig.sleep(.seconds(1))
      #expect(log.first("one") == Instant(nanoseconds: 1_030_000_000))
    }
  }

  @Test("a flapping host is cut off and back, in turn, until the fault ends")
  func flap() {
    Rig.run { rig in
      let log = rig.log()
      let link = try rig.pair(log: log)
      let fault = rig.network.flap(link.a, down: .milliseconds(200), up: .milliseconds(300))
      try await rig.sleep(.milliseconds(50))
      try await Self.traffic(over: link, rounds: 10, rig: rig)
      let arrived = ["2", "3", "4", "7", "8", "9"]
      #expect(log.texts.filter { !$0.hasPrefix("A") } == arrived)
      fault.end()
      try await Self.traffic(over: link, rounds: 5, rig: rig)
      #expect(log.texts.filter { !$0.hasPrefix("A") } == arrived + (0..<5).map { "\($0)" })
    }
  }

  @Test(
    "a swizzle cuts every host off in the first half and lets all back by the end",
    arguments: [1, 2, 3])
  func swizzle(seed: UInt64) {
    let world = Rig.run(seed: seed, recording: true) { rig in
      let names = ["A", "B", "C", "D", "E"]
      let hosts = try names.map { try rig.network.addHost($0) }
      let fault = rig.network.swizzle(hosts, for: .seconds(10))
      try await rig.sleep(.seconds(5))
      for from in hosts.indices {
        for to in hosts.indices where from != to {
          #expect(Self.isBlocked(hosts[from], hosts[to], rig))
        }
      }
      try await rig.sleep(.seconds(5))
      #expect(fault.hasEnded)
      #expect(!Self.isBlocked(hosts[0], hosts[1], rig))
    }
    let stories = world.journal.entries.filter { $0.kind == .fault }.map(\.text)
    let stops = stories.filter { $0.contains("stopped") }.compactMap(\.last)
    let returns = stories.filter { $0.contains("restored") }.compactMap(\.last)
    #expect(Set(stops).count == 5 && Set(returns).count == 5)
    #expect(stops != returns, "for these seeds the two orders differ")
    #expect(stories.first == "began: swizzle A, B, C, D, E")
    #expect(stories.last == "ended: swizzle A, B, C, D, E")
  }

  private static func isBlocked(_ from: NetworkHost, _ to: NetworkHost, _ rig: Rig) -> Bool {
    rig.network.fabric.withValue {
      $0.faults.treatment(from: from.index, to: to.index).blockedBy != nil
    }
  }

  @Test("the next datagram that matches is dropped, or delayed, and only that one")
  func nextMessages() {
    Rig.run { rig in
      let log = rig.log()
      let link = try rig.pair(Self.tenMilliseconds, log: log)
      let drop = rig.network.dropNext(from: link.a, to: link.b) { $0.summary == "x" }
      let delay = rig.network.delayNext(from: link.a, to: link.b, by: .milliseconds(70)) {
        $0.summary == "y"
      }
      for text in ["a", "x", "y", "x", "y"] {
        link.there.send(Note(text))
        try await rig.sleep(.milliseconds(20))
      }
      try await rig.sleep(.seconds(1))
      #expect(drop.hasEnded && delay.hasEnded)
      #expect(log.texts == ["a", "x", "y", "y"])
      #expect(log.all.map { $0.at.nanoseconds / 1_000_000 } == [10, 70, 90, 120])
    }
  }

  @Test("a rule whose message never comes is gone after its duration")
  func ruleForADuration() {
    Rig.run { rig in
      let log = rig.log()
      let link = try rig.pair(log: log)
      let drop = rig.network.dropNext(from: link.a, to: link.b, for: .milliseconds(100))
      try await rig.sleep(.milliseconds(200))
      #expect(drop.hasEnded)
      link.there.send(Note("passes"))
      try await rig.sleep(.milliseconds(10))
      #expect(log.texts == ["passes"])
    }
  }

  @Test(
    "every fault's beginning and end stands in the journal, and the report of a failure names it")
  func stories() {
    let world = Rig.run(recording: true) { rig in
      let link = try rig.pair(Self.tenMilliseconds, log: rig.log())
      let fault = rig.network.hold(from: [link.a], to: [link.b], for: .seconds(1))
      link.there.send(Note("letter"))
      try await rig.sleep(.milliseconds(500))
      #expect(
        rig.network.report() == [
          "fault: hold A → B, since 0 s",
          "in flight: A→B letter, sent at 0 s, held by hold A → B",
        ])
      try await rig.sleep(.seconds(1))
      #expect(fault.hasEnded)
      #expect(rig.network.report() == [])
    }
    let stories = world.journal.entries.filter { $0.kind == .fault }.map(\.text)
    #expect(stories == ["began: hold A → B", "ended: hold A → B"])
  }
}
