import Chat
import Rehearsal

extension Scenarios {
  static let killedAfterOfflineRead = Scenario(
    "B reads offline, is killed and relaunched, reconnects, and A still sees the receipt",
    covers: "OF-02", "OF-08", "OF-10", "RR-10", tags: .receipts, .offline, .restart,
    probes: [.killedWithQueuedWrites], faults: .allowed
  ) { (world: ChatWorld) in
    let (alice, bob) = try await world.phones("Alice", "Bob", on: .lte)
    let chat = try await alice.startConversation(with: bob)
    let hello = try await alice.send("hello", in: chat)
    try await bob.expect(\.unread, of: .conversation(chat), is: 1)
    try await alice.expect(\.status, of: .bubble(hello), is: .delivered)

    await bob.setAirplaneMode(true)
    await bob.open(chat)
    try await bob.expect(
      \.unread, of: .thread, is: 0, within: .milliseconds(100), measuredAs: .localMark)
    try await bob.kill()
    try await world.advance(by: .minutes(2))
    try await bob.relaunch()
    try await bob.expect(\.unread, of: .conversation(chat), is: 0)
    try await alice.expect(\.status, of: .bubble(hello), is: .delivered, for: .minutes(5))

    await bob.setAirplaneMode(false)
    try await alice.expect(
      \.status, of: .bubble(hello), is: .read, within: .seconds(1), measuredAs: .receipt,
      since: bob.reconnected)
    try await world.expectRead(hello, in: chat, by: bob)
  }

  static let killedBeforeAcknowledgement = Scenario(
    "B kills the app before the first message is acknowledged; it arrives exactly once",
    covers: "DS-02", "DS-10", tags: .restart, probes: [.killedWithQueuedWrites], faults: .allowed
  ) { (world: ChatWorld) in
    let (alice, bob) = try await world.phones("Alice", "Bob", on: .lte)
    let chat = try await alice.startConversation(with: bob)
    await bob.open(chat)
    let first = try await bob.send("is this saved?", in: chat)
    try await bob.expect(\.status, of: .bubble(first), is: .sending, within: .zero)
    try await bob.kill()

    try await world.advance(by: .seconds(10))
    try await bob.relaunch()
    await bob.open(chat)
    try await bob.expect(\.status, of: .bubble(first), is: .read)
    try await alice.expect(
      all: .that("copies of the message", of: .thread, is: 1) {
        $0.texts.count { $0 == "is this saved?" }
      }, within: .zero)
    try world.require(
      await world.messageCount(in: chat), is: 1, "the number of messages at the backend")
  }

  static let killedWithQueuedMessages = Scenario(
    "A writes twice without a network and kills the app; both go out after the relaunch, in order",
    covers: "DS-02", "DS-10", tags: .offline, .restart, probes: [.killedWithQueuedWrites],
    faults: .allowed
  ) { (world: ChatWorld) in
    let (alice, bob) = try await world.phones("Alice", "Bob", on: .lte)
    let chat = try await alice.startConversation(with: bob)
    await alice.setAirplaneMode(true)
    let first = try await alice.send("first", in: chat)
    let second = try await alice.send("second", in: chat)
    try await alice.kill()
    try await world.advance(by: .minutes(1))
    try await alice.relaunch()
    await alice.open(chat)
    try await alice.expect(
      all: .that(\.status, of: .bubble(first), is: .sending),
      .that(\.status, of: .bubble(second), is: .sending), for: .minutes(1))

    await alice.setAirplaneMode(false)
    try await alice.expect(
      all: .that(\.status, of: .bubble(first), is: .delivered),
      .that(\.status, of: .bubble(second), is: .delivered), within: .seconds(2),
      since: alice.reconnected)
    await bob.open(chat)
    let order = [first, second]
    try await bob.expect(\.ids, of: .thread, is: order)
    try world.require(
      await world.messageCount(in: chat), is: 2, "the number of messages at the backend")
  }

  static let killedBeforeTheStart = Scenario(
    "A starts a conversation without a network, writes, and kills the app: it goes out after the relaunch, open to write all the time",
    covers: "DS-02", "DS-10", tags: .offline, .restart, mild: .links
  ) { (world: ChatWorld) in
    let (alice, bob) = try await world.phones("Alice", "Bob", on: .lte)
    try await world.advance(by: .seconds(5))
    await alice.setAirplaneMode(true)
    let chat = try await alice.startConversation(withUsers: [bob.userID], isGroup: false)
    let hello = try await alice.send("hello", in: chat)
    try await alice.kill()
    try await alice.relaunch()
    await alice.open(chat)
    try await alice.expect(\.status, of: .bubble(hello), is: .sending, within: .zero)
    await alice.setAirplaneMode(false)
    try await alice.expect(
      all: .that(\.isReadOnly, of: .thread, is: false),
      .that(\.offersRetry, of: .bubble(hello), is: false), for: .seconds(20), within: .zero)
    try await bob.expect(\.preview, of: .conversation(chat), is: "hello")
    await bob.open(chat)
    try await alice.expect(\.status, of: .bubble(hello), is: .read)
  }

