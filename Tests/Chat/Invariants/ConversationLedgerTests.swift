import Backend
import Devices
import Simulator
import Testing

@testable import Chat

@Suite("Invariants of conversations at the backend")
struct ConversationLedgerTests {
  /// A database without rules, in which users write what they like, and its ledger; a group of Alice and Bob.
  private struct Rig {
    private var server = DatabaseServer(rules: nil)
    var ledger = BackendLedger()
    private var connections: [String: ConnectionID] = [:]
    private var lastRequest = 0

    init() {
      _ = write("/conversations/c/members", ["alice": true, "bob": true])
      _ = write("/messages/c/m", Self.message(by: "alice"))
    }

    static func message(by author: String) -> Node {
      ["author": Node(.string(author)), "text": "hello", "sentAt": Node(.timestamp)]
    }

    /// The statements that a write breaks; that of a trusted program where no user is named.
    mutating func write(_ path: Path, _ node: Node, by user: String? = nil) -> [String] {
      guard let user else {
        return judge(
          server.administer(set: node, at: path, as: "test", nowMilliseconds: 1_000_000), from: nil)
      }
      if connections[user] == nil {
        let id = ConnectionID(connections.count + 1)
        connections[user] = id
        _ = server.connect(id, nowMilliseconds: 1_000_000)
        _ = ask(.authenticate(uid: user), on: id)
      }
      guard let id = connections[user] else { return [] }
      return judge(ask(.put(path, node, hash: nil), on: id), from: user)
    }

    private mutating func ask(_ request: ClientRequest, on id: ConnectionID) -> [ServerAction] {
      lastRequest += 1
      return server.receive(
        ClientMessage(number: lastRequest, request), from: id, nowMilliseconds: 1_000_000)
    }

    private mutating func judge(_ actions: [ServerAction], from phone: String?) -> [String] {
      actions.flatMap { action -> [String] in
        guard case .committed(let commit) = action else { return [] }
        return ledger.take(commit, from: phone).compactMap(\.invariant)
      }
    }
  }

