import Chat
import Rehearsal

// Uploads that a kill, a long tunnel or a refusal cuts off: each goes on where it was, begins anew, or is given up for good.

extension Scenarios {
  static let killedInMidUpload = Scenario(
    "A's app is killed in the middle of an upload: the next launch goes on with what the backend has already",
    covers: "AS-13", "AS-19", tags: .restart, pinned: .links, .clocks, .policies, .traffic
  ) { (world: ChatWorld) in
    let alice = try await world.phone("Alice", on: .threeG)
    let bob = try await world.phone("Bob", on: .lte)
    let chat = try await alice.startConversation(with: bob)
    await bob.open(chat)
    let view = Picture("view", byteCount: 1_048_576)
    let look = try await alice.send("look", picture: view, in: chat)
    try await alice.expect(\.photo?.progress, of: .bubble(look), is: "50 %", within: .minutes(1))
    try await alice.kill()
    try await bob.expect(\.photo?.content, of: .bubble(look), is: nil, for: .seconds(20))
    try await alice.relaunch()
    try await bob.expect(\.photo?.content, of: .bubble(look), is: view.content, within: .minutes(1))
    await alice.open(chat)
    try await alice.expect(
      all: .that(\.photo?.progress, of: .bubble(look), is: nil),
      .that(\.photo?.failure, of: .bubble(look), is: nil), within: .seconds(10))
    try await world.expectPictures(1)
    let sent = await world.meter()[.uploadBytes, device: alice.name]
    try world.require(sent, in: ...1_400_000, "the bytes sent, at most two pieces twice,")
  }

  static let killedAfterDeleting = Scenario(
    "A deletes a message whose photo is all on its way, and the app dies: the next launch leaves no file in storage",
    covers: "RG-01", tags: .restart, pinned: .links, .clocks, .policies, .traffic
  ) { (world: ChatWorld) in
    let alice = try await world.phone("Alice", on: .threeG)
    let bob = try await world.phone("Bob", on: .lte)
    let chat = try await alice.startConversation(with: bob)
    let look = try await alice.send("look", picture: Picture("view", byteCount: 200_000), in: chat)
    try await alice.expect(\.status, of: .bubble(look), is: .delivered)
    try await world.advance(by: .seconds(3))
    await alice.delete(look)
    try await bob.expect(
      all: .that(\.preview, of: .conversation(chat), isNot: "look"), within: .seconds(20))
    try await world.advance(by: .milliseconds(300))
    try await alice.kill()
    try await world.advance(by: .minutes(1))
    try await alice.relaunch()
    try await world.untilQuiet()
    try await world.expectPictures(0)
    try world.require(alice.keptPictures, is: [], "the files on Alice's phone")
  }

  static let announcedInThePocket = Scenario(
    "A puts the phone away before the backend knows of the photo, in a dead spot: the app asks for time, and hands it over",
    covers: "AS-19", tags: .offline, pinned: .links, .clocks, .policies, .traffic
  ) { (world: ChatWorld) in
    world.setPolicies {
      $0.uploadsInBackground = true
      $0.usesBackgroundTask = true
    }
    let alice = try await world.phone("Alice", on: .threeG)
    let bob = try await world.phone("Bob", on: .lte)
    let chat = try await alice.startConversation(with: bob)
    await bob.open(chat)
    let view = Picture("view", byteCount: 300_000)
    let look = try await alice.send("look", picture: view, in: chat)
    try await alice.expect(\.status, of: .bubble(look), is: .read)
    alice.partition(for: .seconds(12))
    try await alice.enterBackground()
    try await bob.expect(\.photo?.content, of: .bubble(look), is: view.content, within: .minutes(2))

    // Once more, and nobody answers for longer than an upload waits.
    try await alice.enterForeground()
    let sea = Picture("sea", byteCount: 300_000)
    let next = try await alice.send("next", picture: sea, in: chat)
    try await alice.expect(\.status, of: .bubble(next), is: .read)
    alice.partition(for: .seconds(100))
    try await bob.expect(\.photo?.content, of: .bubble(next), is: sea.content, within: .minutes(5))
    try await world.expectPictures(2)
  }

