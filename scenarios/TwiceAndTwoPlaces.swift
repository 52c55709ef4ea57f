import Chat
import Rehearsal

// What people do twice, or in two places at once.

extension Scenarios {
  static let editedTwiceAndRestarted = Scenario(
    "A edits a message twice in a tunnel, where the app ends: B reads the last words once she is back",
    covers: "RG-01", tags: .offline, .restart, pinned: .clocks, .policies, .links
  ) { (world: ChatWorld) in
    let (alice, bob) = try await world.phones("Alice", "Bob", on: .wifi)
    let chat = try await alice.startConversation(with: bob)
    await bob.open(chat)
    let hello = try await alice.send("hello", in: chat)
    try await alice.expect(\.status, of: .bubble(hello), is: .read)
    await alice.setAirplaneMode(true)
    await alice.edit(hello, to: "hello, you")
    await alice.edit(hello, to: "hello, Bob")
    try await world.advance(by: .seconds(5))
    try await alice.kill()
    try await alice.relaunch()
    await alice.setAirplaneMode(false)
    try await bob.expect(\.text, of: .bubble(hello), is: "hello, Bob", within: .seconds(10))
    await alice.open(chat)
    try await alice.expect(\.text, of: .bubble(hello), is: "hello, Bob", for: .minutes(1))
  }

  static let mutedAndUnmutedTwice = Scenario(
    "B mutes a chat, unmutes it, and does both once more: it is not muted, on either of his phones",
    covers: "PM-01", tags: .multiDevice, pinned: .clocks, .policies, .links
  ) { (world: ChatWorld) in
    let (alice, bob) = try await world.phones("Alice", "Bob", on: .wifi)
    let tablet = try await world.phone("Bob's iPad", user: "bob", on: .wifi)
    let chat = try await alice.startConversation(with: bob)
    for _ in 1...2 {
      await bob.mute(chat, for: .forever)
      try await tablet.expect(\.isMuted, of: .conversation(chat), is: true)
      await bob.unmute(chat)
      try await tablet.expect(\.isMuted, of: .conversation(chat), is: false)
    }
    for phone in [bob, tablet] {
      try await phone.expect(\.isMuted, of: .conversation(chat), is: false, for: .minutes(1))
    }
  }

  static let twoGroupPhotos = Scenario(
    "A gives two groups photos in a tunnel, and picks a damaged one for the first: both groups get the good ones",
    covers: "GI-05", tags: .groups, .offline, pinned: .links, .clocks, .policies, .traffic
  ) { (world: ChatWorld) in
    let (alice, bob) = try await world.phones("Alice", "Bob", on: .wifi)
    let photos = [Picture("summit", byteCount: 200_000), Picture("harbour", byteCount: 200_000)]
    var groups: [ConversationID] = []
    for _ in photos { groups.append(try await alice.startConversation(with: bob, isGroup: true)) }
    try await world.untilQuiet()
    await alice.setAirplaneMode(true)
    for (group, photo) in zip(groups, photos) {
      await alice.open(group)
      await alice.openInfo(of: group)
      await alice.setPhoto(photo, of: group)
      await alice.setPhoto(Picture("broken", isCorrupt: true), of: group)
      await alice.answerAlert()
      await alice.closeSheet()
    }
    await alice.setAirplaneMode(false)
    for (group, photo) in zip(groups, photos) {
      try await bob.expect(
        \.photo?.content, of: .conversation(group), is: photo.content, within: .minutes(1))
    }
  }

  static let renamedWhileInvited = Scenario(
    "A renames the group to which B is invited: his list has the new name before he answers",
    covers: "PM-09", tags: .groups, .members, pinned: .links, .clocks, .policies
  ) { (world: ChatWorld) in
    let (alice, bob, carol) = try await world.phones("Alice", "Bob", "Carol", on: .wifi)
    let group = try await alice.startConversation(with: carol, isGroup: true)
    await alice.openInfo(of: group)
    for name in ["Hiking", "Climbing"] {
      await alice.rename(group, to: name)
      if name == "Hiking" { await alice.invite("bob", to: group) }
      try await bob.expect(
        all: .that("invitations", is: ["Alice invites you to \(name)"]) {
          $0.invitations.map(\.text)
        })
    }
  }

  static let damagedBesideAGoodOne = Scenario(
    "A has chosen a photo, and then a damaged one: she is told, and the first is still there to send, one alone and of several",
    covers: "AS-16", "PM-21", pinned: .links, .clocks, .policies, .traffic
  ) { (world: ChatWorld) in
    for several in [false, true] {
      world.setPolicies { $0.attachments = several ? .carousel : .first }
      let alice = try await world.phone(several ? "Alice" : "Ada", on: .wifi)
      let bob = try await world.phone(several ? "Bob" : "Ben", on: .wifi)
      _ = try await alice.startConversation(with: bob)
      let view = Picture("view")
      await alice.choose(view)
      await alice.choose(Picture("broken", isCorrupt: true))
      try await alice.expect(
        all: .that(\.alert, is: "The photo is damaged and cannot be sent"), within: .zero)
      await alice.answerAlert()
      try await alice.expect(
        all: .that("previews", of: .thread, is: ["view"]) { $0.previews.map(\.name) },
        within: .zero)
    }
  }

  static let tagOfEmoji = Scenario(
    "B tags a chat with twenty emoji, which are more letters than they look: the tag is cut and stays",
    covers: "PM-14", pinned: .clocks, .policies, .links
  ) { (world: ChatWorld) in
    let (alice, bob) = try await world.phones("Alice", "Bob", on: .wifi)
    let chat = try await alice.startConversation(with: bob)
    await bob.tag(chat, as: String(repeating: "🥾", count: 20))
    try await bob.expect(
      \.tag, of: .conversation(chat), is: "#" + String(repeating: "🥾", count: 16), for: .minutes(1),
      within: .seconds(1))
  }

