import Chat
import Rehearsal

// Pictures of messages (AS, AD): the message goes first, then the picture.

extension Scenarios {
  static let pictureAfterItsText = Scenario(
    "B has the text and a placeholder at once, and the photo once A's upload is complete, with no second receipt",
    covers: "AS-05", "AS-06", "AS-08", "AS-09", "AS-19", "AD-01", "AD-02", "AD-08",
    tags: .receipts, .multiDevice, pinned: .links, .clocks, .policies, .traffic
  ) { (world: ChatWorld) in
    let alice = try await world.phone("Alice", on: .threeG)
    let bob = try await world.phone("Bob", on: .lte)
    let tablet = try await world.phone("Alice's iPad", user: "alice", on: .wifi)
    let chat = try await alice.startConversation(with: bob, tablet)
    await bob.open(chat)
    // Four chunks of 256 KiB: more than 25 s on 3G.
    let view = Picture("view", byteCount: 1_048_576)
    let look = try await alice.send("look", picture: view, in: chat)
    try await alice.expect(
      all: .that(\.photo?.content, of: .bubble(look), is: view.content),
      .that(\.photo?.progress, of: .bubble(look), is: "0 %"), within: .zero)
    try await bob.expect(
      all: .that(\.text, of: .bubble(look), is: "look"),
      .that(\.photo?.content, of: .bubble(look), is: nil),
      .that(\.photo?.width, of: .bubble(look), is: 217),
      .that(\.photo?.height, of: .bubble(look), is: 162), within: .seconds(1))
    try await alice.expect(\.status, of: .bubble(look), is: .read, within: .seconds(2))
    for percent in [25, 50, 75, 100] {
      try await alice.expect(
        \.photo?.progress, of: .bubble(look), is: "\(percent) %", within: .seconds(15))
      if percent < 100 {
        try await bob.expect(\.photo?.content, of: .bubble(look), is: nil, within: .zero)
      }
    }
    try await bob.expect(\.photo?.content, of: .bubble(look), is: view.content)
    try await bob.expect(
      \.description,
      is: """
        ‹ Alice
          [217×162 shown]
          Alice: look  12:00
        """, within: .zero)
    try await alice.expect(\.photo?.progress, of: .bubble(look), is: nil)
    try await alice.expect(
      all: .that(\.status, of: .bubble(look), is: .read),
      .that(\.bubbles.count, of: .thread, is: 1), for: .minutes(1))
    try await world.expectRead(look, in: chat, by: bob)
    try world.require(
      world.receiptFlushes(by: bob), is: 1, "the number of times that Bob's receipts were written")

    // The record has all of it, on each phone.
    let place = try world.placeOfPicture(of: look, on: alice)
    try world.require(
      place.description.hasPrefix("/pictures/\(chat)/alice/\(look)/"),
      "the picture to be at a place of its message's; it is at \(place)")
    for phone in [alice, bob, tablet] {
      let attachment = phone.storedMessage(look)?.attachments.first
      try world.require(
        attachment?.url, is: place.description,
        "the place of the picture in \(phone.name)'s record")
      try world.require(
        attachment?.contentType, is: "image/jpeg", "its type in \(phone.name)'s record")
      _ = try world.require(
        attachment?.uploadedMilliseconds,
        "\(phone.name) to have the record of when it was uploaded")
    }
    await tablet.open(chat)
    try await tablet.expect(\.photo?.content, of: .bubble(look), is: view.content)
    try await world.expectPictures(1)
  }

  static let photoAlone = Scenario(
    "A photo without words is “[Photo]” in the thread, in the list and in the notification, which says so of one with words too",
    covers: "AS-07", tags: .push, pinned: .policies, .traffic, .duplicates
  ) { (world: ChatWorld) in
    world.setPolicies { $0.usesPush = true }
    let (alice, bob) = try await world.phones("Alice", "Bob", on: .lte)
    let chat = try await alice.startConversation(with: bob)
    try await bob.enterBackground()
    let photo = try await alice.send("", picture: Picture("sunset"), in: chat)
    try await bob.expectNotifications(
      all: .that(\.bodies, is: ["[Photo]"]), .that(\.titles, is: ["Alice"]))
    try await bob.expectNotifications(
      all: .that(\.bannerCount, is: 1), .that(\.badge, is: 1), for: .minutes(1))
    try await bob.enterForeground()
    try await bob.expect(
      all: .that(\.preview, of: .conversation(chat), is: "[Photo]"),
      .that(\.unread, of: .conversation(chat), is: 1))
    await bob.open(chat)
    try await bob.expect(
      all: .that(\.text, of: .bubble(photo), is: "[Photo]"),
      .that(\.photo?.content, of: .bubble(photo), isNot: nil))

    try await bob.enterBackground()
    _ = try await alice.send("at the beach", picture: Picture("waves"), in: chat)
    try await bob.expectNotifications(\.bodies.last, is: "[Photo] at the beach")
    try await bob.enterForeground()
    try await bob.expect(\.texts, of: .thread, is: ["[Photo]", "at the beach"])
  }

