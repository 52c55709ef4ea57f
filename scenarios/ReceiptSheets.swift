import Chat
import Rehearsal

extension Scenarios {
  static let sheetOfFive = Scenario(
    "Two of four recipients have read: the sheet shows these two, the newest first, and the others",
    covers: "SH-01", "SH-04", "SH-05", "SH-06", "SH-07", "SH-08", "SH-10", "SH-16", "SH-17",
    "SH-18", "GR-15", "RG-04", tags: .receipts, .groups, .sheets,
    // Ages count by the viewer's own clock (C-21).
    pinned: .clocks
  ) { (world: ChatWorld) in
    let phones = try await world.phones(["Alice", "Bob", "Carol", "Dave", "Eve"], on: .lte)
    let (alice, bob, dave) = (phones[0], phones[1], phones[3])
    let group = try await alice.startConversation(with: Array(phones.dropFirst()), isGroup: true)
    let hello = try await alice.send("hello", in: group)
    try await alice.expect(\.status, of: .bubble(hello), is: .delivered)
    await dave.open(group)
    try await world.advance(by: .minutes(5))
    await bob.open(group)
    try await alice.expect(\.receiptLabel, of: .bubble(hello), is: "Read by 2 of 4")

    await alice.openReceipts(of: hello, by: .longPress)
    try await alice.expect(
      all: .that(\.read.users, of: .receiptSheet, is: ["bob", "dave"]),
      .that(\.delivered.users, of: .receiptSheet, is: ["carol", "eve"]),
      .that(\.pending.users, of: .receiptSheet, is: []),
      .that(\.title, of: .receiptSheet, is: "Read Receipts"), within: .zero)
    try await alice.expect(
      all: .that(\.read.heading, of: .receiptSheet, is: "Read (2)"),
      .that(\.delivered.heading, of: .receiptSheet, is: "Delivered (2)"),
      .that("readers' times", of: .receiptSheet, is: ["now", "5 minutes ago"]) {
        $0.read.rows.map(\.time)
      },
      .that("readers without a check", of: .receiptSheet, is: []) {
        $0.read.rows.filter { !$0.hasCheck }.map(\.user)
      },
      .that("others with a check or a time", of: .receiptSheet, is: []) {
        $0.delivered.rows.filter { $0.hasCheck || $0.time != nil }.map(\.user)
      },
      .that("sections of another count than rows", of: .receiptSheet, is: []) {
        $0.sections.filter { $0.count != $0.rows.count }.map(\.heading)
      })
    try await alice.expect(
      all: .that(\.read.names, of: .receiptSheet, is: ["Bob", "Dave"]),
      .that("readers' avatars", of: .receiptSheet, is: ["B", "D"]) { $0.read.rows.map(\.avatar) },
      .that(\.delivered.names, of: .receiptSheet, is: ["Carol", "Eve"]),
      .that("others' avatars", of: .receiptSheet, is: ["C", "E"]) {
        $0.delivered.rows.map(\.avatar)
      })
    try await alice.expect(\.done, of: .receiptSheet, is: "Done", within: .zero)
    await alice.closeSheet()
    try await alice.expect(all: .absent(.sheet), .that(\.id, of: .thread, is: group), within: .zero)
  }

  static let sheetIsLive = Scenario(
    "The sheet opens while nobody has read, and members move to the readers while it is open",
    covers: "SH-09", "SH-11", "SH-12", "RR-03", tags: .receipts, .groups, .sheets, faults: .allowed
  ) { (world: ChatWorld) in
    let (alice, bob, carol) = try await world.phones("Alice", "Bob", "Carol", on: .lte)
    let group = try await alice.startConversation(with: bob, carol, isGroup: true)
    let hello = try await alice.send("hello", in: group)
    try await alice.expect(\.status, of: .bubble(hello), is: .delivered)
    await alice.openReceipts(of: hello)
    try await alice.expect(
      all: .that(\.read.count, of: .receiptSheet, is: 0),
      .that(\.delivered.users, of: .receiptSheet, is: ["bob", "carol"]), within: .zero)
    await carol.open(group)
    try await alice.expect(
      all: .that(\.read.users, of: .receiptSheet, is: ["carol"]),
      .that(\.delivered.users, of: .receiptSheet, is: ["bob"]), within: .seconds(1),
      measuredAs: .sheet)
    try await world.advance(by: .seconds(10))
    await bob.open(group)
    try await alice.expect(
      all: .that(\.read.users, of: .receiptSheet, is: ["bob", "carol"]),
      .that(\.delivered.count, of: .receiptSheet, is: 0),
      .that(\.pending.count, of: .receiptSheet, is: 0), within: .seconds(1), measuredAs: .sheet)
  }

