import Chat
import Rehearsal

// Several pictures in one message (PM-21): each has a record, a file and a state of its own.

extension Scenarios {
  static let carousel = Scenario(
    "A sends three photos in one message: B swipes through them in their order, here and on the full screen, and reads once",
    covers: "PM-21", "AD-05", tags: .receipts, pinned: .links, .clocks, .policies, .traffic
  ) { (world: ChatWorld) in
    world.setPolicies { $0.attachments = .carousel }
    let (alice, bob) = try await world.phones("Alice", "Bob", on: .lte)
    let chat = try await alice.startConversation(with: bob)
    await bob.open(chat)
    // There has to be room for all of them, and 50 MB more.
    await alice.setFreeSpace(51_500_000)
    await alice.choose(Picture("view", byteCount: 1_200_000))
    try await alice.expect(
      all: .that(\.previews.count, of: .thread, is: 1),
      .that(\.storageWarning, of: .thread, is: nil), within: .zero)
    await alice.choose(Picture("valley", byteCount: 1_200_000))
    try await alice.expect(
      \.storageWarning, of: .thread,
      is: "Storage is almost full: 51.5 MB left, and sending this needs 2.4 MB", within: .zero)
    for _ in 1...2 { await alice.removePicture(1) }
    await alice.setFreeSpace(2_000_000_000)
    let photos = ["sea", "hut", "peak"].map { Picture($0) }
    for picture in [photos[0], Picture("blurred"), photos[1], photos[2]] {
      await alice.choose(picture)
    }
    try await alice.expect(
      all: .that("preview names", of: .thread, is: ["sea", "blurred", "hut", "peak"]) {
        $0.previews.map(\.name)
      }, .that(\.preview?.name, of: .thread, is: "sea"), within: .zero)
    await alice.removePicture(2)
    for number in 4...9 { await alice.choose(Picture("\(number)")) }
    try await alice.expect(
      all: .that(\.previews.count, of: .thread, is: 9), .absent(.alert), within: .zero)
    await alice.choose(Picture("10"))
    try await alice.expect(
      all: .that(\.previews.count, of: .thread, is: 9),
      .that(\.alert, is: "At most 9 photos and videos can be sent at once"), within: .zero)
    await alice.answerAlert()
    for _ in 4...9 { await alice.removePicture(4) }
    await alice.type("the walk")
    let walk = try world.require(await alice.submit(), "a message")
    try await alice.expect(
      all: .that(\.previews.count, of: .thread, is: 0),
      .that(\.photos.count, of: .bubble(walk), is: 3), .photos(of: walk, are: photos),
      .that(\.pageLabel, of: .bubble(walk), is: "1 of 3"), within: .zero)
    try await bob.expect(
      all: .that(\.text, of: .bubble(walk), is: "the walk"),
      .that(\.photos.count, of: .bubble(walk), is: 3),
      .that(\.photo?.content, of: .bubble(walk), is: nil), within: .seconds(2))
    try await bob.expect(all: .photos(of: walk, are: photos), within: .minutes(1))
    func shows(_ picture: Picture) -> ScreenCondition<Screen> {
      .that(\.photo?.content, of: .bubble(walk), is: picture.content)
    }
    func says(_ label: String) -> ScreenCondition<Screen> {
      .that(\.pageLabel, of: .bubble(walk), is: label)
    }
    try await bob.expect(all: shows(photos[0]), says("1 of 3"), within: .zero)
    await bob.swipe(walk, to: .previous)
    try await bob.expect(all: shows(photos[0]), says("1 of 3"), within: .zero)
    await bob.swipe(walk, to: .next)
    try await bob.expect(
      all: shows(photos[1]), says("2 of 3"),
      .that(
        \.accessibilityLabel, of: .bubble(walk),
        is: "Alice: the walk, Photo, double tap to open full screen, 2 of 3, 12:00"), within: .zero)
    await bob.openPicture(of: walk)
    try await bob.expect(
      all: .that(\.content, of: .pictureViewer, is: photos[1].content),
      .that(\.pageLabel, of: .pictureViewer, is: "2 of 3"), within: .zero)
    await bob.zoom(to: 250)
    await bob.swipe(walk, to: .next)
    try await bob.expect(
      all: .that(\.content, of: .pictureViewer, is: photos[2].content),
      .that(\.pageLabel, of: .pictureViewer, is: "3 of 3"),
      .that(\.zoom, of: .pictureViewer, is: 100), within: .zero)
    // There is no fourth: the third stays as it is.
    await bob.zoom(to: 250)
    await bob.swipe(walk, to: .next)
    try await bob.expect(
      all: .that(\.content, of: .pictureViewer, is: photos[2].content),
      .that(\.zoom, of: .pictureViewer, is: 250), within: .zero)
    await bob.closeSheet()
    try await bob.expect(all: shows(photos[2]), says("3 of 3"), within: .zero)
    await bob.swipe(walk, to: .previous)
    try await bob.expect(all: shows(photos[1]), says("2 of 3"), within: .zero)
    // Who comes back begins with the first.
    await bob.close()
    await bob.open(chat)
    try await bob.expect(all: shows(photos[0]), says("1 of 3"), within: .zero)
    try await alice.expect(\.status, of: .bubble(walk), is: .read)
    try await alice.expect(
      all: .that("uploads", of: .bubble(walk), is: []) { $0.photos.compactMap(\.progress) })
    try await world.expectRead(walk, in: chat, by: bob)
    try world.require(
      world.receiptFlushes(by: bob), is: 1, "the number of times that Bob's receipts were written")
    try await world.untilQuiet()
    try await world.expectPictures(3)
    await bob.openMedia(of: chat)
    try await bob.expect(
      all: .that("row numbers", of: .mediaSheet, is: [1, 2, 3]) { $0.rows.map(\.number) },
      within: .zero)
    // Each row opens its own picture.
    await bob.openMediaRow(of: walk, number: 3)
    try await bob.expect(
      all: .that(\.content, of: .pictureViewer, is: photos[2].content),
      .that(\.pageLabel, of: .pictureViewer, is: "3 of 3"), within: .zero)
    await bob.swipeDown()
    try await bob.expect(all: shows(photos[2]), says("3 of 3"), within: .zero)
    await alice.delete(walk)
    try await bob.expect(
      all: .that(\.isDeleted, of: .bubble(walk), is: true),
      .that(\.photos.count, of: .bubble(walk), is: 0))
    try await world.untilQuiet()
    try await world.expectPictures(0)
    try world.require(bob.keptPictures, is: [], "the files on Bob's phone")
    // Two are counted as well.
    for picture in photos.dropLast() { await alice.choose(picture) }
    await alice.type("the way")
    let way = try world.require(await alice.submit(), "a message")
    try await alice.expect(\.pageLabel, of: .bubble(way), is: "1 of 2")
    // One begins with the first, to whichever another message is turned.
    for picture in photos { await alice.choose(picture) }
    let back = try world.require(await alice.submit(), "a message")
    try await bob.expect(all: .photos(of: way, are: photos.dropLast()), within: .minutes(1))
    await bob.swipe(way, to: .next)
    try await bob.expect(
      all: .that(\.pageLabel, of: .bubble(way), is: "2 of 2"),
      .that(\.pageLabel, of: .bubble(back), is: "1 of 3"))
  }

