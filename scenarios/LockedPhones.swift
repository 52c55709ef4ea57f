import Chat
import Rehearsal

// Phones that nobody has unlocked since they were switched on: what the app keeps is closed to it.

extension Scenarios {
  static let restartedInThePocket = Scenario(
    "B's phone restarts with a receipt to tell, and a push launches the app before he unlocks it: nothing is shown, told or lost",
    covers: "OF-08", "PM-08", tags: .push, .receipts, .offline, .restart,
    pinned: .duplicates, .policies, .timings, .links
  ) { (world: ChatWorld) in
    world.setPolicies { $0.usesPush = true }
    let (alice, bob) = try await world.phones("Alice", "Bob", on: .wifi)
    let tablet = try await world.phone("Bob's iPad", user: "bob", on: .wifi)
    let chat = try await alice.startConversation(with: bob, tablet)
    let hello = try await alice.send("hello", in: chat)
    try await alice.expect(\.status, of: .bubble(hello), is: .delivered)
    try await tablet.expect(\.unread, of: .conversation(chat), is: 1)
    try await tablet.enterBackground()
    try await world.untilQuiet()
    await bob.setAirplaneMode(true)
    await bob.open(chat)
    try await bob.expect(\.unread, of: .thread, is: 0)
    await bob.close()
    try await bob.restart()
    await bob.setAirplaneMode(false)

    let second = try await alice.send("second", in: chat)
    try await bob.expectNotifications(all: .that(\.bodies, includes: "second"))
    // He swipes it away on the tablet, and the phone is told so by a push that launches the app.
    try await tablet.expectNotifications(all: .that(\.bodies, includes: "second"))
    try await tablet.clearNotifications()
    try await bob.expectNotifications(\.notifications.isEmpty, is: true, within: .seconds(30))
    try world.require(
      bob.lifeState, isNot: .terminated, "the state of Bob's app, launched behind the screen,")
    try await alice.expect(
      all: .that(\.status, of: .bubble(hello), is: .delivered),
      .that(\.status, of: .bubble(second), isNot: .read), for: .minutes(2))

    try await bob.enterForeground()
    try await bob.expect(\.unread, of: .conversation(chat), is: 1)
    try await alice.expect(\.status, of: .bubble(hello), is: .read)
    await bob.open(chat)
    try await alice.expect(\.status, of: .bubble(second), is: .read)
  }

  static let restartedWithinThePause = Scenario(
    "B's phone restarts while a receipt of his is under way, and within the pause behind one: its new clock makes none wait",
    covers: "OF-08", tags: .receipts, .restart,
    pinned: .duplicates, .policies, .timings, .links
  ) { (world: ChatWorld) in
    let (alice, bob) = try await world.phones("Alice", "Bob", on: .wifi)
    let chat = try await alice.startConversation(with: bob)
    try await world.advance(by: .minutes(5))
    let first = try await alice.send("first", in: chat)
    try await bob.expect(\.unread, of: .conversation(chat), is: 1)
    // The backend has the receipt, and the phone does not know.
    world.loseNextAcknowledgement(to: bob, of: .receipt, then: .halfOpen)
    await bob.open(chat)
    try await alice.expect(\.status, of: .bubble(first), is: .read)
    try await bob.restart()

    for text in ["second", "third"] {
      try await bob.launch()
      await bob.open(chat)
      // The third is read when the new clock shows less than the old one did for the second.
      if text == "second" { try await world.advance(by: .minutes(1)) }
      let message = try await alice.send(text, in: chat)
      try await bob.expect(\.text, of: .bubble(message), is: text)
      try await alice.expect(
        \.status, of: .bubble(message), is: .read, within: .seconds(3))
      // Until the receipt is answered, and its pause has begun.
      try await world.advance(by: .milliseconds(200))
      try await bob.restart()
    }
  }

  static let restartedAtThatTime = [
    restartedAtThatTime(on: .wifi, before: .milliseconds(450), within: .milliseconds(400))
      .named("wifi"),
    // A network on which nobody would see a receipt within a second: the app collects them for long.
    restartedAtThatTime(
      on: .edge, before: .seconds(1), within: .seconds(10), window: .seconds(20)
    ).named("edge"),
  ]

  /// - Parameters:
  ///   - lead: How much less than at the receipt before the restart the new clock shows at the launch.
  ///   - limit: The time within which a receipt is seen.
  ///   - window: The time for which receipts are collected, where it is not the usual one.
  private static func restartedAtThatTime(
    on profile: LinkProfile, before lead: Duration, within limit: Duration, window: Duration? = nil
  ) -> Scenario {
    Scenario(
      "B's phone restarts, and its new clock shows the time of his last receipt: the next one waits for no pause (\(profile.name))",
      covers: "RR-01", tags: .receipts, .restart,
      pinned: .duplicates, .policies, .timings, .links
    ) { (world: ChatWorld) in
      if let window { world.setPolicies { $0.receiptWindow = window } }
      let (alice, bob) = try await world.phones("Alice", "Bob", on: profile)
      let chat = try await alice.startConversation(with: bob)
      try await world.advance(by: .minutes(1))
      let first = try await alice.send("first", in: chat)
      try await bob.expect(\.unread, of: .conversation(chat), is: 1)
      try await world.advance(by: .minutes(1))
      let read = Instant.zero.duration(to: world.now)
      await bob.open(chat)
      try await alice.expect(\.status, of: .bubble(first), is: .read, within: .seconds(3))
      // Until the receipt is answered, and its pause has begun.
      try await world.advance(by: .seconds(1))
      try await bob.restart(bootTime: read - lead)
      let second = try await alice.send("second", in: chat)
      try await bob.launch()
      await bob.open(chat)
      try await bob.expect(\.text, of: .bubble(second), is: "second", within: .seconds(10))
      try await alice.expect(\.status, of: .bubble(second), is: .read, within: limit)
    }
  }

  static let repliedBeforeUnlocking = Scenario(
    "B answers from the lock screen of a phone that he has not unlocked since it was switched on: once he has, the answer is sent",
    covers: "PM-06", tags: .push, .receipts, .restart, pinned: .duplicates, .policies,
    .timings, .links
  ) { (world: ChatWorld) in
    world.setPolicies { $0.usesPush = true }
    let (alice, bob) = try await world.phones("Alice", "Bob", on: .wifi)
    let chat = try await alice.startConversation(with: bob)
    await alice.open(chat)
    try await world.untilQuiet()
    try await bob.restart()
    let hello = try await alice.send("hello", in: chat)
    try await bob.expectNotifications(\.bodies, is: ["hello"])
    try await bob.respond(.reply("on my way"))
    try await alice.expect(\.bubbles.count, of: .thread, is: 1, for: .seconds(10), within: .zero)
    try await bob.unlock()
    try await alice.expect(
      all: .that(\.texts, of: .thread, is: ["hello", "on my way"]),
      .that(\.status, of: .bubble(hello), is: .read), within: .seconds(10))
    // It is sent once.
    try await bob.lock()
    try await bob.unlock()
    try await alice.expect(\.bubbles.count, of: .thread, is: 2, for: .minutes(1), within: .zero)
  }
}
