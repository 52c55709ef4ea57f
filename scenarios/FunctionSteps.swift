import Chat
import Rehearsal

// Server functions that are cut off between two steps, run side by side, or learn that a phone is gone.

extension Scenarios {
  static let cutSuccession = Scenario(
    "The backend restarts after it has told that the only admin left and before it has named another: it does so later",
    covers: "MR-09", "BC-10", tags: .groups, .members, .fault, pinned: .timings, .links, .duplicates
  ) { (world: ChatWorld) in
    let (alice, bob, carol) = try await world.phones("Alice", "Bob", "Carol", on: .wifi)
    let group = try await alice.startConversation(with: bob, carol, isGroup: true)
    try await world.untilQuiet()
    await alice.remove(alice.userID, from: group)
    try await world.advance(by: .milliseconds(50))
    while await world.systemMessages(in: group).isEmpty {
      try await world.advance(by: .microseconds(500))
    }
    world.restartBackend()
    try world.require(await world.admins(of: group), is: [], "the admins before there is one")
    try await bob.expect(\.preview, of: .conversation(group), is: "Alice left")
    await bob.open(group)
    await bob.openInfo(of: group)
    try await bob.expect(
      all: .that("roles", of: .groupInfo, is: ["Admin", nil]) { $0.members.map(\.role) },
      within: .minutes(15))
    try world.require(
      await world.systemMessages(in: group).count, is: 1,
      "the number of system messages at the backend")
  }

  static let successorLeaves = Scenario(
    "The admin leaves, and the one who would follow leaves in the midst of it: whoever is left is admin, and nobody else",
    covers: "MR-09", "MR-08", tags: .groups, .members, pinned: .timings, .links
  ) { (world: ChatWorld) in
    let (alice, bob, carol) = try await world.phones("Alice", "Bob", "Carol", on: .wifi)
    let dave = try await world.phone("Dave", on: .wifi)
    // Of two runs of one function side by side, one finds Bob, and one writes when he has gone.
    for delay in stride(from: 0, to: 60, by: 4) {
      let group = try await alice.startConversation(with: bob, carol, dave, isGroup: true)
      try await world.untilQuiet()
      await alice.remove(alice.userID, from: group)
      while await world.systemMessages(in: group).isEmpty {
        try await world.advance(by: .microseconds(500))
      }
      try await world.advance(by: .milliseconds(delay))
      await bob.remove(bob.userID, from: group)
      try await world.untilQuiet()
      try world.require(
        await world.members(of: group), is: ["carol", "dave"], "those who are left")
      try world.require(await world.admins(of: group), is: ["carol"], "the admins")
    }
  }

  static let roleOnTheWay = Scenario(
    "B leaves while the news that he is admin now is on its way to him: he is gone, and told of no failure",
    covers: "MR-08", "MR-13", tags: .groups, .members, pinned: .links
  ) { (world: ChatWorld) in
    let (alice, carol, dave) = try await world.phones("Alice", "Carol", "Dave", on: .wifi)
    let bob = try await world.phone("Bob", on: .lte)
    let group = try await alice.startConversation(with: bob, carol, dave, isGroup: true)
    try await world.untilQuiet()
    await bob.open(group)
    await alice.remove(alice.userID, from: group)
    try await world.wait(for: "Bob to be the admin") { await world.admins(of: group) == ["bob"] }
    await bob.remove(bob.userID, from: group)
    try await bob.expect(\.isReadOnly, of: .thread, is: true)
    try await world.untilQuiet()
    try await bob.expect(\.alert, is: nil, within: .zero)
    try world.require(await world.members(of: group), is: ["carol", "dave"], "those who are left")
    try world.require(await world.admins(of: group), is: ["carol"], "the admins")
  }

