import Chat
import Rehearsal

// The nights in which clocks are put forward and back, and a journey. Time itself goes on as ever.

extension Scenarios {
  static let springForward = Scenario(
    "Clocks are put forward while A and B write: times are right on both sides, in each zone, and a mute lasts its hour",
    covers: "DS-11", "MO-09", "PM-01", tags: .receipts, .clocks, pinned: .clocks, .links, .timings
  ) { (world: ChatWorld) in
    try await clocksArePut(
      in: world, at: 1_774_746_000_000, before: ["01:58", "20:58", "06:28"],
      after: ["03:02", "21:02", "06:32"])
  }

  static let fallBack = Scenario(
    "Clocks are put back while A and B write: what is written later shows an earlier time, and stands below all the same",
    covers: "DS-11", "MO-09", "PM-01", tags: .receipts, .clocks, pinned: .clocks, .links, .timings
  ) { (world: ChatWorld) in
    try await clocksArePut(
      in: world, at: 1_792_890_000_000, before: ["02:58", "20:58", "06:28"],
      after: ["02:02", "21:02", "06:32"])
  }

  /// People in Berlin, New York and Kolkata write within the minutes around a change of Berlin's clocks.
  ///
  /// - Parameters:
  ///   - change: The moment of the change, in milliseconds since 1970.
  ///   - before: The times that the three see two minutes before it.
  ///   - after: The times that the three see two minutes after it.
  private static func clocksArePut(
    in world: ChatWorld, at change: Int64, before: [String], after: [String]
  ) async throws {
    let anna = try await world.phone("Anna", on: .lte, clock: WallClock(zone: .berlin))
    let ben = try await world.phone("Ben", on: .lte, clock: WallClock(zone: .newYork))
    let chitra = try await world.phone("Chitra", on: .lte, clock: WallClock(zone: .kolkata))
    let phones = [anna, ben, chitra]
    let group = try await anna.startConversation(with: ben, chitra, isGroup: true)
    let noon = try await anna.send("noon", in: group)
    for phone in [ben, chitra] { try await phone.expect(\.badge, is: 1) }
    for phone in phones { try await phone.enterBackground() }
    // The world begins in January, and weeks pass.
    func advance(to milliseconds: Int64) async throws {
      let now = TrueTime.milliseconds(at: world.now)
      try await world.advance(by: .milliseconds(milliseconds - now))
    }
    let minute: Int64 = 60_000
    try await advance(to: change - 20 * minute)
    for phone in phones { try await phone.enterForeground() }
    await ben.mute(group, for: .hour)
    await anna.mute(group, for: .hour)
    for phone in phones { await phone.open(group) }
    try await advance(to: change - 2 * minute + 1_000)
    let first = try await anna.send("first", in: group)
    try await ben.expect(\.text, of: .bubble(first), is: "first")
    let second = try await ben.send("second", in: group)
    try await chitra.expect(\.texts, of: .thread, is: ["noon", "first", "second"])
    try await advance(to: change + 2 * minute + 1_000)
    // What was there keeps its times, which nobody has touched.
    for (phone, time) in zip(phones, before) {
      try await phone.expect(\.time, of: .bubble(first), is: time, within: .zero)
      try await phone.expect(\.time, of: .bubble(second), is: time, within: .zero)
    }
    let third = try await anna.send("third", in: group)
    try await ben.expect(\.text, of: .bubble(third), is: "third")
    let fourth = try await ben.send("fourth", in: group)
    let order = [noon, first, second, third, fourth]
    for (phone, time) in zip(phones, after) {
      try await phone.expect(\.ids, of: .thread, is: order)
      try await phone.expect(\.time, of: .bubble(third), is: time, within: .zero)
      try await phone.expect(\.time, of: .bubble(fourth), is: time, within: .zero)
    }
    // In January all were in winter: Anna's noon was at 13:00.
    for (phone, time) in zip(phones, ["13:00", "07:00", "17:30"]) {
      try await phone.expect(\.time, of: .bubble(noon), is: time, within: .zero)
    }
    // An hour is an hour, whatever the hands have done meanwhile.
    for phone in phones { await phone.close() }
    try await advance(to: change + 38 * minute)
    for phone in [anna, ben] {
      try await phone.expect(\.isMuted, of: .conversation(group), is: true, within: .zero)
    }
    try await advance(to: change + 42 * minute)
    for phone in [anna, ben] {
      try await phone.expect(\.isMuted, of: .conversation(group), is: false, within: .zero)
    }
  }