  static let noSheet = Scenario(
    "The gesture opens nothing on others' messages, the system's, or one that was not sent yet",
    covers: "SH-02", "SH-03", "RG-05", tags: .receipts, .groups, .sheets, faults: .allowed
  ) { (world: ChatWorld) in
    let (alice, bob, carol) = try await world.phones("Alice", "Bob", "Carol", on: .lte)
    let group = try await alice.startConversation(with: bob, isGroup: true)
    await bob.open(group)
    await alice.add(carol.userID, to: group)
    try await alice.expect(\.bubbles.count, of: .thread, is: 1)
    try await bob.expect(\.bubbles.count, of: .thread, is: 1)
    let announcement = await world.systemMessages(in: group)
    await alice.openReceipts(of: announcement[0])
    try await alice.expect(all: .absent(.sheet), for: .seconds(2))
    try await bob.expect(
      all: .that(\.unread, of: .thread, is: 0), .that(\.badge, is: 0), within: .zero)
    try await alice.expect(
      all: .that(\.status, of: .bubble(announcement[0]), is: nil),
      .that(\.receiptLabel, of: .bubble(announcement[0]), is: nil), within: .zero)

    let hello = try await alice.send("hello", in: group)
    try await bob.expect(\.text, of: .bubble(hello), is: "hello")
    await bob.openReceipts(of: hello)
    try await bob.expect(all: .absent(.sheet), for: .seconds(2))

    await alice.setAirplaneMode(true)
    let unsent = try await alice.send("not yet", in: group)
    await alice.openReceipts(of: unsent)
    try await alice.expect(all: .absent(.sheet), for: .seconds(2))
    await alice.setAirplaneMode(false)
    try await alice.expect(
      all: .that(\.status, of: .bubble(unsent), matches: "is delivered or read") {
        $0 == .delivered || $0 == .read
      })
    await alice.openReceipts(of: unsent, by: .tapOnBubble)
    try await alice.expect(all: .absent(.sheet), within: .zero)
    await alice.openReceipts(of: unsent, by: .tapOnStatus)
    try await alice.expect(\.message, of: .receiptSheet, is: unsent, within: .zero)
    try await world.expectRead(announcement[0], in: group)
    let deliveries = await world.deliveredTo(announcement[0], in: group)
    try world.require(deliveries, is: [:], "those who told that the system's words have arrived")
  }

  static let relativeTimes = Scenario(
    "Times on an open sheet go on: now, minutes, hours, yesterday, days, on the viewer's calendar",
    covers: "SH-19", "SH-08", tags: .receipts, .groups, .sheets, .clocks
  ) { (world: ChatWorld) in
    // The world begins at noon UTC; for Alice it is 23:40 in the evening.
    let alice = try await world.phone(
      "Alice", on: .lte, clock: WallClock(zoneOffset: .minutes(11 * 60 + 40)))
    let bob = try await world.phone("Bob", on: .lte)
    let carol = try await world.phone("Carol", on: .lte)
    let group = try await alice.startConversation(with: bob, carol, isGroup: true)
    let hello = try await alice.send("hello", in: group)
    try await alice.expect(\.status, of: .bubble(hello), is: .delivered)
    await bob.open(group)
    try await alice.expect(\.receiptLabel, of: .bubble(hello), is: "Read by 1 of 2")
    await alice.openReceipts(of: hello)
    try await alice.expect(\.read.times, of: .receiptSheet, is: ["now"], for: .seconds(55))
    try await alice.expect(
      \.read.times, of: .receiptSheet, is: ["1 minute ago"], within: .seconds(10))
    try await world.advance(by: .minutes(4))
    // C-20: who read five minutes later stands first.
    await carol.open(group)
    try await alice.expect(
      \.read.times, of: .receiptSheet, is: ["now", "5 minutes ago"], within: .seconds(1))
    // Minutes stay minutes across midnight; an hour after it was yesterday. The phone knows the backend's clock to some
    // milliseconds.
    try await world.advance(by: .minutes(30))
    try await alice.expect(
      \.read.times, of: .receiptSheet, is: ["30 minutes ago", "35 minutes ago"], within: .seconds(1)
    )
    try await world.advance(by: .minutes(27))
    try await alice.expect(
      \.read.times, of: .receiptSheet, is: ["57 minutes ago", "yesterday"], within: .seconds(1))
    // For the days that follow the sheet stays open on a phone without a network; the others are put away.
    await alice.setAirplaneMode(true)
    for phone in [bob, carol] { try await phone.enterBackground() }
    try await world.advance(by: .hours(22))
    try await alice.expect(
      \.read.times, of: .receiptSheet, is: ["yesterday", "yesterday"], within: .zero)
    try await world.advance(by: .hours(48))
    try await alice.expect(
      \.read.times, of: .receiptSheet, is: ["3 days ago", "3 days ago"], within: .zero)

    // Ten hours on it is morning, and hours are hours of one day.
    try await world.advance(by: .hours(10))
    await alice.setAirplaneMode(false)
    for phone in [bob, carol] { try await phone.enterForeground() }
    try await world.advance(by: .seconds(5))
    await alice.closeSheet()
    let late = try await alice.send("next", in: group)
    try await alice.expect(\.receiptLabel, of: .bubble(late), is: "Read by 2 of 2")
    await alice.openReceipts(of: late)
    try await world.advance(by: .minutes(150))
    try await alice.expect(
      \.read.times, of: .receiptSheet, is: ["2 hours ago", "2 hours ago"], within: .zero)
  }

