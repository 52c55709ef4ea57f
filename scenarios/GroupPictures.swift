import Chat
import Rehearsal

// Pictures in groups: what an admin can do about them and when, what is put back, and what comes too late.

extension Scenarios {
  static let groupPictureInTime = Scenario(
    "In a group B reads the words of a photo that is still on its way, C once it is there: 2 of 2, and neither is told of twice",
    covers: "GR-13", "AS-06", tags: .receipts, .groups, pinned: .links, .clocks, .policies, .traffic
  ) { (world: ChatWorld) in
    let alice = try await world.phone("Alice", on: .threeG)
    let (bob, carol) = try await world.phones("Bob", "Carol", on: .lte)
    let group = try await alice.startConversation(with: bob, carol, isGroup: true)
    await bob.open(group)
    let view = Picture("view", byteCount: 1_048_576)
    let look = try await alice.send("look", picture: view, in: group)
    try await alice.expect(
      all: .that(\.receiptLabel, of: .bubble(look), is: "Read by 1 of 2"),
      .that(\.photo?.progress, of: .bubble(look), isNot: nil), within: .seconds(3))
    try await bob.expect(
      all: .that(\.text, of: .bubble(look), is: "look"),
      .that(\.photo?.content, of: .bubble(look), is: nil), within: .zero)
    try await bob.expect(
      \.photo?.content, of: .bubble(look), is: view.content, within: .minutes(2))
    try await alice.expect(
      all: .that(\.receiptLabel, of: .bubble(look), is: "Read by 1 of 2"),
      .that(\.photo?.progress, of: .bubble(look), is: nil))
    await carol.open(group)
    try await carol.expect(\.photo?.content, of: .bubble(look), is: view.content)
    try await alice.expect(
      all: .that(\.receiptLabel, of: .bubble(look), is: "Read by 2 of 2"),
      .that(\.marks?.colour, of: .bubble(look), is: .blue), within: .seconds(1))
    try await world.untilQuiet()
    for reader in [bob, carol] {
      try world.require(
        world.receiptFlushes(by: reader), is: 1,
        "the number of times that \(reader.name)'s receipts were written")
    }
    try await world.expectPictures(1)
  }

  static let adminsOwnPhotos = Scenario(
    "A, an admin, may delete a photo of her own that failed on its way, also by VoiceOver, and none that the backend has not heard of",
    covers: "PM-18", "AX-02", tags: .groups, .offline, pinned: .links, .clocks, .policies, .traffic
  ) { (world: ChatWorld) in
    let alice = try await world.phone("Alice", on: .threeG)
    let bob = try await world.phone("Bob", on: .lte)
    let group = try await alice.startConversation(with: bob, isGroup: true)
    await alice.open(group)
    await bob.open(group)
    let view = Picture("view", byteCount: 1_000_000)
    let look = try await alice.send("look", picture: view, in: group)
    try await alice.expect(\.photo?.progress, of: .bubble(look), is: "26 %", within: .minutes(1))
    await alice.setAirplaneMode(true)
    try await alice.expect(
      all: .that(\.photo?.failure, of: .bubble(look), is: "Not sent: the connection was lost"),
      .that(\.controls, of: .bubble(look), is: [.retry, .deleteMedia, .edit, .delete]),
      within: .seconds(1))
    await alice.openPicture(of: look)
    try await alice.expect(
      \.accessibilityLabels, is: ["Close", "Photo", "Delete media"], within: .zero)
    await alice.swipeDown()
    let later = try await alice.send("later", picture: Picture("later"), in: group)
    try await alice.expect(
      all: .that(\.controls, of: .bubble(later), is: []),
      .that(\.photo?.content, of: .bubble(later), isNot: nil), within: .zero)
    await alice.openPicture(of: later)
    try await alice.expect(\.accessibilityLabels, is: ["Close", "Photo"], within: .zero)
    await alice.swipeDown()
    await alice.deleteMedia(look)
    await alice.setAirplaneMode(false)
    try await bob.expect(
      all: .that(\.mediaNote, of: .bubble(look), is: "Media deleted"),
      .that(\.photo?.content, of: .bubble(later), isNot: nil), within: .minutes(1))
    try await alice.expect(
      all: .that(\.mediaNote, of: .bubble(look), is: "Media deleted"),
      .that(\.photo?.progress, of: .bubble(later), is: nil), .absent(.alert),
      within: .minutes(1))
    try await world.untilQuiet()
    try await world.expectPictures(1)
  }

  static let mediaPutBack = Scenario(
    "An admin deletes a photo, and an operator puts it back before the backend has removed its file: the file stays, for who has not seen it yet",
    covers: "PM-18", tags: .groups, pinned: .links, .clocks, .policies, .traffic, .timings
  ) { (world: ChatWorld) in
    let (alice, bob) = try await world.phones("Alice", "Bob", on: .lte)
    let carol = try await world.phone("Carol", on: .lte)
    let group = try await alice.startConversation(with: bob, carol, isGroup: true)
    await bob.open(group)
    let view = Picture("view")
    let look = try await bob.send("look", picture: view, in: group)
    try await bob.expect(
      all: .that(\.photo, of: .bubble(look), isNot: nil),
      .that(\.photo?.progress, of: .bubble(look), is: nil), within: .minutes(1))
    try await alice.expect(
      all: .that(\.photo?.content, of: .bubble(look), isNot: nil), within: .minutes(1))
    try await world.untilQuiet()
    let place = Path(unchecked: "messages/\(group)/\(look)")
    let record = await world.backend.read(place)
    await alice.deleteMedia(look)
    while await !world.backend.read(place)[child: "attachments"].isEmpty {
      try await world.advance(by: .milliseconds(1))
    }
    await world.backend.administer(set: record, at: place)
    try await world.untilQuiet()
    try await world.expectPictures(1)
    await carol.open(group)
    try await carol.expect(
      \.photo?.content, of: .bubble(look), is: view.content, within: .minutes(1))
  }

