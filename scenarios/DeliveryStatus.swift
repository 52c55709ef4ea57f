import Chat
import Rehearsal

extension Scenarios {
  static let failedAndRetried = Scenario(
    "A message that the backend refuses fails, for its author only; a retry sends the same one, up to read",
    covers: "DS-01", "DS-08", "DS-09", "DS-11", tags: .receipts, .fault,
    // The bubble names the time of day.
    pinned: .clocks,
    // Alice's phone follows the chat when she writes; before, a refusal is asked about again.
    mild: .links
  ) { (world: ChatWorld) in
    let (alice, bob) = try await world.phones("Alice", "Bob", on: .lte)
    let chat = try await alice.startConversation(with: bob)
    world.refuseNext(.message, by: alice)
    let hello = try await alice.send("hello", in: chat)
    try await alice.expect(
      all: .that(\.status, of: .bubble(hello), is: .failed),
      .that(\.marks?.colour, of: .bubble(hello), is: .red),
      .that(\.time, of: .bubble(hello), is: "12:00"),
      .that(\.controls, of: .bubble(hello), is: [.retry, .delete]),
      .that(\.isPinnable, of: .bubble(hello), is: false),
      .that(\.accessibilityLabel, of: .bubble(hello), matches: "contains “Failed”") {
        $0.contains("Failed")
      })
    await bob.open(chat)
    try await bob.expect(\.bubbles.isEmpty, of: .thread, is: true, for: .minutes(1))
    await bob.close()
    // A failed message neither goes out by itself nor is forgotten.
    try await alice.kill()
    try await alice.relaunch()
    await alice.open(chat)
    try await alice.expect(
      all: .that(\.status, of: .bubble(hello), is: .failed),
      .that(\.time, of: .bubble(hello), is: "12:00"), for: .minutes(1))

    await alice.retry(hello)
    try await alice.expect(
      all: .that(\.status, of: .bubble(hello), is: .sending),
      .that(\.controls.count, of: .bubble(hello), is: 0),
      .that(\.isPinnable, of: .bubble(hello), is: false),
      .that(\.marks, of: .bubble(hello), is: StatusMarks("🕓", .grey)), within: .zero)
    try await alice.expect(\.status, of: .bubble(hello), is: .delivered)
    await bob.open(chat)
    try await alice.expect(
      all: .that(\.status, of: .bubble(hello), is: .read),
      .that(\.marks, of: .bubble(hello), is: StatusMarks("✓✓", .blue)), within: .seconds(1),
      measuredAs: .receipt)
    try await bob.expect(
      all: .that(\.ids, of: .thread, is: [hello]),
      .that(\.controls.count, of: .bubble(hello), is: 0), within: .zero)
    try world.require(
      await world.messageCount(in: chat), is: 1, "the number of messages at the backend")
  }

  static let failedAndDeleted = Scenario(
    "A failed message that its author deletes is gone, also after a restart, and nobody has seen it",
    covers: "DS-08", tags: .fault, .restart,
    // Alice's phone follows the chat when she writes; before, a refusal is asked about again.
    mild: .links
  ) { (world: ChatWorld) in
    let (alice, bob) = try await world.phones("Alice", "Bob", on: .lte)
    let chat = try await alice.startConversation(with: bob)
    world.refuseNext(.message, by: alice)
    let hello = try await alice.send("hello", in: chat)
    try await alice.expect(
      all: .that(\.controls, of: .bubble(hello), matches: "contains delete") {
        $0.contains(.delete)
      })
    await alice.delete(hello)
    try await alice.expect(\.bubbles.isEmpty, of: .thread, is: true, within: .zero)
    try await alice.kill()
    try await alice.relaunch()
    await alice.open(chat)
    let next = try await alice.send("again", in: chat)
    try await alice.expect(\.status, of: .bubble(next), is: .delivered)
    try await alice.expect(\.ids, of: .thread, is: [next], within: .zero)
    try world.require(
      await world.messageCount(in: chat), is: 1, "the number of messages at the backend")
  }

