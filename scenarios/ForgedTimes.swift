import Chat
import Rehearsal

// Times that a program says of what it does: the rules take the backend's own, no earlier one and no later one.

extension Scenarios {
  static let forgedTimes = Scenario(
    "No program says that something was read or had arrived before it was, nor that a change, a joining, a pin or a look at the app is yet to come",
    covers: "SE-02", tags: .rules, .groups, .members, .receipts, pinned: .links, .policies
  ) { (world: ChatWorld) in
    let (alice, bob) = try await world.phones("Alice", "Bob", on: .wifi)
    for (id, name) in [("carol", "Carol"), ("dave", "Dave")] {
      await world.openAccount(of: UserID(id), named: name)
    }
    let group = try await alice.startConversation(with: [bob], and: ["carol"], isGroup: true)
    let hello = try await alice.send("hello", in: group)
    try await alice.expect(\.status, of: .bubble(hello), is: .sent)
    try await world.untilQuiet()
    for kind in ["receipts", "deliveries"] {
      func mark(at time: Node) -> [Path: Node] { ["\(kind)/\(group)/carol/\(hello)": time] }
      try await world.refuses("carol", "mark for long ago", mark(at: 1))
      try await world.refuses("carol", "mark for tomorrow", mark(at: 4e12))
      try await world.accepts("carol", "mark now", mark(at: now))
    }

    func add(at time: Node, joined: Node) -> [Path: Node] {
      [
        "changes/\(group)/c1": [
          "by": "alice", "at": time, "kind": "added", "users": ["dave": true],
        ],
        "conversations/\(group)/lastChange": "c1",
        "conversations/\(group)/members/dave": joined, "memberships/dave/\(group)": joined,
        "conversations/\(group)/seats/9": "dave", "conversations/\(group)/seatOf/dave": "9",
      ]
    }
    // What the system tells would stand behind all that is said, and a member would see nothing of it.
    try await world.refuses("alice", "add Dave tomorrow", add(at: 4e12, joined: now))
    try await world.refuses("alice", "let Dave join tomorrow", add(at: now, joined: 4e12))
    try await world.accepts("alice", "add Dave", add(at: now, joined: now))
    func pin(at time: Node) -> [Path: Node] {
      ["conversations/\(group)/pins/\(hello)": ["by": "alice", "at": time]]
    }
    try await world.refuses("alice", "pin above all that will be pinned", pin(at: 4e12))
    try await world.accepts("alice", "pin", pin(at: now))
    try await world.refuses("bob", "be there for ever", ["presence/bob/phones/p/1": 4e12])
    try await world.refuses("bob", "have been there tomorrow", ["presence/bob/lastSeen": 4e12])
    try await world.accepts("bob", "say when he was there", ["presence/bob/lastSeen": now])
    try await alice.expect(
      all: .that(\.texts, of: .thread, is: ["hello", "You added Dave"]),
      .that(\.pinnedTexts, of: .thread, is: ["hello"]),
      .that(\.receiptLabel, of: .bubble(hello), is: "Read by 1 of 2"))
  }
}

private let now = Node(.timestamp)
