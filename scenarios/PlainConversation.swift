import Chat
import Rehearsal

extension Scenarios {
  static let plainConversation = Scenario(
    "One message goes from sending to sent, delivered and read, each step on A's screen",
    covers: "DS-01", "DS-02", "DS-03", "DS-04", "DS-05", "DS-06", "DS-07", "RR-01", "RR-02",
    "RR-03", "RR-04", "RR-11", "UN-01", "UN-02", "UN-03", "UN-04", "AX-01", "PB-01", "RG-06",
    tags: .receipts, faults: .allowed
  ) { (world: ChatWorld) in
    let (alice, bob) = try await world.phones("Alice", "Bob", on: .lte)
    let chat = try await alice.startConversation(with: bob)

    await bob.setAirplaneMode(true)
    let hello = try await alice.send("hello", in: chat)
    // What is drawn: a clock, then one grey check, two grey ones, and two blue ones.
    try await alice.expect(
      all: .that(\.status, of: .bubble(hello), is: .sending),
      .that(\.marks, of: .bubble(hello), is: StatusMarks("🕓", .grey)), within: .zero)
    try await alice.expect(\.status, of: .bubble(hello), is: .sent)
    try await alice.expect(
      all: .that(\.status, of: .bubble(hello), is: .sent),
      .that(\.marks, of: .bubble(hello), is: StatusMarks("✓", .grey)), for: .seconds(30))

    await bob.setAirplaneMode(false)
    try await bob.expect(
      all: .that(\.unread, of: .conversation(chat), is: 1), .that(\.badge, is: 1))
    try await alice.expect(\.status, of: .bubble(hello), is: .delivered)
    try await alice.expect(
      all: .that(\.status, of: .bubble(hello), is: .delivered),
      .that(\.marks, of: .bubble(hello), is: StatusMarks("✓✓", .grey)), for: .seconds(30))

    let opened = world.now
    await bob.open(chat)
    try await bob.expect(
      all: .that(\.unread, of: .thread, is: 0), .that(\.badge, is: 0), within: .zero)
    try await bob.expect(
      all: .that(\.text, of: .bubble(hello), is: "hello"),
      .that(\.status, of: .bubble(hello), is: nil), .that(\.marks, of: .bubble(hello), is: nil),
      within: .zero)
    try await alice.expect(
      all: .that(\.status, of: .bubble(hello), is: .read),
      .that(\.marks, of: .bubble(hello), is: StatusMarks("✓✓", .blue)),
      .that(\.accessibilityLabel, of: .bubble(hello), matches: "contains “Read”") {
        $0.contains("Read")
      }, within: .seconds(1), measuredAs: .receipt, since: opened)
    try await alice.expectTimeline(
      of: \.status, of: .bubble(hello), [.sending, .sent, .delivered, .read], within: .zero)
    try await world.expectRead(hello, in: chat, by: bob)
  }

  static let oneReceipt = Scenario(
    "A sends a message, B opens the chat, and A sees that it is read",
    covers: "DS-04", "RR-01", "RR-02", "RR-03", tags: .receipts, faults: .allowed
  ) { (world: ChatWorld) in
    let (alice, bob) = try await world.phones("Alice", "Bob", on: .lte)
    let chat = try await alice.startConversation(with: bob)
    try await world.untilQuiet()
    // `rehearse run oneReceipt --schedule exhaustive` plays every order of what follows.
    world.exploreFromHere()

    let hello = try await alice.send("hello", in: chat)
    try await bob.expect(
      all: .that(\.unread, of: .conversation(chat), is: 1), .that(\.badge, is: 1))
    let opened = world.now
    await bob.open(chat)
    try await bob.expect(
      all: .that(\.unread, of: .thread, is: 0), .that(\.badge, is: 0), within: .zero)
    try await alice.expect(
      \.status, of: .bubble(hello), is: .read, within: .seconds(1), measuredAs: .receipt,
      since: opened)
    try await world.expectRead(hello, in: chat, by: bob)
  }

  static let severalMessages = Scenario(
    "Ten messages that arrive before B opens the chat become read together by one opening",
    covers: "RR-07", "MO-10", "UN-06", "PB-04", "GR-08", tags: .receipts, faults: .allowed
  ) { (world: ChatWorld) in
    let (alice, bob) = try await world.phones("Alice", "Bob", on: .lte)
    let chat = try await alice.startConversation(with: bob)
    var messages: [MessageID] = []
    for number in 1...10 {
      messages.append(try await alice.send("message \(number)", in: chat))
    }
    try await bob.expect(\.unread, of: .conversation(chat), is: 10)
    try await alice.expect(\.unread, of: .thread, is: 0, within: .zero)

    let opened = world.now
    await bob.open(chat)
    try await alice.expect(
      all: .statuses(of: messages, are: .read), within: .seconds(1), measuredAs: .receipt,
      since: opened)
  }

