import Chat
import Rehearsal

// Photos of groups: what is replaced or given up leaves nothing in file storage, and what cannot be shown is not sent.

extension Scenarios {
  static let replacedPhotos = Scenario(
    "Two admins give a group one photo after the other, and change their mind on the way: only the last stays in storage and on their phones",
    covers: "GI-05", tags: .groups, .sheets, .offline, .cost,
    pinned: .links, .clocks, .policies, .traffic
  ) { (world: ChatWorld) in
    let alice = try await world.phone("Alice", on: .threeG)
    let bob = try await world.phone("Bob", on: .lte)
    let group = try await alice.startConversation(with: bob, isGroup: true)
    await world.makeAdmin(bob.userID, of: group)
    for phone in [alice, bob] {
      await phone.open(group)
      await phone.openInfo(of: group)
    }
    try await bob.expect(\.canEdit, of: .groupInfo, is: true)
    func set(_ name: String, by phone: ChatPhone) async throws {
      let photo = Picture(name)
      await phone.setPhoto(photo, of: group)
      for phone in [alice, bob] {
        try await phone.expect(\.picture, of: .groupInfo, is: photo.content, within: .minutes(1))
      }
    }
    try await set("hut", by: alice)
    try await set("peak", by: bob)
    try await set("sea", by: alice)
    try await world.untilQuiet()
    try world.require(
      await world.backend.storage.paths.count, is: 1, "the number of photos in storage")
    for phone in [alice, bob] {
      try world.require(phone.keptPhotos.count, is: 1, "the photos that \(phone.name) keeps")
    }

    // A photo of a megabyte takes 25 s: one is given up in the middle, one when all of it is on its way.
    let clouds = Picture("clouds", byteCount: 1_000_000)
    await alice.setPhoto(clouds, of: group)
    try await world.advance(by: .seconds(12))
    await alice.setPhoto(Picture("rain"), of: group)
    try await world.advance(by: .seconds(4))
    try await set("sun", by: alice)
    try await world.advance(by: .seconds(30))
    let sent = await world.meter()[.uploadBytes, device: alice.name]
    try world.require(sent, in: ..<1_400_000, "the bytes sent before what is given up is stopped")
    // What she gave up was on its way and may be stored by now: the backend removes it within a day.
    try await world.passDay(with: alice, bob)
    try world.require(
      await world.backend.storage.paths.count, is: 1, "the number of photos in storage")
    for phone in [alice, bob] {
      try world.require(phone.keptPhotos.count, is: 1, "the photos that \(phone.name) keeps")
    }
  }

  static let photoNamedTwice = Scenario(
    "A's phone does not hear that the group has its photo, and B gives it another: A's write comes again, and B's photo stays",
    covers: "GI-05", tags: .groups, .sheets, .fault, pinned: .links, .clocks, .policies, .traffic
  ) { (world: ChatWorld) in
    let (alice, bob) = try await world.phones("Alice", "Bob", on: .lte)
    let group = try await alice.startConversation(with: bob, isGroup: true)
    await world.makeAdmin(bob.userID, of: group)
    for phone in [alice, bob] {
      await phone.open(group)
      await phone.openInfo(of: group)
    }
    try await bob.expect(\.canEdit, of: .groupInfo, is: true)
    let (hut, peak) = (Picture("hut", byteCount: 20_000), Picture("peak", byteCount: 20_000))
    world.loseNextAcknowledgement(to: alice, of: WriteKind(below: "conversations"), then: .halfOpen)
    await alice.setPhoto(hut, of: group)
    try await bob.expect(\.picture, of: .groupInfo, is: hut.content, within: .minutes(1))
    let gone = try world.require(await world.photo(of: group), "the group to have a photo")
    await bob.setPhoto(peak, of: group)
    try await bob.expect(\.picture, of: .groupInfo, is: peak.content, within: .minutes(1))
    try await world.advance(by: .minutes(20))
    for phone in [alice, bob] {
      try await phone.expect(\.picture, of: .groupInfo, is: peak.content, within: .minutes(1))
    }
    try await world.untilQuiet()
    // A program that names it all the same has it taken back.
    try await world.accepts(
      "alice", "name the photo that is gone",
      ["conversations/\(group.text)/photo": Node(.string(gone.description))])
    try await world.untilQuiet()
    for phone in [alice, bob] {
      try await phone.expect(\.picture, of: .groupInfo, is: peak.content, within: .minutes(1))
    }
    let places = await world.backend.storage.paths
    try world.require(places.count, is: 1, "the number of photos in storage")
  }

