import Chat
import Rehearsal

// What a program without the app may try at the seams of the rules: where one clause leans on another. Each refused change
// differs from one that is accepted in a single point.

extension Scenarios {
  static let forgedSeams = Scenario(
    "A change of members is new, whole and told once, and nobody rewrites what was told",
    covers: "SE-02", "BC-10", tags: .rules, .groups, .members
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
      ["conversations/\(group)/members/\(user)": node, "memberships/\(user)/\(group)": node]
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
          "members": ["bob": true],
        ],
        "memberships/bob/g1": true,
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
    for user in ["alice", "bob", "dave"] {
      try await world.refuses(
        user, "remove Dave by the change that has added him", ends("dave", .empty))
    }
    try await world.accepts(
      "alice", "add Erin", all(record("c2", "added", "erin"), last("c2"), ends("erin", now)))
    for user in ["alice", "bob"] {
      try await world.refuses(user, "point back to an earlier change", last("c1"))
    }
    try await world.refuses(
      "alice", "add Carol, who is there",
      all(record("c3", "added", "carol"), last("c3"), ends("carol", now)))
    try await world.refuses(
      "alice", "remove whom nobody added",
      all(record("c3", "removed", "nobody"), last("c3"), ends("nobody", .empty)))
    try await world.untilQuiet()
    try await alice.expect(within: .zero) { screen in
      screen.thread?.bubbles.map(\.text) == ["hello", "You added dave", "You added erin"]
    }
    try world.require(
      await world.systemMessages(in: ConversationID(group)).count == 2,
      "two changes, told once each")
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
    try await carol.expect { $0.conversation(group).unread != nil }
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

private let now = Node(.timestamp)
