import Chat
import Rehearsal

// Who is typing (TY). Everybody's app shows it in these scenarios, which choose so themselves.

extension Scenarios {
  static let typingTogether = Scenario(
    "One, two, three and four members type, and the line names them; those who type see the others only",
    covers: "TY-01", tags: .groups, .typing, mild: .links
  ) { (world: ChatWorld) in
    world.setPolicies { $0.showsTyping = true }
    let (alice, bob, carol) = try await world.phones("Alice", "Bob", "Carol", on: .lte)
    let (dave, eve) = try await world.phones("Dave", "Eve", on: .lte)
    let everyone = [bob, carol, dave, eve]
    let group = try await alice.startConversation(with: everyone, isGroup: true)
    for phone in everyone { await phone.open(group) }
    try await alice.expect(
      all: .that(\.members.count, of: .thread, is: 5), .that(\.typingLine, of: .thread, is: nil))
    try await world.advance(by: .seconds(5))
    for (count, line) in [
      "Bob is typing…", "Bob and Carol are typing…", "Bob, Carol and 1 other are typing…",
      "Bob, Carol and 2 others are typing…",
    ].enumerated() {
      // Whoever types already types on.
      for phone in everyone[...count] { await phone.type("well, \(count)") }
      try await alice.expect(\.typingLine, of: .thread, is: line, within: .seconds(1))
      try await world.advance(by: .seconds(2))
    }
    try await alice.expect(
      \.typists, of: .thread, is: ["bob", "carol", "dave", "eve"], within: .zero)
    try await bob.expect(
      \.typingLine, of: .thread, is: "Carol, Dave and 1 other are typing…", within: .zero)
    // Nobody writes on: after six seconds the line is gone.
    try await alice.expect(\.typingLine, of: .thread, is: nil, within: .seconds(7))
    // Each of them takes their word back.
    try await world.advance(by: .seconds(1))
    try await world.expectNobodyTypes(in: group)
  }

  static let typingEnds = Scenario(
    "The line is gone when the text is sent, deleted, left, covered or out of sight, and comes again with the next word",
    covers: "TY-06", tags: .groups, .typing, pinned: .links
  ) { (world: ChatWorld) in
    world.setPolicies { $0.showsTyping = true }
    let (alice, bob) = try await world.phones("Alice", "Bob", on: .lte)
    let group = try await alice.startConversation(with: bob, isGroup: true)
    await bob.open(group)
    let mine = try await bob.send("mine", in: group)
    try await alice.expect(\.text, of: .bubble(mine), is: "mine")
    try await world.advance(by: .seconds(10))
    try await bob.begins(in: group, seenBy: alice)
    await bob.submit()
    try await alice.expect(\.typingLine, of: .thread, is: nil, within: .seconds(1))
    try await world.expectNobodyTypes(in: group)
    try await bob.begins(in: group, seenBy: alice)
    await bob.type(" ")
    try await alice.expect(\.typingLine, of: .thread, is: nil, within: .seconds(1))
    try await world.expectNobodyTypes(in: group)
    try await bob.begins(in: group, seenBy: alice)
    _ = try await bob.send("something else", in: group)
    try await alice.expect(\.typingLine, of: .thread, is: nil, within: .seconds(1))
    try await world.expectNobodyTypes(in: group)
    try await bob.begins(in: group, seenBy: alice)
    await bob.close()
    try await alice.expect(\.typingLine, of: .thread, is: nil, within: .seconds(1))
    try await world.expectNobodyTypes(in: group)
    try await bob.begins(in: group, seenBy: alice)
    await bob.openReceipts(of: mine)
    try await alice.expect(\.typingLine, of: .thread, is: nil, within: .seconds(1))
    try await world.expectNobodyTypes(in: group)
    await bob.closeSheet()
    try await bob.begins(in: group, seenBy: alice)
    await bob.openInfo(of: group)
    try await alice.expect(\.typingLine, of: .thread, is: nil, within: .seconds(1))
    try await world.expectNobodyTypes(in: group)
    await bob.closeSheet()
    try await bob.begins(in: group, seenBy: alice)
    try await bob.enterBackground()
    try await alice.expect(\.typingLine, of: .thread, is: nil, within: .seconds(1))
    try await world.expectNobodyTypes(in: group)
    // Alice's own picker takes her line away, too.
    try await bob.enterForeground()
    try await alice.begins(in: group, seenBy: bob)
    await alice.openPicker(in: group)
    try await bob.expect(\.typingLine, of: .thread, is: nil, within: .seconds(1))
    try await world.expectNobodyTypes(in: group)
  }