  static let photoAndFilm = Scenario(
    "A sends a photo and a film in one message without words: the notification and the list name the first of them",
    covers: "PM-21", tags: .push, pinned: .duplicates, .links, .clocks, .policies, .timings,
    .traffic
  ) { (world: ChatWorld) in
    world.setPolicies {
      $0.attachments = .carousel
      $0.usesPush = true
    }
    let (alice, bob) = try await world.phones("Alice", "Bob", on: .lte)
    let chat = try await alice.startConversation(with: bob)
    try await world.untilQuiet()
    try await bob.enterBackground()
    await alice.open(chat)
    let film = Picture("clip", byteCount: 900_000, format: .mp4)
    for picture in [Picture("sea"), film] { await alice.choose(picture) }
    let both = try world.require(await alice.submit(), "a message")
    try await bob.expectNotifications(\.bodies, is: ["[Photo]"], within: .seconds(10))
    try await alice.expect(
      all: .that(\.photos.count, of: .bubble(both), is: 2),
      .that(\.photo?.progress, of: .bubble(both), is: nil), within: .minutes(1))
    try await bob.enterForeground()
    try await bob.expect(\.preview, of: .conversation(chat), is: "[Photo]")
  }

  static let carouselThatFails = Scenario(
    "The network goes away in the second of three photos: it alone has failed, and a retry goes on with it; none is stored twice",
    covers: "PM-21", tags: .offline, .restart, pinned: .links, .clocks, .policies, .traffic,
    .duplicates
  ) { (world: ChatWorld) in
    world.setPolicies { $0.attachments = .carousel }
    let alice = try await world.phone("Alice", on: .threeG)
    let bob = try await world.phone("Bob", on: .lte)
    let chat = try await alice.startConversation(with: bob)
    await bob.open(chat)
    let photos = ["sea", "hut", "peak"].map { Picture($0, byteCount: 400_000) }
    let walk = try await alice.send("the walk", pictures: photos, in: chat)
    try await alice.expect(
      all: .that("progress", of: .bubble(walk), is: [nil, "65 %", "0 %"]) {
        $0.photos.map(\.progress)
      }, within: .minutes(1))
    await alice.setAirplaneMode(true)
    let hasFailed: ScreenCondition<Screen> = .that(
      "failures", of: .bubble(walk), is: [nil, "Not sent: the connection was lost", nil]
    ) { $0.photos.map(\.failure) }
    let lastWaits: ScreenCondition<Screen> = .that(
      "progress", of: .bubble(walk), is: [nil, nil, "0 %"]
    ) { $0.photos.map(\.progress) }
    let offersRetry: ScreenCondition<Screen> = .that(\.offersRetry, of: .bubble(walk), is: true)
    try await alice.expect(all: hasFailed, lastWaits, offersRetry, within: .seconds(1))
    try await alice.expect(all: hasFailed, lastWaits, offersRetry, for: .minutes(2))
    try await alice.kill()
    try await alice.relaunch()
    await alice.open(chat)
    try await alice.expect(all: hasFailed, lastWaits, offersRetry, for: .minutes(1))
    await alice.setAirplaneMode(false)
    // What has not failed goes by itself.
    try await bob.expect(
      all: .photos(of: walk, are: [photos[0], nil, photos[2]]), within: .minutes(2))
    try await alice.expect(
      all: offersRetry,
      .that("progress", of: .bubble(walk), is: [nil, nil, nil]) { $0.photos.map(\.progress) },
      for: .minutes(1))
    await alice.retry(walk)
    try await bob.expect(all: .photos(of: walk, are: photos), within: .minutes(1))
    try await alice.expect(
      all: .that(\.offersRetry, of: .bubble(walk), is: false),
      .that(\.bubbles.count, of: .thread, is: 1),
      .that("uploads", of: .bubble(walk), is: []) { $0.photos.compactMap(\.progress) },
      .that("failures", of: .bubble(walk), is: []) { $0.photos.compactMap(\.failure) })
    let sent = await world.meter()[.uploadBytes, device: alice.name]
    try world.require(
      sent, in: ...(1_200_000 + 262_144), "the bytes sent, of which none is stored already,")
    try await world.expectPictures(3)

    // Several that have failed are all tried again.
    let ridge = try await alice.send("the ridge", pictures: photos, in: chat)
    try await alice.expect(
      all: .that("progress", of: .bubble(ridge), is: ["65 %", "0 %", "0 %"]) {
        $0.photos.map(\.progress)
      }, within: .minutes(1))
    await alice.setAirplaneMode(true)
    try await world.advance(by: .seconds(5))
    await alice.setAirplaneMode(false)
    try await alice.expect(
      all: .that("progress of the second photo", of: .bubble(ridge), is: "65 %") {
        $0.photos[1].progress
      }, within: .minutes(1))
    await alice.setAirplaneMode(true)
    try await alice.expect(
      all: .that("first photos without a failure", of: .bubble(ridge), is: []) {
        $0.photos.prefix(2).filter { $0.failure == nil }
      })
    await alice.setAirplaneMode(false)
    await alice.retry(ridge)
    try await bob.expect(all: .photos(of: ridge, are: photos), within: .minutes(3))
    try await alice.expect(\.offersRetry, of: .bubble(ridge), is: false)
    try await world.expectPictures(6)
  }

