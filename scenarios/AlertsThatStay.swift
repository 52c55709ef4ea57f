import Chat
import Rehearsal

// What a person is told by an alert, wherever they are, and until they have answered it.

extension Scenarios {
  static let badThenGood = Scenario(
    "A adds somebody who does not exist and then Dave, in a tunnel: the alert about the first stays until she has answered it, though Dave has joined",
    covers: "MA-07", tags: .groups, .members, .offline, pinned: .policies, .duplicates
  ) { (world: ChatWorld) in
    let (alice, bob) = try await world.phones("Alice", "Bob", on: .lte)
    await world.openAccount(of: "dave", named: "Dave")
    let group = try await alice.startConversation(with: bob, isGroup: true)
    try await world.untilQuiet()
    await alice.setAirplaneMode(true)
    for user in ["ghost", "dave"] as [UserID] { await alice.add(user, to: group) }
    await alice.setAirplaneMode(false)
    try await bob.expect(
      \.preview, of: .conversation(group), is: "Alice added Dave", within: .minutes(1))
    try await world.untilQuiet()
    try await alice.expect(
      all: .that(\.alert, is: "The members could not be changed"), for: .minutes(1))
    await alice.answerAlert()
    try await alice.expect(
      all: .absent(.alert), .that(\.users, of: .thread, is: ["alice", "bob", "dave"]),
      for: .minutes(1))
  }

  static let refusedBehindTheList = Scenario(
    "A renames a group in a tunnel and goes back to the list: she is told there that it was refused, and in another thread as well",
    covers: "GI-03", tags: .groups, .offline, .fault, pinned: .links, .policies, .duplicates
  ) { (world: ChatWorld) in
    let (alice, bob) = try await world.phones("Alice", "Bob", on: .lte)
    let chat = try await alice.startConversation(with: bob)
    let group = try await alice.startConversation(with: bob, isGroup: true)
    await alice.openInfo(of: group)
    await alice.rename(group, to: "Hiking")
    await alice.close()
    for next in [nil, chat] {
      try await alice.expect(\.title, of: .conversation(group), is: "Hiking")
      try await world.untilQuiet()
      await alice.setAirplaneMode(true)
      world.refuseNext(WriteKind(below: "conversations"), by: alice)
      await alice.open(group)
      await alice.openInfo(of: group)
      await alice.rename(group, to: "Climbing")
      await alice.close()
      try await alice.expect(\.title, of: .conversation(group), is: "Climbing")
      if let next { await alice.open(next) }
      await alice.setAirplaneMode(false)
      try await alice.expect(\.alert, is: "The group could not be changed", within: .minutes(1))
      await alice.answerAlert()
      if next != nil { await alice.close() }
    }
    try await alice.expect(
      all: .absent(.alert), .that(\.title, of: .conversation(group), is: "Hiking"),
      for: .minutes(1))
  }

  static let alertInThePocket = Scenario(
    "A reads that somebody could not be added and puts her phone away, locked or not: the alert is still there when she takes it out, and so is one that came meanwhile",
    covers: "MA-07", tags: .groups, .members, pinned: .policies, .duplicates
  ) { (world: ChatWorld) in
    let (alice, bob) = try await world.phones("Alice", "Bob", on: .lte)
    let group = try await alice.startConversation(with: bob, isGroup: true)
    try await world.untilQuiet()
    let words = "The members could not be changed"
    await alice.add("ghost", to: group)
    try await alice.expect(\.alert, is: words)
    for locks in [true, false] {
      if locks { try await alice.lock() } else { try await alice.enterBackground() }
      try await world.advance(by: .seconds(10))
      try await alice.enterForeground()
      try await alice.expect(
        all: .that(\.alert, is: words), for: .seconds(5), within: .seconds(1))
    }
    await alice.answerAlert()
    try await alice.expect(all: .absent(.alert), for: .seconds(5))
    // The backend answers while nobody looks.
    await alice.setAirplaneMode(true)
    await alice.add("ghost", to: group)
    try await alice.lock()
    await alice.setAirplaneMode(false)
    try await world.advance(by: .seconds(10))
    try await alice.enterForeground()
    try await alice.expect(\.alert, is: words)
    await alice.answerAlert()
    try await alice.expect(
      all: .absent(.alert), .that(\.users, of: .thread, is: ["alice", "bob"]), for: .seconds(5))
  }
}
