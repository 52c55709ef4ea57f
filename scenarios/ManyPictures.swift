import Chat
import Rehearsal

// Many pictures at once on a slow link: each waits for its turn, and none gives another up.

extension Scenarios {
  static let fivePhotosInARow = Scenario(
    "A sends five photos in five messages on 3G: one goes after the other, none times out, nothing is sent twice",
    covers: "AS-17", "AS-19", pinned: .links, .clocks, .policies, .traffic
  ) { (world: ChatWorld) in
    let alice = try await world.phone("Alice", on: .threeG)
    let bob = try await world.phone("Bob", on: .wifi)
    let chat = try await alice.startConversation(with: bob)
    await bob.open(chat)
    let photos = (1...5).map { Picture("photo \($0)", byteCount: 1_000_000) }
    var sent: [MessageID] = []
    for (number, photo) in zip(1..., photos) {
      sent.append(try await alice.send("number \(number)", picture: photo, in: chat))
    }
    let messages = sent
    try await bob.expect(\.bubbles.count, of: .thread, is: 5, within: .seconds(10))
    // A megabyte takes 25 s at 330 kbit/s.
    for (number, id) in zip(1..., messages) {
      try await bob.expect(
        all: .that(\.photo?.content, of: .bubble(id), isNot: nil), within: .seconds(40))
      let waiting = messages.dropFirst(number + 1)
      try await alice.expect(
        all: .that("failures", is: []) { screen in
          messages.compactMap { screen.bubble($0)?.photo?.failure }
        },
        .that("progress of those that wait", is: waiting.map { _ in "0 %" }) { screen in
          waiting.map { screen.bubble($0)?.photo?.progress }
        }, within: .seconds(1))
    }
    try await alice.expect(
      all: .that("progress of the photos", is: []) { screen in
        messages.compactMap { screen.bubble($0)?.photo?.progress }
      }, within: .seconds(5))
    let uploaded = await world.meter()[.uploadBytes, device: alice.name]
    try world.require(uploaded, is: 5_000_000, "the bytes that were uploaded")
    try await world.expectPictures(5)
  }

  static let photosAfterOneThatFails = Scenario(
    "The network goes away under the first of three photos, and A deletes the second: the third goes by itself",
    covers: "AS-11", "RG-01", tags: .offline, pinned: .links, .clocks, .policies, .traffic
  ) { (world: ChatWorld) in
    let alice = try await world.phone("Alice", on: .threeG)
    let bob = try await world.phone("Bob", on: .wifi)
    let chat = try await alice.startConversation(with: bob)
    await bob.open(chat)
    var sent: [MessageID] = []
    for name in ["sea", "hut", "peak"] {
      sent.append(
        try await alice.send(name, picture: Picture(name, byteCount: 600_000), in: chat))
    }
    try await alice.expect(
      \.photo?.progress, of: .bubble(sent[0]), is: "43 %", within: .minutes(1))
    await alice.setAirplaneMode(true)
    try await alice.expect(
      \.photo?.failure, of: .bubble(sent[0]), is: "Not sent: the connection was lost",
      within: .seconds(1))
    await alice.delete(sent[1])
    await alice.setAirplaneMode(false)
    try await bob.expect(
      all: .that(\.photo?.content, of: .bubble(sent[2]), isNot: nil), within: .minutes(1))
    try await alice.expect(
      all: .that(\.photo?.failure, of: .bubble(sent[0]), isNot: nil),
      .that(\.photo?.failure, of: .bubble(sent[2]), is: nil))
    await alice.retry(sent[0])
    try await bob.expect(
      all: .that(\.photo?.content, of: .bubble(sent[0]), isNot: nil), within: .minutes(1))
    try await world.untilQuiet()
    try await world.expectPictures(2)
  }

  static let twentyPhotosOnASlowLink = Scenario(
    "B opens a thread of twenty photos on 3G: all come, two at a time and those on the screen first, and none has failed",
    covers: "AD-02", "AD-03", pinned: .links, .clocks, .policies, .traffic
  ) { (world: ChatWorld) in
    let alice = try await world.phone("Alice", on: .wifi)
    let bob = try await world.phone("Bob", on: .threeG)
    let chat = try await alice.startConversation(with: bob)
    var sent: [MessageID] = []
    for number in 1...20 {
      let photo = Picture("photo \(number)", byteCount: 400_000)
      sent.append(try await alice.send("number \(number)", picture: photo, in: chat))
    }
    let messages = sent
    let other = try await alice.startConversation(with: bob, isGroup: true)
    let hut = try await alice.send("hut", picture: Picture("hut", byteCount: 400_000), in: other)
    try await alice.expect(
      all: .that(\.photo, of: .bubble(hut), isNot: nil),
      .that(\.photo?.progress, of: .bubble(hut), is: nil), within: .minutes(2))
    await alice.open(chat)
    try await alice.expect(
      all: .that("number of uploaded photos", is: 20) { screen in
        messages.count { screen.bubble($0)?.photo.map { $0.progress == nil } ?? false }
      }, within: .minutes(2))
    try await bob.expect(\.unread, of: .conversation(chat), is: 20, within: .minutes(1))
    await bob.open(chat)
    @Sendable func count(_ screen: Screen) -> Int {
      messages.count { screen.bubble($0)?.photo?.content != nil }
    }
    // 8 MB at 780 kbit/s are 82 s, and the first two are there long before the last.
    try await bob.expect(
      all: .that("number of shown photos", in: 1..., count), within: .seconds(15))
    try await bob.expect(all: .that("number of shown photos", in: ..<5, count), within: .zero)
    // Who turns to another thread sees its photo before those that wait.
    await bob.close()
    await bob.open(other)
    try await bob.expect(
      all: .that(\.photo?.content, of: .bubble(hut), isNot: nil), within: .seconds(20))
    await bob.close()
    await bob.open(chat)
    try await bob.expect(all: .that("number of shown photos", in: ..<12, count), within: .zero)
    try await bob.expect(
      all: .that("number of shown photos", is: 20, count),
      .that("controls of the messages", is: []) { screen in
        messages.flatMap { screen.bubble($0)?.controls ?? [] }
      }, within: .minutes(2))
    let fetched = await world.meter()[.downloadBytes, device: bob.name]
    try world.require(fetched, is: 8_400_000, "the bytes that were downloaded")
  }

  static let slowButHealthy = Scenario(
    "A's link takes two minutes for a piece of a photo: the photo makes progress within the piece, and is not given up",
    covers: "AS-17", pinned: .links, .clocks, .policies, .traffic
  ) { (world: ChatWorld) in
    var crawl = LinkProfile.edge
    crawl.name = "crawl"
    crawl.up.bandwidth = .kilobits(20)
    let alice = try await world.phone("Alice", on: crawl)
    let bob = try await world.phone("Bob", on: .lte)
    let chat = try await alice.startConversation(with: bob)
    await bob.open(chat)
    let view = Picture("view", byteCount: 500_000)
    let look = try await alice.send("look", picture: view, in: chat)
    // 500 KB at 20 kbit/s are 200 s, a piece of 256 KiB 105 s.
    try await bob.expect(\.photo?.content, of: .bubble(look), is: view.content, within: .minutes(5))
    let uploaded = await world.meter()[.uploadBytes, device: alice.name]
    try world.require(uploaded, is: 500_000, "the bytes that were uploaded")
  }
}
