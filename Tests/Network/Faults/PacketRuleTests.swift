import Harness
import Network
import Simulator
import Testing

// Nothing here is `@testable`: a team writes its own rules against the same names.

/// A rule of a team's own: it decides by the text, and writes down all that it was asked about.
private struct ByText: PacketRule {
  let seen: Log
  let verdicts: [String: PacketVerdict]

  mutating func verdict(for message: WireMessage) -> PacketVerdict {
    seen.add("\(message.source)→\(message.destination) \(message.payload.summary)")
    return verdicts[message.payload.summary] ?? .pass
  }
}

/// A rule with a state: every n-th message, up to a number of them.
private struct Every: PacketRule {
  let nth: Int
  let verdict: PacketVerdict
  let most: Int
  var count = 0
  var struck = 0

  init(_ nth: Int, _ verdict: PacketVerdict, most: Int = .max) {
    self.nth = nth
    self.verdict = verdict
    self.most = most
  }

  var isFinished: Bool { struck == most }

  mutating func verdict(for message: WireMessage) -> PacketVerdict {
    count += 1
    guard count.isMultiple(of: nth) else { return .pass }
    struck += 1
    return verdict
  }
}

/// A rule made of a closure, for tests that misbehave.
private struct Closure: PacketRule {
  let judge: @Sendable (WireMessage) -> PacketVerdict
  mutating func verdict(for message: WireMessage) -> PacketVerdict { judge(message) }
}

@Suite("Rules for messages on the wire")
struct PacketRuleTests {
  private typealias Call = ConnectionTests.Call

  @Test("decide on each datagram, once: some pass, some come later, some never")
  func datagrams() {
    Rig.run { rig in
      let (log, seen) = (rig.log(), rig.log())
      let link = try rig.pair(log: log)
      let rule = ByText(
        seen: seen,
        verdicts: [
          "late": .delay(.milliseconds(50)), "gone": .drop, "broken": .breakConnection(.reset),
        ])
      let handle = rig.network.install(rule, from: [link.a], to: [link.b])
      for text in ["one", "late", "gone", "broken", "two"] { link.there.send(Note(text)) }
      link.back.send(Note("back"))
      try await rig.sleep(.milliseconds(100))
      #expect(log.texts.sorted() == ["A: back", "late", "one", "two"])
      #expect(log.first("late") == Instant(nanoseconds: 50_000_000))
      #expect(seen.texts == ["one", "late", "gone", "broken", "two"].map { "A→B \($0)" })
      #expect(handle.isActive)
      handle.end()
      link.there.send(Note("gone"))
      try await rig.sleep(.milliseconds(1))
      #expect(log.texts.last == "gone", "the rule is lifted")
      #expect(seen.texts.count == 5)
    }
  }

  @Test("see a connection's message once, and what they drop comes by retransmission")
  func dropsOnConnection() {
    Rig.run { rig in
      let call = try ConnectionTests.call(rig)
      let seen = rig.log()
      try await rig.sleep(.seconds(1))
      rig.network.install(
        ByText(seen: seen, verdicts: ["b": .drop, "c": .drop]), from: [call.phone],
        to: [call.backend])
      for text in ["a", "b", "c", "d"] { call.connection.send(Note(text, bytes: 4_000)) }
      try await rig.sleep(.seconds(5))
      #expect(call.atBackend.texts == ["opened", "a", "b", "c", "d"])
      #expect(seen.texts == ["a", "b", "c", "d"].map { "Alice→backend \($0)" })
      let (a, b) = (
        try #require(call.atBackend.first("a")), try #require(call.atBackend.first("b"))
      )
      #expect(a.duration(to: b) > .milliseconds(90), "a round trip and a retransmission")
    }
  }

