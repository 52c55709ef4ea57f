import Chat
import Rehearsal

// Sheets that are opened again, that change under the eyes of who looks, and whose times are right to the second.

extension Scenarios {
  static let sheetReopened = Scenario(
    "A sheet that is opened again hears of its profiles again, and names in the thread follow",
    covers: "SH-14", "SH-23", "PB-09", tags: .receipts, .groups, .sheets, .members,
    // A function that runs a second time keeps the world from its rest.
    pinned: .duplicates, mild: .links
  ) { (world: ChatWorld) in
    let (alice, bob, carol) = try await world.phones("Alice", "Bob", "Carol", on: .lte)
    let group = try await alice.startConversation(with: bob, isGroup: true)
    await alice.add(carol.userID, to: group)
    // Nobody has looked the names up yet.
    try await alice.expect(\.bubbles.first?.text, of: .thread, is: "You added Carol")
    let hello = try await alice.send("hello", in: group)
    try await alice.expect(\.status, of: .bubble(hello), is: .delivered)
    await alice.openReceipts(of: hello)
    try await alice.expect(\.delivered.names, of: .receiptSheet, is: ["Bob", "Carol"])
    // The world comes to rest with a sheet open, since nobody has read anything.
    try await world.untilQuiet()
    await bob.open(group)
    try await alice.expect(\.read.names, of: .receiptSheet, is: ["Bob"])
    let rest = world.now
    try await world.untilQuiet()
    try world.require(
      rest.duration(to: world.now), in: ..<Duration.seconds(50),
      "the time until the world rests with times on a sheet")
    await alice.closeSheet()
    try await alice.expect(\.bubbles.first?.text, of: .thread, is: "You added Carol", within: .zero)
    await alice.openReceipts(of: hello)
    try await alice.expect(\.read.names, of: .receiptSheet, is: ["Bob"], within: .zero)
    try await world.untilQuiet()
    await world.deleteAccount(of: bob.userID)
    try await alice.expect(
      all: .that(\.read.names, of: .receiptSheet, is: ["Deleted User"]),
      .that("readers' avatars", of: .receiptSheet, is: ["?"]) { $0.read.rows.map(\.avatar) },
      .that("others' avatars", of: .receiptSheet, is: ["C"]) {
        $0.delivered.rows.map(\.avatar)
      },
      .that(\.title, of: .receiptSheet, is: "Read Receipts"),
      .that(\.done, of: .receiptSheet, is: "Done"))
    await alice.closeSheet()
    await alice.close()
    await world.deleteAccount(of: carol.userID)
    try await world.untilQuiet()
    try world.require(
      await world.listens(by: alice).filter { $0.hasPrefix("/users") }.sorted(),
      is: ["/users/bob", "/users/carol"], "the profiles of those whom the list names")
  }

  static let smallSheet = Scenario(
    "Where a sheet draws one row, further ones come with scrolling, and their names with them",
    covers: "PB-08", "PB-09", "SH-16", tags: .receipts, .groups, .sheets, .cost
  ) { (world: ChatWorld) in
    world.setPolicies {
      $0.sheetRows = 1
      $0.viewport = 1
      $0.receiptWindow = .zero
    }
    let (alice, bob, carol) = try await world.phones("Alice", "Bob", "Carol", on: .lte)
    let group = try await alice.startConversation(with: bob, carol, isGroup: true)
    // So that the title names nobody.
    await alice.openInfo(of: group)
    await alice.rename(group, to: "Hiking")
    await alice.closeSheet()
    let first = try await alice.send("first", in: group)
    let hello = try await alice.send("hello", in: group)
    try await alice.expect(\.status, of: .bubble(hello), is: .delivered)
    await bob.open(group)
    try await alice.expect(\.receiptLabel, of: .bubble(hello), is: "Read by 1 of 2")
    try await alice.expect(\.ids, of: .thread, is: [hello], within: .zero)
    try await bob.expect(\.badge, is: 1, within: .zero)
    await alice.openReceipts(of: hello)
    try await alice.expect(\.read.names, of: .receiptSheet, is: ["Bob"])
    await alice.perform(.scroll(0))
    try await world.untilQuiet()
    try await alice.expect(
      all: .that(\.delivered.rows.isEmpty, of: .receiptSheet, is: true),
      .that(\.delivered.count, of: .receiptSheet, is: 1),
      .that(\.delivered.heading, of: .receiptSheet, is: "Delivered (1)"), within: .zero)
    try world.require(
      await world.listens(by: alice), excludes: "/users/carol",
      "what Alice's phone listens to, without profiles that are not drawn,")
    await alice.scroll(revealing: 1)
    try await alice.expect(\.delivered.names, of: .receiptSheet, is: ["Carol"])
    await alice.closeSheet()
    try await alice.expect(\.ids, of: .thread, is: [hello], within: .zero)
    await alice.scroll(revealing: 1)
    try await alice.expect(\.ids, of: .thread, is: [first, hello], within: .zero)
    await bob.scroll(revealing: 1)
    try await alice.expect(\.receiptLabel, of: .bubble(first), is: "Read by 1 of 2")
  }

