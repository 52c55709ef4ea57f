import Backend
import Devices
import Simulator
import Testing

@testable import Chat

@Suite("Chat model")
struct ChatModelTests {
  private static let messages = Feed.messages(ModelHarness.chat)
  private static let ownReads = Feed.ownReads(ModelHarness.chat)

  // MARK: - Unread numbers

  @Test("the unread number counts what others wrote and nobody of one's phones has shown (I-07)")
  func countsUnread() {
    var harness = ModelHarness.chatting()
    #expect(harness.unread == 0)
    for id in ["1", "2", "3"] { harness.receive(id) }
    harness.receive("1", .childChanged)
    #expect(harness.unread == 3 && harness.screen.badge == 3)
    harness.hear(Self.ownReads, .childAdded, "2", .time(5))
    #expect(harness.unread == 2)
    harness.open()
    #expect(harness.unread == 0 && harness.screen.badge == 0)
  }

  @Test("one's own messages are never unread and never marked, from another phone neither (UN-06)")
  func skipsOwn() {
    var harness = ModelHarness.chatting()
    harness.send("mine", as: "1")
    harness.receive("1", from: ModelHarness.alice)
    harness.receive("2", from: ModelHarness.alice)
    #expect(harness.unread == 0)
    harness.open()
    #expect(
      harness.writes(below: "receipts").isEmpty && harness.writes(below: "deliveries").isEmpty)
  }

  // MARK: - Marking

  @Test("what is displayed in the foreground is marked, once, and nothing else (FG-01, C-37, C-38)")
  func marksDisplayed() {
    var harness = ModelHarness.chatting()
    harness.receive("1")
    #expect(harness.writes(below: "receipts").isEmpty)
    harness.open()
    #expect(harness.writes(below: "receipts").map(\.keys) == [["/1"]])
    harness.model.setForeground(false)
    harness.now = harness.now.advanced(by: .seconds(5))
    harness.receive("2")
    #expect(harness.writes(below: "receipts").count == 1 && harness.unread == 1)
    harness.answer(harness.writes(below: "receipts")[0].number, .committed)
    harness.model.setForeground(true)
    harness.flush()
    #expect(harness.writes(below: "receipts").map(\.keys) == [["/1"], ["/2"]])
    harness.model.close()
    harness.open()
    #expect(harness.writes(below: "receipts").count == 2, "a read message was marked again")
  }

  @Test("1200 messages seen at once go out in batches of at most 500 (BC-01, BC-05)")
  func chunks() {
    var harness = ModelHarness.chatting(policies: ChatPolicies(marking: .all))
    for number in 1...1200 {
      harness.model.received(
        .data(
          DataEvent(
            .childAdded, key: Key("m\(number)"),
            node: ["author": "bob", "text": "x", "sentAt": .time(Int64(number))])),
        from: Self.messages, at: harness.now)
    }
    harness.flush()
    // As receipts are, deliveries are paced: the first batch goes out, and the others follow its answer.
    #expect(harness.writes(below: "deliveries").map(\.keys.count) == [500])
    harness.open()
    harness.answerReceipts()
    let batches = harness.writes(below: "receipts")
    #expect(batches.map(\.keys.count) == [500, 500, 200])
    #expect(Set(batches.flatMap(\.keys)).count == 1200)
    #expect(batches.allSatisfy { $0.path == "/receipts/chat/alice" })
  }

  @Test("a message's arrival is told once, however often the database tells of it")
  func notesArrivalOnce() {
    var harness = ModelHarness.chatting()
    harness.receive("1")
    harness.receive("1")
    harness.receive("1", .childChanged)
    let told = harness.writes(below: "deliveries")
    #expect(told.map(\.keys) == [["/1"]] && told.first?.path == "/deliveries/chat/alice")
    harness.answer(told[0].number, .committed)
    harness.receive("1", .childChanged)
    harness.restart()
    harness.receive("1")
    #expect(harness.writes(below: "deliveries").isEmpty)
  }

  // MARK: - Receipts of others

  @Test("what is sent once more after it was gone has its new time, own messages that of writing")
  func sentOnceMore() throws {
    var harness = ModelHarness.chatting()
    for (id, author, shown) in [("1", ModelHarness.bob, 5000), ("2", ModelHarness.alice, 1000)] {
      harness.receive(id, from: author, at: 1000)
      harness.receive(id, from: author, at: 5000, .childChanged)
      let message = try #require(harness.model.store.messages[MessageID(id)])
      #expect(message.localMilliseconds == Int64(shown))
      #expect(message.serverMilliseconds == 5000)
    }
  }

  @Test("the first time of reading stays, whatever comes later (C-19, I-05)")
  func keepsFirstTime() {
    var harness = ModelHarness.chatting()
    harness.send("hello", as: "1")
    let key = ReceiptKey(message: MessageID("1"), user: ModelHarness.bob)
    harness.hear(.receipts(ModelHarness.chat), of: ModelHarness.bob, ["1": 5000])
    harness.hear(.receipts(ModelHarness.chat), of: ModelHarness.bob, ["1": 9000], .childChanged)
    #expect(harness.model.store.readTimes[key] == 5000)
    harness.hear(.receipts(ModelHarness.chat), of: ModelHarness.bob, ["1": 4000], .childChanged)
    #expect(harness.model.store.readTimes[key] == 5000)
    harness.restart()
    #expect(harness.model.store.readTimes[key] == 5000)
  }

  @Test("a late delivery after a receipt changes nothing (MO-02)")
  func ignoresLateDelivery() {
    var harness = ModelHarness.chatting()
    harness.open()
    harness.send("hello", as: "1")
    harness.hear(.receipts(ModelHarness.chat), of: ModelHarness.bob, ["1": 5000])
    harness.hear(.deliveries(ModelHarness.chat), of: ModelHarness.bob, ["1": 6000])
    #expect(harness.status(of: "1") == .read)
  }

  // MARK: - Restarts

  @Test("a restart restores every fact, and takes up what is unsettled in its old order (I-17)")
  func restarts() {
    var harness = ModelHarness.chatting()
    harness.receive("1")
    harness.send("first", as: "a")
    harness.open()
    harness.send("second", as: "b")
    harness.hear(.deliveries(ModelHarness.chat), of: ModelHarness.bob, ["a": 3000])
    let before = harness.screen
    let queue = harness.model.store.outbox.operations
    #expect(queue.map(\.number) == [1, 2, 3, 4])

    harness.restart()
    #expect(harness.model.store.outbox.operations == queue)
    #expect(harness.writes.map(\.number) == [1, 2, 3, 4])
    #expect(harness.unread == 0, "what was seen is unread again")
    harness.open()
    #expect(harness.screen == before)
    harness.send("third", as: "c")
    #expect(harness.writes.last?.number == 5, "a number was given twice")
  }

  @Test("what was seen and not handed over yet before the end of the app is handed over after it")
  func restoresUnflushed() {
    var harness = ModelHarness.chatting()
    harness.open()
    harness.receive("1")
    harness.receive("2")
    #expect(harness.writes(below: "receipts").map(\.keys) == [["/1"]], "the second is collected")
    harness.restart()
    #expect(harness.writes(below: "receipts").map(\.keys) == [["/1"]], "one batch at a time")
    harness.answerReceipts()
    #expect(harness.writes(below: "receipts").map(\.keys) == [["/1"], ["/2"]])
    for write in harness.writes { harness.answer(write.number, .committed) }
    #expect(harness.seen("1")?.isSettled == true && harness.seen("2")?.isSettled == true)
    harness.restart()
    #expect(harness.writes.isEmpty)
  }

  @Test(
    "a phone follows its conversations once, again after a restart, receipts only while it is open")
  func follows() {
    var harness = ModelHarness.chatting()
    harness.hear(.memberships, .childAdded, "chat", true)
    func followed() -> [Feed] {
      harness.effects.compactMap { if case .follow(let feed) = $0 { feed } else { nil } }
    }
    let chat = ModelHarness.chat
    let lasting: [Feed] = [
      .memberships, .ownSide, .conversation(chat), .messages(chat), .ownReads(chat),
    ]
    #expect(followed() == lasting)
    harness.open()
    #expect(followed() == lasting + [.receipts(chat), .deliveries(chat)])
    harness.model.close()
    harness.flush()
    let unfollowed = harness.effects.compactMap { effect -> Feed? in
      if case .unfollow(let feed) = effect { feed } else { nil }
    }
    #expect(unfollowed == [.receipts(chat), .deliveries(chat)])
    harness.restart()
    #expect(followed() == lasting)
  }

  @Test("on a screen that stays, what came since is not seen, however much a thread marks")
  func staying() {
    for marking in [ChatPolicies.Marking.visible, .all] {
      var harness = ModelHarness.chatting(policies: ChatPolicies(marking: marking, viewport: 2))
      for number in 1...3 { harness.receive("\(number)", at: Int64(1000 * number)) }
      // Its place is behind all that the backend has.
      harness.send("mine", as: "own")
      harness.model.navigation.isForeground = false
      harness.open()
      let screen = harness.screen
      harness.model.close()
      harness.model.navigation.isForeground = true
      harness.receive("4", at: 4000)
      harness.model.markDisplayed(on: screen, without: [MessageID("4")], at: harness.now)
      let unread = (1...4).filter { harness.model.store.isUnread(MessageID("\($0)")) }
      #expect(unread == (marking == .all ? [4] : [1, 2, 4]))
    }
  }
}
