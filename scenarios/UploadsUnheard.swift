import Chat
import Rehearsal

// Pictures that are stored without the author's phone hearing so, where the phone's system uploads: what is there is taken as sent.

extension Scenarios {
  static let storedAWeekAgo = Scenario(
    "The system does not hear that A's photo is stored, and she is out of reach for eight days, after which the backend knows no more of the upload: the photo is sent, and not refused",
    covers: "AS-19", "AS-20", tags: .offline, .fault, .cost,
    pinned: .links, .clocks, .policies, .traffic
  ) { (world: ChatWorld) in
    world.setPolicies { $0.uploadsInBackground = true }
    let (alice, bob) = try await world.phones("Alice", "Bob", on: .lte)
    let chat = try await alice.startConversation(with: bob)
    try await world.untilQuiet()
    let view = Picture("view", byteCount: 200_000)
    let loss = alice.loseNextMessage(then: .halfOpen) { $0.summary.contains("stored /pictures/") }
    let look = try await alice.send("look", picture: view, in: chat)
    try await world.wait(for: "the word of the photo to be lost") { loss.hasEnded }
    try await world.expectPictures(1)
    for phone in [alice, bob] { await phone.setAirplaneMode(true) }
    try await alice.enterBackground()
    try await world.advance(by: .days(8))
    for phone in [alice, bob] { await phone.setAirplaneMode(false) }
    try await alice.enterForeground()
    await alice.open(chat)
    await bob.open(chat)
    try await bob.expect(\.photo?.content, of: .bubble(look), is: view.content, within: .minutes(5))
    try await alice.expect(
      all: .that(\.photo?.failure, of: .bubble(look), is: nil),
      .that(\.photo?.progress, of: .bubble(look), is: nil), within: .seconds(10))
    try await world.expectPictures(1)
    let sent = await world.meter()[.uploadBytes, device: alice.name]
    try world.require(sent, in: ..<300_000, "the bytes of a photo that is sent once")
  }

  static let storedByAnotherProgram = Scenario(
    "Another program of A's has stored her photo where the system is about to: the backend takes no second one, and the photo is sent",
    covers: "AS-20", pinned: .links, .clocks, .policies, .traffic
  ) { (world: ChatWorld) in
    world.setPolicies { $0.uploadsInBackground = true }
    let (alice, bob) = try await world.phones("Alice", "Bob", on: .lte)
    let chat = try await alice.startConversation(with: bob)
    // The backend would remove the file again: there is no message yet that it could belong to.
    await world.backend.deploy(
      try ServerFunction("removeStrayMedia", .onFinalize, at: "pictures/{c}/{u}/{m}/{n}") { _ in })
    await alice.setAirplaneMode(true)
    let view = Picture("view", byteCount: 200_000)
    let look = try await alice.send("look", picture: view, in: chat)
    let place = try world.placeOfPicture(of: look, on: alice)
    let isStored = await world.backend.storage.takes(view.content, at: place, from: "alice")
    try world.require(isStored, "the photo to be stored")
    await alice.setAirplaneMode(false)
    await alice.open(chat)
    await bob.open(chat)
    try await bob.expect(\.photo?.content, of: .bubble(look), is: view.content, within: .minutes(1))
    try await alice.expect(
      all: .that(\.photo?.failure, of: .bubble(look), is: nil),
      .that(\.photo?.progress, of: .bubble(look), is: nil), within: .seconds(10))
    try await world.expectPictures(1)
  }
}