  static let newestReaderGoesOn = Scenario(
    "A sheet has room for one of two readers: it draws the newest, whose time goes on by itself",
    covers: "SH-08", "SH-16", "SH-19", tags: .receipts, .groups, .sheets, .clocks,
    pinned: .clocks, .links
  ) { (world: ChatWorld) in
    world.setPolicies { $0.sheetRows = 1 }
    let (alice, bob, carol) = try await world.phones("Alice", "Bob", "Carol", on: .wifi)
    let group = try await alice.startConversation(with: bob, carol, isGroup: true)
    let hello = try await alice.send("hello", in: group)
    await carol.open(group)
    try await alice.expect(\.receiptLabel, of: .bubble(hello), is: "Read by 1 of 2")
    // The older reader's time changes by the hour.
    try await world.advance(by: .minutes(90))
    await bob.open(group)
    try await alice.expect(\.receiptLabel, of: .bubble(hello), is: "Read by 2 of 2")
    await alice.openReceipts(of: hello)
    try await alice.expect(
      all: .that(\.read.users, of: .receiptSheet, is: ["bob"]),
      .that(\.read.times, of: .receiptSheet, is: ["now"]), within: .zero)
    for time in ["1 minute ago", "2 minutes ago"] {
      try await alice.expect(\.read.times, of: .receiptSheet, is: [time], within: .seconds(65))
    }
  }

  static let receiptsUnacknowledged = Scenario(
    "The answer to A's message is lost, and one of two phones has it: A can ask who, while hers still waits for the answer",
    covers: "SH-01", "SH-06", tags: .receipts, .groups, .sheets, .fault, .offline,
    pinned: .links, .timings, .policies
  ) { (world: ChatWorld) in
    let (alice, bob, carol) = try await world.phones("Alice", "Bob", "Carol", on: .lte)
    let group = try await alice.startConversation(with: bob, carol, isGroup: true)
    try await world.untilQuiet()
    await carol.setAirplaneMode(true)
    world.loseNextAcknowledgement(to: alice, of: .message, then: .halfOpen)
    let hello = try await alice.send("hello", in: group)
    try await bob.expect(\.preview, of: .conversation(group), is: "hello")
    try await world.advance(by: .seconds(5))
    try await alice.expect(
      all: .that(\.status, of: .bubble(hello), is: .sending),
      .that(\.offersReceipts, of: .bubble(hello), is: false), within: .zero)
    // Connected anew, the phone asks for receipts first, and what it says again comes late.
    alice.delayNextMessage(by: .seconds(20)) { $0.summary.contains(hello.text) }
    await alice.setAirplaneMode(true)
    await alice.setAirplaneMode(false)
    try await alice.expect(
      all: .that(\.status, of: .bubble(hello), is: .sending),
      .that(\.offersReceipts, of: .bubble(hello), is: true), within: .seconds(10))
    await alice.openReceipts(of: hello)
    try await alice.expect(
      all: .that(\.delivered.names, of: .receiptSheet, is: ["Bob"]),
      .that(\.pending.names, of: .receiptSheet, is: ["Carol"]))
    await alice.closeSheet()
    try await alice.expect(\.status, of: .bubble(hello), is: .sent, within: .minutes(1))
  }