  static let refusedPhotos = Scenario(
    "The backend refuses A's photo of a group: she sees the one before at once, and its file goes within a day; one that it has already stays, though it is refused as A's phone says it again",
    covers: "GI-05", tags: .groups, .sheets, .offline, .fault, .cost,
    pinned: .links, .clocks, .policies, .traffic
  ) { (world: ChatWorld) in
    let (alice, bob) = try await world.phones("Alice", "Bob", on: .lte)
    let group = try await alice.startConversation(with: bob, isGroup: true)
    for phone in [alice, bob] {
      await phone.open(group)
      await phone.openInfo(of: group)
    }
    let ridge = Picture("ridge", byteCount: 200_000)
    await alice.setPhoto(ridge, of: group)
    try await bob.expect(\.picture, of: .groupInfo, is: ridge.content, within: .minutes(1))
    try await world.untilQuiet()
    let photos = WriteKind(below: "conversations")
    world.refuseNext(photos, by: alice)
    await alice.setPhoto(Picture("hut", byteCount: 20_000), of: group)
    try await alice.expect(\.alert, is: "The group could not be changed", within: .minutes(1))
    await alice.answerAlert()
    try await alice.expect(\.picture, of: .groupInfo, is: ridge.content, for: .seconds(30))
    let fetched = await world.meter()[.downloadBytes, device: alice.name]
    try world.require(fetched, in: ..<100_000, "the bytes fetched for the photo before")
    try world.require(alice.keptPhotos.count, is: 1, "the photos that Alice keeps")

    let peak = Picture("peak", byteCount: 20_000)
    world.loseNextAcknowledgement(to: alice, of: photos, then: .halfOpen)
    await alice.setPhoto(peak, of: group)
    try await bob.expect(\.picture, of: .groupInfo, is: peak.content, within: .minutes(1))
    // What was accepted has not failed.
    try await world.expect(1, .refusals, by: alice) {
      await alice.setAirplaneMode(true)
      await alice.setAirplaneMode(false)
      for phone in [alice, bob] {
        try await phone.expect(
          all: .that(\.picture, of: .groupInfo, is: peak.content), .absent(.alert),
          for: .seconds(30))
        try world.require(phone.keptPhotos.count, is: 1, "the photos that \(phone.name) keeps")
      }
    }
    try await world.passDay(with: alice, bob)
    let places = await world.backend.storage.paths
    try world.require(places.count, is: 1, "the number of photos in storage")
  }

  static let forgedAfterwards = Scenario(
    "A, whose photo the group shows, is removed, and another program of hers would store another file in its place: C's new tablet shows the photo",
    covers: "SE-11", "GI-05", tags: .rules, .groups, .multiDevice,
    pinned: .links, .clocks, .policies, .traffic
  ) { (world: ChatWorld) in
    let (alice, bob, carol) = try await world.phones("Alice", "Bob", "Carol", on: .lte)
    let group = try await alice.startConversation(with: bob, carol, isGroup: true)
    await world.makeAdmin(bob.userID, of: group)
    let hut = Picture("hut")
    await alice.openInfo(of: group)
    await alice.setPhoto(hut, of: group)
    let shown: ScreenCondition<Screen> = .that(
      \.photo?.content, of: .conversation(group), is: hut.content)
    for phone in [bob, carol] { try await phone.expect(all: shown, within: .minutes(1)) }
    let place = try world.require(await world.photo(of: group), "the group to have a photo")
    await bob.remove(alice.userID, from: group)
    try await world.wait(for: "Alice to be gone") {
      await !world.members(of: group).contains("alice")
    }
    for user in ["alice", "carol", nil] {
      try world.require(
        !(await world.backend.storage.removes(place, from: user)), "nobody to remove the photo")
      let isStored = await world.backend.storage.takes(
        Picture("forged").content, at: place, from: user)
      try world.require(!isStored, "nobody to store another in its place")
    }
    let tablet = try await world.phone("Carol's iPad", user: "carol", on: .wifi)
    try await tablet.expect(all: shown, within: .minutes(1))
  }

