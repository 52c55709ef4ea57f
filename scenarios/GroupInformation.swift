import Chat
import Rehearsal

// The name, the photo and the list of members of a group (GI), and who may see and change what (SE).

extension Scenarios {
  static let groupInformation = Scenario(
    "Admins name a group and give it a photo: everybody sees it at once, offline phones later, and it stays",
    covers: "GI-02", "GI-03", "GI-07", "GI-08", tags: .groups, .sheets, .offline, .restart
  ) { (world: ChatWorld) in
    let (alice, bob, carol) = try await world.phones("Alice", "Bob", "Carol", on: .lte)
    let group = try await alice.startConversation(with: bob, carol, isGroup: true)
    await carol.setAirplaneMode(true)
    for phone in [alice, bob] {
      await phone.open(group)
      await phone.openInfo(of: group)
    }
    try await bob.expect { screen in
      screen.groupInfo?.title == "alice, carol" && screen.groupInfo?.photo == nil
        && screen.groupInfo?.members.map(\.name) == ["Alice", "Bob", "Carol"]
    }
    await alice.rename(group, to: "Hiking\n2026")
    await alice.setPhoto("photos/hut.jpg", of: group)
    for phone in [alice, bob] {
      try await phone.expect(within: .seconds(2)) { screen in
        screen.groupInfo?.title == "Hiking 2026" && screen.groupInfo?.photo == "photos/hut.jpg"
      }
    }
    await carol.setAirplaneMode(false)
    try await carol.expect(\.title, of: .conversation(group), is: "Hiking 2026")
    // A blank name is none.
    await alice.rename(group, to: " ")
    try await alice.expect(for: .seconds(30)) { $0.groupInfo?.title == "Hiking 2026" }

    // Two admins change what they like at the same time: each property has its last word.
    await world.makeAdmin(bob.userID, of: group)
    try await bob.expect { $0.groupInfo?.canEdit == true }
    for phone in [alice, bob] { await phone.setAirplaneMode(true) }
    await alice.rename(group, to: "Climbing")
    await bob.setPhoto("photos/peak.jpg", of: group)
    try await alice.kill()
    try await alice.relaunch()
    for phone in [bob, alice] {
      await phone.setAirplaneMode(false)
      try await carol.expect(within: .minutes(1)) { screen in
        screen.conversation(group).title == (phone === bob ? "Hiking 2026" : "Climbing")
      }
    }
    await bob.closeSheet()
    for phone in [alice, bob, carol] {
      await phone.open(group)
      await phone.openInfo(of: group)
      try await phone.expect { screen in
        screen.groupInfo?.title == "Climbing" && screen.groupInfo?.photo == "photos/peak.jpg"
          && screen.groupInfo?.members.map(\.role) == ["Admin", "Admin", nil]
          && screen.groupInfo?.members.count == 3
      }
    }
  }

  static let forgedInformation = Scenario(
    "Nobody but admins changes the name, the photo or the members of a group, and nobody to what cannot be shown",
    covers: "GI-04", tags: .rules, .groups
  ) { (world: ChatWorld) in
    let (alice, bob) = try await world.phones("Alice", "Bob", on: .wifi)
    await world.openAccount(of: "mallory", named: "Mallory")
    let group = try await alice.startConversation(with: bob, isGroup: true)
    let pair = try await alice.startConversation(with: bob)
    let long = String(repeating: "x", count: 65)
    for field in ["name", "photo"] {
      func change(_ node: Node, in id: ConversationID) -> [Path: Node] {
        [Path(unchecked: "conversations/\(id)/\(field)"): node]
      }
      for user in ["bob", "mallory", nil] {
        try await world.refuses(user, "change the \(field)", change("Ours", in: group))
      }
      try await world.refuses("alice", "empty the \(field)", change("", in: group))
      try await world.refuses("alice", "count with the \(field)", change(7, in: group))
      try await world.refuses("alice", "take the \(field) out", change(.empty, in: group))
      try await world.refuses("alice", "give two a \(field)", change("Us", in: pair))
      try await world.accepts("alice", "change the \(field)", change("Ours", in: group))
      try await world.refuses("bob", "take the \(field) out", change(.empty, in: group))
    }
    try await world.refuses(
      "alice", "give a long name", ["conversations/\(group)/name": Node(.string(long))])
    try await world.refuses(
      "bob", "remove Alice",
      [
        "changes/\(group)/c1": [
          "by": "bob", "at": now, "kind": "removed", "users": ["alice": true], "archives": true,
        ],
        "conversations/\(group)/lastChange": "c1",
        "conversations/\(group)/archivedAt": now,
        "conversations/\(group)/members/alice": .empty,
        "conversations/\(group)/admins/alice": .empty, "memberships/alice/\(group)": .empty,
      ])
    try await bob.expect { $0.conversation(group).title == "Ours" }
  }