  static let typingCovered = Scenario(
    "The line is gone when the media of the chat, a photo or the picker of photos cover the text",
    covers: "TY-06", tags: .typing, pinned: .links
  ) { (world: ChatWorld) in
    world.setPolicies { $0.showsTyping = true }
    let (alice, bob) = try await world.phones("Alice", "Bob", on: .lte)
    let chat = try await alice.startConversation(with: bob)
    await bob.open(chat)
    try await world.advance(by: .seconds(10))
    try await bob.begins(in: chat, seenBy: alice)
    await bob.openMedia(of: chat)
    try await alice.expect(\.typingLine, of: .thread, is: nil, within: .seconds(1))
    try await world.expectNobodyTypes(in: chat)
    await bob.closeSheet()
    let view = try await alice.send("", picture: Picture("view"), in: chat)
    try await bob.expect(
      all: .that(\.photo?.content, of: .bubble(view), isNot: nil), within: .minutes(1))
    try await bob.begins(in: chat, seenBy: alice)
    await bob.openPicture(of: view)
    try await alice.expect(\.typingLine, of: .thread, is: nil, within: .seconds(1))
    try await world.expectNobodyTypes(in: chat)
    await bob.closeSheet()
    try await bob.begins(in: chat, seenBy: alice)
    await bob.addPicture()
    try await alice.expect(\.typingLine, of: .thread, is: nil, within: .seconds(1))
    try await world.expectNobodyTypes(in: chat)
  }

  static let typingLives = Scenario(
    "Who writes on is shown on, with one write in three seconds; who pauses is shown for six seconds and no longer",
    covers: "TY-06", tags: .groups, .typing, .cost, pinned: .links, .policies, .timings
  ) { (world: ChatWorld) in
    world.setPolicies { $0.showsTyping = true }
    let (alice, bob) = try await world.phones("Alice", "Bob", on: .lte)
    let chat = try await alice.startConversation(with: bob)
    await bob.open(chat)
    try await world.advance(by: .seconds(10))
    // Nothing is told before the backend has promised to take it back: the promise takes a round trip.
    await bob.type("I")
    await bob.type("I w")
    try await world.advance(by: .milliseconds(120))
    try await world.expectNobodyTypes(in: chat)
    try await bob.begins(in: chat, seenBy: alice)
    try await world.advance(by: .seconds(3))
    // Ten words, a second apart.
    try await world.expect(4, .writes, by: bob) {
      for number in 1...10 {
        await bob.type("word \(number)")
        try await alice.expect(
          \.typingLine, of: .thread, is: "Bob is typing…", for: .seconds(1), within: .zero)
      }
    }
    try await world.expect(1, .writes, by: bob) {
      try await alice.expect(
        all: .that(\.typingLine, of: .thread, isNot: nil), for: .seconds(4), within: .zero)
      try await alice.expect(\.typingLine, of: .thread, is: nil, within: .seconds(2))
      try await world.advance(by: .seconds(5))
    }
    try await world.expectNobodyTypes(in: chat)
    // The text is there still, and one more word says so.
    try await bob.expect(\.composer, of: .thread, is: "word 10", within: .zero)
    await bob.type("word 11")
    try await alice.expect(\.typingLine, of: .thread, is: "Bob is typing…", within: .seconds(1))
    // Words three seconds apart are told one by one.
    try await world.advance(by: .seconds(3))
    try await world.expect(3, .writes, by: bob) {
      for number in 12...14 {
        await bob.type("word \(number)")
        try await world.advance(by: .seconds(3))
        try await alice.expect(\.typingLine, of: .thread, is: "Bob is typing…", within: .zero)
      }
    }
  }

  static let typistsVanishInTurn = Scenario(
    "Three type and vanish, two seconds after each other: each goes from the line after six seconds of their own",
    covers: "TY-01", "TY-06", tags: .groups, .typing, .fault, pinned: .links, .timings
  ) { (world: ChatWorld) in
    world.setPolicies { $0.showsTyping = true }
    let (alice, bob, carol) = try await world.phones("Alice", "Bob", "Carol", on: .lte)
    let dave = try await world.phone("Dave", on: .lte)
    let group = try await alice.startConversation(with: bob, carol, dave, isGroup: true)
    for phone in [bob, carol, dave] { await phone.open(group) }
    try await alice.expect(\.members.count, of: .thread, is: 4)
    // The promise of the backend to take it back takes a round trip.
    for phone in [bob, carol, dave] { await phone.type("I") }
    try await world.advance(by: .seconds(10))
    let start = world.now
    var seconds = 0
    for phone in [bob, carol, dave] {
      try await world.advance(by: world.now.duration(to: start.advanced(by: .seconds(seconds))))
      for text in ["I was", "I was thinking"] { await phone.type(text) }
      let user = phone.userID
      try await alice.expect(
        all: .that(\.typists, of: .thread, matches: "includes \(user)") { $0.contains(user) },
        within: .seconds(1))
      phone.partition(for: .minutes(1))
      seconds += 2
    }
    for (second, line) in [
      (6, "Carol and Dave are typing…"), (8, "Dave is typing…"), (10, nil),
    ] as [(Int, String?)] {
      try await world.advance(
        by: world.now.duration(to: start.advanced(by: .milliseconds(second * 1000 - 200))))
      try await alice.expect(all: .that(\.typingLine, of: .thread, isNot: line), within: .zero)
      try await alice.expect(\.typingLine, of: .thread, is: line, within: .milliseconds(1200))
    }
  }

