import Backend
import Foundation
import Testing

@testable import Chat

@Suite("Security rules of the chat")
struct ChatRulesTests {
  private static let now = Node(ServerValue.timestamp)

  /// The file that a team would deploy.
  private static let file = (1...4).reduce(URL(filePath: #filePath)) { place, _ in
    place.deletingLastPathComponent()
  }.appending(path: "Sources/Chat/Backend/database.rules.json")

  @Test("the file to deploy holds the rules under which worlds play, and they compile")
  func isDeployed() throws {
    let rules = ChatRules.text + "\n"
    if ProcessInfo.processInfo.environment["REHEARSAL_WRITE_RULES"] != nil {
      try Data(rules.utf8).write(to: Self.file)
    }
    let text = try String(contentsOf: Self.file, encoding: .utf8)
    let isSame = text == rules
    #expect(
      isSame, "REHEARSAL_WRITE_RULES=1 swift test --filter ChatRulesTests writes the file anew")
    #expect(throws: Never.self) { try RuleSet(text) }
  }

  @Test(
    "members read their conversation, its messages, receipts and deliveries; nobody else does (SE-01)",
    arguments: ["conversations/c", "messages/c", "receipts/c", "deliveries/c"] as [Path])
  func readersAreMembers(path: Path) throws {
    let database = try RuledDatabase()
    let parent = try #require(path.first)
    #expect(database.read(path, by: "alice") && database.read(path, by: "bob"))
    #expect(!database.read(path, by: "carol") && !database.read(path, by: nil))
    #expect(!database.read(Path([parent]), by: "alice"), "all conversations at once")
  }

  @Test("the list of one's conversations is one's own")
  func membershipsArePrivate() throws {
    let database = try RuledDatabase()
    #expect(database.read("memberships/bob", by: "bob"))
    #expect(!database.read("memberships/bob", by: "alice"))
  }

