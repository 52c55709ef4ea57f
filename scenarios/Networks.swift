import Chat
import Rehearsal

extension Scenarios {
  static let handover = Scenario(
    "B walks out of the Wi-Fi with a message on its way: it arrives over LTE and is read within 2 s",
    covers: "RR-01", tags: .receipts, .fault, faults: .allowed, mild: .links
  ) { (world: ChatWorld) in
    let (alice, bob) = try await world.phones("Alice", "Bob", on: .wifi)
    let chat = try await alice.startConversation(with: bob)
    await bob.open(chat)
    try await world.advance(by: .seconds(5))
    let before = await world.meter()
    let hello = try await alice.send("hello", in: chat)
    bob.handOver(to: .lte)
    try await alice.expect(
      \.status, of: .bubble(hello), is: .read, within: .seconds(2), measuredAs: .receipt,
      since: bob.reconnected)
    try await bob.expect(\.author, of: .bubble(hello), is: "alice", within: .zero)
    let spent = await world.meter() - before
    try world.require(
      spent[.connections, device: bob.name] > 0,
      "Bob's phone to connect anew from its new address; the backend counted\n\(spent)")
  }

  static let onlineAfterHandover = Scenario(
    "B walks out of the Wi-Fi: the backend gives the connection from there up after more than a minute, and A sees B online all the while",
    covers: "DS-15", tags: .offline, pinned: .policies, .links
  ) { (world: ChatWorld) in
    world.setPolicies { $0.sharesPresence = true }
    let (alice, bob) = try await world.phones("Alice", "Bob", on: .wifi)
    _ = try await alice.startConversation(with: bob)
    try await alice.expect(\.subtitle, of: .thread, is: "online")
    try await world.untilQuiet()
    bob.handOver(to: .lte)
    try await alice.expect(\.subtitle, of: .thread, is: "online", for: .minutes(3))
    bob.handOver(to: .wifi)
    try await bob.kill()
    // What the dead app said last from either address is taken back.
    try await alice.expect(
      all: .that(\.subtitle, of: .thread, matches: "begins with “last seen”") {
        $0?.hasPrefix("last seen") == true
      }, within: .minutes(2))
  }

  static let idleRadio = Scenario(
    "A's phone lies idle on LTE: the receipt waits until the network has found it and its radio is awake",
    covers: "RR-01", tags: .receipts, pinned: .links
  ) { (world: ChatWorld) in
    let alice = try await world.phone("Alice", on: .lteTypical)
    let bob = try await world.phone("Bob", on: .wifi)
    let chat = try await alice.startConversation(with: bob)
    let first = try await alice.send("first", in: chat)
    try await alice.expect(\.status, of: .bubble(first), is: .delivered, within: .seconds(10))
    // The radio sleeps after 11.6 s without a datagram; the next keep-alive is not due.
    try await world.advance(by: .seconds(20))
    let opened = world.now
    await bob.open(chat)
    try await alice.expect(\.status, of: .bubble(first), is: .delivered, for: .milliseconds(180))
    try await alice.expect(
      \.status, of: .bubble(first), is: .read, within: .seconds(3), measuredAs: .receipt,
      since: opened)
    // Awake, the next one comes in a round trip of the phone and the app's own time.
    let second = try await alice.send("second", in: chat)
    try await alice.expect(\.status, of: .bubble(second), is: .read, within: .seconds(2))
  }

  static let stalledHandshake = Scenario(
    "B reconnects as a train enters a tunnel: the server's hello is lost until it has given up, and B connects all the same",
    covers: "OF-02", "OF-08", tags: .receipts, .fault, pinned: .links
  ) { (world: ChatWorld) in
    let (alice, bob) = try await world.phones("Alice", "Bob", on: .lte)
    let chat = try await alice.startConversation(with: bob)
    let hello = try await alice.send("hello", in: chat)
    try await alice.expect(\.status, of: .bubble(hello), is: .delivered)
    await bob.setAirplaneMode(true)
    await bob.open(chat)
    try await world.advance(by: .seconds(20))
    await bob.setAirplaneMode(false)
    // Three segments bring the server's hello, some 230 ms from now. The mouth of the tunnel is slow and has room for two, and what
    // repeats the third, 300 ms later at the soonest, is lost within: the phone has nothing left to send.
    var mouth = LinkProfile.lte
    mouth.down.bandwidth = .megabits(1)
    mouth.down.queueBytes = 3_200
    try world.network.setProfile(mouth, of: bob.host)
    try await world.advance(by: .milliseconds(350))
    bob.partition(.incoming, for: .seconds(45))
    try await world.advance(by: .seconds(46))
    try world.network.setProfile(.lte, of: bob.host)
    let healed = world.now
    // The server gave the handshake up after 30 s, and its kernel still repeats it: every 51 s by now.
    try await alice.expect(
      \.status, of: .bubble(hello), is: .read, within: .minutes(2), measuredAs: .receipt,
      since: healed)
  }

  static let captivePortal = Scenario(
    "B joins the Wi-Fi of a hotel, where everything connects and nothing arrives: it does once B has signed in",
    covers: "OF-02", "OF-08", tags: .receipts, .fault, faults: .allowed,
    // A server that gives a handshake up unheard leaves the client waiting for hours: when attempts begin is the link's.
    mild: .links
  ) { (world: ChatWorld) in
    let (alice, bob) = try await world.phones("Alice", "Bob", on: .wifi)
    let chat = try await alice.startConversation(with: bob)
    let hello = try await alice.send("hello", in: chat)
    try await alice.expect(\.status, of: .bubble(hello), is: .delivered)
    let portal = bob.joinCaptivePortal()
    await bob.open(chat)
    try await bob.expect(\.unread, of: .thread, is: 0, within: .milliseconds(100))
    let answer = try await bob.send("in the hotel", in: chat)
    try await bob.expect(\.status, of: .bubble(answer), is: .sending, for: .minutes(3))
    let signedIn = world.now
    portal.end()
    // An attempt that hangs within TLS is tried again, or given up, within half a minute, and so long is the pause.
    try await alice.expect(
      all: .that(\.status, of: .bubble(hello), is: .read),
      .that(\.text, of: .bubble(answer), is: "in the hotel"), within: .seconds(65),
      measuredAs: .receipt, since: signedIn)
    try world.require(
      await world.messageCount(in: chat), is: 2, "the number of messages at the backend")
  }
}
