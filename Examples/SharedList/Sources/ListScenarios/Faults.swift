import ListApp
import Rehearsal

extension WriteKind {
  /// Writes to items.
  static let item = WriteKind(below: "items")
}

extension Scenarios {
  static let restart = Scenario(
    "An item that was added offline survives the end of the app", covers: "SL-05", faults: .allowed
  ) { (world: ListWorld) in
    let (alice, bob) = try await world.phones("Alice", "Bob")
    await alice.setAirplaneMode(true)
    await alice.add("milk")
    try await alice.kill()
    try await alice.relaunch()
    try await alice.expect(\.isPending, of: .line("milk"), is: true, within: .seconds(1))
    await alice.setAirplaneMode(false)
    try await bob.expect(all: .present(.line("milk")))
  }

  static let sentTwice = Scenario(
    "Alice never hears that her name was taken, and sends it again: Bob's later name stands",
    covers: "SL-06", "SL-07", probes: [.acknowledgementLost]
  ) { (world: ListWorld) in
    let (alice, bob) = try await world.phones("Alice", "Bob")
    await alice.add("milk")
    try await bob.expect(all: .present(.line("milk")))
    world.loseNextAcknowledgement(to: alice, of: .item, then: .halfOpen)
    await alice.rename("milk", to: "oat milk")
    try await bob.expect(all: .present(.line("oat milk")))
    await bob.rename("oat milk", to: "soy milk")
    // Nobody tells Alice's phone that its connection is dead: on the slowest of links it takes a quarter of an hour to notice.
    for phone in [alice, bob] {
      try await phone.expect(
        all: .that(\.isPending, of: .line("soy milk"), is: false), .that(\.lines.count, is: 1),
        within: .minutes(16))
    }
    try await bob.expect(all: .present(.line("soy milk")), for: .minutes(1))
  }

  static let shopping = Scenario(
    "Three people shop under faults: nothing is lost, and all see the same in the end",
    covers: "SL-02", "SL-04", "SL-05", "SL-07", faults: .random(4)
  ) { (world: ListWorld) in
    let (alice, bob, carol) = try await world.phones("Alice", "Bob", "Carol", on: .lte)
    for (phone, item) in [(alice, "milk"), (bob, "bread"), (carol, "soap")] {
      await phone.add(item)
      try await world.advance(by: .milliseconds(200))
    }
    for phone in [alice, bob, carol] { try await phone.expect(\.lines.count, is: 3) }
    await alice.tick("bread")
    await bob.rename("soap", to: "green soap")
    await carol.tick("milk")
    await carol.remove("milk")
    await alice.add("eggs")
    for phone in [alice, bob, carol] {
      try await phone.expect(
        all: .that("names in any order", is: ["bread", "green soap", "eggs"]) {
          Set($0.lines.map(\.name))
        }, .that(\.isTicked, of: .line("bread"), is: true),
        .that("pending lines", is: []) { $0.lines.filter(\.isPending).map(\.name) })
    }
  }
}
