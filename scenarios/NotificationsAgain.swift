import Chat
import Rehearsal

// Responses to notifications, and settings, once more: what they leave behind, and what they do not touch.

extension Scenarios {
  static let markedUpToIt = Scenario(
    "B marks a message as read from its notification, and the next is there already: A sees the one read, and what was read before is told no second time",
    covers: "PM-07", tags: .push, .receipts, .cost, pinned: .duplicates, .policies, .timings, .links
  ) { (world: ChatWorld) in
    world.setPolicies { $0.usesPush = true }
    let (alice, bob) = try await world.phones("Alice", "Bob", on: .wifi)
    let chat = try await alice.startConversation(with: bob)
    let zero = try await alice.send("zero", in: chat)
    await bob.open(chat)
    try await alice.expect(\.status, of: .bubble(zero), is: .read)
    try await world.untilQuiet()
    try await bob.kill()
    let one = try await alice.send("one", in: chat)
    try await bob.expectNotifications(\.bodies, is: ["one"], within: .minutes(1))
    await bob.setAirplaneMode(true)
    let two = try await alice.send("two", in: chat)
    try await bob.respond(.action(ChatApp.markAsRead))
    try await world.advance(by: .seconds(5))
    try await world.expect(0, .refusals, by: bob) {
      await bob.setAirplaneMode(false)
      try await alice.expect(\.status, of: .bubble(one), is: .read, within: .minutes(1))
      try await alice.expect(
        \.status, of: .bubble(two), is: .delivered, for: .minutes(1), within: .seconds(2))
    }
    try await bob.expectNotifications(\.bodies, is: ["two"])
  }

  static let nothingUnreadBehind = Scenario(
    "B is removed from a group while messages of it stand in his shade: they go when he looks at the app, the word of the removal stays",
    covers: "NO-03", tags: .push, .groups, .members, pinned: .duplicates, .policies,
    .timings
  ) { (world: ChatWorld) in
    let (alice, bob, _, group) = try await groupInTheShade(in: world)
    try await bob.expectNotifications(all: .that(\.bodies, is: ["hello"]), .that(\.badge, is: 1))
    await alice.remove("bob", from: group)
    let removed = "You were removed from Alice, Carol"
    try await bob.expectNotifications(
      all: .that(\.bodies, is: ["hello", removed]), .that(\.badge, is: 0))
    try await bob.enterForeground()
    try await bob.expectNotifications(all: .that(\.bodies, is: [removed]), .that(\.badge, is: 0))
  }

  static let leftInATunnel = Scenario(
    "B leaves a group in a tunnel while a message of it stands in his shade: it goes at once, before the backend knows",
    covers: "MR-10", tags: .push, .groups, .members, .offline, pinned: .duplicates, .policies,
    .timings
  ) { (world: ChatWorld) in
    let (_, bob, carol, group) = try await groupInTheShade(in: world)
    try await bob.expectNotifications(\.bodies, is: ["hello"])
    await bob.setAirplaneMode(true)
    try await bob.enterForeground()
    try await bob.expectNotifications(\.bodies, is: ["hello"], for: .seconds(5))
    await bob.remove("bob", from: group)
    try await bob.expectNotifications(\.bodies, is: [], within: .seconds(5))
    await bob.setAirplaneMode(false)
    try await carol.expect(
      \.preview, of: .conversation(group), is: "Bob left", within: .minutes(1))
  }

  /// A group of three, a message of which has come to Bob's phone while his app was suspended.
  private static func groupInTheShade(
    in world: ChatWorld
  ) async throws -> (ChatPhone, ChatPhone, ChatPhone, ConversationID) {
    world.setPolicies { $0.usesPush = true }
    let (alice, bob, carol) = try await world.phones("Alice", "Bob", "Carol", on: .wifi)
    let group = try await alice.startConversation(with: bob, carol, isGroup: true)
    try await world.untilQuiet()
    try await bob.enterBackground()
    try await bob.suspend()
    _ = try await alice.send("hello", in: group)
    return (alice, bob, carol, group)
  }

