import Chat
import Rehearsal

// The photos of a phone's library, what the person lets the app see of them, and the picker that shows it: for a message and for
// the photo of a group.

private let album = ["sea", "hut", "fog", "cat", "sun"].map { Picture($0, byteCount: 20_000) }

extension Scenarios {
  static let twoOfFivePhotos = Scenario(
    "A lets the app see two of her five photos: the picker shows these alone, and another one once she has selected it as well",
    covers: "AS-01", "AS-02", tags: .restart, pinned: .policies, .traffic
  ) { (world: ChatWorld) in
    let (alice, bob) = try await world.phones("Alice", "Bob", on: .lte)
    let chat = try await alice.startConversation(with: bob)
    await bob.open(chat)
    for picture in album { await alice.savePhoto(picture) }
    await alice.addPicture()
    try await alice.expect(
      all: .present(.prompt), .that(\.names, of: .photoSheet, is: []),
      .that(\.select, of: .photoSheet, is: nil))
    try await alice.answerPrompt(.limit, selecting: [album[0], album[3]])
    try await alice.expect(
      all: .absent(.prompt), .that(\.names, of: .photoSheet, is: ["cat", "sea"]),
      .that(\.count, of: .photoSheet, is: 2),
      .that(\.select, of: .photoSheet, is: "Select More Photos…"))
    try await alice.cannot(
      .choose(album[1]), "no photo “hut” in the picker", in: world)

    // What she takes now is not among those that she has selected.
    let dog = Picture("dog", byteCount: 20_000)
    await alice.savePhoto(dog)
    try await alice.expect(\.names, of: .photoSheet, is: ["cat", "sea"], for: .seconds(5))
    await alice.selectMorePhotos([dog, album[1]])
    try await alice.expect(\.names, of: .photoSheet, is: ["dog", "cat", "hut", "sea"])
    try await alice.kill()
    try await alice.relaunch()
    await alice.open(chat)
    await alice.addPicture()
    try await alice.expect(
      all: .absent(.prompt), .that(\.names, of: .photoSheet, is: ["dog", "cat", "hut", "sea"]))
    await alice.pick(album[1])
    try await alice.expect(
      all: .absent(.photoSheet), .that(\.preview?.name, of: .thread, is: "hut"))
    let look = try world.require(await alice.submit(), "the picture to be sent")
    try await bob.expect(
      \.photo?.content, of: .bubble(look), is: album[1].content, within: .minutes(1))

    // In Settings she lets it see all of them.
    try await alice.setPhotoAccess(.authorized)
    await alice.open(chat)
    await alice.addPicture()
    try await alice.expect(
      all: .that(\.names, of: .photoSheet, is: ["dog", "sun", "cat", "fog", "hut", "sea"]),
      .that(\.select, of: .photoSheet, is: nil))
  }

  static let refusedForAGroup = Scenario(
    "A does not allow her photos: neither a message nor the group gets one until she does so in Settings",
    covers: "AS-01", "GI-03", "GI-05", tags: .groups, .sheets, .restart,
    pinned: .policies, .traffic
  ) { (world: ChatWorld) in
    let (alice, bob) = try await world.phones("Alice", "Bob", on: .lte)
    let group = try await alice.startConversation(with: bob, isGroup: true)
    for picture in album { await alice.savePhoto(picture) }
    await alice.openInfo(of: group)
    await alice.changePhoto(of: group)
    try await alice.expect(
      all: .that(\.deny, of: .prompt, is: "Don’t Allow"), .that(\.names, of: .photoSheet, is: []))
    try await alice.answerPrompt(.deny)
    let isDenied: [ScreenCondition<Screen>] = [
      .absent(.prompt), .that(\.names, of: .photoSheet, is: []),
      .that(\.empty, of: .photoSheet, is: nil),
      .that(\.settings, of: .photoSheet, is: "Open Settings"),
    ]
    for condition in isDenied { try await alice.expect(all: condition) }
    try await alice.cannot(.setPhoto(group, album[0]), "no photos to choose from", in: world)
    await alice.closeSheet()
    try await alice.expect(
      all: .absent(.photoSheet), .that(\.canEdit, of: .groupInfo, is: true),
      .that(\.uploading, of: .groupInfo, is: nil))
    await alice.closeSheet()
    await alice.addPicture()
    for condition in isDenied { try await alice.expect(all: condition) }
    try await alice.cannot(.choose(album[0]), "no photos to choose from", in: world)
    await alice.closeSheet()
    try await world.advance(by: .minutes(1))
    try world.require(
      await world.backend.storage.paths.count, is: 0, "the number of pictures in storage")

    try await alice.setPhotoAccess(.authorized)
    await alice.open(group)
    await alice.openInfo(of: group)
    await alice.changePhoto(of: group)
    await alice.pick(album[1])
    try await bob.expect(
      \.photo?.content, of: .conversation(group), is: album[1].content, within: .minutes(1))
    await alice.closeSheet()
    await alice.addPicture()
    await alice.pick(album[2])
    let fog = try world.require(await alice.submit(), "the picture to be sent")
    await bob.open(group)
    try await bob.expect(
      \.photo?.content, of: .bubble(fog), is: album[2].content, within: .minutes(1))
  }

