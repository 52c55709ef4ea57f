import Chat
import Rehearsal

extension Scenarios {
  static let oneBatch = Scenario(
    "One opening of fifteen messages is one write, which others see whole or not at all",
    covers: "BC-01", "BC-02", "BC-04", "PB-04", tags: .receipts, .cost, faults: .allowed,
    // With presence, a phone that connects again writes that it is there.
    pinned: .policies
  ) { (world: ChatWorld) in
    let (alice, bob) = try await world.phones("Alice", "Bob", on: .lte)
    let chat = try await alice.startConversation(with: bob)
    var messages: [MessageID] = []
    for number in 1...15 { messages.append(try await alice.send("message \(number)", in: chat)) }
    let sent = messages
    try await alice.expect(all: .statuses(of: sent, are: .delivered))
    try await bob.expect(\.unread, of: .conversation(chat), is: 15)
    try await world.advance(by: .seconds(5))

    let before = await world.meter()
    let opened = world.now
    await bob.open(chat)
    // At every change of A's screen: all of them or none.
    try await alice.expect(
      all: .that("messages read without the others", is: 0) {
        $0.count(of: sent, shownAs: .read) % sent.count
      }, for: .seconds(10))
    try await alice.expect(
      all: .statuses(of: sent, are: .read), within: .seconds(1), measuredAs: .receipt,
      since: opened)
    let spent = await world.meter() - before
    try world.require(spent[.writes, device: bob.name], is: 1, "the number of Bob's writes")
    try world.require(spent[.batches, device: bob.name], is: 1, "the number of Bob's batches")
    try world.require(spent[.batchedPaths, device: bob.name], is: 15, "the paths in Bob's batches")
    try world.require(
      spent[.functionRuns, program: "clearRead"], is: 0, "runs of clearRead, without push")
  }

  static let splitBatches = Scenario(
    "More than 500 messages marked at once are split, and none is lost",
    covers: "BC-05", tags: .receipts, .cost
  ) { (world: ChatWorld) in
    world.setPolicies { $0.marking = .all }
    let (alice, bob) = try await world.phones("Alice", "Bob", on: .wifi)
    let chat = try await alice.startConversation(with: bob)
    let messages = await world.importMessages(620, from: alice.userID, into: chat)
    try await bob.expect(\.unread, of: .conversation(chat), is: 620)
    try await world.untilQuiet()
    for message in messages {
      _ = try world.require(
        await world.deliveredTo(message, in: chat)["bob"], "\(message) to be delivered")
    }
    let before = await world.meter()
    await bob.open(chat)
    try await bob.expect(
      \.unread, of: .thread, is: 0, within: .milliseconds(100), measuredAs: .localMark)
    try await world.advance(by: .seconds(5))
    let sizes = await (world.meter() - before).batchSizes { $0.device == bob.name }
    try world.require(sizes, is: [500, 120], "the sizes of Bob's batches")
    for message in messages { try await world.expectRead(message, in: chat, by: bob) }
  }

  static let deliveriesOfABurst = Scenario(
    "Fifteen messages that arrive within three seconds are told of as delivered by one write a second",
    covers: "BC-07", tags: .cost, pinned: .policies, .links, .timings
  ) { (world: ChatWorld) in
    let (alice, bob) = try await world.phones("Alice", "Bob", on: .wifi)
    let chat = try await alice.startConversation(with: bob)
    try await world.untilQuiet()
    let before = await world.meter()
    var messages: [MessageID] = []
    for number in 1...15 {
      messages.append(try await alice.send("message \(number)", in: chat))
      try await world.advance(by: .milliseconds(200))
    }
    let sent = messages
    try await alice.expect(all: .statuses(of: sent, are: .delivered), within: .seconds(2))
    // One at the leading edge, one at the end of its window, and then one in each second.
    let spent = await world.meter() - before
    let writes = spent[.writes, device: bob.name]
    try world.require(writes, in: 3...6, "the number of writes by Bob")
  }

  static let quietRemoval = Scenario(
    "When B is removed who does not type, the backend's function writes as much as when he was added",
    covers: "TY-05", tags: .groups, .members, .typing, .cost, pinned: .timings, .duplicates,
    .policies
  ) { (world: ChatWorld) in
    world.setPolicies { $0.showsTyping = true }
    let (alice, bob, carol) = try await world.phones("Alice", "Bob", "Carol", on: .lte)
    let group = try await alice.startConversation(with: carol, isGroup: true)
    await alice.add(bob.userID, to: group)
    try await bob.expect(\.preview, of: .conversation(group), is: "Alice added you")
    try await world.untilQuiet()
    let added = await world.meter()[.writes, program: "announceChange"]
    await alice.remove(bob.userID, from: group)
    try await carol.expect(\.preview, of: .conversation(group), is: "Alice removed Bob")
    try await world.untilQuiet()
    let both = await world.meter()[.writes, program: "announceChange"]
    try world.require(added, in: 1..., "the number of writes when Bob is added")
    try world.require(both, is: 2 * added, "the number of writes when Bob is added and removed")
  }

  static let closedThread = Scenario(
    "Receipts reach a phone only while their conversation is on its screen; leaving it ends the traffic",
    covers: "BC-08", tags: .receipts, .cost
  ) { (world: ChatWorld) in
    let (alice, bob) = try await world.phones("Alice", "Bob", on: .lte)
    let chat = try await alice.startConversation(with: bob)
    let first = try await alice.send("first", in: chat)
    try await alice.expect(\.status, of: .bubble(first), is: .delivered)
    await bob.open(chat)
    try await alice.expect(\.status, of: .bubble(first), is: .read)
    await bob.close()
    let second = try await alice.send("second", in: chat)
    try await alice.expect(\.status, of: .bubble(second), is: .delivered)
    try await world.advance(by: .seconds(5))
    await alice.close()
    try await world.advance(by: .seconds(5))

    try await world.expect(0, .listenerEvents, by: alice) {
      await bob.open(chat)
      try await world.advance(by: .minutes(1))
    }
    try await world.expectRead(second, in: chat, by: bob)
    await alice.open(chat)
    try await alice.expect(\.status, of: .bubble(second), is: .read, within: .seconds(1))
  }