  static let removedUnheard = Scenario(
    "B's app has ended when he is in a group for a while: its message goes from his shade as he opens the app, which never knew the group",
    covers: "NO-03", tags: .push, .groups, .members, .restart,
    pinned: .duplicates, .policies, .timings
  ) { (world: ChatWorld) in
    world.setPolicies { $0.usesPush = true }
    let (alice, bob, carol) = try await world.phones("Alice", "Bob", "Carol", on: .wifi)
    try await world.untilQuiet()
    try await bob.kill()
    let group = try await alice.startConversation(withUsers: ["bob", "carol"], isGroup: true)
    _ = try await alice.send("hello", in: group)
    try await bob.expectNotifications(all: .that(\.bodies, includes: "hello"), within: .minutes(1))
    await alice.remove("bob", from: group)
    try await carol.expect(
      \.preview, of: .conversation(group), is: "Alice removed Bob", within: .minutes(1))
    try await world.untilQuiet()
    try await bob.expectNotifications(all: .that(\.bodies, includes: "hello"), within: .zero)
    try await bob.launch()
    try await bob.expectNotifications(all: .that(\.bodies, excludes: "hello"), within: .seconds(10))
    try await bob.expect(\.conversations.count, is: 0, within: .zero)
  }

  static let backBeforeTheLaunch = Scenario(
    "B's app has ended when he is added to a group, removed and added again: what is written then stays in his shade as he opens the app",
    covers: "NO-05", tags: .push, .groups, .members, .restart,
    pinned: .duplicates, .policies, .timings
  ) { (world: ChatWorld) in
    world.setPolicies { $0.usesPush = true }
    let (alice, bob, carol) = try await world.phones("Alice", "Bob", "Carol", on: .wifi)
    try await world.untilQuiet()
    try await bob.kill()
    let group = try await alice.startConversation(withUsers: ["bob", "carol"], isGroup: true)
    try await carol.expect(all: .present(.conversation(group)), within: .minutes(1))
    for (isBack, words) in [(false, "Alice removed Bob"), (true, "Alice added Bob")] {
      if isBack {
        await alice.add("bob", to: group)
      } else {
        await alice.remove("bob", from: group)
      }
      try await carol.expect(\.preview, of: .conversation(group), is: words, within: .minutes(1))
      try await world.untilQuiet()
    }
    _ = try await alice.send("hello", in: group)
    try await bob.expectNotifications(
      all: .that(\.bodies, matches: "have the message") { $0.contains("hello") },
      within: .minutes(1))
    try await bob.launch()
    try await bob.expect(\.unread, of: .conversation(group), is: 1, within: .minutes(1))
    try await bob.expectNotifications(all: .that(\.bodies, includes: "hello"), for: .seconds(10))
  }

  static let toldOfFirst = Scenario(
    "B looks at his list while his app finds no way to the backend, and A begins a chat with him and writes: a banner tells him, and stays in his shade",
    covers: "NO-01", tags: .push, .offline, pinned: .duplicates, .policies, .timings, .links
  ) { (world: ChatWorld) in
    world.setPolicies { $0.usesPush = true }
    let (alice, bob) = try await world.phones("Alice", "Bob", on: .lte)
    try await world.untilQuiet()
    try await bob.enterBackground()
    let names = try await world.putOutOfReach(bob)
    try await bob.enterForeground()
    let chat = try await alice.startConversation(withUsers: ["bob"], isGroup: false)
    _ = try await alice.send("hello", in: chat)
    try await bob.expectNotifications(
      all: .that(\.bannerCount, is: 1), .that(\.bodies, is: ["hello"]))
    try await bob.expectNotifications(\.bodies, is: ["hello"], for: .seconds(30))
    try await bob.expect(\.conversations.count, is: 0, within: .zero)
    names.end()
    try await bob.expect(\.unread, of: .conversation(chat), is: 1, within: .minutes(2))
  }

