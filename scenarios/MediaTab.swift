import Chat
import Rehearsal

// The photos and videos of a conversation in one place (PM-17).

extension Scenarios {
  static let mediaTab = Scenario(
    "B lists the photos and videos of a chat, filters them and fetches what is missing; what fails is told and tried again",
    covers: "PM-17", "AX-02", tags: .fault, pinned: .links, .clocks, .policies, .traffic
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
    try await bob.expect(
      all: .that("messages", of: .mediaSheet, is: [view, clip, sea]) { $0.rows.map(\.message) },
      .that(
        "states", of: .mediaSheet,
        is: ["Not on this phone", "Not on this phone", "Not on this phone"]
      ) { $0.rows.map(\.state) },
      .that("marks of videos", of: .mediaSheet, is: [false, true, false]) {
        $0.rows.map(\.isVideo)
      },
      .that(\.filters, of: .mediaSheet, is: ["All", "Photos", "Videos"]),
      .that(\.downloadAll, of: .mediaSheet, is: "Download all (3)"),
      .that(\.visible.thread?.id, is: nil), within: .zero)
    await bob.filterMedia(by: .videos)
    await bob.downloadAll()
    try await bob.expect(
      all: .that("messages", of: .mediaSheet, is: [clip]) { $0.rows.map(\.message) },
      .that(\.rows.first?.state, of: .mediaSheet, is: "On this phone"),
      .that(\.rows.first?.content, of: .mediaSheet, is: film.content),
      .that("hints of VoiceOver", is: ["Double tap to play"]) {
        $0.accessibilityElements.compactMap(\.hint)
      },
      .that(\.downloadAll, of: .mediaSheet, is: nil), within: .seconds(20))
    try world.require(bob.keptPictures.count, is: 1, "the number of files on Bob's phone")

    await bob.filterMedia(by: .photos)
    bob.partition(for: .minutes(1))
    await bob.downloadAll()
    try await bob.expect(
      all: .that("messages", of: .mediaSheet, is: [view, sea]) { $0.rows.map(\.message) },
      .that("states", of: .mediaSheet, is: ["Loading…", "Loading…"]) { $0.rows.map(\.state) },
      .that(\.downloadAll, of: .mediaSheet, is: nil), within: .zero)
    // The request waits for 30 s.
    try await bob.expect(
      all: .that("failures", of: .mediaSheet, is: [true, true]) { $0.rows.map(\.hasFailed) },
      .that(
        \.rows.first?.state, of: .mediaSheet, is: "Could not be loaded: the server did not answer"),
      .that(\.downloadAll, of: .mediaSheet, is: "Download all (2)"),
      within: .milliseconds(30_500))
    try await world.advance(by: .minutes(1))
    await bob.downloadAll()
    try await bob.expect(
      all: .that("states", of: .mediaSheet, is: ["On this phone", "On this phone"]) {
        $0.rows.map(\.state)
      },
      .that(
        "hints of VoiceOver", is: Array(repeating: "Double tap to open full screen", count: 2)
      ) { $0.accessibilityElements.compactMap(\.hint) }, within: .minutes(1))
    try world.require(bob.keptPictures.count, is: 3, "the number of files on Bob's phone")

    // It is up to date while it is open.
    let new = try await alice.send("", picture: Picture("new"), in: chat)
    try await bob.expect(
      all: .that("messages", of: .mediaSheet, is: [new, view, sea]) { $0.rows.map(\.message) },
      .that(\.rows.first?.state, of: .mediaSheet, is: "Not sent yet"), within: .seconds(10))
    try await bob.expect(
      all: .that("messages", of: .mediaSheet, is: [new, view, sea]) { $0.rows.map(\.message) },
      .that(\.rows.first?.state, of: .mediaSheet, is: "On this phone"), within: .minutes(1))
    await alice.scroll(revealing: 10)
    await alice.delete(sea)
    try await bob.expect(
      all: .that("messages", of: .mediaSheet, is: [new, view]) { $0.rows.map(\.message) })
    await bob.openMediaRow(of: view)
    try await bob.expect(\.message, of: .pictureViewer, is: view, within: .zero)
    await bob.closeSheet()
    try await bob.expect(all: .absent(.sheet), .that(\.visible.thread?.id, is: chat), within: .zero)
    // The file goes by a function of the backend.
    try await world.untilQuiet()
    try await world.expectPictures(3)
    // What the backend does not have is no part of the chat yet.
    await alice.setAirplaneMode(true)
    _ = try await alice.send("", picture: Picture("later"), in: chat)
    await alice.openMedia(of: chat)
    try await alice.expect(
      all: .that("messages", of: .mediaSheet, is: [new, view, clip]) { $0.rows.map(\.message) },
      within: .zero)
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
    try await carol.expect(
      all: .that("messages", of: .mediaSheet, is: [late]) { $0.rows.map(\.message) },
      .that(\.rows.first?.author, of: .mediaSheet, is: "Bob"),
      .that(\.rows.first?.delete, of: .mediaSheet, is: nil))
    try await alice.expect(
      all: .that("messages", of: .mediaSheet, is: [late, between, old]) { $0.rows.map(\.message) },
      .that(
        "controls", of: .mediaSheet, is: ["Delete media", "Delete media", "Delete media"]
      ) { $0.rows.map(\.delete) })
    await alice.deleteMedia(late)
    try await alice.expect(
      all: .that("messages", of: .mediaSheet, is: [between, old]) { $0.rows.map(\.message) },
      within: .zero)
    try await carol.expect(
      all: .that(\.rows.isEmpty, of: .mediaSheet, is: true),
      .that(\.empty, of: .mediaSheet, is: "Nothing has been shared yet"))
    try await world.untilQuiet()
    try await world.expectPictures(2)
    // What comes in the very moment of joining is seen. An admin has no control for what came before: the backend would refuse.
    let now = MessageID("now")
    let member: Path = "conversations/\(group.text)/members/carol"
    guard case .number(let joined) = await world.backend.read(member).scalar else {
      return try world.require(false, "the time at which Carol joined")
    }
    await world.backend.administer(
      set: [
        "author": "bob", "text": "now", "sentAt": Node(.number(joined)),
        "attachments": [
          "1": [
            "type": "image/jpeg", "bytes": 200_000, "width": 1_600, "height": 1_200,
            "state": "uploading", "file": "0123456789abcdef0123-1",
          ]
        ],
      ], at: Path(unchecked: "messages/\(group.text)/\(now.text)"))
    await alice.closeSheet()
    await alice.openInfo(of: group)
    await alice.give(.admin, to: carol.userID, in: group)
    try await carol.expect(
      all: .that("messages", of: .mediaSheet, is: [now]) { $0.rows.map(\.message) },
      .that(\.rows.first?.delete, of: .mediaSheet, is: "Delete media"))
    await carol.closeSheet()
    try await carol.expect(
      all: .that(\.photo?.content, of: .bubble(old), isNot: nil),
      .that(\.controls, of: .bubble(old), is: []),
      .that(\.controls, of: .bubble(now), is: [.deleteMedia]), within: .zero)
  }

