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
    mutating func write(
      _ path: Path, _ node: Node, by user: String? = nil, as program: String = "test"
    ) -> [String] {
      guard let user else {
        return judge(
          server.administer(set: node, at: path, as: program, nowMilliseconds: 1_000_000), from: nil
        )
      }
      return ask(.put(path, node, hash: nil), by: user)
    }

    /// The statements that a user breaks by one write of several paths.
    mutating func merge(_ changes: [(Path, Node)], by user: String) -> Set<String> {
      Set(ask(.merge(.root, changes.map { PathChange($0.0, $0.1) }), by: user))
    }

    private mutating func ask(_ request: ClientRequest, by user: String) -> [String] {
      if connections[user] == nil {
        let id = ConnectionID(connections.count + 1)
        connections[user] = id
        _ = server.connect(id, nowMilliseconds: 1_000_000)
        _ = ask(.authenticate(uid: user), on: id)
      }
      guard let id = connections[user] else { return [] }
      return judge(ask(request, on: id), from: user)
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
    #expect(rig.merge(Self.edit("changed", 1), by: "alice") == [])
    #expect(rig.merge(Self.edit("changed again", 2), by: "alice") == [])
    #expect(rig.merge(Self.edit("changed again", 3), by: "alice") == [], "on another phone")
    #expect(rig.write("/messages/c/m/text", "mended") == [], "an operator may")
    #expect(rig.write("/messages/c/m/text", "forged", by: "bob") == ["edits"])
    #expect(rig.write("/messages/c/m", .empty, by: "bob") == ["edits"])
  }

  private static func edit(_ text: String, _ revision: Int) -> [(Path, Node)] {
    [
      ("/messages/c/m/text", Node(.string(text))),
      ("/messages/c/m/revision", Node(.number(Double(revision)))),
    ]
  }

  @Test(
    "a text that changes without a higher number, a message that goes, and another time break it"
  )
  func lostEdits() {
    for (path, node) in [
      ("/messages/c/m/text", "changed"), ("/messages/c/m/text", .empty), ("/messages/c/m", .empty),
      ("/messages/c/m/revision", 1), ("/messages/c/m/sentAt", 5), ("/messages/c/m/deletedAt", 5),
    ] as [(Path, Node)] {
      for program in ["pushMessage", nil] {
        var rig = Rig()
        #expect(rig.merge(Self.edit("once", 1), by: "alice") == [])
        #expect(rig.merge(Self.edit("twice", 2), by: "alice") == [])
        let broken =
          program.map { rig.write(path, node, as: $0) } ?? rig.write(path, node, by: "alice")
        #expect(broken == ["edits"], "\(path) \(node)")
      }
      var rig = Rig()
      #expect(rig.write(path, node, as: "operator") == [])
    }
    var rig = Rig()
    #expect(rig.merge(Self.edit("once", 1), by: "alice") == [])
    #expect(rig.merge(Self.edit("once more", 1), by: "alice") == ["edits"])
  }

  @Test(
    "what comes back to a tombstone breaks the invariant of edits, the tombstone itself does not"
  )
  func tombstones() {
    for (path, node) in [
      ("/messages/c/m/text", "back"), ("/messages/c/m/attachments/1/type", "image/png"),
      ("/messages/c/m/deletedAt", .empty), ("/messages/c/m/deletedAt", 5),
    ] as [(Path, Node)] {
      var rig = Rig()
      #expect(rig.merge(Self.edit("once", 1), by: "alice") == [])
      let deletion: [(Path, Node)] = [
        ("/messages/c/m/text", .empty), ("/messages/c/m/deletedAt", Node(.timestamp)),
      ]
      #expect(rig.merge(deletion, by: "alice") == [])
      #expect(rig.write(path, node, by: "alice") == ["edits"], "\(path)")
    }
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
    #expect(rig.write("/conversations/d/members", members(256), by: "alice") == [])
    #expect(rig.write("/conversations/d/members", members(257), by: "alice") == ["I-12"])
    #expect(rig.write("/conversations/d/members", .empty, by: "alice") == ["I-12"])
    rig = Rig()
    #expect(rig.write("/conversations/c/members", members(1), by: "alice") == ["I-12"])
  }

  @Test("a conversation that one founds alone, or that a function opens for one alone, breaks I-12")
  func alone() {
    func group(_ members: Node, archived: Node = .empty) -> Node {
      let group: Node = ["isGroup": true, "members": members, "admins": ["alice": true]]
      return group.updating(child: "archivedAt", to: archived)
    }
    var rig = Rig()
    #expect(rig.write("/conversations/d", group(["alice": true]), by: "alice") == ["I-12"])
    #expect(rig.write("/conversations/d/name", "ours", by: "alice") == [], "it was so before")
    #expect(rig.write("/conversations/e", group(["alice": true, "bob": true]), by: "bob") == [])
    for (program, broken) in [("announceChange", ["I-12"]), ("operator", [])] {
      #expect(rig.write("/conversations/f", group(["alice": true], archived: 5)) == [])
      #expect(rig.write("/conversations/f/archivedAt", .empty, as: program) == broken)
    }
    #expect(rig.write("/conversations/none", .empty, as: "announceChange") == [])
  }

  @Test("an admin who is no member leaves a group without one (I-12)")
  func strangeAdmins() {
    var rig = Rig()
    _ = rig.write("/conversations/c/isGroup", true)
    _ = rig.write("/conversations/c/admins", ["carol": true])
    #expect(rig.ledger.leaderless == [ConversationID("c")])
    _ = rig.write("/conversations/c/admins", ["bob": true, "carol": true])
    #expect(rig.ledger.leaderless == [])
  }

  @Test("members who come or go without a change that names them break I-11, but for an operator's")
  func unexplained() {
    let carol: Path = "/conversations/c/members/carol"
    func change(_ kind: String, _ user: Key) -> (Path, Node) {
      let users = Node(children: [(user, Node(.bool(true)))])
      let change: Node = ["by": "alice", "kind": Node(.string(kind)), "users": users, "at": 1]
      return ("/changes/c/k", change)
    }
    var rig = Rig()
    #expect(rig.merge([(carol, 5), change("added", "carol")], by: "alice") == [])
    #expect(rig.merge([(carol, .empty)], by: "alice") == ["I-11"])
    rig = Rig()
    #expect(rig.write(carol, 5, by: "alice") == ["I-11"])
    #expect(rig.write(carol, .empty) == [], "an operator may")
    #expect(rig.write(carol, 5, as: "announceChange") == ["I-11"])
    for wrong in [change("removed", "carol"), change("added", "dave")] {
      rig = Rig()
      #expect(rig.merge([(carol, 5), wrong], by: "alice") == ["I-11"])
    }
    for idle in [change("added", "bob"), change("removed", "dave"), change("added", "dave")] {
      rig = Rig()
      #expect(rig.merge([idle], by: "alice") == ["I-11"], "nobody has come or gone")
    }
  }

  @Test("the programs that are judged are the chat's functions")
  func programs() {
    let all = ChatFunctions(of: ChatPolicies(usesPush: true)).list.map(\.name)
    #expect(Set(all) == BackendLedger.functions)
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
    let addition: [(Path, Node)] = [
      ("/changes/c/k", change), ("/conversations/c/members/carol", 1),
    ]
    #expect(rig.merge(addition, by: "alice") == [])
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
