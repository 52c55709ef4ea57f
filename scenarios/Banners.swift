import Chat
import Rehearsal

// Notifications that overtake what they tell of, and those that nobody must get.

extension Scenarios {
  static let overtakingBanner = Scenario(
    "A notification that comes before its message is shown and stays, until the message has come and was read",
    covers: "NO-01", "UN-02", tags: .receipts, .push, .fault, pinned: .duplicates, .policies, .links
  ) { (world: ChatWorld) in
    world.setPolicies { $0.usesPush = true }
    let (alice, bob, carol) = try await world.phones("Alice", "Bob", "Carol", on: .lte)
    let chat = try await alice.startConversation(with: bob)
    let other = try await carol.startConversation(with: bob)
    try await world.untilQuiet()
    bob.loseNextMessage(then: .halfOpen) { message in
      guard case .overwrite(let path, _, _)? = message as? ServerMessage else { return false }
      return path.first == "messages"
    }
    let hello = try await alice.send("hello", in: chat)
    // The number on the icon is the app's own while it is on the screen, and the app knows of no message.
    try await bob.expectNotifications(
      all: .that(\.bodies, is: ["hello"]), .that(\.bannerCount, is: 1), .that(\.badge, is: 0))
    try await bob.expect(
      all: .that(\.badge, is: 0), .that(\.preview, of: .conversation(chat), is: ""), within: .zero)
    // What happens on the phone meanwhile takes nothing away.
    await bob.open(other)
    await bob.close()
    try await bob.expectNotifications(
      all: .that(\.bodies, is: ["hello"]), .that(\.badge, is: 0), for: .seconds(5))
    try await bob.expect(\.unread, of: .conversation(chat), is: 1, within: .minutes(2))
    // It is unread: it stays, also while something else is said and read.
    _ = try await carol.send("me too", in: other)
    try await bob.expectNotifications(
      all: .that(\.bodies, is: ["hello", "me too"]), .that(\.badge, is: 2))
    await bob.open(other)
    try await bob.expectNotifications(all: .that(\.bodies, is: ["hello"]), .that(\.badge, is: 1))
    await bob.open(chat)
    try await bob.expectNotifications(all: .that(\.bodies, is: []), .that(\.badge, is: 0))
    try await alice.expect(\.status, of: .bubble(hello), is: .read)
  }

  static let ownPhonesStaySilent = Scenario(
    "Nobody is notified of a message of their own, on any phone, and of nothing where the app asks for no push",
    covers: "NO-01", "UN-06", tags: .push, .multiDevice, pinned: .duplicates, .policies
  ) { (world: ChatWorld) in
    let carol = try await world.phone("Carol", on: .lte)
    world.setPolicies { $0.usesPush = true }
    let (alice, bob) = try await world.phones("Alice", "Bob", on: .lte)
    let tablet = try await world.phone("Alice's iPad", user: "alice", on: .wifi)
    let group = try await alice.startConversation(with: bob, carol, tablet, isGroup: true)
    for phone in [tablet, bob, carol] { try await phone.enterBackground() }
    _ = try await alice.send("hello", in: group)
    try await bob.expectNotifications(
      all: .that(\.bodies, is: ["hello"]), .that(\.titles, is: ["Alice"]))
    for phone in [alice, tablet, carol] {
      try await phone.expectNotifications(
        all: .that(\.bannerCount, is: 0), .that(\.badge, is: 0), for: .minutes(1))
    }
    _ = try await alice.send("", picture: Picture("a"), in: group)
    try await bob.expectNotifications(
      all: .that(\.bannerCount, is: 2), .that(\.bodies, is: ["2 new messages in Alice, Carol"]))
  }

