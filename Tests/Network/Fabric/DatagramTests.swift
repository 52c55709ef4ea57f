import Simulator
import Testing

@testable import Network

@Suite("Datagrams in a world")
struct DatagramTests {
  private static func fixed(_ milliseconds: Int) -> LinkProfile {
    LinkProfile(
      "fixed", bothWays: DirectionProfile(latency: .constant(.milliseconds(milliseconds))))
  }

  @Test("a datagram takes its sender's uplink and its receiver's downlink, one after the other")
  func bothLinks() {
    Rig.run { rig in
      let log = rig.log()
      let link = try rig.pair(Self.fixed(30), to: Self.fixed(5), log: log)
      link.there.send(Note("hello"))
      #expect(rig.network.inFlight.map(\.summary) == ["hello"])
      try await rig.sleep(.seconds(1))
      #expect(log.all == [.init(text: "hello", at: Instant(nanoseconds: 35_000_000))])
      #expect(rig.network.inFlight.isEmpty)
    }
  }

  @Test("the bits of a datagram take their time on each link, and others queue behind them")
  func bandwidth() {
    Rig.run { rig in
      let log = rig.log()
      let up = DirectionProfile(latency: .constant(.milliseconds(10)), bandwidth: .megabits(8))
      let down = DirectionProfile(latency: .constant(.milliseconds(1)), bandwidth: .megabits(4))
      let a = LinkProfile("a", down: DirectionProfile(), up: up)
      let b = LinkProfile("b", down: down, up: DirectionProfile())
      let link = try rig.pair(a, to: b, log: log)
      for index in 1...3 { link.there.send(Note("\(index)", bytes: 1_000)) }
      try await rig.sleep(.seconds(1))
      // Up: 1 ms each, leaving at 1, 2, 3 ms. Middle at 11, 12, 13 ms. Down: 2 ms each, from 11 ms on.
      #expect(log.all.map { $0.at.nanoseconds / 1_000_000 } == [14, 16, 18])
      #expect(log.texts == ["1", "2", "3"])
    }
  }

  @Test("two senders queue at a receiver's downlink in the order in which their datagrams reach it")
  func queueInTheMiddle() {
    Rig.run { rig in
      let log = rig.log()
      let slowly = DirectionProfile(bandwidth: .kilobits(8))
      let receiver = try rig.network.addHost(
        "receiver", on: LinkProfile("r", down: slowly, up: DirectionProfile()))
      let far = try rig.network.addHost("far", on: Self.fixed(50))
      let near = try rig.network.addHost("near", on: Self.fixed(10))
      let target = rig.network.endpoint(on: receiver, lane: rig.world.lane("receiver")) {
        log.add($0.payload.summary)
      }
      for host in [far, near] {
        let source = rig.network.endpoint(on: host, lane: rig.world.lane(host.name)) { _ in }
        rig.network.route(from: source, to: target).send(Note(host.name, bytes: 100))
      }
      try await rig.sleep(.seconds(1))
      // A hundred bytes take 100 ms: the near one from 10 to 110 ms, the far one after it.
      #expect(log.all.map { $0.at.nanoseconds / 1_000_000 } == [110, 210])
      #expect(log.texts == ["near", "far"])
    }
  }

  @Test("jitter delays but never reorders the datagrams of a pair of hosts", arguments: [1, 2, 3])
  func jitterKeepsOrder(seed: UInt64) {
    Rig.run(seed: seed, schedule: .random) { rig in
      let log = rig.log()
      let jittery = LinkProfile(
        "jittery",
        bothWays: DirectionProfile(
          latency: .constant(.milliseconds(10)), jitter: .exponential(mean: .milliseconds(20))))
      let link = try rig.pair(jittery, to: jittery, log: log)
      for index in 0..<200 { link.there.send(Note("\(index)")) }
      try await rig.sleep(.seconds(5))
      #expect(log.texts == (0..<200).map { "\($0)" })
    }
  }

  @Test("reordering makes its share of datagrams fall behind")
  func reordering() {
    Rig.run { rig in
      let log = rig.log()
      let profile = LinkProfile(
        "reordering",
        bothWays: DirectionProfile(
          latency: .constant(.milliseconds(10)),
          reordering: .init(probability: 0.2, delay: .constant(.milliseconds(5)))))
      let link = try rig.pair(profile, log: log)
      for index in 0..<2_000 {
        link.there.send(Note("\(index)"))
        try await rig.sleep(.milliseconds(1))
      }
      try await rig.sleep(.seconds(1))
      let late = log.all.filter {
        $0.at.nanoseconds / 1_000_000 == Int64($0.text)! + 15
      }
      #expect(log.all.count == 2_000)
      #expect((330...470).contains(late.count))
      #expect(log.texts != (0..<2_000).map { "\($0)" })
    }
  }

