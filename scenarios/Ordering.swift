import Chat
import Rehearsal

extension Scenarios {
  static let lateDelivery = Scenario(
    "A delivery that is told after the receipt changes nothing, nor does one that is taken back",
    covers: "MO-01", "MO-02", tags: .receipts, .fault, .restart, faults: .allowed
  ) { (world: ChatWorld) in
    let (alice, bob) = try await world.phones("Alice", "Bob", on: .lte)
    let chat = try await alice.startConversation(with: bob)
    // Alice's phone hears of deliveries and receipts only while the chat is open, so of neither yet.
    await alice.close()
    let hello = try await alice.send("hello", in: chat)
    try await bob.expect(\.unread, of: .conversation(chat), is: 1)
    try await world.advance(by: .seconds(5))
    await world.forgetDelivery(of: hello, to: bob.userID, in: chat)
    await bob.open(chat)
    try await world.advance(by: .seconds(5))

    await alice.open(chat)
    try await alice.expect(\.status, of: .bubble(hello), is: .read)
    await world.tellDelivery(of: hello, to: bob.userID, in: chat)
    try await alice.expect(\.status, of: .bubble(hello), is: .read, for: .minutes(1))
    await world.forgetDelivery(of: hello, to: bob.userID, in: chat)
    try await alice.expect(\.status, of: .bubble(hello), is: .read, for: .minutes(1))
    try await alice.kill()
    try await alice.relaunch()
    await alice.open(chat)
    try await alice.expect(\.status, of: .bubble(hello), is: .read, for: .minutes(1))
  }

  static let takenBack = Scenario(
    "The backend takes a delivery back while it is shown, and then a receipt: the shown status stays, also after restarts",
    covers: "MO-01", "MO-05", tags: .receipts, .fault, .restart
  ) { (world: ChatWorld) in
    let (alice, bob) = try await world.phones("Alice", "Bob", on: .lte)
    let chat = try await alice.startConversation(with: bob)
    // Two, so that the backend goes on telling of Bob's other delivery and receipt.
    let other = try await alice.send("other", in: chat)
    let hello = try await alice.send("hello", in: chat)
    try await alice.expect(all: .statuses(of: [other, hello], are: .delivered))
    await world.forgetDelivery(of: hello, to: bob.userID, in: chat)
    try await alice.expect(
      all: .that(\.status, of: .bubble(hello), is: .delivered),
      .that(\.marks, of: .bubble(hello), is: StatusMarks("✓✓", .grey)), for: .minutes(1))
    try await alice.kill()
    try await alice.relaunch()
    await alice.open(chat)
    try await alice.expect(\.status, of: .bubble(hello), is: .delivered, for: .minutes(1))

    await bob.open(chat)
    try await alice.expect(all: .statuses(of: [other, hello], are: .read))
    await world.forgetRead(of: hello, by: bob.userID, in: chat)
    await world.forgetDelivery(of: hello, to: bob.userID, in: chat)
    try await alice.expect(
      all: .that(\.status, of: .bubble(hello), is: .read),
      .that(\.marks, of: .bubble(hello), is: StatusMarks("✓✓", .blue)), for: .minutes(1))
    try await bob.expect(
      all: .that(\.unread, of: .thread, is: 0), .that(\.badge, is: 0), for: .minutes(1))
    try await alice.kill()
    try await alice.relaunch()
    await alice.open(chat)
    try await alice.expect(\.status, of: .bubble(hello), is: .read, for: .minutes(1))
  }

  /// Five messages of one author in a row, offline, with the clock set back between them, the app killed, or both.
  static let writtenInARow = [
    writtenInARow(setsClock: true, kills: false).named("clock"),
    writtenInARow(setsClock: false, kills: true).named("kill"),
    writtenInARow(setsClock: true, kills: true).named("both"),
  ]

  private static func writtenInARow(setsClock: Bool, kills: Bool) -> Scenario {
    Scenario(
      "Messages written in a row stand in that order everywhere\(setsClock ? ", though the clock is set back" : "")"
        + (kills ? ", across a kill" : ""),
      covers: "MO-09", "MO-10", tags: .offline, .clocks, .restart
    ) { (world: ChatWorld) in
      let (alice, bob) = try await world.phones("Alice", "Bob", on: .wifi)
      let tablet = try await world.phone("Alice's iPad", user: "alice", on: .wifi)
      let chat = try await alice.startConversation(with: bob)
      await bob.open(chat)
      try await tablet.expect(all: .present(.conversation(chat)))
      await tablet.open(chat)
      await alice.setAirplaneMode(true)
      var written: [MessageID] = []
      for number in 1...3 {
        // The first is older than the others, which are written within a millisecond.
        if number == 2, setsClock, kills { try await world.advance(by: .seconds(1)) }
        written.append(try await alice.send("\(number)", in: chat))
      }
      if setsClock { await alice.setClock { $0.skew -= .hours(1) } }
      if kills {
        try await alice.kill()
        try await alice.relaunch()
        await alice.open(chat)
      }
      for number in 4...5 { written.append(try await alice.send("\(number)", in: chat)) }
      let order = written
      try await alice.expect(\.ids, of: .thread, is: order, for: .seconds(10))
      await alice.setAirplaneMode(false)
      try await alice.expect(all: .statuses(of: order, are: .read))
      for phone in [alice, bob, tablet] {
        try await phone.expect(\.ids, of: .thread, is: order)
      }
      try await alice.kill()
      try await alice.relaunch()
      await alice.open(chat)
      try await alice.expect(\.ids, of: .thread, is: order, for: .seconds(10))
    }
  }

