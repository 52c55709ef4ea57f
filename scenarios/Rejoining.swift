import Chat
import Rehearsal

// People who are removed, added again or leave while their phones know nothing of it.

extension Scenarios {
  static let removedWhileClosed = Scenario(
    "B is removed while the app is closed: opened again, it knows without having been told",
    covers: "UN-10", "UN-05", tags: .receipts, .groups, .members, .restart
  ) { (world: ChatWorld) in
    let (alice, bob, carol) = try await world.phones("Alice", "Bob", "Carol", on: .lte)
    let group = try await alice.startConversation(with: bob, carol, isGroup: true)
    let hello = try await alice.send("hello", in: group)
    try await bob.expect(
      all: .that(\.badge, is: 1), .that(\.unread, of: .conversation(group), is: 1))
    try await alice.expect(\.status, of: .bubble(hello), is: .delivered)
    try await bob.kill()
    await alice.remove(bob.userID, from: group)
    try await carol.expect(\.preview, of: .conversation(group), is: "Alice removed Bob")
    try await bob.relaunch()
    try await bob.expect(
      all: .that(\.badge, is: 0), .that(\.unread, of: .conversation(group), is: 0),
      .that(\.preview, of: .conversation(group), is: "hello"))
    await bob.open(group)
    try await bob.expect(
      all: .that(\.isReadOnly, of: .thread, is: true), .that(\.texts, of: .thread, is: ["hello"]),
      for: .minutes(1))
    try await world.expectNoReceipts(in: group)
  }

  static let launchedByALateMember = Scenario(
    "C has joined a group late and opens the app again: it asks for what was said since, at once, and nothing is refused",
    covers: "JV-03", tags: .groups, .members, .restart, .cost,
    pinned: .duplicates, .policies, .timings, .links, .traffic
  ) { (world: ChatWorld) in
    let (alice, bob, carol) = try await world.phones("Alice", "Bob", "Carol", on: .lte)
    let group = try await alice.startConversation(with: bob, isGroup: true)
    _ = try await alice.send("before", in: group)
    try await world.untilQuiet()
    try await world.expect(0, .refusals, by: carol) {
      await alice.add(carol.userID, to: group)
      try await carol.expect(\.preview, of: .conversation(group), is: "Alice added you")
      try await world.untilQuiet()
    }
    try await carol.kill()
    _ = try await alice.send("hello", in: group)
    try await world.expect(0, .refusals, by: carol) {
      try await carol.relaunch()
      await carol.open(group)
      try await carol.expect(\.texts, of: .thread, is: ["Alice added you", "hello"])
      try await world.untilQuiet()
    }
  }

  static let removedFromOpenThread = Scenario(
    "B is removed while reading the group: the thread turns read-only at once, and nothing of it is followed any more",
    covers: "UN-10", "BC-08", tags: .receipts, .groups, .members, .cost, pinned: .policies
  ) { (world: ChatWorld) in
    let (alice, bob, carol) = try await world.phones("Alice", "Bob", "Carol", on: .lte)
    let group = try await alice.startConversation(with: bob, carol, isGroup: true)
    let hello = try await alice.send("hello", in: group)
    await bob.open(group)
    try await alice.expect(\.receiptLabel, of: .bubble(hello), is: "Read by 1 of 2")
    try await world.untilQuiet()
    await alice.remove(bob.userID, from: group)
    try await bob.expect(\.isReadOnly, of: .thread, is: true, within: .seconds(2))
    try await bob.expect(
      all: .that(\.hasComposer, of: .thread, is: false),
      .that(\.controls.count, of: .bubble(hello), is: 0), within: .zero)
    await bob.close()
    await alice.add(bob.userID, to: group)
    try await bob.expect(\.preview, of: .conversation(group), is: "Alice added you")
    try await world.untilQuiet()
    let listens = await world.listens(by: bob)
    for place in ["/receipts/\(group.text)", "/deliveries/\(group.text)"] {
      try world.require(
        listens, excludes: place, "what Bob's phone listens to with the thread closed")
    }
    // Back in the thread, everything goes on.
    await bob.open(group)
    try await bob.expect(\.isReadOnly, of: .thread, is: false)
    let again = try await bob.send("again", in: group)
    await carol.open(group)
    try await bob.expect(\.receiptLabel, of: .bubble(again), is: "Read by 2 of 2")
  }

