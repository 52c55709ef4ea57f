import Backend
import Devices
import Testing

@testable import Chat

@Suite("The backend's answers")
struct AnswerTests {
  private static let refusal = WriteOutcome.refused("Permission denied")
  private static let ownReads = Feed.ownReads(ModelHarness.chat)

  @Test("a message is sent once the backend has answered, and its own echo proves nothing (C-13)")
  func sendsOnAnswer() {
    var harness = ModelHarness.chatting()
    harness.open()
    harness.send("hello", as: "1")
    harness.receive("1", from: ModelHarness.alice, at: 7000)
    #expect(harness.status(of: "1") == .sending)
    harness.answer(harness.writes[0].number, .committed)
    #expect(harness.status(of: "1") == .sent)
    #expect(harness.model.store.messages[MessageID("1")]?.serverMilliseconds == 7000)
    #expect(harness.model.store.outbox.operations.isEmpty)
  }

  @Test("an answer counts once, and one to nothing counts for nothing")
  func answersOnce() {
    var harness = ModelHarness.chatting()
    harness.open()
    harness.send("hello", as: "1")
    let number = harness.writes[0].number
    harness.answer(number + 7, Self.refusal)
    #expect(harness.status(of: "1") == .sending)
    harness.answer(number, .committed)
    harness.answer(number, Self.refusal)
    #expect(harness.status(of: "1") == .sent)
  }

  @Test("a refused message that the database shows was accepted before (DS-10)")
  func acceptsShown() {
    var harness = ModelHarness.chatting()
    harness.open()
    harness.send("hello", as: "1")
    harness.restart()
    harness.receive("1", from: ModelHarness.alice, at: 7000)
    harness.answer(harness.writes[0].number, Self.refusal)
    harness.open()
    #expect(harness.status(of: "1") == .sent)
    #expect(harness.writes.count == 1)
  }

