import Chat
import Rehearsal

// The name, the photo and the list of members of a group (GI), and who may see and change what (SE).

extension Scenarios {
  static let groupInformation = Scenario(
    "Admins name a group and give it a photo: everybody sees it at once, offline phones later, and it stays",
    covers: "GI-02", "GI-03", "GI-07", "GI-08", tags: .groups, .sheets, .offline, .restart
  ) { (world: ChatWorld) in
    let (alice, bob, carol) = try await world.phones("Alice", "Bob", "Carol", on: .lte)
    let group = try await alice.startConversation(with: bob, carol, isGroup: true)
    await carol.setAirplaneMode(true)
    for phone in [alice, bob] {
      await phone.open(group)
      await phone.openInfo(of: group)
    }
    try await bob.expect(
      all: .that(\.title, of: .groupInfo, is: "Alice, Carol"),
      .that(\.photo, of: .groupInfo, is: nil),
      .that(\.names, of: .groupInfo, is: ["Alice", "Bob", "Carol"]))
    await alice.rename(group, to: "Hiking\n2026")
    let (hut, peak) = (Picture("hut"), Picture("peak"))
    await alice.setPhoto(hut, of: group)
    for phone in [alice, bob] {
      try await phone.expect(
        all: .that(\.title, of: .groupInfo, is: "Hiking 2026"),
        .that(\.picture, of: .groupInfo, is: hut.content), within: .seconds(10))
    }
    await carol.setAirplaneMode(false)
    try await carol.expect(\.title, of: .conversation(group), is: "Hiking 2026")
    // Of a long name as much is kept as the rules take, which count an emoji as two.
    await alice.rename(group, to: String(repeating: "👍", count: 40))
    let thumbs = String(repeating: "👍", count: 32)
    try await bob.expect(\.title, of: .groupInfo, is: thumbs, within: .seconds(10))
    await alice.rename(group, to: "Hiking 2026")
    try await bob.expect(\.title, of: .groupInfo, is: "Hiking 2026", within: .seconds(10))
    // A blank name is none.
    await alice.rename(group, to: " ")
    try await alice.expect(\.title, of: .groupInfo, is: "Hiking 2026", for: .seconds(30))

    // A name that the backend refuses is taken back, and the person is told.
    world.refuseNext(.any, by: alice)
    await alice.rename(group, to: "Refused")
    try await alice.expect(\.alert, is: "The group could not be changed")
    await alice.answerAlert()
    try await alice.expect(\.title, of: .groupInfo, is: "Hiking 2026", within: .zero)

    // Two admins change what they like at the same time: each property has its last word.
    await world.makeAdmin(bob.userID, of: group)
    try await bob.expect(\.canEdit, of: .groupInfo, is: true)
    for phone in [alice, bob] { await phone.setAirplaneMode(true) }
    await alice.rename(group, to: "Climbing")
    await bob.setPhoto(peak, of: group)
    try await alice.kill()
    try await alice.relaunch()
    await alice.open(group)
    await alice.openInfo(of: group)
    // The names that were seen once are there without a network.
    try await alice.expect(
      \.names, of: .groupInfo, is: ["Alice", "Bob", "Carol"], within: .seconds(1))
    await alice.closeSheet()
    for phone in [bob, alice] {
      await phone.setAirplaneMode(false)
      try await carol.expect(
        \.title, of: .conversation(group), is: (phone === bob ? "Hiking 2026" : "Climbing"),
        within: .minutes(1))
    }
    await bob.closeSheet()
    for phone in [alice, bob, carol] {
      await phone.open(group)
      await phone.openInfo(of: group)
      try await phone.expect(
        all: .that(\.title, of: .groupInfo, is: "Climbing"),
        .that(\.picture, of: .groupInfo, is: peak.content),
        .that("roles", of: .groupInfo, is: ["Admin", "Admin", nil]) { $0.members.map(\.role) },
        .that(\.members.count, of: .groupInfo, is: 3), within: .minutes(2))
    }
  }

