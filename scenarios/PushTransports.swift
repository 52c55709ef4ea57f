import Chat
import Rehearsal

// What the services that bring push messages keep, hold up and wake, and what a person lets an app show.

extension Scenarios {
  static let oneWaits = Scenario(
    "B's phones are out of reach while A and C write: an iPhone shows the last notification only, an Android phone both",
    covers: "NO-06", "UN-07", tags: .push, .offline, .multiDevice, pinned: .duplicates, .policies,
    .timings, .links
  ) { (world: ChatWorld) in
    world.setPolicies { $0.usesPush = true }
    let (alice, carol) = try await world.phones("Alice", "Carol", on: .lte)
    let iPhone = try await world.phone("Bob", on: .wifi)
    let android = try await world.phone(
      "Bob's Pixel", user: "bob", on: .wifi, transport: .fcmAndroid)
    let first = try await alice.startConversation(with: iPhone)
    let second = try await carol.startConversation(with: iPhone)
    for phone in [iPhone, android] { try await phone.enterBackground() }
    try await world.untilQuiet()
    for phone in [iPhone, android] { await phone.setAirplaneMode(true) }
    _ = try await alice.send("hello", in: first)
    try await world.advance(by: .minutes(2))
    _ = try await carol.send("me too", in: second)
    try await world.advance(by: .minutes(2))
    for phone in [iPhone, android] { await phone.setAirplaneMode(false) }
    // The number on the icon is that of the last one, and right: nothing is lost but the words.
    try await iPhone.expectNotifications(
      all: .that(\.bodies, is: ["me too"]), .that(\.badge, is: 2), within: .seconds(30))
    try await android.expectNotifications(
      all: .that("bodies in any order", is: ["hello", "me too"]) { Set($0.bodies) },
      within: .seconds(30))
    try await iPhone.expectNotifications(\.bannerCount, is: 1, for: .minutes(5))
    try await iPhone.enterForeground()
    try await iPhone.expect(
      all: .that(\.unread, of: .conversation(first), is: 1), .that(\.badge, is: 2))
  }

  static let busyChat = Scenario(
    "A writes 25 messages: an iPhone tells of each at once, an Android phone of 20, and of the rest as its service lets through",
    covers: "NO-01", tags: .push, .groups, .multiDevice, pinned: .duplicates, .policies, .timings,
    .links
  ) { (world: ChatWorld) in
    world.setPolicies { $0.usesPush = true }
    let alice = try await world.phone("Alice", on: .lte)
    let iPhone = try await world.phone("Bob", on: .wifi)
    let android = try await world.phone(
      "Bob's Pixel", user: "bob", on: .wifi, transport: .fcmAndroid)
    let chat = try await alice.startConversation(with: iPhone)
    for phone in [iPhone, android] { try await phone.kill() }
    try await world.untilQuiet()
    for number in 1...25 {
      _ = try await alice.send("\(number)", in: chat)
      try await world.advance(by: .seconds(2))
    }
    try await world.advance(by: .seconds(20))
    try await iPhone.expectNotifications(
      all: .that(\.bannerCount, is: 25), .that(\.badge, is: 25), within: .zero)
    try await android.expectNotifications(\.bannerCount, is: 20, within: .zero)
    // Of those that wait under one key the last is left.
    try await android.expectNotifications(
      all: .that(\.bannerCount, is: 21), .that(\.bodies, is: ["25"]), within: .minutes(3))
    try await android.expectNotifications(\.bannerCount, is: 21, for: .minutes(10))
  }

  static let wakesAnHour = Scenario(
    "B reads on his phone five times within an hour: his tablet in the pocket is woken three times, and once more when the hour is over",
    covers: "PM-08", tags: .push, .multiDevice, pinned: .duplicates, .policies, .timings, .links
  ) { (world: ChatWorld) in
    let (alice, bob, tablet, chat) = try await pocketed(in: world)
    for number in 1...5 {
      try await world.advance(by: .minutes(5))
      // What he reads at once goes at once.
      if number == 1 { _ = try await alice.send("before", in: chat) }
      let message = try await alice.send("\(number)", in: chat)
      try await tablet.expectNotifications(\.bodies.last, is: "\(number)")
      await bob.open(chat)
      try await alice.expect(\.status, of: .bubble(message), is: .read)
      await bob.close()
      if number <= 3 {
        try await tablet.expectNotifications(\.bodies, is: [], within: .seconds(30))
      } else {
        try await tablet.expectNotifications(\.bodies, is: ["\(number)"], for: .minutes(2))
      }
    }
    try await tablet.expectNotifications(\.bodies, is: ["5"], for: .minutes(25))
    try await tablet.expectNotifications(\.bodies, is: [], within: .minutes(15))
  }

