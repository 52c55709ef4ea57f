import Chat
import Rehearsal

// Media that admins delete from a group (PM-18): the text stays, the files go.

extension Scenarios {
  static let mediaDeletedByAdmin = Scenario(
    "An admin deletes B's photos from the group: everybody sees a word in their place and the text, and the files are gone",
    covers: "PM-18", tags: .groups, .offline, .restart, pinned: .links, .clocks, .policies, .traffic
  ) { (world: ChatWorld) in
    let (alice, bob) = try await world.phones("Alice", "Bob", on: .lte)
    let carol = try await world.phone("Carol", on: .lte, locale: .german)
    let group = try await alice.startConversation(with: bob, carol, isGroup: true)
    for phone in [bob, carol] { await phone.open(group) }
    let look = try await bob.send("look", picture: Picture("view"), in: group)
    let alone = try await bob.send("", picture: Picture("sunset"), in: group)
    for phone in [alice, bob, carol] {
      for id in [look, alone] {
        try await phone.expect(
          all: .that(\.photo?.content, of: .bubble(id), isNot: nil), within: .minutes(1))
      }
    }
    try await bob.expect(\.photo?.progress, of: .bubble(look), is: nil)
    // The author is no admin, and neither is Carol.
    for phone in [bob, carol] {
      try await phone.expect(
        all: .that(\.controls, of: .bubble(look), matches: "has no deleteMedia") {
          !$0.contains(.deleteMedia)
        }, within: .zero)
      await phone.openPicture(of: look)
      try await phone.expect(
        all: .present(.pictureViewer), .that(\.delete, of: .pictureViewer, is: nil), within: .zero)
    }
    await alice.openPicture(of: look)
    try await alice.expect(\.delete, of: .pictureViewer, is: "Delete media", within: .zero)
    await alice.deleteMedia(look)
    try await alice.expect(
      all: .absent(.pictureViewer), .that(\.photo, of: .bubble(look), is: nil),
      .that(\.mediaNote, of: .bubble(look), is: "Media deleted"),
      .that(\.text, of: .bubble(look), is: "look"), within: .zero)
    for phone in [bob, carol] {
      try await phone.expect(
        all: .absent(.pictureViewer), .that(\.photo, of: .bubble(look), is: nil),
        .that(
          \.mediaNote, of: .bubble(look), is: (phone === bob ? "Media deleted" : "Medien gelöscht")),
        .that(\.text, of: .bubble(look), is: "look"),
        .that(\.isDeleted, of: .bubble(look), is: false), within: .seconds(2))
    }
    try await alice.expect(
      all: .that(
        \.accessibilityLabel, of: .bubble(look),
        matches: "begins with “Bob: look, Media deleted, ”"
      ) { $0.hasPrefix("Bob: look, Media deleted, ") }, within: .zero)
    try await world.untilQuiet()
    try await world.expectPictures(1)

    // In a tunnel, and by a process that ends before it can tell.
    await alice.setAirplaneMode(true)
    await alice.deleteMedia(alone)
    try await alice.expect(
      all: .that(\.text, of: .bubble(alone), is: "Media deleted"),
      .that(\.mediaNote, of: .bubble(alone), is: nil), within: .zero)
    try await alice.kill()
    try await bob.expect(
      all: .that(\.photo?.content, of: .bubble(alone), isNot: nil), for: .seconds(30))
    try await alice.relaunch()
    try await alice.expect(\.preview, of: .conversation(group), is: "Media deleted")
    await alice.setAirplaneMode(false)
    try await bob.expect(
      all: .that(\.photo, of: .bubble(alone), is: nil),
      .that(\.text, of: .bubble(alone), is: "Media deleted"), within: .seconds(30))
    try await carol.expect(\.text, of: .bubble(alone), is: "Medien gelöscht")
    try await world.untilQuiet()
    try await world.expectPictures(0)
    for phone in [alice, bob, carol] {
      try world.require(phone.keptPictures, is: [], "the files on \(phone.name)'s phone")
    }
    // The author's phone is off: the backend removes the file.
    await alice.open(group)
    let hut = try await bob.send("hut", picture: Picture("hut"), in: group)
    try await alice.expect(
      all: .that(\.photo?.content, of: .bubble(hut), isNot: nil), within: .minutes(1))
    try await bob.kill()
    await alice.deleteMedia(hut)
    try await carol.expect(\.mediaNote, of: .bubble(hut), is: "Medien gelöscht")
    try await world.untilQuiet()
    try await world.expectPictures(0)
    try await bob.relaunch()
    await bob.open(group)
    // The text is its author's still.
    await bob.edit(look, to: "look there")
    try await carol.expect(
      all: .that(\.text, of: .bubble(look), is: "look there"),
      .that(\.mediaNote, of: .bubble(look), is: "Medien gelöscht"))
    await bob.delete(look)
    try await carol.expect(
      all: .that(\.isDeleted, of: .bubble(look), is: true),
      .that(\.mediaNote, of: .bubble(look), is: nil))
  }

