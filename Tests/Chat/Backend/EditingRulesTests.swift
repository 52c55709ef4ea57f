import Backend
import Testing

@testable import Chat

@Suite("Security rules of edits, tombstones and what is private")
struct EditingRulesTests {
  private static let now = Node(ServerValue.timestamp)
  private static let picture: Node = [
    "type": "image/jpeg", "bytes": 7, "width": 8, "height": 9, "state": "uploading",
    "file": "0123456789abcdef0123-1",
  ]
  private let database: RuledDatabase

  init() throws {
    database = try RuledDatabase()
    database.now += 1000
  }

  private func edit(_ text: Node, _ revision: Double, by user: String) -> Bool {
    database.merge(
      "messages/c/m1",
      [PathChange("text", text), PathChange("revision", Node(.number(revision)))], by: user)
  }

  private func delete(by user: String, at time: Node = Self.now) -> Bool {
    database.merge(
      "messages/c/m1",
      [
        PathChange("text", .empty), PathChange("attachments", .empty),
        PathChange("deletedAt", time),
      ],
      by: user)
  }

  @Test("an author changes the text, one revision at a time; said again it is refused (RG-01)")
  func edits() {
    #expect(edit("better", 1, by: "alice"))
    let before = database.server.read(.root)
    #expect(!edit("again", 1, by: "alice") && !edit("skipped", 3, by: "alice"))
    #expect(!edit("not mine", 2, by: "bob") && !edit("", 2, by: "alice"))
    #expect(!database.write("messages/c/m1/text", "untold", by: "alice"))
    #expect(!database.write("messages/c/m1/text", .empty, by: "alice"))
    #expect(!database.write("messages/c/m1/revision", .empty, by: "alice"))
    #expect(database.server.read(.root) == before)
    #expect(edit("best", 2, by: "alice"))
    #expect(database.server.read("messages/c/m1/sentAt") == .time(RuledDatabase.beginning))
  }

  @Test("an edit changes neither the time, the author nor the picture")
  func editsKeepTheRest() {
    for (key, node): (Key, Node) in [
      ("sentAt", Self.now), ("author", "bob"), ("attachments", ["1": Self.picture]),
      ("notice", true),
    ] {
      let changes = [
        PathChange("text", "x"), PathChange("revision", 1), PathChange(Path([key]), node),
      ]
      #expect(!database.merge("messages/c/m1", changes, by: "alice"), "\(key)")
    }
  }

