import Chat
import Rehearsal

// What a phone says again because nobody has answered it, and what has happened meanwhile.

extension Scenarios {
  static let firstWordsUnanswered = Scenario(
    "Neither the start of a conversation nor its first message is answered: said again, both are there once, and none fails",
    covers: "DS-02", "DS-03", "DS-09", "MO-05", tags: .fault, .offline, mild: .links
  ) { (world: ChatWorld) in
    let (alice, bob) = try await world.phones("Alice", "Bob", on: .lte)
    await bob.setAirplaneMode(true)
    try await world.advance(by: .seconds(5))
    let held = alice.hold(.incoming)
    let chat = try await alice.startConversation(withUsers: [bob.userID], isGroup: false)
    let hello = try await alice.send("hello", in: chat)
    try await world.advance(by: .seconds(3))
    try world.require(
      await world.messageCount(in: chat), is: 1, "the number of messages at the backend")
    try await alice.expect(\.status, of: .bubble(hello), is: .sending, within: .zero)
    await alice.setAirplaneMode(true)
    held.end()
    await alice.setAirplaneMode(false)
    // Refused as it is there already, it looks at no moment as if it had failed.
    try await alice.expect(
      all: .that(\.status, of: .bubble(hello), isNot: .failed),
      .that(\.offersRetry, of: .bubble(hello), is: false),
      .that(\.isReadOnly, of: .thread, is: false), for: .seconds(20), within: .zero)
    try await alice.expect(\.status, of: .bubble(hello), is: .sent)
    try await alice.expect(
      all: .that(\.status, of: .bubble(hello), is: .sent),
      .that(\.offersRetry, of: .bubble(hello), is: false),
      .that(\.isReadOnly, of: .thread, is: false), .absent(.alert), for: .minutes(1))
    await bob.setAirplaneMode(false)
    try await bob.expect(\.unread, of: .conversation(chat), is: 1)
    await bob.open(chat)
    try await alice.expect(\.status, of: .bubble(hello), is: .read)
    try world.require(
      await world.messageCount(in: chat), is: 1, "the number of messages at the backend")
  }

  static let changedByAnotherPhone = Scenario(
    "A's message is not answered, and her iPad edits it meanwhile: the answer brings the text of the iPad",
    covers: "RG-01", "MO-05", "MO-09", tags: .multiDevice, .fault, mild: .links
  ) { (world: ChatWorld) in
    let (alice, bob) = try await world.phones("Alice", "Bob", on: .lte)
    let tablet = try await world.phone("Alice's iPad", user: "alice", on: .wifi)
    let chat = try await alice.startConversation(with: bob, tablet)
    try await world.advance(by: .seconds(5))
    await bob.setAirplaneMode(true)
    world.loseNextAcknowledgement(to: alice, of: .message, then: .halfOpen)
    let hello = try await alice.send("helo", in: chat)
    await tablet.open(chat)
    try await tablet.expect(\.status, of: .bubble(hello), is: .sent)
    await tablet.edit(hello, to: "hello")
    try await world.advance(by: .seconds(5))
    try await alice.expect(
      all: .that(\.status, of: .bubble(hello), is: .sending),
      .that(\.text, of: .bubble(hello), is: "helo"),
      .that(\.isEdited, of: .bubble(hello), is: false), within: .zero)
    await alice.setAirplaneMode(true)
    await alice.setAirplaneMode(false)
    try await alice.expect(\.status, of: .bubble(hello), is: .sent)
    try await alice.expect(
      all: .that(\.text, of: .bubble(hello), is: "hello"),
      .that(\.isEdited, of: .bubble(hello), is: true), for: .minutes(1))
    await alice.edit(hello, to: "hello!")
    await bob.setAirplaneMode(false)
    await bob.open(chat)
    for phone in [alice, tablet, bob] {
      try await phone.expect(\.text, of: .bubble(hello), is: "hello!")
    }
  }

