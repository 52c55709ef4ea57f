import Backend
import Devices
import Simulator
import Testing

@testable import Chat

@Suite("Invariants of one phone")
struct DeviceLedgerTests {
  private static let chat = ConversationID("chat")

  private static func message(
    _ id: String, from author: UserID, submission: SubmissionState = .accepted
  ) -> MessageFact {
    MessageFact(
      id: MessageID(id), conversation: chat, author: author, text: id, localMilliseconds: 0,
      serverMilliseconds: nil, submission: submission)
  }

  private static func seen(_ id: String) -> SeenFact {
    SeenFact(message: MessageID(id), conversation: chat, isPrivate: false, isSettled: false)
  }

  private static func row(unread: Int, preview: String) -> Screen.ConversationRow {
    Screen.ConversationRow(id: chat, title: "bob", preview: preview, unread: unread)
  }

  private static func bubble(
    _ id: String, status: DeliveryStatus?, label: String? = nil
  ) -> Screen.Bubble {
    Screen.Bubble(
      id: MessageID(id), author: status == nil ? "bob" : "alice", text: id, time: "12:00",
      status: status, receiptLabel: label)
  }

  /// A ledger of Alice's phone, with a message of Bob's and one of hers on the disk.
  private func ledger(policies: ChatPolicies = ChatPolicies()) -> DeviceLedger {
    var ledger = DeviceLedger(phone: "Alice", user: "alice", policies: policies)
    ledger.live(.foreground, at: .zero)
    ledger.store(
      rows { store in
        store.put(
          ConversationFact(
            id: Self.chat, isGroup: false,
            members: ["alice", "bob"].map { .init(user: $0, joinedMilliseconds: 0) }))
        store.put(Self.message("theirs", from: "bob"))
        store.put(Self.message("mine", from: "alice", submission: .queued))
        _ = store.enqueue(.send(MessageID("mine")))
      })
    return ledger
  }

  private func rows(_ change: (inout ChatStore) -> Void) -> DiskTransaction {
    var store = ChatStore(of: "alice")
    change(&store)
    return store.takeUncommitted()
  }

  private func screen(
    _ bubbles: [(String, DeliveryStatus?)]? = nil, unread: Int = 0, badge: Int? = nil
  ) -> Screen {
    var screen = Screen()
    screen.conversations = [Self.row(unread: unread, preview: bubbles?.last?.0 ?? "")]
    screen.badge = badge ?? unread
    screen.thread = bubbles.map { bubbles in
      Screen.MessageThread(
        id: Self.chat, title: "bob", members: [], isReadOnly: false,
        bubbles: bubbles.map { Self.bubble($0.0, status: $0.1) })
    }
    return screen
  }

  private static let second = Instant.zero.advanced(by: .seconds(1))

  /// Shows a screen; the lines of its list are no part of these tests.
  private func shows(
    _ invariant: String?, _ ledger: inout DeviceLedger, _ screen: Screen?,
    at now: Instant = second, _ location: Testing.SourceLocation = #_sourceLocation
  ) {
    ledger.show(screen, at: now)
    let broken = ledger.takeBreaches().map(\.invariant).filter { $0 != "preview" }
    #expect(broken == [invariant].compactMap(\.self), sourceLocation: location)
  }

  @Test("a status that falls breaks I-01, also across a restart; a retry does not")
  func statuses() {
    var ledger = StatusLedger()
    let id = MessageID("1")
    for status in [DeliveryStatus.sending, .failed] { #expect(ledger.show(status, of: id) == nil) }
    #expect(ledger.show(.sending, of: id) == .failed, "nobody has tapped retry")
    #expect(ledger.show(.failed, of: id) == nil)
    ledger.retry(id)
    for status in [DeliveryStatus.sending, .sent, .delivered, .delivered, .read] {
      #expect(ledger.show(status, of: id) == nil)
    }
    #expect(ledger.show(.delivered, of: id) == .read)
    #expect(
      ledger.show(.failed, of: id) == .delivered, "failed is left and reached from sending only")
  }