  static let typistVanishes = Scenario(
    "B's phone vanishes while B types: the line goes after six seconds, and the backend's entry with the connection",
    covers: "TY-06", tags: .typing, .fault, .offline, pinned: .links, .timings
  ) { (world: ChatWorld) in
    world.setPolicies { $0.showsTyping = true }
    let (alice, bob) = try await world.phones("Alice", "Bob", on: .lte)
    let chat = try await alice.startConversation(with: bob)
    await bob.open(chat)
    for _ in 1...2 {
      try await world.advance(by: .seconds(10))
      try await bob.begins(in: chat, seenBy: alice)
      let tunnel = bob.partition()
      try await alice.expect(
        all: .that(\.typingLine, of: .thread, isNot: nil), for: .seconds(5), within: .zero)
      try await alice.expect(\.typingLine, of: .thread, is: nil, within: .seconds(2))
      try await world.requireTypists(["bob"], in: chat)
      // Who opens the thread a moment later sees nothing of the trace that he has left.
      try await world.advance(by: .seconds(1))
      await alice.close()
      await alice.open(chat)
      try await alice.expect(\.typingLine, of: .thread, is: nil, for: .seconds(3), within: .zero)
      try await world.requireTypists(["bob"], in: chat)
      try await world.advance(by: .minutes(3))
      try await world.expectNobodyTypes(in: chat)
      // What is typed without a network is told to nobody, now or later.
      await bob.type("still here")
      try await world.advance(by: .minutes(1))
      tunnel.end()
      try await alice.expect(\.typingLine, of: .thread, is: nil, for: .minutes(3))
      try await world.expectNobodyTypes(in: chat)
      await bob.type("")
      // The second time the promise of the backend is a new one.
    }
    try await bob.begins(in: chat, seenBy: alice)
    try await bob.kill()
    try await alice.expect(\.typingLine, of: .thread, is: nil, within: .seconds(8))
    try await world.advance(by: .minutes(3))
    try await world.expectNobodyTypes(in: chat)
  }

  static let typingOverReconnection = Scenario(
    "Whoever loses the connection for a moment: the line is gone on that screen, and is back with the next news",
    covers: "TY-06", tags: .typing, .offline, pinned: .links, .timings
  ) { (world: ChatWorld) in
    world.setPolicies { $0.showsTyping = true }
    let (alice, bob) = try await world.phones("Alice", "Bob", on: .lte)
    let chat = try await alice.startConversation(with: bob)
    await bob.open(chat)
    try await world.advance(by: .seconds(10))
    try await bob.begins(in: chat, seenBy: alice)
    await alice.setAirplaneMode(true)
    try await alice.expect(\.typingLine, of: .thread, is: nil, within: .seconds(1))
    await alice.setAirplaneMode(false)
    // Nothing has been heard of Bob since.
    try await alice.expect(\.typingLine, of: .thread, is: nil, for: .seconds(2))
    try await world.advance(by: .seconds(2))
    await bob.type("and on")
    try await alice.expect(\.typingLine, of: .thread, is: "Bob is typing…", within: .seconds(1))
    // Now it is the typist who is gone for a moment, and types meanwhile.
    await bob.setAirplaneMode(true)
    try await alice.expect(\.typingLine, of: .thread, is: nil, within: .seconds(7))
    await bob.type("and on and on")
    try await alice.expect(\.typingLine, of: .thread, is: nil, for: .seconds(2))
    await bob.setAirplaneMode(false)
    try await alice.expect(\.typingLine, of: .thread, is: "Bob is typing…", within: .seconds(3))
    for number in 1...30 {
      await bob.type("and on, \(number)")
      try await alice.expect(
        \.typingLine, of: .thread, is: "Bob is typing…", for: .seconds(1), within: .zero)
    }
    // Now he has nothing to say while he is gone. The backend takes the connection before for a good one until it tells that of
    // his next entry, and hears that it is gone: what it was asked to do at its end takes nothing of that entry away.
    await bob.type("")
    try await world.advance(by: .seconds(1))
    await bob.setAirplaneMode(true)
    try await world.advance(by: .seconds(2))
    await bob.setAirplaneMode(false)
    try await world.advance(by: .seconds(2))
    await bob.type("and again")
    try await alice.expect(\.typingLine, of: .thread, is: "Bob is typing…", within: .seconds(1))
    try await alice.expect(
      \.typingLine, of: .thread, is: "Bob is typing…", for: .seconds(3), within: .zero)
  }

