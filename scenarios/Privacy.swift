import Chat
import Rehearsal

extension Scenarios {
  static let privateReading = Scenario(
    "B keeps receipts private: A is not told, B is not told, B's own phones are; nothing is made up for",
    covers: "PM-20", "UN-03", tags: .receipts, .privacy, .multiDevice
  ) { (world: ChatWorld) in
    let (alice, bob) = try await world.phones("Alice", "Bob", on: .lte)
    let tablet = try await world.phone("Bob's iPad", user: "bob", on: .wifi)
    let chat = try await alice.startConversation(with: bob)
    let early = try await bob.send("early", in: chat)
    await alice.open(chat)
    await bob.open(chat)
    try await bob.expect(\.status, of: .bubble(early), is: .read)
    await bob.close()

    await bob.shareReceipts(false)
    let hello = try await alice.send("hello", in: chat)
    try await tablet.expect(\.badge, is: 1)
    await bob.open(chat)
    try await tablet.expect(
      all: .that(\.badge, is: 0), .that(\.unread, of: .conversation(chat), is: 0))
    try await alice.expect(
      \.status, of: .bubble(hello), is: .delivered, for: .minutes(5), within: .seconds(1))
    // Who does not tell is not told; what was seen before stays seen (MO-01).
    let answer = try await bob.send("answer", in: chat)
    try await bob.expect(\.status, of: .bubble(answer), is: .delivered)
    try await bob.expect(
      all: .that(\.status, of: .bubble(answer), is: .delivered),
      .that(\.status, of: .bubble(early), is: .read), for: .minutes(5))
    try await world.expectRead(hello, in: chat)
    // The tablet has taken over the setting.
    await bob.close()
    let second = try await alice.send("second", in: chat)
    await tablet.open(chat)
    try await bob.expect(\.badge, is: 0)
    try await alice.expect(
      \.status, of: .bubble(second), is: .delivered, for: .minutes(1), within: .seconds(1))

    await bob.shareReceipts(true)
    await bob.open(chat)
    try await alice.expect(all: .statuses(of: [hello, second], are: .delivered), for: .minutes(5))
    try await bob.expect(\.status, of: .bubble(answer), is: .delivered, within: .zero)
    let third = try await alice.send("third", in: chat)
    try await alice.expect(
      \.status, of: .bubble(third), is: .read, within: .milliseconds(1500), measuredAs: .receipt)
    let last = try await bob.send("last", in: chat)
    try await bob.expect(\.status, of: .bubble(last), is: .read)
  }

  static let privateOffline = Scenario(
    "B reads privately offline and the app dies; the receipt stays private, the tablet is told",
    covers: "PM-20", "OF-10", tags: .receipts, .privacy, .offline, .restart, faults: .allowed
  ) { (world: ChatWorld) in
    let (alice, bob) = try await world.phones("Alice", "Bob", on: .lte)
    let tablet = try await world.phone("Bob's iPad", user: "bob", on: .wifi)
    let chat = try await alice.startConversation(with: bob)
    let hello = try await alice.send("hello", in: chat)
    try await bob.expect(\.badge, is: 1)
    try await tablet.expect(\.badge, is: 1)
    await bob.setAirplaneMode(true)
    await bob.shareReceipts(false)
    await bob.open(chat)
    try await bob.kill()
    try await bob.relaunch()
    try await bob.expect(\.badge, is: 0)
    await bob.setAirplaneMode(false)
    try await tablet.expect(\.badge, is: 0)
    try await alice.expect(\.status, of: .bubble(hello), is: .delivered, for: .minutes(5))
    try await world.expectRead(hello, in: chat)
  }

  static let privateBatchRefused = Scenario(
    "The backend refuses once what B read privately in a tunnel: his phone says it again, and the tablet hears of all of it",
    covers: "PM-20", "UN-03", tags: .receipts, .privacy, .offline, .fault, .multiDevice,
    pinned: .policies
  ) { (world: ChatWorld) in
    let (alice, bob) = try await world.phones("Alice", "Bob", on: .lte)
    let tablet = try await world.phone("Bob's iPad", user: "bob", on: .wifi)
    let chat = try await alice.startConversation(with: bob, tablet)
    await bob.shareReceipts(false)
    await bob.open(chat)
    let first = try await alice.send("first", in: chat)
    try await bob.expect(\.text, of: .bubble(first), is: "first")
    try await tablet.expect(
      all: .that(\.preview, of: .conversation(chat), is: "first"),
      .that(\.unread, of: .conversation(chat), is: 0))
    await bob.close()
    for word in ["second", "third"] { _ = try await alice.send(word, in: chat) }
    for phone in [bob, tablet] {
      try await phone.expect(\.unread, of: .conversation(chat), is: 2)
    }
    try await world.untilQuiet()
    await bob.setAirplaneMode(true)
    await bob.open(chat)
    world.refuseNext(WriteKind(below: "private"), by: bob)
    await bob.setAirplaneMode(false)
    try await tablet.expect(\.unread, of: .conversation(chat), is: 0, within: .seconds(20))
    try await bob.expect(\.unread, of: .thread, is: 0, within: .zero)
    try await world.expectNoReceipts(in: chat)
  }

