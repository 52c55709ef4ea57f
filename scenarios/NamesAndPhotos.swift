import Chat
import Rehearsal

// What people and groups are called, and the photos beside it, wherever the app shows them.

extension Scenarios {
  static let namesOfTheGone = Scenario(
    "B's new phone opens a group whose history tells of D, who is gone: it calls D by name, though no title and no row does",
    covers: "SY-01", tags: .groups, .members, .restart, mild: .links
  ) { (world: ChatWorld) in
    let (alice, bob, dave) = try await world.phones("Alice", "Bob", "Dave", on: .lte)
    let carol = try await world.phone("Carol", on: .lte)
    let group = try await alice.startConversation(with: bob, carol, dave, isGroup: true)
    await alice.remove(dave.userID, from: group)
    _ = try await alice.send("hello", in: group)
    try await bob.expect(\.unread, of: .conversation(group), is: 1)
    try await world.untilQuiet()
    try await bob.reinstall()
    try await bob.launch()
    try await bob.expect(
      all: .that(\.title, of: .conversation(group), is: "Alice, Carol"),
      .that(\.preview, of: .conversation(group), is: "hello"))
    await bob.open(group)
    try await bob.expect(\.texts, of: .thread, is: ["Alice removed Dave", "hello"])
  }

  static let namesEverywhere = Scenario(
    "Whom a phone knows it calls by name, in lists, threads and lines; a new name stands there at once, and without a network",
    covers: "TY-01", "SY-01", tags: .groups, .members, .typing, .offline, .restart,
    pinned: .policies, .duplicates
  ) { (world: ChatWorld) in
    world.setPolicies { $0.showsTyping = true }
    let (alice, bob, carol) = try await world.phones("Alice", "Bob", "Carol", on: .lte)
    let dave = try await world.phone("Dave", on: .lte)
    await alice.setAirplaneMode(true)
    let pair = try await alice.startConversation(withUsers: [bob.userID], isGroup: false)
    // Nobody has told this phone of Bob yet.
    try await alice.expect(\.title, of: .thread, is: "Unknown User", within: .seconds(1))
    await alice.setAirplaneMode(false)
    try await alice.expect(\.title, of: .thread, is: "Bob", within: .minutes(1))
    try await bob.expect(\.title, of: .conversation(pair), is: "Alice", within: .minutes(1))
    let group = try await alice.startConversation(with: bob, carol, isGroup: true)
    await alice.add(dave.userID, to: group)
    try await alice.expect(
      all: .that(\.title, of: .thread, is: "Bob, Carol, Dave"),
      .that(\.texts, of: .thread, is: ["You added Dave"]))
    try await dave.expect(
      all: .that(\.title, of: .conversation(group), is: "Alice, Bob, Carol"),
      .that(\.preview, of: .conversation(group), is: "Alice added you"))
    let hello = try await bob.send("hello", in: group)
    try await alice.expect(
      all: .that(\.accessibilityLabel, of: .bubble(hello), matches: "begins with “Bob: hello, ”") {
        $0.hasPrefix("Bob: hello, ")
      })
    await world.rename(bob.userID, to: "Robert")
    try await alice.expect(
      \.title, of: .thread, is: "Robert, Carol, Dave", within: .seconds(2))
    try await alice.expect(
      all: .that(
        \.accessibilityLabel, of: .bubble(hello), matches: "begins with “Robert: hello, ”"
      ) { $0.hasPrefix("Robert: hello, ") }, within: .zero)
    try await dave.expect(
      \.title, of: .conversation(group), is: "Alice, Robert, Carol", within: .seconds(2))
    await bob.open(group)
    try await bob.expect(\.texts, of: .thread, is: ["Alice added Dave", "hello"])
    try await world.advance(by: .seconds(5))
    await bob.type("and")
    try await alice.expect(
      \.typingLine, of: .thread, is: "Robert is typing…", within: .seconds(2))
    await alice.openInfo(of: group)
    await alice.askRemoval(of: bob.userID, from: group)
    try await alice.expect(
      \.text, of: .question, is: "Remove Robert from Robert, Carol, Dave?", within: .zero)
    await alice.goBack()
    try await world.untilQuiet()
    await dave.setAirplaneMode(true)
    try await dave.kill()
    try await dave.relaunch()
    try await dave.expect(\.title, of: .conversation(group), is: "Alice, Robert, Carol")
  }