  static let photoForAGroup = Scenario(
    "A looks for a photo of the group: Cancel and a damaged one lead back to the information on it, as does the end of the group",
    covers: "GI-03", "GI-04", "AS-16", tags: .groups, .sheets, pinned: .policies, .traffic
  ) { (world: ChatWorld) in
    let (alice, bob) = try await world.phones("Alice", "Bob", on: .wifi)
    let group = try await alice.startConversation(with: bob, isGroup: true)
    let torn = Picture("torn", byteCount: 20_000, isCorrupt: true)
    for picture in [torn, album[0]] { await alice.savePhoto(picture) }
    await alice.openInfo(of: group)
    await alice.changePhoto(of: group)
    try await alice.answerPrompt(.allow)
    try await alice.expect(
      all: .absent(.groupInfo), .that(\.group, of: .photoSheet, is: group),
      .that(\.names, of: .photoSheet, is: ["sea", "torn"]))
    await alice.closeSheet()
    try await alice.expect(
      all: .that(\.canEdit, of: .groupInfo, is: true), .that(\.uploading, of: .groupInfo, is: nil),
      within: .zero)
    await alice.changePhoto(of: group)
    await alice.pick(torn)
    try await alice.expect(
      all: .that(\.alert, is: "The photo is damaged and cannot be sent"),
      .that(\.uploading, of: .groupInfo, is: nil), within: .zero)
    await alice.answerAlert()
    // The picker of the composer is another one.
    try await alice.cannot(.choose(album[0]), "no picker for a picture", in: world)
    await alice.setPhoto(album[0], of: group)
    try await alice.expect(
      \.picture, of: .groupInfo, is: album[0].content, within: .minutes(1))

    await bob.open(group)
    await bob.openInfo(of: group)
    await alice.changePhoto(of: group)
    try await alice.expect(all: .present(.photoSheet))
    await bob.leave(group)
    await bob.confirm()
    try await alice.expect(
      all: .absent(.photoSheet), .that(\.canEdit, of: .groupInfo, is: false), within: .seconds(5))
  }

  static let spokenPhotos = Scenario(
    "A and Hanna look through their photos: VoiceOver says kind, name and time of each, with larger text there are fewer rows, and a new one comes first",
    covers: "AS-01", "AX-03", tags: .languages,
    pinned: .clocks, .links, .timings, .policies, .traffic
  ) { (world: ChatWorld) in
    world.setPolicies { $0.sheetRows = 4 }
    let alice = try await world.phone("Alice", on: .wifi)
    let hanna = try await world.phone("Hanna", on: .wifi, locale: .german)
    for phone in [alice, hanna] { for picture in album { await phone.savePhoto(picture) } }
    let chat = try await alice.startConversation(with: hanna)
    try await world.advance(by: .hours(13))
    for (phone, photo, film) in [(alice, "Photo", "Video"), (hanna, "Foto", "Video")] {
      await phone.open(chat)
      await phone.addPicture()
      try await phone.answerPrompt(.allow)
      try await phone.expect(
        all: .that(
          "the rows as they are spoken",
          is: ["sun", "cat", "fog", "hut"].map { "\(photo), \($0), 2026-01-05 12:00" }
        ) { Array($0.accessibilityLabels.dropFirst(2)) },
        .that(\.count, of: .photoSheet, is: 5), .that("drawn rows", is: 4) { $0.drawing.rowCount })
      await phone.scroll(revealing: 1)
      try await phone.expect(
        \.names, of: .photoSheet, is: ["sun", "cat", "fog", "hut", "sea"], within: .zero)
      await phone.savePhoto(Picture("film", byteCount: 900_000, format: .mp4))
      try await phone.expect(
        all: .that("the newest row", is: "\(film), film, 2026-01-06 01:00") {
          $0.accessibilityLabels.dropFirst(2).first
        }, .that(\.names.count, of: .photoSheet, is: 5), .that(\.count, of: .photoSheet, is: 6))
      await phone.setTextSize(.accessibilityExtraExtraExtraLarge)
      try await phone.expect(
        all: .that(\.names, of: .photoSheet, is: ["film", "sun"]), within: .seconds(1))
    }
  }
}

extension Phone where App == ChatApp {
  /// Requires a gesture to be impossible, since the screen lacks something.
  fileprivate func cannot(
    _ gesture: ChatGesture, _ missing: String, in world: ChatWorld
  ) async throws {
    do {
      try await attempt(gesture)
    } catch let error as GestureRefused {
      return try world.require(error.reason, is: "this phone has \(missing)", "the reason")
    }
    try world.require(false, "\(gesture.name) to be impossible")
  }
}

extension ScreenDrawing {
  /// The number of rows that are drawn.
  fileprivate var rowCount: Int {
    (role == .row ? 1 : 0) + parts.map(\.rowCount).reduce(0, +)
  }
}
