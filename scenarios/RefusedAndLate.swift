import Chat
import Rehearsal

// What the backend refuses, or never answers, and what a person reads then.

extension Scenarios {
  static let refusedSwitch = Scenario(
    "The backend refuses B's turn of the switch for receipts: it is as it was, on both of his phones, and the next turns count",
    covers: "PM-20", tags: .receipts, .privacy, .restart, .multiDevice, .fault,
    pinned: .links, .policies
  ) { (world: ChatWorld) in
    let (alice, bob) = try await world.phones("Alice", "Bob", on: .wifi)
    let tablet = try await world.phone("Bob's iPad", user: "bob", on: .wifi)
    let chat = try await alice.startConversation(with: bob, tablet, isGroup: true)
    await bob.open(chat)
    func expect(_ text: String, isTold: Bool) async throws {
      let message = try await alice.send(text, in: chat)
      try await bob.expect(\.text, of: .bubble(message), is: text)
      try await world.untilQuiet()
      try await alice.expect(
        \.receiptLabel, of: .bubble(message), is: isTold ? "Read by 1 of 1" : nil, within: .zero)
    }
    world.refuseNext(WriteKind(below: "private"), by: bob)
    await bob.shareReceipts(false)
    try await world.untilQuiet()
    try await expect("refused", isTold: true)
    for isOn in [false, true] {
      await bob.shareReceipts(isOn)
      try await world.untilQuiet()
      try await expect("\(isOn)", isTold: isOn)
      try await bob.kill()
      try await bob.relaunch()
      await bob.open(chat)
      try await expect("\(isOn) after a restart", isTold: isOn)
    }
    // Another phone's turns are followed as well.
    await tablet.shareReceipts(false)
    try await world.untilQuiet()
    try await expect("off on the tablet", isTold: false)
  }

  /// Holds back what a phone asks of storage with these words, and nothing else that it says.
  private struct SilentStorage: PacketRule {
    let words: String

    mutating func verdict(for message: WireMessage) -> PacketVerdict {
      message.payload.summary.contains(words) ? .delay(.hours(2)) : .pass
    }
  }

  static let silentStorage = Scenario(
    "Storage does not answer, though the network is there, and the app goes on with uploads by itself: after five pauses A's photo has failed",
    covers: "AS-10", "AS-17", tags: .fault, pinned: .links, .clocks, .policies, .traffic
  ) { (world: ChatWorld) in
    world.setPolicies { $0.resumesUploads = true }
    let (alice, bob) = try await world.phones("Alice", "Bob", on: .lte)
    let chat = try await alice.startConversation(with: bob)
    await bob.open(chat)
    let silence = alice.install(SilentStorage(words: ": bytes "), .outgoing)
    let look = try await alice.send("look", picture: Picture("view"), in: chat)
    try await bob.expect(\.text, of: .bubble(look), is: "look")
    try await alice.expect(
      \.photo?.failure, of: .bubble(look), is: "Not sent: the server did not answer",
      within: .minutes(5))
    silence.end()
    await alice.retry(look)
    try await bob.expect(
      all: .that(\.photo?.content, of: .bubble(look), isNot: nil), within: .minutes(1))
    try await world.expectPictures(1)
  }

