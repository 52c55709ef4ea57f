import Devices
import Simulator
import Testing

@testable import Chat

@Suite("What a phone shows of receipts against its disk")
struct ShownReceiptTests {
  private static let chat = ConversationID("c")
  private static let id = MessageID("mine")

  private static func key(_ user: UserID) -> ReceiptKey { ReceiptKey(message: id, user: user) }

  /// Alice's phone in a group with Bob and Carol, and a message of hers that the backend has.
  private static func store(isGroup: Bool = true) -> ChatStore {
    var store = ChatStore(of: "alice")
    let users: [UserID] = isGroup ? ["alice", "bob", "carol"] : ["alice", "bob"]
    store.put(
      ConversationFact(
        id: chat, isGroup: isGroup,
        members: users.map { .init(user: $0, joinedMilliseconds: 0) }, admins: ["alice"]))
    store.put(message("hello"))
    return store
  }

  private static func message(
    _ text: String, revision: Int = 0, isDeleted: Bool = false,
    submission: SubmissionState = .accepted
  ) -> MessageFact {
    MessageFact(
      id: id, conversation: chat, author: "alice", text: text, revision: revision,
      isDeleted: isDeleted, localMilliseconds: 1, serverMilliseconds: 10, submission: submission)
  }

  private static func screen(
    _ status: DeliveryStatus?, _ label: String? = nil, text: String = "hello",
    isEdited: Bool = false, isDeleted: Bool = false, preview: String? = nil,
    sheet: Screen.Sheet? = nil, hasThread: Bool = true
  ) -> Screen {
    var screen = Screen()
    screen.conversations = [
      Screen.ConversationRow(id: chat, title: "bob", preview: preview ?? text, unread: 0)
    ]
    if hasThread {
      screen.thread = Screen.MessageThread(
        id: chat, title: "bob", members: [], isReadOnly: false,
        bubbles: [
          Screen.Bubble(
            id: id, author: "alice", text: text, time: "12:00", status: status, receiptLabel: label,
            isDeleted: isDeleted, isEdited: isEdited)
        ])
    }
    screen.sheet = sheet
    return screen
  }

  private func breaches(
    _ screen: Screen, isGroup: Bool = true, policies: ChatPolicies = ChatPolicies(),
    _ change: (inout ChatStore) -> Void = { _ in }
  ) -> [String?] {
    var ledger = DeviceLedger(phone: "Alice", user: "alice", policies: policies)
    ledger.live(.foreground, at: .zero)
    var store = Self.store(isGroup: isGroup)
    change(&store)
    ledger.store(store.takeUncommitted(), at: .zero)
    ledger.show(screen, at: .zero)
    return ledger.takeBreaches().map(\.invariant)
  }

  @Test("a status says neither more nor less than the rows (I-03, I-17)")
  func statuses() {
    #expect(breaches(Self.screen(.sent)) == [])
    #expect(breaches(Self.screen(.delivered)) == ["I-17"])
    #expect(breaches(Self.screen(.read, "Read by 1 of 2")) == ["I-17", "I-03"])
    #expect(breaches(Self.screen(.failed)) == ["I-17"])
    #expect(breaches(Self.screen(nil)) == ["I-17"])
    let reached: (inout ChatStore) -> Void = {
      $0.noteDelivery(Self.key("bob"), at: 20)
      $0.noteDelivery(Self.key("carol"), at: 20)
    }
    #expect(breaches(Self.screen(.delivered), reached) == [])
    #expect(breaches(Self.screen(.sent), reached) == ["I-17"])
    let one: (inout ChatStore) -> Void = { $0.noteDelivery(Self.key("bob"), at: 20) }
    #expect(breaches(Self.screen(.delivered), one) == ["I-17"])
  }

  @Test("what a phone of its author alone has is not delivered (I-17)")
  func reachedByItsAuthor() {
    let alone: (inout ChatStore) -> Void = { store in
      store.put(
        ConversationFact(
          id: Self.chat, isGroup: true, members: [.init(user: "alice", joinedMilliseconds: 0)],
          admins: ["alice"]))
      store.noteDelivery(Self.key("alice"), at: 20)
    }
    #expect(breaches(Self.screen(.sent), alone) == [])
    #expect(breaches(Self.screen(.delivered), alone) == ["I-17"])
  }

  @Test(
    "no viewer stays over the picture of a message that was deleted (sheet)",
    arguments: [false, true])
  func viewer(isDeleted: Bool) {
    let viewer = Screen.Sheet.picture(
      Screen.PictureViewer(
        message: Self.id, content: nil, isVideo: false, pageLabel: nil, zoom: 100, delete: nil,
        close: ""))
    let found = breaches(Self.screen(.sent, isDeleted: isDeleted, sheet: viewer)) {
      $0.put(Self.message("hello", isDeleted: isDeleted))
    }
    #expect(found.contains("sheet") == isDeleted)
  }

