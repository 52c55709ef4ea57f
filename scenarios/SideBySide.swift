import Chat
import Rehearsal

// Two phones of one user, two groups of one admin, and two pictures on one phone: what is done with one leaves the other alone.

extension Scenarios {
  static let typingGoesOnElsewhere = Scenario(
    "B types on his tablet, whose network is gone without a word, and goes on on his phone: A sees that he types",
    covers: "TY-01", "TY-06", tags: .typing, .multiDevice, .fault,
    pinned: .links, .timings, .policies
  ) { (world: ChatWorld) in
    world.setPolicies { $0.showsTyping = true }
    let (alice, bob) = try await world.phones("Alice", "Bob", on: .wifi)
    let tablet = try await world.phone("Bob's iPad", user: "bob", on: .wifi)
    let chat = try await alice.startConversation(with: bob, tablet)
    for phone in [bob, tablet] { await phone.open(chat) }
    try await world.untilQuiet()
    await tablet.type("I was")
    try await alice.expect(\.typingLine, of: .thread, is: "Bob is typing…")
    let tunnel = tablet.partition()
    try await alice.expect(\.typingLine, of: .thread, is: nil)
    // The backend has the tablet's word until it notices that nobody is there.
    try world.require(await world.typists(in: chat), is: ["bob"], "who types by the backend")
    await bob.type("I was saying")
    try await alice.expect(\.typingLine, of: .thread, is: "Bob is typing…", within: .seconds(1))
    try await alice.expect(\.typingLine, of: .thread, is: nil)
    tunnel.end()
  }

  static let mutedLastInATunnel = Scenario(
    "B mutes a chat on his phone in a tunnel, and then mutes and unmutes it on his tablet: the phone's turn reaches the backend last and holds on both, without a banner",
    covers: "PM-02", "PM-04", tags: .push, .offline, .multiDevice,
    pinned: .duplicates, .policies, .timings, .links, .clocks
  ) { (world: ChatWorld) in
    world.setPolicies { $0.usesPush = true }
    let (alice, bob) = try await world.phones("Alice", "Bob", on: .wifi)
    let tablet = try await world.phone("Bob's iPad", user: "bob", on: .wifi)
    let chat = try await alice.startConversation(with: bob, tablet)
    try await world.untilQuiet()
    await bob.setAirplaneMode(true)
    await bob.mute(chat, for: .forever)
    try await world.advance(by: .minutes(5))
    await tablet.mute(chat, for: .forever)
    try await tablet.expect(\.isMuted, of: .conversation(chat), is: true)
    try await world.advance(by: .seconds(5))
    await tablet.unmute(chat)
    try await world.untilQuiet()
    try await world.advance(by: .minutes(5))
    await bob.setAirplaneMode(false)
    for phone in [tablet, bob] {
      try await phone.expect(\.isMuted, of: .conversation(chat), is: true, within: .minutes(1))
    }
    try await world.untilQuiet()
    _ = try await alice.send("hello", in: chat)
    for phone in [bob, tablet] {
      try await phone.expect(\.unread, of: .conversation(chat), is: 1)
      try await phone.expectNotifications(\.bannerCount, is: 0, for: .minutes(1))
    }
    await tablet.unmute(chat)
    try await world.untilQuiet()
    _ = try await alice.send("hello again", in: chat)
    for phone in [bob, tablet] {
      try await phone.expectNotifications(\.bannerCount, is: 1, within: .minutes(1))
    }
  }

