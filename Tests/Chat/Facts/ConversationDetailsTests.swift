import Backend
import Simulator
import Testing

@testable import Chat

@Suite("What a conversation has beside its members")
struct ConversationDetailsTests {
  private static let full: Node = [
    "description": "Hikes", "adminsOnly": true, "moderators": ["bob": true],
    "invited": ["dave": "alice"],
    "pins": [
      "m1": ["by": "alice", "at": 5], "m2": ["by": "bob", "at": 7], "m3": ["by": "bob", "at": 5],
    ],
  ]

  @Test("all of it is read, pins the newest first, and nothing where nothing stands")
  func parsing() throws {
    let details = try #require(ConversationDetails(Self.full))
    #expect(details.description == "Hikes" && details.isAdminsOnly)
    #expect(details.moderators == ["bob"] && details.invited == ["dave": "alice"])
    #expect(details.pins.map(\.message.text) == ["m2", "m3", "m1"])
    #expect(ConversationDetails(["isGroup": true, "members": ["alice": true]]) == nil)
    #expect(ConversationDetails(["adminsOnly": false]) == nil)
  }

  @Test("each part alone is enough, and makes another digest, another value")
  func parts() {
    let changes: [Node] = [
      ["description": "Hikes"], ["description": "Hikel"], ["adminsOnly": true],
      ["moderators": ["bob": true]], ["moderators": ["carol": true]],
      ["invited": ["dave": "alice"]], ["invited": ["dave": "bob"]], ["invited": ["erin": "alice"]],
      ["pins": ["m1": ["by": "alice", "at": 5]]], ["pins": ["m1": ["by": "bob", "at": 5]]],
      ["pins": ["m1": ["by": "alice", "at": 6]]], ["pins": ["m2": ["by": "alice", "at": 5]]],
      Self.full,
    ]
    let all = changes.compactMap(ConversationDetails.init)
    #expect(all.count == changes.count)
    #expect(Set(all.map(\.digest)).count == all.count)
    for (index, details) in all.enumerated() {
      #expect(all.firstIndex(of: details) == index)
    }
  }

  @Test("each edit of a group has a digest of its own")
  func edits() {
    let edits: [GroupEdit] = [
      .name("a"), .name("b"), .photo("a"), .description("a"), .description(""), .adminsOnly(true),
      .adminsOnly(false), .role("bob", .admin), .role("bob", .moderator), .role("carol", .admin),
      .pin(MessageID("m"), true), .pin(MessageID("m"), false), .pin(MessageID("n"), true),
      .invitation("bob", true), .invitation("bob", false), .invitation("carol", true),
    ]
    #expect(Set(edits.map(\.digest)).count == edits.count)
  }

  private static func group(
    _ details: Node = ["moderators": ["bob": true, "erin": true]], isGroup: Bool = true,
    isMember: Bool = true, isArchived: Bool = false
  ) -> ConversationFact {
    ConversationFact(
      id: ConversationID("c"), isGroup: isGroup,
      members: ["alice", "bob", "carol", "dave", "erin"].map {
        .init(user: $0, joinedMilliseconds: 0)
      },
      admins: ["alice"], isMember: isMember, isArchived: isArchived,
      details: ConversationDetails(details))
  }

  @Test(
    "who may remove whom",
    arguments: [
      ("alice", ["bob", "carol"], true), ("alice", ["alice"], true), ("bob", ["carol"], true),
      ("bob", ["carol", "dave"], true), ("bob", ["bob"], true), ("bob", ["alice"], false),
      ("bob", ["erin"], false), ("bob", ["carol", "erin"], false), ("carol", ["carol"], true),
      ("carol", ["dave"], false), ("carol", ["carol", "dave"], false),
    ] as [(UserID, [UserID], Bool)])
  func removing(user: UserID, users: [UserID], isAllowed: Bool) {
    #expect(Self.group().lets(user, remove: users) == isAllowed)
    #expect(!Self.group(isMember: false).lets(user, remove: users))
    #expect(!Self.group(isArchived: true).lets(user, remove: users))
    #expect(!Self.group(isGroup: false).lets(user, remove: users))
  }

  @Test("who may write, pin, change the group and give roles")
  func roles() {
    let (group, quiet) = (Self.group(), Self.group(["adminsOnly": true]))
    let users: [UserID] = ["alice", "bob", "carol"]
    #expect(users.map(group.role(of:)) == [.admin, .moderator, .member])
    #expect(users.map(group.letsWrite) == [true, true, true])
    #expect(users.map(quiet.letsWrite) == [true, false, false])
    #expect(users.map(group.letsPin) == [true, true, false])
    #expect(users.map(Self.group(isGroup: false).letsPin) == [true, true, true])
    #expect(users.map { group.lets($0) } == [true, false, false])
    #expect(users.map { group.lets($0, giveRoleTo: "dave") } == [true, false, false])
    #expect(!group.lets("alice", giveRoleTo: "alice"))
    #expect(!group.lets("alice", giveRoleTo: "stranger"))
    #expect(!Self.group(isArchived: true).letsWrite("alice"))
    #expect(!Self.group(isMember: false).letsPin("alice"))
  }
}