  static let titleOfMany = Scenario(
    "A group without a name is called by eight of its members, and a phone asks for the names of no others",
    covers: "PB-09", tags: .groups, .cost, pinned: .policies, .duplicates
  ) { (world: ChatWorld) in
    let (alice, bob) = try await world.phones("Alice", "Bob", on: .lte)
    let others = (1...20).map { UserID("user\($0 + 10)") }
    for other in others { await world.openAccount(of: other, named: "No. \(other.text.suffix(2))") }
    let group = try await alice.startConversation(with: [bob], and: others, isGroup: true)
    let eight = "Bob, No. 11, No. 12, No. 13, No. 14, No. 15, No. 16, No. 17"
    try await alice.expect(\.title, of: .thread, is: eight + ", …")
    try await world.untilQuiet()
    let followed = await world.listens(by: alice).filter { $0.hasPrefix("/users/") }
    try world.require(followed.count, is: 8, "the number of accounts that Alice's phone follows")
    // Who is named no more is followed no more.
    await alice.openInfo(of: group)
    await alice.rename(group, to: "Everybody")
    await alice.closeSheet()
    try await bob.expect(\.title, of: .conversation(group), is: "Everybody")
    try await world.untilQuiet()
    for phone in [alice, bob] {
      try world.require(
        await world.listens(by: phone).filter { $0.hasPrefix("/users/") }, is: [],
        "the accounts that \(phone.name)'s phone follows")
    }
    _ = try await alice.startConversation(with: [bob], and: Array(others.prefix(7)), isGroup: true)
    try await alice.expect(\.title, of: .thread, is: eight)
  }

  static let namesInAThread = Scenario(
    "Of a group with a name of its own, A's phone follows the accounts that its open thread, a line or a row names, and no others",
    covers: "PB-09", "TY-01", "SY-01", tags: .groups, .members, .typing, .push, .cost,
    pinned: .policies, .duplicates, .links, .timings
  ) { (world: ChatWorld) in
    world.setPolicies {
      $0.showsTyping = true
      $0.usesPush = true
    }
    let (alice, bob, carol) = try await world.phones("Alice", "Bob", "Carol", on: .lte)
    let group = try await alice.startConversation(with: bob, carol, isGroup: true)
    await alice.openInfo(of: group)
    await alice.rename(group, to: "Hiking")
    await alice.closeSheet()
    let work = try await alice.startConversation(with: bob, carol, isGroup: true)
    await alice.openInfo(of: work)
    await alice.rename(work, to: "Work")
    await alice.closeSheet()
    await alice.close()
    let hello = try await bob.send("hello", in: group)
    _ = try await carol.send("a word", in: work)
    try await alice.expect(
      all: .that(\.preview, of: .conversation(group), is: "hello"),
      .that(\.preview, of: .conversation(work), is: "a word"))
    func expectFollowed(_ users: String...) async throws {
      try await world.untilQuiet()
      try world.require(
        await world.listens(by: alice).filter { $0.hasPrefix("/users/") }.sorted(),
        is: users.map { "/users/\($0)" }, "the accounts that Alice's phone follows")
    }
    func expectSpeaker(_ name: String) async throws {
      try await alice.expect(
        all: .that(
          \.accessibilityLabel, of: .bubble(hello), matches: "begins with “\(name): hello, ”"
        ) { $0.hasPrefix("\(name): hello, ") })
    }
    try await expectFollowed()

    // Names change while nobody looks, and under her eyes, also of what she has read before.
    await world.rename(bob.userID, to: "Robert")
    await alice.open(group)
    try await expectSpeaker("Robert")
    await world.rename(bob.userID, to: "Rob")
    try await expectSpeaker("Rob")
    await alice.close()
    try await expectFollowed()
    await world.rename(bob.userID, to: "Bobby")
    await alice.open(group)
    try await expectSpeaker("Bobby")
    await world.rename(carol.userID, to: "Caroline")
    await carol.open(group)
    await carol.type("I")
    try await alice.expect(
      \.typingLine, of: .thread, is: "Caroline is typing…", within: .seconds(3))

    // From one thread to the other: of the first nothing is followed any more.
    await alice.open(work)
    try await expectFollowed("carol")
    await alice.open(group)
    await alice.openInfo(of: group)
    await alice.askRemoval(of: bob.userID, from: group)
    try await alice.expect(\.text, of: .question, is: "Remove Bobby from Hiking?", within: .zero)
    await world.rename(bob.userID, to: "Robin")
    try await alice.expect(\.text, of: .question, is: "Remove Robin from Hiking?")
    // What a notification tells of has nothing in front.
    _ = try await carol.send("look", in: work)
    try await alice.expectNotifications(\.bodies, is: ["look"])
    try await alice.tapNotification()
    try await alice.expect(
      all: .that(\.id, of: .thread, is: work), .absent(.sheet), .absent(.question))
    try await expectFollowed("carol")
    await alice.close()
    try await expectFollowed()

    // On the list: the newest message tells of Carol, and the next one of nobody.
    await carol.openInfo(of: group)
    await carol.leave(group)
    await carol.confirm()
    try await alice.expect(\.preview, of: .conversation(group), is: "Caroline left")
    await world.rename(carol.userID, to: "Carola")
    try await alice.expect(\.preview, of: .conversation(group), is: "Carola left")
    try await expectFollowed("carol")
    _ = try await bob.send("bye", in: group)
    try await alice.expect(\.preview, of: .conversation(group), is: "bye")
    try await expectFollowed()
  }

