import Chat
import Rehearsal

// Pictures that do not arrive (AS, AD): each failure has its reason, and a retry that makes nothing twice.

extension Scenarios {
  static let lostInMidUpload = Scenario(
    "The network goes away in the middle of an upload: failed with its reason until A retries, from where it was",
    covers: "AS-10", "AS-11", "AS-20", tags: .offline, .restart,
    pinned: .links, .clocks, .duplicates, .policies, .traffic
  ) { (world: ChatWorld) in
    let alice = try await world.phone("Alice", on: .threeG)
    let bob = try await world.phone("Bob", on: .lte)
    let chat = try await alice.startConversation(with: bob)
    await bob.open(chat)
    let view = Picture("view", byteCount: 2_000_000)
    let look = try await alice.send("look", picture: view, in: chat)
    try await alice.expect(\.photo?.progress, of: .bubble(look), is: "52 %", within: .minutes(1))
    await alice.setAirplaneMode(true)
    @Sendable func expectFailed(for time: Duration, within grace: Duration = .zero) async throws {
      try await alice.expect(
        all: .that(\.photo?.failure, of: .loaded(look), is: "Not sent: the connection was lost"),
        .that(\.photo?.progress, of: .loaded(look), is: nil),
        .that(\.offersRetry, of: .loaded(look), is: true),
        .that(\.photo?.content, of: .loaded(look), is: view.content),
        .that(\.status, of: .loaded(look), is: .read), for: time, within: grace)
    }
    try await expectFailed(for: .zero, within: .seconds(1))
    await alice.setAirplaneMode(false)
    try await expectFailed(for: .minutes(5))
    try await alice.kill()
    try await alice.relaunch()
    await alice.open(chat)
    try await expectFailed(for: .minutes(1))
    try await bob.expect(
      all: .that(\.photo?.content, of: .bubble(look), is: nil),
      .that(\.photo?.failure, of: .bubble(look), is: nil),
      .that(\.controls.count, of: .bubble(look), is: 0), within: .zero)
    await alice.retry(look)
    try await alice.expect(\.photo?.progress, of: .bubble(look), is: "52 %", within: .seconds(2))
    try await bob.expect(\.photo?.content, of: .bubble(look), is: view.content, within: .minutes(1))
    for phone in [alice, bob] {
      try await phone.expect(
        all: .that(\.bubbles.count, of: .thread, is: 1),
        .that(\.photo?.failure, of: .bubble(look), is: nil),
        .that(\.offersRetry, of: .bubble(look), is: false),
        .that(\.photo?.progress, of: .bubble(look), is: nil))
    }
    let sent = await world.meter()[.uploadBytes, device: alice.name]
    try world.require(
      sent <= 2_000_000 + 262_144, "what is stored not to be sent again; \(sent) bytes")
    try await world.expectPictures(1)
  }

  static let failedAndImported = Scenario(
    "A's message with a photo is refused, and an import brings it to the backend after all: it has failed no more, and its photo follows",
    covers: "AS-19", tags: .fault, pinned: .links, .clocks, .policies, .traffic
  ) { (world: ChatWorld) in
    let (alice, bob) = try await world.phones("Alice", "Bob", on: .lte)
    let chat = try await alice.startConversation(with: bob)
    await bob.open(chat)
    try await world.untilQuiet()
    world.refuseNext(.message, by: alice)
    let view = Picture("view", byteCount: 300_000, width: 1_600, height: 1_200)
    let look = try await alice.send("look", picture: view, in: chat)
    try await alice.expect(
      all: .that(\.status, of: .bubble(look), is: .failed),
      .that(\.photo?.content, of: .bubble(look), is: view.content),
      .that(\.photo?.progress, of: .bubble(look), is: nil),
      .that(
        \.accessibilityLabel, of: .bubble(look), matches: "says once that something can be done"
      ) { $0.ranges(of: "actions available").count == 1 })
    let place = try world.placeOfPicture(of: look, on: alice)
    await world.backend.administer(
      set: [
        "author": "alice", "text": "look", "sentAt": Node(.timestamp),
        "attachments": [
          "1": [
            "type": "image/jpeg", "bytes": 300_000, "width": 1_600, "height": 1_200,
            "state": "uploading", "file": Node(.string(place.last?.text ?? "")),
          ]
        ],
      ], at: Path(unchecked: "messages/\(chat.text)/\(look.text)"))
    try await bob.expect(\.photo?.content, of: .bubble(look), is: view.content, within: .minutes(1))
    try await alice.expect(
      all: .that(\.status, of: .bubble(look), is: .read),
      .that(\.photo?.failure, of: .bubble(look), is: nil),
      .that(\.photo?.progress, of: .bubble(look), is: nil), within: .seconds(10))
    try await world.expectPictures(1)
  }

