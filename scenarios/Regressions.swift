import Chat
import Rehearsal

extension Scenarios {
  static let editedAndDeleted = Scenario(
    "Editing and deleting change what a message says and neither its receipts nor its status",
    covers: "RG-01", "RG-02", "SH-15", "MO-06", tags: .receipts, .groups, faults: .allowed
  ) { (world: ChatWorld) in
    let (alice, bob, carol) = try await world.phones("Alice", "Bob", "Carol", on: .lte)
    let tablet = try await world.phone("Alice's iPad", user: "alice", on: .wifi)
    let group = try await alice.startConversation(with: bob, carol, tablet, isGroup: true)
    let hello = try await alice.send("helo", in: group)
    let other = try await alice.send("other", in: group)
    try await alice.expect(\.status, of: .bubble(other), is: .delivered)
    await bob.open(group)
    try await alice.expect(\.receiptLabel, of: .bubble(hello), is: "Read by 1 of 2")
    let stored = await world.readBy(hello, in: group)

    await alice.edit(hello, to: "hello")
    try await bob.expect(
      all: .that(\.text, of: .bubble(hello), is: "hello"),
      .that(\.isEdited, of: .bubble(hello), is: true))
    try await alice.expect(
      all: .that(\.text, of: .bubble(hello), is: "hello"),
      .that(\.status, of: .bubble(hello), is: .read),
      .that(\.receiptLabel, of: .bubble(hello), is: "Read by 1 of 2"), for: .minutes(1))
    // An edit is no new message: unread stays what it was, and marks nothing again.
    try await carol.expect(\.unread, of: .conversation(group), is: 2, within: .zero)
    try await bob.expect(
      all: .that(\.unread, of: .thread, is: 0), .that(\.badge, is: 0), within: .zero)
    try world.require(
      await world.readBy(hello, in: group), is: stored,
      "the readers at the backend, with their times")

    await alice.openReceipts(of: hello)
    try await alice.expect(\.read.users, of: .receiptSheet, is: ["bob"], within: .zero)
    // A sheet goes with its message, which another phone of Alice's deletes.
    await tablet.open(group)
    try await tablet.expect(\.text, of: .bubble(hello), is: "hello")
    await tablet.delete(hello)
    try await alice.expect(
      all: .absent(.sheet), .that(\.isDeleted, of: .bubble(hello), is: true),
      .that(\.text, of: .bubble(hello), is: "This message was deleted"))
    try await bob.expect(\.isDeleted, of: .bubble(hello), is: true)
    // A tombstone is not unread and is not marked (C-55), and the gesture opens nothing on it.
    try await carol.expect(
      all: .that(\.unread, of: .conversation(group), is: 1), .that(\.badge, is: 1))
    await carol.open(group)
    try await alice.expect(\.receiptLabel, of: .bubble(other), is: "Read by 2 of 2")
    await alice.openReceipts(of: hello)
    try await alice.expect(
      all: .absent(.sheet), .that(\.status, of: .bubble(hello), is: .read), for: .minutes(1))
    try world.require(
      await world.readBy(hello, in: group), is: stored,
      "the receipts of a deleted message at the backend")
    try world.require(
      alice.storedReadBy(hello), is: stored, "the receipts of a deleted message on Alice's disk")
    // Others can neither edit nor delete, nor anybody what is deleted.
    try await bob.expect(\.controls.count, of: .bubble(other), is: 0, within: .zero)
    try await alice.expect(
      all: .that(\.text, of: .bubble(other), is: "other"),
      .that(\.controls, of: .bubble(other), is: [.edit, .delete]),
      .that(\.controls.count, of: .bubble(hello), is: 0), for: .seconds(10))
  }

  static let editedBeforeDelivery = Scenario(
    "Editing a message that has reached nobody yet leaves it sent",
    covers: "RG-01", "RG-02", tags: .receipts, .offline, faults: .allowed
  ) { (world: ChatWorld) in
    let (alice, bob) = try await world.phones("Alice", "Bob", on: .lte)
    let chat = try await alice.startConversation(with: bob)
    try await bob.expect(\.unread, of: .conversation(chat), is: 0)
    await bob.setAirplaneMode(true)
    let hello = try await alice.send("helo", in: chat)
    try await alice.expect(\.status, of: .bubble(hello), is: .sent, within: .seconds(3))
    await alice.edit(hello, to: "hello")
    try await alice.expect(
      all: .that(\.text, of: .bubble(hello), is: "hello"),
      .that(\.status, of: .bubble(hello), is: .sent), for: .minutes(1))
    await bob.setAirplaneMode(false)
    await bob.open(chat)
    try await bob.expect(\.text, of: .bubble(hello), is: "hello", within: .seconds(5))
    try await alice.expect(
      all: .that(\.text, of: .bubble(hello), is: "hello"),
      .that(\.status, of: .bubble(hello), is: .read), within: .seconds(5))
  }

