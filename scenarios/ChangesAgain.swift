import Chat
import Rehearsal

// Changes of members that are said again, overtaken or refused, and what stands in the thread meanwhile.

extension Scenarios {
  static let overtakenAndRefused = Scenario(
    "A's addition is overtaken in part, and the rest of it names nobody: each is refused once, and she is told",
    covers: "MA-07", "MR-13", tags: .groups, .members, .offline, .multiDevice, .cost,
    pinned: .duplicates, .policies, .timings, .links, .traffic
  ) { (world: ChatWorld) in
    let (alice, bob) = try await world.phones("Alice", "Bob", on: .lte)
    let tablet = try await world.phone("Alice's iPad", user: "alice", on: .wifi)
    await world.openAccount(of: "dave", named: "Dave")
    let group = try await alice.startConversation(with: bob, tablet, isGroup: true)
    try await world.untilQuiet()
    await alice.setAirplaneMode(true)
    await alice.add("dave", "ghost", to: group)
    await tablet.add("dave", to: group)
    try await bob.expect(\.preview, of: .conversation(group), is: "Alice added Dave")
    try await world.expect(2, .refusals, by: alice) {
      await alice.setAirplaneMode(false)
      try await alice.expect(\.alert, is: "The members could not be changed", within: .seconds(10))
      await alice.answerAlert()
      try await alice.expect(
        all: .absent(.alert), .that(\.users, of: .thread, is: ["alice", "bob", "dave"]),
        for: .minutes(1))
    }
    // Where nothing has come in between, there is nothing to say again.
    try await world.expect(1, .refusals, by: alice) {
      await alice.add("ghost", to: group)
      try await alice.expect(\.alert, is: "The members could not be changed", within: .seconds(10))
      try await world.untilQuiet()
    }
  }

  static let stayingLongest = Scenario(
    "A removes a member in a tunnel, and the newest of the others leaves meanwhile: the removal is accepted at once",
    covers: "MR-13", "MR-14", tags: .groups, .members, .offline, .cost,
    pinned: .duplicates, .policies, .timings, .links, .traffic
  ) { (world: ChatWorld) in
    let (alice, adam) = try await world.phones("Alice", "Adam", on: .lte)
    await world.openAccounts(of: ["dave", "zoe"])
    let group = try await alice.startConversation(withUsers: ["dave", "zoe"], isGroup: true)
    await alice.add(adam.userID, to: group)
    try await adam.expect(all: .present(.conversation(group)))
    try await world.untilQuiet()
    await alice.setAirplaneMode(true)
    await alice.remove("dave", from: group)
    await adam.remove(adam.userID, from: group)
    try await world.untilQuiet()
    try await world.expect(0, .refusals, by: alice) {
      await alice.setAirplaneMode(false)
      try await alice.expect(\.users, of: .thread, is: ["alice", "zoe"], within: .seconds(10))
      try await world.untilQuiet()
    }
    try world.require(
      await world.members(of: group), is: ["alice", "zoe"], "the members at the backend")
  }

  static let joinedBeforeIt = Scenario(
    "A adds D and hears no answer, and writes by her iPad: her phone waits for D as well before it says that all have it",
    covers: "GR-03", "DS-14", tags: .receipts, .groups, .members, .multiDevice, .fault,
    pinned: .links, .clocks
  ) { (world: ChatWorld) in
    let (alice, bob) = try await world.phones("Alice", "Bob", on: .lte)
    let tablet = try await world.phone("Alice's iPad", user: "alice", on: .wifi)
    await world.openAccount(of: "dave", named: "Dave")
    let group = try await alice.startConversation(with: bob, tablet, isGroup: true)
    await alice.open(group)
    await tablet.open(group)
    try await world.advance(by: .seconds(5))
    world.loseNextAcknowledgement(to: alice, of: .members, then: .halfOpen)
    await alice.add("dave", to: group)
    try await tablet.expect(\.users, of: .thread, is: ["alice", "bob", "dave"])
    try await world.advance(by: .seconds(5))
    let hello = try await tablet.send("hello", in: group)
    try await bob.expect(\.unread, of: .conversation(group), is: 1)
    try await world.advance(by: .seconds(5))
    await alice.setAirplaneMode(true)
    await alice.setAirplaneMode(false)
    for phone in [alice, tablet] {
      try await phone.expect(\.status, of: .bubble(hello), is: .sent)
    }
    try await alice.expect(\.status, of: .bubble(hello), is: .sent, for: .minutes(1))
    await world.tellDelivery(of: hello, to: "dave", in: group)
    try await alice.expect(\.status, of: .bubble(hello), is: .delivered)
  }

