import Testing

@testable import Harness
@testable import Simulator

@Suite("Healing of a core")
struct CoreHealingTests {
  /// A world of people who talk in rooms, and of whom some may be in the dark.
  private struct Rooms: ScenarioWorld {
    let world: World
    let dark: WorldBound<[String]>
    /// The groups that were dark when somebody was asked for what is unfinished.
    let asked: WorldBound<[String]>

    init(in world: World) async throws {
      self.world = world
      dark = WorldBound([], in: world)
      asked = WorldBound([], in: world)
    }

    /// Adds a person who talks in rooms; `sulks` is what they never finish while somebody else is in the dark.
    func add(_ name: String, in rooms: [String], sulks: Bool = false) {
      let (dark, asked) = (dark, asked)
      world.nemesis?.register(
        HealingMember(name) {
          rooms
        } darken: {
          dark.withValue { $0.append(name) }
          return FaultEnd { dark.withValue { $0.removeAll { $0 == name } } }
        } unfinished: {
          asked.withValue { $0.append(dark.value.joined(separator: " ")) }
          return sulks && !dark.value.isEmpty ? ["\(name) sulks"] : []
        })
    }
  }

  private static func play(
    seed: UInt64, faults: Int = 1, _ people: [(name: String, rooms: [String])],
    sulking: String = ""
  ) -> (result: RunResult, story: [String], dark: [String]) {
    let scenario = Scenario("rooms", faults: .allowed) { (rooms: Rooms) in
      for person in people {
        rooms.add(person.name, in: person.rooms, sulks: person.name == sulking)
      }
      rooms.world.nemesis?.expectRest {
        rooms.world.journal.record(
          JournalNote(.scenario, "asked \(rooms.asked.value.joined(separator: "|"))"),
          about: JournalSource("rooms"))
        return rooms.dark.value
      }
    }.named("rooms")
    let (result, entries) = Runner.record(scenario, RunConfiguration(seed: seed, faults: faults))
    return (
      result, entries.filter { $0.subject == "nemesis" }.map(\.text),
      entries.filter { $0.subject == "rooms" }.map(\.text)
    )
  }

  private static let four: [(name: String, rooms: [String])] = [
    ("Alice", ["a", "b"]), ("Bob", ["a"]), ("Carol", ["b"]), ("Dave", ["c"]),
  ]

  @Test("in some seeds a core heals first, of at least two who talk to each other, and never all")
  func cores() throws {
    var cores: Set<String> = []
    var plain = 0
    for seed in UInt64(1)...200 {
      let (result, story, dark) = Self.play(seed: seed, Self.four)
      #expect(result.outcome == .passed)
      guard let told = story.first(where: { $0.hasPrefix("only ") }) else {
        plain += 1
        continue
      }
      cores.insert(told)
      #expect(result.probes.map(\.name) == [Probe.coreHealed.name])
      // The core was asked while the others were dark, and nobody is in the end.
      let others = Self.four.map { $0.0 }.filter { !told.contains($0) }
      #expect(dark.last?.contains(others.joined(separator: " ")) == true)
    }
    // Dave talks to nobody, and Bob to Carol only through Alice.
    #expect(
      cores == [
        "only Alice, Bob heal", "only Alice, Carol heal", "only Alice, Bob, Carol heal",
      ])
    #expect((60...140).contains(plain))
  }

  @Test("without faults, and where nobody would be left out, all heal at once")
  func none() {
    for seed in UInt64(1)...40 {
      #expect(Self.play(seed: seed, Array(Self.four.prefix(2))).result.probes.isEmpty)
      #expect(Self.play(seed: seed, faults: 0, Self.four).result.probes.isEmpty)
    }
  }

  @Test("a core that makes no progress while the others are dark fails the run")
  func liveness() throws {
    let failed = (UInt64(1)...40).map { Self.play(seed: $0, Self.four, sulking: "Alice").result }
      .filter { $0.outcome != .passed }
    #expect(failed.count > 5)
    for result in failed {
      #expect(result.failure?.kind == "liveness")
      #expect(result.story?.observed.last == "Alice sulks")
      #expect(result.story?.summary.contains("stayed dark") == true)
      #expect(result.virtualNanoseconds == Duration.minutes(2).nanoseconds)
    }
  }
}
