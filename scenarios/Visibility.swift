import Chat
import Rehearsal

extension Scenarios {
  static let viewport = Scenario(
    "Of thirty messages the newest twenty are on the screen and marked; scrolling marks what it reveals",
    covers: "FG-05", "FG-01", "FG-04", tags: .receipts, pinned: .policies
  ) { (world: ChatWorld) in
    let (alice, bob) = try await world.phones("Alice", "Bob", on: .lte)
    let chat = try await alice.startConversation(with: bob)
    var messages: [MessageID] = []
    for number in 1...30 { messages.append(try await alice.send("message \(number)", in: chat)) }
    let sent = messages
    try await bob.expect(\.unread, of: .conversation(chat), is: 30)
    await bob.open(chat)
    try await bob.expect(
      all: .that(\.ids, of: .thread, is: Array(sent.suffix(20))),
      .that(\.unread, of: .thread, is: 10), within: .zero)
    try await alice.expect(
      all: .statuses(of: Array(sent.suffix(20)), are: .read), within: .seconds(1),
      measuredAs: .receipt)
    // A's own window holds twenty as well: half of it shows what B has not seen.
    await alice.scroll(revealing: 10)
    // Deliveries are paced: of messages that came one by one, most are told of with the next batch.
    try await alice.expect(
      all: .statuses(of: Array(sent[..<10]), are: .delivered),
      .statuses(of: Array(sent[10..<20]), are: .read), within: .seconds(3))
    try await alice.expect(
      all: .statuses(of: Array(sent[..<10]), are: .delivered),
      .statuses(of: Array(sent[10..<20]), are: .read), for: .minutes(1))
    await bob.scroll(revealing: 4)
    try await bob.expect(\.unread, of: .thread, is: 6, within: .zero)
    try await alice.expect(
      all: .statuses(of: Array(sent[..<6]), are: .delivered),
      .statuses(of: Array(sent[6..<20]), are: .read), within: .seconds(1), measuredAs: .receipt)
    try await world.expectNoWrites(by: bob) {
      await bob.close()
      await bob.open(chat)
      try await world.advance(by: .minutes(1))
    }
    try await alice.expect(
      all: .statuses(of: Array(sent[..<6]), are: .delivered),
      .statuses(of: Array(sent[6..<20]), are: .read), within: .zero)
  }

  static let wholeConversation = Scenario(
    "Where the policy says so, opening marks the whole conversation and not only what is on the screen",
    covers: "GR-08", "UN-03", tags: .receipts, faults: .allowed, pinned: .policies
  ) { (world: ChatWorld) in
    world.setPolicies { $0.marking = .all }
    let (alice, bob) = try await world.phones("Alice", "Bob", on: .lte)
    let chat = try await alice.startConversation(with: bob)
    var messages: [MessageID] = []
    for number in 1...30 { messages.append(try await alice.send("message \(number)", in: chat)) }
    let sent = messages
    try await bob.expect(\.unread, of: .conversation(chat), is: 30)
    let opened = world.now
    await bob.open(chat)
    try await bob.expect(
      all: .that(\.unread, of: .thread, is: 0),
      .that(\.bubbles.count, of: .thread, is: 20), within: .zero)
    try await alice.expect(
      all: .statuses(of: Array(sent.suffix(20)), are: .read), within: .seconds(1),
      measuredAs: .receipt, since: opened)
    await alice.scroll(revealing: 10)
    try await alice.expect(
      all: .statuses(of: Array(sent.prefix(20)), are: .read), within: .seconds(1), since: opened)
  }