  static let rejoinedOffline = Scenario(
    "B is removed and added again while offline: B gets what was said since, and what was before counts no more",
    covers: "UN-07", "GR-03", "RG-05", "JV-06",
    tags: .receipts, .groups, .members, .offline, .restart
  ) { (world: ChatWorld) in
    let (alice, bob, carol) = try await world.phones("Alice", "Bob", "Carol", on: .lte)
    let group = try await alice.startConversation(with: bob, carol, isGroup: true)
    let before = try await alice.send("before", in: group)
    try await bob.expect(
      all: .that(\.unread, of: .conversation(group), is: 1), .that(\.badge, is: 1))
    try await alice.expect(\.status, of: .bubble(before), is: .delivered)
    try await world.advance(by: .seconds(5))
    await bob.setAirplaneMode(true)
    await alice.remove(bob.userID, from: group)
    let missed = try await alice.send("missed", in: group)
    try await carol.expect(\.preview, of: .conversation(group), is: "missed")
    await alice.add(bob.userID, to: group)
    try await carol.expect(\.preview, of: .conversation(group), is: "Alice added Bob")
    let after = try await alice.send("after", in: group)
    try await alice.expect(all: .that(\.status, of: .bubble(after), isNot: .sending))
    await bob.setAirplaneMode(false)
    try await bob.expect(
      all: .that(\.preview, of: .conversation(group), is: "after"),
      .that(\.unread, of: .conversation(group), is: 1), .that(\.badge, is: 1))
    try await alice.expect(\.status, of: .bubble(after), is: .delivered)
    // The same after a restart without a network: the phone keeps when it joined.
    await bob.setAirplaneMode(true)
    try await bob.kill()
    try await bob.relaunch()
    try await bob.expect(
      all: .that(\.badge, is: 1), .that(\.unread, of: .conversation(group), is: 1),
      for: .seconds(30), within: .seconds(1))
    await bob.setAirplaneMode(false)
    await bob.open(group)
    try await alice.expect(\.receiptLabel, of: .bubble(after), is: "Read by 1 of 2")
    try await bob.expect(
      all: .that(\.texts, of: .thread, is: ["before", "Alice added you", "after"]),
      .that(\.badge, is: 0), .that(\.isReadOnly, of: .thread, is: false), within: .zero)
    try await world.expectRead(before, in: group)
    try await world.expectRead(missed, in: group)
    try await world.expectRead(after, in: group, by: bob)
    await carol.open(group)
    try await alice.expect(
      all: .that(\.receiptLabel, of: .bubble(before), is: "Read by 1 of 1"),
      .that(\.receiptLabel, of: .bubble(after), is: "Read by 2 of 2"))
  }

  static let provenByReceipt = Scenario(
    "B's message is accepted, its answer lost, and B is removed and added again: a receipt proves that it is there",
    covers: "DS-09", "MO-05", tags: .receipts, .groups, .members, .offline, .fault,
    mild: .links
  ) { (world: ChatWorld) in
    let (alice, bob, carol) = try await world.phones("Alice", "Bob", "Carol", on: .lte)
    let group = try await alice.startConversation(with: bob, carol, isGroup: true)
    await bob.open(group)
    try await world.advance(by: .seconds(5))
    let hello = try await world.sendUnanswered("hello", by: bob, in: group)
    try await alice.expect(\.text, of: .bubble(hello), is: "hello")
    await bob.setAirplaneMode(true)
    try await bob.expect(\.status, of: .bubble(hello), is: .sending, within: .zero)
    try await world.removeAndAddAgain(bob, in: group, by: alice)
    await bob.setAirplaneMode(false)
    try await bob.expect(\.status, of: .bubble(hello), is: .read)
    try await bob.expect(
      all: .that(\.status, of: .bubble(hello), is: .read),
      .that(\.offersRetry, of: .bubble(hello), is: false),
      .that(\.isReadOnly, of: .thread, is: false), for: .minutes(1))
    await bob.openReceipts(of: hello)
    try await bob.expect(\.read.users, of: .receiptSheet, is: ["alice"], within: .zero)
  }

  static let placedAfterRejoining = [
    placedAfterRejoining(setting: .zero).named("clockRight"),
    placedAfterRejoining(setting: .hours(-1)).named("clockBack"),
    placedAfterRejoining(setting: .hours(1)).named("clockAhead"),
  ]

