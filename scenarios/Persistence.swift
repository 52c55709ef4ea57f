import Chat
import Rehearsal

extension Scenarios {
  static let queuedInATunnel = [
    queuedInATunnel(persists: true).named("kept"),
    queuedInATunnel(persists: false).named("forgotten"),
  ]

  /// The app repeats its own outbox after a relaunch. Where the database has kept its queue as well, each message goes out
  /// twice, and the backend refuses the repetition.
  private static func queuedInATunnel(persists: Bool) -> Scenario {
    Scenario(
      "A writes twice in a tunnel and the app dies: both arrive once and in order, \(persists ? "also out of the database's own queue" : "out of the app's outbox alone")",
      covers: "DS-02", "DS-09", "DS-10", tags: .offline, .restart,
      probes: persists
        ? [.killedWithQueuedWrites, .writesRestored, .queuedWriteRefused]
        : [.killedWithQueuedWrites], pinned: .policies
    ) { (world: ChatWorld) in
      world.setPolicies { $0.persistsDatabase = persists }
      let (alice, bob) = try await world.phones("Alice", "Bob", on: .lte)
      let chat = try await alice.startConversation(with: bob)
      let hello = try await alice.send("hello", in: chat)
      try await alice.expect(\.status, of: .bubble(hello), is: .delivered)
      try await world.untilQuiet()
      await alice.setAirplaneMode(true)
      let first = try await alice.send("first", in: chat)
      let second = try await alice.send("second", in: chat)
      // The database has a lane of its own: by then both are in its queue.
      try await world.advance(by: .seconds(1))
      try await alice.kill()
      try await world.advance(by: .minutes(1))
      try await alice.relaunch()
      await alice.open(chat)
      try await alice.expect(
        all: .that(\.status, of: .bubble(first), is: .sending),
        .that(\.status, of: .bubble(second), is: .sending), for: .minutes(1))

      let before = await world.meter()
      await alice.setAirplaneMode(false)
      try await alice.expect(
        all: .that(\.status, of: .bubble(first), is: .delivered),
        .that(\.status, of: .bubble(second), is: .delivered), within: .seconds(2),
        since: alice.reconnected)
      try await alice.expect(
        all: .that(\.offersRetry, of: .bubble(first), is: false),
        .that(\.offersRetry, of: .bubble(second), is: false), for: .seconds(20), within: .zero)
      await bob.open(chat)
      let order = [hello, first, second]
      try await bob.expect(\.ids, of: .thread, is: order)
      try world.require(
        await world.messageCount(in: chat), is: 3, "the number of messages at the backend")
      let refused = (await world.meter() - before)[.refusals, device: alice.name]
      try world.require(refused, is: persists ? 2 : 0, "the number of refused writes by Alice")
    }
  }

  static let knownToTheDatabase = [
    knownToTheDatabase(persists: true).named("kept"),
    knownToTheDatabase(persists: false).named("forgotten"),
  ]

  /// The app dies when the database has told it of a message and before it has kept it.
  private static func knownToTheDatabase(persists: Bool) -> Scenario {
    Scenario(
      "B's app dies with a message in hand and is launched in a tunnel: it \(persists ? "shows the message out of the database's cache" : "does not know the message until there is a network")",
      covers: "DS-10", tags: .offline, .restart, pinned: .policies
    ) { (world: ChatWorld) in
      world.setPolicies { $0.persistsDatabase = persists }
      let (alice, bob) = try await world.phones("Alice", "Bob", on: .lte)
      let chat = try await alice.startConversation(with: bob)
      let hello = try await alice.send("hello", in: chat)
      await bob.open(chat)
      try await alice.expect(\.status, of: .bubble(hello), is: .read)
      try await world.untilQuiet()
      await bob.kill(atCommit: 1, persists ? .afterCommit : .beforeCommit)
      let second = try await alice.send("second", in: chat)
      try await world.wait(for: "the end of Bob's app") { bob.lifeState == .terminated }
      await bob.setAirplaneMode(true)
      try await bob.relaunch()
      await bob.open(chat)
      if persists {
        try await bob.expect(\.text, of: .bubble(second), is: "second", within: .seconds(1))
      } else {
        try await bob.expect(\.ids, of: .thread, is: [hello], for: .minutes(1), within: .zero)
      }
      await bob.setAirplaneMode(false)
      try await bob.expect(\.text, of: .bubble(second), is: "second")
      try await alice.expect(\.status, of: .bubble(second), is: .read)
    }
  }

