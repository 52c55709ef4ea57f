import Chat
import Rehearsal

extension Scenarios {
  static let offlineRead = [
    offlineRead(on: .wifi).named("wifi"),
    offlineRead(on: .lte).named("lte"),
  ]

  /// The headline: what this project exists for.
  private static func offlineRead(on profile: LinkProfile) -> Scenario {
    Scenario(
      "B reads offline, reconnects, A sees the receipt within 1 s (\(profile.name))",
      covers: "OF-01", "OF-02", "OF-04", "RR-01", "PB-02", "PB-03", tags: .headline, .receipts,
      .offline, faults: .allowed
    ) { (world: ChatWorld) in
      let (alice, bob) = try await world.phones("Alice", "Bob", on: profile)
      let chat = try await alice.startConversation(with: bob)
      let hello = try await alice.send("hello", in: chat)
      try await bob.expect(\.unread, of: .conversation(chat), is: 1)
      try await alice.expect(\.status, of: .bubble(hello), is: .delivered)

      await bob.setAirplaneMode(true)
      await bob.open(chat)
      try await bob.expect(
        \.unread, of: .thread, is: 0, within: .milliseconds(100), measuredAs: .localMark
      )
      try await alice.expect(\.status, of: .bubble(hello), is: .delivered, for: .minutes(5))

      await bob.setAirplaneMode(false)
      try await alice.expect(
        \.status, of: .bubble(hello), is: .read, within: .seconds(1), measuredAs: .receipt,
        since: bob.reconnected)
    }
  }
}

extension Scenarios {
  static let inThePocket = Scenario(
    "B reads in a tunnel, locks the phone and pockets it: A sees it within 2 s of the network's return, minutes later",
    covers: "OF-03", "OF-02", tags: .receipts, .offline
  ) { (world: ChatWorld) in
    let (alice, bob) = try await world.phones("Alice", "Bob", on: .lte)
    let chat = try await alice.startConversation(with: bob)
    let hello = try await alice.send("hello", in: chat)
    try await alice.expect(\.status, of: .bubble(hello), is: .delivered)
    await bob.setAirplaneMode(true)
    await bob.open(chat)
    try await world.advance(by: .seconds(5))
    try await bob.lock()
    try await alice.expect(\.status, of: .bubble(hello), is: .delivered, for: .minutes(10))
    try world.require(bob.lifeState, is: .suspended, "the state of Bob's app")
    await bob.setAirplaneMode(false)
    try await alice.expect(
      \.status, of: .bubble(hello), is: .read, within: .seconds(2), measuredAs: .receipt,
      since: bob.reconnected)
    // Nothing is read in the pocket: what comes now waits.
    let next = try await alice.send("and this?", in: chat)
    try await alice.expect(all: .that(\.status, of: .bubble(next), isNot: .read), for: .minutes(10))
    try world.require(bob.lifeState, is: .suspended, "the state of Bob's app")
  }

  static let unannouncedReturn = [
    unannouncedReturn(isTakenOut: true).named("taken-out"),
    unannouncedReturn(isTakenOut: false).named("left-alone"),
  ]

  /// What is possible where nobody tells the phone that packets are lost, nor that they are not any more. Its connection dies in
  /// silence, and its client tries again, every 30 s at last, each time for up to 30 s. Who takes the phone out has it try at once;
  /// in the pocket, with the app suspended, nothing does.
  private static func unannouncedReturn(isTakenOut: Bool) -> Scenario {
    let limit: Duration = isTakenOut ? .seconds(2) : .seconds(65)
    let title =
      "B reads where packets are lost, and nobody tells his phone, nor that they are not any more: A sees it within "
      + "\(limit.stopwatch) \(isTakenOut ? "of his taking it out" : "all the same")"
    let body: @Sendable (ChatWorld) async throws -> Void = { world in
      let (alice, bob) = try await world.phones("Alice", "Bob", on: .lte)
      let chat = try await alice.startConversation(with: bob)
      let hello = try await alice.send("hello", in: chat)
      try await alice.expect(\.status, of: .bubble(hello), is: .delivered)
      let loss = bob.partition()
      await bob.open(chat)
      try await bob.expect(\.unread, of: .thread, is: 0, within: .zero)
      if isTakenOut { try await bob.enterBackground() }
      try await alice.expect(\.status, of: .bubble(hello), is: .delivered, for: .minutes(20))
      loss.end()
      if isTakenOut {
        // In the pocket it hears of nothing.
        try await alice.expect(\.status, of: .bubble(hello), is: .delivered, for: .minutes(5))
        try world.require(bob.lifeState, is: .suspended, "the state of Bob's app")
      }
      let since = world.now
      if isTakenOut { try await bob.enterForeground() }
      try await alice.expect(
        \.status, of: .bubble(hello), is: .read, within: limit, measuredAs: .receipt, since: since)
    }
    return isTakenOut
      ? Scenario(
        title, covers: "OF-03", "OF-02", tags: .receipts, .offline, .fault, pinned: .links,
        body: body)
      : Scenario(title, covers: "OF-02", "OF-08", tags: .receipts, .offline, .fault, body: body)
  }