  /// - Parameter skew: How far B's clock is set ahead between the two messages.
  private static func placedAfterRejoining(setting skew: Duration) -> Scenario {
    Scenario(
      "B's second message is accepted, its answer lost, and B is removed and added again: it stays between those before it and the third (B's clock \(skew))",
      covers: "DS-09", "MO-05", tags: .groups, .members, .offline, .fault, .clocks,
      pinned: .clocks, mild: .links
    ) { (world: ChatWorld) in
      let (alice, bob, carol) = try await world.phones("Alice", "Bob", "Carol", on: .lte)
      let group = try await alice.startConversation(with: bob, carol, isGroup: true)
      await bob.open(group)
      for text in ["zero", "first"] {
        let earlier = try await bob.send(text, in: group)
        try await bob.expect(\.status, of: .bubble(earlier), is: .read)
      }
      try await world.advance(by: .seconds(5))
      await bob.setClock { $0.skew += skew }
      let second = try await world.sendUnanswered("second", by: bob, in: group)
      try await alice.expect(\.text, of: .bubble(second), is: "second")
      await bob.setAirplaneMode(true)
      try await world.removeAndAddAgain(bob, in: group, by: alice)
      await bob.setAirplaneMode(false)
      try await bob.expect(\.status, of: .bubble(second), is: .read)
      try await bob.expect(\.isReadOnly, of: .thread, is: false, within: .seconds(1))
      _ = try await bob.send("third", in: group)
      try await bob.expect(
        all: .that("texts by Bob", of: .thread, is: ["zero", "first", "second", "third"]) {
          $0.bubbles.filter { $0.author == bob.userID }.map(\.text)
        }, for: .seconds(30), within: .seconds(5))
      try await carol.expect(\.preview, of: .conversation(group), is: "third")
      try await bob.kill()
      try await bob.relaunch()
      await bob.open(group)
      try await bob.expect(
        \.texts, of: .thread, is: ["zero", "first", "second", "Alice added you", "third"])
    }
  }

  static let removedAndAddedAtOnce = Scenario(
    "B writes, is removed and added again at one instant, and writes: both stand in their order, though B's phone is not told of the first one's time",
    covers: "MO-05", tags: .groups, .members, pinned: .links, .timings
  ) { (world: ChatWorld) in
    let (alice, bob, carol) = try await world.phones("Alice", "Bob", "Carol", on: .wifi)
    let group = try await alice.startConversation(with: bob, carol, isGroup: true)
    let hello = try await alice.send("hello", in: group)
    try await world.advance(by: .seconds(1))
    // Not awaited to be on the screen: the listens of the thread that opens are under way with the messages.
    let first = try await bob.send("first", in: group)
    await bob.open(group)
    await alice.remove(bob.userID, from: group)
    await alice.add(bob.userID, to: group)
    let second = try await bob.send("second", in: group)
    // One of them may be refused, where it comes between the two changes, and is said again; in which order they stand until
    // then is judged at every step (I-19).
    try await world.untilQuiet()
    try await bob.expect(
      all: .that(\.status, of: .bubble(hello), isNot: .sending),
      .that(\.status, of: .bubble(first), isNot: .sending),
      .that(\.status, of: .bubble(second), isNot: .sending), within: .zero)
  }

  static let provenByOneDelivery = Scenario(
    "B's message is accepted, its answer lost, and B is removed and added again: that one phone has it proves that it is there",
    tags: .receipts, .groups, .members, .offline, .fault,
    mild: .links
  ) { (world: ChatWorld) in
    let (alice, bob, carol) = try await world.phones("Alice", "Bob", "Carol", on: .lte)
    let group = try await alice.startConversation(with: bob, carol, isGroup: true)
    await alice.close()
    await carol.setAirplaneMode(true)
    await bob.open(group)
    try await world.advance(by: .seconds(5))
    let hello = try await world.sendUnanswered("hello", by: bob, in: group)
    try await alice.expect(\.preview, of: .conversation(group), is: "hello")
    await bob.setAirplaneMode(true)
    try await world.removeAndAddAgain(bob, in: group, by: alice)
    await bob.setAirplaneMode(false)
    try await bob.expect(\.status, of: .bubble(hello), is: .sent)
    try await bob.expect(
      all: .that(\.status, of: .bubble(hello), is: .sent),
      .that(\.offersRetry, of: .bubble(hello), is: false),
      .that(\.isReadOnly, of: .thread, is: false), for: .minutes(1))
  }

  static let saidAcrossRejoining = [
    saidAcrossRejoining(isBusy: false).named("idle"),
    saidAcrossRejoining(isBusy: true).named("busy"),
  ]

