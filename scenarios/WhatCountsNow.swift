import Chat
import Rehearsal

// Settings and rights that are changed a second time, and what is offered and shown from then on.

extension Scenarios {
  static let hourThenForever = Scenario(
    "B mutes a chat for an hour and then for ever: when the hour is over it is as silent as before",
    covers: "PM-01", "PM-02", tags: .push, pinned: .duplicates, .policies, .timings
  ) { (world: ChatWorld) in
    world.setPolicies { $0.usesPush = true }
    let (alice, bob) = try await world.phones("Alice", "Bob", on: .wifi)
    let chat = try await alice.startConversation(with: bob)
    await bob.mute(chat, for: .hour)
    try await bob.expect(\.isMuted, of: .conversation(chat), is: true)
    try await world.untilQuiet()
    await bob.mute(chat, for: .forever)
    try await world.untilQuiet()
    for phone in [alice, bob] { try await phone.enterBackground() }
    try await world.advance(by: .hours(2))
    try await alice.enterForeground()
    _ = try await alice.send("hello", in: chat)
    try await bob.expectNotifications(\.bannerCount, is: 0, for: .minutes(2))
    try await bob.enterForeground()
    try await bob.expect(
      all: .that(\.preview, of: .conversation(chat), is: "hello"),
      .that(\.isMuted, of: .conversation(chat), is: true), within: .minutes(1))
    // For an hour again, from now on.
    await bob.mute(chat, for: .hour)
    try await world.untilQuiet()
    try await bob.expect(\.isMuted, of: .conversation(chat), is: true, within: .zero)
    try await world.advance(by: .minutes(62))
    try await bob.expect(\.isMuted, of: .conversation(chat), is: false, within: .minutes(1))
  }

  static let controlsAsRightsChange = Scenario(
    "B has the thread open as A has only admins write and then all again: his messages offer no more to edit them, and then do so again, without a touch",
    covers: "PM-10", tags: .groups, pinned: .policies
  ) { (world: ChatWorld) in
    let (alice, bob) = try await world.phones("Alice", "Bob", on: .lte)
    let group = try await alice.startConversation(with: bob, isGroup: true)
    await bob.open(group)
    let hello = try await bob.send("hello", in: group)
    try await bob.expect(\.status, of: .bubble(hello), is: .read)
    await alice.openInfo(of: group)
    try await world.untilQuiet()
    try await bob.expect(\.controls, of: .bubble(hello), is: [.edit, .delete], within: .zero)
    for _ in 1...2 {
      await alice.letOnlyAdminsWrite(true, in: group)
      try await bob.expect(
        all: .that(\.hasComposer, of: .thread, is: false),
        .that(\.controls, of: .bubble(hello), is: [.delete]))
      await alice.letOnlyAdminsWrite(false, in: group)
      try await bob.expect(
        all: .that(\.hasComposer, of: .thread, is: true),
        .that(\.controls, of: .bubble(hello), is: [.edit, .delete]))
    }
    await bob.edit(hello, to: "hello all")
    await alice.closeSheet()
    try await alice.expect(\.text, of: .bubble(hello), is: "hello all")
  }

  static let askedAfterLeaving = Scenario(
    "B has left a group and asks who has read what he wrote there: the sheet opens as before",
    covers: "SH-01", tags: .groups, .members, .sheets, .receipts, pinned: .policies
  ) { (world: ChatWorld) in
    let (alice, bob, carol) = try await world.phones("Alice", "Bob", "Carol", on: .lte)
    let group = try await alice.startConversation(with: bob, carol, isGroup: true)
    await bob.open(group)
    let hello = try await bob.send("hello", in: group)
    try await bob.expect(\.receiptLabel, of: .bubble(hello), is: "Read by 1 of 2")
    try await world.untilQuiet()
    await bob.openInfo(of: group)
    await bob.leave(group)
    await bob.confirm()
    try await bob.expect(
      all: .that(\.isReadOnly, of: .thread, is: true), .absent(.sheet))
    try await world.untilQuiet()
    for touch in [MessageTouch.longPress, .tapOnStatus] {
      await bob.openReceipts(of: hello, by: touch)
      try await bob.expect(
        all: .that(\.message, of: .receiptSheet, is: hello),
        .that(\.read.names, of: .receiptSheet, is: ["Alice"]),
        .that(\.delivered.names, of: .receiptSheet, is: ["Carol"]), within: .seconds(1))
      await bob.closeSheet()
    }
  }

  static let typedAboveAFailure = Scenario(
    "A's thread ends with a message of hers that failed: B types on his tablet and sends from his phone, and the line goes with what he sends",
    covers: "TY-06", tags: .typing, .multiDevice, .fault, pinned: .links, .timings, .policies
  ) { (world: ChatWorld) in
    world.setPolicies { $0.showsTyping = true }
    let (alice, bob) = try await world.phones("Alice", "Bob", on: .lte)
    let tablet = try await world.phone("Bob's iPad", user: "bob", on: .lte)
    let chat = try await alice.startConversation(with: bob, tablet)
    for phone in [bob, tablet] { await phone.open(chat) }
    world.refuseNext(.message, by: alice)
    let lost = try await alice.send("lost", in: chat)
    try await alice.expect(\.status, of: .bubble(lost), is: .failed)
    try await world.advance(by: .minutes(1))
    for text in ["I was", "I was thinking"] { await tablet.type(text) }
    try await alice.expect(\.typingLine, of: .thread, is: "Bob is typing…", within: .seconds(1))
    _ = try await bob.send("I agree", in: chat)
    try await alice.expect(
      all: .that(\.texts, of: .thread, is: ["I agree", "lost"]),
      .that(\.typingLine, of: .thread, is: nil), within: .seconds(1))
    // The tablet has taken nothing back.
    try world.require(await world.typists(in: chat), is: ["bob"], "who types by the backend")
    try await alice.expect(\.typingLine, of: .thread, is: nil, for: .seconds(3), within: .zero)
    await tablet.type("I was thinking again")
    try await alice.expect(\.typingLine, of: .thread, is: "Bob is typing…", within: .seconds(1))
  }
}