  static let typedTwice = Scenario(
    "The connection ends before the answer, the phone says again that B types, and dies: nothing of either stays behind",
    covers: "TY-06", tags: .typing, .fault, .restart, pinned: .links, .timings
  ) { (world: ChatWorld) in
    world.setPolicies { $0.showsTyping = true }
    let (alice, bob) = try await world.phones("Alice", "Bob", on: .lte)
    let chat = try await alice.startConversation(with: bob)
    await bob.open(chat)
    try await world.advance(by: .seconds(10))
    try await bob.begins(in: chat, seenBy: alice)
    try await world.advance(by: .seconds(4))
    await bob.type("and on")
    // The backend has it after 65 ms, and its answer is under way.
    try await world.advance(by: .milliseconds(100))
    bob.resetConnections()
    try await world.advance(by: .seconds(3))
    try await alice.expect(\.typingLine, of: .thread, is: "Bob is typing…", within: .zero)
    try await bob.kill()
    try await alice.expect(\.typingLine, of: .thread, is: nil, within: .seconds(8))
    try await world.advance(by: .minutes(3))
    try await world.expectNobodyTypes(in: chat)
  }

  static let typistRemoved = Scenario(
    "B is removed while typing: the line is gone everywhere at once, the entry soon, and B is never shown again",
    covers: "TY-02", "TY-03", "TY-04", "TY-05", tags: .groups, .members, .typing, pinned: .links
  ) { (world: ChatWorld) in
    world.setPolicies { $0.showsTyping = true }
    let (alice, bob, carol) = try await world.phones("Alice", "Bob", "Carol", on: .lte)
    let dave = try await world.phone("Dave", on: .lte)
    let group = try await alice.startConversation(with: bob, carol, dave, isGroup: true)
    for phone in [bob, carol, dave] { await phone.open(group) }
    try await world.advance(by: .seconds(10))
    try await bob.begins(in: group, seenBy: carol)
    await dave.type("me too")
    try await alice.expect(\.typists, of: .thread, is: ["bob", "dave"], within: .seconds(1))
    try await dave.expect(\.typingLine, of: .thread, is: "Bob is typing…", within: .zero)
    await alice.remove(bob.userID, from: group)
    // On the admin's phone at once, without an answer.
    try await alice.expect(\.typists, of: .thread, is: ["dave"], within: .milliseconds(100))
    try await carol.expect(\.typists, of: .thread, is: ["dave"], within: .seconds(1))
    try await dave.expect(\.typingLine, of: .thread, is: nil, within: .seconds(1))
    try await bob.expect(
      all: .that(\.isReadOnly, of: .thread, is: true), .that(\.typingLine, of: .thread, is: nil))
    // He has nothing to type into any more, and what he was typing is told to nobody.
    try await bob.expect(\.hasComposer, of: .thread, is: false, for: .seconds(10), within: .zero)
    try await world.expectNobodyTypes(in: group)
    try await carol.expect(\.typingLine, of: .thread, is: nil, within: .zero)
    // Added again, Bob is shown when he types, and not before.
    await alice.add(bob.userID, to: group)
    try await bob.expect(\.isReadOnly, of: .thread, is: false)
    try await carol.expect(\.typingLine, of: .thread, is: nil, for: .seconds(5))
    await bob.type("I am back")
    try await carol.expect(\.typingLine, of: .thread, is: "Bob is typing…", within: .seconds(1))
    // Bob hears of others again, too.
    try await dave.begins(in: group, seenBy: bob)
  }

