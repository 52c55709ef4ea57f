import Chat
internal import Devices
internal import Harness
import Network
import Simulator
import Synchronization
import Testing

/// Remembers a world without keeping it.
private struct Memory {
  weak var world: World?
}

private final class Keeper: Sendable {
  let state = Mutex(Memory())
}

@Suite("The end of a world")
struct WorldLifetimeTests {
  /// A million seeds fit into the memory of one only when nothing of a run stays.
  @Test("a chat's world, its phones and all they keep go when the run is over")
  func worldGoes() {
    let memory = Keeper()
    let result = Runner.run(
      Scenario("a conversation that ends in the middle") { (chat: ChatWorld) in
        memory.state.withLock { $0.world = chat.world }
        let (alice, bob) = try await chat.phones("Alice", "Bob", on: .lte)
        let conversation = try await alice.startConversation(with: bob)
        await bob.open(conversation)
        _ = try await alice.send("hello", in: conversation)
        await bob.setAirplaneMode(true)
        try await bob.kill()
        try await bob.relaunch()
      }, RunConfiguration(seed: 1))
    #expect(result.outcome == .passed)
    #expect(memory.state.withLock { $0.world == nil })
  }
}