  @Test("duplication delivers its share of datagrams twice, loss its share not at all")
  func duplicationAndLoss() {
    Rig.run { rig in
      let log = rig.log()
      let profile = LinkProfile(
        "both", down: DirectionProfile(duplication: 0.25), up: DirectionProfile(loss: .random(0.1)))
      let link = try rig.pair(profile, log: log)
      for index in 0..<4_000 {
        link.there.send(Note("up \(index)"))
        link.back.send(Note("down \(index)"))
      }
      try await rig.sleep(.seconds(1))
      let up = log.texts.filter { $0.hasPrefix("up") }
      let down = log.texts.filter { $0.hasPrefix("A: down") }
      #expect((3_520...3_680).contains(up.count))
      #expect((4_890...5_110).contains(down.count))
      #expect(Set(down).count == 4_000)
    }
  }

  @Test("a datagram larger than the MTU is dropped, and the journal says so")
  func tooLarge() {
    let world = Rig.run(recording: true) { rig in
      let log = rig.log()
      let link = try rig.pair(to: Self.fixed(1), log: log)
      link.there.send(Note("large", bytes: 1_501))
      link.there.send(Note("fits", bytes: 1_500))
      try await rig.sleep(.seconds(1))
      #expect(log.texts == ["fits"])
    }
    let stories = world.journal.entries.filter { $0.kind == .message }.map(\.text)
    #expect(stories.contains("dropped, 1501 bytes exceed the MTU of 1500: large"))
  }

  @Test("a profile can be changed at any time; what is under way arrives as it was going to")
  func changeOfProfile() {
    Rig.run { rig in
      let log = rig.log()
      let link = try rig.pair(Self.fixed(100), log: log)
      link.there.send(Note("slow"))
      try rig.network.setProfile(Self.fixed(10), of: link.a)
      #expect(rig.network.profile(of: link.a) == Self.fixed(10))
      link.back.send(Note("fast"))
      try await rig.sleep(.seconds(1))
      #expect(log.first("A: fast") == Instant(nanoseconds: 10_000_000))
      #expect(log.first("slow") == Instant(nanoseconds: 100_000_000))
    }
  }

  @Test("an endpoint that is closed receives nothing more")
  func closedEndpoint() {
    Rig.run { rig in
      let log = rig.log()
      let link = try rig.pair(Self.fixed(10), log: log)
      link.there.send(Note("1"))
      link.there.destination.close()
      try await rig.sleep(.seconds(1))
      #expect(log.texts == [])
    }
  }

  @Test("names are unique, and an unknown one is refused with those that exist")
  func names() {
    Rig.run { rig in
      let alice = try rig.network.addHost("Alice", on: .lte)
      #expect(try rig.network.host("Alice") == alice)
      #expect(rig.network.hosts == [alice])
      #expect(throws: NetworkError.duplicateHost("Alice")) { try rig.network.addHost("Alice") }
      #expect(throws: NetworkError.unknownHost("Bob", known: ["Alice"])) {
        try rig.network.host("Bob")
      }
      let wrong = LinkProfile("mine", bothWays: DirectionProfile(loss: .random(2)))
      #expect(throws: NetworkError.self) { try rig.network.addHost("Bob", on: wrong) }
      #expect(throws: NetworkError.self) { try rig.network.setProfile(wrong, of: alice) }
    }
  }

  @Test(
    "the same seed gives the same run to the last bit, another seed another",
    arguments: [LinkProfile.veryBadNetwork])
  func determinism(profile: LinkProfile) {
    func digest(_ seed: UInt64, recording: Bool = false) -> UInt64 {
      Rig.run(seed: seed, schedule: .random, recording: recording) { rig in
        let log = rig.log()
        let (phone, backend) = try rig.service(phone: profile, log: log) { connection, payload in
          connection.send(payload)
        }
        let connection = rig.network.connect(
          from: phone, to: backend, service: "database", lane: rig.world.lane("phone")
        ) { log.add($0) }
        for index in 0..<20 { connection.send(Note("\(index)", bytes: 4_000)) }
        rig.network.flap(
          phone, down: .seconds(1), up: .seconds(2), at: Instant(nanoseconds: 5_000_000_000),
          for: .seconds(10))
        try await rig.sleep(.minutes(3))
      }.journal.digest
    }
    #expect(digest(7) == digest(7))
    #expect(digest(7) == digest(7, recording: true))
    #expect(digest(7) != digest(8))
  }
}
