import Chat
import Rehearsal

// How members come and go with the person's word and the backend's: what waits, what is asked, and what is left (MA, MR).

extension Scenarios {
  static let pendingMember = Scenario(
    "An admin without a network adds one: a mark says that it waits, also after a restart, and goes with the answer",
    covers: "MA-09", "MA-10", tags: .groups, .members, .offline, .restart
  ) { (world: ChatWorld) in
    let (alice, bob, carol) = try await world.phones("Alice", "Bob", "Carol", on: .lte)
    let group = try await alice.startConversation(with: bob, isGroup: true)
    try await world.advance(by: .seconds(5))
    await alice.setAirplaneMode(true)
    await alice.add(carol.userID, to: group)
    for isAgain in [false, true] {
      if isAgain {
        try await alice.kill()
        try await alice.relaunch()
        await alice.open(group)
      }
      await alice.openInfo(of: group)
      try await alice.expect(
        all: .that("pending marks", of: .groupInfo, is: [nil, nil, "Pending"]) {
          $0.members.map(\.pending)
        },
        .that(\.users, of: .groupInfo, is: ["alice", "bob", "carol"]),
        for: .minutes(1), within: .milliseconds(100))
    }
    try await bob.expect(\.title, of: .conversation(group), is: "Alice", for: .seconds(5))
    await alice.setAirplaneMode(false)
    try await alice.expect(
      all: .that("pending marks", of: .groupInfo, is: [nil, nil, nil]) {
        $0.members.map(\.pending)
      }, within: .minutes(1))
    try await carol.expect(\.unread, of: .conversation(group), is: 0)
    try await bob.expect(\.title, of: .conversation(group), is: "Alice, Carol")
    try await alice.expect(
      all: .that(\.heading, of: .groupInfo, is: "Participants (3)"),
      .that("pending marks", of: .groupInfo, is: []) { $0.members.compactMap(\.pending) },
      for: .minutes(1))
  }

  static let confirmedRemoval = Scenario(
    "Admins alone have controls to add and remove; a removal is asked about first, and not done by who goes back on it",
    covers: "MR-01", "MR-16", "GI-06", "MA-12", tags: .groups, .members, .sheets
  ) { (world: ChatWorld) in
    let (alice, bob, carol) = try await world.phones("Alice", "Bob", "Carol", on: .lte)
    let dave = try await world.phone("Dave", on: .lte)
    let group = try await alice.startConversation(with: bob, carol, isGroup: true)
    for phone in [alice, bob] {
      await phone.open(group)
      await phone.openInfo(of: group)
    }
    try await alice.expect(
      all: .that("removal controls", of: .groupInfo, is: [nil, "Remove", "Remove"]) {
        $0.members.map(\.remove)
      },
      .that("roles", of: .groupInfo, is: ["Admin", nil, nil]) { $0.members.map(\.role) },
      .that(\.add, of: .groupInfo, is: "Add"), .that(\.leave, of: .groupInfo, is: "Leave"))
    try await bob.expect(
      all: .that("removal controls", of: .groupInfo, is: [nil, nil, nil]) {
        $0.members.map(\.remove)
      },
      .that(\.add, of: .groupInfo, is: nil), .that(\.leave, of: .groupInfo, is: "Leave"),
      .that(\.canEdit, of: .groupInfo, is: false), .that(\.done, of: .groupInfo, is: "Done"))
    await alice.askRemoval(of: carol.userID, from: group)
    try await alice.expect(
      all: .that(\.text, of: .question, is: "Remove Carol from Bob, Carol?"),
      .that(\.confirm, of: .question, is: "Remove"), .that(\.cancel, of: .question, is: "Cancel"))
    await alice.goBack()
    try await alice.expect(
      all: .absent(.question), .that(\.members.count, of: .groupInfo, is: 3), for: .minutes(1))
    try world.require(
      await world.members(of: group).count, is: 3, "the number of members at the backend")
    try world.require(
      await world.updatedAt(of: group), is: nil, "the time of the group's last change")

    await alice.askRemoval(of: carol.userID, from: group)
    await alice.confirm()
    // The lists change while they are open.
    for phone in [alice, bob] {
      try await phone.expect(
        all: .that(\.users, of: .groupInfo, is: ["alice", "bob"]),
        .that(\.heading, of: .groupInfo, is: "Participants (2)"))
    }
    try await carol.expect(
      all: .that(\.unread, of: .conversation(group), is: 0), .that(\.badge, is: 0))
    try await world.untilQuiet()
    let first = await world.updatedAt(of: group) ?? 0
    try world.require(first, in: 1..., "the time of the change")
    try await world.advance(by: .minutes(1))
    await alice.openPicker(in: group)
    try await alice.expect(\.users, of: .picker, is: ["carol", "dave"])
    await alice.tapRow(of: dave.userID)
    await alice.addPicked()
    try await bob.expect(\.names, of: .groupInfo, is: ["Alice", "Bob", "Dave"])
    try await dave.expect(\.unread, of: .conversation(group), is: 0)
    try await world.untilQuiet()
    let second = await world.updatedAt(of: group) ?? 0
    try world.require(
      second, in: (first + 60_000)..., "the time of the second change, a minute later,")
  }

