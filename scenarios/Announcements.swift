import Chat
import Rehearsal

// What members are told of changes of the members: in the thread (SY), by notifications (NO), and from when on (JV).

extension Scenarios {
  static let announcements = Scenario(
    "One is added, one is removed: each viewer reads it in words of their own, once, and no receipt belongs to it",
    covers: "SY-01", "SY-03", "SY-04", "SY-05", "MR-02", "MR-17", "MA-05", tags: .groups, .members
  ) { (world: ChatWorld) in
    let (alice, bob, carol) = try await world.phones("Alice", "Bob", "Carol", on: .lte)
    let dave = try await world.phone("Dave", on: .lte)
    let group = try await alice.startConversation(with: bob, dave, isGroup: true)
    await alice.openInfo(of: group)
    try await alice.expect(\.canEdit, of: .groupInfo, is: true, within: .zero)
    await alice.closeSheet()
    for phone in [bob, dave] { await phone.open(group) }
    await alice.add(carol.userID, to: group)
    try await carol.expect(\.preview, of: .conversation(group), is: "Alice added you")
    await carol.open(group)
    for (phone, text) in [
      (alice, "You added Carol"), (bob, "Alice added Carol"), (carol, "Alice added you"),
    ] {
      try await phone.expect(
        all: .that(\.texts, of: .thread, is: [text]), .that(\.members.count, of: .thread, is: 4))
    }
    await alice.remove(dave.userID, from: group)
    for (phone, text) in [
      (alice, "You removed Dave"), (bob, "Alice removed Dave"), (carol, "Alice removed Dave"),
    ] {
      try await phone.expect(
        all: .that(\.bubbles.last?.text, of: .thread, is: text),
        .that(\.bubbles.count, of: .thread, is: 2),
        .that(\.users, of: .thread, is: ["alice", "bob", "carol"]))
    }
    try await dave.expect(
      all: .that(\.isReadOnly, of: .thread, is: true), .that(\.bubbles.count, of: .thread, is: 1))
    for message in await world.systemMessages(in: group) {
      await alice.openReceipts(of: message)
      try await alice.expect(
        all: .absent(.sheet), .that(\.status, of: .bubble(message), is: nil),
        .that(\.receiptLabel, of: .bubble(message), is: nil),
        .that(\.controls.count, of: .bubble(message), is: 0), within: .zero)
    }
    try await world.expectNoReceipts(in: group)
    // Names stand in the words as soon as they are known.
    await bob.openInfo(of: group)
    try await bob.expect(\.names, of: .groupInfo, is: ["Alice", "Bob", "Carol"])
    await bob.closeSheet()
    try await bob.expect(\.texts, of: .thread, is: ["Alice added Carol", "Alice removed Dave"])
  }

  static let joinTime = Scenario(
    "Five messages before a member is added and one right after: that one is seen and stored, also after a restart",
    covers: "JV-01", "JV-02", "JV-03", "JV-04", "SY-11", tags: .groups, .members, .restart
  ) { (world: ChatWorld) in
    let (alice, bob, carol) = try await world.phones("Alice", "Bob", "Carol", on: .lte)
    let dave = try await world.phone("Dave", on: .lte)
    let group = try await alice.startConversation(with: bob, isGroup: true)
    var before: [MessageID] = []
    for number in 1...5 { before.append(try await alice.send("before \(number)", in: group)) }
    // They are at the backend, whose time counts to the millisecond.
    try await alice.expect(all: .statuses(of: before, are: .delivered))
    await alice.add(carol.userID, to: group)
    let after = try await alice.send("right after", in: group)
    try await carol.expect(\.preview, of: .conversation(group), is: "right after")
    await carol.open(group)
    try await alice.expect(\.receiptLabel, of: .bubble(after), is: "Read by 1 of 2")
    for restart in [false, true] {
      if restart {
        try await carol.kill()
        try await carol.relaunch()
        await carol.open(group)
      }
      try await carol.expect(\.texts, of: .thread, is: ["Alice added you", "right after"])
      for message in before {
        try world.require(
          carol.storedMessage(message), is: nil, "a message from before on Carol's disk")
      }
    }
    // Whoever joins later has a later time.
    try await world.advance(by: .minutes(1))
    await alice.add(dave.userID, to: group)
    try await carol.expect(
      all: .that(\.members.count, of: .thread, is: 4),
      .that("founders' times", of: .thread, is: [0, 0]) {
        $0.members.prefix(2).map(\.joinedMilliseconds)
      },
      .that(\.members, of: .thread, matches: "has two more, a minute or more apart") {
        let joined = $0.dropFirst(2).map(\.joinedMilliseconds)
        return joined.count == 2 && joined[0] > 0 && joined[1] >= joined[0] + 60_000
      })
  }