  static let batchesHalfKnown = [
    batchHalfKnown("both privately", tablet: false, phone: false).named("private"),
    batchHalfKnown("the tablet privately", tablet: false, phone: true).named("private-tablet"),
    batchHalfKnown("the phone privately", tablet: true, phone: false).named("private-phone"),
  ]

  /// Whether the tablet and the phone share what they read; neither hears of the other's switch before it reads.
  private static func batchHalfKnown(
    _ words: String, tablet isTabletSharing: Bool, phone isPhoneSharing: Bool
  ) -> Scenario {
    Scenario(
      "B's tablet has told of one of two messages that his phone reads in a tunnel, \(words): the phone's word is refused, and it tells the other alone",
      covers: "PM-20", "UN-03", tags: .receipts, .privacy, .offline, .multiDevice, .cost, .fault,
      pinned: .policies, .clocks
    ) { (world: ChatWorld) in
      let (alice, bob) = try await world.phones("Alice", "Bob", on: .lte)
      let tablet = try await world.phone("Bob's iPad", user: "bob", on: .wifi)
      let chat = try await alice.startConversation(with: bob, tablet)
      _ = try await alice.send("first", in: chat)
      for phone in [bob, tablet] {
        try await phone.expect(\.unread, of: .conversation(chat), is: 1)
      }
      try await world.untilQuiet()
      await tablet.setAirplaneMode(true)
      if !isTabletSharing { await tablet.shareReceipts(false) }
      if !isPhoneSharing { await bob.shareReceipts(false) }
      await tablet.open(chat)
      await tablet.close()
      _ = try await alice.send("second", in: chat)
      try await bob.expect(\.unread, of: .conversation(chat), is: 2)
      try await world.untilQuiet()
      await bob.setAirplaneMode(true)
      await tablet.setAirplaneMode(false)
      try await tablet.expect(
        all: .that(\.preview, of: .conversation(chat), is: "second"),
        .that(\.unread, of: .conversation(chat), is: 1), within: .minutes(1))
      try await world.untilQuiet()
      await bob.open(chat)
      try await world.advance(by: .seconds(2))
      // Nobody tells the same twice; what one has told to all, the other might tell to nobody, and the other way round.
      if isTabletSharing != isPhoneSharing {
        world.refuseNext(isPhoneSharing ? .receipt : WriteKind(below: "private"), by: bob)
      }
      let before = await world.meter()
      await bob.setAirplaneMode(false)
      try await tablet.expect(\.unread, of: .conversation(chat), is: 0, within: .seconds(20))
      try await world.untilQuiet()
      let spent = await world.meter() - before
      try world.require(
        spent[.refusals, device: bob.name] == 1 && spent[.writes, device: bob.name] == 1,
        "one refusal and one write of Bob's phone; the backend counted\n\(spent)")
      try await bob.expect(\.unread, of: .thread, is: 0, within: .zero)
      if !isTabletSharing, !isPhoneSharing { try await world.expectNoReceipts(in: chat) }
    }
  }