  static let archivedGroup = Scenario(
    "Removing the last other member is warned of and done only when confirmed: the group is archived for who is left",
    covers: "MR-05", "MR-06", tags: .groups, .members
  ) { (world: ChatWorld) in
    let (alice, bob, carol) = try await world.phones("Alice", "Bob", "Carol", on: .lte)
    let group = try await alice.startConversation(with: bob, carol, isGroup: true)
    await bob.open(group)
    let hello = try await bob.send("hello", in: group)
    try await alice.expect(\.text, of: .bubble(hello), is: "hello")
    // Two who stay need no warning.
    await alice.remove(carol.userID, from: group)
    try await alice.expect(all: .absent(.question), .that(\.members.count, of: .thread, is: 2))
    try await bob.expect(\.title, of: .thread, is: "Alice")

    await alice.remove(bob.userID, from: group)
    try await alice.expect(
      all: .that(\.text, of: .question, is: "A group needs two members. Archive Bob?"),
      .that(\.confirm, of: .question, is: "Archive"))
    try await bob.expect(\.isReadOnly, of: .thread, is: false, for: .minutes(1))
    await alice.goBack()
    try await alice.expect(
      all: .absent(.question), .that(\.isReadOnly, of: .thread, is: false),
      .that(\.users, of: .thread, is: ["alice", "bob"]), for: .minutes(1))
    try world.require(
      await world.members(of: group), is: ["alice", "bob"], "the members at the backend")

    await alice.openInfo(of: group)
    await alice.askRemoval(of: bob.userID, from: group)
    await alice.confirm()
    await alice.closeSheet()
    try await alice.expect(
      all: .that(\.isReadOnly, of: .thread, is: true), .that(\.users, of: .thread, is: ["alice"]),
      .that(\.canPin, of: .thread, is: false), within: .milliseconds(100))
    try await bob.expect(\.isReadOnly, of: .thread, is: true)
    for isAgain in [false, true] {
      if isAgain {
        try await alice.kill()
        try await alice.relaunch()
        await alice.open(group)
      }
      try await alice.expect(
        all: .that(\.isReadOnly, of: .thread, is: true),
        .that(\.bubbles.first?.text, of: .thread, is: "hello"),
        .that(\.bubbles.last?.text, of: .thread, is: "You removed Bob"), .absent(.alert),
        for: .minutes(1), within: .minutes(1))
    }
    await alice.openInfo(of: group)
    try await alice.expect(
      all: .that(\.canEdit, of: .groupInfo, is: false), .that(\.add, of: .groupInfo, is: nil),
      .that(\.leave, of: .groupInfo, is: nil),
      .that("removal controls", of: .groupInfo, is: [nil]) { $0.members.map(\.remove) })
    await alice.close()
    try await alice.expect(\.isArchived, of: .conversation(group), is: true)
    try world.require(await world.members(of: group), is: ["alice"], "the members at the backend")
    try await world.refuses(
      "alice", "write to nobody",
      ["messages/\(group.text)/m1": ["author": "alice", "text": "?", "sentAt": now]])
    for (field, node) in [
      ("name", "over"), ("description", "over"), ("adminsOnly", true), ("moderators/alice", true),
      ("admins/alice", true), ("pins/\(hello.text)", ["by": "alice", "at": now]),
    ] as [(String, Node)] {
      try await world.refuses(
        "alice", "change \(field) of what is over",
        [Path(unchecked: "conversations/\(group.text)/\(field)"): node])
    }
    try await world.refuses(
      "alice", "invite to what is over",
      [
        "conversations/\(group.text)/invited/bob": "alice",
        "private/bob/invitations/\(group.text)": "alice",
      ])
  }

