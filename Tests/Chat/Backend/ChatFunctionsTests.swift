import Backend
import Network
import Simulator
import Testing

@testable import Chat

@Suite("Functions of the chat")
struct ChatFunctionsTests {
  /// Runs every function for a write, each event as often as said, and returns what the tree has come to.
  private func run(_ path: Path, _ node: Node, times: Int) -> Node {
    let world = World(seed: 1)
    let tree = WorldBound<Node>(.empty, in: world)
    let verdict = world.run {
      var timing = BackendTiming.immediate
      timing.duplicateProbability = times > 1 ? 1 : 0
      timing.duplicateDelay = .zero ... .zero
      timing.functionStep = .milliseconds(5) ... .milliseconds(5)
      let backend = try BackendHost(
        rules: nil, functions: ChatFunctions(of: ChatPolicies()).list, timing: timing,
        on: Network(world: world))
      await backend.administer(set: node, at: path, as: "test")
      try await world.untilQuiet()
      let root = await backend.read(.root)
      tree.withValue { $0 = root }
    }
    #expect(verdict.outcome == .passed)
    return tree.withValue { $0 }
  }

  private static let change: Node = [
    "by": "alice", "at": 5000, "kind": "added", "users": ["carol": true, "dave": true],
  ]

  @Test(
    "a change has one message, also when its event comes twice, at the change's own time (BC-10)")
  func announcesOnce() {
    for times in 1...2 {
      let messages = run("changes/g/1", Self.change, times: times)["messages/g"]
      #expect(messages.childCount == 1)
      let message = messages[child: "1"]
      #expect(message[child: "author"] == "system" && message[child: "sentAt"] == 5000)
      #expect(
        MembershipNotice(message[child: "notice"])
          == MembershipNotice(kind: .added, actor: "alice", users: ["carol", "dave"]))
    }
  }

  @Test("what is no change is told by nothing")
  func ignoresNonsense() {
    #expect(run("changes/g/1", ["by": "alice"], times: 1)["messages"].isEmpty)
  }
}