  static let uploadTimesOut = Scenario(
    "An upload that nobody answers is tried again by itself, each time later, and has failed after the fifth time",
    covers: "AS-10", "AS-17", "AS-20", tags: .fault, pinned: .links, .clocks, .policies, .traffic
  ) { (world: ChatWorld) in
    let alice = try await world.phone("Alice", on: .threeG)
    let bob = try await world.phone("Bob", on: .lte)
    let chat = try await alice.startConversation(with: bob)
    await bob.open(chat)
    let view = Picture("view", byteCount: 1_000_000)
    let look = try await alice.send("look", picture: view, in: chat)
    try await alice.expect(\.photo?.progress, of: .bubble(look), is: "26 %", within: .minutes(1))
    // One time-out later the network is there again, and nobody has to do anything.
    alice.partition(for: .seconds(40))
    try await alice.expect(\.photo?.progress, of: .bubble(look), is: "0 %", within: .seconds(33))
    try await bob.expect(\.photo?.content, of: .bubble(look), is: view.content, within: .minutes(2))

    // For good: 30 s, five times again after 1, 2, 4, 8 and 16 s.
    let sea = try await alice.send("sea", picture: Picture("sea", byteCount: 1_000_000), in: chat)
    try await alice.expect(\.photo?.progress, of: .bubble(sea), is: "26 %", within: .minutes(1))
    alice.partition(for: .minutes(10))
    try await alice.expect(\.photo?.failure, of: .bubble(sea), is: nil, for: .seconds(200))
    try await alice.expect(
      \.photo?.failure, of: .bubble(sea), is: "Not sent: the server did not answer",
      within: .seconds(20))
    // Whoever asks for more gets as many attempts again.
    await alice.retry(sea)
    try await alice.expect(\.photo?.failure, of: .bubble(sea), is: nil, for: .seconds(200))
    try await world.advance(by: .minutes(8))
    try await alice.expect(
      all: .that(\.photo?.failure, of: .bubble(sea), isNot: nil), within: .zero)
    await alice.retry(sea)
    try await bob.expect(
      all: .that(\.photo?.content, of: .bubble(sea), isNot: nil), within: .minutes(2))
    try await alice.expect(
      all: .that(\.bubbles.count, of: .thread, is: 2),
      .that(\.photo?.failure, of: .bubble(sea), is: nil))
    try await world.expectPictures(2)
    // One of which nothing is stored yet is given as many attempts.
    let hut = try await alice.send("hut", picture: Picture("hut", byteCount: 1_000_000), in: chat)
    try await bob.expect(\.text, of: .bubble(hut), is: "hut")
    try await world.advance(by: .seconds(1))
    try await alice.expect(\.photo?.progress, of: .bubble(hut), is: "0 %", within: .zero)
    alice.partition(for: .minutes(10))
    try await alice.expect(\.photo?.failure, of: .bubble(hut), is: nil, for: .seconds(200))
    try await alice.expect(
      \.photo?.failure, of: .bubble(hut), is: "Not sent: the server did not answer",
      within: .seconds(20))
  }

