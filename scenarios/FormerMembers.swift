import Chat
import Rehearsal

// What a phone has of a group of which its user is no member any more, or was one before, and what becomes of a group without
// its admin.

extension Scenarios {
  static let changedInATunnel = [
    changedInATunnel(andRestarted: false).named("running"),
    changedInATunnel(andRestarted: true).named("restarted"),
  ]

  private static func changedInATunnel(andRestarted restarts: Bool) -> Scenario {
    Scenario(
      "B, an admin, changes the group and his messages in a tunnel\(restarts ? ", where his app is launched anew" : ""), and is removed meanwhile: his phone shows again what everybody has",
      covers: "GI-03", "PM-12", "RG-01", tags: .groups, .members, .offline,
      pinned: .policies, .duplicates
    ) { (world: ChatWorld) in
      let (alice, bob, carol) = try await world.phones("Alice", "Bob", "Carol", on: .lte)
      let group = try await alice.startConversation(with: bob, carol, isGroup: true)
      await alice.openInfo(of: group)
      await alice.rename(group, to: "Hiking")
      await alice.closeSheet()
      await world.makeAdmin(bob.userID, of: group)
      await bob.open(group)
      let first = try await bob.send("first", in: group)
      let second = try await bob.send("second", in: group)
      try await bob.expect(\.title, of: .thread, is: "Hiking", within: .seconds(10))
      try await world.untilQuiet()
      await bob.setAirplaneMode(true)
      await bob.openInfo(of: group)
      for name in ["Bobs", "Bob's own"] {
        await bob.rename(group, to: name)
        try await bob.expect(\.title, of: .groupInfo, is: name)
      }
      await bob.closeSheet()
      await bob.pin(first)
      try await bob.expect(\.pinnedTexts, of: .thread, is: ["first"])
      await bob.edit(first, to: "firs")
      await bob.edit(first, to: "fist")
      await bob.edit(second, to: "secret")
      await bob.delete(second)
      try await bob.expect(
        all: .that(\.text, of: .bubble(first), is: "fist"),
        .that(\.isDeleted, of: .bubble(second), is: true))
      if restarts {
        try await bob.kill()
        try await bob.relaunch()
      }
      await alice.remove(bob.userID, from: group)
      try await carol.expect(
        \.preview, of: .conversation(group), is: "Alice removed Bob", within: .seconds(10))
      await bob.setAirplaneMode(false)
      if restarts { await bob.open(group) }
      try await bob.expect(
        \.writingNotice, of: .thread, is: "You were removed from Hiking", within: .minutes(1))
      try await bob.expect(
        all: .that(\.title, of: .thread, is: "Hiking"),
        .that(\.pinnedTexts, of: .thread, is: []),
        .that(\.text, of: .bubble(first), is: "first"),
        .that(\.text, of: .bubble(second), is: "second"),
        .that(\.isDeleted, of: .bubble(second), is: false), for: .minutes(1))
    }
  }

  static let membersChangedInATunnel = [
    membersChangedInATunnel(
      "adds Dave", before: "Alice, Carol", meanwhile: "Alice, Carol, Unknown User"
    ) { await $0.add("dave", to: $1) }.named("added"),
    membersChangedInATunnel(
      "removes Carol", before: "Alice, Carol", meanwhile: "Alice"
    ) { await $0.remove("carol", from: $1) }.named("removed"),
    membersChangedInATunnel(
      "adds Dave and removes Carol", before: "Alice, Carol", meanwhile: "Alice, Unknown User"
    ) {
      await $0.add("dave", to: $1)
      await $0.remove("carol", from: $1)
    }.named("both"),
  ]

  private static func membersChangedInATunnel(
    _ deed: String, before: String, meanwhile: String,
    _ change: @escaping @Sendable (ChatPhone, ConversationID) async -> Void
  ) -> Scenario {
    Scenario(
      "B, an admin, \(deed) in a tunnel, and is removed meanwhile: the group has the name of its members again on his phone",
      covers: "MR-03", tags: .groups, .members, .offline,
      pinned: .policies, .duplicates
    ) { (world: ChatWorld) in
      let (alice, bob, carol) = try await world.phones("Alice", "Bob", "Carol", on: .lte)
      await world.openAccount(of: "dave", named: "Dave")
      let group = try await alice.startConversation(with: bob, carol, isGroup: true)
      await world.makeAdmin(bob.userID, of: group)
      await bob.open(group)
      try await bob.expect(\.title, of: .thread, is: before, within: .seconds(10))
      try await world.untilQuiet()
      await bob.setAirplaneMode(true)
      await bob.openInfo(of: group)
      await change(bob, group)
      await bob.closeSheet()
      try await bob.expect(\.title, of: .thread, is: meanwhile)
      await alice.remove(bob.userID, from: group)
      try await carol.expect(
        \.preview, of: .conversation(group), is: "Alice removed Bob", within: .seconds(10))
      await bob.setAirplaneMode(false)
      try await bob.expect(
        \.writingNotice, of: .thread, is: "You were removed from \(before)", within: .minutes(1))
      try await bob.expect(\.title, of: .thread, is: before, for: .minutes(1))
    }
  }