  static let composer = Scenario(
    "What is written stands in the composer until it is sent; nothing is sent twice or empty",
    covers: "DS-12", faults: .allowed
  ) { (world: ChatWorld) in
    let (alice, bob) = try await world.phones("Alice", "Bob", on: .lte)
    let chat = try await alice.startConversation(with: bob)
    await alice.type("")
    try world.require(await alice.submit(), is: nil, "what Alice sent")
    for blank in [" ", "  \n ", "\t\u{A0}"] {
      await alice.type(blank)
      try await alice.expect(\.canSend, of: .thread, is: false, within: .zero)
      try world.require(await alice.submit(), is: nil, "what Alice sent")
    }
    await alice.type("hello")
    try await alice.expect(
      all: .that(\.composer, of: .thread, is: "hello"),
      .that(\.bubbles.isEmpty, of: .thread, is: true), .that(\.canSend, of: .thread, is: true),
      within: .zero)
    let hello = await alice.submit()
    try await alice.expect(
      all: .that(\.composer, of: .thread, is: ""),
      .that(\.ids, of: .thread, is: [hello].compactMap(\.self)),
      .that(\.bubbles.count, of: .thread, is: 1), within: .zero)
    try world.require(await alice.submit(), is: nil, "what Alice sent")
    try await bob.expect(\.unread, of: .conversation(chat), is: 1)
    try await alice.expect(\.bubbles.count, of: .thread, is: 1, for: .seconds(30))
    try world.require(
      await world.messageCount(in: chat), is: 1, "the number of messages at the backend")
  }

  static let timeOfDay = Scenario(
    "A bubble shows one time of day through all of its statuses, though the phone's clock is wrong and it waits for long",
    covers: "DS-11", tags: .clocks, .offline, .restart,
    // Times of day are those of the viewer's zone.
    pinned: .clocks
  ) { (world: ChatWorld) in
    let alice = try await world.phone("Alice", on: .lte)
    let bob = try await world.phone("Bob", on: .lte, clock: WallClock(skew: .hours(1)))
    let chat = try await alice.startConversation(with: bob)
    await bob.open(chat)
    // The world begins at noon; it is one o'clock on Bob's phone, which knows the backend's clock from its connection.
    let hello = try await bob.send("hello", in: chat)
    try await bob.expect(
      all: .that(\.status, of: .bubble(hello), is: .sending),
      .that(\.time, of: .bubble(hello), is: "12:00"), within: .zero)
    try await bob.expect(\.time, of: .bubble(hello), is: "12:00", for: .seconds(5))
    try await bob.expect(\.status, of: .bubble(hello), is: .read, within: .zero)
    try await alice.expect(\.time, of: .bubble(hello), is: "12:00", within: .zero)

    await alice.setAirplaneMode(true)
    await bob.setAirplaneMode(true)
    let late = try await bob.send("written in a tunnel", in: chat)
    try await bob.expect(
      all: .that(\.status, of: .bubble(late), is: .sending),
      .that(\.time, of: .bubble(late), is: "12:00"), for: .minutes(10))
    await bob.setAirplaneMode(false)
    try await bob.expect(\.status, of: .bubble(late), is: .sent)
    try await bob.expect(\.time, of: .bubble(late), is: "12:00", for: .minutes(1))
    try await bob.kill()
    try await bob.relaunch()
    await bob.open(chat)
    await alice.setAirplaneMode(false)
    try await bob.expect(\.status, of: .bubble(late), is: .read)
    try await bob.expect(\.time, of: .bubble(late), is: "12:00", for: .minutes(1))
    // To others it came when the backend took it, and that is what they are shown whenever it reaches them.
    try await alice.expect(\.time, of: .bubble(late), is: "12:10", within: .zero)
  }

