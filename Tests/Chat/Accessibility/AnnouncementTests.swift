import Backend
import Devices
import Testing

@testable import Chat

@Suite("Announcements of VoiceOver")
struct AnnouncementTests {
  /// Alice looks at a thread in which she has written twice.
  private func conversing() -> ModelHarness {
    var harness = ModelHarness.chatting()
    harness.open()
    harness.send("first", as: "1")
    harness.send("second", as: "2")
    return harness
  }

  @Test("a new status is told with the text of its message, of several with their number, and once")
  func statuses() {
    var harness = conversing()
    let before = harness.screen
    harness.hear(.receipts(ModelHarness.chat), of: ModelHarness.bob, ["1": 5000])
    let one = harness.screen
    #expect(one.announcements(since: before) == ["first, Read"])
    #expect(one.announcements(since: one).isEmpty)

    harness.hear(.deliveries(ModelHarness.chat), of: ModelHarness.bob, ["2": 4000])
    #expect(harness.screen.announcements(since: one) == ["second, Delivered"])
    harness.hear(
      .receipts(ModelHarness.chat), of: ModelHarness.bob, ["1": 5000, "2": 5000], .childChanged)
    #expect(harness.screen.announcements(since: before) == ["2 messages, Read"])
  }

  @Test("messages that arrive are told, several by their number; revealed ones are not")
  func arrivals() {
    var harness = ModelHarness.chatting(policies: ChatPolicies(viewport: 2))
    for id in ["1", "2", "3"] { harness.receive(id, at: 1000) }
    harness.open()
    let before = harness.screen
    harness.receive("4", at: 2000)
    let four = harness.screen
    #expect(four.announcements(since: before) == ["Bob: text of 4"])
    harness.receive("5", at: 3000)
    harness.receive("6", at: 4000)
    #expect(harness.screen.announcements(since: four) == ["2 new messages"])

    let newest = harness.screen
    harness.model.scroll(by: 2)
    #expect(harness.screen.announcements(since: newest).isEmpty)
    // Below the window of who has scrolled up.
    let scrolled = harness.screen
    harness.receive("7", at: 5000)
    #expect(harness.screen.announcements(since: scrolled).isEmpty)
  }

  @Test("of what is covered, and of a thread that was not there, nothing is told")
  func covered() {
    var harness = conversing()
    let before = harness.screen
    harness.hear(.receipts(ModelHarness.chat), of: ModelHarness.bob, ["1": 5000])
    let after = harness.screen
    var alerted = after
    alerted.alert = "Oh"
    #expect(alerted.announcements(since: before) == ["Oh"])
    #expect(alerted.announcements(since: alerted).isEmpty)
    #expect(after.announcements(since: alerted).isEmpty)
    harness.model.close()
    #expect(harness.screen.announcements(since: before).isEmpty)
    #expect(after.announcements(since: harness.screen).isEmpty)
  }
}
