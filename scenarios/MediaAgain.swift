import Chat
import Rehearsal

// Pictures once more: what is fetched in turn, and deletions and uploads that cross each other.

extension Scenarios {
  static let mediaInTurn = Scenario(
    "B fetches three photos from the media tab on 3G: the two newest at a time, and the third when one of them has come",
    covers: "PM-17", pinned: .links, .clocks, .policies, .traffic
  ) { (world: ChatWorld) in
    let alice = try await world.phone("Alice", on: .wifi)
    let bob = try await world.phone("Bob", on: .threeG)
    let chat = try await alice.startConversation(with: bob)
    for name in ["sea", "hut", "peak"] {
      let id = try await alice.send("", picture: Picture(name, byteCount: 600_000), in: chat)
      try await alice.expect(
        all: .that(\.photo, of: .bubble(id), isNot: nil),
        .that(\.photo?.progress, of: .bubble(id), is: nil), within: .minutes(1))
    }
    for number in 1...21 { _ = try await alice.send("\(number)", in: chat) }
    try await bob.expect(\.preview, of: .conversation(chat), is: "21", within: .seconds(10))
    await bob.open(chat)
    await bob.openMedia(of: chat)
    await bob.downloadAll()
    let (here, comes) = ("On this phone", "Loading…")
    try await bob.expect(
      all: .that("states", of: .mediaSheet, is: [here, here, comes]) { $0.rows.map(\.state) },
      within: .minutes(1))
    // Side by side, all would come within a piece's time of each other, 2.7 s.
    try await bob.expect(\.rows.last?.state, of: .mediaSheet, is: comes, for: .seconds(4))
    try await bob.expect(
      all: .that("states", of: .mediaSheet, is: [here, here, here]) { $0.rows.map(\.state) },
      within: .minutes(1))
    try world.require(bob.keptPictures.count, is: 3, "the number of files on Bob's phone")
  }

  static let mediaRows = Scenario(
    "The media tab draws the newest first, as many as there is room for, and the others when B scrolls to them",
    covers: "PM-17", pinned: .clocks, .policies, .traffic
  ) { (world: ChatWorld) in
    world.setPolicies { $0.sheetRows = 2 }
    let (alice, bob) = try await world.phones("Alice", "Bob", on: .lte)
    let chat = try await alice.startConversation(with: bob)
    var messages: [MessageID] = []
    for name in ["sea", "hut", "peak"] {
      let id = try await alice.send("", picture: Picture(name), in: chat)
      try await bob.expect(
        \.unread, of: .conversation(chat), is: messages.count + 1, within: .minutes(1))
      messages.insert(id, at: 0)
    }
    await bob.open(chat)
    await bob.openMedia(of: chat)
    let newest = messages
    try await bob.expect(
      all: .that("messages", of: .mediaSheet, is: Array(newest.prefix(2))) {
        $0.rows.map(\.message)
      })
    await bob.scroll(revealing: 20)
    try await bob.expect(
      all: .that("messages", of: .mediaSheet, is: newest) { $0.rows.map(\.message) },
      within: .zero)
    // Whose photos are her own has nobody's name to ask for.
    await alice.openMedia(of: chat)
    try await alice.expect(\.rows.first?.author, of: .mediaSheet, is: "You")
    try await world.untilQuiet()
    try world.require(
      await world.listens(by: alice).filter { $0.hasPrefix("/users/") }, is: ["/users/bob"],
      "the accounts that Alice's phone follows")
  }