  static let renamedAtOnce = Scenario(
    "Two admins rename a group at the same time: all phones show the name that the backend took last",
    covers: "GI-03", "GI-07", tags: .groups, .sheets
  ) { (world: ChatWorld) in
    let (alice, bob, carol) = try await world.phones("Alice", "Bob", "Carol", on: .lte)
    let group = try await alice.startConversation(with: bob, carol, isGroup: true)
    await world.makeAdmin(bob.userID, of: group)
    for phone in [alice, bob] {
      await phone.open(group)
      await phone.openInfo(of: group)
      try await phone.expect(\.canEdit, of: .groupInfo, is: true)
    }
    await bob.rename(group, to: "Climbing")
    await alice.rename(group, to: "Hiking")
    try await world.untilQuiet()
    let last = await world.name(of: group)
    try world.require(
      ["Climbing", "Hiking"].contains(last), "one of the two names, and not \(last ?? "none")")
    for phone in [alice, bob] {
      try await phone.expect(\.title, of: .groupInfo, is: last ?? "", within: .zero)
    }
    try await carol.expect(\.title, of: .conversation(group), is: last ?? "", within: .zero)
  }

  static let forgedInformation = Scenario(
    "Nobody but admins changes the name, the photo or the members of a group, and nobody to what cannot be shown",
    covers: "GI-04", tags: .rules, .groups
  ) { (world: ChatWorld) in
    let (alice, bob) = try await world.phones("Alice", "Bob", on: .wifi)
    await world.openAccount(of: "mallory", named: "Mallory")
    let group = try await alice.startConversation(with: bob, isGroup: true)
    let pair = try await alice.startConversation(with: bob)
    let long = String(repeating: "x", count: 65)
    for (field, value) in [("name", "Ours"), ("photo", "/groups/\(group)/alice/p1")] {
      func change(_ node: Node, in id: ConversationID) -> [Path: Node] {
        [Path(unchecked: "conversations/\(id)/\(field)"): node]
      }
      for user in ["bob", "mallory", nil] {
        try await world.refuses(
          user, "change the \(field)", change(Node(.string(value)), in: group))
      }
      try await world.refuses("alice", "empty the \(field)", change("", in: group))
      try await world.refuses("alice", "count with the \(field)", change(7, in: group))
      try await world.refuses("alice", "take the \(field) out", change(.empty, in: group))
      try await world.refuses("alice", "give two a \(field)", change("Us", in: pair))
      try await world.accepts(
        "alice", "change the \(field)", change(Node(.string(value)), in: group))
      try await world.refuses("bob", "take the \(field) out", change(.empty, in: group))
    }
    try await world.refuses(
      "alice", "give a long name", ["conversations/\(group)/name": Node(.string(long))])
    let place = "/groups/\(group)/alice/"
    let photo = place + String(repeating: "p", count: 1_000 - place.count)
    try await world.refuses(
      "alice", "tell a long place", ["conversations/\(group)/photo": Node(.string(photo + "p"))])
    try await world.accepts(
      "alice", "tell a place of 1,000", ["conversations/\(group)/photo": Node(.string(photo))])
    try await world.refuses(
      "bob", "remove Alice",
      [
        "changes/\(group)/c1": [
          "by": "bob", "at": now, "kind": "removed", "users": ["alice": true], "archives": true,
        ],
        "conversations/\(group)/lastChange": "c1",
        "conversations/\(group)/archivedAt": now,
        "conversations/\(group)/members/alice": .empty,
        "conversations/\(group)/admins/alice": .empty, "memberships/alice/\(group)": .empty,
      ])
    try await bob.expect(\.title, of: .conversation(group), is: "Ours")
  }

