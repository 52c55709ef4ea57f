public import Devices
internal import Foundation
internal import Harness
public import Network
internal import Simulator

/// A server of the world: a machine on the network with a ``WebService``, for HTTP/2, HTTP/1.1 and WebSockets over TLS.
///
/// ```swift
/// let server = try WebServer("api.example.com", on: stage.network) { ChatService(machine: $0) }
/// ```
///
/// Clients reach it by its name and its port, as `https://api.example.com/…`; at any other port nobody answers. Each start runs in a process of its own, which a restart or
/// a crash ends at once, whatever it was about.
///
/// With several instances each runs a service of its own; new connections go to them by turns, as behind a balancer of
/// connections, and a connection stays with its instance. They share the disk, which stands for their database.
public final class WebServer: Sendable {
  /// The machine as the network knows it.
  public let host: NetworkHost
  /// The disk, which all instances share.
  public let disk: Disk
  /// The number of instances.
  public let instanceCount: Int
  /// The port at which it listens.
  public let port: Int
  /// Whether it speaks HTTP/2 with clients that offer it.
  public let speaksHTTP2: Bool

  let network: Network
  /// How its instances treat requests.
  let behaviours: WorldBound<ServerBehaviours>
  private let start: @Sendable (WebMachine) -> any WebService
  private let state: WorldBound<[Instance]>

  /// The port that an address means which names none (RFC 9110, 4.2.2; RFC 6455, 3).
  public static let usualPort = 443

  /// The name under which the network knows the service at a port.
  static func service(at port: Int) -> String {
    port == usualPort ? "https" : "https:\(port)"
  }

  private struct Instance {
    var starts = 0
    var machine: WebMachine?
    var listener: ConnectionListener?
    /// The ways to those who are connected.
    var wires: [ObjectIdentifier: any ServerEnd] = [:]

    /// The wires in the order of their connections.
    var wiresInOrder: [any ServerEnd] { wires.values.sorted { $0.order < $1.order } }
  }

  /// Sets up a server and starts it.
  ///
  /// - Parameters:
  ///   - name: The name of the machine, by which URLs name it.
  ///   - profile: The machine's link.
  ///   - port: The port at which it listens, which addresses name unless it is 443.
  ///   - instances: How many instances run, from 1 to 100.
  ///   - speaksHTTP2: Whether it speaks HTTP/2 with clients that offer it, as servers do by default; HTTP/1.1 it always speaks.
  ///   - start: Makes the service; called for each start of an instance.
  /// - Throws: ``NetworkError`` where a host has the name already.
  public init(
    _ name: String, on network: Network, link profile: LinkProfile = .perfect,
    port: Int = WebServer.usualPort, instances: Int = 1, speaksHTTP2: Bool = true,
    fileID: String = #fileID, filePath: String = #filePath, line: Int = #line,
    start: @escaping @Sendable (WebMachine) -> any WebService
  ) throws(NetworkError) {
    self.network = network
    self.start = start
    self.speaksHTTP2 = speaksHTTP2
    host = try network.addHost(name, on: profile)
    disk = Disk(in: network.world, of: host.subject)
    let location = CodeLocation(fileID: fileID, filePath: filePath, line: line)
    let hasPort = network.world.takes(port, in: 1...65_535, "WebServer(port:)", at: location)
    self.port = hasPort ? port : Self.usualPort
    let isPossible = network.world.takes(
      instances, in: 1...100, "WebServer(instances:)", at: location)
    instanceCount = isPossible ? instances : 1
    behaviours = WorldBound(ServerBehaviours(instances: instanceCount), in: network.world)
    state = WorldBound(Array(repeating: Instance(), count: instanceCount), in: network.world)
    try boot()
    registerWithNemesis()
    disk.count(by: world.nemesis?.counter(of: .commit, at: name))
  }

  var world: World { network.world }

  /// Whether an instance runs.
  public var isRunning: Bool { (0..<instanceCount).contains { isRunning(instance: $0) } }

  /// Whether a certain instance runs, counted from 0.
  public func isRunning(instance: Int) -> Bool {
    state.withValue { $0.indices.contains(instance) && $0[instance].machine != nil }
  }

  /// The instance whose code is running; nil where it is another program's.
  var runningInstance: Int? {
    guard let process = world.currentProcess else { return nil }
    return state.withValue { $0.firstIndex { $0.machine?.process === process } }
  }

  /// Ends all instances at once: connections are reset, requests under way are lost, and new connections are refused until
  /// ``boot()``.
  public func crash() {
    for instance in 0..<instanceCount { crash(instance: instance) }
  }

