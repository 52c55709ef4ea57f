import Chat
import Rehearsal

// What somebody leaves behind who goes: words to be read, media, invitations, and groups without an admin.

extension Scenarios {
  static let mediaOfWhoHasLeft = Scenario(
    "B posts a photo and leaves the group: A, its admin, deletes the photo from it all the same",
    covers: "PM-18", tags: .groups, .members, pinned: .links, .clocks, .policies, .traffic
  ) { (world: ChatWorld) in
    let (alice, bob, carol) = try await world.phones("Alice", "Bob", "Carol", on: .lte)
    let group = try await alice.startConversation(with: bob, carol, isGroup: true)
    for phone in [bob, carol] { await phone.open(group) }
    let look = try await bob.send("look", picture: Picture("view"), in: group)
    for phone in [alice, carol] {
      try await phone.expect(
        all: .that(\.photo?.content, of: .bubble(look), isNot: nil), within: .minutes(1))
    }
    try await world.untilQuiet()
    await bob.openInfo(of: group)
    await bob.leave(group)
    await bob.confirm()
    try await alice.expect(\.users, of: .thread, is: ["alice", "carol"])
    await alice.deleteMedia(look)
    try await carol.expect(
      all: .that(\.photo, of: .bubble(look), is: nil),
      .that(\.mediaNote, of: .bubble(look), is: "Media deleted"),
      .that(\.text, of: .bubble(look), is: "look"), within: .seconds(5))
    try await alice.expect(
      all: .that(\.mediaNote, of: .bubble(look), is: "Media deleted"), .absent(.alert),
      for: .seconds(10))
    try await world.untilQuiet()
    try await world.expectPictures(0)
  }

  static let invitedByWhoHasLeft = Scenario(
    "A invites D and leaves the group, which goes on under B: D says yes to what still stands on his list, and is a member",
    covers: "PM-09", "MR-10", tags: .groups, .members, pinned: .links, .policies
  ) { (world: ChatWorld) in
    let (alice, bob, carol) = try await world.phones("Alice", "Bob", "Carol", on: .wifi)
    let dave = try await world.phone("Dave", on: .wifi)
    let group = try await alice.startConversation(with: bob, carol, isGroup: true)
    await alice.openInfo(of: group)
    await alice.invite(dave.userID, to: group)
    try await dave.expect(\.invitations.count, is: 1)
    await alice.leave(group)
    await alice.confirm()
    await bob.open(group)
    await bob.openInfo(of: group)
    try await bob.expect(
      all: .that(\.users, of: .groupInfo, is: ["bob", "carol"]),
      .that("guests", of: .groupInfo, is: ["Dave"]) { $0.guests.map(\.name) },
      .that(\.add, of: .groupInfo, isNot: nil), within: .seconds(10))
    try await dave.expect(\.invitations.count, is: 1, for: .seconds(5))
    await dave.accept(group)
    try await bob.expect(
      all: .that(\.users, of: .groupInfo, is: ["bob", "carol", "dave"]),
      .that(\.guests.count, of: .groupInfo, is: 0), within: .seconds(10))
    try await dave.expect(\.invitations.count, is: 0)
    await dave.open(group)
    let hi = try await dave.send("hi", in: group)
    await carol.open(group)
    try await carol.expect(\.text, of: .bubble(hi), is: "hi")
  }