  static let removedInTunnel = Scenario(
    "B types, is in a tunnel, and is removed: the removal is one batch that waits for nothing, and the entry goes with it",
    covers: "TY-02", "TY-04", "TY-05", tags: .groups, .members, .typing, .offline,
    pinned: .links, .timings, .policies
  ) { (world: ChatWorld) in
    world.setPolicies { $0.showsTyping = true }
    let (alice, bob, carol) = try await world.phones("Alice", "Bob", "Carol", on: .lte)
    let group = try await alice.startConversation(with: bob, carol, isGroup: true)
    for phone in [bob, carol] { await phone.open(group) }
    try await world.advance(by: .seconds(10))
    try await bob.begins(in: group, seenBy: carol)
    let tunnel = bob.partition()
    try await world.expectBatches(1, by: alice) {
      await alice.remove(bob.userID, from: group)
      try await carol.expect(
        all: .that(\.typingLine, of: .thread, is: nil), .that(\.members.count, of: .thread, is: 2),
        within: .milliseconds(400))
    }
    try world.require(
      await world.members(of: group), is: ["alice", "carol"], "the members at the backend")
    // The backend knows nothing of the tunnel yet, and waits for no phone.
    try await world.advance(by: .seconds(20))
    try await world.expectNobodyTypes(in: group)
    await bob.type("hello?")
    tunnel.end()
    try await bob.expect(\.isReadOnly, of: .thread, is: true, within: .minutes(2))
    try await carol.expect(\.typingLine, of: .thread, is: nil, for: .minutes(1))
    try await world.expectNobodyTypes(in: group)
  }

  static let forgedTyping = Scenario(
    "Members say that they themselves type, now, and nobody else does; members alone see it",
    covers: "TY-03", "SE-04", tags: .rules, .typing
  ) { (world: ChatWorld) in
    let (alice, bob) = try await world.phones("Alice", "Bob", on: .wifi)
    await world.openAccount(of: "carol", named: "Carol")
    let group = try await alice.startConversation(with: [bob], and: ["carol"], isGroup: true)
    try await world.shows(
      "typing/\(group)", only: ["alice", "bob"], of: ["alice", "bob", "mallory", nil])
    let mine: Path = "typing/\(group)/bob/c1"
    func word(_ at: Node = now, said: Node? = nil, more: Node = .empty) -> Node {
      ["at": at, "said": said ?? Node(.number(Double(world.backend.milliseconds))), "more": more]
    }
    try await world.accepts("bob", "type", [mine: word()])
    try await world.accepts("bob", "type on", [mine: word()])
    try await world.accepts("bob", "type on a tablet", ["typing/\(group)/bob/c2": word()])
    try await world.refuses("alice", "type as Bob", [mine: word()])
    try await world.refuses("alice", "take Bob's word away", [mine: .empty])
    try await world.refuses(
      "alice", "take all of Bob's words away", ["typing/\(group)/bob": .empty])
    try await world.refuses(nil, "type as Bob", [mine: word()])
    try await world.refuses("bob", "have typed long ago", [mine: word(1)])
    try await world.refuses("bob", "type for ever", [mine: word(4e12)])
    try await world.refuses("bob", "say so too late", [mine: word(said: 1)])
    try await world.refuses("bob", "say so at no time", [mine: word(said: .empty)])
    try await world.refuses("bob", "say so in words", [mine: word(said: "now")])
    try await world.refuses("bob", "type without a time", [mine: word(.empty)])
    try await world.refuses("bob", "say more", [mine: word(more: 1)])
    try await world.refuses("bob", "just type", [mine: true])
    try await world.refuses("bob", "type without a connection", ["typing/\(group)/bob": now])
    try await world.refuses(
      "mallory", "type among strangers", ["typing/\(group)/mallory/c1": word()])
    try await world.accepts("bob", "stop", [mine: .empty])
    try await world.accepts("bob", "stop on all phones", ["typing/\(group)/bob": .empty])
    try await world.accepts("bob", "stop again", ["typing/\(group)/bob": .empty])
    // Who has been removed may still say that he stopped, and nothing else.
    await alice.remove(bob.userID, from: group)
    try await world.untilQuiet()
    try await world.refuses("bob", "type when he has gone", [mine: word()])
    try await world.accepts("bob", "stop when he has gone", ["typing/\(group)/bob": .empty])
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
    try await other.expect(
      all: .that(\.typists, of: .thread, matches: "includes \(user)") { $0.contains(user) },
      // By the name of the account, once it is known.
      .that(\.typingLine, of: .thread, matches: "names \(user)") {
        $0?.lowercased().contains(user.text) == true
      }, within: .seconds(1))
  }
}

extension ChatWorld {
  fileprivate func requireTypists(_ users: [UserID], in conversation: ConversationID) async throws {
    let found = await typists(in: conversation)
    try require(found, is: users, "those whom the backend has as typing")
  }

  /// Requires the backend to have nobody who types: the cause of a line is gone, not the line alone.
  fileprivate func expectNobodyTypes(in conversation: ConversationID) async throws {
    try await requireTypists([], in: conversation)
  }
}