  static let leavesBetweenReadings = Scenario(
    "C leaves on her iPad while the backend counts for her phone: it is told of nothing that came after her leaving",
    covers: "NO-05", tags: .groups, .members, .push, pinned: .policies, .links, .timings
  ) { (world: ChatWorld) in
    world.setPolicies { $0.usesPush = true }
    let (alice, bob, carol) = try await world.phones("Alice", "Bob", "Carol", on: .wifi)
    let tablet = try await world.phone("Carol's iPad", user: "carol", on: .wifi)
    try await world.untilQuiet()
    // In her pocket: no app of hers takes back what the backend should not have told.
    try await carol.enterBackground()
    // The function reads the members, then the phones, then the messages.
    for delay in stride(from: 0, to: 120, by: 8) {
      let group = try await alice.startConversation(with: bob, tablet, isGroup: true)
      try await world.untilQuiet()
      _ = try await bob.send("one", in: group)
      _ = try await bob.send("two", in: group)
      try await world.untilQuiet()
      _ = try await bob.send("three", in: group)
      try await world.advance(by: .milliseconds(delay))
      await tablet.remove(tablet.userID, from: group)
      try await world.wait(for: "Carol to be gone") {
        await !world.members(of: group).contains("carol")
      }
      _ = try await bob.send("four", in: group)
      try await world.untilQuiet()
      try await carol.expectNotifications(
        all: .that("bodies of four messages", is: []) {
          $0.bodies.filter { $0.contains("4 new messages") }
        }, within: .zero)
    }
  }

  static let goneToken = Scenario(
    "B installs the app anew on an Android phone: the backend learns that the old token is nobody's, and sends there no more",
    covers: "NO-01", tags: .push, pinned: .policies, .duplicates
  ) { (world: ChatWorld) in
    world.setPolicies { $0.usesPush = true }
    let alice = try await world.phone("Alice", on: .lte)
    // An iPhone's keychain would know the old token: the app itself would take it back.
    let bob = try await world.phone("Bob", on: .lte, transport: .fcmAndroid)
    let chat = try await alice.startConversation(with: bob)
    try await world.untilQuiet()
    try world.require(
      await world.pushTokens(of: bob.userID).count, is: 1,
      "the number of Bob's tokens at the backend")
    try await bob.reinstall()
    try await bob.relaunch()
    try await world.untilQuiet()
    try await bob.enterBackground()
    try await world.untilQuiet()
    try world.require(
      await world.pushTokens(of: bob.userID).count, is: 2,
      "the number of Bob's tokens, an old one and a new one")
    _ = try await alice.send("hello", in: chat)
    try await bob.expectNotifications(
      all: .that(\.bodies, is: ["hello"]), .that(\.bannerCount, is: 1))
    try await world.untilQuiet()
    try world.require(
      await world.pushTokens(of: bob.userID).count, is: 1,
      "the number of Bob's tokens at the backend")
  }
}

extension Scenarios {
  static let cutInvitation = Scenario(
    "The functions that tell B of an invitation, and that it is over, are cut off each time: he is told of both later, once",
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
    await alice.invite("bob", to: group)
    try await world.cutFunctions(for: .seconds(3))
    try await bob.expectNotifications(\.count, is: 0, for: .seconds(5))
    try await bob.expectNotifications(
      \.bodies, is: ["Alice invites you to Hiking"], within: .minutes(15))
    try await world.untilQuiet()
    await alice.withdraw("bob", from: group)
    try await world.cutFunctions(for: .seconds(3))
    try await bob.expectNotifications(\.count, is: 1, for: .seconds(5))
    try await bob.expectNotifications(
      all: .that(\.bodies, is: []), .that(\.bannerCount, is: 1), within: .minutes(15))
  }

  static let cutMediaRemoval = Scenario(
    "The function that removes the files of deleted media is cut off: they stay for a while, and are gone later",
    covers: "PM-18", tags: .groups, .fault, pinned: .links, .clocks, .policies, .traffic, .timings
  ) { (world: ChatWorld) in
    let (alice, bob) = try await world.phones("Alice", "Bob", on: .wifi)
    let group = try await alice.startConversation(with: bob, isGroup: true)
    await alice.open(group)
    let hut = try await bob.send("hut", picture: Picture("hut"), in: group)
    try await alice.expect(
      all: .that(\.photo?.content, of: .bubble(hut), isNot: nil), within: .minutes(1))
    try await world.untilQuiet()
    // The author's phone is off: only the backend can remove the file.
    try await bob.kill()
    await alice.deleteMedia(hut)
    try await world.cutFunctions(for: .seconds(3))
    try await world.expectPictures(1)
    try await world.advance(by: .minutes(15))
    try await world.expectPictures(0)
  }

