import Chat
import Rehearsal

// Invitations to groups once more (PM-09): answers that come too late, those who were members before, and what is not asked twice.

extension Scenarios {
  static let yesTooLate = Scenario(
    "B says yes in a tunnel, and A has taken the invitation back: B is told so, and another one is as good as the first",
    covers: "PM-09", tags: .groups, .members, .offline
  ) { (world: ChatWorld) in
    let (alice, bob, group) = try await world.groupWithoutBob()
    await alice.invite("bob", to: group)
    try await bob.expect(\.invitations.count, is: 1, within: .seconds(10))
    for _ in 1...2 {
      await bob.setAirplaneMode(true)
      await bob.accept(group)
      await alice.withdraw("bob", from: group)
      try await alice.expect(\.guests.isEmpty, of: .groupInfo, is: true, within: .seconds(10))
      try await world.untilQuiet()
      await bob.setAirplaneMode(false)
      try await bob.expect(
        all: .that(\.alert, is: "The members could not be changed"),
        .that(\.invitations.count, is: 0), .that(\.conversations.count, is: 0), within: .seconds(10)
      )
      await bob.answerAlert()
      await alice.invite("bob", to: group)
      try await bob.expect(
        all: .that("invitations", is: ["Alice invites you to Alice, Dave"]) {
          $0.invitations.map(\.text)
        }, .that(\.invitations.first?.accept, isNot: nil), within: .seconds(10))
    }
    await bob.accept(group)
    try await bob.expect(
      all: .that(\.invitations.count, is: 0),
      .that(\.preview, of: .conversation(group), is: "You joined"), .absent(.alert),
      within: .seconds(10))
  }

  static let yesTooLateOfAFormerMember = Scenario(
    "B was removed and is invited again; his yes comes too late, and he reads that he was removed, as before",
    covers: "PM-09", "MR-03", tags: .groups, .members, .offline
  ) { (world: ChatWorld) in
    let (alice, bob, carol) = try await world.phones("Alice", "Bob", "Carol", on: .lte)
    let group = try await alice.startConversation(with: bob, carol, isGroup: true)
    await alice.openInfo(of: group)
    await alice.rename(group, to: "Hiking")
    await alice.remove("bob", from: group)
    let removed = "You were removed from Hiking"
    try await bob.expect(\.departure, of: .conversation(group), is: removed, within: .seconds(10))
    await alice.invite("bob", to: group)
    try await bob.expect(\.invitations.count, is: 1, within: .seconds(10))
    await bob.setAirplaneMode(true)
    await bob.accept(group)
    await alice.withdraw("bob", from: group)
    try await alice.expect(\.guests.isEmpty, of: .groupInfo, is: true, within: .seconds(10))
    try await world.untilQuiet()
    await bob.setAirplaneMode(false)
    try await bob.expect(
      all: .that(\.alert, is: "The members could not be changed"),
      .that(\.invitations.count, is: 0), within: .seconds(10))
    await bob.answerAlert()
    try await bob.expect(\.departure, of: .conversation(group), is: removed, for: .minutes(1))
  }

  /// B, whom A has invited to a group, and that his screen says so.
  private static func invitedBob(
    in world: ChatWorld
  ) async throws -> (bob: ChatPhone, group: ConversationID, isThere: ScreenCondition<Screen>) {
    let (alice, bob, group) = try await world.groupWithoutBob()
    await alice.invite("bob", to: group)
    let isThere: ScreenCondition<Screen> = .that(
      "invitations", is: ["Alice invites you to Alice, Dave"]
    ) { $0.invitations.map(\.text) }
    try await bob.expect(all: isThere, within: .seconds(10))
    return (bob, group, isThere)
  }

  static let yesRefused = Scenario(
    "B says yes in a tunnel, and the backend refuses it once: the invitation reads as it did, and the next yes counts",
    covers: "PM-09", tags: .groups, .members, .offline, .fault
  ) { (world: ChatWorld) in
    let (bob, group, isThere) = try await invitedBob(in: world)
    await bob.setAirplaneMode(true)
    await bob.accept(group)
    try await bob.expect(
      all: isThere, .that(\.invitations.first?.accept, is: nil), for: .seconds(5))
    world.refuseNext(.members, by: bob)
    await bob.setAirplaneMode(false)
    try await bob.expect(
      all: isThere, .that(\.alert, is: "The members could not be changed"), within: .seconds(10))
    await bob.answerAlert()
    try await bob.expect(
      all: isThere, .that(\.invitations.first?.accept, isNot: nil), for: .seconds(10))
    await bob.accept(group)
    try await bob.expect(
      all: .that(\.invitations.count, is: 0),
      .that(\.preview, of: .conversation(group), is: "You joined"), .absent(.alert),
      within: .seconds(10))
  }

