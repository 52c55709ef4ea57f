import Chat
import Rehearsal

// What a person does with notifications without opening the app, and what becomes of them on the user's other phones (PM).

extension Scenarios {
  static let collapsedNotifications = Scenario(
    "Several messages of a group are one notification that counts them; in 1:1 it says the last one",
    covers: "PM-05", tags: .push, .groups, pinned: .duplicates, .policies, .timings
  ) { (world: ChatWorld) in
    world.setPolicies { $0.usesPush = true }
    let (alice, bob, carol) = try await world.phones("Alice", "Bob", "Carol", on: .wifi)
    let group = try await alice.startConversation(with: bob, carol, isGroup: true)
    await alice.openInfo(of: group)
    await alice.rename(group, to: "Hiking")
    let nameless = try await carol.startConversation(with: bob, alice, isGroup: true)
    let pair = try await carol.startConversation(with: bob)
    try await bob.expect(\.title, of: .conversation(group), is: "Hiking")
    try await bob.enterBackground()
    try await world.untilQuiet()
    _ = try await alice.send("who comes?", in: group)
    try await bob.expectNotifications(
      all: .that(\.titles, is: ["Alice"]), .that(\.bodies, is: ["who comes?"]))
    _ = try await carol.send("me", in: group)
    try await bob.expectNotifications(
      all: .that(\.titles, is: ["Hiking"]), .that(\.bodies, is: ["2 new messages in Hiking"]),
      .that(\.badge, is: 2))
    _ = try await alice.send("good", in: group)
    try await bob.expectNotifications(
      all: .that(\.bodies, is: ["3 new messages in Hiking"]), .that(\.bannerCount, is: 3))
    for text in ["hello", "are you there?"] {
      _ = try await carol.send(text, in: pair)
      try await bob.expectNotifications(
        all: .that(\.bodies.last, is: text), .that(\.titles.last, is: "Carol"))
      _ = try await carol.send(text, in: nameless)
      try await bob.expectNotifications(\.bannerCount, is: (text == "hello" ? 5 : 7))
    }
    try await bob.expectNotifications(
      all: .that(\.count, is: 3), .that(\.badge, is: 7),
      .that(\.bodies, matches: "has that of the nameless group") {
        $0.contains("2 new messages in Alice, Carol")
      })
    // Who has read them all is told of the next one by what it says.
    try await bob.tapNotification { $0.title == "Hiking" }
    try await bob.expect(all: .that(\.id, of: .thread, is: group), .that(\.badge, is: 4))
    try await bob.expectNotifications(\.count, is: 2)
    await bob.close()
    try await world.untilQuiet()
    try await bob.enterBackground()
    _ = try await carol.send("at nine", in: group)
    try await bob.expectNotifications(
      all: .that(\.bodies.last, is: "at nine"), .that(\.titles.last, is: "Carol"))
  }

