import Foundation
import Harness
import Testing

@testable import RehearsalCommand
@testable import Simulator

@Suite("The strikes command")
struct StrikesTests {
  /// A world with a till whose third sale is lost by a kill.
  private struct Shop: ScenarioWorld {
    let world: World
    let sales: WorldBound<Int>
    let counter: StrikeCounter?

    init(in world: World) async throws {
      self.world = world
      let sales = WorldBound(0, in: world)
      self.sales = sales
      let offers = [StrikeKind.kill, .killBefore, .suspend].map { kind in
        StrikeOffer(kind) { _ in kind == .suspend ? nil : FaultEnd {} }
      }
      world.nemesis?.register(FaultTarget("till", offers: [], strikes: offers))
      counter = world.nemesis?.counter(of: .commit, at: "till")
    }

    func sell() {
      let due = counter?.arrive()
      if due?.strikeBefore() == true { return }
      sales.withValue { $0 += 1 }
      due?.strikeAfter()
    }
  }

  private static func shop(_ policy: FaultPolicy) -> Scenario {
    Scenario("sells three times", faults: policy) { (shop: Shop) in
      for _ in 0..<3 {
        shop.sell()
        try await shop.world.sleep(for: .seconds(1))
      }
      if shop.sales.value < 3 {
        shop.world.fail(
          Failure(kind: "expectation", expected: "three sales", location: CodeLocation()))
      }
    }
  }

  private static let catalog = Sample.catalog(
    shop(.allowed).named("shop"), shop(.none).named("strict"), Sample.fails)

  private static func lines(_ text: String) throws -> [[String: Any]] {
    try text.split(separator: "\n").map {
      try #require(try JSONSerialization.jsonObject(with: Data($0.utf8)) as? [String: Any])
    }
  }

  @Test("each kind is played at each event, with a token that plays it again")
  func plays() throws {
    let captured = Captured()
    #expect(
      captured.run("strikes", "shop", "--format", "json", catalog: Self.catalog) == .failed)
    let lines = try Self.lines(captured.results)
    #expect(
      lines.map { $0["kind"] as? String } == [String](repeating: "result", count: 9) + [
        "strikes", "summary",
      ])
    let tokens = lines.compactMap { $0["replay"] as? String }
    #expect(
      tokens.prefix(3).map { $0.split(separator: ":").last.map(String.init) } == [
        "strike=kill@till.commit#1", "strike=kill-before@till.commit#1",
        "strike=suspend@till.commit#1",
      ])
    #expect(
      lines.prefix(9).map { $0["outcome"] as? String == "failed" } == [
        false, true, false, false, true, false, false, true, false,
      ])

    let strikes = lines[9]
    #expect(strikes["strikes"] as? Int == 9)
    #expect(strikes["runs"] as? Int == 9)
    #expect(strikes["failed"] as? Int == 3)
    #expect(strikes["idle"] as? Int == 3)
    let points = try #require(strikes["points"] as? [[String: Any]])
    #expect(points.map { $0["count"] as? Int } == [3])
    #expect(points.map { $0["event"] as? String } == ["commit"])
    let failures = try #require(strikes["failures"] as? [[String: Any]])
    #expect(failures.map { $0["count"] as? Int } == [3])
    #expect(lines[10]["runs"] as? Int == 9)

    let again = Captured()
    #expect(again.run("replay", tokens[1], "--format", "json", catalog: Self.catalog) == .failed)
    #expect(try Self.lines(again.results)[0]["digest"] as? String == lines[1]["digest"] as? String)
  }

  @Test("the count of events and the first story of each failure are told")
  func text() {
    let captured = Captured()
    #expect(captured.run("strikes", "shop", catalog: Self.catalog) == .failed)
    let words = captured.lines.map { $0.split(separator: " ").map(String.init) }
    #expect(words.contains { $0.prefix(6) == ["shop", "3", "9", "9", "3", "3"] })
    #expect(words.contains(["till", "3"]))
    #expect(captured.results.contains("kill-before@till.commit#1"))
    #expect(captured.results.contains("3 runs of 9 failed so."))
    #expect(captured.results.contains("6 passed, 3 failed (9 runs in "))
  }

  @Test("a scenario that does not allow faults is refused, unless it is to be played anyway")
  func refused() throws {
    let captured = Captured()
    #expect(captured.run("strikes", "strict", catalog: Self.catalog) == .usage)
    #expect(captured.notes.contains("the statements of strict do not allow faults"))
    #expect(captured.notes.contains("--anyway"))
    let anyway = Captured()
    #expect(anyway.run("strikes", "strict", "--anyway", catalog: Self.catalog) == .failed)
    #expect(anyway.results.contains("3 runs of 9 failed so."))
    // Without words those that allow faults are played.
    let all = Captured()
    #expect(all.run("strikes", "--format", "json", catalog: Self.catalog) == .failed)
    let scenarios = try Self.lines(all.results).compactMap { $0["scenario"] as? String }
    #expect(Set(scenarios) == ["shop"])
  }

  @Test("only some kinds and events are played where that is asked for")
  func filters() throws {
    let captured = Captured()
    #expect(
      captured.run(
        "strikes", "shop", "--kinds", "kill,suspend", "--events", "commit,step", "--format", "json",
        catalog: Self.catalog) == .passed)
    #expect(try Self.lines(captured.results).count == 8)
    for wrong in [["--kinds", "kick"], ["--events", "commit,"]] {
      let refused = Captured()
      #expect(refused.run("strikes", wrong[0], wrong[1], catalog: Self.catalog) == .usage)
      #expect(refused.notes.contains("is no value for \(wrong[0])"))
    }
  }

  @Test("a scenario that fails without a strike is told as it is, and not struck at")
  func plainFailure() throws {
    let captured = Captured()
    #expect(
      captured.run("strikes", "fails", "--anyway", "--format", "json", catalog: Self.catalog)
        == .failed)
    let lines = try Self.lines(captured.results)
    #expect(lines.map { $0["kind"] as? String } == ["result", "strikes", "summary"])
    #expect(lines[1]["strikes"] as? Int == 0)
  }

  @Test("JUnit's XML has a test case for each strike")
  func junit() {
    let captured = Captured()
    #expect(captured.run("strikes", "shop", "--format", "junit", catalog: Self.catalog) == .failed)
    #expect(captured.results.contains(#"tests="9" failures="3""#))
    #expect(captured.results.contains(#"name="shop kill-before@till.commit#1""#))
  }

  @Test("a replayed strike that never comes, or finds nothing, is noted")
  func unused() {
    for (strike, note) in [
      ("kill@till.commit#9", "kill@till.commit#9 was not used; till.commit#9 never came"),
      ("suspend@till.commit#1", "suspend@till.commit#1 found nothing to strike"),
    ] {
      let captured = Captured()
      #expect(
        captured.run("replay", "r1:shop:1:fifo:debug:strike=\(strike)", catalog: Self.catalog)
          == .passed)
      #expect(captured.notes.contains(note))
    }
    let wrong = Captured()
    #expect(
      wrong.run("replay", "r1:shop:1:fifo:debug:strike=kick@till.commit#9", catalog: Self.catalog)
        == .usage)
    #expect(wrong.notes.contains(#""kick" is no kind of strike"#))
  }
}