  static let composedPicture = Scenario(
    "A chooses a photo, sees it with its size, removes it and chooses another; the composer is empty at once on send",
    covers: "AS-02", "AS-03", "AS-04", "AS-14", "AS-15", "DS-12", tags: .cost,
    pinned: .links, .traffic
  ) { (world: ChatWorld) in
    let (alice, bob) = try await world.phones("Alice", "Bob", on: .lte)
    let chat = try await alice.startConversation(with: bob)
    try await alice.expect(\.canSend, of: .thread, is: false)
    let cat = Picture("cat", byteCount: 812_000, format: .png)
    await alice.choose(cat)
    try await alice.expect(
      all: .that(\.preview?.name, of: .thread, is: "cat"),
      .that(\.preview?.thumbnail, of: .thread, is: cat.content),
      .that(\.preview?.size, of: .thread, is: "812 KB"), .that(\.canSend, of: .thread, is: true),
      within: .zero)
    await alice.removePicture()
    try await alice.expect(
      all: .that(\.preview, of: .thread, is: nil), .that(\.canSend, of: .thread, is: false),
      within: .zero)
    await alice.type("words")
    try await alice.expect(\.canSend, of: .thread, is: true, within: .zero)
    await alice.type("")
    // Nothing is sent without either.
    let none = await alice.submit()
    try world.require(none, is: nil, "the message that is sent of nothing")

    // What was chosen is not taken along into another chat.
    await alice.choose(Picture("cat"))
    await alice.close()
    await alice.open(chat)
    try await alice.expect(
      all: .that(\.preview, of: .thread, is: nil), .that(\.canSend, of: .thread, is: false),
      within: .zero)

    // A camera's 5 MB are within the limit as a JPEG of quality 0.8, three times as many are made smaller.
    var sent: [MessageID] = []
    let camera = Picture("camera", byteCount: 5_000_000, width: 4_032, height: 3_024)
    let raw = Picture("raw", byteCount: 15_000_000, width: 4_032, height: 3_024)
    let live = Picture("live", byteCount: 2_000_000, width: 4_032, format: .heic)
    let shot = Picture("shot", byteCount: 6_000_000, format: .png)
    // As large as may be once it is a JPEG, and as small as can be.
    let brim = Picture("brim", byteCount: 2_330_169, format: .heic)
    let speck = Picture("speck", byteCount: 1, width: 1, height: 1, format: .heic)
    for (picture, size, pixels, bytes) in [
      (Picture("cat", byteCount: 812_000, format: .png), "812 KB", (1_600, 1_200), 812_000),
      (Picture("plain"), "200 KB", (1_600, 1_200), 200_000),
      (Picture("dot", byteCount: 400), "1 KB", (1_600, 1_200), 400),
      (Picture("round", byteCount: 1_000_000), "1.0 MB", (1_600, 1_200), 1_000_000),
      (Picture("hill", byteCount: 1_049_999), "1.0 MB", (1_600, 1_200), 1_049_999),
      (Picture("half", byteCount: 1_950_000), "2.0 MB", (1_600, 1_200), 1_950_000),
      (camera, "2.1 MB", (3_870, 2_903), 2_073_600),
      (raw, "2.0 MB", (2_217, 1_663), 2_041_875),
      (live, "1.8 MB", (4_032, 1_200), 1_800_000),
      (shot, "1.2 MB", (1_600, 1_200), 1_200_000),
      (brim, "2.1 MB", (1_600, 1_200), 2_097_152),
      (speck, "1 KB", (1, 1), 1),
    ] {
      await alice.choose(picture)
      try await alice.expect(\.preview?.size, of: .thread, is: size, within: .zero)
      let id = try world.require(await alice.submit(), "\(picture) to be sent")
      try await alice.expect(
        all: .that(\.preview, of: .thread, is: nil), .that(\.canSend, of: .thread, is: false),
        .that(\.photo, of: .bubble(id), isNot: nil), within: .zero)
      let attachment = alice.storedMessage(id)?.attachments.first
      // What is too large as a PNG becomes a JPEG.
      let isPNG = picture.format == .png && picture.byteCount == bytes
      try world.require(
        attachment?.contentType, is: isPNG ? "image/png" : "image/jpeg",
        "the type of \(picture) as it is sent")
      try world.require(attachment?.width, is: pixels.0, "the width of \(picture) as it is sent")
      try world.require(attachment?.height, is: pixels.1, "the height of \(picture) as it is sent")
      try world.require(attachment?.byteCount, is: bytes, "the bytes of \(picture) as it is sent")
      sent.append(id)
    }
    await bob.open(chat)
    for id in sent {
      try await bob.expect(
        all: .that(\.photo?.content, of: .bubble(id), isNot: nil), within: .minutes(1))
    }
    try await world.expectPictures(12)
  }

