import Chat
import Rehearsal

// What counts of the time before somebody came back, left or was asked, and what never was.

extension Scenarios {
  static let photosFromBeforeTheReturn = Scenario(
    "A, an admin, leaves and is an admin again: she may delete photos that come from then on, and is offered nothing at those from before",
    covers: "PM-18", tags: .groups, .members, pinned: .links, .clocks, .policies, .traffic
  ) { (world: ChatWorld) in
    let (alice, bob, carol) = try await world.phones("Alice", "Bob", "Carol", on: .wifi)
    let group = try await alice.startConversation(with: bob, carol, isGroup: true)
    let before = try await bob.send("before", picture: Picture("hut"), in: group)
    try await alice.expect(
      all: .that(\.photo?.content, of: .bubble(before), isNot: nil),
      .that(\.controls, of: .bubble(before), is: [.deleteMedia]), within: .minutes(1))
    await alice.openInfo(of: group)
    await alice.give(.admin, to: bob.userID, in: group)
    try await world.untilQuiet()
    await alice.leave(group)
    await alice.confirm()
    try await alice.expect(\.isReadOnly, of: .thread, is: true)
    try await world.untilQuiet()
    await bob.open(group)
    await bob.add(alice.userID, to: group)
    await bob.openInfo(of: group)
    await bob.give(.admin, to: alice.userID, in: group)
    await bob.closeSheet()
    let after = try await bob.send("after", picture: Picture("peak"), in: group)
    try await alice.expect(
      all: .that(\.photo?.content, of: .bubble(after), isNot: nil),
      .that(\.controls, of: .bubble(after), is: [.deleteMedia]),
      .that(\.photo?.content, of: .bubble(before), isNot: nil),
      .that(\.controls, of: .bubble(before), is: []), within: .minutes(1))
    for (message, control) in [(before, nil), (after, "Delete media")] as [(MessageID, String?)] {
      await alice.openPicture(of: message)
      try await alice.expect(\.delete, of: .pictureViewer, is: control, within: .zero)
      await alice.swipeDown()
    }
  }

  static let removedBeforeItIsTold = Scenario(
    "B has left and come back, and A removes him while the backend is late to tell of it: his row says that he is no member, not that he left, and then who did it",
    covers: "MR-03", tags: .groups, .members, .fault,
    pinned: .duplicates, .policies, .timings, .links
  ) { (world: ChatWorld) in
    let (alice, bob, carol) = try await world.phones("Alice", "Bob", "Carol", on: .wifi)
    let group = try await alice.startConversation(with: bob, carol, isGroup: true)
    await alice.openInfo(of: group)
    await alice.rename(group, to: "Hiking")
    await alice.closeSheet()
    await bob.open(group)
    await bob.openInfo(of: group)
    await bob.leave(group)
    await bob.confirm()
    await bob.close()
    try await world.untilQuiet()
    try await bob.expect(\.departure, of: .conversation(group), is: "You left")
    await alice.add(bob.userID, to: group)
    try await bob.expect(\.departure, of: .conversation(group), is: nil)
    try await world.untilQuiet()
    await alice.remove(bob.userID, from: group)
    try await world.cutFunctions(for: .seconds(3))
    // What was cut off is tried again after ten seconds at the earliest.
    try await bob.expect(
      \.departure, of: .conversation(group), is: "You are not a member any more",
      for: .seconds(4))
    try await bob.expect(
      \.departure, of: .conversation(group), is: "You were removed from Hiking",
      within: .minutes(15))
  }

