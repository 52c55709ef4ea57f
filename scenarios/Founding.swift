import Chat
import Rehearsal

// Whom a conversation is founded with: people who have an account.

extension Scenarios {
  static let foundedWithoutAccount = Scenario(
    "A begins a group in a tunnel with somebody whose account is deleted meanwhile: it is refused, and she is told",
    covers: "SE-06", "MA-07", tags: .groups, .members, .offline, .restart
  ) { (world: ChatWorld) in
    let (alice, bob) = try await world.phones("Alice", "Bob", on: .lte)
    await world.openAccount(of: "carol", named: "Carol")
    await alice.setAirplaneMode(true)
    let group = try await alice.startConversation(
      withUsers: [bob.userID, "carol"], isGroup: true)
    let hello = try await alice.send("hello", in: group)
    await world.deleteAccount(of: "carol")
    await alice.setAirplaneMode(false)
    try await alice.expect(\.alert, is: "The conversation could not be started")
    await alice.answerAlert()
    // Nothing can be written there, and what was is not sent.
    try await alice.expect(
      all: .that(\.isReadOnly, of: .thread, is: true), .that(\.hasComposer, of: .thread, is: false),
      .that(\.status, of: .bubble(hello), is: .failed), .absent(.alert))
    try await bob.expect(\.conversations.count, is: 0, for: .minutes(1))
    try world.require(await world.members(of: group), is: [], "the members at the backend")
    // Told once.
    try await alice.kill()
    try await alice.relaunch()
    try await alice.expect(\.alert, is: nil, for: .minutes(1), within: .seconds(1))

    let pair = try await alice.startConversation(with: bob)
    let again = try await alice.send("just you", in: pair)
    try await alice.expect(\.status, of: .bubble(again), is: .delivered)
  }

  static let fullFromTheStart = Scenario(
    "A begins a group of 256 in a tunnel, removes two of them and adds one of the two and somebody else: all the seats are taken again",
    covers: "MA-11", tags: .groups, .members, .offline, pinned: .links, .timings
  ) { (world: ChatWorld) in
    let alice = try await world.phone("Alice", on: .wifi)
    await world.openAccount(of: "zoe", named: "Zoe")
    let guests = (1...255).map { UserID("guest\($0)") }
    await world.openAccounts(of: guests)
    await alice.setAirplaneMode(true)
    let group = try await alice.startConversation(withUsers: guests, isGroup: true)
    await alice.remove("guest7", "guest8", from: group)
    await alice.add("guest7", "zoe", to: group)
    try await alice.expect(\.members.count, of: .thread, is: 256, within: .zero)
    await alice.setAirplaneMode(false)
    try await world.untilQuiet()
    try await alice.expect(
      all: .absent(.alert), .that(\.members.count, of: .thread, is: 256), within: .zero)
    let members = await world.members(of: group)
    try world.require(members.count, is: 256, "the number of members at the backend")
    try world.require(
      members.filter { ["guest7", "guest8", "zoe"].contains($0) }, is: ["guest7", "zoe"],
      "those who were removed or added and are members")
  }

  static let changedBeforeItsStart = Scenario(
    "A group is begun without a network and changed at once: its changes show, also after a restart, and hold once there is one",
    covers: "MA-04", "MA-09", "GI-03", tags: .groups, .members, .offline, .restart
  ) { (world: ChatWorld) in
    let (alice, bob, carol) = try await world.phones("Alice", "Bob", "Carol", on: .lte)
    let dave = try await world.phone("Dave", on: .lte)
    await world.openAccounts(of: ["erin"])
    await alice.setAirplaneMode(true)
    let group = try await alice.startConversation(
      withUsers: [bob.userID, carol.userID], isGroup: true)
    await alice.openInfo(of: group)
    await alice.add(dave.userID, to: group)
    await alice.rename(group, to: "Lunch")
    try await alice.expect(\.title, of: .groupInfo, is: "Lunch", within: .zero)
    await alice.remove(carol.userID, from: group)
    await alice.add("erin", to: group)
    for isAgain in [false, true] {
      if isAgain {
        try await alice.kill()
        try await alice.relaunch()
        await alice.open(group)
        await alice.openInfo(of: group)
      }
      try await alice.expect(
        all: .that(\.users, of: .groupInfo, is: ["alice", "bob", "dave", "erin"]),
        .that("pending marks", of: .groupInfo, is: [nil, nil, "Pending", "Pending"]) {
          $0.members.map(\.pending)
        },
        .that(\.title, of: .groupInfo, is: "Lunch"), for: .minutes(1), within: .milliseconds(100))
    }
    await alice.setAirplaneMode(false)
    for phone in [bob, dave] {
      try await phone.expect(\.title, of: .conversation(group), is: "Lunch", within: .minutes(1))
    }
    try await alice.expect(
      all: .that(\.users, of: .groupInfo, is: ["alice", "bob", "dave", "erin"]),
      .that("pending marks", of: .groupInfo, is: []) { $0.members.compactMap(\.pending) },
      .absent(.alert), for: .minutes(1), within: .minutes(1))
    try world.require(
      await world.members(of: group), is: ["alice", "bob", "dave", "erin"],
      "the members at the backend")
    try world.require(
      await world.systemMessages(in: group).count, is: 3,
      "the number of system messages at the backend")
  }

