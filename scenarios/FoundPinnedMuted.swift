import Chat
import Rehearsal

// Groups that are found by name, though they are over or far down the list, and what is pinned and muted where people have joined
// late or left.

extension Scenarios {
  static let endedGroupFound = Scenario(
    "A leaves B alone in a group, which is over by that: B finds it by its name as the one that goes on, and reads what was said",
    covers: "PM-13", tags: .groups, .members, pinned: .links, .policies
  ) { (world: ChatWorld) in
    let (alice, bob) = try await world.phones("Alice", "Bob", on: .wifi)
    var groups: [ConversationID] = []
    for name in ["Biking", "Hiking"] {
      let group = try await bob.startConversation(with: alice, isGroup: true)
      await bob.openInfo(of: group)
      await bob.rename(group, to: name)
      await bob.closeSheet()
      groups.append(group)
    }
    let (biking, hiking) = (groups[0], groups[1])
    let plan = try await bob.send("we meet at nine", in: hiking)
    await alice.open(hiking)
    try await bob.expect(\.status, of: .bubble(plan), is: .read)
    await alice.openInfo(of: hiking)
    await alice.leave(hiking)
    await alice.confirm()
    try await bob.expect(\.isReadOnly, of: .thread, is: true)
    await bob.close()
    try await bob.expect(
      all: .that(\.isArchived, of: .conversation(hiking), is: true),
      .that(\.isArchived, of: .conversation(biking), is: false))
    for (words, found) in [
      ("hik", [hiking]), ("HIKING", [hiking]), ("bik", [biking]), ("iking", [biking, hiking]),
    ] as [(String, Set<ConversationID>)] {
      await bob.search(words)
      try await bob.expect(
        all: .that("listed conversations", is: found) { Set($0.listedConversations.map(\.id)) })
    }
    await bob.open(hiking)
    try await bob.expect(
      all: .that(\.title, of: .thread, is: "Hiking"),
      .that(\.texts, of: .thread, is: ["we meet at nine", "Alice left"]))
  }

  static let foundAmongThirty = Scenario(
    "B has thirty chats and looks for the oldest, a group, by its name: he finds it, and others by theirs",
    covers: "PM-13", tags: .groups, pinned: .links, .clocks, .policies
  ) { (world: ChatWorld) in
    let (alice, bob) = try await world.phones("Alice", "Bob", on: .wifi)
    let group = try await alice.startConversation(with: bob, isGroup: true)
    await alice.openInfo(of: group)
    await alice.rename(group, to: "Hiking")
    await alice.closeSheet()
    _ = try await alice.send("we meet at nine", in: group)
    try await bob.expect(\.preview, of: .conversation(group), is: "we meet at nine")
    try await world.advance(by: .seconds(5))
    let friends = (1...29).map { UserID("friend\($0)") }
    await world.openAccounts(of: friends)
    for friend in friends {
      let chat = try await bob.startConversation(withUsers: [friend], isGroup: false)
      _ = try await bob.send("hello", in: chat)
    }
    await bob.close()
    try await world.untilQuiet()
    try await bob.expect(
      all: .that(\.listedConversations.count, is: 30),
      .that(\.listedConversations.last?.title, is: "Hiking"))
    for (words, title) in [("hik", "Hiking"), ("friend7", "friend7"), ("friend29", "friend29")] {
      await bob.search(words)
      try await bob.expect(
        all: .that("listed titles", is: [title]) { $0.listedConversations.map(\.title) })
    }
  }

  static let pinnedAfterItsAuthorLeft = Scenario(
    "C writes and leaves the group, and A pins what C has written: B sees it above the thread, and A reads of no failure",
    covers: "PM-12", tags: .groups, .members, pinned: .links, .policies
  ) { (world: ChatWorld) in
    let (alice, bob, carol) = try await world.phones("Alice", "Bob", "Carol", on: .wifi)
    let group = try await alice.startConversation(with: bob, carol, isGroup: true)
    for phone in [bob, carol] { await phone.open(group) }
    let plan = try await carol.send("we meet at nine", in: group)
    for phone in [alice, bob] {
      try await phone.expect(\.text, of: .bubble(plan), is: "we meet at nine")
    }
    await carol.openInfo(of: group)
    await carol.leave(group)
    await carol.confirm()
    try await alice.expect(\.users, of: .thread, is: ["alice", "bob"])
    try await world.untilQuiet()
    await alice.pin(plan)
    for phone in [alice, bob] {
      try await phone.expect(
        all: .that(\.pinnedTexts, of: .thread, is: ["we meet at nine"]), .absent(.alert),
        for: .seconds(10), within: .seconds(5))
    }
  }

