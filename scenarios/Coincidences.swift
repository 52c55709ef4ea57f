import Chat
import Rehearsal

// What meets by chance: two things in one millisecond, a change that is overtaken by the next, an answer that is lost.

extension Scenarios {
  static let addedAndGreeted = Scenario(
    "C is added and greeted in one millisecond: the message is hers, on her icon as in her list, and she reads it",
    covers: "JV-01", "UN-05", tags: .push, .groups, .members, pinned: .duplicates, .policies
  ) { (world: ChatWorld) in
    world.setPolicies { $0.usesPush = true }
    let (alice, bob, carol) = try await world.phones("Alice", "Bob", "Carol", on: .lte)
    let group = try await alice.startConversation(with: bob, isGroup: true)
    try await carol.enterBackground()
    try await world.untilQuiet()
    let place = "conversations/\(group)"
    try await world.accepts(
      "alice", "add Carol and greet her at once",
      [
        "changes/\(group)/c1": [
          "by": "alice", "at": now, "kind": "added", "users": ["carol": true],
        ],
        "\(place)/lastChange": "c1", "\(place)/members/carol": now,
        "\(place)/seats/3": "carol", "\(place)/seatOf/carol": "3",
        "memberships/carol/\(group)": now,
        "messages/\(group)/m1": ["author": "alice", "text": "welcome", "sentAt": now],
      ])
    try await carol.expectNotifications(
      all: .that(\.bodies, matches: "has “welcome”") { $0.contains("welcome") },
      .that(\.badge, is: 1))
    try await carol.enterForeground()
    try await carol.expect(
      all: .that(\.badge, is: 1), .that(\.unread, of: .conversation(group), is: 1))
    await carol.open(group)
    try await alice.expect(
      \.receiptLabel, of: .bubble(MessageID("m1")), is: "Read by 1 of 2")
  }

  static let greetedWithAPicture = Scenario(
    "C is added and greeted with a picture in one millisecond, and becomes an admin: she may take the picture out",
    covers: "PM-18", tags: .groups, .members, pinned: .duplicates, .policies
  ) { (world: ChatWorld) in
    let (alice, bob, carol) = try await world.phones("Alice", "Bob", "Carol", on: .lte)
    let group = try await alice.startConversation(with: bob, isGroup: true)
    try await world.untilQuiet()
    let place = "conversations/\(group)"
    let picture: Node = [
      "type": "image/jpeg", "bytes": 200_000, "width": 1_600, "height": 1_200, "state": "uploading",
      "file": "0123456789abcdef0123-1",
    ]
    try await world.accepts(
      "alice", "add Carol and greet her with a picture",
      [
        "changes/\(group)/c1": [
          "by": "alice", "at": now, "kind": "added", "users": ["carol": true],
        ],
        "\(place)/lastChange": "c1", "\(place)/members/carol": now,
        "\(place)/seats/3": "carol", "\(place)/seatOf/carol": "3",
        "memberships/carol/\(group)": now,
        "messages/\(group)/m1": [
          "author": "alice", "text": "welcome", "sentAt": now, "attachments": ["1": picture],
        ],
      ])
    await world.makeAdmin(carol.userID, of: group)
    await carol.open(group)
    let welcome = MessageID("m1")
    try await carol.expect(
      all: .that(\.controls, of: .bubble(welcome), matches: "contains deleteMedia") {
        $0.contains(.deleteMedia)
      })
    await carol.deleteMedia(welcome)
    for phone in [alice, carol] {
      try await phone.expect(\.mediaNote, of: .bubble(welcome), is: "Media deleted")
    }
  }

  static let toldLate = Scenario(
    "B is removed, added again, and types before the backend tells of the removal: no phone takes him for gone",
    covers: "BC-10", "NO-05", tags: .groups, .members, .push, .typing, .fault, .multiDevice,
    pinned: .timings, .links, .duplicates, .policies
  ) { (world: ChatWorld) in
    world.setPolicies {
      $0.usesPush = true
      $0.showsTyping = true
    }
    let (alice, bob, carol) = try await world.phones("Alice", "Bob", "Carol", on: .wifi)
    let tablet = try await world.phone("Bob's iPad", user: "bob", on: .wifi)
    let group = try await alice.startConversation(with: bob, carol, tablet, isGroup: true)
    await bob.open(group)
    try await tablet.enterBackground()
    try await world.untilQuiet()
    await alice.remove(bob.userID, from: group)
    while await world.members(of: group).contains(bob.userID) {
      try await world.advance(by: .microseconds(500))
    }
    // The function that tells of it is cut off, and runs again minutes later.
    world.restartBackend()
    try await bob.expect(\.isReadOnly, of: .thread, is: true)
    await alice.add(bob.userID, to: group)
    try await tablet.expectNotifications(\.bodies, is: ["Alice added you"], within: .minutes(1))
    try await bob.expect(\.isReadOnly, of: .thread, is: false)
    try world.require(
      await world.systemMessages(in: group).count, is: 1,
      "the number of system messages at the backend")
    while await world.systemMessages(in: group).count < 2 {
      await bob.type("I am here")
      try await world.advance(by: .seconds(2))
    }
    for _ in 1...10 {
      try world.require(await world.typists(in: group), is: ["bob"], "who types")
      try await world.advance(by: .milliseconds(50))
    }
    try await tablet.expectNotifications(\.bodies, is: ["Alice added you"], for: .minutes(1))
  }