  @Test("that delay every message of a connection keep its order and pile up no delay")
  func delaysOnConnection() {
    Rig.run { rig in
      let call = try ConnectionTests.call(rig, answering: false)
      try await rig.sleep(.seconds(1))
      rig.network.install(
        Every(1, .delay(.seconds(10))), from: [call.phone], to: [call.backend])
      for text in ["a", "b", "c"] {
        call.connection.send(Note(text))
        try await rig.sleep(.seconds(1))
      }
      call.connection.close()
      call.connection.send(Note("after the end"))
      try await rig.sleep(.seconds(20))
      let arrived = call.atBackend.all.map { "\($0.text) \($0.at.nanoseconds / 1_000_000_000)" }
      #expect(
        arrived.dropFirst() == ["a 11", "b 12", "c 13", "closed: closed by the other side 13"])
    }
  }

  @Test("break a connection at a message, and are in force for as long as they were installed for")
  func breaks() {
    Rig.run { rig in
      let call = try ConnectionTests.call(rig)
      let seen = rig.log()
      try await rig.sleep(.seconds(1))
      rig.network.install(
        ByText(seen: seen, verdicts: ["re: b": .breakConnection(.reset)]), from: [call.phone],
        to: [call.backend], direction: .bothWays, for: .seconds(30))
      for text in ["a", "b", "c"] { call.connection.send(Note(text)) }
      try await rig.sleep(.seconds(2))
      #expect(call.atPhone.texts == ["opened", "re: a", "closed: reset"])
      #expect(rig.network.activeFaults.map(\.name) == ["ByText, Alice ↔ backend"])
      call.connection.send(Note("into the void"))
      #expect(seen.texts.contains("Alice→backend c"))
      #expect(!seen.texts.contains("Alice→backend into the void"), "it goes nowhere")
      try await rig.sleep(.seconds(30))
      #expect(rig.network.activeFaults.isEmpty)
    }
  }

  @Test("are asked in the order of their installation, until one answers other than pass")
  func order() {
    Rig.run { rig in
      let (log, first, second) = (rig.log(), rig.log(), rig.log())
      let link = try rig.pair(log: log)
      rig.network.install(
        ByText(seen: first, verdicts: ["x": .drop]), from: [link.a], to: [link.b],
        direction: .bothWays)
      rig.network.install(
        ByText(seen: second, verdicts: ["x": .pass, "y": .drop]), from: [link.a], to: [link.b])
      for text in ["x", "y", "z"] { link.there.send(Note(text)) }
      link.back.send(Note("x"))
      try await rig.sleep(.milliseconds(1))
      #expect(log.texts == ["z"])
      #expect(first.texts == ["A→B x", "A→B y", "A→B z", "B→A x"])
      #expect(second.texts == ["A→B y", "A→B z"])
    }
  }

  @Test("keep a state, and are lifted once they have done what they were for")
  func finished() {
    Rig.run { rig in
      let log = rig.log()
      let link = try rig.pair(log: log)
      let handle = rig.network.install(Every(2, .drop, most: 2), from: [link.a], to: [link.b])
      for number in 1...8 { link.there.send(Note("\(number)")) }
      try await rig.sleep(.milliseconds(1))
      #expect(log.texts == ["1", "3", "5", "6", "7", "8"])
      #expect(handle.hasEnded)
    }
  }

  @Test("see what a message answers, where its sender says so")
  func request() {
    Rig.run { rig in
      let seen = rig.log()
      let (phone, backend) = try rig.service(phone: .perfect, log: rig.log()) {
        connection, payload in
        connection.send(Note("answer"), inReplyTo: payload)
        connection.send(Note("news"))
      }
      rig.network.observe(from: [backend], to: [phone]) { message in
        seen.add("\(message.payload.summary) to \(message.request?.summary ?? "nothing")")
      }
      let connection = rig.network.connect(
        from: phone, to: backend, service: "database", lane: rig.world.lane("phone")
      ) { _ in }
      connection.send(Note("question"))
      try await rig.sleep(.seconds(1))
      #expect(seen.texts == ["answer to question", "news to nothing"])
    }
  }

  @Test("may send, install and lift while they are asked, and are not asked about that")
  func calledFromWithin() {
    Rig.run { rig in
      let log = rig.log()
      let link = try rig.pair(log: log)
      let there = link.there
      let (network, a, b) = (rig.network, link.a, link.b)
      let rule = Closure { message in
        there.send(Note("from within \(message.payload.summary)"))
        network.install(NextMessageRule(.drop) { $0.payload.summary == "2" }, from: [a], to: [b])
        return .pass
      }
      let handle = rig.network.install(rule, from: [link.a], to: [link.b])
      link.there.send(Note("1"))
      handle.end()
      link.there.send(Note("2"))
      try await rig.sleep(.milliseconds(1))
      #expect(log.texts == ["from within 1", "1"])
    }
  }

  @Test("delay a datagram whose link doubles it in both copies")
  func delaysDuplicates() {
    let doubling = LinkProfile("doubling", bothWays: DirectionProfile(duplication: 1))
    Rig.run { rig in
      let log = rig.log()
      let link = try rig.pair(doubling, log: log)
      rig.network.delayNext(from: link.a, to: link.b, by: .seconds(1))
      link.there.send(Note("late"))
      try await rig.sleep(.seconds(2))
      #expect(log.all.map(\.text) == ["late", "late"])
      #expect(log.all.allSatisfy { $0.at >= Instant(nanoseconds: 1_000_000_000) })
    }
  }

  @Test(
    "that ask for a delay that cannot be fail their run, with the line that installed them",
    arguments: [Duration.seconds(-1), .seconds(Int64.max)])
  func impossibleDelay(_ delay: Duration) {
    let world = World(seed: 1)
    let verdict = world.run {
      let rig = Rig(world: world, network: Network(world: world))
      let link = try rig.pair(log: rig.log())
      rig.network.install(Every(1, .delay(delay)), from: [link.a], to: [link.b])
      link.there.send(Note("late"))
      try await rig.sleep(.seconds(1))
      Issue.record("the scenario went on")
    }
    guard case .failed(let failure) = verdict else {
      Issue.record("ended as \(verdict)")
      return
    }
    #expect(failure.kind == Misuse.kind)
    #expect(
      failure.expected.contains("Every, A → B, a verdict to delay by:"), "\(failure.expected)")
    #expect(failure.location?.fileID.hasSuffix("PacketRuleTests.swift") == true)
  }
}

