import Backend
import Foundation
internal import Harness
import Testing

@testable import RehearsalCommand
@testable import Simulator

@Suite("Budgets")
struct BudgetTests {
  /// Takes 3 ms and 1 ms a unit of its seed modulo 10; its budget is 10 ms.
  private static let steady = Scenario("a latency that the seed decides") { (stage: Stage) in
    let lane = stage.world.lane("steady")
    let start = stage.world.now
    try await stage.world.withContinuation({ "the answer" }) {
      (continuation: WorldContinuation<Void>) in
      let extra = Int(stage.world.choices.seed % 10)
      stage.world.explain(
        Wait(
          at: "link", "the question",
          parts: [.init(WaitKind("way", isFixed: true), 3_000_000), .init(WaitKind("jitter"))]))
      lane.schedule(after: .milliseconds(3 + extra)) { continuation.resume(returning: ()) }
    }
    stage.world.measure(
      "answer", start.duration(to: stage.world.now), limit: .milliseconds(10), since: start)
  }.named("steady")

  /// Depends on the profile of the run.
  private static let linked = Scenario("a latency that the profile decides") { (stage: Stage) in
    let isSlow = stage.world.profileInForce() == "edge"
    stage.world.explain(Wait(WaitKind("way", isFixed: true), at: "link", "the question"))
    let start = stage.world.now
    try await stage.world.withContinuation({ "the answer" }) {
      (continuation: WorldContinuation<Void>) in
      stage.world.explain(Wait(WaitKind("way", isFixed: true), at: "link", "the question"))
      stage.world.lane("linked").schedule(after: .milliseconds(isSlow ? 400 : 1)) {
        continuation.resume(returning: ())
      }
    }
    stage.world.measure(
      "answer", start.duration(to: stage.world.now), limit: .milliseconds(10), since: start)
  }.named("linked")

  /// Its measure never comes on one seed of four, and another expectation is slow on one of three.
  private static let lossy = Scenario("sometimes waits for ever") { (stage: Stage) in
    let seed = stage.world.choices.seed
    let location = CodeLocation(fileID: "a/b.swift", filePath: "a/b.swift", line: 3)
    if seed % 3 == 0 {
      stage.world.note(
        Overrun(measure: nil, limit: 5, nanoseconds: 7, location: location))
    }
    guard seed % 4 == 0 else {
      return stage.world.measure("it", .nanoseconds(3), limit: .nanoseconds(5))
    }
    stage.world.note(Overrun(measure: "it", limit: 5, nanoseconds: nil, location: location))
    stage.world.fail(Failure(kind: "expectation", expected: "it came"))
  }.named("lossy")

  private static let catalog = Sample.catalog(steady, linked, lossy, Sample.fails, Sample.throwing)

  private static func objects(_ captured: Captured) throws -> [[String: Any]] {
    try captured.lines.map {
      try #require(try JSONSerialization.jsonObject(with: Data($0.utf8)) as? [String: Any])
    }
  }

  /// The text in one line.
  private static func folded(_ text: String) -> String {
    text.split(whereSeparator: \.isWhitespace).joined(separator: " ")
  }

  /// Takes so long as the path to the backend is.
  private static let distant = Scenario("a latency that the path decides") { (stage: Stage) in
    let path = try stage.world.backendPathInForce().map(BackendPath.named) ?? .none
    stage.world.measure("answer", path.delay * 2, limit: .milliseconds(100))
  }.named("distant")