  static let forgedEnds = Scenario(
    "No program without the app leaves a living group with one member, or one with several archived",
    covers: "MR-07", tags: .rules, .groups, .members
  ) { (world: ChatWorld) in
    let (alice, bob) = try await world.phones("Alice", "Bob", on: .wifi)
    for (id, name) in [("carol", "Carol"), ("dave", "Dave")] {
      await world.openAccount(of: UserID(id), named: name)
    }
    let group = try await alice.startConversation(
      with: [bob], and: ["carol", "dave"], isGroup: true)
    let place = "conversations/\(group)"
    let hello = try await alice.send("hello", in: group)
    try await alice.expect(all: .that(\.status, of: .bubble(hello), isNot: .sending))
    func remove(
      _ users: String..., as id: String, by actor: String = "alice", staying: [Node] = [],
      archives: Node = .empty, archived: Node = .empty
    ) -> [Path: Node] {
      var record: [(Key, Node)] = [
        ("by", Node(.string(actor))), ("at", now), ("kind", "removed"),
        ("users", Node(children: users.map { (Key($0), Node(.bool(true))) })),
      ]
      if staying.count == 2 {
        record.append(("staying", ["first": staying[0], "second": staying[1]]))
      }
      if !archives.isEmpty { record.append(("archives", archives)) }
      var all: [Path: Node] = [
        "changes/\(group)/\(id)": Node(children: record),
        "conversations/\(group)/lastChange": Node(.string(id)),
      ]
      for user in users {
        all[Path(unchecked: "\(place)/members/\(user)")] = .empty
        all[Path(unchecked: "memberships/\(user)/\(group)")] = .empty
      }
      if !archived.isEmpty { all[Path(unchecked: "\(place)/archivedAt")] = archived }
      return all
    }
    try await world.accepts(
      "dave", "leave", remove("dave", as: "c0", by: "dave", staying: ["alice", "bob"]))
    try await world.refuses(
      "alice", "leave herself alone", remove("bob", "carol", as: "c1"))
    try await world.refuses(
      "alice", "name one who goes", remove("bob", "carol", as: "c1", staying: ["alice", "bob"]))
    try await world.refuses(
      "alice", "name first one who has gone",
      remove("bob", "carol", as: "c1", staying: ["dave", "alice"]))
    try await world.refuses(
      "alice", "name herself twice", remove("bob", "carol", as: "c1", staying: ["alice", "alice"]))
    try await world.refuses(
      "alice", "name one who has gone",
      remove("bob", "carol", as: "c1", staying: ["alice", "dave"]))
    try await world.refuses(
      "alice", "say that it ends, and go on", remove("bob", "carol", as: "c1", archives: true))
    try await world.refuses(
      "alice", "end it unsaid", remove("bob", "carol", as: "c1", archived: now))
    try await world.refuses(
      "alice", "have ended it before",
      remove("bob", "carol", as: "c1", archives: true, archived: 1))
    try await world.refuses(
      "bob", "remove Carol, who is no admin",
      remove("carol", as: "c1", by: "bob", staying: ["alice", "bob"]))
    try await world.refuses(
      "alice", "end it unsaid, and name two who stay",
      remove("bob", as: "c1", staying: ["alice", "carol"], archived: now))
    try await world.refuses(
      "alice", "say by a word that it ends",
      remove("bob", as: "c1", staying: ["alice", "carol"], archives: "yes"))
    try await world.refuses("alice", "end it without a removal", ["\(place)/archivedAt": now])
    // Nobody needs to stay where it ends; where two have stayed, it goes on.
    try await world.accepts(
      "alice", "remove Carol, and say that it ends",
      remove("carol", as: "c1", archives: true, archived: now))
    try await world.untilQuiet()
    try await alice.expect(
      all: .that(\.isReadOnly, of: .thread, is: false),
      .that(\.users, of: .thread, is: ["alice", "bob"]))
    for user in ["alice", "bob"] {
      try await world.refuses(
        user, "end it by the change that did not", ["\(place)/archivedAt": now])
    }
    try await world.refuses("bob", "leave Alice alone", remove("bob", as: "c2", by: "bob"))
    let few: [[Node]] = [["alice", .empty], [7, "alice"], ["alice", 7]]
    for staying in few {
      try await world.refuses(
        "bob", "leave, end it, and name \(staying)",
        remove("bob", as: "c2", by: "bob", staying: staying, archives: true, archived: now))
    }
    try await world.accepts(
      "bob", "leave, and end it",
      remove("bob", as: "c2", by: "bob", archives: true, archived: now))
    try await world.refuses("alice", "bring it back", ["\(place)/archivedAt": .empty])
    try await world.refuses("alice", "name what is over", ["\(place)/name": "Ours"])
    try await world.refuses(
      "alice", "moderate what is over", ["\(place)/moderators/alice": true])
    try await world.refuses(
      "alice", "pin in what is over", ["\(place)/pins/\(hello)": ["by": "alice", "at": now]])
    try await world.refuses(
      "alice", "give a photo to what is over",
      ["\(place)/photo": Node(.string("/groups/\(group)/alice/p1"))])
    try await world.refuses(
      "alice", "add Carol to what is over",
      [
        "changes/\(group)/c3": [
          "by": "alice", "at": now, "kind": "added", "users": ["carol": true],
        ],
        "\(place)/lastChange": "c3", "\(place)/members/carol": now,
        "\(place)/seats/9": "carol", "\(place)/seatOf/carol": "9",
        "memberships/carol/\(group)": now,
      ])
    try await world.refuses(
      "alice", "edit what was said before",
      ["messages/\(group)/\(hello)/text": "bye", "messages/\(group)/\(hello)/revision": 1])
    try await alice.expect(\.isReadOnly, of: .thread, is: true)
    try world.require(await world.members(of: group), is: ["alice"], "the members at the backend")
  }