  static let editedBeforeTheAnswer = Scenario(
    "B has read a message that A's phone has no answer for yet: A can edit it, since it is there",
    covers: "RG-01", "RR-12", tags: .receipts, .fault, pinned: .links
  ) { (world: ChatWorld) in
    let (alice, bob) = try await world.phones("Alice", "Bob", on: .lte)
    let chat = try await alice.startConversation(with: bob)
    await bob.open(chat)
    try await world.advance(by: .seconds(5))
    world.loseNextAcknowledgement(to: alice, of: .message, then: .halfOpen)
    let hello = try await alice.send("helo", in: chat)
    try await bob.expect(\.text, of: .bubble(hello), is: "helo")
    // What cannot be known to be there cannot be edited.
    try await alice.expect(
      all: .that(\.controls.count, of: .bubble(hello), is: 0),
      .that(\.offersReceipts, of: .bubble(hello), is: false), within: .zero)
    try await world.advance(by: .seconds(5))
    await alice.setAirplaneMode(true)
    await alice.setAirplaneMode(false)
    // The receipt comes with what is listened to, before the answer to what is said again.
    try await alice.expect(\.status, of: .bubble(hello), is: .read)
    try await alice.expect(\.controls, of: .bubble(hello), is: [.edit, .delete], within: .zero)
    await alice.edit(hello, to: "hello")
    try await alice.expect(
      all: .that(\.text, of: .bubble(hello), is: "hello"),
      .that(\.isEdited, of: .bubble(hello), is: true),
      .that(\.offersReceipts, of: .bubble(hello), is: true),
      .that(\.controls, of: .bubble(hello), is: [.edit, .delete]), within: .zero)
    await alice.openReceipts(of: hello)
    try await alice.expect(\.delivered, of: .messageInfo, is: "✓", within: .zero)
    await alice.closeSheet()
    try await bob.expect(\.text, of: .bubble(hello), is: "hello")
    try await alice.expect(
      all: .that(\.text, of: .bubble(hello), is: "hello"),
      .that(\.status, of: .bubble(hello), is: .read), for: .minutes(1))
  }

  static let editedOnceDelivered = Scenario(
    "B's phone has a message that A's phone has no answer for yet: A can edit it, since it is there",
    covers: "RG-01", tags: .fault, pinned: .links
  ) { (world: ChatWorld) in
    let (alice, bob) = try await world.phones("Alice", "Bob", on: .lte)
    let chat = try await alice.startConversation(with: bob)
    try await world.advance(by: .seconds(5))
    world.loseNextAcknowledgement(to: alice, of: .message, then: .halfOpen)
    let hello = try await alice.send("helo", in: chat)
    try await bob.expect(\.preview, of: .conversation(chat), is: "helo")
    try await alice.expect(\.controls.count, of: .bubble(hello), is: 0, within: .zero)
    try await world.advance(by: .seconds(5))
    await alice.setAirplaneMode(true)
    await alice.setAirplaneMode(false)
    // The delivery comes with what is listened to, before the answer to what is said again.
    try await alice.expect(\.status, of: .bubble(hello), is: .delivered)
    try await alice.expect(\.controls, of: .bubble(hello), is: [.edit, .delete], within: .zero)
    await alice.edit(hello, to: "hello")
    try await alice.expect(\.text, of: .bubble(hello), is: "hello", within: .zero)
    try await bob.expect(\.preview, of: .conversation(chat), is: "hello")
    try await alice.expect(\.text, of: .bubble(hello), is: "hello", for: .minutes(1))
  }

  static let refusedDeliveries = Scenario(
    "The backend refuses a batch of deliveries as one of its messages is gone: the others are told one by one",
    covers: "DS-04", "DS-14", tags: .receipts, .offline, .fault
  ) { (world: ChatWorld) in
    world.setPolicies { $0.confirmsByExtension = false }
    let (alice, bob) = try await world.phones("Alice", "Bob", on: .lte)
    let chat = try await alice.startConversation(with: bob)
    try await world.advance(by: .seconds(5))
    await bob.setAirplaneMode(true)
    let first = try await alice.send("first", in: chat)
    let second = try await alice.send("second", in: chat)
    try await alice.expect(\.status, of: .bubble(second), is: .sent)
    world.refuseNext(.delivery, by: bob)
    await bob.setAirplaneMode(false)
    try await alice.expect(all: .statuses(of: [first, second], are: .delivered))
    try await bob.expect(\.unread, of: .conversation(chat), is: 2)
    // A single one that is refused is refused for good, and the next one works.
    world.refuseNext(.delivery, by: bob)
    let third = try await alice.send("third", in: chat)
    try await bob.expect(\.unread, of: .conversation(chat), is: 3)
    try await alice.expect(
      \.status, of: .bubble(third), is: .sent, for: .seconds(30), within: .seconds(1))
    let fourth = try await alice.send("fourth", in: chat)
    try await alice.expect(\.status, of: .bubble(fourth), is: .delivered)
    await bob.open(chat)
    try await alice.expect(all: .statuses(of: [first, second, third, fourth], are: .read))
  }

