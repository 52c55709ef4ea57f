import Backend
import Testing

@testable import Chat

@Suite("Security rules of membership")
struct MembershipRulesTests {
  private static let now = Node(ServerValue.timestamp)
  private let database: RuledDatabase

  init() throws {
    database = try RuledDatabase()
    try database.startGroup("g", of: ["alice", "bob", "erin"])
    database.now += 1000
  }

  private var root: Node { database.server.read(.root) }

  @Test("an admin adds several users by one batch; both ends have the backend's time (BC-09, C-26)")
  func adds() {
    #expect(database.change("1", "added", ["carol", "dave"], in: "g", by: "alice"))
    for user: Key in ["carol", "dave"] {
      let time = Node.time(database.now)
      #expect(database.server.read(Path(["conversations", "g", "members", user])) == time)
      #expect(database.server.read(Path(["memberships", user, "g"])) == time)
    }
    #expect(database.read("conversations/g", by: "carol"))
  }

  @Test("who is no admin neither adds nor removes, but for themselves (SE-05, MR-15, C-30)")
  func onlyAdmins() {
    let before = root
    #expect(!database.change("1", "added", ["carol"], in: "g", by: "bob"))
    #expect(!database.change("1", "added", ["carol"], in: "g", by: "carol"))
    #expect(!database.change("1", "removed", ["alice"], in: "g", by: "bob"))
    #expect(!database.change("1", "removed", ["bob"], in: "g", by: "carol"))
    #expect(!database.write("conversations/g/admins/bob", true, by: "bob"))
    #expect(!database.write("conversations/g/admins/carol", true, by: "alice"))
    #expect(root == before)
    #expect(database.change("1", "removed", ["bob"], in: "g", by: "bob"))
  }

  @Test("a 1:1 conversation has the members that it was started with")
  func plainConversationsStay() throws {
    try database.startGroup("h", of: ["alice", "bob"])
    #expect(!database.change("1", "added", ["carol"], in: "c", by: "alice"))
    #expect(!database.change("1", "removed", ["bob"], in: "c", by: "alice"))
  }