  /// - Parameter isBusy: Whether B's app waits for its disk while the answers come.
  private static func saidAcrossRejoining(isBusy: Bool) -> Scenario {
    Scenario(
      "B's phone hears nothing while B is removed, added again and writes: said again, the message looks at no moment as if it had failed\(isBusy ? ", and not to a busy app either" : "")",
      tags: .groups, .members, .offline, .fault, pinned: .links, .timings
    ) { (world: ChatWorld) in
      let (alice, bob, carol) = try await world.phones("Alice", "Bob", "Carol", on: .lte)
      let group = try await alice.startConversation(with: bob, carol, isGroup: true)
      await carol.setAirplaneMode(true)
      await bob.open(group)
      try await world.advance(by: .seconds(5))
      let held = bob.hold(.incoming)
      await alice.remove(bob.userID, from: group)
      try await world.advance(by: .seconds(3))
      await alice.add(bob.userID, to: group)
      try await world.advance(by: .seconds(3))
      // Nobody's receipt is to prove anything.
      await alice.setAirplaneMode(true)
      let hello = try await bob.send("hello", in: group)
      try await world.advance(by: .seconds(3))
      try world.require(
        await world.messageCount(in: group), is: 3, "the number of messages at the backend")
      try await bob.expect(\.status, of: .bubble(hello), is: .sending, within: .zero)
      await bob.setAirplaneMode(true)
      held.end()
      if isBusy { _ = try await bob.sendOnSlowDisk("are you there?", in: group) }
      await bob.setAirplaneMode(false)
      try await bob.expect(
        all: .that(\.status, of: .bubble(hello), isNot: .failed),
        .that(\.offersRetry, of: .bubble(hello), is: false), for: .seconds(20), within: .zero)
      try await bob.expect(\.status, of: .bubble(hello), is: .sent)
      await alice.setAirplaneMode(false)
      try await alice.expect(
        all: .that(\.text, of: .bubble(hello), is: "hello"),
        .that(\.bubbles.last?.text, of: .thread, is: (isBusy ? "are you there?" : "hello")))
    }
  }

  static let overtakenRemoval = Scenario(
    "B removes the one who has not received his message, in a tunnel, and is overtaken: the removal is refused, and the checks that he has seen stay",
    covers: "MO-01", "DS-13", tags: .groups, .members, .offline, .multiDevice, pinned: .traffic
  ) { (world: ChatWorld) in
    let (alice, bob) = try await world.phones("Alice", "Bob", on: .lte)
    let tablet = try await world.phone("Bob's iPad", user: "bob", on: .lte)
    await world.openAccount(of: "dave", named: "Dave")
    let group = try await bob.startConversation(with: [alice], and: ["dave"], isGroup: true)
    await bob.open(group)
    let hello = try await bob.send("hello", in: group)
    try await alice.expect(\.unread, of: .conversation(group), is: 1)
    try await bob.expect(\.status, of: .bubble(hello), is: .sent)
    try await world.untilQuiet()
    await bob.setAirplaneMode(true)
    await tablet.remove("alice", from: group)
    try await alice.expect(\.unread, of: .conversation(group), is: 0)
    await bob.remove("dave", from: group)
    try await bob.expect(\.status, of: .bubble(hello), is: .delivered)
    await bob.setAirplaneMode(false)
    try await bob.expect(\.alert, is: "The members could not be changed", within: .seconds(10))
    await bob.answerAlert()
    try await bob.expect(\.users, of: .thread, is: ["bob", "dave"])
    try await bob.expect(\.status, of: .bubble(hello), is: .delivered, for: .minutes(1))
    // All have it once he who stays has: the checks are the same, and their time is another.
    await world.tellDelivery(of: hello, to: "dave", in: group)
    let time = await world.deliveredTo(hello, in: group)["dave"]
    try await bob.expect(
      all: .that(\.statusMilliseconds, of: .bubble(hello), is: time),
      .that(\.status, of: .bubble(hello), is: .delivered))
  }

