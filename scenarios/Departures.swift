import Chat
import Rehearsal

// What somebody sees whose membership of a group has ended: a word that says so, and what was there before.

extension Scenarios {
  static let removedWhileWriting = Scenario(
    "B is removed while writing: the thread says so in place of the composer, the row too, and the draft waits for B's return",
    covers: "MR-03", "MR-02", tags: .groups, .members, .push, pinned: .policies, .duplicates
  ) { (world: ChatWorld) in
    // Carol's phone has no push.
    let carol = try await world.phone("Carol", on: .lte)
    world.setPolicies { $0.usesPush = true }
    let (alice, bob, dave) = try await world.phones("Alice", "Bob", "Dave", on: .lte)
    let group = try await alice.startConversation(with: bob, carol, dave, isGroup: true)
    await alice.openInfo(of: group)
    await alice.rename(group, to: "Hiking")
    await alice.closeSheet()
    await dave.mute(group, for: .forever)
    await bob.open(group)
    try await bob.expect(
      all: .that(\.title, of: .thread, is: "Hiking"), .that(\.writingNotice, of: .thread, is: nil))
    try await world.untilQuiet()
    await bob.type("what I meant")
    try await bob.expect(\.canSend, of: .thread, is: true, within: .zero)
    await alice.remove(bob.userID, carol.userID, dave.userID, from: group)
    await alice.confirm()
    try await bob.expect(
      all: .that(\.writingNotice, of: .thread, is: "You were removed from Hiking"),
      .that(\.isReadOnly, of: .thread, is: true), .that(\.canSend, of: .thread, is: false),
      .that(\.composer, of: .thread, is: "what I meant"), within: .seconds(5))
    for phone in [carol, dave] {
      try await phone.expect(
        \.departure, of: .conversation(group), is: "You were removed from Hiking",
        within: .seconds(5))
      try await phone.expect(
        all: .that(\.accessibilityLabels, matches: "say so of the group") { labels in
          labels.contains { $0.hasPrefix("Hiking, You were removed from Hiking") }
        }, within: .zero)
    }
    try await alice.expect(\.writingNotice, of: .thread, is: "This group is archived")
    // The thread in front has said it: no banner says it again, nor does one to who has muted the group.
    for phone in [bob, carol, dave] {
      try await phone.expectNotifications(\.bannerCount, is: 0, for: .seconds(30))
    }
    await alice.close()
    try await alice.expect(
      all: .that(\.departure, of: .conversation(group), is: nil),
      .that(\.isArchived, of: .conversation(group), is: true), within: .zero)
    try await bob.kill()
    try await bob.relaunch()
    try await bob.expect(
      \.departure, of: .conversation(group), is: "You were removed from Hiking")
  }

  static let removedAndBack = Scenario(
    "B is removed while writing, and added again: the draft is sent; when B leaves then, nobody has removed B",
    covers: "MR-03", "MR-10", tags: .groups, .members, .multiDevice, pinned: .duplicates
  ) { (world: ChatWorld) in
    let (alice, bob, carol) = try await world.phones("Alice", "Bob", "Carol", on: .lte)
    let tablet = try await world.phone("Bob's iPad", user: "bob", on: .wifi)
    let group = try await alice.startConversation(with: bob, carol, tablet, isGroup: true)
    await alice.openInfo(of: group)
    await alice.rename(group, to: "Hiking")
    await alice.closeSheet()
    for phone in [bob, tablet] {
      await phone.open(group)
      try await phone.expect(\.title, of: .thread, is: "Hiking", within: .seconds(10))
    }
    try await world.untilQuiet()
    await bob.type("what I meant")
    await alice.remove(bob.userID, from: group)
    for phone in [bob, tablet] {
      try await phone.expect(
        \.writingNotice, of: .thread, is: "You were removed from Hiking", within: .seconds(10))
    }
    await alice.add(bob.userID, to: group)
    for phone in [bob, tablet] {
      try await phone.expect(\.writingNotice, of: .thread, is: nil, within: .seconds(10))
    }
    await bob.submit()
    try await carol.expect(
      \.preview, of: .conversation(group), is: "what I meant", within: .seconds(10))
    try await world.untilQuiet()
    await bob.openInfo(of: group)
    await bob.leave(group)
    await bob.confirm()
    // His phone need not be told, and the tablet is told who did it.
    try await bob.expect(
      \.writingNotice, of: .thread, is: "You left", within: .milliseconds(100))
    // The removal of before says nothing of it, not for a moment either.
    try await tablet.expect(
      all: .that(\.writingNotice, of: .thread, isNot: "You were removed from Hiking"),
      for: .seconds(10), within: .zero)
    try await tablet.expect(\.writingNotice, of: .thread, is: "You left")
    for phone in [bob, tablet] {
      try await phone.expect(\.writingNotice, of: .thread, is: "You left", for: .minutes(1))
      await phone.close()
      try await phone.expect(
        \.departure, of: .conversation(group), is: "You left", within: .zero)
    }
  }

