import Backend
import Network
import Simulator
import Testing

@testable import Devices

@Suite("What the platform's client does about listens and answers")
struct SyncClientHoldingTests {
  @Test("a write is acknowledged only once no listen is unanswered, behind what the listen brings")
  func heldBack() {
    DeviceRig.run { rig in
      let (a, b) = (try rig.client("a"), try rig.client("b"))
      try await rig.sleep(.seconds(1))
      await b.set("y", to: 5)
      try await rig.sleep(.seconds(1))
      let log = rig.log
      await a.sync.set("x", to: 1) { _ in log.add("a: committed") }
      await a.listen(to: "y")
      try await rig.sleep(.seconds(1))
      #expect(log.texts(of: "a: ") == ["value 5", "committed"])
      await a.sync.set("x", to: 2) { _ in log.add("a: committed again") }
      try await rig.sleep(.seconds(1))
      #expect(log.texts.last == "a: committed again")
    }
  }

  @Test(
    "what is held back survives the loss of the connection: it is not sent again, and told behind the next listen's answer"
  )
  func survives() {
    DeviceRig.run { rig in
      let a = try rig.client("a")
      try await rig.sleep(.seconds(1))
      // The answer to the write comes through, that to the listen behind it is lost.
      let rule = NextMessageRule(.breakConnection(.reset)) { message in
        (message.request as? ClientMessage)?.request.summary == "listen /y"
      }
      _ = rig.network.install(rule, from: [rig.backend.host], to: [a.host])
      let log = rig.log
      await a.sync.set("x", to: Node(ServerValue.increment(1))) { _ in log.add("a: committed") }
      // So that its answer is on the way before the other one breaks the connection.
      try await rig.sleep(.microseconds(1_500))
      await a.listen(to: "y")
      try await rig.sleep(.milliseconds(20))
      #expect(await rig.backend.read("x") == 1)
      #expect(log.texts(of: "a: committed").isEmpty)
      try await rig.sleep(.seconds(5))
      #expect(log.texts(of: "a: ") == ["value null", "committed"])
      #expect(await rig.backend.read("x") == 1, "sent again")
      #expect(await a.sync.unfinished.isEmpty)
    }
  }

  @Test("a transaction that was answered and is held back does not fail with the connection")
  func transactionSurvives() {
    DeviceRig.run { rig in
      let a = try rig.client("a")
      try await rig.sleep(.seconds(1))
      let rule = NextMessageRule(.breakConnection(.reset)) { message in
        (message.request as? ClientMessage)?.request.summary == "listen /y"
      }
      _ = rig.network.install(rule, from: [rig.backend.host], to: [a.host])
      let log = rig.log
      await a.listen(to: "x")
      try await rig.sleep(.seconds(1))
      await a.sync.transaction("x", update: { _ in 1 }, ended: { log.add("a: \($0)") })
      try await rig.sleep(.microseconds(1_500))
      await a.listen(to: "y")
      try await rig.sleep(.seconds(5))
      #expect(log.texts(of: "a: committed").count == 1)
      #expect(await rig.backend.read("x") == 1)
    }
  }

  @Test(
    "what is held back is told as it was answered, once, when all else is given up",
    arguments: [true, false])
  func purge(isStale: Bool) {
    DeviceRig.run { rig in
      let a = try rig.client("a")
      let log = rig.log
      let ended: @Sendable (TransactionOutcome) -> Void = { outcome in
        if case .failed(let reason) = outcome { log.add("x: \(reason)") }
        if case .committed = outcome { log.add("x: committed") }
      }
      await a.listen(to: "x")
      try await rig.sleep(.seconds(1))
      let rule = NextMessageRule(.breakConnection(.reset)) { message in
        (message.request as? ClientMessage)?.request.summary == "listen /y"
      }
      _ = rig.network.install(rule, from: [rig.backend.host], to: [a.host])
      if isStale { await rig.backend.administer(set: 7, at: "x") }
      await a.sync.transaction("x", update: { _ in 1 }, ended: ended)
      await a.set("z", to: 1)
      try await rig.sleep(.microseconds(1_500))
      await a.listen(to: "y")
      try await rig.sleep(.milliseconds(5))
      rig.network.switchInterface(of: a.host, on: false)
      // Behind what is held, a transaction and a write that nobody has answered.
      await a.sync.transaction("x", update: { _ in 2 }, ended: ended)
      await a.set("z", to: 2)
      #expect(log.texts(of: "x: ").isEmpty && log.texts(of: "a: /z").isEmpty)
      await a.sync.purgeOutstandingWrites()
      let outcomes = ["write_canceled", isStale ? "write_canceled" : "committed"]
      #expect(log.texts(of: "x: ") == outcomes)
      #expect(log.texts(of: "a: /z") == [" committed", " refused"])
      await a.sync.checkInvariants()
      rig.network.switchInterface(of: a.host, on: true)
      try await rig.sleep(.minutes(1))
      #expect(log.texts(of: "x: ") == outcomes && log.texts(of: "a: /z").count == 2)
      let (x, z) = (await rig.backend.read("x"), await rig.backend.read("z"))
      #expect(x == (isStale ? 7 : 1) && z == 1)
    }
  }