  static let interruptedFunction = Scenario(
    "The backend restarts before it has told of a change: it tells afterwards, once",
    covers: "BC-10", tags: .groups, .members, .fault, pinned: .timings, .links
  ) { (world: ChatWorld) in
    let (alice, bob, carol) = try await world.phones("Alice", "Bob", "Carol", on: .wifi)
    let group = try await alice.startConversation(with: bob, isGroup: true)
    try await world.untilQuiet()
    await alice.add(carol.userID, to: group)
    try await bob.expect(\.title, of: .conversation(group), is: "Alice, Carol")
    world.restartBackend()
    try await bob.expect(
      \.preview, of: .conversation(group), is: "Alice added Carol", within: .minutes(15))
    try await alice.expect(
      all: .that(\.texts, of: .thread, is: ["You added Carol"]), .absent(.alert),
      within: .minutes(2))
    try await world.advance(by: .minutes(15))
    try world.require(
      await world.systemMessages(in: group).count, is: 1,
      "the number of system messages at the backend")
  }

  static let badgeOfNewcomer = Scenario(
    "C is added while her app is suspended: the number on her icon leaves out what was said before she joined",
    covers: "JV-01", "UN-05", "NO-02", tags: .push, .groups, .members,
    pinned: .duplicates, .policies
  ) { (world: ChatWorld) in
    world.setPolicies { $0.usesPush = true }
    let (alice, bob, carol) = try await world.phones("Alice", "Bob", "Carol", on: .lte)
    let group = try await alice.startConversation(with: bob, isGroup: true)
    _ = try await alice.send("before", in: group)
    _ = try await bob.send("this too", in: group)
    try await world.untilQuiet()
    try await carol.enterBackground()
    try await world.untilQuiet()
    await alice.add(carol.userID, to: group)
    try await world.untilQuiet()
    _ = try await alice.send("welcome", in: group)
    try await carol.expectNotifications(
      all: .that(\.bodies, is: ["Alice added you", "welcome"]), .that(\.bannerCount, is: 2),
      .that(\.badge, is: 1))
    _ = try await bob.send("hello", in: group)
    try await carol.expectNotifications(all: .that(\.bannerCount, is: 3), .that(\.badge, is: 2))
  }

  static let readBeforeTheNotification = Scenario(
    "B reads a message on his phone before the backend comes to notify: his tablet in the pocket stays silent",
    covers: "NO-06", tags: .push, .multiDevice, .fault, pinned: .duplicates, .policies, .timings,
    .links
  ) { (world: ChatWorld) in
    world.setPolicies { $0.usesPush = true }
    let (alice, bob, carol) = try await world.phones("Alice", "Bob", "Carol", on: .wifi)
    let tablet = try await world.phone("Bob's iPad", user: "bob", on: .wifi)
    let group = try await alice.startConversation(with: bob, carol, tablet, isGroup: true)
    await bob.open(group)
    for phone in [tablet, carol] { try await phone.enterBackground() }
    try await world.untilQuiet()
    let hello = try await alice.send("hello", in: group)
    try await bob.expect(\.text, of: .bubble(hello), is: "hello")
    // The function that notifies is cut off, and runs again minutes later.
    world.restartBackend()
    try await alice.expect(
      \.receiptLabel, of: .bubble(hello), is: "Read by 1 of 2", within: .minutes(2))
    try await carol.expectNotifications(\.bodies, is: ["hello"], within: .minutes(15))
    try await tablet.expectNotifications(
      all: .that(\.bannerCount, is: 0), .that(\.bodies, is: []), for: .minutes(15))
  }

  static let readBeforeTheBanner = Scenario(
    "B has read a message and left its thread when the notification comes: there is no banner, and none later",
    tags: .push, .fault, pinned: .duplicates, .policies, .links
  ) { (world: ChatWorld) in
    world.setPolicies { $0.usesPush = true }
    let (alice, bob) = try await world.phones("Alice", "Bob", on: .wifi)
    let chat = try await alice.startConversation(with: bob)
    try await world.untilQuiet()
    // Nothing that Bob's phone says gets through: the backend knows of no reading, and notifies.
    let stall = bob.partition(.outgoing)
    let hello = try await alice.send("hello", in: chat)
    try await bob.expect(\.unread, of: .conversation(chat), is: 1)
    await bob.open(chat)
    try await bob.expect(\.text, of: .bubble(hello), is: "hello")
    await bob.close()
    try await bob.expectNotifications(
      all: .that(\.bannerCount, is: 0), .that(\.bodies, is: []), .that(\.badge, is: 0),
      for: .seconds(20))
    stall.end()
    try await alice.expect(\.status, of: .bubble(hello), is: .read, within: .minutes(1))
  }