  static let photoAfterAWeek = Scenario(
    "A is without a network for eight days while a group's photo is under way: storage has forgotten what it had, and it begins anew",
    covers: "GI-05", tags: .groups, .offline, pinned: .links, .clocks, .policies, .traffic
  ) { (world: ChatWorld) in
    let alice = try await world.phone("Alice", on: .threeG)
    let bob = try await world.phone("Bob", on: .lte)
    let group = try await alice.startConversation(with: bob, isGroup: true)
    for phone in [alice, bob] {
      await phone.open(group)
      await phone.openInfo(of: group)
    }
    let summit = Picture("summit", byteCount: 1_000_000)
    await alice.setPhoto(summit, of: group)
    try await world.advance(by: .seconds(20))
    await alice.setAirplaneMode(true)
    try await world.advance(by: .hours(8 * 24))
    await alice.setAirplaneMode(false)
    for phone in [alice, bob] {
      try await phone.expect(\.picture, of: .groupInfo, is: summit.content, within: .minutes(5))
    }
  }

  /// A sends B a photo in a tunnel, and another program of hers stores a file at its place meanwhile.
  static func placeTakenElsewhere(
    in world: ChatWorld
  ) async throws -> (
    alice: ChatPhone, bob: ChatPhone, chat: ConversationID, look: MessageID, place: Path
  ) {
    let (alice, bob) = try await world.phones("Alice", "Bob", on: .lte)
    let chat = try await alice.startConversation(with: bob)
    // The backend would remove the file again: there is no message yet that it could belong to.
    await world.backend.deploy(
      try ServerFunction("removeStrayMedia", .onFinalize, at: "pictures/{c}/{u}/{m}/{n}") { _ in })
    await alice.setAirplaneMode(true)
    let look = try await alice.send("look", picture: Picture("view", byteCount: 300_000), in: chat)
    let place = try world.placeOfPicture(of: look, on: alice)
    let isStored = await world.backend.storage.takes(
      Picture("other").content, at: place, from: "alice")
    try world.require(isStored, "the other file to be stored")
    await alice.setAirplaneMode(false)
    return (alice, bob, chat, look, place)
  }

  static let placeIsTaken = Scenario(
    "Another program of A's has stored a file where A's photo goes: the backend refuses the photo, and A sees why",
    covers: "AS-10", pinned: .links, .clocks, .policies, .traffic
  ) { (world: ChatWorld) in
    let (alice, bob, chat, look, _) = try await placeTakenElsewhere(in: world)
    await alice.open(chat)
    try await alice.expect(
      \.photo?.failure, of: .bubble(look), is: "Not sent: the server refused the photo",
      within: .minutes(1))
    try await bob.expect(\.unread, of: .conversation(chat), is: 1)
  }

  static let storedUnknowingly = Scenario(
    "A's storage fills up as a photo goes out, and the app dies without having kept that it is stored: the next launch takes it as sent",
    covers: "AS-19", "AS-20", tags: .restart, .fault, pinned: .links, .clocks, .policies, .traffic
  ) { (world: ChatWorld) in
    let photo = try await UnknownPhoto(in: world)
    try await photo.alice.relaunch()
    try await photo.expectSent(in: world)
  }

  static let askedOutOfReach = Scenario(
    "A's app begins anew without knowing that its photo is stored, and she is out of reach as it asks: a quarter of an hour later it is sent, and has not failed",
    covers: "AS-19", "AS-20", tags: .restart, .fault, .offline,
    pinned: .links, .clocks, .policies, .traffic
  ) { (world: ChatWorld) in
    let photo = try await UnknownPhoto(in: world)
    let asked = world.network.loseNext(
      from: photo.alice.host, to: world.backend.host, then: .halfOpen
    ) { $0.summary.contains("metadata of") }
    try await photo.alice.relaunch()
    try await world.wait(for: "the question about the photo to be lost") { asked.hasEnded }
    await photo.alice.setAirplaneMode(true)
    try await world.advance(by: .minutes(15))
    await photo.alice.setAirplaneMode(false)
    try await photo.expectSent(in: world)
  }