  @Test("a time of reading that the client chose is refused; the backend's own is stored (SE-02)")
  func timesAreTheBackends() throws {
    let database = try RuledDatabase()
    for time: Node in [1, .time(RuledDatabase.beginning - 1), true, "now"] {
      #expect(!database.write("receipts/c/bob/m1", time, by: "bob"), "\(time)")
      #expect(!database.write("deliveries/c/bob/m1", time, by: "bob"), "\(time)")
    }
    database.now += 500
    #expect(database.write("receipts/c/bob/m1", Self.now, by: "bob"))
    #expect(database.server.read("receipts/c/bob/m1") == .time(database.now))
    #expect(
      !database.write("messages/c/x", RuledDatabase.message(by: "bob", sentAt: 1), by: "bob"))
  }

  @Test(
    "who is not a member can neither add nor change receipts, marks of arrival or messages (SE-03)")
  func strangersWriteNothing() throws {
    let database = try RuledDatabase()
    for user in ["carol", nil] {
      let name = user ?? "nobody"
      #expect(!database.write(Path(["receipts", "c", Key(name), "m1"]), Self.now, by: user))
      #expect(!database.write(Path(["deliveries", "c", Key(name), "m1"]), Self.now, by: user))
      #expect(!database.write("messages/c/x", RuledDatabase.message(by: name), by: user))
    }
  }

  @Test("nobody writes a receipt, a mark of arrival or a message in another's name (SE-04)")
  func namesAreOnesOwn() throws {
    let database = try RuledDatabase()
    #expect(!database.write("receipts/c/bob/m1", Self.now, by: "alice"))
    #expect(!database.write("deliveries/c/bob/m1", Self.now, by: "alice"))
    #expect(!database.write("messages/c/x", RuledDatabase.message(by: "alice"), by: "bob"))
    #expect(database.write("receipts/c/bob/m1", Self.now, by: "bob"), "SE-10")
  }

  @Test("nobody has read a message of their own, or one that does not exist (RR-06)")
  func receiptsAreForOthersMessages() throws {
    let database = try RuledDatabase()
    #expect(!database.write("receipts/c/alice/m1", Self.now, by: "alice"))
    #expect(!database.write("receipts/c/bob/none", Self.now, by: "bob"))
  }

  @Test(
    "what is said again is refused and changes nothing: messages, receipts and arrivals (OF-11, I-05)"
  )
  func repetitionsAreHarmless() throws {
    let database = try RuledDatabase()
    for path: Path in ["receipts/c/bob/m1", "deliveries/c/bob/m1"] {
      #expect(database.write(path, Self.now, by: "bob"))
    }
    let before = database.server.read(.root)
    database.now += 60_000
    #expect(!database.write("receipts/c/bob/m1", Self.now, by: "bob"))
    #expect(!database.write("deliveries/c/bob/m1", Self.now, by: "bob"))
    #expect(database.say("m1", in: "c", by: "alice") != .ok)
    #expect(database.start("c", by: "alice", members: ["alice", "bob"]) != .ok)
    #expect(database.server.read(.root) == before)
  }

  @Test("what stands is neither changed nor deleted by anyone")
  func factsStay() throws {
    let database = try RuledDatabase()
    #expect(database.write("receipts/c/bob/m1", Self.now, by: "bob"))
    let before = database.server.read(.root)
    for path: Path in ["receipts/c/bob/m1", "receipts/c/bob", "messages/c/m1", "conversations/c"] {
      for user in ["alice", "bob"] { #expect(!database.write(path, .empty, by: user)) }
    }
    #expect(!database.write("messages/c/m1/text", "other", by: "alice"))
    #expect(!database.write("conversations/c/members/carol", true, by: "carol"))
    #expect(!database.write("memberships/carol/c", true, by: "carol"))
    #expect(database.server.read(.root) == before)
  }

  @Test("a batch with one receipt that may not be is refused whole (BC-04)")
  func batchesAreAtomic() throws {
    let database = try RuledDatabase()
    let batch = ["m1", "none"].map { PathChange(Path([Key($0)]), Self.now) }
    #expect(database.ask("bob", .merge("receipts/c/bob", batch)) != .ok)
    #expect(database.server.read("receipts").isEmpty)
    let good = ["m1", "m2"].map { PathChange(Path([Key($0)]), Self.now) }
    #expect(database.ask("bob", .merge("receipts/c/bob", good)) == .ok)
  }

  @Test("a conversation is started by one of its members in their own name, with both ends at once")
  func startsAreHonest() throws {
    let database = try RuledDatabase()
    #expect(database.start("d", by: "alice", members: ["bob", "carol"]) != .ok)
    #expect(!database.write("memberships/alice/d", true, by: "alice"), "no such conversation")
    #expect(database.start("e", by: "carol", members: ["bob", "carol"]) == .ok)
    #expect(database.start("f", by: "carol", members: ["carol", "ghost"]) != .ok, "no account")
    #expect(database.server.read("memberships/bob/e") == true)
  }

  @Test("a message has text, of a length that can be read, and nothing that nobody knows")
  func messagesAreWellFormed() throws {
    let database = try RuledDatabase()
    func message(text: Node, more: [(Key, Node)] = []) -> Node {
      Node(
        children: [
          (Key("author"), Node(.string("bob"))), (Key("text"), text), (Key("sentAt"), Self.now),
        ] + more)
    }
    let long = Node(.string(String(repeating: "x", count: 10_001)))
    for (number, text) in ["", 7, long, .empty].enumerated() {
      let path = Path(["messages", "c", Key("x\(number)")])
      #expect(!database.write(path, message(text: text), by: "bob"))
    }
    #expect(
      !database.write(
        "messages/c/y", message(text: "x", more: [(Key("z"), Node(.bool(true)))]), by: "bob"))
    let longest = Node(.string(String(repeating: "x", count: 10_000)))
    #expect(database.write("messages/c/z", message(text: longest), by: "bob"))
  }
}
