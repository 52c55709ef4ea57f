import Chat
import Rehearsal

// The photos and videos of a conversation in one place (PM-17).

extension Scenarios {
  static let mediaTab = Scenario(
    "B lists the photos and videos of a chat, filters them and fetches what is missing; what fails is told and tried again",
    covers: "PM-17", tags: .fault, pinned: .links, .clocks, .policies, .traffic
  ) { (world: ChatWorld) in
    let (alice, bob) = try await world.phones("Alice", "Bob", on: .lte)
    let chat = try await alice.startConversation(with: bob)
    let film = Picture("clip", byteCount: 900_000, format: .mp4)
    let sea = try await alice.send("", picture: Picture("sea"), in: chat)
    let clip = try await alice.send("", picture: film, in: chat)
    let view = try await alice.send("look", picture: Picture("view"), in: chat)
    for id in [sea, clip, view] {
      try await alice.expect(
        all: .that(\.photo, of: .bubble(id), isNot: nil),
        .that(\.photo?.progress, of: .bubble(id), is: nil), within: .minutes(1))
    }
    // They are above what an opening displays, and so not fetched.
    for number in 1...21 { _ = try await alice.send("\(number)", in: chat) }
    try await bob.expect(\.preview, of: .conversation(chat), is: "21")
    await bob.open(chat)
    await bob.openMedia(of: chat)
    try await bob.expect(within: .zero) { screen in
      screen.mediaSheet?.rows.map(\.message) == [view, clip, sea]
        && screen.mediaSheet?.rows.map(\.state)
          == ["Not on this phone", "Not on this phone", "Not on this phone"]
        && screen.mediaSheet?.rows.map(\.isVideo) == [false, true, false]
        && screen.mediaSheet?.downloadAll == "Download all (3)" && screen.visible.thread == nil
    }
    await bob.filterMedia(by: .videos)
    await bob.downloadAll()
    try await bob.expect(within: .seconds(20)) { screen in
      screen.mediaSheet?.rows.map(\.message) == [clip]
        && screen.mediaSheet?.rows.first?.state == "On this phone"
        && screen.mediaSheet?.rows.first?.content == film.content
        && screen.mediaSheet?.downloadAll == nil
    }
    try world.require(bob.keptPictures.count, is: 1, "the number of files on Bob's phone")

    await bob.filterMedia(by: .photos)
    bob.partition(for: .minutes(1))
    await bob.downloadAll()
    try await bob.expect(within: .zero) { screen in
      screen.mediaSheet?.rows.map(\.message) == [view, sea]
        && screen.mediaSheet?.rows.map(\.state) == ["Loading…", "Loading…"]
        && screen.mediaSheet?.downloadAll == nil
    }
    // The request waits for 30 s.
    try await bob.expect(within: .milliseconds(30_500)) { screen in
      screen.mediaSheet?.rows.map(\.hasFailed) == [true, true]
        && screen.mediaSheet?.rows.first?.state == "Could not be loaded: the server did not answer"
        && screen.mediaSheet?.downloadAll == "Download all (2)"
    }
    try await world.advance(by: .minutes(1))
    await bob.downloadAll()
    try await bob.expect(within: .minutes(1)) { screen in
      screen.mediaSheet?.rows.map(\.state) == ["On this phone", "On this phone"]
    }
    try world.require(bob.keptPictures.count, is: 3, "the number of files on Bob's phone")

    // It is up to date while it is open.
    let new = try await alice.send("", picture: Picture("new"), in: chat)
    try await bob.expect(within: .seconds(10)) { screen in
      screen.mediaSheet?.rows.map(\.message) == [new, view, sea]
        && screen.mediaSheet?.rows.first?.state == "Not sent yet"
    }
    try await bob.expect(within: .minutes(1)) { screen in
      screen.mediaSheet?.rows.map(\.message) == [new, view, sea]
        && screen.mediaSheet?.rows.first?.state == "On this phone"
    }
    await alice.scroll(revealing: 10)
    await alice.delete(sea)
    try await bob.expect { $0.mediaSheet?.rows.map(\.message) == [new, view] }
    await bob.openMediaRow(of: view)
    try await bob.expect(\.message, of: .pictureViewer, is: view, within: .zero)
    await bob.closeSheet()
    try await bob.expect(all: .absent(.sheet), .that(\.visible.thread?.id, is: chat), within: .zero)
    // The file goes once the backend has answered.
    try await world.advance(by: .seconds(10))
    try await world.expectPictures(3)
    // What the backend does not have is no part of the chat yet.
    await alice.setAirplaneMode(true)
    _ = try await alice.send("", picture: Picture("later"), in: chat)
    await alice.openMedia(of: chat)
    try await alice.expect(within: .zero) { screen in
      screen.mediaSheet?.rows.map(\.message) == [new, view, clip]
    }
  }

