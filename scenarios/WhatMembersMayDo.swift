import Chat
import Rehearsal

// What the backend takes from whoever is a member: added later, an admin beside the one who invited, or alone in a group that is over.

extension Scenarios {
  static let swipedByWhoWasAdded = Scenario(
    "B was added to a group later, and swipes a notification of it away on his phone: it is gone from his tablet",
    covers: "PM-08", tags: .push, .groups, .members, .multiDevice,
    pinned: .duplicates, .policies, .timings, .links
  ) { (world: ChatWorld) in
    world.setPolicies { $0.usesPush = true }
    let (alice, bob) = try await world.phones("Alice", "Bob", on: .wifi)
    let tablet = try await world.phone("Bob's iPad", user: "bob", on: .wifi)
    await world.openAccount(of: "carol", named: "Carol")
    let group = try await alice.startConversation(with: [], and: ["carol"], isGroup: true)
    await alice.add(bob.userID, to: group)
    for phone in [bob, tablet] {
      try await phone.expectNotifications(\.bodies, is: ["Alice added you"], within: .minutes(1))
    }
    try await world.untilQuiet()
    for phone in [bob, tablet] { try await phone.enterBackground() }
    try await world.advance(by: .minutes(1))
    _ = try await alice.send("hello", in: group)
    for phone in [bob, tablet] {
      try await phone.expectNotifications(
        all: .that(\.bodies, is: ["Alice added you", "hello"]), .that(\.badge, is: 1),
        within: .minutes(1))
    }
    try await bob.clearNotifications { $0.body == "hello" }
    try await tablet.expectNotifications(
      \.bodies, is: ["Alice added you"], within: .minutes(1))
    // It is unread, and counts as such.
    for phone in [bob, tablet] {
      try await phone.expectNotifications(\.badge, is: 1, for: .seconds(30))
    }
  }

  static let readInPrivateAfterTheEnd = Scenario(
    "A writes and leaves B alone in a group, which ends it, and B reads on his phone with the switch off: his tablet counts it no more",
    covers: "PM-20", "MR-06", tags: .receipts, .privacy, .groups, .members, .push, .multiDevice,
    pinned: .duplicates, .policies, .timings, .links
  ) { (world: ChatWorld) in
    world.setPolicies { $0.usesPush = true }
    let (alice, bob) = try await world.phones("Alice", "Bob", on: .wifi)
    let tablet = try await world.phone("Bob's iPad", user: "bob", on: .wifi)
    let group = try await alice.startConversation(with: bob, tablet, isGroup: true)
    await bob.shareReceipts(false)
    try await world.untilQuiet()
    try await tablet.enterBackground()
    try await world.advance(by: .minutes(1))
    let farewell = try await alice.send("farewell", in: group)
    try await tablet.expectNotifications(
      all: .that(\.bodies, is: ["farewell"]), .that(\.badge, is: 1), within: .minutes(1))
    await alice.openInfo(of: group)
    await alice.leave(group)
    await alice.confirm()
    try await bob.expect(
      all: .that(\.isArchived, of: .conversation(group), is: true),
      .that(\.unread, of: .conversation(group), is: 1))
    try await world.untilQuiet()
    await bob.open(group)
    try await tablet.expectNotifications(
      all: .that(\.bodies, is: []), .that(\.badge, is: 0), within: .minutes(1))
    await bob.close()
    try await tablet.enterForeground()
    for phone in [bob, tablet] {
      try await phone.expect(
        all: .that(\.isArchived, of: .conversation(group), is: true),
        .that(\.unread, of: .conversation(group), is: 0), for: .seconds(10), within: .seconds(10))
    }
    try await world.expectRead(farewell, in: group)
  }

