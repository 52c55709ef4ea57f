import Chat
import Rehearsal

// What a user sets for a conversation, for themselves alone: how long it is muted, and whether it is in the archive (PM).

extension Scenarios {
  static let mutedGroup = Scenario(
    "B mutes a group for each time that there is: his phones stay silent until it is over, by the backend's clock",
    covers: "PM-01", "PM-02", "PM-03", "PM-04", tags: .push, .groups, .multiDevice, .clocks,
    pinned: .duplicates, .policies, .timings
  ) { (world: ChatWorld) in
    world.setPolicies { $0.usesPush = true }
    let (alice, bob) = try await world.phones("Alice", "Bob", on: .wifi)
    let tablet = try await world.phone("Bob's iPad", user: "bob", on: .wifi)
    let group = try await alice.startConversation(with: bob, tablet, isGroup: true)
    await bob.setClock { $0.skew = .hours(3) }
    let spans: [(MuteSpan, Duration)] = [
      (.hour, .hours(1)), (.eightHours, .hours(8)), (.day, .days(1)), (.week, .days(7)),
    ]
    var count = 0
    for (span, length) in spans {
      await bob.mute(group, for: span)
      for phone in [bob, tablet] {
        try await phone.expect(\.isMuted, of: .conversation(group), is: true)
      }
      try await alice.expectDrawn(\.isMuted, of: .conversation(group), is: false)
      for phone in [alice, bob, tablet] { try await phone.enterBackground() }
      try await world.advance(by: length - .minutes(5))
      try await alice.enterForeground()
      _ = try await alice.send("not now", in: group)
      let before = count
      for phone in [bob, tablet] {
        try await phone.expectNotifications(\.bannerCount, is: before, for: .minutes(2))
      }
      try await world.advance(by: .minutes(4))
      _ = try await alice.send("now", in: group)
      count += 1
      let after = count
      for phone in [bob, tablet] {
        try await phone.expectNotifications(\.bannerCount, is: after, within: .minutes(1))
        try await phone.enterForeground()
        try await phone.expect(
          \.isMuted, of: .conversation(group), is: false, within: .minutes(2))
      }
    }
    await tablet.mute(group, for: .forever)
    try await bob.expect(\.isMuted, of: .conversation(group), is: true)
    for phone in [alice, bob, tablet] { try await phone.enterBackground() }
    try await world.advance(by: .days(10))
    try await alice.enterForeground()
    _ = try await alice.send("never", in: group)
    for phone in [bob, tablet] {
      try await phone.expectNotifications(\.bannerCount, is: 4, for: .minutes(5))
    }
    try await bob.enterForeground()
    try await bob.expect(\.preview, of: .conversation(group), is: "never", within: .minutes(2))
    try await bob.expect(\.isMuted, of: .conversation(group), is: true)
    await bob.unmute(group)
    try await bob.expect(\.isMuted, of: .conversation(group), is: false)
    try await bob.enterBackground()
    try await world.untilQuiet()
    _ = try await alice.send("again", in: group)
    for phone in [bob, tablet] {
      try await phone.expectNotifications(\.bannerCount, is: 5, within: .minutes(1))
    }
  }

  static let mutedOffline = Scenario(
    "B mutes a group in a tunnel, and his app is killed: it is marked at once, and muted for an hour from when the backend knows",
    covers: "PM-02", "PM-03", "PM-04", tags: .push, .groups, .offline, .restart, .multiDevice,
    pinned: .duplicates, .policies, .timings, .links
  ) { (world: ChatWorld) in
    world.setPolicies { $0.usesPush = true }
    let (alice, bob) = try await world.phones("Alice", "Bob", on: .lte)
    let tablet = try await world.phone("Bob's iPad", user: "bob", on: .wifi)
    let group = try await alice.startConversation(with: bob, tablet, isGroup: true)
    let pair = try await alice.startConversation(with: bob, tablet)
    try await tablet.enterBackground()
    try await world.untilQuiet()
    await bob.setAirplaneMode(true)
    await bob.mute(group, for: .hour)
    try await bob.expect(\.isMuted, of: .conversation(group), is: true, within: .zero)
    try await bob.kill()
    try await world.advance(by: .minutes(30))
    _ = try await alice.send("one", in: group)
    try await tablet.expectNotifications(\.bodies, is: ["one"])
    try await bob.relaunch()
    try await bob.expect(\.isMuted, of: .conversation(group), is: true)
    await bob.setAirplaneMode(false)
    try await bob.expect(\.preview, of: .conversation(group), is: "one", within: .minutes(1))
    try await world.untilQuiet()
    try await bob.enterBackground()
    try await world.advance(by: .minutes(55))
    _ = try await alice.send("two", in: group)
    _ = try await alice.send("hello", in: pair)
    // What is not muted is told meanwhile.
    try await tablet.expectNotifications(\.bodies, is: ["one", "hello"], within: .minutes(1))
    try await tablet.expectNotifications(\.bannerCount, is: 2, for: .minutes(1))
    try await world.advance(by: .minutes(10))
    _ = try await alice.send("three", in: group)
    try await tablet.expectNotifications(\.bannerCount, is: 3, within: .minutes(1))
    try await bob.enterForeground()
    try await bob.expect(\.isMuted, of: .conversation(group), is: false, within: .minutes(2))
  }