  static let readBeforeTheSwitchIsAnswered = Scenario(
    "A read that a phone shows before the answer to its switch comes stays, also after a restart",
    covers: "PM-20", "MO-01", "RR-10", tags: .receipts, .privacy, .restart, .fault,
    // The backend has the switch before B reads, and after it on Alice's phone.
    pinned: .links
  ) { (world: ChatWorld) in
    let (alice, bob) = try await world.phones("Alice", "Bob", on: .wifi)
    let chat = try await alice.startConversation(with: bob)
    let hello = try await alice.send("hello", in: chat)
    try await alice.expect(\.status, of: .bubble(hello), is: .delivered)
    world.loseNextAcknowledgement(to: alice, then: .halfOpen)
    await alice.shareReceipts(false)
    try await world.advance(by: .milliseconds(100))
    await bob.open(chat)
    try await alice.expect(\.status, of: .bubble(hello), is: .delivered, for: .seconds(10))
    // The receipt comes with what is listened to, before the answer to what is sent again.
    await alice.setAirplaneMode(true)
    await alice.setAirplaneMode(false)
    try await alice.expect(\.status, of: .bubble(hello), is: .read)
    try await alice.expect(\.status, of: .bubble(hello), is: .read, for: .minutes(1))
    try await alice.kill()
    try await alice.relaunch()
    await alice.open(chat)
    try await alice.expect(\.status, of: .bubble(hello), is: .read, for: .minutes(1))
    let again = try await alice.send("again", in: chat)
    try await alice.expect(\.status, of: .bubble(again), is: .delivered)
    try await alice.expect(\.status, of: .bubble(again), is: .delivered, for: .minutes(1))
  }

  static let readAfterTheSwitchIsBack = Scenario(
    "A turns receipts on again and has no answer; of a read since then she hears first, and sees it with the answer",
    covers: "PM-20", tags: .receipts, .privacy, .fault, pinned: .links
  ) { (world: ChatWorld) in
    let (alice, bob) = try await world.phones("Alice", "Bob", on: .wifi)
    let chat = try await alice.startConversation(with: bob)
    let hello = try await alice.send("hello", in: chat)
    try await alice.expect(\.status, of: .bubble(hello), is: .delivered)
    await alice.shareReceipts(false)
    try await world.untilQuiet()
    world.loseNextAcknowledgement(to: alice, then: .halfOpen)
    await alice.shareReceipts(true)
    try await world.advance(by: .milliseconds(100))
    await bob.open(chat)
    try await alice.expect(\.status, of: .bubble(hello), is: .delivered, for: .seconds(10))
    await alice.setAirplaneMode(true)
    await alice.setAirplaneMode(false)
    try await alice.expect(\.status, of: .bubble(hello), is: .read)
    try await alice.expect(\.status, of: .bubble(hello), is: .read, for: .minutes(1))
  }

  static let privateInGroups = [
    privateInGroup(.same).named("same"), privateInGroup(.alwaysShared).named("always-shared"),
  ]

  private static func privateInGroup(_ setting: ChatPolicies.GroupPrivacy) -> Scenario {
    Scenario(
      "A member of a group who keeps receipts private is not read, never vacuously (\(setting))",
      covers: "PM-20", "GR-04", "GR-12", tags: .receipts, .privacy, .groups
    ) { (world: ChatWorld) in
      world.setPolicies { $0.groupPrivacy = setting }
      let (alice, bob, carol) = try await world.phones("Alice", "Bob", "Carol", on: .lte)
      let group = try await alice.startConversation(with: bob, carol, isGroup: true)
      await bob.shareReceipts(false)
      let hello = try await alice.send("hello", in: group)
      try await alice.expect(\.status, of: .bubble(hello), is: .delivered)
      await bob.open(group)
      try await bob.expect(\.badge, is: 0, within: .zero)
      if setting == .same {
        try await alice.expect(
          all: .that(\.status, of: .bubble(hello), is: .delivered),
          .that(\.receiptLabel, of: .bubble(hello), is: nil), for: .minutes(1))
      }
      try await world.advance(by: .seconds(5))
      await carol.open(group)
      let label = setting == .same ? "Read by 1 of 2" : "Read by 2 of 2"
      try await alice.expect(\.receiptLabel, of: .bubble(hello), is: label)
      try await alice.expect(\.receiptLabel, of: .bubble(hello), is: label, for: .minutes(1))
      await alice.openReceipts(of: hello)
      let readers: [UserID] = setting == .same ? ["carol"] : ["carol", "bob"]
      try await alice.expect(\.read.users, of: .receiptSheet, is: readers, within: .zero)
      await alice.closeSheet()
      let answer = try await bob.send("answer", in: group)
      let seen = setting == .same ? nil : "Read by 2 of 2"
      try await bob.expect(
        all: .that(\.status, of: .bubble(answer), isNot: .sent),
        .that(\.receiptLabel, of: .bubble(answer), is: seen), within: .seconds(3))
      try await bob.expect(
        \.receiptLabel, of: .bubble(answer), is: seen, for: .minutes(1), within: .seconds(2))
    }
  }
}