  static let silentFromTheStart = Scenario(
    "Storage does not even begin A's upload: after five pauses her photo has failed, and another that waits in a tunnel has not",
    covers: "AS-10", "AS-12", "AS-17", tags: .fault, .offline,
    pinned: .links, .clocks, .policies, .traffic
  ) { (world: ChatWorld) in
    let (alice, bob) = try await world.phones("Alice", "Bob", on: .lte)
    let chat = try await alice.startConversation(with: bob)
    await bob.open(chat)
    let silence = alice.install(SilentStorage(words: " upload /pictures"), .outgoing)
    let look = try await alice.send("look", picture: Picture("view"), in: chat)
    try await bob.expect(\.text, of: .bubble(look), is: "look")
    // Six attempts of 30 s, and the pauses of 1, 2, 4, 8 and 16 s between them.
    try await world.advance(by: .seconds(180))
    try await alice.expect(\.photo?.progress, of: .bubble(look), is: "0 %", within: .zero)
    try await alice.expect(
      \.photo?.failure, of: .bubble(look), is: "Not sent: the server did not answer",
      within: .seconds(40))
    silence.end()
    await alice.retry(look)
    try await bob.expect(
      all: .that(\.photo?.content, of: .bubble(look), isNot: nil), within: .minutes(1))

    // Without a network nothing has timed out, however long that lasts.
    let rest = alice.install(SilentStorage(words: " upload /pictures"), .outgoing)
    let hut = try await alice.send("hut", picture: Picture("hut"), in: chat)
    // Her phone has heard that the message is there, and asks for the upload.
    try await alice.expect(\.status, of: .bubble(hut), is: .read)
    try await world.advance(by: .seconds(1))
    await alice.setAirplaneMode(true)
    rest.end()
    try await world.advance(by: .minutes(20))
    try await alice.expect(\.photo?.progress, of: .bubble(hut), is: "0 %", within: .zero)
    await alice.setAirplaneMode(false)
    try await bob.expect(
      all: .that(\.photo?.content, of: .bubble(hut), isNot: nil), within: .minutes(1))
    try await world.expectPictures(2)
  }

  static let historyOfAFormerMembership = Scenario(
    "B is removed and added again: what he wrote before can be changed no more, since his phone would not hear what becomes of it",
    covers: "RG-01", tags: .groups, .members, pinned: .links, .policies
  ) { (world: ChatWorld) in
    let (alice, bob, carol) = try await world.phones("Alice", "Bob", "Carol", on: .wifi)
    let group = try await alice.startConversation(with: bob, carol, isGroup: true)
    await bob.open(group)
    let before = try await bob.send("before", in: group)
    try await bob.expect(\.controls, of: .bubble(before), is: [.edit, .delete])
    try await world.removeAndAddAgain(bob, in: group, by: alice)
    try await bob.expect(\.isReadOnly, of: .thread, is: false)
    let after = try await bob.send("after", in: group)
    try await bob.expect(
      all: .that(\.controls, of: .bubble(before), is: []),
      .that(\.controls, of: .bubble(after), is: [.edit, .delete]))
    await bob.edit(after, to: "afterwards")
    try await alice.expect(\.text, of: .bubble(after), is: "afterwards")
  }

  static let repliedInVain = Scenario(
    "A has only admins write while her message waits in B's shade: he replies from the notification, and his words stand in the thread as not sent",
    covers: "PM-06", "PM-10", tags: .push, .groups,
    pinned: .duplicates, .policies, .timings, .links
  ) { (world: ChatWorld) in
    world.setPolicies { $0.usesPush = true }
    let (alice, bob) = try await world.phones("Alice", "Bob", on: .wifi)
    let group = try await alice.startConversation(with: bob, isGroup: true)
    try await world.untilQuiet()
    let hello = try await alice.send("who comes?", in: group)
    try await bob.expectNotifications(\.bodies, is: ["who comes?"], within: .minutes(1))
    await alice.openInfo(of: group)
    await alice.letOnlyAdminsWrite(true, in: group)
    try await world.untilQuiet()
    try await bob.respond(.reply("I do"))
    await bob.open(group)
    try await bob.expect(
      all: .that(\.texts, of: .thread, is: ["who comes?", "I do"]),
      .that(\.bubbles.last?.status, of: .thread, is: .failed),
      .that(\.hasComposer, of: .thread, is: false), within: .minutes(1))
    await alice.closeSheet()
    try await alice.expect(\.receiptLabel, of: .bubble(hello), is: "Read by 1 of 1")
    try await alice.expect(\.texts, of: .thread, is: ["who comes?"], for: .minutes(1))
    // It goes once everybody may write again.
    await alice.openInfo(of: group)
    await alice.letOnlyAdminsWrite(false, in: group)
    try await bob.expect(\.hasComposer, of: .thread, is: true)
    guard let reply = bob.display.screen?.thread?.ids.last else { return }
    await bob.retry(reply)
    await alice.closeSheet()
    try await alice.expect(\.texts, of: .thread, is: ["who comes?", "I do"])
  }