  static let invitedAndDisabled = Scenario(
    "B's account is disabled until his token has ended, and is good again: an invitation that nobody has taken back stands all the while",
    covers: "PM-09", tags: .groups, .members
  ) { (world: ChatWorld) in
    let (bob, _, isThere) = try await invitedBob(in: world)
    world.backend.accounts.disable("bob")
    try await bob.expect(all: isThere, for: .minutes(75))
    world.backend.accounts.enable("bob")
    try await bob.expect(all: isThere, for: .minutes(5))
  }

  static let declinedAndAdded = Scenario(
    "B was a member, says no to an invitation and is added all the same: he sees all that is there for members, and what comes",
    covers: "PM-09", tags: .groups, .members
  ) { (world: ChatWorld) in
    let (alice, bob, carol) = try await world.phones("Alice", "Bob", "Carol", on: .lte)
    let group = try await alice.startConversation(with: bob, carol, isGroup: true)
    await alice.remove("bob", from: group)
    try await world.untilQuiet()
    for word in ["first", "second"] {
      await alice.invite("bob", to: group)
      try await bob.expect(
        all: .that("invitations", is: ["Alice invites you to Alice, Carol"]) {
          $0.invitations.map(\.text)
        }, within: .seconds(10))
      await bob.decline(group)
      try await bob.expect(\.invitations.count, is: 0)
      try await world.untilQuiet()
      await alice.add("bob", to: group)
      try await bob.expect(
        all: .that(\.unread, of: .conversation(group), isNot: nil), within: .seconds(10))
      await bob.open(group)
      let said = try await alice.send(word, in: group)
      try await bob.expect(
        all: .that(\.text, of: .bubble(said), is: word),
        .that(\.isReadOnly, of: .thread, is: false),
        .that(\.users, of: .thread, is: ["alice", "bob", "carol"]))
      try await alice.expect(\.receiptLabel, of: .bubble(said), is: "Read by 1 of 2")
      await bob.close()
      await alice.remove("bob", from: group)
      try await world.untilQuiet()
    }
  }

  static let invitationBanner = Scenario(
    "An invitation makes a banner over a thread and behind a call, and none over the list that shows it; it stays in the shade until it is over",
    covers: "PM-09", tags: .groups, .members, .push,
    pinned: .duplicates, .policies, .timings, .links
  ) { (world: ChatWorld) in
    world.setPolicies { $0.usesPush = true }
    let (alice, bob) = try await world.phones("Alice", "Bob", on: .lte)
    await world.openAccount(of: "dave", named: "Dave")
    let pair = try await alice.startConversation(with: bob)
    let group = try await alice.startConversation(with: [], and: ["dave"], isGroup: true)
    await alice.openInfo(of: group)
    await bob.open(pair)
    try await world.untilQuiet()
    await alice.invite("bob", to: group)
    try await bob.expectNotifications(\.bannerCount, is: 1)
    await bob.close()
    try await bob.expect(\.invitations.count, is: 1)
    await bob.open(pair)
    try await bob.expect(
      all: .present(.thread), .that(\.invitations.count, is: 0), within: .zero)
    try await bob.expectNotifications(
      all: .that(\.bannerCount, is: 1), .that(\.bodies, is: ["Alice invites you to Alice, Dave"]),
      for: .minutes(1))
    await bob.close()
    await alice.withdraw("bob", from: group)
    // The phone knows it from the list, before a push could tell.
    try await bob.expect(\.invitations.count, is: 0)
    try await bob.expectNotifications(\.bodies, is: [], within: .milliseconds(50))
    try await bob.cover(with: .call)
    await alice.invite("bob", to: group)
    try await bob.expectNotifications(\.bannerCount, is: 2)
    try await bob.uncover()
    await alice.withdraw("bob", from: group)
    try await bob.expect(\.invitations.count, is: 0)
    await alice.invite("bob", to: group)
    try await bob.expect(\.invitations.count, is: 1)
    try await bob.expectNotifications(\.bannerCount, is: 2, for: .minutes(1))
  }