  static let mediaAuthors = Scenario(
    "The media tab calls those whose photos it draws by their newest names, whatever the filter and however little room there is",
    covers: "PM-17", "PB-09", tags: .groups, pinned: .links, .clocks, .policies, .traffic
  ) { (world: ChatWorld) in
    world.setPolicies { $0.sheetRows = 1 }
    let (alice, bob, carol) = try await world.phones("Alice", "Bob", "Carol", on: .lte)
    let group = try await alice.startConversation(with: bob, carol, isGroup: true)
    // So that the title names nobody.
    await alice.openInfo(of: group)
    await alice.rename(group, to: "Hiking")
    await alice.closeSheet()
    for phone in [bob, carol] { await phone.open(group) }
    let film = Picture("clip", byteCount: 300_000, format: .mp4)
    let clip = try await carol.send("", picture: film, in: group)
    try await bob.expect(all: .present(.bubble(clip)))
    let sea = try await bob.send("", picture: Picture("sea"), in: group)
    try await alice.expect(all: .present(.bubble(sea)))
    // They are above what an opening displays, which would name their authors.
    for number in 1...21 { _ = try await alice.send("\(number)", in: group) }
    try await world.untilQuiet()
    await alice.close()
    await alice.open(group)
    await world.rename("bob", to: "Robert")
    await world.rename("carol", to: "Caroline")
    await alice.openInfo(of: group)
    await alice.openMedia(of: group)
    try await alice.expect(
      all: .that("messages", of: .mediaSheet, is: [sea]) { $0.rows.map(\.message) },
      .that(\.rows.first?.author, of: .mediaSheet, is: "Robert"))
    await alice.filterMedia(by: .videos)
    try await alice.expect(
      all: .that("messages", of: .mediaSheet, is: [clip]) { $0.rows.map(\.message) },
      .that(\.rows.first?.author, of: .mediaSheet, is: "Caroline"))
  }

  static let mediaDeletedTwice = Scenario(
    "An admin's deletion of a photo is made and its answer lost, or its author deletes the message first: nobody is told of an error, and no file stays",
    covers: "PM-18", tags: .groups, .fault, .offline, pinned: .links, .clocks, .policies, .traffic
  ) { (world: ChatWorld) in
    let (alice, bob) = try await world.phones("Alice", "Bob", on: .lte)
    let group = try await alice.startConversation(with: bob, isGroup: true)
    await bob.open(group)
    func send(_ name: String) async throws -> MessageID {
      let id = try await bob.send(name, picture: Picture(name), in: group)
      for phone in [alice, bob] {
        try await phone.expect(
          all: .that(\.photo?.content, of: .bubble(id), isNot: nil),
          .that(\.photo?.progress, of: .bubble(id), is: nil), within: .minutes(1))
      }
      return id
    }
    let sea = try await send("sea")
    world.loseNextAcknowledgement(to: alice, of: .message)
    await alice.deleteMedia(sea)
    try await bob.expect(\.mediaNote, of: .bubble(sea), is: "Media deleted")
    try await world.untilQuiet()
    try await alice.expect(
      all: .absent(.alert), .that(\.mediaNote, of: .bubble(sea), is: "Media deleted"), within: .zero
    )
    for phone in [alice, bob] {
      try world.require(phone.keptPictures, is: [], "the files on \(phone.name)'s phone")
    }

    let hut = try await send("hut")
    await alice.setAirplaneMode(true)
    await alice.deleteMedia(hut)
    await bob.delete(hut)
    try await world.untilQuiet()
    await alice.setAirplaneMode(false)
    try await world.untilQuiet()
    try await alice.expect(
      all: .absent(.alert), .that(\.isDeleted, of: .bubble(hut), is: true), within: .zero)
    try world.require(alice.keptPictures, is: [], "the files on Alice's phone")

    // A tombstone, made and answered into the void.
    let peak = try await send("peak")
    world.loseNextAcknowledgement(to: bob, of: .message)
    await bob.delete(peak)
    try await alice.expect(\.isDeleted, of: .bubble(peak), is: true)
    try await world.untilQuiet()
    for phone in [alice, bob] {
      try world.require(phone.keptPictures, is: [], "the files on \(phone.name)'s phone")
    }
    try await world.expectPictures(0)
  }