  static let goneBeforeTheLaunch = Scenario(
    "B's app has ended when he is added to a group, written to and removed: as he opens the app, nothing but the word of the removal is in his shade",
    covers: "NO-03", "NO-05", tags: .push, .groups, .members, .restart,
    pinned: .duplicates, .policies, .timings
  ) { (world: ChatWorld) in
    world.setPolicies { $0.usesPush = true }
    let (alice, bob, carol) = try await world.phones("Alice", "Bob", "Carol", on: .wifi)
    try await world.untilQuiet()
    try await bob.kill()
    let group = try await alice.startConversation(withUsers: ["bob", "carol"], isGroup: true)
    try await carol.expect(all: .present(.conversation(group)), within: .minutes(1))
    _ = try await alice.send("hello", in: group)
    try await bob.expectNotifications(\.bodies, is: ["hello"], within: .minutes(1))
    await alice.remove("bob", from: group)
    let removed = "You were removed from Alice, Carol"
    try await bob.expectNotifications(
      all: .that("bodies in any order", is: ["hello", removed].sorted()) { $0.bodies.sorted() },
      within: .minutes(1))
    try await world.untilQuiet()
    try await bob.launch()
    try await bob.expectNotifications(\.bodies, is: [removed], within: .seconds(10))
  }

  static let respondedAndEnded = Scenario(
    "B marks a group as read in a tunnel, and the app ends there: it is told after the launch, and then the app has nothing left to do",
    covers: "PM-07", tags: .push, .groups, .members, .restart, .receipts, .offline,
    pinned: .duplicates, .policies, .timings, .links
  ) { (world: ChatWorld) in
    world.setPolicies { $0.usesPush = true }
    let (alice, bob, carol) = try await world.phones("Alice", "Bob", "Carol", on: .wifi)
    let group = try await alice.startConversation(with: bob, carol, isGroup: true)
    try await world.untilQuiet()
    try await bob.kill()
    for (word, isRemoved) in [("first", false), ("second", true)] {
      let message = try await alice.send(word, in: group)
      try await bob.expectNotifications(\.bodies, is: [word], within: .minutes(1))
      await bob.setAirplaneMode(true)
      try await bob.respond(.action(ChatApp.markAsRead))
      try await world.advance(by: .seconds(5))
      try await bob.kill()
      if isRemoved { await alice.remove(bob.userID, from: group) }
      try await world.advance(by: .seconds(5))
      try await bob.relaunch()
      await bob.setAirplaneMode(false)
      if isRemoved {
        try await bob.expect(\.unread, of: .conversation(group), is: 0)
        try await world.untilQuiet()
        // What cannot be told any more is forgotten with the next launch.
        try await bob.kill()
        try await bob.relaunch()
      } else {
        try await alice.expect(
          \.receiptLabel, of: .bubble(message), is: "Read by 1 of 2", within: .minutes(1))
      }
      try await world.untilQuiet()
      try await world.requireNothingToDo(on: bob)
      try await bob.kill()
    }
  }

  /// B was removed and is a member again, of which his phone has not heard. He has replied in a tunnel, and his app is gone.
  private static func repliedAndDied(
    in world: ChatWorld
  ) async throws -> (alice: ChatPhone, bob: ChatPhone, group: ConversationID) {
    world.setPolicies { $0.usesPush = true }
    let (alice, bob, carol) = try await world.phones("Alice", "Bob", "Carol", on: .wifi)
    let group = try await alice.startConversation(with: bob, carol, isGroup: true)
    await alice.remove(bob.userID, from: group)
    try await world.untilQuiet()
    try await bob.kill()
    await alice.add(bob.userID, to: group)
    try await world.untilQuiet()
    _ = try await alice.send("hello", in: group)
    try await bob.expectNotifications(all: .that(\.bodies, includes: "hello"), within: .minutes(1))
    await bob.setAirplaneMode(true)
    try await bob.respond(.reply("yes")) { $0.body == "hello" }
    try await world.advance(by: .seconds(5))
    try await bob.kill()
    return (alice, bob, group)
  }

  static let repliedBeforeHearing = Scenario(
    "B was a member and is one again, of which his phone has not heard: his reply in a tunnel, where the app dies, is sent after the launch",
    covers: "PM-06", tags: .push, .groups, .members, .restart, .offline,
    pinned: .duplicates, .policies, .timings, .links
  ) { (world: ChatWorld) in
    let (alice, bob, group) = try await repliedAndDied(in: world)
    await bob.setAirplaneMode(false)
    try await bob.relaunch()
    try await alice.expect(\.bubbles.last?.text, of: .thread, is: "yes", within: .minutes(1))
  }

