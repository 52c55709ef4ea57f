import Chat
import Rehearsal

extension Scenarios {
  static let burstOnReturn = Scenario(
    "What comes for B's suspended app waits in its socket: all of it is there on return, over the same connection",
    covers: "FG-01", "FG-03", tags: .receipts, mild: .links
  ) { (world: ChatWorld) in
    world.setPolicies { $0.confirmsByExtension = false }
    let (alice, bob) = try await world.phones("Alice", "Bob", on: .lte)
    let chat = try await alice.startConversation(with: bob)
    await bob.open(chat)
    try await world.advance(by: .seconds(5))
    try await bob.enterBackground()
    try await world.advance(by: .seconds(40))
    try world.require(bob.lifeState, is: .suspended, "the state of Bob's app")
    let before = await world.meter()
    var messages: [MessageID] = []
    // Longer than the backend keeps a silent connection; this one is not silent, as Bob's kernel acknowledges what comes.
    for number in 1...6 {
      messages.append(try await alice.send("message \(number)", in: chat))
      try await world.advance(by: .seconds(30))
    }
    let sent = messages
    try await alice.expect(all: .statuses(of: sent, are: .sent), within: .zero)

    let returned = world.now
    try await bob.enterForeground()
    try await bob.expect(
      all: .that("authors", is: Array(repeating: "alice", count: 6)) { screen in
        sent.map { screen.bubble($0)?.author }
      }, within: .milliseconds(100), since: returned)
    try await alice.expect(
      all: .statuses(of: sent, are: .read), within: .seconds(2), measuredAs: .receipt,
      since: returned)
    let spent = await world.meter() - before
    try world.require(
      spent[.connections, device: bob.name], is: 0,
      "the number of new connections of Bob's phone")
  }

  static let reclaimedSockets = Scenario(
    "The system takes the sockets of B's suspended app: it connects anew on return, and reads what has come",
    covers: "FG-03", tags: .receipts, .fault, mild: .links
  ) { (world: ChatWorld) in
    world.setPolicies { $0.confirmsByExtension = false }
    let (alice, bob) = try await world.phones("Alice", "Bob", on: .lte)
    let chat = try await alice.startConversation(with: bob)
    await bob.open(chat)
    try await bob.enterBackground()
    try await world.advance(by: .seconds(40))
    let before = await world.meter()
    bob.reclaimSockets()
    let hello = try await alice.send("hello", in: chat)
    try await alice.expect(all: .that(\.status, of: .bubble(hello), isNot: .read), for: .minutes(1))
    let returned = world.now
    try await bob.enterForeground()
    try await alice.expect(
      \.status, of: .bubble(hello), is: .read, within: .seconds(2), measuredAs: .receipt,
      since: returned)
    let spent = await world.meter() - before
    try world.require(
      spent[.connections, device: bob.name], is: 1, "the connections that Bob's phone made since")
  }

  static let endedForMemory = Scenario(
    "B reads in a tunnel, and the system ends the app for its memory: the receipt is told after the next launch",
    covers: "OF-08", tags: .receipts, .offline, .restart
  ) { (world: ChatWorld) in
    let (alice, bob) = try await world.phones("Alice", "Bob", on: .lte)
    let chat = try await alice.startConversation(with: bob)
    let hello = try await alice.send("hello", in: chat)
    try await alice.expect(\.status, of: .bubble(hello), is: .delivered)
    await bob.setAirplaneMode(true)
    await bob.open(chat)
    try await bob.expect(\.unread, of: .thread, is: 0)
    try await bob.enterBackground()
    try await world.advance(by: .minutes(1))
    await bob.killForMemory()
    try world.require(bob.lifeState, is: .terminated, "Bob's app")
    await bob.setAirplaneMode(false)
    try await alice.expect(\.status, of: .bubble(hello), is: .delivered, for: .minutes(5))
    let launched = world.now
    try await bob.relaunch()
    try await alice.expect(
      \.status, of: .bubble(hello), is: .read, within: .seconds(2), measuredAs: .receipt,
      since: launched)
  }

  static let nothingToTell = Scenario(
    "B's app is put away with nothing to tell: it sleeps after 5 s, and nothing wakes it when a tunnel ends",
    covers: "FG-03", tags: .receipts, .offline, mild: .links
  ) { (world: ChatWorld) in
    let (alice, bob) = try await world.phones("Alice", "Bob", on: .lte)
    let chat = try await alice.startConversation(with: bob)
    let hello = try await alice.send("hello", in: chat)
    await bob.open(chat)
    try await alice.expect(\.status, of: .bubble(hello), is: .read, within: .seconds(5))
    try await world.advance(by: .seconds(5))
    try await bob.enterBackground()
    try await world.advance(by: .seconds(6))
    try world.require(bob.lifeState, is: .suspended, "Bob's app")
    await bob.setAirplaneMode(true)
    try await world.advance(by: .minutes(1))
    let before = await world.meter()
    await bob.setAirplaneMode(false)
    try await world.advance(by: .minutes(1))
    let spent = await world.meter() - before
    try world.require(bob.lifeState, is: .suspended, "Bob's app")
    try world.require(
      spent[.connections, device: bob.name], is: 0, "the connections that Bob's phone made since")
  }

  static let pocketedInTheMidst = Scenario(
    "B writes as the network stalls and puts the phone away: the app goes on until A has the message, and no longer",
    tags: .receipts, .offline, .fault, pinned: .links, .timings, .policies
  ) { (world: ChatWorld) in
    let (alice, bob) = try await world.phones("Alice", "Bob", on: .lte)
    world.setPolicies { $0.usesBackgroundTask = false }
    let carol = try await world.phone("Carol", on: .lte)
    let group = try await alice.startConversation(with: bob, carol, isGroup: true)
    for phone in [bob, carol] { await phone.open(group) }
    try await world.advance(by: .seconds(10))
    for phone in [bob, carol] {
      let stall = phone.partition(.outgoing)
      let word = try await phone.send("I am \(phone.name)", in: group)
      try await phone.enterBackground()
      try await world.advance(by: .seconds(2))
      // What comes meanwhile changes nothing about what is to be told.
      _ = try await alice.send("where are you?", in: group)
      try await world.advance(by: .seconds(10))
      // Nothing tells the phone that its network is back but the end of its connection.
      stall.end()
      phone.resetConnections()
      if phone === carol {
        // A team's app that asks for no time sleeps after 5 s all the same.
        try world.require(phone.lifeState, is: .suspended, "Carol's app")
      } else {
        try world.require(phone.lifeState, is: .background, "Bob's app")
        try await alice.expect(\.text, of: .bubble(word), is: "I am Bob", within: .seconds(5))
        try await world.advance(by: .seconds(2))
        try world.require(phone.lifeState, is: .suspended, "Bob's app, which has told all")
      }
    }
  }
}
