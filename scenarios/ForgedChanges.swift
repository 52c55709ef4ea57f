import Chat
import Rehearsal

// What a program without the app may try at the seams of the rules: where one clause leans on another. Each refused change
// differs from one that is accepted in a single point.

extension Scenarios {
  static let forgedSeams = Scenario(
    "A change of members is new, whole and told once, and nobody rewrites what was told",
    covers: "SE-02", "SE-09", "BC-10", tags: .rules, .groups, .members
  ) { (world: ChatWorld) in
    let (alice, bob) = try await world.phones("Alice", "Bob", on: .wifi)
    for (id, name) in [("carol", "Carol"), ("dave", "Dave"), ("erin", "Erin")] {
      await world.openAccount(of: UserID(id), named: name)
    }
    let group = try await alice.startConversation(with: [bob], and: ["carol"], isGroup: true).text
    func record(_ id: String, _ kind: String, _ users: String...) -> [Path: Node] {
      [
        "changes/\(group)/\(id)": [
          "by": "alice", "at": now, "kind": Node(.string(kind)),
          "users": Node(children: users.map { (Key($0), Node(.bool(true))) }),
          "staying": kind == "added" ? .empty : ["first": "alice", "second": "bob"],
        ]
      ]
    }
    func ends(_ user: String, _ node: Node) -> [Path: Node] {
      let ends: [Path: Node] = [
        "conversations/\(group)/members/\(user)": node, "memberships/\(user)/\(group)": node,
      ]
      if node.isEmpty { return ends }
      let seat = user == "dave" ? "4" : "5"
      return ends.merging([
        "conversations/\(group)/seats/\(seat)": Node(.string(user)),
        "conversations/\(group)/seatOf/\(user)": Node(.string(seat)),
      ]) { $1 }
    }
    func last(_ id: String) -> [Path: Node] {
      ["conversations/\(group)/lastChange": Node(.string(id))]
    }
    func all(_ parts: [Path: Node]...) -> [Path: Node] {
      // order: each part has places of its own.
      parts.reduce(into: [:]) { whole, part in whole.merge(part) { $1 } }
    }
    let hello = try await bob.send("hello", in: ConversationID(group))
    try await alice.expect(\.text, of: .bubble(hello), is: "hello")

    for author in ["alice", "bob"] {
      let founding: [Path: Node] = [
        "conversations/g1": [
          "isGroup": true, "createdBy": Node(.string(author)), "createdAt": now,
          "admins": ["bob": true], "members": ["bob": true, "dave": true],
          "seats": ["1": "bob", "2": "dave"], "seatOf": ["bob": "1", "dave": "2"],
        ],
        "memberships/bob/g1": true, "memberships/dave/g1": true,
      ]
      if author == "bob" {
        try await world.accepts("bob", "found a group", founding)
      } else {
        try await world.refuses("bob", "found one in Alice's name", founding)
      }
    }
    try await world.refuses(nil, "take away what is not", ["memberships/dave/\(group)": .empty])
    try await world.refuses(
      "alice", "add Erin along without naming her",
      all(record("c1", "added", "dave"), last("c1"), ends("dave", now), ends("erin", now)))
    try await world.refuses(
      "alice", "tell of Dave twice",
      all(
        record("c1", "added", "dave"), record("c0", "added", "dave"), last("c1"), ends("dave", now))
    )
    try await world.refuses(
      "alice", "let the change take a message's place",
      all(record(hello.text, "added", "dave"), last(hello.text), ends("dave", now)))
    try await world.refuses(
      "erin", "be admin from outside", ["conversations/\(group)/admins/erin": true])
    try await world.accepts(
      "alice", "add Dave", all(record("c1", "added", "dave"), last("c1"), ends("dave", now)))
    // At once, before the backend's function has told of it.
    for (field, node) in [("at", now), ("kind", "removed"), ("by", "alice")] as [(String, Node)] {
      try await world.refuses(
        "alice", "rewrite its \(field)", ["changes/\(group)/c1/\(field)": node])
    }
    func message(_ id: String, by author: String) -> [Path: Node] {
      ["messages/\(group)/\(id)": ["author": Node(.string(author)), "text": "no", "sentAt": now]]
    }
    try await world.refuses("bob", "take the place of what is told", message("c1", by: "bob"))
    try await world.refuses(
      "alice", "write a message in the place of the change that it comes with",
      all(
        record("c2", "added", "erin"), last("c2"), ends("erin", now), message("c2", by: "alice")))
    for user in ["alice", "bob", "dave"] {
      try await world.refuses(
        user, "remove Dave by the change that has added him", ends("dave", .empty))
    }
    try await world.accepts(
      "alice", "add Erin", all(record("c2", "added", "erin"), last("c2"), ends("erin", now)))
    try await world.refuses(
      "alice", "remove Carol along without naming her",
      all(record("c3", "removed", "dave"), last("c3"), ends("dave", .empty), ends("carol", .empty)))
    for user in ["alice", "bob"] {
      try await world.refuses(user, "point back to an earlier change", last("c1"))
    }
    try await world.refuses(
      "alice", "add Carol, who is there",
      all(record("c3", "added", "carol"), last("c3"), ends("carol", now)))
    try await world.refuses(
      "alice", "tell that Carol was added, who is there",
      all(record("c3", "added", "carol"), last("c3")))
    try await world.refuses(
      "alice", "remove whom nobody added",
      all(record("c3", "removed", "nobody"), last("c3"), ends("nobody", .empty)))
    try await world.untilQuiet()
    try await alice.expect(
      \.texts, of: .thread, is: ["hello", "You added Dave", "You added Erin"], within: .zero)
    try world.require(
      await world.systemMessages(in: ConversationID(group)).count, is: 2,
      "the number of changes that are told, two of them once each,")
  }

