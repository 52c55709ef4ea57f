import Foundation
import Harness
import Synchronization
import Testing

@testable import RehearsalCommand
@testable import Simulator

@Suite("Soaking")
struct SoakTests {
  /// A day of which each step covers its deed; one with a deed of 7 fails.
  private static let days = Scenario("nothing is a seven") { (stage: Stage) in
    let world = stage.world
    var day = Day(phones: [Day.Phone(name: "Alice", user: "alice", profile: "wifi")])
    var more = 3
    if case .given(let given) = world.dayChoice { (day, more) = (given, given.more) }
    let entity = UInt64(day.steps.count)
    for place in 0..<more {
      let deed = world.choices.index(
        below: 9, ChoiceStream("test.deed"), entity: entity, ordinal: UInt64(place))
      day.steps.append(Day.Step(wait: .zero, phone: "Alice", deed: "\(deed)"))
    }
    day.more = 0
    world.note(day: day)
    for pair in zip(day.steps, day.steps.dropFirst()) {
      world.cover("\(pair.0.deed) | \(pair.1.deed)")
    }
    if day.steps.contains(where: { $0.deed == "7" }) { breakSevens(in: world, on: "Alice") }
  }.named("days").playingDays(
    DayTelling(
      source: { day, file in "// \(file.name): \(file.title), \(day.steps.count)\n" },
      words: { $0.deed }))

  /// Every seventh seed breaks what days with a seven break, on another phone.
  private static let sevens = Scenario("no seventh seed") { (stage: Stage) in
    guard stage.world.choices.seed % 7 == 0 else { return }
    breakSevens(in: stage.world, on: "Bob")
  }.named("sevens")

  private static func breakSevens(in world: World, on phone: String) {
    world.journal.record(JournalNote(.message, "seven"), about: JournalSource(phone))
    world.fail(Failure(kind: "invariant S-1", expected: "no 7 on \(phone)"))
  }

  private static let catalog = Sample.catalog(days, sevens, Sample.fine)

  private struct Soaked {
    let status: RehearsalCommand.ExitStatus
    let captured: Captured
  }

  private func soak(
    _ folder: borrowing TemporaryFolder, _ arguments: String...,
    of catalog: ScenarioCatalog = catalog
  ) -> Soaked {
    let captured = Captured()
    let status = RehearseCommand(catalog: catalog, host: .thisProcess).run(
      ["soak", "--folder", folder.path("soak")] + arguments, on: captured.console)
    return Soaked(status: status, captured: captured)
  }

  private func failures(_ folder: borrowing TemporaryFolder) throws -> [String] {
    try FileManager.default.contentsOfDirectory(atPath: folder.path("soak/Failures")).sorted()
  }

  private func state(_ folder: borrowing TemporaryFolder) throws -> SoakState {
    try SoakState(parsing: try folder.text("soak/state"))
  }

  // MARK: - What it plays and tells

  @Test("what days and a sweep break alike is one class, told once")
  func oneClass() throws {
    let folder = try TemporaryFolder()
    let soaked = soak(folder, "--runs", "12000")
    #expect(soaked.status == .failed)
    let names = try failures(folder)
    #expect(names.count == 1)
    let failure = try SoakClass(
      parsing: try folder.text("soak/Failures/\(try #require(names.first))"))
    #expect(failure.statement == "invariant S-1: no # on *")
    #expect(failure.counts["days"] ?? 0 > 0 && failure.counts["sevens"] ?? 0 > 0)
    #expect(failure.isShrunk)
    #expect(failure.story.contains("To see it again"))
    let told = soaked.captured.results.components(separatedBy: " failed at ").count - 1
    #expect(told == 1)
    #expect(soaked.captured.results.contains("1 class of failures"))
    #expect(soaked.captured.notes.contains("new class of failures: invariant S-1"))
    #expect(try folder.text("soak/summary.txt").contains("invariant S-1"))
  }

  @Test("a day is told by its scenario file")
  func dayStory() throws {
    let folder = try TemporaryFolder()
    #expect(soak(folder, "days", "--runs", "200").status == .failed)
    let name = try #require(try failures(folder).first)
    #expect(try folder.text("soak/Failures/\(name)").contains(": no 7 on Alice, 1\n"))
  }

  @Test(
    "without failures it passes, and says so in every format", arguments: ["text", "json", "junit"])
  func passes(format: String) throws {
    let folder = try TemporaryFolder()
    let soaked = soak(folder, "fine", "--runs", "20", "--format", format)
    #expect(soaked.status == .passed)
    let word = [
      "text": "no class of failures", "json": #""kind":"soak""#, "junit": #"failures="0""#,
    ]
    #expect(soaked.captured.results.contains(try #require(word[format])))
  }