  /// Ends an instance at once: its connections are reset and its requests lost; new connections go to the others.
  public func crash(instance: Int) {
    guard isRunning(instance: instance) else { return }
    let ended = state.withValue { state in
      let starts = state[instance].starts
      defer { state[instance] = Instance(starts: starts) }
      return state[instance]
    }
    world.journal.record(JournalNote(.life, "\(title(instance)) ends"), about: host.subject)
    ended.listener?.close()
    for wire in ended.wiresInOrder { wire.abort() }
    ended.machine?.process.end("was ended as its server was")
  }

  /// Starts the instances that do not run.
  ///
  /// - Throws: ``NetworkError`` where the network does not know the machine.
  public func boot() throws(NetworkError) {
    for instance in 0..<instanceCount { try boot(instance: instance) }
  }

  /// Starts an instance after a crash; does nothing where it runs.
  ///
  /// - Throws: ``NetworkError`` where the network does not know the machine.
  public func boot(instance: Int) throws(NetworkError) {
    guard (0..<instanceCount).contains(instance), !isRunning(instance: instance) else { return }
    let number = state.withValue { state in
      state[instance].starts += 1
      return state[instance].starts
    }
    let machineName = instance == 0 ? host.name : "\(host.name)/\(instance)"
    let name = number == 1 ? machineName : "\(machineName)#\(number)"
    let process = SimulatedProcess(name: name, mainLane: world.lane("\(name)/main"))
    let machine = WebMachine(
      process: process, disk: disk, instance: instance, network: network, host: host)
    let lane = process.mainLane
    world.journal.record(JournalNote(.life, "\(title(instance)) starts"), about: host.subject)
    state.withValue { $0[instance].machine = machine }
    // The service is made by a step of its process.
    let service = WorldBound<(any WebService)?>(nil, in: world)
    lane.post { [start] in service.withValue { $0 = start(machine) } }
    var configuration = ConnectionConfiguration()
    configuration.applicationProtocols = speaksHTTP2 ? [.http2, .http11] : [.http11]
    let listener = try network.listen(
      on: host, service: Self.service(at: port), lane: lane, isShared: instanceCount > 1,
      configuration: configuration
    ) { [weak self] connection in
      let ended: @Sendable (any ServerEnd) -> Void = { [weak self] wire in
        self?.state.withValue { $0[instance].wires[ObjectIdentifier(wire)] = nil }
      }
      let found: @Sendable () -> (any WebService)? = { [weak self] in
        service.withValue { $0 }.map { self?.found($0, at: instance) ?? $0 }
      }
      let wire = Self.end(of: connection, service: found, on: lane, ended: ended)
      self?.state.withValue { $0[instance].wires[ObjectIdentifier(wire)] = wire }
      return { event in wire.handle(event) }
    }
    state.withValue { $0[instance].listener = listener }
  }

  /// The server's end of a connection, by the protocol that its handshake has chosen.
  private static func end(
    of connection: Connection, service: @escaping @Sendable () -> (any WebService)?,
    on lane: Lane, ended: @escaping @Sendable (any ServerEnd) -> Void
  ) -> any ServerEnd {
    connection.applicationProtocol == .http2
      ? ServerStreams(connection, service: service, on: lane, ended: ended)
      : ServerWire(connection, service: service, on: lane, ended: ended)
  }

  private func title(_ instance: Int) -> String {
    instanceCount == 1 ? "the server" : "instance \(instance) of the server"
  }

  /// Ends all instances and starts them again after a while.
  public func restart(downFor duration: Duration = .seconds(1)) {
    crash()
    // No lane of the process could do it.
    network.lane.schedule(after: duration) { [self] in try? boot() }
  }

  /// Ends an instance and starts it again after a while.
  public func restart(instance: Int, downFor duration: Duration = .seconds(1)) {
    crash(instance: instance)
    network.lane.schedule(after: duration) { [self] in try? boot(instance: instance) }
  }

  // MARK: - Deploying

  /// Has an instance take no new connections, and close those that it has as soon as they have nothing under way: sockets with
  /// the code 1001.
  func retire(instance: Int) {
    guard isRunning(instance: instance) else { return }
    world.journal.record(JournalNote(.life, "\(title(instance)) retires"), about: host.subject)
    let (listener, wires) = state.withValue {
      ($0[instance].listener, $0[instance].wiresInOrder)
    }
    listener?.retire()
    // order: that of the connections.
    for wire in wires { wire.retire() }
  }

  /// Whether an instance has no connections.
  func isIdle(instance: Int) -> Bool { state.withValue { $0[instance].wires.isEmpty } }
}