  static let ghostOfTheQueue = Scenario(
    "The word that B is there waits for its answer when his app dies: out of the database's queue it makes nobody see him online for ever",
    covers: "DS-15", tags: .offline, .restart, pinned: .policies
  ) { (world: ChatWorld) in
    world.setPolicies { $0.persistsDatabase = true }
    let (alice, bob) = try await goneFromSight(in: world)
    let lost = world.network.loseNext(from: bob.host, to: world.backend.host, then: .halfOpen) {
      saysThatIsThere($0, on: "2")
    }
    await bob.setAirplaneMode(false)
    try await world.wait(for: "the word that Bob is there to be lost") { lost.hasEnded }
    try await bob.kill()
    // The backend gives the connection up, and has done what it was to do at its end, before the queue goes out.
    try await world.advance(by: .minutes(2))
    try await bob.relaunch()
    try await alice.expect(\.subtitle, of: .thread, is: "online", within: .minutes(2))
    try await world.untilQuiet()
    try await bob.kill()
    try await world.advance(by: .minutes(2))
    try await alice.expect(
      all: .that(\.subtitle, of: .thread, matches: "begins with “last seen”") {
        $0?.hasPrefix("last seen") == true
      }, for: .minutes(1))
  }

  static let changedBehindAKeptCache = Scenario(
    "A edits a message in a tunnel and deletes another, and her app ends at once; its database has a cache of before: launched again it shows neither as it was",
    covers: "RG-01", tags: .offline, .restart, pinned: .links, .policies
  ) { (world: ChatWorld) in
    world.setPolicies { $0.persistsDatabase = true }
    let (alice, bob) = try await world.phones("Alice", "Bob", on: .lte)
    let chat = try await alice.startConversation(with: bob)
    await bob.open(chat)
    let first = try await alice.send("frist", in: chat)
    let second = try await alice.send("secret", in: chat)
    try await alice.expect(all: .statuses(of: [first, second], are: .read))
    try await world.untilQuiet()
    await alice.setAirplaneMode(true)
    await alice.edit(first, to: "first")
    // The app's own commit is on the disk; the database's, behind it, is not yet as the app ends.
    alice.setDiskLatency(.milliseconds(500))
    await alice.delete(second)
    try await alice.kill()
    alice.setDiskLatency(.zero)
    try await alice.relaunch()
    await alice.open(chat)
    try await alice.expect(
      all: .that(\.text, of: .bubble(first), is: "first"),
      .that(\.isDeleted, of: .bubble(second), is: true), for: .seconds(10))
    await alice.setAirplaneMode(false)
    try await bob.expect(
      all: .that(\.text, of: .bubble(first), is: "first"),
      .that(\.isDeleted, of: .bubble(second), is: true), within: .minutes(1))
  }

  static let wordsOfALaunchThatIsOver = Scenario(
    "The word that B writes waits for its answer when his app dies: out of the database's queue it does not stand at the backend for ever",
    covers: "TY-06", tags: .offline, .restart, .typing, pinned: .links, .policies
  ) { (world: ChatWorld) in
    world.setPolicies {
      $0.showsTyping = true
      $0.persistsDatabase = true
    }
    let (alice, bob) = try await world.phones("Alice", "Bob", on: .lte)
    let chat = try await alice.startConversation(with: bob)
    await bob.open(chat)
    try await world.untilQuiet()
    world.network.delayNext(from: world.backend.host, to: bob.host, by: .seconds(3)) {
      $0.summary.hasPrefix("push /typing")
    }
    await bob.type("a")
    try await alice.expect(\.typingLine, of: .thread, is: "Bob is typing…")
    await bob.setAirplaneMode(true)
    try await bob.kill()
    await bob.setAirplaneMode(false)
    // The backend hears of the end of the connection before the queue of the next launch goes out.
    try await alice.expect(\.typingLine, of: .thread, is: nil, within: .seconds(5))
    try await bob.relaunch()
    try await world.advance(by: .minutes(2))
    let typists = await world.typists(in: chat)
    try world.require(typists, is: [], "who writes at the backend after the end of Bob's app")
  }

  static let keptWithAForgottenWord = Scenario(
    "The disk does not take B's second message; as his app forgets that he wrote it is kept after all, and seen at once",
    covers: "RG-01", tags: .fault, .typing, pinned: .links, .policies, .timings
  ) { (world: ChatWorld) in
    world.setPolicies {
      $0.showsTyping = true
      $0.persistsDatabase = true
    }
    let (alice, bob) = try await world.phones("Alice", "Bob", on: .lte)
    let chat = try await alice.startConversation(with: bob)
    await bob.open(chat)
    try await world.untilQuiet()
    await bob.type("one")
    try await alice.expect(\.typingLine, of: .thread, is: "Bob is typing…")
    _ = try await bob.send("one", in: chat)
    await bob.failCommit()
    _ = try await bob.send("two", in: chat)
    // Long before the app tries by itself again.
    try await bob.expect(\.texts, of: .thread, is: ["one", "two"], within: .seconds(1))
    try await alice.expect(\.texts, of: .thread, is: ["one", "two"])
  }