  static let pickedMeanwhile = Scenario(
    "Who is picked is added by another phone meanwhile: the picker lists them no more, and nobody is left to add",
    covers: "BC-10", tags: .groups, .members, .multiDevice, .sheets
  ) { (world: ChatWorld) in
    let (alice, bob, carol) = try await world.phones("Alice", "Bob", "Carol", on: .lte)
    let tablet = try await world.phone("Alice's iPad", user: "alice", on: .wifi)
    let dave = try await world.phone("Dave", on: .lte)
    let group = try await alice.startConversation(with: bob, tablet, isGroup: true)
    await alice.openPicker(in: group)
    try await alice.expect(
      all: .that(\.names, of: .picker, is: ["Carol", "Dave"]),
      .that(\.canAdd, of: .picker, is: false),
      .that(\.title, of: .picker, is: "Add Participants"), .that(\.add, of: .picker, is: "Add"),
      .that(\.cancel, of: .picker, is: "Cancel"), .that(\.closeControl, is: "Cancel"),
      .that("picked names", of: .picker, is: []) { $0.candidates.filter(\.isPicked).map(\.name) })
    await alice.tapRow(of: carol.userID)
    await alice.tapRow(of: dave.userID)
    await alice.tapRow(of: dave.userID)
    try await alice.expect(
      all: .that(\.canAdd, of: .picker, is: true),
      .that("picked names", of: .picker, is: ["Carol"]) {
        $0.candidates.filter(\.isPicked).map(\.name)
      }, within: .zero)
    await tablet.add(carol.userID, to: group)
    try await alice.expect(
      all: .that(\.names, of: .picker, is: ["Dave"]), .that(\.canAdd, of: .picker, is: false))
    await alice.tapRow(of: dave.userID)
    try await alice.expect(\.canAdd, of: .picker, is: true, within: .zero)
    await alice.addPicked()
    try await dave.expect(\.title, of: .conversation(group), is: "Alice, Bob, Carol")
    try await alice.expect(\.bubbles.last?.text, of: .thread, is: "You added Dave")
    for phone in [bob, tablet] {
      try await phone.expect(
        all: .that(\.preview, of: .conversation(group), matches: "ends with “added Dave”") {
          $0.hasSuffix("added Dave")
        })
    }
    try await world.untilQuiet()
    try world.require(
      await world.systemMessages(in: group).count, is: 2, "the number of messages about two joins")
  }

  static let timesToTheSecond = Scenario(
    "An open sheet changes its times in the very second in which they become wrong, and not before",
    covers: "SH-19", "SH-20", tags: .receipts, .sheets, .clocks, pinned: .clocks, .links
  ) { (world: ChatWorld) in
    let (alice, bob) = try await world.phones("Alice", "Bob", on: .wifi)
    let chat = try await alice.startConversation(with: bob)
    let hello = try await alice.send("hello", in: chat)
    await bob.open(chat)
    try await alice.expect(\.status, of: .bubble(hello), is: .read)
    let read = await world.readBy(hello, in: chat)["bob"] ?? 0
    await alice.openReceipts(of: hello)
    @Sendable func until(_ age: Duration, _ text: String, then next: String) async throws {
      let target = read + age.milliseconds
      let pause = target - 1 - TrueTime.milliseconds(at: world.now)
      try await world.advance(by: .milliseconds(pause))
      try await alice.expect(\.read, of: .messageInfo, is: text, within: .zero)
      try await world.advance(by: .milliseconds(2))
      try await alice.expect(\.read, of: .messageInfo, is: next, within: .zero)
    }
    try await until(.minutes(1), "now", then: "1 minute ago")
    try await until(.minutes(2), "1 minute ago", then: "2 minutes ago")
    // Opened between two minutes, and later between two hours, it goes on at the next one.
    @Sendable func reopen(after pause: Duration) async throws {
      try await world.advance(by: pause)
      await alice.closeSheet()
      await alice.openReceipts(of: hello)
    }
    try await reopen(after: .seconds(20))
    try await until(.minutes(3), "2 minutes ago", then: "3 minutes ago")
    try await until(.minutes(60), "59 minutes ago", then: "1 hour ago")
    try await until(.minutes(120), "1 hour ago", then: "2 hours ago")
    try await reopen(after: .minutes(20))
    try await until(.minutes(180), "2 hours ago", then: "3 hours ago")
    let midnight = 12 * 3_600_000 - (read - TrueTime.milliseconds(at: .zero))
    try await until(.milliseconds(midnight), "11 hours ago", then: "yesterday")
    try await until(.milliseconds(midnight + 86_400_000), "yesterday", then: "2 days ago")
    await alice.tapRow(of: bob.userID)
    try await alice.expect(
      all: .that(\.read, of: .messageInfo, matches: "begins with “2026-01-05 12:00:0”") {
        $0.hasPrefix("2026-01-05 12:00:0")
      }, within: .zero)
  }

