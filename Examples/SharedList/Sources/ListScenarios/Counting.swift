import ListApp
import Rehearsal

extension Scenarios {
  static let countedInATunnel = Scenario(
    "Alice counts a trip in a tunnel, and Bob counts one meanwhile: both count, and so do those that follow",
    covers: "SL-08"
  ) { (world: ListWorld) in
    let (alice, bob) = try await world.phones("Alice", "Bob")
    for phone in [alice, bob] { await phone.openTrips() }
    await alice.countTrip()
    for phone in [alice, bob] { try await phone.expect(\.trips, is: 1) }
    try await world.untilQuiet()
    await alice.setAirplaneMode(true)
    await alice.countTrip()
    try await alice.expect(\.trips, is: 2, within: .seconds(1))
    await bob.countTrip()
    try await bob.expect(\.trips, is: 2)
    await alice.setAirplaneMode(false)
    for phone in [alice, bob] { try await phone.expect(\.trips, is: 3) }
    try await world.untilQuiet()

    // What she sets herself overtakes what she counted before it.
    await alice.setAirplaneMode(true)
    await alice.countTrip()
    await alice.resetTrips()
    try await alice.expect(\.trips, is: 0, within: .seconds(1))
    await alice.setAirplaneMode(false)
    try await bob.expect(\.trips, is: 0)
    try await world.untilQuiet()
    for phone in [alice, bob] { try await phone.expect(\.trips, is: 0, within: .zero) }
    await alice.countTrip()
    for phone in [alice, bob] { try await phone.expect(\.trips, is: 1) }
  }
}
