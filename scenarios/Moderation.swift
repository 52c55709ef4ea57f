import Chat
import Rehearsal

// What a group is about, who may write in it, who has which role, and what is pinned (PM).

extension Scenarios {
  static let describedGroup = Scenario(
    "A describes a group: B reads it on its information at once, C who was offline later, and it survives restarts",
    covers: "PM-11", tags: .groups, .sheets, .offline, .restart
  ) { (world: ChatWorld) in
    let (alice, bob, carol) = try await world.phones("Alice", "Bob", "Carol", on: .lte)
    let group = try await alice.startConversation(with: bob, carol, isGroup: true)
    for phone in [alice, bob] {
      await phone.open(group)
      await phone.openInfo(of: group)
    }
    try await bob.expect(all: .present(.groupInfo), .that(\.description, of: .groupInfo, is: nil))
    await carol.setAirplaneMode(true)
    await alice.describe(group, as: "Hikes on Sundays,\nrain or shine")
    for phone in [alice, bob] {
      try await phone.expect(\.description, of: .groupInfo, is: "Hikes on Sundays,\nrain or shine")
    }
    try await bob.kill()
    await bob.setAirplaneMode(true)
    try await bob.relaunch()
    await carol.setAirplaneMode(false)
    for phone in [bob, carol] {
      await phone.open(group)
      await phone.openInfo(of: group)
      try await phone.expect(
        \.description, of: .groupInfo, is: "Hikes on Sundays,\nrain or shine", within: .minutes(1))
    }
    await bob.setAirplaneMode(false)

    // What the backend refuses is taken back, and the person is told.
    world.refuseNext(.any, by: alice)
    await alice.describe(group, as: "Refused")
    try await alice.expect(\.alert, is: "The group could not be changed")
    await alice.answerAlert()
    try await alice.expect(
      \.description, of: .groupInfo, is: "Hikes on Sundays,\nrain or shine", within: .zero)
    // Of a long one as much is kept as everybody can be shown, and a blank one is none.
    await alice.describe(group, as: String(repeating: "x", count: 501))
    for phone in [alice, bob, carol] {
      try await phone.expect(\.description?.count, of: .groupInfo, is: 500, within: .minutes(1))
    }
    // The rules count an emoji as two; no half of one is kept.
    await alice.describe(group, as: "x" + String(repeating: "👍", count: 260))
    for phone in [alice, bob, carol] {
      try await phone.expect(
        all: .that(\.description, of: .groupInfo, is: "x" + String(repeating: "👍", count: 249)),
        .absent(.alert), within: .minutes(1))
    }
    await alice.describe(group, as: " ")
    for phone in [alice, bob, carol] {
      try await phone.expect(
        all: .present(.groupInfo), .that(\.description, of: .groupInfo, is: nil),
        within: .minutes(1))
    }
  }