  static let checksOfAFormerAdmin = Scenario(
    "B removes C in a tunnel, whom his message has not reached, and is removed meanwhile: its two checks stay",
    covers: "MO-01", tags: .groups, .members, .offline,
    pinned: .policies, .duplicates
  ) { (world: ChatWorld) in
    let (alice, bob, carol) = try await world.phones("Alice", "Bob", "Carol", on: .lte)
    let group = try await alice.startConversation(with: bob, carol, isGroup: true)
    await world.makeAdmin(bob.userID, of: group)
    await bob.open(group)
    try await bob.expect(\.title, of: .thread, is: "Alice, Carol", within: .seconds(10))
    try await carol.expect(
      \.title, of: .conversation(group), is: "Alice, Bob", within: .seconds(10))
    try await world.untilQuiet()
    await alice.close()
    await carol.setAirplaneMode(true)
    let hello = try await bob.send("hello", in: group)
    try await world.untilQuiet()
    try await bob.expect(\.status, of: .bubble(hello), is: .sent, within: .zero)
    await bob.setAirplaneMode(true)
    await bob.openInfo(of: group)
    await bob.remove("carol", from: group)
    await bob.closeSheet()
    try await bob.expect(\.status, of: .bubble(hello), is: .delivered)
    await alice.open(group)
    await alice.remove(bob.userID, from: group)
    try await world.untilQuiet()
    await bob.setAirplaneMode(false)
    try await bob.expect(
      \.writingNotice, of: .thread, is: "You were removed from Alice, Carol", within: .minutes(1))
    try await bob.expect(\.status, of: .bubble(hello), is: .delivered, for: .minutes(1))
  }

  static let photoOfAFormerAdmin = Scenario(
    "B gives the group another photo and is removed before that has arrived: his list shows the photo of before",
    covers: "GI-05", tags: .groups, .members, .fault,
    pinned: .links, .clocks, .policies, .traffic
  ) { (world: ChatWorld) in
    let (alice, bob, carol) = try await world.phones("Alice", "Bob", "Carol", on: .lte)
    let group = try await alice.startConversation(with: bob, carol, isGroup: true)
    await world.makeAdmin(bob.userID, of: group)
    for phone in [alice, bob] {
      await phone.open(group)
      await phone.openInfo(of: group)
      try await phone.expect(\.canEdit, of: .groupInfo, is: true)
    }
    let (hut, peak) = (Picture("hut", byteCount: 20_000), Picture("peak", byteCount: 20_000))
    await alice.setPhoto(hut, of: group)
    try await bob.expect(\.picture, of: .groupInfo, is: hut.content, within: .minutes(1))
    try await world.untilQuiet()
    world.network.delayNext(from: bob.host, to: world.backend.host, by: .seconds(10)) {
      $0.summary.contains("/photo")
    }
    await bob.setPhoto(peak, of: group)
    try await bob.expect(\.picture, of: .groupInfo, is: peak.content)
    await alice.remove(bob.userID, from: group)
    try await carol.expect(
      \.preview, of: .conversation(group), is: "Alice removed Bob", within: .seconds(10))
    try await world.untilQuiet()
    try await bob.expect(\.alert, is: "The group could not be changed", within: .zero)
    await bob.answerAlert()
    await bob.close()
    try await bob.expect(
      all: .that("photo", of: .conversation(group), is: hut.content) { $0.photo?.content })
  }

  static let firstRemovalToldLast = Scenario(
    "B is removed, which is told late, added again, and leaves: his tablet, without a network all the while, says that he left",
    covers: "MR-03", tags: .groups, .members, .multiDevice, .offline, .fault,
    pinned: .links, .policies, .duplicates, .timings
  ) { (world: ChatWorld) in
    let (alice, bob, carol) = try await world.phones("Alice", "Bob", "Carol", on: .wifi)
    let tablet = try await world.phone("Bob's iPad", user: "bob", on: .wifi)
    let group = try await alice.startConversation(with: bob, carol, tablet, isGroup: true)
    try await world.untilQuiet()
    await tablet.setAirplaneMode(true)
    await alice.remove(bob.userID, from: group)
    // It is tried again after ten seconds at the earliest.
    try await world.cutFunctions(for: .seconds(3))
    await alice.add(bob.userID, to: group)
    await bob.open(group)
    try await bob.expect(\.writingNotice, of: .thread, is: nil)
    await bob.openInfo(of: group)
    await bob.leave(group)
    await bob.confirm()
    try await world.advance(by: .minutes(15))
    try world.require(
      await world.systemMessages(in: group).count, is: 3, "the number of system messages")
    await tablet.setAirplaneMode(false)
    try await tablet.expect(
      \.departure, of: .conversation(group), is: "You left", within: .seconds(10))
    try await tablet.expect(\.departure, of: .conversation(group), is: "You left", for: .minutes(1))
  }