  static let repliedFromNotification = Scenario(
    "B replies from notifications, his app suspended or ended: each reply comes into its own group, and A sees hers read",
    covers: "PM-06", tags: .push, .groups, .restart, .receipts,
    pinned: .duplicates, .policies, .timings, .links
  ) { (world: ChatWorld) in
    world.setPolicies { $0.usesPush = true }
    let (alice, bob) = try await world.phones("Alice", "Bob", on: .wifi)
    let work = try await alice.startConversation(with: bob, isGroup: true)
    let home = try await alice.startConversation(with: bob, isGroup: true)
    try await bob.enterBackground()
    try await world.untilQuiet()
    for ending in [LifeState.suspended, .terminated] {
      try await world.advance(by: .minutes(1))
      if ending == .terminated { try await bob.kill() }
      for (chat, question) in [(home, "pizza?"), (work, "done?")] {
        _ = try await alice.send("\(question) \(ending)", in: chat)
        try await bob.expectNotifications(
          all: .that(\.bodies, includes: "\(question) \(ending)"), within: .minutes(1))
      }
      try world.require(bob.lifeState, is: ending, "the state of Bob's app")
      for (chat, question, answer) in [(home, "pizza?", "yes"), (work, "done?", "no")] {
        let reply = "\(answer) \(ending)"
        try await bob.respond(.reply(reply)) { $0.body == "\(question) \(ending)" }
        await alice.open(chat)
        try await alice.expect(
          all: .that(\.id, of: .thread, is: chat),
          .that("last two texts", of: .thread, is: ["\(question) \(ending)", reply]) {
            Array($0.texts.suffix(2))
          },
          .that("status of the last but one", of: .thread, is: .read) {
            $0.bubbles.suffix(2).first?.status
          }, within: .minutes(1))
      }
      try world.require(bob.lifeState, is: .background, "the state of Bob's app")
      try await bob.expectNotifications(\.bodies, is: [])
    }

    // A reply without a word is none, and marks nothing.
    let last = try await alice.send("and then?", in: work)
    try await bob.expectNotifications(\.bodies, is: ["and then?"], within: .minutes(1))
    try await bob.respond(.reply(" \n"))
    try await alice.expect(
      all: .that(\.status, of: .bubble(last), isNot: .read),
      .that(\.bubbles.last?.id, of: .thread, is: last), for: .seconds(30))

    // A group of which the phone does not know yet.
    try await bob.kill()
    let carol = try await world.phone("Carol", on: .wifi)
    let party = try await carol.startConversation(with: alice, isGroup: true)
    await carol.add(bob.userID, to: party)
    try await bob.expectNotifications(\.bodies, is: ["Carol added you"], within: .minutes(1))
    try await bob.respond(.reply("thank you"))
    try await carol.expect(\.bubbles.last?.text, of: .thread, is: "thank you", within: .minutes(1))
    // In a tunnel, and ended there: the reply is under way with the next network.
    _ = try await carol.send("welcome", in: party)
    try await bob.expectNotifications(\.bodies, is: ["welcome"], within: .minutes(1))
    await bob.setAirplaneMode(true)
    try await bob.respond(.reply("hi all"))
    try await world.advance(by: .minutes(10))
    await bob.setAirplaneMode(false)
    try await carol.expect(\.bubbles.last?.text, of: .thread, is: "hi all", within: .minutes(2))
    // Both: of that group the phone hears only when the network is back.
    try await world.untilQuiet()
    try await bob.kill()
    let club = try await carol.startConversation(with: alice, isGroup: true)
    await carol.add(bob.userID, to: club)
    try await bob.expectNotifications(\.bodies, is: ["Carol added you"], within: .minutes(1))
    await bob.setAirplaneMode(true)
    try await bob.respond(.reply("me too"))
    try await world.advance(by: .minutes(10))
    await bob.setAirplaneMode(false)
    try await carol.expect(\.bubbles.last?.text, of: .thread, is: "me too", within: .minutes(2))
  }