  static let onlyAdminsWrite = Scenario(
    "A has only admins write: B's message from offline is refused, his composer goes, and he writes again once all may",
    covers: "PM-10", tags: .groups, .offline, .rules
  ) { (world: ChatWorld) in
    let (alice, bob) = try await world.phones("Alice", "Bob", on: .wifi)
    let group = try await alice.startConversation(with: bob, isGroup: true)
    for phone in [alice, bob] { await phone.open(group) }
    let before = try await bob.send("before", in: group)
    try await bob.expect(\.status, of: .bubble(before), is: .read)
    await bob.setAirplaneMode(true)
    let late = try await bob.send("too late", in: group)
    await bob.edit(before, to: "long before")
    await alice.openInfo(of: group)
    await alice.describe(group, as: "News")
    await alice.letOnlyAdminsWrite(true, in: group)
    try await alice.expect(\.writing, of: .groupInfo, is: "Only admins can send messages")
    try await world.advance(by: .seconds(5))
    await bob.setAirplaneMode(false)
    try await bob.expect(
      all: .that(\.writingNotice, of: .thread, is: "Only admins can send messages"),
      .that(\.canSend, of: .thread, is: false), .that(\.offersPictures, of: .thread, is: false),
      .that(\.hasComposer, of: .thread, is: false),
      .that(\.status, of: .bubble(late), is: .failed),
      .that(\.offersRetry, of: .bubble(late), is: true),
      // What was said stays as it was, and can be taken back.
      .that(\.text, of: .bubble(before), is: "before"),
      .that(\.controls, of: .bubble(before), is: [.delete]), within: .minutes(1))
    await alice.closeSheet()
    try await alice.expect(all: .absent(.bubble(late)), for: .seconds(30))
    // The admin writes, and is read as ever.
    let word = try await alice.send("a word from me", in: group)
    try await alice.expect(\.status, of: .bubble(word), is: .read)
    try await alice.expect(\.writingNotice, of: .thread, is: nil)
    func write(_ user: String, _ id: String) -> [Path: Node] {
      ["messages/\(group)/\(id)": ["author": .init(.string(user)), "text": "hi", "sentAt": now]]
    }
    try await world.refuses("bob", "write where only admins may", write("bob", "m1"))
    try await world.refuses(
      "bob", "say something else where only admins may",
      ["messages/\(group)/\(before)/text": "after", "messages/\(group)/\(before)/revision": 1])
    try await world.accepts("alice", "write as an admin", write("alice", "m1"))
    // A retry is refused as well; once everybody may write again, it is sent.
    await bob.retry(late)
    try await bob.expect(
      \.status, of: .bubble(late), is: .failed, within: .minutes(1))
    await alice.openInfo(of: group)
    await alice.letOnlyAdminsWrite(false, in: group)
    try await bob.expect(\.writingNotice, of: .thread, is: nil, within: .minutes(1))
    try await alice.expect(all: .present(.groupInfo), .that(\.writing, of: .groupInfo, is: nil))
    await alice.closeSheet()
    await bob.retry(late)
    try await bob.expect(\.status, of: .bubble(late), is: .read, within: .minutes(1))
    let again = try await bob.send("thanks", in: group)
    try await bob.expect(\.status, of: .bubble(again), is: .read)
    try await world.accepts("bob", "write where everybody may", write("bob", "m2"))
  }

  static let pinnedUnacknowledged = Scenario(
    "The answer to A's message is lost, and B's receipt shows that it is there: A can pin it",
    covers: "PM-12", tags: .groups, .fault, pinned: .links, .policies
  ) { (world: ChatWorld) in
    let (alice, bob) = try await world.phones("Alice", "Bob", on: .lte)
    let group = try await alice.startConversation(with: bob, isGroup: true)
    for phone in [alice, bob] { await phone.open(group) }
    try await world.untilQuiet()
    world.loseNextAcknowledgement(to: alice, of: .message)
    let plan = try await alice.send("the plan", in: group)
    try await alice.expect(\.receiptLabel, of: .bubble(plan), is: "Read by 1 of 1")
    await alice.pin(plan)
    for phone in [alice, bob] {
      try await phone.expect(\.pinnedTexts, of: .thread, is: ["the plan"], within: .minutes(1))
    }
  }

  static let pinnedUnheard = Scenario(
    "A pins a message that the backend has and nobody else, and not one that waits on her phone",
    covers: "PM-12", tags: .groups, .offline, mild: .links
  ) { (world: ChatWorld) in
    let (alice, bob) = try await world.phones("Alice", "Bob", on: .lte)
    let group = try await alice.startConversation(with: bob, isGroup: true)
    try await bob.expect(all: .present(.conversation(group)))
    await bob.setAirplaneMode(true)
    let plan = try await alice.send("the plan", in: group)
    try await alice.expect(\.status, of: .bubble(plan), is: .sent)
    await alice.pin(plan)
    try await alice.expect(\.pinnedTexts, of: .thread, is: ["the plan"])
    await alice.setAirplaneMode(true)
    let late = try await alice.send("late", in: group)
    try await alice.expect(
      all: .that(\.status, of: .bubble(late), is: .sending),
      .that(\.isPinnable, of: .bubble(late), is: false))
    for phone in [alice, bob] { await phone.setAirplaneMode(false) }
    await bob.open(group)
    try await bob.expect(\.pinnedTexts, of: .thread, is: ["the plan"])
  }

