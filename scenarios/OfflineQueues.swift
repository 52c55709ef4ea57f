import Chat
import Rehearsal

extension Scenarios {
  static let twelveHoursOffline = [
    twelveHoursOffline(on: .wifi, within: .seconds(2)).named("wifi"),
    twelveHoursOffline(on: .lte, within: .seconds(2)).named("lte"),
    // B's token has ended, and its exchange takes a connection of its own: 750 ms that no app can save.
    twelveHoursOffline(on: .threeG, within: .milliseconds(3_500)).named("3g"),
  ]

  /// More openings than receipts may be flushed in two seconds, so they have to go out together.
  private static func twelveHoursOffline(
    on profile: LinkProfile, within limit: Duration
  ) -> Scenario {
    let title =
      "B reads in five chats in twelve hours without a network; all authors see it within \(limit.stopwatch) (\(profile.name))"
    let body: @Sendable (ChatWorld) async throws -> Void = { world in
      let bob = try await world.phone("Bob", on: profile)
      var chats: [(author: ChatPhone, chat: ConversationID, messages: [MessageID])] = []
      for name in ["Alice", "Carol", "Dave", "Eve", "Frank"] {
        let author = try await world.phone(name, on: profile)
        let chat = try await author.startConversation(with: bob)
        let messages = [
          try await author.send("first", in: chat), try await author.send("second", in: chat),
        ]
        chats.append((author, chat, messages))
      }
      try await bob.expect(\.badge, is: 10)
      for (author, _, messages) in chats {
        for message in messages {
          try await author.expect(\.status, of: .bubble(message), is: .delivered)
        }
      }

      await bob.setAirplaneMode(true)
      // The authors put their phones away, and look at them again before B is back.
      for (author, _, _) in chats { try await author.enterBackground() }
      for (number, (_, chat, _)) in chats.enumerated() {
        await bob.open(chat)
        try await bob.expect(
          all: .that(\.unread, of: .thread, is: 0), .that(\.badge, is: 8 - 2 * number),
          within: .milliseconds(100), measuredAs: .localMark)
        await bob.close()
        try await world.advance(by: .hours(2))
      }
      for (author, _, _) in chats { try await author.enterForeground() }
      try await world.advance(by: .seconds(10))
      for (author, _, messages) in chats {
        try await author.expect(\.status, of: .bubble(messages[0]), is: .delivered, within: .zero)
      }
      await bob.setAirplaneMode(false)
      for (author, _, messages) in chats {
        try await author.expect(
          all: .statuses(of: messages, are: .read), within: limit, measuredAs: .receipt,
          since: bob.reconnected)
      }
      for (_, chat, messages) in chats {
        for message in messages { try await world.expectRead(message, in: chat, by: bob) }
      }
    }
    // A clock that is an hour fast takes the new token for an old one, and asks twice.
    if limit > .seconds(2) {
      return Scenario(
        title, covers: "OF-01", "OF-02", "OF-05", "OF-06", tags: .receipts, .offline,
        mild: .clocks, body: body)
    }
    return Scenario(
      title, covers: "OF-01", "OF-02", "OF-03", "OF-05", "OF-06", "PB-02", tags: .receipts,
      .offline, mild: .clocks, body: body)
  }

  static let refusedForGood = Scenario(
    "A receipt that the backend refuses for good leaves the message read on B's phone, and the next one works",
    covers: "OF-07", tags: .receipts, .offline, .fault, .restart
  ) { (world: ChatWorld) in
    let (alice, bob) = try await world.phones("Alice", "Bob", on: .lte)
    let chat = try await alice.startConversation(with: bob)
    let hello = try await alice.send("hello", in: chat)
    try await bob.expect(\.unread, of: .conversation(chat), is: 1)
    await bob.setAirplaneMode(true)
    world.refuseNext(.receipt, by: bob)
    await bob.open(chat)
    await bob.close()
    await bob.setAirplaneMode(false)
    try await bob.expect(\.unread, of: .conversation(chat), is: 0, for: .minutes(1))
    try await bob.kill()
    try await bob.relaunch()
    try await bob.expect(\.unread, of: .conversation(chat), is: 0)
    try await bob.expect(
      all: .that(\.unread, of: .conversation(chat), is: 0), .that(\.badge, is: 0), for: .minutes(1))
    try await world.expectNoReceipts(in: chat)
    try await alice.expect(\.status, of: .bubble(hello), is: .delivered, within: .zero)

    let next = try await alice.send("and this?", in: chat)
    try await bob.expect(\.unread, of: .conversation(chat), is: 1)
    await bob.open(chat)
    try await alice.expect(\.status, of: .bubble(next), is: .read)
    try await world.expectRead(next, in: chat, by: bob)
  }