  @Test("an author leaves a tombstone, once and for good; receipts stay (SH-15, C-55)")
  func deletes() {
    #expect(database.write("receipts/c/bob/m1", Self.now, by: "bob"))
    #expect(!delete(by: "bob") && !delete(by: "alice", at: .time(database.now - 1)))
    #expect(
      !database.merge(
        "messages/c/m1", [PathChange("deletedAt", Self.now)], by: "alice"), "with its text")
    #expect(!database.write("messages/c/m1", .empty, by: "alice"), "without a trace")
    #expect(delete(by: "alice"))
    let before = database.server.read(.root)
    database.now += 1000
    #expect(!delete(by: "alice") && !edit("back", 1, by: "alice"))
    #expect(!database.write("messages/c/m1/deletedAt", .empty, by: "alice"))
    #expect(database.server.read(.root) == before)
    #expect(!database.server.read("receipts/c/bob/m1").isEmpty)
  }

  @Test("a message has text or a picture, and starts without revision or tombstone (GR-13)")
  func imagesAreMessages() {
    func message(_ more: [(Key, Node)]) -> Node {
      Node(children: [(Key("author"), "bob"), (Key("sentAt"), Self.now)] + more)
    }
    #expect(
      database.write("messages/c/a", message([("attachments", ["1": Self.picture])]), by: "bob"))
    #expect(!database.write("messages/c/b", message([]), by: "bob"))
    #expect(!database.write("messages/c/b", message([("attachments", ["1": 7])]), by: "bob"))
    #expect(
      !database.write("messages/c/b", message([("text", "x"), ("revision", 1)]), by: "bob"))
    #expect(
      !database.write("messages/c/b", message([("text", "x"), ("deletedAt", Self.now)]), by: "bob"))
  }

  @Test("an admin of a living group deletes media, and nobody else does or takes it back (PM-18)")
  func mediaDeletions() {
    let marks = ["mediaDeletedAt", "mediaDeletedBy"]
    func delete(by user: String, _ changes: [PathChange] = []) -> Bool {
      database.merge(
        "messages/c/p",
        [
          PathChange("attachments", .empty), PathChange("mediaDeletedAt", Self.now),
          PathChange("mediaDeletedBy", Node(.string(user))),
        ] + changes, by: user)
    }
    let message: Node = [
      "author": "bob", "sentAt": Self.now, "text": "look",
      "attachments": ["1": Self.picture, "2": Self.picture],
    ]
    #expect(database.write("messages/c/p", message, by: "bob"))
    #expect(!delete(by: "alice"), "in 1:1, where nobody is an admin")
    database.administer(set: true, at: "conversations/c/isGroup")
    database.administer(set: ["alice": true], at: "conversations/c/admins")
    #expect(!delete(by: "bob") && !delete(by: "alice", [PathChange("text", "x")]))
    for number in ["1", "2"] {
      #expect(
        !database.write(
          Path(["messages", "c", "p", "attachments", Key(number)]), .empty, by: "bob"))
    }
    #expect(delete(by: "alice"))
    #expect(!delete(by: "alice"))
    for mark in marks {
      #expect(!database.write(Path(["messages", "c", "p", Key(mark)]), .empty, by: "alice"))
    }
    #expect(database.server.read("messages/c/p/text") == "look")
  }

  @Test("no client writes what the system tells, and nobody reads it (C-33, SY-06)")
  func systemMessagesAreTheBackends() {
    let notice: Node = ["kind": "added", "actor": "alice", "users": ["carol": true]]
    let forged: Node = ["author": "system", "sentAt": Self.now, "notice": notice]
    #expect(!database.write("messages/c/s", forged, by: "alice"))
    let signed: Node = ["author": "alice", "sentAt": Self.now, "text": "x", "notice": notice]
    #expect(!database.write("messages/c/s", signed, by: "alice"))
    let own: Node = ["author": "system", "sentAt": Self.now, "text": "x"]
    #expect(!database.write("messages/c/s", own, by: "system"))

    let told: Node = ["author": "system", "sentAt": .time(database.now), "notice": notice]
    database.administer(set: told, at: "messages/c/s")
    #expect(!database.write("receipts/c/bob/s", Self.now, by: "bob"))
  }

  @Test(
    "what is private is read and written by its user alone, at the backend's time (C-40, UN-09)")
  func privateSide() {
    let off: Node = ["isOn": false, "at": Self.now]
    #expect(!database.read("private/bob", by: "alice") && !database.read("private/bob", by: nil))
    #expect(database.read("private/bob", by: "bob"))
    #expect(!database.write("private/bob/sharing/1", off, by: "alice"))
    #expect(!database.write("private/bob/reads/c/m1", Self.now, by: "alice"))
    #expect(
      !database.write("private/bob/sharing/1", ["isOn": false, "at": 5], by: "bob"), "at 5")
    #expect(!database.write("private/bob/sharing/1", ["isOn": 1, "at": Self.now], by: "bob"))
    #expect(!database.write("private/bob/sharing/1", ["at": Self.now], by: "bob"))
    #expect(!database.write("private/bob/reads/c/m1", .time(7), by: "bob"))
    #expect(!database.write("private/bob/reads/c/none", Self.now, by: "bob"))
    #expect(!database.write("private/bob/unread", 3, by: "bob"))
    #expect(!database.write("private/carol/reads/c/m1", Self.now, by: "carol"), "no member")

    #expect(database.write("private/bob/sharing/1", off, by: "bob"))
    #expect(database.write("private/bob/reads/c/m1", Self.now, by: "bob"))
    let before = database.server.read(.root)
    database.now += 1000
    #expect(!database.write("private/bob/sharing/1", off, by: "bob"))
    #expect(!database.write("private/bob/reads/c/m1", Self.now, by: "bob"))
    #expect(!database.write("private/bob/sharing/1", .empty, by: "bob"))
    #expect(database.server.read(.root) == before)
  }

  @Test("one's unread numbers stand nowhere, and one's list of conversations is one's own (UN-09)")
  func listsArePrivate() {
    #expect(!database.read("memberships/bob", by: "alice"))
    #expect(!database.write("unread/bob/c", 3, by: "bob"))
  }
}
