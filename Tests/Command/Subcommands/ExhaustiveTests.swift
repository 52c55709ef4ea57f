import Foundation
internal import Harness
import Testing

@testable import RehearsalCommand
@testable import Simulator

@Suite("Every schedule, by the command")
struct ExhaustiveTests {
  private static let catalog = Sample.catalog(Sample.races, Sample.fine)

  /// Fails in each of the three orders in which the second lane, which comes last by default, begins.
  private static let overtakes = Scenario("the first lane begins") { (stage: Stage) in
    let world = stage.world
    let steps = WorldBound(0, in: world)
    let isOvertaken = WorldBound(false, in: world)
    let (first, second) = (world.lane("first"), world.lane("second"))
    first.post {
      steps.withValue { $0 += 1 }
      first.post { steps.withValue { $0 += 1 } }
    }
    second.post {
      if steps.withValue({ $0 }) == 0 { isOvertaken.withValue { $0 = true } }
      second.post { steps.withValue { $0 += 1 } }
    }
    try await world.untilQuiet()
    // Told at the end: a run that ends with the first step of the second lane is one run for all that might follow.
    if isOvertaken.withValue({ $0 }) {
      world.fail(Failure(kind: "invariant", expected: "the first lane begins"))
    }
  }.named("overtakes")

  private func lines(_ arguments: String...) throws -> (
    RehearsalCommand.ExitStatus, [[String: Any]]
  ) {
    let captured = Captured()
    let all = ["run", "--schedule", "exhaustive", "--format", "json"] + arguments
    let status = RehearseCommand(catalog: Self.catalog, host: .thisProcess).run(
      all, on: captured.console)
    return (
      status,
      try captured.results.split(separator: "\n").map {
        try #require(try JSONSerialization.jsonObject(with: Data($0.utf8)) as? [String: Any])
      }
    )
  }

  @Test("the schedules are counted, and the plainest failure has a token that replays it")
  func counts() throws {
    let (status, lines) = try lines("races", "--jobs", "2")
    #expect(status == .failed)
    #expect(lines.map { $0["kind"] as? String } == ["result", "exploration", "summary"])
    // Two lanes of two steps each: six orders, one of which fails.
    #expect(lines[1]["explored"] as? Int == 6)
    #expect(lines[1]["failed"] as? Int == 1)
    #expect(lines[1]["complete"] as? Bool == true)
    #expect(lines[1]["at_least"] as? Int == 6)
    #expect(lines[2]["runs"] as? Int == 6)

    let token = try #require(lines[1]["replay"] as? String)
    let replayed = Captured()
    #expect(replayed.run("replay", token, "--format", "json", catalog: Self.catalog) == .failed)
    #expect(replayed.results.contains(try #require(lines[0]["digest"] as? String)))
  }

  @Test("limits are kept and said")
  func limits() throws {
    let (status, stopped) = try lines("races", "--max-runs", "2")
    #expect(status == .passed)
    #expect(stopped[0]["explored"] as? Int == 2)
    #expect(stopped[0]["complete"] as? Bool == false)
    #expect((3...6).contains(stopped[0]["at_least"] as? Int ?? 0))

    let (_, near) = try lines("races", "--max-deviations", "0")
    #expect(near[0]["explored"] as? Int == 1)
    #expect(near[0]["complete"] as? Bool == false)
    #expect(near[0]["max_deviations"] as? Int == 0)
  }

  @Test("the first failure ends an exploration that is to stop there")
  func failFast() throws {
    func exploration(_ arguments: String...) throws -> (failed: Int, explored: Int) {
      let captured = Captured()
      let all = ["run", "--schedule", "exhaustive", "--every-order", "--format", "json"]
      _ = RehearseCommand(catalog: Sample.catalog(Self.overtakes), host: .thisProcess).run(
        all + arguments, on: captured.console)
      let line = try #require(
        captured.results.split(separator: "\n").first { $0.contains(#""kind":"exploration""#) })
      let object = try #require(
        try JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any])
      return (
        try #require(object["failed"] as? Int), try #require(object["explored"] as? Int)
      )
    }
    let all = try exploration()
    let some = try exploration("--fail-fast")
    #expect(all.failed > 1)
    #expect(some.failed == 1)
    #expect(some.explored < all.explored)
  }

  @Test("digests do not depend on how many threads explore")
  func jobs() throws {
    let digests = try ["1", "3"].map { jobs in
      try lines("--jobs", jobs).1.compactMap { $0["digest"] as? String }
    }
    #expect(digests[0] == digests[1])
  }

  @Test("the table says how far it came, and the story what differs from the plain run")
  func text() {
    let captured = Captured()
    #expect(captured.run("run", "--schedule", "exhaustive", catalog: Self.catalog) == .failed)
    #expect(captured.results.contains("complete"))
    #expect(captured.results.contains("✗ races failed"))
    #expect(captured.results.contains("1 of 6 schedules failed; this one differs from the plain"))
    #expect(captured.results.contains("6 passed, 1 failed"))
  }

  @Test("the table says how many draws of a run were not varied", arguments: [1, 2])
  func untried(count: Int) {
    let draws = Scenario("draws among many") { (stage: Stage) in
      for ordinal in 0..<UInt64(count) {
        _ = stage.world.choices.index(
          below: 100, ChoiceStream("test.many"), entity: 0, ordinal: ordinal)
      }
    }.named("draws")
    let captured = Captured()
    let status = RehearseCommand(catalog: Sample.catalog(draws, Sample.fine), host: .thisProcess)
      .run(["run", "--schedule", "exhaustive"], on: captured.console)
    #expect(status == .passed)
    let noun = count == 1 ? "draw" : "draws"
    #expect(
      captured.results.contains("; up to \(count) \(noun) of a run keep what the seed gave"))
    #expect(captured.results.components(separatedBy: "keep what").count == 2)
  }
}
