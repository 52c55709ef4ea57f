import Backend
import Foundation
import Network
import Simulator
import Testing

@testable import Devices

@Suite struct ClientHistoryTests {
  /// How many histories are played; `REHEARSAL_CLIENT_HISTORIES` asks for more or fewer.
  static let count: UInt64 =
    ProcessInfo.processInfo.environment["REHEARSAL_CLIENT_HISTORIES"].flatMap { UInt64($0) } ?? 50

  private static let rules = """
    {"rules": {".read": true, ".write": true,
      "$top": {"3": {".validate": "newData.isNumber() && newData.val() < 6"}}}}
    """

  @Test(
    "in random histories every completion is called once, and clients come to see what the backend has",
    arguments: 0..<count)
  func histories(seed: UInt64) {
    DeviceRig.run(seed: seed, schedule: .random, rules: Self.rules) { rig in
      var history = try ClientHistory(seed: seed, rig)
      for _ in 0..<60 { try await history.step() }
      try await history.settle()
      #expect(await history.flaws() == [])
    }
  }
}

/// A random history of two clients over a network that comes and goes, as it is played.
private struct ClientHistory {
  /// A listener with what it was last told; nil before it was told anything.
  private struct Follower {
    let client: TestClient
    let id: ListenerID
    let query: QuerySpec
    let shown: WorldBound<Node?>
  }

  private static let tops: [Key] = ["a", "b"]
  private static let items: [Key] = ["1", "2", "3"]

  private let rig: DeviceRig
  private let clients: [TestClient]
  private var random: SplitMix
  /// How often the completion of each write and transaction was called.
  private let calls: WorldBound<[Int]>
  private var followers: [Follower] = []
  private var freshCount = 0

  init(seed: UInt64, _ rig: DeviceRig) throws {
    self.rig = rig
    random = SplitMix(seed: seed)
    // A slow link, on which answers wait for those of listens, and a fast one.
    clients = [try rig.client("a", on: .lte), try rig.client("b")]
    calls = WorldBound([], in: rig.world)
  }

  private mutating func number(below bound: Int) -> Int { Int(random.next() % UInt64(bound)) }

  private mutating func pick<Element>(_ elements: [Element]) -> Element {
    elements[number(below: elements.count)]
  }

  private mutating func leaf() -> Node {
    switch number(below: 8) {
    case 0: .empty
    case 1: Node(.increment(1))
    default: Node(.number(Double(number(below: 8))))
    }
  }

  private mutating func item() -> Path { Path([pick(Self.tops), pick(Self.items)]) }

  /// Counts the calls of another completion.
  private func count() -> @Sendable () -> Void {
    let calls = calls
    let number = calls.withValue { counts in
      counts.append(0)
      return counts.count - 1
    }
    return { calls.withValue { $0[number] += 1 } }
  }

  mutating func step() async throws {
    let client = pick(clients)
    switch number(below: 100) {
    case 0..<24:
      let (path, node, called) = (item(), leaf(), count())
      await client.sync.set(path, to: node) { _ in called() }
    case 24..<27:
      let (path, called) = (Path([pick(Self.tops)]), count())
      await client.sync.set(path, to: .empty) { _ in called() }
    case 27..<37:
      let changes = Self.items.filter { _ in number(below: 2) == 0 }.map { key in
        PathChange(Path([key]), leaf())
      }
      let (path, called) = (Path([pick(Self.tops)]), count())
      await client.sync.update(path, changes) { _ in called() }
    case 37..<49: await beginTransaction(on: client)
    case 49..<61: await listen(on: client)
    case 61..<66:
      if followers.isEmpty { break }
      let follower = followers.remove(at: number(below: followers.count))
      await follower.client.sync.unlisten(follower.id, from: follower.query)
    case 66..<72: rig.network.switchInterface(of: client.host, on: false)
    case 72..<81: rig.network.switchInterface(of: client.host, on: true)
    case 81..<86:
      let rule = NextMessageRule(.breakConnection(.reset))
      _ = rig.network.install(rule, from: [rig.backend.host], to: [client.host])
    case 86..<91: await client.sync.purgeOutstandingWrites()
    default: try await rig.sleep(.milliseconds(number(below: 400)))
    }
    if number(below: 2) == 0 { try await rig.sleep(.milliseconds(number(below: 40))) }
  }

  private mutating func beginTransaction(on client: TestClient) async {
    let (node, called) = (leaf(), count())
    let (path, update): (Path, HistoryUpdate) =
      number(below: 2) == 0
      ? (item(), .replace(node)) : (Path([pick(Self.tops)]), .claim(pick(Self.items), node))
    await client.sync.transaction(
      path, appliesLocally: number(below: 4) > 0, update: update.function, ended: { _ in called() })
  }

  private mutating func listen(on client: TestClient) async {
    // Every other one is of a location to which nobody listens, so that the server is asked.
    freshCount += 1
    let path: Path = pick([
      Path([pick(Self.tops)]), item(), "fresh/\(freshCount)", "fresh/\(freshCount)",
    ])
    await follow(QuerySpec(path), on: client)
  }

  private mutating func follow(_ query: QuerySpec, on client: TestClient) async {
    let shown = WorldBound<Node?>(nil, in: rig.world)
    let id = await client.sync.listen(to: query, for: .value) { content in
      if case .data(let event) = content { shown.withValue { $0 = event.node } }
    }
    followers.append(Follower(client: client, id: id, query: query, shown: shown))
  }

  /// The network comes back for good, and each client listens to one thing more, behind which all that is held is told.
  mutating func settle() async throws {
    for client in clients {
      rig.network.switchInterface(of: client.host, on: true)
      await follow(QuerySpec("end"), on: client)
    }
    try await rig.sleep(.minutes(3))
  }

  /// What must not be once all is quiet.
  func flaws() async -> [String] {
    var flaws: [String] = []
    for (number, count) in calls.withValue({ $0 }).enumerated() where count != 1 {
      flaws.append("completion \(number) was called \(count) times")
    }
    for client in clients {
      await client.sync.checkInvariants()
      flaws += await client.sync.unfinished
    }
    for follower in followers {
      let expected = await rig.backend.read(follower.query.path)
      let shown = follower.shown.withValue { $0 }
      if shown == expected { continue }
      let told = shown.map { "\($0)" } ?? "nothing"
      flaws.append("\(follower.client.name) sees \(told) at \(follower.query), not \(expected)")
    }
    return flaws
  }
}
