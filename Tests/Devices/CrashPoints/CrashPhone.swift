import Backend
import Network
import Simulator

@testable import Devices

/// A phone whose app does no more than the script says and writes down what it is told.
///
/// Disk and radio stay when the process dies.
final class CrashPhone: Sendable {
  let script: CrashScript
  let disk: Disk
  let radio: Radio
  let ledger: WorldBound<CrashLedger>
  private let network: Network
  private let host: NetworkHost
  private let server: NetworkHost
  private let running: WorldBound<Running?>
  private let launches: WorldBound<Int>

  private struct Running: Sendable {
    let process: AppProcess
    let client: SyncClient
  }

  init(
    _ script: CrashScript, on profile: LinkProfile, to server: NetworkHost, network: Network,
    ledger: WorldBound<CrashLedger>
  ) throws {
    let world = network.world
    self.script = script
    self.ledger = ledger
    self.network = network
    self.server = server
    host = try network.addHost("Alice", on: profile)
    disk = Disk(in: world, of: host.subject)
    radio = Radio(in: world)
    running = WorldBound(nil, in: world)
    launches = WorldBound(0, in: world)
  }

  private var world: World { network.world }

  /// Whether there is no process.
  var isDead: Bool { running.withValue { $0 == nil } }

  /// Lets the process die at a point.
  func arm(_ point: CrashPoint) {
    let kill: @Sendable () -> Void = { [self] in
      let dying = running.withValue { running in
        defer { running = nil }
        return running
      }
      ledger.withValue { $0.die() }
      dying?.process.end()
    }
    switch point {
    case .commit(let number, let side): disk.crash(atCommit: number, side, kill: kill)
    case .message(let number, let side): radio.crash(atMessage: number, side, kill: kill)
    }
  }

  /// Launches the app unless it runs; it listens again to what it listened to.
  func launchIfDead() {
    guard isDead else { return }
    let launch = launches.withValue { launches in
      launches += 1
      return launches
    }
    let process = AppProcess(
      name: "Alice#\(launch)", world: world, disk: disk,
      wallClock: WorldBound(WallClock(), in: world))
    let client = SyncClient(
      lane: world.lane("Alice#\(launch)/sync"), process: process,
      account: PhoneAccount(of: "alice", by: nil, in: world), from: host, to: server, on: network,
      persists: true, radio: radio)
    running.withValue { $0 = Running(process: process, client: client) }
    let listening = ledger.withValue { ledger in
      ledger.lastShown = [:]
      return ledger.listening.sorted()
    }
    client.post { $0.start() }
    for query in listening { client.post { self.listen(query, $0, process) } }
  }

  /// Switches airplane mode.
  func setAirplaneMode(_ isOn: Bool) {
    if isOn { ledger.withValue { $0.unacknowledgedAtDisconnection = $0.unacknowledged } }
    network.switchInterface(of: host, on: !isOn)
  }

  /// Makes a write; does nothing when there is no process to make it.
  func write(_ number: Int) {
    guard let (process, client) = running.withValue({ $0.map { ($0.process, $0.client) } }) else {
      return
    }
    client.post { client in
      guard process.isAlive else { return }
      self.ledger.withValue { ledger in
        ledger.issued.insert(number)
        ledger.writing = number
      }
      self.make(number, client, process)
      self.ledger.withValue { ledger in
        if process.isAlive { ledger.queued.insert(number) }
        ledger.writing = nil
      }
    }
  }

  private func make(_ number: Int, _ client: isolated SyncClient, _ process: AppProcess) {
    let completion: SyncClient.Completion = { [ledger] outcome in
      let isAlive = process.isAlive
      ledger.withValue { ledger in
        if !isAlive { ledger.violations.append("a dead process was told about write \(number)") }
        if outcome != .committed { ledger.violations.append("write \(number): \(outcome)") }
        ledger.acknowledged.insert(number)
      }
    }
    let write = script.writes[number]
    if write.isMerge {
      client.update(write.path, write.changes, completion: completion)
    } else {
      client.set(write.path, to: write.changes[0].node, completion: completion)
    }
  }

  /// Listens to a query from now on, in this process and the next.
  func listen(_ number: Int) {
    guard let (process, client) = running.withValue({ $0.map { ($0.process, $0.client) } }) else {
      return
    }
    client.post { client in
      guard process.isAlive else { return }
      self.ledger.withValue { ledger in _ = ledger.listening.insert(number) }
      self.listen(number, client, process)
    }
  }

  private func listen(_ number: Int, _ client: isolated SyncClient, _ process: AppProcess) {
    client.listen(to: script.queries[number], for: .value) { [ledger] content in
      let isAlive = process.isAlive
      ledger.withValue { ledger in
        if !isAlive { ledger.violations.append("a dead process's listener heard \(content)") }
        guard case .data(let event) = content else {
          return ledger.violations.append("listener \(number) heard \(content)")
        }
        ledger.lastShown[number] = event.node
        if let writing = ledger.writing { ledger.shown.insert(writing) }
      }
    }
  }
}
