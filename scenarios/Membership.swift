import Chat
import Rehearsal

extension Scenarios {
  static let addedLater = Scenario(
    "C and D are added by one batch, see what follows, and never count for what was said before",
    covers: "BC-09", "BC-10", "GR-03", "RG-05", "SY-02", "SY-11", "JV-01", "JV-05", "MA-01",
    "MA-05",
    tags: .receipts, .groups, .members
  ) { (world: ChatWorld) in
    // Alice's clock is an hour ahead and Dave's behind: the backend's order decides (C-26).
    let alice = try await world.phone("Alice", on: .lte, clock: WallClock(skew: .hours(1)))
    let (bob, carol) = try await world.phones("Bob", "Carol", on: .lte)
    let dave = try await world.phone("Dave", on: .lte, clock: WallClock(skew: .hours(-1)))
    let group = try await alice.startConversation(with: bob, isGroup: true)
    let before = try await alice.send("before", in: group)
    try await alice.expect(\.status, of: .bubble(before), is: .delivered)
    try await world.expectBatches(1, by: alice) {
      await alice.add(carol.userID, dave.userID, to: group)
      try await dave.expect(all: .present(.conversation(group)))
      try await carol.expect(all: .present(.conversation(group)))
      try await alice.expect(\.bubbles.last?.text, of: .thread, is: "You added 2 participants")
    }
    try await bob.expect(\.preview, of: .conversation(group), is: "Alice added 2 participants")
    // What the system tells is unread for nobody (C-33).
    try await bob.expect(\.unread, of: .conversation(group), is: 1, within: .zero)
    try world.require(
      await world.systemMessages(in: group).count, is: 1,
      "the number of system messages at the backend")

    let after = try await alice.send("after", in: group)
    try await dave.expect(\.unread, of: .conversation(group), is: 1)
    await dave.open(group)
    try await dave.expect(\.texts, of: .thread, is: ["Alice added 2 participants", "after"])
    await bob.open(group)
    try await alice.expect(
      all: .that(\.receiptLabel, of: .bubble(before), is: "Read by 1 of 1"),
      .that(\.receiptLabel, of: .bubble(after), is: "Read by 2 of 3"))
    await alice.openReceipts(of: before)
    try await alice.expect(
      all: .that(\.read.users, of: .receiptSheet, is: ["bob"]),
      .that(\.delivered.count, of: .receiptSheet, is: 0),
      .that(\.pending.count, of: .receiptSheet, is: 0), within: .zero)
    try await world.expectRead(before, in: group, by: bob)
    try await world.expectRead(after, in: group, by: bob, dave)
  }

  static let addedInATunnel = Scenario(
    "C is added to a first group in a tunnel, with the app open: out of it C has the group and what was said since, and is told",
    covers: "MA-05", "SY-04", "JV-02", "NO-06", tags: .groups, .members, .offline, .push,
    pinned: .duplicates
  ) { (world: ChatWorld) in
    world.setPolicies { $0.usesPush = true }
    let (alice, bob, carol) = try await world.phones("Alice", "Bob", "Carol", on: .lte)
    let group = try await alice.startConversation(with: bob, isGroup: true)
    // A group in which nobody has said anything.
    try await bob.expect(
      all: .that(\.preview, of: .conversation(group), is: ""),
      .that(\.unread, of: .conversation(group), is: 0))
    await bob.open(group)
    try await bob.expect(\.bubbles.isEmpty, of: .thread, is: true)
    _ = try await alice.send("before", in: group)
    try await world.untilQuiet()
    await carol.setAirplaneMode(true)
    await alice.add(carol.userID, to: group)
    try await alice.expect(\.bubbles.last?.text, of: .thread, is: "You added Carol")
    _ = try await bob.send("welcome", in: group)
    try await carol.expect(\.conversations.isEmpty, is: true, for: .minutes(1))
    await carol.setAirplaneMode(false)
    try await carol.expect(
      all: .that(\.preview, of: .conversation(group), is: "welcome"),
      .that(\.unread, of: .conversation(group), is: 1), within: .minutes(2))
    // Of what comes while a phone cannot be reached APNs keeps what came last.
    try await carol.expectNotifications(
      all: .that("words of it", is: 1) {
        $0.bodies.count { ["Alice added you", "welcome"].contains($0) }
      },
      within: .minutes(2))
    await carol.open(group)
    try await carol.expect(\.texts, of: .thread, is: ["Alice added you", "welcome"])
  }

