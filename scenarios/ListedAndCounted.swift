import Chat
import Rehearsal

// Tags, pins, photos and the archive: what stands on lists, and what statistics count.

extension Scenarios {
  static let tagInCapitals = Scenario(
    "B writes the tag of a chat anew with a capital: both of his phones show it as it is now",
    covers: "PM-14", tags: .multiDevice, pinned: .policies
  ) { (world: ChatWorld) in
    let (alice, bob) = try await world.phones("Alice", "Bob", on: .wifi)
    let tablet = try await world.phone("Bob's iPad", user: "bob", on: .wifi)
    let chat = try await alice.startConversation(with: bob, tablet)
    for tag in ["work", "Work", "work"] {
      await bob.tag(chat, as: tag)
      try await bob.expect(\.tag, of: .conversation(chat), is: "#\(tag)", within: .zero)
      try await tablet.expect(
        \.tag, of: .conversation(chat), is: "#\(tag)", within: .seconds(10))
      try await world.untilQuiet()
    }
  }

  static let photosInStatistics = Scenario(
    "B sends two photos without words in the hour after A has written: the statistics count them, and name him and their hour",
    covers: "PM-19", tags: .groups, .sheets, .clocks,
    pinned: .links, .clocks, .policies, .traffic
  ) { (world: ChatWorld) in
    let (alice, bob) = try await world.phones("Alice", "Bob", on: .wifi)
    let group = try await alice.startConversation(with: bob, isGroup: true)
    await bob.open(group)
    // It is noon.
    _ = try await alice.send("where are you?", in: group)
    try await world.advance(by: .hours(1))
    for name in ["sea", "hut"] {
      let photo = try await bob.send("", picture: Picture(name), in: group)
      try await alice.expect(
        all: .that(\.photo?.content, of: .bubble(photo), isNot: nil), within: .minutes(1))
    }
    await alice.openInfo(of: group)
    await alice.openStatistics(of: group)
    try await alice.expect(
      all: .that("messages by day", of: .groupStatistics, is: ["3 messages"]) {
        $0.days.map(\.messages)
      },
      .that("writers", of: .groupStatistics, is: ["Bob", "Alice"]) { $0.active.map(\.name) },
      .that("messages by writer", of: .groupStatistics, is: [2, 1]) { $0.active.map(\.count) },
      .that(\.peakHour, of: .groupStatistics, is: "13:00"))
  }

  static let fourPins = Scenario(
    "A pins four messages one after the other: she and B see all four above the thread, the newest pin first",
    covers: "PM-12", tags: .groups, pinned: .policies
  ) { (world: ChatWorld) in
    let (alice, bob) = try await world.phones("Alice", "Bob", on: .lte)
    let group = try await alice.startConversation(with: bob, isGroup: true)
    await bob.open(group)
    var pinned: [String] = []
    for text in ["we meet at nine", "bring boots", "bring water", "the hut is open"] {
      let message = try await alice.send(text, in: group)
      try await alice.expect(\.status, of: .bubble(message), is: .read)
      await alice.pin(message)
      pinned.insert(text, at: 0)
      for phone in [alice, bob] {
        try await phone.expect(\.pinnedTexts, of: .thread, is: pinned)
      }
    }
    await bob.close()
    await bob.open(group)
    try await bob.expect(\.pinnedTexts, of: .thread, is: pinned, for: .seconds(10))
  }

