import Chat
import Rehearsal

// What a phone says again because nobody has answered it, when somebody else has had a later word (C-17).

extension Scenarios {
  static let namedTwice = Scenario(
    "A names a group and hears no answer, and B gives it another name: as A's phone says hers again B's stays, and nothing has failed",
    covers: "GI-03", tags: .groups, .sheets, .fault,
    pinned: .duplicates, .policies, .timings, .links, .traffic
  ) { (world: ChatWorld) in
    let (alice, bob, group) = try await world.groupOfTwoAdmins()
    world.loseNextAcknowledgement(to: alice, of: conversations, then: .halfOpen)
    await alice.rename(group, to: "Hiking")
    try await bob.expect(\.title, of: .groupInfo, is: "Hiking")
    await bob.rename(group, to: "Climbing")
    try await world.hasSaidAgain(alice)
    for phone in [alice, bob] {
      try await phone.expect(
        all: .that(\.title, of: .groupInfo, is: "Climbing"), .absent(.alert), for: .seconds(30),
        within: .seconds(5))
    }
  }

  static let namedBehindAnother = Scenario(
    "A names a group in a tunnel, and B gives it another name meanwhile: the backend refuses A's, and her phone shows B's",
    covers: "GI-03", tags: .groups, .sheets, .offline, .fault,
    pinned: .duplicates, .policies, .timings, .links, .traffic
  ) { (world: ChatWorld) in
    let (alice, bob, group) = try await world.groupOfTwoAdmins()
    await alice.setAirplaneMode(true)
    await alice.rename(group, to: "Hiking")
    try await alice.expect(\.title, of: .groupInfo, is: "Hiking")
    await bob.rename(group, to: "Climbing")
    try await bob.expect(\.title, of: .groupInfo, is: "Climbing")
    try await world.untilQuiet()
    world.refuseNext(conversations, by: alice)
    await alice.setAirplaneMode(false)
    try await alice.expect(\.alert, is: "The group could not be changed", within: .minutes(1))
    await alice.answerAlert()
    for phone in [alice, bob] {
      try await phone.expect(
        all: .that(\.title, of: .groupInfo, is: "Climbing"), .absent(.alert), for: .seconds(30),
        within: .seconds(5))
    }
  }

  static let describedTwice = Scenario(
    "A describes a group and hears no answer, and B takes the description out: it does not come back as A's phone says it again",
    covers: "PM-11", tags: .groups, .sheets, .fault,
    pinned: .duplicates, .policies, .timings, .links, .traffic
  ) { (world: ChatWorld) in
    let (alice, bob, group) = try await world.groupOfTwoAdmins()
    world.loseNextAcknowledgement(to: alice, of: conversations, then: .halfOpen)
    await alice.describe(group, as: "Hikes on Sundays")
    try await bob.expect(\.description, of: .groupInfo, is: "Hikes on Sundays")
    await bob.describe(group, as: "")
    try await world.hasSaidAgain(alice)
    for phone in [alice, bob] {
      try await phone.expect(
        all: .present(.groupInfo), .that(\.description, of: .groupInfo, is: nil), .absent(.alert),
        for: .seconds(30), within: .seconds(5))
    }
  }

  static let silencedTwice = Scenario(
    "A has only admins write and hears no answer, and B lets everybody: they still may as A's phone says it again",
    covers: "PM-10", tags: .groups, .sheets, .fault,
    pinned: .duplicates, .policies, .timings, .links, .traffic
  ) { (world: ChatWorld) in
    let (alice, bob, group) = try await world.groupOfTwoAdmins()
    world.loseNextAcknowledgement(to: alice, of: conversations, then: .halfOpen)
    await alice.letOnlyAdminsWrite(true, in: group)
    try await bob.expect(\.writing, of: .groupInfo, is: "Only admins can send messages")
    await bob.letOnlyAdminsWrite(false, in: group)
    try await world.hasSaidAgain(alice)
    for phone in [alice, bob] {
      try await phone.expect(
        all: .present(.groupInfo), .that(\.writing, of: .groupInfo, is: nil), .absent(.alert),
        for: .seconds(30), within: .seconds(5))
    }
  }

  static let trustedTwice = Scenario(
    "A makes C a moderator and hears no answer, and B takes the role back: C has none as A's phone says it again",
    covers: "PM-16", tags: .groups, .sheets, .members, .fault,
    pinned: .duplicates, .policies, .timings, .links, .traffic
  ) { (world: ChatWorld) in
    let (alice, bob, group) = try await world.groupOfTwoAdmins()
    world.loseNextAcknowledgement(to: alice, of: conversations, then: .halfOpen)
    await alice.give(.moderator, to: "carol", in: group)
    try await bob.expect(\.role, of: .member("carol"), is: "Moderator")
    await bob.give(.member, to: "carol", in: group)
    try await world.hasSaidAgain(alice)
    for phone in [alice, bob] {
      try await phone.expect(
        all: .that(\.role, of: .member("carol"), is: nil), .absent(.alert), for: .seconds(30),
        within: .seconds(5))
    }
  }