  static let preparedThread = Scenario(
    "A thread that is made ready and not shown marks nothing, until it is shown",
    covers: "FG-09", "FG-01", "FG-02", tags: .receipts
  ) { (world: ChatWorld) in
    let (alice, bob) = try await world.phones("Alice", "Bob", on: .lte)
    let chat = try await alice.startConversation(with: bob)
    let first = try await alice.send("first", in: chat)
    try await bob.expect(\.unread, of: .conversation(chat), is: 1)
    try await world.advance(by: .seconds(5))
    try await world.expect(1, .writes, by: bob) {
      await bob.prepare(chat)
      let second = try await alice.send("second", in: chat)
      // The one write tells that the second message has arrived.
      try await alice.expect(\.status, of: .bubble(second), is: .delivered)
      try await bob.expect(
        all: .absent(.thread), .that(\.unread, of: .conversation(chat), is: 2),
        .that(\.badge, is: 2), for: .minutes(1))
    }
    try await alice.expect(\.status, of: .bubble(first), is: .delivered, within: .zero)
    try await world.expectNoReceipts(in: chat)

    let shown = world.now
    await bob.open(chat)
    try await alice.expect(
      all: .that("statuses", of: .thread, is: [.read, .read]) { $0.bubbles.map(\.status) },
      within: .seconds(1), measuredAs: .receipt, since: shown)
  }

  static let lockedPhone = Scenario(
    "B locks the phone with the chat open: what arrives is marked when it is unlocked, and not before",
    covers: "FG-01", "FG-03", "FG-08", tags: .receipts
  ) { (world: ChatWorld) in
    let (alice, bob) = try await world.phones("Alice", "Bob", on: .lte)
    let chat = try await alice.startConversation(with: bob)
    await bob.open(chat)
    let first = try await alice.send("first", in: chat)
    try await alice.expect(\.status, of: .bubble(first), is: .read)
    try await bob.lock()
    let second = try await alice.send("second", in: chat)
    try await alice.expect(\.status, of: .bubble(second), is: .delivered)
    try await alice.expect(\.status, of: .bubble(second), is: .delivered, for: .minutes(30))
    // Who opens the app has unlocked the phone.
    let unlocked = world.now
    try await bob.enterForeground()
    try await bob.expect(
      \.unread, of: .thread, is: 0, within: .milliseconds(100), measuredAs: .localMark)
    try await alice.expect(
      \.status, of: .bubble(second), is: .read, within: .seconds(2), measuredAs: .receipt,
      since: unlocked)
    // Leaving the conversation ends the marking, with the app in the foreground.
    await bob.close()
    let third = try await alice.send("third", in: chat)
    try await alice.expect(\.status, of: .bubble(third), is: .delivered)
    try await alice.expect(\.status, of: .bubble(third), is: .delivered, for: .minutes(1))
    try await bob.expect(\.unread, of: .conversation(chat), is: 1, within: .zero)
  }

  static let bannerSuppression = Scenario(
    "A message in the chat on the screen raises no banner; after leaving it, and on a locked phone, it does",
    covers: "FG-07", "FG-08", "NO-04", tags: .receipts, .push,
    // Whoever is told twice may be told after reading.
    pinned: .duplicates
  ) { (world: ChatWorld) in
    world.setPolicies { $0.usesPush = true }
    let (alice, bob) = try await world.phones("Alice", "Bob", on: .lte)
    let chat = try await alice.startConversation(with: bob)
    await bob.open(chat)
    try await world.advance(by: .seconds(5))
    let first = try await alice.send("first", in: chat)
    try await alice.expect(\.status, of: .bubble(first), is: .read)
    try await bob.expectNotifications(\.bannerCount, is: 0, for: .minutes(1))
    // The push overtakes its message, whose connection has died without a word: the chat is on the screen all the same.
    bob.loseNextMessage(then: .halfOpen) { message in
      guard case .overwrite(let path, _, _)? = message as? ServerMessage else { return false }
      return path.first == "messages"
    }
    let overtaken = try await alice.send("overtaken", in: chat)
    try await bob.expectNotifications(\.bannerCount, is: 0, for: .minutes(1))
    // Bob's phone notices after its keep-alive, and on the slowest of links that takes a quarter of an hour.
    try await alice.expect(\.status, of: .bubble(overtaken), is: .read, within: .minutes(16))

    await bob.close()
    let second = try await alice.send("second", in: chat)
    try await bob.expectNotifications(
      all: .that(\.bannerCount, is: 1), .that(\.bodies, is: ["second"]))
    try await alice.expect(\.status, of: .bubble(second), is: .delivered)
    try await bob.expectNotifications(
      all: .that(\.titles, is: ["Alice"]), .that(\.badge, is: 1), within: .zero)
    await bob.open(chat)
    // What is read is no news any more.
    try await bob.expectNotifications(
      all: .that(\.bodies, is: []), .that(\.badge, is: 0), within: .zero)

    // The same chat is open, but nobody sees it.
    try await bob.enterBackground()
    _ = try await alice.send("third", in: chat)
    try await bob.expectNotifications(
      all: .that(\.bannerCount, is: 2), .that(\.bodies, is: ["third"]))
    try await bob.enterForeground()
    try await bob.expectNotifications(all: .that(\.bodies, is: []), .that(\.badge, is: 0))
    try await alice.expectNotifications(\.bannerCount, is: 0, for: .minutes(1))
  }

