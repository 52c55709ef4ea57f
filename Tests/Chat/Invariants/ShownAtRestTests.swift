import Backend
import Devices
import Simulator
import Testing

@testable import Chat

@Suite("What a phone shows at rest, against the backend (I-08)")
struct ShownAtRestTests {
  private static let chat = ConversationID("c")
  private static let minute: Int64 = 60_000

  /// A group of Alice, Bob and Carol without a name, in which Bob has added Carol and written, and Carol has read what Alice wrote.
  ///
  /// Only admins may write there, Bob's message is pinned, and Alice has tagged the group and put it into the archive.
  private static let data = """
    {"conversations": {"c": {"isGroup": true, "createdBy": "bob",
       "members": {"alice": true, "bob": true, "carol": 20}, "admins": {"bob": true},
       "adminsOnly": true, "pins": {"m2": {"by": "bob", "at": 70}}}},
     "memberships": {"alice": {"c": true}},
     "users": {"bob": {"name": "Bob"}, "carol": {"name": "Carol"}},
     "private": {"alice": {"settings": {"c": {
       "tag": {"t": {"to": "#work", "at": 80}}, "archive": {"a": {"to": "on", "at": 7300000}}}}}},
     "messages": {"c": {
       "m1": {"author": "system", "sentAt": 20,
         "notice": {"kind": "added", "actor": "bob", "users": {"carol": true}}},
       "m2": {"author": "bob", "text": "one", "sentAt": 60000},
       "m3": {"author": "alice", "text": "two", "sentAt": 7200000}}},
     "receipts": {"c": {"alice": {"m2": 70000}, "carol": {"m3": 7260000}}}}
    """

  /// The parts of Alice's screen.
  private struct Parts {
    var title = "Bob, Carol"
    var header = "Bob, Carol"
    var tag: String? = "#work"
    var isInArchive = true
    var isReadOnly = true
    var pins = ["m2"]
    var pinned = "one"
    var told = "Bob added Carol"
    var speaker = "Bob"
    var time = "01:01"
    var ownTime = "03:00"
    var reader = "Carol"
    var read = "1 minute ago"

    func screen(_ members: [ConversationFact.Member]) -> Screen {
      let words = ChatText()
      var screen = Screen()
      var row = Screen.ConversationRow(id: chat, title: title, preview: "two", unread: 0)
      (row.tag, row.isInArchive) = (tag, isInArchive)
      screen.conversations = [row]
      screen.thread = Screen.MessageThread(
        id: chat, title: header, isGroup: true, members: members, isReadOnly: false,
        writingNotice: isReadOnly ? words[.onlyAdminsWrite] : nil,
        bubbles: [
          Screen.Bubble(
            id: MessageID("m1"), author: .system, text: told, time: "01:00", status: nil),
          Screen.Bubble(
            id: MessageID("m2"), author: "bob", text: "one", time: time, status: nil,
            speaker: speaker),
          Screen.Bubble(
            id: MessageID("m3"), author: "alice", text: "two", time: ownTime, status: .read,
            receiptLabel: "Read by 1 of 2", speaker: words[.you]),
        ],
        pinned: pins.map { Screen.PinnedMessage(id: MessageID($0), text: pinned) },
        unread: 0, inView: 0..<3)
      func section(_ rows: [Screen.RecipientRow]) -> Screen.Section {
        Screen.Section(heading: "", count: rows.count, rows: rows)
      }
      func recipient(_ user: UserID, _ name: String, _ time: String?) -> Screen.RecipientRow {
        Screen.RecipientRow(
          user: user, name: name, avatar: nil, hasCheck: time != nil, time: time)
      }
      screen.sheet = .receipts(
        Screen.ReceiptSheet(
          message: MessageID("m3"), title: "",
          read: section([recipient("carol", reader, read)]), delivered: section([]),
          pending: section([recipient("bob", "Bob", nil)]), done: ""))
      return screen
    }
  }

  private static func node() throws -> Node { try Node(parsing: data) }

  /// The group as Alice's phone stores it.
  private static func conversation() throws -> ConversationFact {
    ConversationFact(
      id: chat, isGroup: true,
      members: [
        .init(user: "alice", joinedMilliseconds: 0), .init(user: "bob", joinedMilliseconds: 0),
        .init(user: "carol", joinedMilliseconds: 20),
      ], admins: ["bob"], details: ConversationDetails(try node()["/conversations/c"]))
  }

  private static func message(
    _ id: String, by author: UserID, _ text: String, at time: Int64,
    notice: MembershipNotice? = nil
  ) -> MessageFact {
    MessageFact(
      id: MessageID(id), conversation: chat, author: author, text: text, notice: notice,
      localMilliseconds: time, serverMilliseconds: time, submission: .accepted)
  }