  @Test("whatever is accepted of who is no member breaks I-09")
  func strangers() {
    for (path, node) in [
      ("/messages/c/n", Rig.message(by: "carol")), ("/deliveries/c/carol/m", Node(.timestamp)),
    ] as [(Path, Node)] {
      var rig = Rig()
      #expect(rig.write(path, node, by: "carol") == ["I-09"])
      #expect(rig.write("/conversations/c/members/carol", true) == [])
      #expect(rig.write(path, node, by: "carol") == [])
      #expect(rig.write("/conversations/c/members/carol", .empty) == [])
      #expect(rig.write(path, node, by: "carol") == ["I-09"])
    }
    var rig = Rig()
    #expect(
      Set(rig.write("/receipts/c/carol/m", Node(.timestamp), by: "carol")) == ["I-09", "I-02"])
  }

  @Test("a text that is not its author's last edit breaks the invariant of edits")
  func edits() {
    var rig = Rig()
    #expect(rig.write("/messages/c/m/text", "changed", by: "alice") == [])
    #expect(rig.write("/messages/c/m/text", "forged", by: "bob") == ["edits"])
    #expect(rig.write("/messages/c/m", .empty, by: "bob") == ["edits"])
  }

  @Test(
    "an admin takes all media of a message away and nothing else, in their own name and now (PM-18)"
  )
  func mediaDeletions() {
    let message = Rig.message(by: "alice")
    let marks: [(Key, Node)] = [("mediaDeletedBy", "bob"), ("mediaDeletedAt", Node(.timestamp))]
    func deleted(_ changes: [(Key, Node)] = []) -> Node {
      let then = message.updating(child: "sentAt", to: .time(1_000_000))
      return (marks + changes).reduce(then) { $0.updating(child: $1.0, to: $1.1) }
    }
    func breaks(_ after: Node, admin: Key = "bob", more: [(Path, Node)] = []) -> [String] {
      var rig = Rig()
      let shown = message.updating(child: "attachments", to: ["1": ["type": "image/png"]])
      _ = rig.write("/messages/c/n", shown)
      _ = rig.write("/conversations/c/isGroup", true)
      _ = rig.write("/conversations/c/admins", Node(children: [(admin, Node(.bool(true)))]))
      for (path, node) in more { _ = rig.write(path, node) }
      return rig.write("/messages/c/n", after, by: "bob")
    }
    #expect(breaks(deleted()) == [])
    #expect(breaks(deleted(), admin: "alice") == ["edits"])
    #expect(breaks(deleted(), more: [("/conversations/c/isGroup", false)]) == ["edits"])
    #expect(breaks(deleted(), more: [("/conversations/c/archivedAt", 5)]) == ["edits"])
    for change: (Key, Node) in [
      ("mediaDeletedBy", "alice"), ("mediaDeletedAt", 5), ("text", "x"), ("text", .empty),
      ("attachments", ["1": ["type": "image/png"]]), ("extra", 1),
    ] { #expect(breaks(deleted([change])) == ["edits"], "\(change)") }
  }

  @Test("a conversation of nobody, or of more than 256, breaks I-12")
  func sizes() {
    func members(_ count: Int) -> Node {
      Node(children: (0..<count).map { (Key("user\($0)"), Node(.bool(true))) })
    }
    var rig = Rig()
    #expect(rig.write("/conversations/c/members", members(256), by: "alice") == [])
    #expect(rig.write("/conversations/c/members", members(257), by: "alice") == ["I-12"])
    #expect(rig.write("/conversations/c/members", .empty, by: "alice") == ["I-12"])
    rig = Rig()
    #expect(rig.write("/conversations/c/members", members(1), by: "alice") == ["I-12"])
  }

  @Test("the system tells of each accepted change once, and of nothing else (I-11)")
  func notices() {
    let change: Node = ["by": "alice", "kind": "added", "users": ["carol": true], "at": 1]
    func notice(of users: Node) -> Node {
      [
        "author": "system", "sentAt": 1,
        "notice": ["kind": "added", "actor": "alice", "users": users],
      ]
    }
    let right = notice(of: ["carol": true])
    var rig = Rig()
    #expect(rig.write("/messages/c/k", right) == ["I-11"], "there was no such change")
    rig = Rig()
    #expect(rig.write("/changes/c/k", change, by: "alice") == [])
    #expect(rig.ledger.untoldChange()?.invariant == "I-11")
    #expect(rig.write("/messages/c/k", right) == [])
    #expect(rig.ledger.untoldChange() == nil)
    #expect(rig.write("/messages/c/k", right) == [], "a function may run twice and say the same")
    #expect(rig.write("/messages/c/k", notice(of: ["dave": true])) == ["I-11"])
  }

  @Test("a message is sent to who was a member then, or has joined by its time (I-09, I-10)")
  func recipients() throws {
    var rig = Rig()
    let message = try #require(rig.ledger.messages[MessageID("m")])
    #expect(rig.ledger.isSent(message, to: "bob"))
    #expect(!rig.ledger.isSent(message, to: "carol"))
    _ = rig.write("/conversations/c/members/carol", Node(.number(1_000_001)))
    #expect(!rig.ledger.isSent(message, to: "carol"), "she joined later")
    _ = rig.write("/conversations/c/members/dave", Node(.number(1_000_000)))
    #expect(rig.ledger.isSent(message, to: "dave"), "he joined in the very millisecond")
    _ = rig.write("/conversations/c/members/bob", .empty)
    #expect(rig.ledger.isSent(message, to: "bob"), "what was sent to him may still arrive")
    for user in ["carol", "dave"] {
      _ = rig.write("/conversations/c/members/\(user)", .empty)
    }
    #expect(!rig.ledger.isSent(message, to: "carol"))
    #expect(rig.ledger.isSent(message, to: "dave"), "and so may what came in his first millisecond")
  }
}