  @Test("in JSON and JUnit each class is there, with the token that shows it again")
  func formats() throws {
    let folder = try TemporaryFolder()
    let json = soak(folder, "sevens", "--runs", "50", "--format", "json").captured.lines
    #expect(json.count { $0.contains(#""kind":"failure_class""#) } == 1)
    #expect(json.last?.contains(#""kind":"summary","passed":43,"failed":7,"runs":50"#) ?? false)
    #expect(json.contains { $0.contains(#""replay":"r1:sevens:7:"#) })
    let junit = soak(folder, "sevens", "--runs", "1", "--format", "junit").captured.results
    #expect(junit.contains(#"tests="1" failures="1""#))
  }

  @Test("in JUnit a class of runs that came to no end is an error, with its scenario's file")
  func junitErrors() throws {
    let folder = try TemporaryFolder()
    let catalog = Sample.catalog(Sample.stalls, Sample.fails)
    let results = soak(folder, "--runs", "20", "--format", "junit", of: catalog).captured.results
    #expect(results.contains(#"tests="2" failures="1" errors="1""#))
    #expect(results.contains(#"<error type="stalled" message=""#))
    #expect(results.contains(#"<failure type="expectation" message=""#))
    #expect(results.contains(#"Stage.swift" tests=""#))
  }

  // MARK: - Going on

  @Test("the same command goes on with seeds that were not played, and tells no class again")
  func goesOn() throws {
    let folder = try TemporaryFolder()
    let seeds = Mutex<[UInt64]>([])
    let noting = Scenario("notes its seed") { (stage: Stage) in
      seeds.withLock { $0.append(stage.world.choices.seed) }
    }.named("noting")
    let catalog = Sample.catalog(noting, Self.sevens)
    // Not a multiple of the number of scenarios: the second start begins in the middle of a seed.
    #expect(soak(folder, "--runs", "31", "--seed", "5", of: catalog).status == .failed)
    let again = soak(folder, "--runs", "20", of: catalog)
    #expect(again.status == .failed)
    #expect(again.captured.notes.contains("going on from"))
    #expect(!again.captured.results.contains(" failed at "))
    // A run under `pct` is played twice, to count its steps.
    let played = Set(seeds.withLock { $0 }).sorted()
    #expect(played == (0..<UInt64(played.count)).map { $0 + 5 })
    let state = try state(folder)
    #expect(state.tally.runs == 51 && state.sweptRuns == 51)
    #expect(state.swept["noting"] == played.count)
    #expect(abs(played.count - (state.swept["sevens"] ?? 0)) <= 1)
    #expect(again.captured.results.contains("20 of them since the last start"))
  }

  @Test("days that were played are not played again, and what they reached is known")
  func daysGoOn() throws {
    let folder = try TemporaryFolder()
    _ = soak(folder, "days", "--runs", "150")
    let before = try #require(try state(folder).explored["days"])
    #expect(before.seeds == 150 && !before.features.isEmpty && !before.corpus.isEmpty)
    _ = soak(folder, "days", "--runs", "10")
    let after = try #require(try state(folder).explored["days"])
    #expect(after.seeds == 160)
    #expect(Array(after.features.prefix(before.features.count)) == before.features)
  }

  @Test("another seed than the soak began with is refused")
  func otherSeed() throws {
    let folder = try TemporaryFolder()
    _ = soak(folder, "fine", "--runs", "3", "--seed", "5")
    let soaked = soak(folder, "fine", "--runs", "3", "--seed", "6")
    #expect(soaked.status == .usage)
    #expect(soaked.captured.notes.contains("that began at seed 5"))
  }

  // MARK: - Damage, other builds, other soaks

  @Test("a damaged state begins anew with a word, and loses no class and no day")
  func damagedState() throws {
    let folder = try TemporaryFolder()
    _ = soak(folder, "days", "sevens", "--runs", "9000")
    let names = try failures(folder)
    let days = try FileManager.default.contentsOfDirectory(atPath: folder.path("soak/Days")).count
    let text = try folder.text("soak/state")
    for damage in [
      String(text.dropLast(9)), text.replacing("\"passed\":", with: "\"passed\":1"), "",
    ] {
      try folder.write(damage, to: "soak/state")
      let soaked = soak(folder, "days", "sevens", "--runs", "\(days + 1)")
      #expect(soaked.captured.notes.contains("was damaged"))
      #expect(soaked.status == .failed)
      #expect(try failures(folder) == names)
    }
    #expect(try state(folder).swept["sevens"] ?? 0 < 9000)
  }

