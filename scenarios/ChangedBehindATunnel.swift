import Chat
import Rehearsal

// What takes the place of something else, or happens and is over, while a phone hears nothing of it.

extension Scenarios {
  static let anotherPin = [
    anotherPin(andRestarted: false).named("running"),
    anotherPin(andRestarted: true).named("restarted"),
  ]

  private static func anotherPin(andRestarted restarts: Bool) -> Scenario {
    Scenario(
      "Another message is pinned in the place of the first while B \(restarts ? "has the app closed" : "is in a tunnel"), and the next time another member is moderator: back, he sees the new ones",
      covers: "PM-12", "PM-16", tags: .groups, .members, .offline, .restart, pinned: .policies
    ) { (world: ChatWorld) in
      let (alice, bob) = try await world.phones("Alice", "Bob", on: .lte)
      for name in ["Carol", "Dave"] {
        await world.openAccount(of: UserID(name.lowercased()), named: name)
      }
      let group = try await alice.startConversation(
        with: [bob], and: ["carol", "dave"], isGroup: true)
      await bob.open(group)
      let nine = try await alice.send("we meet at nine", in: group)
      let boots = try await alice.send("bring boots", in: group)
      try await alice.expect(\.status, of: .bubble(boots), is: .read, within: .minutes(1))
      await alice.pin(nine)
      await alice.openInfo(of: group)
      await alice.give(.moderator, to: "carol", in: group)
      await alice.closeSheet()
      try await bob.expect(
        \.pinnedTexts, of: .thread, is: ["we meet at nine"], within: .minutes(1))
      try await bob.expectRoles(["alice: Admin", "carol: Moderator"], in: group)
      @Sendable func away(_ change: @Sendable () async throws -> Void) async throws {
        try await world.untilQuiet()
        if restarts { try await bob.kill() } else { await bob.setAirplaneMode(true) }
        try await change()
        try await world.advance(by: .minutes(1))
        if restarts {
          try await bob.relaunch()
          await bob.open(group)
        } else {
          await bob.setAirplaneMode(false)
        }
      }

      try await away {
        await alice.unpin(nine)
        await alice.pin(boots)
        try await alice.expect(\.pinnedTexts, of: .thread, is: ["bring boots"])
      }
      try await bob.expect(\.pinnedTexts, of: .thread, is: ["bring boots"], within: .minutes(1))
      try await away {
        await alice.openInfo(of: group)
        await alice.give(.member, to: "carol", in: group)
        await alice.give(.moderator, to: "dave", in: group)
        await alice.closeSheet()
      }
      try await bob.expectRoles(["alice: Admin", "dave: Moderator"], in: group)
      try await bob.expect(\.pinnedTexts, of: .thread, is: ["bring boots"], within: .zero)
    }
  }

  static let addedByOneWhoIsGone = Scenario(
    "Zoe adds Carol, whose app is closed, and is removed together with eight others: Carol reads the name of who has added her",
    covers: "SY-01", "SY-03", tags: .groups, .members, .restart, pinned: .policies
  ) { (world: ChatWorld) in
    let (zoe, bob, carol) = try await world.phones("Zoe", "Bob", "Carol", on: .lte)
    let others = (1...8).map { UserID("member\($0)") }
    await world.openAccounts(of: others)
    let group = try await zoe.startConversation(with: [bob], and: others, isGroup: true)
    await zoe.openInfo(of: group)
    await zoe.rename(group, to: "Hiking")
    await zoe.closeSheet()
    await world.makeAdmin(bob.userID, of: group)
    await bob.open(group)
    try await world.untilQuiet()
    try await carol.kill()
    await zoe.add(carol.userID, to: group)
    try await bob.expect(\.texts, of: .thread, is: ["Zoe added Carol"])
    // More than an announcement names.
    await bob.perform(.remove(others + [zoe.userID], from: group))
    let removal = "You removed 9 participants"
    try await bob.expect(\.texts, of: .thread, is: ["Zoe added Carol", removal])
    try await world.untilQuiet()
    try await carol.relaunch()
    try await carol.expect(
      \.preview, of: .conversation(group), is: "Bob removed 9 participants", within: .minutes(1))
    await carol.open(group)
    try await carol.expect(
      \.texts, of: .thread, is: ["Zoe added you", "Bob removed 9 participants"])
    try await carol.expect(\.users, of: .thread, is: ["bob", "carol"], within: .zero)
  }