  static let noPauseAfterARefusal = Scenario(
    "The backend refuses a receipt for good: no pause is due for what it has not written, and the next one is told at once",
    tags: .receipts, .fault, pinned: .links, .timings, .policies
  ) { (world: ChatWorld) in
    let (alice, bob) = try await world.phones("Alice", "Bob", on: .lte)
    let chat = try await alice.startConversation(with: bob)
    await bob.open(chat)
    try await world.advance(by: .seconds(10))
    world.refuseNext(.receipt, by: bob)
    let refused = try await alice.send("first", in: chat)
    try await bob.expect(\.text, of: .bubble(refused), is: "first")
    // The refusal is back after two trips of 75 to 77 ms and 10 ms at the backend.
    try await world.advance(by: .milliseconds(170))
    let next = try await alice.send("second", in: chat)
    try await alice.expect(\.status, of: .bubble(next), is: .read, within: .milliseconds(340))
    try await world.expectRead(next, in: chat, by: bob)
  }

  static let deletedMeanwhile = Scenario(
    "One of the messages that B read offline is gone from the backend; the other receipts are not lost with it",
    covers: "OF-05", "OF-08", tags: .receipts, .offline, .fault, faults: .allowed
  ) { (world: ChatWorld) in
    let (alice, bob) = try await world.phones("Alice", "Bob", on: .lte)
    let chat = try await alice.startConversation(with: bob)
    var messages: [MessageID] = []
    for number in 1...8 { messages.append(try await alice.send("message \(number)", in: chat)) }
    try await bob.expect(\.unread, of: .conversation(chat), is: 8)
    let sent = messages
    try await alice.expect(all: .statuses(of: sent, are: .delivered))
    await bob.setAirplaneMode(true)
    await bob.open(chat)
    await world.purge(messages[4], in: chat)
    await bob.setAirplaneMode(false)
    try await alice.expect(
      all: .statuses(of: sent.filter { $0 != sent[4] }, are: .read), within: .seconds(20),
      measuredAs: .receipt, since: bob.reconnected)
    try await bob.expect(\.unread, of: .thread, is: 0, for: .minutes(1))
  }

  static let endedBetweenHalves = Scenario(
    "The backend refuses a batch of B's receipts, and takes the first half of it: his app dies then, and tells the second half after the launch",
    covers: "OF-07", "OF-10", tags: .receipts, .offline, .fault, .restart, pinned: .policies
  ) { (world: ChatWorld) in
    let (alice, bob) = try await world.phones("Alice", "Bob", on: .lte)
    let chat = try await alice.startConversation(with: bob)
    var messages: [MessageID] = []
    for number in 1...4 { messages.append(try await alice.send("message \(number)", in: chat)) }
    let sent = messages
    try await bob.expect(\.unread, of: .conversation(chat), is: 4)
    try await alice.expect(all: .statuses(of: sent, are: .delivered))
    await bob.setAirplaneMode(true)
    await bob.open(chat)
    world.refuseNext(.receipt, by: bob)
    await bob.setAirplaneMode(false)
    try await alice.expect(
      all: .statuses(of: Array(sent.prefix(2)), are: .read), within: .seconds(20))
    try await bob.kill()
    try await bob.relaunch()
    try await alice.expect(all: .statuses(of: sent, are: .read), within: .seconds(20))
    try await bob.expect(\.unread, of: .conversation(chat), is: 0)
  }

