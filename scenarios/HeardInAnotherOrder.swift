import Chat
import Rehearsal

// Receipts and answers that come in another order than they usually do, or not at all.

extension Scenarios {
  static let keptTwice = Scenario(
    "B removes the one who has not got his message, in a tunnel, and is refused; A reads it, and all of it comes once more: checks that he has seen stay each time",
    covers: "DS-01", "MO-01", tags: .receipts, .groups, .members, .fault,
    pinned: .links, .policies, .duplicates
  ) { (world: ChatWorld) in
    // Read is what all have read.
    world.setPolicies { $0.groupBlue = .all }
    let (alice, bob) = try await world.phones("Alice", "Bob", on: .lte)
    await world.openAccount(of: "dave", named: "Dave")
    let group = try await bob.startConversation(with: [alice], and: ["dave"], isGroup: true)
    await bob.open(group)
    let hello = try await bob.send("hello", in: group)
    for (before, without) in [(DeliveryStatus.sent, DeliveryStatus.delivered), (.delivered, .read)]
    {
      if before == .delivered { await alice.open(group) }
      try await world.untilQuiet()
      try await bob.expect(\.status, of: .bubble(hello), is: before, within: .zero)
      world.refuseNext(.members, by: bob)
      await bob.remove("dave", from: group)
      try await bob.expect(\.status, of: .bubble(hello), is: without)
      try await bob.expect(\.alert, is: "The members could not be changed", within: .seconds(10))
      await bob.answerAlert()
      try await bob.expect(\.users, of: .thread, is: ["alice", "bob", "dave"])
      try await bob.expect(\.status, of: .bubble(hello), is: without, for: .minutes(1))
    }
    try await bob.kill()
    try await bob.relaunch()
    await bob.open(group)
    try await bob.expect(\.status, of: .bubble(hello), is: .read, for: .minutes(1))
  }

  static let readWhileOff = Scenario(
    "A's phone is in a tunnel while she turns receipts off on her tablet, B reads, and she turns them on again: what the phone shows of it once stays",
    covers: "PM-20", "MO-01", tags: .receipts, .privacy, .offline, .multiDevice,
    pinned: .links, .policies
  ) { (world: ChatWorld) in
    let (alice, bob) = try await world.phones("Alice", "Bob", on: .wifi)
    let tablet = try await world.phone("Alice's iPad", user: "alice", on: .wifi)
    let chat = try await alice.startConversation(with: bob, tablet, isGroup: true)
    let hello = try await alice.send("hello", in: chat)
    try await alice.expect(\.status, of: .bubble(hello), is: .delivered)
    await tablet.open(chat)
    try await world.untilQuiet()
    await alice.setAirplaneMode(true)
    await tablet.shareReceipts(false)
    try await world.untilQuiet()
    await bob.open(chat)
    try await world.untilQuiet()
    await tablet.shareReceipts(true)
    try await world.untilQuiet()
    try await tablet.expect(\.status, of: .bubble(hello), is: .delivered, within: .zero)
    // It hears of the read first and of the switch behind it, or the other way round: no check that was blue turns grey (I-01).
    await alice.setAirplaneMode(false)
    try await world.untilQuiet()
    let status = alice.display.screen?.bubble(hello)?.status
    try await alice.kill()
    try await alice.relaunch()
    await alice.open(chat)
    try await alice.expect(\.status, of: .bubble(hello), is: status, for: .minutes(1))
    let again = try await alice.send("again", in: chat)
    try await alice.expect(\.status, of: .bubble(again), is: .read)
  }

  static let joinedBetweenDeliveryAndReading = Scenario(
    "B never hears that his message was accepted, D is added once it has arrived, and A reads it: D is none of those who should",
    covers: "JV-01", "GR-01", tags: .receipts, .groups, .members, .fault,
    pinned: .links, .clocks, .policies, .duplicates
  ) { (world: ChatWorld) in
    let (alice, bob, carol) = try await world.phones("Alice", "Bob", "Carol", on: .lte)
    await world.openAccount(of: "dave", named: "Dave")
    let group = try await alice.startConversation(with: bob, carol, isGroup: true)
    await alice.close()
    await bob.open(group)
    try await world.advance(by: .seconds(5))
    let hello = try await world.sendUnanswered("hello", by: bob, in: group)
    try await alice.expect(\.preview, of: .conversation(group), is: "hello")
    await bob.setAirplaneMode(true)
    try await world.advance(by: .seconds(5))
    await alice.add("dave", to: group)
    try await world.removeAndAddAgain(bob, in: group, by: alice)
    await alice.open(group)
    try await world.advance(by: .seconds(5))
    await bob.setAirplaneMode(false)
    try await bob.expect(\.receiptLabel, of: .bubble(hello), is: "Read by 1 of 2")
    await bob.openReceipts(of: hello)
    try await bob.expect(
      all: .that(\.read.users, of: .receiptSheet, is: ["alice"]),
      .that(\.delivered.users, of: .receiptSheet, is: ["carol"]),
      .that(\.pending.users, of: .receiptSheet, is: []), for: .seconds(30), within: .seconds(10))
  }

