import Chat
import Rehearsal

// Going from thread to thread, and everything that a screen shows on the way.

extension Scenarios {
  static let everythingShown = Scenario(
    "Each phone shows all that belongs to a message at every step, and nothing else",
    covers: "DS-01", "DS-07", "DS-11", "UN-04", "AX-01", tags: .receipts,
    pinned: .clocks, .policies
  ) { (world: ChatWorld) in
    let (alice, bob) = try await world.phones("Alice", "Bob", on: .lte)
    try await alice.expect(
      all: .that(\.conversations.count, is: 0), .absent(.thread), .absent(.sheet),
      .that(\.badge, is: 0), .absent(.alert))
    let chat = try await alice.startConversation(with: bob)
    let unknown = MessageID("unknown")
    try await alice.expect(
      all: .absent(.bubble(unknown)), .absent(.conversation(ConversationID("unknown"))),
      .that(\.id, of: .thread, is: chat), .that(\.canSend, of: .thread, is: false),
      .that(\.title, of: .thread, is: "Bob"), .that(\.bubbles.isEmpty, of: .thread, is: true),
      .that(\.subtitle, of: .thread, is: nil), .that(\.composer, of: .thread, is: ""),
      .that(\.isReadOnly, of: .thread, is: false),
      .that(\.users, of: .thread, is: ["alice", "bob"]),
      // The thread covers the list.
      .that(\.conversations.isEmpty, is: true))
    await bob.setAirplaneMode(true)
    let hello = try await alice.send("hello", in: chat)
    func expectShown(
      _ status: DeliveryStatus, _ spoken: String, within limit: Duration = ChatPhone.defaultLimit,
      line: Int = #line
    ) async throws {
      let isSending = status == .sending
      try await alice.expect(
        all: .that(\.author, of: .bubble(hello), is: "alice"),
        .that(\.text, of: .bubble(hello), is: "hello"), .that(\.photo, of: .bubble(hello), is: nil),
        .that(\.time, of: .bubble(hello), is: "12:00"),
        .that(\.receiptLabel, of: .bubble(hello), is: nil),
        .that(\.offersRetry, of: .bubble(hello), is: false),
        .that(\.isDeleted, of: .bubble(hello), is: false),
        .that(\.isEdited, of: .bubble(hello), is: false),
        .that(\.status, of: .bubble(hello), is: status),
        .that(\.offersReceipts, of: .bubble(hello), is: !isSending),
        .that(\.marks, of: .bubble(hello), is: status.drawn),
        .that(
          \.statusMilliseconds, of: .bubble(hello), matches: isSending ? "is missing" : "is there"
        ) { ($0 == nil) == isSending },
        .that(\.controls, of: .bubble(hello), is: isSending ? [] : [.edit, .delete]),
        .that(\.accessibilityLabel, of: .bubble(hello), is: "You: hello, 12:00, \(spoken)"),
        .that(\.unread, of: .thread, is: 0), .that(\.title, of: .thread, is: "Bob"),
        .that(\.badge, is: 0), within: limit, line: line)
    }
    try await expectShown(.sending, "Sending", within: .zero)
    try await expectShown(.sent, "Sent")
    await bob.setAirplaneMode(false)
    try await expectShown(.delivered, "Delivered")
    try await bob.expect(
      all: .that(\.preview, of: .conversation(chat), is: "hello"),
      .that(\.title, of: .conversation(chat), is: "Alice"),
      .that(\.unread, of: .conversation(chat), is: 1), .that(\.badge, is: 1))
    await bob.open(chat)
    try await bob.expect(
      all: .that(\.author, of: .bubble(hello), is: "alice"),
      .that(\.text, of: .bubble(hello), is: "hello"), .that(\.photo, of: .bubble(hello), is: nil),
      .that(\.time, of: .bubble(hello), is: "12:00"),
      .that(\.receiptLabel, of: .bubble(hello), is: nil),
      .that(\.offersRetry, of: .bubble(hello), is: false),
      .that(\.isDeleted, of: .bubble(hello), is: false),
      .that(\.isEdited, of: .bubble(hello), is: false),
      .that(\.status, of: .bubble(hello), is: nil),
      .that(\.offersReceipts, of: .bubble(hello), is: false),
      .that(\.accessibilityLabel, of: .bubble(hello), is: "Alice: hello, 12:00"), within: .zero)
    try await expectShown(.read, "Read")
    try await alice.expect(
      \.description,
      is: """
        ‹ Bob
          You: hello  12:00 ✓✓ blue
        """, within: .zero)
    let view = Picture("view")
    let photo = try await alice.send("look", picture: view, in: chat)
    try await alice.expect(
      all: .that(\.text, of: .bubble(photo), is: "look"),
      .that(\.photo?.content, of: .bubble(photo), is: view.content),
      .that(\.isEdited, of: .bubble(photo), is: false), within: .zero)
    await alice.openReceipts(of: hello)
    try await alice.expect(
      all: .that(\.title, of: .messageInfo, is: "Message Info"),
      .that(\.done, of: .messageInfo, is: "Done"), .that(\.message, of: .messageInfo, is: hello),
      within: .zero)
    await alice.closeSheet()
    await alice.close()
    try await alice.expect(
      all: .that(\.preview, of: .conversation(chat), is: "look"),
      .that(\.title, of: .conversation(chat), is: "Bob"), within: .zero)
  }

