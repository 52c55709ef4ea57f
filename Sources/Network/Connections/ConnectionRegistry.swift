internal import RehearsalCollections
import Simulator

/// The sides of connections that are not over, and the listeners for new connections.
struct ConnectionRegistry {
  /// The sides by their numbers, which are given in the order of their making.
  private var sides = AscendingTable<UInt64, Connection>()
  private(set) var listeners: [ConnectionListener] = []
  /// The processes at whose end sockets are closed. They live as long as their world.
  private var processes: Set<ObjectIdentifier> = []
  private var lastSide: UInt64 = 0
  private var lastConnection: UInt64 = 0

  /// All sides in the order of their making.
  var inOrder: [Connection] { sides.all }

  mutating func nextSide() -> UInt64 {
    lastSide += 1
    return lastSide
  }

  mutating func nextConnection() -> ConnectionIdentifier {
    lastConnection += 1
    return ConnectionIdentifier(number: lastConnection)
  }

  mutating func add(_ side: Connection) { sides[side.number] = side }

  mutating func remove(_ side: Connection) {
    if sides[side.number] === side { sides[side.number] = nil }
  }

  /// The other side of a connection, if it still knows of it.
  func peer(of side: Connection) -> Connection? {
    sides.firstValue { $0.identifier == side.identifier && $0 !== side }
  }

  /// Notes that a process has sockets; false where that is known.
  mutating func note(_ process: SimulatedProcess) -> Bool {
    processes.insert(ObjectIdentifier(process)).inserted
  }

  func listener(on host: NetworkHost, service: String) -> ConnectionListener? {
    listeners.first { $0.host == host && $0.service == service }
  }

  /// The listener that has the next connection to a service: of several the one that had none for longest.
  mutating func nextListener(on host: NetworkHost, service: String) -> ConnectionListener? {
    guard
      let place = listeners.firstIndex(where: { $0.host == host && $0.service == service })
    else { return nil }
    let listener = listeners[place]
    if listener.isShared { listeners.append(listeners.remove(at: place)) }
    return listener
  }

  mutating func add(_ listener: ConnectionListener) {
    listeners.append(listener)
  }

  mutating func remove(_ listener: ConnectionListener) {
    listeners.removeAll { $0 === listener }
  }
}
