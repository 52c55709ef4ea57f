import Chat
import Rehearsal

// Photos of groups over networks that are away for long: what waits goes on, and what fails is over.

extension Scenarios {
  static let photoAfterTheTunnel = Scenario(
    "A is without a network for 25 minutes while a photo is under way, and C while fetching it: both go on by themselves",
    covers: "GI-05", tags: .groups, .sheets, .offline, .cost, pinned: .links, .duplicates, .clocks
  ) { (world: ChatWorld) in
    let (alice, bob, carol) = try await world.phones("Alice", "Bob", "Carol", on: .lte)
    let group = try await alice.startConversation(with: bob, carol, isGroup: true)
    for phone in [alice, bob] {
      await phone.open(group)
      await phone.openInfo(of: group)
    }
    let summit = Picture("summit", byteCount: 400_000)
    await alice.setAirplaneMode(true)
    await alice.setPhoto(summit, of: group)
    try await world.advance(by: .minutes(25))
    await alice.setAirplaneMode(false)
    for phone in [alice, bob] {
      try await phone.expect(within: .minutes(5)) { $0.groupInfo?.picture == summit.content }
    }
    try await carol.expect(\.unread, of: .conversation(group), is: 0)
    try await world.untilQuiet()
    await carol.setAirplaneMode(true)
    await carol.open(group)
    await carol.openInfo(of: group)
    try await world.advance(by: .minutes(25))
    try await carol.expect(within: .zero) { $0.groupInfo?.picture == nil }
    await carol.setAirplaneMode(false)
    try await carol.expect(within: .minutes(5)) { $0.groupInfo?.picture == summit.content }
    let fetched = await world.meter()[.downloadBytes, device: alice.name]
    try world.require(fetched < 100_000, "Alice not to fetch what she has; \(fetched) bytes")

    // One that is too large is told of, and given up.
    await alice.setPhoto(Picture("panorama", byteCount: 6_000_000), of: group)
    try await alice.expect(\.alert, is: "The group could not be changed", within: .minutes(1))
    await alice.answerAlert()
    try await alice.expect(within: .zero) { screen in
      screen.groupInfo?.uploading == nil && screen.groupInfo?.picture == summit.content
    }
  }

  static let smallestPicture = Scenario(
    "A sends a picture of one pixel and one byte, and B sees it",
    covers: "AS-16", pinned: .policies
  ) { (world: ChatWorld) in
    let (alice, bob) = try await world.phones("Alice", "Bob", on: .lte)
    let chat = try await alice.startConversation(with: bob)
    await bob.open(chat)
    let dot = Picture("dot", byteCount: 1, width: 1, height: 1)
    let id = try await alice.send("", picture: dot, in: chat)
    try await bob.expect(within: .minutes(1)) { $0.bubble(id).photo?.content == dot.content }
  }
}