  static let deletedAsItComes = Scenario(
    "A deletes her message while its photo is on the last of its way to B: no file stays on his phone",
    covers: "RG-01", tags: .fault, pinned: .links, .clocks, .policies, .traffic
  ) { (world: ChatWorld) in
    let (alice, bob) = try await world.phones("Alice", "Bob", on: .lte)
    let chat = try await alice.startConversation(with: bob)
    let look = try await alice.send("look", picture: Picture("view"), in: chat)
    try await alice.expect(
      all: .that(\.photo, of: .bubble(look), isNot: nil),
      .that(\.photo?.progress, of: .bubble(look), is: nil), within: .minutes(1))
    world.network.delayNext(
      from: world.backend.host, to: bob.host, by: .seconds(5)
    ) { $0.summary.contains("bytes 0..<200000") }
    await bob.open(chat)
    try await bob.expect(all: .that(\.photo, of: .bubble(look), isNot: nil))
    try await world.advance(by: .seconds(2))
    await alice.delete(look)
    try await bob.expect(\.isDeleted, of: .bubble(look), is: true, within: .seconds(2))
    try await world.untilQuiet()
    try world.require(bob.keptPictures, is: [], "the files on Bob's phone")
  }

  static let storedMeanwhile = [false, true].map { isMessage in
    Scenario(
      "A deletes \(isMessage ? "her message" : "the photo of her message") on its way and is refused, after the photo was stored: B sees it after all",
      covers: isMessage ? "AS-19" : "PM-18", tags: .groups, .fault,
      pinned: .links, .clocks, .policies, .traffic
    ) { (world: ChatWorld) in
      let alice = try await world.phone("Alice", on: .threeG)
      let bob = try await world.phone("Bob", on: .lte)
      let group = try await alice.startConversation(with: bob, isGroup: true)
      await bob.open(group)
      let view = Picture("view", byteCount: 500_000)
      let look = try await alice.send("look", picture: view, in: group)
      try await alice.expect(\.photo?.progress, of: .bubble(look), is: "52 %", within: .minutes(1))
      // The backend hears of it after more than half a minute, when the phone has noticed that the connection is dead.
      world.loseNextWrite(of: .message, by: alice, then: .halfOpen)
      world.refuseNext(.message, by: alice)
      if isMessage { await alice.delete(look) } else { await alice.deleteMedia(look) }
      try await alice.expect(\.photo, of: .bubble(look), is: nil, within: .zero)
      try await bob.expect(\.photo?.content, of: .bubble(look), is: nil, for: .seconds(20))
      try await alice.expect(
        all: .that(\.photo?.content, of: .bubble(look), is: view.content),
        .that(\.photo?.progress, of: .bubble(look), is: nil), within: .minutes(3))
      try await bob.expect(
        \.photo?.content, of: .bubble(look), is: view.content, within: .minutes(1))
      try await world.untilQuiet()
      try await world.expectPictures(1)
    }.named(isMessage ? "message" : "photo")
  }

  static let openedFromTheTab = Scenario(
    "B looks at an old photo from the media tab while new ones fill the phone: the photo on the screen is not the one that makes room",
    covers: "AD-04", "AD-05", tags: .offline, pinned: .links, .policies, .traffic
  ) { (world: ChatWorld) in
    world.setPolicies { $0.pictureCacheBytes = 1_000_000 }
    let (alice, bob) = try await world.phones("Alice", "Bob", on: .lte)
    let chat = try await alice.startConversation(with: bob)
    let old = Picture("old", byteCount: 500_000)
    let first = try await alice.send("old", picture: old, in: chat)
    try await alice.expect(
      all: .that(\.photo, of: .bubble(first), isNot: nil),
      .that(\.photo?.progress, of: .bubble(first), is: nil), within: .minutes(1))
    // It is above what an opening displays.
    for number in 1...21 { _ = try await alice.send("\(number)", in: chat) }
    try await bob.expect(\.preview, of: .conversation(chat), is: "21", within: .minutes(1))
    await bob.open(chat)
    await bob.openMedia(of: chat)
    await bob.downloadAll()
    try await bob.expect(
      all: .that(\.rows.first?.content, of: .mediaSheet, is: old.content), within: .minutes(1))
    await bob.openMediaRow(of: first)
    try await bob.expect(\.content, of: .pictureViewer, is: old.content, within: .zero)
    for name in ["sea", "hut"] {
      _ = try await alice.send(name, picture: Picture(name, byteCount: 500_000), in: chat)
    }
    // The two are displayed below it, and so none makes room: there are more than the phone keeps for as long as he looks.
    try await bob.expect(\.content, of: .pictureViewer, is: old.content, for: .minutes(1))
    try world.require(bob.keptPictures.count, is: 3, "the number of files on Bob's phone")
    await bob.swipeDown()
    await bob.setAirplaneMode(true)
    await bob.scroll(revealing: 4)
    try await bob.expect(
      all: .that(\.photo, of: .bubble(first), isNot: nil),
      .that(\.photo?.content, of: .bubble(first), is: nil), within: .zero)
  }

