import Chat
import Rehearsal

extension Scenarios {
  static let oneWayPartition = Scenario(
    "B hears but is not heard: the receipt arrives once the partition ends",
    covers: "OF-02", "OF-04", "OF-08", tags: .receipts, .fault, faults: .allowed
  ) { (world: ChatWorld) in
    let (alice, bob) = try await world.phones("Alice", "Bob", on: .lte)
    let chat = try await alice.startConversation(with: bob)
    let hello = try await alice.send("hello", in: chat)
    try await alice.expect(\.status, of: .bubble(hello), is: .delivered)

    let partition = bob.partition(.outgoing)
    await bob.open(chat)
    try await bob.expect(
      \.unread, of: .thread, is: 0, within: .milliseconds(100), measuredAs: .localMark)
    try await alice.expect(\.status, of: .bubble(hello), is: .delivered, for: .seconds(8))

    let healed = world.now
    partition.end()
    // The phone does not notice the end: its next retransmission brings the receipt, and the pause
    // before it has doubled up to the length of the partition.
    try await alice.expect(
      \.status, of: .bubble(hello), is: .read, within: .seconds(10), measuredAs: .receipt,
      since: healed)
  }

  static let longPartition = Scenario(
    "A partition that outlasts the connection is survived by reconnecting",
    covers: "OF-06", "OF-08", tags: .receipts, .fault, faults: .allowed
  ) { (world: ChatWorld) in
    let (alice, bob) = try await world.phones("Alice", "Bob", on: .lte)
    let chat = try await alice.startConversation(with: bob)
    let hello = try await alice.send("hello", in: chat)
    try await alice.expect(\.status, of: .bubble(hello), is: .delivered)

    let healed = world.now.advanced(by: .minutes(10))
    bob.partition(for: .minutes(10))
    // A slow disk keeps the gesture waiting while the partition lasts.
    await bob.open(chat)
    try await alice.expect(
      \.status, of: .bubble(hello), is: .delivered, for: world.now.duration(to: healed))
    // The longest pause between two attempts is 30 s, and an attempt under way takes 30 s to give up.
    try await alice.expect(
      \.status, of: .bubble(hello), is: .read, within: .seconds(65), measuredAs: .receipt)
  }

  static let silentListener = Scenario(
    "A's connection dies without a word while A only listens; the keep-alive notices",
    covers: "RR-12", "OF-09", tags: .receipts, .fault, probes: [.halfOpenNoticed], faults: .allowed
  ) { (world: ChatWorld) in
    let (alice, bob) = try await world.phones("Alice", "Bob", on: .lte)
    let chat = try await alice.startConversation(with: bob)
    let hello = try await alice.send("hello", in: chat)
    try await alice.expect(\.status, of: .bubble(hello), is: .delivered)
    // Long enough that the backend gives the connection up, which A's phone does not hear, and A's phone as well: its
    // keep-alive comes after 45 s of silence, and its kernel tries for a minute or three.
    try await world.advance(by: .minutes(1))
    let healed = world.now.advanced(by: .minutes(3))
    alice.partition(for: .minutes(3))
    // A fault can keep the gesture waiting while the partition lasts.
    await bob.open(chat)
    if world.now < healed {
      try await alice.expect(
        \.status, of: .bubble(hello), is: .delivered, for: world.now.duration(to: healed))
    }
    // The longest pause between two attempts is 30 s, and an attempt under way takes 30 s to give up.
    try await alice.expect(
      \.status, of: .bubble(hello), is: .read, within: .seconds(65), measuredAs: .receipt,
      since: healed)
  }

  static let lostAcknowledgement = [
    lostAcknowledgement(then: .reset).named("reset"),
    lostAcknowledgement(then: .halfOpen).named("silent"),
  ]

  private static func lostAcknowledgement(then ending: ConnectionBreak) -> Scenario {
    Scenario(
      "The acknowledgement of the read is lost after the commit; the time of reading stays (\(ending))",
      covers: "OF-11", "MO-07", "RR-04", tags: .receipts, .fault,
      probes: [.acknowledgementLost, .resendRefused], faults: .allowed
    ) { (world: ChatWorld) in
      let (alice, bob) = try await world.phones("Alice", "Bob", on: .lte)
      let chat = try await alice.startConversation(with: bob)
      let hello = try await alice.send("hello", in: chat)
      try await bob.expect(\.unread, of: .conversation(chat), is: 1)

      world.loseNextAcknowledgement(to: bob, of: .receipt, then: ending)
      await bob.open(chat)
      try await alice.expect(
        \.status, of: .bubble(hello), is: .read, within: .seconds(1), measuredAs: .receipt)
      let first = await world.readBy(hello, in: chat)

      // Bob's phone does not know that it was heard and says it again, which must change nothing. Where nobody tells it that
      // its connection is dead, a phone on the slowest of links takes a quarter of an hour to notice.
      try await world.advance(by: .minutes(16))
      try world.require(
        await world.readBy(hello, in: chat), is: first,
        "the readers at the backend with their first times")
      try await bob.expect(\.unread, of: .thread, is: 0, within: .zero)
      try await alice.expect(\.status, of: .bubble(hello), is: .read, within: .zero)
    }
  }