  static let promotedWhileReading = Scenario(
    "B reads as A makes him a moderator and then an admin: at once he can pin, and then delete a photo, without a touch",
    covers: "PM-16", "PM-18", tags: .groups, .members
  ) { (world: ChatWorld) in
    let (alice, bob, carol) = try await world.phones("Alice", "Bob", "Carol", on: .wifi)
    let group = try await alice.startConversation(with: bob, carol, isGroup: true)
    await bob.open(group)
    let view = Picture("view", byteCount: 300_000)
    let look = try await carol.send("look", picture: view, in: group)
    try await bob.expect(
      all: .that(\.photo?.content, of: .bubble(look), is: view.content),
      .that(\.canPin, of: .thread, is: false), .that(\.controls, of: .bubble(look), is: []),
      within: .minutes(1))
    await alice.openInfo(of: group)
    try await world.untilQuiet()
    await alice.give(.moderator, to: "bob", in: group)
    try await bob.expect(
      all: .that(\.canPin, of: .thread, is: true), .that(\.controls, of: .bubble(look), is: []))
    try await world.untilQuiet()
    await alice.give(.admin, to: "bob", in: group)
    try await bob.expect(\.controls, of: .bubble(look), is: [.deleteMedia])
  }

  static let mediaDeletedOnItsWay = Scenario(
    "An admin deletes a photo that is on its way: the upload ends, and what the backend refuses is shown again",
    covers: "PM-18", tags: .groups, .fault, pinned: .links, .clocks, .policies, .traffic
  ) { (world: ChatWorld) in
    let alice = try await world.phone("Alice", on: .lte)
    let bob = try await world.phone("Bob", on: .threeG)
    let group = try await alice.startConversation(with: bob, isGroup: true)
    await bob.open(group)
    let view = Picture("view", byteCount: 1_000_000)
    let look = try await bob.send("look", picture: view, in: group)
    try await bob.expect(\.photo?.progress, of: .bubble(look), is: "26 %", within: .minutes(1))
    world.refuseNext(.message, by: alice)
    await alice.deleteMedia(look)
    try await alice.expect(
      all: .that(\.alert, is: "The media could not be deleted"),
      .that(\.photo, of: .bubble(look), isNot: nil), .that(\.mediaNote, of: .bubble(look), is: nil),
      within: .seconds(2))
    await alice.answerAlert()
    await alice.deleteMedia(look)
    try await bob.expect(
      all: .that(\.photo, of: .bubble(look), is: nil),
      .that(\.mediaNote, of: .bubble(look), is: "Media deleted"),
      .that(\.offersRetry, of: .bubble(look), is: false), within: .seconds(3))
    try await world.advance(by: .minutes(2))
    let sent = await world.meter()[.uploadBytes, device: bob.name]
    try world.require(sent, in: ..<1_000_000, "the bytes sent before the upload is stopped")
    try await world.expectPictures(0)
    try world.require(bob.keptPictures, is: [], "the files on Bob's phone")

    // Of her own: the phone that uploads is the one that deletes.
    let mine = try await alice.send("mine", picture: view, in: group)
    try await bob.expect(all: .that(\.photo, of: .bubble(mine), isNot: nil))
    await alice.deleteMedia(mine)
    try await bob.expect(\.mediaNote, of: .bubble(mine), is: "Media deleted")
    try await world.advance(by: .minutes(2))
    try await alice.expect(
      all: .that(\.photo, of: .bubble(mine), is: nil), .that(\.alert, is: nil), within: .zero)
    try await world.expectPictures(0)
  }