  static let forgedFields = Scenario(
    "Nobody gives a message or a receipt a field that it cannot have, and no other order of asking shows what was before joining",
    covers: "SE-02", "MO-06", tags: .rules, .groups, .receipts
  ) { (world: ChatWorld) in
    let (alice, bob) = try await world.phones("Alice", "Bob", on: .wifi)
    let carol = try await world.phone("Carol", on: .wifi)
    let group = try await alice.startConversation(with: bob, isGroup: true)
    let hello = try await alice.send("hello", in: group)
    try await alice.expect(\.status, of: .bubble(hello), is: .delivered)
    await alice.add(carol.userID, to: group)
    try await carol.expect(all: .present(.conversation(group)))
    func edit(_ changes: [Path: Node]) -> [Path: Node] {
      let place: Path = "messages/\(group.text)/\(hello.text)"
      // order: the result has none.
      return Dictionary(uniqueKeysWithValues: changes.map { (place.appending($0.key), $0.value) })
    }
    try await world.refuses(
      "alice", "edit and delete at once", edit(["text": "hi", "revision": 1, "deletedAt": now]))
    try await world.refuses(
      "alice", "delete and count with a word",
      edit(["text": .empty, "deletedAt": now, "revision": "one"]))
    try await world.refuses("alice", "take the author out", edit(["author": .empty]))
    try await world.refuses("alice", "take the time out", edit(["sentAt": .empty]))
    try await world.refuses(
      "alice", "edit to a number", edit(["text": 7, "revision": 1]))
    for kind in ["receipts", "deliveries"] {
      try await world.refuses(
        "bob", "mark what never was", ["\(kind)/\(group.text)/bob/nothing": now])
      try await world.refuses(
        "dave", "mark as a stranger", ["\(kind)/\(group.text)/dave/\(hello.text)": now])
    }
    let member: Path = "conversations/\(group.text)/members/carol"
    guard case .number(let joined) = await world.backend.read(member).scalar else { return }
    for field: Path in ["text", "author", "revision"] {
      try await world.shows(
        "messages/\(group.text)",
        QueryParameters.all.ordered(by: .child(field)).starting(at: .number(joined)),
        only: ["alice", "bob"], of: ["alice", "bob", "carol", "dave", nil])
    }
    try await world.expectNoReceipts(in: group)
  }
}