  @Test("a path to the backend is played on, told, and part of the token")
  func backendPath() throws {
    let catalog = Sample.catalog(Self.distant)
    for (name, status, time) in [
      ("ocean", ExitStatus.passed, "92 ms"), ("world", .failed, "164 ms"),
    ] {
      let captured = Captured()
      #expect(
        captured.run("budget", "distant", "--seeds", "2", "--path", name, catalog: catalog)
          == status)
      #expect(captured.results.contains("backend behind \(name): "))
      #expect(captured.results.contains(time))
      #expect(
        captured.results.contains(
          "replay r1:distant:1:fifo:\(BuildMode.current.rawValue):path=\(name)`"))
    }
    let json = Captured()
    _ = json.run("budget", "distant", "--path", "region", "--format", "json", catalog: catalog)
    #expect(try Self.objects(json).first?["path"] as? String == "region")
    let refused = Captured()
    #expect(refused.run("budget", "distant", "--path", "mars", catalog: catalog) == .usage)
    #expect(refused.notes.contains("There is no path to the backend “mars”"))
    let token = Captured()
    #expect(token.run("replay", "r1:distant:1:fifo:debug:path=mars", catalog: catalog) == .usage)
    #expect(token.notes.contains("There is no path to the backend “mars”"))
  }

  @Test("quantiles, the share over budget with its bound, the worst seed and its path")
  func json() throws {
    let captured = Captured()
    let status = captured.run(
      "budget", "steady", "--seeds", "0..<1000", "--format", "json", catalog: Self.catalog)
    #expect(status == .failed)
    let line = try #require(try Self.objects(captured).first)
    #expect(line["kind"] as? String == "budget")
    #expect(line["version"] as? Int == 1)
    #expect(line["budget_ns"] as? Int == 10_000_000)
    #expect(line["runs"] as? Int == 1000)
    #expect(line["runs_over"] as? Int == 200)
    #expect(line["verdict"] as? String == "fail")
    let p50 = try #require(line["p50_ns"] as? Int)
    #expect(p50 >= 7_000_000 && p50 < 7_112_500)
    #expect(line["max_ns"] as? Int == 12_000_000)
    let bound = try #require(line["over_upper_per_million"] as? Int)
    #expect(bound > 200_000 && bound < 225_000)
    let worst = try #require(line["worst"] as? [String: Any])
    #expect(worst["seed"] as? Int == 9)
    let path = try #require(worst["path"] as? [[String: Any]])
    #expect(path.compactMap { $0["kind"] as? String } == ["way", "jitter"])
    #expect(path.compactMap { $0["ns"] as? Int } == [3_000_000, 9_000_000])
    #expect(try Self.objects(captured).last?["kind"] as? String == "summary")
  }

  @Test("the results do not depend on the number of jobs", arguments: ["json", "svg"])
  func jobs(format: String) {
    let runs = ["1", "3"].map { jobs in
      let captured = Captured()
      captured.run(
        "budget", "steady", "linked", "--profiles", "wifi,edge", "--seeds", "200", "--jobs", jobs,
        "--format", format, catalog: Self.catalog)
      // The real time that it took is the one thing that may differ.
      return captured.results.replacing(/"wall_ns":\d+/, with: "")
    }
    #expect(runs[0] == runs[1])
    #expect(!runs[0].isEmpty)
  }

  @Test("no failure in n seeds passes, with the bound 3/n")
  func passes() {
    let captured = Captured()
    let status = captured.run(
      "budget", "linked", "--profiles", "wifi", "--seeds", "300", catalog: Self.catalog)
    #expect(status == .passed)
    #expect(captured.results.contains("linked: answer within 10 ms"))
    #expect(captured.results.contains(/Wi-Fi +300 .* 0 +1 % +pass/))
    #expect(captured.results.contains("budgets: 1 kept (300 runs"))
  }

  @Test("a share may be allowed, and then its bound must be below it")
  func allowed() {
    let loose = Captured()
    #expect(
      loose.run("budget", "steady", "--seeds", "500", "--allow", "30%", catalog: Self.catalog)
        == .passed)
    let tight = Captured()
    #expect(
      tight.run("budget", "steady", "--seeds", "500", "--allow", "20%", catalog: Self.catalog)
        == .failed)
  }

  @Test("a budget that no seed can keep is told with the arithmetic")
  func impossible() throws {
    let captured = Captured()
    let status = captured.run(
      "budget", "linked", "--profiles", "wifi,edge", "--seeds", "20", catalog: Self.catalog)
    #expect(status == .failed)
    #expect(captured.results.contains(/Edge +20 .* 20 +100 % +cannot be kept/))
    let reason =
      "Edge cannot keep it: 400 ms of way = 400 ms, on the way of the fastest run, is more than 10 ms"
    #expect(Self.folded(captured.results).contains(reason))
    #expect(captured.results.contains("r1:linked@edge:1:fifo:"))
    // The slow seeds of the other scenario are bad luck: its fixed part is within the budget.
    let luck = Captured()
    luck.run("budget", "steady", "--seeds", "8..<10", catalog: Self.catalog)
    #expect(luck.results.contains("fail") && !luck.results.contains("cannot keep it"))
  }

  @Test("a scenario that follows no profile is played once, as it is written")
  func fixed() {
    let captured = Captured()
    captured.run(
      "budget", "steady", "--profiles", "wifi,edge", "--seeds", "7", catalog: Self.catalog)
    #expect(captured.results.contains("as written"))
    #expect(!captured.results.contains("Edge"))
    #expect(captured.results.contains("(7 runs,"))
  }

  @Test("what never comes counts as over budget, and lies above all that came")
  func never() throws {
    let captured = Captured()
    let status = captured.run(
      "budget", "lossy", "--seeds", "1..<13", "--format", "json", catalog: Self.catalog)
    #expect(status == .failed)
    let line = try #require(try Self.objects(captured).first)
    #expect(line["runs"] as? Int == 12)
    #expect(line["never"] as? Int == 3)
    #expect(line["runs_over"] as? Int == 3)
    #expect(line["p50_ns"] as? Int == 3)
    #expect(line["p90_ns"] is NSNull && line["max_ns"] is NSNull)
    let note = try Self.objects(captured)[1]
    #expect(note["kind"] as? String == "budget-note")
    #expect(note["runs_slow_elsewhere"] as? Int == 4)
    #expect(note["runs_failed_otherwise"] as? Int == 0)
  }

  @Test("runs that fail for another reason are told and fail the budget")
  func broken() {
    let captured = Captured()
    let status = captured.run("budget", "fails", "--seeds", "5", catalog: Self.catalog)
    #expect(status == .failed)
    #expect(captured.results.contains("5 of 5 runs failed for another reason"))
    #expect(Self.folded(captured.results).contains("the bubble is read within 1 s"))
  }

  @Test("scenarios that measure nothing are named")
  func unmeasured() {
    let catalog = Sample.catalog(Scenario("nothing") { (_: Stage) in }.named("nothing"))
    let captured = Captured()
    #expect(captured.run("budget", "--seeds", "5", catalog: catalog) == .fault)
    #expect(captured.notes.contains("there is no budget in nothing"))
  }

  @Test(
    "bad profiles, shares and formats are refused by name",
    arguments: [
      (["--profiles", "5G"], "There is no network profile “5G”"),
      (["--profiles", "lte,LTE"], "LTE stands in it twice"),
      (["--allow", "1"], "a share is a number with %"),
      (["--format", "junit"], "a format is text or json or svg"),
    ])
  func refused(arguments: [String], text: String) {
    let captured = Captured()
    let status = RehearseCommand(catalog: Self.catalog, host: .thisProcess).run(
      ["budget"] + arguments, on: captured.console)
    #expect(status == .usage)
    #expect(captured.notes.contains(text))
  }
}