  static let repliedForNothing = Scenario(
    "B replies in a tunnel, of which his app dies, and is removed: the reply is forgotten, and not sent when he is a member again",
    covers: "PM-06", tags: .push, .groups, .members, .restart, .offline,
    pinned: .duplicates, .policies, .timings, .links
  ) { (world: ChatWorld) in
    let (alice, bob, group) = try await repliedAndDied(in: world)
    await alice.remove(bob.userID, from: group)
    try await world.untilQuiet()
    await bob.setAirplaneMode(false)
    try await bob.relaunch()
    try await world.untilQuiet()
    await alice.add(bob.userID, to: group)
    try await bob.expect(\.preview, of: .conversation(group), is: "Alice added you")
    try await world.untilQuiet()
    try await bob.kill()
    try await bob.relaunch()
    try await world.untilQuiet()
    try await alice.expect(\.bubbles.last?.text, of: .thread, is: "You added Bob", within: .zero)
  }

  static let repliedAndDone = Scenario(
    "B replies to messages and to being added, all from notifications: each reply is told once, and then the app has nothing left to do",
    covers: "PM-06", tags: .push, .groups, .cost, pinned: .duplicates, .policies, .timings, .links
  ) { (world: ChatWorld) in
    world.setPolicies { $0.usesPush = true }
    let (alice, bob, carol) = try await world.phones("Alice", "Bob", "Carol", on: .wifi)
    let group = try await alice.startConversation(with: bob, isGroup: true)
    try await world.untilQuiet()
    try await bob.kill()
    _ = try await alice.send("pizza?", in: group)
    try await bob.expectNotifications(\.bodies, is: ["pizza?"], within: .minutes(1))
    // The message itself comes late: the phone connects over a slow network.
    await bob.setAirplaneMode(true)
    try await bob.respond(.reply("yes"))
    try await world.advance(by: .seconds(5))
    try await world.expect(0, .refusals, by: bob) {
      await bob.setAirplaneMode(false)
      try await alice.expect(\.bubbles.last?.text, of: .thread, is: "yes", within: .minutes(1))
      try await world.untilQuiet()
    }
    try world.require(await world.messageCount(in: group), is: 2, "the messages of the group")

    let party = try await carol.startConversation(with: alice, isGroup: true)
    await carol.add(bob.userID, to: party)
    try await bob.expectNotifications(\.bodies, is: ["Carol added you"], within: .minutes(1))
    try await bob.respond(.reply("thank you"))
    try await carol.expect(\.bubbles.last?.text, of: .thread, is: "thank you", within: .minutes(1))
    try await world.untilQuiet()
    try await bob.enterForeground()
    try await world.untilQuiet()
    try await world.requireNothingToDo(on: bob)
  }

  static let mutedAgain = Scenario(
    "B mutes a chat for an hour, and half an hour later again: the hour begins anew",
    covers: "PM-01", tags: .clocks, pinned: .policies, .timings
  ) { (world: ChatWorld) in
    let (alice, bob) = try await world.phones("Alice", "Bob", on: .wifi)
    let chat = try await alice.startConversation(with: bob)
    for _ in 1...2 {
      await bob.mute(chat, for: .hour)
      try await bob.expect(
        \.isMuted, of: .conversation(chat), is: true, for: .minutes(30), within: .seconds(5))
    }
    try await bob.expect(\.isMuted, of: .conversation(chat), is: true, for: .minutes(25))
    try await bob.expect(\.isMuted, of: .conversation(chat), is: false, within: .minutes(10))
  }

