import Chat
import Rehearsal

// Photos that are chosen, fetched and tried again several at a time: none is forgotten for another.

extension Scenarios {
  static let bothTriedAgain = Scenario(
    "Two photos of one message are not in storage, and are put back: one tap fetches both",
    covers: "AD-03", "PM-21", tags: .fault, pinned: .links, .clocks, .policies, .traffic
  ) { (world: ChatWorld) in
    world.setPolicies { $0.attachments = .carousel }
    let (alice, bob) = try await world.phones("Alice", "Bob", on: .lte)
    let chat = try await alice.startConversation(with: bob)
    let photos = ["sea", "hut", "peak"].map { Picture($0) }
    let walk = try await alice.send("the walk", pictures: photos, in: chat)
    try await alice.expectUploaded(walk)
    let storage = world.backend.storage
    let places = try (2...3).map { try world.placeOfPicture($0, of: walk, on: alice) }
    for place in places { await storage.administer(delete: place) }
    await bob.open(chat)
    let words = "Could not be loaded: the photo is not there"
    try await bob.expect(
      all: .that("failures", of: .bubble(walk), is: [nil, words, words]) {
        $0.photos.map(\.failure)
      }, .that(\.controls, of: .bubble(walk), is: [.reload]), within: .minutes(1))
    for (photo, place) in zip(photos.dropFirst(), places) {
      let isBack = await storage.takes(photo.content, at: place, from: "alice")
      try world.require(isBack, "the file to be put back")
    }
    await bob.reload(walk)
    try await bob.expect(
      all: .that("photos", of: .bubble(walk), is: photos.map(\.content)) {
        $0.photos.map(\.content)
      }, .that(\.controls, of: .bubble(walk), is: []), within: .minutes(1))
  }

  static let behindTwoThatFail = Scenario(
    "B fetches four photos, of which the two newest are not in storage: the two behind them come all the same",
    covers: "AD-03", "PM-17", tags: .fault, pinned: .links, .clocks, .policies, .traffic
  ) { (world: ChatWorld) in
    let (alice, bob, chat, messages) = try await photosAboveTheWindow(4, on: .lte, in: world)
    for message in messages.suffix(2) {
      let place = try world.placeOfPicture(of: message, on: alice)
      await world.backend.storage.administer(delete: place)
    }
    await bob.openMedia(of: chat)
    try await bob.expectStates(Array(repeating: elsewhere, count: 4), within: .zero)
    await bob.downloadAll()
    let gone = "Could not be loaded: the photo is not there"
    try await bob.expectStates([gone, gone, here, here], within: .minutes(1))
    try await bob.expect(\.downloadAll, of: .mediaSheet, is: "Download all (2)", within: .zero)
  }

  static let behindTwoUnanswered = Scenario(
    "Nobody answers B's phone as it fetches the first two of four photos: the two behind them come once the network is back",
    covers: "AD-03", "PM-17", tags: .fault, pinned: .links, .clocks, .policies, .traffic
  ) { (world: ChatWorld) in
    let (_, bob, chat, _) = try await photosAboveTheWindow(4, on: .lte, in: world)
    await bob.openMedia(of: chat)
    bob.partition(for: .seconds(40))
    await bob.downloadAll()
    let unanswered = "Could not be loaded: the server did not answer"
    // A request waits for 30 s.
    try await bob.expectStates([unanswered, unanswered, loading, loading], within: .seconds(31))
    try await bob.expectStates([unanswered, unanswered, here, here], within: .minutes(1))
    await bob.downloadAll()
    try await bob.expectStates(Array(repeating: here, count: 4), within: .minutes(1))
  }

  static let behindAClosedTab = Scenario(
    "B has all six photos of a chat fetched on 3G, closes the media tab and goes back to his list: all come",
    covers: "PM-17", pinned: .links, .clocks, .policies, .traffic, .timings
  ) { (world: ChatWorld) in
    let (_, bob, chat, _) = try await photosAboveTheWindow(6, on: .threeG, in: world)
    await bob.openMedia(of: chat)
    await bob.downloadAll()
    try await bob.expectStates(Array(repeating: loading, count: 6), within: .zero)
    await bob.closeSheet()
    await bob.close()
    try await world.advance(by: .minutes(2))
    await bob.open(chat)
    await bob.openMedia(of: chat)
    try await bob.expectStates(Array(repeating: here, count: 6), within: .zero)
    try await bob.expect(\.downloadAll, of: .mediaSheet, is: nil, within: .zero)
    try world.require(bob.keptPictures.count, is: 6, "the number of files on Bob's phone")
  }

