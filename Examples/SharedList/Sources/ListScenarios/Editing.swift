import ListApp
import Rehearsal

extension Scenarios {
  static let arrival = Scenario(
    "An item that Alice adds is on Bob's list within a second", covers: "SL-01", faults: .allowed
  ) { (world: ListWorld) in
    let (alice, bob) = try await world.phones("Alice", "Bob", on: .lte)
    try await world.untilQuiet()
    await alice.add("milk")
    try await alice.expect(within: .zero) { $0["milk"] != nil }
    try await bob.expect(within: .seconds(1), measuredAs: "arrival") { $0["milk"] != nil }
    try await alice.expect { $0["milk"]?.isPending == false }
  }

  static let differentFields = Scenario(
    "Alice renames an item and Bob ticks it, both offline: both is kept", covers: "SL-02", "SL-07",
    faults: .allowed
  ) { (world: ListWorld) in
    let (alice, bob) = try await world.phones("Alice", "Bob")
    await alice.add("milk")
    try await bob.expect { $0["milk"] != nil }
    for phone in [alice, bob] { await phone.setAirplaneMode(true) }
    await alice.rename("milk", to: "oat milk")
    await bob.tick("milk")
    for phone in [alice, bob] { await phone.setAirplaneMode(false) }
    for phone in [alice, bob] {
      try await phone.expect { $0["oat milk"]?.isTicked == true && $0.lines.count == 1 }
    }
  }

  static let sameField = Scenario(
    "Both rename an item offline: the later name stands, though it arrives first",
    covers: "SL-03", "SL-07", probes: [.queuedWriteRefused]
  ) { (world: ListWorld) in
    let (alice, bob) = try await world.phones("Alice", "Bob")
    await alice.add("milk")
    try await bob.expect { $0["milk"] != nil }
    await alice.setAirplaneMode(true)
    await alice.rename("milk", to: "goat milk")
    try await world.advance(by: .minutes(1))
    await bob.rename("milk", to: "oat milk")
    try await world.untilQuiet()
    await alice.setAirplaneMode(false)
    for phone in [alice, bob] {
      try await phone.expect { $0["oat milk"]?.isPending == false && $0["goat milk"] == nil }
    }
  }

  static let removed = Scenario(
    "Alice buys an item and removes it; Bob, who has no network, renames it: it stays away",
    covers: "SL-04", "SL-07", faults: .allowed
  ) { (world: ListWorld) in
    let (alice, bob) = try await world.phones("Alice", "Bob")
    await alice.add("milk")
    try await bob.expect { $0["milk"] != nil }
    await bob.setAirplaneMode(true)
    await bob.rename("milk", to: "oat milk")
    await alice.tick("milk")
    await alice.remove("milk")
    try await bob.expect(for: .minutes(1)) { $0["oat milk"] != nil }
    await bob.setAirplaneMode(false)
    for phone in [alice, bob] { try await phone.expect { $0.lines.isEmpty } }
    try await alice.expect(for: .minutes(1)) { $0.lines.isEmpty }
  }
}