  @Test("a listen that is revoked ends every query of its location")
  func revokesAll() {
    let rules = """
      {"rules": {".write": true, "x": {".indexOn": ".value",
        ".read": "query.limitToLast === 2 || root.child('open').exists()"}}}
      """
    DeviceRig.run(rules: rules) { rig in
      let a = try rig.client("a")
      await a.set("open", to: true)
      try await rig.sleep(.seconds(1))
      let log = rig.log
      for count in [1, 2] {
        let query = QuerySpec(
          "x", try QueryParameters.all.ordered(by: .value).limited(toLast: count))
        await a.sync.listen(to: query, for: .value) { content in
          if case .cancelled = content { log.add("a: \(count) cancelled") }
        }
      }
      try await rig.sleep(.seconds(1))
      await a.set("open", to: .empty)
      try await rig.sleep(.seconds(1))
      #expect(
        log.texts(of: "a: ").sorted() == [
          "/open committed", "/open committed", "1 cancelled", "2 cancelled",
        ])
    }
  }

  @Test("listens are restored in an order that is drawn")
  func shuffled() {
    DeviceRig.run { rig in
      var orders: Set<[String]> = []
      for number in 0..<8 {
        let asked = WorldBound<[String]>([], in: rig.world)
        let a = try rig.client("a\(number)")
        _ = rig.network.observe(from: [a.host], to: [rig.backend.host]) { message in
          guard let request = (message.payload as? ClientMessage)?.request else { return }
          if case .listen = request { asked.withValue { $0.append(request.summary) } }
        }
        for path: Path in ["a", "b", "c"] { await a.listen(to: path) }
        try await rig.sleep(.seconds(1))
        let order = asked.withValue { $0 }
        #expect(order.sorted() == ["listen /a", "listen /b", "listen /c"])
        orders.insert(order)
      }
      #expect(orders.count > 1)
    }
  }

  @Test(
    "a query without an index is told the whole location, shows its window, and costs what was told"
  )
  func unindexed() {
    let rules = #"{"rules": {".read": true, ".write": true, "indexed": {".indexOn": "n"}}}"#
    DeviceRig.run(rules: rules) { rig in
      var bytes: [Int] = []
      for place in ["indexed", "bare"] {
        let a = try rig.client(place)
        var list: [(Key, Node)] = []
        for number in 0..<100 {
          list.append((Key("k\(number)"), ["n": Node(.number(Double(number)))]))
        }
        await rig.backend.administer(set: Node(children: list), at: Path([Key(place)]))
        let log = rig.log
        let query = QuerySpec(
          Path([Key(place)]), try QueryParameters.all.ordered(by: .child("n")).limited(toLast: 1))
        await a.sync.listen(to: query, for: .value) { content in
          if case .data(let event) = content { log.add("\(place): \(event.node)") }
        }
        try await rig.sleep(.seconds(1))
        #expect(log.texts(of: "\(place): ") == [#"{"k99":{"n":99}}"#])
        await rig.backend.administer(set: .empty, at: Path([Key(place), "k99"]))
        try await rig.sleep(.seconds(1))
        #expect(log.texts(of: "\(place): ").last == #"{"k98":{"n":98}}"#)
        bytes.append(await rig.backend.meter()[.bytesDown, device: place])
      }
      #expect(bytes[1] > bytes[0] + 1_000)
    }
  }

  @Test("a phone that comes to the foreground connects at once, however long it was to wait")
  func foreground() {
    DeviceRig.run { rig in
      let phone = try rig.phone("Ann")
      try await phone.launch()
      try await rig.sleep(.seconds(1))
      let fault = rig.backend.restart()
      try await rig.sleep(.minutes(5))
      try await phone.enterBackground()
      try await rig.sleep(.seconds(1))
      fault.end()
      try await phone.enterForeground()
      try await rig.sleep(.milliseconds(100))
      #expect(await phone.database?.stateName == "ready")
    }
  }
}
