import Chat
import Rehearsal

// VoiceOver, once more: lists with invitations and a search, groups with pins and several photos, and what is said of several at
// once.

extension Scenarios {
  static let voiceOverOnTheList = Scenario(
    "VoiceOver goes through invitations, a search and what it finds, pins and the photos of a message",
    covers: "AX-02", tags: .groups, pinned: .clocks, .links, .policies, .traffic
  ) { (world: ChatWorld) in
    world.setPolicies { $0.attachments = .carousel }
    let (alice, bob) = try await world.phones("Alice", "Bob", on: .wifi)
    let chat = try await alice.startConversation(with: bob)
    let group = try await alice.startConversation(with: bob, isGroup: true)
    await alice.openInfo(of: group)
    await alice.rename(group, to: "Hiking")
    await alice.closeSheet()
    await bob.open(chat)
    let hello = try await bob.send("hello", in: chat)
    await bob.close()
    let carol = try await world.phone("Carol", on: .wifi)
    let party = try await carol.startConversation(with: alice, isGroup: true)
    await carol.openInfo(of: party)
    await carol.rename(party, to: "Party")
    await carol.invite("bob", to: party)
    try await bob.expect(
      \.accessibilityLabels,
      is: [
        "Conversations", "New conversation", "Send read receipts", "Carol invites you to Party",
        "Decline", "Accept", "Search", "Alice, hello", "Hiking",
      ])
    await bob.search("HIK")
    try await bob.expect(
      all: .that("what VoiceOver goes through", is: ["Search", "Hiking"]) { screen in
        screen.accessibilityLabels.suffix(2).map { String($0.prefix(6)) }
      },
      .that("the words of the search", is: "HIK") { screen in
        screen.accessibilityElements.first { $0.traits.contains(.searchField) }?.value
      }, within: .zero)
    await bob.search("")

    // What is pinned is read before the messages.
    await bob.open(chat)
    await bob.pin(hello)
    try await bob.expect(
      all: .that("what is read first", is: ["Back", "Alice", "Pinned, hello"]) {
        Array($0.accessibilityLabels.prefix(3))
      })

    // Which photo of several is drawn, and what an admin can do with it.
    await alice.open(group)
    let walk = try await alice.send(
      "walk", pictures: [Picture("sea"), Picture("hut")], in: group)
    try await alice.expect(
      all: .that("progress", of: .bubble(walk), is: []) { $0.photos.compactMap(\.progress) },
      .that(\.status, of: .bubble(walk), isNot: .sending), within: .minutes(1))
    await alice.swipe(walk, to: .next)
    try await alice.expect(
      all: .that(\.value, of: .spoken("You: walk"), is: "2 of 2"),
      .that(
        \.actions, of: .spoken("You: walk"),
        is: ["Delete media", "Edit", "Delete", "Read Receipts", "Pin"]), within: .zero)
  }

  static let voiceOverOnSeveral = Scenario(
    "VoiceOver counts messages that become read at once, says nothing of another try, names a video once, and nothing under an alert",
    covers: "AX-01", "AX-02", tags: .receipts, .offline,
    pinned: .links, .clocks, .policies, .traffic, .duplicates
  ) { (world: ChatWorld) in
    let (alice, bob) = try await world.phones("Alice", "Bob", on: .wifi)
    let chat = try await alice.startConversation(with: bob)
    for number in 1...3 {
      let id = try await alice.send("\(number)", in: chat)
      try await alice.expect(\.status, of: .bubble(id), is: .delivered)
    }
    await alice.setVoiceOver(true)
    await bob.open(chat)
    try await alice.expectSpoken(\.announcements, is: ["3 messages, Read"])

    world.refuseNext(.message, by: alice)
    let lost = try await alice.send("lost", in: chat)
    try await alice.expectSpoken(\.last, is: "lost, Failed, actions available")
    await alice.retry(lost)
    try await alice.expect(\.status, of: .bubble(lost), is: .read, within: .seconds(5))
    try await alice.expectSpoken(
      \.announcements,
      is: [
        "3 messages, Read", "lost, Failed, actions available", "lost, Sent", "lost, Read",
      ])

    _ = try await bob.send("", picture: Picture("clip", format: .mp4), in: chat)
    try await alice.expectSpoken(\.last, is: "Bob: [Video]")

    // What comes under an alert is not said, nor when the alert is gone.
    await alice.perform(.send("broken", pictures: [Picture("broken", isCorrupt: true)], in: chat))
    let damaged = "The photo is damaged and cannot be sent"
    try await alice.expectSpoken(\.last, is: damaged)
    let below = try await bob.send("below", in: chat)
    try await alice.expectDrawn(all: .present(.loaded(below)))
    try await alice.expectSpoken(\.last, is: damaged, for: .seconds(5))
    await alice.answerAlert()
    try await alice.expectSpoken(\.last, is: damaged, for: .seconds(5))
  }
}