  static let keptOfARefused = Scenario(
    "B's message is refused as it is there, which nothing proves yet, and reaches A: the checks that B sees without D stay when D's removal is refused",
    covers: "DS-01", "MO-01", tags: .receipts, .groups, .members, .offline, .fault,
    pinned: .links, .policies, .duplicates
  ) { (world: ChatWorld) in
    let (alice, bob) = try await world.phones("Alice", "Bob", on: .lte)
    await world.openAccount(of: "dave", named: "Dave")
    let group = try await alice.startConversation(with: [bob], and: ["dave"], isGroup: true)
    await alice.close()
    await bob.open(group)
    try await world.advance(by: .seconds(5))
    // Nobody's receipt is to prove anything.
    world.refuseNext(.delivery, by: alice)
    let hello = try await world.sendUnanswered("hello", by: bob, in: group)
    try await alice.expect(\.preview, of: .conversation(group), is: "hello")
    try await world.advance(by: .seconds(5))
    await bob.setAirplaneMode(true)
    try await world.removeAndAddAgain(bob, in: group, by: alice)
    await world.makeAdmin(bob.userID, of: group)
    await bob.setAirplaneMode(false)
    try await bob.expect(\.status, of: .bubble(hello), is: .failed, within: .minutes(1))
    await world.tellDelivery(of: hello, to: alice.userID, in: group)
    // It is there, so it has not failed.
    try await bob.expect(\.status, of: .bubble(hello), is: .sent, within: .seconds(10))
    try await world.untilQuiet()

    // Without Dave all have it, and so he sees it as long as the backend has not answered.
    world.refuseNext(.any, by: bob)
    await bob.remove("dave", from: group)
    try await bob.expect(\.status, of: .bubble(hello), is: .delivered)
    try await bob.expect(\.alert, is: "The members could not be changed", within: .seconds(10))
    await bob.answerAlert()
    try await bob.expect(
      all: .that(\.users, of: .thread, is: ["alice", "bob", "dave"]),
      .that(\.status, of: .bubble(hello), is: .delivered),
      .that(\.offersRetry, of: .bubble(hello), is: false))
    try await bob.expect(\.status, of: .bubble(hello), is: .delivered, for: .minutes(1))
  }

  static let adminLeaves = Scenario(
    "The admin removes herself: the role goes with the membership, and the group goes on without her",
    covers: "UN-10", "BC-09", "BC-10", "MR-04", "MR-08", tags: .groups, .members
  ) { (world: ChatWorld) in
    let (alice, bob, carol) = try await world.phones("Alice", "Bob", "Carol", on: .lte)
    let group = try await alice.startConversation(with: bob, carol, isGroup: true)
    let hello = try await alice.send("hello", in: group)
    try await alice.expect(\.status, of: .bubble(hello), is: .delivered)
    try await world.expectBatches(1, by: alice) {
      await alice.remove(alice.userID, from: group)
      try await alice.expect(\.isReadOnly, of: .thread, is: true, within: .milliseconds(100))
      try await bob.expect(\.preview, of: .conversation(group), is: "Alice left")
    }
    try await alice.expect(
      all: .that(\.isReadOnly, of: .thread, is: true), .absent(.alert),
      .that(\.texts, of: .thread, is: ["hello"]),
      .that(\.controls.count, of: .bubble(hello), is: 0), for: .minutes(1))
    try world.require(
      await world.members(of: group), is: ["bob", "carol"], "the members at the backend")
    try await world.refuses(
      "alice", "be admin again", ["conversations/\(group.text)/admins/alice": true])
    let later = try await bob.send("and now?", in: group)
    try await carol.expect(\.preview, of: .conversation(group), is: "and now?")
    await carol.open(group)
    await bob.open(group)
    try await bob.expect(\.receiptLabel, of: .bubble(later), is: "Read by 1 of 1")
    await alice.close()
    try await alice.expect(\.preview, of: .conversation(group), is: "hello", within: .zero)
  }

  static let refusedChange = Scenario(
    "A change of members that the backend refuses is taken back and told; others go on",
    covers: "MA-07", "BC-10", tags: .groups, .members, .fault, mild: .links
  ) { (world: ChatWorld) in
    let (alice, bob, carol) = try await world.phones("Alice", "Bob", "Carol", on: .lte)
    let group = try await alice.startConversation(with: bob, isGroup: true)
    await world.openAccount(of: "dave", named: "Dave")
    await alice.openPicker(in: group)
    try await alice.expect(\.names, of: .picker, is: ["Carol", "Dave"])
    await alice.setAirplaneMode(true)
    await alice.tapRow(of: "dave")
    await alice.addPicked()
    // Shown as done until the backend has its say.
    try await alice.expect(
      all: .that(\.users, of: .thread, is: ["alice", "bob", "dave"]), .absent(.alert),
      .absent(.sheet), within: .milliseconds(100))
    await world.deleteAccount(of: "dave")
    await alice.setAirplaneMode(false)
    try await alice.expect(
      all: .that(\.users, of: .thread, is: ["alice", "bob"]),
      .that(\.alert, is: "The members could not be changed"))
    try world.require(await world.systemMessages(in: group), is: [], "the system's messages")
    await alice.answerAlert()
    try await alice.expect(\.alert, is: nil, within: .zero)
    await alice.add(carol.userID, to: group)
    try await carol.expect(\.preview, of: .conversation(group), is: "Alice added you")
    try await bob.expect(\.title, of: .conversation(group), is: "Alice, Carol")
  }