  static let mutedUnderAWrongClock = Scenario(
    "B mutes a chat for an hour; his app is launched in a tunnel with a clock that is forty minutes behind, and hears what time it is: the hour is no longer for that",
    covers: "PM-01", tags: .clocks, .offline, .restart,
    pinned: .clocks, .links, .policies, .timings
  ) { (world: ChatWorld) in
    let (alice, bob) = try await world.phones("Alice", "Bob", on: .wifi)
    let chat = try await alice.startConversation(with: bob)
    await bob.mute(chat, for: .hour)
    try await world.untilQuiet()
    try await bob.kill()
    await bob.setClock { $0.skew -= .minutes(40) }
    await bob.setAirplaneMode(true)
    try await bob.relaunch()
    try await world.advance(by: .minutes(1))
    await bob.setAirplaneMode(false)
    try await bob.expect(\.isMuted, of: .conversation(chat), is: true, for: .minutes(55))
    try await bob.expect(\.isMuted, of: .conversation(chat), is: false, within: .minutes(5))
  }

  static let mutedAgainByAWrongClock = Scenario(
    "The hour for which B has muted a chat is over; in a tunnel his clock is set back, and as soon as he is out of it the chat is not muted",
    covers: "PM-01", tags: .clocks, .offline,
    pinned: .clocks, .links, .policies, .timings
  ) { (world: ChatWorld) in
    let (alice, bob) = try await world.phones("Alice", "Bob", on: .wifi)
    let chat = try await alice.startConversation(with: bob)
    await bob.mute(chat, for: .hour)
    try await bob.expect(
      \.isMuted, of: .conversation(chat), is: false, for: .minutes(10), within: .minutes(61))
    await bob.setAirplaneMode(true)
    await bob.setClock { $0.skew -= .hours(3) }
    try await bob.expect(
      \.isMuted, of: .conversation(chat), is: true, for: .minutes(1), within: .seconds(1))
    await bob.setAirplaneMode(false)
    try await bob.expect(
      \.isMuted, of: .conversation(chat), is: false, for: .minutes(1), within: .seconds(10))
  }

  static let mutedInVain = Scenario(
    "The backend refuses to mute a chat: B sees it muted until then, and not after, whatever else is set",
    tags: .fault, pinned: .policies
  ) { (world: ChatWorld) in
    let (alice, bob) = try await world.phones("Alice", "Bob", on: .wifi)
    let chat = try await alice.startConversation(with: bob)
    let other = try await alice.startConversation(with: bob)
    try await world.untilQuiet()
    for isFirst in [true, false] {
      world.refuseNext(.any, by: bob)
      await bob.mute(chat, for: .forever)
      try await bob.expect(\.isMuted, of: .conversation(chat), is: true, within: .zero)
      try await bob.expect(
        \.isMuted, of: .conversation(chat), is: false, for: .minutes(1), within: .seconds(5))
      if isFirst {
        await bob.mute(other, for: .forever)
        try await bob.expect(\.isMuted, of: .conversation(other), is: true, for: .minutes(1))
      }
    }
    try await bob.expect(\.isMuted, of: .conversation(other), is: true, within: .zero)
  }

  static let unmutedByAClockBehind = Scenario(
    "B mutes a chat, his clock is set back, and he unmutes it in a tunnel: it is unmuted at once, and stays so",
    tags: .clocks, .offline, pinned: .clocks, .policies
  ) { (world: ChatWorld) in
    let (alice, bob) = try await world.phones("Alice", "Bob", on: .wifi)
    let chat = try await alice.startConversation(with: bob)
    await bob.mute(chat, for: .forever)
    try await bob.expect(\.isMuted, of: .conversation(chat), is: true)
    try await world.untilQuiet()
    await bob.setClock { $0.skew = .hours(-2) }
    await bob.setAirplaneMode(true)
    await bob.unmute(chat)
    try await bob.expect(
      \.isMuted, of: .conversation(chat), is: false, for: .minutes(5), within: .zero)
    await bob.setAirplaneMode(false)
    try await bob.expect(\.isMuted, of: .conversation(chat), is: false, for: .minutes(5))
  }
}

extension ChatWorld {
  /// Puts an app away and requires it to sleep once the time that every app has is over.
  fileprivate func requireNothingToDo(on phone: ChatPhone) async throws {
    try await phone.enterBackground()
    try await advance(by: .seconds(6))
    try require(phone.lifeState, is: .suspended, "\(phone.name)'s app")
  }
}
