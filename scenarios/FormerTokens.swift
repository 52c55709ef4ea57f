import Chat
import Rehearsal

// Phones that get another push token while the old one still works.

extension Scenarios {
  static let formerToken = Scenario(
    "B restores his phone, then installs the app anew; the old tokens work on: one banner for each message, and none is lost",
    covers: "NO-01", tags: .push, .restart, pinned: .duplicates, .policies, .timings,
    .links
  ) { (world: ChatWorld) in
    world.setPolicies { $0.usesPush = true }
    let (alice, bob) = try await world.phones("Alice", "Bob", on: .wifi)
    let chat = try await alice.startConversation(with: bob)
    try await bob.enterBackground()
    try await world.untilQuiet()
    let first = await world.pushTokens(of: bob.userID)

    try await bob.restoreFromBackup()
    _ = try await alice.send("one", in: chat)
    // Nobody has opened the app since: the backend knows the old token only.
    try await bob.expectNotifications(
      all: .that(\.bodies, is: ["one"]), .that(\.bannerCount, is: 1))
    try await bob.launch()
    try await bob.enterBackground()
    try await world.untilQuiet()
    let second = await world.pushTokens(of: bob.userID)
    try world.require(second.count, is: 1, "the number of Bob's tokens at the backend")
    try world.require(second, isNot: first, "Bob's tokens on his new phone")
    _ = try await alice.send("two", in: chat)
    try await bob.expectNotifications(
      all: .that(\.bodies.last, is: "two"), .that(\.bannerCount, is: 2))
    try await bob.expectNotifications(\.bannerCount, is: 2, for: .minutes(1))

    try await bob.reinstall(formerToken: .reachesPhone(for: .days(7)))
    try await bob.launch()
    try await bob.enterBackground()
    try await world.untilQuiet()
    let third = await world.pushTokens(of: bob.userID)
    try world.require(third.count, is: 1, "the number of Bob's tokens, the newest only,")
    try world.require(third, isNot: second, "Bob's tokens of the app installed anew")
    _ = try await alice.send("three", in: chat)
    try await bob.expectNotifications(
      all: .that(\.bodies.last, is: "three"), .that(\.bannerCount, is: 3))
    try await bob.expectNotifications(\.bannerCount, is: 3, for: .minutes(1))
  }

  static let unansweredToken = Scenario(
    "B's app ends before it hears that the backend has its new token, and B restores the phone once more: one banner for each message",
    covers: "NO-01", tags: .push, .restart,
    pinned: .duplicates, .policies, .timings, .links, .traffic
  ) { (world: ChatWorld) in
    world.setPolicies { $0.usesPush = true }
    let (alice, bob) = try await world.phones("Alice", "Bob", on: .lte)
    let chat = try await alice.startConversation(with: bob)
    try await bob.enterBackground()
    try await world.untilQuiet()
    let first = await world.pushTokens(of: bob.userID)

    try await bob.restoreFromBackup()
    try await bob.launch()
    while await world.pushTokens(of: bob.userID) == first {
      try await world.advance(by: .milliseconds(1))
    }
    // The answer is on its way.
    try await bob.kill()
    try await bob.restoreFromBackup()
    try await bob.launch()
    try await bob.enterBackground()
    try await world.untilQuiet()
    try world.require(
      await world.pushTokens(of: bob.userID).count, is: 1,
      "the number of Bob's tokens, the newest only,")
    _ = try await alice.send("one", in: chat)
    try await bob.expectNotifications(
      all: .that(\.bodies.last, is: "one"), .that(\.bannerCount, is: 1))
    try await bob.expectNotifications(\.bannerCount, is: 1, for: .minutes(1))
  }

  static let swallowingToken = Scenario(
    "B installs the app anew on an Android phone: the old token swallows messages for a day, then it is refused and removed",
    covers: "NO-01", tags: .push, .restart, pinned: .duplicates, .policies, .timings, .links
  ) { (world: ChatWorld) in
    world.setPolicies { $0.usesPush = true }
    let alice = try await world.phone("Alice", on: .wifi)
    let bob = try await world.phone("Bob", on: .wifi, transport: .fcmAndroid)
    let chat = try await alice.startConversation(with: bob)
    try await bob.reinstall(formerToken: .reachesNobody(for: .days(1)))
    try await bob.launch()
    try await bob.enterBackground()
    try await world.untilQuiet()
    for number in 1...2 {
      _ = try await alice.send("\(number)", in: chat)
      try await bob.expectNotifications(
        all: .that(\.bodies.last, is: "\(number)"), .that(\.bannerCount, is: number))
      try await world.untilQuiet()
      try world.require(
        await world.pushTokens(of: bob.userID).count, is: 2,
        "the number of Bob's tokens at the backend")
    }
    try await world.advance(by: .days(1))
    _ = try await alice.send("3", in: chat)
    try await bob.expectNotifications(
      all: .that(\.bodies.last, is: "3"), .that(\.bannerCount, is: 3))
    try await world.untilQuiet()
    try world.require(
      await world.pushTokens(of: bob.userID).count, is: 1,
      "the number of Bob's tokens at the backend")
  }
}