  static let openedInATunnel = Scenario(
    "B opens a photo in a tunnel: its placeholder stays as long as that takes, and the photo comes by itself behind it",
    covers: "AD-02", "AD-03", tags: .offline, pinned: .links, .clocks, .policies, .traffic
  ) { (world: ChatWorld) in
    let (alice, bob) = try await world.phones("Alice", "Bob", on: .lte)
    let chat = try await alice.startConversation(with: bob)
    let view = Picture("view", byteCount: 700_000)
    let look = try await alice.send("look", picture: view, in: chat)
    try await bob.expect(\.preview, of: .conversation(chat), is: "look")
    try await alice.expect(\.photo?.progress, of: .bubble(look), is: nil, within: .minutes(1))
    try await world.untilQuiet()
    await bob.setAirplaneMode(true)
    await bob.open(chat)
    try await bob.expect(
      all: .that(\.text, of: .bubble(look), is: "look"),
      .that(\.photo?.content, of: .bubble(look), is: nil),
      .that(\.photo?.failure, of: .bubble(look), is: nil), for: .minutes(20))
    await bob.setAirplaneMode(false)
    try await bob.expect(
      \.photo?.content, of: .bubble(look), is: view.content, within: .minutes(1))
  }

  static let pictureNotLoaded = Scenario(
    "A photo that B's phone cannot fetch says why and offers another try, which succeeds once it can be had",
    covers: "AD-03", tags: .fault, pinned: .links, .clocks, .policies, .traffic
  ) { (world: ChatWorld) in
    let (alice, bob) = try await world.phones("Alice", "Bob", on: .threeG)
    let chat = try await alice.startConversation(with: bob)
    let view = Picture("view", byteCount: 1_000_000)
    let look = try await alice.send("look", picture: view, in: chat)
    try await alice.expect(\.photo?.progress, of: .bubble(look), is: nil, within: .minutes(1))
    await bob.open(chat)
    try await world.advance(by: .seconds(3))
    bob.partition(for: .minutes(2))
    try await bob.expect(
      all: .that(
        \.photo?.failure, of: .bubble(look), is: "Could not be loaded: the server did not answer"),
      .that(\.controls, of: .bubble(look), is: [.reload]),
      .that(\.photo?.content, of: .bubble(look), is: nil), within: .minutes(1))
    // It is drawn as well.
    @Sendable func drawsReload(_ drawing: ScreenDrawing) -> Bool {
      drawing.role == .button && drawing.text == "Load again"
        || drawing.parts.contains { drawsReload($0) }
    }
    try await bob.expect(within: .zero) { drawsReload($0.drawing) }
    await bob.reload(look)
    try await bob.expect(
      all: .that(\.photo?.failure, of: .bubble(look), is: nil),
      .that(\.controls.count, of: .bubble(look), is: 0), within: .zero)
    try await bob.expect(\.controls, of: .bubble(look), is: [.reload], within: .minutes(1))
    try await world.advance(by: .minutes(2))
    await bob.reload(look)
    try await bob.expect(
      all: .that(\.photo?.content, of: .bubble(look), is: view.content),
      .that(\.photo?.failure, of: .bubble(look), is: nil), within: .minutes(1))

    // A file that somebody has taken away is told of as such.
    let lost = Picture("lost")
    let gone = try await alice.send("gone", picture: lost, in: chat)
    await bob.close()
    try await alice.expect(\.photo?.progress, of: .bubble(gone), is: nil, within: .minutes(1))
    let place = try world.placeOfPicture(of: gone, on: alice)
    await world.backend.storage.administer(delete: place)
    await bob.open(chat)
    try await bob.expect(
      \.photo?.failure, of: .bubble(gone), is: "Could not be loaded: the photo is not there")
    let isBack = await world.backend.storage.takes(lost.content, at: place, from: "alice")
    try world.require(isBack, "the file to be put back")
    await bob.reload(gone)
    try await bob.expect(\.photo?.content, of: .bubble(gone), is: lost.content, within: .minutes(1))
  }

