import Chat
import Rehearsal

// Invitations to groups, which need the guest's consent (PM-09).

extension Scenarios {
  static let invitedGuest = Scenario(
    "A invites B and C: neither is a member or sees a message before a yes, which B gives offline, and C says no",
    covers: "PM-09", tags: .groups, .members, .offline, .restart
  ) { (world: ChatWorld) in
    let (alice, bob, carol) = try await world.phones("Alice", "Bob", "Carol", on: .lte)
    await world.openAccount(of: "dave", named: "Dave")
    let group = try await alice.startConversation(with: [], and: ["dave"], isGroup: true)
    await alice.open(group)
    await alice.openInfo(of: group)
    await alice.rename(group, to: "Hiking")
    await alice.invite("bob", "carol", to: group)
    try await alice.expect(
      all: .that("guests", of: .groupInfo, is: ["bob", "carol"]) { $0.guests.map(\.user) },
      .that("guests marked Invited", of: .groupInfo, is: ["bob", "carol"]) { info in
        info.guests.filter { $0.mark == "Invited" }.map(\.user)
      },
      .that("guests to withdraw", of: .groupInfo, is: ["bob", "carol"]) { info in
        info.guests.filter { $0.withdraw != nil }.map(\.user)
      }, .that(\.users, of: .groupInfo, is: ["alice", "dave"]))
    await alice.closeSheet()
    _ = try await alice.send("before", in: group)
    for phone in [bob, carol] {
      try await phone.expect(
        all: .that("invitations", is: ["Alice invites you to Hiking"]) {
          $0.invitations.map(\.text)
        }, .that(\.invitations.first?.accept, is: "Accept"), .that(\.conversations.count, is: 0),
        within: .seconds(10))
    }
    // No phone of a guest gets a message, whatever program asks; guests see who is there.
    let thread = Path(unchecked: "messages/\(group)")
    let place = Path(unchecked: "conversations/\(group)")
    try await world.shows(thread, only: ["alice", "dave"], of: ["alice", "bob", "carol", "dave"])
    try await world.shows(
      place, only: ["alice", "bob", "carol", "dave"], of: ["alice", "bob", "carol", "dave", "erin"])

    // B says yes in a tunnel, and the app dies there.
    await bob.setAirplaneMode(true)
    await bob.accept(group)
    try await bob.expect(
      all: .that(\.invitations.count, is: 1), .that(\.invitations.first?.accept, is: nil),
      .that(\.invitations.first?.decline, is: nil), .that(\.conversations.count, is: 0))
    try await bob.kill()
    try await bob.relaunch()
    try await bob.expect(
      all: .that("invitations", is: ["Alice invites you to Hiking"]) {
        $0.invitations.map(\.text)
      }, .that(\.invitations.first?.accept, is: nil))
    try await alice.expect(\.members.count, of: .thread, is: 2, for: .seconds(30))
    await bob.setAirplaneMode(false)
    try await bob.expect(
      all: .that(\.invitations.count, is: 0),
      .that(\.title, of: .conversation(group), is: "Hiking"),
      .that(\.preview, of: .conversation(group), is: "You joined"), within: .minutes(1))
    try await alice.expect(
      all: .that(\.users, of: .thread, is: ["alice", "bob", "dave"]),
      .that(\.bubbles.last?.text, of: .thread, is: "Bob joined"), within: .seconds(10))
    await bob.open(group)
    let hello = try await bob.send("hello", in: group)
    try await bob.expect(
      all: .that(\.texts, of: .thread, is: ["You joined", "hello"]),
      .that(\.status, of: .bubble(hello), isNot: .sending))
    let welcome = try await alice.send("welcome", in: group)
    try await bob.expect(\.text, of: .bubble(welcome), is: "welcome")

    // C says no, is invited once more, and is added by hand, which ends the invitation.
    await carol.decline(group)
    try await carol.expect(\.invitations.count, is: 0)
    await alice.openInfo(of: group)
    try await alice.expect(\.guests.isEmpty, of: .groupInfo, is: true, within: .seconds(10))
    await alice.invite("carol", to: group)
    try await carol.expect(
      all: .that("invitations", is: ["Alice invites you to Hiking"]) {
        $0.invitations.map(\.text)
      }, within: .seconds(10))
    await alice.withdraw("carol", from: group)
    try await carol.expect(\.invitations.count, is: 0, within: .seconds(10))
    await alice.invite("carol", to: group)
    try await carol.expect(\.invitations.count, is: 1, within: .seconds(10))
    await alice.add("carol", to: group)
    try await carol.expect(
      all: .that(\.invitations.count, is: 0),
      .that(\.title, of: .conversation(group), is: "Hiking"), within: .seconds(10))
    // Who was removed comes back by an invitation alone.
    await alice.remove("bob", from: group)
    try await bob.expect(\.isReadOnly, of: .thread, is: true, within: .seconds(10))
    await alice.invite("bob", to: group)
    await bob.close()
    try await bob.expect(\.invitations.count, is: 1, within: .seconds(10))
    await bob.accept(group)
    await bob.open(group)
    try await bob.expect(
      all: .that(\.isReadOnly, of: .thread, is: false), .that(\.members.count, of: .thread, is: 4),
      within: .seconds(10))
    let back = try await bob.send("back", in: group)
    await alice.closeSheet()
    try await alice.expect(\.text, of: .bubble(back), is: "back", within: .seconds(10))
    let again = try await alice.send("good to have you back", in: group)
    try await bob.expect(\.text, of: .bubble(again), is: "good to have you back")
  }