  static let leftBeforeItsStart = Scenario(
    "A begins a group without a network and leaves it: she has left at once, and for the others once there is one",
    covers: "MR-10", tags: .groups, .members, .offline
  ) { (world: ChatWorld) in
    let (alice, bob, carol) = try await world.phones("Alice", "Bob", "Carol", on: .lte)
    await alice.setAirplaneMode(true)
    let group = try await alice.startConversation(
      withUsers: [bob.userID, carol.userID], isGroup: true)
    await alice.remove(alice.userID, from: group)
    try await alice.expect(
      all: .that(\.writingNotice, of: .thread, is: "You left"),
      .that(\.isReadOnly, of: .thread, is: true), for: .minutes(1), within: .zero)
    await alice.setAirplaneMode(false)
    try await alice.expect(
      all: .that(\.writingNotice, of: .thread, is: "You left"), .absent(.alert), for: .minutes(1),
      within: .zero)
    for phone in [bob, carol] {
      try await phone.expect(\.preview, of: .conversation(group), is: "Alice left")
    }
  }

  static let startedAndLeft = Scenario(
    "A hears no answer to a group that she begins; said again, it is there, and when she leaves it later nothing has failed",
    covers: "MR-10", tags: .groups, .members, .offline, .fault, mild: .links
  ) { (world: ChatWorld) in
    let (alice, bob, carol) = try await world.phones("Alice", "Bob", "Carol", on: .lte)
    try await world.advance(by: .seconds(5))
    let held = alice.hold(.incoming)
    let group = try await alice.startConversation(
      withUsers: [bob.userID, carol.userID], isGroup: true)
    try await bob.expect(all: .present(.conversation(group)), within: .seconds(10))
    await alice.setAirplaneMode(true)
    held.end()
    await alice.setAirplaneMode(false)
    let hello = try await alice.send("hello", in: group)
    try await alice.expect(\.status, of: .bubble(hello), is: .delivered, within: .seconds(10))
    await alice.remove(alice.userID, from: group)
    try await carol.expect(
      \.preview, of: .conversation(group), is: "Alice left", within: .seconds(10))
    try await alice.expect(
      all: .that(\.writingNotice, of: .thread, is: "You left"), .absent(.alert), for: .minutes(1))
  }

  static let changedWhileBusy = Scenario(
    "A hears no answer to two groups that she begins, and changes them in a tunnel, as her iPad does; back, her app is busy: all of it holds, and nothing has failed, then or later",
    covers: "MR-13", "MA-09", tags: .groups, .members, .offline, .multiDevice, .fault, .cost,
    pinned: .duplicates, .policies, .timings, .links, .traffic
  ) { (world: ChatWorld) in
    let (alice, bob) = try await world.phones("Alice", "Bob", on: .lte)
    let tablet = try await world.phone("Alice's iPad", user: "alice", on: .wifi)
    await world.openAccount(of: "dave", named: "Dave")
    await world.openAccount(of: "erin", named: "Erin")
    await world.openAccount(of: "frank", named: "Frank")
    try await world.advance(by: .seconds(5))
    let held = alice.hold(.incoming)
    var groups: [ConversationID] = []
    for _ in 1...2 {
      groups.append(try await alice.startConversation(withUsers: [bob.userID], isGroup: true))
    }
    for group in groups {
      try await tablet.expect(all: .present(.conversation(group)), within: .seconds(10))
    }
    try await world.advance(by: .seconds(5))
    await alice.setAirplaneMode(true)
    held.end()
    for group in groups {
      await alice.open(group)
      await alice.add("dave", to: group)
      await alice.remove("dave", from: group)
      await alice.add("frank", to: group)
      // The seat that the phone would choose is taken.
      await tablet.open(group)
      await tablet.add("erin", to: group)
      try await bob.expect(\.preview, of: .conversation(group), is: "Alice added Erin")
    }
    try await world.untilQuiet()
    // Both starts, the six changes that come before the groups are there to tell why, and the removals of who was never added.
    try await world.expect(10, .refusals, by: alice) {
      _ = try await alice.sendOnSlowDisk("welcome", in: groups[1])
      await alice.setAirplaneMode(false)
      for group in groups {
        try await bob.expect(
          \.title, of: .conversation(group), is: "Alice, Erin, Frank", within: .minutes(1))
      }
      try await alice.expect(\.alert, is: nil, for: .minutes(1))
      try await world.untilQuiet()
    }
    for group in groups {
      try world.require(
        await world.systemMessages(in: group).count, is: 2,
        "the number of system messages at the backend")
      await alice.open(group)
      await alice.remove(alice.userID, from: group)
      try await bob.expect(\.preview, of: .conversation(group), is: "Alice left")
    }
    try await alice.expect(
      all: .that(\.writingNotice, of: .thread, is: "You left"), .absent(.alert), for: .minutes(1))
  }