  static let behindSheet = Scenario(
    "What arrives behind a sheet is not marked; it is when the sheet is closed",
    covers: "FG-01", "FG-05", tags: .receipts, .sheets
  ) { (world: ChatWorld) in
    let (alice, bob) = try await world.phones("Alice", "Bob", on: .lte)
    let chat = try await alice.startConversation(with: bob)
    await bob.open(chat)
    let own = try await bob.send("mine", in: chat)
    try await bob.expect(\.status, of: .bubble(own), is: .read)
    await bob.openReceipts(of: own)
    // A sheet covers the thread, and the thread the list.
    try await bob.expect(
      all: .present(.messageInfo), .absent(.thread), .that(\.conversations.count, is: 0))
    let hello = try await alice.send("behind the sheet", in: chat)
    try await alice.expect(\.status, of: .bubble(hello), is: .delivered)
    try await alice.expect(\.status, of: .bubble(hello), is: .delivered, for: .minutes(2))
    try await bob.expect(\.badge, is: 1)
    try await world.expectRead(hello, in: chat)
    let closed = world.now
    await bob.closeSheet()
    try await bob.expect(
      all: .that(\.text, of: .bubble(hello), is: "behind the sheet"), .that(\.badge, is: 0))
    try await alice.expect(
      \.status, of: .bubble(hello), is: .read, within: .seconds(1), measuredAs: .receipt,
      since: closed)
  }

  static let behindACall = SystemCover.allCases.map { cover in
    Scenario(
      "\(cover.rawValue) covers B's open thread: what arrives is announced and not marked; it is read when B sees it",
      covers: "FG-01", "FG-03", tags: .receipts, .push, pinned: .policies, .duplicates
    ) { (world: ChatWorld) in
      world.setPolicies { $0.usesPush = true }
      let (alice, bob) = try await world.phones("Alice", "Bob", on: .lte)
      let chat = try await alice.startConversation(with: bob)
      await bob.open(chat)
      let seen = try await alice.send("seen", in: chat)
      try await alice.expect(\.status, of: .bubble(seen), is: .read)
      try await world.untilQuiet()
      try await bob.cover(with: cover)
      let unseen = try await alice.send("unseen", in: chat)
      try await bob.expectNotifications(\.bodies, is: ["unseen"])
      try await alice.expect(\.status, of: .bubble(unseen), is: .delivered, within: .seconds(2))
      try await alice.expect(\.status, of: .bubble(unseen), is: .delivered, for: .minutes(2))
      let uncovered = world.now
      try await bob.uncover()
      try await bob.expect(\.text, of: .bubble(unseen), is: "unseen")
      try await alice.expect(
        \.status, of: .bubble(unseen), is: .read, within: .seconds(1), since: uncovered)
      try await bob.expectNotifications(all: .that(\.bodies, is: []), .that(\.badge, is: 0))
    }.named("\(cover)")
  }

