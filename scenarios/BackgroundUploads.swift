import Chat
import Rehearsal

// Pictures that the phone's system uploads, and those that the app uploads itself: what becomes of them while it does not run.

extension Scenarios {
  static let uploadInPocket = [
    uploadInPocket(true).named("system"), uploadInPocket(false).named("app"),
  ]

  /// The person puts the phone away in the middle of an upload, and it comes to a tunnel.
  private static func uploadInPocket(_ isInBackground: Bool) -> Scenario {
    let outcome =
      isInBackground ? "the photo goes on, through a tunnel, and wakes the app" : "the photo waits"
    return Scenario(
      "A puts the phone away in the middle of an upload, uploaded by \(isInBackground ? "the system" : "the app"): \(outcome)",
      covers: "AS-19", "AS-11", tags: .offline, pinned: .links, .policies, .traffic
    ) { (world: ChatWorld) in
      world.setPolicies {
        $0.uploadsInBackground = isInBackground
        $0.usesBackgroundTask = false
        $0.resumesUploads = true
      }
      let alice = try await world.phone("Alice", on: .threeG)
      let bob = try await world.phone("Bob", on: .lte)
      let chat = try await alice.startConversation(with: bob)
      await bob.open(chat)
      // Eight chunks: more than 50 s on 3G.
      let view = Picture("view", byteCount: Picture.attachmentBytesMax)
      let look = try await alice.send("look", picture: view, in: chat)
      try await alice.expect(
        \.photo?.progress, of: .bubble(look), is: "0 %", for: .seconds(4), within: .zero)
      try await alice.expect(\.photo?.progress, of: .bubble(look), is: "12 %", within: .seconds(15))
      try await alice.enterBackground()
      try await world.advance(by: .seconds(10))
      try world.require(alice.lifeState, is: .suspended, "the state of Alice's app")
      await alice.setAirplaneMode(true)
      try await world.advance(by: .minutes(2))
      await alice.setAirplaneMode(false)
      if isInBackground {
        try await bob.expect(
          \.photo?.content, of: .bubble(look), is: view.content, within: .minutes(2))
        try world.require(alice.lifeState, is: .background, "the state of Alice's app")
        try await world.advance(by: .seconds(31))
        try world.require(alice.lifeState, is: .suspended, "the state of Alice's app")
        try await alice.enterForeground()
        try await alice.expect(\.photo?.progress, of: .bubble(look), is: nil, within: .zero)
      } else {
        try await bob.expect(\.photo?.content, of: .bubble(look), is: nil, for: .minutes(5))
        try await alice.enterForeground()
        try await bob.expect(
          \.photo?.content, of: .bubble(look), is: view.content, within: .minutes(2))
      }
      try await world.expectPictures(1)
      try await world.expectRead(look, in: chat, by: bob)
    }
  }

  static let awakeForUploads = [false, true].map { isInBackground in
    Scenario(
      "A puts the phone away in the middle of an upload: the app \(isInBackground ? "sleeps, as the system uploads" : "asks for half a minute, and for none once the upload has failed")",
      covers: "AS-19", tags: .offline, pinned: .links, .policies, .traffic
    ) { (world: ChatWorld) in
      world.setPolicies {
        $0.uploadsInBackground = isInBackground
        $0.usesBackgroundTask = true
      }
      let alice = try await world.phone("Alice", on: .threeG)
      let bob = try await world.phone("Bob", on: .lte)
      let chat = try await alice.startConversation(with: bob)
      await bob.open(chat)
      let view = Picture("view", byteCount: Picture.attachmentBytesMax)
      let look = try await alice.send("look", picture: view, in: chat)
      try await alice.expect(\.photo?.progress, of: .bubble(look), is: "12 %", within: .seconds(15))
      try await alice.expect(\.status, of: .bubble(look), is: .read)
      try await world.advance(by: .seconds(1))
      try await alice.enterBackground()
      try await world.advance(by: .seconds(10))
      try world.require(
        alice.lifeState, is: isInBackground ? .suspended : .background, "the state of Alice's app")
      if !isInBackground {
        await alice.setAirplaneMode(true)
        try await world.advance(by: .seconds(2))
        try world.require(alice.lifeState, is: .suspended, "the state of Alice's app")
        await alice.setAirplaneMode(false)
      }
      try await alice.enterForeground()
      if !isInBackground { await alice.retry(look) }
      try await bob.expect(
        \.photo?.content, of: .bubble(look), is: view.content, within: .minutes(3))
      try await world.expectPictures(1)
    }.named(isInBackground ? "system" : "app")
  }

  static let fullDiskAtAnUploadsEnd = Scenario(
    "The system ends A's app in the middle of an upload and launches it with the photo stored, while the storage is full: it is not stored again",
    covers: "AS-13", "AS-19", tags: .restart, .fault, pinned: .links, .policies, .traffic
  ) { (world: ChatWorld) in
    world.setPolicies {
      $0.uploadsInBackground = true
      $0.usesBackgroundTask = false
    }
    let alice = try await world.phone("Alice", on: .threeG)
    let bob = try await world.phone("Bob", on: .lte)
    let chat = try await alice.startConversation(with: bob)
    await bob.open(chat)
    let view = Picture("view", byteCount: 1_000_000)
    let look = try await alice.send("look", picture: view, in: chat)
    try await alice.expect(
      all: .that(\.photo?.progress, of: .bubble(look), matches: "is above 0 %") {
        ($0 ?? "0 %") != "0 %"
      }, within: .seconds(30))
    try await alice.enterBackground()
    try await world.advance(by: .seconds(6))
    await alice.killForMemory()
    await alice.fillDisk(for: .minutes(1))
    try await world.advance(by: .minutes(2))
    try await alice.enterForeground()
    await alice.open(chat)
    try await bob.expect(\.photo?.content, of: .bubble(look), is: view.content, within: .minutes(1))
    try await alice.expect(\.photo?.progress, of: .bubble(look), is: nil)
    try await world.expectPictures(1)
  }