  static let changedOffline = Scenario(
    "An admin without a network adds one and removes another: both are told after the reconnection, once each",
    covers: "SY-07", "SY-10", "MR-14", tags: .groups, .members, .offline
  ) { (world: ChatWorld) in
    let (alice, bob, carol) = try await world.phones("Alice", "Bob", "Carol", on: .lte)
    let dave = try await world.phone("Dave", on: .lte)
    let group = try await alice.startConversation(with: bob, dave, isGroup: true)
    await bob.open(group)
    try await world.advance(by: .seconds(5))
    await alice.setAirplaneMode(true)
    await alice.add(carol.userID, to: group)
    await alice.remove(dave.userID, from: group)
    try await alice.expect(
      \.users, of: .thread, is: ["alice", "bob", "carol"], within: .milliseconds(100))
    try await bob.expect(
      all: .that(\.bubbles.isEmpty, of: .thread, is: true),
      .that(\.members.count, of: .thread, is: 3), for: .minutes(2))
    try await alice.kill()
    try await alice.relaunch()
    await alice.setAirplaneMode(false)
    try await bob.expect(
      \.texts, of: .thread, is: ["Alice added Carol", "Alice removed Dave"], within: .minutes(1))
    try await carol.expect(\.unread, of: .conversation(group), is: 0)
    try await bob.expect(\.bubbles.count, of: .thread, is: 2, for: .minutes(1))
    try world.require(
      await world.members(of: group), is: ["alice", "bob", "carol"], "the members at the backend")
  }

  static let forgedAnnouncements = Scenario(
    "Nobody writes in the system's name, or what looks like an announcement in one's own",
    covers: "SY-06", "SE-09", tags: .rules, .groups
  ) { (world: ChatWorld) in
    let (alice, bob) = try await world.phones("Alice", "Bob", on: .wifi)
    let group = try await alice.startConversation(with: bob, isGroup: true)
    func message(_ author: String, notice: Node = .empty) -> [Path: Node] {
      let node: Node = [
        "author": Node(.string(author)), "text": "Alice left", "sentAt": Node(.timestamp),
        "notice": notice,
      ]
      return ["messages/\(group)/forged": node]
    }
    let notice: Node = ["kind": "removed", "actor": "bob", "users": ["alice": true]]
    try await world.refuses("bob", "write as the system", message("system"))
    try await world.refuses("bob", "announce as the system", message("system", notice: notice))
    try await world.refuses("bob", "announce as himself", message("bob", notice: notice))
    try await world.accepts("bob", "write as himself", message("bob"))
  }