extension Scenarios {
  static let forgedByNobody = Scenario(
    "No change of members is made by nobody, none of nobody is told, and no switch is turned to neither side",
    covers: "SE-02", tags: .rules, .groups, .members
  ) { (world: ChatWorld) in
    let (alice, bob) = try await world.phones("Alice", "Bob", on: .wifi)
    await world.openAccount(of: "dave", named: "Dave")
    let group = try await alice.startConversation(with: bob, isGroup: true)
    func change(_ record: Node, adds: Bool = false) -> [Path: Node] {
      var all: [Path: Node] = [
        "changes/\(group)/c1": record, "conversations/\(group)/lastChange": "c1",
      ]
      guard adds else { return all }
      all["conversations/\(group)/members/dave"] = now
      all["memberships/dave/\(group)"] = now
      all["conversations/\(group)/seats/9"] = "dave"
      all["conversations/\(group)/seatOf/dave"] = "9"
      return all
    }
    for user in ["alice", "bob"] {
      try await world.refuses(
        user, "tell of nobody", change(["by": Node(.string(user)), "at": now, "kind": "added"]))
    }
    let added: Node = ["at": now, "kind": "added", "users": ["dave": true]]
    try await world.refuses("alice", "have nobody add Dave", change(added, adds: true))
    try await world.accepts(
      "alice", "add Dave", change(added.updating("by", to: "alice"), adds: true))
    try await world.refuses(
      "bob", "turn to neither side", ["private/bob/sharing/t1": ["at": now]])
  }

  static let fullGroup = Scenario(
    "Two admins each add the 256th member at the same moment: one of them is told that it did not work",
    covers: "MA-11", tags: .groups, .members, .offline, pinned: .links, .timings
  ) { (world: ChatWorld) in
    let (alice, bob) = try await world.phones("Alice", "Bob", on: .wifi)
    for user in ["carol", "dave", "erin", "frank"] as [UserID] {
      await world.openAccount(of: user, named: user.text)
    }
    let guests = (1...252).map { UserID("guest\($0)") }
    await world.openAccounts(of: guests)
    let group = try await alice.startConversation(
      with: [bob], and: guests, isGroup: true, within: .seconds(30))
    await world.makeAdmin(bob.userID, of: group)
    await alice.add("erin", to: group)
    try await alice.expect(\.members.count, of: .thread, is: 255)
    try await world.untilQuiet()
    for phone in [alice, bob] { await phone.setAirplaneMode(true) }
    await alice.add("carol", to: group)
    await bob.add("dave", to: group)
    await alice.setAirplaneMode(false)
    try await alice.expect(\.members.count, of: .thread, is: 256, within: .minutes(2))
    try await world.untilQuiet()
    await bob.setAirplaneMode(false)
    try await bob.expect(\.alert, is: "The members could not be changed", within: .minutes(2))
    try await alice.expect(
      all: .absent(.alert), .that(\.members.count, of: .thread, is: 256), for: .minutes(1))
    let members = await world.members(of: group)
    try world.require(members.count, is: 256, "the number of members at the backend")
    try world.require(
      members.filter { ["carol", "dave"].contains($0) }, is: ["carol"],
      "those of Carol and Dave who are members")
    // A seat that somebody leaves is free.
    await bob.answerAlert()
    await bob.remove("guest7", from: group)
    try await alice.expect(\.members.count, of: .thread, is: 255, within: .minutes(1))
    try await world.untilQuiet()
    await bob.add("dave", to: group)
    try await alice.expect(
      all: .that(\.members.count, of: .thread, is: 256),
      .that("membership of Dave", of: .thread, is: true) { $0.users.contains("dave") },
      within: .minutes(1))
    // So is the first one, when the founder leaves.
    await bob.open(group)
    await alice.remove("alice", from: group)
    try await bob.expect(\.members.count, of: .thread, is: 255, within: .minutes(1))
    try await world.untilQuiet()
    await bob.add("frank", to: group)
    try await world.untilQuiet()
    try await bob.expect(\.alert, is: nil, within: .zero)
    try world.require(
      await world.members(of: group), includes: "frank", "the members at the backend")
  }

