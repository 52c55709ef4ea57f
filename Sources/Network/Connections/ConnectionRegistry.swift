/// The sides of connections that are not over, and the listeners for new connections.
struct ConnectionRegistry {
  /// A side with its number, by which it is found.
  private struct Place {
    let number: UInt64
    /// Nil once the side is over.
    var side: Connection?
  }

  /// The sides in the order of their making.
  private var places: [Place] = []
  /// The number of empty places. When half of all places are empty, the others close up.
  private var emptyCount = 0
  private(set) var listeners: [ConnectionListener] = []
  private var lastSide: UInt64 = 0
  private var lastConnection: UInt64 = 0

  /// All sides in the order of their making.
  var inOrder: [Connection] { places.compactMap(\.side) }

  mutating func nextSide() -> UInt64 {
    lastSide += 1
    return lastSide
  }

  mutating func nextConnection() -> ConnectionIdentifier {
    lastConnection += 1
    return ConnectionIdentifier(number: lastConnection)
  }

  mutating func add(_ side: Connection) {
    places.append(Place(number: side.number, side: side))
  }

  mutating func remove(_ side: Connection) {
    var (low, high) = (0, places.count)
    while low < high {
      let middle = (low + high) / 2
      if places[middle].number < side.number { low = middle + 1 } else { high = middle }
    }
    guard low < places.count && places[low].side === side else { return }
    places[low].side = nil
    emptyCount += 1
    if emptyCount * 2 > places.count {
      places.removeAll { $0.side == nil }
      emptyCount = 0
    }
  }

  /// The other side of a connection, if it still knows of it.
  func peer(of side: Connection) -> Connection? {
    places.first { $0.side?.identifier == side.identifier && $0.side !== side }?.side
  }

  func listener(on host: NetworkHost, service: String) -> ConnectionListener? {
    listeners.first { $0.host == host && $0.service == service }
  }

  mutating func add(_ listener: ConnectionListener) {
    listeners.append(listener)
  }

  mutating func remove(_ listener: ConnectionListener) {
    listeners.removeAll { $0 === listener }
  }
}
