import Foundation
internal import Harness
import Testing

@testable import RehearsalCommand
@testable import Simulator

@Suite("Exploring from the command")
struct ExploreTests {
  /// A day of which each step covers its deed; one with a deed of 7 fails.
  private static let days = days(ofDeeds: 9, failing: "7")

  /// A day of so many different deeds, of which one fails, if any.
  private static func days(ofDeeds count: Int, failing: String? = nil) -> Scenario {
    Scenario("nothing is a seven") { (stage: Stage) in
      let world = stage.world
      var day = Day(phones: [Day.Phone(name: "Alice", user: "alice", profile: "wifi")])
      if case .given(let given) = world.dayChoice { day = given }
      let entity = UInt64(day.steps.count)
      for place in 0..<(world.dayChoice.map { if case .given = $0 { day.more } else { 3 } } ?? 3) {
        let deed = world.choices.index(
          below: count, ChoiceStream("test.deed"), entity: entity, ordinal: UInt64(place))
        day.steps.append(Day.Step(wait: .zero, phone: "Alice", deed: "\(deed)"))
      }
      day.more = 0
      world.note(day: day)
      for pair in zip(day.steps, day.steps.dropFirst()) {
        world.cover("\(pair.0.deed) | \(pair.1.deed)")
      }
      if day.steps.contains(where: { $0.deed == failing }) {
        world.fail(Failure(kind: "invariant S-1", expected: "no seven"))
      }
    }.named("days").playingDays(
      DayTelling(
        source: { day, file in "// \(file.name): \(file.title), \(day.steps.count)\n" },
        words: { $0.deed }))
  }

  private func explore(_ arguments: String...)
    -> (status: RehearsalCommand.ExitStatus, captured: Captured)
  {
    let captured = Captured(annotates: true)
    let command = RehearseCommand(
      catalog: Sample.catalog(Self.days, Sample.fine), host: .thisProcess)
    return (command.run(["explore"] + arguments, on: captured.console), captured)
  }

  @Test("a failure is told once, shrunk, and printed as a scenario file")
  func tellsFailure() {
    let (status, captured) = explore("--seeds", "200")
    #expect(status == .failed)
    #expect(captured.results.contains("Shrunk to 1 step in "))
    #expect(captured.results.components(separatedBy: "✗ days failed").count == 2)
    #expect(captured.results.contains(": no seven, 1\n"))
    #expect(captured.notes.components(separatedBy: "title=days failed::no seven").count == 2)
    #expect(captured.results.contains("days failed so, the first after "))
  }

  /// A world in which faults of three kinds strike and leave a mark.
  private struct Marks: ScenarioWorld {
    let world: World
    let marks: WorldBound<Set<String>>

    init(in world: World) async throws {
      self.world = world
      let marks = WorldBound<Set<String>>([], in: world)
      self.marks = marks
      let offers = ["a", "b", "c"].map { (kind: FaultKind) in
        FaultOffer(kind) { _ in
          _ = marks.withValue { $0.insert(kind.name) }
          return FaultEnd {}
        }
      }
      world.nemesis?.register(FaultTarget("marks", offers: offers))
    }
  }

