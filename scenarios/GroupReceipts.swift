import Chat
import Rehearsal

extension Scenarios {
  static let groupCount = Scenario(
    "In a group of three the first reader makes it “Read by 1 of 2”, the second “Read by 2 of 2”",
    covers: "DS-07", "GR-02", "GR-03", "GR-04", "GR-06", "GR-07", "GR-09", "GR-11", "GR-12",
    "RG-03", tags: .receipts, .groups, faults: .allowed
  ) { (world: ChatWorld) in
    let (alice, bob, carol) = try await world.phones("Alice", "Bob", "Carol", on: .lte)
    let group = try await alice.startConversation(with: bob, carol, isGroup: true)
    let hello = try await alice.send("hello", in: group)
    try await alice.expect(\.status, of: .bubble(hello), is: .delivered)
    try await alice.expect(
      all: .that(\.status, of: .bubble(hello), is: .delivered),
      .that(\.receiptLabel, of: .bubble(hello), is: nil), for: .minutes(1))

    await bob.open(group)
    try await alice.expect(
      all: .that(\.status, of: .bubble(hello), is: .read),
      .that(\.receiptLabel, of: .bubble(hello), is: "Read by 1 of 2"), within: .seconds(1),
      measuredAs: .receipt)
    try await alice.expect(
      \.receiptLabel, of: .bubble(hello), is: "Read by 1 of 2", for: .minutes(1))
    await carol.open(group)
    try await alice.expect(
      \.receiptLabel, of: .bubble(hello), is: "Read by 2 of 2", within: .seconds(1),
      measuredAs: .receipt)
    // The author looks again and again and never counts.
    await alice.close()
    await alice.open(group)
    try await alice.expect(
      \.receiptLabel, of: .bubble(hello), is: "Read by 2 of 2", for: .minutes(1))
    // Only the author's own bubble tells of receipts.
    try await bob.expect(
      all: .that(\.text, of: .bubble(hello), is: "hello"),
      .that(\.receiptLabel, of: .bubble(hello), is: nil),
      .that(\.status, of: .bubble(hello), is: nil), .that(\.marks, of: .bubble(hello), is: nil),
      within: .zero)
    try await world.expectRead(hello, in: group, by: bob, carol)
  }

  static let groupOfTen = Scenario(
    "Nine members of a group of ten open it in any order; the count is exact at every moment",
    covers: "GR-04", "GR-05", "GR-09", tags: .receipts, .groups, faults: .allowed
  ) { (world: ChatWorld) in
    let alice = try await world.phone("Alice", on: .lte)
    let names = ["Bob", "Carol", "Dave", "Eve", "Frank", "Grace", "Heidi", "Ivan", "Judy"]
    let others = try await world.phones(names, on: .lte)
    let group = try await alice.startConversation(with: others, isGroup: true)
    let hello = try await alice.send("hello", in: group)
    try await alice.expect(\.status, of: .bubble(hello), is: .delivered)
    // The order, and the pauses between the last five, are the seed's.
    let order = others.indices.map { ($0, chance("order", $0, of: 1_000_000, in: world)) }
      .sorted { $0.1 < $1.1 }.map { $0.0 }
    for (count, index) in order.prefix(4).enumerated() {
      await others[index].open(group)
      let label = "Read by \(count + 1) of 9"
      try await alice.expect(
        \.receiptLabel, of: .bubble(hello), is: label, within: .seconds(1), measuredAs: .receipt)
      // A reader who comes back changes nothing.
      await others[index].close()
      await others[index].open(group)
      try await alice.expect(\.receiptLabel, of: .bubble(hello), is: label, for: .seconds(3))
    }
    // The rest of them close together: at every change of the screen the count is that of the readers that the phone
    // has been told of, neither ahead of them nor behind.
    async let watched: Void = alice.expect(
      all: .that(\.receiptLabel, of: .bubble(hello), matches: "counts the readers on her disk") {
        $0 == "Read by \(alice.storedReadBy(hello).count) of 9"
      }, for: .seconds(10))
    for index in order.dropFirst(4) {
      await others[index].open(group)
      try await world.advance(by: .milliseconds(chance("pause", index, of: 200, in: world)))
    }
    try await alice.expect(
      \.receiptLabel, of: .bubble(hello), is: "Read by 9 of 9", within: .seconds(1),
      measuredAs: .receipt)
    try await watched
    try world.require(
      await world.readBy(hello, in: group).count, is: 9, "the number of readers at the backend")
  }

