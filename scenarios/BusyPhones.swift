import Chat
import Rehearsal

// Phones whose app waits for the disk while answers come in: it hears of all of them at once.

extension Scenarios {
  static let busyAtTheStart = Scenario(
    "Neither the start of a conversation nor its first message is answered; said again, both answers come to an app that waits for its disk: none fails",
    covers: "DS-02", "DS-03", tags: .fault, .offline, pinned: .links, .timings
  ) { (world: ChatWorld) in
    let (alice, bob) = try await world.phones("Alice", "Bob", on: .lte)
    await bob.setAirplaneMode(true)
    try await world.advance(by: .seconds(5))
    let held = alice.hold(.incoming)
    let chat = try await alice.startConversation(withUsers: [bob.userID], isGroup: false)
    let hello = try await alice.send("hello", in: chat)
    try await world.advance(by: .seconds(3))
    try world.require(
      await world.messageCount(in: chat), is: 1, "the number of messages at the backend")
    await alice.setAirplaneMode(true)
    held.end()
    let next = try await alice.sendOnSlowDisk("are you there?", in: chat)
    await alice.setAirplaneMode(false)
    try await alice.expect(
      all: .that(\.status, of: .bubble(hello), isNot: .failed),
      .that(\.status, of: .bubble(next), isNot: .failed),
      .that(\.offersRetry, of: .bubble(hello), is: false), for: .seconds(20), within: .zero)
    try await alice.expect(
      all: .that(\.status, of: .bubble(hello), is: .sent),
      .that(\.status, of: .bubble(next), is: .sent))
    try world.require(
      await world.messageCount(in: chat), is: 2, "the number of messages at the backend")
  }

  static let removedWhileBusy = [
    removedWhileBusy(isInvitedBack: false).named("removed"),
    removedWhileBusy(isInvitedBack: true).named("invitedBack"),
  ]

  private static func removedWhileBusy(isInvitedBack: Bool) -> Scenario {
    Scenario(
      "A's app waits for its disk as answers come: her group stands, nobody was added, and B has removed her\(isInvitedBack ? " and invited her back" : ""); she is told once",
      covers: "MA-07", tags: .groups, .members, .offline, .fault, .restart, pinned: .links,
      .timings
    ) { (world: ChatWorld) in
      let (alice, bob, carol) = try await world.phones("Alice", "Bob", "Carol", on: .lte)
      world.loseNextAcknowledgement(
        to: alice, of: WriteKind(below: "conversations"), then: .halfOpen)
      let group = try await alice.startConversation(with: bob, carol, isGroup: true)
      await world.makeAdmin(bob.userID, of: group)
      await bob.open(group)
      await bob.openInfo(of: group)
      try await bob.expect(\.add, of: .groupInfo, is: "Add")
      await bob.closeSheet()
      await alice.setAirplaneMode(true)
      await alice.add("ghost", to: group)
      _ = try await alice.sendOnSlowDisk("welcome", in: group)
      await alice.setAirplaneMode(false)
      try await bob.expect(\.bubbles.last?.text, of: .thread, is: "welcome")
      await bob.remove("alice", from: group)
      if isInvitedBack {
        try await bob.expect(\.users, of: .thread, is: ["bob", "carol"])
        await bob.invite("alice", to: group)
      }
      // The disk is slow for ten seconds.
      try await alice.expect(\.alert, is: "The members could not be changed", within: .seconds(20))
      await alice.answerAlert()
      await alice.close()
      try await alice.expect(\.invitations.count, is: isInvitedBack ? 1 : 0)
      try await world.untilQuiet()
      try await alice.kill()
      // Nor does her phone try it again.
      let before = await world.meter()
      try await alice.relaunch()
      try await alice.expect(\.alert, is: nil, for: .minutes(1), within: .seconds(1))
      let refused = (await world.meter() - before)[.refusals, device: alice.name]
      try world.require(refused, is: 0, "the number of refused writes by Alice")
      await alice.open(group)
      try await alice.expect(
        all: .that(\.isReadOnly, of: .thread, is: true), .that(\.alert, is: nil))
    }
  }

  static let suspendedAtACommit = Scenario(
    "B's app is behind the screen and waits for its disk when the system suspends it: back in front, it goes on",
    tags: .receipts, .offline, pinned: .links, .policies, .timings
  ) { (world: ChatWorld) in
    let (alice, bob) = try await world.phones("Alice", "Bob", on: .wifi)
    let chat = try await alice.startConversation(with: bob)
    let hello = try await alice.send("hello", toDiskOf: bob, taking: .seconds(2), in: chat)
    try await bob.suspend()
    try await world.advance(by: .seconds(10))
    try await bob.enterForeground()
    try await alice.expect(\.status, of: .bubble(hello), is: .read, within: .seconds(2))
    let next = try await alice.send("are you there?", in: chat)
    try await alice.expect(\.status, of: .bubble(next), is: .read, within: .seconds(2))
  }

  static let markedWhileBusy = Scenario(
    "B's app waits for its disk while a second message comes and B marks the chat as read: B is shown both, and both count as read",
    covers: "UN-08", tags: .receipts, pinned: .links, .policies, .timings
  ) { (world: ChatWorld) in
    let (alice, bob) = try await world.phones("Alice", "Bob", on: .wifi)
    let chat = try await alice.startConversation(with: bob)
    try await world.untilQuiet()
    bob.setDiskLatency(.milliseconds(500))
    let first = try await alice.send("first", in: chat)
    try await world.advance(by: .milliseconds(150))
    let second = try await alice.send("second", in: chat)
    try await world.advance(by: .milliseconds(150))
    await bob.markRead(chat)
    try await bob.expect(\.unread, of: .conversation(chat), is: 0)
    bob.setDiskLatency(.zero)
    try await alice.expect(all: .statuses(of: [first, second], are: .read))
  }

  static let backAtACommit = Scenario(
    "B's app is suspended while it waits for its disk and in front again at once: it waits as long as the disk takes",
    tags: .receipts, .offline, pinned: .links, .policies, .timings
  ) { (world: ChatWorld) in
    let (alice, bob) = try await world.phones("Alice", "Bob", on: .wifi)
    let chat = try await alice.startConversation(with: bob)
    let hello = try await alice.send("hello", toDiskOf: bob, taking: .seconds(6), in: chat)
    try await bob.suspend()
    try await bob.enterForeground()
    try await alice.expect(
      \.status, of: .bubble(hello), is: .delivered, for: .seconds(4), within: .zero)
    try await alice.expect(\.status, of: .bubble(hello), is: .read, within: .seconds(4))
  }
}

extension ChatPhone {
  /// Sends a message that a phone hears of behind the screen, with the conversation open, and whose app waits for its disk
  /// from then on: that one commit takes so long.
  nonisolated func send(
    _ text: String, toDiskOf reader: ChatPhone, taking time: Duration, in chat: ConversationID
  ) async throws -> MessageID {
    await reader.open(chat)
    try await world.untilQuiet()
    try await reader.enterBackground()
    reader.setDiskLatency(time)
    defer { reader.setDiskLatency(.zero) }
    let message = try await send(text, in: chat)
    try await expect(\.status, of: .bubble(message), is: .delivered, within: .seconds(1))
    return message
  }

  /// Sends a message whose commit takes the disk three seconds, in which the app hears nothing.
  nonisolated func sendOnSlowDisk(_ text: String, in chat: ConversationID) async throws -> MessageID
  {
    setDiskLatency(.seconds(3))
    defer { setDiskLatency(.zero) }
    return try await send(text, in: chat)
  }
}
