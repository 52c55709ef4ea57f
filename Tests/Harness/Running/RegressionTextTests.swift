import Testing

@testable import Harness
@testable import Simulator

@Suite("Regressions as texts")
struct RegressionTextTests {
  private struct Stage: ScenarioWorld {
    let world: World
    init(in world: World) async throws { self.world = world }
  }

  private static let fails = Scenario("fails") { (stage: Stage) in
    stage.world.fail(
      Failure(
        kind: "expectation", expected: "two lines\nof text", location: CodeLocation()))
  }.named("family/fails")

  @Test("a failed run is kept in a text that reads as it was written")
  func roundTrip() throws {
    let result = Runner.run(Self.fails, RunConfiguration(seed: 9, faults: 2))
    let regression = try #require(Regression(result))
    #expect(try Regression(parsing: regression.description) == regression)
    #expect(regression.token == result.token)
    #expect(regression.expected == "two lines of text")
    #expect(
      regression.failure.hasPrefix("expectation at HarnessTests/RegressionTextTests.swift:"))
    #expect(regression.fileName.hasPrefix("family-fails-"))
    #expect(!regression.description.contains("202"))
  }

  @Test("a run that passed is not kept")
  func passed() {
    let scenario = Scenario("passes") { (_: Stage) in }
    #expect(Regression(Runner.run(scenario, RunConfiguration())) == nil)
  }

  @Test(
    "a malformed text is told with what is wrong",
    arguments: [
      ("", RegressionError.missing("token")),
      ("\n\n# only a comment\n", .missing("token")),
      ("# why\ntoken r1:a:1:fifo:debug", .line("token r1:a:1:fifo:debug", line: 2)),
      ("seed: 4", .line("seed: 4", line: 1)),
      ("token: r1:a:1:fifo:debug\n\ntoken: r1:a:1:fifo:debug", .repeated("token", line: 3)),
      ("\ntoken: r9:a:1:fifo:debug", .token(.version("r9"), line: 2)),
      ("token: r1:a:1:fifo:debug\nexpected: \0", .control("\0", line: 2)),
      ("\0", .control("\0", line: 1)),
      ("token: r1:a:1:fifo:debug\nexpected: hal", .cutOff(line: 2)),
      ("token: r1:a:1:fifo:debug", .cutOff(line: 1)),
    ])
  func malformed(text: String, error: RegressionError) {
    #expect(throws: error) { try Regression(parsing: text) }
  }

  @Test("comments and empty lines are for people")
  func comments() throws {
    let regression = try Regression(
      parsing: "# why\n\ntoken: r1:a:1:fifo:debug\nexpected: all well\n")
    #expect(regression.token.scenario == "a")
    #expect(regression.expected == "all well")
  }

  @Test("lines may end as other systems end them")
  func carriageReturns() throws {
    let regression = try Regression(
      parsing: "# why\r\ntoken: r1:a:1:fifo:debug\r\nexpected: all well\r\n")
    #expect(regression.expected == "all well")
    #expect(regression.token.mode == .debug)
  }

  @Test("control characters of a failure are kept written out, so that the file can be read again")
  func controlCharacters() throws {
    let scenario = Scenario("fails") { (stage: Stage) in
      stage.world.fail(Failure(kind: "expectation", expected: "a\0b \u{1B}[2J\r\nc"))
    }.named("fails")
    let regression = try #require(Regression(Runner.run(scenario, RunConfiguration())))
    #expect(regression.expected == #"a\0b \u{1B}[2J c"#)
    #expect(try Regression(parsing: regression.description) == regression)
  }
}
