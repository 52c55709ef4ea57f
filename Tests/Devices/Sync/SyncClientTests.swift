import Backend
import Network
import Simulator
import Testing

@testable import Devices

@Suite("Database client")
struct SyncClientTests {
  @Test("two clients see each other's writes, and each its own at once", arguments: 1...5)
  func seeEachOther(seed: UInt64) {
    DeviceRig.run(seed: seed, schedule: .random) { rig in
      let (a, b) = (try rig.client("a"), try rig.client("b", on: .lte))
      await a.listen(to: "x")
      await b.listen(to: "x")
      try await rig.sleep(.seconds(2))
      await a.set("x", to: 1)
      #expect(rig.log.texts(of: "a: value ").last == "1")
      try await rig.sleep(.seconds(2))
      await b.set("x", to: 2)
      try await rig.sleep(.seconds(2))
      #expect(rig.log.texts(of: "a: value ") == ["null", "1", "2"])
      #expect(rig.log.texts(of: "b: value ") == ["null", "1", "2"])
      #expect(rig.log.texts(of: "a: /x ") == ["committed"])
    }
  }

  @Test(
    "an iPhone's client gives way, so after a rest it sends two segments before it hears an answer; an Android's sends more"
  )
  func givesWay() {
    DeviceRig.run { rig in
      let text = Node(.string(String(repeating: "x", count: 8_000)))
      var times: [Duration] = []
      for system in [OperatingSystem.darwin, .linux] {
        let client = try rig.client("\(system)", on: .lte, system: system)
        try await rig.sleep(.seconds(30))
        let start = rig.world.now
        await client.set(Path([Key("\(system)")]), to: text)
        try await rig.sleep(.seconds(5))
        let end = try #require(rig.log.first("\(system): /\(system) committed"))
        times.append(start.duration(to: end))
      }
      // One round trip on LTE, with the path to the backend, is 130 ms.
      #expect(times[0] - times[1] > .milliseconds(125), "\(times)")
    }
  }

  @Test("what is written offline shows at once and is sent once on reconnect, in order")
  func queuesOffline() {
    DeviceRig.run { rig in
      let (a, b) = (try rig.client("a"), try rig.client("b"))
      await b.listen(to: "list", for: .child)
      await a.listen(to: "list")
      try await rig.sleep(.seconds(1))
      rig.network.switchInterface(of: a.host, on: false)
      let increment = Node(ServerValue.increment(1))
      for key in ["first", "second", "third"] {
        await a.set(Path(["list", Key(key)]), to: increment)
      }
      #expect(rig.log.texts(of: "a: value ").last == #"{"first":1,"second":1,"third":1}"#)
      try await rig.sleep(.hours(1))
      #expect(rig.log.texts(of: "b: ").isEmpty && rig.log.texts(of: "a: /list").isEmpty)

      rig.network.switchInterface(of: a.host, on: true)
      try await rig.sleep(.seconds(2))
      let order = ["first", "second", "third"]
      #expect(rig.log.texts(of: "b: childAdded ") == order.map { "\($0) 1" })
      #expect(rig.log.texts(of: "a: /list/") == order.map { "\($0) committed" })
      try await rig.sleep(.minutes(5))
      #expect(await rig.backend.read("list/first") == 1, "sent more than once")
    }
  }

  @Test(
    "a write whose acknowledgement was lost is sent once more and answered once",
    arguments: [ConnectionBreak.reset, .halfOpen])
  func resendsUnanswered(ending: ConnectionBreak) {
    DeviceRig.run { rig in
      let a = try rig.client("a")
      try await rig.sleep(.seconds(1))
      rig.backend.loseNextAcknowledgement(to: a.host, then: ending) { _ in true }
      // An increment tells how often it was applied (firebase-ios-sdk #16475).
      await a.set("count", to: Node(ServerValue.increment(1)))
      try await rig.sleep(.milliseconds(100))
      #expect(await rig.backend.read("count") == 1)
      #expect(rig.log.texts.isEmpty)
      try await rig.sleep(.minutes(5))
      #expect(await rig.backend.read("count") == 2)
      #expect(rig.log.texts == ["a: /count committed"])
    }
  }