  static let sameWords = Scenario(
    "Twenty messages that look the same, and one more: the thread shows the new one and no longer the oldest",
    covers: "FG-05", "RR-01", tags: .receipts, pinned: .policies, .links
  ) { (world: ChatWorld) in
    let (alice, bob) = try await world.phones("Alice", "Bob", on: .wifi)
    let chat = try await alice.startConversation(with: bob)
    var messages: [MessageID] = []
    for _ in 1...20 { messages.append(try await alice.send("ok", in: chat)) }
    let first = messages[0]
    try await bob.expect(\.unread, of: .conversation(chat), is: 20)
    await bob.open(chat)
    try await world.advance(by: .seconds(2))
    try await bob.expect(\.bubblesInView.first?.id, of: .thread, is: first, within: .zero)
    let last = try await alice.send("ok", in: chat)
    try await bob.expect(\.bubblesInView.last?.id, of: .thread, is: last, within: .seconds(1))
    try await alice.expect(\.status, of: .bubble(last), is: .read)
  }

  static let fromThreadToThread = Scenario(
    "A thread begins at its newest messages, whatever was scrolled before, and threads that look the same are two",
    covers: "FG-05", "BC-08", tags: .receipts, .cost, pinned: .policies, .links
  ) { (world: ChatWorld) in
    let (alice, bob) = try await world.phones("Alice", "Bob", on: .lte)
    let first = try await alice.startConversation(with: bob)
    let second = try await alice.startConversation(with: bob)
    let third = try await alice.startConversation(with: bob)
    // The newest stand first where nothing was said yet.
    try await bob.expect(
      all: .that("listed conversations", is: [third, second, first]) {
        $0.conversations.map(\.id)
      }, within: .zero)
    await alice.open(first)
    try await alice.expect(\.id, of: .thread, is: first, within: .zero)
    await alice.open(second)
    try await alice.expect(\.id, of: .thread, is: second, within: .zero)
    await alice.type(" \n ")
    try await alice.expect(\.canSend, of: .thread, is: false, within: .zero)
    await alice.type("half a thought")
    try await alice.expect(
      all: .that(\.composer, of: .thread, is: "half a thought"),
      .that(\.canSend, of: .thread, is: true), within: .zero)
    await alice.open(first)
    try await alice.expect(
      all: .that(\.id, of: .thread, is: first), .that(\.composer, of: .thread, is: ""),
      within: .zero)
    for chat in [first, second] {
      for number in 1...25 { _ = try await bob.send("message \(number)", in: chat) }
    }
    try await alice.expect(
      all: .that(\.badge, is: 25), .that(\.bubbles.last?.text, of: .thread, is: "message 25"))
    await alice.perform(.scroll(0))
    try await alice.expect(\.bubbles.count, of: .thread, is: 20, within: .zero)
    await alice.scroll(revealing: 3)
    try await alice.expect(\.bubbles.count, of: .thread, is: 23, within: .zero)
    await alice.open(second)
    try await alice.expect(
      all: .that(\.bubbles.count, of: .thread, is: 20),
      .that(\.unread, of: .thread, is: 5),
      .that(\.bubbles.first?.text, of: .thread, is: "message 6"), within: .zero)
    await alice.close()
    // What was said last stands first.
    try await alice.expect(
      all: .absent(.thread), .that(\.badge, is: 5),
      .that(\.unread, of: .conversation(second), is: 5),
      .that("listed conversations", is: [second, first, third]) { $0.conversations.map(\.id) },
      within: .zero)
  }