  static let storedAfterRejoining = Scenario(
    "B is removed and added again while his photo waits for a retry: it is sent, everybody has it, and B is not asked to try again",
    covers: "AS-11", "AS-20", tags: .groups, .members, .offline,
    pinned: .links, .clocks, .policies, .traffic
  ) { (world: ChatWorld) in
    let (alice, carol) = try await world.phones("Alice", "Carol", on: .lte)
    let bob = try await world.phone("Bob", on: .threeG)
    let group = try await alice.startConversation(with: bob, carol, isGroup: true)
    await bob.open(group)
    let view = Picture("view", byteCount: 1_000_000)
    let look = try await bob.send("look", picture: view, in: group)
    try await bob.expect(\.photo?.progress, of: .bubble(look), is: "26 %", within: .minutes(1))
    await bob.setAirplaneMode(true)
    try await bob.expect(
      \.photo?.failure, of: .bubble(look), is: "Not sent: the connection was lost",
      within: .seconds(1))
    try await world.removeAndAddAgain(bob, in: group, by: alice)
    await bob.setAirplaneMode(false)
    try await bob.expect(
      \.bubbles.last?.text, of: .thread, is: "Alice added you", within: .seconds(10))
    await bob.retry(look)
    await carol.open(group)
    try await carol.expect(
      \.photo?.content, of: .bubble(look), is: view.content, within: .minutes(2))
    try await bob.expect(
      all: .that(\.photo?.content, of: .bubble(look), is: view.content),
      .that(\.photo?.failure, of: .bubble(look), is: nil),
      .that(\.offersRetry, of: .bubble(look), is: false), for: .minutes(1), within: .seconds(10))
    try await world.expectPictures(1)
  }

  static let deletedByAFormerMember = Scenario(
    "B's photo is stored, and B deletes the message and is removed before the backend hears of either: the message stays, and nobody sees the photo",
    covers: "RG-01", tags: .groups, .members, .fault, pinned: .links, .clocks, .policies, .traffic
  ) { (world: ChatWorld) in
    let (alice, bob, carol) = try await world.phones("Alice", "Bob", "Carol", on: .lte)
    let group = try await alice.startConversation(with: bob, carol, isGroup: true)
    await bob.open(group)
    let look = try await bob.send("look", picture: Picture("view", byteCount: 500_000), in: group)
    try await bob.expect(all: .that(\.status, of: .bubble(look), isNot: .sending))
    world.loseNextWrite(of: .message, by: bob, then: .halfOpen)
    try await world.advance(by: .seconds(20))
    try await world.expectPictures(1)
    await bob.delete(look)
    await alice.remove(bob.userID, from: group)
    try await carol.expect(\.preview, of: .conversation(group), is: "Alice removed Bob")
    await bob.setAirplaneMode(true)
    await bob.setAirplaneMode(false)
    try await bob.expect(\.isReadOnly, of: .thread, is: true)
    try await world.untilQuiet()
    await carol.open(group)
    try await carol.expect(
      all: .that(\.text, of: .bubble(look), is: "look"),
      .that(\.photo?.content, of: .bubble(look), is: nil), for: .minutes(1))
    // The message announces its file, which stays as the message does.
    try await world.expectPictures(1)
  }

  static let photoOfALostGroup = Scenario(
    "B's app is closed while it fetches a group's photo, and B is removed: opened again, it shows the group as he knew it, with the photo",
    covers: "GI-05", "MR-11", tags: .groups, .members, .restart,
    pinned: .links, .clocks, .policies, .traffic
  ) { (world: ChatWorld) in
    let (alice, carol) = try await world.phones("Alice", "Carol", on: .lte)
    let bob = try await world.phone("Bob", on: .threeG)
    let group = try await alice.startConversation(with: bob, carol, isGroup: true)
    await alice.openInfo(of: group)
    let summit = Picture("summit", byteCount: 1_000_000)
    await alice.setPhoto(summit, of: group)
    try await bob.expect(
      all: .that(\.photo, of: .conversation(group), isNot: nil), within: .minutes(1))
    try await bob.expect(\.photo?.content, of: .conversation(group), is: nil, within: .zero)
    try await world.advance(by: .seconds(1))
    try await bob.kill()
    await alice.remove(bob.userID, from: group)
    try await carol.expect(\.preview, of: .conversation(group), is: "Alice removed Bob")
    try await world.untilQuiet()
    try await bob.relaunch()
    try await bob.expect(
      all: .that(\.photo?.content, of: .conversation(group), is: summit.content),
      .that(\.departure, of: .conversation(group), isNot: nil), within: .minutes(2))
  }