  static let emptyConversation = Scenario(
    "Opening an empty conversation, or one with only own messages, marks nothing",
    covers: "RR-05", "RR-08", "DS-12", tags: .receipts,
    // Of a full disk the person is told by an alert.
    faults: .allowed(FaultPlan(excluding: [.fullDisk]))
  ) { (world: ChatWorld) in
    let (alice, bob) = try await world.phones("Alice", "Bob")
    let chat = try await alice.startConversation(with: bob)
    await bob.open(chat)
    try await bob.expect(
      all: .that(\.bubbles.isEmpty, of: .thread, is: true), .absent(.alert), .absent(.sheet),
      for: .seconds(10))
    await bob.close()
    try world.require(await alice.submit(), is: nil, "what Alice sent")
    let own = try await alice.send("only mine", in: chat)
    try await alice.expect(\.status, of: .bubble(own), is: .delivered)
    await alice.close()
    await alice.open(chat)
    try await alice.expect(
      all: .that(\.status, of: .bubble(own), is: .delivered),
      .that(\.bubbles.count, of: .thread, is: 1), for: .minutes(1))
    try await world.expectNoReceipts(in: chat)
  }

  static let arrivalWhileOpen = Scenario(
    "A message that arrives while B looks at the chat becomes read without reopening",
    covers: "FG-02", "FG-06", "MO-10", tags: .receipts, faults: .allowed
  ) { (world: ChatWorld) in
    let (alice, bob) = try await world.phones("Alice", "Bob", on: .lte)
    let chat = try await alice.startConversation(with: bob)
    await bob.open(chat)
    let first = try await alice.send("are you there?", in: chat)
    try await alice.expect(
      \.status, of: .bubble(first), is: .read, within: .milliseconds(1500), measuredAs: .receipt)
    // A burst within the second after a receipt: none of it is skipped.
    var burst: [MessageID] = []
    for word in ["one", "two", "three"] {
      burst.append(try await alice.send(word, in: chat))
      try await world.advance(by: .milliseconds(150))
    }
    try await alice.expect(
      all: .statuses(of: burst, are: .read), within: .milliseconds(2500), measuredAs: .receipt)
    await bob.close()
    let second = try await alice.send("still there?", in: chat)
    try await bob.expect(\.unread, of: .conversation(chat), is: 1)
    try await alice.expect(\.status, of: .bubble(second), is: .delivered)
    try await alice.expect(\.status, of: .bubble(second), is: .delivered, for: .minutes(1))
  }

  static let backgroundReadsNothing = Scenario(
    "An open chat marks nothing while the app is in the background, and everything on return",
    covers: "FG-01", "FG-03", tags: .receipts
  ) { (world: ChatWorld) in
    let (alice, bob) = try await world.phones("Alice", "Bob", on: .lte)
    let chat = try await alice.startConversation(with: bob)
    await bob.open(chat)
    try await bob.enterBackground()
    let hello = try await alice.send("hello", in: chat)
    try await alice.expect(\.status, of: .bubble(hello), is: .delivered)
    try await alice.expect(\.status, of: .bubble(hello), is: .delivered, for: .minutes(2))
    let returned = world.now
    try await bob.enterForeground()
    try await alice.expect(
      \.status, of: .bubble(hello), is: .read, within: .seconds(1), measuredAs: .receipt,
      since: returned)
  }
}

extension Scenarios {
  static let suspended = Scenario(
    "A suspended app takes in nothing, and reads what has come when it returns to an open chat",
    covers: "FG-01", "FG-03", tags: .receipts,
    faults: .allowed(FaultPlan(excluding: [.silentBreak]))
  ) { (world: ChatWorld) in
    world.setPolicies { $0.confirmsByExtension = false }
    let (alice, bob) = try await world.phones("Alice", "Bob", on: .lte)
    let chat = try await alice.startConversation(with: bob)
    await bob.open(chat)
    try await bob.enterBackground()
    try await world.advance(by: .seconds(30))
    let hello = try await alice.send("hello", in: chat)
    try await alice.expect(\.status, of: .bubble(hello), is: .sent)
    // Longer than the backend keeps a silent connection: the phone has to connect again.
    try await alice.expect(\.status, of: .bubble(hello), is: .sent, for: .minutes(10))

    let returned = world.now
    try await bob.enterForeground()
    try await alice.expect(
      \.status, of: .bubble(hello), is: .read, within: .seconds(2), measuredAs: .receipt,
      since: returned)
  }
}
