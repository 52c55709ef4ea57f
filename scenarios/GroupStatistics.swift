import Chat
import Rehearsal

// What an admin learns of how a group is used (PM-19).

extension Scenarios {
  static let statistics = Scenario(
    "An admin sees on which days how much was written, by whom, in which hour, and how the group grew; nobody else does",
    covers: "PM-19", tags: .groups, .sheets, .clocks, pinned: .clocks
  ) { (world: ChatWorld) in
    let (alice, bob) = try await world.phones("Alice", "Bob", on: .wifi)
    await world.openAccount(of: "carol", named: "Carol")
    await alice.setTimeZone(.newYork)
    let group = try await alice.startConversation(with: bob, isGroup: true)
    for phone in [alice, bob] { await phone.open(group) }
    await alice.openInfo(of: group)
    await alice.openStatistics(of: group)
    try await alice.expect(
      all: .that(\.days.isEmpty, of: .groupStatistics, is: true),
      .that(\.peakHour, of: .groupStatistics, is: nil))
    await alice.closeSheet()
    let start = world.now
    _ = try await alice.send("one", in: group)
    for text in ["two", "three"] { _ = try await bob.send(text, in: group) }
    try await world.advance(by: .days(1))
    await alice.add("carol", to: group)
    for number in 4...6 { _ = try await bob.send("\(number)", in: group) }
    try await world.advance(by: .minutes(5) + (start.duration(to: world.now) - .days(1)))
    await bob.openInfo(of: group)
    try await bob.expect(all: .present(.groupInfo), .that(\.statistics, of: .groupInfo, is: nil))
    await alice.openInfo(of: group)
    await alice.openStatistics(of: group)
    try await alice.expect(
      all: .that("messages by day", of: .groupStatistics, is: ["3 messages", "3 messages"]) {
        $0.days.map(\.messages)
      },
      .that("members by day", of: .groupStatistics, is: ["3 participants", "2 participants"]) {
        $0.days.map(\.members)
      },
      .that("dates", of: .groupStatistics, is: ["2026-01-06", "2026-01-05"]) {
        $0.days.map(\.date)
      },
      .that("writers", of: .groupStatistics, is: ["Bob", "Alice"]) { $0.active.map(\.name) },
      .that("messages by writer", of: .groupStatistics, is: [5, 1]) { $0.active.map(\.count) },
      .that(\.peakHour, of: .groupStatistics, is: "07:00"))
    // It is live, and in the zone of who looks.
    await bob.closeSheet()
    _ = try await bob.send("seven", in: group)
    try await alice.expect(
      all: .that("messages by writer", of: .groupStatistics, is: [6, 1]) {
        $0.active.map(\.count)
      },
      .that(\.days.first?.messages, of: .groupStatistics, is: "4 messages"))
    // A day without a change of the members, after one on which nothing was written.
    await world.openAccount(of: "dave", named: "Dave")
    try await world.advance(by: .days(1))
    await alice.closeSheet()
    await alice.add("dave", to: group)
    try await world.advance(by: .days(1))
    _ = try await bob.send("eight", in: group)
    await alice.openInfo(of: group)
    await alice.openStatistics(of: group)
    try await alice.expect(
      all: .that(
        "messages by day", of: .groupStatistics,
        is: ["1 message", "0 messages", "4 messages", "3 messages"]
      ) { $0.days.map(\.messages) },
      .that(
        "members by day", of: .groupStatistics,
        is: ["4 participants", "4 participants", "3 participants", "2 participants"]
      ) { $0.days.map(\.members) })
    // Who is removed counted until then.
    try await world.advance(by: .days(1))
    await alice.closeSheet()
    await alice.remove("dave", from: group)
    await alice.openInfo(of: group)
    await alice.openStatistics(of: group)
    try await alice.expect(
      all: .that(
        "members by day", of: .groupStatistics,
        is: [3, 4, 4, 3, 2].map { "\($0) participants" }
      ) { $0.days.map(\.members) })
    // A week and a day: the first is not shown any more.
    for number in 9...11 {
      try await world.advance(by: .days(1))
      _ = try await bob.send("\(number)", in: group)
    }
    let dates = (6...12).reversed().map { $0 < 10 ? "2026-01-0\($0)" : "2026-01-\($0)" }
    // Of four who write three are shown.
    for (number, author) in ["carol", "dave"].enumerated() {
      await world.backend.administer(
        set: ["author": Node(.string(author)), "text": "hello", "sentAt": Node(.timestamp)],
        at: Path(unchecked: "messages/\(group.text)/m\(number)"))
    }
    try await alice.expect(
      all: .that("dates", of: .groupStatistics, is: dates) { $0.days.map(\.date) },
      .that("writers", of: .groupStatistics, is: ["Bob", "Alice", "Carol"]) {
        $0.active.map(\.name)
      },
      .that(\.days.first?.messages, of: .groupStatistics, is: "3 messages"),
      within: .minutes(1))
    await alice.closeSheet()
    try await alice.expect(all: .absent(.sheet))
  }

  static let busiestHour = Scenario(
    "A message of the stroke of an hour counts for the hour that begins, and of two hours with as many messages the earlier one is told",
    covers: "PM-19", tags: .groups, .sheets, .clocks, pinned: .clocks
  ) { (world: ChatWorld) in
    let (alice, bob) = try await world.phones("Alice", "Bob", on: .wifi)
    let group = try await alice.startConversation(with: bob, isGroup: true)
    await bob.open(group)
    try await world.advance(by: .hours(1))
    // 13:00 of the day on which the world begins.
    let stroke: Int64 = 1_767_618_000_000
    await world.backend.administer(
      set: ["author": "bob", "text": "hello", "sentAt": Node(.number(Double(stroke)))],
      at: Path(unchecked: "messages/\(group.text)/m1"))
    await alice.openInfo(of: group)
    await alice.openStatistics(of: group)
    try await alice.expect(\.peakHour, of: .groupStatistics, is: "13:00")
    try await world.advance(by: .hours(2))
    _ = try await bob.send("hello again", in: group)
    try await alice.expect(
      all: .that(\.days.first?.messages, of: .groupStatistics, is: "2 messages"),
      .that(\.peakHour, of: .groupStatistics, is: "13:00"))
  }
}
