import Chat
import Rehearsal

// What pushes other than those of new messages tell a closed app: the number on its icon, and who it was that invited.

extension Scenarios {
  /// Bob has closed his app, and Alice writes him three messages after that, which stand on its icon.
  private static func closeWithThreeUnread(
    _ bob: ChatPhone, _ alice: ChatPhone, in chat: ConversationID, of world: ChatWorld
  ) async throws {
    try await world.untilQuiet()
    try await bob.kill()
    for (number, text) in zip(1..., ["one", "two", "three"]) {
      _ = try await alice.send(text, in: chat)
      try await bob.expectNotifications(
        all: .that(\.bodies, is: [text]), .that(\.badge, is: number), within: .minutes(1))
    }
  }

  static let invitedWithUnread = Scenario(
    "B has closed his app with three messages unread, and is invited to a group: the icon goes on showing three, also when the invitation is taken back",
    covers: "UN-07", "PM-09", tags: .push, .groups, .members,
    pinned: .duplicates, .policies, .timings, .links
  ) { (world: ChatWorld) in
    world.setPolicies { $0.usesPush = true }
    let (alice, bob) = try await world.phones("Alice", "Bob", on: .wifi)
    await world.openAccount(of: "dave", named: "Dave")
    let chat = try await alice.startConversation(with: bob)
    let group = try await alice.startConversation(with: [], and: ["dave"], isGroup: true)
    try await closeWithThreeUnread(bob, alice, in: chat, of: world)
    await alice.open(group)
    await alice.openInfo(of: group)
    await alice.invite(bob.userID, to: group)
    try await bob.expectNotifications(
      all: .that(\.bodies, is: ["three", "Alice invites you to Alice, Dave"]),
      .that(\.badge, is: 3), within: .minutes(1))
    await alice.withdraw(bob.userID, from: group)
    try await bob.expectNotifications(\.badge, is: 3, for: .minutes(1))
  }

  static let addedWithUnread = Scenario(
    "B has closed his app with three messages unread, and is added to a group: the icon goes on showing three, and four with the first message there",
    covers: "UN-05", "NO-02", tags: .push, .groups, .members,
    pinned: .duplicates, .policies, .timings, .links
  ) { (world: ChatWorld) in
    world.setPolicies { $0.usesPush = true }
    let (alice, bob) = try await world.phones("Alice", "Bob", on: .wifi)
    await world.openAccount(of: "dave", named: "Dave")
    let chat = try await alice.startConversation(with: bob)
    let group = try await alice.startConversation(with: [], and: ["dave"], isGroup: true)
    _ = try await alice.send("before", in: group)
    try await closeWithThreeUnread(bob, alice, in: chat, of: world)
    await alice.add(bob.userID, to: group)
    try await bob.expectNotifications(
      all: .that(\.bodies, is: ["three", "Alice added you"]), .that(\.badge, is: 3),
      within: .minutes(1))
    try await bob.expectNotifications(\.badge, is: 3, for: .seconds(30))
    _ = try await alice.send("welcome", in: group)
    try await bob.expectNotifications(
      all: .that(\.bodies, is: ["three", "Alice added you", "welcome"]), .that(\.badge, is: 4),
      within: .minutes(1))
  }

  static let deletedBesideUnread = Scenario(
    "B has closed his app with unread messages of A and of C, and A deletes one of hers: the icon counts the others as before",
    covers: "UN-07", "RG-01", tags: .push, pinned: .duplicates, .policies, .timings, .links
  ) { (world: ChatWorld) in
    world.setPolicies { $0.usesPush = true }
    let (alice, bob, carol) = try await world.phones("Alice", "Bob", "Carol", on: .wifi)
    let withCarol = try await carol.startConversation(with: bob)
    let withAlice = try await alice.startConversation(with: bob)
    try await closeWithThreeUnread(bob, alice, in: withAlice, of: world)
    for (number, text) in zip(4..., ["hello", "are you there?"]) {
      _ = try await carol.send(text, in: withCarol)
      try await bob.expectNotifications(\.badge, is: number, within: .minutes(1))
    }
    let oops = try await alice.send("oops", in: withAlice)
    try await bob.expectNotifications(\.badge, is: 6, within: .minutes(1))
    await alice.delete(oops)
    try await bob.expectNotifications(\.badge, is: 5, within: .minutes(1))
    try await bob.expectNotifications(\.badge, is: 5, for: .seconds(30))
  }

  static let invitedByWhoLeftAtOnce = Scenario(
    "A invites D and leaves the group before the backend comes to notify: D's shade says that it was A",
    covers: "PM-09", tags: .push, .groups, .members, .fault,
    pinned: .duplicates, .policies, .timings, .links
  ) { (world: ChatWorld) in
    world.setPolicies { $0.usesPush = true }
    let (alice, bob, dave) = try await world.phones("Alice", "Bob", "Dave", on: .wifi)
    await world.openAccount(of: "carol", named: "Carol")
    let group = try await alice.startConversation(with: [bob], and: ["carol"], isGroup: true)
    await alice.openInfo(of: group)
    await alice.rename(group, to: "Hiking")
    try await world.untilQuiet()
    try await dave.kill()
    await alice.invite(dave.userID, to: group)
    await alice.leave(group)
    await alice.confirm()
    // The function that notifies is cut off, and runs again after ten seconds at the earliest.
    try await world.cutFunctions(for: .seconds(3))
    try world.require(
      await world.members(of: group), is: ["bob", "carol"], "the members at the backend")
    try await dave.expectNotifications(\.count, is: 0, within: .zero)
    try await dave.expectNotifications(
      all: .that(\.titles, is: ["Hiking"]),
      .that(\.bodies, is: ["Alice invites you to Hiking"]), within: .minutes(2))
    // It stands on his list in the same words.
    try await dave.launch()
    try await dave.expect(
      all: .that("invitations", is: ["Alice invites you to Hiking"]) {
        $0.invitations.map(\.text)
      }, within: .seconds(10))
  }
}