  static let statusTimes = Scenario(
    "Every upgrade of the status has a later time, the backend's own, though A's clock is wrong",
    covers: "DS-13", tags: .receipts, .clocks,
    // An answer that overtakes the chat's first data leaves the phone's guess of the time for a round trip.
    mild: .links
  ) { (world: ChatWorld) in
    let alice = try await world.phone("Alice", on: .lte, clock: WallClock(skew: .minutes(10)))
    let bob = try await world.phone("Bob", on: .lte, clock: WallClock(skew: .hours(-3)))
    let chat = try await alice.startConversation(with: bob)
    await bob.setAirplaneMode(true)
    let hello = try await alice.send("hello", in: chat)
    try world.require(
      alice.statusUpdatedAt(hello), is: nil, "the time of the status on Alice's phone")
    try await alice.expect(\.status, of: .bubble(hello), is: .sent)
    let sent = alice.statusUpdatedAt(hello)
    try world.require(
      await world.sentAt(hello, in: chat), is: sent, "the backend's time of sending"
    )

    try await world.advance(by: .minutes(1))
    await bob.setAirplaneMode(false)
    try await alice.expect(\.status, of: .bubble(hello), is: .delivered)
    let delivered = alice.statusUpdatedAt(hello)
    try world.require(
      await world.deliveredTo(hello, in: chat)["bob"], is: delivered,
      "the backend's time of delivery"
    )

    try await world.advance(by: .minutes(1))
    await bob.open(chat)
    try await alice.expect(\.status, of: .bubble(hello), is: .read)
    let read = alice.statusUpdatedAt(hello)
    try world.require(
      await world.readBy(hello, in: chat)["bob"], is: read, "the backend's time of reading")
    let times = [sent, delivered, read].map { $0 ?? 0 }
    try world.require(
      times[1], in: (times[0] + 60_000)..., "the time of delivery, a minute after sending,")
    try world.require(
      times[2], in: (times[1] + 60_000)..., "the time of reading, a minute after delivery,")
  }

  static let statusTimesInAGroup = Scenario(
    "In a group delivered has the time of the last phone that it came to, and read that of the first reader",
    covers: "DS-13", tags: .receipts, .groups, pinned: .policies, mild: .links
  ) { (world: ChatWorld) in
    let (alice, bob, carol) = try await world.phones("Alice", "Bob", "Carol", on: .lte)
    let group = try await alice.startConversation(with: bob, carol, isGroup: true)
    try await carol.expect(all: .present(.conversation(group)))
    await carol.setAirplaneMode(true)
    let hello = try await alice.send("hello", in: group)
    try await alice.expect(\.status, of: .bubble(hello), is: .sent)
    try await bob.expect(\.preview, of: .conversation(group), is: "hello")
    try await world.advance(by: .minutes(1))
    await carol.setAirplaneMode(false)
    try await alice.expect(\.status, of: .bubble(hello), is: .delivered, within: .minutes(1))
    let times = await world.deliveredTo(hello, in: group)
    let first = try world.require(times["bob"], "Bob's time of delivery")
    try world.require(
      times["carol"] ?? 0, in: (first + 60_000)..., "Carol's time, a minute after Bob's,")
    try world.require(
      alice.statusUpdatedAt(hello), is: times["carol"], "the time of the status on Alice's phone")
    for phone in [carol, bob] {
      await phone.open(group)
      try await alice.expect(\.status, of: .bubble(hello), is: .read, within: .minutes(1))
      try await world.advance(by: .minutes(1))
    }
    let readers = await world.readBy(hello, in: group)
    try world.require(readers.count, is: 2, "the number of readers")
    try world.require(
      alice.statusUpdatedAt(hello), is: readers["carol"], "the time of the status on Alice's phone")
  }

  static let presence = Scenario(
    "The header of a 1:1 chat shows whether the peer is online or was last seen, while that is known",
    covers: "DS-15", tags: .offline,
    // The header names the time of day in Alice's zone.
    pinned: .clocks
  ) { (world: ChatWorld) in
    world.setPolicies { $0.sharesPresence = true }
    let (alice, bob) = try await world.phones("Alice", "Bob", on: .lte)
    let chat = try await alice.startConversation(with: bob)
    try await alice.expect(\.subtitle, of: .thread, is: "online")
    try await world.advance(by: .minutes(7))
    try await bob.kill()
    try await alice.expect(\.subtitle, of: .thread, is: "last seen 12:07", within: .minutes(2))
    await alice.setAirplaneMode(true)
    try await alice.expect(\.subtitle, of: .thread, is: nil)
    try await bob.relaunch()
    try await alice.expect(\.subtitle, of: .thread, is: nil, for: .minutes(1))
    await alice.setAirplaneMode(false)
    try await alice.expect(\.subtitle, of: .thread, is: "online")
    let group = try await alice.startConversation(with: bob, isGroup: true)
    try await alice.expect(
      all: .that(\.id, of: .thread, is: group), .that(\.subtitle, of: .thread, is: nil),
      for: .seconds(10))
  }