  static let thirtySixAtOnce = Scenario(
    "B's phone lacks 36 photos of a chat, more than the media tab draws: one tap on “Download all (36)” fetches them all",
    covers: "PM-17", pinned: .links, .clocks, .policies, .traffic, .timings
  ) { (world: ChatWorld) in
    world.setPolicies {
      $0.attachments = .carousel
      $0.viewport = 2
    }
    let (alice, bob) = try await world.phones("Alice", "Bob", on: .wifi)
    let chat = try await alice.startConversation(with: bob)
    for day in 1...4 {
      let photos = (1...9).map { Picture("photo \($0) of day \(day)", byteCount: 50_000) }
      let message = try await alice.send("day \(day)", pictures: photos, in: chat)
      try await alice.expectUploaded(message)
    }
    for text in ["one", "two"] { _ = try await alice.send(text, in: chat) }
    try await bob.expect(\.preview, of: .conversation(chat), is: "two")
    try await world.untilQuiet()
    await bob.open(chat)
    await bob.openMedia(of: chat)
    try await bob.expect(
      all: .that(\.count, of: .mediaSheet, is: 36), .that(\.rows.count, of: .mediaSheet, is: 30),
      .that(\.downloadAll, of: .mediaSheet, is: "Download all (36)"), within: .zero)
    await bob.downloadAll()
    try await bob.expect(\.downloadAll, of: .mediaSheet, is: nil, within: .zero)
    await bob.scroll(revealing: 6)
    try await bob.expectStates(Array(repeating: here, count: 36), within: .minutes(1))
    try world.require(bob.keptPictures.count, is: 36, "the number of files on Bob's phone")
  }

  static let chosenTwice = Scenario(
    "A chooses the same photo twice by mistake and removes one of the two: the other one stays and is sent",
    covers: "AS-02", "PM-21", pinned: .links, .clocks, .policies, .traffic
  ) { (world: ChatWorld) in
    world.setPolicies { $0.attachments = .carousel }
    let (alice, bob) = try await world.phones("Alice", "Bob", on: .lte)
    let chat = try await alice.startConversation(with: bob)
    await bob.open(chat)
    let (sea, hut) = (Picture("sea"), Picture("hut"))
    for picture in [sea, hut, sea] { await alice.choose(picture) }
    await alice.removePicture(3)
    try await alice.expect(
      all: .that("preview names", of: .thread, is: ["sea", "hut"]) { $0.previews.map(\.name) },
      within: .zero)
    await alice.type("the walk")
    let walk = try world.require(await alice.submit(), "a message")
    try await bob.expect(
      all: .that("photos", of: .bubble(walk), is: [sea.content, hut.content]) {
        $0.photos.map(\.content)
      }, within: .minutes(1))
    try await world.expectPictures(2)
  }

  /// A chat in which A has sent photos, each in a message of its own, and then two messages that fill B's window.
  private static func photosAboveTheWindow(
    _ count: Int, on link: LinkProfile, in world: ChatWorld
  ) async throws -> (
    alice: ChatPhone, bob: ChatPhone, chat: ConversationID, messages: [MessageID]
  ) {
    world.setPolicies { $0.viewport = 2 }
    let alice = try await world.phone("Alice", on: .wifi)
    let bob = try await world.phone("Bob", on: link)
    let chat = try await alice.startConversation(with: bob)
    var messages: [MessageID] = []
    for number in 1...count {
      let picture = Picture("view \(number)", byteCount: 300_000)
      let message = try await alice.send("", picture: picture, in: chat)
      try await alice.expectUploaded(message)
      messages.append(message)
    }
    for text in ["one", "two"] { _ = try await alice.send(text, in: chat) }
    try await bob.expect(\.preview, of: .conversation(chat), is: "two")
    try await world.untilQuiet()
    await bob.open(chat)
    return (alice, bob, chat, messages)
  }
}

extension ChatPhone {
  /// Expects the pictures of a message to be uploaded.
  fileprivate nonisolated func expectUploaded(_ message: MessageID) async throws {
    try await expect(
      all: .that("uploads", of: .bubble(message), is: []) { $0.photos.compactMap(\.progress) },
      within: .minutes(1))
  }

  /// Expects the rows of the media tab to say this, from the newest on.
  fileprivate nonisolated func expectStates(
    _ states: [String], within limit: Duration
  ) async throws {
    try await expect(
      all: .that("states", of: .mediaSheet, is: states) { $0.rows.map(\.state) }, within: limit)
  }
}

private let elsewhere = "Not on this phone"
private let loading = "Loading…"
private let here = "On this phone"