  static let deletedCarousel = Scenario(
    "A deletes a message of two photos while the first is on its way: the second is never sent, by the next launch neither",
    covers: "PM-21", "RG-01", tags: .restart, pinned: .links, .clocks, .policies, .traffic,
    .duplicates
  ) { (world: ChatWorld) in
    world.setPolicies { $0.attachments = .carousel }
    let alice = try await world.phone("Alice", on: .threeG)
    let bob = try await world.phone("Bob", on: .lte)
    let chat = try await alice.startConversation(with: bob)
    await bob.open(chat)
    let photos = ["sea", "hut"].map { Picture($0, byteCount: 1_000_000) }
    let walk = try await alice.send("the walk", pictures: photos, in: chat)
    try await alice.expect(
      all: .that("progress", of: .bubble(walk), is: ["26 %", "0 %"]) { $0.photos.map(\.progress) },
      within: .minutes(1))
    await alice.delete(walk)
    try await bob.expect(\.isDeleted, of: .bubble(walk), is: true)
    try await world.advance(by: .minutes(1))
    try await alice.kill()
    try await alice.relaunch()
    try await world.untilQuiet()
    let sent = await world.meter()[.uploadBytes, device: alice.name]
    try world.require(sent, in: ..<1_000_000, "the bytes sent before the uploads are stopped")
    try await world.expectPictures(0)
  }

