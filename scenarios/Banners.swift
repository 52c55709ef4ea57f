import Chat
import Rehearsal

// Notifications that overtake what they tell of, and those that nobody must get.

extension Scenarios {
  static let overtakingBanner = Scenario(
    "A notification that comes before its message is shown and stays, until the message has come and was read",
    covers: "FG-07", "UN-05", tags: .receipts, .push, .fault, pinned: .duplicates, .policies, .links
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
    try await bob.expectNotifications { $0.bodies == ["hello"] && $0.bannerCount == 1 }
    try await bob.expect(within: .zero) { $0.badge == 0 && $0.conversation(chat).preview == "" }
    // What happens on the phone meanwhile takes nothing away.
    await bob.open(other)
    await bob.close()
    try await bob.expectNotifications(for: .seconds(5)) { $0.bodies == ["hello"] && $0.badge == 0 }
    try await bob.expect(\.unread, of: .conversation(chat), is: 1, within: .minutes(2))
    // It is unread: it stays, also while something else is said and read.
    _ = try await carol.send("me too", in: other)
    try await bob.expectNotifications { $0.bodies == ["hello", "me too"] && $0.badge == 2 }
    await bob.open(other)
    try await bob.expectNotifications { $0.bodies == ["hello"] && $0.badge == 1 }
    await bob.open(chat)
    try await bob.expectNotifications { $0.notifications.isEmpty && $0.badge == 0 }
    try await alice.expect(\.status, of: .bubble(hello), is: .read)
  }

  static let ownPhonesStaySilent = Scenario(
    "Nobody is notified of a message of their own, on any phone, and of nothing where the app asks for no push",
    covers: "FG-07", "UN-06", tags: .push, .multiDevice, pinned: .duplicates, .policies
  ) { (world: ChatWorld) in
    let carol = try await world.phone("Carol", on: .lte)
    world.setPolicies { $0.usesPush = true }
    let (alice, bob) = try await world.phones("Alice", "Bob", on: .lte)
    let tablet = try await world.phone("Alice's iPad", user: "alice", on: .wifi)
    let group = try await alice.startConversation(with: bob, carol, tablet, isGroup: true)
    for phone in [tablet, bob, carol] { try await phone.enterBackground() }
    _ = try await alice.send("hello", in: group)
    try await bob.expectNotifications { $0.bodies == ["hello"] && $0.titles == ["Alice"] }
    for phone in [alice, tablet, carol] {
      try await phone.expectNotifications(for: .minutes(1)) { $0.bannerCount == 0 && $0.badge == 0 }
    }
    _ = try await alice.send("", image: "images/a.jpg", in: group)
    try await bob.expectNotifications { $0.bannerCount == 2 && $0.bodies == [""] }
  }

  static let interruptedFunction = Scenario(
    "The backend restarts before it has told of a change: it tells afterwards, once",
    covers: "BC-10", tags: .groups, .members, .fault, pinned: .timings, .links
  ) { (world: ChatWorld) in
    let (alice, bob, carol) = try await world.phones("Alice", "Bob", "Carol", on: .wifi)
    let group = try await alice.startConversation(with: bob, isGroup: true)
    try await world.untilQuiet()
    await alice.add(carol.userID, to: group)
    try await bob.expect(\.title, of: .conversation(group), is: "alice, carol")
    world.restartBackend()
    try await bob.expect(
      \.preview, of: .conversation(group), is: "alice added carol", within: .minutes(15))
    try await alice.expect(within: .minutes(2)) {
      $0.thread?.bubbles.map(\.text) == ["You added carol"] && $0.alert == nil
    }
    try await world.advance(by: .minutes(15))
    try world.require(await world.systemMessages(in: group).count == 1, "one message of one change")
  }
}