  static let offlineReadTime = Scenario(
    "B reads offline and reconnects ten minutes later: the sheet has the time of the backend (C-07)",
    covers: "SH-05", "SH-19", "OF-04", tags: .receipts, .groups, .sheets, .offline,
    // Ages count by the viewer's own clock (C-21).
    pinned: .clocks
  ) { (world: ChatWorld) in
    let (alice, bob, carol) = try await world.phones("Alice", "Bob", "Carol", on: .lte)
    let group = try await alice.startConversation(with: bob, carol, isGroup: true)
    let hello = try await alice.send("hello", in: group)
    try await alice.expect(\.status, of: .bubble(hello), is: .delivered)
    await bob.setAirplaneMode(true)
    await bob.open(group)
    try await world.advance(by: .minutes(5))
    await carol.open(group)
    try await world.advance(by: .seconds(305))
    await alice.openReceipts(of: hello)
    try await alice.expect(\.read.times, of: .receiptSheet, is: ["5 minutes ago"], within: .zero)
    await bob.setAirplaneMode(false)
    try await alice.expect(
      all: .that(\.read.users, of: .receiptSheet, is: ["bob", "carol"]),
      .that(\.read.times, of: .receiptSheet, is: ["now", "5 minutes ago"]), within: .seconds(2),
      measuredAs: .sheet, since: bob.reconnected)
  }

  static let exactTime = Scenario(
    "A tap on a reader's row shows the exact time, another tap how long ago it was",
    covers: "SH-20", "SH-05", tags: .receipts, .groups, .sheets,
    // The times of day are those of Alice's zone, and ages count by her clock (C-21).
    pinned: .clocks
  ) { (world: ChatWorld) in
    let (alice, bob, carol) = try await world.phones("Alice", "Bob", "Carol", on: .wifi)
    let group = try await alice.startConversation(with: bob, carol, isGroup: true)
    let hello = try await alice.send("hello", in: group)
    try await alice.expect(\.status, of: .bubble(hello), is: .delivered)
    try await world.advance(by: .minutes(61))
    await bob.open(group)
    try await alice.expect(\.receiptLabel, of: .bubble(hello), is: "Read by 1 of 2")
    await alice.openReceipts(of: hello)
    await alice.tapRow(of: bob.userID)
    try await alice.expect(
      all: .that(
        \.read.rows.first?.time, of: .receiptSheet, matches: "begins with “2026-01-05 13:01:”"
      ) { $0?.hasPrefix("2026-01-05 13:01:") == true }, within: .zero)
    await alice.tapRow(of: bob.userID)
    try await alice.expect(\.read.rows.first?.time, of: .receiptSheet, is: "now", within: .zero)
  }

