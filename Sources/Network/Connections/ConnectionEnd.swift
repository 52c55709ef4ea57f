/// The reason why a connection is over, as the side that is told sees it.
public enum ConnectionEnd: Sendable, Hashable, CustomStringConvertible {
  /// This side closed it.
  case closedHere
  /// The other side closed it, after everything it had sent before.
  case closedByPeer
  /// The other side does not know the connection any more, or something between the two broke it.
  case reset
  /// Nobody listens there, or new connections are refused at present.
  case refused
  /// It could not be opened in time; see ``ConnectionConfiguration/connectTimeout``.
  case connectTimedOut
  /// Sent data stayed unacknowledged for too long, or nothing was heard for too long.
  case timedOut
  /// The network interface of this side is down, or its address changed.
  case interfaceDown

  public var description: String {
    switch self {
    case .closedHere: "closed by this side"
    case .closedByPeer: "closed by the other side"
    case .reset: "reset"
    case .refused: "refused"
    case .connectTimedOut: "could not be opened in time"
    case .timedOut: "timed out: nothing came back from the other side"
    case .interfaceDown: "network interface down"
    }
  }
}
