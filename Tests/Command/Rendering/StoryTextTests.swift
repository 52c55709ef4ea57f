import Simulator
import Testing

@testable internal import Harness
@testable import RehearsalCommand

@Suite("Stories of failures")
struct StoryTextTests {
  private static func story(
    _ scenario: Scenario, _ length: StoryText.Length = .usual
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
    "whatever there is to tell, a story has fewer than 30 lines, and in brief twenty",
    arguments: [(StoryText.Length.usual, 28), (.brief, 20)])
  func neverLong(_ length: StoryText.Length, _ most: Int) throws {
    let lines = (1...40).map {
      "line \($0) of what there is, and so on until it is as wide as it may be"
    }
    let text = lines.joined(separator: " ")
    let scenario = Scenario(text) { (_: Stage) in }.named("long")
    // What few parts leave room for, and what many leave no room for.
    for parts in 0..<(1 << 9) where !(3...6).contains(parts.nonzeroBitCount) {
      func has(_ part: Int) -> Bool { parts & 1 << part != 0 }
      var story = FailureStory(
        kind: "expectation", summary: text, location: has(0) ? CodeLocation() : nil, instant: .zero,
        observed: has(1) ? lines : [],
        underWay: has(2) ? [FailureStory.Section(title: "on a phone", lines: lines)] : [],
        crash: has(3) ? lines : [], nondeterminism: has(4) ? text : nil)
      story.values = has(5) ? lines.map { "✗ " + $0 } : []
      story.reasons = has(6) ? lines : []
      story.sharedStatics = has(7) ? text : nil
      story.events = lines.map {
        StoryEvent(
          instant: .zero, subject: "Alice", text: has(8) ? "refused " + $0 : $0,
          weight: has(8) ? 6 : 4)
      }
      let plan = PlannedRun(ordinal: 0, scenario: scenario, configuration: RunConfiguration())
      var run = FinishedRun(
        plan: plan,
        result: RunResult(
          scenario: "long", configuration: RunConfiguration(), outcome: .failed, digest: 0,
          virtualNanoseconds: 0, events: 9, story: story), wallTime: .zero)
      if has(4) {
        run.printed = text + "\n" + text
        run.slowest = SlowStep(step: 7, time: .milliseconds(300))
      }
      let told = try #require(StoryText(run, style: Style(hasColour: false)))
      let text = StoryText.$length.withValue(length) { told.text }
      let height = text.split(separator: "\n", omittingEmptySubsequences: false).count - 2
      #expect(height <= most, "\(height) lines of the parts \(parts)")
      #expect(text.contains("To see it again"))
    }
  }

  @Test("--brief and --long exclude each other, and each is another length than the usual one")
  func lengths() {
    let much = Scenario("Bob sees what there is") { (stage: Stage) in
      let words = Array(repeating: "what there is to be seen", count: 40).joined(separator: " ")
      stage.world.fail(
        Failure(kind: "expectation", expected: words, observed: (1...40).map { "line \($0)" }))
    }.named("much")
    let told = [[], ["--brief"], ["--long"]].map { options in
      let captured = Captured()
      captured.run(["much"] + options, catalog: Sample.catalog(much))
      return captured.results.split(separator: "\n").count
    }
    #expect(told[1] < told[0] && told[0] < told[2])
    let both = Captured()
    let status = both.run("much", "--brief", "--long", catalog: Sample.catalog(much))
    #expect(status == .usage)
    #expect(both.notes.contains("--brief and --long"))
  }

  /// The whole text of a story, of a run that failed at 3 s.
  private static func text(_ story: FailureStory, of name: String) throws -> String {
    let scenario = Scenario("Alice sees a blue check") { (_: Stage) in }.named(name)
    let configuration = RunConfiguration(seed: 1)
    let run = FinishedRun(
      plan: PlannedRun(ordinal: 0, scenario: scenario, configuration: configuration),
      result: RunResult(
        scenario: name, configuration: configuration, outcome: .failed, digest: 0,
        virtualNanoseconds: 3_000_000_000, events: 9, story: story), wallTime: .zero)
    return try #require(StoryText(run, style: Style(hasColour: false))).text
  }

  private static func head(_ name: String) -> String {
    """
    ✗ \(name) failed at 3 s of virtual time
      Alice sees a blue check
      seed 1, schedule fifo, \(BuildMode.current.rawValue) build, digest 0000000000000000
    """
  }

  private static let three = Instant(nanoseconds: 3_000_000_000)

