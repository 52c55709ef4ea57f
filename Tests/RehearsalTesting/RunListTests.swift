import Foundation
import Harness
import RehearsalCommand
import Simulator
import Testing

@testable import RehearsalTesting

@Suite("The runs that tests play")
struct RunListTests {
  private struct Empty: ScenarioWorld {
    init(in world: World) async throws {}
  }

  private enum Suite: RehearsalSuite {
    static let catalogs = [
      catalog(at: "/nowhere"),
      ScenarioCatalog([.init("alone", Scenario("alone", faults: .random(2)) { (_: Empty) in })]),
    ]
    static let program = "none"
    static var seeds: Int { 2 }
  }

  private enum Twice: RehearsalSuite {
    static let catalogs = [catalog(at: "/nowhere"), catalog(at: "/nowhere")]
    static let program = "none"
  }

  private static func catalog(at package: String) -> ScenarioCatalog {
    ScenarioCatalog(
      [
        .init(
          "family",
          [
            Scenario("first") { (_: Empty) in }.named("first"),
            Scenario("second") { (_: Empty) in }.named("second"),
          ]),
        .init("familyOfNone", [Scenario]()),
        .init("constant", 3),
      ], home: ScenarioHome(package: package, folder: "Sources/Shop"))
  }

  private func texts(_ name: String, _ environment: [String: String] = [:]) throws -> [String] {
    try RunList(of: Suite.self, environment: environment).runs(of: name).map(\.testDescription)
  }

  @Test("each member of a family plays each seed with each schedule")
  func family() throws {
    #expect(
      try texts("family") == [
        "family/first seed 1 fifo", "family/first seed 1 random", "family/first seed 2 fifo",
        "family/first seed 2 random", "family/second seed 1 fifo", "family/second seed 1 random",
        "family/second seed 2 fifo", "family/second seed 2 random",
      ])
  }

  @Test("a scenario whose runs have faults plays with them")
  func faults() throws {
    let runs = try RunList(of: Suite.self, environment: [:]).runs(of: "alone")
    #expect(runs.map { "\($0.token.configuration.faults)" } == ["2", "2", "2", "2"])
  }

  @Test("the environment says how many seeds, or which")
  func environment() throws {
    #expect(try texts("alone", ["REHEARSAL_SEEDS": "50"]).count == 100)
    #expect(
      try texts("alone", ["REHEARSAL_SEEDS": "7..<8"]) == [
        "alone seed 7 fifo", "alone seed 7 random",
      ])
    #expect(try texts("alone", ["REHEARSAL_SEEDS": ""]).count == 4)
  }

  @Test(
    "seeds that there cannot be are refused",
    arguments: ["0", "-1", "many", "5..<5", "100001", "18446744073709551616"])
  func badSeeds(text: String) throws {
    let error = try #require(throws: RehearsalError.self) {
      _ = try texts("alone", ["REHEARSAL_SEEDS": text])
    }
    #expect("\(error)".hasPrefix("REHEARSAL_SEEDS: \"\(text)\" names no seeds: "))
  }

  @Test(
    "a name that holds no scenario is refused, not played zero times",
    arguments: ["constant", "familyOfNone", "gone"])
  func nothing(name: String) {
    #expect(throws: RehearsalError.noScenario(name)) { try texts(name) }
  }

  @Test("a name that two scenarios have is refused with both places")
  func twice() throws {
    let error = try #require(throws: RehearsalError.self) {
      _ = try RunList(of: Twice.self, environment: [:]).runs(of: "family")
    }
    #expect("\(error)".hasPrefix("two scenarios are called family/first: those at "))
  }

  @Test("runs that failed once come first; files that cannot be played are told")
  func kept() throws {
    let package = FileManager.default.temporaryDirectory
      .appendingPathComponent("kept-\(UUID().uuidString)")
    let folder = package.appendingPathComponent("Sources/Shop/Regressions")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: package) }
    for (name, text) in [
      ("one", "token: r1:family/second:9:random:release\n"), ("two", "token: nonsense\n"),
      ("three", "token: r1:gone:9:random:release\n"),
    ] {
      let file = folder.appendingPathComponent("\(name).regression")
      try text.write(to: file, atomically: true, encoding: .utf8)
    }
    let list = RunList(
      catalog: Self.catalog(at: package.path), seeds: 1, schedules: [.fifo], environment: [:])
    #expect(
      try list.runs(of: "family").map(\.testDescription) == [
        "family/second seed 9 random kept in one.regression", "family/first seed 1 fifo",
        "family/second seed 1 fifo",
      ])
    #expect(list.complaints.count == 2)
    #expect(list.complaints.contains { $0.path.hasSuffix("/Regressions/two.regression") })
    #expect(list.complaints.contains { $0.text.contains("there is no scenario gone any more") })
  }
}