  static let joinedBetweenWritingAndAcceptance = Scenario(
    "B writes in a tunnel, D is added, and B never hears when his message was accepted, which was later: D is one of those who should read it",
    covers: "JV-01", "GR-01", tags: .receipts, .groups, .members, .offline, .fault,
    pinned: .links, .clocks, .policies, .duplicates
  ) { (world: ChatWorld) in
    let (alice, bob, carol) = try await world.phones("Alice", "Bob", "Carol", on: .lte)
    let dave = try await world.phone("Dave", on: .lte)
    let group = try await alice.startConversation(with: bob, carol, isGroup: true)
    await alice.open(group)
    await bob.open(group)
    try await world.untilQuiet()
    await bob.setAirplaneMode(true)
    let hello = try await bob.send("hello", in: group)
    try await world.advance(by: .minutes(1))
    await alice.add(dave.userID, to: group)
    await dave.open(group)
    try await world.advance(by: .seconds(5))
    world.loseNextAcknowledgement(to: bob, of: .message, then: .halfOpen)
    await bob.setAirplaneMode(false)
    try await dave.expect(\.text, of: .bubble(hello), is: "hello")
    await bob.setAirplaneMode(true)
    try await world.removeAndAddAgain(bob, in: group, by: alice)
    await bob.setAirplaneMode(false)
    try await bob.expect(\.receiptLabel, of: .bubble(hello), is: "Read by 2 of 3")
    await bob.openReceipts(of: hello)
    try await bob.expect(
      all: .that("readers", of: .receiptSheet, is: ["alice", "dave"]) { $0.read.users.sorted() },
      .that(\.delivered.users, of: .receiptSheet, is: ["carol"]), for: .seconds(30),
      within: .seconds(10))
  }

  static let privateAndCollected = Scenario(
    "B reads two messages in private, one right after the other, and the app dies before it has told of the second: his tablet hears of both",
    covers: "PM-20", "OF-10", tags: .receipts, .privacy, .restart, .multiDevice,
    pinned: .links, .policies, .timings
  ) { (world: ChatWorld) in
    let (alice, bob) = try await world.phones("Alice", "Bob", on: .wifi)
    let tablet = try await world.phone("Bob's iPad", user: "bob", on: .wifi)
    let chat = try await alice.startConversation(with: bob, tablet, isGroup: true)
    await bob.shareReceipts(false)
    try await world.untilQuiet()
    await bob.open(chat)
    for text in ["one", "two"] {
      let id = try await alice.send(text, in: chat)
      try await bob.expect(\.text, of: .bubble(id), is: text)
    }
    try await bob.kill()
    try await world.advance(by: .seconds(2))
    try await tablet.expect(\.badge, is: 1, for: .seconds(10), within: .zero)
    try await bob.relaunch()
    try await tablet.expect(\.badge, is: 0, within: .seconds(5))
    try await world.expectNoReceipts(in: chat)
  }

  static let invitedBeforeTheAnswer = Scenario(
    "B leaves a group, and the answer is lost twice; A invites him meanwhile: he can say yes at once, and is back",
    covers: "PM-09", "MR-10", tags: .groups, .members, .fault,
    pinned: .links, .clocks, .policies, .duplicates
  ) { (world: ChatWorld) in
    let (alice, bob, carol) = try await world.phones("Alice", "Bob", "Carol", on: .lte)
    let group = try await alice.startConversation(with: bob, carol, isGroup: true)
    await bob.open(group)
    await alice.openInfo(of: group)
    try await world.untilQuiet()
    world.loseNextAcknowledgement(to: bob, of: .members, then: .halfOpen)
    await bob.openInfo(of: group)
    await bob.leave(group)
    await bob.confirm()
    try await alice.expect(\.users, of: .groupInfo, is: ["alice", "carol"])
    await alice.invite("bob", to: group)
    try await world.advance(by: .seconds(5))
    world.loseNextAcknowledgement(to: bob, of: .members, then: .halfOpen)
    await bob.setAirplaneMode(true)
    await bob.setAirplaneMode(false)
    await bob.close()
    try await bob.expect(
      all: .that(\.invitations.count, is: 1), .that(\.invitations.first?.accept, is: "Accept"),
      .that(\.invitations.first?.decline, is: "Decline"), for: .seconds(5), within: .seconds(5))
    await bob.accept(group)
    try await alice.expect(
      \.users, of: .groupInfo, is: ["alice", "bob", "carol"], within: .minutes(3))
    try await bob.expect(
      all: .that(\.invitations.count, is: 0), .absent(.alert),
      .that(\.departure, of: .conversation(group), is: nil), within: .minutes(3))
  }

