import Chat
import Rehearsal

// Several notifications that wait side by side, of invitations and of groups, and what each of them stands for.

extension Scenarios {
  static let twoInvitations = Scenario(
    "B's phone is in his pocket, and A and C invite him to two groups: both notifications wait, and that of A's goes alone as she takes it back",
    covers: "PM-09", tags: .groups, .members, .push,
    pinned: .duplicates, .policies, .timings, .links
  ) { (world: ChatWorld) in
    world.setPolicies { $0.usesPush = true }
    let (alice, bob, carol) = try await world.phones("Alice", "Bob", "Carol", on: .wifi)
    await world.openAccount(of: "dave", named: "Dave")
    let hiking = try await alice.startConversation(with: [], and: ["dave"], isGroup: true)
    let party = try await carol.startConversation(with: [], and: ["dave"], isGroup: true)
    for (host, group, name) in [(alice, hiking, "Hiking"), (carol, party, "Party")] {
      await host.openInfo(of: group)
      await host.rename(group, to: name)
    }
    try await bob.enterBackground()
    try await world.untilQuiet()
    let (toHiking, toParty) = ("Alice invites you to Hiking", "Carol invites you to Party")
    await alice.invite(bob.userID, to: hiking)
    try await bob.expectNotifications(\.bodies, is: [toHiking], within: .minutes(1))
    await carol.invite(bob.userID, to: party)
    try await bob.expectNotifications(\.bodies, is: [toHiking, toParty], within: .minutes(1))
    await alice.withdraw(bob.userID, from: hiking)
    try await bob.expectNotifications(
      \.bodies, is: [toParty], for: .minutes(1), within: .minutes(1))
    try await bob.enterForeground()
    try await bob.expect(
      all: .that("invitations", is: [toParty]) { $0.invitations.map(\.text) },
      within: .seconds(10))
  }

  static let invitedAgainAtOnce = Scenario(
    "A takes an invitation back and invites B once more before the backend tells his phone of the end: the second one stays in the shade",
    covers: "PM-09", tags: .groups, .members, .push, .fault,
    pinned: .duplicates, .policies, .timings, .links
  ) { (world: ChatWorld) in
    world.setPolicies { $0.usesPush = true }
    let (alice, bob) = try await world.phones("Alice", "Bob", on: .wifi)
    await world.openAccount(of: "dave", named: "Dave")
    let group = try await alice.startConversation(with: [], and: ["dave"], isGroup: true)
    await alice.openInfo(of: group)
    await alice.rename(group, to: "Hiking")
    try await bob.enterBackground()
    try await world.untilQuiet()
    // Until the app sleeps, which would hear of the end by itself.
    try await world.advance(by: .minutes(2))
    let words = ["Alice invites you to Hiking"]
    await alice.invite(bob.userID, to: group)
    try await bob.expectNotifications(\.bodies, is: words, within: .minutes(1))
    await alice.withdraw(bob.userID, from: group)
    try await world.cutFunctions(for: .seconds(3))
    // What was cut off is tried again after ten seconds at the earliest.
    await alice.invite(bob.userID, to: group)
    try await bob.expectNotifications(
      all: .that(\.bodies, is: words), .that(\.bannerCount, is: 2))
    try await bob.expectNotifications(\.bodies, is: words, for: .minutes(15))
    try await bob.enterForeground()
    try await bob.expect(
      all: .that("invitations", is: words) { $0.invitations.map(\.text) }, within: .seconds(10))
  }