  static let changedOnce = Scenario(
    "The acknowledgement of a change of members is lost; there is one change and one message of it",
    covers: "BC-09", "BC-10", "SY-10", tags: .groups, .members, .fault,
    faults: .allowed
  ) { (world: ChatWorld) in
    // Words of presence count as batches where they take earlier ones back.
    world.setPolicies { $0.sharesPresence = false }
    let (alice, bob, carol) = try await world.phones("Alice", "Bob", "Carol", on: .lte)
    let dave = try await world.phone("Dave", on: .lte)
    let group = try await alice.startConversation(with: bob, isGroup: true)
    world.loseNextAcknowledgement(to: alice, of: .members)
    await alice.add(carol.userID, dave.userID, to: group)
    try await dave.expect(all: .present(.conversation(group)))
    // Alice's phone says it again, which must change nothing, nor tell of a failure.
    try await alice.expect(\.alert, is: nil, for: .minutes(2))
    try world.require(
      await world.systemMessages(in: group).count, is: 1,
      "the number of system messages at the backend")
    try world.require(
      await world.members(of: group), is: ["alice", "bob", "carol", "dave"],
      "the members at the backend")

    world.loseNextAcknowledgement(to: alice, of: .members, then: .halfOpen)
    try await world.expect(1, .batches, by: alice) {
      await alice.remove(bob.userID, dave.userID, from: group)
      try await carol.expect(\.title, of: .conversation(group), is: "Alice")
      try await alice.expect(\.alert, is: nil, for: .minutes(2))
    }
    try world.require(
      await world.systemMessages(in: group).count, is: 2,
      "the number of system messages at the backend")
  }

  static let refusedMember = Scenario(
    "Adding an account that is gone is refused: an alert says so until it is answered, and nobody has joined",
    covers: "MA-07", tags: .groups, .members
  ) { (world: ChatWorld) in
    let (alice, bob) = try await world.phones("Alice", "Bob", on: .lte)
    let group = try await alice.startConversation(with: bob, isGroup: true)
    await alice.add("ghost", to: group)
    try await alice.expect(\.alert, is: "The members could not be changed")
    try await alice.expect(all: .that(\.alert, isNot: nil), for: .minutes(1))
    await alice.answerAlert()
    try await alice.expect(
      all: .absent(.alert), .that(\.users, of: .thread, is: ["alice", "bob"]),
      .that(\.bubbles.isEmpty, of: .thread, is: true), for: .minutes(1))
    try world.require(
      await world.members(of: group), is: ["alice", "bob"], "the members at the backend")
  }

  static let tooManyMembers = Scenario(
    "A conversation of one, or of more than 256, is not begun, and an alert says why; one of 256 is",
    tags: .groups, .members
  ) { (world: ChatWorld) in
    let (alice, bob) = try await world.phones("Alice", "Bob", on: .lte)
    let guests = (1...255).map { UserID("guest\($0)") }
    await world.openAccounts(of: guests)
    for others in [[], guests + [bob.userID]] {
      await alice.perform(.startConversation(with: others, isGroup: true))
      try await alice.expect(
        all: .that(\.alert, is: "A conversation has from 2 to 256 members"),
        .that(\.conversations.count, is: 0))
      await alice.answerAlert()
    }
    // She is on the list still, where one can search.
    await alice.search("guest")
    try await alice.expect(\.search?.words, is: "guest", within: .zero)
    await alice.search("")
    let group = try await alice.startConversation(
      withUsers: guests.dropLast() + [bob.userID], isGroup: true)
    try await bob.expect(\.unread, of: .conversation(group), is: 0)
    try world.require(
      await world.members(of: group).count, is: 256, "the number of members at the backend")
    await alice.add("guest255", to: group)
    try await alice.expect(\.alert, is: "The members could not be changed")
    await alice.answerAlert()
    try await bob.expect(all: .that(\.alert, is: nil), .that(\.badge, is: 0), for: .minutes(1))
    try world.require(
      await world.members(of: group).count, is: 256, "the number of members at the backend")
  }

  static let infoOfMany = Scenario(
    "A opens the info of a group of 42: it draws the first thirty members, and the others when she scrolls to them",
    covers: "PB-08", "GI-02", tags: .groups, .sheets, pinned: .policies
  ) { (world: ChatWorld) in
    let (alice, bob) = try await world.phones("Alice", "Bob", on: .lte)
    let others = (1...40).map { UserID("user\($0)") }
    for other in others { await world.openAccount(of: other, named: "User") }
    let group = try await alice.startConversation(with: [bob], and: others, isGroup: true)
    await alice.openInfo(of: group)
    let everybody = ["alice", "bob"] + others.sorted()
    try await alice.expect(
      all: .that(\.users, of: .groupInfo, is: Array(everybody.prefix(30))),
      .that(
        \.names, of: .groupInfo, is: ["Alice", "Bob"] + Array(repeating: "User", count: 28)))
    await alice.scroll(revealing: 20)
    try await alice.expect(\.users, of: .groupInfo, is: everybody, within: .zero)
  }