  static let writtenBeforeSentAfter = Scenario(
    "B writes in a tunnel and is removed and added again meanwhile: his message goes out on return, and he changes and deletes it as any other",
    covers: "RG-01", "JV-06", tags: .groups, .members, .offline, pinned: .policies
  ) { (world: ChatWorld) in
    let (alice, bob, carol) = try await world.phones("Alice", "Bob", "Carol", on: .lte)
    let group = try await alice.startConversation(with: bob, carol, isGroup: true)
    await bob.open(group)
    try await world.untilQuiet()
    await bob.setAirplaneMode(true)
    let dark = try await bob.send("it is dark", in: group)
    try await world.advance(by: .minutes(1))
    try await world.removeAndAddAgain(bob, in: group, by: alice)
    try await alice.expect(
      \.texts, of: .thread, is: ["You removed Bob", "You added Bob"], within: .minutes(1))
    await bob.setAirplaneMode(false)
    try await alice.expect(\.text, of: .bubble(dark), is: "it is dark", within: .minutes(1))
    try await bob.expect(
      all: .that(\.controls, of: .bubble(dark), is: [.edit, .delete]),
      .that(\.hasComposer, of: .thread, is: true), within: .minutes(1))
    await bob.edit(dark, to: "it was dark")
    try await alice.expect(\.text, of: .bubble(dark), is: "it was dark", within: .minutes(1))
    await bob.delete(dark)
    for phone in [alice, bob] {
      try await phone.expect(\.isDeleted, of: .bubble(dark), is: true, within: .minutes(1))
    }
  }

  static let midnightInATunnel = Scenario(
    "A and B write before midnight, A in a tunnel that ends after it: the statistics of both admins count hers on the new day",
    covers: "PM-19", tags: .groups, .offline, .sheets, .clocks, pinned: .clocks, .policies
  ) { (world: ChatWorld) in
    let (alice, bob) = try await world.phones("Alice", "Bob", on: .lte)
    let start = world.now
    let group = try await alice.startConversation(with: bob, isGroup: true)
    await world.makeAdmin(bob.userID, of: group)
    await bob.open(group)
    // It is noon.
    try await world.advance(by: .minutes(705) - start.duration(to: world.now))
    _ = try await bob.send("good night", in: group)
    _ = try await bob.send("sleep well", in: group)
    try await world.untilQuiet()
    await alice.setAirplaneMode(true)
    let late = try await alice.send("you too", in: group)
    try await alice.expect(\.time, of: .bubble(late), is: "23:45", within: .zero)
    try await world.advance(by: .minutes(30))
    await alice.setAirplaneMode(false)
    try await bob.expect(\.text, of: .bubble(late), is: "you too", within: .minutes(1))
    try await world.untilQuiet()
    for phone in [alice, bob] {
      await phone.openInfo(of: group)
      await phone.openStatistics(of: group)
      try await phone.expect(
        all: .that("dates", of: .groupStatistics, is: ["2026-01-06", "2026-01-05"]) {
          $0.days.map(\.date)
        },
        .that("messages by day", of: .groupStatistics, is: ["1 message", "2 messages"]) {
          $0.days.map(\.messages)
        }, .that(\.peakHour, of: .groupStatistics, is: "23:00"))
    }
  }
}

extension ChatPhone {
  /// Expects those who have a role in a group, each with the role, on the information on it, and closes that.
  fileprivate nonisolated func expectRoles(
    _ roles: [String], in group: ConversationID
  ) async throws {
    await openInfo(of: group)
    try await expect(
      all: .that("roles", of: .groupInfo, is: roles) { info in
        info.members.compactMap { row in row.role.map { "\(row.user.text): \($0)" } }
      }, within: .minutes(1))
    await closeSheet()
  }
}