  static let pictureFromTheTunnel = Scenario(
    "A photo sent in a tunnel waits through a restart, and goes out by itself; whoever has it sees it without a network",
    covers: "AS-12", "AS-13", "AD-04", tags: .offline, .restart, pinned: .links, .policies, .traffic
  ) { (world: ChatWorld) in
    let (alice, bob) = try await world.phones("Alice", "Bob", on: .lte)
    let chat = try await alice.startConversation(with: bob)
    await alice.setAirplaneMode(true)
    let view = Picture("view", byteCount: 700_000)
    let look = try await alice.send("look", picture: view, in: chat)
    let isSending: ScreenCondition<Screen> = .that(\.status, of: .bubble(look), is: .sending)
    let waits: ScreenCondition<Screen> = .that(\.photo?.progress, of: .bubble(look), is: "0 %")
    let isShown: ScreenCondition<Screen> = .that(
      \.photo?.content, of: .bubble(look), is: view.content)
    try await alice.expect(all: isSending, waits, isShown, for: .minutes(20))
    try await alice.kill()
    try await alice.relaunch()
    await alice.open(chat)
    try await alice.expect(all: isSending, waits, isShown, within: .zero)
    await alice.setAirplaneMode(false)
    await bob.open(chat)
    try await bob.expect(\.photo?.content, of: .bubble(look), is: view.content, within: .minutes(1))
    try await alice.expect(
      all: .that(\.status, of: .bubble(look), is: .read),
      .that(\.photo?.progress, of: .bubble(look), is: nil))
    // Both have a file of their own.
    for phone in [alice, bob] {
      await phone.setAirplaneMode(true)
      try await phone.kill()
      try await phone.relaunch()
      await phone.open(chat)
      try await phone.expect(\.photo?.content, of: .bubble(look), is: view.content, within: .zero)
    }
    let fetched = await world.meter()[.downloadBytes, device: alice.name]
    try world.require(fetched, is: 0, "the bytes that Alice fetches of what she has")
    try await world.expectPictures(1)
  }

  static let pictureOnFullScreen = Scenario(
    "A tap opens a photo on the full screen: it is zoomed from 1x to 4x, two taps reset it, and nothing is read behind it",
    covers: "AD-05", "AX-01", "AX-02", "FG-01", tags: .receipts,
    // VoiceOver says the time of day.
    pinned: .clocks
  ) { (world: ChatWorld) in
    let (alice, bob) = try await world.phones("Alice", "Bob", on: .wifi)
    let chat = try await alice.startConversation(with: bob)
    await bob.open(chat)
    let view = Picture("view", byteCount: 500_000)
    let look = try await alice.send("look", picture: view, in: chat)
    try await bob.expect(
      \.accessibilityLabel, of: .bubble(look),
      is: "Alice: look, Photo, double tap to open full screen, 12:00")
    try await alice.expect(
      \.accessibilityLabel, of: .bubble(look),
      is: "You: look, Photo, double tap to open full screen, 12:00, Read")
    await bob.openPicture(of: look)
    for (zoom, shown) in [(100, 100), (250, 250), (400, 400), (401, 400), (99, 100), (300, 300)] {
      await bob.zoom(to: zoom)
      try await bob.expect(
        all: .that(\.zoom, of: .pictureViewer, is: shown),
        .that(\.content, of: .pictureViewer, is: view.content), .that(\.visible.thread, is: nil),
        within: .zero)
    }
    await bob.doubleTap()
    try await bob.expect(\.zoom, of: .pictureViewer, is: 100, within: .zero)
    let hello = try await alice.send("hello", in: chat)
    try await alice.expect(\.status, of: .bubble(hello), is: .delivered)
    try await alice.expect(\.status, of: .bubble(hello), is: .delivered, for: .seconds(30))
    await bob.swipeDown()
    try await bob.expect(
      all: .absent(.pictureViewer), .that(\.id, of: .thread, is: chat), within: .zero)
    try await alice.expect(\.status, of: .bubble(hello), is: .read)
    await alice.openReceipts(of: look, by: .longPressOnImage)
    try await alice.expect(\.message, of: .messageInfo, is: look, within: .zero)
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
    try await bob.expect(
      all: .that(\.photo?.content, of: .bubble(id), is: dot.content),
      .that(\.photo?.content?.byteCount, of: .bubble(id), is: 1),
      .that(\.photo, of: .bubble(id), matches: "is as wide as high") { photo in
        photo.map { $0.width == $0.height } == true
      }, within: .minutes(1))
  }
}