  static let unpinnedByAnother = Scenario(
    "A, an admin, takes off what B, a moderator, has pinned, and B what she has: it goes for everybody",
    covers: "PM-12", "PM-16", tags: .groups, pinned: .links, .policies
  ) { (world: ChatWorld) in
    let (alice, bob, carol) = try await world.phones("Alice", "Bob", "Carol", on: .wifi)
    let group = try await alice.startConversation(with: bob, carol, isGroup: true)
    for phone in [bob, carol] { await phone.open(group) }
    let plan = try await carol.send("we meet at nine", in: group)
    await alice.openInfo(of: group)
    await alice.give(.moderator, to: bob.userID, in: group)
    await alice.closeSheet()
    try await bob.expect(
      all: .that(\.canPin, of: .thread, is: true),
      .that(\.text, of: .bubble(plan), is: "we meet at nine"))
    for (first, second) in [(bob, alice), (alice, bob)] {
      await first.pin(plan)
      for phone in [alice, bob, carol] {
        try await phone.expect(\.pinnedTexts, of: .thread, is: ["we meet at nine"])
      }
      try await world.untilQuiet()
      await second.unpin(plan)
      for phone in [alice, bob, carol] {
        try await phone.expect(
          all: .that(\.pinned.isEmpty, of: .thread, is: true), .absent(.alert),
          for: .seconds(10), within: .seconds(5))
      }
    }
  }

  static let pinnedByALateMember = Scenario(
    "B is added later and pins what C writes, first as a moderator and then as an admin: everybody sees it",
    covers: "PM-12", "PM-16", tags: .groups, .members, pinned: .links, .policies
  ) { (world: ChatWorld) in
    let (alice, bob, carol) = try await world.phones("Alice", "Bob", "Carol", on: .wifi)
    let group = try await alice.startConversation(with: carol, isGroup: true)
    await carol.open(group)
    await alice.openInfo(of: group)
    await alice.add(bob.userID, to: group)
    try await bob.expect(all: .present(.conversation(group)))
    await bob.open(group)
    var pins: [String] = []
    for (role, text) in [
      (.moderator, "we meet at nine"), (.admin, "bring boots"),
    ] as [(GroupRole, String)] {
      await alice.give(role, to: bob.userID, in: group)
      let word = try await carol.send(text, in: group)
      try await bob.expect(
        all: .that(\.canPin, of: .thread, is: true), .that(\.text, of: .bubble(word), is: text))
      try await world.untilQuiet()
      await bob.pin(word)
      pins.insert(text, at: 0)
      for phone in [bob, carol] {
        try await phone.expect(
          all: .that(\.pinnedTexts, of: .thread, is: pins), .absent(.alert),
          for: .seconds(10), within: .seconds(5))
      }
    }
    await alice.closeSheet()
    try await alice.expect(\.pinnedTexts, of: .thread, is: ["bring boots", "we meet at nine"])
  }

  static let mutedByALateMember = Scenario(
    "B is added later and mutes the group: his phone and his tablet stay silent, and C's does not, until he has it speak again",
    covers: "PM-01", "PM-04", tags: .push, .groups, .members, .multiDevice,
    pinned: .duplicates, .policies, .timings, .links
  ) { (world: ChatWorld) in
    world.setPolicies { $0.usesPush = true }
    let (alice, bob, carol) = try await world.phones("Alice", "Bob", "Carol", on: .wifi)
    let tablet = try await world.phone("Bob's iPad", user: "bob", on: .wifi)
    let group = try await alice.startConversation(with: carol, isGroup: true)
    await alice.add(bob.userID, to: group)
    for phone in [bob, tablet] {
      try await phone.expect(all: .present(.conversation(group)))
      await phone.open(group)
      await phone.close()
    }
    await bob.mute(group, for: .forever)
    for phone in [bob, tablet] {
      try await phone.expect(
        \.isMuted, of: .conversation(group), is: true, for: .seconds(10), within: .seconds(5))
    }
    try await world.untilQuiet()
    for phone in [bob, tablet, carol] { try await phone.enterBackground() }
    _ = try await alice.send("hello", in: group)
    try await carol.expectNotifications(
      all: .that(\.bodies, includes: "hello"), within: .minutes(1))
    for phone in [bob, tablet] {
      try await phone.expectNotifications(\.bodies, is: [], for: .minutes(2))
    }
    try await bob.enterForeground()
    await bob.open(group)
    await bob.close()
    await bob.unmute(group)
    try await bob.expect(\.isMuted, of: .conversation(group), is: false)
    try await world.untilQuiet()
    try await bob.enterBackground()
    _ = try await alice.send("hello again", in: group)
    for phone in [bob, tablet] {
      try await phone.expectNotifications(\.bodies, is: ["hello again"], within: .minutes(1))
    }
  }
}