  static let leftAndLaunchedAnew = Scenario(
    "B was removed once and added again, leaves, and his app is launched anew before the backend tells of it: he left, and nobody has removed him",
    covers: "MR-03", "MR-10", tags: .groups, .members, .restart, .fault,
    pinned: .links, .policies, .duplicates, .timings
  ) { (world: ChatWorld) in
    let (alice, bob, carol) = try await world.phones("Alice", "Bob", "Carol", on: .wifi)
    let group = try await alice.startConversation(with: bob, carol, isGroup: true)
    try await world.untilQuiet()
    await alice.remove(bob.userID, from: group)
    try await bob.expect(
      \.departure, of: .conversation(group), is: "You were removed from Alice, Carol")
    await alice.add(bob.userID, to: group)
    try await world.untilQuiet()
    await bob.open(group)
    await bob.openInfo(of: group)
    await bob.leave(group)
    await bob.confirm()
    try await world.cutFunctions(for: .seconds(3))
    try await bob.kill()
    try await bob.relaunch()
    try await bob.expect(
      \.departure, of: .conversation(group), is: "You left", within: .milliseconds(100))
    try await bob.expect(\.departure, of: .conversation(group), is: "You left", for: .minutes(1))
  }

  static let takenOutWhileCounted = Scenario(
    "B is taken out of a group in the midst of the function that counts what he has not read: what was written there before he was added last does not count",
    covers: "UN-05", tags: .groups, .members, .push,
    pinned: .links, .policies, .timings, .duplicates
  ) { (world: ChatWorld) in
    world.setPolicies { $0.usesPush = true }
    let (alice, bob, carol) = try await world.phones("Alice", "Bob", "Carol", on: .wifi)
    let chat = try await alice.startConversation(with: bob)
    let group = try await alice.startConversation(with: bob, carol, isGroup: true)
    for text in ["one", "two", "three"] { _ = try await alice.send(text, in: group) }
    try await world.untilQuiet()
    try await bob.enterBackground()
    try await world.advance(by: .minutes(2))
    await alice.remove(bob.userID, from: group)
    // Of the readings of one function the first finds him in the group, and a later one does not.
    for delay in stride(from: 0, to: 240, by: 4) {
      await alice.add(bob.userID, to: group)
      try await world.untilQuiet()
      _ = try await alice.send("hello", in: chat)
      try await world.advance(by: .milliseconds(delay))
      await alice.remove(bob.userID, from: group)
      try await world.untilQuiet()
    }
    try await bob.expectNotifications(\.badge, is: 60, within: .seconds(5))
  }

  static let deletedAdmin = Scenario(
    "The account of the only admin is deleted: whoever has been there for the longest becomes admin, and adds somebody; a group with another admin stays as it is",
    covers: "MR-09", tags: .groups, .members, pinned: .policies
  ) { (world: ChatWorld) in
    let (alice, bob, carol) = try await world.phones("Alice", "Bob", "Carol", on: .lte)
    await world.openAccount(of: "dave", named: "Dave")
    let other = try await alice.startConversation(with: bob, carol, isGroup: true)
    await world.makeAdmin(carol.userID, of: other)
    let group = try await alice.startConversation(with: carol, isGroup: true)
    try await world.advance(by: .minutes(1))
    await alice.add(bob.userID, to: group)
    try await bob.expect(all: .present(.conversation(group)))
    try await world.untilQuiet()
    await world.deleteAccount(of: alice.userID)
    await carol.open(group)
    await carol.openInfo(of: group)
    try await carol.expect(
      all: .that("roles", of: .groupInfo, is: ["Admin", nil, "Admin"]) { $0.members.map(\.role) },
      within: .seconds(10))
    await carol.add("dave", to: group)
    try await carol.expect(\.users, of: .groupInfo, is: ["alice", "bob", "carol", "dave"])
    try await world.untilQuiet()
    let admins = [await world.admins(of: group), await world.admins(of: other)]
    try world.require(
      admins, is: [["alice", "carol"], ["alice", "carol"]], "the admins at the backend")
  }
}
