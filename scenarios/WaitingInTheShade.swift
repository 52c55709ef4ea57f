import Chat
import Rehearsal

// Notifications that wait in the shade while what they tell of changes, and which of several messages they stand for.

extension Scenarios {
  static let deletedInTheShade = Scenario(
    "A deletes a message that waits in B's shade: it does not count on the icon any more, and its words go once B's app has heard of it",
    covers: "RG-01", "UN-05", tags: .push,
    pinned: .duplicates, .policies, .timings, .links
  ) { (world: ChatWorld) in
    world.setPolicies { $0.usesPush = true }
    let (alice, bob, carol) = try await world.phones("Alice", "Bob", "Carol", on: .wifi)
    let chat = try await alice.startConversation(with: bob)
    let other = try await carol.startConversation(with: bob, isGroup: true)
    try await world.untilQuiet()
    try await bob.kill()
    let oops = try await alice.send("oops", in: chat)
    try await bob.expectNotifications(
      all: .that(\.bodies, is: ["oops"]), .that(\.badge, is: 1), within: .minutes(1))
    await alice.delete(oops)
    try await world.untilQuiet()
    // Nothing runs on Bob's phone that could take it back.
    _ = try await carol.send("hello", in: other)
    try await bob.expectNotifications(
      all: .that(\.bodies, is: ["oops", "hello"]), .that(\.badge, is: 1), within: .minutes(1))
    try await bob.launch()
    try await bob.expectNotifications(
      all: .that(\.bodies, is: ["hello"]), .that(\.badge, is: 1), within: .seconds(10))
  }

  static let lateFromATunnel = Scenario(
    "A writes to a group in a tunnel, C writes, and A's message comes after it: B's notification of both stands for A's, and marks both",
    covers: "PM-05", "PM-07", tags: .push, .groups, .offline,
    pinned: .duplicates, .policies, .timings, .links
  ) { (world: ChatWorld) in
    world.setPolicies { $0.usesPush = true }
    let (alice, bob, carol) = try await world.phones("Alice", "Bob", "Carol", on: .wifi)
    let group = try await alice.startConversation(with: bob, carol, isGroup: true)
    await carol.open(group)
    try await world.untilQuiet()
    try await bob.kill()
    await alice.setAirplaneMode(true)
    let early = try await alice.send("written first", in: group)
    try await world.advance(by: .seconds(10))
    let late = try await carol.send("sent first", in: group)
    try await bob.expectNotifications(\.bodies, is: ["sent first"], within: .minutes(1))
    await alice.setAirplaneMode(false)
    try await bob.expectNotifications(
      all: .that(\.bodies, is: ["2 new messages in Alice, Carol"]), .that(\.badge, is: 2),
      within: .minutes(1))
    try await bob.respond(.action(ChatApp.markAsRead))
    try await alice.expect(
      \.receiptLabel, of: .bubble(early), is: "Read by 2 of 2", within: .minutes(1))
    try await carol.expect(\.receiptLabel, of: .bubble(late), is: "Read by 2 of 2")
    try await bob.expectNotifications(all: .that(\.bodies, is: []), .that(\.badge, is: 0))
  }

  static let markedBeforeALaterOne = Scenario(
    "B marks C's message from its notification, in a tunnel; A's, written earlier and sent later, comes with it: A's stays unread",
    covers: "PM-07", "UN-01", tags: .push, .groups, .offline,
    pinned: .duplicates, .policies, .timings, .links
  ) { (world: ChatWorld) in
    world.setPolicies { $0.usesPush = true }
    let (alice, bob, carol) = try await world.phones("Alice", "Bob", "Carol", on: .wifi)
    let group = try await alice.startConversation(with: bob, carol, isGroup: true)
    await carol.open(group)
    try await world.untilQuiet()
    try await bob.kill()
    await alice.setAirplaneMode(true)
    let early = try await alice.send("written first", in: group)
    try await world.advance(by: .seconds(10))
    let late = try await carol.send("sent first", in: group)
    try await bob.expectNotifications(\.bodies, is: ["sent first"], within: .minutes(1))
    await bob.setAirplaneMode(true)
    await alice.setAirplaneMode(false)
    try await carol.expect(\.text, of: .bubble(early), is: "written first")
    try await bob.respond(.action(ChatApp.markAsRead))
    try await bob.enterForeground()
    await bob.setAirplaneMode(false)
    try await bob.expect(
      all: .that(\.unread, of: .conversation(group), is: 1), .that(\.badge, is: 1),
      for: .minutes(1), within: .seconds(10))
    try await world.expectRead(late, in: group, by: bob, alice)
    try await world.expectRead(early, in: group, by: carol)
  }