  static let filmAfterAnAlert = Scenario(
    "A film is refused as a group's photo while an alert is on A's screen already: nothing says that it is on its way",
    covers: "GI-05", tags: .groups, .sheets, .fault, pinned: .links, .clocks, .policies, .traffic
  ) { (world: ChatWorld) in
    let alice = try await world.phone("Alice", on: .threeG)
    let bob = try await world.phone("Bob", on: .lte)
    let group = try await alice.startConversation(with: bob, isGroup: true)
    await alice.openInfo(of: group)
    try await world.untilQuiet()
    world.refuseNext(WriteKind(below: "conversations"), by: alice)
    await alice.setPhoto(Picture("film", format: .mp4), of: group)
    await alice.rename(group, to: "Hiking")
    try await alice.expect(\.alert, is: "The group could not be changed", within: .seconds(10))
    try await world.advance(by: .seconds(30))
    try await alice.expect(
      all: .that(\.alert, is: "The group could not be changed"),
      .that(\.uploading, of: .groupInfo, is: nil), within: .zero)
  }

  static let demotedMeanwhile = Scenario(
    "A is removed while her photo of the group is on its way: the group keeps none, and the file goes",
    covers: "GI-04", tags: .groups, .sheets, pinned: .links, .clocks, .policies, .traffic
  ) { (world: ChatWorld) in
    let (alice, bob, carol) = try await world.phones("Alice", "Bob", "Carol", on: .threeG)
    let group = try await alice.startConversation(with: bob, carol, isGroup: true)
    await world.makeAdmin(bob.userID, of: group)
    await alice.open(group)
    await alice.openInfo(of: group)
    await alice.setPhoto(Picture("hut", byteCount: 500_000), of: group)
    try await alice.expect(\.uploading, of: .groupInfo, is: "Uploading…", within: .zero)
    await bob.remove(alice.userID, from: group)
    // The backend looks as soon as it is stored, and she is no admin any more.
    try await world.advance(by: .seconds(40))
    try await bob.expect(\.photo, of: .conversation(group), is: nil, within: .zero)
    let places = await world.backend.storage.paths
    try world.require(places.count, is: 0, "the number of photos in storage")
  }

  static let corruptGroupPhoto = Scenario(
    "A group's photo is checked and made smaller as a picture of a message is: what is damaged is not sent",
    covers: "AS-14", "AS-16", "GI-05", tags: .groups, .sheets,
    pinned: .links, .clocks, .policies, .traffic
  ) { (world: ChatWorld) in
    let (alice, bob) = try await world.phones("Alice", "Bob", on: .wifi)
    let group = try await alice.startConversation(with: bob, isGroup: true)
    for phone in [alice, bob] {
      await phone.open(group)
      await phone.openInfo(of: group)
    }
    await alice.setPhoto(Picture("torn", isCorrupt: true), of: group)
    try await alice.expect(\.alert, is: "The photo is damaged and cannot be sent", within: .zero)
    await alice.answerAlert()
    await alice.setPhoto(Picture("strip", width: 100_001, height: 2), of: group)
    try await alice.expect(
      \.alert, is: "A photo or video of more than 100000 pixels in width or height cannot be sent",
      within: .zero)
    await alice.answerAlert()
    try await alice.expect(\.uploading, of: .groupInfo, is: nil, within: .zero)
    // 12 MB of a camera are 5.4 MB as a JPEG of quality 0.8, and then made smaller.
    let camera = Picture("camera", byteCount: 12_000_000, width: 4_032, height: 3_024)
    for photo in [camera, Picture("live", byteCount: 900_000, format: .heic)] {
      await alice.setPhoto(photo, of: group)
      let content = photo.compressed(to: 5 * 1_024 * 1_024).content
      for phone in [alice, bob] {
        try await phone.expect(\.picture, of: .groupInfo, is: content, within: .minutes(1))
      }
      let places = await world.backend.storage.paths
      let file = await world.backend.storage.file(at: places.last ?? "none")
      try world.require(file?.contentType, is: "image/jpeg", "the type of \(photo)")
    }
    let sent = await world.meter()[.uploadBytes, device: alice.name]
    try world.require(sent, in: ..<6_100_000, "the bytes sent")
  }
}

extension ChatWorld {
  /// Has a day pass in which phones are out of reach: by then the backend has removed the photos that no group shows.
  func passDay(with phones: ChatPhone...) async throws {
    for phone in phones { await phone.setAirplaneMode(true) }
    try await advance(by: .days(1))
  }
}