  static let killedBeforeFlush = Scenario(
    "B sees a message while receipts are being collected and kills the app; the receipt is not lost",
    covers: "OF-08", "OF-10", "RR-10", "MO-10", tags: .receipts, .restart,
    // Bob has to die within the window for receipts.
    mild: .links, .policies
  ) { (world: ChatWorld) in
    let (alice, bob) = try await world.phones("Alice", "Bob", on: .lte)
    let chat = try await alice.startConversation(with: bob)
    await bob.open(chat)
    // The receipt of the first goes out at once; that of the second waits for the end of the window.
    let first = try await alice.send("first", in: chat)
    try await world.advance(by: .milliseconds(150))
    let second = try await alice.send("second", in: chat)
    try await bob.expect(all: .present(.bubble(second)))
    try await bob.kill()

    try await world.advance(by: .minutes(1))
    try await alice.expect(
      all: .that(\.status, of: .bubble(first), is: .read),
      .that(\.status, of: .bubble(second), isNot: .read), within: .zero)
    await bob.setAirplaneMode(true)
    try await bob.relaunch()
    try await bob.expect(
      \.unread, of: .conversation(chat), is: 0, for: .minutes(1), within: .seconds(1))
    await bob.setAirplaneMode(false)
    // The app does not know that the first receipt is told: what it tells with the second's is refused, and both go out anew. So
    // there are 14 trips of 75 to 77 ms, four more than usual; of up to 96 ms on a link that varies.
    try await alice.expect(
      \.status, of: .bubble(second), is: .read, within: .milliseconds(1_500), measuredAs: .receipt,
      since: bob.reconnected)
  }

  static let killedAfterFlush = Scenario(
    "B is killed right after a flush and reads on at once: the pause until the next outlives the app",
    covers: "BC-07", tags: .receipts, .restart, .cost, faults: .allowed
  ) { (world: ChatWorld) in
    let (alice, bob) = try await world.phones("Alice", "Bob", on: .lte)
    let other = try await alice.startConversation(with: bob)
    let third = try await alice.send("third", in: other)
    try await bob.expect(\.unread, of: .conversation(other), is: 1)
    let chat = try await alice.startConversation(with: bob)
    await bob.open(chat)
    // The receipt of the first is a flush at the leading edge, that of the second one at the end of its window: a
    // second must pass before another.
    let first = try await alice.send("first", in: chat)
    try await world.advance(by: .milliseconds(150))
    let second = try await alice.send("second", in: chat)
    await alice.open(chat)
    try await alice.expect(
      all: .that(\.status, of: .bubble(first), is: .read),
      .that(\.status, of: .bubble(second), is: .read))

    try await bob.kill()
    try await bob.relaunch()
    await bob.open(other)
    try await bob.expect(
      \.unread, of: .thread, is: 0, within: .milliseconds(100), measuredAs: .localMark)
    await alice.open(other)
    try await alice.expect(\.status, of: .bubble(third), is: .read, within: .milliseconds(2_500))
    try await world.expectRead(third, in: other, by: bob)
  }

  static let statusSurvivesRestart = Scenario(
    "What A saw as read is read after a restart without a network",
    covers: "RR-10", "MO-01", tags: .receipts, .restart, faults: .allowed
  ) { (world: ChatWorld) in
    let (alice, bob) = try await world.phones("Alice", "Bob", on: .lte)
    let chat = try await alice.startConversation(with: bob)
    let hello = try await alice.send("hello", in: chat)
    try await bob.expect(\.unread, of: .conversation(chat), is: 1)
    await bob.open(chat)
    try await alice.expect(\.status, of: .bubble(hello), is: .read)

    await alice.setAirplaneMode(true)
    try await alice.kill()
    try await alice.relaunch()
    await alice.open(chat)
    try await alice.expect(\.status, of: .bubble(hello), is: .read, for: .minutes(1))
  }

  static let twoKeptStatuses = Scenario(
    "B sees two messages delivered to all but those whom he removes, which is refused: both are delivered after a restart, too",
    covers: "MO-01", tags: .groups, .members, .offline, .multiDevice, .restart, pinned: .traffic
  ) { (world: ChatWorld) in
    let (alice, bob) = try await world.phones("Alice", "Bob", on: .lte)
    let tablet = try await world.phone("Bob's iPad", user: "bob", on: .lte)
    await world.openAccount(of: "dave", named: "Dave")
    let group = try await bob.startConversation(with: [alice], and: ["dave"], isGroup: true)
    await bob.open(group)
    var sent: [MessageID] = []
    for text in ["hello", "who comes?"] { sent.append(try await bob.send(text, in: group)) }
    let messages = sent
    try await alice.expect(\.unread, of: .conversation(group), is: 2)
    try await bob.expect(all: .statuses(of: messages, are: .sent))
    try await world.untilQuiet()
    await bob.setAirplaneMode(true)
    await tablet.remove("alice", from: group)
    try await alice.expect(\.unread, of: .conversation(group), is: 0)
    await bob.remove("dave", from: group)
    try await bob.expect(all: .statuses(of: messages, are: .delivered))
    await bob.setAirplaneMode(false)
    try await bob.expect(\.alert, is: "The members could not be changed", within: .seconds(10))
    await bob.answerAlert()
    try await bob.expect(\.users, of: .thread, is: ["bob", "dave"])
    try await bob.kill()
    await bob.setAirplaneMode(true)
    try await bob.relaunch()
    await bob.open(group)
    try await bob.expect(
      all: .statuses(of: messages, are: .delivered), for: .seconds(30), within: .seconds(1))
  }
}