  static let oneSeatForGuests = Scenario(
    "Two guests say yes at the same moment and an answer is lost: both are members, each once, and the system tells so once",
    covers: "PM-09", tags: .groups, .members, .fault
  ) { (world: ChatWorld) in
    let (alice, bob, carol) = try await world.phones("Alice", "Bob", "Carol", on: .lte)
    await world.openAccount(of: "dave", named: "Dave")
    let group = try await alice.startConversation(with: [], and: ["dave"], isGroup: true)
    await alice.invite("bob", "carol", to: group)
    for phone in [bob, carol] {
      try await phone.expect(
        all: .that("invitations", is: ["Alice invites you to Alice, Dave"]) {
          $0.invitations.map(\.text)
        }, within: .seconds(10))
    }
    for phone in [bob, carol] { await phone.setAirplaneMode(true) }
    for phone in [bob, carol] { await phone.accept(group) }
    world.loseNextAcknowledgement(to: carol, of: .members, then: .reset)
    for phone in [bob, carol] { await phone.setAirplaneMode(false) }
    for phone in [bob, carol] {
      try await phone.expect(
        all: .that(\.invitations.count, is: 0),
        .that(\.unread, of: .conversation(group), isNot: nil), .absent(.alert), within: .minutes(20)
      )
    }
    try await alice.expect(
      all: .that(\.users, of: .thread, is: ["alice", "bob", "carol", "dave"]),
      .that("number of “Carol joined”", of: .thread, is: 1) { thread in
        thread.texts.count { $0 == "Carol joined" }
      },
      .that("number of “Bob joined”", of: .thread, is: 1) { thread in
        thread.texts.count { $0 == "Bob joined" }
      }, within: .minutes(2))
  }

  static let invitationEndsWhileClosed = Scenario(
    "An invitation that is withdrawn while B's app is closed is gone after the launch, and so is one that C declines on launching",
    covers: "PM-09", tags: .groups, .members, .restart
  ) { (world: ChatWorld) in
    let (alice, bob, carol) = try await world.phones("Alice", "Bob", "Carol", on: .lte)
    await world.openAccount(of: "dave", named: "Dave")
    let group = try await alice.startConversation(with: [], and: ["dave"], isGroup: true)
    await alice.invite("bob", "carol", to: group)
    for phone in [bob, carol] {
      try await phone.expect(\.invitations.count, is: 1, within: .seconds(10))
      try await phone.kill()
    }
    await alice.openInfo(of: group)
    await alice.withdraw("bob", from: group)
    try await alice.expect(
      all: .that("guests", of: .groupInfo, is: ["carol"]) { $0.guests.map(\.user) },
      within: .seconds(10))
    for phone in [bob, carol] { try await phone.relaunch() }
    await carol.decline(group)
    for phone in [bob, carol] {
      try await phone.expect(
        all: .that(\.invitations.count, is: 0), .absent(.alert), within: .seconds(10))
    }
    try await alice.expect(\.guests.isEmpty, of: .groupInfo, is: true, within: .seconds(10))
    // One that comes later is shown again, and holds.
    await alice.invite("bob", to: group)
    try await bob.expect(\.invitations.count, is: 1, within: .seconds(10))
    await bob.accept(group)
    try await bob.expect(
      all: .that(\.invitations.count, is: 0),
      .that(\.preview, of: .conversation(group), is: "You joined"), within: .seconds(10))
  }

