import Chat
import Rehearsal

// What a phone shows in a tunnel and right after it, and reads that come beside a photo or by a wrong clock.

extension Scenarios {
  static let readBesideASystemsUpload = Scenario(
    "B opens the chat on 3G while the phone's system uploads a photo of his that gives way: A sees it read within 1 s",
    covers: "PB-01", tags: .receipts, .budget, pinned: .links, .policies
  ) { (world: ChatWorld) in
    world.setPolicies {
      $0.uploadsInBackground = true
      $0.yieldsUploads = true
    }
    let (alice, carol) = try await world.phones("Alice", "Carol", on: .wifi)
    let bob = try await world.phone("Bob", on: .threeG)
    let chat = try await alice.startConversation(with: bob)
    let other = try await bob.startConversation(with: carol)
    let hello = try await alice.send("hello", in: chat)
    try await alice.expect(\.status, of: .bubble(hello), is: .delivered)
    try await world.advance(by: .seconds(5))
    let view = Picture("view", byteCount: Picture.attachmentBytesMax)
    let look = try await bob.send("look", picture: view, in: other)
    // A part of it is stored, so the rest is on its way.
    try await bob.expect(
      all: .that(\.photo?.progress, of: .bubble(look), matches: "is beyond 0 %") {
        $0 != nil && $0 != "0 %"
      }, within: .minutes(1))
    let opened = world.now
    await bob.open(chat)
    try await alice.expect(
      \.status, of: .bubble(hello), is: .read, within: .seconds(1), measuredAs: .receipt,
      since: opened)
    await carol.open(other)
    try await carol.expect(
      \.photo?.content, of: .bubble(look), is: view.content, within: .minutes(5))
  }

  static let goneAfterARestart = Scenario(
    "C's account is deleted, and B's app is launched in a tunnel: the list and the sheet go on to say “Deleted User”",
    covers: "SH-14", tags: .receipts, .groups, .sheets, .offline, .restart, pinned: .policies
  ) { (world: ChatWorld) in
    let (alice, bob, carol) = try await world.phones("Alice", "Bob", "Carol", on: .lte)
    let group = try await alice.startConversation(with: bob, carol, isGroup: true)
    let hello = try await bob.send("hello", in: group)
    await carol.open(group)
    await bob.open(group)
    try await bob.expect(\.receiptLabel, of: .bubble(hello), is: "Read by 2 of 2")
    await world.deleteAccount(of: carol.userID)
    try await bob.expect(\.title, of: .thread, is: "Alice, Deleted User")
    try await world.untilQuiet()
    try await bob.kill()
    await bob.setAirplaneMode(true)
    try await bob.relaunch()
    try await bob.expect(
      \.title, of: .conversation(group), is: "Alice, Deleted User", for: .seconds(10),
      within: .seconds(1))
    await bob.open(group)
    await bob.openReceipts(of: hello)
    try await bob.expect(
      all: .that("readers", of: .receiptSheet, is: ["Alice", "Deleted User"]) {
        $0.read.names.sorted()
      }, for: .seconds(10), within: .seconds(1))
    await bob.setAirplaneMode(false)
    try await bob.expect(
      all: .that("readers", of: .receiptSheet, is: ["Alice", "Deleted User"]) {
        $0.read.names.sorted()
      }, for: .minutes(1))
  }

  static let mutedOnceMoreInATunnel = Scenario(
    "The hour for which B has muted a chat is over; in a tunnel he mutes it once more: the mark is there at once, and stays",
    covers: "PM-03", tags: .offline, .clocks, pinned: .policies, .timings
  ) { (world: ChatWorld) in
    let (alice, bob) = try await world.phones("Alice", "Bob", on: .wifi)
    let chat = try await alice.startConversation(with: bob)
    await bob.mute(chat, for: .hour)
    try await bob.expect(\.isMuted, of: .conversation(chat), is: true)
    try await world.advance(by: .minutes(62))
    try await bob.expect(\.isMuted, of: .conversation(chat), is: false, within: .minutes(1))
    await bob.setAirplaneMode(true)
    await bob.mute(chat, for: .hour)
    try await bob.expect(
      \.isMuted, of: .conversation(chat), is: true, for: .minutes(10), within: .zero)
    await bob.setAirplaneMode(false)
    // The backend counts the hour from now on.
    try await bob.expect(\.isMuted, of: .conversation(chat), is: true, for: .minutes(55))
    try await bob.expect(\.isMuted, of: .conversation(chat), is: false, within: .minutes(10))
  }

  static let anotherGuestMeanwhile = Scenario(
    "B looks at the information on the group in a tunnel while A takes back Dave's invitation and invites Erin: out of it he sees that Erin is invited, and Dave is not",
    covers: "PM-09", tags: .groups, .members, .offline, .sheets, pinned: .policies
  ) { (world: ChatWorld) in
    let (alice, bob) = try await world.phones("Alice", "Bob", on: .lte)
    for (user, name) in [("dave", "Dave"), ("erin", "Erin")] as [(UserID, String)] {
      await world.openAccount(of: user, named: name)
    }
    let group = try await alice.startConversation(with: bob, isGroup: true)
    await alice.openInfo(of: group)
    await alice.invite("dave", to: group)
    await bob.open(group)
    await bob.openInfo(of: group)
    try await bob.expectGuests(["Dave"])
    try await world.untilQuiet()
    await bob.setAirplaneMode(true)
    await alice.withdraw("dave", from: group)
    await alice.invite("erin", to: group)
    try await alice.expectGuests(["Erin"])
    try await world.untilQuiet()
    try await bob.expectGuests(["Dave"])
    await bob.setAirplaneMode(false)
    try await bob.expectGuests(["Erin"])
    await bob.closeSheet()
    await bob.openInfo(of: group)
    try await bob.expectGuests(["Erin"])
  }

  static let readByAClockBehind = Scenario(
    "A's clock is ten minutes slow, and B reads: her sheet says “now”, and does so until her clock is a minute beyond that time",
    covers: "SH-19", tags: .receipts, .groups, .sheets, .clocks, pinned: .clocks, .links
  ) { (world: ChatWorld) in
    let alice = try await world.phone("Alice", on: .wifi, clock: WallClock(skew: .minutes(-10)))
    let (bob, carol) = try await world.phones("Bob", "Carol", on: .wifi)
    let group = try await alice.startConversation(with: bob, carol, isGroup: true)
    let hello = try await alice.send("hello", in: group)
    await bob.open(group)
    try await alice.expect(\.receiptLabel, of: .bubble(hello), is: "Read by 1 of 2")
    await alice.openReceipts(of: hello)
    try await alice.expect(
      \.read.times, of: .receiptSheet, is: ["now"], for: .minutes(10), within: .seconds(1))
    for time in ["1 minute ago", "2 minutes ago"] {
      try await alice.expect(\.read.times, of: .receiptSheet, is: [time], within: .seconds(65))
    }
  }
}

extension ChatPhone {
  /// Expects the information on a group, which is open, to name these as invited.
  fileprivate nonisolated func expectGuests(_ names: [String]) async throws {
    try await expect(
      all: .that("guests", of: .groupInfo, is: names) { $0.guests.map(\.name) },
      within: .minutes(1))
  }
}