  static let messageInfo = Scenario(
    "In 1:1 the check marks open Message Info: sent, delivered or pending, read or not yet",
    covers: "SH-02", "SH-18", "SH-21", "RR-13", tags: .receipts, .sheets,
    // The times of day are those of Alice's zone.
    pinned: .clocks, mild: .links
  ) { (world: ChatWorld) in
    let (alice, bob) = try await world.phones("Alice", "Bob", on: .lte)
    let chat = try await alice.startConversation(with: bob)
    await bob.setAirplaneMode(true)
    let hello = try await alice.send("hello", in: chat)
    try await alice.expect(\.status, of: .bubble(hello), is: .sent)
    await alice.openReceipts(of: hello, by: .tapOnStatus)
    try await alice.expect(
      all: .that(\.title, of: .messageInfo, is: "Message Info"),
      .that(\.sent, of: .messageInfo, matches: "begins with “2026-01-05 12:00:”") {
        $0.hasPrefix("2026-01-05 12:00:")
      },
      .that(\.delivered, of: .messageInfo, is: "Pending"),
      .that(\.read, of: .messageInfo, is: "Not yet"), .absent(.receiptSheet), within: .zero)
    await bob.setAirplaneMode(false)
    try await alice.expect(
      all: .that(\.delivered, of: .messageInfo, is: "✓"),
      .that(\.read, of: .messageInfo, is: "Not yet"))
    try await world.advance(by: .minutes(10))
    await bob.open(chat)
    try await alice.expect(
      all: .that(\.read, of: .messageInfo, is: "now"),
      .that(\.delivered, of: .messageInfo, is: "✓"), within: .seconds(1), measuredAs: .sheet)
    await alice.tapRow(of: bob.userID)
    try await alice.expect(
      all: .that(\.read, of: .messageInfo, matches: "begins with “2026-01-05 12:10:”") {
        $0.hasPrefix("2026-01-05 12:10:")
      }, within: .zero)
    // To the reader, the message of somebody else tells nothing.
    for touch in [MessageTouch.longPress, .tapOnBubble] {
      await bob.openReceipts(of: hello, by: touch)
      try await bob.expect(all: .absent(.sheet), for: .seconds(2))
    }
    try await alice.expect(\.done, of: .messageInfo, is: "Done", within: .zero)
    await alice.closeSheet()
    try await alice.expect(
      all: .absent(.messageInfo), .that(\.id, of: .thread, is: chat), within: .zero)
  }

  static let infoOfAMessageThatWaited = Scenario(
    "A writes in airplane mode and is back after an hour: the bubble has the time of writing, Message Info that of sending",
    covers: "SH-21", "DS-11", tags: .sheets, .offline, pinned: .clocks, mild: .links
  ) { (world: ChatWorld) in
    let (alice, bob) = try await world.phones("Alice", "Bob", on: .lte)
    let chat = try await alice.startConversation(with: bob)
    await alice.setAirplaneMode(true)
    let hello = try await alice.send("hello", in: chat)
    try await world.advance(by: .hours(1))
    await alice.setAirplaneMode(false)
    try await alice.expect(\.status, of: .bubble(hello), is: .delivered, within: .minutes(1))
    await alice.openReceipts(of: hello, by: .tapOnStatus)
    try await alice.expect(
      all: .that(\.sent, of: .messageInfo, matches: "begins with “2026-01-05 13:00:”") {
        $0.hasPrefix("2026-01-05 13:00:")
      }, within: .zero)
    await alice.closeSheet()
    try await alice.expect(\.time, of: .bubble(hello), is: "12:00")
  }

  static let removedFromSheet = Scenario(
    "A reader who is removed, on A's iPad, while the sheet is open on her phone disappears from it and from the count",
    covers: "SH-13", tags: .receipts, .groups, .sheets, .members, faults: .allowed
  ) { (world: ChatWorld) in
    let phones = try await world.phones(["Alice", "Bob", "Carol", "Dave"], on: .lte)
    let (alice, bob, carol) = (phones[0], phones[1], phones[2])
    let tablet = try await world.phone("Alice's iPad", user: "alice", on: .lte)
    let group = try await alice.startConversation(
      with: phones.dropFirst() + [tablet], isGroup: true)
    let hello = try await alice.send("hello", in: group)
    try await alice.expect(\.status, of: .bubble(hello), is: .delivered)
    await bob.open(group)
    await carol.open(group)
    try await alice.expect(\.receiptLabel, of: .bubble(hello), is: "Read by 2 of 3")
    await alice.openReceipts(of: hello)
    await tablet.remove(bob.userID, from: group)
    try await alice.expect(
      all: .that(\.read.users, of: .receiptSheet, is: ["carol"]),
      .that(\.delivered.users, of: .receiptSheet, is: ["dave"]), within: .seconds(1))
    await alice.closeSheet()
    try await alice.expect(\.receiptLabel, of: .bubble(hello), is: "Read by 1 of 2", within: .zero)
    await alice.openReceipts(of: hello)
    // What is stored stays (C-24), and with it what was shown: no status ever falls.
    await tablet.remove(carol.userID, from: group)
    try await alice.expect(\.read.count, of: .receiptSheet, is: 0)
    await alice.closeSheet()
    try await alice.expect(
      all: .that(\.status, of: .bubble(hello), is: .read),
      .that(\.receiptLabel, of: .bubble(hello), is: nil), for: .minutes(1))
    try await world.expectRead(hello, in: group, by: bob, carol)
  }

