import Chat
import Rehearsal

extension Scenarios {
  static let authorsPhones = Scenario(
    "A looks at the message on two phones of hers: only B turns it to read, on both",
    covers: "RR-05", "RR-06", "DS-06", "UN-06", tags: .receipts, .multiDevice, faults: .allowed
  ) { (world: ChatWorld) in
    let (alice, bob) = try await world.phones("Alice", "Bob", on: .lte)
    let tablet = try await world.phone("Alice's iPad", user: "alice", on: .wifi)
    let chat = try await alice.startConversation(with: bob, tablet)
    await tablet.open(chat)
    let hello = try await alice.send("hello", in: chat)
    for phone in [alice, tablet] {
      try await phone.expect(\.status, of: .bubble(hello), is: .delivered)
      try await phone.expect(
        all: .that(\.status, of: .bubble(hello), is: .delivered), .that(\.badge, is: 0),
        for: .minutes(1))
    }
    try await world.expectNoReceipts(in: chat)
    await bob.open(chat)
    for phone in [alice, tablet] {
      try await phone.expect(
        \.status, of: .bubble(hello), is: .read, within: .seconds(1), measuredAs: .receipt)
    }
    try await world.expectRead(hello, in: chat, by: bob)
  }

  static let threeOfFive = Scenario(
    "Of five messages two are B's own: opening makes exactly three marks, in one write, each once",
    covers: "RR-14", "RR-15", "BC-01", "BC-02", "FG-04", "UN-06", tags: .receipts, .cost
  ) { (world: ChatWorld) in
    let (alice, bob) = try await world.phones("Alice", "Bob", on: .lte)
    let chat = try await alice.startConversation(with: bob)
    var theirs: [MessageID] = []
    for word in ["one", "two", "three"] { theirs.append(try await alice.send(word, in: chat)) }
    for word in ["four", "five"] { _ = try await bob.send(word, in: chat) }
    try await bob.expect(\.unread, of: .conversation(chat), is: 3)
    try await world.advance(by: .seconds(5))
    for message in theirs {
      try world.require(
        bob.storedReadBy(message), is: [:], "the readers of \(message) before Bob opens the chat")
    }

    let before = await world.meter()
    await bob.open(chat)
    let sent = theirs
    try await alice.expect(all: .statuses(of: sent, are: .read))
    try await world.advance(by: .seconds(30))
    let spent = await world.meter() - before
    try world.require(spent[.writes, device: bob.name], is: 1, "the number of Bob's writes")
    try world.require(
      spent.batchSizes { $0.device == bob.name }, is: [3], "the sizes of Bob's batches")
    for message in theirs {
      let stored = bob.storedReadBy(message)
      let known = await world.readBy(message, in: chat)
      try world.require(stored.keys.sorted(), is: ["bob"], "the readers on Bob's phone")
      try world.require(stored, is: known, "their times on Bob's phone, as at the backend,")
    }
  }

  static let reopening = Scenario(
    "Opening what is read already writes nothing, and the times of reading stay",
    covers: "RR-09", "MO-07", "BC-03", "BC-06", "FG-04", tags: .receipts, .cost, faults: .allowed,
    // With presence, a phone that connects again writes that it is there. What a slow answer leaves open is written again.
    pinned: .policies, mild: .links
  ) { (world: ChatWorld) in
    let (alice, bob) = try await world.phones("Alice", "Bob", on: .lte)
    let chat = try await alice.startConversation(with: bob)
    try await world.expectNoWrites(by: bob) {
      await bob.open(chat)
      try await world.advance(by: .seconds(30))
      await bob.close()
    }
    let hello = try await alice.send("hello", in: chat)
    try await bob.expect(\.unread, of: .conversation(chat), is: 1)
    await bob.open(chat)
    try await alice.expect(\.status, of: .bubble(hello), is: .read)
    let first = await world.readBy(hello, in: chat)
    try await world.advance(by: .minutes(5))
    try await world.expectNoWrites(by: bob) {
      for _ in 0..<3 {
        await bob.close()
        await bob.open(chat)
        try await world.advance(by: .seconds(10))
      }
      try await bob.enterBackground()
      try await bob.enterForeground()
      try await world.advance(by: .seconds(10))
    }
    try world.require(
      await world.readBy(hello, in: chat), is: first,
      "the readers at the backend with their first times")
  }

  static let infoFromCheckMarks = Scenario(
    "A tap on the check marks opens Message Info, which tells the time of reading once there is one",
    covers: "RR-13", tags: .receipts, .sheets,
    // Ages count by the viewer's own clock (C-21).
    mild: .clocks
  ) { (world: ChatWorld) in
    let (alice, bob) = try await world.phones("Alice", "Bob", on: .lte)
    let chat = try await alice.startConversation(with: bob)
    let hello = try await alice.send("hello", in: chat)
    try await alice.expect(\.status, of: .bubble(hello), is: .delivered)
    await alice.openReceipts(of: hello, by: .tapOnBubble)
    try await alice.expect(all: .absent(.sheet), within: .zero)
    await alice.openReceipts(of: hello, by: .tapOnStatus)
    try await alice.expect(\.read, of: .messageInfo, is: "Not yet", within: .zero)
    await bob.open(chat)
    try await alice.expect(
      \.read, of: .messageInfo, is: "now", within: .seconds(1), measuredAs: .sheet)
    try await alice.expect(\.read, of: .messageInfo, is: "5 minutes ago", within: .minutes(6))
  }

  static let bothKinds = Scenario(
    "The same people in 1:1 and in a group: in 1:1 the check marks climb as ever, without a count",
    covers: "RR-16", "RG-03", "DS-06", tags: .receipts, .groups, faults: .allowed
  ) { (world: ChatWorld) in
    let (alice, bob) = try await world.phones("Alice", "Bob", on: .lte)
    let group = try await alice.startConversation(with: bob, isGroup: true)
    let toAll = try await alice.send("to all", in: group)
    let chat = try await alice.startConversation(with: bob)
    let toBob = try await alice.send("to you", in: chat)
    try await alice.expect(\.status, of: .bubble(toBob), is: .sending, within: .zero)
    try await alice.expect(\.status, of: .bubble(toBob), is: .delivered)
    try await alice.expect(
      all: .that(\.status, of: .bubble(toBob), is: .delivered),
      .that(\.receiptLabel, of: .bubble(toBob), is: nil),
      .that(\.marks, of: .bubble(toBob), is: StatusMarks("✓✓", .grey)), for: .seconds(30))
    await bob.open(group)
    try await alice.expect(\.status, of: .bubble(toBob), is: .delivered, for: .seconds(30))
    await bob.open(chat)
    try await alice.expect(
      all: .that(\.status, of: .bubble(toBob), is: .read),
      .that(\.receiptLabel, of: .bubble(toBob), is: nil), within: .seconds(1), measuredAs: .receipt)
    await alice.open(group)
    try await alice.expect(
      all: .that(\.status, of: .bubble(toAll), is: .read),
      .that(\.receiptLabel, of: .bubble(toAll), is: "Read by 1 of 1"))
  }
}