  static let groupMedia = Scenario(
    "C lists the media of a group from joining on, from its information; what an admin deletes there goes from all lists",
    covers: "PM-17", "PM-18", tags: .groups, .members, pinned: .links, .clocks, .policies, .traffic
  ) { (world: ChatWorld) in
    let (alice, bob, carol) = try await world.phones("Alice", "Bob", "Carol", on: .lte)
    let group = try await alice.startConversation(with: bob, carol, isGroup: true)
    for phone in [bob, carol] { await phone.open(group) }
    func send(_ name: String) async throws -> MessageID {
      let id = try await bob.send(name, picture: Picture(name), in: group)
      try await alice.expect(
        all: .that(\.photo?.content, of: .bubble(id), isNot: nil), within: .minutes(1))
      return id
    }
    let old = try await send("old")
    try await carol.expect(
      all: .that(\.photo?.content, of: .bubble(old), isNot: nil), within: .minutes(1))
    await alice.remove(carol.userID, from: group)
    try await carol.expect(\.isReadOnly, of: .thread, is: true)
    let between = try await send("between")
    await alice.add(carol.userID, to: group)
    try await carol.expect(\.isReadOnly, of: .thread, is: false)
    let late = try await send("late")
    try await carol.expect(
      all: .that(\.photo?.content, of: .bubble(late), isNot: nil), within: .minutes(1))
    for phone in [alice, carol] {
      await phone.openInfo(of: group)
      await phone.openMedia(of: group)
    }
    try await carol.expect { screen in
      screen.mediaSheet?.rows.map(\.message) == [late]
        && screen.mediaSheet?.rows.first?.author == "Bob"
        && screen.mediaSheet?.rows.first?.delete == nil
    }
    try await alice.expect { screen in
      screen.mediaSheet?.rows.map(\.message) == [late, between, old]
        && screen.mediaSheet?.rows.map(\.delete)
          == ["Delete media", "Delete media", "Delete media"]
    }
    await alice.deleteMedia(late)
    try await alice.expect(within: .zero) {
      $0.mediaSheet?.rows.map(\.message) == [between, old]
    }
    try await carol.expect(
      all: .that(\.rows.isEmpty, of: .mediaSheet, is: true),
      .that(\.empty, of: .mediaSheet, is: "Nothing has been shared yet"))
    try await world.untilQuiet()
    try await world.expectPictures(2)
  }

  static let videoMessage = Scenario(
    "A video has a play mark and a word of its own, goes as it is, and is refused with its reason where it is too large",
    covers: "PM-17", tags: .push, pinned: .links, .clocks, .policies, .traffic, .duplicates
  ) { (world: ChatWorld) in
    world.setPolicies { $0.usesPush = true }
    let (alice, bob) = try await world.phones("Alice", "Bob", on: .wifi)
    let chat = try await alice.startConversation(with: bob)
    try await bob.enterBackground()
    let long = Picture("long", byteCount: 2_997_153, format: .mp4)
    await alice.choose(long)
    try await alice.expect(
      all: .that(\.alert, is: "The video has 3.0 MB. At most 2.1 MB can be sent"),
      .that(\.preview, of: .thread, is: nil), within: .zero)
    await alice.answerAlert()
    // As by another app that hands it over.
    await alice.perform(.send("look", pictures: [long], in: chat))
    try await alice.expect(
      all: .that(\.alert, isNot: nil), .that(\.bubbles.isEmpty, of: .thread, is: true),
      within: .zero)
    await alice.answerAlert()
    try world.require(
      await world.meter()[.uploadBytes, device: alice.name], is: 0, "the bytes that Alice uploads")

    let film = Picture("clip", byteCount: 2_097_152, format: .mp4)
    await alice.choose(film)
    try await alice.expect(
      \.preview?.description, of: .thread, is: "[▶ clip, 2.1 MB]", within: .zero)
    await alice.removePicture()
    let clip = try await alice.send("", picture: film, in: chat)
    let attachment = alice.storedMessage(clip)?.attachments.first
    try world.require(
      attachment?.contentType == "video/mp4" && attachment?.byteCount == 2_097_152,
      "the video to go as it is")
    try await bob.expectNotifications(\.bodies, is: ["[Video]"])
    try await bob.enterForeground()
    try await bob.expect(\.preview, of: .conversation(chat), is: "[Video]")
    await bob.open(chat)
    try await bob.expect(within: .minutes(1)) { screen in
      screen.bubble(clip)?.photo?.content == film.content
        && screen.bubble(clip)?.photo?.description == "[▶ 217×162 shown]"
        && screen.bubble(clip)?.text == "[Video]"
        && screen.bubble(clip)?.accessibilityLabel.hasPrefix(
          "Alice: [Video], Video, double tap to play") == true
    }
    try await world.expectPictures(1)
  }

  static let mediaTwoByTwo = Scenario(
    "B fetches six photos on a slow network: two at a time, so that there is something to see early",
    covers: "PM-17", pinned: .links, .clocks, .policies, .traffic, .timings
  ) { (world: ChatWorld) in
    let alice = try await world.phone("Alice", on: .wifi)
    let bob = try await world.phone("Bob", on: .threeG)
    let chat = try await alice.startConversation(with: bob)
    for number in 1...6 {
      let picture = Picture("view \(number)", byteCount: 300_000)
      let id = try await alice.send("", picture: picture, in: chat)
      try await alice.expect(
        all: .that(\.photo, of: .bubble(id), isNot: nil),
        .that(\.photo?.progress, of: .bubble(id), is: nil), within: .minutes(1))
    }
    // They are above what an opening displays, and so not fetched.
    for number in 1...21 { _ = try await alice.send("\(number)", in: chat) }
    try await bob.expect(\.preview, of: .conversation(chat), is: "21")
    try await world.untilQuiet()
    await bob.open(chat)
    await bob.openMedia(of: chat)
    try await world.untilQuiet()
    await bob.downloadAll()
    // 300 KB take some 3 s of the link, two at once some 6 s, and three would take 9 s.
    try await bob.expect(within: .seconds(8)) { screen in
      screen.mediaSheet?.rows.map(\.state)
        == ["On this phone", "On this phone", "Loading…", "Loading…", "Loading…", "Loading…"]
    }
    try await bob.expect(within: .seconds(20)) { screen in
      screen.mediaSheet?.rows.allSatisfy { $0.state == "On this phone" } == true
    }
  }
}
