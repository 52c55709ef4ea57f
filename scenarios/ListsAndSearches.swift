import Chat
import Rehearsal

// What stands where on the list, and what is found there: in the archive, of groups that one has left, and of those to which one
// has just come.

extension Scenarios {
  static let archiveOfTwo = Scenario(
    "B moves two groups to his archive: the one with the newer message stands first there, both are found by name, and one that a message brings out stays out as that is deleted",
    covers: "PM-15", "PM-13", "UN-04", tags: .groups, pinned: .links, .clocks, .policies
  ) { (world: ChatWorld) in
    let (alice, bob) = try await world.phones("Alice", "Bob", on: .wifi)
    var groups: [ConversationID] = []
    for name in ["Hiking", "Climbing"] {
      let group = try await alice.startConversation(with: bob, isGroup: true)
      await alice.openInfo(of: group)
      await alice.rename(group, to: name)
      await alice.closeSheet()
      let hello = try await alice.send("hello", in: group)
      try await alice.expect(\.status, of: .bubble(hello), is: .delivered)
      try await world.advance(by: .seconds(5))
      groups.append(group)
    }
    let (hiking, climbing) = (groups[0], groups[1])
    for group in [climbing, hiking] { await bob.archive(group) }
    try await world.untilQuiet()
    try await bob.expect(
      all: .that("listed conversations", is: [climbing, hiking]) { $0.conversations.map(\.id) },
      .that(\.isInArchive, of: .conversation(hiking), is: true),
      .that(\.isInArchive, of: .conversation(climbing), is: true), within: .zero)
    for (words, group) in [("hik", hiking), ("climb", climbing)] {
      await bob.search(words)
      try await bob.expect(
        all: .that("listed conversations", is: [group]) { $0.listedConversations.map(\.id) },
        within: .zero)
    }
    await bob.search("")

    await alice.open(hiking)
    let mistake = try await alice.send("a mistake", in: hiking)
    try await bob.expect(
      all: .that(\.isInArchive, of: .conversation(hiking), is: false),
      .that("listed conversations", is: [hiking, climbing]) { $0.conversations.map(\.id) })
    try await alice.expect(\.controls, of: .bubble(mistake), is: [.edit, .delete])
    await alice.delete(mistake)
    try await bob.expect(
      \.preview, of: .conversation(hiking), is: "This message was deleted", within: .seconds(5))
    try await bob.expect(
      all: .that(\.isInArchive, of: .conversation(hiking), is: false),
      .that(\.isInArchive, of: .conversation(climbing), is: true), for: .seconds(10))
  }

  static let addedFirstOnTheList = Scenario(
    "B is added to a group in which nobody has written yet: it stands above the chat of before on his list",
    covers: "UN-04", "MA-05", tags: .groups, .members, pinned: .links, .clocks, .policies
  ) { (world: ChatWorld) in
    let (alice, bob, carol) = try await world.phones("Alice", "Bob", "Carol", on: .wifi)
    let group = try await alice.startConversation(with: carol, isGroup: true)
    let chat = try await carol.startConversation(with: bob)
    let hello = try await carol.send("hello", in: chat)
    try await carol.expect(\.status, of: .bubble(hello), is: .delivered)
    try await world.advance(by: .seconds(5))
    await alice.add(bob.userID, to: group)
    try await bob.expect(
      all: .that("previews", is: ["Alice added you", "hello"]) { $0.conversations.map(\.preview) },
      .that("listed conversations", is: [group, chat]) { $0.conversations.map(\.id) })
  }

  static let leftAndFound = Scenario(
    "A pins what C has written, and C leaves: it stays pinned for those who stay, and C still finds the group by its name",
    covers: "PM-12", "PM-13", "MR-10", tags: .groups, .members,
    pinned: .links, .clocks, .policies
  ) { (world: ChatWorld) in
    let (alice, bob, carol) = try await world.phones("Alice", "Bob", "Carol", on: .wifi)
    let group = try await alice.startConversation(with: bob, carol, isGroup: true)
    await alice.openInfo(of: group)
    await alice.rename(group, to: "Hiking")
    await alice.closeSheet()
    await carol.open(group)
    let plan = try await carol.send("we meet at nine", in: group)
    try await alice.expect(\.text, of: .bubble(plan), is: "we meet at nine")
    await alice.pin(plan)
    try await carol.expect(
      all: .that(\.pinnedTexts, of: .thread, is: ["we meet at nine"]),
      .that(\.title, of: .thread, is: "Hiking"))
    await carol.openInfo(of: group)
    await carol.leave(group)
    await carol.confirm()
    try await alice.expect(\.users, of: .thread, is: ["alice", "bob"])
    await bob.open(group)
    for phone in [alice, bob] {
      try await phone.expect(
        \.pinnedTexts, of: .thread, is: ["we meet at nine"], for: .seconds(10),
        within: .seconds(5))
    }
    await carol.close()
    await carol.search("hik")
    try await carol.expect(
      all: .that("listed conversations", is: [group]) { $0.listedConversations.map(\.id) },
      .that(\.departure, of: .conversation(group), is: "You left"))
  }
}