  static let closedByHand = Scenario(
    "B has closed the app on his tablet: what he reads elsewhere stays there until he opens it; an app that the system ended is launched",
    covers: "PM-08", tags: .push, .multiDevice, .restart, pinned: .duplicates, .policies, .timings,
    .links
  ) { (world: ChatWorld) in
    let (alice, bob, tablet, chat) = try await pocketed(in: world)
    await tablet.killForMemory()
    let first = try await alice.send("first", in: chat)
    try await tablet.expectNotifications(all: .that(\.bodies, is: ["first"]), .that(\.badge, is: 1))
    await bob.open(chat)
    try await alice.expect(\.status, of: .bubble(first), is: .read)
    await bob.close()
    try await tablet.expectNotifications(
      all: .that(\.bodies, is: []), .that(\.badge, is: 0), within: .seconds(30))
    try await world.advance(by: .minutes(1))
    try world.require(tablet.lifeState, is: .suspended, "the state of Tablet's app")

    try await tablet.kill()
    let second = try await alice.send("second", in: chat)
    try await tablet.expectNotifications(
      all: .that(\.bodies, is: ["second"]), .that(\.badge, is: 1))
    await bob.open(chat)
    try await alice.expect(\.status, of: .bubble(second), is: .read)
    try await tablet.expectNotifications(\.badge, is: 0, within: .seconds(30))
    try await tablet.expectNotifications(\.bodies, is: ["second"], for: .minutes(10))
    try await tablet.launch()
    try await tablet.expectNotifications(\.bodies, is: [], within: .seconds(5))
  }

  /// A conversation of Alice and Bob, whose tablet sleeps in a pocket.
  private static func pocketed(
    in world: ChatWorld
  ) async throws -> (alice: ChatPhone, bob: ChatPhone, tablet: ChatPhone, chat: ConversationID) {
    world.setPolicies { $0.usesPush = true }
    let (alice, bob) = try await world.phones("Alice", "Bob", on: .wifi)
    let tablet = try await world.phone("Bob's iPad", user: "bob", on: .wifi)
    let chat = try await alice.startConversation(with: bob, tablet)
    await alice.open(chat)
    try await tablet.enterBackground()
    try await world.advance(by: .minutes(2))
    return (alice, bob, tablet, chat)
  }

  static let permissions = Scenario(
    "B allows no notifications, then quiet ones on trial, then all: nothing is shown, then no banner, and no message is lost",
    covers: "NO-01", tags: .push, pinned: .duplicates, .policies, .timings, .links
  ) { (world: ChatWorld) in
    world.setPolicies { $0.usesPush = true }
    let (alice, bob) = try await world.phones("Alice", "Bob", on: .wifi)
    let chat = try await alice.startConversation(with: bob)
    try await bob.enterBackground()
    try await world.untilQuiet()
    await bob.setPermission(.denied)
    _ = try await alice.send("one", in: chat)
    try await bob.expectNotifications(
      all: .that(\.bodies, is: []), .that(\.bannerCount, is: 0), .that(\.badge, is: 0),
      for: .minutes(1))
    await bob.setPermission(.provisional)
    _ = try await alice.send("two", in: chat)
    try await bob.expectNotifications(
      all: .that(\.bodies, is: ["two"]), .that(\.bannerCount, is: 0), .that(\.badge, is: 0))
    await bob.setPermission(.allowed)
    _ = try await alice.send("three", in: chat)
    try await bob.expectNotifications(
      all: .that(\.bodies, is: ["three"]), .that(\.bannerCount, is: 1), .that(\.badge, is: 3))
    try await bob.enterForeground()
    try await bob.expect(\.unread, of: .conversation(chat), is: 3)
    // An app in the foreground is asked about quiet ones as well: none comes of what is on its screen.
    await bob.setPermission(.provisional)
    await bob.open(chat)
    try await bob.expectNotifications(\.bodies, is: [])
    let four = try await alice.send("four", in: chat)
    try await bob.expect(all: .present(.bubble(four)))
    try await bob.expectNotifications(
      all: .that(\.bodies, is: []), .that(\.bannerCount, is: 1), for: .seconds(30))
  }