  @Test(
    "a failed message that the backend shows later was accepted: what a killed process had sent came late (C-53)"
  )
  func acceptsLater() {
    var harness = ModelHarness.chatting()
    harness.open()
    harness.send("hello", as: "1")
    harness.restart()
    harness.answer(harness.writes[0].number, Self.refusal)
    harness.open()
    #expect(harness.status(of: "1") == .failed)
    harness.hear(
      .messages(ModelHarness.chat), .childAdded, "1",
      ["author": "alice", "text": "edited", "revision": 1, "sentAt": .time(7000)])
    #expect(harness.status(of: "1") == .sent)
    let message = harness.model.store.messages[MessageID("1")]
    #expect(
      message?.text == "edited" && message?.revision == 1 && message?.serverMilliseconds == 7000)
  }

  @Test(
    "receipts prove that a refused message is there, also where the database does not show it (DS-10)",
    arguments: [true, false])
  func provenByReceipts(isRefusedFirst: Bool) {
    var harness = ModelHarness.chatting()
    harness.open()
    harness.send("hello", as: "1")
    if isRefusedFirst {
      harness.answer(harness.writes[0].number, Self.refusal)
      #expect(harness.status(of: "1") == .failed)
    }
    harness.hear(.receipts(ModelHarness.chat), of: ModelHarness.bob, ["1": 5000])
    if !isRefusedFirst { harness.answer(harness.writes[0].number, Self.refusal) }
    #expect(harness.status(of: "1") == .read)
    #expect(harness.model.store.messages[MessageID("1")]?.submission == .accepted)
    #expect(harness.writes.count == 1)
  }

  @Test(
    "a refusal before the thread is followed from the new time of joining on proves nothing (C-25)")
  func refusedBeforeFollowingAgain() {
    var harness = ModelHarness.chatting()
    harness.open()
    harness.send("hello", as: "1")
    harness.restart()
    harness.hear(.memberships, .childAdded, "chat", .time(500))
    harness.model.received(
      .cancelled(reason: "permission_denied"), from: .messages(ModelHarness.chat), at: harness.now)
    harness.flush()
    let number = harness.writes[0].number
    harness.answer(number, Self.refusal)
    #expect(harness.writes.count == 2 && harness.writes[1].number != number)
    harness.hear(
      .messages(ModelHarness.chat, since: 500), .childAdded, "1",
      ["author": "alice", "text": "hello", "sentAt": .time(7000)])
    harness.answer(harness.writes[1].number, Self.refusal)
    #expect(harness.model.store.messages[MessageID("1")]?.submission == .accepted)
    #expect(harness.model.store.messages[MessageID("1")]?.serverMilliseconds == 7000)
    #expect(harness.writes.count == 2)
  }

  @Test("what another phone changed before the answer came is kept with it")
  func changedBeforeTheAnswer() {
    var harness = ModelHarness.chatting()
    harness.open()
    harness.send("hello", as: "1")
    harness.hear(
      .messages(ModelHarness.chat), .childChanged, "1",
      ["author": "alice", "text": "edited", "revision": 1, "sentAt": .time(7000)])
    #expect(harness.screen.bubble(MessageID("1"))?.text == "hello")
    harness.answer(harness.writes[0].number, Self.refusal)
    let message = harness.model.store.messages[MessageID("1")]
    #expect(message?.text == "edited" && message?.revision == 1)
    #expect(message?.submission == .accepted)
  }

  @Test(
    "a refused message whose echo was taken back has failed, and a retry sends the same (DS-08, DS-09)"
  )
  func failsAndRetries() {
    var harness = ModelHarness.chatting()
    harness.open()
    harness.send("hello", as: "1")
    harness.receive("1", from: ModelHarness.alice)
    harness.receive("1", from: ModelHarness.alice, .childRemoved)
    harness.answer(harness.writes[0].number, Self.refusal)
    #expect(harness.status(of: "1") == .failed)
    #expect(harness.screen.bubble(MessageID("1"))?.offersRetry == true)
    harness.restart()
    #expect(harness.writes.isEmpty, "a failed message goes out by itself")

    harness.open()
    harness.model.retry(MessageID("1"))
    harness.flush()
    #expect(harness.status(of: "1") == .sending)
    #expect(harness.writes.map(\.keys) == [["/1"]])
    harness.answer(harness.writes[0].number, .committed)
    #expect(harness.status(of: "1") == .sent)
    #expect(harness.screen.thread?.bubbles.count == 1)
  }

  @Test("only a failed message of one's own can be retried")
  func retriesFailedOnly() {
    var harness = ModelHarness.chatting()
    harness.receive("1")
    harness.send("hello", as: "2")
    let count = harness.writes.count
    for id in ["1", "2", "none"] { harness.model.retry(MessageID(id)) }
    harness.flush()
    #expect(harness.writes.count == count)
  }

  @Test("a message to a conversation that was still being started is sent again when it is refused")
  func repeatsBlindSends() {
    var harness = ModelHarness()
    harness.model.startConversation(ModelHarness.chat, with: [ModelHarness.bob], isGroup: false)
    harness.open()
    harness.send("hello", as: "1")
    #expect(harness.writes.map(\.number) == [1, 2])
    harness.answer(1, Self.refusal)
    harness.answer(2, Self.refusal)
    #expect(harness.status(of: "1") == .sending)
    #expect(harness.writes.last?.keys == ["/1"] && harness.writes.last?.number == 3)
    harness.answer(3, Self.refusal)
    #expect(harness.status(of: "1") == .failed, "it could be seen now, and is not there")
  }

  @Test(
    "a receipt that was refused by itself is refused for good, and stays read here (OF-07, C-18)")
  func givesUpSingle() {
    var harness = ModelHarness.chatting()
    harness.receive("1")
    harness.open()
    harness.answer(harness.writes(below: "receipts")[0].number, Self.refusal)
    #expect(harness.seen("1")?.isSettled == true && harness.unread == 0)
    harness.restart()
    #expect(harness.writes(below: "receipts").isEmpty)
  }

  @Test(
    "of a refused batch of receipts, those that the database does not show are sent again (C-52)")
  func repeatsMissing() {
    var harness = ModelHarness.chatting()
    for id in ["1", "2", "3"] { harness.receive(id) }
    harness.open()
    let batch = harness.writes(below: "receipts")[0]
    #expect(batch.keys == ["/1", "/2", "/3"])
    // The phone's own echoes, of which one is another phone's receipt and stays.
    for id in ["1", "2", "3"] { harness.hear(Self.ownReads, .childAdded, id, .time(5)) }
    for id in ["1", "3"] { harness.hear(Self.ownReads, .childRemoved, id, .time(5)) }
    harness.answer(batch.number, Self.refusal)
    harness.elapseReceiptPause()
    let again = harness.writes(below: "receipts").dropFirst()
    #expect(again.map(\.keys) == [["/1", "/3"]])
    #expect(harness.seen("2")?.isSettled == true && harness.seen("1")?.isSettled == false)

    // Nobody knows for which of the two it was refused, so each is tried by itself.
    harness.answer(again.last?.number ?? 0, Self.refusal)
    let first = harness.writes(below: "receipts").last
    #expect(first?.keys == ["/1"])
    harness.answer(first?.number ?? 0, Self.refusal)
    let second = harness.writes(below: "receipts").last
    #expect(second?.keys == ["/3"])
    harness.answer(second?.number ?? 0, Self.refusal)
    #expect(harness.seen("1")?.isSettled == true && harness.seen("3")?.isSettled == true)
    #expect(harness.writes(below: "receipts").count == 4, "it goes round for ever")
  }

  @Test("one bad receipt among many takes none of the others with it (C-52)")
  func findsTheBadOne() {
    var harness = ModelHarness.chatting()
    let ids = (1...20).map { "\($0 + 100)" }
    for id in ids { harness.receive(id) }
    harness.open()
    var accepted: [String] = []
    harness.answerReceipts { keys in
      if keys.contains("/113") { return Self.refusal }
      accepted += keys
      return .committed
    }
    #expect(Set(accepted) == Set(ids.map { "/\($0)" }).subtracting(["/113"]))
    #expect(ids.allSatisfy { harness.seen($0)?.isSettled == true })
    #expect(
      harness.writes(below: "receipts").count <= 20, "halving finds it in few attempts")
  }

  @Test(
    "what another phone has read in private is known though the echo of a refused batch is gone")
  func keepsPrivateReads() {
    var harness = ModelHarness.chatting()
    for id in ["1", "2", "3"] { harness.receive(id) }
    harness.open()
    let batch = harness.writes(below: "receipts")[0]
    for id in ["1", "2", "3"] { harness.hear(Self.ownReads, .childAdded, id, .time(5)) }
    harness.hear(.ownSide, .childAdded, "reads", ["chat": ["2": .time(4)]])
    for id in ["2", "3"] { harness.hear(Self.ownReads, .childRemoved, id, .time(5)) }
    harness.answer(batch.number, Self.refusal)
    harness.elapseReceiptPause()
    #expect(harness.writes(below: "receipts").dropFirst().map(\.keys) == [["/3"]])
    #expect(harness.seen("2")?.isSettled == true)
  }

  @Test("a batch that the database shows whole was accepted before, and is not sent again (OF-11)")
  func acceptsShownBatch() {
    var harness = ModelHarness.chatting()
    for id in ["1", "2"] { harness.receive(id) }
    harness.open()
    for id in ["1", "2"] { harness.hear(Self.ownReads, .childAdded, id, .time(5)) }
    harness.answer(harness.writes(below: "receipts")[0].number, Self.refusal)
    #expect(harness.writes(below: "receipts").count == 1)
    #expect(harness.seen("1")?.isSettled == true && harness.seen("2")?.isSettled == true)
  }

  @Test(
    "arrivals of a refused batch are told one by one: another phone may have told of some (C-52)")
  func repeatsDeliveries() {
    var harness = ModelHarness.chatting()
    for id in ["1", "2"] {
      harness.model.received(
        .data(
          DataEvent(
            .childAdded, key: Key(id), node: ["author": "bob", "text": "x", "sentAt": .time(1)])),
        from: .messages(ModelHarness.chat), at: harness.now)
    }
    harness.flush()
    let batch = harness.writes(below: "deliveries")[0]
    #expect(batch.keys == ["/1", "/2"])
    harness.answer(batch.number, Self.refusal)
    let singles = harness.writes(below: "deliveries").dropFirst()
    #expect(singles.map(\.keys) == [["/1"], ["/2"]])
    for single in singles { harness.answer(single.number, Self.refusal) }
    #expect(harness.writes(below: "deliveries").count == 3)
    #expect(harness.model.store.outbox.operations.isEmpty)
  }
}