  static let guessedBeforeTheClockTurned = Scenario(
    "A begins a chat and writes before and after her clock is set back: the database's cache has her phone's own guesses of the times, and the messages do not change places",
    covers: "MO-09", tags: .clocks, pinned: .clocks, .links, .policies, .timings
  ) { (world: ChatWorld) in
    world.setPolicies { $0.persistsDatabase = true }
    let (alice, bob) = try await world.phones("Alice", "Bob", on: .lte)
    try await world.untilQuiet()
    world.network.delayNext(from: world.backend.host, to: alice.host, by: .seconds(2)) {
      $0.summary.hasPrefix("response")
    }
    let chat = try await alice.startConversation(withUsers: [bob.userID], isGroup: false)
    let first = try await alice.send("first", in: chat)
    await alice.setClock { $0.skew -= .minutes(25) }
    let second = try await alice.send("second", in: chat)
    // The app waits for its disk while the database hears all answers, and follows the chat behind them.
    try await world.advance(by: .milliseconds(1_900))
    alice.setDiskLatency(.milliseconds(500))
    await alice.mute(chat, for: .hour)
    try await alice.expect(
      \.ids, of: .thread, is: [first, second], for: .minutes(1), within: .zero)
    await bob.open(chat)
    try await bob.expect(\.ids, of: .thread, is: [first, second])
  }

  static let guessedWhereAQueryListened = Scenario(
    "C, who was added later, writes before and after her clock is set back; launched in a tunnel, her app reads her phone's own guesses of the times from the database's cache, and the messages do not change places",
    covers: "MO-09", tags: .offline, .clocks, .restart, pinned: .clocks, .links, .policies,
    .timings
  ) { (world: ChatWorld) in
    world.setPolicies { $0.persistsDatabase = true }
    let (alice, bob, carol) = try await world.phones("Alice", "Bob", "Carol", on: .lte)
    let group = try await alice.startConversation(with: bob, isGroup: true)
    try await world.untilQuiet()
    await alice.add(carol.userID, to: group)
    try await world.untilQuiet()
    // The guesses are times of after the joining, so that the query has them.
    try await world.advance(by: .minutes(1))
    await carol.open(group)
    let first = try await carol.send("first", in: group)
    await carol.setClock { $0.skew -= .seconds(30) }
    let second = try await carol.send("second", in: group)
    try await world.untilQuiet()
    try await carol.kill()
    await carol.setAirplaneMode(true)
    try await carol.relaunch()
    await carol.open(group)
    try await carol.expect(
      \.texts, of: .thread, is: ["Alice added you", "first", "second"], for: .minutes(1),
      within: .zero)
  }

  static let guessedWithoutANetwork = Scenario(
    "A begins a chat in a tunnel and writes before and after her clock is set back: the database's cache has her phone's own guesses of the times, and the messages do not change places",
    covers: "MO-09", tags: .offline, .clocks, pinned: .clocks, .links, .policies, .timings
  ) { (world: ChatWorld) in
    world.setPolicies { $0.persistsDatabase = true }
    let (alice, bob) = try await world.phones("Alice", "Bob", on: .lte)
    try await world.untilQuiet()
    await alice.setAirplaneMode(true)
    let chat = try await alice.startConversation(withUsers: [bob.userID], isGroup: false)
    let first = try await alice.send("first", in: chat)
    await alice.setClock { $0.skew -= .minutes(25) }
    let second = try await alice.send("second", in: chat)
    // The app waits for its disk while the database hears all answers, and follows the chat behind them.
    alice.setDiskLatency(.milliseconds(500))
    await alice.setAirplaneMode(false)
    try await world.advance(by: .seconds(2))
    alice.setDiskLatency(.zero)
    try await alice.expect(
      \.ids, of: .thread, is: [first, second], for: .minutes(1), within: .zero)
    await bob.open(chat)
    try await bob.expect(\.ids, of: .thread, is: [first, second])
  }

  /// The database's cache is one change behind the app's own rows, as where a launch could not write it.
  static let deletedAheadOfTheCache = Scenario(
    "The database cannot keep that A has deleted a message, and B's app dies: launched in a tunnel, it does not show the message again",
    covers: "UN-07", "DS-10", tags: .offline, .restart, pinned: .links, .policies, .timings
  ) { (world: ChatWorld) in
    world.setPolicies { $0.persistsDatabase = true }
    let (alice, bob) = try await world.phones("Alice", "Bob", on: .lte)
    let chat = try await alice.startConversation(with: bob)
    let wrong = try await alice.send("wrong", in: chat)
    try await bob.expect(\.badge, is: 1)
    try await world.untilQuiet()
    // The database is the first that wants to keep it.
    await bob.failCommit()
    await alice.delete(wrong)
    try await bob.expect(\.badge, is: 0)
    try await bob.kill()
    await bob.setAirplaneMode(true)
    try await bob.relaunch()
    try await bob.expect(\.badge, is: 0, for: .minutes(1), within: .seconds(1))
    await bob.setAirplaneMode(false)
    await bob.open(chat)
    try await bob.expect(\.text, of: .bubble(wrong), is: "This message was deleted")
  }
}
