internal import Harness
public import Simulator

/// The network of one world: hosts, each with an access link, and what passes between them.
///
/// It may be called at once from any lane of its world, as the network stack of an operating system is. A datagram is
/// received as a step of its receiver's lane. All randomness is drawn from the world's choices, keyed by link and
/// datagram.
public final class Network: Sendable {
  /// The world that the network is part of.
  public let world: World

  /// The lane of the network's own work: faults that begin and end, datagrams between two links.
  package let lane: Lane
  let fabric: WorldBound<Fabric>
  /// The subject of journal entries that concern no single host.
  let subject = JournalSource("network")

  /// An empty network; a world has one.
  public init(world: World) {
    self.world = world
    lane = world.lane("network", isConfined: true)
    fabric = WorldBound(Fabric(), in: world)
    world.addReporter("network") { [self] in report() }
    world.atEnd { [self] in dismantle() }
    registerWithNemesis()
  }

  /// Adds a host with its access link.
  ///
  /// - Parameters:
  ///   - name: Unique in this network.
  ///   - profile: The access link: `up` from the host to the network, `down` to it.
  ///   - system: The operating system, by whose kernel the host's connections behave; nil for a phone's on the side that
  ///     connects and a server's on the side that accepts.
  public func addHost(
    _ name: String, on profile: LinkProfile = .perfect, system: OperatingSystem? = nil
  ) throws(NetworkError) -> NetworkHost {
    try check(profile)
    return try fabric.withValue { fabric throws(NetworkError) in
      guard fabric.hostNames.insert(name).inserted else { throw .duplicateHost(name) }
      return fabric.addHost(
        name, on: profile.member(for: name, by: world.choices), system: system)
    }
  }

  /// All hosts in the order in which they were added.
  public var hosts: [NetworkHost] {
    fabric.withValue(parts: []) { $0.hosts.map(\.host) }
  }

  /// The host of this name.
  public func host(_ name: String) throws(NetworkError) -> NetworkHost {
    try fabric.withValue { fabric throws(NetworkError) in
      for state in fabric.hosts where state.host.name == name { return state.host }
      throw .unknownHost(name, known: fabric.hosts.map(\.host.name))
    }
  }

  /// Whether a host is one of this network's; if not, the run ends as misused.
  func owns(
    _ host: NetworkHost, _ verb: @autoclosure () -> String, at location: CodeLocation?
  ) -> Bool {
    guard world.isOwnRun("\(verb()) was called", at: location) else { return false }
    let isOwn = fabric.withValue(parts: []) { fabric in
      fabric.hosts.indices.contains(host.index) && fabric.hosts[host.index].host === host
    }
    if !isOwn {
      world.misuse(
        Misuse(verb(), given: "\(host), a host of another network", takes: "hosts of its network"),
        at: location)
    }
    return isOwn
  }

  /// The profile of a host's access link.
  public func profile(of host: NetworkHost) -> LinkProfile {
    guard owns(host, "profile(of: \(host))", at: nil) else { return .perfect }
    return fabric.withValue(parts: []) { $0.hosts[host.index].profile }
  }

  /// Puts another profile into force on a host's access link; what is under way arrives as it was going to.
  public func setProfile(
    _ profile: LinkProfile, of host: NetworkHost, fileID: String = #fileID,
    filePath: String = #filePath,
    line: Int = #line
  ) throws(NetworkError) {
    let location = CodeLocation(fileID: fileID, filePath: filePath, line: line)
    world.reaches(location)
    guard owns(host, "setProfile(of: \(host))", at: location) else {
      throw .unknownHost(host.name, known: hosts.map(\.name))
    }
    try check(profile)
    let profile = profile.member(for: host.name, by: world.choices)
    fabric.withValue { fabric in
      fabric.hosts[host.index].profile = profile
      let start = profile.recordedStart(of: host.name)
      let radio = profile.radio.map { Radio($0, of: host.name) }
      fabric.links[2 * host.index].adopt(profile.up, start: start, radio: radio)
      fabric.links[2 * host.index + 1].adopt(profile.down, start: start, radio: radio)
    }
    world.journal.record(ProfileEvent(profile: profile), about: host.subject)
    world.recorder?.change(.link, of: host.name, to: profile.name, "\(profile)")
  }

  /// Makes a place on a host where datagrams are received, each as a step of `lane`.
  package func endpoint(
    on host: NetworkHost, lane: Lane, receiver: @escaping Endpoint.Receiver
  ) -> Endpoint {
    Endpoint(host: host, lane: lane, receiver: receiver)
  }

  /// Looks up the way from one endpoint to another; keep it, sending over it needs no further look-up.
  package func route(from source: Endpoint, to destination: Endpoint) -> Route {
    let isWay =
      owns(source.host, "route(from: \(source.host))", at: nil)
      && owns(destination.host, "route(to: \(destination.host))", at: nil)
    guard isWay else { return Route.nowhere(from: source, to: destination, network: self) }
    let known = fabric.withValue(parts: []) { fabric in
      fabric.knownPath(from: source.host, to: destination.host)
    }
    let path = known ?? fabric.withValue { $0.path(from: source.host, to: destination.host) }
    let subject = fabric.withValue(parts: []) { $0.paths[path].subject }
    return Route(from: source, to: destination, path: path, subject: subject, network: self)
  }

  private func check(_ profile: LinkProfile) throws(NetworkError) {
    do {
      try profile.validate()
    } catch {
      throw .profile(error)
    }
  }

  /// Lets go of everything at the end of the world: endpoints, datagrams and connections refer to each other.
  private func dismantle() {
    let remains = fabric.withValue { $0.dismantle() }
    for connection in remains.sides { connection.dismantle() }
    for listener in remains.listeners { listener.dismantle() }
  }
}

/// An error in a request to a network.
public enum NetworkError: Error, Hashable, CustomStringConvertible {
  /// A host of this name exists already.
  case duplicateHost(String)
  /// No host has this name; `known` are those that exist.
  case unknownHost(String, known: [String])
  /// A host already listens for connections under this service name.
  case duplicateService(String, host: String)
  /// The profile of a link cannot be.
  case profile(ProfileError)

  public var description: String {
    switch self {
    case .duplicateHost(let name):
      "There already is a host “\(name)” on the network. Give the new one another name."
    case .unknownHost(let name, let known):
      "There is no host “\(name)” on the network. It has: \(known.joined(separator: ", "))."
    case .duplicateService(let service, let host):
      "\(host) already listens for “\(service)”. Stop that listener first or use another name."
    case .profile(let error):
      error.description
    }
  }
}

/// A host's access link has another profile.
private struct ProfileEvent: JournalEvent {
  let profile: LinkProfile

  var kind: Journal.Kind { .life }
  var text: String { "now on \(profile)" }

  func digest(into hash: inout StableHash) { profile.digest(into: &hash) }
}