  static let arrivalToldOnce = Scenario(
    "B's app dies before the backend has answered that a message has arrived: after the launch it is told once",
    covers: "DS-14", "BC-02", tags: .receipts, .restart, .cost, .offline, pinned: .policies
  ) { (world: ChatWorld) in
    let (alice, bob) = try await world.phones("Alice", "Bob", on: .lte)
    let chat = try await alice.startConversation(with: bob)
    try await world.advance(by: .seconds(5))
    world.loseNextAcknowledgement(to: bob, of: .delivery, then: .halfOpen)
    let first = try await alice.send("first", in: chat)
    try await alice.expect(\.status, of: .bubble(first), is: .delivered)
    try await bob.kill()
    let before = await world.meter()
    try await bob.relaunch()
    try await world.untilQuiet()
    let spent = await world.meter() - before
    try world.require(
      spent[.refusals, device: bob.name] == 1 && spent[.writes, device: bob.name] == 0,
      "the arrival to be told once more and refused; the backend counted\n\(spent)")
    let times = await world.deliveredTo(first, in: chat)
    try await bob.kill()
    try await bob.relaunch()
    try await world.expectNoWrites(by: bob) { try await world.untilQuiet() }
    try world.require(
      await world.deliveredTo(first, in: chat), is: times,
      "whom the message reached by the backend, with their times")
  }

  static let readElsewhereFirst = Scenario(
    "B's tablet is faster with what waits on his phone for the pause between receipts: after a relaunch the phone tells it no more",
    covers: "BC-06", tags: .receipts, .multiDevice, .restart, .cost,
    pinned: .duplicates, .policies, .timings, .links, .traffic
  ) { (world: ChatWorld) in
    world.setPolicies { $0.receiptWindow = .milliseconds(900) }
    let (alice, bob) = try await world.phones("Alice", "Bob", on: .wifi)
    let tablet = try await world.phone("Bob's iPad", user: "bob", on: .wifi)
    let chat = try await alice.startConversation(with: bob, tablet)
    await bob.open(chat)
    try await world.untilQuiet()
    let first = try await alice.send("first", in: chat)
    try await alice.expect(\.status, of: .bubble(first), is: .read)
    let second = try await alice.send("second", in: chat)
    try await bob.expect(\.text, of: .bubble(second), is: "second")
    try await tablet.expect(\.unread, of: .conversation(chat), is: 1)
    await tablet.open(chat)
    try await alice.expect(\.status, of: .bubble(second), is: .read, within: .milliseconds(500))
    try await world.advance(by: .seconds(5))
    try await bob.kill()
    try await world.expect(0, .refusals, by: bob) {
      try await bob.relaunch()
      await bob.open(chat)
      try await bob.expect(\.texts, of: .thread, is: ["first", "second"])
      try await world.untilQuiet()
    }
  }

  static let arrivalsBehindAFlight = Scenario(
    "B's app dies before the word of an arrival has left his phone: after the launch it is told, and what arrives meanwhile in one batch behind it",
    covers: "DS-14", "BC-02", tags: .receipts, .restart, .cost, .fault,
    pinned: .duplicates, .policies, .timings, .links, .traffic
  ) { (world: ChatWorld) in
    world.setPolicies { $0.receiptWindow = .milliseconds(900) }
    let (alice, bob) = try await world.phones("Alice", "Bob", on: .wifi)
    let chat = try await alice.startConversation(with: bob)
    try await world.advance(by: .seconds(5))
    world.loseNextWrite(of: .delivery, by: bob, then: .halfOpen)
    let first = try await alice.send("first", in: chat)
    try await bob.expect(\.unread, of: .conversation(chat), is: 1)
    try await world.advance(by: .seconds(1))
    try await bob.kill()
    let second = try await alice.send("second", in: chat)
    try await alice.expect(
      all: .that(\.status, of: .bubble(first), is: .sent),
      .that(\.status, of: .bubble(second), is: .sent))
    let before = await world.meter()
    try await bob.relaunch()
    // The first is under way again as the second arrives, and its pause has begun as the third does.
    try await bob.expect(\.unread, of: .conversation(chat), is: 2)
    let third = try await alice.send("third", in: chat)
    try await alice.expect(all: .statuses(of: [first, second, third], are: .delivered))
    try await world.untilQuiet()
    let spent = await world.meter() - before
    try world.require(spent[.writes, device: bob.name], is: 2, "the number of Bob's writes")
  }

