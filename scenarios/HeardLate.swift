import Chat
import Rehearsal

// Phones that hear last what happened first.

extension Scenarios {
  static let joinedUnheard = Scenario(
    "A's phone hears that B has a message before it hears who joined before that message: what it showed stays",
    covers: "DS-01", "GR-03", tags: .receipts, .groups, .members, .fault, pinned: .links, .policies
  ) { (world: ChatWorld) in
    // Read is what all have read.
    world.setPolicies { $0.groupBlue = .all }
    let alice = try await world.phone("Alice", on: .edge)
    let bob = try await world.phone("Bob", on: .lte)
    let group = try await alice.startConversation(with: bob, isGroup: true)
    await alice.open(group)
    await bob.open(group)
    try await world.untilQuiet()
    await world.makeAdmin(bob.userID, of: group)
    try await world.untilQuiet()
    // A phone that connects asks for everything at once, in an order of its own: five times are enough to hear of
    // receipts first.
    for name in ["Carol", "Dave", "Erin", "Frank", "Grace"] {
      let newcomer = UserID(name.lowercased())
      await world.openAccount(of: newcomer, named: name)
      let deafness = alice.partition(.incoming)
      await bob.add(newcomer, to: group)
      try await bob.expect(
        all: .that(\.users, of: .thread, matches: "includes \(newcomer)") { $0.contains(newcomer) })
      let hello = try await alice.send("hello", in: group)
      try await bob.expect(all: .present(.bubble(hello)))
      try await world.advance(by: .seconds(1))
      try await world.expectRead(hello, in: group, by: bob)
      try await alice.expect(\.status, of: .bubble(hello), is: .sending, within: .zero)
      await alice.setAirplaneMode(true)
      deafness.end()
      await alice.setAirplaneMode(false)
      try await alice.expect(
        all: .that(\.users, of: .thread, matches: "includes \(newcomer)") { $0.contains(newcomer) })
      try await alice.expect(
        all: .that(\.status, of: .bubble(hello), isNot: .failed),
        .that(\.offersRetry, of: .bubble(hello), is: false), for: .seconds(20))
      try await alice.expect(all: .that(\.status, of: .bubble(hello), isNot: .sending))
    }
    // What it has shown it shows after a restart.
    try await alice.kill()
    try await alice.relaunch()
    await alice.open(group)
    try await alice.expect(\.bubbles.isEmpty, of: .thread, is: false, for: .seconds(20))
  }
}
