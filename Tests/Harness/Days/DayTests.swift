import Simulator
import Testing

@testable import Harness

@Suite("Days as data")
struct DayTests {
  static let day = Day(
    phones: [
      Day.Phone(name: "Alice", user: "alice", profile: "3g", skew: .milliseconds(-1_500)),
      Day.Phone(name: "Bob2", user: "bob", profile: "wifi"),
    ],
    settings: ["push"],
    steps: [
      Day.Step(wait: .zero, phone: "Alice", makes: "chat1", deed: #"{"a":["b c",{"d":"ä"}]}"#),
      Day.Step(wait: .seconds(3), phone: "Bob2", deed: "{}"),
    ])

  @Test("a day reads as it was written")
  func roundTrip() throws {
    var longer = Self.day
    longer.more = 12
    for day in [Day(), Self.day, longer] { #expect(try Day(parsing: "\(day)") == day) }
  }

  @Test("a token with a day reads as it was written")
  func tokens() throws {
    for choice in [DayChoice.drawn(phones: 3, users: 2), .given(Self.day)] {
      let configuration = RunConfiguration(seed: 7, faults: 2, day: choice)
      let token = ReplayToken(scenario: "days", configuration: configuration, mode: .debug)
      #expect(try ReplayToken(parsing: "\(token)") == token)
    }
    let drawn = RunConfiguration(seed: 7, day: .drawn(phones: 3, users: 2))
    let token = ReplayToken(scenario: "days", configuration: drawn, mode: .debug)
    #expect("\(token)" == "r1:days:7:fifo:debug:day=p3u2")
  }

  @Test(
    "what is no day is refused",
    arguments: ["p2", "p0u0", "p2u3", "p99u1", "d!", "dAAAA", "x", "", "p1u1u1", "p-1u1"])
  func malformed(text: String) {
    #expect(DayChoice(parsing: text) == nil)
    #expect(throws: TokenError.self) {
      try ReplayToken(parsing: "r1:days:7:fifo:debug:day=\(text)")
    }
  }

  @Test(
    "a line that is none of a day is named",
    arguments: ["step 1 Alice -", "step -1 Alice - {}", "phone Alice alice wifi x", "more -1", "y"])
  func strangeLines(line: String) {
    #expect(throws: DayError(line: 2, text: line)) { try Day(parsing: "setting a\n\(line)\n") }
  }

  @Test("the same number changes a day in the same way, and others in others")
  func mutations() {
    let days = (0..<50).map { seed -> Day in
      var first = DayMutation(seed: UInt64(seed))
      var second = DayMutation(seed: UInt64(seed))
      let day = first.mutate(Self.day, with: Self.day)
      #expect(second.mutate(Self.day, with: Self.day) == day)
      return day
    }
    #expect(Set(days).count > 15)
  }
}

@Suite("Exploring days")
struct DayExplorerTests {
  private func result(_ configuration: RunConfiguration, _ coverage: [String]) -> RunResult {
    var result = RunResult(
      scenario: "days", configuration: configuration, outcome: .passed, digest: 0,
      virtualNanoseconds: 0, events: 0)
    result.day = DayTests.day
    result.coverage = coverage
    return result
  }

  @Test("a day that reaches something new is kept, and one that does not is not")
  func keepsNews() {
    var explorer = DayExplorer(RunConfiguration())
    let runs = explorer.plan(1...3 as ClosedRange<UInt64>)
    #expect(explorer.fold(result(runs[0], ["a", "b"])) == ["a", "b"])
    #expect(explorer.fold(result(runs[1], ["b"])) == [])
    #expect(explorer.fold(result(runs[2], ["b", "c"])) == ["c"])
    #expect(explorer.corpus.map(\.news) == [["a", "b"], ["c"]])
    #expect(explorer.corpus.allSatisfy { $0.day == DayTests.day })
  }

