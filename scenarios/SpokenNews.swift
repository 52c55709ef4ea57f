import Chat
import Rehearsal

// What VoiceOver says of alerts, and of groups: on the list, on their information and in their statistics.

extension Scenarios {
  static let spokenAlerts = Scenario(
    "A reads that her photo is damaged as the backend refuses whom she has added: VoiceOver tells her the second alert as it told the first",
    covers: "AX-02", "MA-07", "AS-16", tags: .groups, .members, .offline,
    pinned: .links, .policies
  ) { (world: ChatWorld) in
    let (alice, bob) = try await world.phones("Alice", "Bob", on: .lte)
    let group = try await alice.startConversation(with: bob, isGroup: true)
    try await world.untilQuiet()
    await alice.setAirplaneMode(true)
    await alice.add("ghost", to: group)
    try await alice.expect(\.users, of: .thread, is: ["alice", "bob", "ghost"])
    await alice.setVoiceOver(true)
    let torn = Picture("torn", isCorrupt: true)
    await alice.perform(.send("look", pictures: [torn], in: group))
    let damaged = "The photo is damaged and cannot be sent"
    try await alice.expectSpoken(\.announcements, is: [damaged])
    try await alice.expectSpoken(\.count, is: 1, for: .seconds(10))

    // Nobody has answered the first.
    await alice.setAirplaneMode(false)
    let unchanged = "The members could not be changed"
    try await alice.expect(\.alert, is: unchanged, within: .minutes(1))
    try await alice.expectSpoken(\.announcements, is: [damaged, unchanged], within: .zero)
    try await alice.expect(
      \.accessibilityElements,
      is: [AccessibilityElement(unchanged, .staticText), AccessibilityElement("OK", .button)],
      within: .zero)
    await alice.answerAlert()
    try await alice.expectSpoken(\.count, is: 2, for: .seconds(30))
  }

  static let spokenStatistics = Scenario(
    "An admin listens to the statistics of her group: VoiceOver says of each day how much was written and how many were in the group",
    covers: "PM-19", tags: .groups, .members, .sheets, .clocks, pinned: .clocks
  ) { (world: ChatWorld) in
    let (alice, bob) = try await world.phones("Alice", "Bob", on: .wifi)
    await world.openAccount(of: "carol", named: "Carol")
    let group = try await alice.startConversation(with: bob, isGroup: true)
    await bob.open(group)
    for text in ["one", "two"] { _ = try await bob.send(text, in: group) }
    try await world.advance(by: .days(1))
    await alice.add("carol", to: group)
    _ = try await bob.send("three", in: group)
    await alice.openInfo(of: group)
    await alice.openStatistics(of: group)
    let days = [
      ("2026-01-06", "1 message, 3 participants"), ("2026-01-05", "2 messages, 2 participants"),
    ]
    try await alice.expect(
      all: .that(
        "the days that VoiceOver reads",
        is: days.map { AccessibilityElement($0.0, value: $0.1, .staticText) }
      ) { screen in
        screen.accessibilityElements.filter { $0.label.hasPrefix("2026") }
      }, within: .minutes(1))
  }

  static let spokenGroupPhoto = Scenario(
    "A gives her group its first photo: VoiceOver says that it is on its way, and then that it is there",
    covers: "GI-05", tags: .groups, .sheets, pinned: .links, .policies, .traffic
  ) { (world: ChatWorld) in
    let alice = try await world.phone("Alice", on: .threeG)
    let bob = try await world.phone("Bob", on: .lte)
    let group = try await alice.startConversation(with: bob, isGroup: true)
    await alice.openInfo(of: group)
    try await alice.expect(all: .present(.groupInfo), .absent(.spoken("Group photo")))
    await alice.setPhoto(Picture("hut", byteCount: 500_000), of: group)
    try await alice.expect(
      all: .that(
        \.self, of: .spoken("Group photo"),
        is: AccessibilityElement("Group photo", value: "Uploading…", .image)),
      .that(\.photo, of: .groupInfo, is: nil), within: .zero)
    try await alice.expect(
      \.self, of: .spoken("Group photo"), is: AccessibilityElement("Group photo", .image),
      within: .minutes(1))
    await bob.open(group)
    await bob.openInfo(of: group)
    try await bob.expect(
      \.self, of: .spoken("Group photo"), is: AccessibilityElement("Group photo", .image))
  }

  static let spokenOverOrPutAway = Scenario(
    "A's group is over, and she has put a chat away: on the list VoiceOver says of each what it is, and both of a group that is both",
    covers: "PM-15", "MR-06", tags: .groups, .members, pinned: .policies
  ) { (world: ChatWorld) in
    let (alice, bob, carol) = try await world.phones("Alice", "Bob", "Carol", on: .wifi)
    let chat = try await alice.startConversation(with: carol)
    _ = try await alice.send("hello", in: chat)
    let group = try await alice.startConversation(with: bob, isGroup: true)
    await alice.openInfo(of: group)
    await alice.rename(group, to: "Hiking")
    await alice.closeSheet()
    await alice.remove(bob.userID, from: group)
    await alice.confirm()
    await alice.close()
    await alice.archive(chat)
    try await alice.expect(
      \.accessibilityLabels,
      is: [
        "Conversations", "New conversation", "Send read receipts", "Search",
        "Hiking, You removed Bob, read only", "Carol, hello, in the archive",
      ])
    await alice.unarchive(chat)
    await alice.archive(group)
    try await alice.expect(
      \.accessibilityLabels,
      is: [
        "Conversations", "New conversation", "Send read receipts", "Search",
        "Carol, hello", "Hiking, You removed Bob, read only, in the archive",
      ])
  }
}