  static let invitedByAnother = Scenario(
    "B is invited to a group without a name, which D joins, and while his app is closed C invites him in A's place: the line on his list tells who is in it, and who invites",
    covers: "PM-09", tags: .groups, .members, .restart, pinned: .links, .clocks, .policies
  ) { (world: ChatWorld) in
    let (alice, bob, carol) = try await world.phones("Alice", "Bob", "Carol", on: .wifi)
    await world.openAccount(of: "dave", named: "Dave")
    let group = try await alice.startConversation(with: carol, isGroup: true)
    func isInvited(_ words: String) async throws {
      try await bob.expect(
        all: .that("invitations", is: [words]) { $0.invitations.map(\.text) },
        within: .seconds(10))
    }
    await alice.openInfo(of: group)
    await alice.give(.admin, to: carol.userID, in: group)
    await alice.invite(bob.userID, to: group)
    try await isInvited("Alice invites you to Alice, Carol")
    await alice.add("dave", to: group)
    try await isInvited("Alice invites you to Alice, Carol, Dave")
    try await world.untilQuiet()
    try await bob.kill()
    await alice.withdraw(bob.userID, from: group)
    try await world.untilQuiet()
    await carol.open(group)
    await carol.openInfo(of: group)
    await carol.invite(bob.userID, to: group)
    try await world.untilQuiet()
    try await bob.relaunch()
    try await isInvited("Carol invites you to Alice, Carol, Dave")
  }

  static let addedWhileDozing = Scenario(
    "B's Android phone lies still: he is told at once that A adds him to a group, and that she removes him, and the icon counts the group no more",
    covers: "NO-02", "NO-03", "UN-05", tags: .groups, .members, .push,
    pinned: .duplicates, .policies, .timings, .links
  ) { (world: ChatWorld) in
    world.setPolicies { $0.usesPush = true }
    let (alice, carol) = try await world.phones("Alice", "Carol", on: .wifi)
    let bob = try await world.phone("Bob", on: .wifi, transport: .fcmAndroid)
    let chat = try await carol.startConversation(with: bob)
    let group = try await alice.startConversation(with: carol, isGroup: true)
    await alice.openInfo(of: group)
    await alice.rename(group, to: "Hiking")
    await alice.closeSheet()
    try await world.untilQuiet()
    try await bob.kill()
    await bob.setDozing(true)
    await alice.add(bob.userID, to: group)
    try await bob.expectNotifications(\.bodies, is: ["Alice added you"], within: .minutes(1))
    _ = try await carol.send("hello", in: chat)
    try await bob.expectNotifications(\.badge, is: 1, within: .minutes(1))
    for (count, text) in [(2, "welcome"), (3, "we meet at nine")] {
      _ = try await alice.send(text, in: group)
      try await bob.expectNotifications(\.badge, is: count, within: .minutes(1))
    }
    await alice.remove(bob.userID, from: group)
    try await bob.expectNotifications(
      all: .that(\.bodies.last, is: "You were removed from Hiking"), .that(\.badge, is: 1),
      within: .minutes(1))
    try await bob.expectNotifications(\.badge, is: 1, for: .minutes(1))
  }

  static let repliedToBothOfAGroup = Scenario(
    "In a tunnel B replies to the news that he is in a group, at length, and then to what C wrote there: C reads his replies in his order",
    covers: "PM-06", tags: .push, .groups, .members, .offline,
    pinned: .duplicates, .policies, .timings, .links
  ) { (world: ChatWorld) in
    world.setPolicies { $0.usesPush = true }
    let carol = try await world.phone("Carol", on: .wifi)
    let bob = try await world.phone("Bob", on: .threeG)
    await world.openAccount(of: "dave", named: "Dave")
    let group = try await carol.startConversation(with: [], and: ["dave"], isGroup: true)
    try await world.untilQuiet()
    try await bob.kill()
    await carol.add(bob.userID, to: group)
    try await bob.expectNotifications(\.bodies, is: ["Carol added you"], within: .minutes(1))
    _ = try await carol.send("hiking?", in: group)
    try await bob.expectNotifications(
      \.bodies, is: ["Carol added you", "hiking?"], within: .minutes(1))
    await bob.setAirplaneMode(true)
    // So long that it and the other one do not reach the backend within one millisecond.
    let thanks = "Thank you" + String(repeating: ", and you", count: 500)
    try await bob.respond(.reply(thanks)) { $0.body == "Carol added you" }
    try await world.advance(by: .seconds(5))
    try await bob.respond(.reply("gladly")) { $0.body == "hiking?" }
    try await bob.enterForeground()
    await bob.setAirplaneMode(false)
    try await carol.expect(
      \.texts, of: .thread, is: ["You added Bob", "hiking?", thanks, "gladly"],
      within: .minutes(1))
  }
}