  static let keptOnTheTab = Scenario(
    "B has all old photos fetched from the media tab, more than the phone keeps: those on the tab stay, and make room once it is closed",
    covers: "PM-17", "AD-02", tags: .offline, pinned: .links, .policies, .traffic
  ) { (world: ChatWorld) in
    world.setPolicies { $0.pictureCacheBytes = 1_000_000 }
    let (alice, bob) = try await world.phones("Alice", "Bob", on: .lte)
    let chat = try await alice.startConversation(with: bob)
    for name in ["sea", "hut", "peak"] {
      let photo = try await alice.send(
        name, picture: Picture(name, byteCount: 500_000), in: chat)
      try await alice.expect(
        all: .that(\.photo, of: .bubble(photo), isNot: nil),
        .that(\.photo?.progress, of: .bubble(photo), is: nil), within: .minutes(1))
    }
    // They are above what an opening displays.
    for number in 1...21 { _ = try await alice.send("\(number)", in: chat) }
    try await bob.expect(\.preview, of: .conversation(chat), is: "21", within: .minutes(1))
    await bob.open(chat)
    await bob.openMedia(of: chat)
    await bob.downloadAll()
    try await bob.expect(
      all: .that("rows on the phone", of: .mediaSheet, is: 3) {
        $0.rows.count { $0.content != nil }
      }, .that(\.downloadAll, of: .mediaSheet, is: nil), within: .minutes(1))
    try await bob.expect(\.downloadAll, of: .mediaSheet, is: nil, for: .minutes(1))
    await bob.closeSheet()
    try await bob.expect(all: .absent(.sheet))
    try world.require(bob.keptPictures.count, is: 2, "the number of files on Bob's phone")
  }

  static let resumedByItself = Scenario(
    "A tunnel comes in the middle of an upload, in an app that goes on by itself: nothing has failed, and nothing is sent twice",
    covers: "AS-11", tags: .offline, pinned: .links, .policies, .traffic
  ) { (world: ChatWorld) in
    world.setPolicies { $0.resumesUploads = true }
    let alice = try await world.phone("Alice", on: .threeG)
    let bob = try await world.phone("Bob", on: .lte)
    let chat = try await alice.startConversation(with: bob)
    await bob.open(chat)
    let view = Picture("view", byteCount: 1_048_576)
    let look = try await alice.send("look", picture: view, in: chat)
    try await alice.expect(\.photo?.progress, of: .bubble(look), is: "25 %", within: .minutes(1))
    await alice.setAirplaneMode(true)
    // Longer than all time-outs that a picture has with a network.
    try await alice.expect(
      all: .that(\.photo?.failure, of: .bubble(look), is: nil),
      .that(\.offersRetry, of: .bubble(look), is: false), for: .minutes(10))
    await alice.setAirplaneMode(false)
    try await bob.expect(\.photo?.content, of: .bubble(look), is: view.content, within: .minutes(1))
    try await world.expectPictures(1)

    // The same where there is a network behind the tunnel, and nothing comes through it.
    let sea = Picture("sea", byteCount: 1_048_576)
    let listen = try await alice.send("listen", picture: sea, in: chat)
    try await alice.expect(\.photo?.progress, of: .bubble(listen), is: "25 %", within: .minutes(1))
    await alice.setAirplaneMode(true)
    let silence = alice.partition()
    await alice.setAirplaneMode(false)
    try await alice.expect(
      all: .that(\.photo?.failure, of: .bubble(listen), is: nil),
      .that(\.offersRetry, of: .bubble(listen), is: false), for: .minutes(15))
    silence.end()
    try await bob.expect(
      \.photo?.content, of: .bubble(listen), is: sea.content, within: .minutes(5))
    try await world.expectPictures(2)
  }