  static let succession = Scenario(
    "The only admin goes: the backend makes the member admin who has been there for the longest, whatever the name",
    covers: "MR-09", tags: .groups, .members
  ) { (world: ChatWorld) in
    let (alice, carol, dave) = try await world.phones("Alice", "Carol", "Dave", on: .lte)
    let aaron = try await world.phone("Aaron", on: .lte)
    let group = try await alice.startConversation(with: dave, isGroup: true)
    try await world.advance(by: .minutes(1))
    await alice.add(aaron.userID, carol.userID, to: group)
    try await aaron.expect(\.unread, of: .conversation(group), is: 0)
    for phone in [aaron, carol, dave] {
      await phone.open(group)
      await phone.openInfo(of: group)
      try await phone.expect(
        all: .that(\.members.count, of: .groupInfo, is: 4), .that(\.add, of: .groupInfo, is: nil))
    }
    await alice.remove(alice.userID, from: group)
    for phone in [aaron, carol, dave] {
      try await phone.expect(
        all: .that(\.users, of: .groupInfo, is: ["aaron", "carol", "dave"]),
        .that("roles", of: .groupInfo, is: [nil, nil, "Admin"]) { $0.members.map(\.role) })
    }
    try await dave.expect(\.add, of: .groupInfo, is: "Add")
    try world.require(await world.admins(of: group), is: ["dave"], "the admins at the backend")
    // Aaron and Carol have joined together: the ids decide.
    await dave.leave(group)
    await dave.confirm()
    try await aaron.expect(
      all: .that("roles", of: .groupInfo, is: ["Admin", nil]) { $0.members.map(\.role) })
    try await dave.expect(all: .that(\.isReadOnly, of: .thread, is: true), .absent(.sheet))
    try world.require(await world.admins(of: group), is: ["aaron"], "the admins at the backend")
  }

