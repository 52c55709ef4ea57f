import Chat
import Rehearsal

// The switch for read receipts, turned on several phones and across restarts.

extension Scenarios {
  static let switchSurvivesRestart = Scenario(
    "The switch for receipts is as it was after a restart without a network, in groups as by default",
    covers: "PM-20", tags: .receipts, .privacy, .offline, .restart, .groups
  ) { (world: ChatWorld) in
    let (alice, bob) = try await world.phones("Alice", "Bob", on: .lte)
    let group = try await alice.startConversation(with: bob, isGroup: true)
    let hello = try await alice.send("hello", in: group)
    try await bob.expect(\.badge, is: 1)
    await bob.shareReceipts(false)
    try await world.untilQuiet()
    await bob.setAirplaneMode(true)
    try await bob.kill()
    try await bob.relaunch()
    await bob.open(group)
    try await bob.expect(\.badge, is: 0, within: .zero)
    await bob.setAirplaneMode(false)
    try await alice.expect(
      all: .that(\.status, of: .bubble(hello), is: .delivered),
      .that(\.receiptLabel, of: .bubble(hello), is: nil), for: .minutes(1))
    try await world.expectNoReceipts(in: group)
    // Turned to what it is already, nothing happens.
    try await world.expectNoWrites(by: bob) {
      await bob.shareReceipts(false)
      try await world.advance(by: .seconds(10))
    }
  }

  static let turnedAroundARestart = Scenario(
    "B turns the switch off without a network, the app ends, the clock is set back, and B turns it on: it is on",
    covers: "PM-20", tags: .receipts, .privacy, .offline, .restart, .clocks,
    pinned: .clocks, .links, .policies
  ) { (world: ChatWorld) in
    let (alice, bob) = try await world.phones("Alice", "Bob", on: .lte)
    let chat = try await alice.startConversation(with: bob)
    try await world.untilQuiet()
    await bob.setAirplaneMode(true)
    await bob.shareReceipts(false)
    try await bob.kill()
    await bob.setClock { $0.skew = .minutes(-10) }
    try await bob.relaunch()
    await bob.shareReceipts(true)
    await bob.setAirplaneMode(false)
    try await world.untilQuiet()
    let hello = try await alice.send("hello", in: chat)
    await bob.open(chat)
    try await alice.expect(\.status, of: .bubble(hello), is: .read)
  }

  static let turnedOnTwoPhones = Scenario(
    "B turns the switch on two phones, one of them offline: the turn that the backend took last holds on both",
    covers: "PM-20", tags: .receipts, .privacy, .offline, .restart, .multiDevice
  ) { (world: ChatWorld) in
    let (alice, bob) = try await world.phones("Alice", "Bob", on: .lte)
    let tablet = try await world.phone("Bob's iPad", user: "bob", on: .wifi)
    let chat = try await alice.startConversation(with: bob, tablet)
    await bob.shareReceipts(false)
    try await world.untilQuiet()
    await tablet.shareReceipts(true)
    try await world.untilQuiet()
    let first = try await alice.send("first", in: chat)
    await bob.open(chat)
    try await alice.expect(\.status, of: .bubble(first), is: .read)
    await bob.close()
    // Written down first and taken last: offline on the phone, twice on the iPad meanwhile.
    await bob.setAirplaneMode(true)
    await bob.shareReceipts(false)
    try await world.advance(by: .seconds(5))
    await tablet.shareReceipts(false)
    try await world.advance(by: .seconds(5))
    await tablet.shareReceipts(true)
    try await world.advance(by: .seconds(5))
    await bob.setAirplaneMode(false)
    try await world.untilQuiet()
    await bob.setAirplaneMode(true)
    try await bob.kill()
    try await bob.relaunch()
    await bob.setAirplaneMode(false)
    let second = try await alice.send("second", in: chat)
    try await tablet.expect(\.badge, is: 1)
    await bob.open(chat)
    try await tablet.expect(\.badge, is: 0)
    try await alice.expect(
      \.status, of: .bubble(second), is: .delivered, for: .minutes(1), within: .seconds(5))
    let third = try await alice.send("third", in: chat)
    await bob.close()
    await tablet.open(chat)
    try await bob.expect(\.badge, is: 0)
    try await alice.expect(
      \.status, of: .bubble(third), is: .delivered, for: .minutes(1), within: .seconds(1))
    try await world.expectRead(first, in: chat, by: bob)
    try await world.expectRead(second, in: chat)
    try await world.expectRead(third, in: chat)
  }

  static let inOneMillisecond = Scenario(
    "In one millisecond somebody joins and a message is sent, and somebody turns the switch and another one reads",
    covers: "GR-03", "PM-20", tags: .receipts, .privacy, .groups, .members, pinned: .policies
  ) { (world: ChatWorld) in
    let (alice, bob) = try await world.phones("Alice", "Bob", on: .wifi)
    let dave = try await world.phone("Dave", on: .wifi)
    let group = try await alice.startConversation(with: bob, isGroup: true)
    let chat = try await alice.startConversation(with: bob)
    let hello = try await alice.send("hello", in: chat)
    try await alice.expect(\.status, of: .bubble(hello), is: .delivered)
    try await bob.expect(\.unread, of: .conversation(chat), is: 1)
    try await world.untilQuiet()
    // By programs without the app, since no two phones are heard in one millisecond by will.
    try await world.accepts(
      "alice", "turn the switch", ["private/alice/sharing/t1": ["isOn": false, "at": now]])
    try await world.accepts(
      "bob", "read in the same moment", ["receipts/\(chat.text)/bob/\(hello.text)": now])
    try await alice.expect(\.status, of: .bubble(hello), is: .delivered, for: .minutes(1))

    try await world.accepts(
      "alice", "add Dave",
      [
        "changes/\(group.text)/c1": [
          "by": "alice", "at": now, "kind": "added", "users": ["dave": true],
        ],
        "conversations/\(group.text)/lastChange": "c1",
        "conversations/\(group.text)/members/dave": now, "memberships/dave/\(group.text)": now,
        "conversations/\(group.text)/seats/3": "dave",
        "conversations/\(group.text)/seatOf/dave": "3",
      ])
    try await world.accepts(
      "alice", "write in the same moment",
      ["messages/\(group.text)/m1": ["author": "alice", "text": "welcome", "sentAt": now]])
    try await dave.expect(
      all: .that(\.unread, of: .conversation(group), is: 1), .that(\.badge, is: 1))
    await alice.open(group)
    await alice.openReceipts(of: MessageID("m1"))
    try await alice.expect(\.delivered.users, of: .receiptSheet, is: ["bob", "dave"])
    await alice.closeSheet()
    await dave.open(group)
    try await dave.expect(
      all: .that(\.badge, is: 0), .that(\.text, of: .bubble(MessageID("m1")), is: "welcome"))
    try await world.untilQuiet()
    try await world.expectRead(MessageID("m1"), in: group, by: dave)
  }
}

private let now = Node(.timestamp)
