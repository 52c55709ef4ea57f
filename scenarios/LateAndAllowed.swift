import Chat
import Rehearsal

// What still goes once only admins write: what was begun, what is read, and what one takes back.

extension Scenarios {
  static let photoUnderANewRule = Scenario(
    "B's photo is on its way as A has only admins write: it arrives all the same, and everybody sees it",
    covers: "AS-06", "AS-19", "PM-10", tags: .groups,
    pinned: .links, .clocks, .policies, .traffic
  ) { (world: ChatWorld) in
    let (alice, carol) = try await world.phones("Alice", "Carol", on: .lte)
    let bob = try await world.phone("Bob", on: .threeG)
    let group = try await alice.startConversation(with: bob, carol, isGroup: true)
    for phone in [bob, carol] { await phone.open(group) }
    let view = Picture("view", byteCount: 1_000_000)
    let look = try await bob.send("look", picture: view, in: group)
    try await bob.expect(\.photo?.progress, of: .bubble(look), is: "26 %", within: .minutes(1))
    await alice.openInfo(of: group)
    await alice.letOnlyAdminsWrite(true, in: group)
    try await bob.expect(
      all: .that(\.hasComposer, of: .thread, is: false),
      .that(\.photo?.progress, of: .bubble(look), isNot: nil), within: .seconds(5))
    await alice.closeSheet()
    for phone in [alice, carol] {
      try await phone.expect(
        \.photo?.content, of: .bubble(look), is: view.content, within: .minutes(2))
    }
    try await bob.expect(
      all: .that(\.photo?.progress, of: .bubble(look), is: nil),
      .that(\.photo?.failure, of: .bubble(look), is: nil), .absent(.alert),
      within: .seconds(10))
    try await world.untilQuiet()
    try await world.expectPictures(1)
  }

  static let readUnderANewRule = Scenario(
    "C has written before A has only admins write, and B reads it after that: C sees that both have read",
    covers: "GR-01", "PM-10", tags: .receipts, .groups, pinned: .links, .policies
  ) { (world: ChatWorld) in
    let (alice, bob, carol) = try await world.phones("Alice", "Bob", "Carol", on: .wifi)
    let group = try await alice.startConversation(with: bob, carol, isGroup: true)
    await carol.open(group)
    let who = try await carol.send("who brings the cake?", in: group)
    try await carol.expect(\.receiptLabel, of: .bubble(who), is: "Read by 1 of 2")
    try await bob.expect(\.unread, of: .conversation(group), is: 1)
    await alice.openInfo(of: group)
    await alice.letOnlyAdminsWrite(true, in: group)
    try await carol.expect(\.hasComposer, of: .thread, is: false)
    try await world.untilQuiet()
    await bob.open(group)
    try await carol.expect(\.receiptLabel, of: .bubble(who), is: "Read by 2 of 2")
    await bob.close()
    try await bob.expect(\.unread, of: .conversation(group), is: 0, for: .seconds(10))
    await carol.openReceipts(of: who)
    try await carol.expect(
      all: .that("readers", of: .receiptSheet, is: ["alice", "bob"]) {
        $0.sections.first?.users.map(\.text).sorted() ?? []
      })
  }

  static let takenBackUnderANewRule = Scenario(
    "Only admins write by now, and B, who is none, deletes what he said before: it is gone for everybody, and he reads of no failure",
    covers: "RG-01", "PM-10", tags: .groups, pinned: .links, .policies
  ) { (world: ChatWorld) in
    let (alice, bob, carol) = try await world.phones("Alice", "Bob", "Carol", on: .wifi)
    let group = try await alice.startConversation(with: bob, carol, isGroup: true)
    for phone in [bob, carol] { await phone.open(group) }
    let oops = try await bob.send("oops", in: group)
    try await bob.expect(\.status, of: .bubble(oops), is: .read)
    await alice.openInfo(of: group)
    await alice.letOnlyAdminsWrite(true, in: group)
    await alice.closeSheet()
    try await bob.expect(
      all: .that(\.hasComposer, of: .thread, is: false),
      .that(\.controls, of: .bubble(oops), is: [.delete]))
    await bob.delete(oops)
    for phone in [alice, carol] {
      try await phone.expect(\.isDeleted, of: .bubble(oops), is: true)
    }
    try await bob.expect(
      all: .that(\.isDeleted, of: .bubble(oops), is: true), .absent(.alert), for: .seconds(10))
  }

  static let captionOnTheWay = Scenario(
    "A corrects the words to a photo that is still on its way: B reads the right ones before he sees it, and they stay",
    covers: "RG-01", "AS-08", pinned: .links, .clocks, .policies, .traffic
  ) { (world: ChatWorld) in
    let alice = try await world.phone("Alice", on: .threeG)
    let bob = try await world.phone("Bob", on: .lte)
    let chat = try await alice.startConversation(with: bob)
    await bob.open(chat)
    let view = Picture("view", byteCount: 1_000_000)
    let look = try await alice.send("the lkae", picture: view, in: chat)
    try await bob.expect(\.text, of: .bubble(look), is: "the lkae")
    try await alice.expect(\.photo?.progress, of: .bubble(look), is: "26 %", within: .minutes(1))
    await alice.edit(look, to: "the lake")
    try await bob.expect(
      all: .that(\.text, of: .bubble(look), is: "the lake"),
      .that(\.photo?.content, of: .bubble(look), is: nil), within: .seconds(10))
    try await bob.expect(
      \.photo?.content, of: .bubble(look), is: view.content, within: .minutes(2))
    for phone in [alice, bob] {
      try await phone.expect(
        all: .that(\.text, of: .bubble(look), is: "the lake"),
        .that(\.photo?.progress, of: .bubble(look), is: nil), .absent(.alert),
        within: .seconds(10))
    }
    try await world.untilQuiet()
    try await world.expectPictures(1)
  }
}