  static let markedFromNotification = Scenario(
    "B marks a group as read from its notification: A sees all read, though his phone had none of it and he opened nothing",
    covers: "PM-07", tags: .push, .groups, .restart, .receipts, .offline,
    pinned: .duplicates, .policies, .timings, .links
  ) { (world: ChatWorld) in
    world.setPolicies { $0.usesPush = true }
    let (alice, bob) = try await world.phones("Alice", "Bob", on: .wifi)
    let group = try await alice.startConversation(with: bob, isGroup: true)
    let other = try await alice.startConversation(with: bob, isGroup: true)
    try await bob.enterBackground()
    for ending in [LifeState.suspended, .terminated] {
      try await world.advance(by: .minutes(1))
      if ending == .terminated { try await bob.kill() }
      let unread = try await alice.send("for later \(ending)", in: other)
      await alice.open(group)
      var sent: [MessageID] = []
      for number in 1...3 { sent.append(try await alice.send("\(number) \(ending)", in: group)) }
      // Functions run in any order, and push messages overtake each other.
      try await world.advance(by: .seconds(20))
      try await bob.expectNotifications(
        all: .that(\.count, is: 2),
        .that(\.bodies, matches: "has “3 new messages in Alice”") {
          $0.contains("3 new messages in Alice")
        }, within: .minutes(1))
      try await bob.respond(.action(ChatApp.markAsRead)) { $0.body.contains("3 new messages") }
      for message in sent {
        try await alice.expect(\.status, of: .bubble(message), is: .read, within: .minutes(1))
      }
      try world.require(bob.lifeState, is: .background, "the state of Bob's app")
      try await bob.expectNotifications(\.count, is: 1)
      try await world.expectRead(unread, in: other)
    }
    try await bob.expectNotifications(\.badge, is: 2, within: .minutes(1))
    try world.require(ChatApp.markAsRead, is: "Mark as Read", "what the control is called")

    try await bob.kill()
    let last = try await alice.send("last", in: group)
    try await bob.expectNotifications(
      all: .that(\.bodies, includes: "last"), within: .minutes(1))
    await bob.setAirplaneMode(true)
    try await bob.respond(.action(ChatApp.markAsRead)) { $0.body == "last" }
    try await world.advance(by: .minutes(10))
    let pushes = await world.meter()[.pushes]
    await bob.setAirplaneMode(false)
    try await alice.expect(\.status, of: .bubble(last), is: .read, within: .minutes(2))
    try await world.untilQuiet()
    try world.require(
      await world.meter()[.pushes], is: pushes, "pushes, as one phone knows by itself")
  }

  static let markedTwice = Scenario(
    "B marks two chats as read from their notifications, in a tunnel, before his phone has either message: both are read when he is back",
    covers: "PM-07", tags: .push, .restart, .receipts, .offline,
    pinned: .duplicates, .policies, .timings, .links
  ) { (world: ChatWorld) in
    world.setPolicies { $0.usesPush = true }
    let (alice, bob, carol) = try await world.phones("Alice", "Bob", "Carol", on: .wifi)
    let first = try await alice.startConversation(with: bob)
    let second = try await carol.startConversation(with: bob)
    try await world.untilQuiet()
    try await bob.kill()
    let hello = try await alice.send("hello", in: first)
    let hi = try await carol.send("hi", in: second)
    try await bob.expectNotifications(
      all: .that("bodies in any order", is: ["hello", "hi"]) { Set($0.bodies).sorted() },
      within: .minutes(1))
    await bob.setAirplaneMode(true)
    for words in ["hello", "hi"] {
      try await bob.respond(.action(ChatApp.markAsRead)) { $0.body == words }
    }
    try await world.advance(by: .minutes(10))
    await bob.setAirplaneMode(false)
    try await alice.expect(\.status, of: .bubble(hello), is: .read, within: .minutes(2))
    try await carol.expect(\.status, of: .bubble(hi), is: .read, within: .minutes(2))
  }

