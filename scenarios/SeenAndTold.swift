import Chat
import Rehearsal

// What was seen, swiped away or marked as read, who hears of it and when it was.

extension Scenarios {
  static let swipedInATunnel = Scenario(
    "B swipes a notification away in a tunnel, where the system ends his app: back, it goes from the shade of his tablet",
    covers: "PM-08", tags: .push, .multiDevice, .offline, .restart,
    pinned: .duplicates, .policies, .timings, .links
  ) { (world: ChatWorld) in
    world.setPolicies { $0.usesPush = true }
    let (alice, bob) = try await world.phones("Alice", "Bob", on: .wifi)
    let tablet = try await world.phone("Bob's iPad", user: "bob", on: .wifi)
    let chat = try await alice.startConversation(with: bob, tablet)
    try await world.untilQuiet()
    for phone in [bob, tablet] { try await phone.enterBackground() }
    try await world.advance(by: .minutes(1))
    _ = try await alice.send("hello", in: chat)
    for phone in [bob, tablet] {
      try await phone.expectNotifications(
        all: .that(\.bodies, is: ["hello"]), .that(\.badge, is: 1), within: .minutes(1))
    }
    try await world.untilQuiet()
    await bob.setAirplaneMode(true)
    try await bob.clearNotifications()
    try await world.advance(by: .seconds(5))
    await bob.killForMemory()
    try await bob.launch()
    try await tablet.expectNotifications(\.bodies, is: ["hello"], for: .minutes(1))
    await bob.setAirplaneMode(false)
    try await tablet.expectNotifications(\.bodies, is: [], within: .minutes(1))
    // He has not read it, and it counts as such.
    for phone in [bob, tablet] {
      try await phone.expectNotifications(
        all: .that(\.bodies, is: []), .that(\.badge, is: 1), within: .zero)
    }
  }

  static let belowTheWindow = Scenario(
    "Where the policy has all marked, B has scrolled up in the open thread: what A writes below is read as it arrives",
    covers: "FG-06", "GR-08", tags: .receipts, pinned: .links, .policies
  ) { (world: ChatWorld) in
    world.setPolicies {
      $0.marking = .all
      $0.viewport = 5
    }
    let (alice, bob) = try await world.phones("Alice", "Bob", on: .lte)
    let chat = try await alice.startConversation(with: bob)
    for number in 1...12 { _ = try await alice.send("message \(number)", in: chat) }
    try await bob.expect(\.unread, of: .conversation(chat), is: 12)
    await bob.open(chat)
    await bob.scroll(revealing: 5)
    try await bob.expect(\.offersNewest, of: .thread, is: true, within: .zero)
    let below = try await alice.send("below", in: chat)
    try await alice.expect(\.status, of: .bubble(below), is: .read, within: .seconds(5))
    try await bob.expect(
      all: .that(\.offersNewest, of: .thread, is: true), .absent(.bubble(below)),
      .that(\.unread, of: .thread, is: 0), .that(\.badge, is: 0), for: .seconds(10))
  }

  static let markedWhenItIsOver = Scenario(
    "A writes twice and leaves the group, which ends with that: B marks it as read on the list, and his tablet shows it as read, too",
    covers: "UN-08", tags: .groups, .members, .receipts, .multiDevice,
    pinned: .links, .policies
  ) { (world: ChatWorld) in
    let (alice, bob) = try await world.phones("Alice", "Bob", on: .wifi)
    let tablet = try await world.phone("Bob's iPad", user: "bob", on: .wifi)
    let group = try await alice.startConversation(with: bob, tablet, isGroup: true)
    var messages: [MessageID] = []
    for text in ["farewell", "all of you"] {
      messages.append(try await alice.send(text, in: group))
    }
    await alice.openInfo(of: group)
    await alice.leave(group)
    await alice.confirm()
    try await world.untilQuiet()
    for phone in [bob, tablet] {
      try await phone.expect(
        all: .that(\.unread, of: .conversation(group), is: 2), .that(\.badge, is: 2))
    }
    await bob.markRead(group)
    for (phone, limit) in [(bob, Duration.zero), (tablet, .seconds(5))] {
      try await phone.expect(
        all: .that(\.unread, of: .conversation(group), is: 0), .that(\.badge, is: 0),
        .absent(.thread), within: limit)
    }
    for message in messages { try await world.expectRead(message, in: group, by: bob) }
    await bob.open(group)
    try await bob.expect(\.isReadOnly, of: .thread, is: true, within: .zero)
  }