  @Test("the minimised corpus reaches all that the corpus reaches, by fewer days")
  func minimises() {
    var explorer = DayExplorer(RunConfiguration())
    let runs = explorer.plan(1...3 as ClosedRange<UInt64>)
    explorer.fold(result(runs[0], ["a"]))
    explorer.fold(result(runs[1], ["b"]))
    explorer.fold(result(runs[2], ["a", "b", "c"]))
    #expect(explorer.minimised().map(\.news) == [["c"]])
  }

  @Test("the choice is the one of whoever looks at all days each time")
  func coversGreedily() {
    var draws = DayMutation(seed: 7)
    let days = (0..<80).map { _ in
      (reached: Set((0..<8).map { _ in draws.below(60) }), steps: draws.below(4))
    }
    var missing = days.reduce(into: Set<Int>()) { $0.formUnion($1.reached) }
    var expected: [Int] = []
    while !missing.isEmpty {
      let ranks = days.enumerated().map { place, day in
        (-day.reached.intersection(missing).count, day.steps, place)
      }
      guard let best = ranks.min(by: { $0 < $1 })?.2 else { break }
      expected.append(best)
      missing.subtract(days[best].reached)
    }
    #expect(CorpusCover.places(of: days, among: 60) == expected)
    #expect(expected.count > 10 && expected.count < 60)
  }

  @Test("days of an earlier corpus are planned until their results were taken in")
  func waiting() {
    let first = (1...3).map { seed in
      RunConfiguration(seed: UInt64(seed), day: .given(DayTests.day))
    }
    var explorer = DayExplorer(RunConfiguration(), first: first)
    #expect(Array(explorer.plan([]).prefix(3)) == first)
    explorer.fold(result(first[0], ["a"]))
    #expect(explorer.waiting == Array(first.dropFirst()))
    #expect(explorer.plan([]) == Array(first.dropFirst()))
  }

  @Test("a search that is restored knows what was reached, and leaves out what cannot be")
  func restores() {
    var explorer = DayExplorer(RunConfiguration())
    let kept = RunConfiguration(day: .given(DayTests.day))
    explorer.restore(
      features: ["a", "b"],
      corpus: [
        DayExplorer.Entry(kept, news: ["a"], places: [0, 1]),
        DayExplorer.Entry(kept, news: ["c"], places: [2]),
      ])
    #expect(explorer.corpus.map(\.places) == [[0, 1]])
    #expect(explorer.fold(result(RunConfiguration(), ["a", "c"])) == ["c"])
    #expect(explorer.features == ["a", "b", "c"])
  }

  @Test("days draw their schedule, of every sort, unless one is given")
  func schedules() {
    let seeds = 1...100 as ClosedRange<UInt64>
    let drawn = DayExplorer(RunConfiguration()).plan(seeds).map(\.schedule)
    let sorts = Set(drawn.map { $0.description.prefix(3) })
    #expect(sorts == ["fif", "ran", "pct"])
    let given = DayExplorer(RunConfiguration(schedule: .random), drawsSchedule: false).plan(seeds)
    #expect(given.allSatisfy { $0.schedule == .random && $0.knobs.isEmpty && $0.faults == 0 })
  }

