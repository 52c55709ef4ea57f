import Simulator
import Testing

@testable import Network

@Suite("Faults that cannot be")
struct FaultMisuseTests {
  /// A network with two hosts.
  struct Stage: Sendable {
    let network: Network
    let a: NetworkHost
    let b: NetworkHost
  }

  /// A call of the vocabulary that asks for what cannot be, and what its failure must say.
  struct Case: Sendable, CustomTestStringConvertible {
    let testDescription: String
    let said: String
    let call: @Sendable (Stage) -> FaultHandle?

    init(
      _ name: String, _ said: String,
      _ call: @escaping @Sendable (Stage) -> FaultHandle?
    ) {
      testDescription = name
      self.said = said
      self.call = call
    }
  }

  static let cases: [Case] = [
    Case("slow by less than nothing", "it was given -1.0") { $0.network.slow($0.a, by: -1) },
    Case("slow by no number", "it was given nan") { $0.network.slow($0.a, by: .nan) },
    Case("slow without end", "it was given inf") { $0.network.slow($0.a, by: .infinity) },
    Case("slow by 1e300", "it was given 1e+300") { $0.network.slow($0.a, by: 1e300) },
    Case("slow by a negative delay", "it was given -5 s") {
      $0.network.slow($0.a, plus: .seconds(-5))
    },
    Case("flap in no time", "a duration from 1 ns") {
      $0.network.flap($0.a, down: .zero, up: .zero)
    },
    Case("flap up in no time", "flap A, up:") {
      $0.network.flap($0.a, down: .seconds(1), up: .zero)
    },
    Case("delay by a negative time", "it was given -5 s") {
      $0.network.delayNext(from: $0.a, to: $0.b, by: .seconds(-5))
    },
    Case("a fault in the past", "an instant from now") {
      $0.network.partition([$0.a], from: [$0.b], at: .zero)
    },
    Case("a fault of negative length", "it was given -5 s") {
      $0.network.partition([$0.a], from: [$0.b], for: .seconds(-5))
    },
    Case("a fault after the end of time", "an instant from now") {
      $0.network.hold(from: [$0.a], to: [$0.b], at: .distantFuture)
    },
    Case("a fault of more minutes than there are", "to 100 years") {
      $0.network.isolate($0.a, for: .minutes(.max))
    },
    Case("a swizzle of nobody", "at least one host") {
      $0.network.swizzle([], for: .seconds(1))
    },
    Case("a partition of nobody", "at least one host") {
      $0.network.partition([], from: [$0.a])
    },
    Case("airplane mode of nobody", "at least one host") {
      $0.network.airplaneMode()
    },
    Case("a reset of negative length", "it was given -1 ns") {
      $0.network.reset($0.a, for: .nanoseconds(-1))
    },
    Case("a drop in the past", "an instant from now") {
      $0.network.dropNext(from: $0.a, to: $0.b, at: .zero)
    },
    Case("a loss of negative length", "it was given -1 s") {
      $0.network.loseNext(from: $0.a, to: $0.b, for: .seconds(-1))
    },
  ]

  @Test("fail their run alone, with verb, value and line, and are over", arguments: cases)
  func misused(_ misuse: Case) {
    let world = World(seed: 1)
    let verdict = world.run {
      let network = Network(world: world)
      let (a, b) = (try network.addHost("A"), try network.addHost("B"))
      try await world.sleep(for: .seconds(1))
      let handle = misuse.call(Stage(network: network, a: a, b: b))
      #expect(handle?.hasEnded == true && handle?.isActive == false)
      handle?.end()
      #expect(network.activeFaults.isEmpty)
      try await world.sleep(for: .seconds(1))
      Issue.record("the scenario went on")
    }
    guard case .failed(let failure) = verdict else {
      Issue.record("ended as \(verdict)")
      return
    }
    #expect(failure.kind == Misuse.kind)
    #expect(failure.expected.contains(misuse.said), "\(failure.expected)")
    #expect(failure.location?.fileID.hasSuffix("FaultMisuseTests.swift") == true)
    #expect(World(seed: 1).run {}.outcome == .passed)
  }

  @Test("a fault of no length, and one that begins at this instant, are taken")
  func taken() {
    Rig.run { rig in
      let (a, b) = (try rig.network.addHost("A"), try rig.network.addHost("B"))
      rig.network.partition([a], from: [b], at: rig.world.now, for: .zero)
      rig.network.slow(a, by: 1e6, plus: .days(10_000), for: .seconds(1))
      try await rig.sleep(.seconds(2))
      #expect(rig.network.activeFaults.isEmpty)
    }
  }

