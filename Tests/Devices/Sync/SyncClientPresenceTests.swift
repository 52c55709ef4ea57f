import Backend
import Network
import Simulator
import Testing

@testable import Devices

@Suite("What a client asks to be done at its disconnection")
struct SyncClientPresenceTests {
  @Test("it is done once: after the next connection nothing is stored unless it is asked for again")
  func once() {
    DeviceRig.run { rig in
      let (a, b) = (try rig.client("a"), try rig.client("b"))
      await b.listen(to: "here")
      await a.sync.onDisconnect("here", .set(Node(.bool(false))))
      try await rig.sleep(.seconds(1))
      rig.network.reset(a.host, for: .milliseconds(1))
      try await rig.sleep(.seconds(5))
      #expect(rig.log.texts(of: "b: value ") == ["null", "false"])
      await a.set("here", to: true)
      try await rig.sleep(.seconds(1))
      a.process.end()
      try await rig.sleep(.seconds(1))
      #expect(rig.log.texts(of: "b: value ") == ["null", "false", "true"])
    }
  }

  @Test("asked for at each connection, it is done at each disconnection")
  func again() {
    DeviceRig.run { rig in
      let (a, b) = (try rig.client("a", user: "a"), try rig.client("b"))
      await b.listen(to: "here")
      let sync = a.sync
      await sync.watchConnection { isConnected in
        guard isConnected else { return }
        sync.post {
          $0.onDisconnect("here", .set(Node(.bool(false))))
          $0.set("here", to: true)
        }
      }
      for _ in 0..<2 {
        try await rig.sleep(.seconds(40))
        rig.network.reset(a.host, for: .milliseconds(1))
      }
      try await rig.sleep(.seconds(5))
      #expect(
        rig.log.texts(of: "b: value ") == ["null", "true", "false", "true", "false", "true"])
    }
  }

  @Test("what waits for a connection is asked for behind the writes that wait")
  func order() {
    DeviceRig.run { rig in
      let a = try rig.client("a", user: "a")
      let messages = WorldBound<[String]>([], in: rig.world)
      _ = rig.network.observe(from: [a.host], to: [rig.backend.host]) { message in
        let request = (message.payload as? ClientMessage)?.request
        messages.withValue { $0.append(request?.summary ?? "") }
      }
      await a.sync.onDisconnect("here", .set(Node(.bool(false))))
      await a.set("here", to: true)
      try await rig.sleep(.seconds(2))
      let order = messages.withValue { $0 }.filter { $0.contains("here") }
      #expect(order.count == 2)
      #expect(order.first?.contains("put") == true, "\(order)")
    }
  }

  @Test("its completion is called with the answer, and never where the connection is lost before")
  func completion() {
    DeviceRig.run(rules: #"{"rules": {"open": {".write": true}}}"#) { rig in
      let a = try rig.client("a", on: .lte)
      let log = rig.log
      for path in ["open", "closed"] as [Path] {
        await a.sync.onDisconnect(path, .set(1)) { log.add("\(path) \($0)") }
      }
      try await rig.sleep(.seconds(2))
      #expect(log.texts == ["/open committed", "/closed refused(\"permission denied\")"])
      await a.sync.onDisconnect("open", .set(2)) { log.add("late \($0)") }
      rig.network.reset(a.host, for: .milliseconds(1))
      try await rig.sleep(.minutes(1))
      #expect(log.texts(of: "late") == [])
      #expect(await rig.backend.read("open") == 1)
    }
  }

  @Test(
    "a client that loses its connection does itself what the server has acknowledged, and only that"
  )
  func runsLocally() {
    DeviceRig.run { rig in
      let a = try rig.client("a")
      await a.set("here", to: true)
      await a.listen(to: "here")
      await a.listen(to: "seen")
      try await rig.sleep(.seconds(1))
      await a.sync.onDisconnect("here", .set(Node(.bool(false))))
      await a.sync.onDisconnect("seen", .set(Node(.timestamp)))
      try await rig.sleep(.seconds(1))
      rig.network.switchInterface(of: a.host, on: false)
      await a.sync.onDisconnect("here", .set(Node(.string("asked too late"))))
      try await rig.sleep(.seconds(1))
      let told = rig.log.texts(of: "a: value ")
      #expect(told.prefix(3) == ["true", "null", "false"])
      #expect(
        told.count == 4 && told.last.flatMap { Int($0) } != nil,
        "the client's estimate of the time; \(told)")
    }
  }

  @Test("what is cancelled is done neither by the server nor by the client")
  func cancels() {
    DeviceRig.run { rig in
      let a = try rig.client("a")
      await a.listen(to: .root)
      await a.sync.onDisconnect("here/a", .set(Node(.bool(false))))
      await a.sync.onDisconnect("there", .set(Node(.bool(false))))
      await a.sync.onDisconnect("here", .cancel)
      try await rig.sleep(.seconds(1))
      rig.network.reset(a.host, for: .milliseconds(1))
      try await rig.sleep(.seconds(5))
      #expect(await rig.backend.read(.root).description == #"{"there":false}"#)
      #expect(rig.log.texts(of: "a: value ") == ["null", #"{"there":false}"#])
    }
  }

  @Test(
    "the app hears of a connection with the server's greeting, a round trip before its credential is answered"
  )
  func hearsEarly() throws {
    let world = DeviceRig.run { rig in
      let a = try rig.client("a", user: "a", on: .edge)
      let log = rig.log
      await a.sync.watchConnection { log.add("connected \($0)") }
      await a.set("x", to: 1)
      await a.listen(to: "x")
      try await rig.sleep(.seconds(10))
      let heard = try #require(log.first("connected true"))
      let answered = try #require(log.first("a: /x committed"))
      // The credential and its answer, then the write and its answer: two round trips of 800 ms.
      #expect(heard.duration(to: answered) > .milliseconds(1_600))
    }
    #expect(world.isOver)
  }

  @Test("a write made on hearing of the connection joins the end of the queue")
  func joinsQueue() {
    DeviceRig.run { rig in
      let (a, b) = (try rig.client("a", user: "a"), try rig.client("b"))
      await b.listen(to: "x")
      let sync = a.sync
      await sync.watchConnection { isConnected in
        if isConnected { sync.post { $0.set("x", to: 2) } }
      }
      await a.set("x", to: 1)
      try await rig.sleep(.seconds(5))
      #expect(rig.log.texts(of: "b: value ") == ["null", "1", "2"])
    }
  }
}
