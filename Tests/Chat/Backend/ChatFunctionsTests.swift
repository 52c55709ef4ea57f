import Backend
import Testing

@testable import Chat

@Suite("Functions of the chat")
struct ChatFunctionsTests {
  /// Runs every function for a write, each event as often as said, and returns what the tree has come to.
  private func run(_ path: Path, _ node: Node, times: Int) -> DatabaseServer {
    var server = DatabaseServer(rules: nil)
    var runtime = FunctionRuntime(ChatFunctions.all)
    let written = server.administer(set: node, at: path, as: "test", nowMilliseconds: 5000)
    var waiting: [FunctionRuntime.Action] = []
    for case .committed(let commit) in written {
      waiting += runtime.note(commit) { _, _ in Array(repeating: 0, count: times) }
    }
    for case .schedule(let delivery, _, _) in waiting {
      let root = server.read(.root)
      for case .execute(let function, _, let effects) in runtime.run(
        delivery, in: root, nowMilliseconds: 9000, retryDelay: { _ in 0 })
      {
        for case .set(let place, let node) in effects {
          _ = server.administer(set: node, at: place, as: function, nowMilliseconds: 9000)
        }
      }
    }
    return server
  }

  private static let change: Node = [
    "by": "alice", "at": 5000, "kind": "added", "users": ["carol": true, "dave": true],
  ]

  @Test(
    "a change has one message, also when its event comes twice, at the change's own time (BC-10)")
  func announcesOnce() {
    for times in 1...3 {
      let messages = run("changes/g/1", Self.change, times: times).read("messages/g")
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
    #expect(run("changes/g/1", ["by": "alice"], times: 1).read("messages").isEmpty)
  }
}