  static let readAfterItsAuthorLeft = Scenario(
    "A writes and leaves the group, and B reads on his phone after that: his tablet in the pocket counts it no more, nor does its list",
    covers: "RR-04", "UN-07", "UN-05", tags: .receipts, .groups, .members, .push, .multiDevice,
    pinned: .duplicates, .policies, .timings, .links
  ) { (world: ChatWorld) in
    world.setPolicies { $0.usesPush = true }
    let (alice, bob, carol) = try await world.phones("Alice", "Bob", "Carol", on: .wifi)
    let tablet = try await world.phone("Bob's iPad", user: "bob", on: .wifi)
    let group = try await alice.startConversation(with: bob, carol, tablet, isGroup: true)
    try await tablet.enterBackground()
    try await world.untilQuiet()
    _ = try await alice.send("farewell", in: group)
    try await tablet.expectNotifications(
      all: .that(\.bodies, is: ["farewell"]), .that(\.badge, is: 1), within: .minutes(1))
    await alice.openInfo(of: group)
    await alice.leave(group)
    await alice.confirm()
    try await bob.expect(
      all: .that(\.preview, of: .conversation(group), is: "Alice left"),
      .that(\.unread, of: .conversation(group), is: 1))
    try await world.untilQuiet()
    await bob.open(group)
    try await tablet.expectNotifications(
      all: .that(\.bodies, is: []), .that(\.badge, is: 0), within: .minutes(1))
    await bob.close()
    try await tablet.enterForeground()
    for phone in [bob, tablet] {
      try await phone.expect(
        \.unread, of: .conversation(group), is: 0, for: .seconds(10), within: .seconds(10))
    }
  }

  static let adminOfOneGroupInThree = Scenario(
    "Dave's account is deleted, who was a plain member of two groups and the only admin of a third between them: it has another admin, who can add people",
    covers: "MR-09", tags: .groups, .members, pinned: .policies
  ) { (world: ChatWorld) in
    let (alice, bob, dave) = try await world.phones("Alice", "Bob", "Dave", on: .lte)
    await world.openAccount(of: "erin", named: "Erin")
    let older = try await bob.startConversation(with: alice, dave, isGroup: true)
    try await world.advance(by: .minutes(1))
    let group = try await dave.startConversation(with: alice, bob, isGroup: true)
    try await world.advance(by: .minutes(1))
    let newer = try await bob.startConversation(with: alice, dave, isGroup: true)
    try await world.untilQuiet()
    await world.deleteAccount(of: dave.userID)
    await alice.open(group)
    await alice.openInfo(of: group)
    try await alice.expect(
      all: .that("Alice's role", of: .groupInfo, is: "Admin") { info in
        info.members.first { $0.user == "alice" }?.role
      }, .that(\.add, of: .groupInfo, isNot: nil), within: .seconds(10))
    await alice.add("erin", to: group)
    try await alice.expect(\.users, of: .groupInfo, is: ["alice", "bob", "dave", "erin"])
    try await world.untilQuiet()
    for other in [older, newer] {
      try world.require(await world.admins(of: other), is: ["bob"], "the admins of the others")
    }
  }

  static let guestsOfAnEndedGroup = Scenario(
    "A has invited Dave and Erin, and ends the group: her information on it tells of nobody who is invited",
    covers: "PM-09", "MR-06", tags: .groups, .members, .sheets, pinned: .links, .policies
  ) { (world: ChatWorld) in
    let (alice, bob) = try await world.phones("Alice", "Bob", on: .wifi)
    for (user, name) in [("dave", "Dave"), ("erin", "Erin")] as [(UserID, String)] {
      await world.openAccount(of: user, named: name)
    }
    let group = try await alice.startConversation(with: bob, isGroup: true)
    await alice.openInfo(of: group)
    await alice.invite("dave", "erin", to: group)
    try await alice.expect(
      all: .that("guests", of: .groupInfo, is: ["Dave", "Erin"]) { $0.guests.map(\.name) })
    await alice.askRemoval(of: bob.userID, from: group)
    await alice.confirm()
    try await alice.expect(
      all: .that(\.users, of: .groupInfo, is: ["alice"]),
      .that("guests", of: .groupInfo, is: []) { $0.guests.map(\.name) }, within: .seconds(10))
    await alice.closeSheet()
    try await alice.expect(\.isReadOnly, of: .thread, is: true)
    await alice.openInfo(of: group)
    try await alice.expect(\.guests.count, of: .groupInfo, is: 0, for: .seconds(5))
  }
}