  static let photoInTheList = Scenario(
    "The photo of a group stands in the list and above its thread on phones that have never looked at the group's information",
    covers: "GI-05", tags: .groups, .offline, .restart, pinned: .duplicates
  ) { (world: ChatWorld) in
    let (alice, bob, carol) = try await world.phones("Alice", "Bob", "Carol", on: .lte)
    let group = try await alice.startConversation(with: bob, carol, isGroup: true)
    try await carol.kill()
    let (hut, peak) = (Picture("hut"), Picture("peak"))
    await alice.openInfo(of: group)
    await alice.setPhoto(hut, of: group)
    try await bob.expect(
      \.photo?.content, of: .conversation(group), is: hut.content, within: .minutes(1))
    await bob.open(group)
    try await bob.expect(\.photo?.content, of: .thread, is: hut.content, within: .zero)
    await alice.setPhoto(peak, of: group)
    await alice.closeSheet()
    for phone in [alice, bob] {
      try await phone.expect(\.photo?.content, of: .thread, is: peak.content, within: .minutes(1))
    }
    try await carol.relaunch()
    try await carol.expect(
      \.photo?.content, of: .conversation(group), is: peak.content, within: .minutes(1))
    try await world.untilQuiet()
    await carol.setAirplaneMode(true)
    try await carol.kill()
    try await carol.relaunch()
    try await carol.expect(\.photo?.content, of: .conversation(group), is: peak.content)
  }

  static let oneTitleEverywhere = Scenario(
    "A nameless group of many, some with numbers for ids, is called by the same names in the same order in the list and in a notification",
    covers: "PM-05", tags: .groups, .push, pinned: .duplicates, .policies, .timings
  ) { (world: ChatWorld) in
    world.setPolicies { $0.usesPush = true }
    let (alice, bob) = try await world.phones("Alice", "Bob", on: .wifi)
    let names = ["Ann", "Ben", "Cid", "Dan", "Eve", "Fay", "Gus", "Hal", "Ida", "Joe"]
    let users = (1...10).map { UserID("\($0)") }
    for (user, name) in zip(users, names) { await world.openAccount(of: user, named: name) }
    let few = try await alice.startConversation(
      with: [bob], and: ["2", "10"], isGroup: true)
    let many = try await alice.startConversation(with: [bob], and: users, isGroup: true)
    let titles = ["Joe, Ben, Alice", "Ann, Joe, Ben, Cid, Dan, Eve, Fay, Gus, …"]
    for (group, title) in zip([few, many], titles) {
      try await bob.expect(\.title, of: .conversation(group), is: title)
    }
    try await bob.enterBackground()
    try await world.untilQuiet()
    for group in [few, many] {
      for text in ["who comes?", "at nine"] { _ = try await alice.send(text, in: group) }
    }
    try await bob.expectNotifications(
      all: .that("titles in any order", is: titles.sorted()) { $0.titles.sorted() },
      within: .minutes(1))
  }
}