  static let tagOfTwoWords = Scenario(
    "B tags a group with two words: both his phones show them, and he finds the group by them",
    covers: "PM-14", tags: .groups, .multiDevice, pinned: .links, .policies
  ) { (world: ChatWorld) in
    let (alice, bob) = try await world.phones("Alice", "Bob", on: .wifi)
    let tablet = try await world.phone("Bob's iPad", user: "bob", on: .wifi)
    let group = try await alice.startConversation(with: bob, tablet, isGroup: true)
    _ = try await alice.startConversation(with: bob, tablet)
    await bob.tag(group, as: "old friends")
    try await bob.expect(\.tag, of: .conversation(group), is: "#old friends", within: .zero)
    try await tablet.expect(\.tag, of: .conversation(group), is: "#old friends")
    try await world.untilQuiet()
    for phone in [bob, tablet] {
      await phone.search("#old friends")
      try await phone.expect(
        all: .that("what is found", is: [group]) { $0.listedConversations.map(\.id) },
        .that(\.tag, of: .conversation(group), is: "#old friends"), for: .seconds(5))
    }
  }

  static let takenBackByAnotherAdmin = Scenario(
    "A has invited D, and B, an admin too, takes the invitation back: it goes from D's list, and nobody reads of a failure",
    covers: "PM-09", tags: .groups, .members, .sheets, pinned: .links, .policies
  ) { (world: ChatWorld) in
    let (alice, bob, dave) = try await world.phones("Alice", "Bob", "Dave", on: .wifi)
    let group = try await alice.startConversation(with: bob, isGroup: true)
    await bob.open(group)
    await bob.openInfo(of: group)
    await alice.openInfo(of: group)
    await alice.give(.admin, to: bob.userID, in: group)
    await alice.invite(dave.userID, to: group)
    try await dave.expect(\.invitations.count, is: 1)
    try await bob.expect(
      all: .that("guests", of: .groupInfo, is: ["Dave"]) { $0.guests.map(\.name) },
      .that("their controls", of: .groupInfo, is: ["Withdraw"]) { $0.guests.map(\.withdraw) })
    await bob.withdraw(dave.userID, from: group)
    try await dave.expect(\.invitations.count, is: 0)
    for phone in [alice, bob] {
      try await phone.expect(
        all: .that(\.guests.count, of: .groupInfo, is: 0), .absent(.alert),
        for: .seconds(10), within: .seconds(10))
    }
    try await dave.expect(\.invitations.count, is: 0, for: .seconds(5))
  }

  static let photoAsTheGroupEnds = Scenario(
    "B's photo is on its way as A leaves, which ends their group: it arrives all the same, and his tablet shows it",
    covers: "AS-06", "MR-06", tags: .groups, .members, .multiDevice,
    pinned: .links, .clocks, .policies, .traffic
  ) { (world: ChatWorld) in
    let alice = try await world.phone("Alice", on: .lte)
    let bob = try await world.phone("Bob", on: .threeG)
    let tablet = try await world.phone("Bob's iPad", user: "bob", on: .wifi)
    let group = try await alice.startConversation(with: bob, tablet, isGroup: true)
    for phone in [bob, tablet] { await phone.open(group) }
    await alice.openInfo(of: group)
    let view = Picture("view", byteCount: 1_000_000)
    let look = try await bob.send("look", picture: view, in: group)
    try await bob.expect(\.photo?.progress, of: .bubble(look), is: "26 %", within: .minutes(1))
    await alice.leave(group)
    await alice.confirm()
    try await bob.expect(
      all: .that(\.isReadOnly, of: .thread, is: true),
      .that(\.photo?.progress, of: .bubble(look), isNot: nil), within: .seconds(5))
    try await tablet.expect(
      \.photo?.content, of: .bubble(look), is: view.content, within: .minutes(2))
    try await bob.expect(
      all: .that(\.photo?.content, of: .bubble(look), is: view.content),
      .that(\.photo?.progress, of: .bubble(look), is: nil),
      .that(\.photo?.failure, of: .bubble(look), is: nil), .absent(.alert),
      for: .seconds(10), within: .seconds(10))
    try await world.untilQuiet()
    try await world.expectPictures(1)
  }
}