  static let scrolledUp = Scenario(
    "What arrives below the window of who has scrolled up is not marked; going down to it marks it",
    covers: "FG-05", tags: .receipts, pinned: .policies
  ) { (world: ChatWorld) in
    let (alice, bob) = try await world.phones("Alice", "Bob", on: .lte)
    let chat = try await alice.startConversation(with: bob)
    var messages: [MessageID] = []
    for number in 1...60 { messages.append(try await alice.send("message \(number)", in: chat)) }
    let sent = messages
    try await bob.expect(\.unread, of: .conversation(chat), is: 60)
    await bob.open(chat)
    try await bob.expect(\.unread, of: .thread, is: 40, within: .zero)
    // Half a window up, twice: what the window has held is seen, and it holds twenty.
    await bob.scroll(revealing: 10)
    await bob.scroll(revealing: 10)
    try await bob.expect(
      all: .that(\.unread, of: .thread, is: 20),
      .that(\.offersNewest, of: .thread, is: true),
      .that("messages in view", of: .thread, is: Array(sent[20..<40])) {
        $0.bubblesInView.map(\.id)
      }, within: .zero)
    try await world.advance(by: .seconds(5))
    let below = try await alice.send("far below", in: chat)
    try await alice.expect(\.status, of: .bubble(below), is: .delivered)
    try await alice.expect(\.status, of: .bubble(below), is: .delivered, for: .minutes(1))
    try await bob.expect(
      all: .that(\.unread, of: .thread, is: 21),
      .that("messages in view", of: .thread, is: Array(sent[20..<40])) {
        $0.bubblesInView.map(\.id)
      }, within: .zero)
    await bob.scrollToNewest()
    try await bob.expect(
      all: .that(\.unread, of: .thread, is: 20),
      .that(\.offersNewest, of: .thread, is: false),
      .that(\.bubblesInView.last?.id, of: .thread, is: below), within: .zero)
    try await alice.expect(
      \.status, of: .bubble(below), is: .read, within: .seconds(1), measuredAs: .receipt)
    // With the window at the newest again, what arrives is seen at once.
    let next = try await alice.send("next", in: chat)
    try await alice.expect(\.status, of: .bubble(next), is: .read)
    // The author goes up and down as well, where nothing is unread and nothing else on the screen changes.
    await alice.scroll(revealing: 10)
    await alice.scroll(revealing: 10)
    try await alice.expect(\.offersNewest, of: .thread, is: true, within: .zero)
    await alice.scrollToNewest()
    try await alice.expect(
      all: .that(\.offersNewest, of: .thread, is: false),
      .that(\.bubblesInView.last?.id, of: .thread, is: next), within: .zero)
    // What was drawn before stays above the window, which is as high as ever.
    await alice.scroll(revealing: 5)
    try await alice.expect(
      all: .that("messages in view", of: .thread, is: Array((sent + [below, next])[37..<57])) {
        $0.bubblesInView.map(\.id)
      }, within: .zero)
    await alice.scrollToNewest()
    // At the very top, many more below change nothing of what the window holds.
    await bob.scroll(revealing: 50)
    try await bob.expect(
      all: .that("messages in view", of: .thread, is: Array(sent[..<20])) {
        $0.bubblesInView.map(\.id)
      }, .that(\.badge, is: 0), within: .zero)
    let more = await world.importMessages(40, from: alice.userID, into: chat)
    try await bob.expect(\.badge, is: more.count)
    try await bob.expect(
      all: .that("messages in view", of: .thread, is: Array(sent[..<20])) {
        $0.bubblesInView.map(\.id)
      }, .that(\.badge, is: more.count), for: .seconds(10), within: .zero)
    // A thread that is left and opened again begins at its newest message.
    await alice.scroll(revealing: 10)
    await alice.close()
    await alice.open(chat)
    try await alice.expect(
      all: .that(\.offersNewest, of: .thread, is: false),
      .that(\.bubblesInView.last?.id, of: .thread, is: more.last), within: .zero)
    // Who answers from far up sees the answer.
    await alice.scroll(revealing: 30)
    try await alice.expect(\.offersNewest, of: .thread, is: true, within: .zero)
    let answer = try await alice.send("found it", in: chat)
    try await alice.expect(
      all: .that(\.offersNewest, of: .thread, is: false),
      .that(\.bubblesInView.last?.id, of: .thread, is: answer), within: .zero)
  }

