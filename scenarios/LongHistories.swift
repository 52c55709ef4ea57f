import Chat
import Rehearsal

// Phones that come back to conversations with a long history.

extension Scenarios {
  static let longHistory = Scenario(
    "A comes back on 3G to a conversation of 2,000 messages: what B read and wrote meanwhile is on her screen within 2 s",
    covers: "RR-12", "OF-09", tags: .receipts, .offline, .budget, pinned: .links, .policies
  ) { (world: ChatWorld) in
    world.setPolicies { $0.marking = .all }
    let (alice, bob) = try await world.phones("Alice", "Bob", on: .threeG)
    let chat = try await alice.startConversation(with: bob)
    _ = await world.importMessages(2_000, from: alice.userID, into: chat)
    try await bob.expect(\.unread, of: .conversation(chat), is: 2_000)
    await bob.open(chat)
    await alice.open(chat)
    try await world.advance(by: .minutes(1))
    await bob.close()
    let hello = try await alice.send("hello", in: chat)
    try await bob.expect(\.unread, of: .conversation(chat), is: 1)
    try await alice.expect(\.status, of: .bubble(hello), is: .delivered)
    try await world.advance(by: .seconds(5))

    await alice.setAirplaneMode(true)
    await bob.open(chat)
    let answer = try await bob.send("hello yourself", in: chat)
    try await bob.expect(\.status, of: .bubble(answer), is: .sent)
    let before = await world.meter()
    await alice.setAirplaneMode(false)
    try await alice.expect(
      all: .that(\.status, of: .bubble(hello), is: .read),
      .that(\.bubbles.last?.id, of: .thread, is: answer), within: .seconds(2), measuredAs: .receipt,
      since: alice.reconnected)
    // The messages alone have some 170 kB, which take 1.7 s on this link.
    let spent = await world.meter() - before
    try world.require(
      spent[.bytesDown, device: alice.name] < 40_000,
      "less than 40 kB; the backend counted\n\(spent)")
  }
}