  static let deletedAccount = Scenario(
    "The sheet is there before the profiles; a reader whose account is gone is a deleted user",
    covers: "SH-14", "SH-23", "PB-09", tags: .receipts, .groups, .sheets
  ) { (world: ChatWorld) in
    let (alice, bob, carol) = try await world.phones("Alice", "Bob", "Carol", on: .lte)
    // The title names the first eight, and neither Bob nor Carol.
    let others = (1...8).map { UserID("ann\($0)") }
    for other in others { await world.openAccount(of: other, named: "Ann") }
    let group = try await alice.startConversation(with: [bob, carol], and: others, isGroup: true)
    let hello = try await alice.send("hello", in: group)
    await bob.open(group)
    try await alice.expect(\.receiptLabel, of: .bubble(hello), is: "Read by 1 of 10")
    try await world.untilQuiet()

    let held = alice.hold(.incoming)
    await alice.openReceipts(of: hello)
    try await alice.expect(
      all: .that(\.read.names, of: .receiptSheet, is: ["Unknown User"]),
      .that("readers' avatars", of: .receiptSheet, is: [nil]) { $0.read.rows.map(\.avatar) },
      .that(\.delivered.users, of: .receiptSheet, is: ["carol"]), within: .zero)
    await alice.tapRow(of: bob.userID)
    await alice.tapRow(of: bob.userID)
    try await world.advance(by: .seconds(2))
    held.end()
    try await alice.expect(\.read.names, of: .receiptSheet, is: ["Bob"])

    await world.deleteAccount(of: bob.userID)
    try await alice.expect(
      all: .that(\.read.names, of: .receiptSheet, is: ["Deleted User"]),
      .that(\.read.users, of: .receiptSheet, is: ["bob"]),
      .that(\.read.count, of: .receiptSheet, is: 1))
    await alice.closeSheet()
    try await alice.expect(\.receiptLabel, of: .bubble(hello), is: "Read by 1 of 10", within: .zero)
  }

  static let largeGroup = Scenario(
    "The sheet of a group of 256 draws as many rows as one sees, and the rest on scrolling",
    covers: "PB-08", "SH-16", tags: .receipts, .groups, .sheets,
    // It counts requests, and none of the phone's start may be among them.
    pinned: .policies, mild: .links
  ) { (world: ChatWorld) in
    let (alice, bob) = try await world.phones("Alice", "Bob", on: .lte)
    let others = (1...254).map { UserID("member\($0)") }
    await world.openAccounts(of: others)
    let group = try await alice.startConversation(with: [bob], and: others, isGroup: true)
    let hello = try await alice.send("hello", in: group)
    await bob.open(group)
    try await alice.expect(\.receiptLabel, of: .bubble(hello), is: "Read by 1 of 255")

    // One request a drawn row for the profiles but for the eight whom the title names, and none for the others.
    try await world.expect(22, .listens, by: alice) {
      await alice.openReceipts(of: hello)
      try await alice.expect(
        all: .that(\.read.rows.count, of: .receiptSheet, is: 1),
        .that(\.pending.rows.count, of: .receiptSheet, is: 29),
        .that(\.pending.heading, of: .receiptSheet, is: "Pending (254)"),
        .that(\.pending.count, of: .receiptSheet, is: 254), within: .zero)
      try await alice.expect(\.read.rows.first?.name, of: .receiptSheet, is: "Bob")
      try await world.advance(by: .seconds(2))
    }
    await alice.scroll(revealing: 20)
    try await alice.expect(\.pending.rows.count, of: .receiptSheet, is: 49, within: .zero)
    await alice.scroll(revealing: 1000)
    try await alice.expect(\.pending.rows.count, of: .receiptSheet, is: 254, within: .zero)
  }
}