  static let swipedInAnEndedGroup = Scenario(
    "B writes to A and leaves, which ends their group: A swipes the notification away on her phone, and it is gone from her tablet",
    covers: "PM-08", "MR-06", tags: .push, .groups, .members, .multiDevice,
    pinned: .duplicates, .policies, .timings, .links
  ) { (world: ChatWorld) in
    world.setPolicies { $0.usesPush = true }
    let (alice, bob) = try await world.phones("Alice", "Bob", on: .wifi)
    let tablet = try await world.phone("Alice's iPad", user: "alice", on: .wifi)
    let group = try await alice.startConversation(with: bob, tablet, isGroup: true)
    try await world.untilQuiet()
    for phone in [alice, tablet] { try await phone.enterBackground() }
    await bob.open(group)
    _ = try await bob.send("one", in: group)
    await bob.openInfo(of: group)
    await bob.leave(group)
    await bob.confirm()
    try await world.untilQuiet()
    for phone in [alice, tablet] {
      try await phone.expectNotifications(\.bodies, is: ["one"], within: .minutes(1))
    }
    try await alice.respond(.dismissed)
    try await tablet.expectNotifications(
      all: .that(\.bodies, is: []), .that(\.badge, is: 1), within: .minutes(1))
  }

  static let bannerOfAPreparedChat = Scenario(
    "B looks at the list while the app has A's chat ready behind it: A's message raises a banner",
    covers: "NO-01", tags: .push, pinned: .duplicates, .policies, .timings, .links
  ) { (world: ChatWorld) in
    world.setPolicies { $0.usesPush = true }
    let (alice, bob) = try await world.phones("Alice", "Bob", on: .wifi)
    let chat = try await alice.startConversation(with: bob)
    await bob.prepare(chat)
    try await world.untilQuiet()
    _ = try await alice.send("hello", in: chat)
    try await bob.expectNotifications(
      all: .that(\.bannerCount, is: 1), .that(\.bodies, is: ["hello"]), within: .minutes(1))
  }

  static let severalConfirmedByExtension = Scenario(
    "A sends two messages to a group while B's app is closed: his phone's extension tells her that each has arrived",
    covers: "DS-06", "DS-07", tags: .push, .receipts, .groups,
    pinned: .duplicates, .policies, .timings, .links
  ) { (world: ChatWorld) in
    world.setPolicies {
      $0.usesPush = true
      $0.confirmsByExtension = true
    }
    let (alice, bob) = try await world.phones("Alice", "Bob", on: .wifi)
    let group = try await alice.startConversation(with: bob, isGroup: true)
    await alice.open(group)
    try await world.untilQuiet()
    try await bob.kill()
    let messages = [
      try await alice.send("one", in: group), try await alice.send("two", in: group),
    ]
    try await alice.expect(
      all: .statuses(of: messages, are: .delivered), within: .minutes(1))
    try world.require(bob.lifeState, is: .terminated, "the state of Bob's app")
    try await bob.expectNotifications(\.badge, is: 2)
  }

  static let silentFounding = Scenario(
    "A begins a group while B's app is closed: the thread will tell him who did, and nothing is in his shade before the first message",
    covers: "SY-09", "NO-02", tags: .push, .groups,
    pinned: .duplicates, .policies, .timings, .links
  ) { (world: ChatWorld) in
    world.setPolicies {
      $0.usesPush = true
      $0.announcesCreation = true
    }
    let (alice, bob) = try await world.phones("Alice", "Bob", on: .wifi)
    try await world.untilQuiet()
    try await bob.kill()
    let group = try await alice.startConversation(withUsers: ["bob"], isGroup: true)
    try await alice.expect(\.bubbles.count, of: .thread, is: 1)
    try await bob.expectNotifications(
      all: .that(\.bodies, is: []), .that(\.bannerCount, is: 0), for: .minutes(1))
    _ = try await alice.send("hello", in: group)
    try await bob.expectNotifications(\.bodies, is: ["hello"], within: .minutes(1))
  }