  static let pauseAfterARefusal = Scenario(
    "A batch of deliveries is refused, and the first of them by itself too: the pause is due all the same, and what arrives in it is told in one batch",
    covers: "DS-14", "BC-02", tags: .receipts, .offline, .fault, .cost,
    pinned: .duplicates, .policies, .timings, .links, .traffic
  ) { (world: ChatWorld) in
    world.setPolicies { $0.receiptWindow = .milliseconds(900) }
    let (alice, bob) = try await world.phones("Alice", "Bob", on: .wifi)
    let chat = try await alice.startConversation(with: bob)
    try await world.advance(by: .seconds(5))
    await bob.setAirplaneMode(true)
    let first = try await alice.send("first", in: chat)
    let second = try await alice.send("second", in: chat)
    try await alice.expect(\.status, of: .bubble(second), is: .sent)
    world.refuseNext(.delivery, by: bob, count: 2)
    await bob.setAirplaneMode(false)
    try await alice.expect(\.status, of: .bubble(second), is: .delivered)
    try await world.expect(1, .writes, by: bob) {
      let third = try await alice.send("third", in: chat)
      try await world.advance(by: .milliseconds(150))
      let fourth = try await alice.send("fourth", in: chat)
      try await alice.expect(all: .statuses(of: [third, fourth], are: .delivered))
      try await world.advance(by: .seconds(3))
    }
    try await alice.expect(\.status, of: .bubble(first), is: .sent, within: .zero)
  }

  static let privateBatchTwice = Scenario(
    "B reads four messages in private, and the answer is lost: said again they are refused once, and the next four go out as one batch",
    covers: "PM-20", "BC-01", "BC-06", tags: .receipts, .privacy, .fault, .cost,
    pinned: .duplicates, .policies, .timings, .links, .traffic
  ) { (world: ChatWorld) in
    let (alice, bob) = try await world.phones("Alice", "Bob", on: .lte)
    let chat = try await alice.startConversation(with: bob)
    await bob.shareReceipts(false)
    for number in 1...4 { _ = try await alice.send("message \(number)", in: chat) }
    try await bob.expect(\.unread, of: .conversation(chat), is: 4)
    try await world.advance(by: .seconds(5))
    world.loseNextAcknowledgement(to: bob, of: WriteKind(below: "private"), then: .halfOpen)
    await bob.open(chat)
    try await world.advance(by: .seconds(5))
    await bob.close()
    try await world.expect(1, .refusals, by: bob) {
      await bob.setAirplaneMode(true)
      await bob.setAirplaneMode(false)
      try await world.advance(by: .seconds(30))
    }
    for number in 5...8 { _ = try await alice.send("message \(number)", in: chat) }
    try await bob.expect(\.unread, of: .conversation(chat), is: 4)
    try await world.advance(by: .seconds(5))
    try await world.expect(1, .writes, by: bob) {
      await bob.open(chat)
      try await world.advance(by: .seconds(10))
    }
    try await world.expectNoReceipts(in: chat)
  }