  /// A number from 0 to `count` - 1 that the seed decides.
  private static func chance(_ name: String, _ index: Int, of count: Int, in world: ChatWorld)
    -> Int
  {
    world.world.choices.index(
      below: count, ChoiceStream("scenario.\(name)"), entity: 0, ordinal: UInt64(index))
  }

  static let readersOfTheirOwnTimes = Scenario(
    "Each reader keeps a time of their own, on every member's disk as at the backend",
    covers: "GR-01", "GR-10", "GR-14", "MO-06", "MO-07", tags: .receipts, .groups
  ) { (world: ChatWorld) in
    let (alice, bob, carol) = try await world.phones("Alice", "Bob", "Carol", on: .lte)
    let group = try await alice.startConversation(with: bob, carol, isGroup: true)
    let first = try await alice.send("first", in: group)
    try await alice.expect(\.status, of: .bubble(first), is: .delivered)
    await bob.open(group)
    try await alice.expect(\.receiptLabel, of: .bubble(first), is: "Read by 1 of 2")
    let readByOne = await world.readBy(first, in: group)
    try await world.advance(by: .minutes(5))
    await carol.open(group)
    try await alice.expect(\.receiptLabel, of: .bubble(first), is: "Read by 2 of 2")

    let stored = await world.readBy(first, in: group)
    let (early, late) = (stored["bob"] ?? 0, stored["carol"] ?? 0)
    try world.require(
      late - early, in: 299_001..<310_000, "the milliseconds between the two times of reading")
    try world.require(stored["bob"], is: readByOne["bob"], "the first reader's time, which stays,")
    try await world.advance(by: .seconds(10))
    for phone in [alice, bob, carol] {
      try world.require(
        phone.storedReadBy(first), is: stored, "the readers on \(phone.name)'s disk")
    }

    // Nothing that happens to the phones takes a reader away or gives one another time.
    await bob.close()
    await bob.open(group)
    try await alice.kill()
    try await alice.relaunch()
    await alice.setAirplaneMode(true)
    await alice.open(group)
    try await alice.expect(
      \.receiptLabel, of: .bubble(first), is: "Read by 2 of 2", for: .minutes(1))
    await alice.setAirplaneMode(false)
    try await alice.expect(
      \.receiptLabel, of: .bubble(first), is: "Read by 2 of 2", for: .minutes(1))
    try world.require(
      await world.readBy(first, in: group), is: stored, "the readers at the backend, who stay,")
    try world.require(
      alice.storedReadBy(first), is: stored, "the readers on Alice's disk, who stay,")
  }

  static let simultaneousReaders = Scenario(
    "B and C read offline and reconnect at one moment; both are kept",
    covers: "MO-08", "GR-04", "OF-04", tags: .receipts, .groups, .offline, faults: .allowed
  ) { (world: ChatWorld) in
    let (alice, bob, carol) = try await world.phones("Alice", "Bob", "Carol", on: .lte)
    let group = try await alice.startConversation(with: bob, carol, isGroup: true)
    let hello = try await alice.send("hello", in: group)
    try await alice.expect(\.status, of: .bubble(hello), is: .delivered)
    await bob.setAirplaneMode(true)
    await carol.setAirplaneMode(true)
    await bob.open(group)
    await carol.open(group)
    try await alice.expect(\.receiptLabel, of: .bubble(hello), is: nil, for: .minutes(10))
    await bob.setAirplaneMode(false)
    await carol.setAirplaneMode(false)
    try await alice.expect(
      \.receiptLabel, of: .bubble(hello), is: "Read by 2 of 2", within: .seconds(2),
      measuredAs: .receipt, since: carol.reconnected)
    try await world.expectRead(hello, in: group, by: bob, carol)
  }

