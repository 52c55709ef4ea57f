import Simulator
import Testing

@testable import Backend
@testable import Chat
@testable import Devices

@Suite("Order, banners and gestures of one phone")
struct PhoneLedgerTests {
  private static let chat = ConversationID("c")

  private static func message(
    _ id: String, from author: UserID = "alice", submission: SubmissionState = .queued
  ) -> MessageFact {
    MessageFact(
      id: MessageID(id), conversation: chat, author: author, text: id, localMilliseconds: 0,
      submission: submission)
  }

  private static func thread(
    _ ids: [String], failed: Set<String> = []
  ) -> Screen.MessageThread {
    Screen.MessageThread(
      id: chat, title: "bob", members: [], isReadOnly: false,
      bubbles: ids.map {
        Screen.Bubble(
          id: MessageID($0), author: "alice", text: $0, time: "12:00",
          status: failed.contains($0) ? .failed : .sent)
      })
  }

  @Test("only what was refused of a message is excused: its place (I-19), or its reading (I-08)")
  func excused() {
    let world = World(seed: 1)
    let verdict = world.run {
      let invariants = ChatInvariants(in: world)
      func refused(_ paths: Path...) -> (messages: Set<MessageID>, reads: Set<MessageID>) {
        invariants.refused(
          Refusal(
            author: .administrator("test"), kind: .merge, paths: paths, cause: .dataStale))
        return invariants.ledgers.withValue { ($0.refusedMessages, $0.refusedReads) }
      }
      let edit = refused("messages/c/m/text", "messages/c/m/revision")
      #expect(edit.messages == [] && edit.reads == [])
      let receipts = refused("receipts/c/bob/r", "private/bob/reads/c/p")
      let reads: Set = [MessageID("r"), MessageID("p")]
      #expect(receipts.messages == [] && receipts.reads == reads)
      let message = refused("messages/c/m")
      #expect(message.messages == [MessageID("m")] && message.reads == reads)
    }
    #expect(verdict.outcome == .passed, "\(verdict)")
  }