  static let lateForFormerMember = Scenario(
    "A message comes into the thread that B leaves, and its notification a quarter of an hour later: there is no banner",
    covers: "NO-05", tags: .push, .groups, .members, .fault, pinned: .duplicates, .policies, .links
  ) { (world: ChatWorld) in
    world.setPolicies { $0.usesPush = true }
    let (alice, bob, carol) = try await world.phones("Alice", "Bob", "Carol", on: .wifi)
    let group = try await alice.startConversation(with: bob, carol, isGroup: true)
    await bob.open(group)
    await bob.openInfo(of: group)
    try await world.untilQuiet()
    let late = bob.loseNextMessage(then: .halfOpen) { message in
      if case .message? = message as? PushServerMessage { true } else { false }
    }
    // The backend does not know yet that Bob leaves when Alice says it: he sees it, and confirms nothing of it.
    let stall = bob.partition(.outgoing)
    await bob.leave(group)
    await bob.confirm()
    let hello = try await alice.send("hello", in: group)
    try await bob.expect(\.text, of: .bubble(hello), is: "hello")
    await bob.close()
    try await world.wait(for: "the notification to be lost on its way") { late.hasEnded }
    stall.end()
    try await carol.expect(\.preview, of: .conversation(group), is: "Bob left")
    // It comes once the phone has noticed that its connection to the push service is dead.
    try await bob.expectNotifications(
      all: .that(\.bannerCount, is: 0), .that(\.bodies, is: []), .that(\.badge, is: 0),
      for: .minutes(40))
  }

  static let readBehindTheBanner = Scenario(
    "B has read a message and put the phone away when the notification comes: back in the app, it is gone with its number",
    tags: .push, .fault, pinned: .duplicates, .policies, .links
  ) { (world: ChatWorld) in
    world.setPolicies { $0.usesPush = true }
    let (alice, bob) = try await world.phones("Alice", "Bob", on: .wifi)
    let chat = try await alice.startConversation(with: bob)
    try await world.untilQuiet()
    let stall = bob.partition(.outgoing)
    _ = try await alice.send("hello", in: chat)
    try await bob.expect(\.unread, of: .conversation(chat), is: 1)
    await bob.open(chat)
    await bob.close()
    try await bob.enterBackground()
    // The system shows it all the same.
    try await bob.expectNotifications(all: .that(\.bodies, is: ["hello"]), .that(\.badge, is: 1))
    try await bob.enterForeground()
    try await bob.expectNotifications(all: .that(\.bodies, is: []), .that(\.badge, is: 0))
    stall.end()
  }

  static let swipedOneByOne = Scenario(
    "B swipes notifications away with the app ended and the database out of reach: the number on the icon stays at what is unread",
    tags: .push, .restart, .fault, pinned: .duplicates, .policies, .links
  ) { (world: ChatWorld) in
    world.setPolicies { $0.usesPush = true }
    let (alice, bob, carol) = try await world.phones("Alice", "Bob", "Carol", on: .wifi)
    let chat = try await alice.startConversation(with: bob)
    let other = try await carol.startConversation(with: bob)
    try await world.untilQuiet()
    try await bob.kill()
    _ = try await alice.send("hello", in: chat)
    _ = try await carol.send("me too", in: other)
    try await bob.expectNotifications(all: .that(\.count, is: 2), .that(\.badge, is: 2))
    let stall = bob.partition()
    for body in ["hello", "me too"] {
      try await bob.clearNotifications { $0.body == body }
      try await bob.expectNotifications(\.badge, is: 2, for: .seconds(5))
    }
    stall.end()
    try await world.untilQuiet()
    try await bob.expectNotifications(all: .that(\.bodies, is: []), .that(\.badge, is: 2))
    try await bob.enterForeground()
    try await bob.expect(\.badge, is: 2)
  }
}
