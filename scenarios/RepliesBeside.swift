import Chat
import Rehearsal

// Replies from notifications, beside what stands in the app behind them.

extension Scenarios {
  static let draftBesideReplies = Scenario(
    "B replies from notifications of the chat that is open behind the lock screen and of another: draft and place in the thread stay",
    covers: "PM-06", tags: .push, pinned: .duplicates, .policies, .timings, .links, .traffic
  ) { (world: ChatWorld) in
    world.setPolicies { $0.usesPush = true }
    let (alice, bob, carol) = try await world.phones("Alice", "Bob", "Carol", on: .wifi)
    let chat = try await alice.startConversation(with: bob)
    let other = try await carol.startConversation(with: bob)
    for number in 1...30 { _ = try await alice.send("\(number)", in: chat) }
    try await bob.expect(\.preview, of: .conversation(chat), is: "30")
    await bob.open(chat)
    await bob.scroll(revealing: 10)
    await bob.type("half a th")
    guard let place = bob.display.screen?.thread?.inView else { return }
    try await bob.lock()
    try await world.advance(by: .minutes(1))
    _ = try await carol.send("dinner?", in: other)
    try await bob.expectNotifications(
      all: .that(\.bodies, includes: "dinner?"), within: .minutes(1))
    try await bob.respond(.reply("gladly")) { $0.body == "dinner?" }
    try await carol.expect(\.bubbles.last?.text, of: .thread, is: "gladly", within: .minutes(1))
    try await bob.enterForeground()
    try await bob.expect(
      all: .that(\.inView, of: .thread, is: place),
      .that(\.composer, of: .thread, is: "half a th"), within: .zero)
    try await bob.lock()
    try await world.advance(by: .minutes(1))
    _ = try await alice.send("are you there?", in: chat)
    try await bob.expectNotifications(
      all: .that(\.bodies, includes: "are you there?"), within: .minutes(1))
    try await bob.respond(.reply("in a moment")) { $0.body == "are you there?" }
    try await alice.expect(
      \.bubbles.last?.text, of: .thread, is: "in a moment", within: .minutes(1))
    try await bob.enterForeground()
    try await bob.expect(\.composer, of: .thread, is: "half a th", within: .zero)
  }

  static let repliedTwiceBeforeUnlocking = Scenario(
    "B answers two notifications on a phone that he has not unlocked since it was switched on: the answers are sent in his order",
    covers: "PM-06", tags: .push, .restart, pinned: .duplicates, .policies, .timings, .links
  ) { (world: ChatWorld) in
    world.setPolicies { $0.usesPush = true }
    let (alice, bob) = try await world.phones("Alice", "Bob", on: .wifi)
    let chat = try await alice.startConversation(with: bob)
    try await world.untilQuiet()
    try await bob.restart()
    for (question, answer) in [("pizza?", "yes"), ("and beer?", "no")] {
      _ = try await alice.send(question, in: chat)
      try await bob.expectNotifications(
        all: .that(\.bodies, includes: question), within: .minutes(1))
      try await bob.respond(.reply(answer)) { $0.body == question }
      try await world.advance(by: .seconds(10))
    }
    try await bob.unlock()
    try await alice.expect(
      \.texts, of: .thread, is: ["pizza?", "and beer?", "yes", "no"], within: .seconds(10))
  }

  static let repliedByAWrongClock = Scenario(
    "B's clock is an hour slow, and he replies from a notification: his reply has the time at which it was written, on both phones",
    covers: "PM-06", "DS-13", tags: .push, .clocks,
    pinned: .clocks, .duplicates, .policies, .timings, .links
  ) { (world: ChatWorld) in
    world.setPolicies { $0.usesPush = true }
    let alice = try await world.phone("Alice", on: .wifi)
    let bob = try await world.phone("Bob", on: .wifi, clock: WallClock(skew: .hours(-1)))
    let chat = try await alice.startConversation(with: bob)
    try await bob.enterBackground()
    try await world.untilQuiet()
    try await world.advance(by: .minutes(10))
    _ = try await alice.send("pizza?", in: chat)
    try await bob.expectNotifications(\.bodies, is: ["pizza?"], within: .minutes(1))
    try await bob.respond(.reply("yes"))
    try await alice.expect(\.bubbles.last?.text, of: .thread, is: "yes", within: .minutes(1))
    guard let time = alice.display.screen?.thread?.bubbles.last?.time else { return }
    try await bob.enterForeground()
    await bob.open(chat)
    try await bob.expect(
      all: .that(\.bubbles.last?.text, of: .thread, is: "yes"),
      .that(\.bubbles.last?.time, of: .thread, is: time), for: .minutes(1), within: .seconds(1))
  }

  static let placeBehindTheLock = Scenario(
    "B has scrolled up, and locks and unlocks the phone: he is where he was, and what came meanwhile is not read",
    covers: "FG-05", tags: .receipts, pinned: .clocks, .policies, .links, .traffic
  ) { (world: ChatWorld) in
    let (alice, bob) = try await world.phones("Alice", "Bob", on: .wifi)
    let chat = try await alice.startConversation(with: bob)
    for number in 1...30 { _ = try await alice.send("\(number)", in: chat) }
    try await bob.expect(\.preview, of: .conversation(chat), is: "30")
    await bob.open(chat)
    await bob.scroll(revealing: 10)
    guard let place = bob.display.screen?.thread?.inView else { return }
    try await bob.lock()
    let below = try await alice.send("below", in: chat)
    try await alice.expect(\.status, of: .bubble(below), is: .delivered)
    try await bob.enterForeground()
    try await bob.expect(\.inView, of: .thread, is: place, for: .seconds(10))
    try await alice.expect(\.status, of: .bubble(below), is: .delivered, for: .seconds(10))
  }
}