  static let invitedInThePocket = Scenario(
    "A invites B, who looks at none of his phones: both tell him, until it is taken back or answered on one of them",
    covers: "PM-09", tags: .groups, .members, .push, .multiDevice,
    pinned: .duplicates, .policies, .timings, .links
  ) { (world: ChatWorld) in
    world.setPolicies { $0.usesPush = true }
    let (alice, bob, carol) = try await world.phones("Alice", "Bob", "Carol", on: .lte)
    let tablet = try await world.phone("Bob's iPad", user: "bob", on: .lte)
    await world.openAccount(of: "dave", named: "Dave")
    let group = try await alice.startConversation(with: [], and: ["dave"], isGroup: true)
    await alice.openInfo(of: group)
    await alice.rename(group, to: "Hiking")
    try await world.untilQuiet()
    for phone in [bob, tablet] { try await phone.enterBackground() }
    await alice.invite("bob", "carol", to: group)
    for phone in [bob, tablet] {
      try await phone.expectNotifications(
        all: .that(\.titles, is: ["Hiking"]), .that(\.bodies, is: ["Alice invites you to Hiking"]),
        .that(\.badge, is: 0))
    }
    // Carol looks at her list, and sees it there.
    try await carol.expect(\.invitations.count, is: 1)
    try await carol.expectNotifications(\.bannerCount, is: 0, for: .minutes(1))
    await alice.withdraw("bob", from: group)
    for phone in [bob, tablet] { try await phone.expectNotifications(\.bodies, is: []) }
    await alice.invite("bob", to: group)
    for phone in [bob, tablet] { try await phone.expectNotifications(\.count, is: 1) }
    try await tablet.enterForeground()
    await bob.setAirplaneMode(true)
    await tablet.accept(group)
    try await tablet.expect(\.preview, of: .conversation(group), is: "You joined")
    try await tablet.expectNotifications(\.bodies, is: [], within: .zero)
    // What no phone was told of, it finds out when it is looked at.
    try await bob.enterForeground()
    await bob.setAirplaneMode(false)
    try await bob.expect(\.preview, of: .conversation(group), is: "You joined", within: .minutes(1))
    try await bob.expectNotifications(\.bodies, is: [])
    // What is read on one of them is read on the other.
    _ = try await alice.send("welcome", in: group)
    try await bob.expect(\.unread, of: .conversation(group), is: 1)
    await tablet.open(group)
    try await bob.expect(\.unread, of: .conversation(group), is: 0)
  }

  static let invitedAndTakenBack = Scenario(
    "A invites B by mistake and takes it back at once: no phone of his makes a sound",
    covers: "PM-09", tags: .groups, .members, .push,
    pinned: .duplicates, .policies, .timings, .links
  ) { (world: ChatWorld) in
    world.setPolicies { $0.usesPush = true }
    let (alice, bob, group) = try await world.groupWithoutBob()
    try await world.untilQuiet()
    try await bob.enterBackground()
    // The function that tells of it has to wake up, which takes 0.4 s.
    await alice.invite("bob", to: group)
    await alice.withdraw("bob", from: group)
    try await alice.expect(\.guests.isEmpty, of: .groupInfo, is: true)
    try await bob.expectNotifications(\.bannerCount, is: 0, for: .minutes(1))
  }

  static let invitedBackWhileClosed = Scenario(
    "B is removed and invited again while his app is closed: it opens on a thread to read only and an invitation, and a yes makes him a member",
    covers: "PM-09", "MR-03", tags: .groups, .members, .restart
  ) { (world: ChatWorld) in
    let (alice, bob, carol) = try await world.phones("Alice", "Bob", "Carol", on: .lte)
    let group = try await alice.startConversation(with: bob, carol, isGroup: true)
    await bob.open(group)
    let hello = try await alice.send("hello", in: group)
    try await alice.expect(\.receiptLabel, of: .bubble(hello), is: "Read by 1 of 2")
    try await world.untilQuiet()
    try await bob.kill()
    await alice.remove("bob", from: group)
    try await alice.expect(\.users, of: .thread, is: ["alice", "carol"])
    await alice.invite("bob", to: group)
    _ = try await alice.send("without him", in: group)
    try await world.untilQuiet()
    try await bob.relaunch()
    try await bob.expect(
      all: .that(\.invitations.count, is: 1), .that(\.unread, of: .conversation(group), is: 0),
      within: .seconds(10))
    // At rest the phone knows it without looking at the thread.
    try await world.untilQuiet()
    await bob.open(group)
    try await bob.expect(
      \.isReadOnly, of: .thread, is: true, for: .minutes(1), within: .seconds(10))
    await bob.close()
    await bob.accept(group)
    await bob.open(group)
    try await bob.expect(\.isReadOnly, of: .thread, is: false, within: .seconds(10))
    let back = try await bob.send("back", in: group)
    try await alice.expect(\.text, of: .bubble(back), is: "back", within: .seconds(10))
  }