  static let mediaDeletedBeforeTheAnswer = Scenario(
    "An admin deletes a photo whose author never heard that its message was sent: back from a tunnel, nothing is uploaded any more",
    covers: "PM-18", tags: .groups, .fault, .offline, pinned: .links, .clocks, .policies, .traffic
  ) { (world: ChatWorld) in
    let (alice, bob) = try await world.phones("Alice", "Bob", on: .lte)
    let group = try await alice.startConversation(with: bob, isGroup: true)
    for phone in [alice, bob] { await phone.open(group) }
    try await world.untilQuiet()
    world.loseNextAcknowledgement(to: bob, of: .message)
    let look = try await bob.send("look", picture: Picture("view"), in: group)
    try await alice.expect(
      all: .that(\.controls, of: .bubble(look), matches: "has deleteMedia") {
        $0.contains(.deleteMedia)
      })
    await bob.setAirplaneMode(true)
    await alice.deleteMedia(look)
    try await alice.expect(\.mediaNote, of: .bubble(look), is: "Media deleted")
    await bob.setAirplaneMode(false)
    try await bob.expect(
      all: .that(\.photo, of: .bubble(look), is: nil),
      .that(\.mediaNote, of: .bubble(look), is: "Media deleted"),
      .that(\.status, of: .bubble(look), is: .read), within: .seconds(30))
    try await world.untilQuiet()
    try await world.expectPictures(0)
    try world.require(bob.keptPictures, is: [], "the files on Bob's phone")
  }

  static let tombstoneOfAnotherClient = Scenario(
    "A message with a photo is deleted from elsewhere while its phone is off, and the app is installed anew: the file goes",
    covers: "RG-01", tags: .restart, pinned: .links
  ) { (world: ChatWorld) in
    let (alice, bob) = try await world.phones("Alice", "Bob", on: .lte)
    let chat = try await alice.startConversation(with: bob)
    await bob.open(chat)
    let look = try await alice.send("look", picture: Picture("view"), in: chat)
    try await bob.expect(
      all: .that(\.photo?.content, of: .bubble(look), isNot: nil), within: .minutes(1))
    try await alice.expect(\.photo?.progress, of: .bubble(look), is: nil)
    try await world.expectPictures(1)
    try await alice.kill()
    let place = "messages/\(chat)/\(look)"
    try await world.accepts(
      "alice", "delete the message by a client that knows nothing of storage",
      [
        Path(unchecked: "\(place)/text"): .empty, Path(unchecked: "\(place)/attachments"): .empty,
        Path(unchecked: "\(place)/deletedAt"): now,
      ])
    try await alice.reinstall()
    try await alice.relaunch()
    await alice.open(chat)
    for phone in [alice, bob] {
      try await phone.expect(
        all: .that(\.isDeleted, of: .bubble(look), is: true),
        .that(\.photo, of: .bubble(look), is: nil))
    }
    try await world.untilQuiet()
    try await world.expectPictures(0)
  }

  static let refusedTombstone = Scenario(
    "The backend refuses to delete a message with a photo: it is there again, with its photo, also for who has not seen it",
    covers: "RG-01", tags: .fault, pinned: .links, .clocks, .policies, .traffic
  ) { (world: ChatWorld) in
    let (alice, bob) = try await world.phones("Alice", "Bob", on: .lte)
    let chat = try await alice.startConversation(with: bob)
    let view = Picture("view")
    let look = try await alice.send("look", picture: view, in: chat)
    try await alice.expect(
      all: .that(\.photo, of: .bubble(look), isNot: nil),
      .that(\.photo?.progress, of: .bubble(look), is: nil), within: .minutes(1))
    world.refuseNext(.message, by: alice)
    await alice.delete(look)
    try await alice.expect(\.isDeleted, of: .bubble(look), is: true, within: .zero)
    // Her phone keeps its file until the backend has answered.
    try world.require(alice.keptPictures.count, is: 1, "the number of files on Alice's phone")
    try await alice.expect(
      all: .that(\.isDeleted, of: .bubble(look), is: false),
      .that(\.photo?.content, of: .bubble(look), is: view.content), within: .seconds(2))
    try await world.untilQuiet()
    try await world.expectPictures(1)
    await bob.open(chat)
    try await bob.expect(\.photo?.content, of: .bubble(look), is: view.content, within: .minutes(1))
    await alice.delete(look)
    try await bob.expect(\.isDeleted, of: .bubble(look), is: true)
    try await world.untilQuiet()
    try await world.expectPictures(0)
  }