  static let uploadRefused = Scenario(
    "A is removed from the group while a photo is under way: the backend takes it no more, and A sees why",
    covers: "AS-10", tags: .groups, .members, pinned: .links, .clocks, .policies, .traffic
  ) { (world: ChatWorld) in
    let bob = try await world.phone("Bob", on: .lte)
    let alice = try await world.phone("Alice", on: .threeG)
    let carol = try await world.phone("Carol", on: .lte)
    let group = try await bob.startConversation(with: alice, carol, isGroup: true)
    await alice.open(group)
    let look = try await alice.send(
      "look", picture: Picture("view", byteCount: 1_000_000), in: group)
    try await alice.expect(\.photo?.progress, of: .bubble(look), is: "26 %", within: .minutes(1))
    await bob.remove(alice.userID, from: group)
    try await alice.expect(
      \.photo?.failure, of: .bubble(look), is: "Not sent: the server refused the photo",
      within: .minutes(1))
    await carol.open(group)
    try await carol.expect(
      all: .that(\.text, of: .bubble(look), is: "look"),
      .that(\.photo?.content, of: .bubble(look), is: nil), for: .minutes(1))
  }

  static let corruptPicture = Scenario(
    "A damaged file is refused with its reason before anything is sent",
    covers: "AS-16", tags: .cost
  ) { (world: ChatWorld) in
    let (alice, bob) = try await world.phones("Alice", "Bob", on: .lte)
    let chat = try await alice.startConversation(with: bob)
    let damaged = Picture("holiday", byteCount: 900_000, isCorrupt: true)
    await alice.choose(damaged)
    try await alice.expect(
      all: .that(\.alert, is: "The photo is damaged and cannot be sent"),
      .that(\.preview, of: .thread, is: nil), within: .zero)
    await alice.answerAlert()
    // The backend takes no record of one that is so wide.
    await alice.choose(Picture("strip", width: 100_001, height: 2))
    try await alice.expect(
      all: .that(
        \.alert, is: "A photo or video of more than 100000 pixels in width or height cannot be sent"
      ),
      .that(\.preview, of: .thread, is: nil), within: .zero)
    await alice.answerAlert()
    await alice.choose(Picture("long strip", width: 100_000, height: 2))
    try await alice.expect(
      all: .absent(.alert), .that(\.preview?.name, of: .thread, is: "long strip"), within: .zero)
    await alice.removePicture()
    // As by another app that hands it over.
    await alice.perform(.send("look", pictures: [damaged], in: chat))
    try await alice.expect(
      all: .that(\.alert, is: "The photo is damaged and cannot be sent"),
      .that(\.bubbles.isEmpty, of: .thread, is: true), within: .zero)
    await alice.answerAlert()
    try await bob.expect(\.preview, of: .conversation(chat), is: "", for: .minutes(1))
    let sent = await world.meter()[.uploadBytes, device: alice.name]
    try world.require(sent, is: 0, "the bytes that are uploaded")
    try await world.expectPictures(0)
  }

  static let deletedPicture = Scenario(
    "A deletes messages with photos, also one that is on its way: the files are gone, also from phones",
    covers: "RG-01", tags: .offline, .restart, pinned: .links, .clocks, .policies, .traffic
  ) { (world: ChatWorld) in
    let alice = try await world.phone("Alice", on: .threeG)
    let bob = try await world.phone("Bob", on: .lte)
    let chat = try await alice.startConversation(with: bob)
    await bob.open(chat)
    let first = try await alice.send("first", picture: Picture("first"), in: chat)
    try await bob.expect(
      all: .that(\.photo?.content, of: .bubble(first), isNot: nil), within: .minutes(1))
    await alice.setAirplaneMode(true)
    await alice.delete(first)
    try await alice.kill()
    try await alice.relaunch()
    await alice.setAirplaneMode(false)
    await alice.open(chat)
    try await bob.expect(
      all: .that(\.isDeleted, of: .bubble(first), is: true),
      .that(\.photo, of: .bubble(first), is: nil))
    try await world.untilQuiet()
    try await world.expectPictures(0)

    let second = try await alice.send(
      "second", picture: Picture("second", byteCount: 1_000_000), in: chat)
    try await alice.expect(\.photo?.progress, of: .bubble(second), is: "26 %", within: .minutes(1))
    await alice.delete(second)
    try await bob.expect(
      all: .that(\.isDeleted, of: .bubble(second), is: true),
      .that(\.photo, of: .bubble(second), is: nil))
    try await world.advance(by: .minutes(2))
    let sent = await world.meter()[.uploadBytes, device: alice.name]
    try world.require(sent < 1_000_000, "the upload to be stopped; \(sent) bytes")
    try await world.expectPictures(0)
  }
}