  @Test(
    "a refused write is told to its writer and taken back on the screen; what it hid shows again")
  func rollsBack() {
    let rules = #"{"rules": {".read": true, "x": {".write": "newData.val() < 10"}}}"#
    DeviceRig.run(rules: rules) { rig in
      let a = try rig.client("a")
      await a.listen(to: "x")
      try await rig.sleep(.seconds(1))
      await a.set("x", to: 5)
      try await rig.sleep(.seconds(1))
      await a.set("x", to: 50)
      #expect(rig.log.texts.last == "a: /x committed" || rig.log.texts.last == "a: value 50")
      try await rig.sleep(.seconds(1))
      #expect(rig.log.texts(of: "a: value ") == ["null", "5", "50", "5"])
      #expect(rig.log.texts(of: "a: /x ") == ["committed", "refused"])
      #expect(await rig.backend.read("x") == 5)
    }
  }

  @Test("a write of several paths is carried out whole or not at all")
  func isAtomic() {
    let rules = #"{"rules": {".read": true, "a": {".write": true}, "b": {".write": false}}}"#
    DeviceRig.run(rules: rules) { rig in
      let a = try rig.client("a")
      let log = rig.log
      await a.sync.update(.root, [PathChange("a", 1), PathChange("b", 1)]) { log.add("\($0)") }
      await a.sync.update(.root, [PathChange("a/x", 2), PathChange("a/y", 2)]) { log.add("\($0)") }
      try await rig.sleep(.seconds(1))
      #expect(await rig.backend.read(.root).description == #"{"a":{"x":2,"y":2}}"#)
      #expect(log.texts.count == 2)
      #expect(log.texts[0].hasPrefix("refused") && log.texts[1] == "committed")
    }
  }

  @Test("transactions of two clients on one number both count", arguments: 1...10)
  func transactionsSurvive(seed: UInt64) {
    DeviceRig.run(seed: seed, schedule: .random) { rig in
      let clients = [try rig.client("a"), try rig.client("b", on: .lte)]
      try await rig.sleep(.seconds(1))
      for client in clients {
        let log = rig.log
        await client.sync.transaction(
          "count",
          update: { node in
            guard case .number(let count) = node.scalar else { return 1 }
            return Node(.number(count + 1))
          },
          ended: { outcome in
            if case .committed = outcome { log.add("\(client.name) committed") }
          })
      }
      try await rig.sleep(.seconds(5))
      #expect(await rig.backend.read("count") == 2)
      #expect(rig.log.texts.sorted() == ["a committed", "b committed"])
    }
  }

  @Test(
    "the server's clock is known to within a round trip, however wrong the phone's own is",
    arguments: [Duration.zero, .hours(1), .seconds(-90)])
  func estimatesServerTime(skew: Duration) {
    DeviceRig.run { rig in
      let a = try rig.client("a", on: .lte, clock: WallClock(skew: skew))
      let truth = { TrueTime.milliseconds(at: rig.world.now) }
      #expect(a.sync.serverMilliseconds - truth() == skew.nanoseconds / 1_000_000)
      try await rig.sleep(.seconds(2))
      let error = a.sync.serverMilliseconds - truth()
      #expect((-200...0).contains(error), "off by \(error) ms")
    }
  }

  @Test("keys made by one client sort in the order of their making and are never the same")
  func makesKeys() {
    DeviceRig.run { rig in
      let (a, b) = (try rig.client("a"), try rig.client("b"))
      var keys: [Key] = []
      for _ in 0..<50 {
        keys.append(await a.sync.pushID())
        if keys.count % 10 == 0 { try await rig.sleep(.milliseconds(1)) }
      }
      #expect(keys == keys.sorted())
      keys.append(await b.sync.pushID())
      #expect(Set(keys.map(\.text)).count == keys.count)
    }
  }
}