  static let editedOffline = Scenario(
    "An edit and a deletion made offline wait, survive the app's end, and arrive once",
    covers: "RG-01", "RG-02", tags: .receipts, .offline, .restart, faults: .allowed
  ) { (world: ChatWorld) in
    let (alice, bob) = try await world.phones("Alice", "Bob", on: .lte)
    let chat = try await alice.startConversation(with: bob)
    let first = try await alice.send("first", in: chat)
    let second = try await alice.send("second", in: chat)
    await bob.open(chat)
    try await alice.expect(all: .statuses(of: [first, second], are: .read))
    await alice.setAirplaneMode(true)
    await alice.edit(first, to: "first, better")
    await alice.delete(second)
    try await alice.kill()
    try await alice.relaunch()
    await alice.open(chat)
    try await alice.expect(
      all: .that(\.text, of: .bubble(first), is: "first, better"),
      .that(\.isDeleted, of: .bubble(second), is: true),
      .that(\.status, of: .bubble(first), is: .read))
    try await bob.expect(\.text, of: .bubble(first), is: "first", within: .zero)
    await alice.setAirplaneMode(false)
    try await bob.expect(
      all: .that(\.text, of: .bubble(first), is: "first, better"),
      .that(\.isDeleted, of: .bubble(second), is: true), within: .seconds(3))
    try await alice.expect(
      all: .that(\.text, of: .bubble(first), is: "first, better"),
      .that(\.status, of: .bubble(first), is: .read), for: .minutes(1))
  }

  static let integrationPath = Scenario(
    "A sends, B opens, A sees read, in 1:1 and in a group, and a failed message can be sent again",
    covers: "RG-01", "RG-03", "RG-04", "RG-06", "RR-16", tags: .receipts, .groups, faults: .allowed
  ) { (world: ChatWorld) in
    let (alice, bob) = try await world.phones("Alice", "Bob", on: .lte)
    let chat = try await alice.startConversation(with: bob)
    let hello = try await alice.send("hello", in: chat)
    try await bob.expect(\.unread, of: .conversation(chat), is: 1)
    await bob.open(chat)
    try await alice.expect(
      \.status, of: .bubble(hello), is: .read, within: .seconds(1), measuredAs: .receipt)
    // 1:1 has check marks and no count, a group of two a count: it is stored which is which (C-47).
    try await alice.expect(\.receiptLabel, of: .bubble(hello), is: nil, within: .zero)
    await alice.openReceipts(of: hello, by: .longPress)
    try await alice.expect(all: .present(.messageInfo), .absent(.receiptSheet), within: .zero)
    await alice.closeSheet()

    let group = try await alice.startConversation(with: bob, isGroup: true)
    let both = try await alice.send("the same in a group", in: group)
    await bob.open(group)
    try await alice.expect(\.receiptLabel, of: .bubble(both), is: "Read by 1 of 1")
    await alice.openReceipts(of: both, by: .longPress)
    try await alice.expect(
      all: .that(\.read.users, of: .receiptSheet, is: ["bob"]), .absent(.messageInfo), within: .zero
    )
    await alice.closeSheet()

    // The backend takes no text of more than 10,000 characters.
    let long = try await alice.send(String(repeating: "x", count: 10_001), in: group)
    try await alice.expect(
      all: .that(\.status, of: .bubble(long), is: .failed),
      .that(\.offersRetry, of: .bubble(long), is: true))
    await alice.retry(long)
    try await alice.expect(\.status, of: .bubble(long), is: .failed)
    await alice.openReceipts(of: long)
    try await alice.expect(all: .absent(.sheet), within: .zero)
    await alice.delete(long)
    try await alice.expect(all: .absent(.bubble(long)), for: .minutes(1))
    try await bob.expect(all: .absent(.bubble(long)), within: .zero)
    try world.require(
      await world.messageCount(in: group), is: 1, "the number of messages at the backend")
  }
}