  static let pinnedMessages = Scenario(
    "An admin pins messages: every member sees the pins above the thread, but what was deleted or written before they came",
    covers: "PM-12", tags: .groups, .offline, .restart
  ) { (world: ChatWorld) in
    let (alice, bob, carol) = try await world.phones("Alice", "Bob", "Carol", on: .wifi)
    let dave = try await world.phone("Dave", on: .wifi)
    let group = try await alice.startConversation(with: bob, carol, isGroup: true)
    for phone in [alice, bob] { await phone.open(group) }
    let first = try await bob.send("meet at nine", in: group)
    let second = try await alice.send("bring boots", in: group)
    try await alice.expect(
      all: .that(\.canPin, of: .thread, is: true), .that(\.author, of: .bubble(first), isNot: nil),
      .that(\.status, of: .bubble(second), isNot: .sending))
    try await bob.expect(\.canPin, of: .thread, is: false)
    await carol.setAirplaneMode(true)
    await alice.pin(first)
    for phone in [alice, bob] {
      try await phone.expect(\.pinnedTexts, of: .thread, is: ["meet at nine"])
    }
    await alice.pin(second)
    await bob.edit(first, to: "meet at ten")
    for phone in [alice, bob] {
      try await phone.expect(
        \.pinnedTexts, of: .thread, is: ["bring boots", "meet at ten"], within: .seconds(10))
    }
    await carol.setAirplaneMode(false)
    await carol.open(group)
    try await carol.expect(
      \.pinnedTexts, of: .thread, is: ["bring boots", "meet at ten"], within: .minutes(1))
    // Who joins later is not shown what was written before.
    await alice.add(dave.userID, to: group)
    try await dave.expect(
      all: .present(.conversation(group)), within: .seconds(10))
    await dave.open(group)
    try await dave.expect(\.pinned.isEmpty, of: .thread, is: true, for: .seconds(10))
    // A pin goes with the message, and when it is taken off.
    await alice.delete(second)
    for phone in [alice, bob, carol] {
      try await phone.expect(\.pinnedTexts, of: .thread, is: ["meet at ten"], within: .seconds(10))
    }
    // Nobody pins what is deleted, nor what the system tells.
    try await alice.expect(
      all: .that("pinnable messages", of: .thread, is: [first]) {
        $0.bubbles.filter(\.isPinnable).map(\.id)
      }, within: .zero)
    try await carol.kill()
    await carol.setAirplaneMode(true)
    try await carol.relaunch()
    await carol.open(group)
    try await carol.expect(\.pinnedTexts, of: .thread, is: ["meet at ten"])
    await alice.unpin(first)
    await carol.setAirplaneMode(false)
    for phone in [alice, bob, carol] {
      try await phone.expect(\.pinned.isEmpty, of: .thread, is: true, within: .minutes(1))
    }

    // Of two people both pin.
    let pair = try await alice.startConversation(with: bob)
    await bob.open(pair)
    let hello = try await alice.send("hello", in: pair)
    try await alice.expect(\.status, of: .bubble(hello), is: .read)
    await bob.pin(hello)
    for phone in [alice, bob] {
      try await phone.expect(\.pinnedTexts, of: .thread, is: ["hello"])
    }
    await alice.unpin(hello)
    for phone in [alice, bob] {
      try await phone.expect(\.pinned.isEmpty, of: .thread, is: true)
    }
  }

