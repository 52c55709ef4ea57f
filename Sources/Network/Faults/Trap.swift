/// A fault that waits for the next traffic that matches and strikes it once.
struct Trap: Sendable {
  /// What it does to what it catches.
  enum Strike: Sendable {
    /// Loses one datagram.
    case drop
    /// Delays one datagram, or one message of a connection with everything after it.
    case delay(Int64)
    /// Loses one message of a connection with everything after it, and breaks the connection.
    case lose(ConnectionBreak)
  }

  let pairs: HostPairs
  let strike: Strike
  let matches: @Sendable (any Payload) -> Bool
}

/// How a connection ends whose traffic is lost from some message on.
public enum ConnectionBreak: Sendable, Hashable {
  /// Both sides are told at once that the connection was reset.
  case reset
  /// Nobody is told: nothing passes any more in either direction, and each side finds out by its own time-outs.
  case halfOpen
}