  static let addedWithAWrongGuess = Scenario(
    "A phone that guesses the backend's clock too early adds C: what was said before counts without C at every moment",
    covers: "GR-03", "GR-05", tags: .receipts, .groups, .members, .clocks, pinned: .links
  ) { (world: ChatWorld) in
    let (bob, carol) = try await world.phones("Bob", "Carol", on: .lte)
    let alice = try await world.phone("Alice", on: .lte)
    let group = try await alice.startConversation(with: bob, isGroup: true)
    await bob.open(group)
    // Alice's phone connects while its network is slow, and takes the backend's clock for earlier than it is.
    await alice.setAirplaneMode(true)
    let slow = alice.slow(plus: .milliseconds(1500))
    await alice.setAirplaneMode(false)
    let other = try await alice.startConversation(with: bob, within: .minutes(1))
    try await world.advance(by: .seconds(10))
    slow.end()
    await alice.open(group)
    let first = try await alice.send("first", in: group)
    try await world.advance(by: .seconds(10))
    let hello = try await alice.send("hello", in: group)
    try await alice.expect(\.receiptLabel, of: .bubble(hello), is: "Read by 1 of 1")
    await alice.add(carol.userID, to: group)
    try await alice.expect(\.members.count, of: .thread, is: 3, within: .milliseconds(100))
    try await alice.expect(
      all: .that(\.receiptLabel, of: .bubble(first), is: "Read by 1 of 1"),
      .that(\.receiptLabel, of: .bubble(hello), is: "Read by 1 of 1"), for: .minutes(1),
      within: .zero)
    try await carol.expect(\.unread, of: .conversation(group), is: 0, within: .zero)
    let after = try await alice.send("after", in: group)
    try await alice.expect(\.receiptLabel, of: .bubble(after), is: "Read by 1 of 2")
    await alice.close()
    try await alice.expect(\.unread, of: .conversation(other), is: 0, within: .zero)
  }

  static let addedByAClockAhead = Scenario(
    "The clock of A's phone is set an hour ahead, and A adds C: what is said after the answer counts with C",
    covers: "GR-03", tags: .receipts, .groups, .members, .clocks, pinned: .links, .clocks
  ) { (world: ChatWorld) in
    let (alice, bob, carol) = try await world.phones("Alice", "Bob", "Carol", on: .lte)
    let group = try await alice.startConversation(with: bob, isGroup: true)
    await bob.open(group)
    try await world.advance(by: .seconds(10))
    await alice.setClock { $0.skew = .hours(1) }
    await alice.add(carol.userID, to: group)
    // The backend has answered.
    try await world.advance(by: .milliseconds(200))
    let hello = try await alice.send("hello", in: group)
    try await alice.expect(
      all: .that(\.receiptLabel, of: .bubble(hello), matches: "is none or “Read by 1 of 2”") {
        [nil, "Read by 1 of 2"].contains($0)
      }, for: .seconds(20), within: .zero)
    try await alice.expect(\.receiptLabel, of: .bubble(hello), is: "Read by 1 of 2")
    await carol.open(group)
    try await alice.expect(\.receiptLabel, of: .bubble(hello), is: "Read by 2 of 2")
  }
}

extension ChatWorld {
  /// Writes a message that is accepted, and the answer to which is lost with its connection, of which the phone is not told.
  func sendUnanswered(
    _ text: String, by author: ChatPhone, in group: ConversationID
  ) async throws -> MessageID {
    loseNextAcknowledgement(to: author, of: .message, then: .halfOpen)
    return try await author.send(text, in: group)
  }

  /// Removes a member and adds them again, five seconds later; after five more it is over.
  func removeAndAddAgain(
    _ member: ChatPhone, in group: ConversationID, by admin: ChatPhone
  ) async throws {
    await admin.remove(member.userID, from: group)
    try await advance(by: .seconds(5))
    await admin.add(member.userID, to: group)
    try await advance(by: .seconds(5))
  }
}