  static let askedForNotifications = Scenario(
    "Nobody has answered whether B's app may notify: behind the question nothing is read, a yes brings banners, and a no is for good",
    covers: "NO-01", "FG-01", tags: .push, .receipts, .restart, pinned: .duplicates, .policies,
    .timings,
    .links
  ) { (world: ChatWorld) in
    world.setPolicies { $0.usesPush = true }
    let (alice, bob) = try await world.phones("Alice", "Bob", on: .wifi)
    let chat = try await alice.startConversation(with: bob)
    try await world.untilQuiet()
    await bob.setPermission(.notDetermined)
    try await bob.kill()
    try await bob.relaunch()
    try await bob.expectNotifications(\.isPromptShown, is: true)
    // The answer can wait; the question comes again with the app.
    try await bob.enterBackground()
    let one = try await alice.send("one", in: chat)
    try await world.advance(by: .seconds(10))
    try await bob.expectNotifications(
      all: .that(\.bodies, is: []), .that(\.badge, is: 0), .that(\.isPromptShown, is: false))
    try await bob.enterForeground()
    try await bob.expectNotifications(\.isPromptShown, is: true)
    try await bob.answerNotificationPrompt(allows: true)
    await bob.open(chat)
    try await alice.expect(\.status, of: .bubble(one), is: .read)
    try await bob.enterBackground()
    _ = try await alice.send("two", in: chat)
    try await bob.expectNotifications(
      all: .that(\.bodies, is: ["two"]), .that(\.bannerCount, is: 1), .that(\.badge, is: 1))

    // Another person says no, and is not asked again.
    try await bob.enterForeground()
    try await world.untilQuiet()
    await bob.setPermission(.notDetermined)
    try await bob.kill()
    try await bob.relaunch()
    try await bob.expectNotifications(\.isPromptShown, is: true)
    try await bob.answerNotificationPrompt(allows: false)
    try await bob.kill()
    try await bob.relaunch()
    try await bob.expectNotifications(\.isPromptShown, is: false, for: .seconds(10))
    await bob.open(chat)
    try await bob.enterBackground()
    _ = try await alice.send("three", in: chat)
    try await bob.expectNotifications(
      all: .that(\.bodies, is: []), .that(\.badge, is: 0), for: .seconds(30))
  }

  static let askedAgainAfterADay = Scenario(
    "B says no to notifications and puts the app on his phone anew: at once nobody asks him again, a day later it does",
    covers: "NO-01", tags: .push, .receipts, .restart, pinned: .duplicates, .policies, .timings,
    .links
  ) { (world: ChatWorld) in
    world.setPolicies { $0.usesPush = true }
    let (alice, bob) = try await world.phones("Alice", "Bob", on: .wifi)
    let chat = try await alice.startConversation(with: bob)
    try await world.untilQuiet()
    await bob.setPermission(.denied)
    try await bob.reinstall()
    try await bob.relaunch()
    try await bob.expectNotifications(\.isPromptShown, is: false, for: .seconds(10))
    try await bob.reinstall(after: .days(1))
    try await bob.relaunch()
    try await bob.expectNotifications(\.isPromptShown, is: true)
    try await bob.answerNotificationPrompt(allows: true)
    try await world.untilQuiet()
    try await bob.enterBackground()
    _ = try await alice.send("hello", in: chat)
    try await bob.expectNotifications(
      all: .that(\.bodies, is: ["hello"]), .that(\.bannerCount, is: 1), .that(\.badge, is: 1))
  }
}
