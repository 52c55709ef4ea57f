import Harness
import Network
import Simulator
import Testing

@testable import Chat
@testable import Devices

/// Failures that generated days have found, as `rehearse explore` printed them.
@Suite("What generated days have found")
struct FoundByDaysTests {
  private func expectPasses(
    _ body: @escaping @Sendable (ChatWorld) async throws -> Void,
    location: SourceLocation = #_sourceLocation
  ) {
    let scenario = Scenario("found") { (world: ChatWorld) in try await body(world) }
    let result = Runner.run(scenario.named("found"), RunConfiguration())
    #expect(
      result.outcome == .passed, "\(result.story?.summary ?? "") \(result.story?.observed ?? [])",
      sourceLocation: location)
  }

  @Test("what came before one was added again is not unread, on no phone of the user's")
  func addedAgain() {
    expectPasses { world in
      let bob = try await world.phone("Bob", user: "bob", on: .wifi)
      let carol = try await world.phone("Carol", user: "carol", on: .wifi)
      let chat4 = try await bob.startConversation(withUsers: ["carol"], isGroup: true)
      try await world.advance(by: .milliseconds(100))
      _ = try await bob.send("hello 216", in: chat4)
      await bob.remove("carol", from: chat4)
      try await world.advance(by: .milliseconds(10))
      await bob.add("carol", to: chat4)
      try await world.endDay([bob, carol])
    }
  }

  @Test("a message that was on the screen of a thread that one had left is not unread again")
  func seenWhileOut() {
    expectPasses { world in
      let alice = try await world.phone("Alice", user: "alice", on: .edge)
      let dave = try await world.phone("Dave", user: "dave", on: .wifi)
      let chat2 = try await alice.startConversation(
        withUsers: ["bob", "carol", "dave"], isGroup: true)
      _ = try await alice.send("hello 283", in: chat2)
      try await world.advance(by: .milliseconds(4335))
      await alice.remove("dave", from: chat2)
      try await world.advance(by: .seconds(1))
      await dave.open(chat2)
      await alice.add("dave", to: chat2)
      try await world.advance(by: .milliseconds(10))
      _ = try await dave.startConversation(withUsers: ["carol"], isGroup: false)
      try await world.endDay([alice, dave])
    }
  }

  @Test("a thread that was made ready before the backend had it follows its receipts")
  func preparedWhileStarting() {
    expectPasses { world in
      let bob = try await world.phone("Bob", user: "bob", on: .wifi)
      let carol = try await world.phone("Carol", user: "carol", on: .wifi)
      let chat3 = try await carol.startConversation(withUsers: ["bob"], isGroup: false)
      _ = try await carol.startConversation(withUsers: ["alice"], isGroup: false)
      await carol.prepare(chat3)
      _ = try await carol.send("hello 780", image: "images/9.jpg", in: chat3)
      try await world.endDay([bob, carol])
    }
  }

  @Test("the receipt of what was read before the app was deleted may still arrive")
  func readThenReinstalled() {
    expectPasses { world in
      let bob = try await world.phone("Bob", user: "bob", on: .wifi)
      let alice2 = try await world.phone("Alice2", user: "alice", on: .wifi)
      let chat2 = try await bob.startConversation(withUsers: ["alice"], isGroup: false)
      try await bob.kill()
      try await bob.launch()
      try await world.advance(by: .milliseconds(100))
      _ = try await alice2.send("hello 695", in: chat2)
      try await world.advance(by: .milliseconds(10))
      await bob.markRead(chat2)
      try await bob.reinstall()
      try await world.endDay([bob, alice2])
    }
  }
}