  static let twoExactTimes = Scenario(
    "A taps two readers to compare when they have read her message: both rows show the exact time, until she taps one again",
    covers: "SH-20", tags: .receipts, .groups, .sheets,
    // The times of day are those of Alice's zone, and ages count by her clock.
    pinned: .clocks, .links, .policies
  ) { (world: ChatWorld) in
    let (alice, bob, carol) = try await world.phones("Alice", "Bob", "Carol", on: .wifi)
    let group = try await alice.startConversation(with: bob, carol, isGroup: true)
    let hello = try await alice.send("hello", in: group)
    for (reader, label) in [(carol, "Read by 1 of 2"), (bob, "Read by 2 of 2")] {
      try await world.advance(by: .minutes(20))
      await reader.open(group)
      try await alice.expect(\.receiptLabel, of: .bubble(hello), is: label)
    }
    try await world.advance(by: .minutes(5))
    await alice.openReceipts(of: hello)
    try await alice.expect(
      all: .that(\.read.users, of: .receiptSheet, is: ["bob", "carol"]), exactTimes([]))
    await alice.tapRow(of: carol.userID)
    try await alice.expect(all: exactTimes(["carol"]), within: .zero)
    await alice.tapRow(of: bob.userID)
    try await alice.expect(all: exactTimes(["bob", "carol"]), for: .seconds(10))
    await alice.tapRow(of: carol.userID)
    try await alice.expect(all: exactTimes(["bob"]), within: .zero)
  }

  static let lostAfterHeHadGone = Scenario(
    "B goes and comes back, and later he is lost as his token ends: A reads that he was last seen then, and not when he went before",
    covers: "DS-15", tags: .offline, .fault, pinned: .clocks, .policies, .links, .timings
  ) { (world: ChatWorld) in
    world.setPolicies { $0.sharesPresence = true }
    let start = world.now
    let bob = try await world.phone("Bob", on: .lte)
    try await world.advance(by: .minutes(30))
    // Her token ends later.
    let alice = try await world.phone("Alice", on: .lte)
    _ = try await alice.startConversation(with: bob)
    try await alice.expect(\.subtitle, of: .thread, is: "online")
    try await world.untilQuiet()
    await bob.setAirplaneMode(true)
    try await alice.expect(
      all: .that(\.subtitle, of: .thread, matches: "begins with “last seen 12:3”") {
        $0?.hasPrefix("last seen 12:3") == true
      }, within: .minutes(2))
    await bob.setAirplaneMode(false)
    try await alice.expect(\.subtitle, of: .thread, is: "online", within: .minutes(1))
    // Otherwise his token would be exchanged five minutes before its end.
    world.backend.accounts.setOutOfOrder(true)
    try await world.advance(by: .seconds(3_570) - start.duration(to: world.now))
    try await alice.expect(\.subtitle, of: .thread, is: "online", within: .zero)
    await bob.setAirplaneMode(true)
    // The backend gives his connection up behind the end, when it takes nothing back any more.
    try await alice.expect(
      \.subtitle, of: .thread, is: "last seen 13:00", for: .minutes(10), within: .minutes(2))
  }

  static let readOpenlyThenPrivate = Scenario(
    "B reads in a tunnel, turns the switch off and closes the app before he is back: A hears of what he read in the open, and of nothing later",
    covers: "PM-20", "OF-02", tags: .receipts, .privacy, .offline, .restart,
    pinned: .links, .clocks, .policies
  ) { (world: ChatWorld) in
    let (alice, bob) = try await world.phones("Alice", "Bob", on: .wifi)
    let chat = try await alice.startConversation(with: bob)
    let hello = try await alice.send("hello", in: chat)
    try await bob.expect(\.badge, is: 1)
    try await world.untilQuiet()
    await bob.setAirplaneMode(true)
    await bob.open(chat)
    try await world.advance(by: .seconds(3))
    await bob.close()
    await bob.shareReceipts(false)
    try await bob.kill()
    try await bob.relaunch()
    try await world.advance(by: .minutes(1))
    await bob.setAirplaneMode(false)
    try await alice.expect(\.status, of: .bubble(hello), is: .read, within: .seconds(10))
    try await world.expectRead(hello, in: chat, by: bob)
    let next = try await alice.send("next", in: chat)
    try await bob.expect(\.badge, is: 1)
    await bob.open(chat)
    try await bob.expect(\.unread, of: .thread, is: 0)
    try await alice.expect(
      \.status, of: .bubble(next), is: .delivered, for: .minutes(1), within: .seconds(10))
    try await world.expectRead(next, in: chat)
  }
}

/// The rows of these readers, and of no others, show the time of day at which they have read.
private func exactTimes(_ users: [UserID]) -> ScreenCondition<Screen> {
  .that("readers with an exact time", of: .receiptSheet, is: users) { sheet in
    sheet.read.rows.filter { $0.time?.hasPrefix("2026-01-05 12:") == true }.map(\.user)
  }
}
