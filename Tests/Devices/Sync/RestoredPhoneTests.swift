import Backend
import Network
import Simulator
import Testing

@testable import Devices

/// An app whose database is kept on disk: it listens to "x", and writes there when it is told to.
private actor KeepingApp: PhoneApp {
  typealias Screen = NoteApp.Screen

  nonisolated let lane: Lane
  private let services: PhoneServices<Screen>
  private let log: Log

  init(services: PhoneServices<Screen>, configuration: Log) {
    lane = services.lane
    self.services = services
    log = configuration
    services.database.isPersistenceEnabled = true
  }

  func start() {
    services.database.post { [log] database in
      database.listen(to: QuerySpec("x"), for: .value) { content in
        if case .data(let event) = content { log.add("sees \(event.node)") }
      }
    }
  }

  func write() {
    services.database.post { $0.set("x/mine", to: 2) }
  }
}

@Suite("The database of a phone that is restored from a backup")
struct RestoredPhoneTests {
  @Test("its queue and its cache are in no backup, though they outlive the process")
  func databaseIsGone() {
    DeviceRig.run { rig in
      let bob = try Phone<KeepingApp>(
        name: "Bob", user: "bob", on: .wifi, network: rig.network, server: rig.backend.host,
        configuration: rig.log)
      await rig.backend.administer(set: 1, at: "x/theirs", as: "test")
      try await bob.launch()
      try await rig.sleep(.seconds(5))
      await bob.setAirplaneMode(true)
      try await bob.app().write()
      try await rig.sleep(.seconds(1))
      let both = #"{"mine":2,"theirs":1}"#
      #expect(rig.log.texts(of: "sees ") == [#"{"theirs":1}"#, both])
      try await bob.kill()
      try await bob.launch()
      try await rig.sleep(.seconds(1))
      #expect(rig.log.texts(of: "sees ").last == both)

      let count = rig.log.texts.count
      try await bob.restoreFromBackup()
      try await bob.launch()
      try await rig.sleep(.seconds(1))
      #expect(rig.log.texts.count == count)
      await bob.setAirplaneMode(false)
      try await rig.sleep(.minutes(1))
      #expect(rig.log.texts(of: "sees ").last == #"{"theirs":1}"#)
      #expect(await rig.backend.read("x/mine") == .empty)
    }
  }
}