  static let ownPhotosElsewhere = Scenario(
    "A's tablet lacks two photos that she has sent from her phone: its media tab lists them, and fetches both",
    covers: "PM-17", tags: .multiDevice, pinned: .links, .clocks, .policies, .traffic
  ) { (world: ChatWorld) in
    world.setPolicies { $0.viewport = 2 }
    let (alice, bob) = try await world.phones("Alice", "Bob", on: .lte)
    let tablet = try await world.phone("Alice's iPad", user: "alice", on: .wifi)
    let chat = try await alice.startConversation(with: bob, tablet)
    for name in ["sea", "hut"] {
      let photo = try await alice.send("", picture: Picture(name), in: chat)
      try await alice.expect(
        all: .that(\.photo, of: .bubble(photo), isNot: nil),
        .that(\.photo?.progress, of: .bubble(photo), is: nil), within: .minutes(1))
    }
    // Both are above what an opening displays, and so not fetched.
    for text in ["one", "two"] { _ = try await alice.send(text, in: chat) }
    try await tablet.expect(\.preview, of: .conversation(chat), is: "two")
    try await world.untilQuiet()
    await tablet.open(chat)
    await tablet.openMedia(of: chat)
    try await tablet.expect(
      all: .that("authors", of: .mediaSheet, is: ["You", "You"]) { $0.rows.map(\.author) },
      .that("states", of: .mediaSheet, is: ["Not on this phone", "Not on this phone"]) {
        $0.rows.map(\.state)
      }, .that(\.downloadAll, of: .mediaSheet, is: "Download all (2)"))
    await tablet.downloadAll()
    try await tablet.expect(
      all: .that("states", of: .mediaSheet, is: ["On this phone", "On this phone"]) {
        $0.rows.map(\.state)
      }, .that(\.downloadAll, of: .mediaSheet, is: nil), within: .minutes(1))
    try world.require(tablet.keptPictures.count, is: 2, "the number of files on Alice's tablet")
  }

  static let mediaOfOneWhoLeft = Scenario(
    "B has sent a photo and a video and leaves the group: the media tab of the others goes on to list both, with his name",
    covers: "PM-17", tags: .groups, .members, .sheets,
    pinned: .links, .clocks, .policies, .traffic
  ) { (world: ChatWorld) in
    let (alice, bob, carol) = try await world.phones("Alice", "Bob", "Carol", on: .lte)
    let group = try await alice.startConversation(with: bob, carol, isGroup: true)
    for phone in [bob, carol] { await phone.open(group) }
    let film = Picture("clip", byteCount: 900_000, format: .mp4)
    var sent: [MessageID] = []
    for picture in [Picture("sea"), film] {
      let message = try await bob.send("", picture: picture, in: group)
      sent.insert(message, at: 0)
      for phone in [alice, carol] {
        try await phone.expect(
          \.photo?.content, of: .bubble(message), is: picture.content, within: .minutes(1))
      }
    }
    try await world.untilQuiet()
    await bob.openInfo(of: group)
    await bob.leave(group)
    await bob.confirm()
    let listed = sent
    for phone in [alice, carol] {
      try await phone.expect(\.users, of: .thread, is: ["alice", "carol"])
      await phone.openInfo(of: group)
      await phone.openMedia(of: group)
      try await phone.expect(
        all: .that("messages", of: .mediaSheet, is: listed) { $0.rows.map(\.message) },
        .that("authors", of: .mediaSheet, is: ["Bob", "Bob"]) { $0.rows.map(\.author) },
        .that("states", of: .mediaSheet, is: ["On this phone", "On this phone"]) {
          $0.rows.map(\.state)
        }, within: .seconds(10))
      for (filter, message) in zip([MediaFilter.videos, .photos], listed) {
        await phone.filterMedia(by: filter)
        try await phone.expect(
          all: .that("messages", of: .mediaSheet, is: [message]) { $0.rows.map(\.message) })
      }
    }
  }

  static let photoForTheArchive = Scenario(
    "B has put a chat away, and A sends a photo, without words and then with some: each brings the chat back to his list",
    covers: "PM-15", pinned: .links, .clocks, .policies, .traffic
  ) { (world: ChatWorld) in
    let (alice, bob) = try await world.phones("Alice", "Bob", on: .lte)
    let chat = try await alice.startConversation(with: bob)
    _ = try await alice.send("hello", in: chat)
    try await bob.expect(\.preview, of: .conversation(chat), is: "hello")
    for (words, preview) in [("", "[Photo]"), ("look", "look")] {
      try await world.untilQuiet()
      await bob.archive(chat)
      try await bob.expect(\.isInArchive, of: .conversation(chat), is: true)
      try await world.untilQuiet()
      try await bob.expect(\.isInArchive, of: .conversation(chat), is: true, within: .zero)
      _ = try await alice.send(words, picture: Picture("view"), in: chat)
      try await bob.expect(
        all: .that(\.preview, of: .conversation(chat), is: preview),
        .that(\.isInArchive, of: .conversation(chat), is: false), for: .seconds(10),
        within: .minutes(1))
    }
  }
}
