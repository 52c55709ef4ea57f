import Devices
import Harness
import Network
import Simulator
import Testing

@testable import Chat

@Suite("What a chat holds when a run fails")
struct UnfinishedWorkTests {
  /// What is under way on Bob's phone when he has read one message, and another within the window of the first receipt.
  private static func underWay(isOffline: Bool) throws -> [String] {
    let scenario = Scenario("reads twice") { (world: ChatWorld) in
      let (alice, bob) = try await world.phones("Alice", "Bob", on: .lte)
      let chat = try await alice.startConversation(with: bob)
      await bob.open(chat)
      _ = try await alice.send("first", in: chat)
      try await world.advance(by: .milliseconds(150))
      let second = try await alice.send("second", in: chat)
      try await bob.expect(all: .present(.bubble(second)))
      if isOffline { await bob.setAirplaneMode(true) }
      try world.require(1, is: 2, "the number")
    }.named("held")
    let story = try #require(Runner.run(scenario, RunConfiguration()).story)
    let lines = story.underWay.first { $0.title == "on Bob" }?.lines ?? []
    return lines.map { story.names.applied(to: $0) }
  }

  @Test("what is seen and not yet told is told, and which feeds are followed")
  func held() throws {
    let lines = try Self.underWay(isOffline: false)
    #expect(lines.contains("seen and not yet told: “second”"))
    let feeds = try #require(lines.last)
    #expect(feeds.hasPrefix("follows "))
    #expect(feeds.contains("/messages/“alice & bob”"))
  }

  @Test("what keeps the connection from being there is told")
  func offline() throws {
    #expect(
      try Self.underWay(isOffline: true).contains("database connection: offline, it has no network")
    )
  }
}