  static let uploadWithoutApp = Scenario(
    "The system ends A's app for its memory in the middle of an upload: it launches the app once both photos are stored",
    covers: "AS-13", "AS-20", tags: .restart, .offline, pinned: .links, .policies, .traffic
  ) { (world: ChatWorld) in
    world.setPolicies {
      $0.uploadsInBackground = true
      $0.usesBackgroundTask = false
      $0.attachments = .carousel
    }
    let alice = try await world.phone("Alice", on: .threeG)
    let bob = try await world.phone("Bob", on: .lte)
    let chat = try await alice.startConversation(with: bob)
    await bob.open(chat)
    let pictures = ["sea", "hut"].map { Picture($0, byteCount: 900_000) }
    let walk = try await alice.send("the walk", pictures: pictures, in: chat)
    try await alice.expect(
      all: .that(\.photos, of: .bubble(walk), matches: "has only pictures above 0 %") {
        $0.allSatisfy { ($0.progress ?? "0 %") != "0 %" }
      }, within: .minutes(1))
    try await alice.enterBackground()
    try await world.advance(by: .seconds(6))
    await alice.killForMemory()
    try world.require(alice.lifeState, is: .terminated, "the state of Alice's app")
    try await bob.expect(
      all: .that("pictures", of: .bubble(walk), is: pictures.map(\.content)) {
        $0.photos.map(\.content)
      }, within: .minutes(2))
    try world.require(alice.lifeState, is: .background, "the state of Alice's app")
    try await world.expectPictures(2)
    try await world.advance(by: .minutes(1))
    try world.require(alice.lifeState, is: .suspended, "the state of Alice's app")
    try await alice.enterForeground()
    await alice.open(chat)
    try await alice.expect(
      all: .that("progress", of: .bubble(walk), is: []) { $0.photos.compactMap(\.progress) },
      .that("failures", of: .bubble(walk), is: []) { $0.photos.compactMap(\.failure) })
  }

  static let refusedInTheBackground = Scenario(
    "The backend refuses a photo that the system uploads: it has failed until A says otherwise, also after a restart",
    covers: "AS-10", "AS-20", tags: .restart, pinned: .links, .clocks, .policies, .traffic
  ) { (world: ChatWorld) in
    world.setPolicies { $0.uploadsInBackground = true }
    let (alice, _, chat, look, place) = try await placeTakenElsewhere(in: world)
    let refused: ScreenCondition<Screen> = .that(
      \.photo?.failure, of: .bubble(look), is: "Not sent: the server refused the photo")
    try await alice.expect(all: refused, within: .minutes(1))
    try await alice.kill()
    try await alice.relaunch()
    await alice.open(chat)
    try await alice.expect(
      all: refused, .that(\.offersRetry, of: .bubble(look), is: true), for: .minutes(1))
    await world.backend.storage.administer(delete: place)
    await alice.retry(look)
    try await alice.expect(\.photo?.failure, of: .bubble(look), is: nil, for: .minutes(1))
    try world.require(
      await world.storedPictures().count, is: 1, "the number of pictures in storage")
  }

  static let uploadClosed = Scenario(
    "A swipes the app away in the middle of an upload: the system ends it, and the next launch goes on with the same file",
    covers: "AS-13", "AS-20", tags: .restart, pinned: .links, .policies, .traffic
  ) { (world: ChatWorld) in
    world.setPolicies { $0.uploadsInBackground = true }
    let alice = try await world.phone("Alice", on: .threeG)
    let bob = try await world.phone("Bob", on: .lte)
    let chat = try await alice.startConversation(with: bob)
    await bob.open(chat)
    let view = Picture("view", byteCount: 1_048_576)
    let look = try await alice.send("look", picture: view, in: chat)
    try await alice.expect(\.photo?.progress, of: .bubble(look), is: "50 %", within: .seconds(30))
    try await alice.kill()
    try await bob.expect(\.photo?.content, of: .bubble(look), is: nil, for: .minutes(5))
    try world.require(alice.lifeState, is: .terminated, "the state of Alice's app")
    try await alice.relaunch()
    await alice.open(chat)
    // What was stored before is not sent again: half of it takes 13 s.
    try await bob.expect(
      \.photo?.content, of: .bubble(look), is: view.content, within: .seconds(20))
    try await world.expectPictures(1)
    try await alice.expect(\.photo?.progress, of: .bubble(look), is: nil)

    // A new installation knows of nothing; what was on its way is gone with the old one.
    let sea = Picture("sea", byteCount: 1_048_576)
    let next = try await alice.send("next", picture: sea, in: chat)
    try await alice.expect(\.photo?.progress, of: .bubble(next), is: "25 %", within: .seconds(30))
    try await alice.reinstall()
    try await alice.launch()
    try await bob.expect(\.photo?.content, of: .bubble(next), is: nil, for: .minutes(2))
    try await world.expectPictures(1)
  }
}