  static let editedWhileFull = Scenario(
    "A message comes while B's storage is full, and is edited twice before there is room: after a restart without a network it reads as it did last",
    covers: "RG-01", tags: .offline, .restart, .fault, pinned: .policies
  ) { (world: ChatWorld) in
    let (alice, bob) = try await world.phones("Alice", "Bob", on: .lte)
    let chat = try await alice.startConversation(with: bob)
    await bob.open(chat)
    try await world.untilQuiet()
    await bob.fillDisk()
    let hello = try await alice.send("hello", in: chat)
    try await bob.expect(all: .that(\.alert, isNot: nil))
    for text in ["hello, you", "hello, Bob"] {
      await alice.edit(hello, to: text)
      try await world.advance(by: .seconds(2))
    }
    await bob.freeDisk()
    await bob.answerAlert()
    try await bob.expect(\.text, of: .bubble(hello), is: "hello, Bob", within: .seconds(1))
    await bob.setAirplaneMode(true)
    try await bob.kill()
    try await bob.relaunch()
    await bob.open(chat)
    try await bob.expect(\.texts, of: .thread, is: ["hello, Bob"], for: .seconds(10))
  }

  static let presenceOfAPreparedChat = Scenario(
    "A goes from B's thread to C's, which the app has made ready: she sees at once that C is online, as B is",
    covers: "DS-15", "FG-09", pinned: .policies
  ) { (world: ChatWorld) in
    world.setPolicies { $0.sharesPresence = true }
    let (alice, bob, carol) = try await world.phones("Alice", "Bob", "Carol", on: .lte)
    let theirs = try await alice.startConversation(with: carol)
    let ours = try await alice.startConversation(with: bob)
    try await alice.expect(\.subtitle, of: .thread, is: "online")
    await alice.prepare(theirs)
    try await world.untilQuiet()
    await alice.close()
    try await world.untilQuiet()
    await alice.open(theirs)
    try await alice.expect(\.subtitle, of: .thread, is: "online", for: .seconds(10), within: .zero)
    await alice.open(ours)
    try await alice.expect(\.subtitle, of: .thread, is: "online")
  }

  static let drawnBetween = Scenario(
    "B has scrolled to the middle of a thread: the lines above and below the window tell how many messages are there",
    covers: "FG-05", pinned: .policies
  ) { (world: ChatWorld) in
    let (alice, bob) = try await world.phones("Alice", "Bob", on: .lte)
    let chat = try await alice.startConversation(with: bob)
    for number in 1...50 { _ = try await alice.send("\(number)", in: chat) }
    try await bob.expect(\.preview, of: .conversation(chat), is: "50")
    await bob.open(chat)
    await bob.scroll(revealing: 10)
    try await bob.expect(
      all: .that(\.inView, of: .thread, is: 0..<20),
      .that("lines beside the window", is: ["↓ 10"]) {
        $0.drawing.linesBesideTheWindow
      }, within: .zero)
    _ = try await alice.send("51", in: chat)
    try await bob.expect(
      all: .that("lines beside the window", is: ["↓ 11"]) {
        $0.drawing.linesBesideTheWindow
      })
    await bob.scroll(revealing: 15)
    await bob.scrollToNewest()
    try await bob.expect(
      all: .that("lines beside the window", is: ["↑ 25"]) {
        $0.drawing.linesBesideTheWindow
      })
    await bob.scroll(revealing: 5)
    try await bob.expect(
      all: .that("lines beside the window", is: ["↑ 25", "↓ 5"]) {
        $0.drawing.linesBesideTheWindow
      })
  }
}

extension ScreenDrawing {
  /// The lines that tell how many messages are above and below the window.
  fileprivate var linesBesideTheWindow: [String] {
    (role == .notice && (text.hasPrefix("↑ ") || text.hasPrefix("↓ ")) ? [text] : [])
      + parts.flatMap(\.linesBesideTheWindow)
  }
}
