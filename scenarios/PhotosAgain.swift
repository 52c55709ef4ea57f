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
    // Her phone fetches it for the list, at once.
    try await carol.expect(
      all: .that(\.photo, of: .conversation(group), isNot: nil), within: .minutes(5))
    try await carol.expect(\.photo?.content, of: .conversation(group), is: nil, within: .zero)
    await carol.setAirplaneMode(true)
    for phone in [alice, bob] {
      try await phone.expect(\.picture, of: .groupInfo, is: summit.content, within: .minutes(5))
    }
    await carol.open(group)
    await carol.openInfo(of: group)
    try await world.advance(by: .minutes(25))
    try await carol.expect(\.picture, of: .groupInfo, is: nil, within: .zero)
    await carol.setAirplaneMode(false)
    try await carol.expect(\.picture, of: .groupInfo, is: summit.content, within: .minutes(5))
    let fetched = await world.meter()[.downloadBytes, device: alice.name]
    try world.require(
      fetched, in: ..<100_000, "the bytes that Alice fetches, of which she has none yet,")

    // What the backend does not take for a photo is told of, and given up.
    await alice.setPhoto(Picture("film", format: .mp4), of: group)
    try await alice.expect(\.alert, is: "The group could not be changed", within: .minutes(1))
    await alice.answerAlert()
    try await alice.expect(
      all: .that(\.uploading, of: .groupInfo, is: nil),
      .that(\.picture, of: .groupInfo, is: summit.content), within: .zero)
  }

  static let photoOfAGroupJustBegun = Scenario(
    "A begins a group while her connection is dead, and gives it a photo, which could be stored at once: all see it in the end",
    covers: "GI-05", tags: .groups, .sheets, .fault
  ) { (world: ChatWorld) in
    let (alice, bob, carol) = try await world.phones("Alice", "Bob", "Carol", on: .wifi)
    try await world.advance(by: .seconds(5))
    world.network.breakSilently(alice.host)
    let group = try await alice.startConversation(
      withUsers: [bob.userID, carol.userID], isGroup: true)
    await alice.openInfo(of: group)
    let summit = Picture("summit", byteCount: 100_000)
    await alice.setPhoto(summit, of: group)
    try await alice.expect(\.uploading, of: .groupInfo, is: "Uploading…")
    for phone in [bob, carol] {
      try await phone.expect(
        all: .that(\.photo?.content, of: .conversation(group), is: summit.content),
        within: .minutes(15))
    }
    try await alice.expect(
      all: .that(\.uploading, of: .groupInfo, is: nil),
      .that(\.picture, of: .groupInfo, is: summit.content), within: .minutes(2))
    // A phone that has nothing yet is given it, too.
    let tablet = try await world.phone("Bob's iPad", user: "bob", on: .wifi)
    try await tablet.expect(
      all: .that(\.photo?.content, of: .conversation(group), is: summit.content),
      within: .minutes(2))
  }

  static let givenUpUnheard = [false, true].map { ends in
    Scenario(
      "A's photo of a group is stored, her phone does not hear so, and she takes another in a tunnel\(ends ? ", where the app ends" : " of twelve minutes"): the first goes from storage within a day",
      covers: "GI-05", tags: .groups, .sheets, .offline, .fault, .restart, .cost,
      pinned: .links, .clocks, .policies, .traffic
    ) { (world: ChatWorld) in
      let (alice, bob) = try await world.phones("Alice", "Bob", on: .lte)
      let group = try await alice.startConversation(with: bob, isGroup: true)
      for phone in [alice, bob] {
        await phone.open(group)
        await phone.openInfo(of: group)
      }
      try await world.untilQuiet()
      alice.loseNextMessage(then: .halfOpen) { $0.summary.contains("stored /groups/") }
      await alice.setPhoto(Picture("hut", byteCount: 20_000), of: group)
      try await world.advance(by: .seconds(5))
      try world.require(
        await world.backend.storage.paths.count, is: 1, "the number of photos in storage")
      await alice.setAirplaneMode(true)
      let peak = Picture("peak", byteCount: 20_000)
      await alice.setPhoto(peak, of: group)
      if ends {
        try await alice.kill()
        try await alice.relaunch()
      } else {
        try await world.advance(by: .minutes(12))
      }
      await alice.setAirplaneMode(false)
      try await bob.expect(\.picture, of: .groupInfo, is: peak.content, within: .minutes(15))
      try await world.passDay(with: alice, bob)
      try await world.expectNoPhoto(butOf: group)
    }.named(ends ? "ended" : "waiting")
  }

  static let forgottenPhoto = Scenario(
    "A installs the app anew before it has heard that its photo of a group is stored: nobody will show it, and it goes within a day",
    covers: "GI-05", tags: .groups, .sheets, .restart, .fault, .cost,
    pinned: .links, .clocks, .policies, .traffic
  ) { (world: ChatWorld) in
    let (alice, bob, group) = try await world.groupWithInformationOpen()
    // The backend gives her phone the time to name the photo, which takes a second after it is stored.
    let slow = alice.slow(plus: .milliseconds(500))
    await alice.setPhoto(Picture("peak", byteCount: 20_000), of: group)
    try await world.advance(by: .minutes(1))
    slow.end()
    try world.require(
      await world.meter()[.functionFailures], is: 0, "the number of functions that failed")

    alice.loseNextMessage(then: .halfOpen) { $0.summary.contains("stored /groups/") }
    await alice.setPhoto(Picture("hut", byteCount: 20_000), of: group)
    try await world.advance(by: .seconds(5))
    try await alice.reinstall()
    for phone in [alice, bob] { await phone.setAirplaneMode(true) }
    try await world.advance(by: .hours(22))
    // The backend cannot know that no phone has the second in hand.
    try world.require(
      await world.backend.storage.paths.count, is: 2, "the number of photos in storage")
    try await world.advance(by: .hours(2))
    try await world.expectNoPhoto(butOf: group)
  }

  static let namedTooLate = Scenario(
    "A's app ends as it hears that her photo of a group is stored, and is away for a day: the photo is gone by then, and the group shows none",
    covers: "GI-05", tags: .groups, .sheets, .restart, .fault, .cost,
    pinned: .links, .clocks, .policies, .traffic
  ) { (world: ChatWorld) in
    let (alice, bob, group) = try await world.groupWithInformationOpen()
    await alice.setPhoto(Picture("hut", byteCount: 20_000), of: group)
    // The answer is under way.
    while await world.backend.storage.paths.isEmpty {
      try await world.advance(by: .milliseconds(10))
    }
    await alice.kill(atCommit: 1, .afterCommit)
    try await world.advance(by: .seconds(20))
    try world.require(alice.lifeState, is: .terminated, "the state of Alice's app")
    await bob.setAirplaneMode(true)
    try await world.advance(by: .days(1))
    try world.require(
      await world.backend.storage.paths.count, is: 0, "the number of photos in storage")

    await bob.setAirplaneMode(false)
    let naming = world.noteNextWrite(of: WriteKind(below: "conversations"), by: alice)
    try await alice.relaunch()
    try await world.wait(for: "Alice's phone to name the photo") { naming.instant != nil }
    try await world.advance(by: .seconds(10))
    for phone in [alice, bob] {
      try await phone.expect(
        all: .that(\.photo, of: .conversation(group), is: nil), within: .minutes(1))
    }
    try world.require(
      await world.photo(of: group).map { "\($0)" }, is: nil, "the photo that the group names")
  }

  static let manyTunnels = Scenario(
    "An upload makes progress between seven tunnels, more than it may time out in a row, and arrives",
    covers: "AS-10", "AS-17", tags: .fault, pinned: .links, .clocks, .policies, .traffic
  ) { (world: ChatWorld) in
    let alice = try await world.phone("Alice", on: .threeG)
    let bob = try await world.phone("Bob", on: .lte)
    let chat = try await alice.startConversation(with: bob)
    await bob.open(chat)
    let view = Picture("view", byteCount: 2_000_000)
    let look = try await alice.send("look", picture: view, in: chat)
    for percent in [13, 26, 39, 52, 65, 78, 91] {
      // A piece may have arrived although nobody heard so.
      try await alice.expect(
        all: .that(\.photo, of: .bubble(look), matches: "is uploaded to \(percent) % or more") {
          guard let photo = $0 else { return false }
          let progress = photo.progress?.split(separator: " ").first
          return progress.flatMap { Int($0) } ?? 100 >= percent
        }, within: .minutes(2))
      alice.partition(for: .seconds(35))
    }
    try await alice.expect(
      all: .that(\.photo, of: .bubble(look), isNot: nil),
      .that(\.photo?.failure, of: .bubble(look), is: nil),
      .that(\.photo?.progress, of: .bubble(look), matches: "is none or 100 %") {
        $0 == nil || $0 == "100 %"
      }, within: .minutes(2))
    // A database connection that a tunnel stopped within TLS is never given up by the client for iOS.
    try await alice.kill()
    try await alice.relaunch()
    try await bob.expect(\.photo?.content, of: .bubble(look), is: view.content, within: .minutes(2))
    await alice.open(chat)
    try await alice.expect(
      all: .that(\.photo?.failure, of: .bubble(look), is: nil),
      .that(\.photo?.progress, of: .bubble(look), is: nil), within: .seconds(10))
  }

  static let lastPieceTwice = Scenario(
    "A photo's last piece is sent again while the first is still on its way, and the photo is there once",
    covers: "AS-19", "AS-20", tags: .fault, pinned: .links, .clocks, .policies, .traffic
  ) { (world: ChatWorld) in
    let alice = try await world.phone("Alice", on: .threeG)
    let bob = try await world.phone("Bob", on: .lte)
    let chat = try await alice.startConversation(with: bob)
    await bob.open(chat)
    // Something holds the piece up for about as long as an upload may stand still. The phone gives that connection up, asks over
    // a new one how far the backend is, and sends the piece again. The first sets out before that, meanwhile, or after it.
    for seconds in 28...36 {
      let view = Picture("view \(seconds)", byteCount: 250_000)
      alice.delayNextMessage(by: .seconds(seconds)) { $0.summary.contains("bytes 0..<250000") }
      let look = try await alice.send("look \(seconds)", picture: view, in: chat)
      try await bob.expect(
        \.photo?.content, of: .bubble(look), is: view.content, within: .minutes(3))
      try await alice.expect(
        all: .that(\.photo?.failure, of: .bubble(look), is: nil),
        .that(\.photo?.progress, of: .bubble(look), is: nil), within: .seconds(10))
    }
    try await world.untilQuiet()
    try await world.expectPictures(9)
  }
}

extension ChatWorld {
  /// Alice and Bob on LTE, and a group of theirs whose information is open on Alice's phone, once all is quiet.
  func groupWithInformationOpen() async throws -> (
    alice: ChatPhone, bob: ChatPhone, group: ConversationID
  ) {
    let (alice, bob) = try await phones("Alice", "Bob", on: .lte)
    let group = try await alice.startConversation(with: bob, isGroup: true)
    await alice.openInfo(of: group)
    try await untilQuiet()
    return (alice, bob, group)
  }

  /// Fails where file storage holds anything but the photo that a group shows.
  fileprivate func expectNoPhoto(
    butOf group: ConversationID, fileID: String = #fileID, filePath: String = #filePath,
    line: Int = #line
  ) async throws {
    try require(
      await backend.storage.paths.map { "\($0)" },
      is: [await photo(of: group).map { "\($0)" }].compactMap(\.self), "the photos in storage",
      fileID: fileID, filePath: filePath, line: line)
  }
}