  static let removedWhileRemoving = Scenario(
    "B removes D in a tunnel, and A removes B meanwhile: back, B is told that he was removed, not that he left",
    covers: "MR-03", tags: .groups, .members, .offline, pinned: .policies, .duplicates
  ) { (world: ChatWorld) in
    let (alice, bob, carol) = try await world.phones("Alice", "Bob", "Carol", on: .lte)
    await world.openAccount(of: "dave", named: "Dave")
    let group = try await alice.startConversation(with: [bob, carol], and: ["dave"], isGroup: true)
    await alice.openInfo(of: group)
    await alice.rename(group, to: "Hiking")
    await alice.closeSheet()
    await world.makeAdmin(bob.userID, of: group)
    await bob.open(group)
    await bob.openInfo(of: group)
    try await bob.expect(\.canEdit, of: .groupInfo, is: true)
    await bob.closeSheet()
    try await bob.expect(\.title, of: .thread, is: "Hiking", within: .seconds(10))
    try await world.untilQuiet()
    await bob.setAirplaneMode(true)
    await bob.remove("dave", from: group)
    await alice.remove("bob", from: group)
    try await carol.expect(
      \.preview, of: .conversation(group), is: "Alice removed Bob", within: .seconds(10))
    await bob.setAirplaneMode(false)
    try await bob.expect(
      \.writingNotice, of: .thread, is: "You were removed from Hiking", within: .minutes(1))
    try await bob.expect(
      \.writingNotice, of: .thread, is: "You were removed from Hiking", for: .minutes(1))
    let members = await world.members(of: group)
    try world.require(members, is: ["alice", "carol", "dave"], "the members at the backend")
  }

  static let sheetOfLostGroup = Scenario(
    "B is removed with the info in front: it is gone for good, the thread scrolls, and what comes after B's return is read",
    covers: "MR-02", "FG-01", "UN-10", tags: .groups, .members, .sheets, .receipts,
    pinned: .policies, .duplicates
  ) { (world: ChatWorld) in
    let (alice, bob, carol) = try await world.phones("Alice", "Bob", "Carol", on: .lte)
    let group = try await alice.startConversation(with: bob, carol, isGroup: true)
    for number in 1...30 { _ = try await alice.send("message \(number)", in: group) }
    try await bob.expect(\.unread, of: .conversation(group), is: 30, within: .seconds(10))
    await bob.open(group)
    try await bob.expect(\.unread, of: .thread, is: 10, within: .seconds(10))
    await bob.openInfo(of: group)
    try await bob.expect(all: .present(.groupInfo))
    try await world.untilQuiet()
    await alice.remove(bob.userID, from: group)
    try await bob.expect(
      all: .absent(.sheet), .that(\.isReadOnly, of: .thread, is: true), within: .seconds(10))
    await bob.scroll(revealing: 10)
    try await bob.expect(
      all: .that(\.bubbles.count, of: .thread, is: 30),
      .that(\.inView, of: .thread, is: 0..<20), within: .zero)
    await bob.scrollToNewest()
    await alice.add(bob.userID, to: group)
    try await bob.expect(
      all: .that(\.isReadOnly, of: .thread, is: false), .absent(.sheet), within: .seconds(10))
    let welcome = try await alice.send("welcome back", in: group)
    try await alice.expect(
      \.receiptLabel, of: .bubble(welcome), is: "Read by 1 of 2", within: .seconds(10))
  }

  static let sheetOfDeletedMessage = Scenario(
    "A deletes on one phone the message whose receipts the other shows: the sheet is gone, and the thread below scrolls",
    covers: "FG-01", tags: .receipts, .groups, .sheets, .multiDevice, pinned: .policies
  ) { (world: ChatWorld) in
    let (alice, bob) = try await world.phones("Alice", "Bob", on: .lte)
    let tablet = try await world.phone("Alice's iPad", user: "alice", on: .wifi)
    let group = try await alice.startConversation(with: bob, tablet, isGroup: true)
    for number in 1...24 { _ = try await alice.send("message \(number)", in: group) }
    let last = try await alice.send("a mistake", in: group)
    await tablet.open(group)
    try await tablet.expect(\.offersReceipts, of: .bubble(last), is: true, within: .seconds(10))
    await tablet.openReceipts(of: last)
    try await tablet.expect(all: .present(.receiptSheet))
    await alice.delete(last)
    try await tablet.expect(
      all: .absent(.sheet), .that(\.isDeleted, of: .bubble(last), is: true), within: .seconds(10))
    await tablet.scroll(revealing: 5)
    try await tablet.expect(\.bubbles.count, of: .thread, is: 25, within: .zero)
  }

