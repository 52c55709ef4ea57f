internal import Backend
public import Network
public import Simulator

/// A kind of write that phones make, for faults that strike one of them.
public struct ChatWrite: Sendable {
  let matches: @Sendable (ClientRequest) -> Bool

  /// Any write.
  public static let any = ChatWrite { _ in true }
  /// A message.
  public static let message = ChatWrite { $0.touches("messages") }
  /// Read receipts.
  public static let receipt = ChatWrite { $0.touches("receipts") }
  /// Marks that messages have reached a phone.
  public static let delivery = ChatWrite { $0.touches("deliveries") }
  /// A change of a group's members.
  public static let members = ChatWrite { $0.touches("changes") }
}

extension ClientRequest {
  /// Whether it writes below a top-level location.
  func touches(_ top: Key) -> Bool {
    switch self {
    case .put(let path, _, _): path.first == top
    case .merge(let path, let changes):
      path.isRoot ? changes.contains { $0.path.first == top } : path.first == top
    case .authenticate, .listen, .unlisten, .onDisconnect: false
    }
  }
}

extension ChatWorld {
  /// Lets the backend commit a phone's next write of a kind and loses the acknowledgement.
  ///
  /// - Parameter ending: Whether both sides learn at once that the connection broke, or find out by their
  ///   own time-outs.
  @discardableResult
  public func loseNextAcknowledgement(
    to phone: ChatPhone, of kind: ChatWrite = .any, then ending: ConnectionBreak = .reset,
    at instant: Instant? = nil, for duration: Duration? = nil
  ) -> FaultHandle {
    backend.loseNextAcknowledgement(
      to: phone.host, then: ending, at: instant, for: duration, of: kind.matches)
  }

  /// Cuts every link between two groups of phones and the backend, one after the other in an order that
  /// the seed decides, and restores them in another.
  @discardableResult
  public func swizzle(
    _ phones: ChatPhone..., at instant: Instant? = nil, for duration: Duration
  ) -> FaultHandle {
    network.swizzle(phones.map(\.host), at: instant, for: duration)
  }
}