  static let twoChatsWithOnePeer = Scenario(
    "A and B begin a chat at the same time, so that there are two: A goes from one to the other, and sees B online in both",
    covers: "DS-15", tags: .receipts, pinned: .policies
  ) { (world: ChatWorld) in
    world.setPolicies { $0.sharesPresence = true }
    let (alice, bob) = try await world.phones("Alice", "Bob", on: .lte)
    let theirs = try await bob.startConversation(withUsers: ["alice"], isGroup: false)
    let own = try await alice.startConversation(withUsers: ["bob"], isGroup: false)
    try await world.untilQuiet()
    try await alice.expect(
      all: .that(\.id, of: .thread, is: own), .that(\.subtitle, of: .thread, is: "online"))
    await alice.prepare(theirs)
    for chat in [theirs, own] {
      await alice.open(chat)
      try await alice.expect(\.subtitle, of: .thread, is: "online")
      try await alice.expect(\.subtitle, of: .thread, is: "online", for: .seconds(10))
    }
    // From the list, with the other one made ready.
    await alice.close()
    await alice.prepare(theirs)
    await alice.open(own)
    try await alice.expect(\.subtitle, of: .thread, is: "online")
  }

  static let presenceOfNewChat = Scenario(
    "B's app has ended when A begins a chat and writes: he opens it by its notification, of a chat that his phone has not heard of, and sees A online",
    covers: "DS-15", tags: .push, .restart, pinned: .duplicates, .policies, .timings
  ) { (world: ChatWorld) in
    world.setPolicies {
      $0.sharesPresence = true
      $0.usesPush = true
    }
    let (alice, bob) = try await world.phones("Alice", "Bob", on: .lte)
    try await world.untilQuiet()
    try await bob.kill()
    let chat = try await alice.startConversation(withUsers: ["bob"], isGroup: false)
    _ = try await alice.send("hello", in: chat)
    try await bob.expectNotifications(
      all: .that(\.bodies, is: ["hello"]), within: .minutes(1))
    try await bob.tapNotification()
    try await bob.expect(
      all: .that(\.id, of: .thread, is: chat), .that(\.subtitle, of: .thread, is: "online"))
    try await bob.expect(\.subtitle, of: .thread, is: "online", for: .seconds(10))
  }

  static let wordSentAgain = Scenario(
    "B's word that he is there is lost with its connection and goes out on the next, which breaks: A does not see him online for ever",
    covers: "DS-15", tags: .offline, .fault, pinned: .policies
  ) { (world: ChatWorld) in
    try await comesBackAndGoes(in: world) { bob in
      // The words of his second and his third connection.
      [("2", ConnectionBreak.reset), ("3", .halfOpen)].map { number, ending in
        world.network.loseNext(from: bob.host, to: world.backend.host, then: ending) { message in
          saysThatIsThere(message, on: number)
        }
      }
    }
  }

  static let timesOfAStatus = Scenario(
    "A's first message is stamped by the backend before anybody has it, and what her own phones keep of it is no reading",
    covers: "DS-13", "RR-06", tags: .receipts, .rules, pinned: .links, .policies
  ) { (world: ChatWorld) in
    let (alice, bob) = try await world.phones("Alice", "Bob", on: .lte)
    await bob.setAirplaneMode(true)
    // Before the backend has answered the start, so that her phone follows the chat only once the message is there.
    let chat = try await alice.startConversation(withUsers: [bob.userID], isGroup: false)
    let hello = try await alice.send("hello", in: chat)
    try await alice.expect(
      all: .that(\.status, of: .bubble(hello), is: .sent),
      .that(\.statusMilliseconds, of: .bubble(hello), isNot: nil))
    try world.require(
      alice.statusUpdatedAt(hello), is: await world.sentAt(hello, in: chat),
      "the time of the one check")
    try await world.accepts(
      "alice", "keep for herself that she has read her own message",
      ["private/alice/reads/\(chat)/\(hello)": Node(.timestamp)])
    try await alice.expect(\.status, of: .bubble(hello), is: .sent, for: .seconds(10))
    await bob.setAirplaneMode(false)
    try await bob.expect(\.unread, of: .conversation(chat), is: 1)
    await bob.open(chat)
    try await alice.expect(\.status, of: .bubble(hello), is: .read)
    try world.require(
      alice.statusUpdatedAt(hello), is: await world.readBy(hello, in: chat)["bob"],
      "the time of the blue checks")
  }