  @Test("a change that tells something else than it does is refused (BC-10)")
  func changesAreHonest() {
    let before = root
    func tries(_ changes: [PathChange]) -> Bool { database.merge(.root, changes, by: "alice") }
    func change(
      _ users: [String], told: [String]? = nil, at time: Node = Self.now, saying: String? = nil
    ) -> [PathChange] {
      RuledDatabase.change(
        "1", "added", users, in: "g", by: "alice", told: told, at: time, saying: saying)
    }
    #expect(!tries(change(["carol", "dave"], told: ["carol"])), "one more than told")
    #expect(!tries(change(["carol"], told: ["carol", "dave"])), "one less than told")
    #expect(!tries(change(["carol"], saying: "bob")), "in another's name")
    #expect(!tries(change(["carol"], at: .time(database.now + 1))), "at another time")
    #expect(!tries(change(["carol"]).filter { $0.path.first != "changes" }), "untold")
    #expect(!tries(change(["carol"]).filter { $0.path.first != "memberships" }), "one end")
    #expect(
      !tries(change(["carol"]).filter { $0.path.first != "conversations" }), "the other end")
    #expect(
      !tries(change(["carol"]).filter { $0.path.last != "lastChange" }), "unnamed change")
    #expect(!tries(change([], told: ["carol"])), "nothing done")
    #expect(
      !database.merge(
        .root, RuledDatabase.change("1", "thrown", ["carol"], in: "g", by: "alice"), by: "alice"))
    #expect(root == before)
    #expect(tries(change(["carol"])))
  }

  @Test("a joining time that was chosen is refused at either end (C-26)")
  func joiningTimesAreTheBackends() {
    for place in ["conversations", "memberships"] {
      var batch = RuledDatabase.change("1", "added", ["carol"], in: "g", by: "alice")
      batch = batch.map { change in
        change.path.first == Key(place) && change.node == Self.now
          ? PathChange(change.path, .time(database.now - 500)) : change
      }
      #expect(!database.merge(.root, batch, by: "alice"), "\(place)")
    }
  }

  @Test("nobody joins anew while they are members, so no joining time ever changes (MA-06)")
  func joinsOnce() {
    #expect(database.change("1", "added", ["carol"], in: "g", by: "alice"))
    let before = root
    database.now += 1000
    #expect(!database.change("2", "added", ["carol"], in: "g", by: "alice"))
    #expect(!database.write("conversations/g/members/carol", Self.now, by: "alice"))
    #expect(!database.write("memberships/carol/g", Self.now, by: "carol"))
    #expect(!database.write("memberships/carol/g", .empty, by: "carol"))
    #expect(!database.write("conversations/g/members/carol", .empty, by: "alice"))
    #expect(root == before)
  }

  @Test(
    "a change that is said again is refused and changes nothing; so is one that is there no more")
  func repetitionsAreHarmless() {
    #expect(database.change("1", "added", ["carol"], in: "g", by: "alice"))
    database.now += 1000
    let added = root
    #expect(!database.change("1", "added", ["carol"], in: "g", by: "alice"))
    #expect(root == added)
    #expect(database.change("2", "removed", ["carol"], in: "g", by: "alice"))
    let removed = root
    #expect(!database.change("2", "removed", ["carol"], in: "g", by: "alice"))
    #expect(!database.change("1", "added", ["carol"], in: "g", by: "alice"))
    #expect(root == removed)
  }

  @Test("only accounts that exist are added (SE-06)")
  func accountsExist() {
    #expect(!database.change("1", "added", ["nobody"], in: "g", by: "alice"))
    #expect(!database.change("1", "added", ["carol", "nobody"], in: "g", by: "alice"))
  }

  @Test("accounts are seen by who is signed in, and written by the backend alone")
  func accountsAreTheBackends() {
    #expect(database.read("users", by: "bob") && database.read("users/carol", by: "bob"))
    #expect(!database.read("users", by: nil))
    #expect(!database.write("users/bob", ["name": "Robert"], by: "bob"))
    #expect(!database.write("users/carol", .empty, by: "bob"))
  }

  @Test("an admin who is removed loses the role with it (MR-04)")
  func rolesEndWithMembership() {
    #expect(!database.change("1", "removed", ["alice"], in: "g", by: "alice"))
    let batch =
      RuledDatabase.change("1", "removed", ["alice"], in: "g", by: "alice") + [
        PathChange("conversations/g/admins/alice", .empty)
      ]
    #expect(database.merge(.root, batch, by: "alice"))
    #expect(!database.change("2", "added", ["carol"], in: "g", by: "alice"))
    for user in ["alice", "bob"] {
      #expect(!database.write("conversations/g/admins/\(user)", true, by: user))
    }
  }

  @Test(
    "a removed user reads and writes nothing any more; what is stored of them stays (SE-03, SE-07)")
  func removedUsersAreOut() {
    #expect(database.say("m", in: "g", by: "alice") == .ok)
    #expect(database.write("receipts/g/bob/m", Self.now, by: "bob"))
    #expect(database.say("n", in: "g", by: "alice") == .ok)
    #expect(database.change("1", "removed", ["bob"], in: "g", by: "alice"))
    let before = root
    for path: Path in ["conversations/g", "messages/g", "receipts/g", "deliveries/g"] {
      #expect(!database.read(path, by: "bob"), "\(path)")
    }
    #expect(!database.write("receipts/g/bob/n", Self.now, by: "bob"))
    #expect(!database.write("deliveries/g/bob/n", Self.now, by: "bob"))
    #expect(!database.write("private/bob/reads/g/n", Self.now, by: "bob"))
    #expect(database.say("x", in: "g", by: "bob") != .ok)
    #expect(root == before && !database.server.read("receipts/g/bob/m").isEmpty)
  }

  @Test(
    "who joined later reads from the joining on, has no receipts before it, and gets the rest (C-25)"
  )
  func joinersSeeWhatFollows() throws {
    #expect(database.say("before", in: "g", by: "alice") == .ok)
    database.now += 1000
    let joining = database.now
    #expect(database.change("1", "added", ["carol"], in: "g", by: "alice"))
    #expect(database.say("with", in: "g", by: "alice") == .ok)
    database.now += 1000
    #expect(database.say("after", in: "g", by: "alice") == .ok)

    #expect(!database.read("messages/g", by: "carol"), "everything")
    #expect(!database.read("messages/g/before", by: "carol"))
    #expect(try !database.readMessages(in: "g", since: joining - 1, by: "carol"))
    #expect(try database.readMessages(in: "g", since: joining, by: "carol"))
    #expect(database.read("messages/g", by: "bob"))
    for place in ["receipts", "deliveries"] {
      #expect(!database.write(Path([Key(place), "g", "carol", "before"]), Self.now, by: "carol"))
      #expect(database.write(Path([Key(place), "g", "carol", "with"]), Self.now, by: "carol"))
      #expect(database.write(Path([Key(place), "g", "carol", "after"]), Self.now, by: "carol"))
    }
  }
}