  static let oneOpeningMarksAll = Scenario(
    "C opens a group with messages of A and B: all of them are marked, by one batch",
    covers: "GR-08", "GR-01", "RR-14", tags: .receipts, .groups,
    // It counts batches, and no delivery that was told before may be among them.
    pinned: .links
  ) { (world: ChatWorld) in
    let (alice, bob, carol) = try await world.phones("Alice", "Bob", "Carol", on: .lte)
    let group = try await alice.startConversation(with: bob, carol, isGroup: true)
    await bob.open(group)
    let one = try await alice.send("one", in: group)
    let two = try await bob.send("two", in: group)
    let three = try await alice.send("three", in: group)
    let own = try await carol.send("mine", in: group)
    try await carol.expect(
      all: .that(\.unread, of: .conversation(group), is: 3), .that(\.badge, is: 3))
    try await alice.expect(\.text, of: .bubble(own), is: "mine")
    // Bob and Alice look on, so theirs are read by one of two before Carol opens.
    try await alice.expect(\.receiptLabel, of: .bubble(three), is: "Read by 1 of 2")

    try await world.expectBatches(1, by: carol) {
      await carol.open(group)
      try await alice.expect(
        all: .that(\.receiptLabel, of: .bubble(one), is: "Read by 2 of 2"),
        .that(\.receiptLabel, of: .bubble(three), is: "Read by 2 of 2"), within: .seconds(1),
        measuredAs: .receipt)
      try await bob.expect(
        \.receiptLabel, of: .bubble(two), is: "Read by 2 of 2", within: .seconds(1))
    }
    try await carol.expect(\.receiptLabel, of: .bubble(own), is: "Read by 2 of 2")
    try await world.expectRead(own, in: group, by: alice, bob)
  }

  static let fanOut = Scenario(
    "A group message goes to every member's phone, and is delivered to each on its own",
    covers: "DS-14", "SH-04", "SH-06", "SH-17", tags: .receipts, .groups, faults: .allowed
  ) { (world: ChatWorld) in
    let (alice, bob, carol) = try await world.phones("Alice", "Bob", "Carol", on: .lte)
    let dave = try await world.phone("Dave", on: .lte)
    let group = try await alice.startConversation(with: bob, carol, dave, isGroup: true)
    await dave.setAirplaneMode(true)
    let hello = try await alice.send("hello", in: group)
    try await bob.expect(\.unread, of: .conversation(group), is: 1)
    try await carol.expect(\.unread, of: .conversation(group), is: 1)
    // One of three does not have it: not delivered (C-12).
    try await alice.expect(\.status, of: .bubble(hello), is: .sent)
    await alice.openReceipts(of: hello)
    try await alice.expect(
      all: .that(\.delivered.users, of: .receiptSheet, is: ["bob", "carol"]),
      .that(\.pending.users, of: .receiptSheet, is: ["dave"]),
      .that(\.pending.heading, of: .receiptSheet, is: "Pending (1)"))
    // Nobody has read it: no row has a time or a check, and every row an avatar and a name.
    try await alice.expect(
      all: .that("rows with a check or a time", of: .receiptSheet, is: []) {
        $0.sections.flatMap(\.rows).filter { $0.hasCheck || $0.time != nil }.map(\.user)
      },
      .that("avatars", of: .receiptSheet, is: ["B", "C", "D"]) {
        $0.sections.flatMap(\.rows).map(\.avatar)
      },
      .that("names", of: .receiptSheet, is: ["Bob", "Carol", "Dave"]) {
        $0.sections.flatMap(\.names)
      })
    await alice.closeSheet()
    try await alice.expect(\.status, of: .bubble(hello), is: .sent, for: .minutes(1))
    try world.require(
      await world.deliveredTo(hello, in: group).keys.sorted(), is: ["bob", "carol"],
      "those to whom the backend knows it delivered")

    await alice.openReceipts(of: hello)
    await dave.setAirplaneMode(false)
    try await alice.expect(
      all: .that(\.pending.count, of: .receiptSheet, is: 0),
      .that(\.delivered.users, of: .receiptSheet, is: ["bob", "carol", "dave"]),
      within: .seconds(2), since: dave.reconnected)
    await alice.closeSheet()
    try await alice.expect(\.status, of: .bubble(hello), is: .delivered, within: .zero)
    try await dave.expect(\.unread, of: .conversation(group), is: 1, within: .zero)
  }

