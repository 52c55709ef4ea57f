import Chat
import Rehearsal

extension Scenarios {
  static let unreadNumbers = Scenario(
    "Unread numbers of two chats and a group rise with what others write, add up to the badge, and fall on opening",
    covers: "UN-01", "UN-02", "UN-03", "UN-04", "UN-05", "UN-06", "UN-07", tags: .receipts,
    faults: .allowed
  ) { (world: ChatWorld) in
    let (alice, bob, carol) = try await world.phones("Alice", "Bob", "Carol", on: .lte)
    let fromAlice = try await alice.startConversation(with: bob)
    let fromCarol = try await carol.startConversation(with: bob)
    let group = try await alice.startConversation(with: bob, carol, isGroup: true)
    for number in 1...3 {
      _ = try await alice.send("alice \(number)", in: fromAlice)
      try await bob.expect(\.unread, of: .conversation(fromAlice), is: number)
    }
    for number in 1...2 { _ = try await carol.send("carol \(number)", in: fromCarol) }
    _ = try await alice.send("to all", in: group)
    _ = try await carol.send("me too", in: group)
    _ = try await bob.send("and me", in: group)
    try await world.untilQuiet()
    try await bob.expect(
      all: .that(\.unread, of: .conversation(fromAlice), is: 3),
      .that(\.unread, of: .conversation(fromCarol), is: 2),
      .that(\.unread, of: .conversation(group), is: 2), .that(\.badge, is: 7), within: .zero)
    await carol.close()
    try await carol.expect(
      all: .that(\.unread, of: .conversation(group), is: 2), .that(\.badge, is: 2), within: .zero)

    await bob.open(fromCarol)
    try await bob.expect(
      all: .that(\.unread, of: .thread, is: 0), .that(\.badge, is: 5),
      within: .zero)
    await bob.close()
    try await bob.expect(
      all: .that(\.unread, of: .conversation(fromAlice), is: 3),
      .that(\.unread, of: .conversation(fromCarol), is: 0), within: .zero)
    await bob.open(group)
    await bob.close()
    try await bob.kill()
    try await bob.relaunch()
    try await bob.expect(
      all: .that(\.unread, of: .conversation(fromAlice), is: 3),
      .that(\.unread, of: .conversation(group), is: 0), .that(\.badge, is: 3))
    try await world.untilQuiet()
    try await bob.expect(\.badge, is: 3, within: .zero)
  }

  static let iconOfPutAwayApp = Scenario(
    "The icon of an app that is suspended, or killed, counts groups and chats, less what was read on another phone",
    covers: "UN-05", "UN-06", tags: .receipts, .push, .groups, .multiDevice, pinned: .duplicates
  ) { (world: ChatWorld) in
    world.setPolicies { $0.usesPush = true }
    let (alice, bob, carol) = try await world.phones("Alice", "Bob", "Carol", on: .lte)
    let tablet = try await world.phone("Bob's iPad", user: "bob", on: .wifi)
    let group = try await alice.startConversation(with: bob, tablet, carol, isGroup: true)
    let chat = try await carol.startConversation(with: bob)
    try await world.advance(by: .seconds(10))
    try await bob.enterBackground()
    try await world.advance(by: .seconds(10))
    _ = try await alice.send("to all", in: group)
    try await bob.expectNotifications(all: .that(\.bannerCount, is: 1), .that(\.badge, is: 1))
    _ = try await carol.send("to you", in: chat)
    try await bob.expectNotifications(all: .that(\.bannerCount, is: 2), .that(\.badge, is: 2))
    try await bob.kill()
    _ = try await carol.send("to all, too", in: group)
    try await bob.expectNotifications(all: .that(\.bannerCount, is: 3), .that(\.badge, is: 3))
    // What he writes himself, and what is read on his other phone, does not count.
    await tablet.open(group)
    _ = try await tablet.send("mine", in: group)
    try await world.advance(by: .seconds(5))
    await tablet.close()
    _ = try await carol.send("to you again", in: chat)
    try await bob.expectNotifications(all: .that(\.bannerCount, is: 4), .that(\.badge, is: 2))
    // The app shows the same when it is launched, and less with each chat that is opened.
    try await bob.relaunch()
    try await bob.expect(
      all: .that(\.badge, is: 2), .that(\.unread, of: .conversation(chat), is: 2))
    try await bob.expectNotifications(\.badge, is: 2)
    await bob.open(chat)
    try await bob.expectNotifications(\.badge, is: 0, within: .seconds(1))
  }

  static let markedWhole = Scenario(
    "A whole conversation is marked read without opening it, with the result of having viewed everything",
    covers: "UN-08", "UN-03", "BC-01", tags: .receipts, .cost, .multiDevice
  ) { (world: ChatWorld) in
    // What an extension says of a late notification would count as a write of Bob's.
    world.setPolicies { $0.confirmsByExtension = false }
    let (alice, bob) = try await world.phones("Alice", "Bob", on: .lte)
    let tablet = try await world.phone("Bob's iPad", user: "bob", on: .wifi)
    let chat = try await alice.startConversation(with: bob)
    // More than a viewport, so that opening alone would not do.
    var messages: [MessageID] = []
    for number in 1...30 { messages.append(try await alice.send("message \(number)", in: chat)) }
    try await bob.expect(
      all: .that(\.unread, of: .conversation(chat), is: 30), .that(\.badge, is: 30))
    try await tablet.expect(\.badge, is: 30)
    try await world.advance(by: .seconds(5))

    let before = await world.meter()
    let marked = world.now
    await bob.markRead(chat)
    try await bob.expect(
      all: .that(\.unread, of: .conversation(chat), is: 0), .absent(.thread), within: .zero)
    let newest = Array(messages.suffix(20))
    try await alice.expect(
      all: .statuses(of: newest, are: .read), within: .seconds(1), measuredAs: .receipt,
      since: marked)
    try await tablet.expect(\.badge, is: 0, within: .seconds(1), since: marked)
    let sizes = await (world.meter() - before).batchSizes { $0.device == bob.name }
    try world.require(sizes, is: [30], "the sizes of Bob's batches")
    for message in messages { try await world.expectRead(message, in: chat, by: bob) }
    try await world.expectNoWrites(by: bob) {
      await bob.open(chat)
      try await world.advance(by: .seconds(10))
    }
  }
}