  static let videoMessage = Scenario(
    "A video has a play mark and a word of its own, goes as it is, and is refused with its reason where it is too large",
    covers: "PM-17", "AX-02", tags: .push,
    pinned: .links, .clocks, .policies, .traffic, .duplicates
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
      all: .that(\.preview?.description, of: .thread, is: "[▶ clip, 2.1 MB]"),
      .that("the video to send", is: ["Video to send", "Remove video"]) {
        $0.accessibilityLabels.filter { $0.hasSuffix("to send") || $0.hasPrefix("Remove") }
      }, within: .zero)
    await alice.removePicture()
    let clip = try await alice.send("", picture: film, in: chat)
    let attachment = alice.storedMessage(clip)?.attachments.first
    try world.require(attachment?.contentType, is: "video/mp4", "the type of the video as it goes")
    try world.require(attachment?.byteCount, is: 2_097_152, "the bytes of the video as it goes")
    try await bob.expectNotifications(\.bodies, is: ["[Video]"])
    try await bob.enterForeground()
    try await bob.expect(\.preview, of: .conversation(chat), is: "[Video]")
    await bob.open(chat)
    try await bob.expect(
      all: .that(\.photo?.content, of: .bubble(clip), is: film.content),
      .that(\.photo?.description, of: .bubble(clip), is: "[▶ 217×162 shown]"),
      .that(\.text, of: .bubble(clip), is: "[Video]"),
      .that(
        \.accessibilityLabel, of: .bubble(clip),
        matches: "begins with “Alice: [Video], Video, double tap to play”"
      ) { $0.hasPrefix("Alice: [Video], Video, double tap to play") }, within: .minutes(1))
    await bob.openPicture(of: clip)
    try await bob.expect(
      all: .that(
        \.accessibilityFocus,
        is: AccessibilityElement("Video", value: "100 %", [.image, .supportsZoom])),
      .that(\.pictureViewer?.isVideo, is: true), within: .zero)
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
    try await bob.expect(
      all: .that(
        "states", of: .mediaSheet,
        is: ["On this phone", "On this phone", "Loading…", "Loading…", "Loading…", "Loading…"]
      ) { $0.rows.map(\.state) }, within: .seconds(8))
    try await bob.expect(
      all: .that("states of what is missing", of: .mediaSheet, is: []) {
        $0.rows.map(\.state).filter { $0 != "On this phone" }
      }, within: .seconds(20))
  }
}