  @Test("a message that is retried while its thread is not open is shown next on any rung (I-01)")
  func retriedUnseen() {
    var ledger = StatusLedger()
    let id = MessageID("1")
    #expect(ledger.show(.failed, of: id) == nil)
    ledger.retry(id)
    #expect(ledger.show(.sent, of: id) == nil)
    let other = MessageID("2")
    #expect(ledger.show(.failed, of: other) == nil)
    ledger.retry(other)
    #expect(ledger.show(.failed, of: other) == nil, "it was refused again")
    #expect(ledger.show(.sending, of: other) == .failed, "that retry has had its effect")
  }

  @Test(
    "proof that the backend has it leads out of failed without a retry, waiting does not (I-01)")
  func proven() {
    for (status, before) in [
      (DeliveryStatus.sending, DeliveryStatus.failed), (.sent, nil), (.delivered, nil),
      (.read, nil),
    ] as [(DeliveryStatus, DeliveryStatus?)] {
      var ledger = StatusLedger()
      #expect(ledger.show(.failed, of: MessageID("1")) == nil)
      #expect(ledger.show(status, of: MessageID("1")) == before)
    }
  }

  @Test("an unread number that is not the number of unread messages breaks I-07")
  func unreadNumbers() {
    var ledger = ledger()
    shows(nil, &ledger, screen(unread: 1))
    shows("I-07", &ledger, screen(unread: 0))
    shows("I-07", &ledger, screen(unread: 2))
    shows("I-07", &ledger, screen(unread: 1, badge: 2))
    ledger.store(
      rows { $0.noteRead(ReceiptKey(message: MessageID("theirs"), user: "alice"), at: 1) })
    shows(nil, &ledger, screen(unread: 0))
    shows("I-07", &ledger, screen(unread: 1))
  }

  @Test("what was displayed in the foreground is no longer unread, and may have a receipt (I-06)")
  func displayed() {
    var ledger = ledger()
    #expect(!ledger.canHaveSeen(MessageID("theirs")))
    ledger.live(.background, at: .zero)
    shows(nil, &ledger, screen([("theirs", nil)], unread: 1))
    #expect(!ledger.canHaveSeen(MessageID("theirs")))
    ledger.live(.foreground, at: Self.second)
    #expect(ledger.canHaveSeen(MessageID("theirs")))
    // At that very instant the app need not know yet that it is back, and says by its disk when it does.
    shows(nil, &ledger, screen([("theirs", nil)], unread: 1))
    ledger.store(rows { $0.put(Self.seen("theirs")) })
    shows("I-07", &ledger, screen([("theirs", nil)], unread: 1))
    shows(nil, &ledger, screen([("theirs", nil)], unread: 0))
  }

  @Test(
    "what is displayed longer than an instant is unread no more, whatever the disk says (I-07, I-17)"
  )
  func settles() {
    var ledger = ledger()
    shows(nil, &ledger, screen([("theirs", nil)], unread: 1))
    let later = Self.second.advanced(by: .nanoseconds(1))
    ledger.show(screen([("theirs", nil)], unread: 1).drafting("again"), at: later)
    #expect(ledger.takeBreaches().map(\.invariant) == ["I-17", "I-07"])
  }

  @Test("where opening marks all, what is out of view is marked behind an alert, too (I-07)")
  func marksAllBehindAlert() {
    var ledger = ledger(policies: ChatPolicies(marking: .all))
    var shown = screen([("mine", .sending)], unread: 1)
    shown.conversations = [Self.row(unread: 1, preview: "mine")]
    shown.alert = "Only one photo or video can be sent at once"
    shows(nil, &ledger, shown)
    ledger.store(rows { $0.put(Self.seen("theirs")) }, at: Self.second)
    shown.conversations = [Self.row(unread: 0, preview: "mine")]
    shown.badge = 0
    shows(nil, &ledger, shown)
  }

  @Test("what is displayed while the app waits for its disk is seen when the disk is done (I-17)")
  func waitsForDisk() {
    var ledger = ledger()
    let end = Self.second.advanced(by: .seconds(3))
    ledger.wait(until: end)
    let shown = screen([("theirs", nil)], unread: 1)
    shows(nil, &ledger, shown)
    shows(nil, &ledger, shown.drafting("a"), at: Self.second.advanced(by: .seconds(1)))
    shows(nil, &ledger, shown.drafting("ab"), at: end)
    ledger.show(shown.drafting("abc"), at: end.advanced(by: .nanoseconds(1)))
    #expect(ledger.takeBreaches().map(\.invariant) == ["I-17", "I-07"])
  }

