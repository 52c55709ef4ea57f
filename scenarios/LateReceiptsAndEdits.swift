import Chat
import Rehearsal

// Receipts, deliveries and edits that come late, or once more, and count all the same.

extension Scenarios {
  static let readBeforeItWasDeleted = Scenario(
    "B reads a message in a tunnel, and A deletes it meanwhile: once he is out, its tombstone has the blue checks of his reading",
    covers: "OF-08", "SH-15", tags: .receipts, .offline, pinned: .links, .policies
  ) { (world: ChatWorld) in
    let (alice, bob) = try await world.phones("Alice", "Bob", on: .lte)
    let chat = try await alice.startConversation(with: bob)
    let oops = try await alice.send("oops", in: chat)
    try await bob.expect(\.unread, of: .conversation(chat), is: 1)
    try await alice.expect(\.status, of: .bubble(oops), is: .delivered)
    try await world.untilQuiet()
    await bob.setAirplaneMode(true)
    await bob.open(chat)
    try await bob.expect(\.unread, of: .thread, is: 0)
    await alice.delete(oops)
    try await world.untilQuiet()
    try await alice.expect(
      all: .that(\.isDeleted, of: .bubble(oops), is: true),
      .that(\.status, of: .bubble(oops), is: .delivered), within: .zero)
    await bob.setAirplaneMode(false)
    try await bob.expect(\.isDeleted, of: .bubble(oops), is: true, within: .minutes(1))
    try await alice.expect(
      all: .that(\.isDeleted, of: .bubble(oops), is: true),
      .that(\.status, of: .bubble(oops), is: .read),
      .that(\.marks, of: .bubble(oops), is: StatusMarks("✓✓", .blue)), within: .minutes(1))
    try world.require(
      await world.readBy(oops, in: chat).count, is: 1, "the number of readers at the backend")
  }

  static let readWithoutItsPhoto = Scenario(
    "A, an admin, deletes the photo of C's message, and B reads the words that stay: C sees that both have read",
    covers: "GR-13", "PM-18", tags: .receipts, .groups,
    pinned: .links, .clocks, .policies, .traffic
  ) { (world: ChatWorld) in
    let (alice, bob, carol) = try await world.phones("Alice", "Bob", "Carol", on: .lte)
    let group = try await alice.startConversation(with: bob, carol, isGroup: true)
    await carol.open(group)
    let look = try await carol.send("look", picture: Picture("view"), in: group)
    try await alice.expect(
      all: .that(\.photo?.content, of: .bubble(look), isNot: nil), within: .minutes(1))
    try await bob.expect(\.unread, of: .conversation(group), is: 1)
    try await carol.expect(\.receiptLabel, of: .bubble(look), is: "Read by 1 of 2")
    await alice.deleteMedia(look)
    try await carol.expect(\.mediaNote, of: .bubble(look), is: "Media deleted")
    try await world.untilQuiet()
    await bob.open(group)
    try await bob.expect(
      all: .that(\.text, of: .bubble(look), is: "look"),
      .that(\.mediaNote, of: .bubble(look), is: "Media deleted"))
    try await carol.expect(\.receiptLabel, of: .bubble(look), is: "Read by 2 of 2")
    await carol.openReceipts(of: look)
    try await carol.expect(
      all: .that(\.read.names, of: .receiptSheet, is: ["Bob", "Alice"]),
      .that(\.delivered.count, of: .receiptSheet, is: 0))
  }

  static let deliveredAfterTwoDays = Scenario(
    "B's phone is off for two days after A has written to the group, and then he opens nothing: A sees that the message is on his phone, too",
    covers: "DS-14", "DS-04", tags: .receipts, .groups, .sheets, .offline, .restart,
    pinned: .links, .policies
  ) { (world: ChatWorld) in
    let (alice, bob, carol) = try await world.phones("Alice", "Bob", "Carol", on: .lte)
    let group = try await alice.startConversation(with: bob, carol, isGroup: true)
    try await world.untilQuiet()
    await bob.setAirplaneMode(true)
    try await bob.kill()
    let hello = try await alice.send("hello", in: group)
    try await carol.expect(\.unread, of: .conversation(group), is: 1)
    try await world.untilQuiet()
    await alice.openReceipts(of: hello)
    try await alice.expect(
      all: .that(\.delivered.names, of: .receiptSheet, is: ["Carol"]),
      .that(\.pending.names, of: .receiptSheet, is: ["Bob"]))
    await alice.closeSheet()
    for phone in [alice, carol] { try await phone.enterBackground() }
    try await world.advance(by: .days(2))
    try await alice.enterForeground()
    try await alice.expect(\.status, of: .bubble(hello), is: .sent)
    await bob.setAirplaneMode(false)
    try await bob.relaunch()
    try await bob.expect(\.unread, of: .conversation(group), is: 1)
    try await alice.expect(
      all: .that(\.status, of: .bubble(hello), is: .delivered),
      .that(\.marks, of: .bubble(hello), is: StatusMarks("✓✓", .grey)))
    await alice.openReceipts(of: hello)
    try await alice.expect(
      all: .that(\.read.count, of: .receiptSheet, is: 0),
      .that(\.delivered.names, of: .receiptSheet, is: ["Bob", "Carol"]),
      .that(\.pending.count, of: .receiptSheet, is: 0))
  }

  static let correctedAfterTwoDays = Scenario(
    "A corrects what she wrote two days ago: B reads the right words, and she reads of no failure",
    covers: "RG-01", pinned: .links, .policies
  ) { (world: ChatWorld) in
    let (alice, bob) = try await world.phones("Alice", "Bob", on: .lte)
    let chat = try await alice.startConversation(with: bob)
    await bob.open(chat)
    let plan = try await alice.send("we meet at nine on Saturday", in: chat)
    try await alice.expect(\.status, of: .bubble(plan), is: .read)
    try await world.untilQuiet()
    for phone in [alice, bob] { try await phone.enterBackground() }
    try await world.advance(by: .days(2))
    for phone in [alice, bob] { try await phone.enterForeground() }
    try await alice.expect(\.controls, of: .bubble(plan), is: [.edit, .delete])
    await alice.edit(plan, to: "we meet at ten on Saturday")
    try await bob.expect(
      all: .that(\.text, of: .bubble(plan), is: "we meet at ten on Saturday"),
      .that(\.isEdited, of: .bubble(plan), is: true))
    try await alice.expect(
      all: .that(\.text, of: .bubble(plan), is: "we meet at ten on Saturday"), .absent(.alert),
      for: .seconds(10))
  }

  static let correctedTwelveTimes = Scenario(
    "A changes her message twelve times, one after the other: B reads each of the texts, and the last one stays",
    covers: "RG-01", pinned: .links, .policies
  ) { (world: ChatWorld) in
    let (alice, bob) = try await world.phones("Alice", "Bob", on: .wifi)
    let chat = try await alice.startConversation(with: bob)
    await bob.open(chat)
    let plan = try await alice.send("when do we meet?", in: chat)
    try await alice.expect(\.status, of: .bubble(plan), is: .read)
    for hour in 1...12 {
      await alice.edit(plan, to: "we meet at \(hour):00")
      try await bob.expect(\.text, of: .bubble(plan), is: "we meet at \(hour):00")
    }
    for phone in [alice, bob] {
      try await phone.expect(
        all: .that(\.text, of: .bubble(plan), is: "we meet at 12:00"), .absent(.alert),
        for: .seconds(10))
    }
  }
}
