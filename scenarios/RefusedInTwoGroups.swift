import Chat
import Rehearsal

// An admin changes several things in a tunnel and is removed meanwhile: each of them is on the phone again as everybody has it.

extension Scenarios {
  static let pinnedAndDescribed = Scenario(
    "B, an admin, pins a message and describes the group in a tunnel, and is removed meanwhile: above the thread stands what was pinned before, and nothing of his",
    covers: "PM-11", "PM-12", tags: .groups, .members, .offline, pinned: .policies, .duplicates
  ) { (world: ChatWorld) in
    let (alice, bob, carol) = try await world.phones("Alice", "Bob", "Carol", on: .lte)
    let group = try await alice.startConversation(with: bob, carol, isGroup: true)
    await world.makeAdmin(bob.userID, of: group)
    let first = try await alice.send("first", in: group)
    let second = try await alice.send("second", in: group)
    await bob.open(group)
    await alice.pin(first)
    try await bob.expect(
      all: .that(\.pinnedTexts, of: .thread, is: ["first"]), .present(.bubble(second)))
    try await world.untilQuiet()
    // What his phone makes of the backend's clock may be wrong by as long as a handshake took.
    try await world.advance(by: .seconds(10))
    await bob.setAirplaneMode(true)
    await bob.pin(second)
    try await bob.expect(\.pinnedTexts, of: .thread, is: ["second", "first"])
    await bob.openInfo(of: group)
    await bob.describe(group, as: "What I say")
    try await bob.expect(\.description, of: .groupInfo, is: "What I say")
    await bob.closeSheet()
    try await bob.isRemoved(by: alice, from: group, in: world)
    try await bob.expect(
      all: .that(\.writingNotice, of: .thread, is: "You were removed from Alice, Carol"),
      .that(\.alert, is: "The group could not be changed"), within: .minutes(1))
    await bob.answerAlert()
    try await bob.expect(\.pinnedTexts, of: .thread, is: ["first"], for: .minutes(1))
  }

  static let membersOfTwoGroups = Scenario(
    "B, an admin of two groups, adds Erin to both in a tunnel, and is removed from both meanwhile: each is called by its own members again on his phone",
    covers: "MR-03", "MR-15", tags: .groups, .members, .offline, pinned: .policies, .duplicates
  ) { (world: ChatWorld) in
    let (alice, bob, carol) = try await world.phones("Alice", "Bob", "Carol", on: .lte)
    for (id, name) in [("dave", "Dave"), ("erin", "Erin")] {
      await world.openAccount(of: UserID(id), named: name)
    }
    let hiking = try await alice.startConversation(with: bob, carol, isGroup: true)
    let band = try await alice.startConversation(with: [bob], and: ["dave"], isGroup: true)
    for group in [hiking, band] { await world.makeAdmin(bob.userID, of: group) }
    try await bob.expect(
      all: .that(\.title, of: .conversation(hiking), is: "Alice, Carol"),
      .that(\.title, of: .conversation(band), is: "Alice, Dave"))
    try await world.untilQuiet()
    await bob.setAirplaneMode(true)
    for group in [hiking, band] { await bob.add("erin", to: group) }
    try await bob.expect(
      all: .that(\.title, of: .conversation(hiking), is: "Alice, Carol, Unknown User"),
      .that(\.title, of: .conversation(band), is: "Alice, Dave, Unknown User"))
    try await bob.isRemoved(by: alice, from: hiking, band, in: world)
    try await bob.expect(
      all: .that(
        \.departure, of: .conversation(hiking), is: "You were removed from Alice, Carol"),
      .that(\.departure, of: .conversation(band), is: "You were removed from Alice, Dave"),
      .that(\.alert, is: "The members could not be changed"), within: .minutes(1))
    await bob.answerAlert()
    try await bob.expect(
      all: .that(\.title, of: .conversation(hiking), is: "Alice, Carol"),
      .that(\.title, of: .conversation(band), is: "Alice, Dave"), for: .minutes(1))
  }

  static let namesOfTwoGroups = Scenario(
    "B, an admin of two groups, gives both other names in a tunnel, and is removed from both meanwhile: each has its own former name again on his phone",
    covers: "GI-03", "GI-04", tags: .groups, .members, .offline, pinned: .policies, .duplicates
  ) { (world: ChatWorld) in
    let (alice, bob, carol) = try await world.phones("Alice", "Bob", "Carol", on: .lte)
    var groups: [ConversationID] = []
    for name in ["Hiking", "Band"] {
      let group = try await alice.startConversation(with: bob, carol, isGroup: true)
      await alice.openInfo(of: group)
      await alice.rename(group, to: name)
      await alice.closeSheet()
      await world.makeAdmin(bob.userID, of: group)
      try await bob.expect(\.title, of: .conversation(group), is: name)
      groups.append(group)
    }
    let (hiking, band) = (groups[0], groups[1])
    try await world.untilQuiet()
    await bob.setAirplaneMode(true)
    for (group, name) in [(hiking, "Climbing"), (band, "Choir")] {
      await bob.open(group)
      await bob.openInfo(of: group)
      await bob.rename(group, to: name)
      try await bob.expect(\.title, of: .groupInfo, is: name)
      await bob.closeSheet()
    }
    await bob.close()
    try await bob.isRemoved(by: alice, from: hiking, band, in: world)
    try await bob.expect(
      all: .that(\.departure, of: .conversation(hiking), is: "You were removed from Hiking"),
      .that(\.departure, of: .conversation(band), is: "You were removed from Band"),
      .that(\.alert, is: "The group could not be changed"), within: .minutes(1))
    await bob.answerAlert()
    try await bob.expect(
      all: .that(\.title, of: .conversation(hiking), is: "Hiking"),
      .that(\.title, of: .conversation(band), is: "Band"), for: .minutes(1))
  }