  static let takenOutInAPause = Scenario(
    "A network refuses B's phone, and nobody tells it when that is over: A sees what B read within 2 s of his next look",
    covers: "OF-03", "OF-02", tags: .receipts, .offline, .fault, pinned: .links
  ) { (world: ChatWorld) in
    let (alice, bob) = try await world.phones("Alice", "Bob", on: .lte)
    let chat = try await alice.startConversation(with: bob)
    // Who is refused learns of it at once: most of the time the phone waits for its next attempt, for 9 to 30 s at last. Of six
    // looks, few fall on the last seconds of such a wait, when it would have tried all the same.
    for number in 1...6 {
      let message = try await alice.send("number \(number)", in: chat)
      try await alice.expect(\.status, of: .bubble(message), is: .delivered)
      let refusal = bob.resetConnections(for: .hours(1))
      await bob.open(chat)
      try await bob.expect(\.unread, of: .thread, is: 0, within: .zero)
      try await alice.expect(\.status, of: .bubble(message), is: .delivered, for: .minutes(5))
      refusal.end()
      // Not for long enough that the phone suspends the app.
      try await bob.enterBackground()
      try await world.advance(by: .seconds(1))
      let since = world.now
      try await bob.enterForeground()
      try await alice.expect(
        \.status, of: .bubble(message), is: .read, within: .seconds(2), measuredAs: .receipt,
        since: since)
      await bob.close()
    }
  }

  static let authorOffline = Scenario(
    "B reads while A is offline; A sees it after reconnecting",
    covers: "RR-12", "OF-09", tags: .receipts, .offline, faults: .allowed
  ) { (world: ChatWorld) in
    let (alice, bob) = try await world.phones("Alice", "Bob", on: .lte)
    let chat = try await alice.startConversation(with: bob)
    let hello = try await alice.send("hello", in: chat)
    try await alice.expect(\.status, of: .bubble(hello), is: .delivered)

    await alice.setAirplaneMode(true)
    await bob.open(chat)
    try await alice.expect(\.status, of: .bubble(hello), is: .delivered, for: .minutes(5))

    await alice.setAirplaneMode(false)
    try await alice.expect(
      \.status, of: .bubble(hello), is: .read, within: .seconds(1), measuredAs: .receipt,
      since: alice.reconnected)
  }

  static let sentOffline = Scenario(
    "A writes without a network: the message waits visibly and goes out on reconnect",
    covers: "DS-02", "DS-10", "MO-09", tags: .offline
  ) { (world: ChatWorld) in
    let (alice, bob) = try await world.phones("Alice", "Bob", on: .lte)
    let chat = try await alice.startConversation(with: bob)
    await alice.setAirplaneMode(true)
    let hello = try await alice.send("hello", in: chat)
    try await alice.expect(
      all: .that(\.status, of: .bubble(hello), is: .sending),
      .that(\.marks, of: .bubble(hello), is: StatusMarks("🕓", .grey)), for: .minutes(3))
    try await bob.expect(\.unread, of: .conversation(chat), is: 0, within: .zero)
    let overtaking = try await bob.send("where are you?", in: chat)

    await alice.setAirplaneMode(false)
    try await alice.expect(
      all: .that(\.status, of: .bubble(hello), is: .delivered),
      .that(\.marks, of: .bubble(hello), is: StatusMarks("✓✓", .grey)), within: .seconds(2),
      since: alice.reconnected)
    try await bob.expect(\.unread, of: .conversation(chat), is: 1, within: .zero)
    // Written first and taken by the backend last: the thread has the backend's order on both phones.
    let order = [overtaking, hello]
    try await alice.expect(\.ids, of: .thread, is: order)
    await bob.open(chat)
    try await bob.expect(\.ids, of: .thread, is: order)
  }
}
