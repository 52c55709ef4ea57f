import Chat
import Rehearsal

// The pauses between writes of receipts, where answers are lost and apps die in between.

extension Scenarios {
  static let windowToTheMillisecond = Scenario(
    "Receipts that follow the first are collected for half a second and not longer",
    covers: "BC-07", "PB-07", tags: .receipts, .cost, .budget, pinned: .policies, .links
  ) { (world: ChatWorld) in
    let (alice, bob) = try await world.phones("Alice", "Bob", on: .wifi)
    let chat = try await alice.startConversation(with: bob)
    await bob.open(chat)
    try await world.advance(by: .seconds(5))
    let leading = world.noteNextWrite(of: .receipt, by: bob)
    _ = try await alice.send("first", in: chat)
    try await world.advance(by: .milliseconds(150))
    let trailing = world.noteNextWrite(of: .receipt, by: bob)
    let second = try await alice.send("second", in: chat)
    try await alice.expect(\.status, of: .bubble(second), is: .read)
    let pause = leading.instant.map { $0.duration(to: trailing.instant ?? $0) } ?? .zero
    try world.require(
      pause > .milliseconds(499) && pause <= .milliseconds(500),
      "half a second between the two writes; it was \(pause)")
    // A second of silence, and the next is at the leading edge again.
    try await world.advance(by: .seconds(3))
    let next = world.noteNextWrite(of: .receipt, by: bob)
    let third = try await alice.send("third", in: chat)
    try await bob.expect(\.text, of: .bubble(third), is: "third")
    try await world.advance(by: .milliseconds(1))
    _ = try world.require(next.instant, "a receipt at once after a silence")
    let last = world.noteNextWrite(of: .receipt, by: bob)
    let fourth = try await alice.send("fourth", in: chat)
    try await alice.expect(all: .statuses(of: [third, fourth], are: .read))
    let again = next.instant.map { $0.duration(to: last.instant ?? $0) } ?? .zero
    try world.require(
      again > .milliseconds(499) && again <= .milliseconds(500),
      "half a second again after the silence; it was \(again)")
  }

  static let pauseAfterALostAnswer = Scenario(
    "The answer to a flush is lost and its repetition refused: the pause that it owes is kept",
    covers: "BC-07", "OF-11", tags: .receipts, .fault, .cost, pinned: .policies, .links
  ) { (world: ChatWorld) in
    let (alice, bob) = try await world.phones("Alice", "Bob", on: .wifi)
    let chat = try await alice.startConversation(with: bob)
    await bob.open(chat)
    try await world.advance(by: .seconds(5))
    let first = try await alice.send("first", in: chat)
    try await world.advance(by: .milliseconds(150))
    let second = try await alice.send("second", in: chat)
    try await world.advance(by: .milliseconds(150))
    world.loseNextAcknowledgement(to: bob, of: .receipt, then: .reset)
    let trailing = world.noteNextWrite(of: .receipt, by: bob)
    try await alice.expect(\.status, of: .bubble(second), is: .read)
    let third = try await alice.send("third", in: chat)
    try await bob.expect(\.text, of: .bubble(third), is: "third")
    let flushes = world.receiptFlushes(by: bob)
    try await alice.expect(
      all: .statuses(of: [first, second, third], are: .read), within: .seconds(3))
    let pause = trailing.instant.map { $0.duration(to: world.now) } ?? .zero
    try world.require(
      pause, in: Duration.seconds(1)..., "the time between two flushes beyond the leading edge")
    try world.require(
      world.receiptFlushes(by: bob), is: flushes + 1, "the number of flushes, of which one is new,")
  }

  static let pauseAcrossALaunch = [
    pauseAcrossALaunch(answered: true).named("answered"),
    pauseAcrossALaunch(answered: false).named("unanswered"),
  ]