  static let killedInTheWindow = Scenario(
    "B's app dies while a receipt waits for the window, and the one before is answered: the next launch tells it though B opens nothing",
    covers: "OF-10", "RR-10", "MO-10", tags: .receipts, .restart,
    pinned: .duplicates, .policies, .timings, .links, .traffic
  ) { (world: ChatWorld) in
    world.setPolicies { $0.receiptWindow = .milliseconds(900) }
    let (alice, bob) = try await world.phones("Alice", "Bob", on: .wifi)
    let chat = try await alice.startConversation(with: bob)
    await bob.open(chat)
    try await world.advance(by: .seconds(5))
    let first = try await alice.send("first", in: chat)
    try await alice.expect(\.status, of: .bubble(first), is: .read)
    try await world.advance(by: .milliseconds(100))
    let second = try await alice.send("second", in: chat)
    try await bob.expect(all: .present(.bubble(second)))
    try await bob.kill()
    try await world.advance(by: .minutes(1))
    try await world.expectRead(second, in: chat)
    try await bob.relaunch()
    try await alice.expect(\.status, of: .bubble(second), is: .read, within: .seconds(3))
  }

  static let readAndRemoved = Scenario(
    "B reads in a group, and is removed before his receipt is out, and the app dies: after the launch it is told once, in vain",
    covers: "UN-10", "BC-06", tags: .receipts, .groups, .members, .restart, .cost, .fault,
    pinned: .duplicates, .policies, .timings, .links, .traffic
  ) { (world: ChatWorld) in
    let (alice, bob, carol) = try await world.phones("Alice", "Bob", "Carol", on: .wifi)
    let group = try await alice.startConversation(with: bob, carol, isGroup: true)
    let hello = try await alice.send("hello", in: group)
    try await bob.expect(\.unread, of: .conversation(group), is: 1)
    try await world.advance(by: .seconds(5))
    let mute = bob.partition(.outgoing)
    await bob.open(group)
    await alice.remove(bob.userID, from: group)
    try await bob.expect(\.isReadOnly, of: .thread, is: true, within: .seconds(10))
    try await bob.kill()
    mute.end()
    try await world.advance(by: .minutes(10))
    try await world.expectRead(hello, in: group)
    try await world.expect(1, .refusals, by: bob) {
      try await bob.relaunch()
      try await world.advance(by: .seconds(30))
      try await world.untilQuiet()
    }
    try await world.expectRead(hello, in: group)
  }

  static let manyQueuedInOrder = Scenario(
    "Twelve messages written offline, and the app dies: they go out in the order of writing, behind what others wrote",
    covers: "DS-10", "MO-09", "MO-10", tags: .offline, .restart, pinned: .policies
  ) { (world: ChatWorld) in
    let (alice, bob) = try await world.phones("Alice", "Bob", on: .lte)
    let chat = try await alice.startConversation(with: bob)
    await bob.open(chat)
    await alice.setAirplaneMode(true)
    var own: [MessageID] = []
    for number in 1...12 {
      own.append(try await alice.send("mine \(number)", in: chat))
      try await world.advance(by: .milliseconds(10))
    }
    var theirs: [MessageID] = []
    for number in 1...5 {
      theirs.append(try await bob.send("theirs \(number)", in: chat))
      try await world.advance(by: .milliseconds(10))
    }
    try await alice.kill()
    try await alice.relaunch()
    await alice.open(chat)
    let (sent, answers) = (own, theirs)
    try await alice.expect(\.ids, of: .thread, is: sent, for: .seconds(30))
    await alice.setAirplaneMode(false)
    for phone in [alice, bob] {
      try await phone.expect(\.ids, of: .thread, is: answers + sent)
    }
    try await alice.expect(all: .statuses(of: sent, are: .read))
    await alice.close()
    try await alice.expect(\.preview, of: .conversation(chat), is: "mine 12", within: .zero)
  }

