import Backend
import Devices
import Simulator
import Testing

@testable import Chat

@Suite("Screen")
struct ScreenTests {
  /// Bob has written, Alice has answered and looks at the thread.
  private func conversing() -> ModelHarness {
    var harness = ModelHarness.chatting()
    harness.receive("1", at: 1000)
    harness.open()
    harness.send("hi Bob", as: "2")
    return harness
  }

  @Test("a screen is drawn with its thread, the marks, the list, the unread number and the badge")
  func draws() {
    var harness = conversing()
    #expect(
      harness.screen.description == """
        ‹ Bob
          Bob: text of 1  00:00
          You: hi Bob  00:00 🕓
        """)
    harness.model.close()
    harness.receive("3", at: 2000)
    #expect(
      harness.screen.description == """
        Conversations
          Bob: hi Bob  [1 unread]
        (badge 1)
        """)
    #expect(Screen().description == "Conversations\n  (none)")
  }

  @Test("a thread covers the list, and a sheet the thread")
  func covers() {
    var harness = conversing()
    let thread = harness.screen.visible
    #expect(thread.conversations.isEmpty && thread.thread != nil)
    var screen = harness.screen
    screen.sheet = .picker(
      Screen.MemberPicker(
        title: "", candidates: [], count: 0, canAdd: false, add: "", cancel: ""))
    #expect(screen.visible.conversations.isEmpty && screen.visible.thread == nil)
    #expect(screen.visible.sheet != nil && screen.visible.badge == screen.badge)
    harness.model.close()
    #expect(harness.screen.visible == harness.screen)
  }

  @Test("what is not on the screen is missing, and nothing stands in for it")
  func missesAbsent() {
    let screen = conversing().screen
    #expect(screen.conversation(ConversationID("other")) == nil)
    #expect(screen.bubble(MessageID("other")) == nil)
    #expect(screen.count(of: [MessageID("other")], shownAs: .sent) == 0)
  }

  @Test("the journal's line tells what has changed, and nothing else")
  func tellsChanges() {
    var harness = conversing()
    let first = harness.screen
    #expect(first.changes(since: nil) == "first screen")
    #expect(first.changes(since: first) == "redrawn")

    harness.hear(.receipts(ModelHarness.chat), of: ModelHarness.bob, ["2": 5000])
    let second = harness.screen
    #expect(second.changes(since: first) == "“hi Bob” 🕓 → ✓✓ blue")

    harness.receive("3", at: 6000)
    #expect(harness.screen.changes(since: second).hasPrefix("bubble “text of 3”"))
    let third = harness.screen
    harness.model.close()
    #expect(harness.screen.changes(since: third) == "back to the list")
    let list = harness.screen
    harness.receive("4", at: 7000)
    #expect(harness.screen.changes(since: list) == "Bob unread 0 → 1")
    harness.open()
    #expect(harness.screen.changes(since: list).hasPrefix("opened Bob"))
  }

  @Test("whatever a person can tell apart has another hash, and equal screens share theirs")
  func hashes() {
    var harness = conversing()
    #expect(harness.screen.digest == conversing().screen.digest)
    var hashes = [harness.screen.digest]
    harness.hear(.deliveries(ModelHarness.chat), of: ModelHarness.bob, ["2": 4000])
    hashes.append(harness.screen.digest)
    harness.hear(.receipts(ModelHarness.chat), of: ModelHarness.bob, ["2": 5000])
    hashes.append(harness.screen.digest)
    harness.model.close()
    hashes.append(harness.screen.digest)
    harness.receive("3", at: 6000)
    hashes.append(harness.screen.digest)
    #expect(Set(hashes).count == hashes.count)
  }

  @Test("VoiceOver says who, what, when, and of own messages what became of them (AX-01)")
  func speaks() {
    var harness = conversing()
    #expect(
      harness.screen.bubble(MessageID("1"))?.accessibilityLabel == "Bob: text of 1, 00:00")
    harness.hear(.receipts(ModelHarness.chat), of: ModelHarness.bob, ["2": 5000])
    #expect(harness.screen.bubble(MessageID("2"))?.accessibilityLabel.hasSuffix("Read") == true)
  }

  @Test("who is not known yet is called by no id, and several of them are counted (C-54)")
  func callsStrangers() {
    var harness = ModelHarness.grouped(with: ["bob", "carol", "dave"])
    func title() -> String? { harness.screen.conversation(ModelHarness.chat)?.title }
    #expect(title() == "3 unknown users")
    harness.learnNames(of: ["carol"])
    #expect(title() == "Carol, 2 unknown users")
    // A name of which nothing can be seen is none.
    harness.hear(.profile("bob"), .value, nil, ["name": "\u{202E} "])
    #expect(title() == "Carol, 2 unknown users")
    harness.hear(.profile("dave"), .value, nil, .empty)
    #expect(title() == "Unknown User, Carol, Deleted User")
    harness.receive("1")
    harness.open()
    #expect(
      harness.screen.bubble(MessageID("1"))?.accessibilityLabel
        == "Unknown User: text of 1, 00:00")
  }

  @Test("only so many of the newest messages are displayed until one scrolls (C-11)")
  func limitsViewport() {
    var harness = ModelHarness.chatting(policies: ChatPolicies(viewport: 3))
    for number in 1...10 { harness.receive("\(number)", at: Int64(number)) }
    harness.open()
    #expect(harness.screen.thread?.bubbles.map(\.id.text) == ["8", "9", "10"])
    #expect(harness.unread == 7)
    harness.model.scroll(by: 2)
    harness.flush()
    #expect(harness.screen.thread?.bubbles.count == 5 && harness.unread == 5)
    // What scrolling has left below the window is not on the screen.
    let isOnScreen = (6...10).map { harness.screen.bubble(MessageID("\($0)")) != nil }
    #expect(isOnScreen == [true, true, true, false, false])
    harness.model.scroll(by: -9)
    #expect(harness.screen.thread?.bubbles.count == 5)
  }

  @Test(
    "scrolling down moves the window by so many messages, at most to the newest (FG-05)",
    arguments: [(-1, ["4", "5", "6"]), (2, ["6", "7", "8"]), (Int.max, ["8", "9", "10"])])
  func scrollsDown(count: Int, inView: [String]) {
    var harness = ModelHarness.chatting(policies: ChatPolicies(viewport: 3))
    for number in 1...10 { harness.receive("\(number)", at: Int64(number)) }
    harness.open()
    harness.model.scroll(by: 4)
    harness.model.scrollDown(by: count)
    let thread = harness.screen.thread
    #expect(thread?.bubblesInView.map(\.id.text) == inView && thread?.bubbles.count == 7)
    // Only the window at the newest message follows what arrives.
    harness.receive("11", at: 11)
    let newest = harness.screen.thread?.bubblesInView.last?.id.text
    #expect(newest == (count == .max ? "11" : inView.last))
  }

  @Test("a thread stands in the backend's order, with what the backend has not taken at the end")
  func ordersThread() {
    var harness = ModelHarness.chatting()
    harness.send("mine", as: "a")
    harness.receive("late", at: 3000)
    harness.receive("early", at: 1000)
    harness.open()
    #expect(harness.screen.thread?.bubbles.map(\.id.text) == ["early", "late", "a"])
    harness.receive("a", from: ModelHarness.alice, at: 2000)
    harness.answer(harness.writes(below: "messages")[0].number, .committed)
    #expect(harness.screen.thread?.bubbles.map(\.id.text) == ["early", "a", "late"])
  }

  @Test(
    "the time of day is that of the viewer's zone, past midnight and before 1970 too",
    arguments: [
      (0, 0, "00:00"), (43_500_000, 0, "12:05"), (0, -60, "23:00"), (86_340_000, 2, "00:01"),
      (-60_000, 0, "23:59"), (-1, 0, "23:59"),
    ])
  func tellsTime(milliseconds: Int64, zoneMinutes: Int, text: String) {
    let clock = WallClock(zoneOffset: .minutes(zoneMinutes))
    #expect(TimeOfDay.text(milliseconds, in: clock) == text)
  }
}