  static let strayFiles = Scenario(
    "A stranger and members store what no message announces and no group may show: the backend removes it, and A's picture stays",
    covers: "AS-19", "SE-11", tags: .rules, .groups
  ) { (world: ChatWorld) in
    let (alice, bob) = try await world.phones("Alice", "Bob", on: .wifi)
    await world.openAccount(of: "mallory", named: "Mallory")
    let group = try await alice.startConversation(with: bob, isGroup: true)
    let view = Picture("view")
    let look = try await alice.send("look", picture: view, in: group)
    await bob.open(group)
    try await bob.expect(\.photo?.content, of: .bubble(look), is: view.content)
    try await world.untilQuiet()
    let storage = world.backend.storage
    let places = await storage.paths
    try world.require(
      places, is: [try world.placeOfPicture(of: look, on: alice)], "the files in storage")
    for (user, folder) in [
      ("mallory", "pictures/\(group)/mallory/\(look)"),
      ("mallory", "pictures/\(group)/mallory/m9"),
      ("mallory", "pictures/elsewhere/mallory/\(look)"),
      ("bob", "pictures/\(group)/bob/\(look)"),
      ("alice", "pictures/\(group)/alice/m9"),
      ("alice", "pictures/\(group)/alice/\(look)"),
      ("mallory", "groups/\(group)/mallory"),
      ("bob", "groups/\(group)/bob"),
    ] {
      let isTaken = await storage.takes(
        Picture("stray").content, at: Path(unchecked: "\(folder)/1"), from: user)
      try world.require(isTaken, "the rules of storage, which know no members, to take \(folder)")
    }
    // Bob reads the name of the file in the message.
    let name = places[0].last?.text ?? ""
    let copy = Path(unchecked: "pictures/\(group)/bob/\(look)/\(name)")
    let isTaken = await storage.takes(Picture("stray").content, at: copy, from: "bob")
    try world.require(isTaken, "the rules of storage to take \(copy)")
    try await world.untilQuiet()
    let left = await storage.paths
    try world.require(left, is: places, "the files in storage")
  }

  static let guessedPictures = Scenario(
    "C joins after A's photo, and receipts tell her program the message's id: none of the places that follow from it has the photo",
    covers: "JV-01", tags: .rules, .groups, .members
  ) { (world: ChatWorld) in
    let (alice, bob, carol) = try await world.phones("Alice", "Bob", "Carol", on: .wifi)
    let group = try await alice.startConversation(with: bob, isGroup: true)
    let view = Picture("view")
    let look = try await alice.send("look", picture: view, in: group)
    await bob.open(group)
    try await bob.expect(\.photo?.content, of: .bubble(look), is: view.content)
    await alice.add(carol.userID, to: group)
    try await world.untilQuiet()
    let receipts = Path(unchecked: "receipts/\(group)")
    try await world.shows(
      receipts, only: ["alice", "bob", "carol"], of: ["alice", "bob", "carol", "mallory"])
    let receipt = await world.backend.read(Path(unchecked: "\(receipts)/bob/\(look)"))
    try world.require(receipt, isNot: .empty, "Bob's receipt, by the message's id,")
    let storage = world.backend.storage
    for name in ["1", "\(look)", "\(look)-1"] {
      let place = Path(unchecked: "pictures/\(group)/alice/\(look)/\(name)")
      let isGot = await storage.shows(place, to: "carol")
      try world.require(!isGot, "Carol's program not to find the photo at \(place)")
    }
    // Who reads the record does.
    let place = try world.placeOfPicture(of: look, on: bob)
    let isGot = await storage.shows(place, to: "bob")
    try world.require(isGot, "Bob's program to get the photo")
  }

  static let photoAskedAgain = Scenario(
    "A group's photo is not in storage when B looks, and is put back: B sees it on the next look",
    covers: "GI-05", tags: .groups, pinned: .links, .clocks, .policies, .traffic
  ) { (world: ChatWorld) in
    let (alice, bob) = try await world.phones("Alice", "Bob", on: .lte)
    let group = try await alice.startConversation(with: bob, isGroup: true)
    let summit = Picture("summit", byteCount: 200_000)
    await alice.open(group)
    await alice.openInfo(of: group)
    // He would fetch it for the list.
    await bob.setAirplaneMode(true)
    await alice.setPhoto(summit, of: group)
    try await alice.expect(\.picture, of: .groupInfo, is: summit.content, within: .minutes(1))
    try await world.untilQuiet()
    let storage = world.backend.storage
    let places = await storage.paths
    for place in places { await storage.administer(delete: place) }
    await bob.setAirplaneMode(false)
    try await bob.expect(
      all: .that(\.photo, of: .conversation(group), isNot: nil), within: .minutes(1))
    await bob.open(group)
    await bob.openInfo(of: group)
    try await bob.expect(\.picture, of: .groupInfo, is: nil, for: .seconds(20))
    await bob.closeSheet()
    for place in places {
      let isBack = await storage.takes(summit.content, at: place, from: "alice")
      try world.require(isBack, "the file to be put back")
    }
    await bob.openInfo(of: group)
    try await bob.expect(\.picture, of: .groupInfo, is: summit.content, within: .minutes(1))
  }