  static let removedOutsider = Scenario(
    "A removed user reads nothing new and adds no receipt by any program; a member of two marks for himself alone",
    covers: "SE-01", "SE-03", "SE-07", "SE-10", tags: .rules, .groups, .members, .receipts
  ) { (world: ChatWorld) in
    let (alice, bob, carol) = try await world.phones("Alice", "Bob", "Carol", on: .wifi)
    await world.openAccount(of: "mallory", named: "Mallory")
    let group = try await alice.startConversation(with: bob, carol, isGroup: true)
    let before = try await alice.send("before", in: group)
    let read = try await alice.send("read", in: group)
    try await alice.expect(\.status, of: .bubble(read), is: .delivered)
    func mark(_ message: MessageID, by user: String, _ time: Node = now) -> [Path: Node] {
      [Path(unchecked: "receipts/\(group)/\(user)/\(message)"): time]
    }
    func places() -> [Path] {
      ["receipts", "deliveries", "messages", "typing", "conversations"].map {
        Path(unchecked: "\($0)/\(group)")
      }
    }
    let everybody: [String?] = ["alice", "bob", "carol", "mallory", nil]
    for place in places() {
      try await world.shows(place, only: ["alice", "bob", "carol"], of: everybody)
    }
    try await world.accepts("bob", "read a message", mark(read, by: "bob"))
    await alice.remove(bob.userID, from: group)
    try await bob.expect(\.badge, is: 0)
    try await carol.expect(\.preview, of: .conversation(group), is: "Alice removed Bob")
    let after = try await alice.send("after", in: group)
    try await alice.expect(\.status, of: .bubble(after), is: .delivered)
    for place in places() {
      try await world.shows(place, only: ["alice", "carol"], of: everybody)
    }
    try await world.shows(
      Path(unchecked: "messages/\(group)/\(after)"), only: ["alice", "carol"], of: everybody)
    let newest = try QueryParameters.all.ordered(by: .child("sentAt")).starting(at: .number(4e12))
    try await world.shows(
      Path(unchecked: "messages/\(group)"), newest, only: ["alice", "carol"], of: everybody)
    for message in [before, after] {
      try await world.refuses("bob", "read after leaving", mark(message, by: "bob"))
    }
    try await world.refuses("bob", "take his receipt back", mark(read, by: "bob", .empty))
    try await world.refuses("bob", "change his receipt", mark(read, by: "bob"))
    try await world.refuses("bob", "read as Carol", mark(after, by: "carol"))
    try await world.expectRead(read, in: group, by: bob)

    let pair = try await alice.startConversation(with: bob)
    let hello = try await alice.send("hello", in: pair)
    try await alice.expect(\.status, of: .bubble(hello), is: .delivered)
    func markPair(by user: String) -> [Path: Node] {
      [Path(unchecked: "receipts/\(pair)/\(user)/\(hello)"): now]
    }
    try await world.shows(
      Path(unchecked: "receipts/\(pair)"), only: ["alice", "bob"], of: everybody)
    for user in ["alice", "carol", nil] {
      try await world.refuses(user, "read for Bob", markPair(by: "bob"))
    }
    try await world.refuses("carol", "read as a stranger", markPair(by: "carol"))
    try await world.accepts("bob", "read in a conversation of two", markPair(by: "bob"))
    try await alice.expect(\.status, of: .bubble(hello), is: .read)
  }
}

extension Scenarios {
  static let uploadedPhoto = Scenario(
    "A uploads a photo of a group through a tunnel and a kill, from where it was: then all see it, and nobody before",
    covers: "GI-05", tags: .groups, .sheets, .offline, .restart,
    pinned: .links, .duplicates, .clocks
  ) { (world: ChatWorld) in
    let (alice, bob, carol) = try await world.phones("Alice", "Bob", "Carol", on: .lte)
    let group = try await alice.startConversation(with: bob, carol, isGroup: true)
    let other = try await alice.startConversation(with: bob, isGroup: true)
    await carol.setAirplaneMode(true)
    for phone in [alice, bob] {
      await phone.open(group)
      await phone.openInfo(of: group)
    }
    // 4 MB take some 5 s.
    let summit = Picture("summit", byteCount: 4_000_000)
    await alice.setPhoto(summit, of: group)
    try await alice.expect(\.uploading, of: .groupInfo, is: "Uploading…")
    try await world.advance(by: .seconds(3))
    let before = await world.meter()[.uploadBytes, device: alice.name]
    try world.require(before, in: 500_000..<4_000_000, "the bytes stored, a part of the photo,")
    await alice.setAirplaneMode(true)
    try await world.advance(by: .minutes(12))
    try await alice.kill()
    try await alice.relaunch()
    await alice.open(group)
    await alice.openInfo(of: group)
    try await alice.expect(
      all: .that(\.uploading, of: .groupInfo, is: "Uploading…"),
      .that(\.photo, of: .groupInfo, is: nil))
    try await bob.expect(\.photo, of: .groupInfo, is: nil, within: .zero)
    let none = await world.photo(of: group)
    try world.require(none, is: nil, "the group's photo before it is stored")
    // Her other group gets none.
    await alice.closeSheet()
    await alice.open(other)
    await alice.openInfo(of: other)
    try await alice.expect(
      all: .that(\.conversation, of: .groupInfo, is: other),
      .that(\.uploading, of: .groupInfo, is: nil), within: .zero)
    await alice.closeSheet()
    await alice.open(group)
    await alice.openInfo(of: group)
    await alice.setAirplaneMode(false)
    for phone in [alice, bob] {
      try await phone.expect(\.picture, of: .groupInfo, is: summit.content, within: .minutes(1))
    }
    try await alice.expect(\.uploading, of: .groupInfo, is: nil, within: .zero)
    await carol.setAirplaneMode(false)
    await carol.open(group)
    await carol.openInfo(of: group)
    try await carol.expect(\.picture, of: .groupInfo, is: summit.content, within: .minutes(2))
    let sent = await world.meter()[.uploadBytes, device: alice.name]
    try world.require(
      sent, in: 4_000_000..<4_600_000, "the bytes sent, of which none is stored already,")

    // Who changes their mind has the last word, and what the backend does not take for a photo is told of.
    await alice.setPhoto(Picture("clouds", byteCount: 3_000_000), of: group)
    let sun = Picture("sun")
    await alice.setPhoto(sun, of: group)
    for phone in [alice, bob, carol] {
      try await phone.expect(\.picture, of: .groupInfo, is: sun.content, within: .minutes(1))
    }
    await alice.setPhoto(Picture("film", format: .mp4), of: group)
    try await alice.expect(\.alert, is: "The group could not be changed", within: .minutes(1))
    await alice.answerAlert()
    try await bob.expect(\.picture, of: .groupInfo, is: sun.content, for: .minutes(1))
  }

