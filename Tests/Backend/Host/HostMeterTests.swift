import Backend
import Simulator
import Testing

@Suite("The backend host's meter")
struct HostMeterTests {
  @Test("writes and batches are counted for the user and the device they come from")
  func attribution() {
    HostRig.run { rig in
      let phone = try await rig.client("Bob", as: "bob")
      let tablet = try await rig.client("Bob's iPad", as: "bob")
      let before = await rig.backend.meter()
      try await phone.merge("a", [("x", 1), ("y", 2)])
      try await tablet.put("b", 1)

      let spent = await rig.backend.meter() - before
      #expect(spent[.batches, uid: "bob"] == 1)
      #expect(spent[.batches, device: "Bob"] == 1)
      #expect(spent[.batches, device: "Bob's iPad"] == 0)
      #expect(spent[.writes, uid: "bob"] == 2)
      #expect(spent[.messagesUp, device: "Bob's iPad"] == 1)
      #expect(spent.batchSizes() == [2])
    }
  }

  @Test("a phone that reconnects is counted on, and its refusals are its own")
  func reconnection() {
    let rules = #"{"rules": {".read": true, "open": {".write": true}}}"#
    HostRig.run(rules: rules) { rig in
      let bob = try await rig.client("Bob", as: "bob")
      try await bob.put("open", 1)
      bob.close()
      bob.connect()
      _ = try await bob.request(.authenticate(uid: "bob"))
      let refused = try await bob.put("shut", 1)
      guard case .permissionDenied = refused else {
        Issue.record("the write was answered \(refused)")
        return
      }
      let reading = await rig.backend.meter()
      #expect(reading[.connections, device: "Bob"] == 2)
      #expect(reading[.writes, uid: "bob"] == 1)
      #expect(reading[.refusals, uid: "bob"] == 1)
    }
  }
}