  @Test(
    "what a person has marked as read behind a sheet is read once it is stored, and that at once (I-07, I-17)"
  )
  func markedBehindSheet() {
    func behindSheet(unread: Int, alert: String? = nil) -> Screen {
      var screen = screen([("theirs", nil)], unread: unread)
      screen.sheet = .info(
        Screen.MessageInfo(
          message: MessageID("mine"), title: "", sent: "", delivered: "Pending", read: "Not yet",
          done: ""))
      screen.alert = alert
      return screen
    }
    func after(_ seconds: Int) -> Instant { Self.second.advanced(by: .seconds(seconds)) }
    func marked() -> DeviceLedger {
      var ledger = ledger()
      shows(nil, &ledger, behindSheet(unread: 1))
      ledger.markRead(Self.chat, at: after(1))
      return ledger
    }
    var stored = marked()
    stored.store(rows { $0.put(Self.seen("theirs")) }, at: after(1))
    shows(nil, &stored, behindSheet(unread: 0), at: after(1))
    shows("I-07", &stored, behindSheet(unread: 1), at: after(2))

    var late = marked()
    shows(nil, &late, behindSheet(unread: 1, alert: "no room"), at: after(1))
    late.live(.background, at: after(3))
    late.store(rows { $0.put(Self.seen("theirs")) }, at: after(3))
    shows(nil, &late, behindSheet(unread: 0), at: after(3))

    var never = marked()
    never.live(.background, at: after(3))
    #expect(never.takeBreaches().map(\.invariant) == ["I-17"])
  }

  @Test("what is displayed while one is no member is seen once one is again, and not before (I-17)")
  func rejoinsWhileShowing() {
    var ledger = ledger()
    func member(_ isMember: Bool) -> DiskTransaction {
      rows {
        $0.put(
          ConversationFact(
            id: Self.chat, isGroup: true,
            members: [.init(user: "alice", joinedMilliseconds: isMember ? 1 : 0)],
            isMember: isMember))
      }
    }
    ledger.store(member(false))
    shows(nil, &ledger, screen([("theirs", nil)]))
    let later = Self.second.advanced(by: .nanoseconds(1))
    ledger.store(member(true), at: later)
    shows(nil, &ledger, screen([("theirs", nil)], unread: 1), at: later)
    let last = later.advanced(by: .nanoseconds(1))
    ledger.show(screen([("theirs", nil)], unread: 1).drafting("again"), at: last)
    #expect(ledger.takeBreaches().map(\.invariant) == ["I-17", "I-07"])
  }

  @Test("what has long been displayed counts again for the instant in which one is a member again")
  func returnsWhileShowing() {
    var ledger = ledger()
    func member(_ isMember: Bool) -> DiskTransaction {
      rows {
        $0.put(
          ConversationFact(
            id: Self.chat, isGroup: true, members: [.init(user: "alice", joinedMilliseconds: 0)],
            isMember: isMember))
      }
    }
    // A leave that the backend has not answered: the join stays as it was.
    ledger.store(member(true))
    ledger.store(member(false))
    shows(nil, &ledger, screen([("theirs", nil)]))
    let later = Self.second.advanced(by: .minutes(1))
    shows(nil, &ledger, screen([("theirs", nil)]).drafting("later"), at: later)
    ledger.store(member(true), at: later)
    shows(nil, &ledger, screen([("theirs", nil)], unread: 1), at: later)
    ledger.store(rows { $0.put(Self.seen("theirs")) }, at: later)
    shows(nil, &ledger, screen([("theirs", nil)], unread: 0), at: later)
  }

  @Test(
    "what an app shows and has not kept when it dies in that very step was not seen (I-06, I-17)")
  func diesWhileShowing() {
    var ledger = ledger()
    shows(nil, &ledger, screen([("theirs", nil)], unread: 1))
    ledger.live(.terminated, at: Self.second)
    ledger.show(nil, at: Self.second)
    let later = Self.second.advanced(by: .seconds(5))
    ledger.live(.foreground, at: later)
    shows(nil, &ledger, screen(unread: 1), at: later)
    #expect(ledger.canHaveSeen(MessageID("theirs")), "a receipt for it would be no lie")
  }