  @Test("fresh days have the sizes that were asked for, and guided ones change kept days")
  func plans() {
    let sizes = DayExplorer.Sizes(phones: 3...4, users: 2...2)
    var explorer = DayExplorer(RunConfiguration(), sizes: sizes)
    let fresh = explorer.plan(1...40 as ClosedRange<UInt64>).map(\.day)
    let allowed: Set<DayChoice?> = [
      .drawn(phones: 3, users: 2), .drawn(phones: 4, users: 2),
    ]
    #expect(Set(fresh) == allowed)
    explorer.fold(result(RunConfiguration(), ["a"]))
    let guided = explorer.plan(41...140 as ClosedRange<UInt64>)
    let changed = guided.count { if case .given = $0.day { true } else { false } }
    #expect((40...90).contains(changed))
    #expect(guided == explorer.plan(41...140 as ClosedRange<UInt64>))
  }
}

@Suite("Shrinking days")
struct DayShrinkerTests {
  /// Fails where a step of Alice's comes after a wait of at least 2 s, behind one of Bob's.
  private func play(_ configuration: RunConfiguration) -> RunResult {
    var day = Day()
    if case .given(let given) = configuration.day { day = given }
    let bob = day.steps.firstIndex { $0.phone == "Bob" && $0.deed.contains("7") }
    let fails = day.steps.indices.contains { place in
      bob.map { $0 < place } == true && day.steps[place].phone == "Alice"
        && day.steps[place].wait >= .seconds(2)
    }
    var result = RunResult(
      scenario: "days", configuration: configuration, outcome: fails ? .failed : .passed,
      digest: 0, virtualNanoseconds: 0, events: 1)
    result.day = day
    if fails {
      result.failure = FailureSignature(Failure(kind: "invariant", expected: "all well"))
    }
    return result
  }

  @Test("what a failure does not need is taken out: steps, phones, settings, waits, clocks")
  func shrinks() throws {
    let names = ["Alice", "Bob", "Carol"]
    var day = Day(
      phones: names.map {
        Day.Phone(name: $0, user: $0.lowercased(), profile: "edge", skew: .seconds(5))
      }, settings: ["push"])
    for number in 0..<60 {
      day.steps.append(
        Day.Step(
          wait: .seconds(number % 7), phone: names[number % 3], deed: #"{"n":\#(number)}"#))
    }
    let first = play(RunConfiguration(seed: 3, schedule: .random, faults: 2, day: .given(day)))
    var shrinker = try #require(
      DayShrinker(first) { (configuration) throws(Never) in self.play(configuration) })
    shrinker.shrink()
    let best = try #require(shrinker.best.day)
    #expect(best.steps.map(\.phone) == ["Bob", "Alice"])
    #expect(best.phones.isEmpty == false && best.settings.isEmpty)
    #expect(best.phones.allSatisfy { $0.skew == .zero && $0.profile == "wifi" })
    #expect(best.steps[0].wait == .zero)
    #expect(shrinker.best.configuration.schedule == .fifo)
    #expect(shrinker.best.configuration.seed == 1)
    #expect(shrinker.best.configuration.faults == 0)
    #expect(shrinker.best.failure == first.failure)
    for step in [
      "in the plain order of steps", "without faults", "2 steps of the day instead of 60",
      "2 phones of the day instead of 3", "0 settings of the day instead of 1",
      "plainer clocks and links",
    ] {
      #expect(shrinker.steps.contains(step), "\(step) is not among \(shrinker.steps)")
    }
    #expect(shrinker.steps.contains { $0.hasPrefix("waits of 2 s in all instead of ") })
  }

  @Test("of a day that cannot be plainer nothing is told")
  func plainAlready() throws {
    let day = Day(
      phones: ["Alice", "Bob"].map { Day.Phone(name: $0, user: "u", profile: "wifi") },
      steps: [
        Day.Step(wait: .zero, phone: "Bob", deed: "7"),
        Day.Step(wait: .seconds(2), phone: "Alice", deed: "a"),
      ])
    var shrinker = try #require(
      DayShrinker(play(RunConfiguration(day: .given(day)))) { (configuration) throws(Never) in
        self.play(configuration)
      })
    shrinker.shrink()
    #expect(shrinker.steps.isEmpty && shrinker.runs > 0)
    // One that takes long is tried once.
    var brief = try #require(
      DayShrinker(play(RunConfiguration(day: .given(day))), events: 1) {
        (configuration) throws(Never) in self.play(configuration)
      })
    brief.shrink()
    #expect(brief.runs == 1)
  }

  @Test("a run that passed is not shrunk")
  func passes() {
    let passed = play(RunConfiguration(day: .given(DayTests.day)))
    #expect(
      DayShrinker(passed) { (configuration) throws(Never) in self.play(configuration) } == nil)
  }
}