  static let forgedPhotos = Scenario(
    "Nobody stores a file but a photo in their own name, replaces or removes one, or shows what is not the group's",
    covers: "SE-11", tags: .rules, .groups
  ) { (world: ChatWorld) in
    let (alice, bob) = try await world.phones("Alice", "Bob", on: .wifi)
    let group = try await alice.startConversation(with: bob, isGroup: true)
    let other = try await bob.startConversation(with: alice, isGroup: true)
    let photo = Picture("photo").content
    func place(_ text: String) -> Path { Path(unchecked: text) }
    let own = "groups/\(group)/alice/p1"
    for (user, path, type, deed) in [
      ("bob", own, "image/jpeg", "store a photo in Alice's name"),
      (nil, own, "image/jpeg", "store a photo without signing in"),
      ("alice", "groups/\(group)/p1", "image/jpeg", "store a photo of nobody's"),
      ("alice", "groups/\(group)/alice/a/p1", "image/jpeg", "store a photo deeper"),
      ("alice", "photos/p1", "image/jpeg", "store a photo elsewhere"),
      ("alice", "users/alice/p1", "image/jpeg", "store a photo of her own"),
      ("alice", own, "text/html", "store a page"),
      ("alice", own, "image/svg+xml", "store a drawing that runs"),
    ] as [(String?, String, String, String)] {
      let isTaken = await world.backend.storage.takes(
        photo, at: place(path), contentType: type, from: user)
      try world.require(!isTaken, "the rules to refuse \(user ?? "nobody"): \(deed)")
    }
    let huge = Picture("huge", byteCount: 5 * 1_024 * 1_024 + 1).content
    try world.require(
      !(await world.backend.storage.takes(huge, at: place(own), from: "alice")),
      "no photo of more than 5 MB")
    let large = Picture("large", byteCount: 5 * 1_024 * 1_024).content
    try world.require(
      await world.backend.storage.takes(large, at: place("\(own)-large"), from: "alice"),
      "a photo of 5 MB")
    try world.require(
      await world.backend.storage.takes(photo, at: place(own), from: "alice"), "a photo")
    try world.require(
      await world.backend.storage.takes(
        photo, at: place("\(own)-lossless"), contentType: "image/png", from: "alice"),
      "a photo without loss")
    for user in ["alice", "bob", nil] {
      try world.require(
        !(await world.backend.storage.takes(photo, at: place(own), from: user)),
        "nobody to replace a photo")
      try world.require(
        !(await world.backend.storage.removes(place(own), from: user)),
        "nobody to remove a photo, and store another in its place")
      let isShown = await world.backend.storage.shows(place(own), to: user)
      try world.require(
        isShown, is: user != nil, "whether the photo is shown, which it is for who is signed in,")
    }
    func show(_ text: String, in id: ConversationID = group) -> [Path: Node] {
      ["conversations/\(id)/photo": Node(.string(text))]
    }
    try await world.refuses("alice", "show what is anywhere", show("photos/p1"))
    try await world.refuses("alice", "show what is on the web", show("https://example.com/p1"))
    try await world.refuses(
      "alice", "show another group's photo", show("/groups/\(other)/alice/p1"))
    try await world.refuses("alice", "show a member's photo", show("/groups/\(group)/bob/p1"))
    try await world.refuses("bob", "show his photo", show("/groups/\(group)/bob/p1"))
    try await world.refuses("bob", "show Alice's in his group", show("/\(own)", in: other))
    try await world.accepts("alice", "show her photo", show("/\(own)"))
    await bob.open(group)
    await bob.openInfo(of: group)
    try await bob.expect(\.picture, of: .groupInfo, is: photo)
  }
}

private let now = Node(.timestamp)