  @Test("a count that is not that of the readers breaks I-03")
  func groups() {
    var ledger = ledger()
    ledger.live(.background, at: .zero)
    ledger.store(
      rows { store in
        let members = ["alice", "bob", "carol"].map {
          ConversationFact.Member(user: UserID($0), joinedMilliseconds: 0)
        }
        store.put(ConversationFact(id: Self.chat, isGroup: true, members: members))
        var message = Self.message("mine", from: "alice")
        message.serverMilliseconds = 5
        store.put(message)
        store.noteRead(ReceiptKey(message: message.id, user: "bob"), at: 9)
      })
    func labelled(_ label: String, _ status: DeliveryStatus = .read) -> Screen {
      var screen = screen([("mine", nil)], unread: 1)
      let bubble = Self.bubble("mine", status: status, label: label)
      screen.thread = Screen.MessageThread(
        id: Self.chat, title: "group", members: [], isReadOnly: false, bubbles: [bubble])
      return screen
    }
    shows(nil, &ledger, labelled("Read by 1 of 2"))
    for label in ["Read by 2 of 2", "Read by 1 of 3", "Read by 0 of 2", "Read by 3 of 2"] {
      shows("I-03", &ledger, labelled(label))
    }
  }

  @Test("something twice in a list breaks I-16")
  func twice() {
    var ledger = ledger()
    ledger.live(.background, at: .zero)
    shows("I-16", &ledger, screen([("theirs", nil), ("theirs", nil)], unread: 1))
  }

  @Test(
    "a shown fact that is not on the disk breaks I-17",
    arguments: ["sending", "read", "seen", "message"])
  func durability(fact: String) {
    var ledger = ledger()
    let seen = rows { $0.put(Self.seen("theirs")) }
    switch fact {
    case "sending":
      shows(nil, &ledger, screen([("mine", .sending)], unread: 1))
      ledger.store(
        rows { store in
          let operation = store.enqueue(.send(MessageID("mine")))
          _ = store.complete(operation.number)
        })
      shows("I-17", &ledger, screen([("mine", .sending)], unread: 1).drafting("again"))
    case "read":
      shows("I-17", &ledger, screen([("mine", .read)], unread: 1))
      ledger.store(rows { $0.noteRead(ReceiptKey(message: MessageID("mine"), user: "bob"), at: 1) })
      shows(nil, &ledger, screen([("mine", .read)], unread: 1).drafting("again"))
    case "seen":
      shows(nil, &ledger, screen([("theirs", nil)], unread: 1))
      ledger.store(seen)
      shows(nil, &ledger, screen([("theirs", nil)]).drafting("again"))
      ledger.live(.foreground, at: .zero.advanced(by: .seconds(9)))
      #expect(ledger.takeBreaches() == [])
    default:
      shows("I-17", &ledger, screen([("unknown", .sent)], unread: 1))
    }
  }

  @Test("what was shown before the app's end and is not shown after it breaks I-17")
  func restored() {
    var ledger = ledger()
    shows(nil, &ledger, screen([("mine", .sending)], unread: 1))
    ledger.live(.terminated, at: Self.second)
    ledger.show(nil, at: Self.second)
    ledger.live(.foreground, at: Self.second)
    shows("I-17", &ledger, screen([], unread: 1))
    shows(nil, &ledger, screen([("mine", .sending)], unread: 1))
  }
}

extension Screen {
  /// The same screen with a draft in its thread, so that it is another.
  fileprivate func drafting(_ draft: String) -> Screen {
    var copy = self
    copy.thread = thread.map {
      MessageThread(
        id: $0.id, title: $0.title, members: [], isReadOnly: false, bubbles: $0.bubbles,
        composer: draft)
    }
    return copy
  }
}

extension DeviceLedger {
  /// Takes rows down for whose instant nothing that is judged here asks.
  fileprivate mutating func store(_ transaction: DiskTransaction?) {
    store(transaction, at: Instant.zero.advanced(by: .seconds(1)))
  }
}