  static let addedTwice = Scenario(
    "Of three whom A has picked at once B was faster with one: the others are added, by one write; a picker that is cancelled does nothing",
    covers: "MA-01", "MA-02", "MA-03", "MA-04", "MA-06", tags: .groups, .members, pinned: .policies
  ) { (world: ChatWorld) in
    let (alice, bob, carol) = try await world.phones("Alice", "Bob", "Carol", on: .lte)
    let dave = try await world.phone("Dave", on: .lte)
    await world.openAccount(of: "erin", named: "Erin")
    let group = try await alice.startConversation(with: bob, isGroup: true)
    await world.makeAdmin(bob.userID, of: group)
    let before = try await alice.send("before", in: group)
    await bob.open(group)
    try await alice.expect(\.receiptLabel, of: .bubble(before), is: "Read by 1 of 1")
    try await world.advance(by: .seconds(30))
    try await world.expectBatches(0, by: alice) {
      await alice.openPicker(in: group)
      try await alice.expect(
        all: .that(\.users, of: .picker, is: ["carol", "dave", "erin"]),
        .that(\.canAdd, of: .picker, is: false))
      await alice.tapRow(of: carol.userID)
      try await alice.expect(\.canAdd, of: .picker, is: true, within: .zero)
      await alice.tapRow(of: carol.userID)
      try await alice.expect(\.canAdd, of: .picker, is: false, within: .zero)
      await alice.tapRow(of: dave.userID)
      await alice.closeSheet()
      try await world.advance(by: .seconds(30))
    }
    try await alice.expect(
      all: .absent(.sheet), .that(\.ids, of: .thread, is: [before]),
      .that(\.users, of: .thread, is: ["alice", "bob"]), within: .zero)
    await alice.openPicker(in: group)
    try await alice.expect(
      all: .that("picked names", of: .picker, is: []) {
        $0.candidates.filter(\.isPicked).map(\.name)
      })
    for user in [carol.userID, dave.userID, "erin"] { await alice.tapRow(of: user) }
    await bob.add(carol.userID, to: group)
    try await alice.expect(\.users, of: .picker, is: ["dave", "erin"])
    try await world.untilQuiet()
    let earlier = await world.meter()
    await alice.addPicked()
    try await alice.expect(
      all: .absent(.sheet),
      .that(\.users, of: .thread, is: ["alice", "bob", "carol", "dave", "erin"]),
      within: .milliseconds(100))
    try await dave.expect(\.preview, of: .conversation(group), is: "Alice added 2 participants")
    try await world.untilQuiet()
    let spent = await world.meter() - earlier
    try world.require(spent[.refusals, device: alice.name], is: 0, "what Alice was refused")
    try world.require(
      await world.systemMessages(in: group).count, is: 2,
      "the number of system messages at the backend")
    try world.require(
      await world.members(of: group).count, is: 5, "the number of members at the backend")
  }

  static let strangeNames = Scenario(
    "A name with ends of lines, controls of direction and braces stands as one plain line among the app's words",
    covers: "SY-08", tags: .groups, .members, .push, pinned: .duplicates
  ) { (world: ChatWorld) in
    world.setPolicies { $0.usesPush = true }
    let (alice, bob) = try await world.phones("Alice", "Bob", on: .lte)
    let name = "Mal\u{202E}lory\n\n{count} of\u{7} \u{200F}us" + String(repeating: "!", count: 100)
    let mallory = try await world.phone("Mallory", user: "mallory", on: .lte)
    await world.rename("mallory", to: name)
    // Joiners make one sign of several, and part words in some scripts.
    let joined = "می\u{200C}نا 👩\u{200D}🚀"
    await world.openAccount(of: "mina", named: joined)
    let shown = "Mallory {count} of us" + String(repeating: "!", count: 43)
    let group = try await alice.startConversation(with: bob, isGroup: true)
    await alice.openPicker(in: group)
    try await alice.expect(\.names, of: .picker, is: [shown, joined])
    await alice.tapRow(of: "mallory")
    await alice.addPicked()
    try await alice.expect(\.texts, of: .thread, is: ["You added \(shown)"])
    try await mallory.expect(\.unread, of: .conversation(group), is: 0)
    _ = try await mallory.send("hi", in: group)
    try await bob.expectNotifications(
      all: .that(\.titles, is: [shown]), .that(\.bodies, is: ["hi"]))
  }

