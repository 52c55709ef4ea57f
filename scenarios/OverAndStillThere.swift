import Chat
import Rehearsal

// What ends while something of it is open or under way, what failed and stays, and names of which nothing can be seen.

extension Scenarios {
  static let pairWithABorrowedName = Scenario(
    "A program founds a pair with Bob under the name of Alice and with a photo: the rules refuse it, since two people have their own names",
    covers: "SE-02", "GI-04", tags: .rules, pinned: .links, .policies
  ) { (world: ChatWorld) in
    let (alice, bob) = try await world.phones("Alice", "Bob", on: .wifi)
    await world.openAccount(of: "mallory", named: "Mallory")
    func found(_ name: Node, _ photo: Node) -> [Path: Node] {
      var node: Node = [
        "isGroup": false, "createdBy": "mallory", "createdAt": now,
        "members": ["bob": true, "mallory": true],
        "seats": ["1": "bob", "2": "mallory"], "seatOf": ["bob": "1", "mallory": "2"],
      ]
      node = node.updating("name", to: name).updating("photo", to: photo)
      return ["conversations/p1": node, "memberships/bob/p1": true, "memberships/mallory/p1": true]
    }
    _ = alice
    try await world.refuses("mallory", "be called Alice", found("Alice", .empty))
    try await world.refuses("mallory", "look like Alice", found(.empty, "/groups/p1/mallory/face"))
    try await world.accepts("mallory", "found a pair", found(.empty, .empty))
    try await bob.expect(all: .that("titles", is: ["Mallory"]) { $0.conversations.map(\.title) })
  }

  static let failedInTheArchive = Scenario(
    "A's message is refused, and she writes no more there: the chat can be put away, and stands by what B writes later",
    covers: "PM-15", "UN-04", tags: .fault, pinned: .links, .clocks, .policies
  ) { (world: ChatWorld) in
    let (alice, bob, carol) = try await world.phones("Alice", "Bob", "Carol", on: .wifi)
    let chat = try await alice.startConversation(with: bob)
    try await world.untilQuiet()
    world.refuseNext(.message, by: alice)
    let lost = try await alice.send("lost", in: chat)
    try await alice.expect(\.status, of: .bubble(lost), is: .failed)
    let other = try await alice.startConversation(with: carol)
    await alice.close()
    try await world.advance(by: .minutes(1))
    _ = try await carol.send("hello", in: other)
    try await alice.expect(\.preview, of: .conversation(other), is: "hello")
    try await world.advance(by: .minutes(1))
    _ = try await bob.send("are you there?", in: chat)
    try await alice.expect(
      all: .that(\.unread, of: .conversation(chat), is: 1),
      .that("listed conversations", is: [chat, other]) { $0.conversations.map(\.id) })
    await alice.archive(chat)
    try await world.untilQuiet()
    try await alice.expect(\.isInArchive, of: .conversation(chat), is: true, for: .seconds(10))
  }

  static let pickedAndGone = Scenario(
    "A picks Carol and Dave, whose account is deleted before she taps Add: Carol is added, and A reads of no failure",
    covers: "MA-01", "MA-07", tags: .groups, .members, .sheets, pinned: .links, .policies
  ) { (world: ChatWorld) in
    let (alice, bob) = try await world.phones("Alice", "Bob", on: .wifi)
    for (id, name) in [("carol", "Carol"), ("dave", "Dave")] {
      await world.openAccount(of: UserID(id), named: name)
    }
    let group = try await alice.startConversation(with: bob, isGroup: true)
    await alice.openPicker(in: group)
    try await alice.expect(\.names, of: .picker, is: ["Carol", "Dave"])
    for user in ["carol", "dave"] as [UserID] { await alice.tapRow(of: user) }
    await world.deleteAccount(of: "dave")
    try await alice.expect(\.names, of: .picker, is: ["Carol"])
    await alice.addPicked()
    try await world.untilQuiet()
    try await alice.expect(
      all: .that(\.users, of: .thread, is: ["alice", "bob", "carol"]), .absent(.alert))
  }

  static let goneBeforePicking = [
    goneBeforePicking(andRestarted: false).named("running"),
    goneBeforePicking(andRestarted: true).named("restarted"),
  ]