extension Scenarios {
  static let severalPictures = Scenario(
    "Of several pictures of a message the first is shown, as wide and high as there is room, with its proportions",
    covers: "AD-06", "AD-07", tags: .rules, pinned: .policies
  ) { (world: ChatWorld) in
    let (alice, bob) = try await world.phones("Alice", "Bob", on: .wifi)
    let chat = try await alice.startConversation(with: bob)
    await bob.open(chat)
    func picture(_ width: Int, _ height: Int) -> Node {
      [
        "type": "image/png", "bytes": 1_000, "width": Node(.number(Double(width))),
        "height": Node(.number(Double(height))), "state": "uploading",
        "file": "0123456789abcdef0123-1",
      ]
    }
    // As large as pictures get: 75 % of 393 points are 294.
    await bob.setTextSize(.accessibilityMedium)
    for (number, (width, height, points)) in [
      (4_000, 3_000, "294×220"), (3_000, 4_000, "225×300"), (100_000, 10, "294×1"),
      (10, 100_000, "1×300"), (40, 40, "294×294"),
    ].enumerated() {
      let id = MessageID("m\(number)")
      try await world.accepts(
        "alice", "send two pictures",
        [
          "messages/\(chat)/\(id)": [
            "author": "alice", "sentAt": now, "text": "two",
            "attachments": ["1": picture(width, height), "2": picture(7, 7)],
          ]
        ])
      try await bob.expect(
        all: .that("size of the photo", of: .bubble(id), is: points) { bubble in
          bubble.photo.map { "\($0.width)×\($0.height)" }
        })
    }
  }

