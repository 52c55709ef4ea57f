import Chat
import Rehearsal

// Several members at once with what each of them has, and changes that are small.

extension Scenarios {
  static let severalWithRoles = Scenario(
    "A removes two admins at once, and then two moderators; she adds two of them together again, of whom she has invited one: all of it takes effect",
    covers: "MR-04", "PM-16", "PM-09", "MA-01", tags: .groups, .members, .sheets,
    pinned: .links, .policies
  ) { (world: ChatWorld) in
    let (alice, bob, carol) = try await world.phones("Alice", "Bob", "Carol", on: .wifi)
    for (id, name) in [("dave", "Dave"), ("erin", "Erin"), ("frank", "Frank")] {
      await world.openAccount(of: UserID(id), named: name)
    }
    let group = try await alice.startConversation(
      with: [bob, carol], and: ["dave", "erin", "frank"], isGroup: true)
    await alice.openInfo(of: group)
    for user in [bob.userID, carol.userID] { await alice.give(.admin, to: user, in: group) }
    for user in ["dave", "erin"] as [UserID] { await alice.give(.moderator, to: user, in: group) }
    let roles = ["Admin", "Admin", "Admin", "Moderator", "Moderator", nil]
    try await alice.expect(
      all: .that("roles", of: .groupInfo, is: roles) { $0.members.map(\.role) })
    try await world.untilQuiet()
    func expect(_ users: [UserID]) async throws {
      try await world.untilQuiet()
      try await alice.expect(all: .that(\.users, of: .groupInfo, is: users), .absent(.alert))
      try world.require(await world.members(of: group), is: users, "the members at the backend")
    }
    await alice.remove(bob.userID, carol.userID, from: group)
    try await expect(["alice", "dave", "erin", "frank"])
    try world.require(await world.admins(of: group), is: ["alice"], "the admins")
    await alice.remove("dave", "erin", from: group)
    try await expect(["alice", "frank"])
    await alice.invite(bob.userID, to: group)
    try await bob.expect(\.invitations.count, is: 1)
    try await world.untilQuiet()
    await alice.add(bob.userID, carol.userID, to: group)
    try await expect(["alice", "bob", "carol", "frank"])
    for phone in [bob, carol] {
      try await phone.expect(
        all: .that(\.invitations.count, is: 0),
        .that(\.departure, of: .conversation(group), is: nil))
    }
  }

  static let capitalsAlone = Scenario(
    "A writes the group's name and a message anew with capitals: B reads both as they are now",
    covers: "GI-03", "RG-01", tags: .groups, .sheets, pinned: .links, .policies
  ) { (world: ChatWorld) in
    let (alice, bob) = try await world.phones("Alice", "Bob", on: .wifi)
    let group = try await alice.startConversation(with: bob, isGroup: true)
    await alice.openInfo(of: group)
    for name in ["hiking", "Hiking"] {
      await alice.rename(group, to: name)
      try await bob.expect(\.title, of: .conversation(group), is: name)
    }
    await alice.closeSheet()
    let hello = try await alice.send("hello bob", in: group)
    try await alice.expect(\.status, of: .bubble(hello), is: .delivered)
    await alice.edit(hello, to: "Hello Bob")
    for phone in [alice, bob] {
      await phone.open(group)
      try await phone.expect(
        all: .that(\.text, of: .bubble(hello), is: "Hello Bob"),
        .that(\.isEdited, of: .bubble(hello), is: true))
    }
  }

  static let pinnedWhenDelivered = Scenario(
    "The answer to A's message is lost, and B's phone has it unread: her two checks say so, and she can pin it while hers waits for the answer",
    covers: "PM-12", "DS-04", tags: .groups, .fault, pinned: .links, .timings, .policies
  ) { (world: ChatWorld) in
    let (alice, bob) = try await world.phones("Alice", "Bob", on: .lte)
    let group = try await alice.startConversation(with: bob, isGroup: true)
    try await world.untilQuiet()
    world.loseNextAcknowledgement(to: alice, of: .message, then: .halfOpen)
    let plan = try await alice.send("the plan", in: group)
    try await bob.expect(\.preview, of: .conversation(group), is: "the plan")
    try await world.advance(by: .seconds(5))
    try await alice.expect(\.isPinnable, of: .bubble(plan), is: false, within: .zero)
    // Connected anew, the phone asks for receipts first, and what it says again comes late.
    alice.delayNextMessage(by: .seconds(20)) { $0.summary.contains(plan.text) }
    await alice.setAirplaneMode(true)
    await alice.setAirplaneMode(false)
    try await alice.expect(
      all: .that(\.status, of: .bubble(plan), is: .delivered),
      .that(\.isPinnable, of: .bubble(plan), is: true), within: .seconds(10))
    await alice.pin(plan)
    await bob.open(group)
    for phone in [alice, bob] {
      try await phone.expect(\.pinnedTexts, of: .thread, is: ["the plan"], within: .minutes(1))
    }
  }
}