  @Test("messages that stand in another order than they were sent in break I-19")
  func order() {
    var ledger = OrderLedger()
    func send(_ id: String, on phone: String = "Alice") {
      ledger.send(MessageID(id), by: "alice", on: phone)
    }
    for id in ["b", "a", "c"] { send(id) }
    #expect(ledger.judge(Self.thread(["b", "theirs", "a", "c"]), on: "Alice") == nil)
    let swapped = Self.thread(["a", "b", "c"])
    #expect(ledger.judge(swapped, on: "Alice")?.invariant == "I-19")
    #expect(ledger.judge(Self.thread(["a", "c", "b"], failed: ["b"]), on: "Alice") == nil)
    #expect(ledger.judge(swapped, on: "Alice", without: [MessageID("a")]) == nil)
    #expect(ledger.judge(swapped, on: "Bob")?.invariant == "I-19", "on every phone")
    send("z", on: "Alice's tablet")
    #expect(
      ledger.judge(Self.thread(["z", "b", "a"]), on: "Bob") == nil, "nobody knows which was first")
    send("b")
    #expect(ledger.judge(swapped, on: "Alice") == nil, "a retry has either place")
    #expect(ledger.judge(Self.thread(["c", "a"]), on: "Bob")?.invariant == "I-19")
    ledger.loosen([MessageID("a")])
    #expect(ledger.judge(Self.thread(["c", "a"]), on: "Bob") == nil, "its disk was erased")
  }

  @Test("a message has its place from when it comes to the outbox")
  func places() {
    var ledger = DeviceLedger(phone: "Alice", user: "alice", policies: ChatPolicies())
    var store = ChatStore(of: "alice")
    for id in ["b", "a"] {
      store.put(Self.message(id))
      _ = store.enqueue(.send(MessageID(id)))
      ledger.store(store.takeUncommitted(), at: .zero)
    }
    #expect(ledger.takeSent() == [MessageID("b"), MessageID("a")])
    #expect(ledger.takeSent() == [])
  }

  @Test("a change of members that leaves one breaks I-12")
  func sizes() {
    var ledger = DeviceLedger(phone: "Alice", user: "alice", policies: ChatPolicies())
    var store = ChatStore(of: "alice")
    func change(_ users: [UserID]) -> [String?] {
      _ = store.enqueue(
        .change(
          MembershipChange(
            id: MessageID("k"), conversation: Self.chat, kind: .removed, users: users)))
      ledger.store(store.takeUncommitted(), at: .zero)
      return ledger.takeBreaches().map(\.invariant)
    }
    func put(_ members: [UserID]) {
      store.put(
        ConversationFact(
          id: Self.chat, isGroup: true,
          members: members.map { .init(user: $0, joinedMilliseconds: 0) }, admins: ["alice"]))
    }
    put(["alice", "bob", "carol"])
    #expect(change(["bob"]) == [])
    #expect(change(["bob", "carol"]) == ["I-12"])
    // One that goes out again was judged as it was made.
    put(["alice", "bob"])
    #expect(change(["bob"]) == [])
    #expect(change(["bob", "dave"]) == ["I-12"])
  }

  // MARK: - Gestures

  /// What comes of a gesture of Alice's, after which her app sends a message or opens a sheet in the same step.
  private func breaches(
    of gesture: ChatGesture, admins: Set<UserID> = ["alice"], isMember: Bool = true,
    step: UInt64 = 5, opensSheet: Bool = false
  ) -> [String?] {
    var ledger = DeviceLedger(phone: "Alice", user: "alice", policies: ChatPolicies())
    var store = ChatStore(of: "alice")
    store.put(
      ConversationFact(
        id: Self.chat, isGroup: true,
        members: ["alice", "bob", "carol"].map { .init(user: $0, joinedMilliseconds: 0) },
        admins: admins, isMember: isMember))
    store.put(Self.message("mine", submission: .accepted))
    store.put(Self.message("theirs", from: "bob", submission: .accepted))
    ledger.store(store.takeUncommitted(), at: .zero)
    ledger.made(gesture, in: 5)
    ledger.step = step
    if opensSheet {
      var screen = Screen()
      screen.thread = Self.thread([])
      screen.sheet = .picker(
        Screen.MemberPicker(
          title: "", candidates: [], count: 0, canAdd: false, add: "", cancel: ""))
      ledger.show(screen, at: .zero)
    } else {
      _ = store.enqueue(.delete(MessageID("theirs")))
      ledger.store(store.takeUncommitted(), at: .zero)
    }
    return ledger.takeBreaches().map(\.invariant)
  }

  @Test("a gesture that is not offered and has an effect breaks I-20")
  func gestures() {
    let (mine, theirs) = (MessageID("mine"), MessageID("theirs"))
    #expect(breaches(of: .delete(mine)) == [])
    #expect(breaches(of: .delete(theirs)) == ["I-20"])
    #expect(breaches(of: .delete(theirs), step: 6) == [], "another step has another reason")
    #expect(breaches(of: .edit(theirs, to: "x")) == ["I-20"])
    #expect(breaches(of: .retry(mine)) == ["I-20"], "it has not failed")
    #expect(breaches(of: .remove(["bob"], from: Self.chat)) == [])
    #expect(breaches(of: .remove(["bob"], from: Self.chat), admins: []) == ["I-20"])
    #expect(breaches(of: .openPicker(Self.chat), opensSheet: true) == [])
    #expect(
      breaches(of: .openPicker(Self.chat), admins: [], opensSheet: true) == ["I-20", "sheet"])
    #expect(breaches(of: .openReceipts(of: theirs), opensSheet: true) == ["I-20"])
    #expect(breaches(of: .leave(Self.chat)) == [])
    #expect(breaches(of: .askRemoval(of: "bob", from: Self.chat)) == [])
    #expect(breaches(of: .askRemoval(of: "bob", from: Self.chat), admins: []) == ["I-20"])
    #expect(breaches(of: .answerInvitation(Self.chat, accepts: true)) == ["I-20"], "no invitation")
    #expect(breaches(of: .confirm) == ["I-20"], "no question")
    for gesture in [
      .mute(Self.chat, for: .hour), .unmute(Self.chat), .archive(Self.chat),
      .unarchive(Self.chat), .tag(Self.chat, as: "work"),
    ] as [ChatGesture] {
      #expect(breaches(of: gesture) == [])
      #expect(breaches(of: gesture, isMember: false) == ["I-20"])
    }
    #expect(breaches(of: .leave(Self.chat), isMember: false) == ["I-20"])
  }

  @Test("what was sent before a gesture that is not offered comes of another one")
  func sentBefore() {
    let (mine, theirs) = (MessageID("mine"), MessageID("theirs"))
    var ledger = DeviceLedger(phone: "Alice", user: "alice", policies: ChatPolicies())
    var store = ChatStore(of: "alice")
    store.put(
      ConversationFact(
        id: Self.chat, isGroup: true,
        members: ["alice", "bob"].map { .init(user: $0, joinedMilliseconds: 0) },
        admins: ["alice"]))
    store.put(Self.message("theirs", from: "bob", submission: .accepted))
    ledger.store(store.takeUncommitted(), at: .zero)
    ledger.step = 4
    ledger.made(.send("mine", in: Self.chat), in: 4)
    store.put(Self.message("mine", submission: .queued))
    _ = store.enqueue(.send(mine))
    ledger.store(store.takeUncommitted(), at: .zero)
    ledger.step = 5
    ledger.made(.delete(theirs), in: 5)
    store.noteDelivery(ReceiptKey(message: mine, user: "bob"), at: 1)
    ledger.store(store.takeUncommitted(), at: .zero)
    #expect(ledger.takeBreaches().isEmpty)
  }

  // MARK: - Banners

  private static let banner = DeliveredNotification(
    id: PushID(number: 1), PushMessage.Notification(title: "Bob", body: "hello"),
    of: PushMessage(data: ["conversation": "c", "message": "m"]), at: .zero)

  @Test("a banner for what is one's own, read, on the screen or not for one breaks I-15")
  func banners() {
    func judged(
      author: UserID = "bob", isSent: Bool = true, isOnScreen: Bool = false, isRead: Bool = false,
      isMuted: Bool = false
    ) -> String? {
      let message = BackendLedger.StoredMessage(
        conversation: Self.chat, author: author, text: "hello", members: ["alice", "bob"],
        milliseconds: 1, isSystem: false)
      let knowledge = ShadeLedger.Knowledge(
        user: "alice", message: message, isSent: isSent, isOnScreen: isOnScreen, isRead: isRead,
        isMuted: isMuted)
      return ShadeLedger.judge(Self.banner, knowledge, on: "Alice")?.invariant
    }
    #expect(judged() == nil)
    #expect(judged(author: "alice") == "I-15")
    #expect(judged(isSent: false) == "I-15")
    #expect(judged(isOnScreen: true) == "I-15")
    #expect(judged(isRead: true) == "I-15")
    #expect(judged(isMuted: true) == "I-15")
  }

  @Test("an app that waits for its disk need not know yet that it is in front (I-15)")
  func bannerWhileWaiting() {
    func after(_ seconds: Int) -> Instant { .zero.advanced(by: .seconds(seconds)) }
    var ledger = DeviceLedger(phone: "Alice", user: "alice", policies: ChatPolicies())
    ledger.live(.foreground, at: .zero)
    var screen = Screen()
    screen.thread = Self.thread([])
    ledger.show(screen, at: after(1))
    ledger.live(.inactive, at: after(2))
    ledger.wait(until: after(5))
    ledger.live(.foreground, at: after(3))
    func isOnScreen(at now: Instant) -> Bool {
      ledger.knowledge(of: Self.banner, nil, isSent: true, isMuted: false, at: now).isOnScreen
    }
    #expect(!isOnScreen(at: after(4)))
    #expect(!isOnScreen(at: after(5)))
    #expect(isOnScreen(at: after(6)))
  }

  @Test("two notifications of the messages of one conversation are one too many")
  func doubles() {
    func notification(_ number: Int, of message: String?, in chat: String) -> DeliveredNotification
    {
      var data = ["conversation": chat]
      data["message"] = message
      return DeliveredNotification(
        id: PushID(number: number), PushMessage.Notification(title: "Bob", body: "hello"),
        of: PushMessage(data: data), at: .zero)
    }
    func hasDouble(_ notifications: DeliveredNotification...) -> Bool {
      var shade = NotificationShade()
      shade.notifications = notifications
      var ledger = ShadeLedger()
      _ = ledger.show(shade)
      return ledger.double != nil
    }
    let first = notification(1, of: "m", in: "c")
    #expect(!hasDouble(first, notification(2, of: "n", in: "d")))
    #expect(!hasDouble(first, notification(2, of: nil, in: "c")))
    #expect(hasDouble(first, notification(2, of: "n", in: "c")))
  }

  @Test(
    "an icon that may bear no number may not after the app was deleted, either (I-07)",
    arguments: [true, false])
  func deniedAndDeleted(showsBadge: Bool) {
    var ledger = DeviceLedger(
      phone: "Alice", user: "alice", policies: ChatPolicies(usesPush: true))
    var shade = NotificationShade()
    shade.showsBadge = showsBadge
    _ = ledger.shade.show(shade)
    ledger.store(nil, at: .zero)
    ledger.live(.foreground, at: .zero)
    var screen = Screen()
    screen.conversations = [
      Screen.ConversationRow(id: Self.chat, title: "bob", preview: "hello", unread: 1)
    ]
    screen.badge = 1
    ledger.show(screen, at: .zero)
    _ = ledger.takeBreaches()
    ledger.judgeShadeAtRest()
    #expect(ledger.takeBreaches().map(\.invariant) == (showsBadge ? ["I-07"] : []))
  }

  @Test("a muting holds from its turn on, for as long as it says, and the last turn counts")
  func mutings() throws {
    func muting(_ turns: Node) -> Muting? { Muting(last: turns) }
    let hour: Int64 = 3_600_000
    let one = try #require(muting(["a": ["to": "1h", "at": 5]]))
    #expect(one.begin == 5 && one.end == 5 + hour)
    #expect(muting(["a": ["to": "forever", "at": 5]])?.end == nil)
    #expect(
      muting(["a": ["to": "1w", "at": 9], "b": ["to": "off", "at": 8]])?.end == 9 + 168 * hour)
    #expect(muting(["a": ["to": "1w", "at": 8], "b": ["to": "off", "at": 9]]) == nil)
    #expect(muting([:]) == nil)
  }
}