  static let mutedByASlowClock = Scenario(
    "B mutes a chat for an hour, and over a slow network his phone takes the backend's clock for earlier: the mark still goes by itself",
    covers: "PM-03", tags: .clocks, .fault, pinned: .links, .clocks, .timings, .traffic, .policies
  ) { (world: ChatWorld) in
    let (alice, bob) = try await world.phones("Alice", "Bob", on: .lte)
    let chat = try await alice.startConversation(with: bob)
    await bob.mute(chat, for: .hour)
    try await world.untilQuiet()
    await bob.setAirplaneMode(true)
    let slow = bob.slow(plus: .milliseconds(1500))
    await bob.setAirplaneMode(false)
    try await world.advance(by: .seconds(20))
    slow.end()
    try await world.advance(by: .minutes(59))
    try await bob.expect(\.isMuted, of: .conversation(chat), is: true, within: .zero)
    try await bob.expect(\.isMuted, of: .conversation(chat), is: false, within: .minutes(2))
  }

  static let mutedForDifferentTimes = Scenario(
    "B mutes four chats for an hour to a week and looks on: each mark goes in its own time, not with that of another",
    covers: "PM-03", pinned: .duplicates, .policies, .timings, .links
  ) { (world: ChatWorld) in
    let (alice, bob) = try await world.phones("Alice", "Bob", on: .wifi)
    var chats: [(id: ConversationID, end: Duration)] = []
    for (span, length) in [
      (MuteSpan.week, Duration.days(7)), (.hour, .hours(1)), (.day, .days(1)),
      (.eightHours, .hours(8)),
    ] {
      let chat = try await alice.startConversation(with: bob, isGroup: true)
      await bob.mute(chat, for: span)
      try await bob.expect(\.isMuted, of: .conversation(chat), is: true)
      chats.append((chat, length))
    }
    var passed = Duration.zero
    for length in [Duration.hours(1), .hours(8), .days(1)] {
      try await world.advance(by: length - passed - .minutes(3))
      passed = length
      for chat in chats where chat.end >= length {
        try await bob.expect(\.isMuted, of: .conversation(chat.id), is: true, within: .zero)
      }
      for chat in chats where chat.end == length {
        try await bob.expect(\.isMuted, of: .conversation(chat.id), is: false, within: .minutes(6))
      }
    }
    for chat in chats {
      try await bob.expect(
        \.isMuted, of: .conversation(chat.id), is: chat.end == .days(7), within: .zero)
    }
  }

  static let mutedBadge = Scenario(
    "A team may leave muted chats out of the number on the icon, of the app as of the backend",
    covers: "UN-05", tags: .push, .groups, pinned: .duplicates, .policies
  ) { (world: ChatWorld) in
    world.setPolicies {
      $0.usesPush = true
      $0.badgeCountsMuted = false
    }
    let (bob, group) = try await writeToMuted(in: world, badges: [0, 1])
    await bob.unmute(group)
    try await bob.expect(\.badge, is: 3)
  }