  static let cancelledInThePocket = Scenario(
    "A deletes a message whose photo the phone's system uploads: the system stops",
    covers: "RG-01", pinned: .links, .policies, .traffic
  ) { (world: ChatWorld) in
    world.setPolicies { $0.uploadsInBackground = true }
    let alice = try await world.phone("Alice", on: .threeG)
    let bob = try await world.phone("Bob", on: .lte)
    let chat = try await alice.startConversation(with: bob)
    let view = Picture("view", byteCount: 2_000_000)
    let look = try await alice.send("look", picture: view, in: chat)
    try await alice.expect(\.photo?.progress, of: .bubble(look), is: "13 %", within: .minutes(1))
    await alice.delete(look)
    try await bob.expect(all: .that(\.preview, of: .conversation(chat), isNot: "look"))
    try await world.advance(by: .minutes(3))
    let sent = await world.meter()[.uploadBytes, device: alice.name]
    try world.require(sent, in: ..<1_000_000, "the bytes sent before the upload is stopped")
    try await world.expectPictures(0)
  }

  static let deletedInItsLastChunk = Scenario(
    "A deletes a message whose photo is all on its way: no file is left, on no phone and not in storage, and A's app has nothing to do",
    covers: "RG-01", pinned: .links, .policies, .traffic
  ) { (world: ChatWorld) in
    world.setPolicies { $0.usesBackgroundTask = true }
    let alice = try await world.phone("Alice", on: .threeG)
    let bob = try await world.phone("Bob", on: .lte)
    let chat = try await alice.startConversation(with: bob)
    let look = try await alice.send("look", picture: Picture("view", byteCount: 200_000), in: chat)
    try await alice.expect(\.status, of: .bubble(look), is: .delivered)
    try await world.advance(by: .seconds(3))
    await alice.delete(look)
    try await bob.expect(
      all: .that(\.preview, of: .conversation(chat), isNot: "look"), within: .seconds(20))
    try await world.untilQuiet()
    try await world.expectPictures(0)
    try world.require(alice.keptPictures, is: [], "the files on Alice's phone")
    for isAgain in [false, true] {
      if isAgain {
        try await alice.kill()
        await alice.setAirplaneMode(true)
        try await alice.relaunch()
      }
      try await alice.enterBackground()
      try await world.advance(by: .seconds(6))
      try world.require(alice.lifeState, is: .suspended, "the state of Alice's app")
    }
  }

  static let deletedAtTheAnswer = Scenario(
    "A's app dies as it hears that its photo is deleted: the next launch takes the file from storage",
    covers: "RG-01", tags: .restart, .fault, pinned: .links, .policies, .traffic
  ) { (world: ChatWorld) in
    let (alice, bob) = try await world.phones("Alice", "Bob", on: .lte)
    let chat = try await alice.startConversation(with: bob)
    let view = Picture("view", byteCount: 100_000)
    let look = try await alice.send("look", picture: view, in: chat)
    try await alice.expect(
      all: .that(\.photo, of: .bubble(look), isNot: nil),
      .that(\.photo?.progress, of: .bubble(look), is: nil), within: .minutes(1))
    try await world.untilQuiet()
    await alice.delete(look)
    await alice.kill(atCommit: 1, .afterCommit)
    try await world.advance(by: .seconds(5))
    try world.require(alice.lifeState, is: .terminated, "the state of Alice's app")
    try await alice.relaunch()
    try await world.untilQuiet()
    try await world.expectPictures(0)
  }

