internal import Harness
import Simulator
import Testing

@testable import RehearsalCommand

@Suite("A run near a failing one that passes")
struct NearRunTests {
  private static func lines(_ texts: [(Int64, String, String)]) -> [JournalLine] {
    texts.map { time, subject, text in
      JournalLine(
        digest: 0, nanoseconds: time, kind: .screen, subject: subject, text: text)
    }
  }

  @Test("of one seed the first event that is another, or comes at another time, is told")
  func sameSeed() throws {
    let ours = Self.lines([(1, "Bob", "opened"), (2, "Bob", "killed"), (3, "Bob", "read")])
    let theirs = Self.lines([(1, "Bob", "opened"), (3, "Bob", "read")])
    let difference = try #require(NearRun.firstDifference(ours, theirs))
    #expect(difference.here == ours[1] && difference.there == theirs[1])
    #expect(NearRun.firstDifference(ours, ours) == nil)
    let shorter = try #require(NearRun.firstDifference(Array(ours.prefix(2)), ours))
    #expect(shorter.here == nil && shorter.there == ours[2])
  }

  @Test("of two seeds what happens to a phone is compared, without times, numbers and ids")
  func otherSeed() throws {
    let ours = Self.lines([
      (1, "Bob", "commit 3: +id7"), (2, "Alice", "sent"), (3, "Bob", "failed"),
      (4, "Alice", "late"),
    ])
    let theirs = Self.lines([
      (5, "Alice", "sent"), (6, "Bob", "commit 4: +id9"), (7, "Alice", "read"), (8, "Bob", "sent"),
    ])
    let difference = try #require(NearRun.firstDifference(bySubject: ours, theirs))
    #expect(difference.here == ours[2] && difference.there == theirs[3])
    let rest = try #require(NearRun.firstDifference(bySubject: Array(ours.prefix(2)), theirs))
    #expect(rest.here == nil && rest.there == theirs[2])
    #expect(NearRun.firstDifference(bySubject: ours, ours) == nil)
  }

  private static let odd = Scenario("every third seed shows nothing") { (stage: Stage) in
    let isShown = stage.world.choices.seed % 3 != 0
    // An id that the seed draws.
    let id = "message-\(stage.world.choices.seed)"
    stage.world.nameInStories(id, "hello")
    stage.world.journal.record(
      JournalNote(.screen, isShown ? "\(id) is shown" : "nothing instead of \(id)"),
      about: JournalSource("Alice"))
    if !isShown { stage.world.fail(Failure(kind: "expectation", expected: "hello is shown")) }
  }.named("odd")

  @Test(
    "the nearest seed that passes is told with the first event that differs, with --shrink of the plainest run",
    arguments: [
      ["replay", "r1:odd:3:fifo:\(BuildMode.current.rawValue)"], ["run", "odd", "--seed", "3"],
      ["replay", "r1:odd:3:fifo:\(BuildMode.current.rawValue)", "--shrink"],
      ["sweep", "odd", "--seeds", "4", "--knobs", "none"],
    ])
  func told(_ words: [String]) throws {
    let text = Captured()
    text.run(words, catalog: Sample.catalog(Self.odd))
    let told = text.results.split(separator: "  Near it, and the first event that differs\n")
    #expect(told.count == 2)
    let near = try #require(told.last).split(separator: "\n")
    // A run and a sweep draw the rest of the configuration from the seed.
    #expect(near[0].hasPrefix("    with seed 1 it passes: "))
    #expect(near[0].contains(words[0] == "replay" ? "r1:odd:1:fifo:" : "r1:odd:1:"))
    #expect(
      near[1...3] == [
        "    here:  0 s  Alice: nothing instead of “hello”",
        "    there: 0 s  Alice: “hello” is shown", "  To see it again",
      ])
  }

  @Test("as JSON it is told with --shrink")
  func json() {
    let mode = BuildMode.current.rawValue
    let json = Captured()
    json.run(
      "run", "odd", "--seed", "3", "--shrink", "--format", "json",
      catalog: Sample.catalog(Self.odd))
    #expect(
      json.results.contains(
        #""near":{"change":"with seed 1","replay":"r1:odd:1:fifo:\#(mode)","here":"0 s"#))
  }

  private static let silent = Scenario("every third seed fails without a word") { (stage: Stage) in
    if stage.world.choices.seed % 3 == 0 {
      stage.world.fail(Failure(kind: "expectation", expected: "hello is shown"))
    }
  }.named("silent")

  private static let late = Scenario("one of six seeds tells the difference") { (stage: Stage) in
    let seed = stage.world.choices.seed
    if seed == 4 {
      stage.world.journal.record(
        JournalNote(.screen, "hello is shown"), about: JournalSource("Alice"))
    }
    if seed % 3 == 0 {
      stage.world.fail(Failure(kind: "expectation", expected: "hello is shown"))
    }
  }.named("late")

  @Test("a run that passes and differs in no event is told where none differs")
  func alike() {
    let mode = BuildMode.current.rawValue
    let text = Captured()
    text.run(
      "replay", "r1:silent:3:fifo:\(mode)", "--shrink", catalog: Sample.catalog(Self.silent))
    #expect(
      text.results.contains(
        """
          Near it; no event that is told differs
            with seed 1 it passes: r1:silent:1:fifo:\(mode)
        """))
    let other = Captured()
    other.run("replay", "r1:late:3:fifo:\(mode)", "--shrink", catalog: Sample.catalog(Self.late))
    #expect(
      other.results.contains(
        """
          Near it, and the first event that differs
            with seed 4 it passes: r1:late:4:fifo:\(mode)
            here:  nothing any more
            there: 0 s  Alice: hello is shown
        """))
  }

  @Test("nothing is told where no run near it passes", arguments: [["--shrink"], []])
  func none(_ options: [String]) {
    let text = Captured()
    text.run(["fails"] + options, catalog: Sample.catalog(Sample.fails))
    #expect(text.results.contains("✗ fails failed"))
    #expect(!text.results.contains("Near it"))
  }

  @Test("of the first three failures one is looked for, and of none that is long")
  func few() {
    let scenarios = ["one", "two", "three", "four"].map { name in
      Scenario("every third seed fails") { (stage: Stage) in
        if stage.world.choices.seed % 3 == 0 {
          stage.world.fail(Failure(kind: "expectation", expected: "hello is shown"))
        }
      }.named(name)
    }
    let text = Captured()
    text.run("run", "--seed", "3", catalog: ScenarioCatalog(scenarios.map { .init($0.name, $0) }))
    #expect(text.results.split(separator: "Near it").count == 1 + NearRuns.mostFailures)
    let long = Scenario("every third seed goes on for long, and fails") { (stage: Stage) in
      for _ in 0...NearRuns.mostEvents { try await stage.world.sleep(for: .microseconds(1)) }
      if stage.world.choices.seed % 3 == 0 {
        stage.world.fail(Failure(kind: "expectation", expected: "hello is shown"))
      }
    }.named("long")
    let other = Captured()
    other.run("run", "--seed", "3", catalog: Sample.catalog(long))
    #expect(other.results.contains("✗ long failed") && !other.results.contains("Near it"))
  }
}
