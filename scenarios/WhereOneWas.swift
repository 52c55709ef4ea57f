import Chat
import Rehearsal

// What a person finds where they were: the words in the composer, and the top of a long thread with larger text.

extension Scenarios {
  static let draftAtATap = Scenario(
    "A writes half a message, locks her phone and taps the notification of that very chat: her words and her photo wait, and she sends them",
    covers: "DS-12", "AS-02", tags: .push, pinned: .links, .policies, .duplicates, .timings
  ) { (world: ChatWorld) in
    world.setPolicies { $0.usesPush = true }
    let (alice, bob) = try await world.phones("Alice", "Bob", on: .wifi)
    let chat = try await alice.startConversation(with: bob)
    await bob.open(chat)
    await alice.choose(Picture("hut"))
    await alice.type("half a th")
    try await world.untilQuiet()
    try await alice.lock()
    let here = try await bob.send("are you there?", in: chat)
    try await alice.expectNotifications(\.bodies, is: ["are you there?"], within: .minutes(1))
    try await alice.tapNotification()
    try await alice.expect(
      all: .that(\.composer, of: .thread, is: "half a th"),
      .that(\.preview?.name, of: .thread, is: "hut"), .present(.bubble(here)),
      for: .seconds(10), within: .seconds(1))
    let half = try world.require(await alice.submit(), "a message")
    try await bob.expect(
      all: .that(\.text, of: .bubble(half), is: "half a th"),
      .that(\.photo?.content, of: .bubble(half), isNot: nil), within: .minutes(1))
  }

  static let topWithLargerText = Scenario(
    "B reads a thread of 30 messages with the largest text and scrolls up window by window: the oldest come into view, and all are read",
    covers: "FG-05", "AX-03", tags: .receipts, pinned: .links, .policies
  ) { (world: ChatWorld) in
    let (alice, bob) = try await world.phones("Alice", "Bob", on: .lte)
    let chat = try await alice.startConversation(with: bob)
    var messages: [MessageID] = []
    for number in 1...30 { messages.append(try await alice.send("\(number)", in: chat)) }
    let sent = messages
    try await bob.expect(\.unread, of: .conversation(chat), is: 30)
    await bob.setTextSize(.accessibilityExtraExtraExtraLarge)
    await bob.open(chat)
    // A window has the room of six messages.
    for top in [24, 18, 12, 6, 0] {
      if top < 24 { await bob.scroll(revealing: 6) }
      try await bob.expect(
        all: .that("messages in view", of: .thread, is: Array(sent[top..<(top + 6)])) {
          $0.bubblesInView.map(\.id)
        }, .that(\.unread, of: .thread, is: top), within: .milliseconds(100))
    }
    // Above the oldest there is nothing.
    await bob.scroll(revealing: 6)
    try await bob.expect(
      all: .that("messages in view", of: .thread, is: Array(sent.prefix(6))) {
        $0.bubblesInView.map(\.id)
      }, within: .zero)
    try await alice.expect(all: .statuses(of: Array(sent.suffix(20)), are: .read))
    await alice.scroll(revealing: 10)
    try await alice.expect(all: .statuses(of: Array(sent.prefix(20)), are: .read))
  }
}