  static let nothingFollowedAfterLeaving = Scenario(
    "A phone that has left a chat, its sheets and a picker listens to what it listened to before, and to nothing else",
    covers: "BC-08", "PB-09", tags: .receipts, .cost, .groups, .sheets,
    // It counts listeners, of which those of typing would be more.
    pinned: .policies
  ) { (world: ChatWorld) in
    world.setPolicies { $0.sharesPresence = true }
    let (alice, bob, carol) = try await world.phones("Alice", "Bob", "Carol", on: .lte)
    let chat = try await alice.startConversation(with: bob)
    let group = try await alice.startConversation(with: bob, carol, isGroup: true)
    // So that the list names Bob alone.
    await alice.openInfo(of: group)
    await alice.rename(group, to: "Hiking")
    await alice.closeSheet()
    let hello = try await alice.send("hello", in: group)
    try await alice.expect(\.status, of: .bubble(hello), is: .delivered)
    await alice.close()
    try await world.advance(by: .seconds(30))
    let before = await world.listens(by: alice)

    await alice.open(chat)
    try await alice.expect(\.subtitle, of: .thread, is: "online")
    try await world.advance(by: .seconds(30))
    let reading = await world.listens(by: alice)
    for place in ["/presence/bob", "/deliveries/\(chat.text)", "/receipts/\(chat.text)"] {
      try world.require(reading, includes: place, "what Alice's phone listens to")
    }
    try world.require(
      reading.count, is: before.count + 2, "the number of Alice's listens with the one chat open")
    await alice.close()
    await alice.open(group)
    await alice.openReceipts(of: hello)
    try await alice.expect(\.delivered.users, of: .receiptSheet, is: ["bob", "carol"])
    try await world.advance(by: .seconds(30))
    try world.require(
      await world.listens(by: alice), includes: "/users/carol",
      "what Alice's phone listens to, with the name of who is on the sheet,")
    await alice.closeSheet()
    for isMedia in [true, false] {
      await alice.openInfo(of: group)
      try await world.advance(by: .seconds(30))
      try world.require(
        await world.listens(by: alice), includes: "/users/carol",
        "what Alice's phone listens to, with the names of the members,")
      if isMedia { await alice.openMedia(of: group) } else { await alice.openStatistics(of: group) }
      try await world.advance(by: .seconds(30))
      try world.require(
        await world.listens(by: alice), excludes: "/users/carol",
        "what Alice's phone listens to, without names that are not on the sheet any more,")
      await alice.closeSheet()
    }
    await alice.openPicker(in: group)
    try await alice.expect(all: .present(.picker))
    try await world.advance(by: .seconds(30))
    try world.require(
      await world.listens(by: alice), includes: "/users",
      "what Alice's phone listens to, with who can be picked,")
    await alice.closeSheet()
    await alice.close()
    // A thread that is made ready is followed, until another one is.
    await alice.prepare(chat)
    try await world.advance(by: .seconds(30))
    try world.require(
      await world.listens(by: alice), is: reading,
      "the places that a prepared thread follows, those of an open one,")
    await alice.prepare(group)
    try await world.advance(by: .seconds(30))
    let prepared = await world.listens(by: alice)
    try world.require(
      prepared.count, is: before.count + 1,
      "the number of places that are followed, of the one thread only,")
    await alice.open(group)
    try await world.advance(by: .seconds(30))
    try world.require(
      await world.listens(by: alice), is: prepared,
      "the places that the open thread follows, which were prepared,")
    await alice.close()
    try await world.advance(by: .seconds(30))
    let after = await world.listens(by: alice)
    try world.require(after, is: before, "the places that are followed once the thread is closed")

    // A launch begins where the last one was.
    try await alice.kill()
    try await alice.relaunch()
    try await world.advance(by: .seconds(30))
    let launched = await world.listens(by: alice)
    try world.require(launched, is: before, "the places that are followed after a launch")
  }

  static let atMostOneASecond = Scenario(
    "B opens and leaves six chats in three seconds: at most one write of receipts a second beyond the first",
    covers: "BC-07", "PB-07", tags: .receipts, .cost
  ) { (world: ChatWorld) in
    let (alice, bob) = try await world.phones("Alice", "Bob", on: .lte)
    var chats: [(chat: ConversationID, message: MessageID)] = []
    for number in 1...6 {
      let chat = try await alice.startConversation(with: bob)
      chats.append((chat, try await alice.send("message \(number)", in: chat)))
    }
    try await bob.expect(\.badge, is: 6)
    try await world.advance(by: .seconds(5))
    for (chat, _) in chats {
      await bob.open(chat)
      try await world.advance(by: .milliseconds(500))
    }
    await bob.close()
    try await world.advance(by: .seconds(3))
    let flushes = world.receiptFlushes(by: bob)
    try world.require(flushes, in: 2...5, "the number of writes of receipts")
    for (chat, message) in chats {
      try await world.expectRead(message, in: chat, by: bob)
      await alice.open(chat)
      try await alice.expect(\.status, of: .bubble(message), is: .read, within: .seconds(1))
    }
  }
}