  @Test("the kept days are played first where the state is lost")
  func daysFirst() throws {
    let folder = try TemporaryFolder()
    _ = soak(folder, "days", "--runs", "150")
    let kept = try FileManager.default.contentsOfDirectory(atPath: folder.path("soak/Days")).count
    try FileManager.default.removeItem(atPath: folder.path("soak/state"))
    _ = soak(folder, "days", "--runs", "\(kept + 4)")
    #expect(try state(folder).explored["days"]?.seeds == 4)
  }

  @Test("a state of another version is refused, with the remedy")
  func otherVersion() throws {
    let folder = try TemporaryFolder()
    _ = soak(folder, "fine", "--runs", "3")
    let text = try folder.text("soak/state").replacing("rehearse-soak 1 ", with: "rehearse-soak 2 ")
    try folder.write(text, to: "soak/state")
    let soaked = soak(folder, "fine", "--runs", "3")
    #expect(soaked.status == .usage)
    #expect(soaked.captured.notes.contains("name another --folder"))
    #expect(try folder.text("soak/state") == text)
  }

  @Test(
    "another build begins anew, and plays each class again: what passes now fails the soak no more")
  func otherBuild() throws {
    let folder = try TemporaryFolder()
    #expect(soak(folder, "sevens", "--runs", "20").status == .failed)
    var other = SoakState(build: "another", seed: 1)
    other.swept["sevens"] = 20
    try folder.write(other.text, to: "soak/state")
    let unfixed = soak(folder, "sevens", "--runs", "3")
    #expect(unfixed.status == .failed)
    #expect(unfixed.captured.notes.contains("is of another build"))
    #expect(try state(folder).swept["sevens"] == 3)

    try folder.write(other.text, to: "soak/state")
    let mended = Scenario("no seventh seed") { (_: Stage) in }.named("sevens")
    let fixed = soak(folder, "sevens", "--runs", "30", of: Sample.catalog(mended))
    #expect(fixed.status == .passed)
    #expect(fixed.captured.notes.contains("its plainest run passes in this build"))
    #expect(try failures(folder).count == 1)

    // It counts again as soon as it is seen again.
    #expect(soak(folder, "sevens", "--runs", "30").status == .failed)
  }

  @Test("a damaged class is named and stays as it is")
  func damagedClass() throws {
    let folder = try TemporaryFolder()
    _ = soak(folder, "sevens", "--runs", "20")
    let name = try #require(try failures(folder).first)
    let text = try folder.text("soak/Failures/\(name)")
    for damage in [
      text.replacing("plainest: r1:", with: "plainest: r7:"), String(text.prefix(200)),
    ] {
      try folder.write(damage, to: "soak/Failures/\(name)")
      let soaked = soak(folder, "sevens", "--runs", "20")
      #expect(soaked.status == .usage)
      #expect(soaked.captured.notes.contains(name))
      #expect(soaked.captured.notes.contains("move it away"))
      #expect(try folder.text("soak/Failures/\(name)") == damage)
    }
  }

  @Test("a folder that another soak uses is refused, and free again at its end")
  func inUse() throws {
    let folder = try TemporaryFolder()
    let captured = Captured()
    let first = try SoakFolder(folder.path("soak"), console: captured.console)
    let soaked = soak(folder, "fine", "--runs", "3")
    #expect(soaked.status == .usage)
    #expect(soaked.captured.notes.contains("another soak uses this folder"))
    first.close()
    #expect(soak(folder, "fine", "--runs", "3").status == .passed)
  }

  @Test(
    "bad arguments are named",
    arguments: [
      (["--for", "soon"], "is no value for --for"), (["--runs", "0"], "the number of runs"),
      (["--for", "0h"], "is no value for --for"), (["nothing"], "no scenario"),
      (["--folder"], "--folder needs a value"), (["--days", "3"], "there is no option --days"),
    ])
  func badArguments(arguments: [String], text: String) throws {
    let folder = try TemporaryFolder()
    let captured = Captured()
    let command = RehearseCommand(catalog: Self.catalog, host: .thisProcess)
    let place = arguments.contains("--folder") ? [] : ["--folder", folder.path("soak")]
    #expect(command.run(["soak"] + place + arguments, on: captured.console) == .usage)
    #expect(captured.notes.contains(text))
    #expect(try folder.names.isEmpty)
  }
}