  static let forgedInvitations = Scenario(
    "Nobody invites but admins, nobody joins uninvited or in another's place, and no invitation outlives its answer",
    covers: "PM-09", tags: .rules, .groups, .members
  ) { (world: ChatWorld) in
    let (alice, bob) = try await world.phones("Alice", "Bob", on: .wifi)
    for (id, name) in [("carol", "Carol"), ("dave", "Dave"), ("erin", "Erin")] {
      await world.openAccount(of: UserID(id), named: name)
    }
    let group = try await alice.startConversation(with: [bob], and: ["dave"], isGroup: true)
    let pair = try await alice.startConversation(with: bob)
    func invite(_ guest: String, by host: Node, to id: ConversationID? = nil) -> [Path: Node] {
      [
        Path(unchecked: "conversations/\(id ?? group)/invited/\(guest)"): host,
        Path(unchecked: "private/\(guest)/invitations/\(id ?? group)"): host,
      ]
    }
    func join(
      _ guest: String, by user: String, as id: String, seat: String = "9", ends: Bool = true
    ) -> [Path: Node] {
      let joining: [Path: Node] = [
        Path(unchecked: "changes/\(group)/\(id)"): [
          "by": .init(.string(user)), "at": now, "kind": "added",
          "users": Node(children: [(Key(guest), Node(.bool(true)))]),
        ],
        Path(unchecked: "conversations/\(group)/lastChange"): .init(.string(id)),
        Path(unchecked: "conversations/\(group)/members/\(guest)"): now,
        Path(unchecked: "conversations/\(group)/seats/\(seat)"): .init(.string(guest)),
        Path(unchecked: "conversations/\(group)/seatOf/\(guest)"): .init(.string(seat)),
        Path(unchecked: "memberships/\(guest)/\(group)"): now,
      ]
      return ends ? joining.merging(invite(guest, by: .empty)) { $1 } : joining
    }
    try await world.refuses("bob", "invite as a member", invite("carol", by: "bob"))
    try await world.refuses("carol", "invite herself", invite("carol", by: "carol"))
    try await world.refuses("alice", "invite in Bob's name", invite("carol", by: "bob"))
    try await world.refuses("alice", "invite nobody", invite("nobody", by: "alice"))
    try await world.refuses("alice", "invite a member", invite("bob", by: "alice"))
    try await world.refuses("alice", "invite to a pair", invite("carol", by: "alice", to: pair))
    for (path, host) in invite("carol", by: "alice").sorted(by: {
      $0.key.description < $1.key.description
    }) {
      try await world.refuses("alice", "invite at one end only", [path: host])
    }
    try await world.refuses(
      nil, "take away what is not", [Path(unchecked: "private/carol/invitations/\(group)"): .empty])
    try await world.refuses(
      "carol", "join uninvited", join("carol", by: "carol", as: "c1", ends: false))
    try await world.accepts("alice", "invite Carol", invite("carol", by: "alice"))
    try await world.refuses("erin", "join in Carol's stead", join("erin", by: "erin", as: "c1"))
    try await world.refuses(
      "carol", "bring Erin along", join("erin", by: "carol", as: "c1", ends: false))
    try await world.refuses("bob", "have Carol join", join("carol", by: "bob", as: "c1"))
    try await world.refuses(
      "carol", "keep the invitation", join("carol", by: "carol", as: "c1", ends: false))
    try await world.refuses(
      "carol", "take Alice's seat", join("carol", by: "carol", as: "c1", seat: "1"))
    try await world.refuses(
      "carol", "write before joining",
      [Path(unchecked: "messages/\(group)/m1"): ["author": "carol", "text": "hi", "sentAt": now]])
    try await world.refuses("erin", "decline for Carol", invite("carol", by: .empty))
    try await world.accepts("carol", "join", join("carol", by: "carol", as: "c1"))
    try await world.refuses("carol", "join twice", join("carol", by: "carol", as: "c2"))
    try await world.accepts("alice", "invite Erin", invite("erin", by: "alice"))
    try await world.accepts("erin", "decline", invite("erin", by: .empty))
    try await world.refuses(
      "erin", "join after all", join("erin", by: "erin", as: "c2", seat: "10"))
    try await world.accepts("alice", "invite Erin again", invite("erin", by: "alice"))
    try await world.accepts("alice", "withdraw it", invite("erin", by: .empty))
    try await bob.expect(
      \.preview, of: .conversation(group), is: "Carol joined", within: .seconds(10))
  }
}

private let now = Node(.timestamp)
