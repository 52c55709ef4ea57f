import Chat
import Rehearsal

// What is counted, and whose time is told: of messages that nobody got, of members who came together, and of readers who have left.

extension Scenarios {
  static let countedOnce = Scenario(
    "A's message is refused, and on the next day she adds two members at once: the statistics count what came, and each of the two",
    covers: "PM-19", "MA-01", tags: .groups, .members, .sheets, .fault,
    pinned: .clocks, .links, .policies
  ) { (world: ChatWorld) in
    let (alice, bob) = try await world.phones("Alice", "Bob", on: .wifi)
    await world.openAccounts(of: ["carol", "dave"])
    let group = try await alice.startConversation(with: bob, isGroup: true)
    try await world.untilQuiet()
    world.refuseNext(.message, by: alice)
    let lost = try await alice.send("lost", in: group)
    try await alice.expect(\.status, of: .bubble(lost), is: .failed)
    let hello = try await bob.send("hello", in: group)
    try await alice.expect(\.text, of: .bubble(hello), is: "hello")
    await alice.openInfo(of: group)
    await alice.openStatistics(of: group)
    try await alice.expect(
      all: .that("writers", of: .groupStatistics, is: ["Bob"]) { $0.active.map(\.name) },
      .that("messages by day", of: .groupStatistics, is: ["1 message"]) {
        $0.days.map(\.messages)
      })
    await alice.closeSheet()
    try await world.advance(by: .days(1))
    await alice.add("carol", "dave", to: group)
    try await alice.expect(\.users, of: .thread, is: ["alice", "bob", "carol", "dave"])
    try await world.untilQuiet()
    await alice.openInfo(of: group)
    await alice.openStatistics(of: group)
    try await alice.expect(
      all: .that(
        "members by day", of: .groupStatistics, is: ["4 participants", "2 participants"]
      ) { $0.days.map(\.members) },
      .that("messages by day", of: .groupStatistics, is: ["0 messages", "1 message"]) {
        $0.days.map(\.messages)
      })
  }

  static let timesOfThoseWhoLeft = Scenario(
    "C has A's message last and is removed, B reads it first and is removed: the times of its checks stay what they were",
    covers: "DS-13", tags: .receipts, .groups, .members, pinned: .policies, .links
  ) { (world: ChatWorld) in
    let (alice, bob, carol) = try await world.phones("Alice", "Bob", "Carol", on: .wifi)
    let dave = try await world.phone("Dave", on: .wifi)
    let group = try await alice.startConversation(with: bob, carol, dave, isGroup: true)
    await carol.setAirplaneMode(true)
    let hello = try await alice.send("hello", in: group)
    for phone in [bob, dave] {
      try await phone.expect(\.preview, of: .conversation(group), is: "hello")
    }
    try await world.advance(by: .minutes(1))
    await carol.setAirplaneMode(false)
    try await alice.expect(\.status, of: .bubble(hello), is: .delivered, within: .minutes(1))
    try await world.untilQuiet()
    let delivered = await world.deliveredTo(hello, in: group)["carol"]
    func expect(_ time: Int64?, with users: [UserID], _ what: String) async throws {
      try await alice.expect(\.users, of: .thread, is: users)
      try await world.untilQuiet()
      let time = try world.require(time, "the backend's \(what)")
      try world.require(alice.statusUpdatedAt(hello), is: time, what)
    }
    try await expect(delivered, with: ["alice", "bob", "carol", "dave"], "time of delivery")
    await alice.remove(carol.userID, from: group)
    try await expect(delivered, with: ["alice", "bob", "dave"], "time of delivery without Carol")
    for phone in [bob, dave] {
      await phone.open(group)
      try await alice.expect(\.status, of: .bubble(hello), is: .read)
      try await world.advance(by: .minutes(1))
    }
    let read = await world.readBy(hello, in: group)["bob"]
    try await expect(read, with: ["alice", "bob", "dave"], "time of reading")
    await alice.remove(bob.userID, from: group)
    try await expect(read, with: ["alice", "dave"], "time of reading without Bob")
  }

  static let eachInItsMinute = Scenario(
    "C reads half a minute before B: on A's open sheet the age of each goes on in its own minute",
    covers: "SH-19", "SH-08", tags: .receipts, .groups, .sheets, .clocks,
    pinned: .clocks, .links, .policies
  ) { (world: ChatWorld) in
    let (alice, bob, carol) = try await world.phones("Alice", "Bob", "Carol", on: .wifi)
    let group = try await alice.startConversation(with: bob, carol, isGroup: true)
    let hello = try await alice.send("hello", in: group)
    try await alice.expect(\.status, of: .bubble(hello), is: .delivered)
    await carol.open(group)
    try await alice.expect(\.receiptLabel, of: .bubble(hello), is: "Read by 1 of 2")
    try await world.advance(by: .seconds(30))
    await bob.open(group)
    try await alice.expect(\.receiptLabel, of: .bubble(hello), is: "Read by 2 of 2")
    await alice.openReceipts(of: hello)
    try await alice.expect(
      all: .that(\.read.users, of: .receiptSheet, is: ["bob", "carol"]),
      .that(\.read.times, of: .receiptSheet, is: ["now", "now"]), within: .zero)
    for times in [["now", "1 minute ago"], ["1 minute ago", "1 minute ago"]] {
      try await alice.expect(\.read.times, of: .receiptSheet, is: times, within: .seconds(35))
    }
  }
}