  static let oldHistory = Scenario(
    "Messages of an imported history show the day and the second of their sending, in leap years too",
    covers: "DS-11", "SH-21", tags: .sheets, .clocks, pinned: .clocks
  ) { (world: ChatWorld) in
    // So that the window holds all of them.
    world.setPolicies { $0.viewport = 100 }
    let zone = Duration.minutes(5 * 60 + 30)
    let alice = try await world.phone("Alice", on: .wifi, clock: WallClock(zoneOffset: zone))
    let bob = try await world.phone("Bob", on: .wifi)
    let chat = try await alice.startConversation(with: bob)
    let history: [(seconds: Int64, text: String)] = [
      (-1, "1969-12-31 23:59:59"), (951_782_399, "2000-02-28 23:59:59"),
      (951_868_799, "2000-02-29 23:59:59"), (951_868_800, "2000-03-01 00:00:00"),
      (978_307_199, "2000-12-31 23:59:59"), (1_009_843_199, "2001-12-31 23:59:59"),
      (1_077_979_271, "2004-02-28 14:41:11"), (1_709_164_801, "2024-02-29 00:00:01"),
      (1_711_929_599, "2024-03-31 23:59:59"), (1_735_689_599, "2024-12-31 23:59:59"),
      (1_735_689_600, "2025-01-01 00:00:00"), (1_738_367_999, "2025-01-31 23:59:59"),
      (1_738_368_000, "2025-02-01 00:00:00"), (1_740_787_199, "2025-02-28 23:59:59"),
      (1_740_787_200, "2025-03-01 00:00:00"), (1_743_465_599, "2025-03-31 23:59:59"),
      (1_743_465_600, "2025-04-01 00:00:00"), (1_746_057_599, "2025-04-30 23:59:59"),
      (1_746_057_600, "2025-05-01 00:00:00"), (1_748_735_999, "2025-05-31 23:59:59"),
      (1_748_736_000, "2025-06-01 00:00:00"), (1_751_327_999, "2025-06-30 23:59:59"),
      (1_751_328_000, "2025-07-01 00:00:00"), (1_754_006_399, "2025-07-31 23:59:59"),
      (1_754_006_400, "2025-08-01 00:00:00"), (1_756_684_799, "2025-08-31 23:59:59"),
      (1_756_684_800, "2025-09-01 00:00:00"), (1_759_276_799, "2025-09-30 23:59:59"),
      (1_759_276_800, "2025-10-01 00:00:00"), (1_761_955_199, "2025-10-31 23:59:59"),
      (1_761_955_200, "2025-11-01 00:00:00"), (1_764_547_199, "2025-11-30 23:59:59"),
      (1_764_547_200, "2025-12-01 00:00:00"), (1_767_225_599, "2025-12-31 23:59:59"),
      (4_107_456_000, "2100-02-28 00:00:00"), (4_107_542_400, "2100-03-01 00:00:00"),
      (4_131_907_200, "2100-12-08 00:00:00"), (7_258_118_399, "2199-12-31 23:59:59"),
      (13_569_465_599, "2399-12-31 23:59:59"), (13_574_563_199, "2400-02-28 23:59:59"),
      (13_574_649_599, "2400-02-29 23:59:59"), (13_574_649_600, "2400-03-01 00:00:00"),
    ]
    for (number, (seconds, _)) in history.enumerated() {
      await world.backend.administer(
        set: [
          "author": "alice", "text": "a word",
          "sentAt": Node(.number(Double((seconds - 19_800) * 1000))),
        ], at: "messages/\(chat.text)/m\(100 + number)")
    }
    try await alice.expect(\.bubbles.count, of: .thread, is: history.count)
    for (number, (_, text)) in history.enumerated() {
      let id = MessageID("m\(100 + number)")
      await alice.openReceipts(of: id)
      try await alice.expect(\.sent, of: .messageInfo, is: text, within: .zero)
      await alice.closeSheet()
      try await alice.expect(
        \.time, of: .bubble(id), is: String(text.dropFirst(11).dropLast(3)), within: .zero)
    }
    try await alice.expect(
      \.ids, of: .thread, is: history.indices.map { MessageID("m\(100 + $0)") }, within: .zero)
  }

