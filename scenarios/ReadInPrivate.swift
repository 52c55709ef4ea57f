import Chat
import Rehearsal

// What is read with the switch off, by other ways than opening the thread, and beside what is told to all.

extension Scenarios {
  static let markedInPrivate = Scenario(
    "B keeps receipts private and marks A's messages on the list, from a notification and by a reply: his tablet hears of it, and A does not",
    covers: "PM-20", "PM-07", "UN-08", tags: .push, .receipts, .privacy, .multiDevice,
    pinned: .duplicates, .policies, .timings, .links
  ) { (world: ChatWorld) in
    world.setPolicies { $0.usesPush = true }
    let (alice, bob) = try await world.phones("Alice", "Bob", on: .wifi)
    let tablet = try await world.phone("Bob's iPad", user: "bob", on: .wifi)
    let chat = try await alice.startConversation(with: bob, tablet)
    await bob.shareReceipts(false)
    try await world.untilQuiet()
    func isReadOnTheTablet(_ preview: String) async throws {
      try await tablet.expect(
        all: .that(\.preview, of: .conversation(chat), is: preview),
        .that(\.unread, of: .conversation(chat), is: 0), within: .minutes(1))
    }

    let first = try await alice.send("first", in: chat)
    try await bob.expect(\.unread, of: .conversation(chat), is: 1)
    await bob.markRead(chat)
    try await isReadOnTheTablet("first")
    try await alice.expect(
      \.status, of: .bubble(first), is: .delivered, for: .minutes(1), within: .seconds(10))

    try await bob.enterBackground()
    let second = try await alice.send("second", in: chat)
    try await bob.expectNotifications(all: .that(\.bodies, includes: "second"), within: .minutes(1))
    try await bob.respond(.action(ChatApp.markAsRead)) { $0.body == "second" }
    try await isReadOnTheTablet("second")
    try await alice.expect(
      \.status, of: .bubble(second), is: .delivered, for: .minutes(1), within: .seconds(10))

    let third = try await alice.send("third", in: chat)
    try await bob.expectNotifications(all: .that(\.bodies, includes: "third"), within: .minutes(1))
    try await bob.respond(.reply("on my way")) { $0.body == "third" }
    try await isReadOnTheTablet("on my way")
    try await alice.expect(\.bubbles.last?.text, of: .thread, is: "on my way")
    try await alice.expect(
      all: .statuses(of: [first, second, third], are: .delivered), for: .minutes(1))
    for message in [first, second, third] { try await world.expectRead(message, in: chat) }
  }

  static let privateBesideShared = Scenario(
    "In a tunnel B reads D's and A's messages with the switch off and C's with it on: back, C alone is told",
    covers: "PM-20", tags: .receipts, .privacy, .offline,
    pinned: .links, .clocks, .policies, .duplicates
  ) { (world: ChatWorld) in
    let (alice, bob, carol) = try await world.phones("Alice", "Bob", "Carol", on: .wifi)
    let dave = try await world.phone("Dave", on: .wifi)
    let withAlice = try await alice.startConversation(with: bob)
    let withCarol = try await carol.startConversation(with: bob)
    let withDave = try await dave.startConversation(with: bob)
    let fromAlice = try await alice.send("hello", in: withAlice)
    let fromCarol = try await carol.send("hi", in: withCarol)
    let fromDave = try await dave.send("hey", in: withDave)
    try await bob.expect(\.badge, is: 3)
    await bob.shareReceipts(false)
    try await world.untilQuiet()
    await bob.setAirplaneMode(true)
    // The first waits for its answer, and all that is read until then goes in one batch.
    await bob.open(withDave)
    await bob.open(withAlice)
    await bob.close()
    await bob.shareReceipts(true)
    await bob.open(withCarol)
    try await world.advance(by: .minutes(1))
    await bob.setAirplaneMode(false)
    try await carol.expect(\.status, of: .bubble(fromCarol), is: .read, within: .minutes(1))
    try await world.untilQuiet()
    for (phone, message, chat) in [(alice, fromAlice, withAlice), (dave, fromDave, withDave)] {
      try await phone.expect(\.status, of: .bubble(message), is: .delivered, for: .minutes(1))
      try await world.expectRead(message, in: chat)
    }
    await bob.close()
    for chat in [withAlice, withCarol, withDave] {
      try await bob.expect(\.unread, of: .conversation(chat), is: 0, within: .zero)
    }
  }

  static let privateBesideAGroup = Scenario(
    "Groups always share: B, and then A, turns the switch off, and of what B reads A is shown what is in the group, and nothing of their chat",
    covers: "PM-20", "GR-04", tags: .receipts, .privacy, .groups,
    pinned: .links, .clocks, .policies, .duplicates
  ) { (world: ChatWorld) in
    world.setPolicies { $0.groupPrivacy = .alwaysShared }
    let (alice, bob) = try await world.phones("Alice", "Bob", on: .wifi)
    let chat = try await alice.startConversation(with: bob)
    let group = try await alice.startConversation(with: bob, isGroup: true)
    for isOffForBob in [true, false] {
      await bob.shareReceipts(!isOffForBob)
      if !isOffForBob { await alice.shareReceipts(false) }
      try await world.untilQuiet()
      let toBob = try await alice.send("to you", in: chat)
      let toAll = try await alice.send("to all", in: group)
      await bob.open(chat)
      try await bob.expect(\.text, of: .bubble(toBob), is: "to you")
      await bob.open(group)
      await alice.open(group)
      try await alice.expect(\.receiptLabel, of: .bubble(toAll), is: "Read by 1 of 1")
      await alice.open(chat)
      try await alice.expect(
        \.status, of: .bubble(toBob), is: .delivered, for: .minutes(1), within: .seconds(10))
      try await world.expectRead(toAll, in: group, by: bob)
      if isOffForBob {
        try await world.expectRead(toBob, in: chat)
      } else {
        try await world.expectRead(toBob, in: chat, by: bob)
      }
      await bob.close()
    }
  }
}
