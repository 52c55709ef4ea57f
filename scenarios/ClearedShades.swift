import Chat
import Rehearsal

// What a shade keeps and what goes from it: of phones that are the only one, behind the screen, or muted until a moment ago.

extension Scenarios {
  static let mutedUntilTheBanner = Scenario(
    "A writes in the last seconds of the hour for which B has muted the chat, and the backend comes to notify after it: his phone tells him",
    covers: "PM-02", tags: .push, .fault, pinned: .duplicates, .policies, .timings, .links
  ) { (world: ChatWorld) in
    world.setPolicies { $0.usesPush = true }
    let (alice, bob) = try await world.phones("Alice", "Bob", on: .wifi)
    let chat = try await alice.startConversation(with: bob)
    try await world.untilQuiet()
    let end = world.now.advanced(by: .hours(1))
    await bob.mute(chat, for: .hour)
    try await world.untilQuiet()
    try await bob.kill()
    _ = try await alice.send("not now", in: chat)
    try await bob.expectNotifications(\.bannerCount, is: 0, for: .minutes(2))
    try await alice.enterBackground()
    try await world.advance(by: world.now.duration(to: end) - .minutes(1))
    try await alice.enterForeground()
    try await world.advance(by: world.now.duration(to: end) - .seconds(4))
    _ = try await alice.send("now", in: chat)
    // What was cut off is tried again after ten seconds at the earliest.
    try await world.cutFunctions(for: .seconds(3))
    try await bob.expectNotifications(
      all: .that(\.bodies, is: ["now"]), .that(\.bannerCount, is: 1), within: .minutes(2))
  }

  static let deletedOnTheOnlyPhone = Scenario(
    "B has one phone, which sleeps in his pocket: what A deletes goes from its shade and its icon, also in a chat that he has muted since",
    covers: "RG-01", "UN-07", tags: .push, pinned: .duplicates, .policies, .timings, .links
  ) { (world: ChatWorld) in
    world.setPolicies { $0.usesPush = true }
    let (alice, bob) = try await world.phones("Alice", "Bob", on: .wifi)
    let chat = try await alice.startConversation(with: bob)
    for (isMuted, text) in [(false, "oops"), (true, "oops again")] {
      try await bob.enterBackground()
      try await world.untilQuiet()
      let oops = try await alice.send(text, in: chat)
      try await bob.expectNotifications(
        all: .that(\.bodies, is: [text]), .that(\.badge, is: 1), within: .minutes(1))
      if isMuted {
        try await bob.enterForeground()
        await bob.mute(chat, for: .forever)
        try await bob.expect(\.isMuted, of: .conversation(chat), is: true)
        try await world.untilQuiet()
        try await bob.enterBackground()
      }
      try await world.advance(by: .minutes(5))
      try world.require(bob.lifeState, is: .suspended, "the state of Bob's app")
      try await bob.expectNotifications(\.bodies, is: [text], within: .zero)
      await alice.delete(oops)
      try await bob.expectNotifications(
        all: .that(\.bodies, is: []), .that(\.badge, is: 0), within: .minutes(1))
      try await bob.enterForeground()
    }
  }

  static let deletedInAMutedGroup = Scenario(
    "The system has ended B's app for its memory, and on his tablet he mutes the group of which a message waits in the shade: what A deletes goes from it",
    covers: "RG-01", "UN-05", tags: .push, .groups, .restart, .multiDevice,
    pinned: .duplicates, .policies, .timings, .links
  ) { (world: ChatWorld) in
    world.setPolicies { $0.usesPush = true }
    let (alice, bob) = try await world.phones("Alice", "Bob", on: .wifi)
    let tablet = try await world.phone("Bob's iPad", user: "bob", on: .wifi)
    let group = try await alice.startConversation(with: bob, tablet, isGroup: true)
    try await bob.enterBackground()
    try await world.untilQuiet()
    try await world.advance(by: .minutes(1))
    await bob.killForMemory()
    let oops = try await alice.send("oops", in: group)
    try await bob.expectNotifications(\.bodies, is: ["oops"], within: .minutes(1))
    await tablet.mute(group, for: .forever)
    try await tablet.expect(\.isMuted, of: .conversation(group), is: true)
    try await world.untilQuiet()
    await alice.delete(oops)
    try await bob.expectNotifications(
      all: .that(\.bodies, is: []), .that(\.badge, is: 0), within: .minutes(1))
  }

  static let readElsewhereMeanwhile = Scenario(
    "B's app may go on for a while behind the screen as he reads on his tablet: the notification goes at once, though the backend comes late to tell",
    covers: "PM-08", tags: .receipts, .push, .multiDevice, .fault,
    pinned: .duplicates, .policies, .timings, .links
  ) { (world: ChatWorld) in
    world.setPolicies { $0.usesPush = true }
    let (alice, bob) = try await world.phones("Alice", "Bob", on: .wifi)
    let tablet = try await world.phone("Bob's iPad", user: "bob", on: .wifi)
    let chat = try await alice.startConversation(with: bob, tablet, isGroup: true)
    await bob.setBackgroundTimes(BackgroundTimes(plain: .minutes(2), task: .minutes(3)))
    try await world.untilQuiet()
    try await bob.enterBackground()
    try await world.advance(by: .seconds(1))
    let hello = try await alice.send("hello", in: chat)
    try await bob.expectNotifications(
      all: .that(\.bodies, is: ["hello"]), .that(\.badge, is: 1), within: .seconds(30))
    await tablet.open(chat)
    try await alice.expect(\.receiptLabel, of: .bubble(hello), is: "Read by 1 of 1")
    // The function that clears is cut off, and runs again after ten seconds at the earliest.
    try await world.cutFunctions(for: .seconds(3))
    try world.require(bob.lifeState, is: .background, "the state of Bob's app")
    try await bob.expectNotifications(
      all: .that(\.bodies, is: []), .that(\.badge, is: 0), within: .seconds(3))
  }

  static let wokenForAMoment = Scenario(
    "B reads on his phone what his sleeping tablet has half received: push messages wake it for a moment each, and its icon never counts what he has read",
    covers: "UN-05", "PM-08", tags: .receipts, .push, .multiDevice,
    pinned: .duplicates, .policies, .timings, .links
  ) { (world: ChatWorld) in
    world.setPolicies { $0.usesPush = true }
    let (alice, bob) = try await world.phones("Alice", "Bob", on: .wifi)
    let tablet = try await world.phone("Bob's iPad", user: "bob", on: .wifi)
    let chat = try await alice.startConversation(with: bob, tablet, isGroup: true)
    for hour in 1...8 {
      try await world.untilQuiet()
      try await tablet.enterBackground()
      try await world.advance(by: .seconds(10))
      // No more than a few of such push messages wake a phone in an hour.
      for part in 1...3 {
        for number in 1...3 {
          _ = try await alice.send("\(hour).\(part).\(number)", in: chat)
        }
        try await tablet.expectNotifications(\.badge, is: 3, within: .seconds(30))
        // The other notifications come, too, in whatever order.
        try await world.advance(by: .seconds(5))
        await bob.open(chat)
        // The function that clears has run, and was heard.
        try await tablet.expectNotifications(
          all: .that(\.bodies, is: []), .that(\.badge, is: 0), within: .seconds(20))
        try await world.advance(by: .seconds(1))
        try await tablet.expectNotifications(\.badge, is: 0, within: .zero)
        await bob.close()
      }
      try world.require(tablet.lifeState, is: .suspended, "the state of the app on the tablet")
      try await world.advance(by: .hours(1))
      try await tablet.enterForeground()
    }
  }
}
