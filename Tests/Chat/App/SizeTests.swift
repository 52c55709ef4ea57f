import Backend
import Devices
import Simulator
import Testing

@testable import Chat

@Suite("What grows with a conversation")
struct SizeTests {
  @Test("messages stand in the order of their times, whichever comes first", arguments: 0..<8)
  func ordersMessages(seed: UInt64) {
    var harness = ModelHarness.chatting()
    let count = 40
    let choices = Choices(seed: seed)
    let times = (0..<count).map {
      Int64(choices.draw(ChoiceStream("order"), entity: 0, ordinal: UInt64($0)) % 1000)
    }
    for (number, time) in times.enumerated() { harness.receive("m\(100 + number)", at: time) }
    // One of them changes its place.
    harness.receive("m107", at: times.sorted()[count / 2], .childChanged)
    let thread = harness.model.store.messagesByConversation[ModelHarness.chat] ?? []
    let places = thread.compactMap { harness.model.store.messages[$0]?.placeInThread }
    #expect(places.count == count && zip(places, places.dropFirst()).allSatisfy { $0 < $1 })
  }

  @Test("each arrival is told once, after a relaunch too, however often the message comes again")
  func tellsArrivalsOnce() {
    var harness = ModelHarness.chatting()
    for id in ["1", "2"] { harness.receive(id) }
    for id in ["1", "2"] { harness.receive(id, .childChanged) }
    #expect(harness.writes(below: "deliveries").map(\.keys) == [["/1"]])
    harness.restart()
    for id in ["1", "2"] { harness.receive(id) }
    let told = harness.writes(below: "deliveries")
    #expect(told.map(\.keys) == [["/1"]], "that of the process before, sent again")
    harness.answer(told[0].number, .committed)
    #expect(harness.writes(below: "deliveries").count == 1, "deliveries are paced")
    harness.elapseReceiptPause()
    let both = harness.writes(below: "deliveries")
    #expect(both.map(\.keys) == [["/1"], ["/2"]])
    harness.answer(both[1].number, .committed)
    for id in ["1", "2"] { harness.receive(id, .childChanged) }
    #expect(harness.writes(below: "deliveries").count == 2 && harness.model.arrivals.isEmpty)
  }

  @Test("what becomes of other people's messages at third parties has no screen drawn again")
  func ignoresThirdParties() {
    var harness = ModelHarness.grouped(with: ["bob", "carol"])
    harness.sendAccepted("mine", as: "1", at: 5)
    harness.receive("2", at: 6)
    harness.open()
    let (drawn, before) = (harness.screen, harness.model.store.appearances)
    harness.hear(.deliveries(ModelHarness.chat), of: "carol", ["2": 7])
    harness.hear(.receipts(ModelHarness.chat), of: "carol", ["2": 8])
    #expect(harness.model.store.appearances == before && harness.screen == drawn)
    harness.hear(.deliveries(ModelHarness.chat), of: "carol", ["1": 7, "2": 7])
    #expect(harness.model.store.appearances != before, "it is this user's own message")
    let delivered = harness.model.store.appearances
    harness.hear(.receipts(ModelHarness.chat), of: "carol", ["1": 8, "2": 8])
    #expect(harness.model.store.appearances != delivered && harness.screen != drawn)
  }

  @Test("an imported history stands in the order of its import, of any length")
  func importsInOrder() {
    for count in [1, 9, 89_999, 90_000, 100_001] {
      let ids = ChatWorld.importedIDs(count)
      #expect(ids.count == count && zip(ids, ids.dropFirst()).allSatisfy { $0 < $1 })
    }
    // Shorter histories keep the ids that their digests are made from.
    #expect(ChatWorld.importedIDs(2).map(\.text) == ["imported10001", "imported10002"])
  }
}