  /// A writes to B once in a group that he has muted, with his app open, then there and in their own chat, with his app closed.
  ///
  /// - Parameter badges: The number on B's icon after each.
  private static func writeToMuted(
    in world: ChatWorld, badges: [Int]
  ) async throws -> (bob: ChatPhone, group: ConversationID) {
    let (alice, bob) = try await world.phones("Alice", "Bob", on: .wifi)
    let group = try await alice.startConversation(with: bob, isGroup: true)
    let pair = try await alice.startConversation(with: bob)
    await bob.mute(group, for: .day)
    try await world.untilQuiet()
    _ = try await alice.send("loud", in: group)
    try await bob.expect(
      all: .that(\.unread, of: .conversation(group), is: 1), .that(\.badge, is: badges[0]))
    try await bob.enterBackground()
    _ = try await alice.send("louder", in: group)
    _ = try await alice.send("hello", in: pair)
    try await bob.expectNotifications(
      all: .that(\.bodies, is: ["hello"]), .that(\.badge, is: badges[1]))
    try await bob.enterForeground()
    try await bob.expect(
      all: .that(\.unread, of: .conversation(group), is: 2), .that(\.badge, is: badges[1]))
    return (bob, group)
  }

  static let mutedCounts = Scenario(
    "What is written in a muted chat counts in the number on the icon all the same, unless a team chooses otherwise",
    covers: "UN-05", tags: .push, .groups, pinned: .duplicates, .policies
  ) { (world: ChatWorld) in
    world.setPolicies { $0.usesPush = true }
    _ = try await writeToMuted(in: world, badges: [1, 3])
  }

  static let movedToTheArchive = Scenario(
    "B moves a group to his archive and takes it out again: on his phones alone, and a message brings it back",
    covers: "PM-15", tags: .groups, .multiDevice, .offline, .restart
  ) { (world: ChatWorld) in
    let (alice, bob) = try await world.phones("Alice", "Bob", on: .lte)
    let tablet = try await world.phone("Bob's iPad", user: "bob", on: .wifi)
    let group = try await alice.startConversation(with: bob, tablet, isGroup: true)
    let pair = try await alice.startConversation(with: bob, tablet)
    _ = try await alice.send("first", in: pair)
    try await world.untilQuiet()
    _ = try await alice.send("hello", in: group)
    try await world.untilQuiet()
    try await bob.expect(
      all: .that("listed conversations", is: [group, pair]) { $0.conversations.map(\.id) })
    await bob.archive(group)
    for phone in [bob, tablet] {
      try await phone.expect(
        all: .that(\.isInArchive, of: .conversation(group), is: true),
        .that("listed conversations", is: [pair, group]) { $0.conversations.map(\.id) },
        .that(\.unread, of: .conversation(group), is: 1))
    }
    await alice.close()
    try await alice.expect(\.isInArchive, of: .conversation(group), is: false, for: .seconds(30))
    await tablet.unarchive(group)
    for phone in [tablet, bob] {
      try await phone.expect(\.isInArchive, of: .conversation(group), is: false)
      try await phone.expect(
        all: .that("listed conversations", is: [group, pair]) { $0.conversations.map(\.id) })
    }

    await bob.setAirplaneMode(true)
    await bob.archive(group)
    try await bob.kill()
    try await bob.relaunch()
    try await bob.expect(\.isInArchive, of: .conversation(group), is: true)
    await bob.setAirplaneMode(false)
    try await tablet.expect(\.isInArchive, of: .conversation(group), is: true, within: .minutes(1))
    try await world.untilQuiet()
    // Who opens it leaves it there; who writes into it does not.
    await bob.open(group)
    await bob.close()
    try await bob.expect(\.isInArchive, of: .conversation(group), is: true, for: .seconds(30))
    _ = try await alice.send("are you there?", in: group)
    for phone in [bob, tablet] {
      try await phone.expect(\.isInArchive, of: .conversation(group), is: false)
    }
    await bob.archive(group)
    try await tablet.expect(\.isInArchive, of: .conversation(group), is: true)
    _ = try await bob.send("yes", in: group)
    for phone in [bob, tablet] {
      try await phone.expect(\.isInArchive, of: .conversation(group), is: false)
    }

    // Where nobody has written anything, it stays.
    let quiet = try await alice.startConversation(with: bob, tablet, isGroup: true)
    await bob.archive(quiet)
    for phone in [bob, tablet] {
      try await phone.expect(
        \.isInArchive, of: .conversation(quiet), is: true, for: .seconds(10))
    }
  }

