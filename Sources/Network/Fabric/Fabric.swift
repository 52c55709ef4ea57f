import Simulator

/// Everything a network knows: hosts, the links that join them to its middle, faults, and what is under way.
///
/// A datagram passes its sender's uplink and its receiver's downlink. Where one of the two is transparent, as that of
/// a server on a perfect link, both are one step; otherwise the datagram meets the second link only when it has
/// passed the first, so that datagrams of different senders queue in the order in which they come.
struct Fabric {
  /// The state of a host.
  struct HostState {
    let host: NetworkHost
    var profile: LinkProfile
    /// Whether the host's owner has its interface switched on, whatever faults do.
    var isSwitchedOn = true
    /// Whether datagrams can leave and reach the host: switched on, and no fault against it.
    var isUp = true
    var interfaceObservers: [InterfaceObserver] = []
    /// The hosts whose names this one has looked up, by their places, each with the time up to which it knows them.
    var knownNames: [(host: Int, until: Int64)] = []
    /// The connections that had an address which the host has no more: what is sent there reaches nobody.
    var formerConnections: Set<ConnectionIdentifier> = []
  }

  /// The state of an ordered pair of hosts.
  struct PathState {
    let from: Int
    let to: Int
    let subject: JournalSource
    var treatment: Treatment
    /// The time at which the last datagram that kept its place arrives; -1 before the first.
    var lastArrival = Int64(-1)
    /// The time at which the last one that kept its place reaches the middle of the network; -1 before the first.
    var lastInTheMiddle = Int64(-1)
    /// The datagrams that a fault holds, in the order of their arrival.
    var held: [Flight] = []
  }

  /// An observer of the messages between two groups of hosts.
  struct MessageObserver {
    let number: UInt64
    let pairs: HostPairs
    let look: @Sendable (WireMessage) -> Void
  }

  /// Decides which single segments are lost.
  struct SegmentSieve {
    let isLost: @Sendable (NetworkHost, SegmentKind) -> Bool
  }

  /// An observer that is told when a host's interface goes down or comes up.
  struct InterfaceObserver {
    let number: UInt64
    let lane: Lane
    let changed: @Sendable (Bool) -> Void
  }

  var hosts: [HostState] = []
  /// The names of all hosts, so that thousands are added without looking through all of them.
  var hostNames: Set<String> = []
  /// The uplink of host i at 2i, its downlink at 2i+1.
  var links: ContiguousArray<LinkDirection> = []
  var paths: ContiguousArray<PathState> = []
  var flights = FlightTable()
  var faults = FaultTable()
  var connections = ConnectionRegistry()
  var observers: [MessageObserver] = []
  var segmentSieve: SegmentSieve?
  /// The world has ended: nothing is sent any more.
  private(set) var isOver = false
  private var pathsByPair: [UInt64: Int] = [:]
  private var datagramCount: UInt64 = 0
  private var lastObserver: UInt64 = 0

  private static let usualHosts = 4

  /// The parts of the fabric that a datagram on its way changes: a path, its sender's uplink and its receiver's downlink
  /// where they are not transparent, with the other direction where both share a radio. The places and numbers of
  /// datagrams under way are told in reports only.
  func parts(of route: Route) -> [UInt32] {
    let links = [2 * route.source.host.index, 2 * route.destination.host.index + 1]
    let own = links.filter { !self.links[$0].isTransparent }
    let others = own.filter { self.links[$0].hasRadio }.map { $0 ^ 1 }
    return [UInt32(2 * route.path + 1)] + (own + others).map { UInt32(2 * $0) }
  }

  /// The part of the fabric that is the registry of connections: whoever looks at it names it too.
  static let registryPart: UInt32 = 1 << 30

  /// The part of the fabric that is the list of those who are told of a host's interface.
  static func observersPart(of host: NetworkHost) -> UInt32 { 1 << 31 | UInt32(host.index) }

  /// True where somebody looks at messages or decides about them.
  var isWatched: Bool { faults.ruleCount > 0 || !observers.isEmpty || segmentSieve != nil }

  /// Adds somebody who looks at messages, and returns a number for taking them back.
  mutating func addObserver(
    of pairs: HostPairs, _ look: @escaping @Sendable (WireMessage) -> Void
  ) -> UInt64 {
    lastObserver += 1
    observers.append(MessageObserver(number: lastObserver, pairs: pairs, look: look))
    return lastObserver
  }

