import Chat
import Rehearsal

// What stands in front of a thread when the right to it ends, and what it shows to those who have less of one.

extension Scenarios {
  static let askedWithoutTheRight = Scenario(
    "B, a moderator, is asked whether to remove C while A makes C a moderator, and then takes B's own role: each time the question goes",
    covers: "MR-01", "PM-16", tags: .groups, .members, .sheets, pinned: .links, .policies
  ) { (world: ChatWorld) in
    let (alice, bob, carol) = try await world.phones("Alice", "Bob", "Carol", on: .wifi)
    let group = try await alice.startConversation(with: bob, carol, isGroup: true)
    await bob.open(group)
    await alice.openInfo(of: group)
    for (user, role) in [
      (carol.userID, GroupRole.moderator), (bob.userID, GroupRole.member),
    ] {
      await alice.give(.member, to: carol.userID, in: group)
      await alice.give(.moderator, to: bob.userID, in: group)
      try await world.untilQuiet()
      await bob.openInfo(of: group)
      await bob.askRemoval(of: carol.userID, from: group)
      try await bob.expect(
        \.text, of: .question, is: "Remove Carol from Alice, Carol?", within: .seconds(1))
      try await world.untilQuiet()
      try await bob.expect(all: .present(.question), within: .zero)
      await alice.give(role, to: user, in: group)
      try await bob.expect(all: .absent(.question), .present(.groupInfo), within: .seconds(5))
      await bob.closeSheet()
    }
    try world.require(
      await world.members(of: group), is: ["alice", "bob", "carol"], "the members at the backend")
  }

  static let pickerWithoutTheRight = Scenario(
    "B looks through his photos while A has only admins write: the photos go, as the composer does",
    covers: "PM-10", "AS-01", tags: .groups, .sheets, pinned: .links, .policies
  ) { (world: ChatWorld) in
    let (alice, bob) = try await world.phones("Alice", "Bob", on: .wifi)
    let group = try await alice.startConversation(with: bob, isGroup: true)
    await alice.openInfo(of: group)
    await bob.open(group)
    await bob.addPicture()
    try await bob.answerPrompt(.allow)
    try await bob.expect(\.canChoose, of: .photoSheet, is: true)
    await alice.letOnlyAdminsWrite(true, in: group)
    try await bob.expect(
      all: .absent(.photoSheet), .that(\.hasComposer, of: .thread, is: false),
      .that(\.previews.count, of: .thread, is: 0), within: .seconds(5))
  }

  static let statisticsOfAnEndedGroup = Scenario(
    "A looks at a group's statistics on her tablet, and its end from her phone closes them",
    covers: "PM-19", "MR-06", tags: .groups, .members, .sheets, .multiDevice,
    pinned: .links, .policies
  ) { (world: ChatWorld) in
    let (alice, bob) = try await world.phones("Alice", "Bob", on: .wifi)
    let tablet = try await world.phone("Alice's iPad", user: "alice", on: .wifi)
    let group = try await alice.startConversation(with: bob, tablet, isGroup: true)
    await tablet.open(group)
    await tablet.openInfo(of: group)
    await tablet.openStatistics(of: group)
    try await tablet.expect(all: .present(.groupStatistics))
    await alice.openInfo(of: group)
    await alice.askRemoval(of: bob.userID, from: group)
    await alice.confirm()
    try await tablet.expect(
      all: .absent(.groupStatistics), .that(\.isReadOnly, of: .thread, is: true),
      within: .seconds(5))
    await tablet.openInfo(of: group)
    try await tablet.expect(\.statistics, of: .groupInfo, is: nil, within: .zero)
  }

  static let alertOverAQuestion = Scenario(
    "A is asked whether to remove B as she hears that her new name for the group was refused: the question is still there behind the alert",
    covers: "MR-01", "GI-04", tags: .groups, .sheets, .fault, pinned: .links, .policies
  ) { (world: ChatWorld) in
    let (alice, bob, carol) = try await world.phones("Alice", "Bob", "Carol", on: .lte)
    let group = try await alice.startConversation(with: bob, carol, isGroup: true)
    try await world.untilQuiet()
    await alice.openInfo(of: group)
    world.refuseNext(WriteKind(below: "conversations"), by: alice)
    await alice.rename(group, to: "Hiking")
    await alice.askRemoval(of: bob.userID, from: group)
    try await alice.expect(all: .present(.question), .absent(.alert), within: .zero)
    try await alice.expect(\.alert, is: "The group could not be changed", within: .seconds(5))
    await alice.answerAlert()
    try await alice.expect(all: .present(.question), .absent(.alert), within: .zero)
    await alice.confirm()
    try await world.untilQuiet()
    try world.require(
      await world.members(of: group), is: ["alice", "carol"], "the members at the backend")
  }

