import Testing

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
        kind: "expectation", expected: "two lines\nof text", location: SourceLocation()))
  }.named("family/fails")

  @Test("a failed run is kept in a text that reads as it was written")
  func roundTrip() throws {
    let result = Runner.run(Self.fails, RunConfiguration(seed: 9, faults: 2))
    let regression = try #require(Regression(result))
    #expect(try Regression(parsing: regression.description) == regression)
    #expect(regression.token == result.token)
    #expect(regression.expected == "two lines of text")
    #expect(
      regression.failure.hasPrefix("expectation at SimulatorTests/RegressionTextTests.swift:"))
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
      ("token r1:a:1:fifo:debug", .line("token r1:a:1:fifo:debug")),
      ("seed: 4", .line("seed: 4")),
      ("token: r1:a:1:fifo:debug\ntoken: r1:a:1:fifo:debug", .repeated("token")),
      ("token: r9:a:1:fifo:debug", .token(.version("r9"))),
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
}