  /// Adds someone who is told of a host's interface, and returns a number for taking them back.
  mutating func addObserver(
    of host: Int, on lane: Lane, _ changed: @escaping @Sendable (Bool) -> Void
  ) -> UInt64 {
    lastObserver += 1
    hosts[host].interfaceObservers.append(
      InterfaceObserver(number: lastObserver, lane: lane, changed: changed))
    return lastObserver
  }

  mutating func addHost(
    _ name: String, on profile: LinkProfile, system: OperatingSystem?
  ) -> NetworkHost {
    let host = NetworkHost(name: name, index: hosts.count, system: system)
    // Most worlds have a server and two phones: their links lie in one piece of memory from the start.
    if links.isEmpty { links.reserveCapacity(2 * Self.usualHosts) }
    hosts.append(HostState(host: host, profile: profile))
    let start = profile.recordedStart(of: name)
    let radio = profile.radio.map { Radio($0, of: name) }
    links.append(
      LinkDirection(name: "\(name)→network", profile: profile.up, start: start, radio: radio))
    links.append(
      LinkDirection(
        name: "network→\(name)", profile: profile.down, start: start, radio: radio,
        isFromNetwork: true))
    refreshInterface(of: host.index)
    return host
  }

  /// The place of a pair of hosts in the table of paths; nil where nobody has asked for it yet.
  func knownPath(from: NetworkHost, to: NetworkHost) -> Int? {
    pathsByPair[Self.pair(from, to)]
  }

  private static func pair(_ from: NetworkHost, _ to: NetworkHost) -> UInt64 {
    UInt64(from.index) << 32 | UInt64(to.index)
  }

  /// The place of a pair of hosts in the table of paths, made when it is first asked for.
  mutating func path(from: NetworkHost, to: NetworkHost) -> Int {
    let pair = Self.pair(from, to)
    if let known = pathsByPair[pair] { return known }
    paths.append(
      PathState(
        from: from.index, to: to.index, subject: JournalSource("\(from.name)→\(to.name)"),
        treatment: faults.treatment(from: from.index, to: to.index)))
    pathsByPair[pair] = paths.count - 1
    return paths.count - 1
  }

  /// The largest datagram that the links between two hosts carry both ways.
  func mtu(between host: NetworkHost, and other: NetworkHost) -> Int {
    var smallest = Int.max
    for index in [host.index, other.index] {
      smallest = min(smallest, links[2 * index].mtu, links[2 * index + 1].mtu)
    }
    return smallest
  }

  mutating func nextOrdinal() -> UInt64 {
    datagramCount &+= 1
    return datagramCount
  }

  /// Lets go of everything that refers to others, and returns who has to do the same.
  ///
  /// Hosts stay known: tasks that the end of the world has cancelled may still call the network.
  mutating func dismantle() -> (sides: [Connection], listeners: [ConnectionListener]) {
    isOver = true
    let remains = (connections.inOrder, connections.listeners)
    connections = ConnectionRegistry()
    flights = FlightTable()
    faults = FaultTable()
    observers = []
    segmentSieve = nil
    for index in paths.indices { paths[index].held = [] }
    for index in hosts.indices { hosts[index].interfaceObservers = [] }
    return remains
  }

  /// Looks a server's name up, or remembers it: the nanoseconds that it takes, or nil where it can't be had.
  ///
  /// A name is remembered for ``nameLifetime`` on the network where it was looked up.
  mutating func lookUp(_ server: Int, from host: Int, at now: Int64) -> Int64? {
    if hosts[host].knownNames.contains(where: { $0.host == server && now < $0.until }) { return 0 }
    if faults.losesNames(of: host) { return nil }
    let delay = hosts[host].profile.lookupDelay.nanoseconds
    hosts[host].knownNames.removeAll { $0.host == server }
    hosts[host].knownNames.append((server, now + delay + Self.nameLifetime))
    return delay
  }

  /// The time for which a name is remembered, five minutes; ours: servers say how long theirs live.
  static let nameLifetime: Int64 = 300_000_000_000

  /// Brings a host's interface in line with its switch and the faults; true where that changed it.
  @discardableResult
  mutating func refreshInterface(of host: Int) -> Bool {
    let isUp = hosts[host].isSwitchedOn && !faults.takesDownInterface(of: host)
    if !isUp { hosts[host].knownNames = [] }
    defer { hosts[host].isUp = isUp }
    return isUp != hosts[host].isUp
  }
}