  static let forgedMediaDeletion = Scenario(
    "Nobody deletes media but an admin of the living group who may see them, in their own name, now, whole and for good",
    covers: "PM-18", tags: .rules, .groups
  ) { (world: ChatWorld) in
    let (alice, bob) = try await world.phones("Alice", "Bob", on: .wifi)
    for (id, name) in [("carol", "Carol"), ("dave", "Dave"), ("mallory", "Mallory")] {
      await world.openAccount(of: UserID(id), named: name)
    }
    let pair = try await alice.startConversation(with: bob)
    let ours = try await bob.send("ours", picture: Picture("ours"), in: pair)
    let over = try await alice.startConversation(with: bob, isGroup: true)
    let last = try await bob.send("last", picture: Picture("last"), in: over)
    let group = try await alice.startConversation(
      with: [bob], and: ["carol", "dave"], isGroup: true)
    await world.makeAdmin("dave", of: group)
    let view = try await bob.send("view", picture: Picture("view"), in: group)
    let words = try await bob.send("words", in: group)
    try await world.untilQuiet()
    await alice.remove("dave", from: group)
    try await alice.expect(\.members.count, of: .thread, is: 3)
    try await world.untilQuiet()
    func delete(
      _ message: MessageID, in id: ConversationID, by user: String, _ changes: [Path: Node] = [:]
    ) -> [Path: Node] {
      let place = Path(unchecked: "messages/\(id)/\(message)")
      let fields: [Path: Node] = [
        "attachments": .empty, "mediaDeletedAt": now, "mediaDeletedBy": Node(.string(user)),
      ]
      // order: the result has none.
      return Dictionary(
        uniqueKeysWithValues: fields.merging(changes) { $1 }.map {
          (place.appending($0.key), $0.value)
        })
    }
    try await world.refuses("carol", "delete as a member", delete(view, in: group, by: "carol"))
    try await world.refuses("bob", "delete as the author", delete(view, in: group, by: "bob"))
    try await world.refuses("mallory", "delete as nobody", delete(view, in: group, by: "mallory"))
    try await world.refuses(nil, "delete without signing in", delete(view, in: group, by: "alice"))
    try await world.refuses("dave", "delete when gone", delete(view, in: group, by: "dave"))
    await alice.add("dave", to: group)
    try await alice.expect(\.members.count, of: .thread, is: 4)
    try await world.untilQuiet()
    try await world.refuses("dave", "delete as he once could", delete(view, in: group, by: "dave"))
    await world.makeAdmin("dave", of: group)
    try await world.refuses(
      "dave", "delete what he may not see", delete(view, in: group, by: "dave"))
    for user in ["alice", "bob"] {
      try await world.refuses(user, "delete in 1:1", delete(ours, in: pair, by: user))
    }

    func refuse(_ deed: String, _ changes: [Path: Node]) async throws {
      try await world.refuses("alice", deed, delete(view, in: group, by: "alice", changes))
    }
    try await refuse("delete in Bob's name", ["mediaDeletedBy": "bob"])
    try await refuse("delete in no name", ["mediaDeletedBy": .empty])
    try await refuse("delete in the past", ["mediaDeletedAt": 1])
    try await refuse("delete at no time", ["mediaDeletedAt": .empty])
    try await refuse(
      "delete without a trace", ["mediaDeletedAt": .empty, "mediaDeletedBy": .empty])
    for user in ["alice", "bob", "mallory"] {
      try await world.refuses(
        user, "say who has deleted what is there",
        [Path(unchecked: "messages/\(group)/\(view)/mediaDeletedBy"): Node(.string(user))])
    }
    try await refuse("change the text along", ["text": "mine"])
    try await refuse("take the text along", ["text": .empty])
    try await refuse("take the message over", ["author": "alice"])
    try await refuse("leave a tombstone", ["deletedAt": now, "text": .empty])
    let place = try world.placeOfPicture(of: view, on: alice)
    try await refuse("put another in its place", ["attachments": ["1": picture]])
    try await refuse("leave it there", ["attachments": ["1": uploaded(at: place)]])
    try await world.refuses(
      "alice", "say so and touch nothing",
      [
        Path(unchecked: "messages/\(group)/\(view)/mediaDeletedAt"): now,
        Path(unchecked: "messages/\(group)/\(view)/mediaDeletedBy"): "alice",
      ])
    try await world.refuses(
      "alice", "delete where there is none", delete(words, in: group, by: "alice"))
    try await world.accepts("alice", "delete a picture", delete(view, in: group, by: "alice"))
    // In the very instant.
    try await world.refuses(
      "mallory", "say another at once",
      [Path(unchecked: "messages/\(group)/\(view)/mediaDeletedBy"): "mallory"])
    try await world.refuses(
      "mallory", "take away at once what is gone",
      [Path(unchecked: "messages/\(group)/\(view)/attachments"): .empty])
    for phone in [alice, bob] {
      await phone.open(group)
      try await phone.expect(\.mediaNote, of: .bubble(view), is: "Media deleted")
    }
    try await refuse("delete it twice", [:])
    let message = "messages/\(group)/\(view)"
    for user in ["alice", "bob"] {
      for (deed, changes) in [
        ("forget when", [Path(unchecked: "\(message)/mediaDeletedAt"): .empty]),
        ("forget who", [Path(unchecked: "\(message)/mediaDeletedBy"): .empty]),
        ("say another", [Path(unchecked: "\(message)/mediaDeletedBy"): "carol"]),
        ("bring it back", [Path(unchecked: "\(message)/attachments/1"): picture]),
        (
          "edit it back",
          [
            Path(unchecked: "\(message)/text"): "x", Path(unchecked: "\(message)/revision"): 1,
            Path(unchecked: "\(message)/attachments/1"): picture,
          ]
        ),
      ] as [(String, [Path: Node])] {
        try await world.refuses(user, deed, changes)
      }
    }
    for (field, mark) in [("mediaDeletedAt", now), ("mediaDeletedBy", "bob")] as [(String, Node)] {
      let edit: [Path: Node] = [
        Path(unchecked: "\(message)/text"): "x", Path(unchecked: "\(message)/revision"): 1,
        Path(unchecked: "\(message)/\(field)"): .empty,
      ]
      try await world.refuses("bob", "edit \(field) away", edit)
      let plain: [(Key, Node)] = [("author", "bob"), ("sentAt", now), ("text", "x")]
      try await world.refuses(
        "bob", "send with \(field)",
        [Path(unchecked: "messages/\(group)/m1"): Node(children: plain + [(Key(field), mark)])])
    }
    try await world.accepts(
      "bob", "edit the text",
      [Path(unchecked: "\(message)/text"): "x", Path(unchecked: "\(message)/revision"): 1])
    let later = try await bob.send("later", picture: Picture("later"), in: group)
    try await world.untilQuiet()
    try await world.accepts(
      "dave", "delete what came after he joined", delete(later, in: group, by: "dave"))
    try await world.untilQuiet()
    try await world.expectPictures(2)

    // A group that is over stays as it is.
    await alice.open(over)
    await alice.remove(bob.userID, from: over)
    await alice.confirm()
    try await alice.expect(\.isReadOnly, of: .thread, is: true)
    try await world.untilQuiet()
    try await world.refuses("alice", "delete in the archive", delete(last, in: over, by: "alice"))
    try await alice.expect(
      all: .that(\.controls, of: .bubble(last), matches: "has no deleteMedia") {
        !$0.contains(.deleteMedia)
      })
    try await world.expectPictures(2)
  }
}

private let now = Node(.timestamp)

private let picture: Node = [
  "type": "image/jpeg", "bytes": 200_000, "width": 1_600, "height": 1_200, "state": "uploading",
  "file": "0123456789abcdef0123-1",
]

/// The record of a picture that is complete.
private func uploaded(at place: Path) -> Node {
  [
    "type": "image/jpeg", "bytes": 200_000, "width": 1_600, "height": 1_200, "state": "uploaded",
    "file": Node(.string(place.last?.text ?? "")), "url": Node(.string(place.description)),
    "uploadedAt": now,
  ]
}