  static let archivedBeforeJoining = Scenario(
    "B is removed and comes back to a group in his archive: nothing from before brings it out, what is written at that very moment does",
    covers: "PM-15", "JV-01", tags: .groups, .members, .multiDevice, .restart
  ) { (world: ChatWorld) in
    let (alice, bob) = try await world.phones("Alice", "Bob", on: .lte)
    let tablet = try await world.phone("Bob's iPad", user: "bob", on: .wifi)
    await world.openAccount(of: "carol", named: "Carol")
    let group = try await alice.startConversation(
      with: [bob, tablet], and: ["carol"], isGroup: true)
    await bob.archive(group)
    try await tablet.expect(\.isInArchive, of: .conversation(group), is: true)
    try await world.untilQuiet()
    func write(_ text: String, at time: Node) async {
      await world.backend.administer(
        set: ["author": "alice", "text": .init(.string(text)), "sentAt": time],
        at: Path(unchecked: "messages/\(group)/\(text)"))
    }
    // Of two things of one moment the group went second.
    let turn = await world.backend.read("private/bob/settings/\(group)/archive").children.first {
      _ in true
    }
    await write("meanwhile", at: turn?.node[child: "at"] ?? .empty)
    for phone in [bob, tablet] {
      try await phone.expect(
        all: .that(\.preview, of: .conversation(group), is: "meanwhile"),
        .that(\.isInArchive, of: .conversation(group), is: true))
    }
    _ = try await alice.send("hello", in: group)
    for phone in [bob, tablet] {
      try await phone.expect(\.isInArchive, of: .conversation(group), is: false)
    }
    await alice.remove("bob", from: group)
    try await bob.expect(
      \.departure, of: .conversation(group), is: "You were removed from Alice, Carol")
    await alice.add("bob", to: group)
    // On a tablet that starts anew, which knows of nothing from before, as on the phone.
    try await tablet.reinstall()
    try await tablet.launch()
    for phone in [bob, tablet] {
      try await phone.expect(
        all: .that(\.preview, of: .conversation(group), is: "Alice added you"),
        .that(\.isInArchive, of: .conversation(group), is: true))
    }
    await write("welcome", at: world.backend.read("conversations/\(group)/members/bob"))
    for phone in [bob, tablet] {
      try await phone.expect(
        all: .that(\.unread, of: .conversation(group), is: 1),
        .that(\.isInArchive, of: .conversation(group), is: false))
    }
  }

  static let newestFirst = Scenario(
    "A's list has the newest activity first: what she writes in a tunnel at once, and after it by when the backend got it",
    covers: "UN-04", "MO-09", tags: .multiDevice, .offline
  ) { (world: ChatWorld) in
    let (alice, bob, carol) = try await world.phones("Alice", "Bob", "Carol", on: .lte)
    let tablet = try await world.phone("Alice's iPad", user: "alice", on: .wifi)
    let withBob = try await alice.startConversation(with: bob, tablet)
    let withCarol = try await alice.startConversation(with: carol, tablet)
    await alice.close()
    func expect(_ chats: ConversationID..., on phones: ChatPhone...) async throws {
      for phone in phones {
        try await phone.expect(
          all: .that("listed conversations", is: chats) { $0.conversations.map(\.id) },
          within: .minutes(1))
      }
    }
    _ = try await bob.send("one", in: withBob)
    try await expect(withBob, withCarol, on: alice, tablet)
    try await world.advance(by: .seconds(5))
    _ = try await carol.send("two", in: withCarol)
    try await expect(withCarol, withBob, on: alice, tablet)
    await alice.setAirplaneMode(true)
    try await world.advance(by: .seconds(5))
    _ = try await alice.send("three", in: withBob)
    try await alice.expect(
      all: .that("listed conversations", is: [withBob, withCarol]) { $0.conversations.map(\.id) },
      within: .zero)
    try await world.advance(by: .seconds(30))
    _ = try await carol.send("four", in: withCarol)
    try await tablet.expect(\.preview, of: .conversation(withCarol), is: "four")
    try await world.advance(by: .seconds(30))
    await alice.setAirplaneMode(false)
    for phone in [alice, tablet] {
      try await phone.expect(
        all: .that("previews", is: ["three", "four"]) { $0.conversations.map(\.preview) },
        within: .minutes(1))
    }
  }