  static let takenBackOutOfReach = Scenario(
    "An invitation is taken back while B's app sleeps and finds no way to the backend: the push takes it out of the shade",
    covers: "PM-09", tags: .groups, .members, .push, .offline,
    pinned: .duplicates, .policies, .timings, .links
  ) { (world: ChatWorld) in
    world.setPolicies { $0.usesPush = true }
    let (alice, bob, group) = try await world.groupWithoutBob()
    try await world.untilQuiet()
    try await bob.enterBackground()
    await alice.invite("bob", to: group)
    try await bob.expectNotifications(\.count, is: 1)
    let names = try await world.putOutOfReach(bob)
    await alice.withdraw("bob", from: group)
    try await bob.expectNotifications(\.bodies, is: [], within: .seconds(10))
    names.end()
  }

  static let declinedForGood = Scenario(
    "B says no to an invitation: his phone asks for nothing of the group any more, also when it comes back to the network",
    covers: "PM-09", tags: .groups, .members, .offline, .cost
  ) { (world: ChatWorld) in
    let (alice, bob, group) = try await world.groupWithoutBob()
    await alice.invite("bob", to: group)
    try await bob.expect(\.invitations.count, is: 1, within: .seconds(10))
    await bob.decline(group)
    try await bob.expect(\.invitations.count, is: 0)
    try await world.untilQuiet()
    let before = await world.meter()
    await bob.setAirplaneMode(true)
    try await world.advance(by: .seconds(5))
    await bob.setAirplaneMode(false)
    try await world.untilQuiet()
    let sent = await world.meter() - before
    try world.require(sent[.refusals, device: bob.name], is: 0, "the number of refusals of Bob")
  }

  static let invitedBackInATunnel = Scenario(
    "B is removed from three groups and invited back to them while he is in a tunnel: each invitation says to which",
    covers: "PM-09", tags: .groups, .members, .offline
  ) { (world: ChatWorld) in
    let (alice, bob, carol) = try await world.phones("Alice", "Bob", "Carol", on: .lte)
    let names = ["Hiking", "Climbing", "Sailing"]
    var groups: [ConversationID] = []
    for name in names {
      let group = try await alice.startConversation(with: bob, carol, isGroup: true)
      await alice.openInfo(of: group)
      await alice.rename(group, to: name)
      try await alice.expect(\.title, of: .groupInfo, is: name)
      groups.append(group)
    }
    try await world.untilQuiet()
    await bob.setAirplaneMode(true)
    for group in groups {
      await alice.open(group)
      await alice.openInfo(of: group)
      await alice.remove("bob", from: group)
      try await alice.expect(\.users, of: .groupInfo, is: ["alice", "carol"])
      await alice.invite("bob", to: group)
      try await alice.expect(
        all: .that("guests", of: .groupInfo, is: ["bob"]) { $0.guests.map(\.user) })
    }
    try await world.untilQuiet()
    await bob.setAirplaneMode(false)
    // Of what the phone asks for, it may hear of the invitations first.
    try await bob.expect(
      all: .that("invitations", is: Set(names.map { "Alice invites you to \($0)" })) {
        Set($0.invitations.map(\.text))
      }, within: .minutes(1))
    let first = groups[0]
    await bob.accept(first)
    try await bob.expect(
      all: .that(\.invitations.count, is: 2),
      .that(\.preview, of: .conversation(first), is: "You joined"), within: .seconds(10))
    await bob.decline(groups[1])
    try await bob.expect(\.invitations.count, is: 1)
  }