  static let picker = Scenario(
    "The picker lists who is no member by one request, and without waiting for it",
    covers: "BC-11", "PB-08", "PB-09", tags: .groups, .members,
    // It counts requests, and none of the phone's start may be among them.
    pinned: .policies, mild: .links
  ) { (world: ChatWorld) in
    let (alice, bob, carol) = try await world.phones("Alice", "Bob", "Carol", on: .lte)
    for number in 1...40 {
      await world.openAccount(of: UserID("user\(number)"), named: "User \(number)")
    }
    let group = try await alice.startConversation(with: bob, isGroup: true)
    // An ordinary member has no control that would open it.
    await bob.open(group)
    await bob.openInfo(of: group)
    try await bob.expect(\.add, of: .groupInfo, is: nil, for: .seconds(5), within: .zero)
    try await world.untilQuiet()

    try await world.expect(1, .listens, by: alice) {
      await alice.openPicker(in: group)
      try await alice.expect(\.canAdd, of: .picker, is: false, within: .zero)
      try await alice.expect(\.count, of: .picker, is: 41, within: .seconds(1))
      try await world.advance(by: .seconds(5))
    }
    try await alice.expect(
      all: .that("members among the users", of: .picker, is: []) {
        $0.users.filter { ["alice", "bob"].contains($0) }
      },
      .that(\.users.first, of: .picker, is: "carol"), .that(\.users.count, of: .picker, is: 30),
      within: .zero)
    // The rows that one has not scrolled to are not drawn.
    await alice.scroll(revealing: 20)
    try await alice.expect(\.candidates.count, of: .picker, is: 41, within: .zero)
    await alice.tapRow(of: carol.userID)
    await alice.tapRow(of: "user7")
    try await alice.expect(
      all: .that(\.canAdd, of: .picker, is: true),
      .that("picked names", of: .picker, is: ["Carol", "User 7"]) {
        $0.candidates.filter(\.isPicked).map(\.name)
      }, within: .zero)
    try await world.expectBatches(1, by: alice) {
      await alice.addPicked()
      try await alice.expect(
        all: .absent(.sheet), .that(\.users, of: .thread, is: ["alice", "bob", "carol", "user7"]),
        within: .milliseconds(100))
      try await carol.expect(\.unread, of: .conversation(group), is: 0)
    }
  }

  static let removedMember = Scenario(
    "A removed member keeps what came so far, unread too, to read only; nothing counts any more",
    covers: "UN-10", "UN-05", "BC-09", "MR-02", "MR-11", "MR-12", "SY-03",
    tags: .receipts, .groups, .members, faults: .allowed
  ) { (world: ChatWorld) in
    let (alice, bob, carol) = try await world.phones("Alice", "Bob", "Carol", on: .lte)
    let chat = try await alice.startConversation(with: bob)
    _ = try await alice.send("just you", in: chat)
    let group = try await alice.startConversation(with: bob, carol, isGroup: true)
    let last = try await alice.send("the last that Bob gets", in: group)
    // The icon counts groups and 1:1 together.
    try await bob.expect(
      all: .that(\.badge, is: 2), .that(\.unread, of: .conversation(group), is: 1))
    try await alice.expect(\.status, of: .bubble(last), is: .delivered)

    try await world.expectBatches(1, by: alice) {
      await alice.remove(bob.userID, from: group)
      try await bob.expect(
        all: .that(\.badge, is: 1), .that(\.unread, of: .conversation(group), is: 0))
      try await carol.expect(\.preview, of: .conversation(group), is: "Alice removed Bob")
    }
    let later = try await alice.send("without Bob", in: group)
    try await alice.expect(\.status, of: .bubble(later), is: .delivered)
    try await bob.expect(
      all: .that(\.preview, of: .conversation(group), is: "the last that Bob gets"),
      .that(\.badge, is: 1), for: .minutes(1))
    // History is there after a restart, offline as online; opening it tells nobody.
    try await bob.kill()
    try await bob.relaunch()
    await bob.open(group)
    try await bob.expect(
      all: .that(\.isReadOnly, of: .thread, is: true), .that(\.badge, is: 1),
      .that(\.hasComposer, of: .thread, is: false),
      .that(\.texts, of: .thread, is: ["the last that Bob gets"]), for: .minutes(1))
    try await world.expectRead(last, in: group)
    await carol.open(group)
    try await alice.expect(\.receiptLabel, of: .bubble(last), is: "Read by 1 of 1")
  }