  static let addedByOneWhoLeft = Scenario(
    "A adds C and leaves at once: the notification names A, as all others do",
    covers: "NO-02", tags: .groups, .members, .push, pinned: .duplicates, .policies, .links,
    .timings
  ) { (world: ChatWorld) in
    world.setPolicies { $0.usesPush = true }
    let (alice, bob, carol) = try await world.phones("Alice", "Bob", "Carol", on: .lte)
    let dave = try await world.phone("Dave", on: .lte)
    let group = try await alice.startConversation(with: bob, dave, isGroup: true)
    try await carol.enterBackground()
    try await world.untilQuiet()
    await alice.add(carol.userID, to: group)
    await alice.remove(alice.userID, from: group)
    try await carol.expectNotifications(
      all: .that(\.bodies, is: ["Alice added you"]), .that(\.titles, is: ["Bob, Dave"]))
  }

  static let removedFromMuted = Scenario(
    "B has muted a group for ever and is removed from it: no phone of his makes a sound",
    covers: "PM-02", tags: .groups, .members, .push, pinned: .duplicates, .policies
  ) { (world: ChatWorld) in
    world.setPolicies { $0.usesPush = true }
    let (alice, bob, carol) = try await world.phones("Alice", "Bob", "Carol", on: .lte)
    let group = try await alice.startConversation(with: bob, carol, isGroup: true)
    await bob.mute(group, for: .forever)
    try await world.untilQuiet()
    for phone in [bob, carol] { try await phone.enterBackground() }
    try await world.untilQuiet()
    await alice.remove(bob.userID, from: group)
    try await alice.expect(\.users, of: .thread, is: ["alice", "carol"])
    try await world.untilQuiet()
    await alice.remove(carol.userID, from: group)
    await alice.confirm()
    try await carol.expectNotifications(\.count, is: 1)
    try await bob.expectNotifications(\.bannerCount, is: 0, for: .minutes(1))
  }

  static let goesOnWithThird = Scenario(
    "A removes the last other member in a tunnel, to archive the group, while that one adds C: with C it goes on",
    covers: "MR-13", tags: .groups, .members, .offline
  ) { (world: ChatWorld) in
    let (alice, bob, carol) = try await world.phones("Alice", "Bob", "Carol", on: .lte)
    let group = try await alice.startConversation(with: bob, isGroup: true)
    await world.makeAdmin(bob.userID, of: group)
    await bob.open(group)
    await bob.openInfo(of: group)
    try await bob.expect(\.add, of: .groupInfo, is: "Add")
    try await world.untilQuiet()
    await alice.setAirplaneMode(true)
    await alice.remove(bob.userID, from: group)
    try await alice.expect(\.confirm, of: .question, is: "Archive")
    await alice.confirm()
    try await alice.expect(\.isReadOnly, of: .thread, is: true)
    await bob.closeSheet()
    await bob.add(carol.userID, to: group)
    try await carol.expect(\.unread, of: .conversation(group), is: 0)
    await alice.setAirplaneMode(false)
    try await bob.expect(\.isReadOnly, of: .thread, is: true, within: .minutes(1))
    for phone in [alice, carol] { await phone.open(group) }
    for phone in [alice, carol] {
      try await phone.expect(
        all: .that(\.isReadOnly, of: .thread, is: false), .absent(.alert),
        .that(\.users, of: .thread, is: ["alice", "carol"]), within: .minutes(1))
    }
    let hello = try await carol.send("hello", in: group)
    try await carol.expect(\.receiptLabel, of: .bubble(hello), is: "Read by 1 of 1")
  }

