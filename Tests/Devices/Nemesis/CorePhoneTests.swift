import Testing

@testable import Backend
@testable import Devices
@testable import Network
@testable import Simulator

@Suite("What a phone of a healed core must know")
struct CorePhoneTests {
  @Test("what a client listens to is compared with what the backend shows, queries included")
  func behind() {
    DeviceRig.run { rig in
      let alice = try rig.client("Alice")
      await rig.backend.administer(set: ["a": 1, "b": 2, "c": 3], at: "notes")
      await alice.listen(to: "notes")
      let last = QuerySpec(
        "list",
        QueryParameters(order: .key, isOrderGiven: true, start: nil, end: nil, limit: .last(2)))
      await rig.backend.administer(set: ["a": 1, "b": 2, "c": 3], at: "list")
      await alice.sync.listen(to: last) { _ in }
      #expect(await alice.sync.listened.allSatisfy { $0.node == nil })
      try await rig.sleep(.seconds(1))
      var listened = await alice.sync.listened
      #expect(listened.count == 2)
      for (query, node) in listened { #expect(await rig.backend.shown(to: query) == node) }
      #expect(await rig.backend.shown(to: last).childCount == 2)

      let partition = rig.network.partition([alice.host], from: [rig.backend.host])
      await rig.backend.administer(set: 4, at: "notes/d")
      await rig.backend.administer(set: 0, at: "list/0")
      try await rig.sleep(.seconds(1))
      listened = await alice.sync.listened
      for (query, node) in listened {
        // The query's window has not changed.
        let isBehind = await rig.backend.shown(to: query) != node
        #expect(isBehind == (query == QuerySpec("notes")))
      }
      partition.end()
      try await rig.sleep(.minutes(3))
      for (query, node) in await alice.sync.listened {
        #expect(await rig.backend.shown(to: query) == node)
      }
    }
  }
}