  static let oneOfTwoIsGone = Scenario(
    "One of two photos of a message is not in storage: the other one is shown, and another try fetches what is missing",
    covers: "PM-21", "AD-03", tags: .fault, pinned: .links, .clocks, .policies, .traffic
  ) { (world: ChatWorld) in
    world.setPolicies { $0.attachments = .carousel }
    let (alice, bob) = try await world.phones("Alice", "Bob", on: .lte)
    let chat = try await alice.startConversation(with: bob)
    let photos = ["sea", "hut"].map { Picture($0) }
    let walk = try await alice.send("the walk", pictures: photos, in: chat)
    try await alice.expect(
      all: .that("uploads", of: .bubble(walk), is: []) { $0.photos.compactMap(\.progress) },
      within: .minutes(1))
    let place = try world.placeOfPicture(2, of: walk, on: alice)
    await world.backend.storage.administer(delete: place)
    await bob.open(chat)
    try await bob.expect(
      all: .photos(of: walk, are: [photos[0], nil]),
      .that(
        "failures", of: .bubble(walk), is: [nil, "Could not be loaded: the photo is not there"]
      ) {
        $0.photos.map(\.failure)
      }, .that(\.controls, of: .bubble(walk), is: [.reload]), within: .minutes(1))
    let isBack = await world.backend.storage.takes(photos[1].content, at: place, from: "alice")
    try world.require(isBack, "the file to be put back")
    await bob.reload(walk)
    try await bob.expect(all: .photos(of: walk, are: photos), within: .minutes(1))
  }