  static let roles = Scenario(
    "A makes B a moderator: he removes members without a role and pins, nothing else, and the role goes with the membership",
    covers: "PM-16", tags: .groups, .members, .sheets, .offline
  ) { (world: ChatWorld) in
    let (alice, bob, carol) = try await world.phones("Alice", "Bob", "Carol", on: .wifi)
    for (id, name) in [("dave", "Dave"), ("erin", "Erin")] {
      await world.openAccount(of: UserID(id), named: name)
    }
    let group = try await alice.startConversation(
      with: [bob, carol], and: ["dave", "erin"], isGroup: true)
    for phone in [alice, bob, carol] {
      await phone.open(group)
      await phone.openInfo(of: group)
    }
    try await alice.expect(
      all: .that(\.canGiveRole, of: .member("bob"), is: true),
      .that(\.role, of: .member("bob"), is: nil))
    try await bob.expect(all: .removableMembers(are: []), .membersWithAChoiceOfRoles(are: []))
    await alice.give(.moderator, to: "bob", in: group)
    for phone in [alice, bob, carol] {
      try await phone.expect(\.role, of: .member("bob"), is: "Moderator")
    }
    // He removes who has no role, and that is all.
    try await bob.expect(
      all: .removableMembers(are: ["carol", "dave", "erin"]),
      .that(\.canEdit, of: .groupInfo, is: false), .that(\.add, of: .groupInfo, is: nil),
      .that(\.statistics, of: .groupInfo, is: nil), .membersWithAChoiceOfRoles(are: []))
    await bob.askRemoval(of: "dave", from: group)
    await bob.confirm()
    for phone in [alice, bob, carol] {
      try await phone.expect(\.members.count, of: .groupInfo, is: 4)
    }
    // While he is offline Carol becomes a moderator too: his removal of her comes to nothing.
    await bob.setAirplaneMode(true)
    await bob.remove("carol", from: group)
    await alice.give(.moderator, to: "carol", in: group)
    try await carol.expect(\.role, of: .member("carol"), is: "Moderator")
    await bob.setAirplaneMode(false)
    try await bob.expect(\.alert, is: "The members could not be changed", within: .minutes(1))
    await bob.answerAlert()
    try await bob.expect(
      all: .that(\.role, of: .member("carol"), is: "Moderator"),
      .that(\.remove, of: .member("carol"), is: nil))
    // A role is taken, and one goes with the membership.
    await alice.give(.member, to: "carol", in: group)
    for phone in [alice, bob, carol] {
      try await phone.expect(\.role, of: .member("carol"), is: nil)
    }
    await alice.askRemoval(of: "bob", from: group)
    await alice.confirm()
    // At the first try: he does not come back for a moment.
    try await alice.expect(
      all: .absent(.member("bob")), .that(\.members.count, of: .groupInfo, is: 3),
      for: .seconds(5), within: .milliseconds(100))
    await alice.add("bob", to: group)
    for phone in [alice, carol] {
      try await phone.expect(\.role, of: .member("bob"), is: nil)
    }
    // An admin makes another one, whom nobody can make less.
    await alice.give(.admin, to: "carol", in: group)
    try await carol.expect(
      all: .that(\.role, of: .member("carol"), is: "Admin"),
      .that(\.canEdit, of: .groupInfo, is: true),
      .that(\.canGiveRole, of: .member("alice"), is: false))
    await carol.rename(group, to: "Ours")
    try await alice.expect(\.title, of: .groupInfo, is: "Ours")
    // A removal that did not know of a role is made again with it.
    await alice.setAirplaneMode(true)
    await alice.askRemoval(of: "bob", from: group)
    await alice.confirm()
    await carol.give(.moderator, to: "bob", in: group)
    try await carol.expect(\.role, of: .member("bob"), is: "Moderator")
    await alice.setAirplaneMode(false)
    for phone in [alice, carol] {
      try await phone.expect(
        all: .that(\.users, of: .groupInfo, is: ["alice", "carol", "erin"]), .absent(.alert),
        within: .minutes(1))
    }
  }

  static let moderatorOvertaken = Scenario(
    "B, a moderator, removes C and D in a tunnel, and A was faster with D: C goes all the same; then B leaves, and his role with him",
    covers: "PM-16", "MR-13", tags: .groups, .members, .offline
  ) { (world: ChatWorld) in
    let (alice, bob) = try await world.phones("Alice", "Bob", on: .wifi)
    for (id, name) in [("carol", "Carol"), ("dave", "Dave"), ("erin", "Erin")] {
      await world.openAccount(of: UserID(id), named: name)
    }
    let group = try await alice.startConversation(
      with: [bob], and: ["carol", "dave", "erin"], isGroup: true)
    for phone in [alice, bob] {
      await phone.open(group)
      await phone.openInfo(of: group)
    }
    await alice.give(.moderator, to: "bob", in: group)
    try await bob.expect(\.remove, of: .member("carol"), is: "Remove")
    await bob.setAirplaneMode(true)
    await bob.remove("carol", "dave", from: group)
    await alice.askRemoval(of: "dave", from: group)
    await alice.confirm()
    try await alice.expect(\.members.count, of: .groupInfo, is: 4)
    try await world.untilQuiet()
    await bob.setAirplaneMode(false)
    try await alice.expect(
      \.users, of: .groupInfo, is: ["alice", "bob", "erin"], within: .minutes(1))
    try await bob.expect(\.alert, is: nil, for: .seconds(10))
    await bob.leave(group)
    await bob.confirm()
    try await bob.expect(
      all: .that(\.isReadOnly, of: .thread, is: true), .that(\.alert, is: nil), for: .seconds(10),
      within: .milliseconds(100))
    await alice.add("bob", to: group)
    try await alice.expect(\.role, of: .member("bob"), is: nil)
  }

