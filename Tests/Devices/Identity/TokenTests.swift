import Backend
import Simulator
import Testing

@testable import Devices
@testable import Network

@Suite("ID tokens")
struct TokenTests {
  private static let rules = #"{"rules": {".read": "auth != null", ".write": "auth != null"}}"#

  /// The account of Alice's phone at the rig's backend.
  private static func account(_ rig: DeviceRig) -> PhoneAccount {
    PhoneAccount(of: "alice", by: rig.backend.accounts, in: rig.world)
  }

  private static func write(_ value: Int, by client: TestClient, _ rig: DeviceRig) async throws {
    await client.set("x", to: Node(.number(Double(value))))
    try await rig.sleep(.seconds(5))
  }

  /// The number of requests for tokens that reached the backend.
  private static func requests(_ world: World) -> Int {
    world.journal.entries.count {
      $0.text.contains("token for alice") && $0.text.contains("arrived")
    }
  }

  @Test(
    "a token is exchanged of itself five minutes before its end",
    arguments: [(54, 0), (56, 1), (300, 5)])
  func refreshes(minutes: Int, count: Int) {
    let world = DeviceRig.run(rules: Self.rules) { rig in
      let a = try rig.client("a", user: "alice", account: Self.account(rig))
      await a.listen(to: "x")
      try await rig.sleep(.minutes(minutes))
      try await Self.write(1, by: a, rig)
      #expect(rig.log.texts(of: "a: ") == ["value null", "value 1", "/x committed"])
      #expect(rig.connectionCount == 2, "the connection of an exchange stays")
    }
    #expect(Self.requests(world) == count)
  }

  @Test("who watches the tokens is told of the one in use, of each new one, and when there is none")
  func watched() {
    DeviceRig.run(rules: Self.rules) { rig in
      let start = rig.backend.milliseconds
      let ends = WorldBound([Int64?](), in: rig.world)
      let a = try rig.client("a", user: "alice", account: Self.account(rig))
      await a.sync.watchTokens { token in
        ends.withValue { $0.append(token?.expiry.map { ($0 - start) / 60_000 }) }
      }
      try await rig.sleep(.minutes(120))
      await a.sync.signIn(as: nil)
      try await rig.sleep(.seconds(5))
      #expect(ends.withValue { $0 } == [nil, 60, 115, 170, nil])
    }
  }

  @Test("behind a long tunnel a token is asked for before there is a connection")
  func asksBeforeConnecting() {
    let world = DeviceRig.run(rules: Self.rules) { rig in
      let account = Self.account(rig)
      let a = try rig.client("a", user: "alice", account: account)
      try await rig.sleep(.seconds(5))
      rig.network.switchInterface(of: a.host, on: false)
      try await rig.sleep(.hours(3))
      await a.set("x", to: 1)
      rig.network.switchInterface(of: a.host, on: true)
      try await rig.sleep(.seconds(5))
      #expect(rig.log.texts(of: "a: ") == ["/x committed"])
      let token = account.withSignIn(wallMilliseconds: 0) { $0.token }
      #expect(token?.expiry.map { $0 > rig.backend.milliseconds + 3_500_000 } == true)
    }
    #expect(Self.requests(world) == 1)
  }

  @Test(
    "a token that is good by a clock that was set back is refused, exchanged, and everything goes on"
  )
  func exchangesRefused() {
    let world = DeviceRig.run(rules: Self.rules) { rig in
      let clock = WorldBound(WallClock(), in: rig.world)
      let a = try rig.client("a", user: "alice", account: Self.account(rig), wall: clock)
      await a.listen(to: "x")
      try await rig.sleep(.seconds(5))
      rig.network.switchInterface(of: a.host, on: false)
      clock.withValue { $0.skew = .hours(-2) }
      try await rig.sleep(.minutes(70))
      await a.set("x", to: 1)
      rig.network.switchInterface(of: a.host, on: true)
      try await rig.sleep(.seconds(20))
      #expect(rig.log.texts(of: "a: ") == ["value null", "value 1", "/x committed"])
    }
    #expect(world.journal.entries.contains { $0.text.contains("expired token") })
  }

