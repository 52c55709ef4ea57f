internal import Backend
import Chat
internal import Devices
internal import Harness
import Network
import Simulator
import Testing
import scenarios

@Suite("Scenarios whose backend is far away")
struct BackendPathWorldTests {
  private static func receipt(on path: String?) throws -> (Duration, RunResult) {
    let scenario = try #require(
      ScenarioCatalog.scenarios.scenarios.first { $0.name == "offlineRead/lte" })
    let configuration = RunConfiguration(
      profile: "lte", backendPath: path, overtime: .minutes(5))
    let result = Runner.run(scenario, configuration)
    let measure = try #require(result.measures.first { $0.name == "receipt" })
    return (.nanoseconds(measure.nanoseconds), result)
  }

  @Test("a run takes the path that it was given, in each of its trips, and its token repeats it")
  func inForce() throws {
    let (usual, plain) = try Self.receipt(on: nil)
    let (region, same) = try Self.receipt(on: "region")
    #expect(usual == region && plain.digest == same.digest)
    let (near, _) = try Self.receipt(on: "none")
    let least = usual - near
    #expect(least >= .milliseconds(10 * 10) && least < .milliseconds(10 * 12 + 5 * 10), "\(least)")
    let (far, distant) = try Self.receipt(on: "ocean")
    // Ten trips over the ocean, with at most 2 ms more each, and three requests that wait for each other.
    let more = far - near
    #expect(more >= .milliseconds(10 * 46) && more < .milliseconds(10 * 48 + 5 * 10), "\(more)")
    let token = try ReplayToken(parsing: "\(distant.token)")
    #expect(token.configuration.backendPath == "ocean")
    var again = token.configuration
    again.overtime = .minutes(5)
    let scenario = try #require(
      ScenarioCatalog.scenarios.scenarios.first { $0.name == "offlineRead/lte" })
    #expect(Runner.run(scenario, again).digest == distant.digest)
  }

  @Test("a scenario puts the backend farther away in one call, unless the run has a path")
  func setPath() throws {
    let scenario = Scenario("far away") { (world: ChatWorld) in
      let (alice, bob) = try await world.phones("Alice", "Bob", on: .wifi)
      let chat = try await alice.startConversation(with: bob)
      try await world.untilQuiet()
      try await world.setBackendPath(.world)
      let hello = try await alice.send("hello", in: chat)
      try await alice.expect(
        \.status, of: .bubble(hello), is: .sent, within: .seconds(1), measuredAs: .receipt)
    }
    let times = ["none", "region", nil].map { path in
      Runner.run(scenario, RunConfiguration(backendPath: path)).measures.first?.nanoseconds ?? 0
    }
    #expect(times[0] < 20_000_000, "\(times)")
    #expect((20_000_000..<60_000_000).contains(times[1]), "\(times)")
    #expect((164_000_000..<200_000_000).contains(times[2]), "\(times)")
  }
}