  static let guestsOnAMembersSheet = Scenario(
    "A has invited D: her sheet has the control that takes it back, and C's, who is no admin, has not",
    covers: "PM-09", tags: .groups, .members, .sheets, pinned: .links, .policies
  ) { (world: ChatWorld) in
    let (alice, carol) = try await world.phones("Alice", "Carol", on: .wifi)
    await world.openAccount(of: "dave", named: "Dave")
    let group = try await alice.startConversation(with: carol, isGroup: true)
    await alice.openInfo(of: group)
    await alice.invite("dave", to: group)
    await carol.open(group)
    await carol.openInfo(of: group)
    for (phone, control) in [(alice, "Withdraw"), (carol, nil)] as [(ChatPhone, String?)] {
      try await phone.expect(
        all: .that("guests", of: .groupInfo, is: ["Dave"]) { $0.guests.map(\.name) },
        .that("their controls", of: .groupInfo, is: [control]) { $0.guests.map(\.withdraw) })
    }
  }

  static let pickedByName = Scenario(
    "Those who can be added stand by their names, whatever their accounts are called",
    covers: "MA-01", tags: .groups, .members, .sheets, pinned: .links, .policies
  ) { (world: ChatWorld) in
    let (alice, bob) = try await world.phones("Alice", "Bob", on: .wifi)
    for (id, name) in [("zoe", "Ada"), ("adam", "Zed"), ("mike", "Mia")] {
      await world.openAccount(of: UserID(id), named: name)
    }
    let group = try await alice.startConversation(with: bob, isGroup: true)
    await alice.openInfo(of: group)
    await alice.openPicker(in: group)
    try await alice.expect(
      all: .that(\.names, of: .picker, is: ["Ada", "Mia", "Zed"]),
      .that(\.users, of: .picker, is: ["zoe", "mike", "adam"]))
  }

  static let headingOfALargeGroup = Scenario(
    "The heading of a group's members tells how many there are, however few of the rows are drawn",
    covers: "GI-02", "PB-08", tags: .groups, .sheets, pinned: .links, .policies, .traffic
  ) { (world: ChatWorld) in
    world.setPolicies { $0.sheetRows = 30 }
    let alice = try await world.phone("Alice", on: .wifi)
    let others = (1...255).map { UserID("member\($0)") }
    await world.openAccounts(of: others)
    let group = try await alice.startConversation(with: [], and: others, isGroup: true)
    await alice.openInfo(of: group)
    for rows in [30, 90] {
      try await alice.expect(
        all: .that(\.heading, of: .groupInfo, is: "Participants (256)"),
        .that(\.members.count, of: .groupInfo, is: rows))
      await alice.scroll(revealing: 60)
    }
  }

  static let askedAsTheGroupChanges = Scenario(
    "A is asked whether to archive a group of two as C is added, and whether to remove B as he leaves: the question says what a yes would do, and goes when there is nobody to remove",
    covers: "MR-01", "MR-05", "MR-06", tags: .groups, .members, .sheets, .multiDevice,
    pinned: .links, .policies
  ) { (world: ChatWorld) in
    let (alice, bob, carol) = try await world.phones("Alice", "Bob", "Carol", on: .wifi)
    let tablet = try await world.phone("Alice's iPad", user: "alice", on: .wifi)
    let group = try await alice.startConversation(with: bob, tablet, isGroup: true)
    await bob.open(group)
    await alice.openInfo(of: group)
    await alice.askRemoval(of: bob.userID, from: group)
    try await alice.expect(
      all: .that(\.text, of: .question, is: "A group needs two members. Archive Bob?"),
      .that(\.confirm, of: .question, is: "Archive"), within: .zero)
    await tablet.add(carol.userID, to: group)
    try await alice.expect(
      all: .that(\.text, of: .question, is: "Remove Bob from Bob, Carol?"),
      .that(\.confirm, of: .question, is: "Remove"), within: .seconds(5))
    await bob.openInfo(of: group)
    await bob.leave(group)
    await bob.confirm()
    try await alice.expect(all: .absent(.question), .present(.groupInfo), within: .seconds(5))
    await alice.askRemoval(of: carol.userID, from: group)
    await alice.confirm()
    // Nobody is left for whom the group could be called.
    await alice.close()
    for phone in [alice, tablet] {
      try await phone.expect(
        all: .that(\.title, of: .conversation(group), is: "You"),
        .that(\.isArchived, of: .conversation(group), is: true), within: .seconds(5))
    }
  }
}