  static let clearedEverywhere = Scenario(
    "What B reads, or swipes away, on his phone is gone from his tablet, in the pocket too; what he has not seen stays",
    covers: "PM-08", tags: .push, .groups, .multiDevice, .restart,
    pinned: .duplicates, .policies, .timings, .links
  ) { (world: ChatWorld) in
    world.setPolicies { $0.usesPush = true }
    let (alice, bob) = try await world.phones("Alice", "Bob", on: .wifi)
    let tablet = try await world.phone("Bob's iPad", user: "bob", on: .wifi)
    let group = try await alice.startConversation(with: bob, tablet, isGroup: true)
    let pair = try await alice.startConversation(with: bob, tablet)
    for phone in [bob, tablet] { try await phone.enterBackground() }
    try await world.advance(by: .minutes(1))
    _ = try await alice.send("hello", in: group)
    _ = try await alice.send("psst", in: pair)
    for phone in [bob, tablet] {
      try await phone.expectNotifications(
        all: .that("bodies in any order", is: ["hello", "psst"]) { Set($0.bodies).sorted() },
        .that(\.badge, is: 2), within: .minutes(1))
    }
    try await bob.tapNotification { $0.body == "hello" }
    try await tablet.expectNotifications(
      all: .that(\.bodies, is: ["psst"]), .that(\.badge, is: 1), within: .minutes(1))
    await bob.close()
    // The tablet sleeps again.
    try await world.advance(by: .minutes(2))
    try await bob.clearNotifications { $0.body == "psst" }
    try await tablet.expectNotifications(\.bodies, is: [], within: .minutes(1))
    // It is unread, and counts as such.
    for phone in [bob, tablet] { try await phone.expectNotifications(\.badge, is: 1) }

    // The push message alone is enough, where the tablet has no connection to the database.
    try await bob.enterBackground()
    await world.openAccount(of: "carol", named: "Carol")
    let club = try await alice.startConversation(withUsers: ["carol"], isGroup: true)
    await alice.add(bob.userID, to: club)
    _ = try await alice.send("and this?", in: pair)
    for phone in [bob, tablet] {
      try await phone.expectNotifications(
        all: .that("bodies in any order", is: ["Alice added you", "and this?"]) {
          Set($0.bodies)
        }, within: .minutes(1))
    }
    try await world.untilQuiet()
    tablet.reclaimSockets()
    let stall = tablet.partition(.outgoing)
    try await bob.clearNotifications { $0.body == "and this?" }
    try await tablet.expectNotifications(\.bodies, is: ["Alice added you"], within: .seconds(10))
    stall.end()
    for phone in [bob, tablet] { try await phone.clearNotifications() }

    try await tablet.kill()
    try await world.untilQuiet()
    _ = try await alice.send("again", in: pair)
    _ = try await alice.send("you too", in: group)
    for phone in [bob, tablet] {
      try await phone.expectNotifications(\.count, is: 2, within: .minutes(1))
    }
    try await bob.clearNotifications { $0.body == "again" }
    try await bob.tapNotification { $0.body == "you too" }
    try await world.untilQuiet()
    try await tablet.launch()
    try await tablet.expectNotifications(\.bodies, is: [], within: .minutes(1))
  }

  static let allNamed = Scenario(
    "B reads a hundred messages at once, and a push message names them all: an old one's notification goes from his tablet, which hears nothing else",
    covers: "PM-08", tags: .push, .multiDevice, pinned: .duplicates, .policies, .timings, .links
  ) { (world: ChatWorld) in
    let (bob, tablet, chat) = try await unread(["before", "hello"], 98, in: world)
    tablet.partition(.outgoing, for: .seconds(15))
    await bob.markRead(chat)
    try await tablet.expectNotifications(\.bodies, is: [], within: .seconds(10))
  }

  static let clearedAsFarAsNamed = Scenario(
    "B reads 101 messages at once, and a push message names a hundred: the oldest one's notification goes once his tablet hears by itself",
    covers: "PM-08", tags: .push, .multiDevice, pinned: .duplicates, .policies, .timings, .links
  ) { (world: ChatWorld) in
    let (bob, tablet, chat) = try await unread(["hello"], 100, in: world)
    let stall = tablet.partition(.outgoing)
    await bob.markRead(chat)
    try await tablet.expectNotifications(
      all: .that(\.badge, is: 0), .that(\.bodies, is: ["hello"]), within: .seconds(10))
    try await tablet.expectNotifications(\.bodies, is: ["hello"], for: .seconds(10))
    stall.end()
    try await tablet.enterForeground()
    try await tablet.expectNotifications(\.bodies, is: [], within: .minutes(2))
  }