  static let photoOfARemovedAdmin = Scenario(
    "A's app is killed with a group's photo in the kernel's hands, and B removes A: what arrives after all is removed",
    covers: "GI-04", tags: .groups, .restart, pinned: .links, .clocks, .policies, .traffic
  ) { (world: ChatWorld) in
    let alice = try await world.phone("Alice", on: .threeG)
    let (bob, carol) = try await world.phones("Bob", "Carol", on: .lte)
    let group = try await alice.startConversation(with: bob, carol, isGroup: true)
    for phone in [alice, bob] {
      await phone.open(group)
      await phone.openInfo(of: group)
    }
    await alice.give(.admin, to: "bob", in: group)
    try await bob.expect(\.canEdit, of: .groupInfo, is: true)
    await alice.setPhoto(Picture("summit", byteCount: 250_000), of: group)
    // A good half of it is sent, and the rest in the socket.
    try await world.advance(by: .seconds(4))
    try await alice.kill()
    await bob.remove("alice", from: group)
    try await world.untilQuiet()
    let uploads = await world.meter()[.uploads, device: alice.name]
    try world.require(uploads, is: 1, "the number of photos that the kernel sent whole")
    let places = await world.backend.storage.paths
    try world.require(places, is: [], "the files in storage")
  }

  static let failedPhotoDeleted = Scenario(
    "A's message with a photo is refused, and A deletes it: nothing of the photo stays on A's phone",
    covers: "DS-08", tags: .fault, pinned: .links, .clocks, .policies, .traffic
  ) { (world: ChatWorld) in
    let (alice, bob) = try await world.phones("Alice", "Bob", on: .lte)
    let chat = try await alice.startConversation(with: bob)
    await bob.open(chat)
    world.refuseNext(.message, by: alice)
    let look = try await alice.send("look", picture: Picture("view"), in: chat)
    try await alice.expect(\.status, of: .bubble(look), is: .failed)
    try world.require(alice.keptPictures.count, is: 1, "the number of files on Alice's phone")
    await alice.delete(look)
    try await alice.expect(all: .absent(.bubble(look)), within: .zero)
    try world.require(alice.keptPictures, is: [], "the files on Alice's phone")
    try await bob.expect(\.bubbles.isEmpty, of: .thread, is: true, for: .minutes(1))
  }
}

/// A photo of Alice's that is stored, which her app, killed since, has not been able to keep.
private struct UnknownPhoto {
  let alice: ChatPhone
  private let bob: ChatPhone
  private let chat: ConversationID
  private let message: MessageID
  private let view = Picture("view", byteCount: 200_000)

  init(in world: ChatWorld) async throws {
    alice = try await world.phone("Alice", on: .threeG)
    bob = try await world.phone("Bob", on: .lte)
    chat = try await alice.startConversation(with: bob)
    await bob.open(chat)
    message = try await alice.send("look", picture: view, in: chat)
    try await alice.expect(all: .that(\.status, of: .bubble(message), isNot: .sending))
    await alice.fillDisk()
    try await world.advance(by: .seconds(30))
    try await world.expectPictures(1)
    try await alice.kill()
    await alice.freeDisk()
  }

  func expectSent(in world: ChatWorld) async throws {
    try await bob.expect(
      \.photo?.content, of: .bubble(message), is: view.content, within: .minutes(1))
    await alice.open(chat)
    try await alice.expect(
      all: .that(\.photo?.content, of: .bubble(message), is: view.content),
      .that(\.photo?.failure, of: .bubble(message), is: nil),
      .that(\.photo?.progress, of: .bubble(message), is: nil), within: .seconds(10))
    try await world.expectPictures(1)
  }
}