  static let declinedInATunnel = Scenario(
    "B says no to an invitation in a tunnel, and the group gets a name meanwhile: back, he sees nothing of it",
    covers: "PM-09", tags: .groups, .members, .offline
  ) { (world: ChatWorld) in
    let (alice, bob, group) = try await world.groupWithoutBob()
    await alice.invite("bob", to: group)
    try await bob.expect(
      all: .that("invitations", is: ["Alice invites you to Alice, Dave"]) {
        $0.invitations.map(\.text)
      }, within: .seconds(10))
    await bob.setAirplaneMode(true)
    await bob.decline(group)
    await alice.rename(group, to: "Hiking")
    try await alice.expect(\.title, of: .groupInfo, is: "Hiking")
    try await world.untilQuiet()
    await bob.setAirplaneMode(false)
    try await alice.expect(\.guests.isEmpty, of: .groupInfo, is: true, within: .minutes(1))
    try await bob.expect(
      all: .that(\.invitations.count, is: 0), .that(\.conversations.count, is: 0), for: .minutes(1),
      within: .zero)
  }

  static let renamedMeanwhile = [
    renamedMeanwhile(keeping: true).named("kept"),
    renamedMeanwhile(keeping: false).named("forgotten"),
  ]

  /// - Parameter keeping: Whether the database client keeps what B saw of the group as a guest for the first time.
  private static func renamedMeanwhile(keeping: Bool) -> Scenario {
    Scenario(
      "A takes an invitation back, renames the group, and invites and adds B at once: his list never has the old name\(keeping ? ", which his database has kept" : "")",
      covers: "PM-09", tags: .groups, .members, pinned: .policies
    ) { (world: ChatWorld) in
      world.setPolicies { $0.persistsDatabase = keeping }
      let (alice, bob, group) = try await world.groupWithoutBob()
      await alice.rename(group, to: "Hiking")
      await alice.invite("bob", to: group)
      try await bob.expect(
        all: .that("invitations", is: ["Alice invites you to Hiking"]) {
          $0.invitations.map(\.text)
        }, within: .seconds(10))
      await alice.withdraw("bob", from: group)
      try await bob.expect(\.invitations.count, is: 0, within: .seconds(10))
      await alice.rename(group, to: "Climbing")
      try await alice.expect(\.title, of: .groupInfo, is: "Climbing")
      try await world.untilQuiet()
      await alice.invite("bob", to: group)
      try await alice.expect(
        all: .that("guests", of: .groupInfo, is: ["bob"]) { $0.guests.map(\.user) })
      await alice.add("bob", to: group)
      try await bob.expect(
        all: .that("conversations named Hiking", is: []) { screen in
          screen.conversations.filter { $0.title == "Hiking" }.map(\.id)
        }, for: .seconds(10), within: .zero)
      try await bob.expect(\.title, of: .conversation(group), is: "Climbing")
    }
  }

  static let invitedOutOfReach = Scenario(
    "B looks at his list while his app finds no way to the backend: an invitation makes a banner, as the list does not show it",
    covers: "PM-09", tags: .groups, .members, .push, .offline,
    pinned: .duplicates, .policies, .timings, .links
  ) { (world: ChatWorld) in
    world.setPolicies { $0.usesPush = true }
    let (alice, bob, group) = try await world.groupWithoutBob()
    try await world.untilQuiet()
    try await bob.enterBackground()
    let names = try await world.putOutOfReach(bob)
    try await bob.enterForeground()
    await alice.invite("bob", to: group)
    try await bob.expectNotifications(\.bannerCount, is: 1)
    try await bob.expect(\.invitations.count, is: 0, within: .zero)
    names.end()
    try await bob.expect(\.invitations.count, is: 1, within: .minutes(2))
  }

  static let invitedOnce = Scenario(
    "A invites a member, a guest for the second time and D: only D's invitation is written",
    covers: "PM-09", tags: .groups, .members, .cost, pinned: .policies, .traffic
  ) { (world: ChatWorld) in
    let (alice, bob, carol) = try await world.phones("Alice", "Bob", "Carol", on: .lte)
    await world.openAccount(of: "dave", named: "Dave")
    await world.openAccount(of: "erin", named: "Erin")
    let group = try await alice.startConversation(with: [bob], and: ["erin"], isGroup: true)
    await alice.openInfo(of: group)
    await alice.invite("carol", to: group)
    try await carol.expect(\.invitations.count, is: 1, within: .seconds(10))
    try await world.untilQuiet()
    let before = await world.meter()
    await alice.invite("bob", "carol", "dave", to: group)
    try await world.untilQuiet()
    let sent = await world.meter() - before
    try world.require(
      sent[.writes, device: alice.name] + sent[.refusals, device: alice.name], is: 1,
      "the number of Alice's writes")
    try await alice.expect(
      all: .that("guests", of: .groupInfo, is: ["carol", "dave"]) { $0.guests.map(\.user) },
      .absent(.alert), within: .zero)
  }

