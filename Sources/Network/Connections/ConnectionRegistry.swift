/// The sides of connections that are not over, and who listens for new ones.
struct ConnectionRegistry {
  /// The sides in the order of their making.
  private var sides: [Connection] = []
  private(set) var listeners: [Listener] = []
  private var lastSide: UInt64 = 0
  private var lastConnection: UInt64 = 0

  /// All sides in the order of their making.
  var inOrder: [Connection] { sides }

  mutating func nextSide() -> UInt64 {
    lastSide += 1
    return lastSide
  }

  mutating func nextConnection() -> ConnectionIdentifier {
    lastConnection += 1
    return ConnectionIdentifier(number: lastConnection)
  }

  mutating func add(_ side: Connection) {
    sides.append(side)
  }

  mutating func remove(_ side: Connection) {
    var (low, high) = (0, sides.count)
    while low < high {
      let middle = (low + high) / 2
      if sides[middle].number < side.number { low = middle + 1 } else { high = middle }
    }
    guard low < sides.count && sides[low] === side else { return }
    sides.remove(at: low)
  }

  /// The other side of a connection, if it still knows of it.
  func peer(of side: Connection) -> Connection? {
    sides.first { $0.identifier == side.identifier && $0 !== side }
  }

  func listener(on host: Host, service: String) -> Listener? {
    listeners.first { $0.host == host && $0.service == service }
  }

  mutating func add(_ listener: Listener) {
    listeners.append(listener)
  }

  mutating func remove(_ listener: Listener) {
    listeners.removeAll { $0 === listener }
  }
}