  static let oneSeatForTwo = Scenario(
    "Two admins without a network add one user each, for the same seat: both are members, and nobody is told of anything",
    covers: "MR-13", tags: .groups, .members, .offline, pinned: .links, .timings
  ) { (world: ChatWorld) in
    let (alice, bob) = try await world.phones("Alice", "Bob", on: .wifi)
    for user in ["carol", "dave"] as [UserID] {
      await world.openAccount(of: user, named: user.text)
    }
    let group = try await alice.startConversation(with: bob, isGroup: true)
    await world.makeAdmin(bob.userID, of: group)
    await bob.open(group)
    try await world.untilQuiet()
    for phone in [alice, bob] { await phone.setAirplaneMode(true) }
    await alice.add("carol", to: group)
    await bob.add("dave", to: group)
    for phone in [alice, bob] { await phone.setAirplaneMode(false) }
    for phone in [alice, bob] {
      try await phone.expect(
        all: .that(\.users, of: .thread, is: ["alice", "bob", "carol", "dave"]),
        .that(\.bubbles.count, of: .thread, is: 2), within: .minutes(2))
    }
    try await bob.expect(\.alert, is: nil, for: .minutes(1))
    try await alice.expect(\.alert, is: nil, within: .zero)
    let members = await world.members(of: group)
    try world.require(
      members, is: ["alice", "bob", "carol", "dave"], "the members at the backend")
  }