  static let goneSuccessor = Scenario(
    "The only admin goes, and who has been there for the longest has no account any more: the next one becomes admin",
    covers: "MR-09", tags: .groups, .members
  ) { (world: ChatWorld) in
    let (alice, bob, carol) = try await world.phones("Alice", "Bob", "Carol", on: .lte)
    let group = try await alice.startConversation(with: bob, isGroup: true)
    try await world.advance(by: .minutes(1))
    await alice.add(carol.userID, to: group)
    try await carol.expect(all: .present(.conversation(group)))
    await world.deleteAccount(of: bob.userID)
    for phone in [alice, carol] {
      await phone.open(group)
      await phone.openInfo(of: group)
      try await phone.expect(\.names, of: .groupInfo, is: ["Alice", "Deleted User", "Carol"])
    }
    await alice.leave(group)
    await alice.confirm()
    try await carol.expect(
      all: .that(\.users, of: .groupInfo, is: ["bob", "carol"]),
      .that("roles", of: .groupInfo, is: [nil, "Admin"]) { $0.members.map(\.role) })
    try world.require(await world.admins(of: group), is: ["carol"], "the admins at the backend")
    // Where nobody has an account, somebody is admin all the same.
    await world.deleteAccount(of: carol.userID)
    await carol.leave(group)
    await carol.confirm()
    try await world.untilQuiet()
    try world.require(await world.admins(of: group), is: ["bob"], "the admins at the backend")
  }

  static let anyoneLeaves = Scenario(
    "Whoever is no admin leaves when they have confirmed it; the others are told, and go on",
    covers: "MR-10", tags: .groups, .members, .push, pinned: .duplicates
  ) { (world: ChatWorld) in
    world.setPolicies { $0.usesPush = true }
    let (alice, bob, carol) = try await world.phones("Alice", "Bob", "Carol", on: .lte)
    let group = try await alice.startConversation(with: bob, carol, isGroup: true)
    await bob.open(group)
    await bob.openInfo(of: group)
    await bob.leave(group)
    try await bob.expect(
      all: .that(\.text, of: .question, is: "Leave Alice, Carol?"),
      .that(\.confirm, of: .question, is: "Leave"), .that(\.cancel, of: .question, is: "Cancel"))
    await bob.goBack()
    try await alice.expect(\.members.count, of: .thread, is: 3, for: .seconds(30))
    await bob.leave(group)
    await bob.confirm()
    try await bob.expect(
      all: .that(\.isReadOnly, of: .thread, is: true), .absent(.sheet), within: .milliseconds(100))
    try await alice.expect(
      all: .that(\.users, of: .thread, is: ["alice", "carol"]),
      .that(\.texts, of: .thread, is: ["Bob left"]))
    let later = try await alice.send("later", in: group)
    try await alice.expect(\.status, of: .bubble(later), is: .delivered)
    try await bob.expect(
      all: .that(\.bubbles.isEmpty, of: .thread, is: true), .absent(.alert), .that(\.badge, is: 0),
      for: .minutes(1))
    try await bob.expectNotifications(\.bannerCount, is: 0, for: .seconds(1))
    try world.require(await world.admins(of: group), is: ["alice"], "the admins at the backend")
  }

  static let changedBeforeStartIsAnswered = Scenario(
    "A starts a group and never hears that it stands; A and B add others at the same time: both take effect",
    covers: "MR-13", tags: .groups, .members, .offline, .fault, pinned: .links
  ) { (world: ChatWorld) in
    let (alice, bob, carol) = try await world.phones("Alice", "Bob", "Carol", on: .lte)
    let (dave, erin) = try await world.phones("Dave", "Erin", on: .lte)
    world.loseNextAcknowledgement(
      to: alice, of: WriteKind(below: "conversations"), then: .halfOpen)
    let group = try await alice.startConversation(with: bob, carol, isGroup: true)
    await world.makeAdmin(bob.userID, of: group)
    await alice.setAirplaneMode(true)
    await alice.add(dave.userID, to: group)
    await bob.open(group)
    await bob.openInfo(of: group)
    try await bob.expect(\.add, of: .groupInfo, is: "Add")
    await bob.add(erin.userID, to: group)
    try await erin.expect(\.conversations.count, is: 1, within: .seconds(10))
    // Her app hears that the group stands, and that Dave's seat is taken, at one moment.
    _ = try await alice.sendOnSlowDisk("welcome", in: group)
    await alice.setAirplaneMode(false)
    await alice.open(group)
    try await alice.expect(
      all: .that(\.users, of: .thread, is: ["alice", "bob", "carol", "dave", "erin"]),
      .absent(.alert), within: .minutes(1))
    try await dave.expect(\.conversations.count, is: 1, within: .minutes(1))
    try await alice.expect(\.alert, is: nil, for: .minutes(1))
  }