  @Test("a message in the outbox alone is shown as sending (I-17)")
  func sent() {
    let queued: (inout ChatStore) -> Void = { store in
      var fresh = ChatStore(of: "alice")
      fresh.put(Self.message("hello", submission: .queued))
      _ = fresh.enqueue(.send(Self.id))
      store = fresh
      store.put(
        ConversationFact(
          id: Self.chat, isGroup: true,
          members: [.init(user: "alice", joinedMilliseconds: 0)], admins: []))
    }
    #expect(breaches(Self.screen(.sending), queued) == [])
    #expect(breaches(Self.screen(.sent), queued) == ["I-17"])
  }

  @Test("the label is there exactly when somebody has read, and X is what the phone knows (I-03)")
  func labels() {
    let read: (inout ChatStore) -> Void = { $0.noteRead(Self.key("bob"), at: 30) }
    #expect(breaches(Self.screen(.read, "Read by 1 of 2"), read) == [])
    #expect(breaches(Self.screen(.read), read) == ["I-03"])
    #expect(breaches(Self.screen(.sent), read) == ["I-03", "I-03"])
    #expect(breaches(Self.screen(.read, "Read by 2 of 2"), read) == ["I-03"])
    #expect(breaches(Self.screen(.read, "Read by 1 of 3"), read) == ["I-03"])
    #expect(breaches(Self.screen(.sent, "Read by 0 of 2")) == ["I-03"])
    let all: (inout ChatStore) -> Void = {
      read(&$0)
      $0.noteRead(Self.key("carol"), at: 40)
    }
    #expect(breaches(Self.screen(.read, "Read by 1 of 2"), all) == ["I-03"])
    #expect(breaches(Self.screen(.read, "Read by 1 of 1"), isGroup: false, read) == ["I-03"])
  }

  @Test("where all must have read, blue is for all (C-04)")
  func blueForAll() {
    var policies = ChatPolicies()
    policies.groupBlue = .all
    let read: (inout ChatStore) -> Void = { $0.noteRead(Self.key("bob"), at: 30) }
    #expect(breaches(Self.screen(.sent, "Read by 1 of 2"), policies: policies, read) == [])
    #expect(breaches(Self.screen(.read, "Read by 1 of 2"), policies: policies, read) == ["I-17"])
  }

  @Test("readers of a time at which receipts were private are not counted (C-40)")
  func privacy() {
    let hidden: (inout ChatStore) -> Void = {
      $0.put([SharingFact(id: "1", isOn: false, milliseconds: 20)])
      $0.noteRead(Self.key("bob"), at: 30)
    }
    #expect(breaches(Self.screen(.sent), hidden) == [])
    #expect(breaches(Self.screen(.read, "Read by 1 of 2"), hidden) == ["I-17", "I-03"])
    let kept: (inout ChatStore) -> Void = {
      $0.noteRead(Self.key("bob"), at: 30)
      $0.put([SharingFact(id: "1", isOn: false, milliseconds: 20)])
    }
    #expect(breaches(Self.screen(.read, "Read by 1 of 2"), kept) == [])
    var exempt = ChatPolicies()
    exempt.groupPrivacy = .alwaysShared
    #expect(breaches(Self.screen(.read, "Read by 1 of 2"), policies: exempt, hidden) == [])
  }

  @Test("texts, edits and tombstones are those of the disk (I-17)")
  func contents() {
    #expect(breaches(Self.screen(.sent, text: "hell")) == ["I-17", "preview"])
    #expect(breaches(Self.screen(.sent, isEdited: true)) == ["I-17"])
    let edited: (inout ChatStore) -> Void = { $0.put(Self.message("hello", revision: 1)) }
    #expect(breaches(Self.screen(.sent, isEdited: true), edited) == [])
    #expect(breaches(Self.screen(.sent), edited) == ["I-17"])
    let deleted: (inout ChatStore) -> Void = { $0.put(Self.message("", isDeleted: true)) }
    #expect(breaches(Self.screen(.sent), deleted) == ["I-17", "preview"])
    #expect(breaches(Self.screen(.sent, text: Self.tombstone, isDeleted: true), deleted) == [])
  }

  private static let tombstone = ChatText()[.deletedMessage]

  @Test("each line of the list says what the newest message says, with a thread or without")
  func previews() {
    #expect(breaches(Self.screen(.sent, preview: "older")) == ["preview"])
    #expect(breaches(Self.screen(.sent, hasThread: false)) == [])
    #expect(breaches(Self.screen(.sent, preview: "older", hasThread: false)) == ["preview"])
    let list = Self.screen(.sent, hasThread: false)
    func after(_ change: (inout ChatStore) -> Void) -> [String?] {
      var ledger = DeviceLedger(phone: "Alice", user: "alice", policies: ChatPolicies())
      ledger.live(.foreground, at: .zero)
      var store = Self.store(isGroup: true)
      ledger.store(store.takeUncommitted(), at: .zero)
      ledger.show(list, at: .zero)
      change(&store)
      ledger.store(store.takeUncommitted(), at: .zero)
      ledger.settle(at: .zero.advanced(by: .seconds(1)))
      return ledger.takeBreaches().map(\.invariant)
    }
    func message(at time: Int64) -> MessageFact {
      MessageFact(
        id: MessageID("n"), conversation: Self.chat, author: "alice", text: "another",
        localMilliseconds: 1, serverMilliseconds: time, submission: .accepted)
    }
    #expect(after { $0.put(message(at: 11)) } == ["preview"], "newer than what the line says")
    #expect(after { $0.put(message(at: 9)) } == [], "older")
    #expect(after { $0.put(Self.message("hello!", revision: 1)) } == ["preview"], "edited")
  }

