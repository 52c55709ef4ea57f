import Backend
import HostileWire
import Network
import Simulator
import Testing

@Suite("Hostile clients of the backend")
struct HostileClientTests {
  /// What no service has a word for.
  private struct Garbage: Payload {
    let byteCount = 7
    let summary = "garbage"
    func digest(into hash: inout StableHash) {}
  }

  /// A connection of a host of its own, and the numbers that were answered on it.
  private struct Line: Sendable {
    let connection: Connection
    let answered: WorldBound<[Int]>

    init(_ name: String, to service: String = DatabaseService.name, _ rig: HostRig) throws {
      let answered = WorldBound<[Int]>([], in: rig.world)
      self.answered = answered
      connection = rig.network.connect(
        from: try rig.network.addHost(name, on: .perfect), to: rig.backend.host, service: service,
        lane: rig.world.lane(name)
      ) { event in
        switch event {
        case .received(let payload as ServerMessage):
          switch payload {
          case .response(let number, _), .answer(let number, _):
            answered.withValue { $0.append(number) }
          default: break
          }
        case .received(let payload as StorageServerMessage):
          answered.withValue { $0.append(payload.number) }
        default: break
        }
      }
    }

    var numbers: [Int] { answered.withValue { $0 } }
  }

  @Test("requests may have any numbers, each is answered under its own, and nothing ends")
  func numbers() {
    HostRig.run { rig in
      let line = try Line("eve", rig)
      let numbers = [-1, .min, .max, 0, 7, 7, -1]
      for number in numbers {
        line.connection.send(ClientMessage(number: number, .put("a", 1, hash: nil)))
        line.connection.send(
          ClientMessage(number: number, .unlisten(QuerySpec("a"), tag: number)))
      }
      try await rig.sleep(.seconds(1))
      #expect(line.numbers == numbers.flatMap { [$0, $0] })
      let honest = try await rig.client("Alice", as: "alice")
      #expect(try await honest.put("b", 2) == .ok)
    }
  }

  @Test("impossible requests to file storage are refused, and nothing ends")
  func storage() {
    HostRig.run { rig in
      let line = try Line("eve", to: StorageChannel.name, rig)
      let requests: [StorageCommand] = [
        .beginUpload("a/b", byteCount: -1, contentType: "image/jpeg"),
        .beginUpload("a/b", byteCount: .min, contentType: ""),
        .beginUpload(.root, byteCount: 1, contentType: ""),
        .beginUpload("a/b", byteCount: .max, contentType: ""),
        .read("a/b", generation: .min, offset: .max, byteCount: .max),
        .read("a/b", generation: 1, offset: .min, byteCount: .min),
        .describe(.root), .delete("a/b"),
      ]
      for (index, request) in requests.enumerated() {
        line.connection.send(StorageClientMessage(number: -index, request))
      }
      try await rig.sleep(.seconds(1))
      #expect(line.numbers == requests.indices.map { -$0 })
    }
  }

  @Test(
    "what is no message of a service closes the connection that it came over, and no other",
    arguments: [DatabaseService.name, StorageChannel.name, PushChannel.name])
  func garbage(service: String) {
    HostRig.run { rig in
      let (eve, other) = (try Line("eve", to: service, rig), try Line("bob", to: service, rig))
      try await rig.sleep(.seconds(1))
      eve.connection.send(Garbage())
      try await rig.sleep(.seconds(1))
      #expect(!eve.connection.isOpen)
      #expect(other.connection.isOpen)
    }
  }