  static let forgedSize = Scenario(
    "No program founds a group of one or of 257, adds a 257th member, or lets two sit on one seat",
    covers: "SE-08", "MA-11", tags: .rules, .groups, .members
  ) { (world: ChatWorld) in
    let (alice, bob) = try await world.phones("Alice", "Bob", on: .wifi)
    await world.openAccount(of: "dave", named: "Dave")
    await world.openAccount(of: "erin", named: "Erin")
    let many = ["bob"] + (2...257).map { "guest\($0)" }
    await world.openAccounts(of: many.map { UserID($0) })
    func found(
      _ id: String, _ users: [String], seats: [Int: String]? = nil, seatOf: [String: Int]? = nil
    ) -> [Path: Node] {
      let seats = seats ?? Dictionary(uniqueKeysWithValues: zip(1..., users))
      let seatOf = seatOf ?? Dictionary(uniqueKeysWithValues: zip(users, 1...))
      // order: sorted below.
      let taken = seats.map { (Key("\($0.key)"), Node(.string($0.value))) }
      // order: the same.
      let places = seatOf.map { (Key($0.key), Node(.string("\($0.value)"))) }
      var all: [Path: Node] = [
        Path(unchecked: "conversations/\(id)"): [
          "isGroup": true, "createdBy": "bob", "createdAt": now, "admins": ["bob": true],
          "members": Node(children: users.map { (Key($0), Node(.bool(true))) }),
          "seats": Node(children: taken.sorted { $0.0.text < $1.0.text }),
          "seatOf": Node(children: places.sorted { $0.0.text < $1.0.text }),
        ]
      ]
      for user in users { all[Path(unchecked: "memberships/\(user)/\(id)")] = true }
      return all
    }
    try await world.refuses("bob", "found one of one", found("g1", ["bob"]))
    try await world.refuses(
      "bob", "found one of one on the second seat",
      found("g1", ["bob"], seats: [2: "bob"], seatOf: ["bob": 2]))
    try await world.refuses(
      "bob", "found one of one on two seats",
      found("g1", ["bob"], seats: [1: "bob", 2: "bob"]))
    try await world.refuses(
      "bob", "seat somebody who is no member",
      found("g1", ["bob"], seats: [1: "bob", 2: "dave"], seatOf: ["bob": 1, "dave": 2]))
    try await world.refuses("bob", "found one of 257", found("g1", many))
    try await world.refuses(
      "bob", "let two sit on one seat",
      found(
        "g1", ["bob", "dave", "erin"], seats: [1: "bob", 2: "dave"],
        seatOf: ["bob": 1, "dave": 2, "erin": 2]))
    try await world.refuses(
      "bob", "let Erin stand",
      found(
        "g1", ["bob", "dave", "erin"], seats: [1: "bob", 2: "dave"], seatOf: ["bob": 1, "dave": 2]))
    try await world.accepts("bob", "found one of 256", found("g1", many.dropLast()))

    func add(
      _ user: String, to id: String, seat: String, as change: String,
      places: [Path: Node] = [:]
    ) -> [Path: Node] {
      let all: [Path: Node] = [
        "changes/\(id)/\(change)": [
          "by": "bob", "at": now, "kind": "added",
          "users": Node(children: [(Key(user), Node(.bool(true)))]),
        ],
        "conversations/\(id)/lastChange": Node(.string(change)),
        "conversations/\(id)/members/\(user)": now, "memberships/\(user)/\(id)": now,
        "conversations/\(id)/seats/\(seat)": Node(.string(user)),
        "conversations/\(id)/seatOf/\(user)": Node(.string(seat)),
      ]
      return all.merging(places) { $1 }
    }
    for seat in ["257", "0", "00", "1", "256", "x", "1.5"] {
      try await world.refuses(
        "bob", "add the 257th on seat \(seat)",
        add("dave", to: "g1", seat: seat, as: "c1"))
    }
    try await world.refuses(
      "bob", "move a guest for the 257th",
      add(
        "dave", to: "g1", seat: "256", as: "c1",
        places: ["conversations/g1/seatOf/guest256": "255"]))
    try await world.accepts("bob", "found one of two", found("g2", ["bob", "dave"]))
    try await world.accepts("bob", "add the third", add("erin", to: "g2", seat: "3", as: "c1"))
    for (user, path, node) in [
      ("bob", "seats/3", "bob"), ("bob", "seats/4", "bob"), ("bob", "seatOf/erin", "4"),
      ("erin", "seats/1", "erin"), ("erin", "seatOf/erin", "5"), ("dave", "seats/2", nil),
      ("alice", "seats/9", "alice"),
    ] as [(String, String, String?)] {
      try await world.refuses(
        user, "write \(path)",
        [Path(unchecked: "conversations/g2/\(path)"): node.map { Node(.string($0)) } ?? .empty])
    }
    // Nor does anybody meddle with the seat that Erin leaves.
    let leaving: [Path: Node] = [
      "changes/g2/c2": [
        "by": "erin", "at": now, "kind": "removed", "users": ["erin": true],
        "staying": ["first": "bob", "second": "dave"],
      ],
      "conversations/g2/lastChange": "c2", "conversations/g2/members/erin": .empty,
      "memberships/erin/g2": .empty,
    ]
    try await world.accepts("erin", "leave", leaving)
    for (path, node) in [("seats/3", "erin"), ("seatOf/erin", nil)] as [(String, String?)] {
      try await world.refuses(
        "alice", "write \(path) of one who has gone",
        [Path(unchecked: "conversations/g2/\(path)"): node.map { Node(.string($0)) } ?? .empty])
    }
    try await world.refuses(
      "bob", "write Erin's seat along with a change that does not name her",
      add(
        "alice", to: "g2", seat: "4", as: "c3", places: ["conversations/g2/seats/3": "erin"]))
    try world.require(
      await world.members(of: ConversationID("g1")).count, is: 256,
      "the number of members at the backend")
    try await alice.expect(\.conversations.count, is: 0)
    try await bob.expect(\.conversations.count, is: 2)
  }
}

private let now = Node(.timestamp)