  static let removedOutsider = Scenario(
    "A removed user reads nothing new and adds no receipt by any program; a member of two marks for himself alone",
    covers: "SE-01", "SE-03", "SE-07", "SE-10", tags: .rules, .groups, .members, .receipts
  ) { (world: ChatWorld) in
    let (alice, bob, carol) = try await world.phones("Alice", "Bob", "Carol", on: .wifi)
    await world.openAccount(of: "mallory", named: "Mallory")
    let group = try await alice.startConversation(with: bob, carol, isGroup: true)
    let before = try await alice.send("before", in: group)
    let read = try await alice.send("read", in: group)
    try await alice.expect(\.status, of: .bubble(read), is: .delivered)
    func mark(_ message: MessageID, by user: String, _ time: Node = now) -> [Path: Node] {
      [Path(unchecked: "receipts/\(group)/\(user)/\(message)"): time]
    }
    func places() -> [Path] {
      ["receipts", "deliveries", "messages", "typing", "conversations"].map {
        Path(unchecked: "\($0)/\(group)")
      }
    }
    let everybody: [String?] = ["alice", "bob", "carol", "mallory", nil]
    for place in places() {
      try await world.shows(place, only: ["alice", "bob", "carol"], of: everybody)
    }
    try await world.accepts("bob", "read a message", mark(read, by: "bob"))
    await alice.remove(bob.userID, from: group)
    try await bob.expect { $0.badge == 0 }
    try await carol.expect(\.preview, of: .conversation(group), is: "alice removed bob")
    let after = try await alice.send("after", in: group)
    try await alice.expect(\.status, of: .bubble(after), is: .delivered)
    for place in places() {
      try await world.shows(place, only: ["alice", "carol"], of: everybody)
    }
    try await world.shows(
      Path(unchecked: "messages/\(group)/\(after)"), only: ["alice", "carol"], of: everybody)
    let newest = try QueryParameters.all.ordered(by: .child("sentAt")).starting(at: .number(4e12))
    try await world.shows(
      Path(unchecked: "messages/\(group)"), newest, only: ["alice", "carol"], of: everybody)
    for message in [before, after] {
      try await world.refuses("bob", "read after leaving", mark(message, by: "bob"))
    }
    try await world.refuses("bob", "take his receipt back", mark(read, by: "bob", .empty))
    try await world.refuses("bob", "change his receipt", mark(read, by: "bob"))
    try await world.refuses("bob", "read as Carol", mark(after, by: "carol"))
    try await world.expectRead(read, in: group, by: bob)

    let pair = try await alice.startConversation(with: bob)
    let hello = try await alice.send("hello", in: pair)
    try await alice.expect(\.status, of: .bubble(hello), is: .delivered)
    func markPair(by user: String) -> [Path: Node] {
      [Path(unchecked: "receipts/\(pair)/\(user)/\(hello)"): now]
    }
    try await world.shows(
      Path(unchecked: "receipts/\(pair)"), only: ["alice", "bob"], of: everybody)
    for user in ["alice", "carol", nil] {
      try await world.refuses(user, "read for Bob", markPair(by: "bob"))
    }
    try await world.refuses("carol", "read as a stranger", markPair(by: "carol"))
    try await world.accepts("bob", "read in a conversation of two", markPair(by: "bob"))
    try await alice.expect(\.status, of: .bubble(hello), is: .read)
  }
}

private let now = Node(.timestamp)