  static let markedBeforeComingBack = Scenario(
    "In a tunnel B marks a message from its notification, and is removed and added again meanwhile: nothing is left to do about it, and his app sleeps",
    covers: "PM-07", tags: .push, .groups, .members, .offline,
    pinned: .duplicates, .policies, .timings, .links, .clocks, .traffic
  ) { (world: ChatWorld) in
    world.setPolicies { $0.usesPush = true }
    let (alice, bob, carol) = try await world.phones("Alice", "Bob", "Carol", on: .wifi)
    let group = try await alice.startConversation(with: bob, carol, isGroup: true)
    try await world.untilQuiet()
    try await bob.kill()
    _ = try await alice.send("hello", in: group)
    try await bob.expectNotifications(\.bodies, is: ["hello"], within: .minutes(1))
    await bob.setAirplaneMode(true)
    try await bob.respond(.action(ChatApp.markAsRead))
    try await world.removeAndAddAgain(bob, in: group, by: alice)
    await bob.setAirplaneMode(false)
    try await world.advance(by: .minutes(2))
    try world.require(bob.lifeState, is: .suspended, "the state of Bob's app")
    // An app with something left to tell would wake with the network.
    await bob.setAirplaneMode(true)
    try await world.advance(by: .minutes(1))
    await bob.setAirplaneMode(false)
    try await world.advance(by: .seconds(2))
    try world.require(bob.lifeState, is: .suspended, "the state of Bob's app")
    try await bob.enterForeground()
    let again = try await alice.send("again", in: group)
    await bob.open(group)
    try await alice.expect(\.receiptLabel, of: .bubble(again), is: "Read by 1 of 2")
  }

  static let typingOnTwoPhones = Scenario(
    "B writes a word on his tablet and goes on on his phone: A sees him write all the while, also as the tablet's pause ends",
    covers: "TY-01", tags: .multiDevice, pinned: .links, .clocks, .policies, .timings
  ) { (world: ChatWorld) in
    world.setPolicies { $0.showsTyping = true }
    let (alice, bob) = try await world.phones("Alice", "Bob", on: .wifi)
    let tablet = try await world.phone("Bob's iPad", user: "bob", on: .wifi)
    let chat = try await alice.startConversation(with: bob, tablet, isGroup: true)
    for phone in [bob, tablet] { await phone.open(chat) }
    try await world.untilQuiet()
    await tablet.type("I")
    try await alice.expect(\.typingLine, of: .thread, is: "Bob is typing…")
    try await world.advance(by: .seconds(4))
    for second in 1...8 {
      await bob.type(String(repeating: "o", count: second))
      try await alice.expect(
        \.typingLine, of: .thread, is: "Bob is typing…", for: .seconds(1))
    }
    await bob.type("")
    try await alice.expect(\.typingLine, of: .thread, is: nil, within: .seconds(1))
  }

  static let tagWithItsSign = Scenario(
    "B writes the sign before a tag himself, and searches for it and for a group whose name has the sign: he finds both",
    covers: "PM-13", "PM-14", tags: .groups, pinned: .links, .policies
  ) { (world: ChatWorld) in
    let (alice, bob) = try await world.phones("Alice", "Bob", on: .wifi)
    let chat = try await alice.startConversation(with: bob)
    let group = try await alice.startConversation(with: bob, isGroup: true)
    await alice.openInfo(of: group)
    await alice.rename(group, to: "#general")
    try await bob.expect(\.title, of: .conversation(group), is: "#general")
    await bob.tag(chat, as: "# Family")
    try await bob.expect(\.tag, of: .conversation(chat), is: "#Family")
    for (words, found) in [("#family", [chat]), ("#gen", [group]), ("#fam", [])] {
      await bob.search(words)
      try await bob.expect(
        all: .that("what is found", is: found) { $0.listedConversations.map(\.id) })
    }
  }
}