  static let photoOfAnEndedGroup = Scenario(
    "A's app is killed with a group's photo in the kernel's hands, and her tablet ends the group: what arrives after all is removed within a minute",
    covers: "GI-05", "MR-06", tags: .groups, .restart, .multiDevice,
    pinned: .links, .clocks, .policies, .traffic
  ) { (world: ChatWorld) in
    let alice = try await world.phone("Alice", on: .threeG)
    let tablet = try await world.phone("Alice's iPad", user: "alice", on: .lte)
    let bob = try await world.phone("Bob", on: .lte)
    let group = try await alice.startConversation(with: bob, tablet, isGroup: true)
    await tablet.open(group)
    await tablet.openInfo(of: group)
    await alice.openInfo(of: group)
    await alice.setPhoto(Picture("summit", byteCount: 250_000), of: group)
    // A good half of it is sent, and the rest in the socket.
    try await world.advance(by: .seconds(4))
    try await alice.kill()
    await tablet.askRemoval(of: bob.userID, from: group)
    await tablet.confirm()
    try await world.advance(by: .seconds(75))
    let uploads = await world.meter()[.uploads, device: alice.name]
    try world.require(uploads, is: 1, "the number of photos that the kernel sent whole")
    let places = await world.backend.storage.paths
    try world.require(places, is: [], "the files in storage")
  }

  static let storedMeanwhileOfTwo = Scenario(
    "A deletes a message with two photos on their way and is refused, after both were stored: B sees both after all",
    covers: "PM-21", "AS-19", tags: .groups, .fault, pinned: .links, .clocks, .policies, .traffic
  ) { (world: ChatWorld) in
    world.setPolicies { $0.attachments = .carousel }
    let alice = try await world.phone("Alice", on: .threeG)
    let bob = try await world.phone("Bob", on: .lte)
    let group = try await alice.startConversation(with: bob, isGroup: true)
    await bob.open(group)
    let pictures = [Picture("sea", byteCount: 200_000), Picture("hut", byteCount: 200_000)]
    let look = try await alice.send("look", pictures: pictures, in: group)
    try await bob.expect(\.photos.count, of: .bubble(look), is: 2)
    // The backend hears of it after more than half a minute, when the phone has noticed that the connection is dead.
    world.loseNextWrite(of: .message, by: alice, then: .halfOpen)
    world.refuseNext(.message, by: alice)
    await alice.delete(look)
    try await bob.expect(
      all: .that("what is drawn", of: .bubble(look), is: [nil, nil]) { $0.photos.map(\.content) },
      for: .seconds(20))
    for phone in [bob, alice] {
      try await phone.expect(
        all: .that("what is drawn", of: .bubble(look), is: pictures.map { $0.content }) {
          $0.photos.map(\.content)
        },
        .that("progress", of: .bubble(look), is: []) { $0.photos.compactMap(\.progress) },
        within: .minutes(3))
    }
    try await world.untilQuiet()
    try await world.expectPictures(2)
  }

  static let lostVideo = Scenario(
    "The file of a video is gone from storage, and another is refused: the words say that they are videos",
    covers: "AD-03", "AX-02", tags: .fault, pinned: .links, .clocks, .policies, .traffic
  ) { (world: ChatWorld) in
    let (alice, bob) = try await world.phones("Alice", "Bob", on: .lte)
    let chat = try await alice.startConversation(with: bob)
    let film = Picture("clip", byteCount: 300_000, format: .mp4)
    let clip = try await alice.send("clip", picture: film, in: chat)
    try await alice.expect(
      all: .that(\.photo, of: .bubble(clip), isNot: nil),
      .that(\.photo?.progress, of: .bubble(clip), is: nil), within: .minutes(1))
    let place = try world.placeOfPicture(of: clip, on: alice)
    await world.backend.storage.administer(delete: place)
    await bob.open(chat)
    try await bob.expect(
      all: .that(
        \.photo?.failure, of: .bubble(clip), is: "Could not be loaded: the video is not there"),
      .that(\.photo?.label, of: .bubble(clip), is: "Video, not loaded"), within: .minutes(1))
  }

  static let timeOnTheMediaTab = Scenario(
    "A sends a photo in a tunnel that lasts an hour: its bubble and its row on the media tab have one time, on both phones",
    covers: "PM-17", tags: .offline, pinned: .links, .clocks, .policies, .traffic
  ) { (world: ChatWorld) in
    let (alice, bob) = try await world.phones("Alice", "Bob", on: .lte)
    let chat = try await alice.startConversation(with: bob)
    await bob.open(chat)
    await alice.setAirplaneMode(true)
    let look = try await alice.send("look", picture: Picture("view"), in: chat)
    try await world.advance(by: .hours(1))
    await alice.setAirplaneMode(false)
    try await bob.expect(
      all: .that(\.photo?.content, of: .bubble(look), isNot: nil), within: .minutes(2))
    for phone in [alice, bob] {
      let time = try world.require(
        phone.display.screen?.bubble(look)?.time, "a time on the bubble")
      await phone.openMedia(of: chat)
      try await phone.expect(
        all: .that("times", of: .mediaSheet, is: [time]) { $0.rows.map(\.time) },
        within: .seconds(10))
    }
  }
}