  static let forgedPictures = Scenario(
    "Nobody stores, completes, changes or removes a picture but its author, once, and a stranger learns no place",
    covers: "AS-19", tags: .rules
  ) { (world: ChatWorld) in
    let (alice, bob) = try await world.phones("Alice", "Bob", on: .wifi)
    await world.openAccount(of: "mallory", named: "Mallory")
    let chat = try await alice.startConversation(with: bob)
    let view = Picture("view")
    let look = try await alice.send("look", picture: view, in: chat)
    await bob.open(chat)
    try await bob.expect(\.photo?.content, of: .bubble(look), is: view.content)
    let storage = world.backend.storage
    let place = try world.placeOfPicture(of: look, on: alice)
    let other = Path(unchecked: "pictures/\(chat)/alice/m9/1")
    for (user, path, type, bytes, deed) in [
      ("bob", other, "image/jpeg", 1_000, "store in Alice's name"),
      (nil, other, "image/jpeg", 1_000, "store without signing in"),
      ("alice", place, "image/jpeg", 1_000, "replace a picture"),
      ("alice", other, "text/html", 1_000, "store a page"),
      ("alice", other, "image/svg+xml", 1_000, "store a drawing that runs"),
      ("alice", other, "image/jpeg", 2_097_153, "store a byte too much"),
    ] as [(String?, Path, String, Int, String)] {
      let content = Picture("forged", byteCount: bytes).content
      let isTaken = await storage.takes(content, at: path, contentType: type, from: user)
      try world.require(!isTaken, "nobody to \(deed)")
    }
    let whole = Picture("whole", byteCount: 2_097_152).content
    let isTaken = await storage.takes(whole, at: other, contentType: "image/png", from: "alice")
    try world.require(isTaken, "Alice to store what a message may carry")
    for user in ["alice", "bob", "mallory", nil] {
      let isRemoved = await storage.removes(place, from: user)
      try world.require(!isRemoved, "\(user ?? "nobody") not to remove Alice's picture")
    }
    let isGot = await storage.shows(place, to: nil)
    try world.require(!isGot, "nobody to get a picture without signing in")
    // The rules of storage cannot look into the database: the place is the secret.
    let isKnown = await storage.shows(place, to: "mallory")
    try world.require(isKnown, "whoever knows a place to get what is there")
    // Who is signed in gets a file by its place, which no folder tells, and only members read in the record.
    let folders = ["pictures", "pictures/\(chat)", "pictures/\(chat)/alice/\(look)", "groups"]
    for (user, folder) in ["bob", "mallory", nil].flatMap({ user in folders.map { (user, $0) } }) {
      let isListed = await storage.lists(Path(unchecked: folder), to: user)
      try world.require(!isListed, "\(folder) not to be listed to \(user ?? "nobody")")
    }
    try await world.shows(
      Path(unchecked: "messages/\(chat)"), only: ["alice", "bob"],
      of: ["alice", "bob", "mallory", nil])

    // The record: announced with the message, completed once, by its author.
    let picture: [Key: Node] = [
      "type": "image/jpeg", "bytes": 200_000, "width": 1_600, "height": 1_200, "state": "uploading",
      "file": "0123456789abcdef0123-1",
    ]
    func announce(_ id: String, _ changes: [Key: Node] = [:]) -> [Path: Node] {
      // order: a node has its children in its own.
      let fields = picture.merging(changes) { $1 }.filter { !$0.value.isEmpty }.map {
        ($0.key, $0.value)
      }
      return [
        "messages/\(chat)/\(id)": [
          "author": "alice", "sentAt": now, "attachments": ["1": Node(children: fields)],
        ]
      ]
    }
    func url(_ id: String, by user: String = "alice") -> Node {
      Node(.string("/pictures/\(chat)/\(user)/\(id)/0123456789abcdef0123-1"))
    }
    func complete(_ id: String, _ changes: [Path: Node] = [:]) -> [Path: Node] {
      let place: Path = "messages/\(chat)/\(id)/attachments/1"
      let fields: [Path: Node] = ["url": url(id), "state": "uploaded", "uploadedAt": now]
      // order: the result has none.
      return Dictionary(
        uniqueKeysWithValues: fields.merging(changes) { $1 }.map {
          (place.appending($0.key), $0.value)
        })
    }
    try await world.refuses("alice", "announce a page", announce("m1", ["type": "text/html"]))
    try await world.refuses("alice", "announce no file", announce("m1", ["file": .empty]))
    try await world.refuses("alice", "announce no type", announce("m1", ["type": .empty]))
    try await world.refuses(
      "alice", "announce a name that is soon guessed", announce("m1", ["file": "1"]))
    try await world.refuses(
      "alice", "announce another's place", announce("m1", ["file": "../0123456789abcdef012"]))
    try await world.refuses("alice", "announce nothing", announce("m1", ["bytes": 0]))
    try await world.refuses("alice", "announce too much", announce("m1", ["bytes": 2_097_153]))
    try await world.refuses("alice", "announce no width", announce("m1", ["width": .empty]))
    try await world.refuses("alice", "announce a line", announce("m1", ["width": 0]))
    try await world.refuses("alice", "announce no height", announce("m1", ["height": 0]))
    try await world.refuses("alice", "announce a strip", announce("m1", ["width": 100_001]))
    try await world.refuses("alice", "announce a tower", announce("m1", ["height": 100_001]))
    try await world.refuses("alice", "announce as uploaded", announce("m1", ["state": "uploaded"]))
    try await world.refuses("alice", "announce a place", announce("m1", ["url": url("m1")]))
    try await world.refuses(
      "alice", "announce as there already",
      announce("m1", ["state": "uploaded", "url": url("m1"), "uploadedAt": now]))
    try await world.refuses("alice", "announce as lost", announce("m1", ["state": "lost"]))
    try await world.refuses("alice", "announce more", announce("m1", ["extra": 1]))
    try await world.refuses("mallory", "announce as Alice", announce("m1"))
    try await world.accepts("alice", "announce a picture", announce("m1"))
    try await world.refuses("bob", "complete Alice's picture", complete("m1"))
    try await world.refuses("mallory", "complete as a stranger", complete("m1"))
    try await world.refuses(
      "bob", "complete with his own", complete("m1", ["url": url("m1", by: "bob")]))
    try await world.refuses(
      "alice", "show another's", complete("m1", ["url": url("m1", by: "bob")]))
    try await world.refuses("alice", "show another message's", complete("m1", ["url": url("m2")]))
    try await world.refuses("alice", "complete without a place", complete("m1", ["url": .empty]))
    try await world.refuses(
      "alice", "complete in word alone", complete("m1", ["url": .empty, "uploadedAt": .empty]))
    try await world.refuses("alice", "complete at no time", complete("m1", ["uploadedAt": .empty]))
    try await world.refuses(
      "alice", "say once more that it is under way",
      complete("m1", ["state": "uploading", "url": .empty, "uploadedAt": .empty]))
    try await world.refuses(
      "alice", "lose it by an edit",
      [
        "messages/\(chat)/m1/text": "lost", "messages/\(chat)/m1/revision": 1,
        "messages/\(chat)/m1/attachments/1/state": "lost",
      ])
    try await world.refuses("alice", "complete in the past", complete("m1", ["uploadedAt": 1]))
    try await world.refuses("alice", "grow meanwhile", complete("m1", ["bytes": 200_001]))
    try await world.refuses("alice", "widen meanwhile", complete("m1", ["width": 1_601]))
    try await world.refuses("alice", "heighten meanwhile", complete("m1", ["height": 1_201]))
    try await world.refuses("alice", "change the type", complete("m1", ["type": "image/png"]))
    let moved = Node(.string("/pictures/\(chat)/alice/m1/fedcba98765432100123-1"))
    try await world.refuses(
      "alice", "move it", complete("m1", ["file": "fedcba98765432100123-1", "url": moved]))
    try await world.refuses("alice", "complete one that is not there", complete("m7"))
    try await world.accepts("alice", "announce another", announce("m2"))
    let same: [Path: Node] = [
      "bytes": 200_000, "type": "image/jpeg", "width": 1_600, "height": 1_200,
    ]
    try await world.accepts("alice", "complete it and say all once more", complete("m2", same))
    try await world.accepts("alice", "complete a picture", complete("m1"))
    try await world.refuses("alice", "complete it again", complete("m1"))
    try await world.refuses("alice", "take it back", complete("m1", ["state": "uploading"]))
    // An edit may say all of the picture once more, as it is, however long it has been there.
    try await world.advance(by: .seconds(1))
    let edit: [Path: Node] = [
      "messages/\(chat)/m1/text": "words", "messages/\(chat)/m1/revision": 1,
    ]
    let uploaded = await world.backend.read("messages/\(chat)/m1/attachments/1/uploadedAt")
    let again = ["url": url("m1"), "state": "uploaded", "uploadedAt": uploaded].merging(same) { $1 }
    var around = edit
    // order: each field has a place of its own.
    for (field, value) in again { around["messages/\(chat)/m1/attachments/1/\(field)"] = value }
    try await world.accepts("alice", "edit around the picture", around)
    try await world.refuses(
      "alice", "say by an edit that it is under way once more",
      [
        "messages/\(chat)/m1/text": "words", "messages/\(chat)/m1/revision": 2,
        "messages/\(chat)/m1/attachments/1/state": "uploading",
        "messages/\(chat)/m1/attachments/1/url": .empty,
        "messages/\(chat)/m1/attachments/1/uploadedAt": .empty,
      ])
    // Of nine pictures none can be taken out.
    var nine = announce("m9")
    // order: a node has its children in its own.
    let another = Node(children: picture.map { ($0.key, $0.value) })
    for number in 2...9 {
      nine["messages/\(chat)/m9"] = nine["messages/\(chat)/m9"]?.updating(
        "attachments/\(number)", to: another)
    }
    try await world.accepts("alice", "announce nine pictures", nine)
    for number in 1...9 {
      try await world.refuses(
        "alice", "take picture \(number) out",
        [
          "messages/\(chat)/m9/text": "words", "messages/\(chat)/m9/revision": 1,
          "messages/\(chat)/m9/attachments/\(number)": .empty,
        ])
    }
    try await world.refuses(
      "alice", "take the picture out",
      [
        "messages/\(chat)/m1/text": "words", "messages/\(chat)/m1/revision": 2,
        "messages/\(chat)/m1/attachments": .empty,
      ])
  }
}

private let now = Node(.timestamp)