  @Test("of the faults that a failing day had, those that it needs are left")
  func fewestFaults() throws {
    let scenario = Scenario("nothing leaves the mark a", faults: .allowed) { (stage: Marks) in
      let world = stage.world
      var day = Day(phones: [Day.Phone(name: "Alice", user: "alice", profile: "wifi")])
      if case .given(let given) = world.dayChoice { day = given }
      if day.steps.isEmpty { day.steps = [Day.Step(wait: .zero, phone: "Alice", deed: "1")] }
      day.more = 0
      world.note(day: day)
      for number in 0..<10 {
        world.moment("look \(number)")
        try await world.sleep(for: .seconds(1))
      }
      try await world.sleep(for: .seconds(20))
      if stage.marks.value.contains("a") {
        world.fail(Failure(kind: "invariant S-1", expected: "no a"))
      }
    }.named("marks").playingDays(
      DayTelling(source: { "\($1.origin) \($1.faults == .allowed)" }, words: { $0.deed }))
    let captured = Captured()
    let status = RehearseCommand(catalog: Sample.catalog(scenario), host: .thisProcess).run(
      ["explore", "--seeds", "60", "--faults", "random:6", "--format", "json"],
      on: captured.console)
    #expect(status == .failed)
    let line = try #require(
      captured.results.split(separator: "\n").first { $0.contains(#""kind":"failing_day""#) })
    let told = try #require(
      try JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any])
    func faults(_ key: String) throws -> [String] {
      let token = try ReplayToken(parsing: try #require(told[key] as? String))
      let result = Runner.run(scenario, token.configuration)
      #expect(result.outcome == .failed)
      return result.faults.map(\.kind.name)
    }
    #expect(try faults("from").count > 1)
    #expect(try faults("replay") == ["a"])
    let source = try #require(told["source"] as? String)
    let replayed = try ReplayToken(parsing: try #require(told["replay"] as? String)).configuration
    #expect(
      source.contains(
        """
        --seed \(replayed.seed) --schedule \(replayed.schedule) --faults random:\(replayed.faults) \
        --knobs none
        """), "\(source)")
    #expect(source.hasSuffix("marks true"))
  }

  @Test("guidance reaches more pairs than fresh days alone")
  func guidance() throws {
    func pairs(_ arguments: String...) throws -> Int {
      let captured = Captured()
      let catalog = Sample.catalog(Self.days(ofDeeds: 40))
      _ = RehearseCommand(catalog: catalog, host: .thisProcess).run(
        ["explore", "--seeds", "400", "--format", "json", "--without-shrinking"] + arguments,
        on: captured.console)
      let line = try #require(
        captured.results.split(separator: "\n").first { $0.contains(#""kind":"days""#) })
      return Int(try #require(String(line).firstMatch(of: /"pairs":(\d+)/)?.1)) ?? 0
    }
    // Of 1,600 pairs; 400 fresh days have 800.
    let unguided = try pairs("--unguided")
    #expect((1...800).contains(unguided))
    #expect(try pairs() > unguided)
  }

  @Test("the corpus is kept, small, and played first the next time")
  func corpus() throws {
    let folder = try TemporaryFolder()
    let path = folder.path("corpus")
    _ = explore("--seeds", "150", "--corpus", path, "--without-shrinking")
    let names = try FileManager.default.contentsOfDirectory(atPath: path)
    #expect(!names.isEmpty && names.allSatisfy { $0.hasSuffix(".day") })
    let again = explore("--seeds", "1", "--corpus", path, "--format", "json").captured
    #expect(again.results.contains("\"days\":\(names.count + 1),"))
    // What was reached once is reached again by these few.
    let text = try String(contentsOfFile: path + "/" + names[0], encoding: .utf8)
    #expect(text.hasPrefix("run r1:days:"))
    #expect(try DayCorpus.read(text).day.steps.isEmpty == false)
  }

  @Test("a file of the corpus that was damaged is named")
  func damagedCorpus() throws {
    let folder = try TemporaryFolder()
    try "step\n".write(toFile: folder.path("a.day"), atomically: true, encoding: .utf8)
    let (status, captured) = explore("--corpus", folder.path(""))
    #expect(status == .usage)
    #expect(captured.notes.contains("a.day"))
  }

  @Test(
    "bad arguments are named",
    arguments: [
      (["--phones", "6...2"], "begins with its smaller end"), (["--phones", "2..6"], "a range is"),
      (["--users", "0"], "a number of phones or users"), (["--days", "0"], "the number of days"),
      (["fine"], "plays generated days"),
    ])
  func badArguments(arguments: [String], text: String) {
    let captured = Captured()
    let command = RehearseCommand(
      catalog: Sample.catalog(Self.days, Sample.fine), host: .thisProcess)
    #expect(command.run(["explore"] + arguments, on: captured.console) == .usage)
    #expect(captured.notes.contains(text))
  }

  @Test("a run without words leaves generated days out, and their name plays them")
  func leftOut() {
    let captured = Captured()
    let command = RehearseCommand(
      catalog: Sample.catalog(Self.days, Sample.fine), host: .thisProcess)
    _ = command.run(["run"], on: captured.console)
    #expect(captured.results.contains("fine") && !captured.results.contains("days"))
    _ = command.run(["run", "days"], on: captured.console)
    #expect(captured.results.contains("days"))
  }
}