  static let marksOfTwoGroups = Scenario(
    "In a tunnel A adds D to one group and gives it a photo: the marks stand on the information on that one, and not on that on another, of which D is a member",
    covers: "MA-09", "MA-10", "GI-05", tags: .groups, .members, .sheets, .offline,
    pinned: .links, .clocks, .policies, .traffic
  ) { (world: ChatWorld) in
    let (alice, bob) = try await world.phones("Alice", "Bob", on: .wifi)
    await world.openAccount(of: "dave", named: "Dave")
    let first = try await alice.startConversation(with: bob, isGroup: true)
    let second = try await alice.startConversation(with: [bob], and: ["dave"], isGroup: true)
    try await world.untilQuiet()
    let summit = Picture("summit")
    func showsMarks(
      in group: ConversationID, _ pending: [String?], _ uploading: String?, within limit: Duration
    ) async throws {
      await alice.open(group)
      await alice.openInfo(of: group)
      try await alice.expect(
        all: .that(\.users, of: .groupInfo, is: ["alice", "bob", "dave"]),
        .that("pending marks", of: .groupInfo, is: pending) { $0.members.map(\.pending) },
        .that(\.uploading, of: .groupInfo, is: uploading), within: limit)
    }
    await alice.setAirplaneMode(true)
    await alice.add("dave", to: first)
    await alice.open(first)
    await alice.openInfo(of: first)
    await alice.setPhoto(summit, of: first)
    try await showsMarks(in: first, [nil, nil, "Pending"], "Uploading…", within: .seconds(1))
    try await showsMarks(in: second, [nil, nil, nil], nil, within: .zero)
    await alice.setAirplaneMode(false)
    try await showsMarks(in: first, [nil, nil, nil], nil, within: .minutes(1))
    try await bob.expect(
      \.photo?.content, of: .conversation(first), is: summit.content, within: .minutes(1))
    try await bob.expect(
      all: .present(.conversation(second)), .that(\.photo, of: .conversation(second), is: nil),
      within: .zero)
  }

  static let deletedBeforeAnother = Scenario(
    "A sends two photos on a slow network and deletes the first on its way: the second is sent by itself",
    covers: "AS-06", "RG-01", pinned: .links, .clocks, .policies, .traffic
  ) { (world: ChatWorld) in
    let alice = try await world.phone("Alice", on: .threeG)
    let bob = try await world.phone("Bob", on: .lte)
    let chat = try await alice.startConversation(with: bob)
    await bob.open(chat)
    let photo = Picture("hut")
    let sea = try await alice.send(
      "sea", picture: Picture("sea", byteCount: 1_000_000), in: chat)
    let hut = try await alice.send("hut", picture: photo, in: chat)
    try await alice.expect(\.photo?.progress, of: .bubble(sea), is: "26 %", within: .minutes(1))
    await alice.delete(sea)
    try await bob.expect(
      all: .that(\.isDeleted, of: .bubble(sea), is: true),
      .that(\.photo?.content, of: .bubble(hut), is: photo.content), within: .minutes(1))
    try await alice.expect(
      all: .that(\.photo?.content, of: .bubble(hut), is: photo.content),
      .that(\.photo?.progress, of: .bubble(hut), is: nil), within: .seconds(10))
    try await world.untilQuiet()
    try await world.expectPictures(1)
  }

  static let bothFilesGo = Scenario(
    "An admin deletes the photos of B's message, of which there are two: both files go from storage and from all phones",
    covers: "PM-18", "PM-21", tags: .groups, pinned: .links, .clocks, .policies, .traffic
  ) { (world: ChatWorld) in
    world.setPolicies { $0.attachments = .carousel }
    let (alice, bob, carol) = try await world.phones("Alice", "Bob", "Carol", on: .lte)
    let group = try await alice.startConversation(with: bob, carol, isGroup: true)
    for phone in [bob, carol] { await phone.open(group) }
    let pictures = [Picture("sea"), Picture("hut")]
    let look = try await bob.send("look", pictures: pictures, in: group)
    for phone in [alice, carol] {
      try await phone.expect(
        all: .that("what is drawn", of: .bubble(look), is: pictures.map { $0.content }) {
          $0.photos.map(\.content)
        }, within: .minutes(1))
    }
    try await world.untilQuiet()
    try await world.expectPictures(2)
    for phone in [alice, bob, carol] {
      try world.require(phone.keptPictures.count, is: 2, "the pictures kept by \(phone.name)")
    }
    await alice.deleteMedia(look)
    for phone in [alice, bob, carol] {
      try await phone.expect(\.mediaNote, of: .bubble(look), is: "Media deleted")
    }
    try await world.untilQuiet()
    try await world.expectPictures(0)
    for phone in [alice, bob, carol] {
      try world.require(phone.keptPictures, is: [], "the pictures kept by \(phone.name)")
    }
  }
}