  @Test("a refusal says no more to the client than that it is one, and all to the journal")
  func journal() {
    let rules = """
      {"rules": {"secrets": {"$id": {".write": "root.child('keys').child($id).val() === auth.uid"}}}}
      """
    let world = HostRig.run(rules: rules, recording: true) { rig in
      await rig.backend.administer(set: "alice", at: "keys/one")
      let eve = try await rig.client("Eve", as: "eve")
      let status = try await eve.put("secrets/one", 1)
      #expect(status == .permissionDenied)
      #expect(status.text == "permission denied")
    }
    let told = world.journal.entries.filter { $0.kind == .backend }.map(\.text)
    let refusal = told.first { $0.hasPrefix("refused put of /secrets/one by eve#1: ") }
    #expect(refusal?.contains(".write of /secrets/$id (line 1, column ") == true, "\(told)")
    #expect(refusal?.contains(#"root.child('keys').child($id).val() = "alice""#) == true, "\(told)")
    let sent = world.journal.entries.filter { $0.kind == .message }.map(\.text)
    #expect(sent.contains { $0.contains("permission denied") })
    #expect(!sent.contains { $0.contains("alice") || $0.contains("keys") }, "\(sent)")
  }

  @Test("a rule that makes too much text denies the write, and the journal says so")
  func textBomb() {
    let rules = #"{"rules": {"a": {".write": "(newData.val() + newData.val()).length > 0"}}}"#
    let world = HostRig.run(rules: rules, recording: true) { rig in
      let eve = try await rig.client("Eve", as: "eve")
      let long = Node(.string(String(repeating: "a", count: 6_000_000)))
      #expect(try await eve.put("a", long) == .permissionDenied)
      #expect(try await eve.put("a", "short") == .ok)
    }
    #expect(
      world.journal.entries.contains {
        $0.kind == .backend && $0.text.contains("makes a string of more than 10485760 bytes")
      })
  }

  @Test("whatever comes over the network, every request is answered once and others are served")
  func fuzz() {
    HostRig.run(rules: #"{"rules": {".read": true, "open": {".write": true}}}"#) { rig in
      var wire = HostileWire(seed: 5)
      let honest = try await rig.client("Alice", as: "alice")
      for round in 0..<40 {
        let line = try Line("eve\(round)", rig)
        // Some go before the connection is open, all before anybody has signed in.
        let messages = (0..<30).map { _ in wire.message() }
        for message in messages { line.connection.send(message) }
        if wire.happens(onceIn: 4) { line.connection.send(Garbage()) }
        try await rig.sleep(.seconds(60))
        #expect(line.numbers == messages.map(\.number))
        #expect(try await honest.put("open/alice", Node(.number(Double(round)))) == .ok)
        if wire.happens(onceIn: 2) { line.connection.abort() }
      }
    }
  }

  @Test("hundreds of connections that come and go, one of them flooding, are all served")
  func crowd() {
    HostRig.run { rig in
      let honest = try await rig.client("Alice", as: "alice", on: .wifi)
      let flood = try Line("flood", rig)
      var lines: [Line] = []
      for number in 0..<400 {
        let line = try Line("eve\(number)", rig)
        line.connection.send(
          ClientMessage(number: 1, .onDisconnect("ended", .set(Node(.increment(1))))))
        lines.append(line)
        for _ in 0..<10 {
          flood.connection.send(ClientMessage(number: number, .put("f", 1, hash: nil)))
        }
        // Half of them, oldest and newest alternately, go while others come.
        if number % 2 == 1 {
          try await rig.sleep(.milliseconds(10))
          lines.remove(at: number % 4 == 1 ? 0 : lines.count - 1).connection.close()
        }
        if number % 50 == 0 {
          let asked = rig.world.now
          #expect(try await honest.put("alice", Node(.number(Double(number)))) == .ok)
          #expect(asked.duration(to: rig.world.now) < .seconds(1))
        }
      }
      try await rig.sleep(.seconds(10))
      #expect(flood.numbers.count == 4_000)
      #expect(lines.allSatisfy { $0.numbers == [1] })
      for line in lines { line.connection.close() }
      try await rig.sleep(.seconds(10))
      #expect(await rig.backend.read("ended") == 400)
      #expect(try await honest.put("alice", "still here") == .ok)
    }
  }
}