  static let groupImage = Scenario(
    "An image without words in a group has its count and its sheet like any message",
    covers: "GR-13", "SH-22", tags: .receipts, .groups, faults: .allowed
  ) { (world: ChatWorld) in
    let (alice, bob, carol) = try await world.phones("Alice", "Bob", "Carol", on: .lte)
    let group = try await alice.startConversation(with: bob, carol, isGroup: true)
    let photo = try await alice.send("", picture: Picture("sunset"), in: group)
    try await carol.expect(\.preview, of: .conversation(group), is: "[Photo]")
    await bob.open(group)
    try await bob.expect(all: .that(\.photo, of: .bubble(photo), isNot: nil))
    try await alice.expect(
      \.receiptLabel, of: .bubble(photo), is: "Read by 1 of 2", within: .seconds(1),
      measuredAs: .receipt)
    await alice.openReceipts(of: photo, by: .longPressOnImage)
    try await alice.expect(
      all: .that(\.read.users, of: .receiptSheet, is: ["bob"]),
      .that(\.delivered.users, of: .receiptSheet, is: ["carol"]))
  }

  static let blueWhenAllHaveRead = Scenario(
    "With the setting “blue when all have read”, checks stay grey until the last reader",
    covers: "GR-06", "GR-15", tags: .receipts, .groups, faults: .allowed
  ) { (world: ChatWorld) in
    world.setPolicies { $0.groupBlue = .all }
    let (alice, bob, carol) = try await world.phones("Alice", "Bob", "Carol", on: .lte)
    let group = try await alice.startConversation(with: bob, carol, isGroup: true)
    let hello = try await alice.send("hello", in: group)
    try await alice.expect(\.status, of: .bubble(hello), is: .delivered)
    await bob.open(group)
    try await alice.expect(
      all: .that(\.status, of: .bubble(hello), is: .delivered),
      .that(\.receiptLabel, of: .bubble(hello), is: "Read by 1 of 2"))
    try await alice.expect(\.status, of: .bubble(hello), is: .delivered, for: .minutes(1))
    await carol.open(group)
    try await alice.expect(
      all: .that(\.status, of: .bubble(hello), is: .read),
      .that(\.receiptLabel, of: .bubble(hello), is: "Read by 2 of 2"), within: .seconds(1),
      measuredAs: .receipt)
  }

  static let readBeforeTheAnswer = Scenario(
    "A's phone hears no answer to her message, B reads it, C joins, and D reads it: C, who came later, is none of those who have to read it",
    covers: "GR-03", "JV-05", tags: .receipts, .groups, .members, .fault,
    pinned: .links, .policies, .timings
  ) { (world: ChatWorld) in
    let (alice, bob, dave) = try await world.phones("Alice", "Bob", "Dave", on: .lte)
    await world.openAccount(of: "carol", named: "Carol")
    let group = try await alice.startConversation(with: bob, dave, isGroup: true)
    await world.makeAdmin(bob.userID, of: group)
    await bob.open(group)
    try await world.advance(by: .seconds(5))
    world.loseNextAcknowledgement(to: alice, of: .message, then: .halfOpen)
    let hello = try await alice.send("hello", in: group)
    try await bob.expect(\.text, of: .bubble(hello), is: "hello")
    try await world.advance(by: .seconds(5))
    await bob.add("carol", to: group)
    try await world.advance(by: .seconds(5))
    await dave.open(group)
    try await world.advance(by: .seconds(5))
    await alice.setAirplaneMode(true)
    await alice.setAirplaneMode(false)
    // The members and the receipts come with what is listened to, before the answer to what is said again.
    try await alice.expect(
      all: .that(\.members.count, of: .thread, is: 4),
      .that(\.status, of: .bubble(hello), is: .read))
    try await alice.expect(\.receiptLabel, of: .bubble(hello), is: "Read by 2 of 2", within: .zero)
    try await alice.expect(
      \.receiptLabel, of: .bubble(hello), is: "Read by 2 of 2", for: .minutes(1))
  }
}