  static let lastReaderGoes = Scenario(
    "With “blue when all have read”, the last recipient reads and leaves while A is offline: it was read, and stays so",
    covers: "MO-01", tags: .receipts, .groups, .members, .offline
  ) { (world: ChatWorld) in
    world.setPolicies { $0.groupBlue = .all }
    let (alice, bob) = try await world.phones("Alice", "Bob", on: .lte)
    let group = try await alice.startConversation(with: bob, isGroup: true)
    let hello = try await alice.send("hello", in: group)
    try await alice.expect(\.status, of: .bubble(hello), is: .delivered)
    await alice.setAirplaneMode(true)
    await bob.open(group)
    try await world.advance(by: .seconds(5))
    await bob.openInfo(of: group)
    await bob.leave(group)
    await bob.confirm()
    try await bob.expect(\.isReadOnly, of: .thread, is: true)
    try await world.untilQuiet()
    await alice.setAirplaneMode(false)
    try await alice.expect(
      all: .that(\.status, of: .bubble(hello), is: .read),
      .that(\.isReadOnly, of: .thread, is: true), within: .minutes(1))
    try await alice.expect(\.status, of: .bubble(hello), is: .read, for: .minutes(1))
  }

  static let provenByDelivery = Scenario(
    "B's message is accepted, its answer lost, and B is removed and added again: that it reached a phone proves it",
    covers: "DS-09", tags: .receipts, .groups, .members, .offline, .fault, mild: .links
  ) { (world: ChatWorld) in
    let (alice, bob, carol) = try await world.phones("Alice", "Bob", "Carol", on: .lte)
    let group = try await alice.startConversation(with: bob, carol, isGroup: true)
    await alice.close()
    await bob.open(group)
    try await world.advance(by: .seconds(5))
    let hello = try await world.sendUnanswered("hello", by: bob, in: group)
    try await alice.expect(\.preview, of: .conversation(group), is: "hello")
    await bob.setAirplaneMode(true)
    try await bob.expect(\.status, of: .bubble(hello), is: .sending, within: .zero)
    // Nobody reads it.
    try await world.removeAndAddAgain(bob, in: group, by: alice)
    await bob.setAirplaneMode(false)
    try await bob.expect(
      all: .that(\.status, of: .bubble(hello), is: .delivered),
      // It is from before he came back: of what he did about it his phone would not hear.
      .that(\.controls, of: .bubble(hello), is: []))
    try await bob.expect(\.status, of: .bubble(hello), is: .delivered, for: .minutes(1))
  }

  static let sentWithTheStart = Scenario(
    "A starts a chat without a network and writes at once: the time of the one grey check is the backend's",
    covers: "DS-13", tags: .receipts, .offline
  ) { (world: ChatWorld) in
    let (alice, bob) = try await world.phones("Alice", "Bob", on: .lte)
    for phone in [alice, bob] { await phone.setAirplaneMode(true) }
    let chat = try await alice.startConversation(withUsers: [bob.userID], isGroup: false)
    let hello = try await alice.send("hello", in: chat)
    try await world.advance(by: .minutes(1))
    await alice.setAirplaneMode(false)
    try await alice.expect(\.status, of: .bubble(hello), is: .sent, within: .minutes(1))
    try await world.untilQuiet()
    let time = await world.sentAt(hello, in: chat)
    try world.require(alice.statusUpdatedAt(hello), is: time, "the time of the check")
  }

  static let changedBack = Scenario(
    "In a tunnel B misses that A changes a text and changes it back, and that A deletes the words of a tombstone: he sees both",
    covers: "RG-01", tags: .offline
  ) { (world: ChatWorld) in
    let (alice, bob) = try await world.phones("Alice", "Bob", on: .lte)
    let chat = try await alice.startConversation(with: bob)
    let plain = try await alice.send("plain", in: chat)
    let stone = try await alice.send("This message was deleted", in: chat)
    await bob.open(chat)
    try await alice.expect(\.status, of: .bubble(stone), is: .read)
    try await world.advance(by: .seconds(5))
    await bob.setAirplaneMode(true)
    await alice.edit(plain, to: "fancy")
    await alice.edit(plain, to: "plain")
    try await world.advance(by: .seconds(5))
    await bob.setAirplaneMode(false)
    try await bob.expect(
      all: .that(\.isEdited, of: .bubble(plain), is: true),
      .that(\.text, of: .bubble(plain), is: "plain"),
      .that(\.isDeleted, of: .bubble(stone), is: false), within: .minutes(1))
    await bob.setAirplaneMode(true)
    await alice.delete(stone)
    try await world.advance(by: .seconds(5))
    await bob.setAirplaneMode(false)
    try await bob.expect(\.isDeleted, of: .bubble(stone), is: true, within: .minutes(1))
  }
}

private let now = Node(.timestamp)