  static let wordsBesideADeletedPhoto = Scenario(
    "B, an admin, edits his message in a tunnel and then deletes its photo, and is removed meanwhile: his phone shows the words and the photo that everybody has",
    covers: "RG-01", "PM-18", tags: .groups, .members, .offline,
    pinned: .links, .clocks, .policies, .traffic, .duplicates
  ) { (world: ChatWorld) in
    let (alice, bob, carol) = try await world.phones("Alice", "Bob", "Carol", on: .lte)
    let group = try await alice.startConversation(with: bob, carol, isGroup: true)
    await world.makeAdmin(bob.userID, of: group)
    await bob.open(group)
    let view = Picture("view", byteCount: 100_000)
    let look = try await bob.send("look", picture: view, in: group)
    try await bob.expect(
      all: .that(\.photo?.content, of: .bubble(look), is: view.content),
      .that(\.photo?.progress, of: .bubble(look), is: nil), within: .minutes(1))
    try await world.untilQuiet()
    await bob.setAirplaneMode(true)
    await bob.edit(look, to: "look here")
    await bob.deleteMedia(look)
    try await bob.expect(
      all: .that(\.text, of: .bubble(look), is: "look here"),
      .that(\.mediaNote, of: .bubble(look), is: "Media deleted"))
    try await bob.isRemoved(by: alice, from: group, in: world)
    try await bob.expect(\.alert, is: "The media could not be deleted", within: .minutes(1))
    await bob.answerAlert()
    try await bob.expect(
      all: .that(\.text, of: .bubble(look), is: "look"),
      .that(\.isEdited, of: .bubble(look), is: false),
      .that(\.mediaNote, of: .bubble(look), is: nil),
      .that(\.photo?.content, of: .bubble(look), is: view.content), for: .minutes(1))
  }

  static let photosDeletedInATunnel = Scenario(
    "B, an admin, deletes A's photo and a message of his own with a photo in a tunnel, and is removed meanwhile: he is told, and sees both photos again as all others do",
    covers: "PM-18", "RG-01", tags: .groups, .members, .offline,
    pinned: .links, .clocks, .policies, .traffic, .duplicates
  ) { (world: ChatWorld) in
    let (alice, bob, carol) = try await world.phones("Alice", "Bob", "Carol", on: .lte)
    let group = try await alice.startConversation(with: bob, carol, isGroup: true)
    await world.makeAdmin(bob.userID, of: group)
    await bob.open(group)
    let (hut, peak) = (Picture("hut", byteCount: 100_000), Picture("peak", byteCount: 100_000))
    let hers = try await alice.send("hers", picture: hut, in: group)
    let his = try await bob.send("his", picture: peak, in: group)
    try await bob.expect(
      all: .that(\.photo?.content, of: .bubble(hers), is: hut.content),
      .that(\.photo?.progress, of: .bubble(his), is: nil), within: .minutes(1))
    try await world.untilQuiet()
    await bob.setAirplaneMode(true)
    await bob.deleteMedia(hers)
    await bob.delete(his)
    try await bob.expect(
      all: .that(\.mediaNote, of: .bubble(hers), is: "Media deleted"),
      .that(\.isDeleted, of: .bubble(his), is: true))
    try await bob.isRemoved(by: alice, from: group, in: world)
    try await bob.expect(\.alert, is: "The media could not be deleted", within: .minutes(1))
    await bob.answerAlert()
    try await bob.expect(
      all: .that(\.photo?.content, of: .bubble(hers), is: hut.content),
      .that(\.mediaNote, of: .bubble(hers), is: nil),
      .that(\.text, of: .bubble(his), is: "his"),
      .that(\.photo?.content, of: .bubble(his), is: peak.content), for: .minutes(1))
    await carol.open(group)
    try await carol.expect(
      all: .that(\.photo?.content, of: .bubble(hers), is: hut.content),
      .that(\.photo?.content, of: .bubble(his), is: peak.content), within: .minutes(1))
  }

  static let editedAndDeletedAtOnce = Scenario(
    "A edits her message and deletes its photo on its way in one moment, and both are refused: B sees the photo after all",
    covers: "PM-18", tags: .groups, .fault,
    pinned: .links, .clocks, .policies, .traffic
  ) { (world: ChatWorld) in
    let alice = try await world.phone("Alice", on: .threeG)
    let bob = try await world.phone("Bob", on: .lte)
    let group = try await alice.startConversation(with: bob, isGroup: true)
    await bob.open(group)
    let view = Picture("view", byteCount: 1_000_000)
    let look = try await alice.send("look", picture: view, in: group)
    try await alice.expect(\.photo?.progress, of: .bubble(look), is: "26 %", within: .minutes(1))
    world.refuseNext(.message, by: alice, count: 2)
    await alice.edit(look, to: "look here")
    await alice.deleteMedia(look)
    try await alice.expect(\.alert, is: "The media could not be deleted")
    await alice.answerAlert()
    try await bob.expect(
      \.photo?.content, of: .bubble(look), is: view.content, within: .minutes(3))
  }
}

extension ChatPhone {
  /// Is removed from groups while it has no network, and gets the network back once everybody else knows.
  fileprivate nonisolated func isRemoved(
    by admin: ChatPhone, from groups: ConversationID..., in world: ChatWorld
  ) async throws {
    for group in groups { await admin.remove(userID, from: group) }
    try await world.advance(by: .seconds(10))
    for group in groups {
      let members = await world.members(of: group)
      try world.require(!members.contains(userID), "\(name) to be removed from \(group)")
    }
    await setAirplaneMode(false)
  }
}