  static let journey = Scenario(
    "A flies from Berlin to New York with an open sheet: what was yesterday is today again, without a touch",
    covers: "DS-11", "SH-19", tags: .receipts, .groups, .sheets, .clocks, pinned: .clocks, .links
  ) { (world: ChatWorld) in
    let anna = try await world.phone("Anna", on: .lte, clock: WallClock(zone: .berlin))
    let (bob, carol) = try await world.phones("Bob", "Carol", on: .lte)
    let group = try await anna.startConversation(with: bob, carol, isGroup: true)
    try await world.advance(by: .hours(9))
    let hello = try await anna.send("hello", in: group)
    await bob.open(group)
    try await anna.expect(\.receiptLabel, of: .bubble(hello), is: "Read by 1 of 2")
    await anna.openReceipts(of: hello)
    // It is 22:00 in Berlin, and then 1:00 of the next day.
    try await world.advance(by: .hours(3))
    try await anna.expect(\.read.times, of: .receiptSheet, is: ["yesterday"], within: .zero)
    try await world.untilQuiet()
    await anna.setTimeZone(.newYork)
    try await anna.expect(
      \.read.times, of: .receiptSheet, is: ["3 hours ago"], within: .milliseconds(100))
    await anna.closeSheet()
    try await anna.expect(\.time, of: .bubble(hello), is: "16:00", within: .zero)
    // One that is suspended hears of it when it is back.
    try await anna.enterBackground()
    try await world.advance(by: .minutes(1))
    await anna.setTimeZone(.berlin)
    try await anna.enterForeground()
    try await anna.expect(\.time, of: .bubble(hello), is: "22:00", within: .milliseconds(100))
  }

  static let shortDay = Scenario(
    "A leaves a sheet open through the day of 23 hours: what its rows say changes at midnight, not an hour later",
    covers: "SH-19", tags: .receipts, .groups, .sheets, .clocks, pinned: .clocks, .links
  ) { (world: ChatWorld) in
    let anna = try await world.phone("Anna", on: .lte, clock: WallClock(zone: .berlin))
    let (bob, carol) = try await world.phones("Bob", "Carol", on: .lte)
    let group = try await anna.startConversation(with: bob, carol, isGroup: true)
    for phone in [anna, bob, carol] { try await phone.enterBackground() }
    // The clocks of Berlin are put forward at 2:00 of a Sunday.
    let change: Int64 = 1_774_746_000_000
    func advance(to milliseconds: Int64) async throws {
      try await world.advance(
        by: .milliseconds(milliseconds - TrueTime.milliseconds(at: world.now)))
    }
    let (second, hour): (Int64, Int64) = (1_000, 3_600_000)
    try await advance(to: change - 30 * hour)
    for phone in [anna, bob] { try await phone.enterForeground() }
    await anna.open(group)
    let hello = try await anna.send("hello", in: group)
    await bob.open(group)
    try await anna.expect(\.receiptLabel, of: .bubble(hello), is: "Read by 1 of 2")
    await anna.openReceipts(of: hello)
    func expect(_ words: String) async throws {
      try await anna.expect(\.read.times, of: .receiptSheet, is: [words], within: .zero)
    }
    try await advance(to: change - 2 * hour - second)
    try await expect("yesterday")
    try await advance(to: change - 2 * hour + second)
    try await expect("2 days ago")
    try await advance(to: change + 21 * hour - second)
    try await expect("2 days ago")
    try await advance(to: change + 21 * hour + second)
    try await expect("3 days ago")
  }
}