  static let lastOneLeavesBehindAQuestion = Scenario(
    "A is asked whether to remove B of three, and C leaves behind the question: her yes is followed by the question whether to archive the group, and nothing is done before the second",
    covers: "MR-05", "MR-06", tags: .groups, .members, .sheets, pinned: .links, .policies
  ) { (world: ChatWorld) in
    let (alice, bob, carol) = try await world.phones("Alice", "Bob", "Carol", on: .wifi)
    let group = try await alice.startConversation(with: bob, carol, isGroup: true)
    await carol.open(group)
    await carol.openInfo(of: group)
    await alice.openInfo(of: group)
    await alice.askRemoval(of: bob.userID, from: group)
    try await alice.expect(
      \.text, of: .question, is: "Remove Bob from Bob, Carol?", within: .seconds(1))
    await carol.leave(group)
    await carol.confirm()
    try await world.untilQuiet()
    try await alice.expect(\.confirm, of: .question, is: "Remove", within: .zero)
    await alice.confirm()
    try await alice.expect(
      all: .that(\.text, of: .question, is: "A group needs two members. Archive Bob?"),
      .that(\.confirm, of: .question, is: "Archive"), within: .zero)
    try await bob.expect(
      all: .that(\.isArchived, of: .conversation(group), is: false),
      .that(\.departure, of: .conversation(group), is: nil), for: .minutes(1))
    try world.require(
      await world.members(of: group), is: ["alice", "bob"], "the members at the backend")
    await alice.confirm()
    await alice.closeSheet()
    try await alice.expect(\.writingNotice, of: .thread, is: "This group is archived")
    try await bob.expect(
      all: .that(\.departure, of: .conversation(group), isNot: nil), within: .seconds(5))
  }

  static let longGoneWriter = Scenario(
    "C wrote in a group long ago and has left, and A has her phone anew: the statistics call C by her name",
    covers: "PM-19", tags: .groups, .members, .sheets, .restart,
    pinned: .links, .clocks, .policies
  ) { (world: ChatWorld) in
    let (alice, bob, carol) = try await world.phones("Alice", "Bob", "Carol", on: .wifi)
    let group = try await alice.startConversation(with: bob, carol, isGroup: true)
    await alice.openInfo(of: group)
    await alice.rename(group, to: "Hiking")
    await carol.open(group)
    for number in 1...3 { _ = try await carol.send("\(number)", in: group) }
    await carol.openInfo(of: group)
    await carol.leave(group)
    await carol.confirm()
    try await world.untilQuiet()
    for number in 1...25 { _ = try await bob.send("\(number)", in: group) }
    try await world.untilQuiet()
    try await alice.reinstall()
    try await alice.launch()
    await alice.open(group)
    try await alice.expect(\.bubbles.last?.text, of: .thread, is: "25")
    try await world.untilQuiet()
    await alice.openInfo(of: group)
    await alice.openStatistics(of: group)
    try await alice.expect(
      all: .that("writers", of: .groupStatistics, is: ["Bob", "Carol"]) { $0.active.map(\.name) },
      .that("messages by writer", of: .groupStatistics, is: [25, 3]) { $0.active.map(\.count) })
  }

  static let pinnedBeforeItIs = Scenario(
    "A program of A's pins a message that is not there: the rules refuse it, in a group and in a pair, and what gets that id later is not pinned",
    covers: "PM-12", tags: .groups, .rules, pinned: .links, .policies
  ) { (world: ChatWorld) in
    let (alice, bob) = try await world.phones("Alice", "Bob", on: .wifi)
    let pair = try await alice.startConversation(with: bob)
    let group = try await alice.startConversation(with: bob, isGroup: true)
    func pin(_ message: String, in id: ConversationID) -> [Path: Node] {
      ["conversations/\(id)/pins/\(message)": ["by": "alice", "at": now]]
    }
    for (id, message) in [(pair, "m1"), (group, "m2")] {
      try await world.refuses("alice", "pin what is not there", pin(message, in: id))
      try await world.accepts(
        "bob", "write what gets that id",
        ["messages/\(id)/\(message)": ["author": "bob", "text": "hello", "sentAt": now]])
      await alice.open(id)
      try await alice.expect(\.texts, of: .thread, is: ["hello"])
      try await alice.expect(\.pinnedTexts, of: .thread, is: [], for: .seconds(5))
      try await world.accepts("alice", "pin what is there", pin(message, in: id))
      try await alice.expect(\.pinnedTexts, of: .thread, is: ["hello"])
    }
  }
}

private let now = Node(.timestamp)