  @Test("slowness upon slowness keeps a datagram under way for years, and overflows nothing")
  func slowUponSlow() throws {
    let world = World(seed: 1, bounds: Bounds(virtualTime: .days(36_000)))
    let verdict = world.run {
      let rig = Rig(world: world, network: Network(world: world))
      let log = rig.log()
      let pair = try rig.pair(.lte, log: log)
      for _ in 0..<8 { rig.network.slow(pair.a, by: 1e6, plus: .days(36_000)) }
      pair.there.send(Note("late"))
      try await rig.sleep(.days(30_000))
      #expect(log.texts == ["late"])
    }
    #expect(verdict.outcome == .passed)
  }

  @Test("hosts of another network are refused by every verb, and trap none")
  func strangers() {
    let calls: [@Sendable (Network, NetworkHost, NetworkHost) throws -> Void] = [
      { network, own, other in network.partition([own], from: [other]) },
      { network, _, other in network.switchInterface(of: other, on: false) },
      { network, _, other in #expect(!network.isInterfaceUp(of: other)) },
      { network, _, other in #expect(!network.isInterfaceSwitchedOn(of: other)) },
      { network, _, other in #expect(network.profile(of: other) == .perfect) },
      { network, _, other in try? network.setProfile(.lte, of: other) },
      { network, _, other in try? network.handOver(other, to: .lte) },
      { network, _, other in
        _ = try? network.listen(on: other, service: "x", lane: network.lane) { _ in { _ in } }
      },
      { network, own, other in
        let connection = network.connect(
          from: own, to: other, service: "x", lane: network.lane
        ) { _ in Issue.record("an event came") }
        connection.send(Note("nowhere"))
        connection.close()
      },
      { network, own, other in
        let there = network.endpoint(on: other, lane: network.lane) { _ in }
        let here = network.endpoint(on: own, lane: network.lane) { _ in }
        network.route(from: here, to: there).send(Note("nowhere"))
      },
      { network, _, other in network.observeInterface(of: other, on: network.lane) { _ in } },
      { network, own, other in network.observe(from: [own], to: [other]) { _ in }.end() },
      { network, own, other in
        network.install(NextMessageRule(.drop), from: [other], to: [own])
      },
    ]
    for (index, call) in calls.enumerated() {
      let world = World(seed: 1)
      let verdict = world.run {
        let network = Network(world: world)
        // A place in the table of hosts that this network has, and one that it lacks.
        for place in [0, 7] {
          try call(network, try network.addHost("A\(place)"), NetworkHost(name: "X", index: place))
        }
      }
      guard case .failed(let failure) = verdict else {
        Issue.record("call \(index) ended as \(verdict)")
        continue
      }
      #expect(failure.kind == Misuse.kind, "call \(index)")
      #expect(failure.expected.contains("a host of another network"), "\(failure.expected)")
    }
  }

  @Test("a payload of less than no bytes goes nowhere and fails the run")
  func negativePayload() {
    let world = World(seed: 1)
    let verdict = world.run {
      let rig = Rig(world: world, network: Network(world: world))
      let pair = try rig.pair(.lte, log: rig.log())
      pair.there.send(Note("antimatter", bytes: -1))
    }
    guard case .failed(let failure) = verdict else {
      Issue.record("ended as \(verdict)")
      return
    }
    #expect(failure.expected.contains("-1 for antimatter"))
  }

  @Test("times and back-offs of connections that cannot be fail the run, and the defaults hold")
  func configurations() {
    var slow = ConnectionConfiguration()
    slow.userTimeout = .seconds(Int64.max)
    var mad = ReconnectPolicy()
    mad.factor = .nan
    let (configuration, policy) = (slow, mad)
    let world = World(seed: 1)
    let verdict = world.run {
      let network = Network(world: world)
      let (a, b) = (try network.addHost("A"), try network.addHost("B"))
      let connection = network.connect(
        from: a, to: b, service: "x", lane: world.lane("a"), configuration: configuration
      ) { _ in }
      _ = connection
    }
    let reconnecting = World(seed: 1)
    let other = reconnecting.run {
      let network = Network(world: reconnecting)
      let (a, b) = (try network.addHost("A"), try network.addHost("B"))
      _ = ReconnectingConnection(
        from: a, to: b, service: "x", lane: reconnecting.lane("a"), on: network, policy: policy
      ) { _ in }
    }
    guard case .failed(let first) = verdict, case .failed(let second) = other else {
      Issue.record("ended as \(verdict) and \(other)")
      return
    }
    #expect(first.expected.contains("userTimeout to be from 1 µs to ten years"))
    #expect(second.expected.contains("ReconnectPolicy.factor"))
  }
}