  static let drawnOnce = Scenario(
    "What changes nothing that is shown draws nothing anew, and each change that is shown is drawn once",
    covers: "MO-04", "DS-14", tags: .receipts, .groups, .offline, pinned: .policies, .links
  ) { (world: ChatWorld) in
    let (alice, bob, carol) = try await world.phones("Alice", "Bob", "Carol", on: .lte)
    let dave = try await world.phone("Dave", on: .lte)
    let group = try await alice.startConversation(with: bob, carol, dave, isGroup: true)
    for phone in [bob, carol, dave] { await phone.setAirplaneMode(true) }
    let hello = try await alice.send("hello", in: group)
    try await alice.expect(\.status, of: .bubble(hello), is: .sent)
    try await world.advance(by: .seconds(5))
    let drawn = WorldBound(0, in: world.world)
    alice.observe { if case .screen = $0 { drawn.withValue { $0 += 1 } } }
    for phone in [bob, carol] {
      await phone.setAirplaneMode(false)
      try await phone.expect(\.unread, of: .conversation(group), is: 1)
      try await world.advance(by: .seconds(5))
    }
    try world.require(
      await world.deliveredTo(hello, in: group).count, is: 2, "the number of those who have it")
    try world.require(
      drawn.withValue { $0 }, is: 0, "the number of new screens before the last one has it")
    await dave.setAirplaneMode(false)
    try await alice.expect(\.status, of: .bubble(hello), is: .delivered)
    await bob.open(group)
    try await alice.expect(\.receiptLabel, of: .bubble(hello), is: "Read by 1 of 3")
    try await world.advance(by: .seconds(5))
    try world.require(
      drawn.withValue { $0 }, is: 2,
      "the number of screens for two changes")
  }

  static let preparedAgain = Scenario(
    "A thread that was made ready, shown and left can be made ready and shown again, also while it is being started",
    covers: "FG-09", "BC-08", "RR-03", tags: .receipts, .cost, .offline, pinned: .policies
  ) { (world: ChatWorld) in
    let (alice, bob) = try await world.phones("Alice", "Bob", on: .lte)
    let chat = try await alice.startConversation(with: bob)
    let other = try await alice.startConversation(with: bob)
    let hello = try await alice.send("hello", in: chat)
    await alice.close()
    try await world.untilQuiet()
    let before = await world.listens(by: alice)
    await alice.prepare(chat)
    await alice.open(chat)
    try await alice.expect(\.id, of: .thread, is: chat, within: .zero)
    await alice.close()
    await alice.prepare(chat)
    // Another one is shown than the one that was made ready.
    await alice.open(other)
    await alice.close()
    try await world.untilQuiet()
    let after = await world.listens(by: alice)
    try world.require(after, is: before, "the places that are followed")
    await bob.open(chat)
    await alice.open(chat)
    try await alice.expect(\.status, of: .bubble(hello), is: .read, within: .seconds(2))
    await alice.close()
    await alice.prepare(chat)
    for _ in 1...2 {
      await alice.open(chat)
      let next = try await alice.send("and now?", in: chat)
      try await alice.expect(\.status, of: .bubble(next), is: .read)
      await alice.close()
    }

    await bob.close()
    await alice.setAirplaneMode(true)
    let late = try await alice.startConversation(withUsers: [bob.userID], isGroup: false)
    let word = try await alice.send("a word", in: late)
    await alice.close()
    await alice.prepare(late)
    await alice.setAirplaneMode(false)
    try await bob.expect(\.unread, of: .conversation(late), is: 1)
    await alice.open(late)
    try await alice.expect(\.status, of: .bubble(word), is: .delivered)
    await bob.open(late)
    try await alice.expect(\.status, of: .bubble(word), is: .read)
  }

  static let presenceIsForgotten = Scenario(
    "What was known of a peer's presence is not shown again when the thread is opened anew, but asked for",
    covers: "DS-15", pinned: .policies, .links, .clocks
  ) { (world: ChatWorld) in
    world.setPolicies { $0.sharesPresence = true }
    let (alice, bob) = try await world.phones("Alice", "Bob", on: .lte)
    let chat = try await alice.startConversation(with: bob)
    try await alice.expect(\.subtitle, of: .thread, is: "online")
    await alice.close()
    try await bob.kill()
    try await world.advance(by: .minutes(7))
    await alice.open(chat)
    try await alice.expect(\.subtitle, of: .thread, is: nil, within: .zero)
    try await alice.expect(
      all: .that(\.subtitle, of: .thread, matches: "begins with “last seen 12:0”") {
        $0?.hasPrefix("last seen 12:0") == true
      })
    try await bob.relaunch()
    try await alice.expect(\.subtitle, of: .thread, is: "online")
    // Who comes back is there again, for as long as they stay.
    for _ in 0..<2 {
      try await bob.kill()
      try await alice.expect(
        all: .that(\.subtitle, of: .thread, isNot: "online"), within: .minutes(2))
      try await bob.relaunch()
      try await alice.expect(\.subtitle, of: .thread, is: "online")
    }
  }

