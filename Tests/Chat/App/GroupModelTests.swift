import Backend
import Devices
import Simulator
import Testing

@testable import Chat

@Suite("Groups in the chat model")
struct GroupModelTests {
  private static let (bob, carol): (UserID, UserID) = ("bob", "carol")
  private static let chat = ModelHarness.chat

  private static func group() -> ModelHarness {
    var harness = ModelHarness.grouped(with: [bob])
    harness.open()
    return harness
  }

  private func change(
    _ harness: inout ModelHarness, _ kind: MembershipNotice.Kind, _ users: [UserID], _ id: String
  ) {
    harness.model.changeMembers(kind, users, of: Self.chat, as: MessageID(id))
    harness.flush()
  }

  // MARK: - Members

  @Test(
    "a change is one write of both ends and what it is; without effect it is none (BC-09, MA-06)")
  func changesInOneWrite() throws {
    var harness = Self.group()
    change(&harness, .added, [Self.carol, "dave", Self.bob], "x")
    #expect(harness.writes.count == 1)
    #expect(
      harness.writes[0].keys.sorted() == [
        "/changes/chat/x", "/conversations/chat/lastChange", "/conversations/chat/members/carol",
        "/conversations/chat/members/dave", "/conversations/chat/seatOf/carol",
        "/conversations/chat/seatOf/dave", "/conversations/chat/seats/1",
        "/conversations/chat/seats/2", "/memberships/carol/chat", "/memberships/dave/chat",
      ])
    change(&harness, .added, [Self.bob], "y")
    change(&harness, .removed, [Self.carol], "z")
    change(&harness, .added, [], "w")
    #expect(harness.writes.count == 1)
    change(&harness, .removed, ["alice"], "v")
    #expect(harness.writes.count == 1, "one member would be left")
    #expect(harness.screen.question?.confirm == "Archive" && harness.screen.alert == nil)
    harness.model.navigation.question = nil
    harness.learnGroup(["alice", Self.bob, Self.carol])
    change(&harness, .removed, ["alice"], "v")
    try #require(harness.writes.count == 2)
    #expect(harness.writes[1].keys.contains("/conversations/chat/admins/alice"))
  }

  @Test("the news of somebody who joined before a message takes its status down on no phone (I-01)")
  func lateNewsOfJoining() {
    var harness = Self.group()
    harness.sendAccepted("hello", as: "m", at: 1_000)
    harness.sendAccepted("later", as: "n", at: 1_001)
    harness.hear(.deliveries(Self.chat), of: Self.bob, ["m": 1_010])
    harness.learnGroup(["alice", Self.bob, Self.carol], joined: [Self.carol: 900])
    for _ in 1...2 {
      #expect(harness.bubble("m")?.status == .delivered)
      #expect(harness.bubble("n")?.status == .sent)
      harness.restart()
      harness.open()
    }
    harness.hearRead("m", by: Self.carol, at: 2_000)
    #expect(harness.bubble("m")?.status == .read)
  }

  @Test(
    "a new member counts for nothing said before, however late the phone guesses the backend's clock"
  )
  func guessedJoining() {
    var harness = Self.group()
    harness.sendAccepted("before", as: "m", at: 1_000)
    harness.hear(.deliveries(Self.chat), of: Self.bob, ["m": 1_010])
    #expect(harness.bubble("m")?.status == .delivered)
    change(&harness, .added, [Self.carol], "x")
    // The guess is behind by as long as a message takes, each time that the database tells it.
    for _ in 1...2 {
      harness.learnGroup(["alice", Self.bob, Self.carol], joined: [Self.carol: 900])
      #expect(harness.bubble("m")?.status == .delivered)
    }
    harness.learnGroup(["alice", Self.bob, Self.carol], joined: [Self.carol: 1_100])
    #expect(harness.bubble("m")?.status == .delivered)
  }

  @Test("who is no admin changes nothing, and nobody changes a 1:1 conversation")
  func onlyAdmins() {
    var plain = ModelHarness.chatting()
    change(&plain, .added, [Self.carol], "x")
    var member = Self.group()
    member.hear(
      .conversation(Self.chat), .value, nil,
      ["isGroup": true, "members": ["alice": true, "bob": true], "admins": ["bob": true]])
    change(&member, .removed, [Self.bob], "x")
    member.model.openPicker(in: Self.chat)
    #expect(plain.writes.isEmpty && member.writes.isEmpty && member.screen.picker == nil)
  }

  @Test("a refused change is told, unless the database shows it all the same (BC-10)")
  func refusals() {
    var harness = Self.group()
    change(&harness, .added, [Self.carol], "x")
    harness.answer(1, .refused("permission_denied"))
    #expect(harness.screen.alert == "The members could not be changed")
    harness = Self.group()
    change(&harness, .added, [Self.carol], "x")
    harness.learnGroup(["alice", Self.bob, Self.carol], joined: [Self.carol: 500])
    harness.answer(1, .refused("permission_denied"))
    #expect(harness.screen.alert == nil)
  }

  @Test(
    "an ex-member keeps history that counts for nothing, marks nothing and sends nothing (C-35)")
  func exMembers() {
    for isCancelled in [false, true] {
      var harness = ModelHarness.grouped(with: [Self.bob])
      harness.receive("1")
      #expect(harness.unread == 1)
      harness.hear(.memberships, .childRemoved, "chat", true)
      if isCancelled {
        harness.restart()
        harness.model.received(
          .cancelled(reason: "permission_denied"), from: .conversation(Self.chat),
          at: harness.now)
      }
      #expect(harness.unread == 0 && harness.screen.badge == 0)
      let count = harness.writes.count
      harness.open()
      harness.send("hello?", as: "2")
      #expect(harness.screen.thread?.bubbles.map(\.id.text) == ["1"])
      #expect(harness.screen.thread?.isReadOnly == true && harness.writes.count == count)
      #expect(harness.model.store.isUnread(MessageID("1")), "it is not marked")
    }
  }

  @Test("an ex-member's phone asks for nothing after a restart, and again once it is added")
  func rejoins() {
    var harness = ModelHarness.grouped(with: [Self.bob])
    harness.hear(.memberships, .childRemoved, "chat", true)
    harness.restart()
    #expect(harness.followed == [.memberships, .ownSide])
    harness.hear(.memberships, .childAdded, "chat", .time(7000))
    #expect(harness.followed.contains(.messages(Self.chat, since: 7000)))
  }

  @Test("a phone whose old range is refused asks for the messages since its new joining (C-25)")
  func asksAnew() {
    var harness = ModelHarness.grouped(with: [Self.bob])
    harness.hear(.memberships, .childChanged, "chat", .time(7000))
    harness.model.received(
      .cancelled(reason: "permission_denied"), from: .messages(Self.chat),
      at: harness.now)
    harness.flush()
    #expect(harness.followed.last == .messages(Self.chat, since: 7000))
    let count = harness.followed.count
    harness.model.received(
      .cancelled(reason: "permission_denied"), from: .messages(Self.chat, since: 7000),
      at: harness.now)
    harness.flush()
    #expect(harness.followed.count == count, "it asked for what was refused")
  }

  @Test(
    "what the system tells is rendered for its viewer, unread for nobody, and told as arrived by nobody"
  )
  func notices() {
    var harness = ModelHarness.grouped(with: [Self.bob])
    harness.learnNames(of: [Self.bob, Self.carol])
    for (number, (kind, users)) in [
      ("added", ["carol"]), ("added", ["carol", "dave"]), ("removed", ["alice"]),
      ("removed", ["carol", "dave"]),
    ].enumerated() {
      let marks = users.map { (Key($0), Node(.bool(true))) }
      harness.hear(
        .messages(Self.chat), .childAdded, "s\(number)",
        [
          "author": "system", "sentAt": .time(Int64(number)),
          "notice": [
            "kind": Node(.string(kind)), "actor": "bob", "users": Node(children: marks),
          ],
        ])
    }
    #expect(harness.unread == 0 && harness.writes.isEmpty)
    harness.open()
    #expect(
      harness.screen.thread?.bubbles.map(\.text) == [
        "Bob added Carol", "Bob added 2 participants", "Bob removed you",
        "Bob removed 2 participants",
      ])
    #expect(harness.writes.isEmpty)
  }

  // MARK: - Edits and tombstones

  @Test("an edit keeps its place, its status and its receipts; a tombstone has no sheet (RG-02)")
  func edits() {
    var harness = Self.group()
    harness.sendAccepted("helo", as: "1", at: 1000)
    harness.hearRead("1", by: Self.bob, at: 5000)
    harness.model.edit(MessageID("1"), to: "hello")
    harness.flush()
    #expect(harness.bubble("1")?.text == "hello" && harness.bubble("1")?.isEdited == true)
    #expect(harness.status(of: "1") == .read)
    #expect(harness.writes.last?.path == "/messages/chat/1")
    #expect(harness.writes.last?.keys.sorted() == ["/revision", "/text"])
    harness.openReceipts("1")
    #expect(harness.screen.receiptSheet != nil)
    harness.model.delete(MessageID("1"))
    harness.flush()
    #expect(harness.bubble("1")?.isDeleted == true && harness.screen.sheet == nil)
    #expect(harness.status(of: "1") == .read)
    harness.restart()
    harness.open()
    #expect(harness.bubble("1")?.isDeleted == true && harness.status(of: "1") == .read)
    harness.openReceipts("1")
    #expect(harness.screen.sheet == nil)
  }

  @Test("only accepted messages of one's own are edited; a failed one is forgotten when deleted")
  func editsOwnOnly() {
    var harness = Self.group()
    harness.receive("theirs")
    harness.send("queued", as: "2")
    let count = harness.writes.count
    for id in ["theirs", "2"] {
      harness.model.edit(MessageID(id), to: "other")
      harness.model.delete(MessageID(id))
    }
    harness.flush()
    #expect(harness.writes.count == count && harness.bubble("2")?.text == "queued")
    harness.answer(harness.writes(below: "messages")[0].number, .refused("no"))
    #expect(harness.status(of: "2") == .failed)
    harness.model.delete(MessageID("2"))
    harness.flush()
    #expect(harness.bubble("2") == nil && harness.writes.count == count)
    harness.restart()
    #expect(harness.model.store.messages[MessageID("2")] == nil)
  }

  @Test("a message that is deleted before it was seen is unread no more, and never marked (C-55)")
  func tombstonesAreNotUnread() {
    var harness = ModelHarness.grouped(with: [Self.bob])
    harness.receive("1")
    harness.receive("2")
    #expect(harness.unread == 2)
    harness.hear(
      .messages(Self.chat), .childChanged, "1",
      ["author": "bob", "sentAt": .time(1000), "deletedAt": .time(2000)])
    #expect(harness.unread == 1)
    harness.open()
    #expect(harness.writes(below: "receipts").map(\.keys) == [["/2"]])
  }

  // MARK: - Privacy

  @Test(
    "what is read privately goes to the user's own side, and is told as such after a restart (C-40)"
  )
  func readsPrivately() {
    var harness = Self.group()
    harness.model.shareReceipts(false, as: "t")
    harness.flush()
    harness.receive("1")
    #expect(harness.unread == 0 && harness.writes(below: "receipts").isEmpty)
    #expect(
      harness.writes(below: "private").map(\.path) == [
        "/private/alice/sharing", "/private/alice/reads/chat",
      ])
    harness.restart()
    #expect(harness.writes(below: "receipts").isEmpty && harness.unread == 0)
    #expect(harness.writes(below: "private").count == 2)
  }

  @Test(
    "a conversation of which the phone has never heard was left where the backend tells of a departure"
  )
  func leftUnheard() {
    var harness = ModelHarness.chatting()
    let (chat, other) = (ConversationID("chat"), ConversationID("other"))
    #expect(!harness.model.hasLeft(other) && !harness.model.hasLeft(chat))
    let departure: Node = ["change": ["by": "alice", "at": .time(5000)]]
    harness.hear(.ownSide, .childAdded, "departures", ["other": departure, "chat": departure])
    // That may be one of long ago, until all memberships are known.
    #expect(!harness.model.hasLeft(other) && !harness.model.hasLeft(chat))
    harness.hear(.memberships, .value, "alice", ["chat": true])
    #expect(harness.model.hasLeft(other) && !harness.model.hasLeft(chat))
    harness.hear(.memberships, .childAdded, "other", .time(6000))
    #expect(!harness.model.hasLeft(other))
  }

  @Test("reads on another phone of one's own count, private ones too, and vanish when refused")
  func ownSide() {
    var harness = ModelHarness.grouped(with: [Self.bob])
    harness.receive("1")
    harness.receive("2")
    harness.hear(.ownSide, .childAdded, "reads", ["chat": ["1": .time(5000)]])
    #expect(harness.unread == 1)
    harness.hear(
      .ownSide, .childChanged, "reads", ["chat": ["1": .time(5000), "2": .time(6000)]])
    #expect(harness.unread == 0 && harness.writes(below: "receipts").isEmpty)
  }

  @Test("who keeps receipts private sees those from before, and those after the switch is on again")
  func seesByTime() {
    var harness = Self.group()
    for (id, time) in [("1", Int64(1000)), ("2", 2000), ("3", 3000)] {
      harness.sendAccepted(id, as: id, at: time)
    }
    harness.hear(
      .ownSide, .childAdded, "sharing",
      ["a": ["isOn": false, "at": .time(5000)], "b": ["isOn": true, "at": .time(7000)]])
    harness.hear(
      .receipts(Self.chat), of: Self.bob, ["1": 4999, "2": 5000, "3": 7000])
    #expect(harness.status(of: "1") == .read && harness.status(of: "2") == .sent)
    #expect(
      harness.status(of: "3") == .read && harness.bubble("2").map(\.receiptLabel) == .some(nil))
    harness.openReceipts("2")
    #expect(harness.screen.receiptSheet?.read.count == 0)
  }

  @Test(
    "a read that was known before the switch on another phone stays, one that came later does not (I-01)"
  )
  func keepsKnownReads() {
    var harness = Self.group()
    for (id, time) in [("1", Int64(1000)), ("2", 2000)] {
      harness.sendAccepted(id, as: id, at: time)
    }
    harness.hear(.receipts(Self.chat), of: Self.bob, ["1": 5000])
    #expect(harness.status(of: "1") == .read)
    harness.hear(
      .ownSide, .childAdded, "sharing", ["a": ["isOn": false, "at": .time(4000)]])
    harness.hear(.receipts(Self.chat), of: Self.bob, ["1": 5000, "2": 6000], .childChanged)
    #expect(harness.status(of: "1") == .read && harness.status(of: "2") == .sent)
    harness.restart()
    harness.open()
    #expect(harness.status(of: "1") == .read && harness.status(of: "2") == .sent)
  }
}