  static let failedTwice = Scenario(
    "Two messages that say the same have failed, and the window holds one: the second is given up, and the first stands there",
    covers: "DS-08", tags: .fault, pinned: .clocks, .links, .timings, .policies
  ) { (world: ChatWorld) in
    world.setPolicies { $0.viewport = 1 }
    let (alice, bob) = try await world.phones("Alice", "Bob", on: .lte)
    let chat = try await alice.startConversation(with: bob)
    try await world.untilQuiet()
    var failed: [MessageID] = []
    for _ in 1...2 {
      world.refuseNext(.message, by: alice)
      let hello = try await alice.send("hello", in: chat)
      failed.append(hello)
      try await alice.expect(\.status, of: .bubble(hello), is: .failed)
    }
    try await alice.expect(\.ids, of: .thread, is: [failed[1]], within: .zero)
    await alice.delete(failed[1])
    try await alice.expect(\.ids, of: .thread, is: [failed[0]], within: .zero)
    await alice.retry(failed[0])
    try await alice.expect(\.status, of: .bubble(failed[0]), is: .delivered)
  }

  static let ghost = Scenario(
    "B's phone is lost between saying that he is there and asking what to do when he goes: A does not see him online for ever",
    covers: "DS-15", tags: .offline, .fault, pinned: .policies
  ) { (world: ChatWorld) in
    try await comesBackAndGoes(in: world) { bob in
      [
        world.network.loseNext(from: bob.host, to: world.backend.host, then: .halfOpen) { message in
          if case .onDisconnect? = (message as? ClientMessage)?.request { true } else { false }
        }
      ]
    }
  }

  static let wordThatComesLate = Scenario(
    "B's clock is set while his word that he is there is under way: his phone connects anew, the word of the former connection comes last, and A goes on seeing him online",
    covers: "DS-15", tags: .clocks, .fault, pinned: .clocks, .policies
  ) { (world: ChatWorld) in
    let (alice, bob) = try await goneFromSight(in: world)
    let late = world.network.delayNext(
      from: bob.host, to: world.backend.host, by: .seconds(10)
    ) { saysThatIsThere($0, on: "2") }
    await bob.setAirplaneMode(false)
    while !late.hasEnded { try await world.advance(by: .milliseconds(10)) }
    await bob.setClock { $0.skew -= .milliseconds(1) }
    // The word of the second connection is sent again, and taken back, before that of the third.
    try await world.advance(by: .seconds(5))
    try await alice.expect(\.subtitle, of: .thread, is: "online", within: .zero)
    try await alice.expect(\.subtitle, of: .thread, is: "online", for: .minutes(1))
  }

  /// Whether a message says that a phone is there, on the connection of a number.
  static func saysThatIsThere(_ message: any Payload, on number: Key) -> Bool {
    guard case .merge(_, let changes)? = (message as? ClientMessage)?.request else { return false }
    return changes.contains { $0.path == Path([number]) && !$0.node.isEmpty }
  }

  /// Alice sees Bob online, and that he is no more once he has no network.
  static func goneFromSight(
    in world: ChatWorld
  ) async throws -> (alice: ChatPhone, bob: ChatPhone) {
    world.setPolicies { $0.sharesPresence = true }
    let (alice, bob) = try await world.phones("Alice", "Bob", on: .lte)
    _ = try await alice.startConversation(with: bob)
    try await alice.expect(\.subtitle, of: .thread, is: "online")
    // A write without an answer is sent again before anything else.
    try await world.untilQuiet()
    await bob.setAirplaneMode(true)
    try await alice.expect(
      all: .that(\.subtitle, of: .thread, isNot: "online"), within: .minutes(2))
    return (alice, bob)
  }

  /// Bob is without a network for a while, what he says as he comes back is lost, and his app ends: Alice sees him go.
  private static func comesBackAndGoes(
    in world: ChatWorld, losing lose: (_ bob: ChatPhone) -> [FaultHandle]
  ) async throws {
    let (alice, bob) = try await goneFromSight(in: world)
    let lost = lose(bob)
    await bob.setAirplaneMode(false)
    while lost.contains(where: { !$0.hasEnded }) {
      try await world.advance(by: .milliseconds(10))
    }
    try await bob.kill()
    // The backend gives the connection up after 75 seconds.
    try await world.advance(by: .minutes(2))
    try await alice.expect(
      all: .that(\.subtitle, of: .thread, matches: "begins with “last seen”") {
        $0?.hasPrefix("last seen") == true
      }, for: .minutes(1))
  }
}