  static let lostUpload = [
    lostUpload(then: .reset).named("reset"), lostUpload(then: .halfOpen).named("silent"),
  ]

  private static func lostUpload(then ending: ConnectionBreak) -> Scenario {
    Scenario(
      "The connection breaks with the receipt on its way: B's phone still shows it read, and says it again (\(ending))",
      covers: "OF-07", "OF-08", tags: .receipts, .fault, faults: .allowed
    ) { (world: ChatWorld) in
      let (alice, bob) = try await world.phones("Alice", "Bob", on: .lte)
      let chat = try await alice.startConversation(with: bob)
      let hello = try await alice.send("hello", in: chat)
      try await alice.expect(\.status, of: .bubble(hello), is: .delivered)
      world.loseNextWrite(of: .receipt, by: bob, then: ending)
      await bob.open(chat)
      // Where nobody tells it that its connection is dead, a phone on the slowest of links takes a quarter of an hour to notice.
      try await bob.expect(\.unread, of: .thread, is: 0, for: .minutes(16))
      try await alice.expect(\.status, of: .bubble(hello), is: .read)
      try await world.expectRead(hello, in: chat, by: bob)
    }
  }

  static let reopenedThread = Scenario(
    "B reads while A's thread is closed and A is offline; A sees it after reconnecting, or on opening the thread",
    covers: "OF-09", "BC-08", tags: .receipts, .offline, faults: .allowed
  ) { (world: ChatWorld) in
    let (alice, bob) = try await world.phones("Alice", "Bob", on: .lte)
    let chat = try await alice.startConversation(with: bob)
    let first = try await alice.send("first", in: chat)
    try await alice.expect(\.status, of: .bubble(first), is: .delivered)
    await alice.close()
    await alice.setAirplaneMode(true)
    await bob.open(chat)
    try await world.advance(by: .minutes(2))
    await alice.setAirplaneMode(false)
    try await world.advance(by: .minutes(2))
    let opened = world.now
    await alice.open(chat)
    try await alice.expect(
      \.status, of: .bubble(first), is: .read, within: .seconds(1), since: opened)
    // The thread stays open: what happens while A is away comes with the network.
    await alice.setAirplaneMode(true)
    let second = try await bob.send("second", in: chat)
    await bob.close()
    try await world.advance(by: .minutes(2))
    await alice.setAirplaneMode(false)
    try await alice.expect(
      all: .that(\.author, of: .bubble(second), is: "bob"),
      .that(\.status, of: .bubble(first), is: .read), within: .seconds(2), since: alice.reconnected)
    await bob.open(chat)
    try await bob.expect(\.status, of: .bubble(second), is: .read)
  }

  static let airplaneAroundOpening = Scenario(
    "Airplane mode on and off around the opening ends as opening online does",
    covers: "OF-12", tags: .receipts, .offline
  ) { (world: ChatWorld) in
    let (alice, bob, carol) = try await world.phones("Alice", "Bob", "Carol", on: .lte)
    let online = try await alice.startConversation(with: bob)
    let toBob = try await alice.send("hello", in: online)
    let offline = try await alice.startConversation(with: carol)
    let toCarol = try await alice.send("hello", in: offline)
    try await alice.expect(\.status, of: .bubble(toCarol), is: .delivered)

    await bob.open(online)
    await carol.setAirplaneMode(true)
    await carol.open(offline)
    try await world.advance(by: .seconds(3))
    await carol.setAirplaneMode(false)
    try await world.advance(by: .seconds(10))
    await bob.close()
    await carol.close()
    try await world.advance(by: .seconds(10))

    for (phone, chat, message) in [(bob, online, toBob), (carol, offline, toCarol)] {
      await alice.open(chat)
      try await alice.expect(\.status, of: .bubble(message), is: .read)
      try await phone.expect(
        all: .that(\.unread, of: .conversation(chat), is: 0), .that(\.badge, is: 0),
        .that(\.preview, of: .conversation(chat), is: "hello"), within: .zero)
      try await world.expectRead(message, in: chat, by: phone)
      try world.require(
        phone.storedReadBy(message), is: await world.readBy(message, in: chat),
        "the readers on \(phone.name)'s phone and their times, as the backend has them,")
    }
  }