  static let refusedMute = Scenario(
    "B mutes and archives a chat in a tunnel, and the backend refuses the muting: the chat is shown as what it is",
    covers: "PM-04", tags: .offline, .fault, pinned: .policies
  ) { (world: ChatWorld) in
    let (alice, bob) = try await world.phones("Alice", "Bob", on: .lte)
    let chat = try await alice.startConversation(with: bob)
    try await bob.expect(\.unread, of: .conversation(chat), is: 0)
    try await world.untilQuiet()
    await bob.setAirplaneMode(true)
    world.refuseNext(WriteKind(below: "private"), by: bob)
    await bob.mute(chat, for: .forever)
    await bob.archive(chat)
    try await bob.expect(\.isMuted, of: .conversation(chat), is: true)
    await bob.setAirplaneMode(false)
    try await bob.expect(\.isMuted, of: .conversation(chat), is: false, within: .seconds(10))
    try await bob.expect(\.isMuted, of: .conversation(chat), is: false, for: .minutes(1))
    // So is one that is muted alone, also after a restart, before anything is heard.
    let other = try await alice.startConversation(with: bob)
    world.refuseNext(WriteKind(below: "private"), by: bob)
    await bob.mute(other, for: .forever)
    try await bob.expect(\.isMuted, of: .conversation(other), is: true, within: .zero)
    try await bob.expect(\.isMuted, of: .conversation(other), is: false)
    try await world.untilQuiet()
    try await bob.kill()
    await bob.setAirplaneMode(true)
    try await bob.relaunch()
    for id in [chat, other] {
      try await bob.expect(
        \.isMuted, of: .conversation(id), is: false, for: .seconds(10), within: .seconds(1))
    }
  }

  static let forgedSettings = Scenario(
    "Nobody sees or turns the settings of another user, turns one twice, or says when it was turned",
    covers: "PM-04", tags: .rules, .groups
  ) { (world: ChatWorld) in
    let (alice, bob) = try await world.phones("Alice", "Bob", on: .wifi)
    await world.openAccount(of: "mallory", named: "Mallory")
    let group = try await alice.startConversation(with: bob, isGroup: true)
    func turn(
      _ id: String, _ topic: String = "mute", to: Node = "forever", at: Node = now,
      of user: String = "bob"
    ) -> [Path: Node] {
      [
        Path(unchecked: "private/\(user)/settings/\(group)/\(topic)/\(id)"): ["to": to, "at": at]
      ]
    }
    for user in ["alice", "mallory", nil] {
      try await world.refuses(user, "mute for Bob", turn("t1"))
      try await world.refuses(user, "move Bob's chat", turn("t1", "archive", to: "on"))
    }
    try await world.refuses("mallory", "mute a stranger's chat", turn("t1", of: "mallory"))
    try await world.refuses("bob", "mute for a year", turn("t1", to: "1y"))
    try await world.refuses("bob", "mute for a number", turn("t1", to: 7))
    try await world.refuses("bob", "archive for an hour", turn("t1", "archive", to: "1h"))
    try await world.refuses("bob", "turn what is none", turn("t1", "volume", to: "on"))
    try await world.refuses("bob", "choose the time", turn("t1", at: 4e12))
    try await world.refuses("bob", "mute without a time", turn("t1", at: .empty))
    let place: Path = "private/bob/settings/\(group.text)/mute/t1"
    try await world.refuses("bob", "say more", [place: ["to": "1h", "at": now, "by": "bob"]])
    try await world.accepts("bob", "mute", turn("t1"))
    try await bob.expect(\.isMuted, of: .conversation(group), is: true)
    try await world.refuses("bob", "turn a turn", turn("t1", to: "off"))
    try await world.refuses("bob", "take a turn out", [place: .empty])
    try await world.refuses(
      "bob", "take out what is not", ["private/bob/settings/\(group.text)/mute/t2": .empty])
    try await world.shows(
      "private/bob/settings", only: ["bob"], of: ["alice", "bob", "mallory", nil])
  }
}

private let now = Node(.timestamp)