  static let refusedBesideAnother = Scenario(
    "A hears no answer to two groups and an addition to the second; said again, the first is refused: she is told of that alone",
    covers: "SE-06", "MA-07", tags: .groups, .members, .offline, .fault, mild: .links
  ) { (world: ChatWorld) in
    let (alice, bob, carol) = try await world.phones("Alice", "Bob", "Carol", on: .lte)
    try await world.advance(by: .seconds(5))
    let held = alice.hold(.incoming)
    _ = try await alice.startConversation(withUsers: ["bob", "ghost"], isGroup: true)
    let group = try await alice.startConversation(withUsers: ["bob"], isGroup: true)
    await alice.add("carol", to: group)
    try await carol.expect(
      \.preview, of: .conversation(group), is: "Alice added you", within: .minutes(1))
    await alice.setAirplaneMode(true)
    held.end()
    await alice.setAirplaneMode(false)
    // The addition is refused before the group is there to tell why, and is said once more when it is.
    let refused = ScreenCondition<Screen>.that(
      \.alert, is: "The conversation could not be started")
    let three = ScreenCondition<Screen>.that(\.users, of: .thread, is: ["alice", "bob", "carol"])
    try await alice.expect(all: refused, three, within: .minutes(1))
    try await alice.expect(all: refused, three, for: .seconds(10))
    await alice.answerAlert()
    try await alice.expect(all: .absent(.alert), three, for: .minutes(1))
    try await bob.expect(\.conversations.count, is: 1)
  }

  static let forgedFounding = Scenario(
    "No program founds a conversation with an account that is gone or never was, not even to have a second member, nor a group without an admin",
    covers: "MR-17", "SE-06", "SE-08", tags: .rules, .groups, .members
  ) { (world: ChatWorld) in
    let (alice, bob) = try await world.phones("Alice", "Bob", on: .wifi)
    await world.openAccount(of: "carol", named: "Carol")
    func found(
      _ id: String, _ users: [String], isGroup: Bool = true, admin: Node = ["bob": true]
    ) -> [Path: Node] {
      let seats = zip(1..., users).map { (Key("\($0)"), Node(.string($1))) }
      let places = zip(1..., users).map { (Key($1), Node(.string("\($0)"))) }
      var all: [Path: Node] = [
        Path(unchecked: "conversations/\(id)"): [
          "isGroup": Node(.bool(isGroup)), "createdBy": "bob", "createdAt": now,
          "admins": isGroup ? admin : .empty,
          "members": Node(children: users.map { (Key($0), Node(.bool(true))) }),
          "seats": Node(children: seats), "seatOf": Node(children: places.sorted { $0.0 < $1.0 }),
        ]
      ]
      for user in users { all[Path(unchecked: "memberships/\(user)/\(id)")] = true }
      return all
    }
    try await world.refuses("bob", "found a group with nobody", found("g1", ["bob", "ghost"]))
    try await world.refuses(
      "bob", "found a pair with nobody", found("g1", ["bob", "ghost"], isGroup: false))
    try await world.refuses(
      "bob", "found a group with one who is nobody", found("g1", ["bob", "carol", "ghost"]))
    try await world.refuses(
      "bob", "found a pair of three", found("g1", ["alice", "bob", "carol"], isGroup: false))
    try await world.refuses(
      "bob", "found a group without an admin", found("g1", ["bob", "carol"], admin: .empty))
    try await world.refuses(
      "bob", "found a group for Carol to lead",
      found("g1", ["bob", "carol"], admin: ["carol": true]))
    try await world.accepts("bob", "found a group with Carol", found("g1", ["bob", "carol"]))
    try await world.accepts(
      "bob", "found a pair with Alice", found("g2", ["alice", "bob"], isGroup: false))
    await world.deleteAccount(of: "carol")
    try await world.refuses(
      "bob", "found a group with one who is gone", found("g3", ["bob", "carol"]))
    // What was founded before stays.
    try await bob.expect(all: .present(.conversation(ConversationID("g1"))))
    try await alice.expect(all: .present(.conversation(ConversationID("g2"))))
  }
}

private let now = Node(.timestamp)
