import Chat
import Foundation
internal import Harness
import Network
import Simulator
import Testing
import scenarios

@Suite("Critical paths of the scenarios")
struct CriticalPathTests {
  private static let configurations: [RunConfiguration] =
    (1...3).flatMap { seed in
      [Schedule.fifo, .random].map { RunConfiguration(seed: seed, schedule: $0) }
    }
    + [nil, "wifi", "3g", "edge", "verybadnetwork"].flatMap { profile in
      (11...12).map { seed in
        RunConfiguration(
          seed: seed, schedule: .random, profile: profile, overtime: .minutes(5))
      }
    }

  /// The scenarios of the files in which one measures a latency.
  private static func measuring() throws -> [Scenario] {
    var isMeasuring: [String: Bool] = [:]
    return try ScenarioCatalog.scenarios.scenarios.filter { scenario in
      let path = scenario.location.filePath
      if let known = isMeasuring[path] { return known }
      let text = try String(contentsOfFile: path, encoding: .utf8)
      isMeasuring[path] = text.contains("measuredAs")
      return isMeasuring[path] == true
    }
  }

  /// Every second of them under one of the configurations, by turns, and twice where it measures a latency itself. All of them
  /// would take half a minute more.
  @Test(
    "every critical path adds up to its latency to the nanosecond, and tracing changes nothing",
    arguments: configurations.indices)
  func addUp(number: Int) throws {
    let configuration = Self.configurations[number]
    var traced = 0
    let scenarios = try Self.measuring()
    for (turn, place) in stride(from: 0, to: scenarios.count, by: 2).enumerated()
    where (turn + turn / Self.configurations.count) % Self.configurations.count == number {
      let scenario = scenarios[place]
      let plain = Runner.run(scenario, configuration)
      if plain.measures.isEmpty { continue }
      let (result, paths) = Runner.trace(scenario, configuration)
      traced += 1
      #expect(result.digest == plain.digest, "\(scenario) \(plain.token)")
      #expect(result.measures == plain.measures, "\(scenario)")
      #expect(paths.count == plain.measures.count)
      for (path, measure) in zip(paths, result.measures) {
        Self.check(path, measure, "\(plain.token)")
      }
    }
    #expect(traced > 0)
  }

  private static func check(_ path: CriticalPath, _ measure: Measure, _ name: String) {
    var instant = path.start
    for hop in path.hops {
      #expect(hop.start == instant, "\(name): a gap or an overlap before \(hop)")
      #expect(hop.nanoseconds > 0)
      #expect(hop.kind != .unknown && hop.kind != .timer, "\(name): \(hop)")
      instant = instant.advanced(by: .nanoseconds(hop.nanoseconds))
    }
    #expect(path.hops.reduce(0) { $0 + $1.nanoseconds } == measure.nanoseconds, "\(name)")
    #expect(path.fixedNanoseconds <= measure.nanoseconds)
  }

  @Test("a run that waits on is the same as one that does not, where every limit holds")
  func overtime() {
    // The runner waits on, and no scenario: every thirty-second says enough.
    let scenarios = ScenarioCatalog.scenarios.scenarios
    for place in stride(from: 0, to: scenarios.count, by: 32) {
      let scenario = scenarios[place]
      let plain = Runner.run(scenario, RunConfiguration(seed: 3, schedule: .random))
      let patient = Runner.run(
        scenario, RunConfiguration(seed: 3, schedule: .random, overtime: .minutes(5)))
      #expect(plain.digest == patient.digest, "\(scenario)")
      #expect(patient.overruns.isEmpty, "\(scenario)")
    }
  }

  @Test("the receipt on Edge takes longer than allowed, and its fixed hops say why")
  func edge() throws {
    let scenario = try #require(
      ScenarioCatalog.scenarios.scenarios.first { $0.name == "offlineRead/lte" })
    let configuration = RunConfiguration(
      profile: "edge", backendPath: "none", overtime: .minutes(5))
    let (result, paths) = Runner.trace(scenario, configuration)
    #expect(result.outcome == .passed)
    #expect(result.followsProfile)
    let place = try #require(result.measures.firstIndex { $0.name == "receipt" })
    let limit = try #require(result.measures[place].limit)
    #expect(limit == Duration.seconds(1).nanoseconds)
    #expect(result.measures[place].nanoseconds > limit)
    #expect(paths[place].fixedNanoseconds > limit)
    let trips = paths[place].hops.filter { $0.kind == .propagation }
    #expect(trips.count >= 5)
    #expect(trips.allSatisfy { $0.nanoseconds == Duration.milliseconds(400).nanoseconds })
  }
}