  static let placedBeforeTheOthers = Scenario(
    "B's message is accepted, its answer lost, and B is removed and added again: what comes in between from C's tunnel and B's iPad stands behind it",
    covers: "DS-09", "MO-05", tags: .groups, .members, .offline, .multiDevice, .fault,
    pinned: .clocks, mild: .links
  ) { (world: ChatWorld) in
    let (alice, bob, carol) = try await world.phones("Alice", "Bob", "Carol", on: .lte)
    let tablet = try await world.phone("Bob's iPad", user: "bob", on: .wifi)
    let group = try await alice.startConversation(with: bob, carol, tablet, isGroup: true)
    await bob.open(group)
    await carol.open(group)
    try await world.advance(by: .seconds(5))
    await carol.setAirplaneMode(true)
    let late = try await carol.send("from the tunnel", in: group)
    try await world.advance(by: .seconds(5))
    let hello = try await world.sendUnanswered("hello", by: bob, in: group)
    try await alice.expect(\.text, of: .bubble(hello), is: "hello")
    await bob.setAirplaneMode(true)
    try await world.removeAndAddAgain(bob, in: group, by: alice)
    await carol.setAirplaneMode(false)
    try await alice.expect(\.text, of: .bubble(late), is: "from the tunnel", within: .seconds(10))
    await tablet.open(group)
    try await tablet.expect(\.isReadOnly, of: .thread, is: false)
    let last = try await tablet.send("by the iPad", in: group)
    try await alice.expect(\.text, of: .bubble(last), is: "by the iPad")
    await bob.setAirplaneMode(false)
    try await bob.expect(\.status, of: .bubble(hello), is: .read)
    for phone in [alice, bob] {
      try await phone.expect(
        all: .that("texts of people", of: .thread, is: ["hello", "from the tunnel", "by the iPad"])
        {
          $0.bubbles.filter { $0.author != .system }.map(\.text)
        }, for: .seconds(30), within: .seconds(5))
    }
  }

  static let removedBehindARefusal = Scenario(
    "A adds D and removes D in a tunnel, and her iPad adds E meanwhile: D is no member in the end",
    covers: "MR-13", tags: .groups, .members, .offline, .multiDevice
  ) { (world: ChatWorld) in
    let (alice, bob) = try await world.phones("Alice", "Bob", on: .lte)
    let tablet = try await world.phone("Alice's iPad", user: "alice", on: .wifi)
    await world.openAccounts(of: ["dave", "erin"])
    let group = try await alice.startConversation(with: bob, tablet, isGroup: true)
    try await world.untilQuiet()
    await alice.setAirplaneMode(true)
    await alice.add("dave", to: group)
    await alice.remove("dave", from: group)
    await tablet.open(group)
    await tablet.add("erin", to: group)
    try await world.untilQuiet()
    await alice.setAirplaneMode(false)
    try await world.untilQuiet()
    try world.require(
      await world.members(of: group), is: ["alice", "bob", "erin"], "the members at the backend")
  }

  static let addedAndRemovedUnheard = Scenario(
    "A adds D and removes D, and hears no answer to either: said again, nothing has failed",
    covers: "MR-13", tags: .groups, .members, .offline, .fault
  ) { (world: ChatWorld) in
    let (alice, bob) = try await world.phones("Alice", "Bob", on: .lte)
    await world.openAccounts(of: ["dave"])
    let group = try await alice.startConversation(with: bob, isGroup: true)
    try await world.untilQuiet()
    let held = alice.hold(.incoming)
    await alice.add("dave", to: group)
    await alice.remove("dave", from: group)
    try await world.advance(by: .seconds(3))
    await alice.setAirplaneMode(true)
    held.end()
    await alice.setAirplaneMode(false)
    try await alice.expect(\.alert, is: nil, for: .minutes(1))
    try world.require(
      await world.members(of: group), is: ["alice", "bob"], "the members at the backend")
  }
}