  static let removedReader = Scenario(
    "With “blue when all have read”, who was removed after reading is no reason for blue, nor for a second check",
    covers: "GR-06", "MO-01", tags: .receipts, .groups, .members, .offline
  ) { (world: ChatWorld) in
    world.setPolicies { $0.groupBlue = .all }
    let (alice, bob, carol) = try await world.phones("Alice", "Bob", "Carol", on: .lte)
    let group = try await alice.startConversation(with: bob, carol, isGroup: true)
    await bob.setAirplaneMode(true)
    let hello = try await alice.send("hello", in: group)
    await carol.open(group)
    try await alice.expect(
      all: .that(\.receiptLabel, of: .bubble(hello), is: "Read by 1 of 2"),
      .that(\.status, of: .bubble(hello), is: .sent))
    await alice.remove(carol.userID, from: group)
    try await alice.expect(
      all: .that(\.receiptLabel, of: .bubble(hello), is: nil),
      .that(\.status, of: .bubble(hello), is: .sent))
    await bob.setAirplaneMode(false)
    try await alice.expect(\.status, of: .bubble(hello), is: .delivered)
    try await alice.expect(\.status, of: .bubble(hello), is: .delivered, for: .seconds(30))
    await bob.open(group)
    try await alice.expect(
      all: .that(\.receiptLabel, of: .bubble(hello), is: "Read by 1 of 1"),
      .that(\.status, of: .bubble(hello), is: .read))
  }

  static let timeOfTheStatus = [
    timeOfTheStatus(.first).named("first"), timeOfTheStatus(.all).named("all"),
  ]

  private static func timeOfTheStatus(_ blue: ChatPolicies.GroupBlue) -> Scenario {
    Scenario(
      "The time at which a group's checks turned blue is that of the \(blue == .first ? "first" : "last") reader",
      covers: "DS-13", "GR-10", tags: .receipts, .groups
    ) { (world: ChatWorld) in
      world.setPolicies { $0.groupBlue = blue }
      let (alice, bob, carol) = try await world.phones("Alice", "Bob", "Carol", on: .lte)
      let group = try await alice.startConversation(with: bob, carol, isGroup: true)
      let hello = try await alice.send("hello", in: group)
      try await alice.expect(\.status, of: .bubble(hello), is: .delivered)
      for reader in [bob, carol] {
        await reader.open(group)
        try await world.advance(by: .seconds(10))
      }
      try await alice.expect(\.receiptLabel, of: .bubble(hello), is: "Read by 2 of 2")
      let times = await world.readBy(hello, in: group)
      let wanted = try world.require(
        blue == .first ? times["bob"] : times["carol"], "the time of the \(blue) reader")
      try world.require(
        alice.statusUpdatedAt(hello), is: wanted, "the time at which the checks turned blue")
    }
  }

  static let readWithoutDelivery = Scenario(
    "With “blue when all have read”, who has read a message has it, whatever became of the delivery",
    covers: "GR-06", "GR-15", tags: .receipts, .groups
  ) { (world: ChatWorld) in
    world.setPolicies { $0.groupBlue = .all }
    let (alice, bob, carol) = try await world.phones("Alice", "Bob", "Carol", on: .lte)
    let chat = try await alice.startConversation(with: bob)
    let toBob = try await alice.send("to you", in: chat)
    await bob.open(chat)
    try await alice.expect(
      all: .that(\.status, of: .bubble(toBob), is: .read),
      .that(\.receiptLabel, of: .bubble(toBob), is: nil))
    let group = try await alice.startConversation(with: bob, carol, isGroup: true)
    await carol.setAirplaneMode(true)
    await bob.close()
    await alice.close()
    let hello = try await alice.send("hello", in: group)
    try await bob.expect(\.unread, of: .conversation(group), is: 1)
    try await world.advance(by: .seconds(5))
    await bob.open(group)
    try await world.advance(by: .seconds(5))
    await world.forgetDelivery(of: hello, to: bob.userID, in: group)
    await alice.open(group)
    try await alice.expect(
      all: .that(\.receiptLabel, of: .bubble(hello), is: "Read by 1 of 2"),
      .that(\.status, of: .bubble(hello), is: .sent))
    await carol.setAirplaneMode(false)
    try await alice.expect(\.status, of: .bubble(hello), is: .delivered)
    // Carol is removed: all who are left have read it.
    await alice.remove(carol.userID, from: group)
    try await alice.expect(
      all: .that(\.status, of: .bubble(hello), is: .read),
      .that(\.receiptLabel, of: .bubble(hello), is: "Read by 1 of 1"))
    // A group has two members at least: the change is not made before it is confirmed.
    await alice.remove(bob.userID, from: group)
    try await alice.expect(\.confirm, of: .question, is: "Archive")
    await alice.goBack()
    try await alice.expect(
      all: .absent(.question), .that(\.receiptLabel, of: .bubble(hello), is: "Read by 1 of 1"),
      .that(\.users, of: .thread, is: ["alice", "bob"]), within: .zero)
  }
}