  static let silentOnAndroid = Scenario(
    "Two acknowledgements are lost without a word: an iPhone notices within minutes, an Android phone after a quarter of an hour",
    tags: .fault, pinned: .links
  ) { (world: ChatWorld) in
    let (alice, bob) = try await world.phones("Alice", "Bob", on: .wifi)
    let pixel = try await world.phone("Dave", on: .wifi, transport: .fcmAndroid)
    let first = try await alice.startConversation(with: bob)
    let second = try await pixel.startConversation(with: bob)
    try await world.untilQuiet()
    // No receipt of Bob's may prove what the lost acknowledgements did not say.
    await bob.setAirplaneMode(true)
    for phone in [alice, pixel] {
      world.loseNextAcknowledgement(to: phone, of: .message, then: .halfOpen)
    }
    let hello = try await alice.send("hello", in: first)
    let hi = try await pixel.send("hi", in: second)
    try await alice.expect(\.status, of: .bubble(hello), is: .sent, within: .minutes(3))
    try await pixel.expect(\.status, of: .bubble(hi), is: .sending, for: .minutes(12))
    try await pixel.expect(\.status, of: .bubble(hi), is: .sent, within: .minutes(8))
  }

  static let tunnelOnAndroid = Scenario(
    "A and D write in a tunnel of ten minutes: behind it an iPhone sends at once, an Android phone with its next attempt to connect",
    tags: .offline, pinned: .links
  ) { (world: ChatWorld) in
    let (alice, bob) = try await world.phones("Alice", "Bob", on: .wifi)
    let pixel = try await world.phone("Dave", on: .wifi, transport: .fcmAndroid)
    let first = try await alice.startConversation(with: bob)
    let second = try await pixel.startConversation(with: bob)
    try await world.advance(by: .minutes(1))
    for phone in [alice, pixel] { await phone.setAirplaneMode(true) }
    let hello = try await alice.send("hello", in: first)
    let hi = try await pixel.send("hi", in: second)
    try await world.advance(by: .minutes(10))
    for phone in [alice, pixel] { await phone.setAirplaneMode(false) }
    try await alice.expect(\.status, of: .bubble(hello), is: .delivered, within: .seconds(2))
    // It is told of no network: its waits grow to half a minute.
    try await pixel.expect(\.status, of: .bubble(hi), is: .delivered, within: .seconds(35))
  }

  static let lostSendAcknowledgement = Scenario(
    "The acknowledgement of a message is lost after the commit; it is neither doubled nor failed",
    covers: "DS-03", "MO-03", tags: .fault, probes: [.acknowledgementLost, .resendRefused],
    // It looks at the backend between the loss and the repetition.
    mild: .links
  ) { (world: ChatWorld) in
    let (alice, bob) = try await world.phones("Alice", "Bob", on: .lte)
    let chat = try await alice.startConversation(with: bob)
    // No receipt of Bob's may prove what the lost acknowledgement did not say.
    await bob.setAirplaneMode(true)
    world.loseNextAcknowledgement(to: alice, of: .message)
    let hello = try await alice.send("hello", in: chat)
    // The backend has it, and A's phone has not said it again yet: that takes three round trips more.
    try await world.advance(by: .milliseconds(200))
    let first = try world.require(
      await world.sentAt(hello, in: chat),
      "the backend to have the message before it is said again")
    try await alice.expect(\.status, of: .bubble(hello), is: .sending, within: .zero)
    try await alice.expect(\.status, of: .bubble(hello), is: .sent)
    try await alice.expect(
      all: .that(\.status, of: .bubble(hello), is: .sent),
      .that(\.offersRetry, of: .bubble(hello), is: false), for: .minutes(2))
    await bob.setAirplaneMode(false)
    try await bob.expect(\.unread, of: .conversation(chat), is: 1)
    try await alice.expect(\.status, of: .bubble(hello), is: .delivered)
    try world.require(
      await world.sentAt(hello, in: chat), is: first,
      "the time of sending at the backend, the first one")
    try world.require(
      await world.messageCount(in: chat), is: 1, "the number of messages at the backend")
  }

  static let veryBadNetwork = Scenario(
    "On a Very Bad Network a receipt takes its time and arrives",
    covers: "RR-01", tags: .receipts, .fault,
    // A phone that waits for TLS while the server restarts, and does not get its reset, waits for two hours.
    faults: .allowed(FaultPlan(excluding: [.backendRestart]))
  ) { (world: ChatWorld) in
    let (alice, bob) = try await world.phones("Alice", "Bob", on: .veryBadNetwork)
    // 500 ms each way and one datagram in ten lost: twelve round trips to set up, and any of them may
    // wait for retransmissions of 1, 2, 4 … seconds. One run in some ten thousand loses so much that a
    // side gives up: the other notices by its keep-alive, after 45 s, and connects again.
    let chat = try await alice.startConversation(with: bob, within: .minutes(3))
    let hello = try await alice.send("hello", in: chat)
    try await bob.expect(\.unread, of: .conversation(chat), is: 1, within: .minutes(3))
    let opened = world.now
    await bob.open(chat)
    try await alice.expect(
      \.status, of: .bubble(hello), is: .read, within: .minutes(3), measuredAs: .receipt,
      since: opened)
  }
}
