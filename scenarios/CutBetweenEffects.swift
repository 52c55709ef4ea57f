import Chat
import Rehearsal

// Server functions that are cut off behind one of their effects, and do the rest when they run again.

extension Scenarios {
  static let cutBetweenFiles = Scenario(
    "The function that removes the files of deleted media is cut off behind two of three files: the third goes later",
    covers: "PM-18", tags: .groups, .fault,
    pinned: .links, .clocks, .policies, .traffic, .timings, .duplicates
  ) { (world: ChatWorld) in
    world.setPolicies { $0.attachments = .carousel }
    let (alice, bob) = try await world.phones("Alice", "Bob", on: .wifi)
    let group = try await alice.startConversation(with: bob, isGroup: true)
    await alice.open(group)
    let pictures = ["sea", "hut", "peak"].map { Picture($0) }
    let walk = try await bob.send("the walk", pictures: pictures, in: group)
    try await alice.expect(
      all: .that("pictures", of: .bubble(walk), is: pictures.map(\.content)) {
        $0.photos.map(\.content)
      }, within: .minutes(1))
    try await world.untilQuiet()
    try await world.expectPictures(3)
    // The author's phone is off: only the backend can remove the files.
    try await bob.kill()
    try await world.cut("removeMedia", afterEffect: 2) { await alice.deleteMedia(walk) }
    try await world.expectPictures(1)
    try await world.advance(by: .minutes(15))
    try await world.expectPictures(0)
  }

  static let cutBetweenPhones = Scenario(
    "The function that tells of a message is cut off behind two of three phones: the third is told later, and nobody reads it twice",
    covers: "NO-01", tags: .groups, .push, .fault,
    pinned: .links, .policies, .timings, .duplicates
  ) { (world: ChatWorld) in
    world.setPolicies { $0.usesPush = true }
    let (alice, bob, carol) = try await world.phones("Alice", "Bob", "Carol", on: .wifi)
    let dave = try await world.phone("Dave", on: .wifi)
    let group = try await alice.startConversation(with: bob, carol, dave, isGroup: true)
    for phone in [bob, carol, dave] { try await phone.enterBackground() }
    try await world.untilQuiet()
    try await world.cut("pushMessage", afterEffect: 2) {
      _ = try await alice.send("hello", in: group)
    }
    try await world.advance(by: .seconds(3))
    let told = [bob, carol, dave].filter { !$0.notifications.notifications.isEmpty }
    try world.require(told.count, is: 2, "the number of phones that were told so far")
    for phone in [bob, carol, dave] {
      try await phone.expectNotifications(\.bodies, is: ["hello"], within: .minutes(15))
    }
    try await world.advance(by: .minutes(15))
    for phone in [bob, carol, dave] {
      try await phone.expectNotifications(\.bodies, is: ["hello"], within: .zero)
    }
  }

  static let cutBetweenInvitations = Scenario(
    "The functions that tell B's two phones of an invitation, and that it is over, are cut off between the two: both are told",
    covers: "PM-09", tags: .groups, .members, .push, .multiDevice, .fault,
    pinned: .duplicates, .policies, .timings, .links
  ) { (world: ChatWorld) in
    world.setPolicies { $0.usesPush = true }
    let (alice, bob) = try await world.phones("Alice", "Bob", on: .wifi)
    let tablet = try await world.phone("Bob's iPad", user: "bob", on: .wifi)
    await world.openAccount(of: "dave", named: "Dave")
    let group = try await alice.startConversation(with: [], and: ["dave"], isGroup: true)
    await alice.openInfo(of: group)
    await alice.rename(group, to: "Hiking")
    for phone in [bob, tablet] { try await phone.enterBackground() }
    try await world.untilQuiet()
    try await world.cut("pushInvitation") { await alice.invite("bob", to: group) }
    for phone in [bob, tablet] {
      try await phone.expectNotifications(
        \.bodies, is: ["Alice invites you to Hiking"], within: .minutes(15))
    }
    try await world.untilQuiet()
    try await world.cut("clearInvitation") { await alice.withdraw("bob", from: group) }
    for phone in [bob, tablet] {
      try await phone.expectNotifications(\.bodies, is: [], within: .minutes(15))
    }
  }

  static let cutBetweenGroups = Scenario(
    "The function that finds admins for two groups is cut off behind the first: the second has one later",
    covers: "MR-09", tags: .groups, .members, .fault,
    pinned: .duplicates, .policies, .timings, .links
  ) { (world: ChatWorld) in
    let (alice, bob, carol) = try await world.phones("Alice", "Bob", "Carol", on: .wifi)
    var groups: [ConversationID] = []
    for _ in 0..<2 {
      groups.append(try await alice.startConversation(with: bob, carol, isGroup: true))
    }
    try await world.untilQuiet()
    try await world.cut("replaceAdmin") { await world.deleteAccount(of: alice.userID) }
    var admins = [await world.admins(of: groups[0]), await world.admins(of: groups[1])]
    admins.sort { $0.count < $1.count }
    try world.require(admins, is: [["alice"], ["alice", "bob"]], "the admins of the two so far")
    try await world.advance(by: .minutes(15))
    for group in groups {
      try world.require(await world.admins(of: group), is: ["alice", "bob"], "the admins")
    }
  }

  /// Behind the word of the system, behind the group's own record, and between two phones.
  static let cutBetweenNews = (1...3).map { cutBetweenNews(after: $0).named("\($0)") }

  private static func cutBetweenNews(after effect: Int) -> Scenario {
    Scenario(
      "The function that tells of a removal is cut off behind its effect \(effect): the group is told once, and both of B's phones are",
      covers: "BC-10", "NO-03", tags: .groups, .members, .push, .multiDevice, .fault,
      pinned: .duplicates, .policies, .timings, .links
    ) { (world: ChatWorld) in
      world.setPolicies { $0.usesPush = true }
      let (alice, bob, carol) = try await world.phones("Alice", "Bob", "Carol", on: .wifi)
      let tablet = try await world.phone("Bob's iPad", user: "bob", on: .wifi)
      let group = try await alice.startConversation(with: bob, carol, tablet, isGroup: true)
      await alice.openInfo(of: group)
      await alice.rename(group, to: "Hiking")
      for phone in [bob, tablet] { try await phone.enterBackground() }
      try await world.untilQuiet()
      try await world.cut("announceChange", afterEffect: effect) {
        await alice.remove(bob.userID, from: group)
      }
      for phone in [bob, tablet] {
        try await phone.expectNotifications(
          \.bodies, is: ["You were removed from Hiking"], within: .minutes(15))
      }
      try await world.untilQuiet()
      try await carol.expect(\.preview, of: .conversation(group), is: "Alice removed Bob")
      try world.require(
        await world.systemMessages(in: group).count, is: 1, "the number of system messages")
    }
  }
}

extension ChatWorld {
  /// Has people do something on which a function of the backend runs, cuts that off behind one of its effects, and waits until
  /// it was. It runs again after ten seconds at the earliest.
  func cut(
    _ function: String, afterEffect effect: Int = 1, _ deed: () async throws -> Void
  ) async throws {
    let cuts = await cutFunction(function, afterEffect: effect)
    try await deed()
    try await wait(for: "\(function) to be cut off") { cuts.count == 1 }
  }
}
