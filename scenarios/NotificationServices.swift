import Chat
import Rehearsal

// A notification service extension that confirms messages while the app does not run.

extension Scenarios {
  static let confirmedByExtension = Scenario(
    "B's app is suspended, then closed: his phone's extension tells A that her messages have arrived, before the banner",
    covers: "DS-06", "RR-11", tags: .push, .receipts, .restart, pinned: .duplicates, .policies,
    .timings, .links
  ) { (world: ChatWorld) in
    world.setPolicies {
      $0.usesPush = true
      $0.confirmsByExtension = true
    }
    let (alice, bob) = try await world.phones("Alice", "Bob", on: .lte)
    let chat = try await alice.startConversation(with: bob)
    await alice.open(chat)
    try await bob.enterBackground()
    try await world.advance(by: .minutes(2))
    let first = try await alice.send("first", in: chat)
    try await alice.expect(\.status, of: .bubble(first), is: .delivered)
    try await bob.expectNotifications(all: .that(\.bodies, is: ["first"]), .that(\.badge, is: 1))
    try world.require(bob.lifeState, is: .suspended, "the state of Bob's app")

    try await bob.kill()
    let second = try await alice.send("second", in: chat)
    try await alice.expect(\.status, of: .bubble(second), is: .delivered)
    try await bob.expectNotifications(
      all: .that(\.bodies, is: ["second"]), .that(\.bannerCount, is: 2))
    try world.require(bob.lifeState, is: .terminated, "the state of Bob's app")

    try await bob.launch()
    try await bob.expect(\.unread, of: .conversation(chat), is: 2)
    await bob.open(chat)
    try await alice.expect(\.status, of: .bubble(second), is: .read)
    try await world.untilQuiet()
    try world.require(
      await world.deliveredTo(first, in: chat).keys.sorted(), is: [bob.userID],
      "those whose phones have the first message")
  }

  static let extensionOutOfTime = Scenario(
    "B's network is slow: the banner comes half a minute late, as it was sent, and A sees one tick until B opens the app",
    covers: "DS-06", tags: .push, .receipts, pinned: .duplicates, .policies, .timings, .links
  ) { (world: ChatWorld) in
    world.setPolicies {
      $0.usesPush = true
      $0.confirmsByExtension = true
    }
    let alice = try await world.phone("Alice", on: .wifi)
    let bob = try await world.phone("Bob", on: .wifi)
    let chat = try await alice.startConversation(with: bob)
    await alice.open(chat)
    try await bob.kill()
    try await world.untilQuiet()
    let slowness = bob.slow(plus: .seconds(6))
    let hello = try await alice.send("hello", in: chat)
    try await alice.expect(\.status, of: .bubble(hello), is: .sent)
    try await bob.expectNotifications(\.notifications.isEmpty, is: true, for: .seconds(30))
    try await bob.expectNotifications(
      all: .that(\.bodies, is: ["hello"]), .that(\.bannerCount, is: 1), .that(\.badge, is: 1),
      within: .milliseconds(14_600))
    try await alice.expect(\.status, of: .bubble(hello), is: .sent, for: .minutes(2))
    slowness.end()
    try await bob.launch()
    try await alice.expect(\.status, of: .bubble(hello), is: .delivered, within: .seconds(30))
    try await bob.expectNotifications(\.bannerCount, is: 1, for: .minutes(1))
  }
}