  static let backWithAnUnheardChange = Scenario(
    "B adds C and is not heard, hears that A removes him, and his app dies: added again meanwhile, he is a member after the launch and gets what comes",
    tags: .groups, .members, .restart, .fault, pinned: .links, .timings
  ) { (world: ChatWorld) in
    let (alice, bob) = try await world.phones("Alice", "Bob", on: .lte)
    for (id, name) in [("carol", "Carol"), ("dave", "Dave")] {
      await world.openAccount(of: UserID(id), named: name)
    }
    let group = try await alice.startConversation(with: [bob], and: ["dave"], isGroup: true)
    await world.makeAdmin(bob.userID, of: group)
    await bob.open(group)
    try await world.untilQuiet()
    let stall = bob.partition(.outgoing)
    await bob.add("carol", to: group)
    await alice.remove(bob.userID, from: group)
    try await bob.expect(\.isReadOnly, of: .thread, is: true)
    try await bob.kill()
    stall.end()
    await alice.add(bob.userID, to: group)
    try await alice.expect(\.users, of: .thread, is: ["alice", "bob", "dave"])
    try await world.untilQuiet()
    try await bob.relaunch()
    try await bob.expect(\.preview, of: .conversation(group), is: "Alice added you")
    _ = try await alice.send("hello", in: group)
    try await bob.expect(
      all: .that(\.preview, of: .conversation(group), is: "hello"),
      .that(\.unread, of: .conversation(group), is: 1))
  }

  static let removingEachOther = [
    removingEachOther(others: 3, isOffline: false).named("five"),
    removingEachOther(others: 2, isOffline: true).named("fourOffline"),
    removingEachOther(others: 1, isOffline: true).named("threeOffline"),
    removingEachOther(others: 0, isOffline: false).named("two"),
    removingEachOther(others: 0, isOffline: true).named("twoOffline"),
  ]

  private static func removingEachOther(others count: Int, isOffline: Bool) -> Scenario {
    Scenario(
      "Two admins remove each other at once: the first removal holds, the other admin is told, and nobody comes back",
      covers: "MR-13", "MR-03", "GI-08", tags: .groups, .members, .offline, pinned: .policies
    ) { (world: ChatWorld) in
      let (alice, bob) = try await world.phones("Alice", "Bob", on: .lte)
      var others: [ChatPhone] = []
      for name in ["Carol", "Dave", "Erin"].prefix(count) {
        others.append(try await world.phone(name, on: .lte))
      }
      let group = try await alice.startConversation(with: [bob] + others, isGroup: true)
      await world.makeAdmin(bob.userID, of: group)
      await alice.openInfo(of: group)
      await alice.rename(group, to: "Hiking")
      await alice.closeSheet()
      await bob.open(group)
      await bob.openInfo(of: group)
      try await bob.expect(
        all: .that(\.add, of: .groupInfo, is: "Add"), .that(\.title, of: .groupInfo, is: "Hiking"))
      await bob.closeSheet()
      try await world.untilQuiet()
      for phone in [alice, bob] where isOffline { await phone.setAirplaneMode(true) }
      await alice.remove(bob.userID, from: group)
      if count == 0 { await alice.confirm() }
      await bob.remove(alice.userID, from: group)
      if count == 0 { await bob.confirm() }
      for phone in [alice, bob] where isOffline {
        try await phone.expect(\.members.count, of: .thread, is: count + 1)
      }
      for phone in [bob, alice] where isOffline { await phone.setAirplaneMode(false) }
      try await world.advance(by: .minutes(1))
      try await world.untilQuiet()
      let members = await world.members(of: group)
      let rest = others.map(\.userID)
      try world.require(
        members == [alice.userID] + rest || members == [bob.userID] + rest,
        "one of the two to stay, with all others; the members are \(members)")
      let (stays, goes) = members.contains(alice.userID) ? (alice, bob) : (bob, alice)
      try world.require(await world.admins(of: group), is: [stays.userID], "the admins")
      // Whoever was first has had their way, and the other one's change has come to nothing.
      _ = try? await goes.attempt(.answerAlert)
      try await goes.expect(
        all: .that(\.writingNotice, of: .thread, is: "You were removed from Hiking"),
        .absent(.alert), for: .minutes(1))
      try await stays.expect(
        all: .that(\.users, of: .thread, is: members), .absent(.alert),
        .that(
          \.writingNotice, of: .thread, is: count == 0 ? "This group is archived" : nil),
        for: .minutes(1))
      for phone in others {
        await phone.open(group)
        try await phone.expect(
          all: .that(\.users, of: .thread, is: members), .that(\.bubbles.count, of: .thread, is: 1))
      }
      try world.require(
        await world.systemMessages(in: group).count, is: 1,
        "the number of system messages at the backend")
    }
  }
}