  private static func pauseAcrossALaunch(answered: Bool) -> Scenario {
    Scenario(
      "B's app dies right after a flush that is \(answered ? "" : "not ")answered, and reads on after the launch: the pause is kept",
      covers: "BC-07", tags: .receipts, .restart, .cost, pinned: .policies, .links
    ) { (world: ChatWorld) in
      let (alice, bob) = try await world.phones("Alice", "Bob", on: .wifi)
      let other = try await alice.startConversation(with: bob)
      let third = try await alice.send("third", in: other)
      let chat = try await alice.startConversation(with: bob)
      try await bob.expect(\.unread, of: .conversation(other), is: 1)
      await bob.open(chat)
      try await world.advance(by: .seconds(5))
      let first = try await alice.send("first", in: chat)
      try await world.advance(by: .milliseconds(100))
      let second = try await alice.send("second", in: chat)
      let trailing = world.noteNextWrite(of: .receipt, by: bob)
      let held =
        answered ? nil : bob.hold(.incoming, at: world.now.advanced(by: .milliseconds(200)))
      try await alice.expect(all: .statuses(of: [first, second], are: .read))
      if answered { try await world.advance(by: .milliseconds(20)) }
      try await bob.kill()
      held?.end()
      try await bob.relaunch()
      await bob.open(other)
      try await bob.expect(\.badge, is: 0, within: .zero)
      await alice.open(other)
      try await alice.expect(\.status, of: .bubble(third), is: .read, within: .seconds(3))
      let pause = trailing.instant.map { $0.duration(to: world.now) } ?? .zero
      try world.require(
        pause, in: Duration.seconds(1)..., "the time between the two flushes")
      try await world.expectRead(third, in: other, by: bob)
    }
  }

  static let pauseAcrossARestart = Scenario(
    "B's phone is switched off behind a flush that nobody heard: the pause counts from its answer after the start",
    covers: "BC-07", "OF-10", tags: .receipts, .restart, .cost, pinned: .policies, .links
  ) { (world: ChatWorld) in
    let (alice, bob) = try await world.phones("Alice", "Bob", on: .wifi)
    let other = try await alice.startConversation(with: bob)
    let third = try await alice.send("third", in: other)
    let chat = try await alice.startConversation(with: bob)
    try await bob.expect(\.unread, of: .conversation(other), is: 1)
    await bob.open(chat)
    // A clock that begins anew shows less than this, once the phone is up.
    try await world.advance(by: .minutes(1))
    let first = try await alice.send("first", in: chat)
    try await world.advance(by: .milliseconds(100))
    let second = try await alice.send("second", in: chat)
    try await alice.expect(\.status, of: .bubble(first), is: .read)
    try await bob.expect(\.bubbles.count, of: .thread, is: 2)
    // The second one is flushed at the end of the window, and does not arrive.
    let held = bob.hold(.outgoing)
    try await world.advance(by: .seconds(1))
    try await alice.expect(
      all: .that(\.status, of: .bubble(second), isNot: .read), within: .zero)
    await bob.open(other)
    let trailing = world.noteNextWrite(of: .receipt, by: bob)
    try await bob.restart()
    held.end()
    try await bob.launch()
    await alice.open(other)
    try await alice.expect(\.status, of: .bubble(third), is: .read, within: .minutes(1))
    let pause = trailing.instant.map { $0.duration(to: world.now) } ?? .zero
    try world.require(pause, in: Duration.seconds(1)..., "the time between the two flushes")
    try await world.expectRead(second, in: chat, by: bob)
    try await world.expectRead(third, in: other, by: bob)
  }

  static let wholeBatchesAgain = Scenario(
    "After a batch that was refused for one of its messages, receipts go out in whole batches again",
    covers: "OF-08", "BC-01", tags: .receipts, .offline, .fault, .cost, .multiDevice,
    pinned: .policies, .links
  ) { (world: ChatWorld) in
    let (alice, bob) = try await world.phones("Alice", "Bob", on: .lte)
    let tablet = try await world.phone("Bob's iPad", user: "bob", on: .wifi)
    let chat = try await alice.startConversation(with: bob, tablet)
    var messages: [MessageID] = []
    for number in 1...8 { messages.append(try await alice.send("message \(number)", in: chat)) }
    try await bob.expect(\.badge, is: 8)
    try await tablet.expect(\.badge, is: 8)
    try await world.advance(by: .seconds(5))
    await bob.setAirplaneMode(true)
    await bob.open(chat)
    await world.purge(messages[4], in: chat)
    let before = await world.meter()
    await bob.setAirplaneMode(false)
    let left = messages.enumerated().filter { $0.offset != 4 }.map(\.element)
    // A write that was refused as a whole owes no pause, which would be a second more.
    try await alice.expect(
      all: .that("messages shown as read", is: 4) { $0.count(of: left, shownAs: .read) },
      within: .milliseconds(1_300), since: bob.reconnected)
    try await alice.expect(all: .statuses(of: left, are: .read), within: .seconds(20))
    try await world.advance(by: .seconds(5))
    // Halves, halves of halves, and the one that is gone by itself.
    let spent = await world.meter() - before
    let sizes = spent.batchSizes { $0.device == bob.name }
    try world.require(sizes, is: [4, 1, 2], "the sizes of Bob's batches")
    try world.require(spent[.refusals, device: bob.name], is: 4, "the number of Bob's refusals")
    await bob.close()
    var more: [MessageID] = []
    for number in 9...14 { more.append(try await alice.send("message \(number)", in: chat)) }
    try await bob.expect(\.unread, of: .conversation(chat), is: 6)
    try await world.advance(by: .seconds(5))
    try await world.expectBatches(1, by: bob) {
      await bob.open(chat)
      try await alice.expect(all: .statuses(of: more, are: .read))
      try await world.advance(by: .seconds(3))
    }
  }

