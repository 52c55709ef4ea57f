import Devices
import Harness
import Network
import Simulator
import Testing

@testable import Chat

@Suite("Things that are not on a chat's screen")
struct MissingThingTests {
  private static func values(
    _ body: @escaping @Sendable (ChatWorld, ChatPhone, ConversationID) async throws -> Void
  ) -> [String] {
    let scenario = Scenario("looks for what is not there") { (world: ChatWorld) in
      let (alice, bob) = try await world.phones("Alice", "Bob", on: .wifi)
      let chat = try await alice.startConversation(with: bob)
      try await body(world, alice, chat)
    }.named("missing")
    return Runner.run(scenario, RunConfiguration()).story?.values ?? ["passed"]
  }

  @Test("a bubble, a conversation and a sheet that are missing are told as missing")
  func missing() {
    let bubble = Self.values { _, alice, _ in
      try await alice.expect(
        all: .that(\.status, of: .bubble(MessageID("nonsense")), isNot: .failed),
        within: .seconds(1))
    }
    #expect(bubble.count == 1)
    #expect(bubble[0].hasPrefix("✗ status of bubble nonsense is not on the screen since"))
    let conversation = Self.values { _, alice, _ in
      try await alice.expect(
        all: .that(\.unread, of: .conversation(ConversationID("elsewhere")), isNot: 1),
        within: .seconds(1))
    }
    #expect(
      conversation[0].hasPrefix("✗ unread of conversation elsewhere is not on the screen since"))
    let sheet = Self.values { _, alice, _ in
      try await alice.expect(all: .present(.sheet), within: .seconds(1))
    }
    #expect(sheet[0].hasPrefix("✗ sheet is not on the screen since"))
  }
}
