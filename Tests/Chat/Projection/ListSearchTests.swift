import Backend
import Simulator
import Testing

@testable import Chat

@Suite("What is found in the list, and what admins are told of a group")
struct ListSearchTests {
  private static let chat = ModelHarness.chat

  /// Alice's group of a name, to which she has given a tag.
  private static func named(_ name: String, tag: String = "") -> ModelHarness {
    var harness = ModelHarness.grouped(with: ["bob"])
    harness.hear(
      .conversation(chat), .value, nil,
      [
        "isGroup": true, "name": Node(.string(name)), "members": ["alice": true, "bob": true],
        "admins": ["alice": true],
      ])
    harness.model.setTag(tag, of: chat, as: "t1")
    harness.flush()
    return harness
  }

  @Test(
    "a part of a name in capitals or not, a tag as a whole, and a sign in a name",
    arguments: [
      ("Hiking", "", "hik", true), ("Hiking", "", "KING", true), ("Hiking", "", "hiking 2", false),
      ("ÜBUNG", "", "übung", true), ("Hiking", "", " ", nil), ("Hiking", "", "", nil),
      ("Hiking", "Work", "#work", true), ("Hiking", "Work", "#wor", false),
      ("Hiking", "", "#", false), ("#1", "", "#1", true), ("Work", "", "#work", false),
    ] as [(String, String, String, Bool?)])
  func finds(name: String, tag: String, words: String, isFound: Bool?) {
    var harness = Self.named(name, tag: tag)
    harness.model.search(words)
    #expect(harness.screen.search.map { $0.found == [Self.chat] } == isFound)
    #expect(harness.screen.conversations.count == 1)
    #expect(harness.screen.listedConversations.count == (isFound == false ? 0 : 1))
  }

  @Test("a tag is one line of at most 32 characters")
  func tags() {
    #expect(Self.named("a", tag: "two\nlines").screen.conversation(Self.chat)?.tag == "#two lines")
    let long = Self.named("a", tag: String(repeating: "x", count: 40))
    #expect(long.screen.conversation(Self.chat)?.tag?.count == 33)
    #expect(Self.named("a", tag: " \n").screen.conversation(Self.chat).map(\.tag) == .some(nil))
  }

  @Test("members are counted back from today, days with nothing are left out")
  func statistics() throws {
    let day: Int64 = 86_400_000
    var harness = ModelHarness.grouped(with: ["bob", "carol"])
    func notice(_ kind: String, _ users: Node, at time: Int64) -> Node {
      [
        "author": "system", "sentAt": .time(time),
        "notice": ["kind": Node(.string(kind)), "actor": "alice", "users": users],
      ]
    }
    harness.receive("1", at: 20 * day + 5)
    harness.receive("2", at: 20 * day + 6)
    harness.receive("3", from: "carol", at: 22 * day)
    harness.hear(
      .messages(Self.chat), .childAdded, "4", notice("added", ["carol": true], at: 21 * day))
    harness.hear(
      .messages(Self.chat), .childAdded, "5",
      notice("removed", ["dave": true, "erin": true], at: 22 * day + 1))
    harness.open()
    harness.model.openStatistics(of: Self.chat)
    let shown = try #require(harness.screen.groupStatistics)
    #expect(shown.days.map(\.date) == ["1970-01-23", "1970-01-22", "1970-01-21"])
    #expect(shown.days.map(\.messages) == ["1 message", "0 messages", "2 messages"])
    #expect(
      shown.days.map(\.members) == ["3 participants", "5 participants", "4 participants"])
    #expect(shown.active.map(\.user) == ["bob", "carol"] && shown.active.map(\.count) == [2, 1])
    #expect(shown.peakHour == "00:00")
    harness.learnGroup(["alice"])
    #expect(harness.screen.groupStatistics?.days.first?.members == "1 participant")
  }

  @Test("a group in which nothing was written has no busiest hour")
  func nothing() {
    var harness = ModelHarness.grouped(with: ["bob"])
    harness.open()
    harness.model.openStatistics(of: Self.chat)
    #expect(harness.screen.groupStatistics?.peakHour == nil)
    #expect(harness.screen.groupStatistics?.days.isEmpty == true)
  }
}
