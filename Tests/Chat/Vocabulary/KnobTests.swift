import Backend
import Devices
import Harness
import Network
import Simulator
import Synchronization
import Testing

@testable import Chat

@Suite("The knobs of a chat's world")
struct KnobTests {
  /// Plays a scenario with knobs and seeds, and expects each run to pass.
  private func play(
    _ knobs: KnobSettings, seeds: ClosedRange<UInt64> = 1...20,
    _ body: @escaping @Sendable (ChatWorld) async throws -> Void
  ) {
    let scenario = Scenario("knobs", body: body).named("knobs")
    for seed in seeds {
      let result = Runner.run(scenario, RunConfiguration(seed: seed, knobs: knobs))
      #expect(
        result.outcome == .passed, "seed \(seed): \(result.story?.summary ?? "")")
    }
  }

  private static func extreme(_ knob: Knob) -> KnobSettings {
    var settings = KnobSettings()
    settings[knob] = .extreme
    return settings
  }

  @Test("links vary within their band and are possible, and a fixed phone keeps its own")
  func links() {
    play([.links]) { world in
      let alice = try await world.phone("Alice", on: .lte)
      let bob = try await world.phone("Bob", on: .lte, fixed: true)
      let profile = world.network.profile(of: alice.host)
      try profile.validate()
      #expect(profile != .lte && profile.up.latency != profile.down.latency)
      for direction in [profile.up, profile.down] {
        let mean = try #require(direction.latency.mean)
        #expect(mean < .milliseconds(75) && direction.loss == .none)
      }
      #expect(world.network.profile(of: bob.host) == .lte)
      #expect(world.world.slack == .zero)
    }
    for profile in LinkProfile.named {
      play(Self.extreme(.links)) { world in
        let alice = try await world.phone("Alice", on: profile)
        try world.network.profile(of: alice.host).validate()
        #expect(world.world.slack == .minutes(2))
      }
    }
  }

  @Test("constant links of a kind that was measured are measured ones, and limits are longer")
  func measured() {
    for (knobs, wanted) in [
      ([.measured], [LinkProfile.wifiHome, .lteTypical, .threeGTypical, .edge]),
      (Self.extreme(.measured), [.wifiCongested, .lteMoving, .subway, .edge]),
    ] {
      play(knobs, seeds: 1...2) { world in
        // Each phone draws its own of the population, under the profile's name.
        var links: [String] = []
        for profile in [LinkProfile.wifi, .lte, .threeG, .edge] {
          let phone = try await world.phone("On \(profile.name)", on: profile)
          links.append(world.network.profile(of: phone.host).name)
        }
        #expect(links == wanted.map(\.name))
        #expect(world.world.slack == (wanted[0] == .wifiHome ? .minutes(2) : .minutes(6)))
        let fixed = try await world.phone("Fixed", on: .lte, fixed: true)
        #expect(world.network.profile(of: fixed.host) == .lte)
      }
    }
    play([.measured], seeds: 1...1) { world in
      _ = try await world.phone("Alice", on: .edge)
      #expect(world.world.slack == .zero)
    }
  }

  @Test("a scenario that pins its links, or bears them mildly only, is not played on measured ones")
  func measuredWherePinned() {
    let scenarios = [
      Scenario("pinned", pinned: .links) { (_: ChatWorld) in },
      Scenario("mild", mild: .links) { (_: ChatWorld) in },
      Scenario("open", pinned: .clocks) { (_: ChatWorld) in },
    ]
    #expect(scenarios.map { $0.knobs.contains(.measured) } == [false, false, true])
  }

  @Test("without a knob everything is as it is written")
  func plain() {
    play([]) { world in
      let alice = try await world.phone("Alice", on: .lte)
      #expect(world.network.profile(of: alice.host) == .lte)
      #expect(world.backend.timing == BackendTiming())
      await alice.setClock { #expect($0 == WallClock()) }
      #expect(world.world.slack == .zero)
    }
  }

  @Test("timings and duplicates are the backend's, and at their extremes none or ten times as long")
  func timings() {
    play([.timings, .duplicates]) { world in
      let timing = world.backend.timing
      #expect(timing != BackendTiming() && timing.duplicateProbability == 0.1)
      #expect(timing.pushDuplicateProbability == 0.1)
      #expect(timing.functionLatency.upperBound <= .milliseconds(400))
    }
    play(Self.extreme(.timings)) { world in
      let longest = world.backend.timing.coldStart.upperBound
      #expect(longest == .zero || longest == .seconds(15))
    }
  }

  @Test("a clock that a scenario names stays, and others are drawn")
  func clocks() {
    play([.clocks]) { world in
      let alice = try await world.phone("Alice")
      let bob = try await world.phone("Bob", clock: WallClock(skew: .hours(1)))
      await alice.setClock { clock in
        #expect(clock != WallClock())
        #expect((.seconds(-5) ... .seconds(5)).contains(clock.skew))
      }
      await bob.setClock { #expect($0 == WallClock(skew: .hours(1))) }
    }
    play(Self.extreme(.clocks)) { world in
      let alice = try await world.phone("Alice")
      await alice.setClock { #expect($0.skew <= .hours(-1) || $0.skew >= .hours(1)) }
    }
  }

  @Test("settings are possible ones, and a scenario's own stay")
  func policies() {
    for knobs in [[.policies], Self.extreme(.policies)] {
      play(knobs, seeds: 1...40) { world in
        let drawn = ChatPolicies.drawn(by: try #require(world.world.setting(of: .policies)))
        #expect(drawn.flaw == nil && drawn != ChatPolicies())
        world.setPolicies { policies in
          #expect(policies == drawn)
          policies.viewport = 7
        }
        world.setPolicies { #expect($0.viewport == 7 && $0.usesPush == drawn.usesPush) }
      }
    }
  }

  @Test("the extension confirms deliveries in some runs with push, mildly and at the extremes")
  func confirming() {
    for knobs in [[.policies], Self.extreme(.policies)] {
      let kinds = Mutex(Set<[Bool]>())
      play(knobs, seeds: 1...40) { world in
        let drawn = ChatPolicies.drawn(by: try #require(world.world.setting(of: .policies)))
        kinds.withLock { _ = $0.insert([drawn.usesPush, drawn.confirmsByExtension]) }
      }
      let withPush: Set = [[true, false], [true, true]]
      let isExtreme = knobs == Self.extreme(.policies)
      #expect(kinds.withLock { $0 } == (isExtreme ? withPush : withPush.union([[false, false]])))
    }
  }

  @Test("other people write in conversations of their own, and keep no world from coming to rest")
  func traffic() {
    play(Self.extreme(.traffic), seeds: 1...3) { world in
      let (alice, bob) = try await world.phones("Alice", "Bob", on: .lte)
      let chat = try await alice.startConversation(with: bob)
      let hello = try await alice.send("hello", in: chat)
      try await alice.expect { $0.bubble(hello)?.status == .delivered }
      try await world.untilQuiet()
      try await world.advance(by: .minutes(1))
      let places = await world.backend.read("messages").children
      let counts = places.filter { $0.key.text.hasPrefix("elsewhere") }.map(\.node.childCount)
      #expect(counts.reduce(0, +) == 300)
      try await bob.expect { $0.badge == 1 && $0.conversations.count == 1 }
    }
  }
}