  @Test(
    "while no tokens are issued nobody loses the connection before the token ends, and nobody gets one after that"
  )
  func survivesOutage() {
    DeviceRig.run(rules: Self.rules) { rig in
      let a = try rig.client("a", user: "alice", account: Self.account(rig))
      await a.listen(to: "x")
      try await rig.sleep(.seconds(5))
      rig.backend.accounts.setOutOfOrder(true)
      try await rig.sleep(.minutes(59))
      try await Self.write(1, by: a, rig)
      #expect(rig.log.texts(of: "a: ") == ["value null", "value 1", "/x committed"])
      try await rig.sleep(.minutes(2))
      try await Self.write(2, by: a, rig)
      #expect(rig.log.texts(of: "a: ").suffix(1) == ["value 2"])
      #expect(await a.sync.session.isConnected == false)
      rig.backend.accounts.setOutOfOrder(false)
      try await rig.sleep(.minutes(1))
      #expect(
        rig.log.texts(of: "a: ") == [
          "value null", "value 1", "/x committed", "value 2", "/x committed",
        ])
    }
  }

  @Test(
    "whose account is disabled goes on until the token ends, and is nobody then",
    arguments: [0, 1, 2])
  func signsOut(way: Int) {
    DeviceRig.run(rules: Self.rules) { rig in
      let a = try rig.client("a", user: "alice", account: Self.account(rig))
      try await rig.sleep(.seconds(5))
      switch way {
      case 0: rig.backend.accounts.disable("alice")
      case 1: rig.backend.accounts.delete("alice")
      default: rig.backend.accounts.revokeSessions(of: "alice")
      }
      try await rig.sleep(.minutes(50))
      try await Self.write(1, by: a, rig)
      try await rig.sleep(.minutes(10))
      try await Self.write(2, by: a, rig)
      #expect(rig.log.texts(of: "a: ") == ["/x committed", "/x refused"])
      // Who signs in again is somebody again, if there is an account.
      if way == 2 {
        await a.sync.signIn(as: "alice")
        try await Self.write(3, by: a, rig)
        #expect(rig.log.texts(of: "a: ").last == "/x committed")
      }
    }
  }

  @Test(
    "who signs in or out while a token is exchanged is not the user before again",
    arguments: ["bob", nil])
  func signsInDuringExchange(user: String?) {
    let rules = #"{"rules": {".read": true, ".write": "auth.uid === 'bob'"}}"#
    DeviceRig.run(rules: rules) { rig in
      let account = Self.account(rig)
      let a = try rig.client("a", user: "alice", account: account, on: .lte)
      try await rig.sleep(.seconds(5))
      let log = rig.log
      await a.sync.fetchToken(forcingRefresh: true) { result in
        log.add("a: token of \((try? result.get())?.user ?? "nobody")")
      }
      // The request is on its way.
      try await rig.sleep(.milliseconds(100))
      #expect(rig.log.texts(of: "a: ").isEmpty)
      await a.sync.signIn(as: user)
      try await rig.sleep(.seconds(5))
      #expect(rig.log.texts(of: "a: ") == ["token of \(user ?? "nobody")"])
      #expect(account.withSignIn(wallMilliseconds: 0) { $0.token }?.user == user)
      try await Self.write(1, by: a, rig)
      #expect(rig.log.texts(of: "a: ").last == "/x \(user == nil ? "refused" : "committed")")
    }
  }

  @Test("a refusal for the user before does not sign the present one out")
  func refusalOfTheUserBefore() {
    DeviceRig.run(rules: Self.rules) { rig in
      let a = try rig.client("a", user: "alice", account: Self.account(rig), on: .lte)
      try await rig.sleep(.seconds(5))
      rig.backend.accounts.disable("alice")
      await a.sync.fetchToken(forcingRefresh: true) { _ in }
      try await rig.sleep(.milliseconds(100))
      await a.sync.signIn(as: "bob")
      try await rig.sleep(.seconds(5))
      try await Self.write(1, by: a, rig)
      #expect(rig.log.texts(of: "a: ").last == "/x committed")
    }
  }

  @Test("claims reach the rules with the next token, and a token can be asked for")
  func claims() {
    let rules = #"{"rules": {".read": true, ".write": "auth.token.editor === true"}}"#
    DeviceRig.run(rules: rules) { rig in
      let a = try rig.client("a", user: "alice", account: Self.account(rig))
      try await rig.sleep(.seconds(5))
      rig.backend.accounts.setClaims([JSON.Member("editor", .bool(true))], of: "alice")
      try await Self.write(1, by: a, rig)
      await a.sync.fetchToken { _ in }
      try await Self.write(2, by: a, rig)
      let log = rig.log
      await a.sync.fetchToken(forcingRefresh: true) { result in
        log.add("a: claims \((try? result.get())?.claims.map(\.name) ?? [])")
      }
      try await rig.sleep(.seconds(5))
      try await Self.write(3, by: a, rig)
      #expect(
        rig.log.texts(of: "a: ") == [
          "/x refused", "/x refused", #"claims ["editor"]"#, "/x committed",
        ])
    }
  }

  @Test("a clock that is hours fast takes every token for an old one, asks twice, and is content")
  func fastClock() {
    let world = DeviceRig.run(rules: Self.rules) { rig in
      let a = try rig.client(
        "a", user: "alice", account: Self.account(rig), clock: WallClock(skew: .hours(2)))
      try await rig.sleep(.minutes(58))
      try await Self.write(1, by: a, rig)
      #expect(rig.log.texts(of: "a: ") == ["/x committed"])
    }
    #expect(Self.requests(world) == 2)
  }

  @Test("the phone keeps the token beyond the process")
  func survivesProcess() {
    let world = DeviceRig.run(rules: Self.rules) { rig in
      let account = Self.account(rig)
      let a = try rig.client("a", user: "alice", account: account)
      try await rig.sleep(.minutes(50))
      a.process.end()
      let b = try rig.client("b", user: "alice", account: account)
      try await Self.write(1, by: b, rig)
      #expect(rig.log.texts(of: "b: ") == ["/x committed"])
      try await rig.sleep(.minutes(10))
    }
    #expect(Self.requests(world) == 1, "the second process asks at the first one's time, once")
  }
}

@Suite("A clock that is set")
struct SetClockTests {
  @Test("setting the clock makes the client connect anew; a change of the time zone does not")
  func reconnects() {
    DeviceRig.run { rig in
      let phone = try rig.phone("Alice")
      try await phone.launch()
      try await rig.sleep(.seconds(5))
      let connections = { @Sendable in await rig.backend.meter()[.connections] }
      #expect(await connections() == 1)
      await phone.setClock { $0.zoneOffset = .hours(5) }
      try await rig.sleep(.seconds(5))
      #expect(await connections() == 1)
      await phone.setClock { $0.skew = .hours(5) }
      try await rig.sleep(.seconds(5))
      #expect(await connections() == 2)
    }
  }
}
