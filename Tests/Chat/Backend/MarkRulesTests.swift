import Backend
import Testing

@testable import Chat

@Suite("Security rules of what is accepted once")
struct MarkRulesTests {
  private static let now = Node(ServerValue.timestamp)
  private static let group: Path = "conversations/g"

  private let database: RuledDatabase

  init() throws {
    database = try RuledDatabase()
    try database.startGroup("g", of: ["alice", "bob", "erin"])
    try #require(database.say("m", in: "g", by: "alice") == .ok)
    database.administer(set: true, at: "conversations/g/admins/bob")
    database.now += 1000
  }

  private static func mark(_ number: Int, _ slot: Int = 0, of user: UserID = "alice")
    -> [PathChange]
  {
    OutboxMark(installation: "phone", slot: slot, number: number).changes(of: user)
  }

  private static func invitation(of guest: String, by host: Node) -> [PathChange] {
    [
      PathChange(Path(["conversations", "g", "invited", Key(guest)]), host),
      PathChange(Path(["private", Key(guest), "invitations", "g"]), host),
    ]
  }

  private static func edit(_ place: Path, _ node: Node) -> [PathChange] {
    [PathChange(group.appending(place), node)]
  }

  private static func pin(by user: String) -> Node { ["by": Node(.string(user)), "at": now] }

  /// What Alice says, and what Bob says of the same behind it.
  private static let words: [(first: [PathChange], later: [PathChange])] = [
    (edit("name", "Hiking"), edit("name", "Climbing")),
    (edit("photo", "/groups/g/alice/p"), edit("photo", "/groups/g/bob/p")),
    (edit("description", "ours"), edit("description", .empty)),
    (edit("adminsOnly", true), edit("adminsOnly", .empty)),
    (edit("moderators/erin", true), edit("moderators/erin", .empty)),
    (edit("pins/m", pin(by: "alice")), edit("pins/m", .empty)),
    (invitation(of: "carol", by: "alice"), invitation(of: "carol", by: .empty)),
  ]

  private func write(_ changes: [PathChange], by user: String) -> Bool {
    database.merge(.root, changes, by: user)
  }

  @Test("what is said again is refused, and a later word stays (C-17)", arguments: 0..<7)
  func repetitions(index: Int) {
    let (first, later) = Self.words[index]
    #expect(write(first + Self.mark(1), by: "alice"))
    #expect(write(later + Self.mark(1, of: "bob"), by: "bob"))
    let before = database.server.read(.root)
    database.now += 1000
    #expect(!write(first + Self.mark(1), by: "alice"))
    #expect(database.server.read(.root) == before)
    // What is meant anew is accepted.
    #expect(write(first + Self.mark(2), by: "alice"))
  }

  @Test("without a mark, with an old one, or with another's, nothing is changed", arguments: 0..<7)
  func markless(index: Int) {
    let first = Self.words[index].first
    #expect(write(Self.mark(7), by: "alice") && write(Self.mark(7, of: "bob"), by: "bob"))
    database.now += 1000
    let before = database.server.read(.root)
    let wrong: [[PathChange]] = [
      [], Self.mark(7), Self.mark(6), Self.mark(8, of: "bob"), Array(Self.mark(8).prefix(1)),
      Array(Self.mark(8).suffix(1)),
    ]
    for mark in wrong { #expect(!write(first + mark, by: "alice"), "\(mark)") }
    #expect(database.server.read(.root) == before)
    // A place that waits behind another is as good.
    #expect(write(first + Self.mark(8, 1), by: "alice"))
  }

  @Test("a role that is given to who is an admin for good needs a mark as well")
  func crowns() {
    let crown = Self.edit("admins/erin", true)
    #expect(!write(crown, by: "alice"))
    #expect(write(crown + Self.mark(1), by: "alice"))
  }

  @Test("a guest declines once; to join needs no mark, and ends the invitation (PM-09)")
  func guests() {
    let (invite, decline) = (
      Self.invitation(of: "carol", by: "alice"), Self.invitation(of: "carol", by: .empty)
    )
    #expect(write(invite + Self.mark(1), by: "alice"))
    #expect(!write(decline, by: "carol"))
    #expect(write(decline + Self.mark(1, of: "carol"), by: "carol"))
    #expect(write(invite + Self.mark(2), by: "alice"))
    #expect(!write(decline + Self.mark(1, of: "carol"), by: "carol"))
    let joining = RuledDatabase.change("x", "added", ["carol"], in: "g", by: "carol")
    #expect(write(joining + decline, by: "carol"))
  }

  @Test("of two notifications that are swiped away the later one stays (PM-08)")
  func clearing() {
    func clear(_ message: Node, _ mark: [PathChange]) -> Bool {
      write([PathChange("private/bob/cleared/c", message)] + mark, by: "bob")
    }
    #expect(!clear("m1", []))
    #expect(clear("m1", Self.mark(1, of: "bob")))
    #expect(clear("m2", Self.mark(1, 1, of: "bob")))
    #expect(!clear("m1", Self.mark(1, of: "bob")))
    #expect(database.server.read("private/bob/cleared/c") == "m2")
  }

  @Test("marks only grow, are one's own, and carry nothing else")
  func marks() {
    #expect(write(Self.mark(5), by: "alice"))
    database.now += 1000
    let before = database.server.read(.root)
    let place: Path = "private/alice/marks/phone-0"
    for node: Node in [.empty, 4, 5, "6", true, ["more": 6]] {
      #expect(!database.write(place, node, by: "alice"), "\(node)")
    }
    #expect(!database.write("private/alice/marks", .empty, by: "alice"))
    for user in ["bob", nil] { #expect(!database.write(place, 9, by: user)) }
    func last(_ node: Node, _ number: Node = 6) -> Bool {
      write([PathChange(place, number), PathChange("private/alice/lastMark", node)], by: "alice")
    }
    #expect(!last(["place": "phone-0"]) && !last(["id": "x"]) && !last(.empty))
    #expect(!last(["place": "phone-1", "id": "x"]), "another place")
    #expect(!last(["place": "phone-0", "id": 6]) && !last(["place": 0, "id": "x"]))
    #expect(!last(["place": "phone-0", "id": "x", "note": "x"]))
    #expect(!last(["place": "phone-0", "id": "x"], 5))
    #expect(database.server.read(.root) == before)
    #expect(last(["place": "phone-0", "id": "x"]))
    #expect(!database.read("private/alice/marks", by: "bob"))
  }
}