  static let pinnedTwice = Scenario(
    "A pins a message of a pair's and hears no answer, and B takes the pin off: it stays off as A's phone says it again",
    covers: "PM-12", tags: .fault, pinned: .duplicates, .policies, .timings, .links, .traffic
  ) { (world: ChatWorld) in
    let (alice, bob) = try await world.phones("Alice", "Bob", on: .lte)
    let pair = try await alice.startConversation(with: bob)
    for phone in [alice, bob] { await phone.open(pair) }
    let plan = try await alice.send("the plan", in: pair)
    try await alice.expect(\.status, of: .bubble(plan), is: .read)
    try await world.untilQuiet()
    world.loseNextAcknowledgement(to: alice, of: conversations, then: .halfOpen)
    await alice.pin(plan)
    try await bob.expect(\.pinnedTexts, of: .thread, is: ["the plan"])
    await bob.unpin(plan)
    try await world.hasSaidAgain(alice)
    for phone in [alice, bob] {
      try await phone.expect(
        all: .that(\.pinnedTexts, of: .thread, is: []), .absent(.alert), for: .seconds(30),
        within: .seconds(5))
    }
  }

  static let invitedTwice = Scenario(
    "A invites C and hears no answer, and C says no: she is not invited once more as A's phone says it again",
    covers: "PM-09", tags: .groups, .members, .fault,
    pinned: .duplicates, .policies, .timings, .links, .traffic
  ) { (world: ChatWorld) in
    let (alice, carol, group) = try await world.groupToJoin()
    world.loseNextAcknowledgement(to: alice, of: conversations, then: .halfOpen)
    await alice.invite("carol", to: group)
    try await carol.expect(\.invitations.count, is: 1)
    await carol.decline(group)
    try await world.hasSaidAgain(alice)
    try await alice.expect(
      all: .present(.groupInfo), .that(\.guests.isEmpty, of: .groupInfo, is: true),
      .absent(.alert), for: .seconds(30), within: .seconds(5))
    try await carol.expect(\.invitations.count, is: 0, within: .zero)
  }

  static let declinedTwice = Scenario(
    "C says no to an invitation and hears no answer, and A invites her again: she can say yes although her phone says the no again",
    covers: "PM-09", tags: .groups, .members, .fault,
    pinned: .duplicates, .policies, .timings, .links, .traffic
  ) { (world: ChatWorld) in
    let (alice, carol, group) = try await world.groupToJoin()
    await alice.invite("carol", to: group)
    try await carol.expect(\.invitations.count, is: 1)
    try await world.untilQuiet()
    world.loseNextAcknowledgement(to: carol, of: conversations, then: .halfOpen)
    await carol.decline(group)
    try await alice.expect(\.guests.isEmpty, of: .groupInfo, is: true)
    await alice.invite("carol", to: group)
    try await world.hasSaidAgain(carol)
    try await carol.expect(
      all: .that(\.invitations.count, is: 1), .absent(.alert), for: .seconds(30),
      within: .seconds(5))
    await carol.accept(group)
    try await alice.expect(\.users, of: .groupInfo, is: ["alice", "carol", "dave"])
  }

  static let unheardAndRemoved = Scenario(
    "A names a group, hears no answer, and is removed: the name was hers, so it stays on her phone, and nothing has failed",
    covers: "GI-03", "MR-11", tags: .groups, .members, .fault,
    pinned: .duplicates, .policies, .timings, .links, .traffic
  ) { (world: ChatWorld) in
    let (alice, bob, group) = try await world.groupOfTwoAdmins()
    world.loseNextAcknowledgement(to: alice, of: conversations, then: .halfOpen)
    await alice.rename(group, to: "Hiking")
    try await bob.expect(\.title, of: .groupInfo, is: "Hiking")
    await bob.remove("alice", from: group)
    try await world.advance(by: .seconds(5))
    // What she listens to is refused as well.
    await alice.setAirplaneMode(true)
    await alice.setAirplaneMode(false)
    try await world.untilQuiet()
    await alice.close()
    try await alice.expect(
      all: .that(\.title, of: .conversation(group), is: "Hiking"), .absent(.alert),
      for: .seconds(30), within: .seconds(5))
  }
}

private let conversations = WriteKind(below: "conversations")

extension ChatWorld {
  /// A group of which Alice and Bob are admins, who look at its information, and Carol is a member without a phone.
  func groupOfTwoAdmins() async throws -> (
    alice: ChatPhone, bob: ChatPhone, group: ConversationID
  ) {
    let (alice, bob) = try await phones("Alice", "Bob", on: .lte)
    await openAccount(of: "carol", named: "Carol")
    let group = try await alice.startConversation(with: [bob], and: ["carol"], isGroup: true)
    await makeAdmin(bob.userID, of: group)
    for phone in [alice, bob] {
      await phone.open(group)
      await phone.openInfo(of: group)
      try await phone.expect(\.canEdit, of: .groupInfo, is: true)
    }
    try await untilQuiet()
    return (alice, bob, group)
  }

  /// A group of Alice, who looks at its information, and Dave, and Carol, who is no member.
  fileprivate func groupToJoin() async throws -> (
    alice: ChatPhone, carol: ChatPhone, group: ConversationID
  ) {
    let (alice, carol) = try await phones("Alice", "Carol", on: .lte)
    await openAccount(of: "dave", named: "Dave")
    let group = try await alice.startConversation(with: [], and: ["dave"], isGroup: true)
    await alice.open(group)
    await alice.openInfo(of: group)
    try await untilQuiet()
    return (alice, carol, group)
  }

  /// A phone connects again once what others have said has arrived, and is refused what it says again.
  fileprivate func hasSaidAgain(_ phone: ChatPhone) async throws {
    try await advance(by: .seconds(5))
    try await expect(1, .refusals, by: phone) {
      await phone.setAirplaneMode(true)
      await phone.setAirplaneMode(false)
      try await untilQuiet()
    }
  }
}