  /// Two devices of Bob's, of which the tablet sleeps with a notification of the last of some words, before which and after
  /// which there are more unread messages, and no connection to the database.
  private static func unread(
    _ words: [String], _ imported: Int, in world: ChatWorld
  ) async throws -> (bob: ChatPhone, tablet: ChatPhone, chat: ConversationID) {
    world.setPolicies { $0.usesPush = true }
    let (alice, bob) = try await world.phones("Alice", "Bob", on: .wifi)
    let tablet = try await world.phone("Bob's iPad", user: "bob", on: .wifi)
    let chat = try await alice.startConversation(with: bob, tablet)
    for phone in [bob, tablet] { try await phone.enterBackground() }
    try await world.advance(by: .minutes(1))
    for word in words {
      _ = try await alice.send(word, in: chat)
      for phone in [bob, tablet] {
        try await phone.expectNotifications(\.bodies, is: [word], within: .minutes(1))
      }
    }
    // He hears of the others in the app alone.
    try await bob.enterForeground()
    await bob.mute(chat, for: .forever)
    try await world.untilQuiet()
    _ = await world.importMessages(imported, from: alice.userID, into: chat)
    try await bob.expect(\.unread, of: .conversation(chat), is: words.count + imported)
    try await world.untilQuiet()
    try await tablet.expectNotifications(\.bodies, is: ["hello"], within: .zero)
    tablet.reclaimSockets()
    return (bob, tablet, chat)
  }

  static let clearedTogether = Scenario(
    "B reads two messages at once: one push message takes the notification of the last of them from his tablet, which is out of reach otherwise",
    covers: "PM-08", tags: .push, .multiDevice, pinned: .duplicates, .policies, .timings, .links
  ) { (world: ChatWorld) in
    world.setPolicies { $0.usesPush = true }
    let (alice, bob) = try await world.phones("Alice", "Bob", on: .wifi)
    let tablet = try await world.phone("Bob's iPad", user: "bob", on: .wifi)
    let chat = try await alice.startConversation(with: bob, tablet)
    for phone in [bob, tablet] { try await phone.enterBackground() }
    try await world.advance(by: .minutes(1))
    for word in ["hello", "are you there?"] {
      _ = try await alice.send(word, in: chat)
      for phone in [bob, tablet] {
        try await phone.expectNotifications(\.bodies, is: [word], within: .minutes(1))
      }
    }
    // He has both in his list before he opens their chat.
    try await bob.enterForeground()
    try await bob.expect(\.unread, of: .conversation(chat), is: 2, within: .minutes(1))
    try await world.untilQuiet()
    tablet.reclaimSockets()
    let stall = tablet.partition(.outgoing)
    await bob.open(chat)
    try await bob.expect(\.unread, of: .thread, is: 0)
    try await tablet.expectNotifications(\.bodies, is: [], within: .seconds(10))
    stall.end()
  }

  static let forgedClearing = Scenario(
    "Nobody takes notifications away from another user's phones, or sees which are gone",
    covers: "PM-08", tags: .rules, .groups
  ) { (world: ChatWorld) in
    let (alice, bob) = try await world.phones("Alice", "Bob", on: .wifi)
    await world.openAccount(of: "mallory", named: "Mallory")
    let group = try await alice.startConversation(with: bob, isGroup: true)
    let hello = try await alice.send("hello", in: group)
    try await bob.expect(\.unread, of: .conversation(group), is: 1)
    func clear(_ node: Node, of user: String = "bob") -> [Path: Node] {
      [Path(unchecked: "private/\(user)/cleared/\(group)"): node]
    }
    let id = Node(.string(hello.text))
    for user in ["alice", "mallory", nil] {
      try await world.refuses(user, "clear for Bob", clear(id))
    }
    try await world.refuses("mallory", "clear a stranger's chat", clear(id, of: "mallory"))
    try await world.refuses("bob", "clear what never was", clear("nothing"))
    try await world.refuses("bob", "clear a number", clear(7))
    try await world.accepts("bob", "clear", clear(id))
    try await world.refuses("bob", "take it back", clear(.empty))
    try await world.shows(
      "private/bob/cleared", only: ["bob"], of: ["alice", "bob", "mallory", nil])
  }
}