  static let readOnTwoPhones = Scenario(
    "B reads four messages offline, two of them on the iPad too: the phone's batch is refused once, and says only the rest again",
    covers: "OF-05", "OF-11", "MO-07", "BC-06", tags: .receipts, .offline, .multiDevice, .cost,
    pinned: .policies, mild: .links
  ) { (world: ChatWorld) in
    let (alice, bob) = try await world.phones("Alice", "Bob", on: .lte)
    let tablet = try await world.phone("Bob's iPad", user: "bob", on: .wifi)
    let chat = try await alice.startConversation(with: bob, tablet)
    let first = try await alice.send("first", in: chat)
    let second = try await alice.send("second", in: chat)
    try await tablet.expect(\.badge, is: 2)
    try await world.advance(by: .seconds(5))
    await tablet.setAirplaneMode(true)
    await tablet.open(chat)
    await tablet.close()
    let third = try await alice.send("third", in: chat)
    let fourth = try await alice.send("fourth", in: chat)
    try await bob.expect(\.badge, is: 4)
    try await world.advance(by: .seconds(5))
    await bob.setAirplaneMode(true)
    await bob.open(chat)
    await tablet.setAirplaneMode(false)
    try await alice.expect(all: .statuses(of: [first, second], are: .read))
    let times = await world.readBy(first, in: chat)
    let before = await world.meter()
    await bob.setAirplaneMode(false)
    try await alice.expect(all: .statuses(of: [third, fourth], are: .read))
    try await world.advance(by: .seconds(5))
    let spent = await world.meter() - before
    let sizes = spent.batchSizes { $0.device == bob.name }
    try world.require(sizes, is: [2], "the sizes of Bob's batches")
    try world.require(spent[.refusals, device: bob.name], is: 1, "the number of Bob's refusals")
    try world.require(
      await world.readBy(first, in: chat), is: times, "the readers at the backend, with their times"
    )
  }

  static let readElsewhereInThePause = Scenario(
    "What B has seen waits for its pause when B's iPad tells that it is read: the phone says it no second time",
    covers: "MO-07", "BC-06", "BC-07", tags: .receipts, .multiDevice, .cost,
    pinned: .policies, .links, .timings
  ) { (world: ChatWorld) in
    let (alice, bob) = try await world.phones("Alice", "Bob", on: .wifi)
    let tablet = try await world.phone("Bob's iPad", user: "bob", on: .wifi)
    let chat = try await alice.startConversation(with: bob, tablet)
    await bob.open(chat)
    try await world.advance(by: .seconds(5))
    let first = try await alice.send("first", in: chat)
    try await alice.expect(\.status, of: .bubble(first), is: .read)
    let before = world.receiptFlushes(by: bob)
    let second = try await alice.send("second", in: chat)
    try await bob.expect(\.text, of: .bubble(second), is: "second")
    await tablet.open(chat)
    try await alice.expect(\.status, of: .bubble(second), is: .read, within: .milliseconds(300))
    try await world.advance(by: .seconds(5))
    try world.require(
      world.receiptFlushes(by: bob), is: before, "the receipts that B's phone wrote")
    try world.require(world.receiptFlushes(by: tablet), is: 1, "the receipts that B's iPad wrote")
  }
}
