import Backend
import Network
import Simulator
import Testing

@testable import Devices

/// One world in which a phone goes through a script and dies at a point, or doesn't.
enum CrashRun {
  /// Runs the script to its end and until nothing is left to do.
  static func run(
    _ script: CrashScript, dying point: CrashPoint?, seed: UInt64, schedule: Schedule
  ) -> CrashRecord {
    let world = World(seed: seed, schedule: schedule, recording: true)
    let ledger = WorldBound(CrashLedger(), in: world)
    let record = WorldBound(CrashRecord(point: point), in: world)
    var result = CrashRecord(point: point)
    let verdict = world.run(
      { try await live(through: script, dying: point, in: world, ledger, record) },
      atVerdict: {
        result = record.withValue { $0 }
        result.ledger = ledger.withValue { $0 }
      })
    if case .passed = verdict {
    } else {
      Issue.record("\(point.map { "\($0)" } ?? "no crash"): the world ended as \(verdict)")
    }
    result.commits = commits(of: script, in: world.journal)
    return result
  }

  private static func live(
    through script: CrashScript, dying point: CrashPoint?, in world: World,
    _ ledger: WorldBound<CrashLedger>, _ record: WorldBound<CrashRecord>
  ) async throws {
    let network = Network(world: world)
    let backend = try BackendHost(rules: nil, on: network)
    let other = try OtherPhone(watching: backend.host, network: network, ledger: ledger)
    try await world.clock.sleep(for: .seconds(1))
    let link = DirectionProfile(latency: .constant(.milliseconds(20)))
    let phone = try CrashPhone(
      script, on: LinkProfile("twenty milliseconds", bothWays: link), to: backend.host,
      network: network, ledger: ledger)
    if let point { phone.arm(point) }
    phone.launchIfDead()
    try await play(script, on: phone, in: world)
    repeat {
      phone.launchIfDead()
      try await world.untilQuiet()
    } while phone.isDead
    let tree = await backend.read(.root)
    record.withValue { record in
      record.finalTree = tree
      record.commitCount = phone.disk.commitCount
      record.messageCount = phone.radio.messageCount
      record.disk = phone.disk.image.row("state", in: SyncClient.table) ?? DiskState()
    }
    other.close()
  }

  /// Plays the steps with 15 ms between them: at 20 ms each way, several writes are in flight at once.
  private static func play(
    _ script: CrashScript, on phone: CrashPhone, in world: World
  ) async throws {
    var (write, query) = (0, 0)
    for step in script.steps {
      switch step {
      case .airplaneMode(let isOn): phone.setAirplaneMode(isOn)
      case .rest(let duration):
        for _ in 0..<Int(duration / .milliseconds(20)) {
          phone.launchIfDead()
          try await world.clock.sleep(for: .milliseconds(20))
        }
      case .write:
        while !phone.ledger.withValue({ $0.issued.contains(write) }) {
          phone.launchIfDead()
          phone.write(write)
          try await world.clock.sleep(for: .milliseconds(15))
        }
        write += 1
      case .listen:
        while !phone.ledger.withValue({ $0.listening.contains(query) }) {
          phone.launchIfDead()
          phone.listen(query)
          try await world.clock.sleep(for: .milliseconds(15))
        }
        query += 1
      }
    }
  }

  /// The commits of the script's writes as the backend wrote them down.
  private static func commits(
    of script: CrashScript, in journal: Journal
  ) -> [CrashRecord.Commit] {
    journal.entries.compactMap { entry in
      guard entry.kind == .backend, let by = entry.text.firstRange(of: " by alice#") else {
        return nil
      }
      let told = entry.text[..<by.lowerBound]
      guard let colon = told.firstRange(of: ": "),
        let write = script.writes.firstIndex(where: { $0.signature == told[colon.upperBound...] }),
        let connection = Int(entry.text[by.upperBound...])
      else {
        Issue.record("the backend wrote down something unknown: \(entry.text)")
        return nil
      }
      return CrashRecord.Commit(write: write, connection: connection)
    }
  }
}

/// A second phone that listens to everything and hears of each change that is one.
private final class OtherPhone: Sendable {
  private let connection: WorldBound<Connection?>

  init(watching server: NetworkHost, network: Network, ledger: WorldBound<CrashLedger>) throws {
    let host = try network.addHost("Bob")
    let slot = WorldBound<Connection?>(nil, in: network.world)
    connection = slot
    let opened = network.connect(
      from: host, to: server, service: DatabaseService.name, lane: network.world.lane("Bob")
    ) { event in
      guard case .received(let payload) = event, let message = payload as? ServerMessage else {
        return
      }
      switch message {
      case .handshake:
        let listen = ClientRequest.listen(QuerySpec(.root), tag: nil, hash: nil)
        slot.withValue { $0 }?.send(ClientMessage(number: 1, listen))
      case .overwrite(let path, let node, _):
        // The first tells what stands already, which is nothing.
        if path.isRoot, node.isEmpty { return }
        ledger.withValue { $0.seenByOther.append([PathChange(path, node)]) }
      case .merge(let path, let changes, _):
        let absolute = changes.map { PathChange(path.appending($0.path), $0.node) }
        ledger.withValue { $0.seenByOther.append(absolute) }
      case .rangeMerge: Issue.record("a listen without a hash is answered by ranges")
      case .response, .answer, .revoked, .authenticationRevoked: break
      }
    }
    slot.withValue { $0 = opened }
  }

  func close() { connection.withValue { $0 }?.close() }
}