  static let repeatedStatus = Scenario(
    "B's phone says delivered and read a second time, because it was not answered: A's screen does not move",
    covers: "MO-04", "OF-11", tags: .receipts, .fault,
    // A peer's presence would change the screen.
    pinned: .policies
  ) { (world: ChatWorld) in
    let (alice, bob) = try await world.phones("Alice", "Bob", on: .lte)
    let chat = try await alice.startConversation(with: bob)
    world.loseNextAcknowledgement(to: bob, of: .delivery)
    let hello = try await alice.send("hello", in: chat)
    try await alice.expect(\.status, of: .bubble(hello), is: .delivered)
    let delivered = alice.display.screen?.visible
    try await alice.expect(all: .that("screen", is: delivered) { $0 }, for: .minutes(3))
    world.loseNextAcknowledgement(to: bob, of: .receipt)
    await bob.open(chat)
    try await alice.expect(\.status, of: .bubble(hello), is: .read)
    let read = alice.display.screen?.visible
    let times = await world.readBy(hello, in: chat)
    try await alice.expect(all: .that("screen", is: read) { $0 }, for: .minutes(3))
    try world.require(
      await world.readBy(hello, in: chat), is: times,
      "the readers at the backend with their first times")
  }

  static let anyOrder = Scenario(
    "Three phones of A's hear of the same facts in different orders and end with the same thread",
    covers: "MO-09", "RR-03", tags: .receipts, .multiDevice, .offline,
    // Phones in different zones show different times of day.
    pinned: .clocks
  ) { (world: ChatWorld) in
    let (alice, bob, carol) = try await world.phones("Alice", "Bob", "Carol", on: .lte)
    let tablet = try await world.phone("Alice's iPad", user: "alice", on: .threeG)
    let laptop = try await world.phone("Alice's Mac", user: "alice", on: .wifi)
    let group = try await alice.startConversation(with: bob, carol, tablet, laptop, isGroup: true)
    await tablet.open(group)
    // One phone hears everything as it happens, one after the fact, one only when its thread is opened.
    await laptop.setAirplaneMode(true)
    var messages: [MessageID] = []
    for number in 1...4 {
      messages.append(try await alice.send("message \(number)", in: group))
      if number == 2 { await bob.open(group) }
      if number == 3 { await carol.open(group) }
      try await world.advance(by: .milliseconds(400))
    }
    let answer = try await bob.send("answer", in: group)
    try await alice.expect(\.author, of: .bubble(answer), is: "bob")
    try await world.advance(by: .seconds(10))
    await laptop.setAirplaneMode(false)
    await laptop.open(group)
    try await world.advance(by: .seconds(10))

    let sent = messages
    let thread = alice.display.screen?.thread
    try world.require(
      sent.map { alice.display.screen?.bubble($0)?.receiptLabel },
      is: sent.map { _ in "Read by 2 of 2" }, "the receipts on Alice's screen")
    for phone in [tablet, laptop] {
      try await phone.expect(\.thread?.bubbles, is: thread?.bubbles, within: .zero)
    }
  }

  static let rapidMessages = Scenario(
    "Forty messages in four seconds into B's open chat: none is skipped",
    covers: "MO-10", "BC-07", "PB-07", tags: .receipts, .cost
  ) { (world: ChatWorld) in
    let (alice, bob) = try await world.phones("Alice", "Bob", on: .lte)
    let chat = try await alice.startConversation(with: bob)
    await bob.open(chat)
    let beginning = world.now
    var messages: [MessageID] = []
    for number in 1...40 {
      messages.append(try await alice.send("message \(number)", in: chat))
      try await world.advance(by: .milliseconds(100))
    }
    let sent = messages
    // The last of a burst is seen after the longest pause, a second, and the way there and back.
    try await alice.expect(
      all: .statuses(of: Array(sent.suffix(20)), are: .read), within: .milliseconds(1500),
      measuredAs: .receipt)
    for message in sent { try await world.expectRead(message, in: chat, by: bob) }
    let flushes = world.receiptFlushes(by: bob)
    // Four seconds of arrivals: one flush at the leading edge and at most one a second. On a slow link they take longer.
    let allowed = max(6, 1 + Int(beginning.duration(to: world.now).components.seconds))
    try world.require(flushes, in: ...allowed, "the number of writes of receipts")
  }
}