  static let invitedBackToMany = Scenario(
    "B is removed from five groups and invited back to them while his app is closed: it opens on five threads to read only and knows the invitations after a restart in a tunnel",
    covers: "PM-09", "MR-03", tags: .groups, .members, .restart
  ) { (world: ChatWorld) in
    let (alice, bob, carol) = try await world.phones("Alice", "Bob", "Carol", on: .lte)
    var groups: [ConversationID] = []
    for _ in 1...5 {
      groups.append(try await alice.startConversation(with: bob, carol, isGroup: true))
    }
    await alice.close()
    try await bob.expect(\.conversations.count, is: 5, within: .seconds(10))
    try await world.untilQuiet()
    try await bob.kill()
    for group in groups {
      await alice.remove("bob", from: group)
      try await alice.expect(\.title, of: .conversation(group), is: "Carol")
      await alice.invite("bob", to: group)
    }
    try await world.untilQuiet()
    try await bob.relaunch()
    try await bob.expect(\.invitations.count, is: 5, within: .seconds(10))
    // The client asks for what it followed in any order: the invitation to a group may come before the group.
    try await world.untilQuiet()
    for group in groups {
      await bob.open(group)
      try await bob.expect(\.isReadOnly, of: .thread, is: true, within: .seconds(1))
      await bob.close()
    }
    await bob.setAirplaneMode(true)
    try await bob.kill()
    try await bob.relaunch()
    try await bob.expect(\.invitations.count, is: 5)
  }

  static let twoAnswers = Scenario(
    "B says yes to two invitations and no to a third in a tunnel: he is a member of two groups, and after a restart without a network no invitation is left",
    covers: "PM-09", tags: .groups, .members, .offline, .restart
  ) { (world: ChatWorld) in
    let (alice, bob) = try await world.phones("Alice", "Bob", on: .lte)
    await world.openAccount(of: "dave", named: "Dave")
    var groups: [ConversationID] = []
    for _ in 1...3 {
      let group = try await alice.startConversation(with: [], and: ["dave"], isGroup: true)
      await alice.openInfo(of: group)
      await alice.invite("bob", to: group)
      await alice.closeSheet()
      groups.append(group)
    }
    try await bob.expect(\.invitations.count, is: 3, within: .seconds(10))
    try await world.untilQuiet()
    await bob.setAirplaneMode(true)
    await bob.accept(groups[0])
    await bob.accept(groups[1])
    await bob.decline(groups[2])
    await bob.setAirplaneMode(false)
    try await bob.expect(
      all: .that(\.invitations.count, is: 0), .that(\.conversations.count, is: 2),
      within: .minutes(1))
    for group in groups.prefix(2) {
      try await bob.expect(\.preview, of: .conversation(group), is: "You joined")
    }
    try await world.untilQuiet()
    try await bob.kill()
    await bob.setAirplaneMode(true)
    try await bob.relaunch()
    try await bob.expect(
      all: .that(\.conversations.count, is: 2), .that(\.invitations.count, is: 0),
      for: .seconds(10), within: .seconds(1))
  }
}

extension ChatWorld {
  /// A group of Alice and Dave, who has no phone, with its information on Alice's screen; Bob is to be invited.
  func groupWithoutBob() async throws -> (alice: ChatPhone, bob: ChatPhone, group: ConversationID) {
    let (alice, bob) = try await phones("Alice", "Bob", on: .lte)
    await openAccount(of: "dave", named: "Dave")
    let group = try await alice.startConversation(with: [], and: ["dave"], isGroup: true)
    await alice.openInfo(of: group)
    return (alice, bob, group)
  }

  /// Takes the way to the backend from the app of a phone that sleeps, until the fault ends: its connection is gone, and the
  /// name is not found. The system's connection for pushes stands.
  func putOutOfReach(_ phone: ChatPhone) async throws -> FaultHandle {
    let names = phone.loseNames()
    try await advance(by: .minutes(6))
    phone.reclaimSockets()
    return names
  }
}