  static let refusedToken = Scenario(
    "B restores his phone, and the backend refuses the new token once: with the next launch it has that and no other, and each message comes once",
    covers: "NO-01", tags: .push, .restart, .fault,
    pinned: .duplicates, .policies, .timings, .links
  ) { (world: ChatWorld) in
    world.setPolicies { $0.usesPush = true }
    let (alice, bob) = try await world.phones("Alice", "Bob", on: .wifi)
    let chat = try await alice.startConversation(with: bob)
    try await bob.enterBackground()
    try await world.untilQuiet()
    let first = await world.pushTokens(of: bob.userID)
    try await bob.restoreFromBackup()
    world.refuseNext(WriteKind(below: "tokens"), by: bob)
    try await bob.launch()
    try await world.untilQuiet()
    try world.require(
      await world.pushTokens(of: bob.userID), is: first, "Bob's tokens at the backend")
    try await bob.kill()
    try await bob.launch()
    try await bob.enterBackground()
    try await world.untilQuiet()
    let second = await world.pushTokens(of: bob.userID)
    try world.require(second.count, is: 1, "the number of Bob's tokens at the backend")
    try world.require(second, isNot: first, "Bob's tokens of the app launched anew")
    _ = try await alice.send("hello", in: chat)
    try await bob.expectNotifications(\.bannerCount, is: 1, within: .minutes(1))
    try await bob.expectNotifications(\.bannerCount, is: 1, for: .minutes(1))
  }

  static let repliedToAnUnknownGroup = Scenario(
    "In a tunnel B replies to a group that his phone has not heard of, and then to A: what he wrote to A stands in their thread at once",
    covers: "PM-06", tags: .push, .groups, .offline,
    pinned: .duplicates, .policies, .timings, .links
  ) { (world: ChatWorld) in
    world.setPolicies { $0.usesPush = true }
    let (alice, bob, carol) = try await world.phones("Alice", "Bob", "Carol", on: .wifi)
    let chat = try await alice.startConversation(with: bob)
    try await world.untilQuiet()
    try await bob.kill()
    let group = try await carol.startConversation(withUsers: ["bob"], isGroup: true)
    _ = try await carol.send("hiking?", in: group)
    _ = try await alice.send("lunch?", in: chat)
    try await bob.expectNotifications(
      all: .that(\.bodies, includes: "hiking?"), .that(\.bodies, includes: "lunch?"),
      within: .minutes(1))
    await bob.setAirplaneMode(true)
    try await bob.respond(.reply("yes")) { $0.body == "hiking?" }
    try await bob.respond(.reply("gladly")) { $0.body == "lunch?" }
    try await bob.enterForeground()
    await bob.open(chat)
    try await bob.expect(\.bubbles.last?.text, of: .thread, is: "gladly", within: .seconds(2))
    await bob.setAirplaneMode(false)
    try await alice.expect(\.texts, of: .thread, is: ["lunch?", "gladly"], within: .minutes(1))
    try await carol.expect(\.texts, of: .thread, is: ["hiking?", "yes"], within: .minutes(1))
  }

  static let repliedTwiceToAnUnknownGroup = Scenario(
    "B replies in tunnels to two messages of a group that his phone has not heard of, each time without opening the app: C gets both",
    covers: "PM-06", tags: .push, .groups, .offline,
    pinned: .duplicates, .policies, .timings, .links
  ) { (world: ChatWorld) in
    world.setPolicies { $0.usesPush = true }
    let (bob, carol) = try await world.phones("Bob", "Carol", on: .wifi)
    try await world.untilQuiet()
    try await bob.kill()
    let group = try await carol.startConversation(withUsers: ["bob"], isGroup: true)
    for (question, answer) in [("hiking?", "yes"), ("or swimming?", "no")] {
      _ = try await carol.send(question, in: group)
      try await bob.expectNotifications(all: .that(\.bodies, isNot: []), within: .minutes(1))
      await bob.setAirplaneMode(true)
      try await bob.respond(.reply(answer))
      try await world.advance(by: .minutes(1))
      try await bob.kill()
      await bob.setAirplaneMode(false)
    }
    try await bob.launch()
    try await carol.expect(
      \.texts, of: .thread, is: ["hiking?", "or swimming?", "yes", "no"], within: .minutes(1))
  }
}
