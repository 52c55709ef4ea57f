import ListApp
import Rehearsal

extension Scenarios {
  static let arrival = Scenario(
    "An item that Alice adds is on Bob's list within a second", covers: "SL-01", faults: .allowed
  ) { (world: ListWorld) in
    let (alice, bob) = try await world.phones("Alice", "Bob", on: .lte)
    try await world.untilQuiet()
    await alice.add("milk")
    try await alice.expect(all: .present(.line("milk")), within: .zero)
    try await bob.expect(all: .present(.line("milk")), within: .seconds(1), measuredAs: "arrival")
    try await alice.expect(\.isPending, of: .line("milk"), is: false)
  }

  static let differentFields = Scenario(
    "Alice renames an item and Bob ticks it, both offline: both is kept", covers: "SL-02", "SL-07",
    faults: .allowed
  ) { (world: ListWorld) in
    let (alice, bob) = try await world.phones("Alice", "Bob")
    await alice.add("milk")
    try await bob.expect(all: .present(.line("milk")))
    for phone in [alice, bob] { await phone.setAirplaneMode(true) }
    await alice.rename("milk", to: "oat milk")
    await bob.tick("milk")
    for phone in [alice, bob] { await phone.setAirplaneMode(false) }
    for phone in [alice, bob] {
      try await phone.expect(
        all: .that(\.isTicked, of: .line("oat milk"), is: true), .that(\.lines.count, is: 1))
    }
  }

  static let sameField = Scenario(
    "Both rename an item offline: the later name stands, though it arrives first",
    covers: "SL-03", "SL-07", probes: [.queuedWriteRefused]
  ) { (world: ListWorld) in
    let (alice, bob) = try await world.phones("Alice", "Bob")
    await alice.add("milk")
    try await bob.expect(all: .present(.line("milk")))
    await alice.setAirplaneMode(true)
    await alice.rename("milk", to: "goat milk")
    try await world.advance(by: .minutes(1))
    await bob.rename("milk", to: "oat milk")
    try await world.untilQuiet()
    await alice.setAirplaneMode(false)
    for phone in [alice, bob] {
      try await phone.expect(
        all: .that(\.isPending, of: .line("oat milk"), is: false), .absent(.line("goat milk")))
    }
  }

  static let removed = Scenario(
    "Alice buys an item and removes it; Bob, who has no network, renames it: it stays away",
    covers: "SL-04", "SL-07", faults: .allowed
  ) { (world: ListWorld) in
    let (alice, bob) = try await world.phones("Alice", "Bob")
    await alice.add("milk")
    try await bob.expect(all: .present(.line("milk")))
    await bob.setAirplaneMode(true)
    await bob.rename("milk", to: "oat milk")
    await alice.tick("milk")
    await alice.remove("milk")
    try await bob.expect(all: .present(.line("oat milk")), for: .minutes(1))
    await bob.setAirplaneMode(false)
    for phone in [alice, bob] { try await phone.expect(\.lines, is: []) }
    try await alice.expect(\.lines, is: [], for: .minutes(1))
  }
}