  static let nothingAbove = Scenario(
    "B scrolls up in a thread that has nothing above: the window stays at the newest message, and what arrives is read",
    covers: "FG-05", "FG-06", tags: .receipts, pinned: .policies
  ) { (world: ChatWorld) in
    let (alice, bob) = try await world.phones("Alice", "Bob", on: .lte)
    let chat = try await alice.startConversation(with: bob)
    await bob.open(chat)
    await bob.scroll(revealing: 10)
    for number in 1...3 {
      let message = try await alice.send("message \(number)", in: chat)
      try await alice.expect(\.status, of: .bubble(message), is: .read)
      await bob.scroll(revealing: 10)
      try await bob.expect(\.offersNewest, of: .thread, is: false, within: .zero)
    }
  }

  static let addedAfterMessage = Scenario(
    "Who is added half a second after a message gets none of its text, neither in the chat nor as a banner",
    covers: "JV-01", "NO-02", tags: .push, .groups, .members, pinned: .duplicates, mild: .links
  ) { (world: ChatWorld) in
    world.setPolicies { $0.usesPush = true }
    let (alice, bob, carol) = try await world.phones("Alice", "Bob", "Carol", on: .lte)
    let group = try await alice.startConversation(with: bob, isGroup: true)
    try await world.advance(by: .seconds(5))
    // The first message of all: the function that tells of it takes 0.4 s to wake up, and Carol is a member by then. Both
    // reach the backend apart: in one millisecond, the message would be hers as well.
    _ = try await alice.send("not for Carol", in: group)
    try await world.advance(by: .milliseconds(100))
    await alice.add(carol.userID, to: group)
    try await bob.expectNotifications(\.bodies, is: ["not for Carol"])
    try await carol.expectNotifications(\.bodies, is: ["Alice added you"])
    try await carol.expectNotifications(\.bannerCount, is: 1, for: .minutes(1))
    _ = try await alice.send("for Carol", in: group)
    try await carol.expectNotifications(\.bodies, is: ["Alice added you", "for Carol"])
    try await carol.expect(
      all: .that(\.preview, of: .conversation(group), is: "for Carol"),
      .that(\.unread, of: .conversation(group), is: 1), within: .seconds(5))
  }

  static let tappedNotification = Scenario(
    "A tap on a notification opens its chat, over a draft and a sheet of another one, which is left as by going back",
    covers: "FG-02", "RR-01", tags: .receipts, .push, pinned: .duplicates, .policies
  ) { (world: ChatWorld) in
    world.setPolicies { $0.usesPush = true }
    let (alice, bob, carol) = try await world.phones("Alice", "Bob", "Carol", on: .lte)
    let chat = try await alice.startConversation(with: bob)
    let group = try await bob.startConversation(with: alice, carol, isGroup: true)
    let own = try await bob.send("own", in: group)
    try await bob.expect(\.status, of: .bubble(own), is: .delivered)
    await bob.type("half a thought")
    try await bob.expect(\.composer, of: .thread, is: "half a thought")
    await bob.openReceipts(of: own)
    try await bob.expect(all: .present(.receiptSheet))
    let hello = try await alice.send("hello", in: chat)
    try await bob.expectNotifications(\.bodies, is: ["hello"])
    try await bob.tapNotification()
    try await bob.expect(
      all: .that(\.id, of: .thread, is: chat), .absent(.sheet),
      .that(\.composer, of: .thread, is: ""), within: .seconds(1))
    try await alice.expect(\.status, of: .bubble(hello), is: .read, within: .seconds(5))
    try await bob.expectNotifications(\.bodies, is: [])
    await bob.open(group)
    try await bob.expect(
      all: .absent(.sheet), .that(\.composer, of: .thread, is: ""), within: .zero)

    // From a killed app, too.
    await bob.close()
    try await bob.kill()
    let again = try await alice.send("again", in: chat)
    try await bob.expectNotifications(\.bodies, is: ["again"], within: .minutes(1))
    try await bob.tapNotification()
    try await bob.expect(\.text, of: .bubble(again), is: "again", within: .seconds(5))
    try await alice.expect(\.status, of: .bubble(again), is: .read, within: .seconds(30))
  }
}