  static let anotherZone = Scenario(
    "The phone's clock is set to another zone: the times of day on the screen follow, without a touch",
    covers: "DS-11", tags: .clocks, pinned: .clocks
  ) { (world: ChatWorld) in
    let (alice, bob) = try await world.phones("Alice", "Bob", on: .lte)
    let chat = try await alice.startConversation(with: bob)
    let hello = try await alice.send("hello", in: chat)
    try await alice.expect(\.status, of: .bubble(hello), is: .delivered)
    try await alice.expect(\.time, of: .bubble(hello), is: "12:00", within: .zero)
    try await world.untilQuiet()
    await alice.setClock { $0.zoneOffset = .minutes(-90) }
    try await alice.expect(\.time, of: .bubble(hello), is: "10:30", within: .milliseconds(100))
    await alice.setClock { $0.zoneOffset = .minutes(12 * 60 + 5) }
    try await alice.expect(\.time, of: .bubble(hello), is: "00:05", within: .milliseconds(100))
    await alice.setClock { $0.zoneOffset = .zero }
    try await alice.expect(\.time, of: .bubble(hello), is: "12:00", within: .milliseconds(100))
  }

  static let editedTwice = Scenario(
    "A text that changes twice, and back again, is shown as it is each time; only its author's phones can tell who has read it",
    covers: "RG-01", "SH-02", tags: .receipts
  ) { (world: ChatWorld) in
    // What an extension says of a late notification would count as a write of Alice's.
    world.setPolicies { $0.confirmsByExtension = false }
    let (alice, bob) = try await world.phones("Alice", "Bob", on: .lte)
    let chat = try await alice.startConversation(with: bob)
    let hello = try await alice.send("one", in: chat)
    let other = try await bob.send("other", in: chat)
    await bob.open(chat)
    try await alice.expect(
      all: .that(\.status, of: .bubble(hello), is: .read),
      .that(\.text, of: .bubble(other), is: "other"))
    for text in ["two", "three", "one"] {
      await alice.edit(hello, to: text)
      try await alice.expect(
        all: .that(\.text, of: .bubble(hello), is: text),
        .that(\.isEdited, of: .bubble(hello), is: true), within: .zero)
      try await bob.expect(
        all: .that(\.text, of: .bubble(hello), is: text),
        .that(\.isEdited, of: .bubble(hello), is: true))
      try await bob.expect(\.isEdited, of: .bubble(other), is: false, within: .zero)
    }
    // Neither an empty text nor the same one is a change.
    try await world.expectNoWrites(by: alice) {
      await alice.edit(hello, to: "")
      await alice.edit(hello, to: "one")
      try await world.advance(by: .seconds(10))
    }
    await bob.openReceipts(of: hello)
    try await bob.expect(all: .absent(.sheet), within: .zero)
  }

  static let ownWords = Scenario(
    "A team's own words are on the screen wherever the app's were",
    covers: "GR-02", tags: .receipts, .groups
  ) { (world: ChatWorld) in
    world.setPolicies {
      $0.text[.readByCount] = "Gelesen von {read} von {all}"
      $0.text[.you] = "Du"
      $0.text[.addedSeveral] = "{actor}: {count} neue ({users}{nothing})"
    }
    let (alice, bob, carol) = try await world.phones("Alice", "Bob", "Carol", on: .lte)
    let dave = try await world.phone("Dave", on: .lte)
    let group = try await alice.startConversation(with: bob, isGroup: true)
    let hello = try await alice.send("hello", in: group)
    await bob.open(group)
    try await alice.expect(
      all: .that(\.receiptLabel, of: .bubble(hello), is: "Gelesen von 1 von 1"),
      .that(\.accessibilityLabel, of: .bubble(hello), matches: "begins with “Du: hello, ”") {
        $0.hasPrefix("Du: hello, ")
      },
      .that(
        \.accessibilityLabel, of: .bubble(hello),
        matches: "ends with “, Read, Gelesen von 1 von 1”"
      ) { $0.hasSuffix(", Read, Gelesen von 1 von 1") })
    await alice.add(carol.userID, dave.userID, to: group)
    try await alice.expect(
      \.bubbles.last?.text, of: .thread, is: "Du: 2 neue (Carol, Dave{nothing})")
    try await carol.expect(\.title, of: .conversation(group), is: "Alice, Bob, Dave")
    await alice.remove(carol.userID, dave.userID, from: group)
    try await bob.expect(\.bubbles.last?.text, of: .thread, is: "Alice removed 2 participants")
    try await alice.expect(\.bubbles.last?.text, of: .thread, is: "Du removed 2 participants")
  }
}

extension DeliveryStatus {
  /// The marks of a status, written down once more.
  fileprivate var drawn: StatusMarks {
    switch self {
    case .sending: StatusMarks("🕓", .grey)
    case .sent: StatusMarks("✓", .grey)
    case .delivered: StatusMarks("✓✓", .grey)
    case .read: StatusMarks("✓✓", .blue)
    case .failed: StatusMarks("!", .red)
    }
  }
}