  static let cutPhotoRemoval = Scenario(
    "The function that removes a group's photo that another has replaced is cut off: both are stored for a while, one is later",
    covers: "GI-05", tags: .groups, .sheets, .fault,
    pinned: .links, .clocks, .policies, .traffic, .timings, .duplicates
  ) { (world: ChatWorld) in
    let (alice, bob) = try await world.phones("Alice", "Bob", on: .wifi)
    let group = try await alice.startConversation(with: bob, isGroup: true)
    let (hut, peak) = (Picture("hut"), Picture("peak"))
    for phone in [alice, bob] {
      await phone.open(group)
      await phone.openInfo(of: group)
    }
    await alice.setPhoto(hut, of: group)
    try await bob.expect(\.picture, of: .groupInfo, is: hut.content, within: .minutes(1))
    try await world.untilQuiet()
    await alice.setPhoto(peak, of: group)
    try await world.cutFunctions(for: .seconds(3))
    for phone in [alice, bob] {
      try await phone.expect(\.picture, of: .groupInfo, is: peak.content, within: .zero)
    }
    var places = await world.backend.storage.paths
    try world.require(places.count, is: 2, "the number of photos in storage")
    try await world.advance(by: .minutes(15))
    places = await world.backend.storage.paths
    try world.require(places.count, is: 1, "the number of photos in storage")
    for phone in [alice, bob] {
      try await phone.expect(\.picture, of: .groupInfo, is: peak.content, within: .zero)
    }
  }

  static let cutPhotoCheck = Scenario(
    "The function that looks whether A may store a group's photo is cut off, and A has left when it runs again: C, who comes then, sees the photo",
    covers: "GI-05", tags: .groups, .members, .sheets, .offline, .fault,
    pinned: .links, .clocks, .policies, .traffic, .timings, .duplicates
  ) { (world: ChatWorld) in
    let (alice, bob, carol) = try await world.phones("Alice", "Bob", "Carol", on: .wifi)
    let group = try await alice.startConversation(with: bob, carol, isGroup: true)
    let hut = Picture("hut")
    for phone in [alice, bob] {
      await phone.open(group)
      await phone.openInfo(of: group)
    }
    await carol.setAirplaneMode(true)
    try await world.untilQuiet()
    await alice.setPhoto(hut, of: group)
    try await world.cutFunctions(for: .seconds(3))
    try await bob.expect(\.picture, of: .groupInfo, is: hut.content, within: .zero)
    // It is tried again after ten seconds at the earliest.
    await alice.leave(group)
    await alice.confirm()
    try await world.wait(for: "Alice to be gone") {
      await !world.members(of: group).contains("alice")
    }
    try await world.advance(by: .minutes(15))
    let places = await world.backend.storage.paths
    try world.require(places.count, is: 1, "the number of photos in storage")
    await carol.setAirplaneMode(false)
    await carol.open(group)
    await carol.openInfo(of: group)
    try await carol.expect(\.picture, of: .groupInfo, is: hut.content, within: .minutes(1))
  }

  static let cutPhotoRemovalTooLate = Scenario(
    "The function that removes a replaced photo is cut off, and another program of A's names that photo once more meanwhile: it stays",
    covers: "GI-05", tags: .groups, .sheets, .fault,
    pinned: .links, .clocks, .policies, .traffic, .timings, .duplicates
  ) { (world: ChatWorld) in
    let (alice, bob) = try await world.phones("Alice", "Bob", on: .wifi)
    let group = try await alice.startConversation(with: bob, isGroup: true)
    let (hut, peak) = (Picture("hut"), Picture("peak"))
    for phone in [alice, bob] {
      await phone.open(group)
      await phone.openInfo(of: group)
    }
    await alice.setPhoto(hut, of: group)
    try await bob.expect(\.picture, of: .groupInfo, is: hut.content, within: .minutes(1))
    try await world.untilQuiet()
    let place = try world.require(await world.photo(of: group), "the group to have a photo")
    await alice.setPhoto(peak, of: group)
    try await world.cutFunctions(for: .seconds(3))
    try await bob.expect(\.picture, of: .groupInfo, is: peak.content, within: .zero)
    // It is tried again after ten seconds at the earliest.
    try await world.accepts(
      "alice", "name the photo before",
      ["conversations/\(group.text)/photo": Node(.string(place.description))])
    try await world.advance(by: .minutes(15))
    for phone in [alice, bob] {
      try await phone.expect(\.picture, of: .groupInfo, is: hut.content, within: .zero)
    }
    let places = await world.backend.storage.paths
    try world.require(places.map(\.description), is: [place.description], "the photos in storage")
  }