  private static func goneBeforePicking(andRestarted restarts: Bool) -> Scenario {
    Scenario(
      "A has seen Carol and Dave in the picker, and Dave's account is deleted \(restarts ? "while her app is closed" : "after she has closed it"): the next time it offers Carol alone",
      covers: "MA-02", tags: .groups, .members, .sheets, .restart, pinned: .links, .policies
    ) { (world: ChatWorld) in
      let (alice, bob) = try await world.phones("Alice", "Bob", on: .wifi)
      for (id, name) in [("carol", "Carol"), ("dave", "Dave")] {
        await world.openAccount(of: UserID(id), named: name)
      }
      let group = try await alice.startConversation(with: bob, isGroup: true)
      await alice.openPicker(in: group)
      try await alice.expect(\.names, of: .picker, is: ["Carol", "Dave"])
      await alice.closeSheet()
      try await world.untilQuiet()
      if restarts { try await alice.kill() }
      await world.deleteAccount(of: "dave")
      try await world.untilQuiet()
      if restarts {
        try await alice.relaunch()
        await alice.open(group)
      }
      await alice.openPicker(in: group)
      try await alice.expect(\.names, of: .picker, is: ["Carol"])
      await alice.tapRow(of: "carol")
      await alice.addPicked()
      try await alice.expect(
        all: .that(\.users, of: .thread, is: ["alice", "bob", "carol"]), .absent(.alert))
    }
  }

  static let pickerOfAnEndedGroup = Scenario(
    "A picks whom to add as her iPad ends the group: the picker goes, as the other sheets that take a right",
    covers: "MR-06", "MR-16", tags: .groups, .members, .sheets, .multiDevice,
    pinned: .links, .policies
  ) { (world: ChatWorld) in
    let (alice, bob) = try await world.phones("Alice", "Bob", on: .wifi)
    let tablet = try await world.phone("Alice's iPad", user: "alice", on: .wifi)
    await world.openAccount(of: "dave", named: "Dave")
    let group = try await alice.startConversation(with: bob, tablet, isGroup: true)
    await alice.openPicker(in: group)
    await alice.tapRow(of: "dave")
    await tablet.open(group)
    await tablet.openInfo(of: group)
    await tablet.askRemoval(of: bob.userID, from: group)
    await tablet.confirm()
    try await alice.expect(all: .absent(.picker), within: .seconds(5))
  }

  static let leftBeforeTheCreationIsTold = Scenario(
    "A begins a group, and B leaves it before the backend has told who began it: nobody tells B that he was removed",
    covers: "SY-09", "NO-03", "MR-10", tags: .groups, .members, .push, .fault,
    pinned: .duplicates, .policies, .timings, .links
  ) { (world: ChatWorld) in
    world.setPolicies {
      $0.usesPush = true
      $0.announcesCreation = true
    }
    let (alice, bob, carol) = try await world.phones("Alice", "Bob", "Carol", on: .wifi)
    try await world.untilQuiet()
    let group = try await alice.startConversation(
      withUsers: [bob.userID, carol.userID], isGroup: true)
    try await world.cutFunctions(for: .seconds(3))
    await bob.open(group)
    await bob.openInfo(of: group)
    await bob.leave(group)
    await bob.confirm()
    await bob.close()
    try await world.advance(by: .seconds(3))
    try await bob.enterBackground()
    try await bob.expectNotifications(
      all: .that(\.bodies, is: []), .that(\.bannerCount, is: 0), for: .minutes(15))
  }

  static let invitedToAnEndedGroup = Scenario(
    "A has invited Dave, and ends the group: his list invites him to nothing any more",
    covers: "PM-09", "MR-06", tags: .groups, .members, pinned: .links, .policies
  ) { (world: ChatWorld) in
    let (alice, bob) = try await world.phones("Alice", "Bob", on: .wifi)
    let dave = try await world.phone("Dave", on: .wifi)
    let group = try await alice.startConversation(with: bob, isGroup: true)
    await alice.openInfo(of: group)
    await alice.invite(dave.userID, to: group)
    try await dave.expect(\.invitations.count, is: 1)
    await alice.askRemoval(of: bob.userID, from: group)
    await alice.confirm()
    try await dave.expect(\.invitations.count, is: 0)
  }

  static let searchedWithASpace = Scenario(
    "B searches for what his keyboard has completed, with a space behind it: he finds it all the same",
    covers: "PM-13", "PM-14", tags: .groups, pinned: .links, .policies
  ) { (world: ChatWorld) in
    let (alice, bob) = try await world.phones("Alice", "Bob", on: .wifi)
    let chat = try await alice.startConversation(with: bob)
    try await bob.expect(\.title, of: .conversation(chat), is: "Alice")
    await bob.search("alice ")
    try await bob.expect(
      all: .that("listed conversations", is: [chat]) { $0.listedConversations.map(\.id) })
  }

  static let namedByNothing = Scenario(
    "A program of A's names the group with signs that nobody sees: it is called by its members",
    covers: "SY-08", "GI-03", tags: .groups, .rules, pinned: .links, .policies
  ) { (world: ChatWorld) in
    let (alice, bob) = try await world.phones("Alice", "Bob", on: .wifi)
    let group = try await alice.startConversation(with: bob, isGroup: true)
    try await bob.expect(\.title, of: .conversation(group), is: "Alice")
    try await world.accepts(
      "alice", "name it", ["conversations/\(group)/name": "\u{200B} \u{2060}"])
    try await bob.expect(\.title, of: .conversation(group), is: "Alice", for: .seconds(5))
  }
}

private let now = Node(.timestamp)