  static let forgedModeration = Scenario(
    "Nobody gives a role, pins, describes a group or has only admins write by any program, but those who may in the app",
    covers: "PM-10", "PM-16", tags: .rules, .groups, .members
  ) { (world: ChatWorld) in
    let (alice, bob, carol) = try await world.phones("Alice", "Bob", "Carol", on: .wifi)
    await world.openAccount(of: "mallory", named: "Mallory")
    await world.openAccount(of: "dave", named: "Dave")
    let group = try await alice.startConversation(
      with: [bob, carol], and: ["dave"], isGroup: true)
    let pair = try await alice.startConversation(with: bob)
    let hello = try await alice.send("hello", in: group)
    let hi = try await alice.send("hi", in: pair)
    for message in [hello, hi] {
      await alice.open(message == hello ? group : pair)
      try await alice.expect(
        all: .that(\.status, of: .bubble(message), matches: "is sent or delivered") {
          $0 == .sent || $0 == .delivered
        })
    }
    func at(_ place: String, _ node: Node, in id: ConversationID? = nil) -> [Path: Node] {
      [Path(unchecked: "conversations/\(id ?? group)/\(place)"): node]
    }
    func pin(_ user: String, _ message: MessageID, _ time: Node = now) -> Node {
      ["by": .init(.string(user)), "at": time]
    }
    let long = Node(.string(String(repeating: "x", count: 501)))
    for user in ["bob", "mallory", nil] {
      for (place, node) in [
        ("description", "ours"), ("adminsOnly", true), ("moderators/bob", true),
        ("admins/bob", true),
      ] as [(String, Node)] {
        try await world.refuses(user, "change \(place)", at(place, node))
      }
      try await world.refuses(
        user, "pin a message", at("pins/\(hello)", pin(user ?? "bob", hello)))
    }
    for (place, node, deed) in [
      ("description", long, "describe at length"), ("description", "", "describe with nothing"),
      ("description", 7, "describe with a number"), ("adminsOnly", false, "switch with a no"),
      ("adminsOnly", "yes", "switch with a word"), ("moderators/mallory", true, "trust a stranger"),
      ("moderators/bob", "yes", "trust by a word"), ("admins/mallory", true, "crown a stranger"),
      ("admins/bob", "yes", "crown by a word"), ("pins/none", pin("alice", hello), "pin nothing"),
      ("pins/\(hello)", pin("bob", hello), "pin in Bob's name"),
      ("pins/\(hello)", pin("alice", hello, 1), "pin in the past"),
      ("pins/\(hello)", true, "pin with a word"),
      ("pins/\(hello)", ["by": "alice"], "pin at no time"),
      ("pins/\(hello)", ["by": "alice", "at": now, "note": "x"], "pin and more"),
    ] as [(String, Node, String)] {
      try await world.refuses("alice", deed, at(place, node))
    }
    try await world.refuses("alice", "describe a pair", at("description", "us", in: pair))
    try await world.refuses("alice", "silence Bob", at("adminsOnly", true, in: pair))
    try await world.refuses("alice", "be a pair's moderator", at("moderators/bob", true, in: pair))
    try await world.accepts("bob", "pin in a pair", at("pins/\(hi)", pin("bob", hi), in: pair))
    try await world.refuses(
      "carol", "pin in another's pair", at("pins/\(hi)", pin("carol", hi), in: pair))

    try await world.accepts("alice", "describe the group", at("description", "ours"))
    try await world.accepts("alice", "trust Bob", at("moderators/bob", true))
    try await world.accepts("bob", "pin as a moderator", at("pins/\(hello)", pin("bob", hello)))
    try await world.refuses("carol", "unpin", at("pins/\(hello)", .empty))
    try await world.refuses("bob", "trust Carol", at("moderators/carol", true))
    try await world.refuses("bob", "crown himself", at("admins/bob", true))
    try await world.refuses("carol", "take Bob's role", at("moderators/bob", .empty))
    try await world.refuses("bob", "silence all", at("adminsOnly", true))

    // A moderator removes who has no role, by a change like an admin's.
    func remove(_ member: String, by user: String, as id: String) -> [Path: Node] {
      let staying = ["alice", "bob", "carol", "dave"].filter { $0 != member }.prefix(2).map {
        Node(.string($0))
      }
      return [
        "changes/\(group)/\(id)": [
          "by": .init(.string(user)), "at": now, "kind": "removed",
          "users": Node(children: [(Key(member), Node(.bool(true)))]),
          "staying": ["first": staying[0], "second": staying[1]],
        ],
        "conversations/\(group)/lastChange": .init(.string(id)),
        "conversations/\(group)/members/\(member)": .empty,
        "memberships/\(member)/\(group)": .empty,
      ]
    }
    let crown: Path = "conversations/\(group)/admins/alice"
    let trust: Path = "conversations/\(group)/moderators/bob"
    try await world.refuses(
      "bob", "remove the admin",
      remove("alice", by: "bob", as: "c1").merging([crown: .empty]) { $1 })
    try await world.refuses("carol", "remove Dave", remove("dave", by: "carol", as: "c1"))
    try await world.refuses(
      "carol", "remove the moderator",
      remove("bob", by: "carol", as: "c1").merging([trust: .empty]) { $1 })
    try await world.accepts("alice", "trust Carol", at("moderators/carol", true))
    try await world.refuses(
      "bob", "remove another moderator",
      remove("carol", by: "bob", as: "c1").merging(at("moderators/carol", .empty)) { $1 })
    try await world.accepts("alice", "trust Carol no more", at("moderators/carol", .empty))
    try await world.refuses("alice", "leave Bob his role", remove("bob", by: "alice", as: "c1"))
    try await world.refuses(
      "bob", "add Mallory",
      [
        "changes/\(group)/c1": [
          "by": "bob", "at": now, "kind": "added", "users": ["mallory": true],
        ],
        "conversations/\(group)/lastChange": "c1", "conversations/\(group)/members/mallory": now,
        "conversations/\(group)/seats/9": "mallory", "conversations/\(group)/seatOf/mallory": "9",
        "memberships/mallory/\(group)": now,
      ])
    try await world.accepts("bob", "remove Dave", remove("dave", by: "bob", as: "c1"))
    await alice.open(group)
    try await alice.expect(\.bubbles.last?.text, of: .thread, is: "Bob removed Dave")
    let told = try world.require(
      await world.systemMessages(in: group).first, "a message that tells of it")
    try await world.refuses(
      "alice", "pin what the system tells", at("pins/\(told)", pin("alice", told)))
    try await world.accepts("alice", "crown Carol", at("admins/carol", true))
    try await world.refuses("carol", "take Alice's crown", at("admins/alice", .empty))
    try await world.refuses(
      "bob", "remove a new admin",
      remove("carol", by: "bob", as: "c2").merging([
        "conversations/\(group)/admins/carol": .empty
      ]) { $1 })
    await bob.open(group)
    try await bob.expect(
      all: .that(\.pinnedTexts, of: .thread, is: ["hello"]),
      .that(\.members.count, of: .thread, is: 3), within: .seconds(10))
  }
}

extension ScreenElement where Screen == Chat.Screen, Content == Chat.Screen.MemberRow {
  /// The row of a member on the information on a group.
  static func member(_ user: UserID) -> Self {
    Self("member", id: user.text) { screen in
      screen.groupInfo?.members.first { $0.user == user }
    }
  }
}

extension ScreenCondition where Screen == Chat.Screen {
  /// The information on a group is there, and these are the members whom the viewer may remove.
  fileprivate static func removableMembers(are users: [UserID]) -> Self {
    .that("removable members", of: .groupInfo, is: users) { info in
      info.members.filter { $0.remove != nil }.map(\.user)
    }
  }

  /// The information on a group is there, and these are the members to whom the viewer may give another role.
  fileprivate static func membersWithAChoiceOfRoles(are users: [UserID]) -> Self {
    .that("members with a choice of roles", of: .groupInfo, is: users) { info in
      info.members.filter(\.canGiveRole).map(\.user)
    }
  }
}

private let now = Node(.timestamp)