  static let membershipNotices = Scenario(
    "Whoever is added or removed by somebody else is notified, naming who did it or the group; nobody else is",
    covers: "NO-02", "NO-03", "NO-05", "MA-08", "MR-03", tags: .groups, .members, .push,
    // Carol's phone has told where pushes reach it before she puts it away.
    pinned: .duplicates, mild: .links
  ) { (world: ChatWorld) in
    world.setPolicies { $0.usesPush = true }
    let (alice, bob, carol) = try await world.phones("Alice", "Bob", "Carol", on: .lte)
    let dave = try await world.phone("Dave", on: .lte)
    let group = try await alice.startConversation(with: bob, dave, isGroup: true)
    try await carol.enterBackground()
    await alice.add(carol.userID, to: group)
    try await carol.expectNotifications(
      all: .that(\.bodies, is: ["Alice added you"]), .that(\.titles, is: ["Alice, Bob, Dave"]),
      .that(\.badge, is: 0))
    await bob.open(group)
    _ = try await bob.send("welcome", in: group)
    try await carol.expectNotifications(
      all: .that(\.bodies, is: ["Alice added you", "welcome"]), .that(\.badge, is: 1))
    await alice.remove(carol.userID, from: group)
    try await carol.expectNotifications(
      all: .that(
        \.bodies, is: ["Alice added you", "welcome", "You were removed from Alice, Bob, Dave"]),
      .that(\.badge, is: 0))
    _ = try await bob.send("a secret", in: group)
    try await alice.expectNotifications(
      all: .that(\.bodies, matches: "is empty or has “a secret”") {
        $0.contains("a secret") || $0.isEmpty
      })
    try await carol.expectNotifications(\.bannerCount, is: 3, for: .minutes(1))
    try await bob.expectNotifications(\.bannerCount, is: 0, for: .seconds(1))
    // Who goes by herself needs no telling.
    await alice.remove(alice.userID, from: group)
    try await alice.enterBackground()
    try await bob.expect(\.users, of: .thread, is: ["bob", "dave"])
    try await alice.expectNotifications(
      all: .that("bodies of a removal", is: []) {
        $0.bodies.filter { $0.hasPrefix("You were") }
      }, for: .minutes(1))
  }

  static let groupNotices = Scenario(
    "A group message notifies members who do not look at the group, once they can be reached, and none who has read it",
    covers: "NO-01", "NO-06", tags: .groups, .push, .offline, .multiDevice,
    // Messages of other people would wake the function up.
    pinned: .duplicates, .links, .timings, .traffic
  ) { (world: ChatWorld) in
    world.setPolicies { $0.usesPush = true }
    let (alice, bob, carol) = try await world.phones("Alice", "Bob", "Carol", on: .lte)
    let dave = try await world.phone("Dave", on: .lte)
    let tablet = try await world.phone("Bob's iPad", user: "bob", on: .lte)
    let group = try await alice.startConversation(with: bob, carol, dave, isGroup: true)
    try await tablet.expect(\.unread, of: .conversation(group), is: 0)
    // Bob reads on the tablet, Carol is elsewhere in the app, Dave is in a tunnel.
    await tablet.open(group)
    try await bob.enterBackground()
    await dave.setAirplaneMode(true)
    try await world.advance(by: .seconds(5))
    // The first message of all: the function that tells of it takes 0.4 s to wake up, and Bob has read it by then.
    _ = try await alice.send("hello", in: group)
    try await carol.expectNotifications(
      all: .that(\.bodies, is: ["hello"]), .that(\.titles, is: ["Alice"]))
    try await bob.expectNotifications(\.bannerCount, is: 0, for: .minutes(1))
    try await tablet.expectNotifications(\.bannerCount, is: 0, for: .seconds(1))
    try await dave.expectNotifications(\.bannerCount, is: 0, for: .seconds(1))
    await dave.setAirplaneMode(false)
    try await dave.expectNotifications(all: .that(\.bodies, is: ["hello"]), .that(\.badge, is: 1))
    // Whoever looks at the group has no banner of what comes.
    await carol.open(group)
    try await carol.expectNotifications(all: .that(\.bodies, is: []), .that(\.badge, is: 0))
    _ = try await alice.send("again", in: group)
    try await dave.expectNotifications(
      all: .that(\.bodies, is: ["2 new messages in Alice, Bob, Carol"]), .that(\.bannerCount, is: 2)
    )
    try await carol.expectNotifications(\.bannerCount, is: 1, for: .minutes(1))
  }
}