  static let removedOffline = Scenario(
    "B is removed while offline with a read and a message to send; neither is accepted after it",
    covers: "UN-10", "RG-01", "DS-09", tags: .receipts, .groups, .members, .offline
  ) { (world: ChatWorld) in
    let (alice, bob, carol) = try await world.phones("Alice", "Bob", "Carol", on: .lte)
    let group = try await alice.startConversation(with: bob, carol, isGroup: true)
    let hello = try await alice.send("hello", in: group)
    try await alice.expect(\.status, of: .bubble(hello), is: .delivered)
    await bob.setAirplaneMode(true)
    await bob.open(group)
    let answer = try await bob.send("hi", in: group)
    await alice.remove(bob.userID, from: group)
    try await carol.expect(\.preview, of: .conversation(group), is: "Alice removed Bob")
    await bob.setAirplaneMode(false)
    try await bob.expect(
      all: .that(\.isReadOnly, of: .thread, is: true),
      .that(\.status, of: .bubble(answer), is: .failed),
      .that(\.text, of: .bubble(hello), is: "hello"), within: .seconds(3))
    try await world.expectRead(hello, in: group)

    // Added again, Bob tries the same message again, and it climbs to read (DS-09).
    await alice.add(bob.userID, to: group)
    try await bob.expect(\.isReadOnly, of: .thread, is: false)
    await bob.retry(answer)
    await carol.open(group)
    try await bob.expect(\.receiptLabel, of: .bubble(answer), is: "Read by 2 of 2")
    // The backend tells of both changes in its own time.
    try await alice.expect(\.bubbles.count, of: .thread, is: 4)
    try world.require(
      await world.messageCount(in: group), is: 4, "the number of messages at the backend")
    // What was said before Bob's second joining needs no receipt of his.
    try await alice.expect(\.receiptLabel, of: .bubble(hello), is: "Read by 1 of 1")
  }

  static let unreadIsPrivate = Scenario(
    "A learns who has read, and nobody's unread numbers: the backend has none",
    covers: "UN-09", "UN-05", "UN-06", tags: .receipts, .groups,
    // With push or presence, a phone that is launched again writes for them.
    pinned: .policies
  ) { (world: ChatWorld) in
    let (alice, bob, carol) = try await world.phones("Alice", "Bob", "Carol", on: .lte)
    let chat = try await carol.startConversation(with: bob)
    _ = try await carol.send("a secret", in: chat)
    let group = try await alice.startConversation(with: bob, carol, isGroup: true)
    let one = try await alice.send("one", in: group)
    _ = try await alice.send("two", in: group)
    try await bob.expect(
      all: .that(\.badge, is: 3), .that(\.unread, of: .conversation(group), is: 2))
    try await alice.expect(
      all: .that(\.badge, is: 0), .that(\.unread, of: .thread, is: 0))
    await carol.open(group)
    try await alice.expect(\.receiptLabel, of: .bubble(one), is: "Read by 1 of 2")
    await alice.openReceipts(of: one)
    try await alice.expect(\.delivered.users, of: .receiptSheet, is: ["bob"])
    await alice.closeSheet()
    try await bob.expect(\.badge, is: 3, within: .zero)
    // What arrived so far has been told of by now, over the slowest link as well.
    try await world.advance(by: .seconds(30))
    // A message that arrives raises Bob's number; Bob's phone tells that it has the message, and nothing else.
    try await world.expect(1, .writes, by: bob) {
      let three = try await alice.send("three", in: group)
      try await bob.expect(
        all: .that(\.badge, is: 4), .that(\.unread, of: .conversation(group), is: 3))
      try await alice.expect(\.status, of: .bubble(three), is: .read)
      try await world.advance(by: .seconds(5))
    }
    let counts = await world.numbersOtherThanTimes()
    try world.require(counts, is: [], "the numbers at the backend that are no times")
  }

  static let leftWhileAChangeWaits = Scenario(
    "B removes C without a network, and leaves the group by his iPad: back, he is out of it, and his change is not made",
    covers: "UN-10", tags: .groups, .members, .multiDevice, .offline, pinned: .policies
  ) { (world: ChatWorld) in
    let (alice, bob, carol) = try await world.phones("Alice", "Bob", "Carol", on: .wifi)
    let tablet = try await world.phone("Bob's iPad", user: "bob", on: .wifi)
    let group = try await bob.startConversation(with: alice, carol, tablet, isGroup: true)
    _ = try await alice.send("hello", in: group)
    try await bob.expect(\.unread, of: .thread, is: 1)
    await bob.setAirplaneMode(true)
    await bob.remove(carol.userID, from: group)
    await tablet.open(group)
    await tablet.remove(bob.userID, from: group)
    try await bob.expect(\.isReadOnly, of: .thread, is: false, for: .seconds(5))
    await bob.setAirplaneMode(false)
    for phone in [bob, tablet] {
      try await phone.expect(\.isReadOnly, of: .thread, is: true)
    }
    try await bob.expect(
      all: .that(\.isReadOnly, of: .thread, is: true), .that(\.badge, is: 0), for: .minutes(1))
    try world.require(
      await world.systemMessages(in: group).count, is: 1,
      "the number of changes that are told, which is that B left")
  }
}