  private static func section(_ users: [UserID], time: String? = nil) -> Screen.Section {
    Screen.Section(
      heading: "", count: users.count,
      rows: users.map {
        Screen.RecipientRow(user: $0, name: $0.text, avatar: nil, hasCheck: false, time: time)
      })
  }

  private static func sheet(
    read: [UserID] = [], delivered: [UserID] = [], pending: [UserID] = [], of id: MessageID = id
  ) -> Screen.Sheet {
    .receipts(
      Screen.ReceiptSheet(
        message: id, title: "", read: section(read, time: "now"), delivered: section(delivered),
        pending: section(pending), done: "Done"))
  }

  @Test(
    "a sheet has each recipient in the group that the disk says, the newest reader first (I-04)")
  func sheets() {
    let facts: (inout ChatStore) -> Void = {
      $0.noteDelivery(Self.key("carol"), at: 20)
      $0.noteRead(Self.key("bob"), at: 30)
    }
    func judged(_ sheet: Screen.Sheet, _ change: @escaping (inout ChatStore) -> Void) -> [String?] {
      breaches(Self.screen(.read, "Read by 1 of 2", sheet: sheet), change)
    }
    #expect(judged(Self.sheet(read: ["bob"], delivered: ["carol"]), facts) == [])
    #expect(judged(Self.sheet(read: ["carol"], delivered: ["bob"]), facts) == ["I-04"])
    #expect(judged(Self.sheet(read: ["bob"], pending: ["carol"]), facts) == ["I-04"])
    #expect(judged(Self.sheet(read: ["bob"]), facts) == ["I-04"])
    let both: (inout ChatStore) -> Void = {
      $0.noteRead(Self.key("bob"), at: 30)
      $0.noteRead(Self.key("carol"), at: 40)
    }
    func ordered(_ users: [UserID]) -> [String?] {
      breaches(Self.screen(.read, "Read by 2 of 2", sheet: Self.sheet(read: users)), both)
    }
    #expect(ordered(["carol", "bob"]) == [])
    #expect(ordered(["bob", "carol"]) == ["I-04"])
  }

  @Test("Message Info says what the disk says (I-04)")
  func infos() {
    func info(_ delivered: String, _ read: String) -> Screen.Sheet {
      .info(
        Screen.MessageInfo(
          message: Self.id, title: "", sent: "", delivered: delivered, read: read, done: ""))
    }
    func judged(_ sheet: Screen.Sheet) -> [String?] {
      breaches(Self.screen(.delivered, sheet: sheet), isGroup: false) {
        $0.noteDelivery(Self.key("bob"), at: 20)
      }
    }
    #expect(judged(info("✓", "Not yet")) == [])
    #expect(judged(info("Pending", "Not yet")) == ["I-04"])
    #expect(judged(info("✓", "now")) == ["I-04"])
  }

  @Test("a sheet belongs to a message of the open thread, and goes with it")
  func strangers() {
    let sheet = Self.sheet(pending: ["bob", "carol"])
    #expect(breaches(Self.screen(.sent, sheet: sheet)) == [])
    #expect(breaches(Self.screen(nil, sheet: sheet, hasThread: false)) == ["sheet"])
    let other = Self.sheet(pending: ["bob", "carol"], of: MessageID("other"))
    #expect(breaches(Self.screen(.sent, sheet: other)) == ["sheet"])
    #expect(
      breaches(Self.screen(.sent, text: Self.tombstone, isDeleted: true, sheet: sheet)) {
        $0.put(Self.message("", isDeleted: true))
      } == ["sheet"])
  }

  @Test(
    "a screen that should have changed and did not is judged once time has passed (I-03, I-04, I-07)"
  )
  func standingStill() {
    var ledger = DeviceLedger(phone: "Alice", user: "alice", policies: ChatPolicies())
    ledger.live(.foreground, at: .zero)
    var store = Self.store()
    ledger.store(store.takeUncommitted(), at: .zero)
    ledger.show(Self.screen(.sent, sheet: Self.sheet(pending: ["bob", "carol"])), at: .zero)
    #expect(ledger.takeBreaches() == [])
    store.noteRead(Self.key("bob"), at: 30)
    store.put(
      MessageFact(
        id: MessageID("theirs"), conversation: Self.chat, author: "bob", text: "hi",
        localMilliseconds: 2, serverMilliseconds: 20, submission: .accepted))
    let later = Instant.zero.advanced(by: .seconds(1))
    ledger.store(store.takeUncommitted(), at: later)
    ledger.settle(at: later)
    #expect(ledger.takeBreaches() == [], "the app may show it in this very step")
    ledger.settle(at: later.advanced(by: .milliseconds(1)))
    #expect(Set(ledger.takeBreaches().map(\.invariant)) == ["I-03", "I-04", "I-07", "preview"])
  }
}