  /// The app dies before or after each of the commits that reading makes.
  static let killedWhileReading = (1...4).flatMap { number in
    [
      killedWhileReading(at: number, .beforeCommit).named("before-\(number)"),
      killedWhileReading(at: number, .afterCommit).named("after-\(number)"),
    ]
  }

  private static func killedWhileReading(at number: Int, _ point: Disk.CrashPoint) -> Scenario {
    Scenario(
      "B's app dies while it reads (\(point), \(number)); what it had shown as read stays so and is told",
      covers: "OF-10", "RR-10", "OF-08", tags: .receipts, .restart
    ) { (world: ChatWorld) in
      let (alice, bob) = try await world.phones("Alice", "Bob", on: .lte)
      let chat = try await alice.startConversation(with: bob)
      let hello = try await alice.send("hello", in: chat)
      try await alice.expect(\.status, of: .bubble(hello), is: .delivered)
      try await world.advance(by: .seconds(5))
      await bob.kill(atCommit: number, point)
      await bob.open(chat)
      try await world.advance(by: .seconds(5))
      if bob.lifeState == .terminated {
        try await bob.relaunch()
      } else {
        try await bob.kill()
        try await bob.relaunch()
      }
      await bob.open(chat)
      try await alice.expect(\.status, of: .bubble(hello), is: .read)
      try await bob.expect(
        all: .that(\.unread, of: .thread, is: 0), .that(\.badge, is: 0),
        for: .minutes(1))
      try await world.expectRead(hello, in: chat, by: bob)
    }
  }

  static let changedOfflineAndRestarted = Scenario(
    "An edit and a deletion made offline are on the screen at once and after a restart, and arrive with the network",
    covers: "RG-01", tags: .offline, .restart
  ) { (world: ChatWorld) in
    let (alice, bob) = try await world.phones("Alice", "Bob", on: .lte)
    let chat = try await alice.startConversation(with: bob)
    await bob.open(chat)
    let first = try await alice.send("frist", in: chat)
    let second = try await alice.send("secret", picture: Picture("secret"), in: chat)
    try await alice.expect(all: .statuses(of: [first, second], are: .read))
    try await world.advance(by: .seconds(5))
    await alice.setAirplaneMode(true)
    await alice.edit(first, to: "first")
    await alice.delete(second)
    typealias Condition = ScreenCondition<Screen>
    let isFirst = Condition.that(\.text, of: .loaded(first), is: "first")
    let isEdited = Condition.that(\.isEdited, of: .loaded(first), is: true)
    let isThere = Condition.that(\.isDeleted, of: .loaded(first), is: false)
    let isGone = Condition.that(\.isDeleted, of: .loaded(second), is: true)
    let hasNoPhoto = Condition.that(\.photo, of: .loaded(second), is: nil)
    let hidesWords = Condition.that(\.text, of: .loaded(second), matches: "has no “secret”") {
      !$0.contains("secret")
    }
    try await alice.expect(
      all: isFirst, isEdited, isThere, isGone, hasNoPhoto, hidesWords, within: .zero)
    try await alice.kill()
    try await alice.relaunch()
    await alice.open(chat)
    try await alice.expect(
      all: isFirst, isEdited, isThere, isGone, hasNoPhoto, hidesWords, within: .zero)
    try await bob.expect(\.text, of: .bubble(first), is: "frist", within: .zero)
    await alice.setAirplaneMode(false)
    try await bob.expect(
      all: isFirst, isEdited, isThere, isGone, hasNoPhoto, hidesWords, within: .minutes(2))
    try await alice.expect(
      all: isFirst, isEdited, isThere, isGone, hasNoPhoto, hidesWords, for: .minutes(1))
  }
}
