import Chat
import Rehearsal

// Who is typing (TY), seen from other threads, and on several phones of one person.

extension Scenarios {
  static let typingInOneThread = Scenario(
    "Whoever leaves a thread hears no more of who types there, and sees nothing of it in another thread",
    tags: .groups, .members, .typing, .cost, pinned: .links, .policies
  ) { (world: ChatWorld) in
    world.setPolicies { $0.showsTyping = true }
    let (alice, bob) = try await world.phones("Alice", "Bob", on: .lte)
    let chat = try await alice.startConversation(with: bob)
    let group = try await alice.startConversation(with: bob, isGroup: true)
    try await world.advance(by: .seconds(10))
    await alice.open(chat)
    try await bob.begins(in: chat, seenBy: alice)
    try await world.requireTyping(in: [chat], followedBy: alice)
    await alice.open(group)
    try await alice.expect(\.typingLine, of: .thread, is: nil, for: .seconds(4), within: .zero)
    try await world.requireTyping(in: [group], followedBy: alice)
    await alice.close()
    try await world.untilQuiet()
    try await world.requireTyping(in: [], followedBy: alice)
  }

  static let typingAfterRejoining = Scenario(
    "B is removed, leaves the thread, and is added again: his phone follows who types there once it is open, and not before",
    tags: .groups, .members, .typing, .cost, pinned: .links, .policies
  ) { (world: ChatWorld) in
    world.setPolicies { $0.showsTyping = true }
    let (alice, bob, carol) = try await world.phones("Alice", "Bob", "Carol", on: .lte)
    let group = try await alice.startConversation(with: bob, carol, isGroup: true)
    await bob.open(group)
    try await world.untilQuiet()
    try await world.requireTyping(in: [group], followedBy: bob)
    await alice.remove(bob.userID, from: group)
    try await bob.expect(\.isReadOnly, of: .thread, is: true)
    try await world.untilQuiet()
    await bob.close()
    await alice.add(bob.userID, to: group)
    try await bob.expect(\.preview, of: .conversation(group), is: "Alice added you")
    try await world.untilQuiet()
    try await world.requireTyping(in: [], followedBy: bob)
    await bob.open(group)
    try await carol.begins(in: group, seenBy: bob)
  }

  static let typingOnTablet = Scenario(
    "B types on the tablet and sends from the phone: the line goes with the message, and nobody else's message ends it",
    covers: "TY-06", tags: .typing, .multiDevice, pinned: .links, .timings, .policies
  ) { (world: ChatWorld) in
    world.setPolicies { $0.showsTyping = true }
    let (alice, bob) = try await world.phones("Alice", "Bob", on: .lte)
    let tablet = try await world.phone("Bob's iPad", user: "bob", on: .lte)
    let chat = try await alice.startConversation(with: bob, tablet)
    await bob.open(chat)
    _ = try await alice.send("one more thing", in: chat)
    try await world.advance(by: .seconds(10))
    try await tablet.begins(in: chat, seenBy: alice)
    _ = try await alice.send("what do you think?", in: chat)
    try await tablet.expect(\.bubbles.last?.text, of: .thread, is: "what do you think?")
    try await alice.expect(
      \.typingLine, of: .thread, is: "Bob is typing…", for: .seconds(2), within: .zero)
    let answer = try await bob.send("I agree", in: chat)
    try await alice.expect(
      all: .that(\.text, of: .bubble(answer), is: "I agree"),
      .that(\.typingLine, of: .thread, is: nil), within: .seconds(1))
    // The tablet has taken nothing back.
    try world.require(await world.typists(in: chat), is: ["bob"], "who types by the backend")
    try await alice.expect(\.typingLine, of: .thread, is: nil, for: .seconds(2), within: .zero)
    await tablet.type("I was thinking again")
    try await alice.expect(\.typingLine, of: .thread, is: "Bob is typing…", within: .seconds(1))
  }

  static let typedInATunnel = Scenario(
    "What is typed and left without a network costs nothing when it is back, and nobody hears of it",
    tags: .typing, .offline, .cost, pinned: .links, .policies
  ) { (world: ChatWorld) in
    world.setPolicies { $0.showsTyping = true }
    let (alice, bob) = try await world.phones("Alice", "Bob", on: .lte)
    let chat = try await alice.startConversation(with: bob)
    await bob.open(chat)
    try await world.untilQuiet()
    try await world.expectNoWrites(by: bob) {
      await bob.setAirplaneMode(true)
      await bob.type("are you there?")
      try await world.advance(by: .seconds(10))
      await bob.setAirplaneMode(false)
      try await alice.expect(\.typingLine, of: .thread, is: nil, for: .seconds(30))
    }
    try world.require(await world.typists(in: chat), is: [], "who types by the backend")
  }

  static let typedAndSentAtOnce = Scenario(
    "A program says that B types and sends B's message in one write: who has sent at that very time types no more, in a team's own words too",
    covers: "TY-06", tags: .typing, .rules, pinned: .links, .policies
  ) { (world: ChatWorld) in
    world.setPolicies {
      $0.showsTyping = true
      $0.text[.typingOne] = "{first} types, beside {count} others"
    }
    let (alice, bob) = try await world.phones("Alice", "Bob", on: .lte)
    let chat = try await alice.startConversation(with: bob)
    let early = try await bob.send("early", in: chat)
    try await alice.expect(\.text, of: .bubble(early), is: "early")
    try await world.untilQuiet()
    let entry = Path(unchecked: "typing/\(chat)/bob/c1")
    // What it takes for the present time is in the future: the rules refuse the past alone.
    let types: Node = ["at": now, "said": 4e12]
    try await world.accepts(
      "bob", "type and send",
      [
        entry: types,
        Path(unchecked: "messages/\(chat)/m1"): ["author": "bob", "text": "late", "sentAt": now],
      ])
    try await alice.expect(\.text, of: .bubble(MessageID("m1")), is: "late")
    try await alice.expect(\.typingLine, of: .thread, is: nil, for: .seconds(3), within: .zero)
    try await world.accepts("bob", "type on", [entry: types])
    try await alice.expect(
      \.typingLine, of: .thread, is: "Bob types, beside 0 others", within: .seconds(1))
  }
}

private let now = Node(.timestamp)

extension ChatPhone {
  /// Types in a conversation, opening it where it is not open, and waits until another phone shows it.
  fileprivate nonisolated func begins(
    in conversation: ConversationID, seenBy other: ChatPhone
  ) async throws {
    await open(conversation)
    await type("I was")
    await type("I was thinking")
    let user = userID
    try await other.expect(\.typists, of: .thread, is: [user], within: .seconds(1))
  }
}

extension ChatWorld {
  /// Requires a phone to listen to who types in these conversations and in no others.
  fileprivate func requireTyping(
    in conversations: [ConversationID], followedBy phone: ChatPhone
  ) async throws {
    let listens = await listens(by: phone).filter { $0.contains("typing/") }
    try require(
      listens.count == conversations.count
        && conversations.allSatisfy { id in listens.contains { $0.contains(id.text) } },
      "\(phone.name) to follow who types in \(conversations) alone; it listens to \(listens)")
  }
}