@Suite("Observers of messages on the wire")
struct WireObservationTests {
  @Test("see every message in order as it is handed over, also what rules drop, until they stop")
  func seeAll() {
    Rig.run { rig in
      let (log, seen) = (rig.log(), rig.log())
      let link = try rig.pair(log: log)
      rig.network.install(Every(1, .drop), from: [link.a], to: [link.b])
      let observation = rig.network.observe(from: [link.a], to: [link.b]) { message in
        #expect(message.connection == nil)
        seen.add(message.payload.summary)
      }
      for text in ["x", "y"] { link.there.send(Note(text)) }
      link.back.send(Note("other way"))
      observation.end()
      link.there.send(Note("z"))
      try await rig.sleep(.milliseconds(1))
      #expect(seen.texts == ["x", "y"])
      #expect(log.texts == ["A: other way"])
      observation.end()
    }
  }

  @Test(
    "never perturb a run: the same journal, event by event",
    arguments: [Schedule.fifo, .random, .pct(depth: 3)])
  func neverPerturb(_ schedule: Schedule) {
    func play(watched: Bool) -> World {
      Rig.run(seed: 7, schedule: schedule, recording: true) { rig in
        let call = try ConnectionTests.call(rig, over: .veryBadNetwork)
        let link = try rig.pair(.threeG, log: rig.log())
        let seen = rig.log()
        if watched {
          for hosts in [[call.phone], [call.backend], [link.a], [link.b]] {
            rig.network.observe(from: hosts, to: rig.network.hosts) {
              seen.add($0.payload.summary)
            }
          }
        }
        for number in 1...20 {
          call.connection.send(Note("\(number)", bytes: 2_000))
          link.there.send(Note("datagram \(number)"))
          try await rig.sleep(.milliseconds(300))
        }
        try await rig.sleep(.seconds(60))
        #expect(watched == !seen.texts.isEmpty)
      }
    }
    let (watched, alone) = (play(watched: true), play(watched: false))
    #expect(watched.journal.digest == alone.journal.digest)
    #expect(watched.journal.entries.map(\.text) == alone.journal.entries.map(\.text))
  }

  @Test("of nobody, and rules for nobody, fail their run with the line")
  func misuse() {
    let calls: [@Sendable (Network, NetworkHost) -> Void] = [
      { network, host in network.observe(from: [], to: [host]) { _ in } },
      { network, host in network.observe(from: [host], to: []) { _ in }.end() },
      { network, host in network.install(Every(1, .drop), from: [host], to: []) },
    ]
    for (index, call) in calls.enumerated() {
      let world = World(seed: 1)
      let verdict = world.run {
        let network = Network(world: world)
        call(network, try network.addHost("A"))
      }
      guard case .failed(let failure) = verdict else {
        Issue.record("call \(index) ended as \(verdict)")
        continue
      }
      #expect(failure.kind == Misuse.kind)
      #expect(failure.expected.contains("at least one host"), "\(failure.expected)")
      #expect(failure.location?.fileID.hasSuffix("PacketRuleTests.swift") == true)
    }
  }
}