  /// The statements that Alice's phone breaks at rest, with parts of its screen changed.
  private func breaches(_ change: (inout Parts) -> Void = { _ in }) throws -> [String?] {
    var ledger = DeviceLedger(phone: "Alice", user: "alice", policies: ChatPolicies())
    var store = ChatStore(of: "alice")
    store.put(try Self.conversation())
    store.put(
      Self.message(
        "m1", by: .system, "", at: 20,
        notice: MembershipNotice(kind: .added, actor: "bob", users: ["carol"])))
    store.put(Self.message("m2", by: "bob", "one", at: Self.minute))
    store.put(Self.message("m3", by: "alice", "two", at: 120 * Self.minute))
    store.noteOwnRead(of: MessageID("m2"), at: 70_000)
    store.noteRead(ReceiptKey(message: MessageID("m3"), user: "carol"), at: 121 * Self.minute)
    for (topic, id, value, time) in [
      (.tag, "t", "#work", 80), (.archive, "a", "on", 7_300_000),
    ] as [(ConversationSetting.Topic, String, String, Int64)] {
      store.put(
        ConversationSetting(
          conversation: Self.chat, topic: topic, id: id, value: value, milliseconds: time))
    }
    // A name from before, which only what was drawn then may show.
    store.put(ProfileFact(user: "bob", name: "Robert"))
    store.put(ProfileFact(user: "bob", name: "Bob"))
    ledger.store(store.takeUncommitted(), at: .zero)
    var parts = Parts()
    change(&parts)
    ledger.show(parts.screen(try Self.conversation().members), at: .zero)
    // What the disk says is judged elsewhere.
    _ = ledger.takeBreaches()
    ledger.judgeRest(
      try Self.node(), [:], at: 0,
      clock: TimesAtRest(
        zone: .fixed(.hours(1)), milliseconds: 122 * Self.minute + 10_000))
    return ledger.takeBreaches().map(\.invariant)
  }

  @Test("a phone that shows what the backend has breaks nothing")
  func agrees() throws {
    #expect(try breaches() == [])
    #expect(try breaches({ $0.read = "1970-01-01 03:01:00" }) == [], "the exact time of a reader")
  }

  @Test("each part of the screen that shows something else breaks I-08")
  func differs() throws {
    let changes: [(inout Parts) -> Void] = [
      { $0.title = "Robert, Carol" }, { $0.header = "bob, Carol" }, { $0.tag = nil },
      { $0.tag = "#home" }, { $0.isInArchive = false }, { $0.isReadOnly = false },
      { $0.pins = [] }, { $0.pins = ["m2", "m3"] }, { $0.pinned = "two" },
      { $0.told = "Robert added Carol" }, { $0.told = "bob added Carol" },
      { $0.speaker = "Robert" }, { $0.time = "00:01" }, { $0.ownTime = "02:59" },
      { $0.reader = "carol" }, { $0.read = "now" }, { $0.read = "1970-01-01 03:01:01" },
    ]
    for (index, change) in changes.enumerated() {
      #expect(try breaches(change) == ["I-08"], "change \(index)")
    }
  }

  @Test("a list in another order than that of its newest messages breaks I-08")
  func order() throws {
    func breaches(_ ids: [String], inArchive: Set<String> = []) throws -> [String?] {
      var ledger = DeviceLedger(phone: "Alice", user: "alice", policies: ChatPolicies())
      var store = ChatStore(of: "alice")
      for (id, time) in [("c", 5), ("d", 9)] as [(String, Int64)] {
        store.put(
          MessageFact(
            id: MessageID(id), conversation: ConversationID(id), author: "bob", text: id,
            localMilliseconds: time, serverMilliseconds: time, submission: .accepted))
      }
      ledger.store(store.takeUncommitted(), at: .zero)
      var screen = Screen()
      screen.conversations = ids.map { id in
        var row = Screen.ConversationRow(
          id: ConversationID(id), title: id, preview: id, unread: 1)
        row.isInArchive = inArchive.contains(id)
        return row
      }
      ledger.show(screen, at: .zero)
      _ = ledger.takeBreaches()
      ledger.judgeRest(.empty, [:], at: 0)
      return ledger.takeBreaches().map(\.invariant)
    }
    #expect(try breaches(["d", "c"]) == [])
    #expect(try breaches(["c", "d"]) == ["I-08"])
    #expect(try breaches(["c", "d"], inArchive: ["d"]) == [])
    #expect(try breaches(["d", "c"], inArchive: ["d"]) == ["I-08"])
  }

  @Test("times are those of the zone, and ages those of its days")
  func times() {
    let berlin = TimesAtRest(zone: .berlin, milliseconds: 1_735_689_600_000)
    #expect(berlin.exact(1_735_686_000_000) == "2025-01-01 00:00:00")
    #expect(berlin.ofDay(1_720_000_000_000) == "11:46", "in summer")
    let hours = (-12...14).map { hour in
      TimesAtRest(zone: .fixed(.hours(hour)), milliseconds: 0).ofDay(12 * 60 * Self.minute)
    }
    #expect(hours == (0...26).map { $0 % 24 < 10 ? "0\($0 % 24):00" : "\($0 % 24):00" })
    let words = ChatText()
    let zone = TimesAtRest(zone: .fixed(.hours(-1)), milliseconds: 26 * 3_600_000)
    for (moment, text) in [
      (25 * 60 * Self.minute + 30_000, "59 minutes ago"), (22 * 60 * Self.minute, "yesterday"),
      (-60 * 60 * Self.minute, "4 days ago"), (26 * 60 * Self.minute - 1_000, "now"),
    ] {
      #expect(zone.tells(text, of: moment, in: words), "\(text)")
      #expect(!zone.tells("2 hours ago", of: moment, in: words))
    }
    #expect(TimesAtRest.plain("١٢:٠٥") == "12:05")
  }

  @Test("of a name stays one line that can be seen, of at most 64 units")
  func names() {
    #expect(NamesAtRest.visible(" Bob \n\u{202E} Smith ") == "Bob Smith")
    #expect(NamesAtRest.visible("\u{200B} \t") == nil)
    #expect(NamesAtRest.visible("a\u{200D}b") == "a\u{200D}b")
    #expect(
      NamesAtRest.visible(String(repeating: "a", count: 63) + "🦊b")
        == String(repeating: "a", count: 63))
  }
}
