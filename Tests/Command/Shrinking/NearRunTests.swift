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

  @Test("with --shrink the nearest seed that passes is told with the first event that differs")
  func told() throws {
    let text = Captured()
    text.run(
      "replay", "r1:odd:3:fifo:\(BuildMode.current.rawValue)", "--shrink",
      catalog: Sample.catalog(Self.odd))
    let mode = BuildMode.current.rawValue
    #expect(
      text.results.contains(
        """
          Near it
            with seed 1 it passes: r1:odd:1:fifo:\(mode)
            the first event that differs:
              here:  0 s  Alice: nothing instead of “hello”
              there: 0 s  Alice: “hello” is shown
        """))
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
          Near it
            with seed 1 it passes: r1:silent:1:fifo:\(mode)
            no event that is told differs
        """))
    let other = Captured()
    other.run("replay", "r1:late:3:fifo:\(mode)", "--shrink", catalog: Sample.catalog(Self.late))
    #expect(
      other.results.contains(
        """
          Near it
            with seed 4 it passes: r1:late:4:fifo:\(mode)
            the first event that differs:
              here:  nothing any more
              there: 0 s  Alice: hello is shown
        """))
  }

  @Test("nothing is told where no run near it passes")
  func none() {
    let text = Captured()
    text.run("fails", "--shrink", catalog: Sample.catalog(Sample.fails))
    #expect(text.results.contains("Shrunk r1:fails"))
    #expect(!text.results.contains("Near it"))
  }
}