  static let cutAnnouncement = Scenario(
    "The function that tells of an addition is cut off: the mark that it waits goes all the same, and the time of a later change stays",
    covers: "MA-09", "MA-12", tags: .groups, .members, .sheets, .fault,
    pinned: .duplicates, .policies, .timings, .links
  ) { (world: ChatWorld) in
    let (alice, bob) = try await world.phones("Alice", "Bob", on: .wifi)
    for (id, name) in [("carol", "Carol"), ("dave", "Dave")] {
      await world.openAccount(of: UserID(id), named: name)
    }
    let group = try await alice.startConversation(with: bob, isGroup: true)
    await alice.openInfo(of: group)
    try await world.untilQuiet()
    await alice.add("carol", to: group)
    try await world.cutFunctions(for: .seconds(3))
    try world.require(
      await world.systemMessages(in: group).count, is: 0, "the number of system messages so far")
    try await alice.expect(
      all: .that(\.users, of: .groupInfo, is: ["alice", "bob", "carol"]),
      .that("pending marks", of: .groupInfo, is: []) { $0.members.compactMap(\.pending) },
      within: .zero)
    // It is tried again after ten seconds at the earliest.
    await alice.add("dave", to: group)
    try await world.wait(for: "the group to be told of Dave") {
      await world.systemMessages(in: group).count == 1
    }
    try await world.advance(by: .seconds(1))
    let place: Path = "conversations/\(group.text)/updatedAt"
    let time = await world.backend.read(place)
    try world.require(time, isNot: .empty, "the time of the last change")
    try await world.advance(by: .minutes(15))
    try world.require(
      await world.systemMessages(in: group).count, is: 2, "the number of system messages")
    try world.require(await world.backend.read(place), is: time, "the time of the last change")
  }

  static let cutClearing = [
    cutClearing(privately: false).named("read"), cutClearing(privately: true).named("privately"),
  ]

  private static func cutClearing(privately: Bool) -> Scenario {
    Scenario(
      "The functions that clear what B has read\(privately ? " privately" : ""), or swiped away, are cut off: his tablet hears later",
      covers: "PM-08", tags: .push, .multiDevice, .fault,
      pinned: .duplicates, .policies, .timings, .links
    ) { (world: ChatWorld) in
      world.setPolicies { $0.usesPush = true }
      let (alice, bob) = try await world.phones("Alice", "Bob", on: .wifi)
      let tablet = try await world.phone("Bob's iPad", user: "bob", on: .wifi)
      let chat = try await alice.startConversation(with: bob, tablet)
      if privately { await bob.shareReceipts(false) }
      for phone in [bob, tablet] { try await phone.enterBackground() }
      try await world.advance(by: .minutes(2))
      _ = try await alice.send("hello", in: chat)
      for phone in [bob, tablet] {
        try await phone.expectNotifications(\.bodies, is: ["hello"], within: .minutes(1))
      }
      try await bob.tapNotification { $0.body == "hello" }
      try await world.cutFunctions(for: .seconds(3))
      try await tablet.expectNotifications(\.bodies, is: ["hello"], for: .seconds(5))
      try await tablet.expectNotifications(\.bodies, is: [], within: .minutes(15))
      await bob.close()
      try await bob.enterBackground()
      try await world.advance(by: .minutes(2))
      _ = try await alice.send("psst", in: chat)
      for phone in [bob, tablet] {
        try await phone.expectNotifications(\.bodies, is: ["psst"], within: .minutes(1))
      }
      try await bob.clearNotifications()
      try await world.cutFunctions(for: .seconds(3))
      try await tablet.expectNotifications(\.bodies, is: ["psst"], for: .seconds(5))
      try await tablet.expectNotifications(\.bodies, is: [], within: .minutes(15))
    }
  }
}

extension ChatWorld {
  /// Cuts off what functions are to run on within a while, before they have begun: a run begins 20 ms after its event or
  /// later, and is tried again when the while is over. ``cut(_:afterEffect:_:)`` cuts between two effects.
  func cutFunctions(for duration: Duration) async throws {
    let end = now.advanced(by: duration)
    while now < end {
      interruptFunctions()
      try await advance(by: .milliseconds(25))
    }
  }

  /// Waits, a millisecond at a time, until the backend is as a scenario needs it; a minute at most.
  func wait(for state: String, _ isReached: () async -> Bool) async throws {
    for _ in 0..<60_000 {
      if await isReached() { return }
      try await advance(by: .milliseconds(1))
    }
    try require(false, "\(state), within a minute")
  }
}
