import Chat
import Rehearsal

extension Scenarios {
  static let skewedClocks = Scenario(
    "B's clock is an hour ahead and A's 90 s behind; the times are the backend's",
    covers: "DS-11", tags: .receipts, .clocks
  ) { (world: ChatWorld) in
    let alice = try await world.phone(
      "Alice", on: .lte, clock: WallClock(skew: .seconds(-90)))
    let bob = try await world.phone("Bob", on: .lte, clock: WallClock(skew: .hours(1)))
    let chat = try await alice.startConversation(with: bob)
    let hello = try await alice.send("hello", in: chat)
    try await bob.expect(\.unread, of: .conversation(chat), is: 1)

    let before = TrueTime.milliseconds(at: world.now)
    await bob.open(chat)
    try await alice.expect(
      \.status, of: .bubble(hello), is: .read, within: .seconds(1), measuredAs: .receipt)
    let read = await world.readBy(hello, in: chat)["bob"] ?? 0
    let sent = await world.sentAt(hello, in: chat) ?? .max
    try world.require(
      read, in: before...TrueTime.milliseconds(at: world.now),
      "the time of reading, the backend's own and not an hour ahead as Bob's clock,")
    try world.require(read, in: sent..., "the time of reading, after that of sending,")

    let reply = try await bob.send("hi Alice", in: chat)
    let order = [hello, reply]
    try await alice.expect(\.ids, of: .thread, is: order)
    try await bob.expect(\.ids, of: .thread, is: order)
    // 12:00 on the wall of the world: neither 11:58 nor 13:00.
    try await alice.expect(\.time, of: .bubble(reply), is: "12:00", within: .zero)
  }

  static let overlappingReads = Scenario(
    "B reads offline on two phones, one message on both; every message becomes read",
    covers: "OF-05", "OF-11", tags: .receipts, .offline, .multiDevice,
    faults: .allowed
  ) { (world: ChatWorld) in
    let (alice, bob) = try await world.phones("Alice", "Bob", on: .lte)
    let tablet = try await world.phone("Bob's iPad", user: "bob", on: .wifi)
    let chat = try await alice.startConversation(with: bob, tablet)
    let first = try await alice.send("first", in: chat)
    try await bob.expect(\.badge, is: 1)
    await bob.setAirplaneMode(true)
    let second = try await alice.send("second", in: chat)
    try await tablet.expect(\.badge, is: 2)
    await tablet.setAirplaneMode(true)

    await bob.open(chat)
    await bob.close()
    await tablet.open(chat)
    await tablet.close()
    try await world.advance(by: .minutes(1))
    await bob.setAirplaneMode(false)
    try await alice.expect(
      \.status, of: .bubble(first), is: .read, within: .seconds(2), measuredAs: .receipt,
      since: bob.reconnected)
    try await alice.expect(
      \.status, of: .bubble(second), is: .delivered, for: .minutes(1), within: .seconds(1))

    // The tablet's batch holds the receipt that the backend has already; the other one must not be lost.
    await tablet.setAirplaneMode(false)
    try await alice.expect(
      \.status, of: .bubble(second), is: .read, within: .seconds(2), measuredAs: .receipt,
      since: tablet.reconnected)
  }

  static let twoPhones = Scenario(
    "B reads on one phone; the other one's badge clears, and A sees one reader",
    covers: "RR-01", "UN-03", tags: .receipts, .multiDevice, faults: .allowed
  ) { (world: ChatWorld) in
    let (alice, bob) = try await world.phones("Alice", "Bob", on: .lte)
    let tablet = try await world.phone("Bob's iPad", user: "bob", on: .wifi)
    let chat = try await alice.startConversation(with: bob)
    let hello = try await alice.send("hello", in: chat)
    try await bob.expect(\.badge, is: 1)
    try await tablet.expect(\.badge, is: 1)

    await tablet.setAirplaneMode(true)
    await bob.open(chat)
    try await alice.expect(
      \.status, of: .bubble(hello), is: .read, within: .seconds(1), measuredAs: .receipt)
    try await tablet.expect(\.badge, is: 1, for: .minutes(1))

    await tablet.setAirplaneMode(false)
    try await tablet.expect(\.badge, is: 0, within: .seconds(2), since: tablet.reconnected)
    await tablet.open(chat)
    try await world.advance(by: .seconds(10))
    try await world.expectRead(hello, in: chat, by: bob)
  }
}