  static let failedAmongOthers = Scenario(
    "A deletes the failed one of her messages: the others stay, and the list shows the last that is left",
    covers: "DS-08", tags: .fault, .restart
  ) { (world: ChatWorld) in
    let (alice, bob) = try await world.phones("Alice", "Bob", on: .lte)
    let chat = try await alice.startConversation(with: bob)
    let first = try await alice.send("first", in: chat)
    try await alice.expect(\.status, of: .bubble(first), is: .delivered)
    world.refuseNext(.message, by: alice)
    let second = try await alice.send("second", in: chat)
    try await alice.expect(
      all: .that(\.offersRetry, of: .bubble(second), is: true),
      .that(\.controls, of: .bubble(second), is: [.retry, .delete]),
      .that(\.marks, of: .bubble(second), is: StatusMarks("!", .red)),
      .that(
        \.accessibilityLabel, of: .bubble(second),
        matches: "ends with “, Failed, actions available”"
      ) { $0.hasSuffix(", Failed, actions available") })
    try await alice.expect(\.offersRetry, of: .bubble(first), is: false, within: .zero)
    await alice.delete(second)
    try await alice.expect(\.ids, of: .thread, is: [first], within: .zero)
    await alice.close()
    try await alice.expect(\.preview, of: .conversation(chat), is: "first", within: .zero)
    await alice.open(chat)
    let third = try await alice.send("third", in: chat)
    try await alice.expect(\.status, of: .bubble(third), is: .delivered)
    try await alice.kill()
    try await alice.relaunch()
    await alice.open(chat)
    try await alice.expect(\.ids, of: .thread, is: [first, third], for: .seconds(30))
    try world.require(
      await world.messageCount(in: chat), is: 2, "the number of messages at the backend")
  }

  static let firstDeliveryStays = Scenario(
    "The backend tells of a delivery a second time, and later: the first time stays, on the disk as well",
    covers: "MO-04", "MO-05", tags: .receipts, .fault, .restart
  ) { (world: ChatWorld) in
    let (alice, bob) = try await world.phones("Alice", "Bob", on: .lte)
    let chat = try await alice.startConversation(with: bob)
    let hello = try await alice.send("hello", in: chat)
    try await alice.expect(\.status, of: .bubble(hello), is: .delivered)
    try await world.advance(by: .seconds(5))
    let first = alice.statusUpdatedAt(hello)
    try world.require(
      await world.deliveredTo(hello, in: chat)["bob"], is: first, "the backend's time of delivery")
    try await world.advance(by: .minutes(1))
    await world.tellDelivery(of: hello, to: bob.userID, in: chat)
    try await world.advance(by: .seconds(10))
    try world.require(
      alice.statusUpdatedAt(hello), is: first, "the time of the status on Alice's phone")
    // Also when the bubble is drawn anew.
    await alice.edit(hello, to: "hello!")
    try await alice.expect(
      all: .that(\.text, of: .bubble(hello), is: "hello!"),
      .that(\.statusMilliseconds, of: .bubble(hello), is: first), within: .zero)
    try await alice.kill()
    try await alice.relaunch()
    await alice.open(chat)
    try await alice.expect(\.status, of: .bubble(hello), is: .delivered, for: .seconds(30))
    try world.require(
      alice.statusUpdatedAt(hello), is: first, "the time of the status on Alice's phone")
  }

  static let deletedForGood = Scenario(
    "The words of a message that its author deletes are on no phone any more, not even on a disk",
    covers: "RG-01", tags: .offline, .restart
  ) { (world: ChatWorld) in
    let (alice, bob) = try await world.phones("Alice", "Bob", on: .lte)
    let chat = try await alice.startConversation(with: bob)
    let hello = try await alice.send("a secret", picture: Picture("secret"), in: chat)
    await bob.open(chat)
    try await alice.expect(\.status, of: .bubble(hello), is: .read)
    await alice.setAirplaneMode(true)
    await alice.delete(hello)
    func requireTombstone(on phone: ChatPhone) throws {
      let disk = "\(phone.name)'s disk"
      let stored = try world.require(phone.storedMessage(hello), "the tombstone on \(disk)")
      try world.require(stored.isDeleted, is: true, "whether the message is deleted on \(disk)")
      try world.require(stored.text, is: "", "the words of the message on \(disk)")
      try world.require(stored.attachments.count, is: 0, "the number of its pictures on \(disk)")
    }
    try requireTombstone(on: alice)
    try await alice.expect(
      \.text, of: .bubble(hello), is: "This message was deleted", within: .zero)
    await alice.close()
    try await alice.expect(
      \.preview, of: .conversation(chat), is: "This message was deleted", within: .zero)
    await alice.setAirplaneMode(false)
    try await bob.expect(
      all: .that(\.isDeleted, of: .bubble(hello), is: true),
      .that(\.photo, of: .bubble(hello), is: nil))
    try requireTombstone(on: bob)
  }
}
