import Chat
import Rehearsal

// Who is there and when they went, how names stand in a line, and what a pin without words says.

extension Scenarios {
  static let goneTwice = Scenario(
    "B loses the network twice while his app runs on: each time A reads when he went that time",
    covers: "DS-15", tags: .offline, pinned: .clocks, .policies
  ) { (world: ChatWorld) in
    world.setPolicies { $0.sharesPresence = true }
    let (alice, bob) = try await world.phones("Alice", "Bob", on: .lte)
    let start = world.now
    _ = try await alice.startConversation(with: bob)
    for (minute, time) in [(5, "12:0"), (25, "12:2"), (45, "12:4")] {
      try await world.advance(by: .minutes(minute) - start.duration(to: world.now))
      try await alice.expect(\.subtitle, of: .thread, is: "online")
      await bob.setAirplaneMode(true)
      try await alice.expect(
        all: .that(\.subtitle, of: .thread, matches: "begins with “last seen \(time)”") {
          $0?.hasPrefix("last seen \(time)") == true
        }, within: .minutes(3))
      await bob.setAirplaneMode(false)
      try await alice.expect(\.subtitle, of: .thread, is: "online", within: .minutes(1))
    }
  }

  static let tabletIsThere = Scenario(
    "B's phone goes just before its token ends, and nobody takes its word back: A sees him online all the time, for his tablet is",
    covers: "DS-15", tags: .offline, .fault, .multiDevice,
    pinned: .clocks, .policies, .links, .timings
  ) { (world: ChatWorld) in
    world.setPolicies { $0.sharesPresence = true }
    let start = world.now
    let bob = try await world.phone("Bob", on: .lte)
    try await world.advance(by: .minutes(30))
    // Their tokens end later.
    let tablet = try await world.phone("Bob's iPad", user: "bob", on: .lte)
    let alice = try await world.phone("Alice", on: .lte)
    _ = try await alice.startConversation(with: bob, tablet)
    try await alice.expect(\.subtitle, of: .thread, is: "online")
    // Otherwise the phone's would be exchanged five minutes before its end.
    world.backend.accounts.setOutOfOrder(true)
    try await world.advance(by: .seconds(3_570) - start.duration(to: world.now))
    await bob.setAirplaneMode(true)
    try await alice.expect(\.subtitle, of: .thread, is: "online", for: .minutes(10), within: .zero)
    await tablet.setAirplaneMode(true)
    try await alice.expect(
      all: .that(\.subtitle, of: .thread, matches: "begins with “last seen 13:1”") {
        $0?.hasPrefix("last seen 13:1") == true
      }, within: .minutes(3))
  }

  static let namesOfSeveralLines = Scenario(
    "The names of A and B have separators of lines and paragraphs: titles, announcements, notifications and VoiceOver have them in one line",
    covers: "SY-08", tags: .groups, .members, .push, pinned: .duplicates, .policies
  ) { (world: ChatWorld) in
    world.setPolicies { $0.usesPush = true }
    let (alice, bob, carol) = try await world.phones("Alice", "Bob", "Carol", on: .lte)
    await world.rename(alice.userID, to: "Ann\u{2028}Lee\u{2029}")
    await world.rename(bob.userID, to: "\u{2028}Bo\u{2029}\u{2028}Ray")
    let group = try await alice.startConversation(with: carol, isGroup: true)
    await alice.add(bob.userID, to: group)
    try await alice.expect(\.texts, of: .thread, is: ["You added Bo Ray"])
    try await bob.expect(
      all: .that(\.preview, of: .conversation(group), is: "Ann Lee added you"),
      .that(\.title, of: .conversation(group), is: "Ann Lee, Carol"))
    try await carol.expect(
      all: .that(\.preview, of: .conversation(group), is: "Ann Lee added Bo Ray"),
      .that(\.title, of: .conversation(group), is: "Ann Lee, Bo Ray"),
      .that("what VoiceOver says", is: "Ann Lee, Bo Ray, Ann Lee added Bo Ray") {
        $0.accessibilityLabels.last ?? ""
      })
    await alice.openInfo(of: group)
    try await alice.expect(
      all: .that(\.names, of: .groupInfo, is: ["Ann Lee", "Bo Ray", "Carol"]))
    await alice.closeSheet()
    let chat = try await alice.startConversation(with: carol)
    try await world.untilQuiet()
    try await carol.enterBackground()
    _ = try await alice.send("hello", in: chat)
    try await carol.expectNotifications(
      all: .that(\.titles, includes: "Ann Lee"), .that(\.bodies, includes: "hello"),
      within: .minutes(1))
  }

  static let pinnedPhoto = Scenario(
    "A pins a photo without words: the pin above the thread says what it is, and a German phone says so in German",
    covers: "PM-12", tags: .groups, .languages, pinned: .links, .policies, .traffic
  ) { (world: ChatWorld) in
    let (alice, bob) = try await world.phones("Alice", "Bob", on: .wifi)
    let hanna = try await world.phone("Hanna", on: .wifi, locale: .german)
    let group = try await alice.startConversation(with: bob, hanna, isGroup: true)
    for phone in [bob, hanna] { await phone.open(group) }
    let look = try await alice.send("", picture: Picture("hut"), in: group)
    try await bob.expect(
      all: .that(\.photo?.content, of: .bubble(look), isNot: nil), within: .minutes(1))
    try await alice.expect(\.status, of: .bubble(look), is: .read, within: .minutes(1))
    await alice.pin(look)
    for (phone, words) in [(alice, "[Photo]"), (bob, "[Photo]"), (hanna, "[Foto]")] {
      try await phone.expect(\.pinnedTexts, of: .thread, is: [words], within: .minutes(1))
    }
    try await bob.expect(all: .present(.spoken("Pinned, [Photo]")), within: .zero)
    try await hanna.expect(all: .present(.spoken("Angeheftet, [Foto]")), within: .zero)
  }
}
