internal import Harness
import Simulator
import Testing

@testable import RehearsalCommand

@Suite("Stories of failures")
struct StoryTextTests {
  private static func story(
    _ scenario: Scenario, _ length: StoryText.Length = .brief
  ) throws -> String {
    let story = try #require(StoryText(Sample.play(scenario), style: Style(hasColour: false)))
    return StoryText.$length.withValue(length) { story.text }
  }

  @Test("a run that passed has no story")
  func passed() {
    #expect(StoryText(Sample.play(Sample.fine), style: Style(hasColour: false)) == nil)
  }

  @Test("a broken expectation is told with all that was there")
  func failed() throws {
    let story = try Self.story(Sample.fails, .long)
    for part in [
      "✗ fails failed at 3 s of virtual time", "Alice sees a blue check",
      "seed 1, schedule fifo, \(BuildMode.current.rawValue) build",
      "the bubble is read within 1 s", "hello ✓✓ grey", "Under way: on Alice's phone",
      "1 queued write: messages/1", "Last events", "3 s  sent hello",
      "Stage.swift:\(Sample.failureLine)",
      "\(Sample.failureLine) │ let location = CodeLocation()",
      "rehearse replay r1:fails:1:fifo:\(BuildMode.current.rawValue)",
    ] {
      #expect(story.contains(part))
    }
  }

  private static let breaks = Scenario("Bob sees what there is") { (stage: Stage) in
    try await stage.world.sleep(for: .seconds(3))
    let facts = "it shows \(Array(repeating: "one", count: 30).joined(separator: " ")), and must 2"
    stage.world.fail(
      Failure(
        kind: "invariant I-07", expected: "Bob to show what there is",
        observed: [facts, FailureStory.title(ofScreenOf: "Bob", at: .zero)]
          + (1...20).map { "line \($0)" }, about: ["Bob"]))
  }.named("breaks")

  @Test(
    "the facts that broke an invariant are told whole, and of the screen what there is room for")
  func facts() throws {
    let story = try Self.story(Self.breaks)
    #expect(story.contains("    it shows one one"))
    #expect(story.contains("one one, and must 2\n    Bob's screen at 0 s:\n    line 1\n"))
    #expect(story.contains("lines more") && !story.contains("line 9\n"))
    #expect(story.split(separator: "\n", omittingEmptySubsequences: false).count < 30 + 2)
  }

  @Test(
    "every other end says what happened",
    arguments: [
      (Sample.throwing, "it threw: CancellationError()"),
      (Sample.stalls, "waited for: Bob's answer"),
      (Sample.loops, "more than 100 steps"),
    ])
  func otherEnds(scenario: Scenario, text: String) throws {
    let story = try Self.story(scenario)
    #expect(story.contains(text))
    #expect(story.contains("rehearse replay r1:\(scenario.name):1:fifo:"))
  }

  @Test("a statement is quoted up to where its brackets are closed")
  func quotes() throws {
    let source = "one\n    try await expect(\n      within: 1) {\n      $0.x\n    }\n    next\n"
    let quote = try #require(SourceQuote(source: source, line: 2))
    #expect(
      quote.lines == [
        "2 │ try await expect(", "3 │   within: 1) {", "4 │   $0.x", "5 │ }",
      ])
    #expect(SourceQuote(source: source, line: 99) == nil)
    #expect(SourceQuote(source: source, line: 0) == nil)
  }

  @Test("a file is told by its path below the package")
  func paths() {
    func path(_ fileID: String, _ filePath: String) -> String {
      ScenarioFile.path(of: CodeLocation(fileID: fileID, filePath: filePath, line: 1))
    }
    #expect(
      path("scenarios/Leaving.swift", "/home/x/scenarios/app/scenarios/groups/Leaving.swift")
        == "scenarios/groups/Leaving.swift")
    #expect(
      path("scenarios/Leaving.swift", "/elsewhere/Leaving.swift") == "scenarios/Leaving.swift")
  }

  @Test("a file of a catalog that a build made is told by its path below the package")
  func pathsBelowPackage() {
    let file = #filePath
    let package = file.split(separator: "/").dropLast(4).map { "/" + $0 }.joined()
    func path(_ home: ScenarioHome?) -> String {
      let catalog = ScenarioCatalog([.init("fine", Scenario("x") { (_: Bare) in })], home: home)
      return ScenarioFile.path(of: catalog.scenarios[0])
    }
    #expect(
      path(ScenarioHome(package: package, folder: "Tests/Command"))
        == "Tests/Command/Rendering/StoryTextTests.swift")
    let elsewhere = ScenarioHome(package: package + "/elsewhere", folder: "")
    #expect(path(elsewhere) == "CommandTests/StoryTextTests.swift")
    #expect(path(nil) == "CommandTests/StoryTextTests.swift")
  }

  private struct Bare: ScenarioWorld {
    init(in world: World) async throws {}
  }

  @Test("a token with unusual characters is quoted for the shell")
  func shellWords() {
    func word(_ name: String) -> String {
      ReplayToken(scenario: name, configuration: RunConfiguration(), mode: .debug).shellWord
    }
    #expect(word("calls/home") == "r1:calls/home:1:fifo:debug")
    #expect(word("3G & Edge's") == #"'r1:3G & Edge'\''s:1:fifo:debug'"#)
  }
}