  static let uploadedUnheard = Scenario(
    "A sends a photo while B's phone is out of reach: once it is uploaded nothing on A's screen says that it is on its way",
    covers: "AD-08", tags: .offline, pinned: .links, .policies, .traffic
  ) { (world: ChatWorld) in
    let (alice, bob) = try await world.phones("Alice", "Bob", on: .threeG)
    let chat = try await alice.startConversation(with: bob)
    try await world.untilQuiet()
    await bob.setAirplaneMode(true)
    let view = Picture("view", byteCount: 500_000)
    let look = try await alice.send("look", picture: view, in: chat)
    try await alice.expect(
      all: .that(\.photo?.progress, of: .bubble(look), isNot: nil), within: .minutes(1))
    try await alice.expect(
      all: .that(\.photo?.content, of: .bubble(look), is: view.content),
      .that(\.photo?.progress, of: .bubble(look), is: nil),
      .that(\.status, of: .bubble(look), is: .sent), within: .minutes(1))
    // To B it comes complete.
    await bob.setAirplaneMode(false)
    await bob.open(chat)
    try await bob.expect(
      \.photo?.content, of: .bubble(look), is: view.content, within: .minutes(2))
  }

  static let deletedWhileRemoved = Scenario(
    "A deletes a photo in a tunnel and is removed meanwhile: the backend refuses it, and the others go on seeing the photo",
    tags: .groups, .members, .offline, pinned: .links, .clocks, .policies, .traffic
  ) { (world: ChatWorld) in
    let (bob, alice, carol) = try await world.phones("Bob", "Alice", "Carol", on: .lte)
    let group = try await bob.startConversation(with: alice, carol, isGroup: true)
    await alice.open(group)
    let view = Picture("view", byteCount: 100_000)
    let look = try await alice.send("look", picture: view, in: group)
    try await alice.expect(
      all: .that(\.photo, of: .bubble(look), isNot: nil),
      .that(\.photo?.progress, of: .bubble(look), is: nil), within: .minutes(1))
    try await world.untilQuiet()
    await alice.setAirplaneMode(true)
    await alice.delete(look)
    await bob.remove(alice.userID, from: group)
    try await bob.expect(\.bubbles.last?.text, of: .thread, is: "You removed Alice")
    await alice.setAirplaneMode(false)
    try await alice.expect(\.isReadOnly, of: .thread, is: true, within: .seconds(10))
    try await world.untilQuiet()
    try await world.expectPictures(1)
    await carol.open(group)
    try await carol.expect(
      \.photo?.content, of: .bubble(look), is: view.content, within: .minutes(1))
  }

  static let completedTwice = Scenario(
    "The backend completes the record of a photo, and its answer is lost: A is told of no error",
    covers: "AS-19", tags: .fault, pinned: .links, .policies, .traffic, .clocks
  ) { (world: ChatWorld) in
    let alice = try await world.phone("Alice", on: .threeG)
    let bob = try await world.phone("Bob", on: .lte)
    let chat = try await alice.startConversation(with: bob)
    await bob.open(chat)
    let view = Picture("view", byteCount: 500_000)
    let look = try await alice.send("look", picture: view, in: chat)
    try await alice.expect(\.photo?.progress, of: .bubble(look), is: "52 %", within: .minutes(1))
    world.loseNextAcknowledgement(to: alice, of: .message)
    try await bob.expect(\.photo?.content, of: .bubble(look), is: view.content, within: .minutes(1))
    try await alice.expect(
      all: .that(\.photo?.progress, of: .bubble(look), is: nil),
      .that(\.photo?.failure, of: .bubble(look), is: nil), within: .minutes(2))
    try await alice.expect(
      all: .that(\.photo?.failure, of: .bubble(look), is: nil),
      .that(\.offersRetry, of: .bubble(look), is: false), for: .minutes(1))
    try await world.expectPictures(1)
  }

  static let onlyOnePicture = Scenario(
    "Another app hands two photos to an app that sends one with a message: nothing is sent, and A is told why",
    covers: "AD-07", pinned: .policies
  ) { (world: ChatWorld) in
    let (alice, bob) = try await world.phones("Alice", "Bob", on: .lte)
    let chat = try await alice.startConversation(with: bob)
    let both = [Picture("sea"), Picture("hut")]
    await alice.perform(.send("look", pictures: both, in: chat))
    try await alice.expect(
      all: .that(\.alert, is: "Only one photo or video can be sent at once"),
      .that(\.bubbles.isEmpty, of: .thread, is: true), within: .zero)
  }
}