  static let moderatorIsSilent = Scenario(
    "B is a moderator of a group in which only admins write: he has no composer",
    covers: "PM-10", "PM-16", tags: .groups, .members, pinned: .links, .clocks, .policies
  ) { (world: ChatWorld) in
    let (alice, bob, carol) = try await world.phones("Alice", "Bob", "Carol", on: .wifi)
    let group = try await alice.startConversation(with: bob, carol, isGroup: true)
    await bob.open(group)
    await alice.openInfo(of: group)
    await alice.give(.moderator, to: bob.userID, in: group)
    await alice.letOnlyAdminsWrite(true, in: group)
    try await bob.expect(
      all: .that(\.hasComposer, of: .thread, is: false), .that(\.canPin, of: .thread, is: true),
      within: .seconds(5))
    await alice.closeSheet()
    try await alice.expect(\.hasComposer, of: .thread, is: true, within: .zero)
  }

  static let readInPrivateThenNot = Scenario(
    "B reads in a tunnel with the switch off, and turns it on before the network is back: A is not told of what he read in private",
    covers: "PM-20", tags: .receipts, .privacy, .offline, .restart,
    pinned: .links, .clocks, .policies
  ) { (world: ChatWorld) in
    let (alice, bob) = try await world.phones("Alice", "Bob", on: .wifi)
    let chat = try await alice.startConversation(with: bob)
    let hello = try await alice.send("hello", in: chat)
    try await bob.expect(\.badge, is: 1)
    await bob.shareReceipts(false)
    try await world.untilQuiet()
    await bob.setAirplaneMode(true)
    await bob.open(chat)
    try await world.advance(by: .seconds(3))
    await bob.close()
    await bob.shareReceipts(true)
    try await bob.kill()
    try await bob.relaunch()
    await bob.setAirplaneMode(false)
    try await world.untilQuiet()
    try await alice.expect(\.status, of: .bubble(hello), is: .delivered, for: .minutes(1))
    try await world.expectRead(hello, in: chat)
    let next = try await alice.send("next", in: chat)
    await bob.open(chat)
    try await alice.expect(\.status, of: .bubble(next), is: .read, within: .seconds(5))
  }

  static let deletedInATunnel = Scenario(
    "A deletes a message before B, who is in a tunnel, has heard of it: once he is back, A's phone shows that he was told",
    covers: "RG-02", tags: .offline, pinned: .links, .clocks, .policies
  ) { (world: ChatWorld) in
    let (alice, bob) = try await world.phones("Alice", "Bob", on: .wifi)
    let chat = try await alice.startConversation(with: bob)
    try await world.untilQuiet()
    await bob.setAirplaneMode(true)
    let oops = try await alice.send("oops", in: chat)
    try await alice.expect(\.status, of: .bubble(oops), is: .sent)
    await alice.delete(oops)
    try await world.untilQuiet()
    await bob.setAirplaneMode(false)
    try await alice.expect(\.status, of: .bubble(oops), is: .delivered, within: .seconds(10))
  }

  static let typedByWrongClocks = Scenario(
    "The clocks of A and B are wrong by ten minutes, one fast and one slow: each sees that the other types",
    covers: "TY-01", tags: .clocks, pinned: .links, .policies
  ) { (world: ChatWorld) in
    world.setPolicies { $0.showsTyping = true }
    let alice = try await world.phone("Alice", on: .wifi, clock: WallClock(skew: .minutes(10)))
    let bob = try await world.phone("Bob", on: .wifi, clock: WallClock(skew: .minutes(-10)))
    let chat = try await alice.startConversation(with: bob)
    await bob.open(chat)
    for (writer, reader) in [(alice, bob), (bob, alice)] {
      await writer.type("h")
      try await reader.expect(all: .that(\.typingLine, of: .thread, isNot: nil))
      try await reader.expect(\.typingLine, of: .thread, is: nil, within: .seconds(20))
    }
  }

  static let typingInTheThreadOfARejoined = Scenario(
    "B has the thread open, is removed and added again: he sees that C types without opening it anew",
    covers: "TY-02", tags: .groups, .members, pinned: .links, .clocks, .policies
  ) { (world: ChatWorld) in
    world.setPolicies { $0.showsTyping = true }
    let (alice, bob, carol) = try await world.phones("Alice", "Bob", "Carol", on: .wifi)
    let group = try await alice.startConversation(with: bob, carol, isGroup: true)
    await bob.open(group)
    await carol.open(group)
    try await world.removeAndAddAgain(bob, in: group, by: alice)
    try await bob.expect(\.isReadOnly, of: .thread, is: false)
    await carol.type("h")
    try await bob.expect(all: .that(\.typingLine, of: .thread, isNot: nil))
  }

  static let composedWhileRemovedElsewhere = Scenario(
    "B has words and a photo in the composer of one chat while he is removed from a group: both stay",
    covers: "MR-03", tags: .groups, .members, pinned: .links, .clocks, .policies, .traffic
  ) { (world: ChatWorld) in
    let (alice, bob, carol) = try await world.phones("Alice", "Bob", "Carol", on: .wifi)
    let group = try await alice.startConversation(with: bob, carol, isGroup: true)
    let chat = try await carol.startConversation(with: bob)
    await bob.open(chat)
    await bob.choose(Picture("view"))
    await bob.type("look at")
    await alice.remove(bob.userID, from: group)
    try await world.untilQuiet()
    try await bob.expect(
      all: .that(\.composer, of: .thread, is: "look at"),
      .that(\.previews.count, of: .thread, is: 1), within: .zero)
  }
}