  static let forgedCarousel = Scenario(
    "A message announces one to nine pictures, each is completed once by its author, and none comes or goes alone",
    covers: "PM-21", tags: .rules, pinned: .policies
  ) { (world: ChatWorld) in
    let (alice, bob) = try await world.phones("Alice", "Bob", on: .wifi)
    let chat = try await alice.startConversation(with: bob)
    let picture: Node = [
      "type": "image/jpeg", "bytes": 200_000, "width": 1_600, "height": 1_200, "state": "uploading",
    ]
    func file(_ number: Int) -> String { "0123456789abcdef0123-\(number)" }
    func announce(_ id: String, _ numbers: [Int]) -> [Path: Node] {
      [
        Path(unchecked: "messages/\(chat)/\(id)"): [
          "author": "alice", "sentAt": now, "text": "walk",
          "attachments": Node(
            children: numbers.map { number in
              (Key("\(number)"), picture.updating(child: "file", to: Node(.string(file(number)))))
            }),
        ]
      ]
    }
    func complete(_ id: String, _ number: Int, at place: Int? = nil) -> [Path: Node] {
      let record = "messages/\(chat)/\(id)/attachments/\(number)"
      return [
        Path(unchecked: "\(record)/url"): Node(
          .string("/pictures/\(chat)/alice/\(id)/\(file(place ?? number))")),
        Path(unchecked: "\(record)/state"): "uploaded",
        Path(unchecked: "\(record)/uploadedAt"): now,
      ]
    }
    func edit(_ id: String, _ changes: [Path: Node]) -> [Path: Node] {
      let message = Path(unchecked: "messages/\(chat)/\(id)")
      let fields: [Path: Node] = ["text": "the walk", "revision": 1]
      // order: the result has none.
      return Dictionary(
        uniqueKeysWithValues: fields.merging(changes) { $1 }.map {
          (message.appending($0.key), $0.value)
        })
    }
    try await world.accepts("alice", "announce nine", announce("m0", Array(1...9)))
    try await world.refuses("alice", "announce ten", announce("m1", Array(1...10)))
    try await world.refuses("alice", "announce from zero", announce("m1", Array(0...2)))
    let long = Node(.string(String(repeating: "a", count: 101)))
    try await world.refuses(
      "alice", "announce a name of 101 characters",
      announce("m1", [1]).mapValues { $0.updating("attachments/1/file", to: long) })
    try await world.accepts("alice", "announce three", announce("m1", Array(1...3)))
    try await world.refuses("bob", "complete Alice's second", complete("m1", 2))
    try await world.refuses("alice", "show the first as the second", complete("m1", 2, at: 1))
    try await world.accepts("alice", "complete the second", complete("m1", 2))
    try await world.refuses("alice", "complete it again", complete("m1", 2))
    try await world.accepts("alice", "complete the first", complete("m1", 1))
    try await world.refuses("alice", "complete a fourth", complete("m1", 4))
    for number in 1...9 {
      try await world.refuses(
        "alice", "take \(number) out of nine",
        edit("m0", [Path(unchecked: "attachments/\(number)"): .empty]))
    }
    try await world.refuses(
      "alice", "delete the words and keep the pictures",
      [
        Path(unchecked: "messages/\(chat)/m0/text"): .empty,
        Path(unchecked: "messages/\(chat)/m0/deletedAt"): now,
      ])
    try await world.refuses(
      "alice", "add a fourth",
      edit("m1", ["attachments/4": picture.updating(child: "file", to: Node(.string(file(4))))]))
    let same: [Path: Node] = ["attachments/3/file": Node(.string(file(3)))]
    try await world.accepts("alice", "edit the text and say a file once more", edit("m1", same))
    // Nobody has stored them, so nobody shows them; the others are there all the same.
    await bob.open(chat)
    try await bob.expect(
      all: .that(\.text, of: .bubble(MessageID("m1")), is: "the walk"),
      .that(\.photos.count, of: .bubble(MessageID("m1")), is: 1))
  }
}

extension ScreenCondition where Screen == Chat.Screen {
  /// The bubble of a message shows these pictures; nil stands for a placeholder.
  fileprivate static func photos(of message: MessageID, are pictures: [Picture?]) -> Self {
    .that("photo contents", of: .bubble(message), is: pictures.map { $0?.content }) {
      $0.photos.map(\.content)
    }
  }
}

private let now = Node(.timestamp)
