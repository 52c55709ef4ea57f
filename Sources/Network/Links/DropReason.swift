/// The reason why a datagram did not arrive.
package enum DropReason: Sendable, Hashable, CustomStringConvertible {
  /// The link's loss model took it.
  case noise
  /// The queue before the wire had no room for it.
  case queueFull
  /// It was larger than the link's MTU.
  case tooLarge(bytes: Int, mtu: Int)
  /// The interface of this host was down when it was sent or when it arrived.
  case interfaceDown(host: String)
  /// A fault took it, such as a partition.
  case fault(String)
  /// Nobody was listening at its destination any more.
  case noReceiver

  package var description: String {
    switch self {
    case .noise: "lost on the link"
    case .queueFull: "dropped, the link's queue is full"
    case .tooLarge(let bytes, let mtu): "dropped, \(bytes) bytes exceed the MTU of \(mtu)"
    case .interfaceDown(let host): "lost, the interface of \(host) is down"
    case .fault(let fault): "lost to a fault: \(fault)"
    case .noReceiver: "dropped, nobody listens there"
    }
  }
}