  static let concurrentAdmins = Scenario(
    "Two admins without a network change the same members, and one leaves meanwhile: all that can take effect does",
    covers: "MR-13", tags: .groups, .members, .offline
  ) { (world: ChatWorld) in
    let (alice, bob, carol) = try await world.phones("Alice", "Bob", "Carol", on: .lte)
    let (dave, erin, frank) = try await world.phones("Dave", "Erin", "Frank", on: .lte)
    let group = try await alice.startConversation(with: bob, carol, frank, isGroup: true)
    await world.makeAdmin(bob.userID, of: group)
    await bob.open(group)
    await bob.openInfo(of: group)
    try await bob.expect(\.add, of: .groupInfo, is: "Add")
    await bob.closeSheet()
    for phone in [alice, bob] { await phone.setAirplaneMode(true) }
    await alice.add(dave.userID, erin.userID, to: group)
    await alice.remove(frank.userID, from: group)
    await bob.add(erin.userID, to: group)
    await bob.remove(carol.userID, frank.userID, from: group)
    await bob.setAirplaneMode(false)
    try await erin.expect(\.title, of: .conversation(group), is: "Alice, Bob", within: .minutes(1))
    await alice.setAirplaneMode(false)
    for phone in [alice, bob] {
      try await phone.expect(
        all: .that(\.users, of: .thread, is: ["alice", "bob", "dave", "erin"]), .absent(.alert),
        within: .minutes(1))
    }
    // Bob's change names Alice among those who stay, and she does not.
    await bob.setAirplaneMode(true)
    await bob.remove(dave.userID, from: group)
    await alice.remove(alice.userID, from: group)
    try await erin.expect(\.title, of: .conversation(group), is: "Bob, Dave")
    await bob.setAirplaneMode(false)
    try await erin.expect(\.title, of: .conversation(group), is: "Bob", within: .minutes(1))
    try await bob.expect(
      all: .that(\.users, of: .thread, is: ["bob", "erin"]), .absent(.alert), for: .minutes(1))
    try world.require(
      await world.members(of: group), is: ["bob", "erin"], "the members at the backend")
    try world.require(
      await world.systemMessages(in: group).count, is: 5,
      "the number of system messages at the backend")
  }

  static let createdGroup = Scenario(
    "Where creation is announced, members of a new group are told once who has created it; later ones and pairs are not",
    covers: "SY-09", tags: .groups, .members, .restart
  ) { (world: ChatWorld) in
    world.setPolicies { $0.announcesCreation = true }
    let (alice, bob, carol) = try await world.phones("Alice", "Bob", "Carol", on: .lte)
    let pair = try await alice.startConversation(with: bob)
    let group = try await alice.startConversation(with: bob, isGroup: true)
    try await alice.expect(\.texts, of: .thread, is: ["You created the group"])
    try await bob.expect(
      all: .that(\.preview, of: .conversation(group), is: "Alice created the group"),
      .that(\.unread, of: .conversation(group), is: 0))
    let hello = try await alice.send("hello", in: group)
    try await alice.expect(\.status, of: .bubble(hello), is: .delivered)
    await alice.add(carol.userID, to: group)
    try await carol.expect(\.preview, of: .conversation(group), is: "Alice added you")
    await carol.open(group)
    try await carol.expect(\.bubbles.count, of: .thread, is: 1, for: .minutes(1))
    try await alice.kill()
    try await alice.relaunch()
    await alice.open(group)
    try await alice.expect(
      \.texts, of: .thread, is: ["You created the group", "hello", "You added Carol"],
      for: .minutes(1), within: .seconds(10))
    try world.require(
      await world.systemMessages(in: group).count, is: 2,
      "the number of system messages at the backend")
    try world.require(
      await world.messageCount(in: pair), is: 0, "the number of messages at the backend")
    try await world.refuses(
      "bob", "create it again",
      [
        "changes/\(group.text)/again": [
          "by": "bob", "at": now, "kind": "created", "users": ["bob": true],
        ]
      ])
  }
}

private let now = Node(.timestamp)