  @Test("the wording of an expectation with values, whole")
  func values() throws {
    var story = FailureStory(
      kind: "expectation",
      summary: "the status of the bubble to be read on Alice's screen within 1 s", location: nil,
      instant: Self.three, observed: ["Alice's screen at 3 s:", "hello ✓ grey"])
    story.names.add("-OiD0oZDJu1", "hello")
    story.values = [
      "✗ status of bubble -OiD0oZDJu1 is sent since 2 s; before that sending from 1 s"
    ]
    story.reasons = ["Bob sent a change of -OiD0oZDJu1 at 2 s that has not arrived at the backend."]
    story.events = [
      StoryEvent(
        instant: Instant(nanoseconds: 1_000_000_000), subject: "Alice", text: "send -OiD0oZDJu1",
        weight: 5)
    ]
    #expect(
      try Self.text(story, of: "values")
        == """
        \(Self.head("values"))
          Expected
            the status of the bubble to be read on Alice's screen within 1 s
            ✗ status of bubble “hello” is sent since 2 s; before that sending from 1 s
          Why, as far as the run shows
            Bob sent a change of “hello” at 2 s that has not arrived at the backend.
          What led to it
                     1 s  Alice  send “hello”
          To see it again
            swift run rehearse replay r1:values:1:fifo:\(BuildMode.current.rawValue)


        """.replacing(
          "swift run rehearse",
          with: BuildMode.current == .release
            ? "swift run -c release rehearse" : "swift run rehearse"))
  }

  @Test("the wording of a requirement: both sides, and the screens of all phones")
  func requirement() throws {
    var story = FailureStory(
      kind: "expectation", summary: "the readers at the backend to be 2", location: nil,
      instant: Self.three,
      observed: ["Alice", "Bob"].flatMap { phone in
        [FailureStory.title(ofScreenOf: phone, at: Self.three)] + (1...5).map { "line \($0)" }
      })
    story.values = ["✗ the readers at the backend: 1, not 2"]
    story.hasValuesBesideScreens = true
    let text = try Self.text(story, of: "requirement")
    #expect(
      text.hasPrefix(
        """
        \(Self.head("requirement"))
          Expected
            the readers at the backend to be 2
            ✗ the readers at the backend: 1, not 2
          What there was instead
            Alice's screen at 3 s:
            line 1
            … 4 lines more
            Bob's screen at 3 s:
            line 1
            … 4 lines more
          To see it again
        """), "\(text)")
  }

  private static func screens(_ phones: String..., lines: Int) -> [String] {
    phones.flatMap { phone in
      [FailureStory.title(ofScreenOf: phone, at: three)] + (1...lines).map { "\(phone) \($0)" }
    }
  }

  @Test("of screens those that the statement names are shown, each with its first lines")
  func namedScreens() throws {
    let story = FailureStory(
      kind: "expectation", summary: "no write by Bob; the backend counted 15", location: nil,
      instant: Self.three, observed: Self.screens("Alice", "Bob", "Bob's iPad", lines: 20))
    let text = try Self.text(story, of: "named")
    #expect(
      text.contains(
        """
          What there was instead
            Bob's screen at 3 s:
            Bob 1
            Bob 2
            Bob 3
            Bob 4
            … 16 lines more
            … 2 screens more; --long tells all
          To see it again
        """), "\(text)")
    let all = FailureStory(
      kind: "expectation", summary: "no writes at all", location: nil, instant: Self.three,
      observed: Self.screens("Alice", "Bob", "Carol", lines: 20))
    #expect(
      try Self.text(all, of: "all").contains(
        """
          What there was instead
            Alice's screen at 3 s:
            Alice 1
            … 19 lines more
            Bob's screen at 3 s:
            Bob 1
            … 19 lines more
            … 1 screen more; --long tells all
          To see it again
        """))
  }

  @Test("a screen of which no line fits is left out")
  func noScreen() throws {
    var story = FailureStory(
      kind: "expectation",
      summary: (1...60).map { "part \($0) of what is expected" }.joined(separator: ", "),
      location: nil, instant: Self.three, observed: Self.screens("Alice", "Bob", lines: 20))
    story.reasons = (1...3).map { "reason \($0)" }
    story.sharedStatics = (1...60).map { "static \($0)" }.joined(separator: ", ")
    story.events = (1...9).map {
      StoryEvent(instant: .zero, subject: "Alice", text: "send \($0)", weight: 5)
    }
    let text = try Self.text(story, of: "tight")
    #expect(!text.contains("screen at 3 s") && !text.contains("What there was instead"), "\(text)")
    #expect(text.contains("send 9"))
  }

  @Test("in brief an unrelated refusal has a line, and what has little weight none")
  func briefEvents() throws {
    let reasons = (1...9).map { "no rule number \($0) grants it" }.joined(separator: ", ")
    var story = FailureStory(
      kind: "expectation", summary: "no write by Bob", location: nil, instant: Self.three)
    story.events = [
      StoryEvent(instant: .zero, subject: "Bob", text: "launch → foreground", weight: 1),
      StoryEvent(instant: Self.three, subject: "nemesis", text: "kill@Bob.commit#31", weight: 8),
      StoryEvent(instant: Self.three, subject: "backend", text: "refused: " + reasons, weight: 4),
      StoryEvent(instant: Self.three, subject: "Bob", text: "redrawn", weight: 1),
    ]
    let brief = try Self.text(story, of: "brief").split(separator: "\n").map(String.init)
    let start = try #require(brief.firstIndex(of: "  What led to it"))
    let end = try #require(brief.firstIndex(of: "  To see it again"))
    let told = brief[(start + 1)..<end]
    #expect(told.count == 3)
    #expect(told.first?.hasSuffix("nemesis  kill@Bob.commit#31") == true)
    #expect(told.last == "    and 2 more; --long tells all")
    let long = try StoryText.$length.withValue(.long) { try Self.text(story, of: "long") }
    #expect(long.contains("launch → foreground") && long.contains("redrawn"))
    // One that has to do with the failure has its reasons.
    story.events[2] = StoryEvent(
      instant: Self.three, subject: "backend", text: "refused: " + reasons, weight: 6)
    #expect(try Self.text(story, of: "whole").contains("no rule number 6"))
  }

  private static let waits = Scenario(
    "waits for longer than a run may last", bounds: Bounds(virtualTime: .seconds(10))
  ) { (stage: Stage) in
    _ = stage.world.lane("Bob").schedule(after: .seconds(60)) {}
    try await stage.world.withContinuation({ "Bob's answer" }) { (_: WorldContinuation<Void>) in }
  }.named("waits")

  private static let creeps = Scenario(
    "goes on in tiny steps", bounds: Bounds(eventsPerMoment: 1000)
  ) { (stage: Stage) in
    while true { try await stage.world.sleep(for: .nanoseconds(1)) }
  }.named("creeps")

  @Test(
    "the wording of each bound on a run, whole",
    arguments: [
      (
        StoryTextTests.waits,
        "the virtual clock passed 10 s, the bound of this run; still waiting: Bob's answer"
      ),
      (
        Sample.loops,
        """
        the run took more than … steps; raise the bound if the scenario needs them; of the last …, … ran on \
        lane scenario
        """
      ),
      (
        StoryTextTests.creeps,
        """
        more than … steps ran in the 10 ms up to …: something comes round for ever after next to no time, such \
        as a sleep, an advance or a fault of a few nanoseconds. Let it wait for longer, or for a change; of the \
        last …, … ran on lane scenario
        """
      ),
    ])
  func bounds(scenario: Scenario, reason: String) throws {
    let lines = try Self.story(scenario).split(separator: "\n").map(String.init)
    #expect(lines[0].hasPrefix("✗ \(scenario.name) exhausted at "))
    let start = try #require(lines.firstIndex(of: "  What happened"))
    let end = try #require(lines.firstIndex(of: "  To see it again"))
    // Where lines are broken depends on the numbers in them.
    let words = lines[(start + 1)..<end].flatMap { $0.split(separator: " ") }
      .joined(separator: " ")
    let text = words.replacing(/more than \d+ steps/, with: "more than … steps")
      .replacing(/last \d+, \d+ ran/, with: "last …, … ran")
      .replacing(/up to .*?: something/, with: "up to …: something")
    #expect(text == reason)
  }

  @Test("the step that took longest in real time is told, in brief and in full")
  func slow() throws {
    var run = Sample.play(Sample.fails)
    run.slowest = SlowStep(step: 7, time: .milliseconds(300))
    for length in [StoryText.Length.brief, .long] {
      let story = try #require(StoryText(run, style: Style(hasColour: false)))
      let text = StoryText.$length.withValue(length) { story.text }
      #expect(text.contains("  Slow in real time\n    step 7 took at least 300 ms of real time"))
    }
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
