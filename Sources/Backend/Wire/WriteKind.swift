/// A kind of write that phones make, for faults that strike one of them.
///
/// An app names its own: `extension WriteKind { static let message = WriteKind(below: "messages") }`.
public struct WriteKind: Sendable {
  /// Whether a request is such a write.
  package let matches: @Sendable (ClientRequest) -> Bool

  /// Writes below a top-level location.
  public init(below top: Key) {
    matches = { $0.touches(top) }
  }

  private init(_ matches: @escaping @Sendable (ClientRequest) -> Bool) {
    self.matches = matches
  }

  /// Any request.
  public static let any = WriteKind { _ in true }
}

extension ClientRequest {
  /// Whether it writes below a top-level location.
  fileprivate func touches(_ top: Key) -> Bool {
    switch self {
    case .put(let path, _, _): path.first == top
    case .merge(let path, let changes):
      path.isRoot ? changes.contains { $0.path.first == top } : path.first == top
    case .authenticate, .listen, .unlisten, .onDisconnect: false
    }
  }
}
